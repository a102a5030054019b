/* The report as one HTML file that loads nothing and runs no script: the answer,
 * the figures, the rest of the text, what was left out, the sources; the evidence
 * in cards that open beside the text. Everything that comes from pages, models
 * and people passes html_escape(). */
#include "base/asset.h"
#include "base/hash.h"
#include "report/body.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/report.h"
#include "report/sources.h"
#include "report/voices.h"
#include "text/counts.h"
#include "text/language_detect.h"

enum { OUT_MAX = 64 << 20, SOUNDINGS_FEW = 2, SOUNDINGS_MANY = 40, SOUNDINGS_MAX = 150, DEPTH_MAX = 4 };

struct page {
    struct arena *arena;
    struct buf *out;
    const struct report *report;
    struct body_html body;
    size_t claims, left_out;
};

/* --- head --- */

/* The style sheet, and the rules that need to know the claims. */
static struct str style_of(const struct page *p)
{
    struct str css = { 0 };
    size_t n = 0;
    struct buf out;

    asset_find("src/report/report.css", &css);
    buf_init(&out, OUT_MAX);
    buf_add_str(&out, css);
    for (size_t i = 0; i < VERDICT_COUNT; i++) {
        const char *word = verdict_look((int) i)->word;

        buf_format(
            &out,
            ".pane:has(#f-%s:checked) .claims li:not(.v-%s) { display: none; } body:has(#f-%s:checked) .s.v-%s { "
            "background: var(--vt); box-shadow: 0 0 0 .16em var(--vt); }\n",
            word, word, word, word);
    }
    for (size_t i = 0; i < p->report->claims_n; i++)
        if (claim_is_shown(&p->report->claims[i])) {
            long long number = (long long) p->report->claims[i].number;

            buf_format(&out, "%sbody:has(#e%lld:popover-open) .c%lld", n++ ? ",\n" : "", number, number);
        }
    if (n)
        buf_add_z(&out, " { background: var(--vt); box-shadow: 0 0 0 .16em var(--vt); }\n");
    return buf_take(&out, p->arena);
}

static void write_head(struct page *p, struct str title)
{
    struct str style = style_of(p);
    char digest[HASH_BASE64_SIZE];

    hash_base64(hash_of(style), digest);
    buf_format(
        p->out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-%s'; base-uri "
        "'none'; form-action 'none'\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
        digest);
    html_escape(p->out, title);
    buf_add_z(p->out, "</title>\n<style>");
    buf_add_str(p->out, style);
    buf_add_z(p->out, "</style>\n</head>\n");
}

/* --- contents --- */

static void write_entry(struct page *p, const char *id, struct str title, const struct body_section *section)
{
    buf_format(p->out, "<li><a href=\"#%s\">", id);
    html_escape(p->out, title);
    if (section && section->claims_n) {
        buf_add_z(p->out, "<span class=\"dots\" aria-hidden=\"true\">");
        for (size_t i = 0; i < section->claims_n; i++)
            buf_format(p->out, "<i class=\"v-%s\"></i>", claim_look(section->claims[i])->word);
        buf_add_z(p->out, "</span>");
    }
    buf_add_z(p->out, "</a></li>");
}

static void write_contents(struct page *p)
{
    buf_add_z(p->out, "<ul>");
    write_entry(p, "answer", str("Answer"), NULL);
    for (size_t i = 0; i < p->body.sections_n; i++) {
        char id[32];

        snprintf(id, sizeof id, "part-%zu", i);
        write_entry(p, id, p->body.sections[i].title, &p->body.sections[i]);
    }
    if (p->report->conflicts_n)
        write_entry(p, "conflicts", str("Contradictions"), NULL);
    if (p->report->voices_n)
        write_entry(p, "voices", str("Who answered"), NULL);
    if (p->report->warnings.n)
        write_entry(p, "notes", str("What to know"), NULL);
    if (p->left_out)
        write_entry(p, "left-out", str("Left out"), NULL);
    if (p->report->sources_n)
        write_entry(p, "sources", str("Sources"), NULL);
    write_entry(p, "about", str("About this report"), NULL);
    buf_add_z(p->out, "</ul>");
}

/* --- figures --- */

static int64_t depth_of(const struct claim_row *c)
{
    int64_t depth = c->independent > DEPTH_MAX ? DEPTH_MAX : c->independent;

    return depth == 0 && c->spans_n && c->verdict != VERDICT_UNCHECKED ? 1 : depth;
}

