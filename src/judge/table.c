/* Statements over a table that has a column for each year: how much more or fewer a row has in one year than in another, and whether
 * all rows went the same way. */
#include <math.h>

#include "judge/binding_internal.h"
#include "text/lexicon.h"

/* Two columns of a table whose heads differ by their years alone. */
struct years {
    size_t head;        /* sentence */
    size_t early, late; /* columns */
    double first, last; /* years */
};

static const struct terms *sentence(const struct binding *b, size_t at) { return &b->input->passage.sentences[at]; }

static double year_of(const struct terms *row, size_t column)
{
    size_t from, to;

    if (!figures_cell(row, column, &from, &to))
        return 0;
    for (size_t i = from; i < to; i++) {
        const struct number *n = row->items[i].kind == TERM_NUMBER ? row->items[i].number : NULL;

        if (n && ((n->kind == NUMBER_DATE && n->has_year) ||
                  (n->kind == NUMBER_COUNT && row->items[i].text.len == 4 && n->low >= 1500 && n->low <= 2100)))
            return n->low;
    }
    return 0;
}

/* Have both heads the same words, years aside? */
static bool heads_alike(const struct terms *head, size_t a, size_t b)
{
    size_t i, k, i_end, k_end;

    if (!figures_cell(head, a, &i, &i_end) || !figures_cell(head, b, &k, &k_end))
        return false;
    for (;;) {
        while (i < i_end && head->items[i].kind != TERM_WORD)
            i++;
        while (k < k_end && head->items[k].kind != TERM_WORD)
            k++;
        if (i == i_end || k == k_end)
            return i == i_end && k == k_end;
        if (!str_eq(head->items[i++].stem, head->items[k++].stem))
            return false;
    }
}

/* The years that the claim compares: both are said, or the second is "the year before". */
static bool years_said(const struct terms *claim, double *first, double *last)
{
    size_t n = 0;
    bool before = false;

    for (size_t i = 0; i < claim->n; i++) {
        const struct term *t = &claim->items[i];

        if (t->kind == TERM_NUMBER && t->number->kind == NUMBER_DATE && t->number->has_year) {
            double low = t->number->low, high = t->number->high;

            *first = n == 0 || low < *first ? low : *first;
            *last = n == 0 || high > *last ? high : *last;
            n += high > low ? 2 : 1;
        }
        before = before || (i + 1 < claim->n && term_is(t, "year") && term_is_one_of(t + 1, "before earlier")) ||
                 (i && term_is_one_of(t - 1, "previous preceding") && term_is(t, "year"));
    }
    if (n == 1 && before)
        *first = *last - 1;
    return (n == 2 && *first < *last) || (n == 1 && before);
}

/* The one pair of columns for two years. */
static bool columns_for(const struct binding *b, struct years *ret)
{
    enum { COLUMNS = 16 };
    size_t found = 0;

    for (size_t s = 0; s < b->input->passage.n; s++) {
        const struct terms *head = sentence(b, s);

        if (!figures_is_row(head) || (s && figures_is_row(sentence(b, s - 1))))
            continue;
        for (size_t x = 1; x < COLUMNS; x++)
            for (size_t y = 1; y < COLUMNS; y++)
                if (year_of(head, x) == ret->first && year_of(head, y) == ret->last && heads_alike(head, x, y)) {
                    ret->head = s;
                    ret->early = x;
                    ret->late = y;
                    found++;
                }
    }
    return found == 1;
}

static bool is_row_of(const struct binding *b, const struct years *y, size_t at)
{
    return at > y->head && at < b->input->passage.n && figures_is_row(sentence(b, at));
}

/* Is the name of the row in the claim? */
static bool claim_names(const struct binding *b, const struct terms *row)
{
    const struct terms *claim = b->input->claim;
    size_t from, to, words = 0, found = 0;

    if (!figures_cell(row, 0, &from, &to))
        return false;
    for (size_t i = from; i < to; i++)
        if (row->items[i].kind == TERM_WORD && term_is_content(&row->items[i])) {
            words++;
            for (size_t c = 0; c < claim->n; c++)
                if (claim->items[c].kind == TERM_WORD && (str_eq(claim->items[c].stem, row->items[i].stem) ||
                                                          relation_grade(&claim->items[c], &row->items[i]))) {
                    found++;
                    break;
                }
        }
    return words && found == words;
}

/* Above 0: the claim says that it rose, or that there is more of it in the later year; below 0: less; 0: neither, or both. */
static int direction_said(const struct terms *claim, double last)
{
    int rose = 0, more = 0;
    bool late_first = false, than = false;

    for (size_t i = 0; i < claim->n; i++) {
        const struct term *t = &claim->items[i];

        if (t->kind == TERM_NUMBER && t->number->kind == NUMBER_DATE && !than)
            late_first = late_first || t->number->low == last;
        than = than || term_is(t, "than");
        int compared = term_is_one_of(t, "more higher larger greater") ? 1
                       : term_is_one_of(t, "fewer less lower smaller") ? -1
                                                                       : 0;
        more += compared;
        if (t->kind == TERM_WORD && !compared)
            rose += lexicon_direction(t->stem);
    }
    if (rose && !than)
        return rose > 0 ? 1 : -1;
    return than && more && !rose ? (late_first ? more : -more) : 0;
}

