#include "report/claims.h"

#include "evidence/markers.h"
#include "report/markup.h"

enum { OUT_MAX = 64 << 20, PRIVATE = 3 };

/* --- the body's claims --- */

struct str claims_clean(struct arena *arena, struct str text)
{
    struct buf out;

    if (str_find(text, str("\xee\x80"), 0) < 0)
        return text;
    buf_init(&out, text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        size_t end;

        if (claims_number_at(text, i, &end))
            i = end - 1;
        else if (str_starts(str_sub(text, i, text.len), CLAIM_OPEN) ||
                 str_starts(str_sub(text, i, text.len), CLAIM_CLOSE))
            i += PRIVATE - 1;
        else
            buf_add_char(&out, text.data[i]);
    }
    return buf_take(&out, arena);
}

int64_t claims_number_at(struct str text, size_t at, size_t *ret_end)
{
    ptrdiff_t close;
    int64_t number;

    if (!str_starts(str_sub(text, at, text.len), CLAIM_OPEN))
        return 0;
    close = str_find(str_sub(text, 0, at + 24), str(CLAIM_CLOSE), at);
    if (close < 0 || !str_to_int(str_sub(text, at + PRIVATE, (size_t) close), &number) || number < 1)
        return 0;
    *ret_end = (size_t) close + PRIVATE;
    return number;
}

static void number_markers(struct buf *out, struct str sentence, int64_t claim)
{
    for (size_t at = 0; at < sentence.len;) {
        struct marker marker;
        size_t end = at + 1;

        if (sentence.data[at] == '`')
            end = marker_code_end(sentence, at);
        else if (sentence.data[at] == '[' && marker_read(sentence, at, &marker))
            end = marker.end;
        buf_add(out, sentence.data + at, end - at);
        if (sentence.data[at] == '[' && end > at + 1)
            buf_format(out, CLAIM_OPEN "%lld" CLAIM_CLOSE, (long long) claim);
        at = end;
    }
}

struct str claims_numbered(struct arena *arena, const struct report *report)
{
    size_t from = 0;
    struct buf out;

    if (str_find(report->body, str("\xee\x80"), 0) >= 0)
        return claims_clean(arena, report->body); /* somebody's own: no numbers then */
    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *c = &report->claims[i];

        if (c->left_out || c->start < (int64_t) from || c->end < c->start || c->end > (int64_t) report->body.len)
            continue;
        buf_add_str(&out, str_sub(report->body, from, (size_t) c->start));
        number_markers(&out, str_sub(report->body, (size_t) c->start, (size_t) c->end), c->number);
        from = (size_t) c->end;
    }
    buf_add_str(&out, str_sub(report->body, from, report->body.len));
    return buf_take(&out, arena);
}

/* --- counts --- */

static void add_count(struct arena *arena, struct str_list *ret, int64_t n, const char *what)
{
    if (n)
        str_list_add(arena, ret, str_format(arena, "%lld %s", (long long) n, what));
}

void claims_facts(struct arena *arena, const struct report *report, struct str_list *ret)
{
    const struct claim_summary *s = &report->summary;

    if (!report->has_summary)
        return;
    str_list_add(arena, ret,
                 str_format(arena, "%lld of %lld %s checked", (long long) s->checked, (long long) s->total,
                            s->total == 1 ? "claim" : "claims"));
    add_count(arena, ret, s->supported, "supported");
    add_count(arena, ret, s->partial, "partly supported");
    add_count(arena, ret, s->unsupported, "unsupported");
    add_count(arena, ret, s->contradicted, "contradicted");
    if (s->unchecked && s->unchecked_why.len)
        str_list_add(arena, ret,
                     str_format(arena, "%lld unchecked (%.*s)", (long long) s->unchecked, STR_ARG(s->unchecked_why)));
    else
        add_count(arena, ret, s->unchecked, "unchecked");
    add_count(arena, ret, s->corrected, s->corrected == 1 ? "citation corrected" : "citations corrected");
    if (s->independent) /* of those that support something: fewer than all that are quoted */
        str_list_add(arena, ret,
                     str_format(arena, "supported by %lld independent %s", (long long) s->independent,
                                s->independent == 1 ? "source" : "sources"));
    if (s->sentences)
        str_list_add(arena, ret,
                     str_format(arena, "%lld %% of the sentences cite something that was checked",
                                (long long) (s->cited * 100 / s->sentences)));
}

/* --- Markdown --- */

