/* Every tag is written here, and all text passes html_escape(): raw HTML of a body is shown as text. */
#include "report/body.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <pthread.h>
#include <string.h>

#include "report/internal.h"
#include "report/markup.h"

enum { OUT_MAX = 64 << 20, LEAD_MAX = 220, LEAD_BIG_MAX = 110 };

/* --- parsing --- */

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void register_extensions(void) { cmark_gfm_core_extensions_ensure_registered(); }

cmark_node *body_parse(struct str markdown)
{
    static const char *const names[] = { "table", "strikethrough" };

    pthread_once(&registered, register_extensions);
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT | CMARK_OPT_VALIDATE_UTF8);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cmark_syntax_extension *extension = cmark_find_syntax_extension(names[i]);

        if (extension)
            cmark_parser_attach_syntax_extension(parser, extension);
    }
    cmark_parser_feed(parser, markdown.data ? markdown.data : "", markdown.len);
    cmark_node *document = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    cmark_consolidate_text_nodes(document);
    return document;
}

static bool is_heading(cmark_node *node, int most)
{
    return node && cmark_node_get_type(node) == CMARK_NODE_HEADING && cmark_node_get_heading_level(node) <= most;
}

/* The level of the headings that part the body: two, or more where there is none of these. */
static int part_level(cmark_node *document)
{
    int level = 6;

    for (cmark_node *node = cmark_node_first_child(document); node; node = cmark_node_next(node))
        if (is_heading(node, level))
            level = cmark_node_get_heading_level(node);
    return level < 2 ? 2 : level;
}

/* The heading behind the answer, or NULL: the first that parts the body and has text before it. */
static cmark_node *second_part(cmark_node *document)
{
    int level = part_level(document);
    bool text = false;

    for (cmark_node *node = cmark_node_first_child(document); node; node = cmark_node_next(node)) {
        if (is_heading(node, level) && text)
            return node;
        text = text || !is_heading(node, 6);
    }
    return NULL;
}

size_t body_answer_end(struct str markdown)
{
    cmark_node *document = body_parse(markdown);
    cmark_node *node = second_part(document);
    int lines = node ? cmark_node_get_start_line(node) - 1 : 0;
    struct str rest = markdown, line;

    cmark_node_free(document);
    if (!node)
        return markdown.len;
    while (lines-- > 0 && str_next_line(&rest, &line))
        ;
    return markdown.len - rest.len;
}

struct str body_without_title(struct str markdown, struct str *ret_title)
{
    struct str rest = str_trim(markdown), line;

    *ret_title = (struct str){ 0 };
    if (!str_starts(rest, "# ") || !str_next_line(&rest, &line))
        return rest;
    *ret_title = str_trim(str_sub(line, 2, line.len));
    return str_trim(rest);
}

/* --- nodes --- */

static struct str plain_text(const struct body_writer *w, cmark_node *node)
{
    cmark_iter *iter = cmark_iter_new(node);
    struct buf out;

    buf_init(&out, OUT_MAX);
    while (cmark_iter_next(iter) != CMARK_EVENT_DONE) {
        cmark_node *at = cmark_iter_get_node(iter);
        cmark_node_type type = cmark_node_get_type(at);

        if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE)
            buf_add_str(&out, str(cmark_node_get_literal(at)));
        else if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK)
            buf_add_char(&out, ' ');
    }
    cmark_iter_free(iter);
    return str_trim(body_plain(w, buf_take(&out, w->arena)));
}

/* Only to a source of ours: any other address could carry the question away. */
bool body_leads_to_source(const struct report *report, struct str url)
{
    for (size_t i = 0; i < report->sources_n; i++)
        if (url_is_web(url) && str_eq(report->sources[i].url, url))
            return true;
    return false;
}

