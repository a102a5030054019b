#include "service/history.h"

#include <stdlib.h>

#include "base/clock.h"
#include "service/research.h"
#include "service/runs.h"

enum { RUNS_MAX = 500 };

/* The run that a conversation begins with, as far as it is still there and of the same owner. */
static struct run_row first_of(struct db *db, struct arena *arena, struct run_row row)
{
    struct run_row before;

    for (int i = 0; i < RUNS_MAX && row.parent.len; i++) {
        if (run_record_get(db, row.parent, arena, &before, NULL) < 0 || before.deleted_ms ||
            !str_eq(before.owner, row.owner))
            break;
        row = before;
    }
    return row;
}

static int by_time(const void *a, const void *b)
{
    const struct run_row *x = a, *y = b;

    return x->created_ms != y->created_ms ? (x->created_ms > y->created_ms) - (x->created_ms < y->created_ms)
                                          : (x->number > y->number) - (x->number < y->number);
}

/* All that follows the first, and what follows that; *n are known. */
static int gather(struct db *db, struct arena *arena, struct run_row *rows, size_t *n, struct error *e)
{
    int r = 0;

    for (size_t at = 0; r == 0 && at < *n && *n < RUNS_MAX; at++) {
        const struct run_filter filter = {
            .status = -1, .owner = rows[at].owner, .parent = rows[at].id, .limit = RUNS_MAX - (int64_t) *n
        };
        struct run_row *next;
        size_t next_n;

        r = run_record_list(db, &filter, arena, &next, &next_n, e);
        for (size_t i = 0; r == 0 && i < next_n; i++)
            rows[(*n)++] = next[i];
    }
    qsort(rows, *n, sizeof *rows, by_time);
    return r;
}

static bool writes_anew(struct arena *arena, const struct run_row *row)
{
    struct run_settings settings = { 0 };

    return run_settings_parse(arena, row->settings, &settings, NULL) == 0 && settings.enhances.len > 0;
}

int do_history(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct history_out *ret = ret_;
    struct run_row *rows = arena_calloc(arena, RUNS_MAX, sizeof *rows);
    struct reading reading;
    size_t n = 1;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    rows[0] = first_of(reading.db, arena, reading.row);
    r = gather(reading.db, arena, rows, &n, e);
    reading_end(&reading);
    ret->id = reading.row.id;
    ret->runs = arena_calloc(arena, n, sizeof *ret->runs);
    for (size_t i = 0; r == 0 && i < n; i++)
        ret->runs[ret->runs_n++] = (struct history_row){
            .id = rows[i].id,
            .parent = rows[i].parent,
            .query = rows[i].query,
            .title = rows[i].title,
            .status = str(run_status_words[rows[i].status]),
            .created = clock_iso_text(arena, rows[i].created_ms),
            .anew = writes_anew(arena, &rows[i]),
        };
    return r;
}
