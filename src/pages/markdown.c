#include "pages/markdown.h"

#include <ctype.h>

#include "pages/markup.h"
#include "pages/metadata.h"
#include "text/charset.h"

enum { EMPHASIS_MAX = 500, TAG_MAX = 500, CODE_MAX = 2000, ITEMS_DEEP = 20, INLINE_DEEP = 4, RAISED_MAX = 12 };

struct markdown {
    struct format_input *in;
    struct document *document;
    size_t links_capacity;
    size_t indents[ITEMS_DEEP]; /* of the items around the line */
    int depth;
    int inside; /* of words of links */
    bool gap;   /* an empty line came before */
    char said;  /* ':' a definition, '^' a note: what is set in below goes on with it */
};

static void add_inline(struct markdown *m, struct str line);

static struct str unquoted(struct str value)
{
    value = str_trim(value);
    if (value.len >= 2 && (value.data[0] == '"' || value.data[0] == '\'') && value.data[value.len - 1] == value.data[0])
        return str_sub(value, 1, value.len - 1);
    return value;
}

/* "---" lines around "title: …": what static site tools put first. */
static struct str front_matter(struct format_input *in, struct str text, struct document *ret)
{
    struct str rest = text, line;

    if (!str_next_line(&rest, &line) || !str_is(str_trim(line), "---"))
        return text;
    struct document found = { 0 };
    for (int lines = 0; lines < 100 && str_next_line(&rest, &line); lines++) {
        if (str_is(str_trim(line), "---") || str_is(str_trim(line), "...")) {
            ret->title = found.title;
            ret->author = found.author;
            ret->date = found.date;
            ret->language = found.language;
            return rest;
        }
        ptrdiff_t colon = str_find_char(line, ':', 0);
        if (colon < 0)
            continue;
        struct str key = str_trim(str_sub(line, 0, (size_t) colon)),
                   value = unquoted(str_sub(line, (size_t) colon + 1, line.len));
        if (str_eq_nocase(key, str("title")))
            found.title = value;
        else if (str_eq_nocase(key, str("author")))
            found.author = value;
        else if (str_eq_nocase(key, str("date")))
            found.date = metadata_date(in->arena, value);
        else if (str_eq_nocase(key, str("lang")) && value.len == 2)
            found.language = str_lower_ascii(in->arena, value);
    }
    return text;
}

/* "# Title" or "Title" over "=====": taken off the text when it comes first. */
static struct str heading_title(struct str text, struct document *ret)
{
    struct str rest = text, line = { 0 }, under, after;

    while (str_next_line(&rest, &line))
        if (str_trim(line).len)
            break;
    after = rest;
    if (str_starts(line, "# ")) {
        struct str title = str_trim(str_sub(line, 2, line.len));
        while (title.len && title.data[title.len - 1] == '#')
            title.len--;
        title = str_trim(title);
        if (ret->title.len && !str_eq(ret->title, title))
            return text;
        ret->title = title;
        return rest;
    }
    if (str_next_line(&after, &under) && under.len >= 3 && str_trim(line).len) {
        size_t n = 0;
        while (n < under.len && under.data[n] == '=')
            n++;
        if (n == under.len && (!ret->title.len || str_eq(ret->title, str_trim(line)))) {
            ret->title = str_trim(line);
            return after;
        }
    }
    return text;
}

/* Inline links and images to their text: "[words](address)". The address goes to the links. */
static size_t link_at(struct markdown *m, struct str s, size_t at)
{
    bool image = s.data[at] == '!';
    size_t open = at + image;
    size_t limit = s.len < at + 2000 ? s.len : at + 2000;

    if (open >= limit || s.data[open] != '[')
        return 0;
    size_t close = open + 1;
    while (close < limit && s.data[close] != ']' && s.data[close] != '[' && s.data[close] != '\n')
        close++;
    if (close >= limit || s.data[close] != ']' || s.data[open + 1] == '^')
        return 0;
    if (close + 1 < limit && s.data[close + 1] == '[' && !image) { /* "[words][name]" */
        ptrdiff_t end = str_find_char(s, ']', close + 2);
        if (end < 0)
            return 0;
        add_inline(m, str_sub(s, open + 1, close));
        return (size_t) end + 1 - at;
    }
    if (close + 1 >= limit || s.data[close + 1] != '(')
        return 0;
    size_t end = close + 2;
    while (end < limit && s.data[end] != ')' && s.data[end] != '\n' && s.data[end] != '(')
        end++;
    if (end >= limit || s.data[end] != ')')
        return 0;
    struct str text = str_sub(s, open + 1, close), url = str_trim(str_sub(s, close + 2, end));
    ptrdiff_t space = str_find_char(url, ' ', 0);
    if (space > 0)
        url.len = (size_t) space;
    if (image) {
        if (text.len && m->document->captions.n < 200)
            str_list_add(m->in->arena, &m->document->captions, str_dup(m->in->arena, text));
        return end + 1 - at;
    }
    add_inline(m, text);
    if ((str_starts(url, "http://") || str_starts(url, "https://")) && m->document->links_n < 1000) {
        m->document->links = arena_grow(m->in->arena, m->document->links, &m->links_capacity, m->document->links_n + 1,
                                        sizeof *m->document->links);
        m->document->links[m->document->links_n++] = (struct document_link){ str_dup(m->in->arena, text),
                                                                             str_dup(m->in->arena, url) };
    }
    return end + 1 - at;
}

