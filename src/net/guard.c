/* IPv4 addresses are held as IPv4-mapped IPv6 ones, so that one comparison of
 * 16 bytes serves both. IPv6 is a list of what is allowed (2000::/3 less what
 * is reserved in it), IPv4 one of what is not. */
#include "net/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "net/url.h"

struct network {
    unsigned char bytes[16];
    unsigned bits;
};

struct guard {
    struct network *allowed;
    size_t allowed_n, allowed_capacity;
};

static const struct {
    unsigned char bytes[4];
    unsigned bits;
} blocked4[] = {
    { { 0, 0, 0, 0 }, 8 },                                   /* "this" network */
    { { 10, 0, 0, 0 }, 8 },      { { 100, 64, 0, 0 }, 10 },  /* carriers' own */
    { { 127, 0, 0, 0 }, 8 },     { { 169, 254, 0, 0 }, 16 }, /* link-local, cloud metadata */
    { { 172, 16, 0, 0 }, 12 },   { { 192, 0, 0, 0 }, 24 },   { { 192, 0, 2, 0 }, 24 },
    { { 192, 88, 99, 0 }, 24 },                                                       /* 6to4 relays */
    { { 192, 168, 0, 0 }, 16 },  { { 198, 18, 0, 0 }, 15 },                           /* benchmarks */
    { { 198, 51, 100, 0 }, 24 }, { { 203, 0, 113, 0 }, 24 }, { { 224, 0, 0, 0 }, 4 }, /* multicast */
    { { 240, 0, 0, 0 }, 4 },                                                          /* reserved, broadcast */
};

static const struct network public6 = { { 0x20 }, 3 };
static const struct network blocked6[] = {
    { { 0x20, 0x01 }, 23 }, /* 2001::/23, Teredo within */
    { { 0x20, 0x01, 0x0d, 0xb8 }, 32 },
    { { 0x20, 0x02 }, 16 }, /* 6to4 */
    { { 0x3f, 0xff }, 20 },
};

static const struct network mapped = { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff }, 96 };
/* Addresses that carry an IPv4 one: where its four bytes begin. */
static const struct {
    struct network network;
    size_t at;
} carriers[] = {
    { { { 0x00, 0x64, 0xff, 0x9b }, 96 }, 12 }, /* 64:ff9b::/96 */
    { { { 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01 }, 48 }, 12 },
    { { { 0x20, 0x02 }, 16 }, 2 }, /* 6to4 */
    { { { 0 }, 96 }, 12 },         /* IPv4-compatible */
};

static bool same_bits(const unsigned char *a, const unsigned char *b, unsigned bits)
{
    unsigned whole = bits / 8, rest = bits % 8;

    if (memcmp(a, b, whole) != 0)
        return false;
    return rest == 0 || ((a[whole] ^ b[whole]) & (0xff00u >> rest) & 0xff) == 0;
}

static bool inside(const unsigned char address[16], const struct network *network)
{
    return same_bits(address, network->bytes, network->bits);
}

static void map4(const unsigned char address[4], unsigned char ret[16])
{
    memcpy(ret, mapped.bytes, 12);
    memcpy(ret + 12, address, 4);
}

static bool is_allowed(const struct guard *guard, const unsigned char address[16])
{
    bool is4 = inside(address, &mapped);

    for (size_t i = 0; guard && i < guard->allowed_n; i++) {
        const struct network *network = &guard->allowed[i];

        /* "::/0" is all of IPv6, and does not mean IPv4 too. */
        if (inside(address, network) && (!is4 || network->bits >= mapped.bits))
            return true;
    }
    return false;
}

static bool is_public4(const unsigned char address[4])
{
    for (size_t i = 0; i < sizeof blocked4 / sizeof *blocked4; i++)
        if (same_bits(address, blocked4[i].bytes, blocked4[i].bits))
            return false;
    return true;
}

static bool is_public6(const unsigned char address[16])
{
    if (!inside(address, &public6))
        return false;
    for (size_t i = 0; i < sizeof blocked6 / sizeof *blocked6; i++)
        if (inside(address, &blocked6[i]))
            return false;
    return true;
}

/* Allowing a range that carries IPv4 (NAT64) does not allow the private addresses that can be reached through it. */
static bool carried_is_fine(const struct guard *guard, const unsigned char address[16])
{
    for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++) {
        unsigned char inner[16];

        if (!inside(address, &carriers[i].network) || address[carriers[i].at] == 0) /* ::1 carries none */
            continue;
        map4(address + carriers[i].at, inner);
        return is_public4(inner + 12) || is_allowed(guard, inner);
    }
    return true;
}

