/* reStructuredText. Sections, lists, definitions, literal blocks, directives, both kinds of tables; roles and links keep
 * their words. Nested parts (items, directives) are read by the same code over their own lines, NESTING_MAX deep. */
#include "pages/markup.h"
#include "pages/office.h"
#include "text/charset.h"
#include "text/utf8.h"

enum { NESTING_MAX = 12, MARKS_MAX = 12 };

struct rst {
    struct arena *arena;
    struct document *document;
    struct outline outline;
    char marks
        [MARKS_MAX]; /* adornments in order of appearance; upper case bit not used: over-lined ones come as c | 0x80 */
    int marks_n;
    int nesting, list; /* depth of both */
    bool quiet;        /* inside an item: a paragraph goes on with it */
};

static void read_lines(struct rst *r, const struct markup_lines *lines);

/* --- inline markup --- */

/* "text <target>" is text. */
static struct str link_words(struct str s)
{
    if (str_ends(s, ">")) {
        ptrdiff_t open = str_find(s, str(" <"), 0);
        if (open > 0)
            return str_sub(s, 0, (size_t) open);
        if (s.data[0] == '<')
            return str_sub(s, 1, s.len - 1);
    }
    return s;
}

/* Behind ":role:`": sup and sub keep their place. */
static void add_role(struct buf *out, struct str role, struct str words)
{
    if (str_is(role, "sup") || str_is(role, "superscript"))
        buf_add_char(out, '^');
    else if (str_is(role, "sub") || str_is(role, "subscript"))
        buf_add_char(out, '_');
    if (words.len && (words.data[0] == '~' || words.data[0] == '!'))
        words = str_sub(words, 1, words.len);
    buf_add_str(out, link_words(words));
}

/* ":name:" before a backquote that stands at `at`; its start, or `at`. */
static size_t role_before(struct str s, size_t at)
{
    size_t i = at;

    if (at < 3 || s.data[at - 1] != ':')
        return at;
    for (i = at - 1;
         i > 0 && ((s.data[i - 1] >= 'a' && s.data[i - 1] <= 'z') || s.data[i - 1] == '-' || s.data[i - 1] == ':' ||
                   s.data[i - 1] == '_' || (s.data[i - 1] >= '0' && s.data[i - 1] <= '9'));)
        i--;
    while (i < at && s.data[i] != ':')
        i++;
    return at - i >= 3 ? i : at;
}

static size_t add_quoted(struct buf *out, struct str s, size_t at)
{
    size_t n = at + 1 < s.len && s.data[at + 1] == '`' ? 2 : 1;
    ptrdiff_t end = str_find(s, str(n == 2 ? "``" : "`"), at + n);

    if (end < 0) {
        buf_add_char(out, '`');
        return at + 1;
    }
    struct str words = str_sub(s, at + n, (size_t) end);
    size_t behind = (size_t) end + n, role = n == 1 ? role_before(s, at) : at;
    if (n == 2) {
        buf_add_str(out, words);
        return behind;
    }
    if (role < at && out->len >= at - role)
        out->len -= at - role;
    add_role(out, role < at ? str_sub(s, role + 1, at - 1) : (struct str){ 0 }, words);
    while (behind < s.len && s.data[behind] == '_')
        behind++; /* "`text`_" */
    return behind;
}

/* "[1]_" and "[#name]_" are notes. */
static size_t add_note(struct buf *out, struct str s, size_t at)
{
    ptrdiff_t end = str_find(str_sub(s, 0, at + 40), str("]_"), at);

    if (end < 0 || memchr(s.data + at, ' ', (size_t) end - at))
        return 0;
    struct str name = str_sub(s, at + 1, (size_t) end);
    buf_format(out, "[^%.*s]", STR_ARG(name));
    return (size_t) end + 2;
}

static struct str plain(struct rst *r, struct str s)
{
    struct buf out;

