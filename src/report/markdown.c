/* The report as Markdown: title, how it was made, the body, the sources, what
 * the reader must know. Everything but the body is written here. */
#include "report/citations.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/report.h"

#include "text/utf8.h"

enum { OUT_MAX = 64 << 20 };

/* The text of a heading "# …" the body starts with, and the body behind it. */
static bool body_heading(struct str body, struct str *ret_title, struct str *ret_rest)
{
    struct str rest = str_trim(body), line;

    if (!str_starts(rest, "# ") || !str_next_line(&rest, &line))
        return false;
    *ret_title = str_trim(str_sub(line, 2, line.len));
    *ret_rest = str_trim(rest);
    return ret_title->len > 0;
}

struct str report_title(struct arena *arena, const struct report *report)
{
    struct str title, rest;

    if (!str_empty(report->title))
        return text_one_line(arena, report->title);
    if (body_heading(report->body, &title, &rest))
        return text_one_line(arena, title);
    return text_one_line(arena, utf8_cut(report->query, 200));
}

/* 21340 -> "21,340" */
static struct str grouped(struct arena *arena, int64_t n)
{
    char digits[24];
    struct buf out;
    int len = snprintf(digits, sizeof digits, "%lld", (long long) n);

    buf_init(&out, 40);
    for (int i = 0; i < len; i++) {
        buf_add_char(&out, digits[i]);
        if (i + 1 < len && (len - 1 - i) % 3 == 0 && digits[i] != '-')
            buf_add_char(&out, ',');
    }
    return buf_take(&out, arena);
}

static struct str counted(struct arena *arena, int64_t n, const char *one, const char *many)
{
    return str_format(arena, "%.*s %s", STR_ARG(grouped(arena, n)), n == 1 ? one : many);
}

static struct str cost_text(struct arena *arena, const struct usage *usage)
{
    double usd = (double) usage->cost_nano / 1e9;
    struct str known = usd >= 0.1 ? str_format(arena, "$%.2f", usd)
                       : usd == 0 ? str("$0")
                                  : str_format(arena, "$%.4f", usd);

    if (!usage->cost_unknown)
        return known;
    return usage->cost_nano ? str_format(arena, "%.*s and an unknown part", STR_ARG(known)) : str("cost unknown");
}

/* Only where something was lost. */
static void add_fidelity(struct arena *arena, const struct fidelity *f, struct str_list *ret)
{
    const struct allocation *a = &f->allocation;

    if (!f->any || (a->items_summarized == 0 && a->items_dropped == 0))
        return;
    struct str text = str_format(arena, "fidelity %.2f (%s): %.*s shortened to fit", a->fidelity,
                                 band_words[fidelity_score(f)],
                                 STR_ARG(counted(arena, a->items_summarized, "text", "texts")));
    if (a->items_dropped)
        text = str_format(arena, "%.*s, %lld left out", STR_ARG(text), (long long) a->items_dropped);
    if (a->code_tokens)
        text = str_format(arena, "%.*s, %.*s read without a model", STR_ARG(text),
                          STR_ARG(counted(arena, a->code_tokens, "token", "tokens")));
    str_list_add(arena, ret, text);
}

void report_facts(struct arena *arena, const struct report *report, struct str_list *ret)
{
    const struct usage *usage = &report->usage;
    int64_t cited = 0;

    for (size_t i = 0; i < report->sources_n; i++)
        cited += report->sources[i].cited;
    if (!str_empty(report->workflow) && !str_empty(report->depth))
        str_list_add(arena, ret,
                     str_format(arena, "%.*s, %.*s depth", STR_ARG(report->workflow), STR_ARG(report->depth)));
    else if (!str_empty(report->workflow))
        str_list_add(arena, ret, report->workflow);
    if (report->extractive)
        str_list_add(arena, ret,
                     str(usage->calls ? "extractive: written without a model" : "extractive: no model was used"));
    else if (!str_empty(report->models))
        str_list_add(arena, ret, report->models);
    if (report->sub_queries_generated)
        str_list_add(arena, ret,
                     str_format(arena, "%lld of %lld %s", (long long) report->sub_queries_completed,
                                (long long) report->sub_queries_generated,
                                report->unit.len ? str_z(arena, report->unit) : "sub-queries"));
    if (report->searches_performed)
        str_list_add(arena, ret, counted(arena, report->searches_performed, "search", "searches"));
    str_list_add(arena, ret,
                 str_format(arena, "%.*s, %lld cited",
                            STR_ARG(counted(arena, (int64_t) report->sources_n, "source", "sources")),
                            (long long) cited));
    if (usage->calls) {
        str_list_add(
            arena, ret,
            str_format(arena, "%.*s, %s%.*s", STR_ARG(counted(arena, usage->calls, "model call", "model calls")),
                       usage->estimated ? "about " : "",
                       STR_ARG(counted(arena, usage->input_tokens + usage->output_tokens, "token", "tokens"))));
        str_list_add(arena, ret, cost_text(arena, usage));
    }
    add_fidelity(arena, &report->fidelity, ret);
}

