#include "judge/number_match.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A decade or a century: any year in it is in it. */
static bool is_period(const struct number *n)
{
    double years = n->high - n->low;

    return (years == 9 && fmod(n->low, 10) == 0) || years == 99 || years == 100;
}

static enum number_match match_years(const struct number *claim, const struct number *source)
{
    bool claim_range = claim->high > claim->low, source_range = source->high > source->low;

    if (source->low > claim->high || source->high < claim->low)
        return NUMBER_DIFFERENT;
    if (claim->low == source->low && claim->high == source->high)
        return NUMBER_SAME;
    if (claim_range && is_period(claim) && source->low >= claim->low && source->high <= claim->high)
        return NUMBER_SAME;
    /* From 2010 to 2015 and from 2010 to 2018 are two spans; 2012 and "the 2010s" agree as far as they go. */
    return claim_range && source_range && !is_period(claim) && !is_period(source) ? NUMBER_DIFFERENT : NUMBER_CLOSE;
}

static enum number_match match_dates(const struct number *claim, const struct number *source)
{
    enum number_match years = claim->has_year && source->has_year ? match_years(claim, source) : NUMBER_UNRELATED;
    bool less = claim->has_year && !source->has_year, shared = years != NUMBER_UNRELATED;

    if (years == NUMBER_DIFFERENT)
        return years;
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
    return less || years == NUMBER_CLOSE ? NUMBER_CLOSE : NUMBER_SAME;
}

/* Half of the last digit that is not a final zero, at most 5 %: what "12,000" may have been rounded to. */
static double loose_rounding(double value, double rounding)
{
    double unit = rounding * 2;

    if (value == 0 || unit <= 0)
        return rounding;
    while (unit < fabs(value) && fmod(fabs(value) + unit / 1000, unit * 10) < unit / 100)
        unit *= 10;
    return fmin(unit / 2, fmax(rounding, 0.05 * fabs(value)));
}

static bool within(double a, double b, double slack) { return fabs(a - b) <= slack * 1.0001 + 1e-9 * fabs(b); }

/* "2.000" and "2,000": the same digits, of which one language reads two and another one two thousand. Three of them stand behind the
 * mark, so "249.3 million" is no other style of "249.3 billion". */
static bool is_other_style(const struct number *a, const struct number *b)
{
    double digits = a->rounding > 0 ? fabs(a->low) / (a->rounding * 2) : 0;
    double last = a->rounding > 0 ? log10(a->rounding * 2) / 3 : 0;

    return fabs(last - round(last)) < 1e-6 && digits > 999.5 && digits < 999999.5 && within(a->low * 1000, b->low, 0) &&
           within(a->rounding * 1000, b->rounding, 0);
}

/* One value against one value, neither of them bounded. */
static enum number_match match_values(const struct number *claim, const struct number *source, double c, double s)
{
    double loose = fmax(loose_rounding(c, claim->rounding), loose_rounding(s, source->rounding));

    if (within(c, s, 0))
        return source->about && !claim->about ? NUMBER_CLOSE : NUMBER_SAME;
    if (is_other_style(claim, source) || is_other_style(source, claim))
        return NUMBER_CLOSE;
    if ((!source->about || claim->about) && claim->rounding > source->rounding && within(c, s, claim->rounding))
        return NUMBER_SAME;
    /* "About 100,000" for 98,500; "about 161" is no rounding of 160, nor of "about 160". */
    if (claim->about && !source->about && within(c, s, 0.05 * fabs(s)) &&
        loose_rounding(c, claim->rounding) >= loose_rounding(s, source->rounding))
        return NUMBER_SAME;
    if (within(c, s, fmax(loose, (claim->about || source->about ? 0.1 : 0) * fabs(s))))
        return NUMBER_CLOSE;
    return NUMBER_DIFFERENT;
}

/* "More than 100", "up to 5": what lies beyond the bound carries it. */
static enum number_match match_bounds(const struct number *claim, const struct number *source)
{
    double c = claim->low, s = source->low;
    bool down = claim->at_most || source->at_most;

