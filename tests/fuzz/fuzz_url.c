/* A URL that parses prints to one that parses to the same, its canonical form is
 * its own canonical form, and the guard never lets a loopback address through.
 * "base\nreference": the second line is resolved against the first. */
#include <assert.h>

#include "net/guard.h"
#include "net/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_loopback(struct str host)
{
    if (str_is(host, "[::1]") || str_is(host, "localhost"))
        return true;
    for (size_t i = 0; i < host.len; i++)
        if (!strchr("0123456789.", host.data[i]))
            return false;
    return str_starts(host, "127.");
}

static void check_parsed(struct arena *arena, const struct url *url)
{
    struct str text = url_text(arena, url);
    struct url again;

    assert(url->path.len && url->path.data[0] == '/' && url->port >= 1 && url->port <= 65535 && url->host.len);
    for (size_t i = 0; i < text.len; i++)
        assert((unsigned char) text.data[i] > 0x20 && (unsigned char) text.data[i] < 0x7f);
    /* Escapes may make it longer than the limit for what comes in. */
    if (text.len > 8192)
        return;
    assert(url_parse(arena, text, &again, NULL) == 0);
    assert(str_eq(url_text(arena, &again), text));
    if (is_loopback(url->host))
        assert(guard_url(NULL, text, NULL) == -ERROR_FORBIDDEN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str text = str_n((const char *) data, size), rest = text, first = { 0 };
    struct url url, resolved;
    struct buf masked;

    str_next(&rest, '\n', &first);
    if (url_parse(arena, first, &url, NULL) == 0) {
        check_parsed(arena, &url);
        if (rest.data && url_resolve(arena, &url, rest, &resolved, NULL) == 0)
            check_parsed(arena, &resolved);
    }
    struct str canonical = url_canonical(arena, text);
    if (canonical.len <= 8192)
        assert(str_eq(url_canonical(arena, canonical), canonical));
    guard_url(NULL, text, NULL);
    struct str domain = url_domain(text);
    assert(domain.len <= text.len);
    url_domain_matches(domain, first);
    url_domain_matches(first, domain);
    assert(str_eq(url_unescape(arena, url_escape(arena, text)), text));
    buf_init(&masked, 4 * size + 16);
    url_mask(&masked, text);
    assert(!masked.over);
    buf_free(&masked);
    const struct guard *guard;
    guard_new(arena, text, &guard, NULL);
    arena_free(arena);
    return 0;
}
