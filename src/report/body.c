/* Sentences are found again in cmark's tree by signs that are put around them
 * before it is parsed. The signs are Unicode punctuation, so that emphasis beside
 * them is read as before; a body that has one of them itself gets none.
 * Everything written passes html_escape(); raw HTML of a body is shown as text. */
#include "report/body.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <pthread.h>
#include <string.h>

#include "evidence/markers.h"
#include "report/citations.h"
#include "report/claims.h"
#include "report/markup.h"
#include "report/sources.h"
#include "text/sentence.h"
#include "text/utf8.h"

enum { OUT_MAX = 64 << 20, SIGN = 4 /* bytes */, LEAD_MAX = 220, LEAD_BIG_MAX = 110, STICKY_WORD_MAX = 32 };

/* "OPEN 12 OPENED sentence CLOSE"; SPLIT stands behind the first sentence. */
#define OPEN "\U00010100"
#define OPENED "\U00010101"
#define CLOSE "\U00010102"
#define SPLIT "\U0001039f"

/* --- parsing --- */

static pthread_once_t registered = PTHREAD_ONCE_INIT;

static void register_extensions(void) { cmark_gfm_core_extensions_ensure_registered(); }

static cmark_node *parse(struct str markdown)
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

/* The heading behind the answer, or NULL. */
static cmark_node *second_part(cmark_node *document)
{
    bool text = false;

    for (cmark_node *node = cmark_node_first_child(document); node; node = cmark_node_next(node)) {
        bool heading = cmark_node_get_type(node) == CMARK_NODE_HEADING;

        if (heading && text)
            return node;
        text = text || !heading;
    }
    return NULL;
}

