/* Cells of a table: the claim names one row, and has the value or the name that stands in the same column of another row; it names a column, and has
 * the value of another one; it has the row's number with another unit of time. */
#include <math.h>

#include "judge/binding_internal.h"
#include "judge/number_match.h"
#include "text/units.h"

enum {
    COLUMNS_MAX = 16,
    NAMED_LEAST = 500, /* thousandths of the words of a cell that name its row */
    WORDS_LEAST = 2,   /* … so many of them, or all */
};

/* A table of the passage: its head and its rows [first, end). */
struct grid {
    const struct binding *b;
    size_t head, first, end;
};

/* Terms [from, to) of the claim. */
struct stretch {
    size_t from, to;
};

static const struct terms *row_at(const struct grid *g, size_t row) { return &g->b->input->passage.sentences[row]; }

static bool next_grid(struct grid *g)
{
    size_t n = g->b->input->passage.n;

    for (g->head = g->end; g->head < n && !figures_is_row(row_at(g, g->head));)
        g->head++;
    for (g->end = g->first = g->head + 1; g->end < n && figures_is_row(row_at(g, g->end));)
        g->end++;
    return g->head < n;
}

static bool same_word(const struct term *a, const struct term *b)
{
    return str_eq(a->fold, b->fold) || /* a month is a word in a cell, and a date in a sentence */
           (a->kind == TERM_WORD && b->kind == TERM_WORD && (str_eq(a->stem, b->stem) || relation_grade(a, b)));
}

static bool is_said(const struct grid *g, struct stretch of, const struct term *word)
{
    const struct term *items = g->b->input->claim->items;

    /* "In 2017" says when; "since 2017, to 58" does not say when there were 58. */
    for (size_t i = of.from; i < of.to; i++)
        if (same_word(&items[i], word) &&
            (word->kind != TERM_NUMBER || (i && term_is_one_of(&items[i - 1], "in during"))))
            return true;
    return false;
}

/* A word, or a year that heads a column. */
static bool is_label(const struct grid *g, size_t row, const struct term *t)
{
    return (t->kind == TERM_WORD && term_is_content(t)) ||
           (row == g->head && t->kind == TERM_NUMBER && (t->number->kind == NUMBER_DATE || t->text.len == 4));
}

/* Thousandths of the words of a cell that the claim has; 0: too few. */
static int cell_named(const struct grid *g, size_t row, size_t column, struct stretch of)
{
    const struct terms *t = row_at(g, row);
    size_t from, to;
    int words = 0, found = 0;
    bool unit = false; /* "Inflation (%)": what stands in brackets names nothing */

    if (!figures_cell(t, column, &from, &to))
        return 0;
    for (size_t i = from; i < to; i++) {
        if (t->items[i].kind == TERM_MARK)
            unit = t->items[i].mark == '(' || (unit && t->items[i].mark != ')');
        if (unit && i > from)
            continue;
        words += is_label(g, row, &t->items[i]);
        found += is_label(g, row, &t->items[i]) && is_said(g, of, &t->items[i]);
    }
    int share = words ? found * 1000 / words : 0;
    return share == 1000 || (share >= NAMED_LEAST && found >= WORDS_LEAST) ? share + found : 0;
}

/* The row that the claim names in the words of the stretch, by its columns [first, end) without `skip`; 0: none, or two. */
static size_t row_by(const struct grid *g, struct stretch of, size_t first, size_t end, size_t skip)
{
    size_t best = 0;
    int most = 0;

    for (size_t row = g->first; row < g->end; row++) {
        int score = 0;

        for (size_t column = first; column < end; column++) {
            int share = column == skip ? 0 : cell_named(g, row, column, of);

            score = share > score ? share : score;
        }
        if (score && score == most)
            best = 0;
        if (score > most) {
            most = score;
            best = row;
        }
    }
    return best;
}

static struct str cell_text(const struct terms *row, size_t column)
{
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return str("");
    const char *start = row->items[from].text.data, *end = row->items[to - 1].text.data + row->items[to - 1].text.len;
    return str_n(start, (size_t) (end - start));
}

