/* AsciiDoc: sections, lists, definitions, delimited blocks, tables, admonitions; inline marks lose their signs. */
#include "pages/markup.h"
#include "pages/metadata.h"
#include "pages/office.h"
#include "text/charset.h"
#include "text/utf8.h"

enum { TERM_MAX = 200 };

struct asciidoc {
    struct arena *arena;
    struct document *document;
    struct outline outline;
    struct buf text; /* the paragraph being read */
    int item;        /* depth + 1 of the list item it belongs to, 0: none */
    unsigned number[10];
    unsigned start;   /* of the next list, 0: 1 */
    bool term, quote; /* it defines a term; it is a quotation */
    bool bare;        /* the term has no words yet: they may come behind an empty line */
    bool header;      /* the next table says that it has one */
    int columns;      /* of the next table, 0: as many as its first line has */
};

/* --- inline --- */

/* "target[words]": the words, or the target where there are none. */
static size_t add_macro(struct buf *out, struct str s, size_t target)
{
    size_t open = target;

    while (open < s.len && s.data[open] != '[' && s.data[open] != ' ' && s.data[open] != '\n')
        open++;
    ptrdiff_t close = open < s.len && s.data[open] == '[' ? str_find_char(s, ']', open) : -1;
    if (close < 0)
        return 0;
    struct str words = str_sub(s, open + 1, (size_t) close);
    ptrdiff_t comma = str_find_char(words, ',', 0);
    if (comma > 0 && str_contains(words, "="))
        words.len = (size_t) comma;
    buf_add_str(out, words.len ? words : str_sub(s, target, open));
    return (size_t) close + 1;
}

static size_t add_named(struct buf *out, struct str s, size_t at)
{
    static const char *const macros[] = { "link:", "xref:",   "mailto:",  "kbd:",  "btn:",
                                          "menu:", "http://", "https://", "stem:", "latexmath:" };
    struct str rest = str_sub(s, at, s.len);

    if (!str_starts(rest, "footnote:[") && at > 0 &&
        ((s.data[at - 1] >= 'a' && s.data[at - 1] <= 'z') || s.data[at - 1] == '/'))
        return 0;
    if (str_starts(rest, "image:") || str_starts(rest, "indexterm:") || str_starts(rest, "anchor:")) {
        struct buf ignored;
        buf_init(&ignored, s.len + 1);
        size_t end = add_macro(&ignored, s, at);
        buf_free(&ignored);
        return end;
    }
    if (str_starts(rest, "footnote:[")) {
        ptrdiff_t close = str_find_char(s, ']', at);
        if (close < 0)
            return 0;
        buf_format(out, " (%.*s)", STR_ARG(str_sub(s, at + 10, (size_t) close)));
        return (size_t) close + 1;
    }
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (str_starts(rest, macros[i]))
            return add_macro(out, s, str_starts(rest, "http") ? at : at + strlen(macros[i]));
    return 0;
}

/* "<<id,words>>" */
static size_t add_reference(struct buf *out, struct str s, size_t at)
{
    ptrdiff_t close = str_find(str_sub(s, 0, at + 200), str(">>"), at);

    if (close < 0)
        return 0;
    struct str inner = str_sub(s, at + 2, (size_t) close);
    ptrdiff_t comma = str_find_char(inner, ',', 0);
    buf_add_str(out, comma < 0 ? inner : str_trim(str_sub(inner, (size_t) comma + 1, inner.len)));
    return (size_t) close + 2;
}

static bool is_word(struct str s, size_t at)
{
    return at < s.len && (((unsigned char) s.data[at] & 0x80) || (s.data[at] >= '0' && s.data[at] <= '9') ||
                          (s.data[at] >= 'a' && s.data[at] <= 'z') || (s.data[at] >= 'A' && s.data[at] <= 'Z'));
}

/* A sign of emphasis at a word's edge. */
static bool is_edge(struct str s, size_t at, size_t run)
{
    return (at == 0 || !is_word(s, at - 1)) || !is_word(s, at + run);
}

