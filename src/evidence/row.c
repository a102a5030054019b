/* Rows of tables: in words for the verifier and the reader, and cell by cell for the judge.
 *
 * A row that is checked without the names of its columns passes with two cells exchanged. So what is asked about is "Price: 7,450 €;
 * Noise: 38 dB", and the judge looks at each cell with the name of its row and column ("Vela 300: Noise 38 dB"). A row that stands in
 * the source word for word is a quotation only if the names of its columns stand there too. */
#include "evidence/row.h"
#include "evidence/internal.h"

#include "base/buf.h"
#include "evidence/markers.h"
#include "evidence/quote.h"
#include "text/plain.h"

enum { CELLS_MAX = 12 };

static int64_t no_number(void *context, int64_t number) { return (void) context, (void) number, 0; }

bool row_next_cell(struct arena *arena, struct str *row, struct str *ret)
{
    size_t end = 0;

    if (row->len == 0)
        return false;
    while (end < row->len && (row->data[end] != '|' || (end > 0 && row->data[end - 1] == '\\')))
        end++;
    *ret = str_trim(markers_rewrite_line(arena, str_sub(*row, 0, end), no_number, NULL));
    *ret = text_plain(arena, *ret);
    *row = str_sub(*row, end < row->len ? end + 1 : end, row->len);
    return true;
}

/* What stands behind the first "|"; empty: it is no row. */
static struct str cells_of(struct str row)
{
    row = str_trim(row);
    return str_starts(row, "|") ? str_sub(row, 1, row.len) : str("");
}

struct str row_named(struct arena *arena, struct str names, struct str row)
{
    struct str cell, name;
    struct buf out;

    row = cells_of(row);
    names = cells_of(names);
    if (row.len == 0 || names.len == 0)
        return str("");
    buf_init(&out, row.len + names.len * 2 + 64);
    while (row_next_cell(arena, &row, &cell)) {
        bool named = row_next_cell(arena, &names, &name) && name.len;

        if (cell.len)
            buf_format(&out, "%s%.*s%s%.*s", out.len ? "; " : "", STR_ARG(named ? name : str("")), named ? ": " : "",
                       STR_ARG(cell));
    }
    return buf_take(&out, arena);
}

/* --- what code says --- */

/* Letters, digits and other signs that are no blanks and no part of Markdown. */
static struct str key_of(struct arena *arena, struct str text)
{
    char *out = arena_alloc(arena, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++)
        if (!strchr(" \t\r\n|*", text.data[i]))
            out[n++] = text.data[i] >= 'A' && text.data[i] <= 'Z' ? (char) (text.data[i] + ('a' - 'A')) : text.data[i];
    return str_n(out, n);
}

/* Do the names of the columns stand in the passages of all spans, in this order and side by side? */
static bool keeps_names(struct evidence_work *work, struct arena *scratch, const struct claim *claim)
{
    struct str names = key_of(scratch, claim->lead);

    for (size_t i = 0; i < claim->spans_n; i++)
        if (str_find(key_of(scratch, passage_of(work->prepared, work->pool, claim->spans[i])->text), names, 0) < 0)
            return false;
    return true;
}

/* Is all that it says in one cell, and beside it no more than markers and a date? Then no two values can be exchanged. */
static bool is_one_cell(struct arena *scratch, struct str row, struct str text)
{
    struct str cell;

    while (row_next_cell(scratch, &row, &cell))
        if (cell.len && str_eq(key_of(scratch, cell), key_of(scratch, text)))
            return true;
    return false;
}

void judge_row(struct evidence_work *work, const struct claim *claim, struct judgement *ret)
{
    struct arena *scratch = arena_new();
    struct str row = cells_of(str_sub(work->body, claim->at.start, claim->at.end)), names = cells_of(claim->lead),
               first = str(""), cell, name;

    /* With its bars: "| Ctrl+C | Copy |" is a whole row, two words are no quotation. */
    judge_spans(work->prepared, work->pool,
                row.len ? str_format(work->prepared->arena, "| %.*s", STR_ARG(row)) : claim->text, claim->spans,
                claim->spans_n, ret);
    if (!ret->quoted)
        judge_spans(work->prepared, work->pool, claim->text, claim->spans, claim->spans_n, ret);
    if (is_one_cell(scratch, row, claim->text))
        row = str("");
    else if (ret->verdict == VERDICT_SUPPORTED && !keeps_names(work, scratch, claim)) {
        ret->verdict = VERDICT_UNCHECKED;
        ret->quoted = false;
        ret->reason = str("the source has the values of the row, but not under these names");
    }
    for (size_t i = 0; i < CELLS_MAX && row_next_cell(scratch, &row, &cell) && !ret->quoted && !ret->clashes_n; i++) {
        struct judgement code;

        bool named = row_next_cell(scratch, &names, &name) && name.len;
        if (i == 0)
            first = cell;
        if (i == 0 || cell.len == 0 || !named || first.len == 0)
            continue;
        struct str text = str_format(work->prepared->arena, "%.*s: %.*s %.*s", STR_ARG(first), STR_ARG(name),
                                     STR_ARG(cell));
        judge_spans(work->prepared, work->pool, text, claim->spans, claim->spans_n, &code);
        if (code.clashes_n == 0)
            continue;
        ret->clashes = code.clashes;
        ret->clashes_n = code.clashes_n;
        ret->reason = code.clashes[0].reason;
        if (ret->verdict == VERDICT_SUPPORTED)
            ret->verdict = VERDICT_UNCHECKED;
    }
    arena_free(scratch);
}

/* --- sentences side by side --- */

enum { SENTENCE_LEAST = 30 }; /* bytes: what is shorter stands anywhere */

/* Where one of the sources that the claim cites has the cell word for word, in a passage that names its column or stands under its name. */
static bool quote_cell(struct evidence_work *work, const struct claim *claim, struct str cell, struct str name,
                       size_t *ret)
{
    struct arena *scratch = arena_new();
    bool found = false;

    for (size_t i = 0; cell.len >= SENTENCE_LEAST && i < claim->spans_n && !found; i++) {
        struct evidence_span span = work->pool->spans[claim->spans[i]];
        struct str text = source_text(&work->pool->sources->items[span.source]);
        enum quote_match match = quote_find(quote_index_new(scratch, text), cell, &span.at);

        if (match != QUOTE_EXACT && match != QUOTE_NORMALISED)
            continue;
        span.quote = str_sub(text, span.at.start, span.at.end);
        *ret = pool_add(work->arena, work->pool, &span);
        const struct evidence_passage *passage = passage_of(work->prepared, work->pool, *ret);
        found = overlap_of(work->prepared->reader, name, (struct str[]){ passage->heading, passage->text }, 2) == 1000;
    }
    arena_free(scratch);
    return found;
}

bool row_rests_on_quotations(struct evidence_work *work, struct claim *claim)
{
    struct str row = cells_of(str_sub(work->body, claim->at.start, claim->at.end)), names = cells_of(claim->lead), cell,
               name;
    size_t *spans = arena_calloc(work->arena, CLAIM_SPANS_MAX, sizeof *spans), n = 0;

    while (n < CLAIM_SPANS_MAX && row_next_cell(work->arena, &row, &cell)) {
        bool named = row_next_cell(work->arena, &names, &name) && name.len;

        if (cell.len && (!named || !quote_cell(work, claim, cell, name, &spans[n++])))
            return false;
    }
    if (n < 2 || str_trim(row).len)
        return false;
    claim->spans = spans;
    claim->spans_n = n;
    return true;
}
