#include "pages/sheet.h"

enum { MERGES_MAX = 5000, GAPS_MAX = 20, FILL_MAX = 1000, YEAR_FIRST = 1800, YEAR_LAST = 2199 };

void sheet_add(struct sheet *s, int64_t at, const struct str *cells, size_t n)
{
    n = n < OUTLINE_COLUMNS_MAX ? n : OUTLINE_COLUMNS_MAX;
    while (n && !str_trim(cells[n - 1]).len)
        n--;
    if (!n)
        return;
    s->rows = arena_grow(s->arena, s->rows, &s->capacity, s->n + 1, sizeof *s->rows);
    s->rows[s->n] = (struct sheet_row){ .at = at, .cells = arena_calloc(s->arena, n, sizeof *cells), .n = n };
    for (size_t i = 0; i < n; i++)
        s->rows[s->n].cells[i] = str_trim(cells[i]);
    s->n++;
}

void sheet_merge(struct sheet *s, const struct sheet_merge *merge)
{
    if (s->merges_n >= MERGES_MAX || merge->rows < 1 || !merge->columns || (merge->rows < 2 && merge->columns < 2))
        return;
    s->merges = arena_grow(s->arena, s->merges, &s->merges_capacity, s->merges_n + 1, sizeof *s->merges);
    s->merges[s->merges_n] = *merge;
    if (merge->columns > OUTLINE_COLUMNS_MAX)
        s->merges[s->merges_n].columns = OUTLINE_COLUMNS_MAX;
    s->merges_n++;
}

/* A part of the sheet: rows [from, to), columns [left, right). */
struct area {
    const struct sheet *sheet;
    size_t from, to, left, right;
};

static struct str cell(const struct area *a, size_t row, size_t column)
{
    const struct sheet_row *r = &a->sheet->rows[row];

    return column < r->n ? r->cells[column] : (struct str){ 0 };
}

static size_t filled(const struct area *a, size_t row)
{
    size_t n = 0;

    for (size_t c = a->left; c < a->right; c++)
        n += cell(a, row, c).len > 0;
    return n;
}

/* --- which row names the columns --- */

static bool is_year(struct str s)
{
    int64_t n;

    return s.len == 4 && str_to_int(s, &n) && n >= YEAR_FIRST && n <= YEAR_LAST;
}

/* "12", "-3.5 %", "€ 1,200", "2023-07-16", "13:45": mostly digits, one of them first. */
static bool is_figure(struct str s)
{
    size_t digits = 0, others = 0, at = 0;

    while (at < s.len && (strchr("+-(~<>=$ ", s.data[at]) || (unsigned char) s.data[at] >= 0x80))
        at++;
    if (at >= s.len || s.data[at] < '0' || s.data[at] > '9')
        return false;
    for (size_t i = 0; i < s.len; i++) {
        digits += s.data[i] >= '0' && s.data[i] <= '9';
        others += (s.data[i] >= 'a' && s.data[i] <= 'z') || (s.data[i] >= 'A' && s.data[i] <= 'Z');
    }
    return digits >= others;
}

/* A row that could name columns: at least two cells, words or years. */
static bool is_names(const struct area *a, size_t row)
{
    for (size_t c = a->left; c < a->right; c++)
        if (is_figure(cell(a, row, c)) && !is_year(cell(a, row, c)))
            return false;
    return filled(a, row) >= 2;
}

static bool has_header(const struct area *a) { return a->to - a->from >= 2 && is_names(a, a->from); }

/* --- cells that are one --- */

/* A cell over several rows stands in each of them, so that a row says what it is about. */
static void fill_down(struct sheet *s)
{
    for (size_t m = 0; m < s->merges_n; m++) {
        const struct sheet_merge *merge = &s->merges[m];
        struct str value = { 0 };
        if (merge->rows < 2 || merge->rows > FILL_MAX)
            continue;
        size_t lo = 0, hi = s->n; /* the first row at or behind its top */
        while (lo < hi) {
            size_t mid = lo + (hi - lo) / 2;
            if (s->rows[mid].at < merge->row)
                lo = mid + 1;
            else
                hi = mid;
        }
        for (size_t i = lo; i < s->n && s->rows[i].at < merge->row + merge->rows; i++) {
            struct sheet_row *r = &s->rows[i];
            if (r->at == merge->row && merge->column < r->n)
                value = r->cells[merge->column];
            else if (merge->column < r->n && !r->cells[merge->column].len)
                r->cells[merge->column] = value;
        }
    }
}

/* Does a name of this row reach over several columns? */
static bool reaches_over(const struct area *a, size_t row)
{
    for (size_t m = 0; m < a->sheet->merges_n; m++) {
        const struct sheet_merge *merge = &a->sheet->merges[m];
        if (merge->row == a->sheet->rows[row].at && merge->rows == 1 && merge->columns > 1 &&
            merge->column >= a->left && merge->column < a->right)
            return true;
    }
    return false;
}

