/* Lines for a narrow screen: broken between words, and set in below the column where their text begins. */
#include <ctype.h>

#include "doors/cli/cli.h"
#include "text/utf8.h"

enum { GAP = 2, SET_IN = 4, NARROW = 60 };

bool out_is_narrow(const struct cli *cli) { return cli->out_terminal && terminal_width(cli->out) < NARROW; }

bool err_is_narrow(const struct cli *cli) { return cli->err_terminal && terminal_width(cli->err) < NARROW; }

/* Where the escape that begins at `at` ends; `at`: there is none. */
static size_t behind_escape(struct str text, size_t at)
{
    size_t end = at + 2;

    if (end > text.len || text.data[at] != '\x1b' || text.data[at + 1] != '[')
        return at;
    while (end < text.len && text.data[end] != 'm')
        end++;
    return end < text.len ? end + 1 : end;
}

size_t wrap_width(struct str text)
{
    size_t width = 0, from = 0, at = 0;

    while (at < text.len) {
        size_t end = behind_escape(text, at);

        if (end == at) {
            at++;
            continue;
        }
        width += utf8_width(str_sub(text, from, at));
        from = at = end;
    }
    return width + utf8_width(str_sub(text, from, text.len));
}

static size_t spaces_at(struct str text, size_t at)
{
    size_t end = at;

    while (end < text.len && text.data[end] == ' ')
        end++;
    return end - at;
}

/* "12. ", "[3] ", "- " and the like: the columns that it takes, else 0. */
static size_t marker_at(struct str line, size_t at)
{
    static const char *const signs[] = { "- ", "\u2022 ", "\u00b7 ", "\u2026 ", "\u2713 ", "\u2717 " };
    struct str rest = str_sub(line, at, line.len);
    bool bracket = str_starts(rest, "[");
    size_t n = bracket;

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (str_starts(rest, signs[i]))
            return 2;
    while (n < rest.len && rest.data[n] >= '0' && rest.data[n] <= '9')
        n++;
    return n > bracket && str_starts(str_sub(rest, n, rest.len), bracket ? "] " : ". ") ? n + 2 : 0;
}

/* "name   status   text": below the last column that leaves room for some words; else below the first word. */
static size_t hang_of(struct str line, size_t width)
{
    size_t most = width * 2 / 3, hang = spaces_at(line, 0);

    if (hang > most)
        hang = 0;
    if (hang + marker_at(line, hang) <= most)
        hang += marker_at(line, hang);
    for (size_t at = spaces_at(line, 0); at < line.len;) {
        size_t n = spaces_at(line, at), column = n >= GAP ? wrap_width(str_sub(line, 0, at + n)) : 0;

        if (column > most)
            break;
        hang = column ? column : hang;
        at += n ? n : 1;
    }
    return hang;
}

/* An address is kept whole where the screen has room for it. */
static size_t hang_of_word(size_t hang, size_t word, size_t width)
{
    return hang + word <= width ? hang : SET_IN < hang && SET_IN + word <= width ? SET_IN : word <= width ? 0 : hang;
}

void wrap_line(struct buf *out, struct str line, size_t width)
{
    if (wrap_width(line) <= width) {
        buf_add_str(out, line);
        return;
    }
    size_t hang = hang_of(line, width), column = spaces_at(line, 0);

    buf_add_str(out, str_sub(line, 0, column));
    for (size_t at = column, gap = 0; at < line.len; gap = spaces_at(line, at), at += gap) {
        size_t end = at;

        while (end < line.len && line.data[end] != ' ')
            end++;
        struct str word = str_sub(line, at, end);
        size_t w = wrap_width(word);

        if (column > hang && column + gap + w > width) {
            column = hang_of_word(hang, w, width);
            buf_format(out, "\n%*s", (int) column, "");
        } else {
            buf_format(out, "%*s", (int) gap, "");
            column += gap;
        }
        buf_add_str(out, word);
        column += w;
        at = end;
    }
}

/* --- text in a column --- */

struct column {
    struct arena *arena;
    struct str_list *lines;
    size_t width, used;
    struct buf line;
    struct str color; /* the escape that is in force; empty: none */
};

static void end_line(struct column *c)
{
    if (c->color.len)
        buf_add_z(&c->line, "\x1b[0m");
    str_list_add(c->arena, c->lines, str_dup(c->arena, buf_str(&c->line)));
    buf_clear(&c->line);
    buf_add_str(&c->line, c->color);
    c->used = 0;
}

size_t wrap_markers(struct str rest)
{
    struct str word;
    size_t width = 0;

    while (str_next(&rest, ' ', &word)) {
        size_t at = 0, end;

        while ((end = behind_escape(word, at)) > at)
            at = end;
        if (at + 1 >= word.len || word.data[at] != '[' || !isdigit((unsigned char) word.data[at + 1]))
            break;
        width += 1 + wrap_width(word);
    }
    return width;
}

/* A word that is longer than the column is broken. `behind`: what must stand on its line, too, if a line has room for both. */
static void add_word(struct column *c, struct str word, size_t behind)
{
    size_t w = wrap_width(word), whole = w + behind <= c->width ? w + behind : w;

    if (c->used && c->used + 1 + whole > c->width)
        end_line(c);
    if (c->used) {
        buf_add_char(&c->line, ' ');
        c->used++;
    }
    for (size_t at = 0; at < word.len;) {
        size_t end = behind_escape(word, at);

        if (end > at) {
            c->color = str_is(str_sub(word, at, end), "\x1b[0m") ? str("") : str_sub(word, at, end);
        } else {
            utf8_next(word, &end);
            w = utf8_width(str_sub(word, at, end));
            if (c->used && c->used + w > c->width)
                end_line(c);
            c->used += w;
        }
        buf_add_str(&c->line, str_sub(word, at, end));
        at = end;
    }
}

void wrap_text(struct arena *arena, struct str text, size_t width, struct str_list *ret)
{
    struct column c = { .arena = arena, .lines = ret, .width = width ? width : 1 };
    struct str rest = text, word;

    buf_init(&c.line, 4 * text.len + 64);
    while (str_next(&rest, ' ', &word))
        if (word.len)
            add_word(&c, word, wrap_markers(rest));
    end_line(&c);
    buf_free(&c.line);
}
