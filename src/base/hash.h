/* SHA-256, HMAC-SHA-256, hexadecimal, and bytes from the system's random source. */
#ifndef FATHOM_BASE_HASH_H
#define FATHOM_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

enum { HASH_SIZE = 32, HASH_HEX_SIZE = 65, HASH_BASE64_SIZE = 45 };

struct hash {
    unsigned char bytes[HASH_SIZE];
};

struct hash hash_of(struct str data);
struct hash hash_hmac(struct str key, struct str data);
bool hash_eq(struct hash a, struct hash b);
void hash_hex(struct hash h, char ret[HASH_HEX_SIZE]);
void hash_base64(struct hash h, char ret[HASH_BASE64_SIZE]);
/* Standard base64, padded. */
struct str base64_encode(struct arena *arena, struct str bytes);
/* Standard base64 with or without padding; false if it is none. The bytes are in `arena`. */
bool base64_decode(struct arena *arena, struct str text, struct str *ret);
bool hash_from_hex(struct str hex, struct hash *ret);

/* Incremental form: begin, add any number of times, end once. */
struct hasher;
struct hasher *hasher_begin(void);
void hasher_add(struct hasher *hasher, struct str data);
struct hash hasher_end(struct hasher *hasher); /* frees it */

void hex_encode(const unsigned char *bytes, size_t n, char *ret); /* 2n + 1 bytes */
/* False where it is none. */
bool hex_decode(struct arena *arena, struct str hex, struct str *ret);
void random_bytes(void *ret, size_t n); /* from outside any run */

#endif