    buf_init(&out, 2 * s.len + 16);
    for (size_t i = 0; i < s.len;) {
        char c = s.data[i];
        size_t run = markup_run(s, i), to = 0;
        if (c == '\\' && i + 1 < s.len) {
            if (s.data[i + 1] != ' ')
                buf_add_char(&out, s.data[i + 1]);
            i += 2;
        } else if (c == '`') {
            i = add_quoted(&out, s, i);
        } else if (c == '[' && (to = add_note(&out, s, i)) > 0) {
            i = to;
        } else if (c == '*' && run <= 2 &&
                   (i == 0 || strchr(" ('\"-/\n", s.data[i - 1]) || i + run == s.len ||
                    strchr(" .,;:!?)'\"-/\n", s.data[i + run]))) {
            i += run; /* emphasis */
        } else if (c == '_' && i + 1 < s.len && strchr(" .,;:)\n", s.data[i + 1]) && i > 0 && s.data[i - 1] != ' ' &&
                   run == 1) {
            i++; /* "name_" */
        } else {
            buf_add(&out, s.data + i, 1);
            i++;
        }
    }
    return buf_take(&out, r->arena);
}

/* --- parts --- */

static void nested(struct rst *r, struct str text)
{
    struct markup_lines inner;

    if (r->nesting >= NESTING_MAX) {
        outline_paragraph(&r->outline, text);
        return;
    }
    markup_lines_of(r->arena, text, &inner);
    r->nesting++;
    read_lines(r, &inner);
    r->nesting--;
}

static void paragraph(struct rst *r, struct str text)
{
    text = plain(r, text);
    if (r->list > 0)
        outline_item_more(&r->outline, r->list - 1, text);
    else
        outline_paragraph(&r->outline, text);
}

static int level_of(struct rst *r, char mark, bool over)
{
    char own = (char) (over ? (unsigned char) mark | 0x80 : (unsigned char) mark);

    for (int i = 0; i < r->marks_n; i++)
        if (r->marks[i] == own)
            return i + 1;
    if (r->marks_n < MARKS_MAX)
        r->marks[r->marks_n++] = own;
    return r->marks_n;
}

static bool is_adornment(struct str line, struct str title)
{
    char c = markup_rule(line, 2);

    return c && c != '|' && c != '(' && c != '[' && c != '{' && line.len + 2 >= utf8_count(title) &&
           markup_indent(title) != SIZE_MAX;
}

static void heading(struct rst *r, struct str text, char mark, bool over)
{
    int level = level_of(r, mark, over);

    text = str_trim(plain(r, text));
    if (level == 1 && !r->document->title.len && !r->outline.out->len) {
        r->document->title = text;
        return;
    }
    outline_heading(&r->outline, level, text);
}

/* Bytes of an item's sign; *ret_number is 0 for a bullet. */
static size_t item_sign(struct str line, unsigned *ret_number)
{
    *ret_number = 0;
    if (line.len > 1 && (line.data[0] == '-' || line.data[0] == '*' || line.data[0] == '+') && line.data[1] == ' ')
        return 2;
    if (str_starts(line, "\xe2\x80\xa2 "))
        return 4;
    return markup_number(line, ret_number);
}

static size_t read_list(struct rst *r, const struct markup_lines *lines, size_t i)
{
    unsigned number, counted = 0;
    size_t sign;

    while (i < lines->n && (sign = item_sign(lines->items[i], &number)) > 0) {
        size_t end = markup_block_end(lines, i + 1, 1), first = i + 1;
        while (first < end && !markup_is_empty(lines->items[first]))
            first++; /* the item's own paragraph */
        unsigned sub;
        for (size_t k = i + 1; k < first; k++)
            if (item_sign(str_trim(lines->items[k]), &sub) && markup_indent(lines->items[k]) >= sign) {
                first = k;
                break;
            }
        struct buf own;
        buf_init(&own, 1 << 20);
        for (size_t k = i; k < first; k++) {
            if (k > i)
                buf_add_char(&own, '\n');
            buf_add_str(&own, k == i ? str_sub(lines->items[i], sign, lines->items[i].len) : str_trim(lines->items[k]));
        }
        counted = number ? (number > counted ? number : counted + 1) : 0;
        outline_item(&r->outline, r->list, counted, plain(r, buf_str(&own)));
        buf_free(&own);
        if (first < end) {
            r->list++;
            nested(r, markup_block(r->arena, lines, first, end));
            r->list--;
        }
        for (i = end > i ? end : i + 1; i < lines->n && markup_is_empty(lines->items[i]);)
            i++;
    }
    return i;
}

/* --- tables --- */

static bool is_simple_rule(struct str line)
{
    line = str_trim(line);
    if (line.len < 3 || line.data[0] != '=')
        return false;
    for (size_t i = 0; i < line.len; i++)
        if (line.data[i] != '=' && line.data[i] != ' ')
            return false;
    return true;
}

