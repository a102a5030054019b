/* A figure or a year of a claim that the cited page does not have in any form: not written, not rounded, not in another unit, and not worked out from two of its
 * figures or from a column of a table. Broad on purpose: what may follow from the page in any way is not pointed at. */
#include "evidence/internal.h"

#include <math.h>
#include <stdlib.h>

#include "judge/number_match.h"

enum {
    PAGE_NUMBERS_MAX = 400, /* of a page; one with more is not looked at: nearly everything follows from so many */
    COUNTS_FROM = 100,      /* smaller counts may be of things that are listed */
    COLUMNS_MAX = 16,
    HOUR = 3600, /* "45 euros an hour" and 600 hours, which are kept in seconds */
};

struct page {
    struct number items[PAGE_NUMBERS_MAX];
    size_t n;
    bool full;
    double sums[COLUMNS_MAX]; /* of the columns of the table at hand, up to the row at hand */
};

static void add_number(struct page *page, const struct number *n)
{
    page->full = page->full || page->n == PAGE_NUMBERS_MAX;
    if (!page->full)
        page->items[page->n++] = *n;
}

static void add_text(struct arena *scratch, struct page *page, struct str text)
{
    struct numbers found = { 0 };

    numbers_of(scratch, text, &found);
    for (size_t i = 0; i < found.n; i++)
        add_number(page, &found.items[i]);
}

/* A column's cells, added up from the top, are figures of the page, too. */
static void add_row(struct arena *scratch, struct page *page, struct str row)
{
    struct str cell;

    for (size_t column = 0; column < COLUMNS_MAX && str_next(&row, '|', &cell); column++) {
        struct numbers found = { 0 };

        numbers_of(scratch, cell, &found);
        if (found.n != 1)
            continue;
        page->sums[column] += found.items[0].low;
        struct number sum = found.items[0];
        sum.low = sum.high = page->sums[column];
        add_number(page, &sum);
    }
}

static void read_page(struct arena *scratch, const struct source_row *source, struct page *page)
{
    struct str rest = source_text(source), line;

    add_text(scratch, page, source->title);
    add_text(scratch, page, source->date);
    while (!page->full && str_next(&rest, '\n', &line)) {
        add_text(scratch, page, line);
        if (line.len && line.data[0] == '|')
            add_row(scratch, page, line);
        else
            memset(page->sums, 0, sizeof page->sums);
    }
}

/* A figure of the claim: its value, and as it is written, because the cells of a table have their units in its head. */
struct wanted {
    const struct number *number;
    double written;
};

static bool is_near(const struct wanted *w, double value)
{
    double slack = fmax(w->number->rounding, fabs(w->number->low) * 1e-9) * 1.0001;

    return isfinite(value) && fabs(value - w->number->low) <= slack;
}

static bool is_alike(const struct number *a, const struct number *b)
{
    return a->kind == b->kind && strcmp(a->unit, b->unit) == 0;
}

/* The values that one figure gives: itself, doubled or halved, by the month for the year, what is left of the whole. */
static bool follows_from_one(const struct wanted *w, const struct number *x)
{
    static const double times[] = { 1, 2, 0.5, 12, 1.0 / 12, 100, 0.01, 1e3, 1e-3, 1e6, 1e-6 };
    enum number_match match = number_match(w->number, x);

    if (match == NUMBER_SAME || match == NUMBER_CLOSE || is_near(w, x->high) || is_near(w, x->high - x->low))
        return true;
    bool degrees = *w->number->unit && strchr("CF", *w->number->unit);
    for (size_t i = 0; i < (degrees ? 1 : sizeof times / sizeof *times); i++)
        if (is_near(w, x->low * times[i]))
            return true;
    if (x->kind == NUMBER_COUNT && w->written == x->low && !degrees)
        return true;
    return w->number->kind == NUMBER_PERCENT && is_near(w, 100 - x->low);
}

static bool follows_from_two(const struct wanted *w, const struct number *x, const struct number *y)
{
    double a = x->low, b = y->low;
    bool bare = x->kind == NUMBER_COUNT && y->kind == NUMBER_COUNT;

    if (is_alike(x, y) && is_alike(x, w->number) && (is_near(w, a + b) || is_near(w, a - b)))
        return true;
    if (bare && (fabs(w->written - a - b) < 1e-9 || fabs(w->written - fabs(a - b)) < 1e-9))
        return true;
    if (is_alike(x, w->number) && *x->unit &&
        strchr("CF", *x->unit)) /* "9 below zero" and 68°F; they are no multiples */
        return y->kind == NUMBER_COUNT && (is_near(w, a + b) || is_near(w, a - b));
    if (w->number->kind == NUMBER_PERCENT)
        return b != 0 && (is_near(w, a / b * 100) || is_near(w, fabs(a - b) / b * 100));
    return (is_alike(x, w->number) || is_alike(y, w->number)) &&
           (is_near(w, a * b) || is_near(w, a * b / 100) || is_near(w, a * b / HOUR) || (b != 0 && is_near(w, a / b)));
}

