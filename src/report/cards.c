/* The claims in HTML: their list with a filter, a card of evidence for each, and
 * what was left out. Cards are popovers: closed, they take no room; closing one
 * gives the focus back to the marker that opened it. */
#include "report/claims.h"

#include "report/citations.h"
#include "report/markup.h"
#include "report/quoted.h"
#include "report/sources.h"
#include "text/blocks.h"
#include "text/counts.h"
#include "text/utf8.h"

enum { CONTEXT_MAX = 320 /* bytes before a quote and behind it */, ROW_MAX = 1200 /* likewise, of its row */ };

struct cards {
    struct arena *arena;
    struct buf *out;
    const struct report *report;
    struct text_blocks *blocks; /* per source of the report; read when first needed */
};

static const struct text_blocks *blocks_of(const struct cards *cards, const struct report_source *source)
{
    struct text_blocks *blocks = &cards->blocks[source - cards->report->sources];

    if (blocks->n == 0)
        text_blocks(cards->arena, source->text, blocks);
    return blocks;
}

static void write_look(struct buf *out, const struct claim_look *look)
{
    buf_format(out, "%c%s", look->name[0] - 'a' + 'A', look->name + 1);
}

static int64_t count_claims(const struct report *report)
{
    int64_t n = 0;

    for (size_t i = 0; i < report->claims_n; i++)
        n += claim_is_counted(&report->claims[i]);
    return n;
}

/* --- the quote in its context --- */

struct context {
    struct str path; /* headings above the quote */
    struct str lead; /* what its list stands behind, or the header of its table, if `before` does not have it */
    struct str before, after;   /* of the same source, beside the quote */
    struct str whole;           /* with the quote between them; empty: its place is not known */
    bool cut_before, cut_after; /* they do not start or end where a block does */
};

/* At most so many bytes towards `limit`, cut between words. */
static size_t back_to(struct str text, size_t at, size_t limit, size_t most, bool *ret_cut)
{
    size_t start = at > limit + most ? at - most : limit;

    *ret_cut = start > limit;
    while (*ret_cut && start < at && text.data[start] != ' ' && text.data[start] != '\n')
        start++;
    return start;
}

static size_t forth_to(struct str text, size_t at, size_t limit, size_t most, bool *ret_cut)
{
    size_t end = limit > at + most ? at + most : limit;

    *ret_cut = end < limit;
    while (*ret_cut && end > at && text.data[end] != ' ' && text.data[end] != '\n')
        end--;
    return end;
}

static bool beside(const struct text_blocks *blocks, size_t at, size_t other)
{
    return other < blocks->n && blocks->items[other].kind != TEXT_HEADING &&
           blocks->items[other].heading == blocks->items[at].heading;
}

/* The rows of its table beside a row, as far as there is room: what a table says stands in more than one of them. */
static void take_rows(const struct text_blocks *blocks, size_t first, size_t last, struct span *ret)
{
    const struct text_block *items = blocks->items;

    for (size_t i = first; i > 0 && items[i].kind == TEXT_ROW && items[i - 1].kind == TEXT_ROW &&
                           items[i - 1].first == items[first].first && ret->end - items[i - 1].start <= ROW_MAX;
         i--)
        ret->start = items[i - 1].start;
    for (size_t i = last; i + 1 < blocks->n && items[i].kind == TEXT_ROW && items[i + 1].kind == TEXT_ROW &&
                          items[i + 1].first == items[last].first && items[i + 1].end - ret->start <= ROW_MAX;
         i++)
        ret->end = items[i + 1].end;
}

/* The title stands below the quote. */
static struct str without_title(struct str path, const struct report_source *source)
{
    const char *between = " \u203a ";
    struct str rest = str_sub(path, source->title.len, path.len);

    if (source->title.len == 0 || !str_eq(str_sub(path, 0, source->title.len), source->title))
        return path;
    return str_starts(rest, between) ? str_sub(rest, strlen(between), rest.len) : rest.len ? path : rest;
}

static void context_of(const struct cards *cards, const struct report_source *source, const struct span_row *span,
                       struct context *ret)
{
    struct str text = source ? source->text : str("");
    size_t start = (size_t) span->start, end = (size_t) span->end;

