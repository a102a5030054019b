/* Lines for a narrow screen: broken between words, and set in below the column where their text begins. */
#include "doors/cli/cli.h"
#include "text/utf8.h"

enum { GAP = 2, SET_IN = 4 };

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

/* Columns that the text takes; colours take none. */
static size_t width_of(struct str text)
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

/* "name   status   text": below the last column that leaves room for some words; else below the first word. */
static size_t hang_of(struct str line, size_t width)
{
    size_t most = width * 2 / 3, hang = spaces_at(line, 0);

    if (hang > most)
        hang = 0;
    for (size_t at = spaces_at(line, 0); at < line.len;) {
        size_t n = spaces_at(line, at), column = n >= GAP ? width_of(str_sub(line, 0, at + n)) : 0;

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
    if (width_of(line) <= width) {
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
        size_t w = width_of(word);

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
