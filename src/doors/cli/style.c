/* Markdown on a terminal: a light hand. Blocks are told by their first
 * characters, inline marks by one pass; what is not understood is shown as it is. */
#include <limits.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "doors/cli/cli.h"
#include "doors/cli/table.h"
#include "text/markdown_line.h"
#include "text/utf8.h"

enum { WIDTH_MAX = 100 };

int terminal_width(FILE *stream)
{
    struct winsize size;
    int fd = fileno(stream); /* standard output is a stream without one (output.c) */

    return ioctl(fd < 0 ? output_screen() : fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20 ? size.ws_col : 80;
}

struct styler {
    struct buf *out;
    int width;
    bool color;
    struct buf word; /* being collected, with its escapes */
    size_t word_width, column;
    size_t indent;     /* of the following lines of the block */
    const char *block; /* style of the whole block, or "" */
};

static void escape(struct styler *s, struct buf *to, const char *code)
{
    if (s->color && code[0])
        buf_format(to, "\x1b[%sm", code);
}

/* Ends an inline style: back to the block's. */
static void plain(struct styler *s, struct buf *to)
{
    escape(s, to, "0");
    escape(s, to, s->block);
}

static void flush_word(struct styler *s)
{
    if (s->word_width == 0) {
        buf_add_str(s->out, buf_str(&s->word));
        buf_clear(&s->word);
        return;
    }
    if (s->column > s->indent && s->column + 1 + s->word_width > (size_t) s->width) {
        buf_format(s->out, "\n%*s", (int) s->indent, "");
        s->column = s->indent;
    } else if (s->column > s->indent) {
        buf_add_char(s->out, ' ');
        s->column++;
    }
    buf_add_str(s->out, buf_str(&s->word));
    s->column += s->word_width;
    s->word_width = 0;
    buf_clear(&s->word);
}

static void add_text(struct styler *s, struct str text)
{
    buf_add_str(&s->word, text);
    s->word_width += utf8_width(text);
}

static bool is_marker(struct str s, size_t at, size_t *ret_end)
{
    size_t i = at + 1;

    while (i < s.len && s.data[i] >= '0' && s.data[i] <= '9')
        i++;
    *ret_end = i + 1;
    return i > at + 1 && i < s.len && s.data[i] == ']';
}

/* "[text](address)": both parts. */
static bool is_link(struct str s, size_t at, struct str *ret_text, struct str *ret_url, size_t *ret_end)
{
    size_t i = at + 1;

    while (i < s.len && s.data[i] != ']')
        i += s.data[i] == '\\' ? 2 : 1;
    if (i + 1 >= s.len || s.data[i + 1] != '(')
        return false;
    ptrdiff_t close = str_find_char(s, ')', i);
    if (close < 0)
        return false;
    *ret_text = str_sub(s, at + 1, i);
    *ret_url = str_sub(s, i + 2, (size_t) close);
    *ret_end = (size_t) close + 1;
    return true;
}

static void add_words(struct styler *s, struct str text, bool markup);

/* "*text*", with no blank behind the first star or before the last; stars of "**" are others. */
static bool is_emphasis(struct str s, size_t at, size_t *ret_close)
{
    if (at + 2 >= s.len || s.data[at + 1] == '*' || s.data[at + 1] == ' ' || s.data[at + 1] == '\t')
        return false;
    for (size_t i = at + 1; i < s.len; i++) {
        if (s.data[i] == '\\')
            i++;
        else if (s.data[i] == '*' && i + 1 < s.len && s.data[i + 1] == '*')
            i++;
        else if (s.data[i] == '*' && s.data[i - 1] != ' ') {
            *ret_close = i;
            return true;
        }
    }
    return false;
}

/* One inline construct at `at`; where it ends, or `at` when there is none. */
static size_t add_inline(struct styler *s, struct str text, size_t at, bool *bold)
{
    struct str label, url;
    size_t end;
    char c = text.data[at];

    if (c == '\\' && at + 1 < text.len && strchr("\\`*_[]<>|~&#", text.data[at + 1])) {
        add_text(s, str_sub(text, at + 1, at + 2));
        return at + 2;
    }
    if (c == '*' && at + 1 < text.len && text.data[at + 1] == '*') {
        *bold = !*bold;
        if (*bold)
            escape(s, &s->word, "1");
        else
            plain(s, &s->word);
        return at + 2;
    }
    if (c == '*' && is_emphasis(text, at, &end)) {
        escape(s, &s->word, "3");
        add_words(s, str_sub(text, at + 1, end), true);
        plain(s, &s->word);
        return end + 1;
    }
    if (c == '`') {
        ptrdiff_t close = str_find_char(text, '`', at + 1);

        if (close < 0)
            return at;
        escape(s, &s->word, "36");
        add_words(s, str_sub(text, at + 1, (size_t) close), false);
        plain(s, &s->word);
        return (size_t) close + 1;
    }
    if (c == '[' && is_marker(text, at, &end)) {
        escape(s, &s->word, "36");
        add_text(s, str_sub(text, at, end));
        plain(s, &s->word);
        return end;
    }
    if (c == '[' && is_link(text, at, &label, &url, &end)) {
        escape(s, &s->word, "4");
        add_words(s, label, true);
        plain(s, &s->word);
        flush_word(s);
        escape(s, &s->word, "2");
        add_text(s, url);
        plain(s, &s->word);
        return end;
    }
    return at;
}

/* A marker behind the blank at `at`: it stays on the line of the word that it stands behind, unless that is too long for one. */
static bool marker_follows(const struct styler *s, struct str text, size_t at)
{
    size_t end;

    return s->word_width && at + 1 < text.len && text.data[at + 1] == '[' && is_marker(text, at + 1, &end) &&
           s->indent + s->word_width + end - at <= (size_t) s->width;
}

/* Words with their inline marks. Recursion is shallow: a label, code and emphasis hold less each time, and what is
 * emphasised holds no emphasis of its own. */
static void add_words(struct styler *s, struct str text, bool markup)
{
    bool bold = false;

    for (size_t at = 0; at < text.len;) {
        size_t next = at;

        if (text.data[at] == ' ' || text.data[at] == '\t') {
            if (markup && marker_follows(s, text, at))
                add_text(s, str(" "));
            else
                flush_word(s);
            at++;
            continue;
        }
        if (markup)
            next = add_inline(s, text, at, &bold);
        if (next == at) {
            utf8_next(text, &next);
            add_text(s, str_sub(text, at, next));
        }
        at = next;
    }
    if (bold)
        plain(s, &s->word);
}

static void write_block(struct styler *s, struct str text, const char *first, size_t indent, const char *block)
{
    s->block = block;
    s->indent = s->column = indent;
    escape(s, s->out, block);
    buf_add_z(s->out, first);
    add_words(s, text, true);
    flush_word(s);
    if (block[0])
        escape(s, s->out, "0");
    buf_add_char(s->out, '\n');
}

/* "12. " -> 4 */
static size_t number_length(struct str line)
{
    size_t n = 0;

    while (n < line.len && line.data[n] >= '0' && line.data[n] <= '9')
        n++;
    return n > 0 && n < 4 && n + 1 < line.len && line.data[n] == '.' && line.data[n + 1] == ' ' ? n + 2 : 0;
}

static void style_line(struct styler *s, struct str line)
{
    size_t level = line_heading_level(line), spaces = 0, number;
    char first[64];

    while (spaces < line.len && spaces < 12 && line.data[spaces] == ' ')
        spaces++;
    struct str text = str_sub(line, spaces, line.len);
    if (level) {
        write_block(s, str_trim(str_sub(line, level, line.len)), "", 0, level == 1 ? "1;4" : "1");
    } else if (str_starts(text, "- ") || str_starts(text, "* ")) {
        snprintf(first, sizeof first, "%*s\u2022 ", (int) spaces, "");
        write_block(s, str_sub(text, 2, text.len), first, spaces + 2, "");
    } else if ((number = number_length(text))) {
        snprintf(first, sizeof first, "%*s%.*s", (int) spaces, "", (int) number, text.data);
        write_block(s, str_sub(text, number, text.len), first, spaces + number, "");
    } else if (str_starts(text, ">")) {
        write_block(s, str_trim(str_sub(text, 1, text.len)), "  ", 2, "2");
    } else { /* what goes on with an item of a list stays below it */
        snprintf(first, sizeof first, "%*s", (int) spaces, "");
        write_block(s, text, first, spaces, "");
    }
}

/* --- tables --- */

static bool is_table_line(struct str line) { return str_starts(str_trim(line), "|"); }

/* The cells of a row, trimmed, and how many there are, though no more than TABLE_COLUMNS_MAX are kept; "\|" is a bar of
 * its own. */
static size_t table_cells(struct str line, struct str cells[TABLE_COLUMNS_MAX])
{
    struct str row = str_trim(line);
    size_t n = 0, start = 1;

    if (row.len > 1 && str_ends(row, "|") && !str_ends(row, "\\|"))
        row.len--;
    for (size_t i = 1; i <= row.len; i++)
        if (i == row.len || (row.data[i] == '|' && row.data[i - 1] != '\\')) {
            if (n < TABLE_COLUMNS_MAX)
                cells[n] = str_trim(str_sub(row, start, i));
            n++;
            start = i + 1;
        }
    return n;
}

/* "|---|:-:|" */
static bool is_separator(struct str line)
{
    for (size_t k = 0; k < line.len; k++)
        if (!strchr("-:| \t", line.data[k]))
            return false;
    return str_find_char(line, '-', 0) >= 0;
}

/* A cell in one line, with its marks. */
static struct str styled_cell(struct styler *s, struct arena *arena, struct str cell)
{
    struct styler one = { .width = INT_MAX / 2, .color = s->color, .block = "" };
    struct buf text;

    buf_init(&text, 1 << 20);
    buf_init(&one.word, 1 << 20);
    one.out = &text;
    add_words(&one, cell, true);
    flush_word(&one);
    buf_free(&one.word);
    return buf_take(&text, arena);
}

/* What has no names of columns, or more of them than we take, is shown as it stands. */
static void style_table(struct styler *s, struct str table)
{
    struct str rest = table, line, second = str(""), cells[TABLE_COLUMNS_MAX];
    struct table t = { .arena = arena_new(), .prose = true, .color = s->color };

    str_next_line(&rest, &line);
    t.columns = table_cells(line, cells);
    str_next_line(&rest, &second);
    size_t n = table_cells(second, cells);
    if (!is_separator(second) || t.columns > TABLE_COLUMNS_MAX) {
        for (rest = table; str_next_line(&rest, &line);)
            if (!is_separator(line))
                write_block(s, line, "", 0, "");
        arena_free(t.arena);
        return;
    }
    for (size_t i = 0; i < n && i < t.columns; i++)
        t.right[i] = str_ends(cells[i], ":") && !str_starts(cells[i], ":");
    for (rest = table; str_next_line(&rest, &line);) {
        if (is_separator(line))
            continue;
        n = table_cells(line, cells);
        for (size_t i = 0; i < t.columns; i++)
            cells[i] = i < n ? styled_cell(s, t.arena, cells[i]) : str("");
        table_row(&t, cells);
    }
    table_write(s->out, &t, (size_t) s->width);
    arena_free(t.arena);
}

/* The lines of a table from `line` on; `rest` goes behind them. */
static struct str take_table(struct str line, struct str *rest)
{
    struct str next = *rest, last = line, more;

    while (str_next_line(&next, &more) && is_table_line(more)) {
        *rest = next;
        last = more;
    }
    return str_n(line.data, (size_t) (last.data + last.len - line.data));
}

void style_markdown(struct buf *out, struct str markdown, int width, bool color)
{
    struct arena *arena = arena_new();
    struct styler s = { .out = out, .width = width < WIDTH_MAX ? width : WIDTH_MAX, .color = color, .block = "" };
    struct str rest = utf8_clean(arena, markdown), line;
    bool code = false;

    buf_init(&s.word, 1 << 20);
    while (str_next_line(&rest, &line)) {
        if (str_starts(str_trim(line), "```")) {
            code = !code;
        } else if (code) {
            buf_format(out, "    %.*s\n", STR_ARG(line));
        } else if (is_table_line(line)) {
            style_table(&s, take_table(line, &rest));
        } else {
            style_line(&s, line);
        }
    }
    buf_free(&s.word);
    arena_free(arena);
}