/* Columns are where the "===" of the first line stand. A line without a first cell goes on with the row before. */
static size_t simple_table(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct office_row row = { .arena = r->arena };
    struct str rule = lines->items[i];
    size_t rules = 1, end = i + 1;

    while (end < lines->n && rules < 4) {
        if (is_simple_rule(lines->items[end])) {
            rules++;
            if (end + 1 >= lines->n || markup_is_empty(lines->items[end + 1]))
                break;
        }
        end++;
    }
    outline_break(&r->outline);
    for (size_t k = i + 1; k <= end && k < lines->n; k++) {
        struct str line = lines->items[k];
        bool is_rule = is_simple_rule(line), more = markup_indent(line) > 0 && rule.data[0] == '=' && row.n;
        if ((is_rule || !more) && row.n) {
            outline_row(&r->outline, row.cells, row.n);
            office_row_clear(&row);
        }
        if (is_rule) {
            if (k < end)
                outline_header(&r->outline);
            continue;
        }
        if (markup_is_empty(line) || markup_rule(str_trim(line), 3) == '-')
            continue;
        size_t column = 0;
        for (size_t at = 0; at < rule.len; column++) {
            size_t stop = at;
            while (stop < rule.len && rule.data[stop] == '=')
                stop++;
            size_t next = stop;
            while (next < rule.len && rule.data[next] != '=')
                next++;
            struct str cell = str_sub(line, at, next < rule.len ? next : line.len > at ? line.len : at);
            if (column >= row.n)
                office_row_cell(&row);
            if (column < row.n) {
                struct str words = str_trim(cell), *own = &row.cells[column];
                if (words.len)
                    *own = own->len ? str_format(r->arena, "%.*s %.*s", STR_ARG(*own), STR_ARG(plain(r, words)))
                                    : plain(r, words);
            }
            at = next;
        }
    }
    if (row.n)
        outline_row(&r->outline, row.cells, row.n);
    outline_break(&r->outline);
    return end + 1;
}

/* "+---+---+" tables: bars part the cells of a line; the lines between two rules are one row. */
static size_t grid_table(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct office_row row = { .arena = r->arena };

    outline_break(&r->outline);
    for (; i < lines->n && (str_starts(lines->items[i], "+") || str_starts(lines->items[i], "|")); i++) {
        struct str line = lines->items[i];
        if (line.data[0] == '+') {
            outline_row(&r->outline, row.cells, row.n);
            office_row_clear(&row);
            if (str_contains(line, "="))
                outline_header(&r->outline);
            continue;
        }
        struct str rest = str_sub(line, 1, line.len), cell;
        for (size_t column = 0; str_next(&rest, '|', &cell) && rest.data; column++) {
            if (column >= row.n)
                office_row_cell(&row);
            struct str words = str_trim(cell), *own = column < row.n ? &row.cells[column] : NULL;
            if (own && words.len)
                *own = own->len ? str_format(r->arena, "%.*s %.*s", STR_ARG(*own), STR_ARG(plain(r, words)))
                                : plain(r, words);
            if (!rest.len)
                break;
        }
    }
    outline_row(&r->outline, row.cells, row.n);
    outline_break(&r->outline);
    return i;
}

/* "* - cell" begins a row, "  - cell" a further one. */
static void list_table(struct rst *r, struct str text, int64_t header_rows)
{
    struct office_row row = { .arena = r->arena };
    struct str line;
    int64_t rows = 0;

    outline_break(&r->outline);
    for (bool more = true; more;) {
        more = str_next_line(&text, &line);
        struct str bare = more ? str_trim(line) : (struct str){ 0 };
        bool first = str_starts(bare, "* -");
        if ((first || !more) && row.n) {
            outline_row(&r->outline, row.cells, row.n);
            if (++rows == header_rows)
                outline_header(&r->outline);
            office_row_clear(&row);
        }
        if (first || (str_starts(bare, "-") && row.n)) {
            office_row_cell(&row);
            bare = str_trim(str_sub(bare, first ? 3 : 1, bare.len));
        }
        office_row_add(&row, plain(r, bare));
    }
    outline_break(&r->outline);
}

/* --- directives --- */

