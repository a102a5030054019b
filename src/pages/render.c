#include "pages/render.h"

#include "pages/outline.h"

enum {
    CELL_MAX = 240,    /* mean bytes of a cell beyond which a table without a header is page layout */
    COLUMNS_MAX = 200, /* of a row; more are left out */
};

struct renderer {
    struct arena *arena;
    const struct tree *tree;
    const struct blocks *blocks;
    struct buf *out;
    const bool *data_table;   /* by node */
    unsigned *number;         /* by node: of items in ordered lists, 0: a bullet */
    const struct block *last; /* written before */
    bool *begun;              /* by node: items whose sign was written */
    unsigned short *column;   /* by node: of cells, where they stand with those that reach down from rows above */
    unsigned header;          /* table whose first row was written */
};

/* --- tables --- */

static bool is_cell(unsigned tag) { return tag == GUMBO_TAG_TD || tag == GUMBO_TAG_TH; }

/* A row that names columns: header cells only, more than one. */
static bool is_header_row(const struct tree *tree, unsigned row)
{
    size_t cells = 0;

    for (unsigned i = row + 1; i < tree->nodes[row].end; i = tree->nodes[i].end) {
        if (tree->nodes[i].tag == GUMBO_TAG_TD)
            return false;
        cells += tree->nodes[i].tag == GUMBO_TAG_TH;
    }
    return cells >= 2;
}

/* Tables with a header, or of short cells in at least two columns, hold data; others only place things. */
static bool *data_tables(struct arena *arena, const struct tree *tree, const struct blocks *blocks)
{
    struct sums {
        size_t bytes, cells, rows;
        unsigned cell, row;
        bool header, nested;
    } *sums = arena_calloc(arena, tree->n + 1, sizeof *sums);
    bool *data = arena_calloc(arena, tree->n + 1, sizeof *data);

    for (size_t i = 0; i < blocks->n; i++) {
        const struct block *b = &blocks->items[i];
        if (!b->keep || !b->table || !b->cell)
            continue;
        struct sums *s = &sums[b->table];
        s->bytes += b->text.len;
        s->cells += b->cell != s->cell;
        if (b->row != s->row)
            s->header |= b->row && is_header_row(tree, b->row);
        s->rows += b->row != s->row;
        s->cell = b->cell;
        s->row = b->row;
        s->nested |= b->heading > 0 && b->heading < 4;
        bool grid = s->rows >= 2 && s->cells >= 2 * s->rows - s->rows / 2;
        data[b->table] = !s->nested && ((s->header && s->rows >= 2) || (grid && s->bytes < CELL_MAX * s->cells));
    }
    return data;
}

static void add_line(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        buf_add_char(out, text.data[i] == '\n' ? ' ' : text.data[i]);
}

static size_t span_of(const struct node *cell)
{
    struct str span = tree_attribute(cell, "colspan");
    int64_t n = 1;

    return span.len && str_to_int(span, &n) && n > 1 && n < COLUMNS_MAX ? (size_t) n : 1;
}

static size_t rows_of(const struct node *cell)
{
    struct str span = tree_attribute(cell, "rowspan");
    int64_t n = 1;

    return span.len && str_to_int(span, &n) && n > 1 && n < COLUMNS_MAX ? (size_t) n : 1;
}

/* Finds the columns of a row's cells; `down` has how many rows each column is still taken by a cell from above. */
static void place_row(struct renderer *r, unsigned row, unsigned short down[COLUMNS_MAX])
{
    size_t column = 0;

    for (unsigned c = row + 1; c < r->tree->nodes[row].end; c = r->tree->nodes[c].end) {
        if (!is_cell(r->tree->nodes[c].tag))
            continue;
        while (column < COLUMNS_MAX && down[column])
            down[column++]--;
        r->column[c] = (unsigned short) column;
        size_t rows = rows_of(&r->tree->nodes[c]);
        for (size_t n = span_of(&r->tree->nodes[c]); n > 0 && column < COLUMNS_MAX; n--)
            down[column++] = (unsigned short) (rows - 1);
    }
    for (; column < COLUMNS_MAX; column++)
        down[column] -= down[column] > 0;
}

static void place_cells(struct renderer *r)
{
    r->column = arena_calloc(r->arena, r->tree->n + 1, sizeof *r->column);
    for (unsigned t = 0; t < r->tree->n; t++) {
        unsigned short down[COLUMNS_MAX] = { 0 };

        if (!r->data_table[t])
            continue;
        for (unsigned i = t + 1; i < r->tree->nodes[t].end;) {
            unsigned tag = r->tree->nodes[i].tag;
            if (tag == GUMBO_TAG_TR)
                place_row(r, i, down);
            i = tag == GUMBO_TAG_TBODY || tag == GUMBO_TAG_THEAD || tag == GUMBO_TAG_TFOOT ? i + 1
                                                                                           : r->tree->nodes[i].end;
        }
    }
}