static bool wants_care(const struct claim_row *c)
{
    return !c->left_out && c->verdict != VERDICT_SUPPORTED && c->verdict != VERDICT_UNCHECKED;
}

static void write_claim(struct buf *out, const struct claim_row *c)
{
    buf_format(out, "- %s: ", verdict_words[c->verdict]);
    markdown_escape(out, c->text);
    if (c->reason.len) {
        buf_add_z(out, " *(");
        markdown_escape(out, c->reason);
        buf_add_z(out, ")*");
    }
    buf_add_char(out, '\n');
    for (size_t i = 0; i < c->spans_n; i++) {
        buf_format(out, "  - [%lld] \"", (long long) c->spans[i].source);
        markdown_escape(out, c->spans[i].quote);
        buf_add_char(out, '"');
        if (c->spans[i].page)
            buf_format(out, " (page %lld)", (long long) c->spans[i].page);
        buf_add_char(out, '\n');
    }
}

void claims_markdown(struct buf *out, const struct report *report)
{
    static const struct {
        const char *heading;
        bool removed;
    } parts[] = {
        { "\n## Claims to read with care\n\n", false },
        { "\n## Taken out because it did not hold\n\n", true },
    };

    for (size_t p = 0; p < sizeof parts / sizeof *parts; p++) {
        bool any = false;

        for (size_t i = 0; i < report->claims_n; i++) {
            const struct claim_row *c = &report->claims[i];

            if (parts[p].removed ? !c->left_out : !wants_care(c))
                continue;
            if (!any)
                buf_add_z(out, parts[p].heading);
            any = true;
            write_claim(out, c);
        }
    }
}

/* --- HTML --- */

static void write_span(struct buf *out, const struct report *report, const struct span_row *span, const char *kind)
{
    const struct report_source *source = report_source(report, span->source);

    buf_format(out, "<figure class=\"%s\"><blockquote>", kind);
    html_escape(out, span->quote);
    buf_format(out, "</blockquote><figcaption><a href=\"#source-%lld\">[%lld]</a> ", (long long) span->source,
               (long long) span->source);
    if (source)
        html_escape(out, source->title);
    if (span->page)
        buf_format(out, ", page %lld", (long long) span->page);
    if (span->snippet)
        buf_add_z(out, ", as the search showed it");
    buf_add_z(out, "</figcaption></figure>\n");
}

static void write_numbers(struct buf *out, const struct claim_row *c)
{
    if (c->numbers_n == 0 || c->spans_n == 0)
        return;
    buf_add_z(out, "<p class=\"numbers\">Numbers: ");
    for (size_t i = 0; i < c->numbers_n; i++) {
        const struct number_row *n = &c->numbers[i];

        buf_add_z(out, i ? "; " : "");
        html_escape(out, n->text);
        buf_format(out, " (%s", number_state_words[n->match]);
        if (n->derivation.len || n->found.len) {
            buf_add_z(out, ": ");
            html_escape(out, n->derivation.len ? n->derivation : n->found);
        }
        buf_add_char(out, ')');
    }
    buf_add_z(out, "</p>\n");
}

static void write_card(struct buf *out, const struct report *report, const struct claim_row *c)
{
    buf_format(out, "<li class=\"claim\" id=\"claim-%lld\"><p class=\"verdict %s\">%s%s", (long long) c->number,
               verdict_words[c->verdict], verdict_words[c->verdict], c->left_out ? ", taken out" : "");
    if (c->reason.len) {
        buf_add_z(out, ": ");
        html_escape(out, c->reason);
    }
    if (c->independent > 1)
        buf_format(out, " (%lld independent sources)", (long long) c->independent);
    buf_add_z(out, " <a class=\"close\" href=\"#evidence\">close</a></p>\n<p>");
    html_escape(out, c->text);
    buf_add_z(out, "</p>\n");
    for (size_t i = 0; i < c->spans_n; i++)
        write_span(out, report, &c->spans[i], "span");
    for (size_t i = 0; i < c->alternates_n; i++)
        write_span(out, report, &c->alternates[i], "span alternate");
    write_numbers(out, c);
    buf_add_z(out, "</li>\n");
}

void claims_html(struct buf *out, const struct report *report)
{
    if (report->claims_n == 0)
        return;
    buf_add_z(out, "<section class=\"evidence\" id=\"evidence\">\n<h2>Evidence</h2>\n<ol>\n");
    for (size_t i = 0; i < report->claims_n; i++)
        write_card(out, report, &report->claims[i]);
    buf_add_z(out, "</ol>\n</section>\n");
}