static void write_legend(struct page *p, const bool used[VERDICT_COUNT])
{
    buf_add_z(p->out,
              "<p class=\"legend\"><span>Each line is a claim; a longer line has more independent sources.</span>");
    for (size_t i = 0; i < VERDICT_COUNT; i++) {
        const struct claim_look *look = verdict_look(verdict_order[i]);

        if (!used[verdict_order[i]])
            continue;
        buf_format(p->out, "<span class=\"v-%s\">", look->word);
        html_sign(p->out, look->sign);
        buf_format(p->out, "%s</span>", look->name);
    }
    buf_add_z(p->out, "</p>\n");
}

/* Every claim as a line from the surface: as deep as it has independent sources. A picture, where it shows a difference;
 * the list of claims says the same. */
static void write_soundings(struct page *p)
{
    const struct report *report = p->report;
    bool used[VERDICT_COUNT] = { 0 };
    int64_t deepest = 0;
    size_t verdicts = 0;

    for (size_t i = 0; i < report->claims_n; i++)
        if (claim_is_counted(&report->claims[i])) {
            verdicts += !used[report->claims[i].verdict];
            used[report->claims[i].verdict] = true;
            deepest = depth_of(&report->claims[i]) > deepest ? depth_of(&report->claims[i]) : deepest;
        }
    if (p->claims <= SOUNDINGS_FEW || p->claims > SOUNDINGS_MAX || report->summary.checked == 0 ||
        (verdicts < 2 && deepest < 2))
        return;
    buf_format(p->out, "<div class=\"soundings%s%s\" aria-hidden=\"true\">", deepest < 2 ? " flat" : "",
               p->claims > SOUNDINGS_MANY ? " many" : "");
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *c = &report->claims[i];

        if (!claim_is_counted(c))
            continue;
        buf_format(p->out, "<a class=\"v-%s d%lld\"", claim_look(c)->word, (long long) depth_of(c));
        if (p->body.shown[i])
            buf_format(p->out, " href=\"#s%lld\" tabindex=\"-1\"", (long long) c->number);
        buf_add_z(p->out, " title=\"");
        html_escape(p->out, claim_words(p->arena, report, c));
        buf_add_z(p->out, "\"><i></i>");
        html_sign(p->out, claim_look(c)->sign);
        buf_add_z(p->out, "</a>");
    }
    buf_add_z(p->out, "</div>\n");
    write_legend(p, used);
}

static void write_figures(struct page *p)
{
    struct str claims = report_claim_figures(p->arena, p->report), run = report_run_figures(p->arena, p->report);

    buf_add_z(p->out, "<section class=\"facts\" aria-label=\"How far this report was checked\">\n");
    if (claims.len) {
        buf_add_z(p->out, "<p>");
        html_escape(p->out, claims);
        buf_add_z(p->out, "</p>\n");
    }
    buf_add_z(p->out, "<p>");
    html_escape(p->out, run);
    buf_add_z(p->out, "</p>\n");
    write_soundings(p);
    if (p->claims)
        buf_format(p->out,
                   "<button class=\"open\" type=\"button\" popovertarget=\"claims\">Show the %.*s by "
                   "verdict</button>\n",
                   STR_ARG(text_counted(p->arena, (int64_t) p->claims, "claim", "claims")));
    buf_add_z(p->out, "</section>\n");
}

/* --- the text --- */

static void write_answer(struct page *p)
{
    struct str label = p->body.label.len                    ? p->body.label
                       : p->report->answered == ANSWERED_NO ? str("No answer was found")
                                                            : str("Answer");
    const char *code = language_detect(p->report->body);
    struct str language = code[0] ? str_format(p->arena, " lang=\"%s\"", code) : str("");

    buf_add_z(p->out, "<section class=\"answer\" id=\"answer\" aria-labelledby=\"answer-title\"><h2 class=\"label\" "
                      "id=\"answer-title\">");
    html_escape(p->out, label);
    buf_format(p->out, "</h2>\n<div dir=\"auto\"%s%.*s>\n", p->report->extractive ? " class=\"extract\"" : "",
               STR_ARG(language));
    buf_add_str(p->out, p->body.answer);
    buf_add_z(p->out, "</div></section>\n");
    write_figures(p);
    if (p->body.rest.len == 0)
        return;
    buf_add_z(p->out, "<details class=\"fold tocfold\"><summary>Contents</summary><nav class=\"toc\" "
                      "aria-label=\"Contents, folded\">");
    write_contents(p);
    buf_format(p->out, "</nav></details>\n<div class=\"prose%s\" dir=\"auto\"%.*s>\n",
               p->report->extractive ? " extract" : "", STR_ARG(language));
    buf_add_str(p->out, p->body.rest);
    buf_add_z(p->out, "</div>\n");
}