size_t body_answer_end(struct str markdown)
{
    cmark_node *document = parse(markdown);
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

/* --- signs --- */

static bool has_signs(struct str text)
{
    return str_find(text, str("\xf0\x90\x84"), 0) >= 0 || str_find(text, str(SPLIT), 0) >= 0;
}

/* Where the first sentence of the text ends, behind headings; 0: it starts with something else than running text. */
static size_t first_sentence(struct arena *arena, struct str text)
{
    struct sentences sentences = { 0 };
    struct str rest = text, line;

    while ((rest.len && rest.data[0] == '#') || str_starts(rest, "\n"))
        str_next_line(&rest, &line);
    size_t start = text.len - rest.len;
    ptrdiff_t paragraph = str_find(rest, str("\n\n"), 0);

    if (rest.len == 0 || strchr("|->*+`~ 0123456789", rest.data[0]))
        return 0;
    sentences_of(arena, str_sub(rest, 0, paragraph < 0 ? rest.len : (size_t) paragraph), &sentences);
    return sentences.n ? start + sentences.items[0].end : 0;
}

/* A table's bars at the ends of a sentence stay outside of it. */
static struct span inner_span(struct str body, const struct claim_row *claim)
{
    struct span at = { (size_t) claim->start, (size_t) claim->end };

    while (at.start < at.end && strchr("| \t", body.data[at.start]))
        at.start++;
    while (at.end > at.start && strchr("| \t\n", body.data[at.end - 1]))
        at.end--;
    return at;
}

static void add_until(struct buf *out, struct str body, size_t *from, size_t to, size_t split)
{
    if (split > *from && split <= to) {
        buf_add_str(out, str_sub(body, *from, split));
        buf_add_z(out, SPLIT);
        *from = split;
    }
    buf_add_str(out, str_sub(body, *from, to));
    *from = to;
}

/* The body from `start` on, with the signs. */
static struct str with_signs(struct arena *arena, const struct report *report, size_t start)
{
    struct str body = report->body;
    size_t from = start, split = first_sentence(arena, str_sub(body, start, body.len));
    struct buf out;

    if (has_signs(body))
        return str_sub(body, start, body.len);
    split = split ? start + split : 0;
    buf_init(&out, OUT_MAX);
    for (size_t i = 0; i < report->claims_n; i++) {
        const struct claim_row *claim = &report->claims[i];

        if (claim->left_out || claim->start < (int64_t) from || claim->end <= claim->start ||
            claim->end > (int64_t) body.len)
            continue;
        struct span at = inner_span(body, claim);
        add_until(&out, body, &from, at.start, split);
        buf_format(&out, OPEN "%zu" OPENED, i);
        buf_add_str(&out, str_sub(body, at.start, at.end));
        buf_add_z(&out, CLOSE);
        from = at.end;
        if (split > at.start && split <= at.end) {
            buf_add_z(&out, SPLIT);
            split = 0;
        }
    }
    add_until(&out, body, &from, body.len, split);
    return buf_take(&out, arena);
}

/* --- sentences and markers --- */

struct writer {
    struct arena *arena;
    const struct report *report;
    struct body_html *body;
    struct buf *out;
    bool has_signs;                /* the body was given signs */
    const struct claim_row *claim; /* whose sentence is being written, or NULL */
    bool in_answer, in_link, in_head;
    bool splits; /* the paragraph ends behind its first sentence, and another begins */
};

struct sign {
    enum { SIGN_OPEN, SIGN_CLOSE, SIGN_SPLIT } kind;
    const struct claim_row *claim;
    size_t end;
};

static bool sign_read(const struct writer *w, struct str text, size_t at, struct sign *ret)
{
    struct str rest = str_sub(text, at, text.len);
    int64_t number;

    if (!w->has_signs || (unsigned char) rest.data[0] != 0xf0)
        return false;
    *ret = (struct sign){ .kind = str_starts(rest, CLOSE) ? SIGN_CLOSE : SIGN_SPLIT, .end = at + SIGN };
    if (str_starts(rest, CLOSE) || str_starts(rest, SPLIT))
        return true;
    ptrdiff_t end = str_starts(rest, OPEN) ? str_find(rest, str(OPENED), 0) : -1;
    if (end < 0 || !str_to_int(str_sub(rest, SIGN, (size_t) end), &number))
        return false;
    *ret = (struct sign){ SIGN_OPEN, &w->report->claims[number], at + (size_t) end + SIGN };
    return true;
}

/* The section above remembers the claim. */
static void note_claim(struct writer *w, const struct claim_row *claim)
{
    if (w->body->sections_n == 0 || !claim_is_shown(claim))
        return;
    struct body_section *section = &w->body->sections[w->body->sections_n - 1];

    section->claims = arena_grow(w->arena, section->claims, &section->capacity, section->claims_n + 1,
                                 sizeof *section->claims);
    section->claims[section->claims_n++] = claim;
}

static void follow_sign(struct writer *w, const struct sign *sign)
{
    if (sign->kind == SIGN_SPLIT && w->splits)
        buf_add_z(w->out, "</p>\n<p>");
    if (sign->kind == SIGN_OPEN)
        note_claim(w, sign->claim);
    if (sign->kind != SIGN_SPLIT)
        w->claim = sign->claim;
}

/* Where nothing was checked, a sign at every marker would say nothing. */
static const struct claim_look *look_of(const struct writer *w)
{
    static const struct claim_look plain = { "source", "not checked", "", "" };

    return w->report->summary.checked ? claim_look(w->claim) : &plain;
}

/* Text of one sentence, or of none. */
static void write_piece(struct writer *w, struct str text)
{
    if (text.len == 0)
        return;
    if (!w->claim) {
        html_escape(w->out, text);
        return;
    }
    bool *shown = &w->body->shown[w->claim - w->report->claims];

    if (claim_is_shown(w->claim))
        buf_format(w->out, "<span class=\"s c%lld v-%s\"", (long long) w->claim->number, look_of(w)->word);
    else
        buf_add_z(w->out, w->claim->kind == KIND_REMARK ? "<span class=\"remark\"" : "<span");
    if (!*shown)
        buf_format(w->out, " id=\"s%lld\"", (long long) w->claim->number);
    *shown = true;
    buf_add_char(w->out, '>');
    html_escape(w->out, text);
    buf_add_z(w->out, "</span>");
}

/* One marker for all sources that are named at one place. */
static void write_marker(struct writer *w, const int64_t *numbers, size_t n)
{
    struct str_list names = { 0 };

    for (size_t i = 0; i < n; i++)
        str_list_add(w->arena, &names, citation_key(w->arena, w->report, numbers[i]));
    struct str keys = str_join(w->arena, names.items, names.n, ", ");

    if (w->in_link) {
        html_escape(w->out, keys);
    } else if (w->claim && claim_is_shown(w->claim)) {
        const struct claim_look *look = claim_look(w->claim);

        buf_format(
            w->out,
            "<button class=\"m v-%s\" type=\"button\" popovertarget=\"e%lld\" aria-label=\"Source %.*s, %s: open "
            "the evidence\">",
            look->word, (long long) w->claim->number, STR_ARG(keys), look->name);
        html_escape(w->out, keys);
        if (look->sign[0])
            html_sign(w->out, look->sign);
        buf_add_z(w->out, "</button>");
    } else {
        buf_format(w->out, "<a class=\"m v-source\" href=\"#source-%lld\" aria-label=\"Source %.*s\">",
                   (long long) numbers[0], STR_ARG(keys));
        html_escape(w->out, keys);
        buf_add_z(w->out, "</a>");
    }
}

/* The markers at `at`, as many as stand side by side; false: there is none, or it names no source. */
static bool markers_at(const struct writer *w, struct str text, size_t at, int64_t *numbers, size_t *ret_n,
                       size_t *ret_end)
{
    bool classical = str_is(w->report->citations, "classical");
    struct marker marker;

    *ret_n = 0;
    while (at < text.len && text.data[at] == '[' && *ret_n < MARKER_MAX && marker_read(text, at, &marker) &&
           marker.n == 1 && report_source(w->report, marker.items[0])) {
        numbers[(*ret_n)++] = marker.items[0];
        *ret_end = at = marker.end;
        if (classical)
            break;
        if (at + 1 < text.len && text.data[at] == ' ' && text.data[at + 1] == '[')
            at++;
    }
    return *ret_n > 0;
}

static void write_classical(struct writer *w, const struct report_source *source)
{
    buf_add_z(w->out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
    html_escape_url(w->out, source->url);
    buf_add_z(w->out, "\">");
    html_escape(w->out, source_title(source));
    buf_add_z(w->out, "</a>");
}

/* Text with the markers behind it. They stick to its last word, and to the stop that follows them in the text. */
static void write_cited(struct writer *w, struct str before, struct str stop, const int64_t *numbers, size_t n)
{
    const struct report_source *source = report_source(w->report, numbers[0]);

    if (str_is(w->report->citations, "classical") && url_is_web(source->url) && !w->in_link) {
        write_piece(w, before);
        write_classical(w, source);
        write_piece(w, stop);
        return;
    }
    while (before.len && before.data[before.len - 1] == ' ')
        before.len--;
    size_t word = before.len;
    while (word > 0 && before.data[word - 1] != ' ')
        word--;
    if (before.len - word > STICKY_WORD_MAX)
        word = before.len;
    write_piece(w, str_sub(before, 0, word));
    buf_add_z(w->out, "<span class=\"nb\">");
    write_piece(w, str_format(w->arena, "%.*s%.*s", STR_ARG(str_sub(before, word, before.len)), STR_ARG(stop)));
    write_marker(w, numbers, n);
    buf_add_z(w->out, "</span>");
}

static void write_text(struct writer *w, struct str text)
{
    size_t from = 0, at = 0, n;
    int64_t numbers[MARKER_MAX];

    while (at < text.len) {
        struct sign sign;
        size_t end = at;

        if (text.data[at] == '[' && markers_at(w, text, at, numbers, &n, &end)) {
            size_t stop = end < text.len && strchr(".,;:!?", text.data[end]) ? end + 1 : end;

            write_cited(w, str_sub(text, from, at), str_sub(text, end, stop), numbers, n);
            end = stop;
        } else if (sign_read(w, text, at, &sign)) {
            write_piece(w, str_sub(text, from, at));
            follow_sign(w, &sign);
            end = sign.end;
        }
        if (end > at)
            from = at = end;
        else
            at++;
    }
    write_piece(w, str_sub(text, from, text.len));
}

/* The words of an inline or block node, without signs and marks. */
static struct str without_signs(const struct writer *w, struct str text)
{
    struct sign sign;
    struct buf out;

    buf_init(&out, text.len + 1);
    for (size_t at = 0; at < text.len;)
        if (sign_read(w, text, at, &sign))
            at = sign.end;
        else
            buf_add_char(&out, text.data[at++]);
    return buf_take(&out, w->arena);
}

static struct str plain_text(const struct writer *w, cmark_node *node)
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
    return str_trim(without_signs(w, buf_take(&out, w->arena)));
}

/* --- nodes --- */

/* Only to a source of ours: any other address could carry the question away. */
static bool leads_to_source(const struct report *report, struct str url)
{
    for (size_t i = 0; i < report->sources_n; i++)
        if (url_is_web(url) && str_eq(report->sources[i].url, url))
            return true;
    return false;
}

static void write_link(struct writer *w, cmark_node *node, bool enter)
{
    struct str url = str(cmark_node_get_url(node));

    if (!leads_to_source(w->report, url))
        return;
    w->in_link = enter;
    if (enter) {
        buf_add_z(w->out, "<a rel=\"noopener noreferrer nofollow\" href=\"");
        html_escape_url(w->out, url);
    }
    buf_add_z(w->out, enter ? "\">" : "</a>");
}

static void write_heading(struct writer *w, cmark_node *node, bool enter)
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
        const char *sign = text ? strstr(text, SPLIT) : NULL;

        if (sign)
            return cmark_node_next(child) || str_trim(str(sign + SIGN)).len > 0;
    }
    return false;
}