    *ret = (struct context){ 0 };
    if (span->start < 0 || span->end <= span->start || end > text.len ||
        !str_eq(str_sub(text, start, end), span->quote))
        return;
    const struct text_blocks *blocks = blocks_of(cards, source);
    size_t first = text_blocks_at(blocks, start), last = text_blocks_at(blocks, end - 1);
    if (first >= blocks->n)
        return;
    last = last < blocks->n ? last : blocks->n - 1;
    ret->path = without_title(text_blocks_path(cards->arena, text, blocks, first), source);
    /* A quote that is the whole block is shown with the blocks beside it. */
    size_t above = first, below = last;
    if (blocks->items[first].start >= start && first > 0 && beside(blocks, first, first - 1))
        above--;
    if (blocks->items[last].end <= end && beside(blocks, last, last + 1))
        below++;
    struct span shown = { blocks->items[above].start, blocks->items[below].end };
    take_rows(blocks, above, below, &shown);
    size_t from = shown.start, to = shown.end;
    bool rows = blocks->items[above].kind == TEXT_ROW || blocks->items[below].kind == TEXT_ROW;
    size_t most = rows ? ROW_MAX : CONTEXT_MAX;
    from = back_to(text, start, from < start ? from : start, most, &ret->cut_before);
    to = forth_to(text, end, to > end ? to : end, most, &ret->cut_after);
    ret->lead = text_blocks_lead(cards->arena, text, blocks, first, from);
    ret->before = str_sub(text, from, start);
    ret->after = str_sub(text, end, to);
    ret->whole = str_sub(text, from, to);
}

/* --- a passage --- */

/* The address of the page, at the quote: pages of PDFs by number, others by a text fragment. */
static void write_page_link(struct buf *out, const struct report_source *source, const struct span_row *span)
{
    if (!url_is_web(source->url))
        return;
    buf_add_z(out, "<a rel=\"noopener noreferrer nofollow\" target=\"_blank\" href=\"");
    html_escape_url(out, source->url);
    if (span->page && str_find_char(source->url, '#', 0) < 0)
        buf_format(out, "#page=%lld", (long long) span->page);
    else if (!span->page && !span->snippet)
        html_quote_fragment(out, source->url, span->quote);
    buf_add_z(out, "\">Open the page</a>");
}

static void write_caption(const struct cards *cards, const struct span_row *span)
{
    struct arena *arena = cards->arena;
    struct buf *out = cards->out;
    const struct report *report = cards->report;
    const struct report_source *source = report_source(report, span->source);

    if (!source)
        return;
    buf_add_z(out, "<figcaption>");
    source_letter(out, source);
    buf_add_z(out, "<div><strong>");
    html_escape(out, source_title(source));
    buf_add_z(out, "</strong>");
    html_escape(out, source_about(arena, source));
    buf_add_z(out, "<p class=\"links\">");
    write_page_link(out, source, span);
    buf_format(out, "<a href=\"#source-%lld\">Source ", (long long) source->number);
    html_escape(out, citation_key(arena, report, source->number));
    buf_add_z(out, "</a></p><p class=\"bytes\">");
    if (span->snippet)
        buf_add_z(out, "search snippet; the page was not read");
    else
        buf_format(out, "bytes %.*s to %.*s", STR_ARG(text_grouped(arena, span->start)),
                   STR_ARG(text_grouped(arena, span->end)));
    if (source->hash.len >= 8 && !span->snippet)
        buf_format(out, " of sha256 %.8s\u2026", source->hash.data);
    buf_add_z(out, "</p></div></figcaption>");
}

static void write_quote(struct buf *out, const struct context *context, struct str quote)
{
    struct span mark = { context->before.len, context->before.len + quote.len };

    buf_add_z(out, "<blockquote dir=\"auto\">");
    if (quoted_has_rows(context->whole)) {
        quoted_write(out, context->lead, context->whole, mark);
        buf_add_z(out, context->cut_after ? "\u2026</blockquote>" : "</blockquote>");
        return;
    }
    if (context->lead.len) {
        html_escape(out, context->lead);
        buf_add_z(out, "\n");
    }
    buf_add_z(out, context->cut_before ? "\u2026" : "");
    html_escape(out, context->before);
    buf_add_z(out, "<mark>");
    html_escape(out, quote);
    buf_add_z(out, "</mark>");
    html_escape(out, context->after);
    buf_add_z(out, context->cut_after ? "\u2026</blockquote>" : "</blockquote>");
}