/* Options (":name: value") at the head of a directive's block; where its content starts. */
static size_t options_end(const struct markup_lines *lines, size_t from, size_t to, int64_t *ret_header_rows)
{
    size_t i = from;

    for (; i < to && str_starts(str_trim(lines->items[i]), ":"); i++) {
        struct str line = str_trim(lines->items[i]);
        if (str_starts(line, ":header-rows:"))
            str_to_int(str_trim(str_sub(line, 13, line.len)), ret_header_rows);
    }
    while (i < to && markup_is_empty(lines->items[i]))
        i++;
    return i;
}

static void directive(struct rst *r, struct str name, struct str argument, const struct markup_lines *lines,
                      size_t from, size_t to)
{
    static const char *const code[] = { "code-block",     "code",      "sourcecode", "parsed-literal",
                                        "literalinclude", "highlight", "prompt",     "doctest",
                                        "testcode",       "math",      NULL };
    static const char *const nothing[] = { "toctree", "contents",     "image",          "include",
                                           "index",   "raw",          "meta",           "currentmodule",
                                           "module",  "default-role", "highlight",      "sectionauthor",
                                           "only-x",  "role",         "default-domain", NULL };
    int64_t header_rows = 0;
    size_t body = options_end(lines, from, to, &header_rows);
    struct str text = markup_block(r->arena, lines, body, to);

    if (str_is_any(name, nothing))
        return;
    if (str_is_any(name, code)) {
        outline_code(&r->outline, text.len ? text : argument);
        return;
    }
    if (str_is(name, "list-table")) {
        outline_paragraph(&r->outline, plain(r, argument));
        list_table(r, text, header_rows);
        return;
    }
    /* "py:function:: open(path)" and its like define what stands below; others are notes with a first line. */
    if (str_contains(name, "function") || str_contains(name, "method") || str_contains(name, "class") ||
        str_contains(name, "data") || str_contains(name, "attribute") || str_contains(name, "option") ||
        str_contains(name, "exception") || str_is(name, "glossary"))
        outline_term(&r->outline, plain(r, argument));
    else if (argument.len && !str_is(name, "figure"))
        outline_paragraph(&r->outline, plain(r, argument));
    nested(r, text);
}

/* A line that starts with "..": comment, target, note, directive. */
static size_t read_explicit(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct str line = str_trim(str_sub(lines->items[i], 2, lines->items[i].len));
    size_t end = markup_block_end(lines, i + 1, 1);
    ptrdiff_t colons = str_find(line, str("::"), 0);

    end = end > i ? end : i + 1;
    if (!line.len && i + 1 < lines->n && markup_is_empty(lines->items[i + 1]))
        return i + 1; /* an empty comment: what stands below is none */
    if (str_starts(line, "_"))
        return end;
    if (str_starts(line, "[")) {
        ptrdiff_t close = str_find_char(line, ']', 0);
        if (close > 0) {
            struct str rest = end > i + 1 ? markup_block(r->arena, lines, i + 1, end) : (struct str){ 0 };
            outline_paragraph(&r->outline,
                              str_format(r->arena, "[^%.*s]: %.*s %.*s", STR_ARG(str_sub(line, 1, (size_t) close)),
                                         STR_ARG(plain(r, str_trim(str_sub(line, (size_t) close + 1, line.len)))),
                                         STR_ARG(plain(r, rest))));
        }
        return end;
    }
    if (colons > 0 && !memchr(line.data, ' ', (size_t) colons))
        directive(r, str_sub(line, 0, (size_t) colons), str_trim(str_sub(line, (size_t) colons + 2, line.len)), lines,
                  i + 1, end);
    return end;
}

/* --- the lines --- */

