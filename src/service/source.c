#include "service/source.h"

#include <stdlib.h>

#include "records/sources.h"
#include "service/research.h"
#include "store/blob.h"

static void add_spans(struct arena *arena, const struct claim_row *claim, bool alternate, int64_t number,
                      struct source_out *ret, size_t *capacity)
{
    const struct span_row *spans = alternate ? claim->alternates : claim->spans;
    size_t n = alternate ? claim->alternates_n : claim->spans_n;

    for (size_t i = 0; i < n; i++) {
        if (spans[i].source != number)
            continue;
        ret->passages = arena_grow(arena, ret->passages, capacity, ret->passages_n + 1, sizeof *ret->passages);
        ret->passages[ret->passages_n++] = (struct source_passage){
            .claim = claim->number,
            .text = claim->text,
            .verdict = claim->verdict,
            .alternate = alternate,
            .start = spans[i].start,
            .end = spans[i].end,
            .page = spans[i].page,
        };
    }
}

static int by_start(const void *a, const void *b)
{
    const struct source_passage *x = a, *y = b;

    return x->start != y->start ? (x->start > y->start) - (x->start < y->start)
                                : (x->claim > y->claim) - (x->claim < y->claim);
}

static int read_text(struct reading *reading, struct arena *arena, int64_t number, struct source_out *ret,
                     struct error *e)
{
    struct source_row *rows;
    size_t n, i = 0;
    int r = source_record_list(reading->db, reading->row.id, false, arena, &rows, &n, e);

    while (r == 0 && i < n && rows[i].number != number)
        i++;
    if (r == 0 && i == n)
        return error_set(e, ERROR_NOT_FOUND, "%.*s has no source %lld. @{sources %.*s} lists them.",
                         STR_ARG(reading->row.id), (long long) number, STR_ARG(reading->row.id));
    return r < 0 ? r : blob_get(reading->db, rows[i].hash, arena, &ret->text, e);
}

static int read_passages(struct reading *reading, struct arena *arena, int64_t number, struct source_out *ret,
                         struct error *e)
{
    struct claim_row *claims;
    size_t n, capacity = 0;
    int r = claim_record_list(reading->db, reading->row.id, -1, arena, &claims, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++) {
        if (claims[i].left_out)
            continue;
        add_spans(arena, &claims[i], false, number, ret, &capacity);
        add_spans(arena, &claims[i], true, number, ret, &capacity);
    }
    if (ret->passages_n)
        qsort(ret->passages, ret->passages_n, sizeof *ret->passages, by_start);
    return r;
}

/* Its text, and the passages that claims cite. */
static int read_source(const struct caller *caller, struct arena *arena, const struct source_in *in,
                       struct source_out *ret, struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    ret->run = reading.row.id;
    r = read_text(&reading, arena, in->number, ret, e);
    if (r == 0)
        r = read_passages(&reading, arena, in->number, ret, e);
    reading_end(&reading);
    return r;
}

int do_source(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct source_in *in = in_;
    struct source_out *ret = ret_;
    struct sources_out all = { 0 };
    int r = read_source(caller, arena, in, ret, e);

    if (r == 0)
        r = do_sources(caller, arena, &(struct run_ref_in){ ret->run }, &all, e);
    for (size_t i = 0; r == 0 && i < all.sources_n; i++)
        if (all.sources[i].number == in->number)
            ret->source = all.sources[i];
    return r;
}