/* Has more than one row the first cell that the claim names ("Men"), and no row another one of its words? Then it names none of them. */
static bool is_first_cell_common(const struct grid *g, struct stretch of)
{
    size_t named = 0, n = 0;

    for (size_t row = g->first; row < g->end; row++) {
        if (!cell_named(g, row, 0, of))
            continue;
        if (n++ && !str_eq(cell_text(row_at(g, row), 0), cell_text(row_at(g, named), 0)))
            return false;
        named = row;
    }
    return n > 1;
}

/* The first column names the rows, or else any other one but `skip` does. */
static size_t named_row(const struct grid *g, struct stretch of, size_t skip)
{
    for (size_t row = g->first; row < g->end; row++)
        if (cell_named(g, row, 0, of) && !is_first_cell_common(g, of))
            return row_by(g, of, 0, 1, COLUMNS_MAX);
    return row_by(g, of, 1, COLUMNS_MAX, skip);
}

/* What is said with the figure: up to a comma, or to what it is compared with. */
static struct stretch part_of(const struct terms *claim, size_t at)
{
    struct stretch ret = { at, at };

    while (ret.from && !(claim->items[ret.from - 1].kind == TERM_MARK && strchr(";", claim->items[ret.from - 1].mark)))
        ret.from--;
    while (ret.to < claim->n && !(claim->items[ret.to].kind == TERM_MARK && strchr(",;", claim->items[ret.to].mark)) &&
           !term_is_one_of(&claim->items[ret.to], "than while whereas"))
        ret.to++;
    return ret;
}

static double written(const struct figure *f)
{
    double value = number_written(f->text);

    return isnan(value) && (f->number.kind == NUMBER_COUNT || f->number.kind == NUMBER_DATE) ? f->number.low : value;
}

/* Does the passage have the value outside of this table? */
static bool is_told(const struct grid *g, const struct figure *mine)
{
    for (size_t i = 0; i < g->b->theirs.n; i++) {
        const struct figure *f = &g->b->theirs.items[i];

        if ((f->sentence < g->first || f->sentence >= g->end) &&
            (binding_is_same(mine, f) || written(f) == written(mine)))
            return true;
    }
    return false;
}

static void add(struct binding *b, enum clash_kind kind, struct str said, struct str given, size_t row,
                struct str reason)
{
    clashes_add(b->out, &(struct clash){ kind, said, given, row, reason, .mild = false });
}

struct place {
    size_t row, column;
};

/* The claim's figure stands at `has`, and what it is said of at `own`. */
static void add_figure(struct grid *g, struct binding *b, const struct figure *mine, struct place own, struct place has)
{
    struct str given = cell_text(row_at(g, own.row), own.column), side = cell_text(row_at(g, has.row), 0),
               top = cell_text(row_at(g, g->head), has.column);

    add(b, binding_kind_of(mine), mine->text, given, own.row,
        str_format(b->scratch, "the source gives %.*s, not %.*s, which it gives for something else: \"%.*s, %.*s\"",
                   STR_ARG(given), STR_ARG(mine->text), STR_ARG(side), STR_ARG(top)));
}

/* "Peakline offered it for 48,200", which stands in the row of Dunmow. */
static void find_other_row(struct grid *g, struct binding *b, const struct figure *mine, size_t row)
{
    size_t found = 0, column = 0, other = 0;
    double value = written(mine);

    for (size_t r = g->first; r < g->end; r++)
        for (size_t c = 0; c < COLUMNS_MAX; c++) {
            if (figures_cell_value(row_at(g, r), c) != value)
                continue;
            if (r == row || (found && c != column))
                return;
            found++;
            column = c;
            other = r;
        }
    double own = found ? figures_cell_value(row_at(g, row), column) : NAN;
    if (!isfinite(own) || own == value || is_told(g, mine) || (value < 100 && working_may_hold(b, mine)))
        return;
    if (binding_is_listed_count(mine) && !cell_named(g, g->head, column, (struct stretch){ 0, b->input->claim->n }))
        return;
    add_figure(g, b, mine, (struct place){ row, column }, (struct place){ other, column });
}