/* The paragraph the answer begins with: its first sentence is set in large type when it is short enough for that. */
static void write_lead(struct writer *w, cmark_node *node)
{
    struct str text = plain_text(w, node);
    size_t end = first_sentence(w->arena, text), marks = 0;

    for (size_t i = 0; i < end; i++)
        marks += text.data[i] == '[' ? 3 : 0;
    end = end > marks ? end - marks : 0;
    w->splits = w->has_signs && can_split(node);
    if (end == 0 || end > LEAD_MAX || w->report->answered == ANSWERED_NO ||
        (w->report->extractive && w->report->answered != ANSWERED_YES) || (!w->splits && text.len > end + marks + 1))
        w->splits = false, end = 0;
    buf_add_z(w->out, end == 0 ? "<p>" : end <= LEAD_BIG_MAX ? "<p class=\"lead big\">" : "<p class=\"lead\">");
}

static void write_paragraph(struct writer *w, cmark_node *node, bool enter)
{
    cmark_node *parent = cmark_node_parent(node);

    if (cmark_node_get_type(parent) == CMARK_NODE_ITEM && cmark_node_get_list_tight(cmark_node_parent(parent)))
        return;
    cmark_node *before = cmark_node_previous(node);
    bool first = w->in_answer && cmark_node_get_type(parent) == CMARK_NODE_DOCUMENT &&
                 (!before || cmark_node_get_type(before) == CMARK_NODE_HEADING);

    if (enter && first)
        write_lead(w, node);
    else
        buf_add_z(w->out, enter ? "<p>" : "</p>\n");
    if (!enter)
        w->splits = false;
}

