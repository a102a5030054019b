#include "judge/derive.h"

#include <math.h>

enum { SENTENCES_APART = 3 };
enum { MONTHS_OF_YEAR = 12 }; /* spans of years are kept in months */

static bool is_single(const struct number *n) { return n->low == n->high && isfinite(n->low); }

/* Is the value what the claim writes, at its precision? */
static bool reaches(const struct number *claim, double value)
{
    double about = fabs(claim->low) < 10 ? 0.1 : 0.05, /* "nearly three" may be 2.8 */
        slack = fmax(claim->rounding, fabs(claim->low) * (claim->about ? about : 1e-9));

    if (!isfinite(value))
        return false;
    if (claim->at_least)
        return value >= claim->low - slack && value <= claim->low * 1.5;
    if (claim->at_most)
        return value <= claim->low + slack && value >= claim->low * 0.5;
    return value >= claim->low - slack * 1.0001 && value <= claim->high + slack * 1.0001;
}

static bool from_shares(const struct number *claim, double a, double b)
{
    return reaches(claim, a / b * 100) || reaches(claim, (a - b) / b * 100) || reaches(claim, (b - a) / b * 100);
}

/* Two values of one unit. */
static bool from_alike(const struct number *claim, enum derivation how, const struct number *x, const struct number *y)
{
    double a = x->low, b = y->low;
    bool as_claim = figures_alike(claim, x) && claim->kind != NUMBER_DATE;

    if (x->kind == NUMBER_DATE) {
        double span = claim->kind == NUMBER_MEASURE && strcmp(claim->unit, "month") == 0 ? claim->low / MONTHS_OF_YEAR
                                                                                         : -1;

        return x->has_year && y->has_year && span > 0 && span >= a - b - 0.6 && span <= a - b + 1.1;
    }
    if (as_claim &&
        ((how != DERIVED_BY_SUM && reaches(claim, a - b)) || (how != DERIVED_BY_DIFFERENCE && reaches(claim, a + b))))
        return true;
    if (how == DERIVED_BY_SUM)
        return false;
    if (claim->kind == NUMBER_POINTS && x->kind == NUMBER_PERCENT && reaches(claim, a - b))
        return true;
    if (claim->kind == NUMBER_PERCENT && x->kind == NUMBER_PERCENT && reaches(claim, 100 - a - b))
        return true;
    if (b == 0 || (how == DERIVED_BY_DIFFERENCE && claim->kind == NUMBER_COUNT))
        return false;
    return (claim->kind == NUMBER_COUNT && reaches(claim, a / b)) ||
           (claim->kind == NUMBER_PERCENT && from_shares(claim, a, b));
}

/* Years between two ages, or within one span: "the youngest was nine, the oldest 91", "from 1933 to 1948". */
static bool from_years(const struct number *claim, const struct number *x, const struct number *y)
{
    double span = claim->kind == NUMBER_MEASURE && strcmp(claim->unit, "month") == 0 ? claim->low / MONTHS_OF_YEAR : -1;

    if (span <= 0)
        return false;
    if (x == y)
        return x->kind == NUMBER_DATE && x->has_year && x->high > x->low && fabs(x->high - x->low - span) < 1;
    return x->kind == NUMBER_COUNT && y->kind == NUMBER_COUNT && x->low - y->low == span;
}

/* "Founded in 1922, it brought out 47 books before it closed in 1939": so many a year. */
static bool from_rate(const struct number *claim, const struct figures *source, const struct figure *x,
                      const struct figure *y)
{
    const struct number *n = &y->number;
    double years = n->kind == NUMBER_MEASURE && strcmp(n->unit, "month") == 0 ? n->low / MONTHS_OF_YEAR : 0;

    if (!figures_alike(claim, &x->number))
        return false;
    if (n->kind != NUMBER_DATE || !n->has_year)
        return years > 0 && reaches(claim, x->number.low / years);
    for (size_t i = 0; i < source->n; i++) {
        const struct figure *end = &source->items[i];

        years = end->number.high - n->low;
        if (end->number.kind == NUMBER_DATE && end->number.has_year && end->sentence == y->sentence && years > 0 &&
            reaches(claim, x->number.low / years))
            return true;
    }
    return false;
}

/* "612 people … three groups of equal size": each has so many. */
static bool from_groups(const struct number *claim, const struct number *x, const struct number *groups)
{
    enum { GROUPS_MAX = 12 };

    return claim->kind == NUMBER_COUNT && x->kind == NUMBER_COUNT && groups->kind == NUMBER_COUNT && groups->low >= 2 &&
           groups->low <= GROUPS_MAX && claim->low > GROUPS_MAX && claim->low * groups->low == x->low;
}

