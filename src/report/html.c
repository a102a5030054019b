/* The report as one HTML file that loads nothing: the body through cmark-gfm in
 * safe mode, everything else through the escaper. Markers become links to
 * their source; other links and images become their text, whoever wrote the
 * body: an address in it could carry the question away. */
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/citations.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/report.h"

enum { OUT_MAX = 64 << 20 };

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1d2126;--soft:#5b6570;--line:#d9dee4;--paper:#fff;--panel:#f5f7f9;--link:#0b5cad;--good:#1a6b34;--bad:#a3291f}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#e4e7ea;--soft:#9aa5b1;--line:#333b44;--paper:#15191d;--panel:#1d2328;--link:#7ab8ff;--good:#7bd08f;--bad:#ff9b8f}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.65 Georgia,\"Times New Roman\",serif}\n"
    "main{max-width:44rem;margin:0 auto;padding:3rem 1.25rem 5rem}\n"
    "h1,h2,h3,h4,.facts,.sources,.notes,footer{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif}\n"
    "h1{font-size:2rem;line-height:1.2;margin:0 0 .75rem;text-wrap:balance}\n"
    "h2{font-size:1.35rem;line-height:1.3;margin:2.5rem 0 .75rem}\n"
    "h3{font-size:1.1rem;margin:2rem 0 .5rem}\n"
    "p,ul,ol,blockquote,pre,table{margin:0 0 1.1rem}\n"
    "a{color:var(--link);text-underline-offset:.15em}\n"
    "a:focus-visible{outline:2px solid var(--link);outline-offset:2px}\n"
    ".facts{color:var(--soft);font-size:.9rem;line-height:1.5;padding:0 0 1.25rem;margin:0 0 2rem;border-bottom:1px solid var(--line)}\n"
    ".facts span:not(:last-child)::after{content:\" \\00b7 \"}\n"
    "a[href^=\"#source-\"]{font:600 .72em/1 system-ui,sans-serif;vertical-align:.35em;text-decoration:none;padding:0 .1em}\n"
    "a[href^=\"#source-\"]:hover{text-decoration:underline}\n"
    "blockquote{margin-left:0;padding:.1rem 0 .1rem 1rem;border-left:3px solid var(--line);color:var(--soft)}\n"
    "code,pre{font:.9em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}\n"
    "code{background:var(--panel);border-radius:3px;padding:.1em .3em}\n"
    "pre{background:var(--panel);border-radius:6px;padding:1rem;overflow-x:auto}\npre code{padding:0;background:none}\n"
    ".wide{overflow-x:auto}\n"
    "table{border-collapse:collapse;font-size:.95em}\n"
    "th,td{border-bottom:1px solid var(--line);padding:.45rem .8rem .45rem 0;text-align:left;vertical-align:top}\n"
    ".sources ol{list-style:none;padding:0;margin:0}\n"
    ".sources li{display:grid;grid-template-columns:2.4rem 1fr;margin:0 0 .8rem;font-size:.95rem;line-height:1.45;overflow-wrap:anywhere}\n"
    ".sources li:target{background:var(--panel);box-shadow:0 0 0 .5rem var(--panel);border-radius:2px}\n"
    ".number,.about{color:var(--soft)}\n.about{display:block;font-size:.85rem}\n"
    ".evidence{font-family:system-ui,-apple-system,\"Segoe UI\",Roboto,sans-serif;font-size:.92rem}\n"
    ".evidence ol{padding-left:1.6rem}\n"
    ".claim{margin:0 0 1.2rem;padding-left:.3rem}\n.claim p{margin:0 0 .4rem}\n"
    ".claim .close{display:none}\n"
    ".claim:target{position:fixed;left:0;right:0;bottom:0;z-index:1;max-height:55vh;overflow:auto;margin:0;padding:1rem 1.25rem 1.25rem;"
    "background:var(--panel);border-top:1px solid var(--line);box-shadow:0 -.5rem 2rem #0003;list-style-position:inside}\n"
    ".claim:target .close{display:inline;float:right}\n"
    ".verdict{font-weight:600}\n.verdict.supported{color:var(--good)}\n"
    ".verdict.unsupported,.verdict.contradicted{color:var(--bad)}\n.verdict.partial,.verdict.unchecked{color:var(--soft)}\n"
    ".span{margin:0 0 .6rem}\n.span blockquote{margin:0 0 .2rem;white-space:pre-line}\n"
    ".span figcaption,.numbers{color:var(--soft);font-size:.85rem;overflow-wrap:anywhere}\n.alternate blockquote{border-left-style:dotted}\n"
    ".notes{background:var(--panel);border-radius:6px;padding:.1rem 1.25rem;margin-top:2.5rem;font-size:.92rem}\n"
    ".notes h2{font-size:1rem;margin:1rem 0 .5rem}\n"
    "@media print{body{font-size:11pt}main{max-width:none;padding:0}}\n";

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void register_extensions(void) { cmark_gfm_core_extensions_ensure_registered(); }