static size_t run_of(struct str s, size_t at)
{
    size_t n = 1;

    while (at + n < s.len && s.data[at + n] == s.data[at])
        n++;
    return n;
}

static bool is_wordy(struct str s, size_t at)
{
    return at < s.len && (((unsigned char) s.data[at] & 0x80) || isalnum((unsigned char) s.data[at]));
}

/* Can a run of these signs begin, or end, an emphasis? Underscores inside words are part of them. */
static bool may_open(struct str s, size_t at, size_t n)
{
    return at + n < s.len && !isspace((unsigned char) s.data[at + n]) &&
           (s.data[at] == '*' || at == 0 || !is_wordy(s, at - 1));
}

static bool may_close(struct str s, size_t at, size_t n)
{
    return at > 0 && !isspace((unsigned char) s.data[at - 1]) && (s.data[at] == '*' || !is_wordy(s, at + n));
}

/* The signs of *emphasis* are no words; how many stand here that are to go. `open` is the run that waits for its end. */
static size_t emphasis_at(struct str s, size_t at, struct str *open)
{
    size_t n = run_of(s, at), limit = s.len < at + EMPHASIS_MAX ? s.len : at + EMPHASIS_MAX;

    if (n > 3)
        return 0;
    if (open->len == n && open->data[0] == s.data[at] && may_close(s, at, n)) {
        *open = (struct str){ 0 };
        return n;
    }
    if (open->len || !may_open(s, at, n))
        return 0;
    for (size_t i = at + n; i < limit; i++)
        if (s.data[i] == s.data[at]) {
            size_t end = run_of(s, i);
            if (end == n && may_close(s, i, n)) {
                *open = str_sub(s, at, at + n);
                return n;
            }
            i += end - 1;
        }
    return 0;
}

/* Markup of HTML inside a line: raised and lowered parts keep their meaning, other common elements only their words. */
static size_t tag_at(struct markdown *m, struct str s, size_t at)
{
    static const char *const known[] = { "b",       "i",      "em",      "strong", "code",  "kbd",  "a",
                                         "span",    "img",    "p",       "div",    "u",     "s",    "details",
                                         "summary", "center", "picture", "source", "small", "font", "br",
                                         "tt",      "var",    "samp",    NULL };
    bool close = at + 1 < s.len && s.data[at + 1] == '/';
    size_t name = at + 1 + close, end = name;
    ptrdiff_t gt = str_find_char(str_sub(s, 0, at + TAG_MAX), '>', at);

    while (end < s.len && isalpha((unsigned char) s.data[end]))
        end++;
    if (gt < 0 || end == name || !strchr(" >/", s.data[end]))
        return 0;
    struct str tag = str_sub(s, name, end);
    if (str_eq_nocase(tag, str("sup")) || str_eq_nocase(tag, str("sub"))) {
        if (!close)
            buf_add_char(m->in->text, tag.data[2] == 'p' || tag.data[2] == 'P' ? '^' : '_');
        return (size_t) gt + 1 - at;
    }
    for (size_t i = 0; known[i]; i++)
        if (str_eq_nocase(tag, str(known[i]))) {
            if (str_eq_nocase(tag, str("br")))
                buf_add_char(m->in->text, ' ');
            return (size_t) gt + 1 - at;
        }
    return 0;
}

/* `code` stays as it is. */
static size_t code_at(struct markdown *m, struct str s, size_t at)
{
    size_t n = run_of(s, at);
    char fence[4] = "```";

    if (n > 3)
        return 0;
    fence[n] = '\0';
    ptrdiff_t end = str_find(str_sub(s, 0, at + CODE_MAX), str(fence), at + n);
    if (end < 0)
        return 0;
    buf_add_str(m->in->text, str_sub(s, at, (size_t) end + n));
    return (size_t) end + n - at;
}

