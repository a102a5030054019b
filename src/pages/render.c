#include "pages/render.h"

enum { CELL_MAX = 240 }; /* mean bytes of a cell beyond which a table is page layout */

struct renderer {
    const struct tree *tree;
    const struct blocks *blocks;
    struct buf *out;
    const bool *data_table;   /* by node */
    const struct block *last; /* written before */
};

/* Tables of short cells in at least two columns hold data; others only place things. */
static bool *data_tables(struct arena *arena, const struct tree *tree, const struct blocks *blocks)
{
    struct sums {
        size_t bytes, cells, rows;
        unsigned cell, row;
    } *sums = arena_calloc(arena, tree->n + 1, sizeof *sums);
    bool *data = arena_calloc(arena, tree->n + 1, sizeof *data);

    for (size_t i = 0; i < blocks->n; i++) {
        const struct block *b = &blocks->items[i];
        if (!b->keep || !b->table || !b->cell)
            continue;
        struct sums *s = &sums[b->table];
        s->bytes += b->text.len;
        s->cells += b->cell != s->cell;
        s->rows += b->row != s->row;
        s->cell = b->cell;
        s->row = b->row;
        data[b->table] = s->rows >= 2 && s->cells >= 2 * s->rows - s->rows / 2 && s->bytes < CELL_MAX * s->cells;
    }
    return data;
}

static void start_line(struct renderer *r, const struct block *b, bool first)
{
    for (int i = 0; i < b->quote_depth; i++)
        buf_add_z(r->out, "> ");
    if (!b->item || r->data_table[b->table])
        return;
    for (int i = 1; i < b->list_depth; i++)
        buf_add_z(r->out, "  ");
    buf_add_z(r->out, first ? "- " : "  ");
}

static void add_lines(struct renderer *r, const struct block *b, bool first_of_item)
{
    struct str rest = b->text, line;
    bool first = first_of_item;

    while (str_next(&rest, '\n', &line)) {
        if (r->out->len && r->out->data[r->out->len - 1] != '\n')
            buf_add_char(r->out, '\n');
        start_line(r, b, first);
        first = false;
        buf_add_str(r->out, str_trim(line));
    }
}

static void add_code(struct renderer *r, const struct block *b)
{
    struct str text = b->text;

    while (text.len && (text.data[0] == '\n' || text.data[0] == '\r'))
        text.data++, text.len--;
    if (r->last && r->last->code == b->code)
        r->out->len -= 3; /* goes on: the closing fence moves down */
    else
        buf_add_z(r->out, "```\n");
    buf_add_str(r->out, text);
    buf_add_z(r->out, "\n```");
}

/* Cells of a row on one line; a cell of several blocks joined by spaces. */
static void add_cell(struct renderer *r, const struct block *b)
{
    const struct block *last = r->last;

    if (last && last->row == b->row && last->cell == b->cell) {
        r->out->len -= r->out->len >= 2 && r->out->data[r->out->len - 1] == '|' ? 2 : 0;
        buf_add_char(r->out, ' ');
    } else if (!last || last->row != b->row) {
        buf_add_z(r->out, "| ");
    } else {
        buf_add_char(r->out, ' ');
    }
    for (size_t i = 0; i < b->text.len; i++)
        buf_add_char(r->out, b->text.data[i] == '\n' ? ' ' : b->text.data[i]);
    buf_add_z(r->out, " |");
}

/* Lines of one list or table stand close, everything else apart. */
static void separate(struct renderer *r, const struct block *b)
{
    const struct block *last = r->last;

    if (!last)
        return;
    bool table = b->table && r->data_table[b->table];
    if (table && last->table == b->table) {
        if (last->row != b->row)
            buf_add_char(r->out, '\n');
        return;
    }
    if (b->code && last->code == b->code)
        return;
    bool list = b->item && last->item && !table && !(last->table && r->data_table[last->table]);
    bool terms = last->term && !b->heading;
    buf_add_z(r->out, list || terms ? "\n" : "\n\n");
}

void render_blocks(struct arena *arena, const struct tree *tree, const struct blocks *blocks, struct buf *ret)
{
    struct renderer r = { tree, blocks, ret, data_tables(arena, tree, blocks), NULL };
    unsigned item = 0;

    for (size_t i = 0; i < blocks->n && !ret->over; i++) {
        const struct block *b = &blocks->items[i];
        if (!b->keep)
            continue;
        separate(&r, b);
        if (b->table && r.data_table[b->table]) {
            add_cell(&r, b);
        } else if (b->code) {
            add_code(&r, b);
        } else if (b->heading) {
            for (int k = 0; k < b->heading; k++)
                buf_add_char(ret, '#');
            buf_add_char(ret, ' ');
            for (size_t k = 0; k < b->text.len; k++)
                buf_add_char(ret, b->text.data[k] == '\n' ? ' ' : b->text.data[k]);
        } else {
            add_lines(&r, b, b->item != item);
        }
        item = b->item;
        r.last = b;
    }
}
