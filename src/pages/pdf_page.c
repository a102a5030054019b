/* What the page's print adds to the text, and what its layout says: running
 * heads and page numbers go, tables come as rows.
 *
 * pdftotext in reading order gives a table cell by cell, one line each; with
 * -layout rows stay rows, but columns of prose run into each other. So a page is
 * taken from the layout only where that shows a table and no such columns. */
#include "pages/pdf_page.h"

#include "base/order.h"

#include <stdlib.h>

enum {
    EDGE = 2, /* lines at the top and at the bottom of a page that may be running heads */
    CELLS_MAX = 24,
    ROWS_LEAST = 3,
    CELLS_LEAST = 3,
    CELL_WIDTH = 24,
    GAP = 2,
    NEAR = 2,
    PROSE_CELL = 25,
};

/* --- running heads --- */

/* The line without what changes from page to page: numbers become "#", white space one blank. */
static struct str shape_of(struct arena *arena, struct str line)
{
    char *out = arena_alloc(arena, line.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < line.len; i++) {
        char c = line.data[i];

        if (c >= '0' && c <= '9')
            c = '#';
        if (c == '\t')
            c = ' ';
        if ((c == '#' || c == ' ') && n && out[n - 1] == c)
            continue;
        out[n++] = c;
    }
    return str_n(out, n);
}

struct edge {
    size_t page, line;
    bool top;
    struct str shape;
};

static bool is_page_number(struct str shape)
{
    static const char *const shapes[] = { "#",     "- # -", "Page #",  "page #",         "Page # of #", "page # of #",
                                          "# / #", "#/#",   "Seite #", "Seite # von #",  "# of #",      "p. #",
                                          "[#]",   "| #",   "# |",     "\u2013 # \u2013" };

    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (str_is(shape, shapes[i]))
            return true;
    return false;
}

static int by_shape(const void *a_, const void *b_)
{
    const struct edge *a = a_, *b = b_;
    int c = a->top != b->top ? (int) a->top - (int) b->top : str_cmp(a->shape, b->shape);

    return c ? c : ORDER(a->page, b->page);
}

static void add_edges(struct arena *arena, const struct pdf_page *page, size_t number, struct edge *edges, size_t *n)
{
    size_t seen = 0, first = page->n;

    for (size_t i = 0; i < page->n && seen < EDGE; i++)
        if (str_trim(page->lines[i]).len) {
            edges[(*n)++] = (struct edge){ number, i, true, shape_of(arena, str_trim(page->lines[i])) };
            seen++;
            first = i;
        }
    seen = 0;
    for (size_t i = page->n; i-- > first + 1 && seen < EDGE;)
        if (str_trim(page->lines[i]).len) {
            edges[(*n)++] = (struct edge){ number, i, false, shape_of(arena, str_trim(page->lines[i])) };
            seen++;
        }
}

/* A line at the same edge of a third of the pages (odd and even ones differ), three at least, or of both of two; a page's
 * number on half of them. */
void pdf_drop_heads(struct arena *arena, struct pdf_page *pages, size_t n)
{
    struct edge *edges = arena_calloc(arena, n * 2 * EDGE + 1, sizeof *edges);
    size_t edges_n = 0;

    for (size_t p = 0; p < n; p++)
        add_edges(arena, &pages[p], p, edges, &edges_n);
    if (edges_n)
        qsort(edges, edges_n, sizeof *edges, by_shape);
    for (size_t i = 0, end; i < edges_n; i = end) {
        size_t on = 0;

        for (end = i; end < edges_n && edges[end].top == edges[i].top && str_eq(edges[end].shape, edges[i].shape);
             end++)
            on += end == i || edges[end].page != edges[end - 1].page;
        if (!(on >= 3 && on * 3 >= n) && !(on == 2 && n == 2) &&
            !(on >= 2 && on * 2 >= n && is_page_number(edges[i].shape)))
            continue;
        for (size_t k = i; k < end; k++)
            pages[edges[k].page].lines[edges[k].line] = str("");
    }
}

/* --- tables --- */

struct cell {
    struct str text;
    size_t from, to;
}; /* columns on the page, `to` behind it */
struct row {
    struct cell cells[CELLS_MAX];
    size_t n;
};

static void read_row(struct str line, struct row *ret)
{
    size_t column = 0, i = 0;

    ret->n = 0;
    while (i < line.len && ret->n < CELLS_MAX) {
        size_t start, from, blanks = 0, end = i;

        while (i < line.len && line.data[i] == ' ') {
            i++;
            column++;
        }
        start = end = i;
        from = column;
        struct cell cell = { .from = from, .to = from };
        for (; i < line.len && blanks < GAP; i++) {
            column += ((unsigned char) line.data[i] & 0xc0) != 0x80;
            blanks = line.data[i] == ' ' ? blanks + 1 : 0;
            if (!blanks) {
                end = i + 1;
                cell.to = column;
            }
        }
        cell.text = str_sub(line, start, end);
        if (end > start)
            ret->cells[ret->n++] = cell;
    }
}