/* "[line-through]#words#": the length of what stands in brackets, 0 if it belongs to the text. */
static size_t role_length(struct str s, size_t at)
{
    size_t end = at + 1;

    while (end < s.len && end < at + 40 &&
           ((s.data[end] >= 'a' && s.data[end] <= 'z') || (s.data[end] >= 'A' && s.data[end] <= 'Z') ||
            strchr(".-#%_", s.data[end])))
        end++;
    return end > at + 1 && end + 1 < s.len && s.data[end] == ']' && strchr("#*_`", s.data[end + 1]) ? end + 1 - at : 0;
}

static struct str plain(struct asciidoc *a, struct str s)
{
    struct buf out;

    buf_init(&out, 2 * s.len + 64);
    for (size_t i = 0; i < s.len;) {
        char c = s.data[i];
        size_t run = markup_run(s, i), to = 0;
        if (c == '[' && (to = role_length(s, i)) > 0) {
            i += to;
        } else if (c == '<' && run == 2 && (to = add_reference(&out, s, i)) > 0) {
            i = to;
        } else if (strchr("lxmkbhisaf", c) && (to = add_named(&out, s, i)) > 0) {
            i = to;
        } else if ((c == '^' || c == '~') && run == 1) {
            ptrdiff_t close = str_find_char(str_sub(s, 0, i + 100), c, i + 1);
            if (close > 0 && !memchr(s.data + i + 1, ' ', (size_t) close - i - 1) && (size_t) close > i + 1) {
                buf_add_char(&out, c == '^' ? '^' : '_');
                buf_add_str(&out, str_sub(s, i + 1, (size_t) close));
                i = (size_t) close + 1;
            } else {
                buf_add_char(&out, c);
                i++;
            }
        } else if ((c == '`' || c == '*' || c == '_' || c == '#' || c == '+') &&
                   (run == 2 || (run == 1 && is_edge(s, i, 1) &&
                                 !(i > 0 && s.data[i - 1] == ' ' && i + 1 < s.len && s.data[i + 1] == ' ')))) {
            i += run;
        } else {
            buf_add(&out, s.data + i, 1);
            i++;
        }
    }
    return buf_take(&out, a->arena);
}

/* --- paragraphs --- */

static void end_paragraph(struct asciidoc *a)
{
    struct str text = plain(a, buf_str(&a->text));

    if (!str_trim(text).len)
        ;
    else if (a->term)
        outline_definition(&a->outline, text), a->bare = false;
    else
        outline_text(&a->outline, a->item - 1, a->quote, text);
    buf_clear(&a->text);
    a->quote = false;
}

static void add_line(struct asciidoc *a, struct str line)
{
    if (a->text.len)
        buf_add_char(&a->text, '\n');
    if (str_ends(line, " +"))
        line.len -= 2;
    buf_add_str(&a->text, str_trim(line));
}

/* ":name: value" at the head. */
static void read_setting(struct asciidoc *a, struct str line)
{
    struct document *d = a->document;

    if (str_starts(line, ":author:"))
        d->author = str_trim(str_sub(line, 8, line.len));
    else if (str_starts(line, ":revdate:"))
        d->date = metadata_date(a->arena, str_trim(str_sub(line, 9, line.len)));
    else if (str_starts(line, ":title:") && !d->title.len)
        d->title = str_trim(str_sub(line, 7, line.len));
}

/* The lines below the title: who wrote it, when, settings. */
static size_t read_head(struct asciidoc *a, const struct markup_lines *lines, size_t i)
{
    size_t first = i;

    for (; i < lines->n && !markup_is_empty(lines->items[i]); i++) {
        struct str line = lines->items[i];
        if (line.data[0] == ':')
            read_setting(a, line);
        else if (i == first && !a->document->author.len && line.data[0] != '/') {
            ptrdiff_t mail = str_find(line, str(" <"), 0);
            a->document->author = mail > 0 ? str_sub(line, 0, (size_t) mail) : line;
        } else if (i == first + 1)
            a->document->date = metadata_date(a->arena, line);
    }
    return i;
}

static void heading(struct asciidoc *a, size_t level, struct str text)
{
    end_paragraph(a);
    a->item = 0;
    a->term = false;
    memset(a->number, 0, sizeof a->number);
    text = str_trim(plain(a, text));
    if (level == 1 && !a->document->title.len && !a->outline.out->len)
        a->document->title = text;
    else
        outline_heading(&a->outline, (int) level, text);
}

/* --- lists --- */

