#include "report/claims.h"

#include <string.h>

#include "evidence/markers.h"
#include "evidence/row.h"
#include "report/citations.h"
#include "report/markup.h"
#include "text/blocks.h"
#include "text/counts.h"
#include "text/markdown_line.h"

enum { OUT_MAX = 64 << 20 };

/* --- looks --- */

static const struct claim_look looks[VERDICT_COUNT] = {
    [VERDICT_SUPPORTED] = { "supported", "supported", "check", "" },
    [VERDICT_QUOTED] = { "quoted", "quotation", "quote", "" },
    [VERDICT_PARTIAL] = { "partial", "partly supported", "half", "\u25d0" },
    [VERDICT_UNSUPPORTED] = { "unsupported", "not supported", "slash", "\u2298" },
    [VERDICT_CONTRADICTED] = { "contradicted", "contradicted", "cross", "\u00d7" },
    [VERDICT_UNCHECKED] = { "unchecked", "not checked", "open", "\u25cb" },
};
const int verdict_order[VERDICT_COUNT] = { VERDICT_SUPPORTED,   VERDICT_QUOTED,       VERDICT_PARTIAL,
                                           VERDICT_UNSUPPORTED, VERDICT_CONTRADICTED, VERDICT_UNCHECKED };

const struct claim_look *verdict_look(int verdict)
{
    return &looks[verdict >= 0 && verdict < VERDICT_COUNT ? verdict : VERDICT_UNCHECKED];
}

const struct claim_look *claim_look(const struct claim_row *claim) { return verdict_look(claim->verdict); }

bool claim_is_counted(const struct claim_row *claim) { return claim->kind == KIND_CLAIM && !claim->left_out; }

bool claim_is_shown(const struct claim_row *claim)
{
    return claim_is_counted(claim) || (claim->kind == KIND_SUMMARY && !claim->left_out);
}

bool report_shows_verdicts(const struct report *report) { return !str_is(report->citations, "classical"); }

bool claim_shows_number(const struct claim_row *claim, const struct number_row *number)
{
    bool agrees = number->match != NUMBER_IS_DIFFERENT && number->match != NUMBER_IS_MISSING;

    return agrees || (claim->verdict != VERDICT_SUPPORTED && claim->verdict != VERDICT_QUOTED);
}

/* --- figures --- */

static const char *checked_by(const struct claim_summary *s)
{
    return s->by_model == 0 ? "by code" : s->by_model < s->checked ? "by a model and by code" : "by a model";
}

static struct str verdict_counts(struct arena *arena, const struct claim_summary *s)
{
    struct str_list parts = { 0 };
    const struct {
        int64_t n;
        const char *one, *many;
    } counts[] = {
        { s->supported, "supported", "supported" },
        { s->quoted, "quotation", "quotations" },
        { s->partial, "partly supported", "partly supported" },
        { s->unsupported, "not supported", "not supported" },
        { s->contradicted, "contradicted", "contradicted" },
    };

    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (counts[i].n)
            str_list_add(arena, &parts, text_counted(arena, counts[i].n, counts[i].one, counts[i].many));
    return str_join(arena, parts.items, parts.n, ", ");
}

/* The sentence about what was checked. */
static struct str figures_of_checked(struct arena *arena, const struct claim_summary *s, bool extractive)
{
    if (s->total == 0)
        return str("The report makes no claims.");
    if (extractive && s->quoted == s->total)
        return str_format(arena, "Every sentence is a quotation; nothing was inferred. %.*s from %.*s.",
                          STR_ARG(text_counted(arena, s->quoted, "quotation", "quotations")),
                          STR_ARG(text_counted(arena, s->independent, "independent source", "independent sources")));
    if (s->checked == 0)
        return str_format(arena, "%.*s.", STR_ARG(text_counted(arena, s->total, "claim", "claims")));
    struct str text = str_format(arena, "%.*s of %.*s checked %s: %.*s.", STR_ARG(text_grouped(arena, s->checked)),
                                 STR_ARG(text_counted(arena, s->total, "claim", "claims")), checked_by(s),
                                 STR_ARG(verdict_counts(arena, s)));
    if (s->independent == 0)
        return text;
    return str_format(arena, "%.*s What is supported rests on %.*s.", STR_ARG(text),
                      STR_ARG(text_counted(arena, s->independent, "independent source", "independent sources")));
}

