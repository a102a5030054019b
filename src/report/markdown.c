/* The report as Markdown: title, how it was made, the body, what the reader must
 * know, the claims to read with care, the sources; the other formats have the same order. Everything but the body is written here. */
#include "report/body.h"
#include "report/citations.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/voices.h"

#include "text/counts.h"
#include "text/utf8.h"

enum { OUT_MAX = 64 << 20, TITLE_MAX = 200 };

struct str report_title(struct arena *arena, const struct report *report)
{
    struct str title;

    if (!str_empty(report->title))
        return text_one_line(arena, report->title);
    body_without_title(report->body, &title);
    return text_one_line(arena, title.len ? title : utf8_cut_words(arena, report->query, TITLE_MAX));
}

/* "steps" or, of one, "step". */
static struct str unit_of(struct arena *arena, struct str many, int64_t n)
{
    struct str unit = many.len ? many : str("sub-queries");

    if (n != 1)
        return unit;
    return str_ends(unit, "ies") ? str_format(arena, "%.*sy", STR_ARG(str_sub(unit, 0, unit.len - 3)))
                                 : str_sub(unit, 0, unit.len - 1);
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
                                 STR_ARG(text_counted(arena, a->items_summarized, "text", "texts")));
    if (a->items_dropped)
        text = str_format(arena, "%.*s, %lld left out", STR_ARG(text), (long long) a->items_dropped);
    if (a->code_tokens)
        text = str_format(arena, "%.*s, %.*s read without a model", STR_ARG(text),
                          STR_ARG(text_counted(arena, a->code_tokens, "token", "tokens")));
    str_list_add(arena, ret, text);
}

struct str report_run_figures(struct arena *arena, const struct report *report)
{
    const struct usage *usage = &report->usage;
    struct str_list parts = { 0 }, *ret = &parts;
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
                     str_format(arena, "%lld of %lld %.*s", (long long) report->sub_queries_completed,
                                (long long) report->sub_queries_generated,
                                STR_ARG(unit_of(arena, report->unit, report->sub_queries_generated))));
    if (report->searches_performed)
        str_list_add(arena, ret, text_counted(arena, report->searches_performed, "search", "searches"));
    str_list_add(arena, ret,
                 str_format(arena, "%.*s, %lld cited",
                            STR_ARG(text_counted(arena, (int64_t) report->sources_n, "source", "sources")),
                            (long long) cited));
    if (usage->calls) {
        str_list_add(
            arena, ret,
            str_format(arena, "%.*s, %s%.*s", STR_ARG(text_counted(arena, usage->calls, "model call", "model calls")),
                       usage->estimated ? "about " : "",
                       STR_ARG(text_counted(arena, usage->input_tokens + usage->output_tokens, "token", "tokens"))));
        str_list_add(arena, ret, cost_text(arena, usage));
    }
    if (report->checking.calls)
        str_list_add(
            arena, ret,
            str_format(arena, "of these for checking: %.*s%s%.*s",
                       STR_ARG(text_counted(arena, report->checking.calls, "call", "calls")),
                       report->checking.cost_unknown ? "" : ", ",
                       STR_ARG(report->checking.cost_unknown ? str("") : cost_text(arena, &report->checking))));
    add_fidelity(arena, &report->fidelity, ret);
    return str_join(arena, parts.items, parts.n, " \u00b7 ");
}

/* Said once when it holds for all: a mark on every line is noise. */
bool report_snippets_only(const struct report *report)
{
    for (size_t i = 0; i < report->sources_n; i++)
        if (!report->sources[i].snippet_only)
            return false;
    return report->sources_n > 0;
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

struct str report_answer(struct arena *arena, const struct report *report)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    buf_add_str(&out, citations_written(arena, report, str_trim(report->body)));
    buf_add_char(&out, '\n');
    if (report->extractive)
        buf_format(&out, "\n*Extractive: %s; the sentences are quoted from the sources.*\n",
                   report->usage.calls ? "written without a model" : "no model was used");
    sources_markdown(arena, &out, report);
    return buf_take(&out, arena);
}

/* The figures behind the answer, and what the signs in the text mean. */
static void write_figures(struct arena *arena, struct buf *out, const struct report *report,
                          const bool used[VERDICT_COUNT])
{
    struct str claims = report_claim_figures(arena, report);
    bool any = false;

    buf_add_z(out, "> ");
    if (claims.len) {
        markdown_escape(out, claims);
        const char *them = report->summary.left_out == 1 ? "it" : "them";
        if (report->summary.left_out && report->run.len)
            buf_format(out, " To see %s: `fathom claims %.*s --left-out`.", them, STR_ARG(report->run));
        else if (report->summary.left_out)
            buf_format(out, " The report as HTML or JSON lists %s.", them);
        buf_add_z(out, "\n>\n> ");
    }
    markdown_escape(out, report_run_figures(arena, report));
    for (size_t i = 0; i < VERDICT_COUNT; i++) {
        const struct claim_look *look = verdict_look(verdict_order[i]);

        if (!used[verdict_order[i]])
            continue;
        buf_format(out, "%s%s %s", any ? ", " : "\n>\n> Signs: ", look->mark, look->name);
        any = true;
    }
    buf_add_char(out, '\n');
}

struct str report_markdown(struct arena *arena, const struct report *report)
{
    bool used[VERDICT_COUNT] = { 0 };
    struct str title, body = body_without_title(claims_signed(arena, report, used), &title);
    struct buf out;

    body = citations_written(arena, report, body);
    size_t end = body_answer_end(body);
    buf_init(&out, OUT_MAX);
    buf_add_z(&out, "# ");
    markdown_escape(&out, report_title(arena, report));
    buf_add_z(&out, "\n\n");
    if (end)
        buf_format(&out, "%.*s\n\n", STR_ARG(str_trim(str_sub(body, 0, end))));
    write_figures(arena, &out, report, used);
    if (end < body.len)
        buf_format(&out, "\n%.*s\n", STR_ARG(str_trim(str_sub(body, end, body.len))));
    voices_markdown(arena, &out, report);
    write_notes(&out, "What to know about this report", &report->warnings);
    write_notes(&out, "What was skipped", &report->skipped);
    claims_markdown(arena, &out, report);
    sources_markdown(arena, &out, report);
    if (report->digest.len && !report->brief)
        buf_format(
            &out,
            "\n---\n\nDigest of the text, its claims and their sources: `%.*s` (`fathom verify FILE --digest …`)\n",
            STR_ARG(report->digest));
    return buf_take(&out, arena);
}
