/* The same bytes in parts of any size give the same events; nothing else is
 * known about them. The first byte chooses the size of the parts. */
#include <assert.h>

#include "net/sse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENT_MAX = 4096 };

/* What came out, as text; ends at the first error. */
static void run(struct str all, size_t step, struct buf *out)
{
    struct sse sse;
    int r = 0;

    sse_init(&sse, EVENT_MAX);
    for (size_t at = 0; at < all.len && r >= 0; at += step) {
        struct str part = str_sub(all, at, at + step);
        struct sse_event event;

        while ((r = sse_next(&sse, &part, &event)) == 1) {
            assert(event.data.len <= EVENT_MAX && event.event.len < sizeof sse.event);
            buf_format(out, "[%zu %zu %zu]", event.event.len, event.data.len, event.id.len);
            buf_add_str(out, event.event);
            buf_add_str(out, event.data);
            buf_add_str(out, event.id);
        }
        assert(r < 0 || part.len == 0);
    }
    buf_format(out, "%d %lld", r, (long long) sse.retry_ms);
    if (r >= 0)
        buf_format(out, " %d", sse_end(&sse));
    sse_free(&sse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf whole, parts;

    if (size < 1)
        return 0;
    size_t step = 1 + data[0] % 64;
    struct str all = str_n((const char *) data + 1, size - 1);
    buf_init(&whole, 64 * size + 100);
    buf_init(&parts, 64 * size + 100);
    run(all, all.len + 1, &whole);
    run(all, step, &parts);
    assert(!whole.over && str_eq(buf_str(&whole), buf_str(&parts)));
    buf_free(&whole);
    buf_free(&parts);
    return 0;
}