struct str claims_figures(struct arena *arena, const struct claim_summary *s, bool extractive)
{
    struct buf out;

    buf_init(&out, 4096);
    buf_add_str(&out, figures_of_checked(arena, s, extractive));
    if (s->unchecked) {
        buf_format(&out, s->checked ? " %lld not checked" : " None was checked", (long long) s->unchecked);
        if (s->unchecked_why.len)
            buf_format(&out, " (%.*s)", STR_ARG(s->unchecked_why));
        buf_add_char(&out, '.');
    }
    if (s->left_out)
        buf_format(&out, " %.*s left out.",
                   STR_ARG(text_counted(arena, s->left_out, "sentence was", "sentences were")));
    return buf_take(&out, arena);
}

struct str report_claim_figures(struct arena *arena, const struct report *report)
{
    struct claim_summary summary = report->summary;

    if (!report->has_summary)
        return str("");
    /* The first version did not count what a model had decided. */
    for (size_t i = 0; report->claims_version < 2 && i < report->claims_n; i++)
        summary.by_model += str_is(report->claims[i].decided_by, "model");
    return claims_figures(arena, &summary, report->extractive);
}

/* --- Markdown --- */

/* The byte behind the last marker of a sentence; 0: it has none. */
static size_t behind_markers(struct str sentence)
{
    size_t last = 0;

    for (size_t at = 0; at < sentence.len;) {
        struct marker marker;

        if (sentence.data[at] == '`') {
            at = marker_code_end(sentence, at);
        } else if (sentence.data[at] == '[' && marker_read(sentence, at, &marker)) {
            at = last = marker.end;
        } else {
            at++;
        }
    }
    return last;
}

/* Where a sentence without markers has its sign: before its stop, or in the last cell of a row. */
static size_t before_end(struct str sentence)
{
    size_t end = sentence.len;

    while (end > 0 && strchr(".!?*_| ", sentence.data[end - 1]))
        end--;
    return end;
}

struct str claims_signed(struct arena *arena, const struct report *report, bool ret_used[VERDICT_COUNT])
{
    size_t from = 0;
    struct buf out;

    if (!report_shows_verdicts(report))
        return report->body;
    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *c = &report->claims[i];
        const char *mark = claim_look(c)->mark;

        if (!claim_is_shown(c) || !mark[0] || c->start < (int64_t) from || c->end <= c->start ||
            c->end > (int64_t) report->body.len)
            continue;
        struct str sentence = str_sub(report->body, (size_t) c->start, (size_t) c->end);
        size_t marked = behind_markers(sentence), end = marked ? marked : before_end(sentence);
        buf_add_str(&out, str_sub(report->body, from, (size_t) c->start + end));
        buf_format(&out, "%s%s", marked ? "" : " ", mark);
        ret_used[c->verdict] = true;
        from = (size_t) c->start + end;
    }
    buf_add_str(&out, str_sub(report->body, from, report->body.len));
    return buf_take(&out, arena);
}

static bool wants_care(const struct claim_row *c)
{
    return claim_is_shown(c) && claim_look(c)->mark[0] &&
           (c->verdict != VERDICT_UNCHECKED || c->marked || c->kind == KIND_SUMMARY);
}

/* Sources that say it in the same words are named together, each once. */
static bool quoted_before(const struct claim_row *c, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (str_eq(c->spans[i].quote, c->spans[at].quote))
            return true;
    return false;
}

