#include "base/hash.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <stdlib.h>
#include <sys/random.h>

struct hash hash_of(struct str data)
{
    struct hash h;
    unsigned int n = sizeof h.bytes;

    if (!EVP_Digest(data.data ? data.data : "", data.len, h.bytes, &n, EVP_sha256(), NULL))
        abort();
    return h;
}

struct hash hash_hmac(struct str key, struct str data)
{
    struct hash h;
    unsigned int n = sizeof h.bytes;

    if (!HMAC(EVP_sha256(), key.data, (int) key.len, (const unsigned char *) (data.data ? data.data : ""),
              data.len, h.bytes, &n))
        abort();
    return h;
}

bool hash_eq(struct hash a, struct hash b)
{
    return CRYPTO_memcmp(a.bytes, b.bytes, HASH_SIZE) == 0;
}

void hex_encode(const unsigned char *bytes, size_t n, char *ret)
{
    static const char digits[] = "0123456789abcdef";

    for (size_t i = 0; i < n; i++) {
        ret[2 * i] = digits[bytes[i] >> 4];
        ret[2 * i + 1] = digits[bytes[i] & 15];
    }
    ret[2 * n] = '\0';
}

void hash_hex(struct hash h, char ret[HASH_HEX_SIZE])
{
    hex_encode(h.bytes, HASH_SIZE, ret);
}

static int hex_value(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
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

struct hasher { EVP_MD_CTX *context; };

struct hasher *hasher_begin(void)
{
    struct hasher *hasher = memory_alloc(sizeof *hasher);

    hasher->context = EVP_MD_CTX_new();
    if (!hasher->context || !EVP_DigestInit_ex(hasher->context, EVP_sha256(), NULL))
        abort();
    return hasher;
}

void hasher_add(struct hasher *hasher, struct str data)
{
    if (data.len && !EVP_DigestUpdate(hasher->context, data.data, data.len))
        abort();
}

struct hash hasher_end(struct hasher *hasher)
{
    struct hash h;
    unsigned int n = sizeof h.bytes;

    if (!EVP_DigestFinal_ex(hasher->context, h.bytes, &n))
        abort();
    EVP_MD_CTX_free(hasher->context);
    free(hasher);
    return h;
}

void random_bytes(void *ret, size_t n)
{
    unsigned char *p = ret;

    while (n) {
        ssize_t got = getrandom(p, n, 0);

        if (got < 0)
            continue;                                   /* EINTR; the source cannot fail otherwise */
        p += got;
        n -= (size_t) got;
    }
}
