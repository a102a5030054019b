/* Tables: columns as wide as their texts want and the page allows; a row that is taller than a page goes on over the next. */
#include "report/pdf_internal.h"

enum { COLUMNS_MAX = 12, MEASURED_ROWS = 200 };

#define PAD 5.0
#define MIN_COLUMN 24.0

struct columns {
    size_t n;
    double width[COLUMNS_MAX], x[COLUMNS_MAX];
    double head; /* height of the head */
};

static const struct pdf_style *style_of(size_t row) { return row == 0 ? &pdf_cell_head : &pdf_cell; }

/* How wide the text is if nothing breaks it, and how wide its longest word. */
static void measure(struct pdf *p, const struct doc_table *t, size_t row, size_t column, double *whole, double *word)
{
    const struct doc_text *cell = &t->cells[row * t->columns + column];
    int width, height;

    struct pdf_text text = pdf_text_new(p, style_of(row), cell, -1);
    pdf_api.pango_layout_get_size(text.layout, &width, &height);
    *whole = (double) width / PANGO_SCALE > *whole ? (double) width / PANGO_SCALE : *whole;
    pdf_api.pango_layout_set_wrap(text.layout, PANGO_WRAP_WORD);
    pdf_api.pango_layout_set_width(text.layout, 0);
    pdf_api.pango_layout_get_size(text.layout, &width, &height);
    *word = (double) width / PANGO_SCALE > *word ? (double) width / PANGO_SCALE : *word;
    pdf_text_free(&text);
}

/* Each gets its longest word, as far as that is no more than its share; the rest goes to those who want more. */
static void choose_widths(struct pdf *p, const struct doc_table *t, double x, double available, struct columns *ret)
{
    double whole[COLUMNS_MAX] = { 0 }, word[COLUMNS_MAX] = { 0 }, wanted = 0, given = 0;
    double room = available - 2 * PAD * (double) t->columns, share = room / (double) t->columns;

    ret->n = t->columns;
    for (size_t c = 0; c < t->columns; c++) {
        for (size_t r = 0; r < t->rows && r < MEASURED_ROWS; r++)
            measure(p, t, r, c, &whole[c], &word[c]);
        ret->width[c] = word[c] < MIN_COLUMN ? MIN_COLUMN : word[c];
        if (ret->width[c] > share * 1.6)
            ret->width[c] = share * 1.6;
        given += ret->width[c];
        wanted += whole[c] > ret->width[c] ? whole[c] - ret->width[c] : 0;
    }
    double rest = room - given, part = rest <= 0 ? 0 : wanted > rest ? rest / wanted : 1;
    for (size_t c = 0; c < t->columns; c++) {
        double more = whole[c] > ret->width[c] ? whole[c] - ret->width[c] : 0;

        ret->width[c] = rest < 0 ? ret->width[c] * room / given : ret->width[c] + more * part;
    }
    for (size_t c = 0; c < t->columns; c++) {
        ret->x[c] = x + PAD;
        x += ret->width[c] + 2 * PAD;
    }
}

static PangoAlignment alignment(char align)
{
    return align == 'r' ? PANGO_ALIGN_RIGHT : align == 'c' ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT;
}

/* One part of a row on this page: the lines that fit. Returns its height; *more: some are left. */
static double draw_part(struct pdf *p, const struct columns *columns, struct pdf_text *cells, int *at, bool *more)
{
    double tallest = 0;

    *more = false;
    for (size_t c = 0; c < columns->n; c++) {
        double height = pdf_text_part(p, &cells[c], columns->x[c], p->y + PAD, pdf_room(p) - 2 * PAD, &at[c]);

        tallest = height > tallest ? height : tallest;
        *more = *more || at[c] < pdf_api.pango_layout_get_line_count(cells[c].layout);
    }
    return tallest + 2 * PAD;
}

static double width_of(const struct columns *columns)
{
    double width = 0;

    for (size_t c = 0; c < columns->n; c++)
        width += columns->width[c] + 2 * PAD;
    return width;
}

static void draw_row(struct pdf *p, const struct doc_table *t, struct columns *columns, size_t row)
{
    struct pdf_text cells[COLUMNS_MAX];
    int at[COLUMNS_MAX] = { 0 };
    double height = 0, left = columns->x[0] - PAD, width = width_of(columns);
    bool more = true;

    for (size_t c = 0; c < columns->n; c++) {
        cells[c] = pdf_text_new(p, style_of(row), &t->cells[row * t->columns + c], columns->width[c]);
        pdf_api.pango_layout_set_alignment(cells[c].layout, alignment(t->align[c]));
        double one = pdf_text_height(&cells[c]) + 2 * PAD;
        height = one > height ? one : height;
    }
    columns->head = row == 0 ? height : columns->head;
    int page = p->page;
    /* A row stays whole where a page can hold it. */
    if (height > pdf_room(p) && height < PDF_HEIGHT - PDF_TOP - PDF_BOTTOM)
        pdf_page_break(p);
    else
        pdf_need(p, 2 * PAD + 2 * pdf_cell.size * pdf_cell.leading);
    /* The head stands again on every page that the table reaches, unless it fills a good part of it. */
    if (row > 0 && p->page != page && columns->head < PDF_HEIGHT / 4)
        draw_row(p, t, columns, 0);
    while (more) {
        double room = pdf_room(p), shown = height < room ? height : room;

        if (row == 0)
            pdf_fill(p, "#ebeff1", left, p->y, width, shown);
        double used = draw_part(p, columns, cells, at, &more);
        pdf_fill(p, row == 0 ? "#7c8b94" : "#dbe2e5", left, p->y + used - 0.3, width, row == 0 ? 0.8 : 0.6);
        p->y += used;
        if (more && used <= 2 * PAD && p->page > 0 && room > PDF_HEIGHT / 2)
            break; /* a line taller than a page */
        if (more)
            pdf_page_break(p);
    }
    for (size_t c = 0; c < columns->n; c++)
        pdf_text_free(&cells[c]);
}

/* More columns than a page holds: each row as a list of "name: value". */
static void write_as_list(struct pdf *p, const struct doc_table *t, double x, double width)
{
    for (size_t r = 1; r < t->rows; r++) {
        for (size_t c = 0; c < t->columns; c++) {
            struct str head = doc_text_plain(p->arena, &t->cells[c]);
            struct str value = doc_text_plain(p->arena, &t->cells[r * t->columns + c]);

            if (value.len == 0)
                continue;
            struct doc_run runs[] = { { .text = head, .bold = true }, { .text = str(": ") }, { .text = value } };
            struct pdf_text text = pdf_text_new(p, &pdf_cell, &(struct doc_text){ runs, 3, 3 }, width - 10);
            pdf_text_flow(p, &text, x + 10);
            pdf_text_free(&text);
        }
        p->y += 4;
    }
}

void pdf_table(struct pdf *p, const struct doc_table *t, double x, double width)
{
    struct columns columns;

    if (t->columns == 0 || t->rows == 0)
        return;
    if (t->columns > COLUMNS_MAX) {
        write_as_list(p, t, x, width);
        return;
    }
    choose_widths(p, t, x, width, &columns);
    for (size_t row = 0; row < t->rows; row++)
        draw_row(p, t, &columns, row);
}