/* 2^32^ and H~2~O: raised and lowered text without a space in it, behind a letter or digit. */
static size_t raised_at(struct markdown *m, struct str s, size_t at)
{
    size_t end = at + 1;

    while (end < s.len && end - at <= RAISED_MAX && (isalnum((unsigned char) s.data[end]) || strchr("+-", s.data[end])))
        end++;
    if (at == 0 || !isalnum((unsigned char) s.data[at - 1]) || end == at + 1 || end >= s.len ||
        s.data[end] != s.data[at] || (end + 1 < s.len && s.data[end + 1] == s.data[at]))
        return 0;
    buf_add_char(m->in->text, s.data[at] == '^' ? '^' : '_');
    buf_add(m->in->text, s.data + at + 1, end - at - 1);
    return end + 1 - at;
}

static void add_inline(struct markdown *m, struct str line)
{
    struct str open = { 0 };

    if (m->inside >= INLINE_DEEP) {
        buf_add_str(m->in->text, line);
        return;
    }
    m->inside++;
    for (size_t i = 0; i < line.len;) {
        char c = line.data[i];
        size_t used = c == '[' || c == '!'   ? link_at(m, line, i)
                      : c == '*' || c == '_' ? emphasis_at(line, i, &open)
                      : c == '<'             ? tag_at(m, line, i)
                      : c == '`'             ? code_at(m, line, i)
                      : c == '^' || c == '~' ? raised_at(m, line, i)
                                             : 0;
        size_t kept = used ? 0 : c == '*' || c == '_' || c == '`' ? run_of(line, i) : 1;

        buf_add(m->in->text, line.data + i, kept);
        i += used ? used : kept;
    }
    m->inside--;
}

/* --- lines --- */

static size_t item_sign(struct str line, unsigned *ret_number)
{
    *ret_number = 0;
    if (line.len > 1 && (line.data[0] == '-' || line.data[0] == '*' || line.data[0] == '+') && line.data[1] == ' ')
        return 2;
    return line.len && line.data[0] >= '0' && line.data[0] <= '9' ? markup_number(line, ret_number) : 0;
}

static void indent(struct markdown *m, int depth)
{
    for (int i = 0; i < depth; i++)
        buf_add_z(m->in->text, "  ");
}

static void read_item(struct markdown *m, struct str line, size_t sign, unsigned number)
{
    size_t own = markup_indent(line);
    struct str words = str_trim(str_sub(str_trim(line), sign, line.len));

    while (m->depth > 0 && m->indents[m->depth - 1] >= own)
        m->depth--;
    indent(m, m->depth);
    if (number || isdigit((unsigned char) line.data[own]))
        buf_format(m->in->text, "%u. ", number);
    else
        buf_add_z(m->in->text, "- ");
    if (m->depth < ITEMS_DEEP)
        m->indents[m->depth++] = own;
    add_inline(m, words);
    buf_add_char(m->in->text, '\n');
}

static bool is_separator(struct str line)
{
    bool bar = false, dash = false;

    for (size_t i = 0; i < line.len; i++) {
        if (!memchr("|-: ", line.data[i], 4))
            return false;
        bar |= line.data[i] == '|';
        dash |= line.data[i] == '-';
    }
    return bar && dash;
}

static void read_row(struct markdown *m, struct str line)
{
    line = str_trim(line);
    if (line.data[0] != '|')
        buf_add_z(m->in->text, "| ");
    add_inline(m, line);
    buf_add_z(m->in->text, str_ends(line, "|") ? "\n" : " |\n");
}

static size_t read_table(struct markdown *m, const struct markup_lines *lines, size_t i)
{
    for (; i < lines->n && str_find_char(lines->items[i], '|', 0) >= 0; i++)
        read_row(m, lines->items[i]);
    return i;
}

/* Lines between fences, or indented by four behind an empty line. Returns the line behind them. */
static size_t read_code(struct markdown *m, const struct markup_lines *lines, size_t i, bool fenced)
{
    struct buf *out = m->in->text;
    struct str bare = str_trim(lines->items[i]);
    size_t strip = fenced ? markup_indent(lines->items[i]) : 4, end = i + fenced;
    char c = bare.data[0];

    if (fenced)
        while (end < lines->n &&
               !(str_trim(lines->items[end]).len >= 3 && markup_rule(str_trim(lines->items[end]), 3) == c))
            end++;
    else
        end = markup_block_end(lines, i, 4);
    buf_add_z(out, "```\n");
    for (size_t k = i + fenced; k < end; k++) {
        size_t own = markup_indent(lines->items[k]);
        buf_add_str(out, str_sub(lines->items[k], own < strip ? own : strip, lines->items[k].len));
        buf_add_char(out, '\n');
    }
    buf_add_z(out, "```\n");
    return end + fenced;
}

