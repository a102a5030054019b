#include "doors/cli/table.h"

#include "doors/cli/cli.h"
#include "text/utf8.h"

enum { GAP = 2, SET_IN = 2, CELL_MIN = 12, PROSE_MIN = 16 };

void table_row(struct table *t, const struct str *cells)
{
    t->cells = arena_grow(t->arena, t->cells, &t->capacity, (t->rows + 1) * t->columns, sizeof *t->cells);
    for (size_t i = 0; i < t->columns; i++)
        t->cells[t->rows * t->columns + i] = cells[i];
    t->rows++;
}

static struct str cell_at(const struct table *t, size_t row, size_t column)
{
    return t->cells[row * t->columns + column];
}

/* --- widths --- */

static size_t longest_word(struct str text)
{
    size_t most = 0;
    struct str word;

    while (str_next(&text, ' ', &word)) {
        size_t w = wrap_width(word) + wrap_markers(text);

        most = w > most ? w : most;
    }
    return most;
}

/* What each of the first n columns would take, and the least that it can do with: its longest word, and room for some
 * words where it has prose. */
static void measure(const struct table *t, size_t n, size_t width, size_t whole[], size_t least[])
{
    const size_t room = t->prose ? PROSE_MIN : CELL_MIN, word_max = width * 3 / 5;

    for (size_t c = 0; c < n; c++) {
        size_t body = 0, word = 0;

        whole[c] = 0;
        for (size_t r = 0; r < t->rows; r++) {
            size_t w = wrap_width(cell_at(t, r, c)), longest = longest_word(cell_at(t, r, c));

            whole[c] = w > whole[c] ? w : whole[c];
            body = r && w > body ? w : body;
            word = longest > word ? longest : word;
        }
        word = word > word_max ? word_max : word;
        body = body > room ? room : body;
        least[c] = word > body ? word : body;
        least[c] = least[c] < whole[c] ? least[c] : whole[c];
    }
}

/* Widths of the first n columns; false: they do not fit. What is left over goes to those that lack it, in equal shares. */
static bool fit_columns(const struct table *t, size_t n, size_t width, size_t ret[])
{
    size_t whole[TABLE_COLUMNS_MAX], used = n ? GAP * (n - 1) : 0;

    measure(t, n, width, whole, ret);
    for (size_t c = 0; c < n; c++)
        used += ret[c];
    if (used > width)
        return false;
    for (size_t spare = width - used, lacking = 1; spare && lacking;) {
        lacking = 0;
        for (size_t c = 0; c < n; c++)
            lacking += ret[c] < whole[c];
        size_t share = lacking && spare > lacking ? spare / lacking : 1;
        for (size_t c = 0; c < n && spare; c++) {
            size_t more = whole[c] - ret[c] < share ? whole[c] - ret[c] : share;

            more = more < spare ? more : spare;
            ret[c] += more;
            spare -= more;
        }
    }
    return true;
}

/* --- side by side --- */

static void add_cell(struct buf *out, struct str text, size_t width, bool right, bool last)
{
    size_t w = wrap_width(text), pad = width > w ? width - w : 0;

    if (right)
        buf_format(out, "%*s", (int) pad, "");
    buf_add_str(out, text);
    if (!last)
        buf_format(out, "%*s", (int) ((right ? 0 : pad) + GAP), "");
}

static void write_row(struct buf *out, const struct table *t, size_t row, size_t n, const size_t widths[])
{
    struct str_list lines[TABLE_COLUMNS_MAX] = { 0 };
    size_t height = 1;
    bool head = row == 0 && t->color;

    for (size_t c = 0; c < n; c++) {
        wrap_text(t->arena, cell_at(t, row, c), widths[c], &lines[c]);
        height = lines[c].n > height ? lines[c].n : height;
    }
    for (size_t i = 0; i < height; i++) {
        size_t last = 0;

        for (size_t c = 0; c < n; c++)
            if (i < lines[c].n && !str_empty(lines[c].items[i]))
                last = c;
        buf_add_z(out, head ? "\x1b[1m" : "");
        for (size_t c = 0; c <= last; c++)
            add_cell(out, i < lines[c].n ? lines[c].items[i] : str(""), widths[c], t->right[c], c == last);
        buf_add_z(out, head ? "\x1b[0m\n" : "\n");
    }
}

static void write_rule(struct buf *out, const struct table *t, size_t n, const size_t widths[])
{
    buf_add_z(out, t->color ? "\x1b[2m" : "");
    for (size_t c = 0; c < n; c++) {
        for (size_t i = 0; i < widths[c]; i++)
            buf_add_z(out, "\u2500");
        buf_add_z(out, c + 1 < n ? "  " : "");
    }
    buf_add_z(out, t->color ? "\x1b[0m\n" : "\n");
}