/* Two rows of names as one: "Output 2023", "Output 2024". */
static void join_names(struct area *a)
{
    struct sheet_row *upper = &a->sheet->rows[a->from], *lower = &a->sheet->rows[a->from + 1];
    struct str over = { 0 };
    size_t until = 0; /* the column behind those that `over` reaches over */

    for (size_t c = a->left; c < a->right && c < lower->n; c++) {
        for (size_t m = 0; m < a->sheet->merges_n; m++) {
            const struct sheet_merge *merge = &a->sheet->merges[m];
            if (merge->row == upper->at && merge->rows == 1 && merge->column == c)
                over = cell(a, a->from, c), until = c + merge->columns;
        }
        struct str name = c < until ? over : cell(a, a->from, c);
        if (name.len && !str_eq(name, lower->cells[c]))
            lower->cells[c] = lower->cells[c].len
                                  ? str_format(a->sheet->arena, "%.*s %.*s", STR_ARG(name), STR_ARG(lower->cells[c]))
                                  : name;
    }
    a->from++;
}

/* --- tables --- */

static void write_row(const struct area *a, const bool *used, size_t row, struct outline *outline)
{
    struct str cells[OUTLINE_COLUMNS_MAX];
    size_t n = 0;

    for (size_t c = a->left; c < a->right; c++)
        if (used[c])
            cells[n++] = cell(a, row, c);
    outline_row(outline, cells, n);
}

static void write_table(struct area a, struct outline *outline)
{
    bool used[OUTLINE_COLUMNS_MAX] = { false };

    if (a.to - a.from >= 3 && reaches_over(&a, a.from) && is_names(&a, a.from + 1))
        join_names(&a);
    for (size_t r = a.from; r < a.to; r++)
        for (size_t c = a.left; c < a.right; c++)
            used[c] |= cell(&a, r, c).len > 0;
    bool header = has_header(&a);
    outline_break(outline);
    for (size_t r = a.from; r < a.to && !outline->out->over; r++) {
        write_row(&a, used, r, outline);
        if (r == a.from && header)
            outline_header(outline);
    }
    outline_break(outline);
}

static struct str only_cell(const struct area *a, size_t row)
{
    struct str found = { 0 };

    for (size_t c = a->left; c < a->right && !found.len; c++)
        found = cell(a, row, c);
    return found;
}

/* Rows of one cell above and below a wider table are what is said of it; a list of one column stays a table. */
static void write_area(struct area a, struct outline *outline)
{
    size_t most = 0, end;

    while (a.from < a.to && !filled(&a, a.from))
        a.from++;
    while (a.to > a.from && !filled(&a, a.to - 1))
        a.to--;
    for (size_t r = a.from; r < a.to; r++)
        most = filled(&a, r) > most ? filled(&a, r) : most;
    while (most > 1 && a.from < a.to && filled(&a, a.from) == 1)
        outline_paragraph(outline, only_cell(&a, a.from++));
    end = a.to;
    /* The last row may be a total whose other cells are empty: only what stands in the first column is a note. */
    while (most > 2 && a.to > a.from && filled(&a, a.to - 1) == 1 && cell(&a, a.to - 1, a.left).len)
        a.to--;
    if (most == 1 && a.to - a.from == 1)
        outline_paragraph(outline, only_cell(&a, a.from));
    else if (a.from < a.to)
        write_table(a, outline);
    for (size_t r = a.to; r < end; r++)
        outline_paragraph(outline, only_cell(&a, r));
}

/* First and last row of a part in which something stands. */
static void reach_of(const struct area *a, size_t *ret_first, size_t *ret_last)
{
    *ret_first = a->to;
    *ret_last = a->from;
    for (size_t r = a->from; r < a->to; r++)
        if (filled(a, r)) {
            *ret_first = r < *ret_first ? r : *ret_first;
            *ret_last = r;
        }
}

/* Tables side by side have an empty column between them and reach over different rows; else the column only makes room. */
static void write_beside(struct area a, struct outline *outline)
{
    size_t looks = 0;

    for (size_t c = a.left + 1; c + 1 < a.right && looks < GAPS_MAX; c++) {
        struct area gap = { a.sheet, a.from, a.to, c, c + 1 }, left = a, right = a;
        size_t first, last, other_first, other_last;
        bool empty = true;

        for (size_t r = a.from; r < a.to && empty; r++)
            empty = !filled(&gap, r);
        if (!empty)
            continue;
        looks++;
        left.right = c;
        right.left = c + 1;
        reach_of(&left, &first, &last);
        reach_of(&right, &other_first, &other_last);
        if (first > last || other_first > other_last || (first == other_first && last == other_last))
            continue;
        write_area(left, outline);
        a.left = c + 1;
    }
    write_area(a, outline);
}

/* Where every other row is empty, empty rows only make room. */
static void close_up(struct sheet *s)
{
    size_t gaps = 0;

    for (size_t i = 1; i < s->n; i++)
        gaps += s->rows[i].at > s->rows[i - 1].at + 1;
    for (size_t i = 1; i < s->n && s->n > 3 && 2 * gaps > s->n - 1; i++)
        s->rows[i].at = s->rows[0].at + (int64_t) i;
}

void sheet_write(struct sheet *s, struct outline *outline)
{
    fill_down(s);
    close_up(s);
    for (size_t from = 0, to; from < s->n; from = to) {
        size_t width = s->rows[from].n;
        for (to = from + 1; to < s->n && s->rows[to].at == s->rows[to - 1].at + 1; to++)
            width = s->rows[to].n > width ? s->rows[to].n : width;
        write_beside((struct area){ s, from, to, 0, width }, outline);
    }
    s->n = s->merges_n = 0;
}