/* Signs of an item: *, **, -, ., .., 1. Returns their bytes with the space. */
static size_t item_sign(struct str line, int *ret_depth, bool *ret_numbered)
{
    unsigned number;
    size_t n = 0;
    char c = line.len ? line.data[0] : ' ';

    *ret_numbered = c == '.';
    while (n < line.len && line.data[n] == c)
        n++;
    if ((c == '*' || c == '.') && n <= 6 && n < line.len && line.data[n] == ' ') {
        *ret_depth = (int) n - 1;
        return n + 1;
    }
    *ret_depth = 0;
    if (c == '-' && n == 1 && line.len > 1 && line.data[1] == ' ')
        return 2;
    n = markup_number(line, &number);
    *ret_numbered = n > 0;
    return n;
}

static void read_item(struct asciidoc *a, struct str line, int depth, bool numbered)
{
    end_paragraph(a);
    a->term = false;
    if (depth > 9)
        depth = 9;
    for (int i = depth + 1; i < 10; i++)
        a->number[i] = 0;
    if (a->item == 0)
        memset(a->number, 0, sizeof a->number);
    if (numbered && a->start && !a->number[depth])
        a->number[depth] = a->start - 1;
    a->start = 0;
    unsigned number = numbered ? ++a->number[depth] : 0;
    outline_item(&a->outline, depth, number, plain(a, line));
    a->item = depth + 1;
}

/* "term:: words"; ";;" for a list within one. */
static bool read_term(struct asciidoc *a, struct str line)
{
    ptrdiff_t at = str_find(line, str("::"), 0);

    if (at < 0 && str_ends(line, ";;"))
        at = (ptrdiff_t) line.len - 2;

    if (at <= 0 || (at > TERM_MAX && !str_ends(line, "::")))
        return false;
    size_t end = (size_t) at + 2;
    while (end < line.len && line.data[end] == ':')
        end++;
    if (end < line.len && line.data[end] != ' ')
        return false;
    if (str_starts(line, "image::") || str_starts(line, "include::") || str_starts(line, "video::") ||
        str_starts(line, "toc::"))
        return true;
    end_paragraph(a);
    a->item = 0;
    outline_term(&a->outline, plain(a, str_sub(line, 0, (size_t) at)));
    a->term = a->bare = true;
    if (str_trim(str_sub(line, end, line.len)).len)
        add_line(a, str_sub(line, end, line.len));
    return true;
}

/* --- blocks --- */

static size_t find_end(const struct markup_lines *lines, size_t from, struct str mark)
{
    size_t i = from;

    while (i < lines->n && !str_eq(lines->items[i], mark))
        i++;
    return i;
}

static struct str joined(struct asciidoc *a, const struct markup_lines *lines, size_t from, size_t to)
{
    return str_join(a->arena, lines->items + from, to - from, "\n");
}

/* "$1.34 a" in front of a bar: the "a" tells how the next cell is set. */
static struct str without_style(struct str cell)
{
    size_t at = cell.len;
    bool sign = false;

    while (at > 0 && strchr("0123456789.+*<^>adehlmsv", cell.data[at - 1])) {
        at--;
        sign |= strchr("+*<^>", cell.data[at]) != NULL;
    }
    bool letter = cell.len - at == 1 && strchr("adehlmsv", cell.data[at]);
    return (sign || letter) && (at == 0 || cell.data[at - 1] == ' ') ? str_sub(cell, 0, at) : cell;
}

static void write_row(struct asciidoc *a, struct office_row *row, size_t *rows)
{
    if (!row->n)
        return;
    outline_row(&a->outline, row->cells, row->n);
    office_row_clear(row);
    if ((*rows)++ == 0 && a->header)
        outline_header(&a->outline);
}

/* The lines of a quotation; those that only open and close a block in it go. */
static struct str quoted(struct asciidoc *a, const struct markup_lines *lines, size_t from, size_t to)
{
    struct str_list kept = { 0 };

    for (size_t i = from; i < to; i++)
        if (!str_is(lines->items[i], "--"))
            str_list_add(a->arena, &kept, lines->items[i]);
    return str_join(a->arena, kept.items, kept.n, "\n");
}