    /* "Over 12" and "under 12" share nothing, "over 12" and "under 20" do. */
    if (claim->at_least && source->at_most)
        return c >= s ? NUMBER_DIFFERENT : NUMBER_CLOSE;
    if (claim->at_most && source->at_least)
        return c <= s ? NUMBER_DIFFERENT : NUMBER_CLOSE;
    /* Both bounded on one side: they say the same bound or another. */
    if (claim->at_least == source->at_least && claim->at_most == source->at_most)
        return match_values(claim, source, c, s);
    if (within(c, s, 0))
        return NUMBER_CLOSE;
    if (claim->at_least || claim->at_most) {
        if (down ? s < c : s > c)
            return NUMBER_SAME;
        return source->at_least || source->at_most || within(c, s, 0.05 * fabs(s)) ? NUMBER_CLOSE : NUMBER_DIFFERENT;
    }
    /* Only the source is bounded. */
    return (down ? c > s : c < s) && !within(c, s, 0.05 * fabs(s)) ? NUMBER_DIFFERENT : NUMBER_CLOSE;
}

/* "Over two million" for "2.1 to 2.4 million": both ends lie beyond the bound, or neither does. */
static enum number_match match_bound_to_range(const struct number *claim, const struct number *source)
{
    if (claim->at_least)
        return source->low > claim->low ? NUMBER_SAME : source->high < claim->low ? NUMBER_DIFFERENT : NUMBER_CLOSE;
    return source->high < claim->low ? NUMBER_SAME : source->low >= claim->low ? NUMBER_DIFFERENT : NUMBER_CLOSE;
}

static enum number_match match_ranges(const struct number *claim, const struct number *source)
{
    enum number_match low, high;

    if (claim->high == claim->low && claim->at_least != claim->at_most && !source->at_least && !source->at_most)
        return match_bound_to_range(claim, source);
    if (!(claim->high > claim->low && source->high > source->low)) /* a value inside a range does not carry it */
        return claim->low > source->high + source->rounding || claim->high < source->low - source->rounding
                   ? NUMBER_DIFFERENT
                   : NUMBER_CLOSE;
    low = match_values(claim, source, claim->low, source->low);
    high = match_values(claim, source, claim->high, source->high);
    return low == NUMBER_DIFFERENT || high == NUMBER_DIFFERENT ? NUMBER_DIFFERENT
           : low == NUMBER_SAME && high == NUMBER_SAME         ? NUMBER_SAME
                                                               : NUMBER_CLOSE;
}

static bool is_sterling(const struct number *n) { return n->kind == NUMBER_MONEY && strcmp(n->unit, "GBP") == 0; }

/* "9,000 pounds" may be money or a weight. */
static bool are_pounds(const struct number *a, const struct number *b)
{
    return a->kind == NUMBER_MEASURE && strcmp(a->unit, "pound") == 0 && is_sterling(b);
}

enum number_match number_match(const struct number *claim, const struct number *source)
{
    if (are_pounds(claim, source) || are_pounds(source, claim)) {
        struct number sterling = *(is_sterling(claim) ? source : claim);

        sterling.kind = NUMBER_MONEY;
        sterling.unit = "GBP";
        enum number_match match = is_sterling(claim) ? number_match(claim, &sterling) : number_match(&sterling, source);
        return match == NUMBER_DIFFERENT ? NUMBER_UNRELATED : match; /* else it is a weight */
    }
    if (claim->kind != source->kind)
        return NUMBER_UNRELATED;
    if (claim->kind == NUMBER_DATE)
        return match_dates(claim, source);
    if (!str_eq(str(claim->unit), str(source->unit)))
        return NUMBER_UNRELATED;
    if (claim->kind == NUMBER_ORDINAL)
        return claim->low == source->low ? NUMBER_SAME : NUMBER_DIFFERENT;
    if (claim->high > claim->low || source->high > source->low)
        return match_ranges(claim, source);
    if (claim->at_least || claim->at_most || source->at_least || source->at_most)
        return match_bounds(claim, source);
    return match_values(claim, source, claim->low, source->low);
}

double number_written(struct str text)
{
    char digits[32];
    size_t n = 0;

    for (size_t i = 0; i < text.len && n + 1 < sizeof digits; i++) {
        char c = text.data[i];

        if ((c >= '0' && c <= '9') || (c == '.' && n))
            digits[n++] = c;
        else if (n && c != ',')
            break;
    }
    digits[n] = 0;
    return n ? strtod(digits, NULL) : NAN;
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