/* "By default ten", where the row has 3 under "Default" and 10 under "Maximum". */
static void find_other_column(struct grid *g, struct binding *b, const struct figure *mine, size_t row)
{
    const struct stretch all = { 0, b->input->claim->n };
    size_t said = 0, has = 0;

    for (size_t c = 1; c < COLUMNS_MAX; c++) {
        bool named = cell_named(g, g->head, c, all) > 0, here = figures_cell_value(row_at(g, row), c) == written(mine);

        if ((named && said) || (here && (has || named)))
            return;
        said = named ? c : said;
        has = here ? c : has;
    }
    double own = said ? figures_cell_value(row_at(g, row), said) : NAN;
    /* "615 in version 3.8, and 377 with Cobalt": both columns are told. */
    for (size_t i = 0; i < b->mine.n; i++)
        if (written(&b->mine.items[i]) == own)
            return;
    if (has && isfinite(own) && own != written(mine) && !is_told(g, mine))
        add_figure(g, b, mine, (struct place){ row, said }, (struct place){ row, has });
}

/* The unit of time that a row is told in: "seconds without data"; empty: none, or two. */
static struct str time_of_row(const struct grid *g, size_t row)
{
    static const char times[] = "second minut hour day week month year";
    const size_t rows[] = { row, g->head };
    struct str ret = str("");

    for (size_t r = 0; r < 2; r++)
        for (size_t i = 0; i < row_at(g, rows[r])->n; i++) {
            const struct term *t = &row_at(g, rows[r])->items[i];
            struct str word = t->kind == TERM_WORD ? t->stem : term_is(t, "seconds") ? str("second") : str("");

            if (!word.len || !str_in_words(times, word) || str_eq(word, ret))
                continue;
            if (ret.len)
                return str("");
            ret = word;
        }
    return ret;
}

/* "6 h" under "Hours" is told in hours, though the word is not there. */
static bool is_told_in(const struct figure *mine, struct str unit)
{
    const struct unit *known = unit_of(unit, unit);

    return known && strcmp(known->base, mine->number.unit) == 0 &&
           fabs(mine->number.low - written(mine) * known->factor) < 1e-6 * known->factor;
}

/* "90 minutes", where the row is about seconds and has 90. */
static void find_other_time(struct grid *g, struct binding *b, const struct figure *mine, size_t row)
{
    struct str unit = time_of_row(g, row), said = mine->text;
    bool here = false;

    for (size_t c = 0; c < COLUMNS_MAX; c++)
        here = here || figures_cell_value(row_at(g, row), c) == written(mine);
    if (here && unit.len && working_is_time(mine) && str_find(said, unit, 0) < 0 && !is_told_in(mine, unit))
        add(b, CLASH_UNIT, said, unit, row,
            str_format(b->scratch, "the source tells it in %.*ss, not %.*s", STR_ARG(unit), STR_ARG(said)));
}

/* Is the claim's figure told by another unit or currency than the cell's? */
static bool is_other_unit(const struct number *mine, const struct number *cell)
{
    if (mine->kind != cell->kind || (cell->kind != NUMBER_MEASURE && cell->kind != NUMBER_MONEY))
        return false;
    return strcmp(cell->unit, mine->unit) != 0 ||
           (cell->kind == NUMBER_MEASURE && number_match(mine, cell) == NUMBER_DIFFERENT);
}

/* "25 MB", where a row or its column is told in "(GB)" and has 25. */
static bool find_other_unit(struct grid *g, struct binding *b, const struct figure *mine, size_t row)
{
    const size_t rows[] = { row, g->head };
    bool found = false;

    for (size_t c = 1; c < COLUMNS_MAX; c++) {
        if (figures_cell_value(row_at(g, row), c) != written(mine))
            continue;
        for (size_t r = 0; r < 2; r++) {
            struct str label = cell_text(row_at(g, rows[r]), r ? c : 0);
            ptrdiff_t open = str_find_char(label, '(', 0),
                      close = open < 0 ? -1 : str_find_char(label, ')', (size_t) open);
            struct str unit = open < 0 ? str("")
                                       : str_sub(label, (size_t) open + 1, close < 0 ? label.len : (size_t) close);
            struct numbers one = { 0 };

            numbers_of(b->scratch, str_format(b->scratch, "%.*g %.*s", 15, written(mine), STR_ARG(unit)), &one);
            if (!unit.len || one.n != 1 || !is_other_unit(&mine->number, &one.items[0]))
                continue;
            add(b, CLASH_UNIT, mine->text, unit, row,
                str_format(b->scratch, "the source gives it in %.*s, not %.*s", STR_ARG(unit), STR_ARG(mine->text)));
            found = true;
        }
    }
    return found;
}

