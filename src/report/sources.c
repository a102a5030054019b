#include "report/sources.h"

#include "net/url.h"
#include "report/citations.h"
#include "report/markup.h"
#include "text/utf8.h"

#define ONLY_SNIPPETS "The report rests on what the search engines showed of these pages; the pages were not read."

/* --- names --- */

struct str source_title(const struct report_source *source)
{
    return str_empty(str_trim(source->title)) ? source->url : source->title;
}

struct str source_place(struct arena *arena, const struct report_source *source)
{
    struct str url = source->url, part, name = { 0 };

    if (url_is_web(url)) {
        struct str domain = url_domain(url);

        return str_starts(domain, "www.") ? str_sub(domain, 4, domain.len) : domain;
    }
    if (str_starts(url, "model:")) /* run/sources.h: what a model said */
        return str("");
    if (str_starts_nocase(url, "file:"))
        url = str_sub(url, 5, url.len);
    while (str_next(&url, '/', &part))
        name = part.len ? part : name;
    return text_one_line(arena, name);
}

struct str source_about(struct arena *arena, const struct report_source *source)
{
    const struct str all[] = { source_place(arena, source), source->author, source->date };
    struct str_list parts = { 0 };

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!str_empty(str_trim(all[i])) && !str_eq(all[i], source_title(source)))
            str_list_add(arena, &parts, text_one_line(arena, all[i]));
    return str_join(arena, parts.items, parts.n, ", ");
}

/* What a reader must know of it, or empty. */
static const char *caution(const struct report_source *source, bool mark)
{
    return !str_empty(source->suspect)    ? "a passage of it reads like instructions to a model"
           : mark && source->snippet_only ? "only what the search showed"
                                          : "";
}

/* No digit: beside the number of the source it would read as another one. 0: there is none. */
static int32_t first_letter(struct str text)
{
    size_t at = str_starts(text, "www.") ? 4 : 0;

    while (at < text.len) {
        int32_t c = utf8_next(text, &at);

        if (utf8_is_word(c) && !(c >= '0' && c <= '9'))
            return c >= 'a' && c <= 'z' ? c - ('a' - 'A') : c;
    }
    return 0;
}

void source_letter(struct buf *out, const struct report_source *source)
{
    struct str title = source_title(source), from = url_is_web(source->url) ? url_domain(source->url) : title;
    int32_t c = first_letter(from);
    char letter[4];

    c = c ? c : first_letter(title);
    c = c ? c : '#';
    buf_format(out, "<span class=\"letter l%u\" aria-hidden=\"true\">", (unsigned) (str_hash(from) % 5));
    html_escape(out, str_n(letter, (size_t) utf8_encode(c, letter)));
    buf_add_z(out, "</span>");
}

static size_t count_cited(const struct report *report)
{
    size_t n = 0;

    for (size_t i = 0; i < report->sources_n; i++)
        n += report->sources[i].cited;
    return n;
}

/* --- Markdown --- */

static void write_markdown(struct arena *arena, struct buf *out, const struct report *report,
                           const struct report_source *source, bool mark)
{
    bool web = url_is_web(source->url);
    const struct str more[] = { web ? str("") : source_place(arena, source), source->author, source->date };
    const char *note = caution(source, mark);

    buf_format(out, "- [%.*s] ", STR_ARG(citation_key(arena, report, source->number)));
    if (web)
        buf_add_char(out, '[');
    markdown_escape(out, !web && str_empty(str_trim(source->title)) ? more[0] : source_title(source));
    if (web) {
        buf_add_z(out, "](");
        markdown_url(out, source->url);
        buf_add_char(out, ')');
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (!str_empty(str_trim(more[i])) && !str_eq(more[i], source->title) &&
            (i || !str_empty(str_trim(source->title)))) {
            buf_add_z(out, ", ");
            markdown_escape(out, more[i]);
        }
    buf_format(out, note[0] ? " (%s)\n" : "%s\n", note);
}

void sources_markdown(struct arena *arena, struct buf *out, const struct report *report)
{
    size_t cited = count_cited(report);
    bool mark = !report_snippets_only(report);

    if (report->sources_n == 0 || (cited == 0 && report->brief)) /* the figures say how many were found */
        return;
    buf_add_z(out, "\n## Sources\n\n");
    if (!mark)
        buf_add_z(out, ONLY_SNIPPETS "\n\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].cited || cited == 0)
            write_markdown(arena, out, report, &report->sources[i], mark);
    if (cited == 0 || cited == report->sources_n || report->brief)
        return;
    buf_add_z(out, "\n### Found, not cited\n\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (!report->sources[i].cited)
            write_markdown(arena, out, report, &report->sources[i], mark);
}

/* --- HTML --- */

static void write_html(struct arena *arena, struct buf *out, const struct report *report,
                       const struct report_source *source, bool mark)
{
    bool web = url_is_web(source->url);
    struct str title = web || !str_empty(str_trim(source->title)) ? source_title(source) : source_place(arena, source);
    struct str about = source_about(arena, source);
    const char *note = caution(source, mark);

    buf_format(out, "<li id=\"source-%lld\">", (long long) source->number);
    source_letter(out, source);
    buf_add_z(out, "<span class=\"n\">");
    html_escape(out, citation_key(arena, report, source->number));
    buf_add_z(out, "</span><div>");
    if (web) {
        buf_add_z(out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
        html_escape_url(out, source->url);
        buf_add_z(out, "\">");
    } else {
        buf_add_z(out, "<strong>");
    }
    html_escape(out, title);
    buf_add_z(out, web ? "</a>" : "</strong>");
    if (about.len || note[0]) {
        buf_add_z(out, "<span class=\"about\">");
        html_escape(out, about);
        buf_format(out, "%s%s</span>", about.len && note[0] ? "; " : "", note);
    }
    buf_add_z(out, "</div></li>\n");
}

static void write_list(struct arena *arena, struct buf *out, const struct report *report, bool cited, bool all)
{
    bool mark = !report_snippets_only(report);

    buf_add_z(out, "<ol class=\"sources\">\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (all || report->sources[i].cited == cited)
            write_html(arena, out, report, &report->sources[i], mark);
    buf_add_z(out, "</ol>\n");
}

void sources_html(struct arena *arena, struct buf *out, const struct report *report)
{
    size_t cited = count_cited(report);

    if (report->sources_n == 0)
        return;
    buf_add_z(out, "<section><h2 class=\"sec\" id=\"sources\">Sources</h2>\n");
    if (report_snippets_only(report))
        buf_add_z(out, "<p class=\"small soft\">" ONLY_SNIPPETS "</p>\n");
    write_list(arena, out, report, true, cited == 0);
    if (cited && cited < report->sources_n) {
        buf_format(out, "<details class=\"fold\"><summary>Found, not cited <span>%zu</span></summary>\n",
                   report->sources_n - cited);
        write_list(arena, out, report, false, false);
        buf_add_z(out, "</details>\n");
    }
    buf_add_z(out, "</section>\n");
}
