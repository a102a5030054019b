/* The plain SHA-256 functions, which OpenSSL 3 calls deprecated: what replaces them
 * looks the algorithm up by name at each use, which costs more than hashing a path. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include "base/hash.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

struct hash hash_of(struct str data)
{
    struct hash h;
    SHA256_CTX context;

    SHA256_Init(&context);
    SHA256_Update(&context, data.data ? data.data : "", data.len);
    SHA256_Final(h.bytes, &context);
    return h;
}

/* RFC 2104. */
struct hash hash_hmac(struct str key, struct str data)
{
    unsigned char inner[SHA256_CBLOCK] = { 0 }, outer[SHA256_CBLOCK];
    struct hash h;
    SHA256_CTX context;

    if (key.len > sizeof inner) {
        h = hash_of(key);
        key = str_n((const char *) h.bytes, sizeof h.bytes);
    }
    if (key.len)
        memcpy(inner, key.data, key.len);
    for (size_t i = 0; i < sizeof inner; i++) {
        outer[i] = inner[i] ^ 0x5c;
        inner[i] ^= 0x36;
    }
    SHA256_Init(&context);
    SHA256_Update(&context, inner, sizeof inner);
    SHA256_Update(&context, data.data ? data.data : "", data.len);
    SHA256_Final(h.bytes, &context);
    SHA256_Init(&context);
    SHA256_Update(&context, outer, sizeof outer);
    SHA256_Update(&context, h.bytes, sizeof h.bytes);
    SHA256_Final(h.bytes, &context);
    return h;
}

bool hash_eq(struct hash a, struct hash b) { return CRYPTO_memcmp(a.bytes, b.bytes, HASH_SIZE) == 0; }

void hex_encode(const unsigned char *bytes, size_t n, char *ret)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        ret[2 * i] = digits[bytes[i] >> 4];
        ret[2 * i + 1] = digits[bytes[i] & 15];
    }
    ret[2 * n] = '\0';
}

void hash_hex(struct hash h, char ret[HASH_HEX_SIZE]) { hex_encode(h.bytes, HASH_SIZE, ret); }

static int hex_value(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

void hash_base64(struct hash h, char ret[HASH_BASE64_SIZE])
{
    EVP_EncodeBlock((unsigned char *) ret, h.bytes, HASH_SIZE);
}

struct str base64_encode(struct arena *arena, struct str bytes)
{
    char *out = arena_alloc(arena, (bytes.len + 2) / 3 * 4 + 1);
    int n = EVP_EncodeBlock((unsigned char *) out, (const unsigned char *) bytes.data, (int) bytes.len);

    return str_n(out, (size_t) n);
}

bool base64_decode(struct arena *arena, struct str text, struct str *ret)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *out = arena_alloc(arena, text.len / 4 * 3 + 4);
    uint32_t bits = 0;
    size_t n = 0, padding = 0;

    while (text.len && padding < 2 && text.data[text.len - 1] == '=') {
        text.len--;
        padding++;
    }
    if (text.len % 4 == 1 || (padding && (text.len + padding) % 4))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        const char *digit = text.data[i] ? strchr(digits, text.data[i]) : NULL;

        if (!digit)
            return false;
        bits = bits << 6 | (uint32_t) (digit - digits);
        if (i % 4)
            out[n++] = (unsigned char) (bits >> (6 - i % 4 * 2));
    }
    *ret = str_n((const char *) out, n);
    return true;
}

bool hash_from_hex(struct str hex, struct hash *ret)
{
    struct hash h;

    if (hex.len != 2 * HASH_SIZE)
        return false;
    for (size_t i = 0; i < HASH_SIZE; i++) {
        int high = hex_value(hex.data[2 * i]), low = hex_value(hex.data[2 * i + 1]);

        if (high < 0 || low < 0)
            return false;
        h.bytes[i] = (unsigned char) (high << 4 | low);
    }
    *ret = h;
    return true;
}

struct hasher {
    SHA256_CTX context;
};

struct hasher *hasher_begin(void)
{
    struct hasher *hasher = memory_alloc(sizeof *hasher);

    SHA256_Init(&hasher->context);
    return hasher;
}

void hasher_add(struct hasher *hasher, struct str data)
{
    if (data.len)
        SHA256_Update(&hasher->context, data.data, data.len);
}

struct hash hasher_end(struct hasher *hasher)
{
    struct hash h;

    SHA256_Final(h.bytes, &hasher->context);
    free(hasher);
    return h;
}

static bool hex_digit(char c, unsigned *ret)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = c ? strchr(digits, c) : NULL;

    *ret = at ? (unsigned) (at - digits) : 0;
    return at != NULL;
}

bool hex_decode(struct arena *arena, struct str hex, struct str *ret)
{
    char *bytes = arena_alloc(arena, hex.len / 2 + 1);
    unsigned high, low;

    if (hex.len % 2)
        return false;
    for (size_t i = 0; i < hex.len; i += 2) {
        if (!hex_digit(hex.data[i], &high) || !hex_digit(hex.data[i + 1], &low))
            return false;
        bytes[i / 2] = (char) (high << 4 | low);
    }
    *ret = str_n(bytes, hex.len / 2);
    return true;
}

void random_bytes(void *ret, size_t n)
{
    unsigned char *p = ret;

    while (n) {
        ssize_t got = getrandom(p, n, 0);

        if (got < 0)
            continue; /* EINTR; the source cannot fail otherwise */
        p += got;
        n -= (size_t) got;
    }
}