/* "33.8°F, 4.1 degrees above the normal" */
static bool from_degrees(const struct number *claim, const struct number *x, const struct figure *y)
{
    return figures_alike(claim, x) && *claim->unit && str_in_words("C F", str(claim->unit)) &&
           str_starts(y->noun, "degre") &&
           (reaches(claim, x->low + y->number.low) || reaches(claim, x->low - y->number.low));
}

/* "Will process 20,000 tonnes. The plant at Dayton has a capacity of 9,000 tonnes.": both together. */
static bool from_next(const struct number *claim, const struct number *x, const struct number *y)
{
    return (claim->kind == NUMBER_MEASURE || claim->kind == NUMBER_MONEY) && figures_alike(claim, x) &&
           figures_alike(claim, y) && claim->low == x->low + y->low;
}

/* A value for each of a count of things, or of all of them; a share of a value. */
static bool from_unlike(const struct number *claim, const struct number *x, const struct number *y)
{
    double a = x->low, b = y->low;

    if (!figures_alike(claim, x))
        return false;
    if (claim->kind == NUMBER_PERCENT && y->kind == NUMBER_POINTS) /* "94 percent, three points below the target" */
        return reaches(claim, a + b) || reaches(claim, a - b);
    if (y->kind == NUMBER_PERCENT)
        return reaches(claim, a * b / 100) || reaches(claim, a * (100 - b) / 100) ||
               reaches(claim, a * (100 + b) / 100);
    return y->kind == NUMBER_COUNT && (reaches(claim, a * b) || (b != 0 && reaches(claim, a / b)));
}

/* "310 members, 46 fewer than a year before": that year it was 356, and nothing was 264. */
static bool is_wrong_way(const struct number *claim, const struct figure *value, const struct figure *difference)
{
    double a = value->number.low, b = difference->number.low;

    return difference->over && value->sentence == difference->sentence && !reaches(claim, a - difference->over * b) &&
           reaches(claim, a + difference->over * b);
}

/* In one sentence, or in one row or column. */
static bool stand_together(const struct figure *x, const struct figure *y)
{
    return x->sentence == y->sentence || (x->cell && y->cell && x->column == y->column);
}

/* What three of them give, where all stand together. */
static bool from_three(const struct number *claim, enum derivation how, const struct figures *source, size_t i,
                       size_t k)
{
    const struct figure *x = &source->items[i], *y = &source->items[k];

    for (size_t m = k + 1; m < source->n; m++) {
        const struct figure *z = &source->items[m];
        double a = x->number.low, b = y->number.low, c = z->number.low;

        if (!figures_alike(claim, &z->number) || !is_single(&z->number) || !stand_together(x, y) ||
            !stand_together(x, z))
            continue;
        if (reaches(claim, a + b + c))
            return true;
        if (how != DERIVED_BY_SUM &&
            (reaches(claim, a + b - c) || reaches(claim, a - b + c) || reaches(claim, b + c - a) ||
             reaches(claim, a - b - c) || (claim->kind == NUMBER_PERCENT && reaches(claim, 100 - a - b - c))))
            return true;
    }
    return false;
}

/* The sum of all that stand in one sentence or column. */
static bool from_all(const struct number *claim, const struct figures *source, size_t first)
{
    double sum = 0;

    for (size_t i = first; i < source->n; i++)
        if (stand_together(&source->items[first], &source->items[i]) && !source->items[i].over &&
            figures_alike(claim, &source->items[i].number)) {
            sum += source->items[i].number.low;
            if (reaches(claim, sum))
                return true;
        }
    return false;
}

/* Points beside percentages are those of percentages. */
static const struct number *points_of(const struct figure *f, struct number *ret)
{
    *ret = f->number;
    if (ret->kind == NUMBER_COUNT && str_is(f->noun, "point"))
        ret->kind = NUMBER_POINTS;
    return ret;
}