static cmark_node *parse(struct str body)
{
    static const char *const names[] = { "table", "strikethrough", NULL };
    cmark_parser *parser;
    cmark_node *document;

    pthread_once(&registered, register_extensions);
    parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8);
    for (size_t i = 0; names[i]; i++) {
        cmark_syntax_extension *extension = cmark_find_syntax_extension(names[i]);

        if (extension)
            cmark_parser_attach_syntax_extension(parser, extension);
    }
    cmark_parser_feed(parser, body.data ? body.data : "", body.len);
    document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    cmark_consolidate_text_nodes(document);
    return document;
}

static cmark_node *text_node(struct str text)
{
    cmark_node *node = cmark_node_new(CMARK_NODE_TEXT);
    struct buf z;

    buf_init(&z, text.len + 1);
    buf_add_str(&z, text);
    cmark_node_set_literal(node, z.data ? z.data : "");
    buf_free(&z);
    return node;
}

/* A link node: unlike custom markup it may stand anywhere, table cells included. */
static cmark_node *marker_node(const struct report *report, int64_t number, int64_t claim)
{
    cmark_node *link = cmark_node_new(CMARK_NODE_LINK);
    struct arena *arena = arena_new();
    char text[64];

    snprintf(text, sizeof text, claim ? "#claim-%lld" : "#source-%lld", (long long) (claim ? claim : number));
    cmark_node_set_url(link, text);
    const struct report_source *source = report_source(report, number);
    if (str_is(report->citations, "classical") && url_is_web(source->url)) {
        cmark_node_set_url(link, str_z(arena, source->url));
        cmark_node_append_child(link, text_node(str_empty(source->title) ? source->url : source->title));
        arena_free(arena);
        return link;
    }
    snprintf(text, sizeof text, claim ? "Source %lld: see the evidence" : "Source %lld", (long long) number);
    cmark_node_set_title(link, text);
    cmark_node_append_child(link, text_node(str_format(arena, "[%.*s]", STR_ARG(citation_key(arena, report, number)))));
    arena_free(arena);
    return link;
}

static void insert_before(cmark_node *node, cmark_node *before)
{
    if (!cmark_node_insert_before(node, before))
        cmark_node_free(before);
}

/* "[12]" at `at`: its number and end. */
static bool marker_at(struct str text, size_t at, int64_t *ret, size_t *ret_end)
{
    ptrdiff_t close = str_find_char(text, ']', at);

    if (text.data[at] != '[' || close < 0 || (size_t) close > at + 10 ||
        !str_to_int(str_sub(text, at + 1, (size_t) close), ret))
        return false;
    *ret_end = (size_t) close + 1;
    return true;
}

/* Splits a text node at its markers. */
static void link_markers(cmark_node *node, const struct report *report)
{
    struct str text = str(cmark_node_get_literal(node));
    size_t from = 0;

    if (!text.data || str_find_char(text, '[', 0) < 0)
        return;
    for (size_t at = 0; at < text.len; at++) {
        int64_t number, claim;
        size_t end, behind;

        if (!marker_at(text, at, &number, &end) || !report_source(report, number))
            continue;
        if (at > from)
            insert_before(node, text_node(str_sub(text, from, at)));
        claim = claims_number_at(text, end, &behind);
        insert_before(node, marker_node(report, number, claim));
        end = claim ? behind : end;
        from = end;
        at = end - 1;
    }
    if (from == 0)
        return;
    if (from < text.len)
        insert_before(node, text_node(str_sub(text, from, text.len)));
    cmark_node_unlink(node);
    cmark_node_free(node);
}