/* The whole row that block `at` begins: every cell has its place, empty ones too. Returns the block behind it. */
static size_t add_row(struct renderer *r, size_t at)
{
    const struct block *first = &r->blocks->items[at];
    size_t end = at, columns = 0;

    while (end < r->blocks->n && r->blocks->items[end].row == first->row && r->blocks->items[end].table == first->table)
        end++;
    buf_add_char(r->out, '|');
    for (unsigned c = first->row + 1; c < r->tree->nodes[first->row].end && columns < COLUMNS_MAX;
         c = r->tree->nodes[c].end) {
        if (!is_cell(r->tree->nodes[c].tag))
            continue;
        for (; columns < r->column[c]; columns++)
            buf_add_z(r->out, " |");
        for (size_t i = at; i < end; i++)
            if (r->blocks->items[i].cell == c) {
                buf_add_char(r->out, ' ');
                outline_cell(r->out, r->blocks->items[i].text);
            }
        for (size_t n = span_of(&r->tree->nodes[c]); n > 0 && columns < COLUMNS_MAX; n--, columns++)
            buf_add_z(r->out, " |");
    }
    if (r->header != first->table && is_header_row(r->tree, first->row)) {
        buf_add_z(r->out, "\n|");
        for (size_t i = 0; i < columns; i++)
            buf_add_z(r->out, " --- |");
    }
    r->header = first->table;
    r->last = &r->blocks->items[end - 1];
    return end;
}

/* --- lists --- */

/* "reversed" counts down, from the number of the items unless it says from where. */
static unsigned first_number(const struct tree *tree, unsigned list, bool reversed)
{
    const struct node *node = &tree->nodes[list];
    int64_t given;
    unsigned items = 0;

    if (str_to_int(tree_attribute(node, "start"), &given) && given > 0 && given < 100000)
        return (unsigned) given;
    for (unsigned i = list + 1; reversed && i < node->end; i = tree->nodes[i].end)
        items += tree->nodes[i].tag == GUMBO_TAG_LI;
    return items ? items : 1;
}

static bool has_attribute(const struct node *node, const char *name)
{
    return node->element && gumbo_get_attribute(&node->element->attributes, name);
}

static void number_items(struct arena *arena, struct renderer *r)
{
    unsigned *next = arena_calloc(arena, r->tree->n + 1, sizeof *next);

    r->number = arena_calloc(arena, r->tree->n + 1, sizeof *r->number);
    for (unsigned i = 0; i < r->tree->n; i++) {
        const struct node *node = &r->tree->nodes[i];
        int64_t given;

        if (node->tag == GUMBO_TAG_OL)
            next[i] = first_number(r->tree, i, has_attribute(node, "reversed"));
        if (node->tag != GUMBO_TAG_LI || !next[node->parent])
            continue;
        if (str_to_int(tree_attribute(node, "value"), &given) && given > 0 && given < 100000)
            next[node->parent] = (unsigned) given;
        r->number[i] = next[node->parent];
        next[node->parent] += has_attribute(&r->tree->nodes[node->parent], "reversed") ? -1u : 1;
    }
}

static bool in_data_table(const struct renderer *r, const struct block *b)
{
    return b->table && r->data_table[b->table];
}

static void start_line(struct renderer *r, const struct block *b, bool first)
{
    /* A list in a quotation is set in, no more: programs that make documentation write them so. */
    for (int i = 0; i < b->quote_depth && !b->item && !b->definition; i++)
        buf_add_z(r->out, "> ");
    if (b->definition && !b->item)
        buf_add_z(r->out, first ? ": " : "  ");
    if (!b->item)
        return;
    for (int i = 1; i < b->list_depth; i++)
        buf_add_z(r->out, "  ");
    if (first && r->number[b->item])
        buf_format(r->out, "%u. ", r->number[b->item]);
    else
        buf_add_z(r->out, first ? "- " : "  ");
}

static void add_lines(struct renderer *r, const struct block *b)
{
    struct str rest = b->text, line;
    bool first = !b->item || !r->begun[b->item];

    while (str_next(&rest, '\n', &line)) {
        if (r->out->len && r->out->data[r->out->len - 1] != '\n')
            buf_add_char(r->out, '\n');
        start_line(r, b, first);
        first = false;
        outline_line(r->out, str_trim(line));
    }
}

/* --- the rest --- */

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

/* Lines of one list, table or definition stand close, everything else apart. */
static void separate(struct renderer *r, const struct block *b)
{
    const struct block *last = r->last;

    if (!last || (b->code && last->code == b->code))
        return;
    if (in_data_table(r, b) && last->table == b->table) {
        buf_add_char(r->out, '\n');
        return;
    }
    bool list = b->item && last->item && !b->code && !last->code && !in_data_table(r, b) && !in_data_table(r, last);
    bool terms = (last->term || (last->definition && b->definition)) && !b->heading && !b->code && !b->item &&
                 (b->definition || b->term);
    buf_add_z(r->out, list || terms ? "\n" : "\n\n");
}

void render_blocks(struct arena *arena, const struct tree *tree, const struct blocks *blocks, struct buf *ret)
{
    struct renderer r = {
        .arena = arena, .tree = tree, .blocks = blocks, .out = ret, .data_table = data_tables(arena, tree, blocks)
    };

    number_items(arena, &r);
    place_cells(&r);
    r.begun = arena_calloc(arena, tree->n + 1, sizeof *r.begun);
    for (size_t i = 0; i < blocks->n && !ret->over;) {
        const struct block *b = &blocks->items[i];
        if (!b->keep) {
            i++;
            continue;
        }
        separate(&r, b);
        if (in_data_table(&r, b) && b->row && b->cell) {
            while (i > 0 && blocks->items[i - 1].row == b->row && blocks->items[i - 1].table == b->table)
                i--; /* cells before it that were not chosen belong to the row */
            i = add_row(&r, i);
            continue;
        }
        if (b->code) {
            add_code(&r, b);
        } else if (b->heading) {
            for (int k = 0; k < b->heading; k++)
                buf_add_char(ret, '#');
            buf_add_char(ret, ' ');
            add_line(ret, b->text);
        } else {
            add_lines(&r, b);
        }
        r.begun[b->item] = true;
        r.last = b;
        i++;
    }
}