/* The row that has the figure as it is written, if there is one alone and the claim names it or the column. */
static size_t row_with(const struct grid *g, const struct figure *mine)
{
    const struct stretch all = { 0, g->b->input->claim->n };
    size_t found = 0, column = 0;

    for (size_t r = g->first; r < g->end; r++)
        for (size_t c = 1; c < COLUMNS_MAX; c++)
            if (figures_cell_value(row_at(g, r), c) == written(mine)) {
                if (found && found != r)
                    return 0;
                found = r;
                column = c;
            }
    return found && (cell_named(g, found, 0, all) || cell_named(g, g->head, column, all)) ? found : 0;
}

/* A name of the claim stands in a cell of the column. */
static bool cell_has_name(const struct terms *row, size_t column, const struct term *name, size_t n)
{
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!term_is_among(row->items + from, to - from, &name[i]))
            return false;
    return true;
}

/* "Kendal Roman was issued by the Monarch Corporation", which issued another one. */
static void find_other_name(struct grid *g, struct binding *b, const struct term *name, size_t n)
{
    size_t column = 0;
    bool stands[COLUMNS_MAX] = { 0 };

    for (size_t r = g->first; r < g->end; r++)
        for (size_t c = 0; c < COLUMNS_MAX; c++)
            stands[c] = stands[c] || cell_has_name(row_at(g, r), c, name, n);
    for (size_t c = 0; c < COLUMNS_MAX; c++) {
        if (stands[c] && (c == 0 || column))
            return;
        column = stands[c] ? c : column;
    }
    size_t row = column ? named_row(g, (struct stretch){ 0, b->input->claim->n }, column) : 0, from, to;
    if (!row || cell_has_name(row_at(g, row), column, name, n) ||
        cell_named(g, row, column, (struct stretch){ 0, b->input->claim->n }) ||
        !figures_cell(row_at(g, row), column, &from, &to) || !term_is_name(&row_at(g, row)->items[from]))
        return;
    struct str given = cell_text(row_at(g, row), column),
               said = str_n(name->text.data, (size_t) (name[n - 1].text.data + name[n - 1].text.len - name->text.data));
    add(b, CLASH_NAME, said, given, row,
        str_format(b->scratch, "the source says \"%.*s\", not \"%.*s\"", STR_ARG(given), STR_ARG(said)));
}

static void find_names(struct grid *g, struct binding *b)
{
    const struct terms *claim = b->input->claim;

    for (size_t i = 0, n; i < claim->n; i += n ? n : 1) {
        for (n = 0; i + n < claim->n && term_is_name(&claim->items[i + n]);)
            n++;
        if (n)
            find_other_name(g, b, &claim->items[i], n);
    }
}

bool cells_are_needed(const struct binding_input *input)
{
    for (size_t s = 0; s < input->passage.n; s++)
        if (figures_is_row(&input->passage.sentences[s]))
            return true;
    return false;
}

void cells_clashes(struct binding *b)
{
    struct grid g = { .b = b };

    while (next_grid(&g)) {
        find_names(&g, b);
        for (size_t i = 0; i < b->mine.n; i++) {
            const struct figure *mine = &b->mine.items[i];
            size_t row = named_row(&g, part_of(b->input->claim, (size_t) (mine->term - b->input->claim->items)),
                                   COLUMNS_MAX);

            size_t same = row_with(&g, mine);

            if (same && find_other_unit(&g, b, mine, same))
                continue;
            if (!row || !isfinite(written(mine)) || (mine->number.kind == NUMBER_DATE && !mine->number.has_year))
                continue;
            find_other_row(&g, b, mine, row);
            find_other_column(&g, b, mine, row);
            find_other_time(&g, b, mine, row);
            if (row != same)
                find_other_unit(&g, b, mine, row);
        }
    }
}
