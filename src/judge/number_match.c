#include "judge/number_match.h"

#include <math.h>
#include <stdio.h>

static enum number_match match_dates(const struct number *claim, const struct number *source)
{
    bool less = false, shared = false;

    if (claim->has_year && source->has_year) {
        if (source->low > claim->high || source->high < claim->low)
            return NUMBER_DIFFERENT;
        shared = true;
        less = source->high - source->low > claim->high - claim->low;
    } else {
        less = claim->has_year;
    }
    if (claim->month && source->month) {
        if (claim->month != source->month)
            return NUMBER_DIFFERENT;
        shared = true;
    } else {
        less = less || claim->month;
    }
    if (claim->day && source->day && claim->month && source->month) {
        if (claim->day != source->day)
            return NUMBER_DIFFERENT;
    } else {
        less = less || claim->day;
    }
    if (!shared)
        return NUMBER_UNRELATED;
    return less ? NUMBER_CLOSE : NUMBER_SAME;
}

enum number_match number_match(const struct number *claim, const struct number *source)
{
    double slack, large;

    if (claim->kind != source->kind)
        return NUMBER_UNRELATED;
    if (claim->kind == NUMBER_DATE)
        return match_dates(claim, source);
    if (!str_eq(str(claim->unit), str(source->unit)))
        return NUMBER_UNRELATED;
    if (claim->kind == NUMBER_ORDINAL)
        return claim->low == source->low ? NUMBER_SAME : NUMBER_DIFFERENT;
    slack = fmax(claim->rounding, source->rounding);
    /* Whole numbers under a hundred are meant as they stand. */
    if (claim->kind == NUMBER_COUNT && fmax(claim->high, source->high) < 100 && slack == 0.5)
        slack = 0;
    /* "More than 100" is not what "100" says. */
    if (claim->at_least && !source->at_least && source->low == claim->low && source->high == claim->high)
        return NUMBER_CLOSE;
    if (claim->low <= source->high + slack * 1.0001 && claim->high >= source->low - slack * 1.0001)
        return NUMBER_SAME;
    if (claim->at_least && source->low >= claim->low)
        return NUMBER_SAME;
    if (claim->at_most && source->high <= claim->high)
        return NUMBER_SAME;
    if (source->at_least && claim->low >= source->low && claim->low <= source->low * 1.25)
        return NUMBER_CLOSE;
    large = fmax(fabs(claim->high), fabs(source->high));
    if (claim->kind == NUMBER_COUNT && large < 20)
        return NUMBER_DIFFERENT;
    slack = 0.05 * large * (claim->about || source->about ? 2 : 1);
    if (claim->low <= source->high + slack && claim->high >= source->low - slack)
        return NUMBER_CLOSE;
    return NUMBER_DIFFERENT;
}

/* Twelve digits at most, never with an exponent: 5e14 is "500 trillion". */
static struct str plain_text(struct arena *arena, double n)
{
    double size = fabs(n);
    int decimals = size > 0 && size < 1 ? (int) ceil(-log10(size)) + 11 : 0;
    char text[400];

    if (size >= 1e12 && size < 1e18)
        return str_format(arena, "%.12g trillion", n / 1e12);
    if (size < 1e12 && (size >= 1e-4 || size == 0))
        return str_format(arena, "%.12g", n);
    size_t len = (size_t) snprintf(text, sizeof text, "%.*f", decimals, n);
    while (decimals > 0 && text[len - 1] == '0')
        len--;
    return str_dup(arena, str_n(text, len));
}

struct str number_text(struct arena *arena, const struct number *number)
{
    const char *unit = number->kind == NUMBER_PERCENT ? "%" : number->kind == NUMBER_POINTS ? "points" : number->unit;

    if (number->kind == NUMBER_DATE) {
        if (!number->has_year)
            return number->day ? str_format(arena, "--%02d-%02d", number->month, number->day)
                               : str_format(arena, "--%02d", number->month);
        if (number->day)
            return str_format(arena, "%.0f-%02d-%02d", number->low, number->month, number->day);
        if (number->month)
            return str_format(arena, "%.0f-%02d", number->low, number->month);
        return number->high > number->low ? str_format(arena, "%.0f to %.0f", number->low, number->high)
                                          : str_format(arena, "%.0f", number->low);
    }
    struct str low = plain_text(arena, number->low);
    if (number->high > number->low)
        return str_format(arena, "%.*s to %.*s%s%s", STR_ARG(low), STR_ARG(plain_text(arena, number->high)),
                          *unit ? " " : "", unit);
    return str_format(arena, "%.*s%s%s", STR_ARG(low), *unit ? " " : "", unit);
}
