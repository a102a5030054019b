/* CSV and TSV become tables. */
#include "pages/format.h"
#include "pages/sheet.h"
#include "text/charset.h"

enum { LINES_LOOKED_AT = 50 };

/* "sep=;" in the first line, as Excel writes it; it is taken off. */
static char told_separator(struct str *text)
{
    struct str rest = *text, line;

    if (!str_next_line(&rest, &line) || !str_starts_nocase(line, "sep=") || str_trim(line).len != 5)
        return '\0';
    *text = rest;
    return line.data[4];
}

static bool is_digit_at(struct str s, size_t at) { return at < s.len && s.data[at] >= '0' && s.data[at] <= '9'; }

/* How often the sign stands outside of quotes in the line, which is taken off; a quoted line break does not end it. A comma
 * between digits may be a decimal one. */
static size_t count_in_line(struct str *text, char sign)
{
    size_t n = 0, i = 0;
    bool quoted = false;

    for (; i < text->len && (quoted || text->data[i] != '\n'); i++) {
        quoted ^= text->data[i] == '"';
        bool decimal = sign == ',' && i > 0 && is_digit_at(*text, i - 1) && is_digit_at(*text, i + 1);
        n += !quoted && text->data[i] == sign && !decimal;
    }
    *text = str_sub(*text, i + 1, text->len);
    return n;
}

/* The sign that stands equally often in most lines; of two such the more frequent. */
static char separator_of(struct str text)
{
    static const char signs[] = ",;\t|";
    size_t most = 0;
    char best = ',';

    for (size_t k = 0; signs[k]; k++) {
        struct str rest = text;
        size_t first = count_in_line(&rest, signs[k]), same = 1, lines = 1;
        for (; lines < LINES_LOOKED_AT && rest.len; lines++)
            same += count_in_line(&rest, signs[k]) == first;
        size_t weight = first ? first + (2 * same > lines ? 1000 : 0) + 2000 * same / lines : 0;
        if (weight > most) {
            most = weight;
            best = signs[k];
        }
    }
    return best;
}

struct csv {
    struct format_input *in;
    struct sheet sheet;
    struct str cells[OUTLINE_COLUMNS_MAX];
    size_t n, bytes;
    int64_t row;
    struct buf cell;
};

static void end_cell(struct csv *c)
{
    if (c->n < OUTLINE_COLUMNS_MAX)
        c->cells[c->n++] = str_dup(c->in->arena, str_trim(buf_str(&c->cell)));
    c->bytes += c->cell.len + 1;
    buf_clear(&c->cell);
}

static void end_row(struct csv *c)
{
    end_cell(c);
    sheet_add(&c->sheet, c->row++, c->cells, c->n);
    c->n = 0;
}

static void read_rows(struct csv *c, struct str text, char separator)
{
    bool quoted = false;

    for (size_t i = 0; i < text.len && c->bytes < c->in->text->max; i++) {
        char sign = text.data[i];
        if (sign == '\r' && !quoted)
            continue;
        /* A quote in the middle of a word is a sign like others: 5" pipe. */
        if (sign == '"' && quoted && i + 1 < text.len && text.data[i + 1] == '"')
            buf_add_char(&c->cell, text.data[++i]);
        else if (sign == '"' && (quoted || !str_trim(buf_str(&c->cell)).len))
            quoted = !quoted;
        else if (sign == separator && !quoted)
            end_cell(c);
        else if (sign == '\n' && !quoted)
            end_row(c);
        else
            buf_add_char(&c->cell, sign);
    }
    if (c->cell.len || c->n)
        end_row(c);
}

int format_csv(struct format_input *in, struct document *ret, struct error *e)
{
    (void) e;
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);
    struct outline outline = { .out = in->text };
    struct csv c = { .in = in, .sheet = { .arena = in->arena } };

    buf_init(&c.cell, in->text->max);
    char separator = told_separator(&text);
    read_rows(&c, text, separator ? separator : separator_of(text));
    sheet_write(&c.sheet, &outline);
    in->text->over |= c.bytes >= in->text->max;
    buf_free(&c.cell);
    return 0;
}