static void write_link(struct body_writer *w, cmark_node *node, bool enter)
{
    struct str url = str(cmark_node_get_url(node));

    if (!body_leads_to_source(w->report, url))
        return;
    w->in_link = enter;
    if (enter) {
        buf_add_z(w->out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
        html_escape_url(w->out, url);
    }
    buf_add_z(w->out, enter ? "\">" : "</a>");
}

static void write_heading(struct body_writer *w, cmark_node *node, bool enter)
{
    int level = cmark_node_get_heading_level(node);
    struct body_html *body = w->body;

    level = level < 2 ? 2 : level > 4 ? 4 : level;
    if (!enter) {
        buf_format(w->out, "</h%d>\n", level);
    } else if (level == 2) {
        body->sections = arena_grow(w->arena, body->sections, &body->sections_capacity, body->sections_n + 1,
                                    sizeof *body->sections);
        body->sections[body->sections_n] = (struct body_section){ .title = plain_text(w, node) };
        buf_format(w->out, "<h2 id=\"part-%zu\">", body->sections_n++);
    } else {
        buf_format(w->out, "<h%d>", level);
    }
}

/* Is there something on both sides of the sign, and no emphasis open at it? */
static bool can_split(cmark_node *paragraph)
{
    for (cmark_node *child = cmark_node_first_child(paragraph); child; child = cmark_node_next(child)) {
        const char *text = cmark_node_get_type(child) == CMARK_NODE_TEXT ? cmark_node_get_literal(child) : NULL;
        const char *sign = text ? strstr(text, BODY_SPLIT) : NULL;

        if (sign)
            return cmark_node_next(child) || str_trim(str(sign + strlen(BODY_SPLIT))).len > 0;
    }
    return false;
}

/* A text that did not answer the question is not used as the lead; a quoted one is, if it is known to answer. */
static bool may_lead(const struct report *report)
{
    return report->answered == ANSWERED_YES || (report->answered == ANSWERED_UNKNOWN && !report->extractive);
}

/* The paragraph the answer begins with: its first sentence is set in large type when it is short enough for that. */
static void write_lead(struct body_writer *w, cmark_node *node)
{
    struct str text = plain_text(w, node);
    size_t end = body_first_sentence(w->arena, text), length = end;
    bool splits = w->has_signs && can_split(node), alone = text.len <= end + 1;

    for (size_t i = 0; i < end; i++)
        length -= text.data[i] == '[' && length > 3 ? 3 : 0; /* markers are small */
    if (length == 0 || length > LEAD_MAX || !may_lead(w->report) || (!splits && !alone)) {
        buf_add_z(w->out, "<p>");
        return;
    }
    w->splits = splits;
    buf_add_z(w->out, length <= LEAD_BIG_MAX ? "<p class=\"lead big\">" : "<p class=\"lead\">");
}

static void write_paragraph(struct body_writer *w, cmark_node *node, bool enter)
{
    cmark_node *parent = cmark_node_parent(node);

    if (cmark_node_get_type(parent) == CMARK_NODE_ITEM && cmark_node_get_list_tight(cmark_node_parent(parent)))
        return;
    cmark_node *before = cmark_node_previous(node);
    while (is_heading(before, 6))
        before = cmark_node_previous(before);
    bool first = w->in_answer && cmark_node_get_type(parent) == CMARK_NODE_DOCUMENT && !before;

    if (enter && first)
        write_lead(w, node);
    else
        buf_add_z(w->out, enter ? "<p>" : "</p>\n");
    if (!enter)
        w->splits = false;
}

static void write_list(struct body_writer *w, cmark_node *node, bool enter)
{
    bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    int start = cmark_node_get_list_start(node);

    if (enter && ordered && start != 1)
        buf_format(w->out, "<ol start=\"%d\">\n", start);
    else
        buf_format(w->out, "<%s%s>\n", enter ? "" : "/", ordered ? "ol" : "ul");
}

static void write_cell(struct body_writer *w, cmark_node *node, bool enter)
{
    cmark_node *row = cmark_node_parent(node), *table = cmark_node_parent(row);
    const uint8_t *alignments = cmark_gfm_extensions_get_table_alignments(table);
    const char *align = "";
    size_t column = 0;

    bool head = w->in_head && cmark_node_first_child(node); /* an empty one names no column */

    if (!enter) {
        buf_add_z(w->out, head ? "</th>" : "</td>");
        return;
    }
    for (cmark_node *before = cmark_node_previous(node); before; before = cmark_node_previous(before))
        column++;
    if (alignments && column < cmark_gfm_extensions_get_table_columns(table))
        align = alignments[column] == 'r' ? " align=\"right\"" : alignments[column] == 'c' ? " align=\"center\"" : "";
    buf_format(w->out, head ? "<th scope=\"col\"%s>" : "<td%s>", align);
}

/* Nodes of extensions have no constants of their own. */
static void write_extension(struct body_writer *w, cmark_node *node, bool enter)
{
    struct str type = str(cmark_node_get_type_string(node));

    if (str_is(type, "table")) {
        buf_add_z(w->out, enter ? "<div class=\"tablewrap\" tabindex=\"0\" role=\"region\" aria-label=\"Table\">"
                                  "<table class=\"data\">\n"
                                : "</tbody></table></div>\n");
    } else if (str_is(type, "table_header")) {
        w->in_head = enter;
        buf_add_z(w->out, enter ? "<thead><tr>" : "</tr></thead><tbody>\n");
    } else if (str_is(type, "table_row")) {
        buf_add_z(w->out, enter ? "<tr>" : "</tr>\n");
    } else if (str_is(type, "table_cell")) {
        write_cell(w, node, enter);
    } else if (str_is(type, "strikethrough")) {
        buf_add_z(w->out, enter ? "<del>" : "</del>");
    }
}

static void write_leaf(struct body_writer *w, cmark_node *node)
{
    struct str text = str(cmark_node_get_literal(node));

    switch ((int) cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: body_write_text(w, text); break;
    case CMARK_NODE_SOFTBREAK: buf_add_char(w->out, '\n'); break;
    case CMARK_NODE_LINEBREAK: buf_add_z(w->out, "<br>\n"); break;
    case CMARK_NODE_THEMATIC_BREAK: buf_add_z(w->out, "<hr>\n"); break;
    case CMARK_NODE_CODE:
        buf_add_z(w->out, "<code>");
        html_escape(w->out, body_plain(w, text));
        buf_add_z(w->out, "</code>");
        break;
    case CMARK_NODE_CODE_BLOCK:
        buf_add_z(w->out, "<pre tabindex=\"0\"><code>");
        html_escape(w->out, body_plain(w, text));
        buf_add_z(w->out, "</code></pre>\n");
        break;
    case CMARK_NODE_HTML_INLINE: /* the text between tags is a node of its own */
        if (str_starts_nocase(text, "<br"))
            buf_add_z(w->out, "<br>");
        else /* tags of a model are gone by now (text/untag.h): this is quoted, "<start-point>" of a manual */
            html_escape(w->out, body_plain(w, text));
        break;
    case CMARK_NODE_HTML_BLOCK:
        buf_add_z(w->out, "<p>");
        html_escape(w->out, str_trim(body_plain(w, text)));
        buf_add_z(w->out, "</p>\n");
        break;
    }
}

static void write_node(struct body_writer *w, cmark_node *node, bool enter)
{
    switch ((int) cmark_node_get_type(node)) {
    case CMARK_NODE_PARAGRAPH: write_paragraph(w, node, enter); break;
    case CMARK_NODE_HEADING: write_heading(w, node, enter); break;
    case CMARK_NODE_LIST: write_list(w, node, enter); break;
    case CMARK_NODE_ITEM: buf_add_z(w->out, enter ? "<li>" : "</li>\n"); break;
    case CMARK_NODE_BLOCK_QUOTE: buf_add_z(w->out, enter ? "<blockquote>\n" : "</blockquote>\n"); break;
    case CMARK_NODE_EMPH: buf_add_z(w->out, enter ? "<em>" : "</em>"); break;
    case CMARK_NODE_STRONG: buf_add_z(w->out, enter ? "<strong>" : "</strong>"); break;
    case CMARK_NODE_LINK: write_link(w, node, enter); break;
    case CMARK_NODE_IMAGE: /* shown as what it says: a report loads nothing */
        buf_add_z(w->out, enter && !cmark_node_first_child(node) ? "image" : "");
        break;
    default: write_leaf(w, node); write_extension(w, node, enter);
    }
}

/* The blocks from `first` up to `stop`. */
static struct str write_blocks(struct body_writer *w, cmark_node *first, cmark_node *stop)
{
    struct buf out;

    buf_init(&out, OUT_MAX);
    w->out = &out;
    w->claim = NULL;
    for (cmark_node *block = first; block && block != stop; block = cmark_node_next(block)) {
        cmark_iter *iter = cmark_iter_new(block);
        cmark_event_type event;

        while ((event = cmark_iter_next(iter)) != CMARK_EVENT_DONE)
            write_node(w, cmark_iter_get_node(iter), event == CMARK_EVENT_ENTER);
        cmark_iter_free(iter);
    }
    return buf_take(&out, w->arena);
}

void body_html(struct arena *arena, const struct report *report, struct body_html *ret)
{
    struct str title, body = body_without_title(report->body, &title);
    size_t start = body.len ? (size_t) (body.data - report->body.data) : report->body.len;
    struct body_writer w = {
        .arena = arena, .report = report, .body = ret, .has_signs = !body_has_signs(report->body)
    };
    cmark_node *document = body_parse(body_signed(arena, report, start));
    cmark_node *first = cmark_node_first_child(document), *second = second_part(document);

    *ret = (struct body_html){ .shown = arena_calloc(arena, report->claims_n + 1, sizeof *ret->shown) };
    if (first != second && is_heading(first, part_level(document))) {
        ret->label = plain_text(&w, first);
        first = cmark_node_next(first);
    }
    w.in_answer = true;
    ret->answer = write_blocks(&w, first, second);
    w.in_answer = false;
    ret->rest = second ? write_blocks(&w, second, NULL) : str("");
    cmark_node_free(document);
}