/* A paragraph from line i; behind "::" comes a literal block. */
static size_t read_paragraph(struct rst *r, const struct markup_lines *lines, size_t i)
{
    size_t end = i;

    while (end < lines->n && markup_indent(lines->items[end]) == 0)
        end++;
    if (end == i)
        end = i + 1;
    struct str text = markup_block(r->arena, lines, i, end);
    bool literal = str_ends(text, "::");
    bool defined = end < lines->n && end == i + 1 && markup_indent(lines->items[end]) != SIZE_MAX && !literal;
    if (literal) {
        text.len -= str_is(text, "::") ? 2 : 1;
        if (str_ends(text, " :"))
            text.len -= 2;
    }
    if (defined) { /* a term, its definition indented */
        outline_term(&r->outline, plain(r, text));
        size_t stop = markup_block_end(lines, end, 1), first = end;
        while (first < stop && !markup_is_empty(lines->items[first]))
            first++;
        outline_definition(&r->outline, plain(r, markup_block(r->arena, lines, end, first)));
        if (first < stop)
            nested(r, markup_block(r->arena, lines, first, stop));
        return stop > end ? stop : end;
    }
    paragraph(r, text);
    if (!literal)
        return end;
    size_t start = end;
    while (start < lines->n && markup_is_empty(lines->items[start]))
        start++;
    size_t stop = markup_block_end(lines, start, 1);
    outline_code(&r->outline, markup_block(r->arena, lines, start, stop));
    return stop > end ? stop : end;
}

/* "| line" and "| another": lines that stay lines. */
static size_t read_verse(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct buf text;

    buf_init(&text, 1 << 20);
    for (; i < lines->n && (str_starts(lines->items[i], "| ") || str_is(lines->items[i], "|")); i++) {
        buf_add_str(&text, str_sub(lines->items[i], 2, lines->items[i].len));
        buf_add_char(&text, '\n');
    }
    paragraph(r, buf_str(&text));
    buf_free(&text);
    return i;
}

/* ":name: value" */
static size_t read_field(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct str line = lines->items[i];
    ptrdiff_t close = str_find(line, str(": "), 1);
    size_t end = markup_block_end(lines, i + 1, 1);

    close = close < 0 && str_ends(line, ":") && line.len > 1 ? (ptrdiff_t) line.len - 1 : close;
    if (close < 0)
        return 0;
    struct str value = str_trim(str_sub(line, (size_t) close + 1, line.len));
    struct str more = end > i + 1 ? markup_block(r->arena, lines, i + 1, end) : (struct str){ 0 };
    outline_term(&r->outline, plain(r, str_sub(line, 1, (size_t) close)));
    outline_definition(&r->outline, plain(r, str_format(r->arena, "%.*s\n%.*s", STR_ARG(value), STR_ARG(more))));
    return end > i ? end : i + 1;
}

static size_t read_at(struct rst *r, const struct markup_lines *lines, size_t i)
{
    struct str line = lines->items[i];
    unsigned number;
    size_t to;

    if (markup_is_empty(line))
        return i + 1;
    if (markup_indent(line) > 0) {
        size_t end = markup_block_end(lines, i, 1);
        if (r->list || r->nesting)
            nested(r, markup_block(r->arena, lines, i, end));
        else
            outline_quote(&r->outline, plain(r, markup_block(r->arena, lines, i, end)));
        return end > i ? end : i + 1;
    }
    if (i + 2 < lines->n && is_adornment(line, lines->items[i + 1]) &&
        str_eq(str_sub(line, 0, 2), str_sub(lines->items[i + 2], 0, 2)) &&
        is_adornment(lines->items[i + 2], lines->items[i + 1])) {
        heading(r, lines->items[i + 1], line.data[0], true);
        return i + 3;
    }
    if (is_simple_rule(line) && str_contains(line, " "))
        return simple_table(r, lines, i);
    if (str_starts(line, "+-"))
        return grid_table(r, lines, i);
    if (i + 1 < lines->n && !markup_rule(line, 1) && is_adornment(lines->items[i + 1], line)) {
        heading(r, line, lines->items[i + 1].data[0], false);
        return i + 2;
    }
    if (str_starts(line, ".. ") || str_is(line, ".."))
        return read_explicit(r, lines, i);
    if (item_sign(line, &number))
        return read_list(r, lines, i);
    if (str_starts(line, "| "))
        return read_verse(r, lines, i);
    if (line.data[0] == ':' && line.len > 2 && (to = read_field(r, lines, i)) > 0)
        return to;
    if (markup_rule(line, 4))
        return i + 1;
    return read_paragraph(r, lines, i);
}

static void read_lines(struct rst *r, const struct markup_lines *lines)
{
    for (size_t i = 0; i < lines->n && !r->outline.out->over;)
        i = read_at(r, lines, i);
}

int format_rst(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct rst r = { .arena = in->arena, .document = ret, .outline = { .out = in->text } };
    struct markup_lines lines;

    markup_lines_of(in->arena, charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset),
                    &lines);
    read_lines(&r, &lines);
    return 0;
}