static void write_notes(struct page *p, const struct str_list *notes)
{
    buf_add_z(p->out, "<ul class=\"notes\">\n");
    for (size_t i = 0; i < notes->n; i++) {
        buf_add_z(p->out, "<li>");
        html_escape(p->out, notes->items[i]);
        buf_add_z(p->out, "</li>\n");
    }
    buf_add_z(p->out, "</ul>\n");
}

static void write_about(struct page *p)
{
    const struct report *report = p->report;

    buf_add_z(p->out, "<section><h2 class=\"sec\" id=\"about\">About this report</h2>\n");
    if (report->skipped.n) {
        buf_format(p->out, "<details class=\"fold\"><summary>What was skipped <span>%zu</span></summary>",
                   report->skipped.n);
        write_notes(p, &report->skipped);
        buf_add_z(p->out, "</details>\n");
    }
    buf_add_z(p->out, "<p class=\"small soft\">This file loads nothing and runs no script.");
    if (report->digest.len)
        buf_format(
            p->out,
            " The digest of its text, claims and sources is <code>%.*s</code>; with the bundle of the report anybody "
            "can check it: <code>fathom verify FILE.fathom --digest \u2026</code>",
            STR_ARG(report->digest));
    buf_add_z(p->out, "</p></section>\n");
}

static void write_main(struct page *p, struct str title)
{
    const struct report *report = p->report;

    buf_add_z(p->out,
              "<main class=\"doc\">\n<p class=\"brand\"><svg viewBox=\"0 0 20 16\" aria-hidden=\"true\"><path d=\"M0 "
              "1.5h20M4 1.5V7m6-5.5V15m6-13.5V11\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"2\"/></svg>"
              "<b>fathom</b><span>research report</span></p>\n<h1 dir=\"auto\">");
    html_escape(p->out, title);
    buf_add_z(p->out, "</h1>\n");
    if (!str_eq(str_trim(report->query), title) && !str_empty(str_trim(report->query))) {
        buf_add_z(p->out, "<p class=\"asked\">Asked: ");
        html_escape(p->out, text_one_line(p->arena, report->query));
        buf_add_z(p->out, "</p>\n");
    }
    write_answer(p);
    voices_html(p->arena, p->out, report);
    if (report->warnings.n) {
        buf_add_z(p->out, "<section><h2 class=\"sec\" id=\"notes\">What to know about this report</h2>\n");
        write_notes(p, &report->warnings);
        buf_add_z(p->out, "</section>\n");
    }
    claims_html_left_out(p->arena, p->out, report);
    sources_html(p->arena, p->out, report);
    write_about(p);
    buf_add_z(p->out, "</main>\n");
}

static void write_foot(struct page *p)
{
    static const char *const themes[] = { "Auto", "Light", "Dark" };
    static const char *const ids[] = { "auto", "light", "dark" };

    buf_add_z(p->out, "<footer class=\"foot\"><span>Made with fathom " FATHOM_VERSION
                      "</span><fieldset class=\"chips\"><legend class=\"vh\">Colours</legend>");
    for (size_t i = 0; i < 3; i++)
        buf_format(p->out,
                   "<label class=\"chip\"><input type=\"radio\" name=\"th\" id=\"th-%s\"%s><span>%s</span></label>",
                   ids[i], i ? "" : " checked", themes[i]);
    buf_add_z(p->out, "</fieldset></footer>\n");
}

struct str report_html(struct arena *arena, const struct report *report)
{
    struct str title = report_title(arena, report);
    struct buf out;
    struct page p = { .arena = arena, .out = &out, .report = report };

    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < report->claims_n; i++) {
        p.claims += claim_is_counted(&report->claims[i]);
        p.left_out += report->claims[i].left_out;
    }
    body_html(arena, report, &p.body);
    write_head(&p, title);
    buf_add_z(&out, "<body>\n<a class=\"skip\" href=\"#answer\">Skip to the answer</a>\n");
    html_signs(&out);
    buf_add_z(&out, "<div class=\"page\">\n");
    if (p.body.rest.len) {
        buf_add_z(&out, "<nav class=\"toc tocside\" aria-label=\"Contents\"><p class=\"label\">Contents</p>");
        write_contents(&p);
        buf_add_z(&out, "</nav>\n");
    }
    write_main(&p, title);
    claims_html_list(arena, &out, report);
    write_foot(&p);
    buf_add_z(&out, "</div>\n");
    claims_html_cards(arena, &out, report);
    buf_add_z(&out, "</body>\n</html>\n");
    return buf_take(&out, arena);
}