static bool named_before(const struct claim_row *c, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (c->spans[i].source == c->spans[at].source && str_eq(c->spans[i].quote, c->spans[at].quote))
            return true;
    return false;
}

/* --- a row of a table --- */

/* The line of the body around a byte. */
static struct str line_around(struct str body, size_t at, size_t *ret_start)
{
    size_t start = at, end = at;

    while (start > 0 && body.data[start - 1] != '\n')
        start--;
    while (end < body.len && body.data[end] != '\n')
        end++;
    *ret_start = start;
    return str_sub(body, start, end);
}

static bool is_row(struct str line) { return str_starts(str_trim(line), "|"); }

/* The names of the columns of the table that the row at `start` stands in; empty: there are none. */
static struct str columns_above(struct str body, size_t start)
{
    struct str below = { 0 };

    while (start > 0) {
        struct str line = line_around(body, start - 1, &start);

        if (!is_row(line))
            break;
        if (line_is_table_rule(below))
            return line;
        below = line;
    }
    return str("");
}

struct str claim_words(struct arena *arena, const struct report *report, const struct claim_row *c)
{
    struct str body = report->body;
    size_t start;

    if (c->start < 0 || c->start >= (int64_t) body.len)
        return c->text;
    struct str row = line_around(body, (size_t) c->start, &start),
               named = row_named(arena, columns_above(body, start), row);
    return named.len ? named : c->text;
}

static void write_claim(struct arena *arena, struct buf *out, const struct report *report, const struct claim_row *c)
{
    buf_format(out, "- %s %s: ", claim_look(c)->mark, claim_look(c)->name);
    markdown_escape(out, claim_words(arena, report, c));
    if (c->reason.len) {
        buf_add_z(out, " *(");
        markdown_escape(out, c->reason);
        buf_add_z(out, ")*");
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < c->spans_n; i++) {
        if (quoted_before(c, i))
            continue;
        buf_add_z(out, "  - ");
        for (size_t k = i; k < c->spans_n; k++)
            if (str_eq(c->spans[k].quote, c->spans[i].quote) && !named_before(c, k))
                buf_format(out, "[%.*s]", STR_ARG(citation_key(arena, report, c->spans[k].source)));
        buf_add_z(out, " \"");
        markdown_escape(out, c->spans[i].quote);
        buf_add_char(out, '"');
        if (c->spans[i].page)
            buf_format(out, " (page %lld)", (long long) c->spans[i].page);
        buf_add_char(out, '\n');
    }
}

void claims_markdown(struct arena *arena, struct buf *out, const struct report *report)
{
    bool any = false;

    for (size_t i = 0; i < report->claims_n && report->summary.checked; i++) {
        if (!wants_care(&report->claims[i]))
            continue;
        if (!any)
            buf_add_z(out, "\n## Claims to read with care\n\n");
        any = true;
        write_claim(arena, out, report, &report->claims[i]);
    }
}

/* --- what a quote stands behind --- */

static void add_leads(struct arena *arena, const struct report *report, struct text_blocks *blocks,
                      struct span_row *spans, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct report_source *source = report_source(report, spans[i].source);
        size_t start = (size_t) spans[i].start;

        if (!source || spans[i].start < 0 || start >= source->text.len)
            continue;
        struct text_blocks *own = &blocks[source - report->sources];
        if (own->n == 0)
            text_blocks(arena, source->text, own);
        size_t block = text_blocks_at(own, start);
        if (block < own->n)
            spans[i].lead = text_blocks_lead(arena, source->text, own, block, start);
    }
}

void claims_add_leads(struct arena *arena, const struct report *report, struct claim_row *claims, size_t n)
{
    struct text_blocks *blocks = arena_calloc(arena, report->sources_n + 1, sizeof *blocks);

    for (size_t i = 0; i < n; i++) {
        add_leads(arena, report, blocks, claims[i].spans, claims[i].spans_n);
        add_leads(arena, report, blocks, claims[i].alternates, claims[i].alternates_n);
    }
}