bool guard_address(const struct guard *guard, const struct sockaddr *address)
{
    unsigned char bytes[16];

    if (address->sa_family == AF_INET) {
        const struct sockaddr_in *v4 = (const struct sockaddr_in *) address;
        const unsigned char *inner = (const unsigned char *) &v4->sin_addr;
        int port = ntohs(v4->sin_port);

        map4(inner, bytes);
        return is_allowed(guard, bytes) || (is_public4(inner) && (port == 80 || port == 443));
    }
    if (address->sa_family != AF_INET6)
        return false;
    const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *) address;
    int port = ntohs(v6->sin6_port);
    memcpy(bytes, &v6->sin6_addr, 16);
    if (is_allowed(guard, bytes))
        return carried_is_fine(guard, bytes);
    return is_public6(bytes) && (port == 80 || port == 443);
}

/* --- "127.0.0.0/8,::1/128" --- */

static int parse_network(struct arena *arena, struct str text, struct network *ret, struct error *e)
{
    ptrdiff_t slash = str_find_char(text, '/', 0);
    struct str address = slash < 0 ? text : str_sub(text, 0, (size_t) slash);
    unsigned char v4[4];
    int64_t bits = -1;
    const char *z = str_z(arena, address);
    struct network network = { 0 };

    bool is4 = inet_pton(AF_INET, z, v4) == 1;
    if (is4)
        map4(v4, network.bytes);
    else if (inet_pton(AF_INET6, z, network.bytes) != 1)
        bits = -2;
    int64_t most = is4 ? 32 : 128;
    if (bits != -2 && slash < 0)
        bits = most;
    else if (bits != -2 && !str_to_int(str_sub(text, (size_t) slash + 1, text.len), &bits))
        bits = -2;
    if (bits < 0 || bits > most)
        return error_set(e, ERROR_INVALID, "\"%.*s\" is not a network such as 10.0.0.0/8 or fd00::/8",
                         (int) (text.len < 80 ? text.len : 80), text.data);
    network.bits = (unsigned) bits + (is4 ? 96 : 0);
    *ret = network;
    return 0;
}

int guard_new(struct arena *arena, struct str networks, const struct guard **ret, struct error *e)
{
    struct guard *guard = arena_alloc(arena, sizeof *guard);
    struct str part;

    for (struct str rest = networks; str_next(&rest, ',', &part);) {
        part = str_trim(part);
        if (part.len == 0)
            continue;
        struct network network;
        int r = parse_network(arena, part, &network, e);
        if (r < 0)
            return r;
        guard->allowed = arena_grow(arena, guard->allowed, &guard->allowed_capacity, guard->allowed_n + 1,
                                    sizeof *guard->allowed);
        guard->allowed[guard->allowed_n++] = network;
    }
    *ret = guard;
    return 0;
}

/* --- URLs --- */

/* Names that only mean something inside. Where networks are allowed such names
 * are needed; then the address decides when it is known. */
static bool is_inside_name(const struct guard *guard, struct str host)
{
    static const char *const suffixes[] = {
        ".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".home.arpa",
    };

    if (str_is(host, "metadata.google.internal"))
        return true;
    if (guard && guard->allowed_n)
        return false;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (str_ends(host, suffixes[i]))
            return true;
    return str_find_char(host, '.', 0) < 0;
}

static bool url_allowed(struct arena *arena, const struct guard *guard, const struct url *url)
{
    struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons((uint16_t) url->port) };
    struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t) url->port) };

    if (url->host.data[0] == '[') {
        const char *inner = str_z(arena, str_sub(url->host, 1, url->host.len - 1));

        return inet_pton(AF_INET6, inner, &v6.sin6_addr) == 1 && guard_address(guard, (struct sockaddr *) &v6);
    }
    if (inet_pton(AF_INET, str_z(arena, url->host), &v4.sin_addr) == 1)
        return guard_address(guard, (struct sockaddr *) &v4);
    if (is_inside_name(guard, url->host))
        return false;
    return url->port == 80 || url->port == 443 || (guard && guard->allowed_n);
}

int guard_url(const struct guard *guard, struct str text, struct error *e)
{
    struct arena *arena = arena_new();
    struct url url;
    int r = url_parse(arena, text, &url, e);

    if (r == 0 && !url_allowed(arena, guard, &url)) {
        struct url usual = url;

        usual.port = 443;
        if (url_allowed(arena, guard, &usual))
            r = error_set(
                e, ERROR_FORBIDDEN,
                "the address guard refused port %d of %.*s: pages are read on ports 80 and 443, and on others only "
                "in networks that fetch.allow_networks names",
                url.port, STR_ARG(url.host));
        else
            r = error_set(e, ERROR_FORBIDDEN,
                          "the address guard refused %.*s: only public web addresses are read, "
                          "and those that fetch.allow_networks names",
                          STR_ARG(url.host));
    }
    arena_free(arena);
    return r;
}