static void write_passage(const struct cards *cards, const struct span_row *span)
{
    struct buf *out = cards->out;
    const struct report *report = cards->report;
    const struct report_source *source = report_source(report, span->source);
    struct context context;

    context_of(cards, source, span, &context);
    buf_add_z(out, "<figure class=\"passage\">");
    if (context.path.len || span->page) {
        buf_add_z(out, "<div class=\"path\">");
        if (context.path.len) {
            buf_add_z(out, "<span>");
            html_escape(out, context.path);
            buf_add_z(out, "</span>");
        }
        if (span->page)
            buf_format(out, "<span>page %lld</span>", (long long) span->page);
        buf_add_z(out, "</div>");
    }
    write_quote(out, &context, span->quote);
    write_caption(cards, span);
    buf_add_z(out, "</figure>\n");
}

/* --- the card --- */

/* The claim, with the part that is not carried marked. */
static void write_claim_text(const struct cards *cards, const struct claim_row *c)
{
    struct buf *out = cards->out;
    struct str text = claim_words(cards->arena, cards->report, c);
    ptrdiff_t at = c->missing.len ? str_find(text, c->missing, 0) : -1;

    buf_add_z(out, "<p class=\"claim\" dir=\"auto\">");
    if (at < 0) {
        html_escape(out, text);
    } else {
        html_escape(out, str_sub(text, 0, (size_t) at));
        buf_add_z(out, "<u>");
        html_escape(out, c->missing);
        buf_add_z(out, "</u>");
        html_escape(out, str_sub(text, (size_t) at + c->missing.len, text.len));
    }
    buf_add_z(out, "</p>\n");
    if (c->missing.len && at < 0) {
        buf_add_z(out, "<p class=\"small soft\">Not supported: ");
        html_escape(out, c->missing);
        buf_add_z(out, "</p>\n");
    }
}

static void write_numbers(struct buf *out, const struct claim_row *c)
{
    bool any = false;

    for (size_t i = 0; i < c->numbers_n && c->spans_n; i++) {
        const struct number_row *n = &c->numbers[i];

        if (!claim_shows_number(c, n))
            continue;
        if (!any)
            buf_add_z(out, "<h4>Numbers</h4><table class=\"data\"><thead><tr><th scope=\"col\">In the report</th>"
                           "<th scope=\"col\">In the source</th><th scope=\"col\">Result</th></tr></thead><tbody>");
        any = true;
        buf_add_z(out, "<tr><td>");
        html_escape(out, n->text);
        buf_add_z(out, "</td><td>");
        html_escape(out, n->derivation.len ? n->derivation : n->found.len ? n->found : str("\u2013"));
        buf_format(out, "</td><td>%s</td></tr>",
                   n->match == NUMBER_IS_DERIVED   ? "computed"
                   : n->match == NUMBER_IS_CLOSE   ? "rounded"
                   : n->match == NUMBER_IS_MISSING ? "not there"
                                                   : number_state_words[n->match]);
    }
    buf_add_z(out, any ? "</tbody></table>\n" : "");
}

static void write_alternates(const struct cards *cards, const struct claim_row *c)
{
    struct arena *arena = cards->arena;
    struct buf *out = cards->out;
    const struct report *report = cards->report;
    if (c->alternates_n == 0)
        return;
    buf_add_z(out, "<h4>Also says so</h4><ul class=\"alts\">");
    for (size_t i = 0; i < c->alternates_n; i++) {
        const struct span_row *span = &c->alternates[i];
        const struct report_source *source = report_source(report, span->source);

        buf_add_z(out, "<li><blockquote dir=\"auto\">");
        quoted_write(out, str(""), span->quote, (struct span){ 0, 0 });
        buf_format(out, "</blockquote><p class=\"small soft\"><a href=\"#source-%lld\">[", (long long) span->source);
        html_escape(out, citation_key(arena, report, span->source));
        buf_add_z(out, "]</a> ");
        html_escape(out, source ? source_title(source) : str(""));
        if (span->page)
            buf_format(out, ", page %lld", (long long) span->page);
        buf_add_z(out, "</p></li>");
    }
    buf_add_z(out, "</ul>\n");
}