static bool from_pair(const struct number *claim, enum derivation how, const struct figures *source, size_t i, size_t k)
{
    const struct figure *x = &source->items[i], *y = &source->items[k];
    struct number points;
    size_t apart = x->sentence > y->sentence ? x->sentence - y->sentence : y->sentence - x->sentence;

    bool counts_same = x->noun.len && str_eq(x->noun, y->noun);

    if (i != k && apart <= 1 &&
        (from_rate(claim, source, x, y) || from_years(claim, &x->number, &y->number) ||
         from_degrees(claim, &x->number, y) || from_next(claim, &x->number, &y->number)))
        return true;
    if (apart <= SENTENCES_APART && from_groups(claim, &x->number, &y->number))
        return true;
    if (i == k || !is_single(&y->number) || (apart > SENTENCES_APART && !(x->cell && y->cell) && !counts_same))
        return false;
    if (figures_alike(&x->number, &y->number) && (is_wrong_way(claim, x, y) || is_wrong_way(claim, y, x)))
        return false;
    /* A sum or difference that the claim does not speak of is looked for only among figures that stand together. */
    if (how == DERIVED_ANYHOW && figures_alike(claim, &x->number) && claim->kind != NUMBER_PERCENT &&
        !stand_together(x, y) && !counts_same)
        return false;
    if (y->multiple) /* "12,000, half as many as in 2019" */
        return x->sentence == y->sentence && figures_alike(claim, &x->number) &&
               (reaches(claim, x->number.low / y->number.low * 100) ||
                (y->times && reaches(claim, x->number.low * y->number.low / 100)));
    if (figures_alike(&x->number, &y->number)) {
        if (from_alike(claim, how, &x->number, &y->number))
            return true;
    } else if (how == DERIVED_ANYHOW && x->sentence == y->sentence &&
               from_unlike(claim, &x->number, points_of(y, &points))) {
        return true;
    }
    return k > i && figures_alike(claim, &x->number) && figures_alike(claim, &y->number) &&
           from_three(claim, how, source, i, k);
}

const struct figure *figure_is_turned(const struct number *claim, const struct figures *source)
{
    for (size_t i = 0; i < source->n; i++)
        for (size_t k = 0; k < source->n; k++)
            if (i != k && figures_alike(claim, &source->items[i].number) && is_single(&source->items[i].number) &&
                figures_alike(claim, &source->items[k].number) && is_single(&source->items[k].number) &&
                !source->items[i].over && is_wrong_way(claim, &source->items[i], &source->items[k]))
                return &source->items[k];
    return NULL;
}

/* What the passage gives for "the rest": the whole, without what stands beside it. */
static bool is_what_is_left(const struct number *claim, const struct figures *source, const struct figure *rest,
                            const struct figure *whole)
{
    double left = whole ? whole->number.low : 100;
    size_t parts = 0;

    for (size_t i = 0; i < source->n; i++) {
        const struct figure *part = &source->items[i];

        if (part != whole && part->sentence == rest->sentence && is_single(&part->number) &&
            figures_alike(&part->number, &rest->number)) {
            left -= part->number.low;
            parts++;
        }
    }
    return parts && left > 0 && reaches(claim, left);
}

bool figure_may_be_rest(const struct number *claim, const struct figure *rest, const struct figures *source)
{
    bool whole = false;

    if (rest->number.kind == NUMBER_PERCENT)
        return is_what_is_left(claim, source, rest, NULL);
    for (size_t i = 0; i < source->n; i++) {
        const struct figure *f = &source->items[i];

        if (!is_single(&f->number) || !figures_alike(&f->number, &rest->number) || f->sentence > rest->sentence ||
            f->sentence + SENTENCES_APART < rest->sentence)
            continue;
        whole = whole || f->sentence < rest->sentence;
        if (is_what_is_left(claim, source, rest, f))
            return true;
    }
    return !whole; /* what it is a part of is not given */
}

bool figure_is_shifted_date(const struct number *claim, const struct figures *source)
{
    for (size_t i = 0; i < source->n && claim->kind == NUMBER_DATE && claim->has_year; i++)
        for (size_t k = 0; k < source->n; k++) {
            const struct number *date = &source->items[i].number, *span = &source->items[k].number;

            if (date->kind != NUMBER_DATE || !date->has_year || span->kind != NUMBER_MEASURE ||
                strcmp(span->unit, "month") != 0 || !is_single(span) ||
                source->items[i].sentence != source->items[k].sentence)
                continue;
            double years = span->low / MONTHS_OF_YEAR;
            if (fabs(fabs(claim->low - date->low) - years) < 1)
                return true;
        }
    return false;
}

bool figure_may_be_derived(const struct number *claim, enum derivation how, const struct figures *source)
{
    if (claim->kind == NUMBER_ORDINAL || claim->kind == NUMBER_DATE)
        return false;
    for (size_t i = 0; i < source->n; i++) {
        const struct number *x = &source->items[i].number;

        if (from_years(claim, x, x))
            return true;
        if (!is_single(x))
            continue;
        if (how == DERIVED_ANYHOW && claim->kind == NUMBER_PERCENT && x->kind == NUMBER_PERCENT &&
            reaches(claim, 100 - x->low))
            return true;
        if (figures_alike(claim, x) && from_all(claim, source, i))
            return true;
        for (size_t k = 0; k < source->n; k++)
            if (from_pair(claim, how, source, i, k))
                return true;
    }
    return false;
}