static size_t apart(size_t a, size_t b) { return a > b ? a - b : b - a; }

/* Two cells or more stand under each other, by their left or right ends. */
static bool rows_fit(const struct row *a, const struct row *b)
{
    size_t fit = 0;

    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (apart(a->cells[i].from, b->cells[k].from) <= NEAR || apart(a->cells[i].to, b->cells[k].to) <= NEAR) {
                fit++;
                break;
            }
    return fit >= 2;
}

static bool has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

/* Short cells, and figures in most rows: columns of prose have neither. */
static bool is_table(const struct row *rows, size_t n)
{
    size_t cells = 0, width = 0, figures = 0;

    for (size_t i = 0; i < n; i++) {
        bool figure = false;

        for (size_t k = 0; k < rows[i].n; k++) {
            cells++;
            width += rows[i].cells[k].to - rows[i].cells[k].from;
            figure = figure || (k > 0 && has_digit(rows[i].cells[k].text));
        }
        figures += figure;
    }
    return n >= ROWS_LEAST && width <= cells * CELL_WIDTH && figures * 2 >= n;
}

static bool is_prose_pair(const struct row *row)
{
    return row->n == 2 && row->cells[0].to - row->cells[0].from >= PROSE_CELL &&
           row->cells[1].to - row->cells[1].from >= PROSE_CELL;
}

/* Every cell under the column of the widest row that it overlaps or is nearest to, from left to right. */
static void add_row(struct buf *out, const struct row *row, const struct row *head)
{
    size_t at = 0;

    buf_add_char(out, '|');
    for (size_t k = 0; k < head->n; k++) {
        bool here = at < row->n && (row->n - at >= head->n - k || row->cells[at].from < head->cells[k].to + GAP);

        buf_add_char(out, ' ');
        if (here)
            buf_add_str(out, row->cells[at++].text);
        buf_add_z(out, here ? " |" : "|");
    }
    for (; at < row->n; at++)
        buf_format(out, " %.*s |", STR_ARG(row->cells[at].text));
    buf_add_char(out, '\n');
}

/* Lines [from, *end) of a page that are one table; empty lines inside are passed over. */
static bool table_at(const struct row *rows, const struct pdf_page *page, size_t from, size_t *end, struct row *table,
                     size_t *n)
{
    size_t blank = 0;

    *n = 0;
    *end = from;
    for (size_t i = from; i < page->n && blank < 2 && *n < PDF_ROWS_MAX; i++) {
        if (!str_trim(page->lines[i]).len) {
            blank++;
            continue;
        }
        if (rows[i].n < (*n ? 2 : CELLS_LEAST) || (*n && !rows_fit(&table[*n - 1], &rows[i])))
            break;
        table[(*n)++] = rows[i];
        *end = i + 1;
        blank = 0;
    }
    return is_table(table, *n);
}

bool pdf_layout_page(struct arena *arena, const struct pdf_page *page, struct buf *ret)
{
    struct row *rows = arena_calloc(arena, page->n + 1, sizeof *rows),
               *table = arena_calloc(arena, PDF_ROWS_MAX, sizeof *table);
    size_t tables = 0, prose = 0, pairs = 0, n, end;

    for (size_t i = 0; i < page->n; i++)
        read_row(page->lines[i], &rows[i]);
    for (size_t i = 0; i < page->n; i = end) {
        if (!table_at(rows, page, i, &end, table, &n)) {
            end = i + 1;
            prose += rows[i].n > 0;
            pairs += is_prose_pair(&rows[i]);
            buf_add_str(ret, page->lines[i]);
            buf_add_char(ret, '\n');
            continue;
        }
        size_t widest = 0;
        for (size_t k = 1; k < n; k++)
            widest = table[k].n > table[widest].n ? k : widest;
        buf_add_char(ret, '\n');
        for (size_t k = 0; k < n; k++)
            add_row(ret, &table[k], &table[widest]);
        buf_add_char(ret, '\n');
        tables++;
    }
    return tables > 0 && pairs * 5 <= prose;
}

/* --- pages --- */

size_t pdf_split_pages(struct arena *arena, struct str raw, size_t most, struct pdf_page **ret)
{
    size_t n = 0, capacity = 0;
    struct str part;

    *ret = NULL;
    /* Every page ends with a form feed, so the last part is no page. */
    while (n < most && str_next(&raw, '\f', &part)) {
        struct pdf_page page = { 0 };
        struct str line, rest = part;
        size_t room = 0;

        if (!raw.data && !str_trim(part).len)
            break;
        while (str_next_line(&rest, &line)) {
            page.lines = arena_grow(arena, page.lines, &room, page.n + 1, sizeof *page.lines);
            page.lines[page.n++] = line;
        }
        *ret = arena_grow(arena, *ret, &capacity, n + 1, sizeof **ret);
        (*ret)[n++] = page;
    }
    return n;
}