static void read_table(struct asciidoc *a, const struct markup_lines *lines, size_t from, size_t to)
{
    struct office_row *row = arena_calloc(a->arena, 1, sizeof *row);
    size_t columns = (size_t) (a->columns > 0 ? a->columns : 0), rows = 0;

    row->arena = a->arena;
    outline_break(&a->outline);
    for (size_t i = from; i < to; i++) {
        struct str line = lines->items[i], cell;
        if (markup_is_empty(line)) {
            if (i == from + 1 && row->n) { /* an empty line behind the first row: it names the columns */
                a->header = true;
                write_row(a, row, &rows);
            }
            continue;
        }
        ptrdiff_t bar = str_find_char(line, '|', 0);
        if (bar < 0) {
            office_row_add(row, plain(a, line));
            continue;
        }
        struct str rest = str_sub(line, (size_t) bar + 1, line.len);
        size_t cells = 0;
        while (str_next(&rest, '|', &cell)) {
            if (columns && row->n == columns)
                write_row(a, row, &rows);
            office_row_cell(row);
            office_row_add(row, plain(a, rest.data ? without_style(cell) : cell));
            cells++;
        }
        if (!columns && cells > 1)
            columns = cells;
    }
    write_row(a, row, &rows);
    outline_break(&a->outline);
    a->header = false;
    a->columns = 0;
}

/* "[cols="1,2", options="header"]", "[source,c]", "[quote]" */
static void read_attributes(struct asciidoc *a, struct str line)
{
    ptrdiff_t cols = str_find(line, str("cols="), 0);
    int64_t times;

    a->header |= str_contains(line, "header");
    ptrdiff_t start = str_find(line, str("start="), 0);
    size_t end = (size_t) start + 6;
    while (start >= 0 && end < line.len && line.data[end] >= '0' && line.data[end] <= '9')
        end++;
    if (start >= 0 && str_to_int(str_sub(line, (size_t) start + 6, end), &times) && times > 0 && times < 100000)
        a->start = (unsigned) times;
    a->quote |= str_starts(line, "[quote") || str_starts(line, "[verse");
    if (cols < 0)
        return;
    struct str value = str_sub(line, (size_t) cols + 5, line.len);
    bool quoted = value.len && value.data[0] == '"';
    int n = 1;
    for (size_t i = quoted; i < value.len && value.data[i] != (quoted ? '"' : ']'); i++) {
        n += value.data[i] == ',';
        if (value.data[i] == '*' && str_to_int(str_sub(value, quoted, i), &times) && times > 0 && times < 100)
            n = (int) times;
    }
    a->columns = n;
}

/* A delimited block from line i; where it ends, 0 if there is none. */
static size_t read_block(struct asciidoc *a, const struct markup_lines *lines, size_t i)
{
    struct str line = lines->items[i];
    char c = markup_rule(line, 4);
    bool fence = str_starts(line, "```"), table = str_is(line, "|===") || str_is(line, ",===") || str_is(line, ":===");

    if (!table && !fence && !(c && strchr("-./_+", c)))
        return 0;
    size_t end = find_end(lines, i + 1, fence ? str("```") : line);
    end_paragraph(a);
    if (table)
        read_table(a, lines, i + 1, end);
    else if (c == '-' || c == '.' || fence || c == '+')
        outline_code(&a->outline, joined(a, lines, i + 1, end));
    else if (c == '_')
        outline_quote(&a->outline, plain(a, quoted(a, lines, i + 1, end)));
    a->quote = false;
    return end + 1;
}

/* Does a line go on with the item before? */
static bool goes_on(struct str line)
{
    int depth;
    bool numbered;

    return !markup_is_empty(line) && !str_is(line, "+") && !item_sign(str_trim(line), &depth, &numbered) &&
           !markup_rule(line, 4) && line.data[0] != '[' && line.data[0] != '|';
}

static size_t read_item_lines(struct asciidoc *a, const struct markup_lines *lines, size_t i, size_t sign)
{
    struct str bare = str_trim(lines->items[i]);
    size_t end = i + 1;
    struct buf own;
    int depth;
    bool numbered;

    item_sign(bare, &depth, &numbered);
    buf_init(&own, 1 << 20);
    buf_add_str(&own, str_sub(bare, sign, bare.len));
    while (end < lines->n && goes_on(lines->items[end])) {
        buf_add_char(&own, '\n');
        buf_add_str(&own, str_trim(lines->items[end++]));
    }
    read_item(a, buf_str(&own), depth, numbered);
    buf_free(&own);
    return end;
}