/* "by openai/gpt-5-mini", "by code". */
static void write_decided_by(struct buf *out, const struct claim_row *c)
{
    if (c->verdict == VERDICT_QUOTED) {
        buf_add_z(out, "<small>found by code</small>");
    } else if (c->decided_by.len) {
        buf_add_z(out, "<small>checked by ");
        html_escape(out, str_is(c->decided_by, "model") ? str("a model") : c->decided_by);
        buf_add_z(out, "</small>");
    }
}

/* `what` tells which it is: "claim 3 of 16", "summary". */
static void write_card(const struct cards *cards, const struct claim_row *c, struct str what)
{
    struct buf *out = cards->out;
    const struct claim_look *look = claim_look(c);
    long long n = (long long) c->number;

    buf_format(
        out,
        "<section class=\"card v-%s\" id=\"e%lld\" popover role=\"dialog\" aria-labelledby=\"t%lld\">\n"
        "<header class=\"cardbar\"><h3 id=\"t%lld\" tabindex=\"-1\" autofocus>Evidence <span>%.*s</span></h3><button class=\"close\" type=\"button\" popovertarget=\"e%lld\" "
        "popovertargetaction=\"hide\">Close</button></header>\n<div class=\"cardbody\"><p class=\"verdict\">",
        look->word, n, n, n, STR_ARG(what), n);
    html_sign(out, look->sign);
    write_look(out, look);
    write_decided_by(out, c);
    buf_add_z(out, "</p>\n");
    write_claim_text(cards, c);
    if (c->reason.len) {
        buf_add_z(out, "<p class=\"why\" dir=\"auto\">");
        html_escape(out, text_sentence(cards->arena, c->reason));
        buf_add_z(out, "</p>\n");
    }
    if (c->kind == KIND_SUMMARY)
        buf_add_z(out, "<p class=\"small soft\">It restates claims of this report and cites what they cite.</p>\n");
    if (c->spans_n)
        buf_format(out, "<h4>In the source%s</h4>\n", c->spans_n > 1 ? "s" : "");
    for (size_t i = 0; i < c->spans_n; i++)
        write_passage(cards, &c->spans[i]);
    write_numbers(out, c);
    write_alternates(cards, c);
    struct str carried = claim_carried(cards->arena, c);
    if (carried.len)
        buf_format(out, "<div class=\"independent\"><h4>Independent sources</h4><p>%.*s.</p></div>\n",
                   STR_ARG(carried));
    buf_add_z(out, "</div></section>\n");
}

void claims_html_cards(struct arena *arena, struct buf *out, const struct report *report)
{
    struct cards cards = { arena, out, report, arena_calloc(arena, report->sources_n + 1, sizeof *cards.blocks) };
    int64_t of = count_claims(report), position = 0;

    buf_add_z(out, "<section class=\"evidence\" aria-label=\"Evidence\"><h2>Evidence</h2>\n");
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *c = &report->claims[i];

        if (claim_is_counted(c))
            write_card(&cards, c, str_format(arena, "claim %lld of %lld", (long long) ++position, (long long) of));
        else if (claim_is_shown(c))
            write_card(&cards, c, str("summary"));
    }
    buf_add_z(out, "</section>\n");
}

/* --- the list --- */

static void write_filter(struct buf *out, const struct report *report, int64_t all)
{
    int64_t counts[VERDICT_COUNT] = { 0 };

    for (size_t i = 0; i < report->claims_n; i++)
        if (claim_is_counted(&report->claims[i]))
            counts[report->claims[i].verdict]++;
    buf_format(
        out,
        "<fieldset class=\"chips\"><legend class=\"vh\">Show claims by verdict</legend><label class=\"chip\"><input "
        "type=\"radio\" name=\"f\" id=\"f-all\" checked><span>All<b>%lld</b></span></label>",
        (long long) all);
    for (size_t i = 0; i < VERDICT_COUNT; i++) {
        const struct claim_look *look = verdict_look(verdict_order[i]);

        if (counts[verdict_order[i]] == 0)
            continue;
        buf_format(out, "<label class=\"chip v-%s\"><input type=\"radio\" name=\"f\" id=\"f-%s\"><span>", look->word,
                   look->word);
        html_sign(out, look->sign);
        write_look(out, look);
        buf_format(out, "<b>%lld</b></span></label>", (long long) counts[verdict_order[i]]);
    }
    buf_add_z(out, "</fieldset>\n");
}