static void add(struct binding *b, const struct years *y, size_t row, struct str said)
{
    const struct terms *t = sentence(b, row);
    size_t from, to;
    struct str cells[2], name = str("");
    const size_t columns[2] = { y->early, y->late };

    for (size_t i = 0; i < 3; i++) {
        if (!figures_cell(t, i < 2 ? columns[i] : 0, &from, &to))
            return;
        const char *start = t->items[from].text.data, *end = t->items[to - 1].text.data + t->items[to - 1].text.len;
        *(i < 2 ? &cells[i] : &name) = str_n(start, (size_t) (end - start));
    }
    clashes_add(b->out, &(struct clash){ .kind = CLASH_NUMBER,
                                         .claim = said,
                                         .source = cells[1],
                                         .sentence = row,
                                         .reason = str_format(
                                             b->scratch, "the source gives %.*s for %.*s in %.0f and %.*s in %.0f",
                                             STR_ARG(cells[0]), STR_ARG(name), y->first, STR_ARG(cells[1]), y->last) });
}

/* "Fell in all five countries": every row must have gone that way. */
static void find_all(struct binding *b, const struct years *y)
{
    const struct terms *claim = b->input->claim;
    const struct term *all = NULL;
    int direction = direction_said(claim, y->last);

    for (size_t i = 0; i < claim->n; i++)
        all = term_is_one_of(&claim->items[i], "all every each everywhere") ? &claim->items[i] : all;
    if (!all || direction == 0)
        return;
    for (size_t s = y->head + 1; is_row_of(b, y, s); s++) {
        double change = figures_cell_value(sentence(b, s), y->late) - figures_cell_value(sentence(b, s), y->early);

        if (isfinite(change) && change * direction <= 0) {
            add(b, y, s, all->text);
            return;
        }
    }
}

/* "Sold 22,000 fewer in 2023 than in 2022": the row's two cells must give it. */
static void find_difference(struct binding *b, const struct years *y, const struct figure *mine)
{
    size_t named = 0, row = 0;

    if (working_of(b, mine) != DERIVED_BY_DIFFERENCE || mine->number.kind == NUMBER_DATE)
        return;
    for (size_t s = y->head + 1; is_row_of(b, y, s); s++)
        if (claim_names(b, sentence(b, s))) {
            named++;
            row = s;
        }
    if (named != 1)
        return;
    double early = figures_cell_value(sentence(b, row), y->early), late = figures_cell_value(sentence(b, row), y->late);
    double change = fabs(late - early), said = mine->number.low;
    double slack = fmax(mine->number.rounding, mine->number.about ? said * 0.05 : 0) * 1.0001;
    if (!isfinite(change) || mine->number.at_least || mine->number.at_most || fabs(change - said) <= slack)
        return;
    if (mine->number.kind == NUMBER_PERCENT && early != 0 && fabs(change / early * 100 - said) <= slack + 0.5)
        return;
    if (mine->number.kind == NUMBER_COUNT || mine->number.kind == NUMBER_PERCENT)
        add(b, y, row, mine->text);
}

/* "In Olmen the bill rises in 2025": of the one row that is named, the cells of that year and of the one before. */
static void find_course(struct binding *b)
{
    const struct terms *claim = b->input->claim;
    struct years y = { 0 };
    size_t row = 0, named = 0, dates = 0;

    for (size_t i = 0; i < b->mine.n; i++) {
        dates += b->mine.items[i].number.kind == NUMBER_DATE && b->mine.items[i].number.has_year;
        y.last = b->mine.items[i].number.low;
    }
    y.first = y.last - 1;
    if (dates != 1 || b->mine.n != 1 || !columns_for(b, &y))
        return;
    int direction = direction_said(claim, y.last);
    for (size_t s = y.head + 1; is_row_of(b, &y, s); s++)
        if (claim_names(b, sentence(b, s))) {
            named++;
            row = s;
        }
    if (named != 1 || direction == 0)
        return;
    double change = figures_cell_value(sentence(b, row), y.late) - figures_cell_value(sentence(b, row), y.early);
    if (isfinite(change) && change * direction < 0)
        add(b, &y, row, b->mine.items[0].text);
}

void table_clashes(struct binding *b)
{
    struct years y = { 0 };

    find_course(b);

    if (!years_said(b->input->claim, &y.first, &y.last) || !columns_for(b, &y))
        return;
    find_all(b, &y);
    for (size_t i = 0; i < b->mine.n; i++)
        find_difference(b, &y, &b->mine.items[i]);
}