static void write_source(struct arena *arena, struct buf *out, const struct report *report,
                         const struct report_source *source, bool mark)
{
    bool web = url_is_web(source->url);
    struct str title = str_empty(str_trim(source->title)) ? source->url : source->title;

    buf_format(out, "- [%.*s] ", STR_ARG(citation_key(arena, report, source->number)));
    if (web)
        buf_add_char(out, '[');
    markdown_escape(out, title);
    if (web) {
        buf_add_z(out, "](");
        markdown_url(out, source->url);
        buf_add_char(out, ')');
    } else if (!str_empty(source->url) && !str_ends(source->url, str_z(arena, title))) {
        buf_add_z(out, ", ");
        markdown_escape(out, source->url);
    }
    if (!str_empty(source->author)) {
        buf_add_z(out, ", ");
        markdown_escape(out, source->author);
    }
    if (!str_empty(source->date)) {
        buf_add_z(out, ", ");
        markdown_escape(out, source->date);
    }
    if (mark && source->snippet_only)
        buf_add_z(out, " (only what the search showed)");
    if (!str_empty(source->suspect))
        buf_add_z(out, " (a passage of it reads like orders to a model)");
    buf_add_char(out, '\n');
}

static size_t count_cited(const struct report *report, bool cited)
{
    size_t n = 0;

    for (size_t i = 0; i < report->sources_n; i++)
        n += report->sources[i].cited == cited;
    return n;
}

/* Said once when it holds for all: a mark on every line is noise. */
bool report_snippets_only(const struct report *report)
{
    for (size_t i = 0; i < report->sources_n; i++)
        if (!report->sources[i].snippet_only)
            return false;
    return report->sources_n > 0;
}

static void write_sources(struct arena *arena, struct buf *out, const struct report *report)
{
    size_t cited = count_cited(report, true);
    bool mark = !report_snippets_only(report);

    if (report->sources_n == 0)
        return;
    buf_add_z(out, "\n## Sources\n\n");
    if (!mark)
        buf_add_z(out,
                  "The report rests on what the search engines showed of these pages; the pages were not read.\n\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].cited || cited == 0)
            write_source(arena, out, report, &report->sources[i], mark);
    if (cited == 0 || cited == report->sources_n)
        return;
    buf_add_z(out, "\n### Found, not cited\n\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (!report->sources[i].cited)
            write_source(arena, out, report, &report->sources[i], mark);
}

static void write_notes(struct buf *out, const char *heading, const struct str_list *notes)
{
    if (notes->n == 0)
        return;
    buf_format(out, "\n## %s\n\n", heading);
    for (size_t i = 0; i < notes->n; i++) {
        buf_add_z(out, "- ");
        markdown_escape(out, notes->items[i]);
        buf_add_char(out, '\n');
    }
}

static struct str body_without_title(const struct report *report)
{
    struct str title, rest;

    return body_heading(report->body, &title, &rest) ? rest : str_trim(report->body);
}

struct str report_answer(struct arena *arena, const struct report *report)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    buf_add_str(&out, citations_written(arena, report, str_trim(report->body)));
    buf_add_char(&out, '\n');
    if (report->extractive)
        buf_format(&out, "\n*Extractive: %s; the sentences are quoted from the sources.*\n",
                   report->usage.calls ? "written without a model" : "no model was used");
    write_sources(arena, &out, report);
    return buf_take(&out, arena);
}

struct str report_markdown(struct arena *arena, const struct report *report)
{
    struct str_list facts = { 0 };
    struct buf out;

    buf_init(&out, OUT_MAX);
    buf_add_z(&out, "# ");
    markdown_escape(&out, report_title(arena, report));
    buf_add_z(&out, "\n\n> ");
    report_facts(arena, report, &facts);
    for (size_t i = 0; i < facts.n; i++) {
        buf_add_z(&out, i ? " \u00b7 " : "");
        markdown_escape(&out, facts.items[i]);
    }
    facts.n = 0;
    claims_facts(arena, report, &facts);
    for (size_t i = 0; i < facts.n; i++) {
        buf_add_z(&out, i ? " \u00b7 " : "\n>\n> ");
        markdown_escape(&out, facts.items[i]);
    }
    buf_add_z(&out, "\n\n");
    buf_add_str(&out, citations_written(arena, report, body_without_title(report)));
    buf_add_char(&out, '\n');
    claims_markdown(&out, report);
    write_sources(arena, &out, report);
    write_notes(&out, "What to know about this report", &report->warnings);
    write_notes(&out, "What was skipped", &report->skipped);
    if (report->digest.len)
        buf_format(
            &out,
            "\n---\n\nDigest of the text, its claims and their sources: `%.*s` (`fathom verify FILE --digest …`)\n",
            STR_ARG(report->digest));
    return buf_take(&out, arena);
}