static void write_row(struct arena *arena, struct buf *out, const struct report *report, const struct claim_row *c)
{
    const struct claim_look *look = claim_look(c);
    const struct report_source *source = c->spans_n ? report_source(report, c->spans[0].source) : NULL;

    buf_format(out, "<li class=\"v-%s\"><button class=\"claimrow\" type=\"button\" popovertarget=\"e%lld\">",
               look->word, (long long) c->number);
    html_sign(out, look->sign);
    buf_add_z(out, "<span dir=\"auto\">");
    html_escape(out, claim_words(arena, report, c));
    buf_add_z(out, "<small>");
    write_look(out, look);
    if (source) {
        buf_add_z(out, " \u00b7 ");
        html_escape(out, source_place(arena, source));
        if (c->spans[0].page)
            buf_format(out, ", p. %lld", (long long) c->spans[0].page);
    }
    buf_add_z(out, "</small></span></button></li>\n");
}

void claims_html_list(struct arena *arena, struct buf *out, const struct report *report)
{
    int64_t all = count_claims(report);

    if (all == 0)
        return;
    buf_add_z(
        out, "<aside class=\"pane\" id=\"claims\" popover aria-labelledby=\"claims-title\"><header class=\"cardbar\">"
             "<h2 id=\"claims-title\" tabindex=\"-1\" autofocus>Claims</h2><button class=\"close\" type=\"button\" "
             "popovertarget=\"claims\" popovertargetaction=\"hide\">Close</button></header><div class=\"cardbody\">\n");
    write_filter(out, report, all);
    buf_add_z(out, "<ol class=\"claims\">\n");
    for (size_t i = 0; i < report->claims_n; i++)
        if (claim_is_counted(&report->claims[i]))
            write_row(arena, out, report, &report->claims[i]);
    buf_add_z(out, "</ol></div></aside>\n");
}

/* --- left out --- */

void claims_html_left_out(struct arena *arena, struct buf *out, const struct report *report)
{
    int64_t n = 0;

    for (size_t i = 0; i < report->claims_n; i++)
        n += report->claims[i].left_out;
    if (n == 0)
        return;
    buf_format(out,
               "<section><h2 class=\"sec\" id=\"left-out\">Left out</h2><p class=\"small soft\">Written, checked, and "
               "taken out of the text because the sources do not carry it.</p>\n<details class=\"fold\"><summary>"
               "%.*s</summary><ul class=\"leftout\">\n",
               STR_ARG(text_counted(arena, (int64_t) n, "sentence", "sentences")));
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *c = &report->claims[i];

        if (!c->left_out)
            continue;
        buf_format(out, "<li class=\"v-%s\"><del>", claim_look(c)->word);
        html_escape(out, c->text);
        buf_add_z(out, "</del><p><b>");
        write_look(out, claim_look(c));
        buf_add_z(out, ".</b> ");
        html_escape(out, text_sentence(arena, c->left_out_reason.len ? c->left_out_reason : c->reason));
        buf_add_z(out, "</p>");
        for (size_t k = 0; k < c->spans_n; k++) {
            bool rows = quoted_has_rows(c->spans[k].quote);

            buf_add_z(out, rows ? "<blockquote>" : "<blockquote>\u201c");
            quoted_write(out, str(""), c->spans[k].quote, (struct span){ 0, 0 });
            buf_format(out, "%s<a href=\"#source-%lld\">[", rows ? "" : "\u201d ", (long long) c->spans[k].source);
            html_escape(out, citation_key(arena, report, c->spans[k].source));
            buf_add_z(out, "]</a></blockquote>");
        }
        buf_add_z(out, "</li>\n");
    }
    buf_add_z(out, "</ul></details></section>\n");
}