static bool inside_link(cmark_node *node)
{
    for (cmark_node *up = cmark_node_parent(node); up; up = cmark_node_parent(up))
        if (cmark_node_get_type(up) == CMARK_NODE_LINK || cmark_node_get_type(up) == CMARK_NODE_IMAGE)
            return true;
    return false;
}

static bool leads_to_source(const struct report *report, cmark_node *link)
{
    struct str url = str(cmark_node_get_url(link));

    for (size_t i = 0; i < report->sources_n; i++)
        if (url_is_web(url) && str_eq(report->sources[i].url, url))
            return true;
    return false;
}

/* A link or an image is shown as what it says. */
static void unlink_node(cmark_node *node)
{
    cmark_node *child;

    if (!cmark_node_first_child(node) && cmark_node_get_type(node) == CMARK_NODE_IMAGE)
        insert_before(node, text_node(str("image")));
    while ((child = cmark_node_first_child(node)))
        insert_before(node, child); /* moves it */
    cmark_node_unlink(node);
    cmark_node_free(node);
}

/* Nodes are collected first: changing the tree under an iterator is not allowed. */
struct nodes {
    cmark_node **items;
    size_t n, capacity;
};

static void collect(cmark_node *document, cmark_node_type type, struct arena *arena, struct nodes *ret)
{
    cmark_iter *iter = cmark_iter_new(document);
    cmark_event_type event;

    *ret = (struct nodes){ 0 };
    while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE) {
        cmark_node *node = cmark_iter_get_node(iter);

        if (event != CMARK_EVENT_ENTER || cmark_node_get_type(node) != type)
            continue;
        ret->items = arena_grow(arena, ret->items, &ret->capacity, ret->n + 1, sizeof *ret->items);
        ret->items[ret->n++] = node;
    }
    cmark_iter_free(iter);
}

static void write_body(struct buf *out, const struct report *report, struct str body)
{
    struct arena *arena = arena_new();
    cmark_node *document = parse(body);
    struct nodes nodes;

    collect(document, CMARK_NODE_IMAGE, arena, &nodes);
    for (size_t i = 0; i < nodes.n; i++)
        unlink_node(nodes.items[i]);
    collect(document, CMARK_NODE_LINK, arena, &nodes);
    for (size_t i = 0; i < nodes.n; i++)
        if (!leads_to_source(report, nodes.items[i]))
            unlink_node(nodes.items[i]);
    cmark_consolidate_text_nodes(document);
    collect(document, CMARK_NODE_TEXT, arena, &nodes);
    for (size_t i = 0; i < nodes.n; i++)
        if (!inside_link(nodes.items[i]))
            link_markers(nodes.items[i], report);
    char *html = cmark_render_html(document, CMARK_OPT_DEFAULT, NULL);
    /* A wide table scrolls by itself instead of pushing the page apart. */
    struct str text = str_replace(arena, claims_clean(arena, str(html)), str("<table>"),
                                  str("<div class=\"wide\"><table>"));
    buf_add_str(out, str_replace(arena, text, str("</table>"), str("</table></div>")));
    free(html);
    cmark_node_free(document);
    arena_free(arena);
}

static void write_source(struct arena *arena, struct buf *out, const struct report *report,
                         const struct report_source *source, bool mark)
{
    struct str title = str_empty(str_trim(source->title)) ? source->url : source->title;
    bool web = url_is_web(source->url);
    const struct str about[] = { source->author, source->date,
                                 mark && source->snippet_only ? str("only what the search showed") : str(""),
                                 str(source->suspect.len ? "a passage of it reads like orders to a model" : "") };
    bool first = true;

    buf_format(out, "<li id=\"source-%lld\"><span class=\"number\">[%.*s]</span><div>", (long long) source->number,
               STR_ARG(citation_key(arena, report, source->number)));
    if (web) {
        buf_add_z(out, "<a rel=\"noopener nofollow\" href=\"");
        html_escape_url(out, source->url);
        buf_add_z(out, "\">");
    }
    html_escape(out, title);
    buf_add_z(out, web ? "</a>" : "");
    buf_add_z(out, "<span class=\"about\">");
    if (web && !str_eq(title, source->url)) {
        html_escape(out, source->url);
        first = false;
    }
    for (size_t i = 0; i < sizeof about / sizeof *about; i++)
        if (!str_empty(about[i])) {
            buf_add_z(out, first ? "" : " \u00b7 ");
            html_escape(out, about[i]);
            first = false;
        }
    buf_add_z(out, "</span></div></li>\n");
}