/* Cells of several lines run into those of the next row. */
static bool is_wrapped(const struct table *t, size_t n, const size_t widths[])
{
    for (size_t r = 1; r < t->rows; r++)
        for (size_t c = 0; c < n; c++)
            if (wrap_width(cell_at(t, r, c)) > widths[c])
                return true;
    return false;
}

/* Text in lines that are all set in. */
static void write_set_in(struct buf *out, const struct table *t, struct str text, size_t first, size_t width)
{
    struct str_list lines = { 0 };
    size_t more = t->prose ? SET_IN : 0;

    wrap_text(t->arena, text, width - first - more, &lines);
    for (size_t i = 0; i < lines.n; i++)
        buf_format(out, "%*s%.*s\n", (int) (first + (i ? more : 0)), "", STR_ARG(lines.items[i]));
}

/* The first n columns side by side; the one behind them, if there is one, below. */
static void write_columns(struct buf *out, const struct table *t, size_t n, const size_t widths[], size_t width)
{
    bool apart = t->prose && is_wrapped(t, n, widths);

    for (size_t r = 0; r < t->rows; r++) {
        if (apart && r > 1)
            buf_add_char(out, '\n');
        write_row(out, t, r, n, widths);
        if (r == 0 && t->prose)
            write_rule(out, t, n, widths);
        if (r && n < t->columns && !str_empty(cell_at(t, r, n)))
            write_set_in(out, t, cell_at(t, r, n), SET_IN, width);
    }
}

/* --- one below another --- */

/* Heads of results are in capitals; in a line they are words like others, but for a unit ("$/M"). */
static struct str head_of(const struct table *t, size_t column)
{
    struct str head = cell_at(t, 0, column);
    ptrdiff_t unit = str_find_char(head, '$', 0);
    size_t words = unit < 0 ? head.len : (size_t) unit;

    return t->prose ? head
                    : str_format(t->arena, "%.*s%.*s", STR_ARG(str_lower_ascii(t->arena, str_sub(head, 0, words))),
                                 STR_ARG(str_sub(head, words, head.len)));
}

/* "status completed", "question: What limits them?" */
static struct str named(const struct table *t, size_t row, size_t column)
{
    struct str name = head_of(t, column), text = cell_at(t, row, column);
    bool colon = t->prose || column + 1 == t->columns;

    return str_empty(name) ? text : str_format(t->arena, "%.*s%s %.*s", STR_ARG(name), colon ? ":" : "", STR_ARG(text));
}

/* Of a report, each cell in lines of its own; of a result, short cells share a line. */
static void write_stack(struct buf *out, const struct table *t, size_t width)
{
    for (size_t r = 1; r < t->rows; r++) {
        struct str_list short_ones = { 0 };
        struct str first = t->prose ? named(t, r, 0) : cell_at(t, r, 0);

        if (t->prose && r > 1)
            buf_add_char(out, '\n');
        write_set_in(out, t, t->color ? str_format(t->arena, "\x1b[1m%.*s\x1b[0m", STR_ARG(first)) : first, 0, width);
        for (size_t c = 1; c < t->columns; c++) {
            if (str_empty(cell_at(t, r, c)))
                continue;
            if (!t->prose && c + 1 < t->columns)
                str_list_add(t->arena, &short_ones, named(t, r, c));
            else if (t->prose)
                write_set_in(out, t, named(t, r, c), SET_IN, width);
        }
        if (short_ones.n)
            write_set_in(out, t, str_join(t->arena, short_ones.items, short_ones.n, ", "), SET_IN, width);
        if (!t->prose && t->columns > 1 && !str_empty(cell_at(t, r, t->columns - 1)))
            write_set_in(out, t, named(t, r, t->columns - 1), SET_IN, width);
    }
}

/* Would cells of the column take more than two lines? */
static bool is_tall(const struct table *t, size_t column, size_t width)
{
    for (size_t r = 1; r < t->rows; r++)
        if (wrap_width(cell_at(t, r, column)) > 2 * width)
            return true;
    return false;
}

void table_write(struct buf *out, const struct table *t, size_t width)
{
    size_t widths[TABLE_COLUMNS_MAX], n = t->columns;

    if (fit_columns(t, n, width, widths) && (t->prose || !is_tall(t, n - 1, widths[n - 1])))
        write_columns(out, t, n, widths, width);
    else if (!t->prose && n > 2 && fit_columns(t, n - 1, width, widths))
        write_columns(out, t, n - 1, widths, width);
    else
        write_stack(out, t, width);
}