static bool value_follows(const struct number *mine, struct str text, const struct page *page)
{
    const struct wanted w = { mine, number_written(text) };

    for (size_t i = 0; i < page->n; i++)
        if (follows_from_one(&w, &page->items[i]))
            return true;
    for (size_t i = 0; i < page->n; i++)
        for (size_t k = 0; k < page->n; k++)
            if (i != k && follows_from_two(&w, &page->items[i], &page->items[k]))
                return true;
    return false;
}

/* --- dates --- */

static bool has_span(const struct page *page, double years)
{
    for (size_t i = 0; i < page->n; i++) {
        const struct number *n = &page->items[i];

        if ((n->kind == NUMBER_MEASURE && strcmp(n->unit, "month") == 0 && fabs(n->low / 12 - years) < 1) ||
            (n->kind == NUMBER_COUNT && n->low == years))
            return true;
    }
    return years <= 1; /* "last year", "a year later" */
}

/* "Eight years ago", "at the age of 74": a year so many from the page's own, or from one that it has. */
static bool year_follows(const struct number *mine, const struct page *page)
{
    for (size_t i = 0; i < page->n; i++) {
        const struct number *n = &page->items[i];
        bool year = (n->kind == NUMBER_DATE && n->has_year) ||
                    (n->kind == NUMBER_COUNT && n->low >= 1000 && n->low <= 2100);

        if (year && (has_span(page, fabs(n->low - mine->low)) || (mine->low >= n->low && mine->high <= n->high)))
            return true;
    }
    return false;
}

/* --- a claim --- */

static bool is_exact(const struct number *n, struct str text)
{
    bool digit = false, time = n->kind == NUMBER_MEASURE && str_in_words("s day month", str(n->unit));

    for (size_t i = 0; i < text.len; i++)
        digit = digit || (text.data[i] >= '0' && text.data[i] <= '9');
    if (n->kind == NUMBER_DATE)
        return n->has_year;
    return digit && !time && n->kind != NUMBER_ORDINAL && isfinite(n->low) && !n->about && !n->at_least &&
           !n->at_most && (n->kind != NUMBER_COUNT || n->low >= COUNTS_FROM);
}

static bool is_in(const struct number *n, struct str text, const struct page *page)
{
    struct number start = *n, end = *n;

    if (n->kind == NUMBER_DATE)
        return year_follows(n, page);
    if (n->high <= n->low)
        return value_follows(n, text, page);
    start.high = n->low;
    end.low = n->high;
    return value_follows(&start, str(""), page) && value_follows(&end, str(""), page);
}

bool figure_absent(const struct evidence_pool *pool, struct str figure, const size_t *spans, size_t n)
{
    struct arena *scratch = arena_new();
    struct page *page = arena_calloc(scratch, 1, sizeof *page);
    struct numbers mine = { 0 };

    numbers_of(scratch, str_format(scratch, "at %.*s", STR_ARG(figure)), &mine); /* a sign needs a word before it */
    for (size_t i = 0; i < n && mine.n == 1; i++)
        read_page(scratch, &pool->sources->items[pool->spans[spans[i]].source], page);
    bool absent = mine.n == 1 && !page->full && page->n && is_exact(&mine.items[0], figure) &&
                  !is_in(&mine.items[0], figure, page);
    arena_free(scratch);
    return absent;
}

bool figures_lacking(const struct source_row *source, struct str sentence)
{
    struct arena *scratch = arena_new();
    struct page *page = arena_calloc(scratch, 1, sizeof *page);
    struct numbers mine = { 0 };
    bool lacking = false;

    numbers_of(scratch, sentence, &mine);
    read_page(scratch, source, page);
    for (size_t i = 0; i < mine.n && !page->full; i++) {
        struct str figure = str_sub(sentence, mine.items[i].start, mine.items[i].end);

        lacking = lacking || (is_exact(&mine.items[i], figure) && !is_in(&mine.items[i], figure, page));
    }
    arena_free(scratch);
    return lacking;
}