/* "ifdef::name[]": a line for whoever builds the document. What stands between is read. */
static bool is_condition(struct str line)
{
    return str_starts(line, "ifdef::") || str_starts(line, "ifndef::") || str_starts(line, "ifeval::") ||
           str_starts(line, "endif::");
}

/* The level of a title that the next line underlines at its own length, give or take one; 0: it is none. */
static size_t underlined(const struct asciidoc *a, const struct markup_lines *lines, size_t i)
{
    static const char signs[] = "=-~^+";
    struct str line = lines->items[i];
    char rule = i + 1 < lines->n && !a->text.len ? markup_rule(lines->items[i + 1], 2) : 0;
    size_t length = utf8_count(line), under = rule ? lines->items[i + 1].len : 0;

    if (!rule || !strchr(signs, rule) || !(is_word(line, 0) || strchr("`'\"({<", line.data[0])) || under > length + 1 ||
        length > under + 1)
        return 0;
    return (size_t) (strchr(signs, rule) - signs) + 1;
}

/* "== Title", or a line that the next one underlines; where it ends, 0 if there is none. */
static size_t read_title(struct asciidoc *a, const struct markup_lines *lines, size_t i)
{
    struct str line = lines->items[i];
    size_t level = underlined(a, lines, i), sign = 0, end = i + 1 + (level > 0);

    while (sign < line.len && line.data[sign] == '=')
        sign++;
    if (!level && sign >= 1 && sign <= 6 && sign < line.len && line.data[sign] == ' ')
        level = sign;
    if (!level)
        return 0;
    bool title = level == 1 && !a->outline.out->len && !a->document->title.len;
    heading(a, level, str_sub(line, sign, line.len));
    return title ? read_head(a, lines, end) : end;
}

static size_t read_at(struct asciidoc *a, const struct markup_lines *lines, size_t i)
{
    struct str line = lines->items[i];
    size_t sign, to;
    int depth;
    bool numbered;

    if (markup_is_empty(line) || str_is(line, "+")) {
        end_paragraph(a);
        if (!str_is(line, "+") && i + 1 < lines->n && !item_sign(str_trim(lines->items[i + 1]), &depth, &numbered) &&
            !str_is(lines->items[i + 1], "+"))
            a->item = 0, a->term &= a->bare;
        return i + 1;
    }
    if (str_is(line, "////"))
        return find_end(lines, i + 1, line) + 1;
    if (str_starts(line, "//"))
        return i + 1;
    if (is_condition(line))
        return i + 1;
    if ((to = read_title(a, lines, i)) > 0)
        return to;
    if (line.data[0] == ':' && line.len > 2 && str_find_char(line, ':', 1) > 1 && !a->text.len) {
        read_setting(a, line);
        return i + 1;
    }
    char rule = markup_rule(line, 4);
    if ((line.data[0] == '[' && str_ends(line, "]")) || str_is(line, "--") || rule == '=' || rule == '*' ||
        str_is(line, "'''") || str_is(line, "<<<")) {
        end_paragraph(a);
        if (line.data[0] == '[')
            read_attributes(a, line);
        return i + 1;
    }
    if ((to = read_block(a, lines, i)) > 0)
        return to;
    struct str bare = str_trim(line);
    if ((sign = item_sign(bare, &depth, &numbered)) > 0)
        return read_item_lines(a, lines, i, sign);
    if (line.data[0] == '.' && line.len > 1 && line.data[1] != '.' && line.data[1] != ' ') { /* a block's title */
        end_paragraph(a);
        outline_paragraph(&a->outline, plain(a, str_sub(line, 1, line.len)));
        return i + 1;
    }
    if ((!a->text.len || a->term) && read_term(a, bare))
        return i + 1;
    add_line(a, line);
    return i + 1;
}

int format_asciidoc(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct asciidoc a = { .arena = in->arena, .document = ret, .outline = { .out = in->text } };
    struct markup_lines lines;

    markup_lines_of(in->arena, charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset),
                    &lines);
    buf_init(&a.text, in->text->max);
    for (size_t i = 0; i < lines.n && !in->text->over;)
        i = read_at(&a, &lines, i);
    end_paragraph(&a);
    buf_free(&a.text);
    return 0;
}