static void write_sources(struct arena *arena, struct buf *out, const struct report *report)
{
    bool mark = !report_snippets_only(report);
    size_t cited = 0;

    for (size_t i = 0; i < report->sources_n; i++)
        cited += report->sources[i].cited;
    if (report->sources_n == 0)
        return;
    buf_add_z(out, "<section class=\"sources\">\n<h2>Sources</h2>\n");
    if (!mark)
        buf_add_z(
            out,
            "<p class=\"about\">The report rests on what the search engines showed of these pages; the pages were not read.</p>\n");
    buf_add_z(out, "<ol>\n");
    for (size_t i = 0; i < report->sources_n; i++)
        if (report->sources[i].cited || cited == 0)
            write_source(arena, out, report, &report->sources[i], mark);
    buf_add_z(out, "</ol>\n");
    if (cited && cited < report->sources_n) {
        buf_add_z(out, "<h3>Found, not cited</h3>\n<ol>\n");
        for (size_t i = 0; i < report->sources_n; i++)
            if (!report->sources[i].cited)
                write_source(arena, out, report, &report->sources[i], mark);
        buf_add_z(out, "</ol>\n");
    }
    buf_add_z(out, "</section>\n");
}

static void write_notes(struct buf *out, const char *heading, const struct str_list *notes)
{
    if (notes->n == 0)
        return;
    buf_format(out, "<section class=\"notes\">\n<h2>%s</h2>\n<ul>\n", heading);
    for (size_t i = 0; i < notes->n; i++) {
        buf_add_z(out, "<li>");
        html_escape(out, notes->items[i]);
        buf_add_z(out, "</li>\n");
    }
    buf_add_z(out, "</ul>\n</section>\n");
}

static void write_summary(struct arena *arena, struct buf *out, const struct report *report)
{
    struct str_list facts = { 0 };

    claims_facts(arena, report, &facts);
    for (size_t i = 0; i < facts.n; i++) {
        buf_add_z(out, i ? " <span>" : "<p class=\"facts summary\"><span>");
        html_escape(out, facts.items[i]);
        buf_add_z(out, i + 1 < facts.n ? "</span>" : "</span></p>\n");
    }
}

struct str report_html(struct arena *arena, const struct report *report)
{
    struct str title = report_title(arena, report), body = str_trim(claims_numbered(arena, report)), line;
    struct str_list facts = { 0 };
    struct buf out;

    buf_init(&out, OUT_MAX);
    if (str_starts(body, "# "))
        str_next_line(&body, &line);
    buf_add_z(
        &out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        "<meta name=\"referrer\" content=\"no-referrer\">\n<title>");
    html_escape(&out, title);
    buf_add_z(&out, "</title>\n<style>\n");
    buf_add_z(&out, style);
    buf_add_z(&out, "</style>\n</head>\n<body>\n<main>\n<article>\n<h1>");
    html_escape(&out, title);
    buf_add_z(&out, "</h1>\n<p class=\"facts\">");
    report_facts(arena, report, &facts);
    for (size_t i = 0; i < facts.n; i++) {
        buf_add_z(&out, i ? " <span>" : "<span>");
        html_escape(&out, facts.items[i]);
        buf_add_z(&out, "</span>");
    }
    buf_add_z(&out, "</p>\n");
    write_summary(arena, &out, report);
    write_body(&out, report, body);
    buf_add_z(&out, "</article>\n");
    claims_html(&out, report);
    write_sources(arena, &out, report);
    write_notes(&out, "What to know about this report", &report->warnings);
    write_notes(&out, "What was skipped", &report->skipped);
    if (report->digest.len)
        buf_format(&out, "<p class=\"about\">Digest of the text, its claims and their sources: <code>%.*s</code></p>\n",
                   STR_ARG(report->digest));
    buf_add_z(&out, "</main>\n</body>\n</html>\n");
    return buf_take(&out, arena);
}