static void write_list(struct writer *w, cmark_node *node, bool enter)
{
    bool ordered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST;
    int start = cmark_node_get_list_start(node);

    if (enter && ordered && start != 1)
        buf_format(w->out, "<ol start=\"%d\">\n", start);
    else
        buf_format(w->out, "<%s%s>\n", enter ? "" : "/", ordered ? "ol" : "ul");
}

static void write_cell(struct writer *w, cmark_node *node, bool enter)
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
static void write_extension(struct writer *w, cmark_node *node, bool enter)
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

static void write_leaf(struct writer *w, cmark_node *node)
{
    struct str text = str(cmark_node_get_literal(node));

    switch ((int) cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: write_text(w, text); break;
    case CMARK_NODE_SOFTBREAK: buf_add_char(w->out, '\n'); break;
    case CMARK_NODE_LINEBREAK: buf_add_z(w->out, "<br>\n"); break;
    case CMARK_NODE_THEMATIC_BREAK: buf_add_z(w->out, "<hr>\n"); break;
    case CMARK_NODE_CODE:
        buf_add_z(w->out, "<code>");
        html_escape(w->out, without_signs(w, text));
        buf_add_z(w->out, "</code>");
        break;
    case CMARK_NODE_CODE_BLOCK:
        buf_add_z(w->out, "<pre tabindex=\"0\"><code>");
        html_escape(w->out, without_signs(w, text));
        buf_add_z(w->out, "</code></pre>\n");
        break;
    case CMARK_NODE_HTML_INLINE: /* the text between tags is a node of its own */
        if (str_starts_nocase(text, "<br"))
            buf_add_z(w->out, "<br>");
        break;
    case CMARK_NODE_HTML_BLOCK:
        buf_add_z(w->out, "<p>");
        html_escape(w->out, str_trim(without_signs(w, text)));
        buf_add_z(w->out, "</p>\n");
        break;
    }
}

static void write_node(struct writer *w, cmark_node *node, bool enter)
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
static struct str write_blocks(struct writer *w, cmark_node *first, cmark_node *stop)
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
    struct writer w = { .arena = arena, .report = report, .body = ret, .has_signs = !has_signs(report->body) };
    cmark_node *document = parse(with_signs(arena, report, start));
    cmark_node *first = cmark_node_first_child(document), *second = second_part(document);

    *ret = (struct body_html){ .shown = arena_calloc(arena, report->claims_n + 1, sizeof *ret->shown) };
    if (first && first != second && cmark_node_get_type(first) == CMARK_NODE_HEADING) {
        ret->label = plain_text(&w, first);
        first = cmark_node_next(first);
    }
    w.in_answer = true;
    ret->answer = write_blocks(&w, first, second);
    w.in_answer = false;
    ret->rest = second ? write_blocks(&w, second, NULL) : str("");
    cmark_node_free(document);
}