/* "[name]: address" */
static bool is_definition_of_link(struct str line)
{
    ptrdiff_t close = str_find(line, str("]: "), 0);

    return line.len > 1 && line.data[0] == '[' && line.data[1] != '^' && close > 0 && close < 200 &&
           str_find_char(str_trim(str_sub(line, (size_t) close + 3, line.len)), ' ', 0) < 0;
}

static size_t read_comment(const struct markup_lines *lines, size_t i)
{
    while (i < lines->n && !str_contains(lines->items[i], "-->"))
        i++;
    return i + 1;
}

/* "+---+===+" of a table drawn with signs: its columns, 0 if it is none. */
static size_t drawn_columns(struct str line)
{
    size_t n = 0;

    if (line.len < 3 || line.data[0] != '+' || line.data[line.len - 1] != '+')
        return 0;
    for (size_t i = 0; i < line.len; i++) {
        if (!memchr("+-=:", line.data[i], 4))
            return 0;
        n += line.data[i] == '+';
    }
    return n > 1 ? n - 1 : 0;
}

/* The lines of such a table are rows as they stand; "===" is below the names of the columns. */
static void read_drawn(struct markdown *m, struct str line, size_t columns)
{
    if (!str_contains(line, "="))
        return;
    buf_add_char(m->in->text, '|');
    for (size_t i = 0; i < columns; i++)
        buf_add_z(m->in->text, " --- |");
    buf_add_char(m->in->text, '\n');
}

/* A further paragraph of a definition or a note. */
static void go_on(struct markdown *m, struct str words)
{
    struct buf *out = m->in->text;

    if (m->said == ':') {
        while (out->len > 1 && out->data[out->len - 1] == '\n' && out->data[out->len - 2] == '\n')
            out->len--;
        buf_add_z(out, ": ");
    }
    add_inline(m, words);
    buf_add_char(out, '\n');
}

static size_t read_line(struct markdown *m, const struct markup_lines *lines, size_t i)
{
    struct buf *out = m->in->text;
    struct str line = lines->items[i], bare = str_trim(line);
    size_t own = markup_indent(line), sign;
    unsigned number;

    if (!bare.len) {
        buf_add_char(out, '\n');
        return i + 1;
    }
    if (str_starts(bare, "```") || str_starts(bare, "~~~"))
        return read_code(m, lines, i, true);
    if (str_starts(bare, "<!--"))
        return read_comment(lines, i);
    if (own >= 4 && own < 8 && m->gap && m->said) {
        go_on(m, bare);
        return i + 1;
    }
    if (own >= 4 && m->gap && m->depth == 0)
        return read_code(m, lines, i, false);
    if (drawn_columns(bare)) {
        read_drawn(m, bare, drawn_columns(bare));
        return i + 1;
    }
    if (i + 1 < lines->n && is_separator(lines->items[i + 1]) && str_find_char(line, '|', 0) >= 0)
        return read_table(m, lines, i);
    if ((sign = item_sign(bare, &number)) > 0 && !markup_rule(bare, 3)) {
        read_item(m, line, sign, number);
        return i + 1;
    }
    if (own == 0 && m->gap) {
        m->depth = 0;
        m->said = '\0';
    }
    if (is_definition_of_link(bare))
        return i + 1;
    if (m->depth && own > 0) {
        while (m->depth > 1 && m->indents[m->depth - 1] >= own)
            m->depth--;
        indent(m, m->depth);
    }
    if (bare.data[0] == ':' && bare.len > 1 && bare.data[1] == ' ') { /* a definition */
        buf_add_z(out, ": ");
        bare = str_trim(str_sub(bare, 1, bare.len));
        m->said = ':';
    } else if (str_starts(bare, "[^") && str_contains(bare, "]:")) {
        m->said = '^';
    }
    add_inline(m, bare);
    buf_add_char(out, '\n');
    return i + 1;
}

void markdown_write(struct format_input *in, struct str text, struct document *ret)
{
    struct markdown m = { .in = in, .document = ret, .links_capacity = ret->links_n, .gap = true };
    struct markup_lines lines;

    markup_lines_of(in->arena, text, &lines);
    for (size_t i = 0; i < lines.n && !in->text->over;) {
        bool empty = markup_is_empty(lines.items[i]);
        i = read_line(&m, &lines, i);
        m.gap = empty;
    }
}

int format_markdown(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);

    text = front_matter(in, text, ret);
    text = heading_title(text, ret);
    if (!ret->date.len)
        ret->date = metadata_dateline(in->arena, text, format_name(in->hints));
    markdown_write(in, text, ret);
    if (!ret->title.len)
        ret->title = format_name(in->hints);
    return 0;
}
