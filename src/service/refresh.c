/* Every page that the report rests on is fetched anew, past the cache, and read as it was then. A passage is there if its
 * bytes are; nobody is asked what a changed text means. Nothing is stored. */
#include "service/refresh.h"

#include "records/claims.h"
#include "records/sources.h"
#include "service/documents.h"
#include "service/research.h"
#include "service/runs.h"

const char *const refresh_state_words[] = { "same", "changed", "dead", "kept", NULL };

struct refreshing {
    struct arena *arena;
    struct source_row *rows; /* with their texts */
    size_t rows_n;
    struct claim_row *claims;
    size_t claims_n;
    struct document_view *pages; /* by source; read anew where it is a page */
    struct refresh_out *out;
};

static int load(const struct caller *caller, struct str id, struct refreshing *x, struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, x->arena, id, &reading, e);

    if (r < 0)
        return r;
    x->out->id = reading.row.id;
    if (!reading.row.has_report)
        r = error_set(e, ERROR_CONFLICT, "%.*s has no report whose sources could be read again: it is %s.",
                      STR_ARG(reading.row.id), run_status_words[reading.row.status]);
    if (r == 0)
        r = source_record_list(reading.db, reading.row.id, true, x->arena, &x->rows, &x->rows_n, e);
    if (r == 0)
        r = claim_record_list(reading.db, reading.row.id, -1, x->arena, &x->claims, &x->claims_n, e);
    reading_end(&reading);
    return r;
}

static bool is_page(const struct source_row *row) { return !row->snippet_only && document_is_url(row->url); }

/* The pages, side by side. */
static int fetch(const struct caller *caller, struct refreshing *x, struct error *e)
{
    struct document_view *found = arena_calloc(x->arena, x->rows_n + 1, sizeof *found);
    struct str_list urls = { 0 };
    size_t n = 0;

    for (size_t i = 0; i < x->rows_n; i++)
        if (is_page(&x->rows[i]))
            str_list_add(x->arena, &urls, x->rows[i].url);
    int r = documents_fetch_anew(caller, x->arena, &urls, found, e);
    x->pages = arena_calloc(x->arena, x->rows_n + 1, sizeof *x->pages);
    for (size_t i = 0; r == 0 && i < x->rows_n; i++)
        if (is_page(&x->rows[i]))
            x->pages[i] = found[n++];
    return r;
}

static void judge_sources(struct refreshing *x)
{
    struct refresh_out *out = x->out;
    int64_t *counts[] = { &out->same, &out->changed, &out->dead, &out->kept };

    out->sources = arena_calloc(x->arena, x->rows_n + 1, sizeof *out->sources);
    for (size_t i = 0; i < x->rows_n; i++) {
        const struct source_row *row = &x->rows[i];
        struct refresh_source *s = &out->sources[out->sources_n++];

        *s = (struct refresh_source){ .number = row->number, .title = row->title, .url = row->url };
        s->state = !is_page(row)                         ? REFRESH_KEPT
                   : !str_empty(x->pages[i].error)       ? REFRESH_DEAD
                   : str_eq(x->pages[i].text, row->text) ? REFRESH_SAME
                                                         : REFRESH_CHANGED;
        if (s->state == REFRESH_DEAD)
            s->error = x->pages[i].error;
        ++*counts[s->state];
    }
}

/* Is the passage still there? Counts it with its source. */
static bool stands(struct refreshing *x, const struct span_row *span)
{
    for (size_t i = 0; i < x->rows_n; i++) {
        struct refresh_source *s = &x->out->sources[i];

        if (s->number != span->source)
            continue;
        bool there = s->state == REFRESH_SAME || s->state == REFRESH_KEPT ||
                     (s->state == REFRESH_CHANGED && str_find(x->pages[i].text, span->quote, 0) >= 0);
        s->passages++;
        s->gone += !there;
        return there;
    }
    return true;
}

static void judge_claims(struct refreshing *x)
{
    struct refresh_out *out = x->out;
    size_t passages = 0;

    for (size_t i = 0; i < x->claims_n; i++)
        passages += x->claims[i].spans_n;
    out->passages = arena_calloc(x->arena, passages + 1, sizeof *out->passages);
    out->lost = arena_calloc(x->arena, x->claims_n + 1, sizeof *out->lost);
    for (size_t i = 0; i < x->claims_n; i++) {
        const struct claim_row *c = &x->claims[i];
        size_t left = 0;

        for (size_t k = 0; k < c->spans_n && !c->left_out; k++)
            if (stands(x, &c->spans[k]))
                left++;
            else
                out->passages[out->passages_n++] = (struct refresh_passage){ c->number, c->spans[k].source,
                                                                             c->spans[k].quote };
        if (c->spans_n && !c->left_out && left == 0)
            out->lost[out->lost_n++] = (struct refresh_claim){ c->number, c->text, str(verdict_words[c->verdict]) };
    }
}

int do_refresh(const struct caller *caller, struct arena *arena, const void *in_, void *ret, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct refreshing x = { .arena = arena, .out = ret };
    int r = load(caller, in->id, &x, e);

    if (r == 0)
        r = fetch(caller, &x, e);
    if (r < 0)
        return r;
    judge_sources(&x);
    judge_claims(&x);
    return 0;
}
