#include "records/page_starts.h"

#include "base/buf.h"

/* A number and the space before it. */
enum { START_MAX = 21 };

/* The next start of a list that may be a stranger's; false at its end, and where no number stands: *rest stays there. */
static bool next_start(struct str *rest, size_t *ret)
{
    struct str after = *rest, one;
    int64_t number;

    if (str_empty(*rest) || !str_next(&after, ' ', &one) || !str_to_int(one, &number) || number < 0)
        return false;
    *ret = (size_t) number;
    *rest = after;
    return true;
}

static void add_start(struct buf *out, size_t start) { buf_format(out, out->len ? " %zu" : "%zu", start); }

struct str page_starts_text(struct arena *arena, const size_t *starts, size_t n, size_t len)
{
    struct buf out;

    buf_init(&out, PAGE_STARTS_MAX * START_MAX);
    for (size_t i = 0; i < n && i < PAGE_STARTS_MAX && starts[i] < len; i++)
        add_start(&out, starts[i]);
    return buf_take(&out, arena);
}

struct str page_starts_part(struct arena *arena, struct str starts, size_t from, size_t to)
{
    struct buf out;
    size_t start;

    buf_init(&out, PAGE_STARTS_MAX * START_MAX);
    while (next_start(&starts, &start) && start < to)
        add_start(&out, start > from ? start - from : 0);
    return buf_take(&out, arena);
}

bool page_starts_valid(struct str starts, size_t len)
{
    size_t start, last = 0, n = 0;

    while (next_start(&starts, &start)) {
        if (start < last || start >= len || ++n > PAGE_STARTS_MAX)
            return false;
        last = start;
    }
    return str_empty(starts);
}

int64_t page_starts_at(struct str starts, size_t at)
{
    int64_t page = 0;
    size_t start;

    while (next_start(&starts, &start) && start <= at)
        page++;
    return page;
}
