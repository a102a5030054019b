#include "text/numbers.h"

#include <math.h>

#include "text/number_reading.h"

#define MINUS "\xe2\x88\x92" /* U+2212 */

bool reading_is_one_of(const char *list, struct str word) { return str_in_words(list, word); }

const struct word *reading_word(const struct reading *r, size_t at)
{
    return at < r->words.n ? &r->words.items[at] : NULL;
}

/* The bytes between word at - 1 and word at. */
struct str reading_gap(const struct reading *r, size_t at)
{
    size_t from = at ? word_end(&r->words.items[at - 1]) : 0;
    size_t to = at < r->words.n ? r->words.items[at].start : r->text.len;

    return from <= to ? str_n(r->text.data + from, to - from) : str_n("", 0);
}

bool reading_blank(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] != ' ' && s.data[i] != '\t' && s.data[i] != '\n' && (unsigned char) s.data[i] != 0xc2 &&
            (unsigned char) s.data[i] != 0xa0)
            return false;
    return true;
}

bool reading_dash(struct str s)
{
    s = str_trim(s);
    return str_is(s, "-") || str_is(s, "--") || str_is(s, "\xe2\x80\x93") || str_is(s, "\xe2\x80\x94") ||
           str_is(s, MINUS);
}

/* Digits with separators at the start of a word; *ret_rest is what follows
 * ("km", "th", "s"). A comma or point with exactly three digits behind it parts
 * thousands if it comes more than once or is a comma; else it is the decimal. */
static double read_digits(struct str s, struct str *ret_rest, double *ret_rounding, int *ret_digits, bool *ret_grouped)
{
    size_t end = 0, points = 0, commas = 0, last = 0;
    double value = 0, scale = 1;
    bool decimal, behind = false;
    char mark;

    while (end < s.len && (digit(s.data[end]) >= 0 || s.data[end] == ',' || s.data[end] == '.')) {
        points += s.data[end] == '.';
        commas += s.data[end] == ',';
        if (digit(s.data[end]) < 0)
            last = end;
        end++;
    }
    mark = points + commas ? s.data[last] : 0;
    decimal = mark && (end - last != 4 || (mark == '.' && points == 1)) && (mark == '.' ? points == 1 : commas == 1);
    *ret_digits = 0;
    for (size_t i = 0; i < end; i++) {
        int d = digit(s.data[i]);

        if (d < 0) {
            behind = behind || (decimal && i == last);
            continue;
        }
        *ret_digits += 1;
        value = value * 10 + d;
        if (behind)
            scale *= 10;
    }
    *ret_rounding = 0.5 / scale;
    *ret_grouped = points + commas > 0;
    *ret_rest = str_sub(s, end, s.len);
    return value / scale;
}

struct number *reading_add(struct reading *r, enum number_kind kind, size_t start, size_t end, double value)
{
    struct numbers *out = r->out;
    struct number *n;

    out->items = arena_grow(r->arena, out->items, &out->capacity, out->n + 1, sizeof *out->items);
    n = &out->items[out->n++];
    *n = (struct number){ .start = start, .end = end, .kind = kind, .low = value, .high = value, .unit = "" };
    return n;
}

/* Words before a number that bound it or blur it. */
static void read_bounds(const struct reading *r, size_t at, struct number *n)
{
    const struct word *one = at >= 1 ? reading_word(r, at - 1) : NULL;
    const struct word *two = at >= 2 ? reading_word(r, at - 2) : NULL;
    const struct word *three = at >= 3 ? reading_word(r, at - 3) : NULL;
    struct str gap = str_trim(reading_gap(r, at));

    if (str_ends(gap, "~") || str_ends(gap, "\xe2\x89\x88"))
        n->about = true;
    if (str_ends(gap, ">") || str_ends(gap, "\xe2\x89\xa5"))
        n->at_least = true;
    if (str_ends(gap, "<") || str_ends(gap, "\xe2\x89\xa4"))
        n->at_most = true;
    if (!one)
        return;
    if (reading_is_one_of("about around approximately nearly almost roughly circa some approx ca", one->fold))
        n->about = true;
    else if (two && str_is(two->fold, "not") && reading_is_one_of("exceed exceeding", one->fold))
        n->at_most = true;
    else if (reading_is_one_of("over above exceeding exceeds exceeded surpassing", one->fold))
        n->at_least = true;
    else if (reading_is_one_of("under below", one->fold))
        n->at_most = true;
    if (!two)
        return;
    bool denied = three && reading_is_one_of("no not", three->fold); /* "no more than" */
    if (str_is(one->fold, "than") && reading_is_one_of("more greater higher larger older longer later", two->fold))
        *(denied ? &n->at_most : &n->at_least) = true;
    else if (str_is(one->fold, "than") && reading_is_one_of("less fewer lower smaller shorter younger", two->fold))
        *(denied ? &n->at_least : &n->at_most) = true;
    else if (str_is(two->fold, "at") && str_is(one->fold, "least"))
        n->at_least = true;
    else if ((str_is(two->fold, "at") && str_is(one->fold, "most")) ||
             (str_is(two->fold, "up") && str_is(one->fold, "to") && /* "went up to 9,300" is no bound */
              !(three && reading_is_one_of("add adds added adding sum sums summed go goes went gone", three->fold))))
        n->at_most = true;
}

/* "5:2 −2.42 kg": a minus sign with a blank before it alone. */
static bool is_set_off_minus(struct str gap)
{
    return gap.len > sizeof MINUS - 1 && str_ends(gap, MINUS) && strchr(" \t\n", gap.data[gap.len - sizeof MINUS]);
}

/* "-5 °C", "minus 5": a sign, not a dash between words nor a list's bullet. */
static bool is_negative(const struct reading *r, size_t at)
{
    struct str gap = reading_gap(r, at);
    const struct word *before = at ? reading_word(r, at - 1) : NULL;
    size_t sign = 0;

    while (gap.len && (gap.data[gap.len - 1] == '$' || str_ends(gap, "\xe2\x82\xac") || str_ends(gap, "\xc2\xa3")))
        gap.len -= gap.data[gap.len - 1] == '$' ? 1 : str_ends(gap, "\xc2\xa3") ? 2 : 3;
    if (before && str_is(before->fold, "minus") && reading_blank(gap))
        return true;
    sign = str_ends(gap, "-") ? 1 : str_ends(gap, MINUS) ? 3 : 0;
    if (!sign || (before && (before->flags & WORD_NUMBER) && !is_set_off_minus(gap)))
        return false;
    return gap.len == sign ? !before : strchr(" \t\n(", gap.data[gap.len - sign - 1]) != NULL;
}

/* What is written onto the digits: "5k", "3bn", "20MW". */
static void take_suffix(struct number *n, struct str suffix)
{
    const struct unit *unit = unit_symbol(suffix);
    bool money = n->kind == NUMBER_MONEY;

    if (str_is(suffix, "k") || str_is(suffix, "K"))
        number_multiply(n, 1e3);
    else if (money && (str_is(suffix, "m") || str_is(suffix, "M")))
        number_multiply(n, 1e6);
    else if (str_is(suffix, "bn") || (money && (str_is(suffix, "b") || str_is(suffix, "B"))))
        number_multiply(n, 1e9);
    else if (unit)
        number_set_unit(n, unit);
}

/* Is there a word at `at` that the number may go on with? */
static bool goes_on(const struct reading *r, size_t at)
{
    struct str gap = str_trim(reading_gap(r, at));

    return reading_word(r, at) && (gap.len == 0 || str_is(gap, "-"));
}

static const char *currency_before(struct str gap)
{
    if (str_ends(gap, "$"))
        return "USD";
    if (str_ends(gap, "\xe2\x82\xac"))
        return "EUR";
    if (str_ends(gap, "\xc2\xa3"))
        return "GBP";
    return str_ends(gap, "\xc2\xa5") ? "JPY" : NULL;
}

/* "3,150 €": the sign behind the value, unless it is that of a number that follows it. */
static void take_currency_behind(const struct reading *r, struct number *n, size_t at)
{
    static const char *const signs[] = { "\xe2\x82\xac", "\xc2\xa3", "\xc2\xa5", "$" };
    struct str gap = reading_gap(r, at), trimmed = str_trim(gap);
    const struct word *next = reading_word(r, at);

    for (size_t i = 0; i < sizeof signs / sizeof *signs && n->kind == NUMBER_COUNT; i++)
        if (str_starts(trimmed, signs[i]) && !(next && (next->flags & WORD_NUMBER) && currency_before(gap))) {
            n->kind = NUMBER_MONEY;
            n->unit = currency_before(str(signs[i]));
            n->end = (size_t) (trimmed.data - r->text.data) + strlen(signs[i]);
        }
}

/* Ends a shortened multiplier before word `at`? "3.2 Mio. Tonnen", "3 bn. dollars" */
static bool is_shortened(const struct reading *r, size_t at)
{
    const struct word *before = at ? reading_word(r, at - 1) : NULL;

    return before && reading_word(r, at) && reading_is_one_of("mio mrd mn bn tn", before->fold) &&
           str_is(str_trim(reading_gap(r, at)), ".");
}

/* What follows a value: percent, multiplier, unit, what is counted. `at` is the
 * next word; returns the first word not taken. `suffix` was written onto the digits. */
static size_t read_tail(struct reading *r, struct number *n, size_t at, struct str suffix)
{
    const struct word *w;
    size_t taken;
    double by;

    if (suffix.len)
        take_suffix(n, suffix);
    if ((taken = read_sign(r, n, at)))
        return taken;
    take_currency_behind(r, n, at);
    if (!goes_on(r, at))
        return at;
    while ((w = reading_word(r, at)) && reading_blank(reading_gap(r, at)) && number_multiplier(w->fold, &by)) {
        number_multiply(n, by);
        n->end = word_end(w);
        at++;
    }
    take_currency_behind(r, n, at);
    if (is_shortened(r, at) && (taken = read_unit(r, n, at)))
        return taken;
    if (!goes_on(r, at))
        return at;
    if ((taken = read_unit(r, n, at)))
        return taken;
    n->what = reading_word(r, at)->text;
    return at;
}

/* "1 in 5 million", "one in five": a share. `n` is the first number, `at` the word "in" or "out". */
static size_t read_ratio(struct reading *r, size_t first, size_t at)
{
    struct number *n = &r->out->items[first];
    struct str rest;
    const struct word *w = reading_word(r, at);
    double of, by;

    if (!w || n->kind != NUMBER_COUNT || !(str_is(w->fold, "in") || str_is(w->fold, "out")))
        return at;
    at++;
    if (reading_word(r, at) && (str_is(reading_word(r, at)->fold, "of") || str_is(reading_word(r, at)->fold, "every")))
        at++;
    else if (str_is(w->fold, "out"))
        return at - 1;
    w = reading_word(r, at);
    if (!w || year_of(w) > 0)
        return at - 1;
    if (w->flags & WORD_NUMBER) {
        double rounding;
        int digits;
        bool grouped;

        of = read_digits(w->text, &rest, &rounding, &digits, &grouped);
    } else if (!number_word(w->fold, &of)) {
        return at - 1;
    }
    n->end = word_end(w);
    at++;
    if (reading_word(r, at) && number_multiplier(reading_word(r, at)->fold, &by)) {
        of *= by;
        n->end = word_end(reading_word(r, at));
        at++;
    }
    n->rounding = 0;
    if (of < n->low || of <= 0)
        return at;
    n->kind = NUMBER_PERCENT;
    n->low = n->high = 100 * n->low / of;
    n->what = str_n("", 0);
    return at;
}

/* The currency that stands before word `at`: "$5", "A$5", "EUR 5". *ret_start: where it begins, if it is a word. */
static const char *read_currency(const struct reading *r, size_t at, size_t *ret_start)
{
    static const struct {
        const char *prefix, *code;
    } dollars[] = { { "US", "USD" }, { "A", "AUD" },  { "AU", "AUD" }, { "C", "CAD" }, { "CA", "CAD" },
                    { "HK", "HKD" }, { "NZ", "NZD" }, { "S", "SGD" },  { "R", "BRL" } };
    const struct word *before = at ? reading_word(r, at - 1) : NULL;
    struct str gap = reading_gap(r, at);
    const struct unit *unit;

    *ret_start = reading_word(r, at)->start;
    if (before && str_is(gap, "$"))
        for (size_t i = 0; i < sizeof dollars / sizeof *dollars; i++)
            if (str_is(before->text, dollars[i].prefix)) {
                *ret_start = before->start;
                return dollars[i].code;
            }
    if (before && before->text.len == 3 && (before->flags & WORD_UPPER) && reading_blank(gap) &&
        (unit = unit_symbol(before->text)) && str_eq(str(unit->base), before->text)) {
        *ret_start = before->start;
        return unit->base;
    }
    return currency_before(gap);
}

/* "From 20.4 to 20.3 per cent": a fall, of which the second value alone has the unit written. */
static void take_unit_of_end(struct reading *r, struct number *n, size_t next, double value, struct str rest)
{
    struct number end = { .start = n->start, .end = n->end, .low = value, .high = value, .unit = "" };

    read_tail(r, &end, next, rest);
    if (end.kind == NUMBER_COUNT || end.kind == NUMBER_MONEY)
        return;
    n->kind = end.kind;
    n->unit = end.unit;
    n->low *= end.low / value;
    n->high = n->low;
    n->rounding *= end.low / value;
}

/* "5-10 km", "5 to 10": the second end gives the unit. Returns the next word. */
static size_t read_range(struct reading *r, size_t first, size_t at)
{
    struct number *n = &r->out->items[first];
    struct str gap = str_trim(reading_gap(r, at)), rest;
    const struct word *w = reading_word(r, at);
    double high, rounding;
    bool grouped, to;
    int digits;
    size_t next;

    if (n->kind == NUMBER_ORDINAL || n->kind == NUMBER_DATE || !w)
        return at;
    if (str_starts(gap, "%"))
        gap = str_trim(str_sub(gap, 1, gap.len));
    to = str_is(w->fold, "to") ||
         (str_is(w->fold, "and") && n->start >= 8 && str_is(str_n(r->text.data + n->start - 8, 8), "between "));
    next = to ? at + 1 : at;
    if (!to && (!reading_dash(gap) || is_set_off_minus(reading_gap(r, at))))
        return at;
    w = reading_word(r, next);
    bool below = w && n->low < 0 && to && is_negative(r, next); /* "−1.99 to −0.59" */
    if (!w || !(w->flags & WORD_NUMBER) ||
        (to && !below && !reading_blank(reading_gap(r, next)) && !currency_before(reading_gap(r, next))))
        return at;
    high = read_digits(w->text, &rest, &rounding, &digits, &grouped);
    high = below ? -high : high;
    if (n->kind == NUMBER_COUNT && to && high > 0 && high < n->low && n->start >= 5 &&
        str_is(str_n(r->text.data + n->start - 5, 5), "from ")) {
        take_unit_of_end(r, n, next + 1, high, rest);
        return at;
    }
    if (n->kind == NUMBER_COUNT || n->kind == NUMBER_MONEY) {
        struct number end = *n;

        if (high <= n->low || (n->low < 0 && !to))
            return at;
        end.high = high;
        end.end = word_end(w);
        end.what = str_n("", 0);
        *n = end;
        return read_tail(r, n, next + 1, rest);
    }
    if (n->kind == NUMBER_PERCENT && high > n->low) {
        struct number end = *n;

        end.low = high;
        end.end = word_end(w);
        end.kind = NUMBER_COUNT;
        next = read_tail(r, &end, next + 1, rest);
        if (end.kind == NUMBER_PERCENT) {
            n->high = end.low;
            n->end = end.end;
            return next;
        }
    }
    return at;
}

static size_t read_numeric(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at);
    struct str gap = reading_gap(r, at), rest;
    size_t start, next, first = r->out->n;
    const char *currency = read_currency(r, at, &start);
    double value, rounding;
    struct number *n;
    bool grouped;
    int digits;

    if ((next = read_iso(r, at)) || (next = read_day_first(r, at)) || (!currency && (next = read_year(r, at))))
        return next;
    /* "BCL-2", "COVID-19": part of a name. */
    if (str_is(gap, "-") && at && digit(r->text.data[w->start - 2]) < 0)
        return at + 1;
    value = read_digits(w->text, &rest, &rounding, &digits, &grouped);
    n = reading_add(r, currency ? NUMBER_MONEY : NUMBER_COUNT, start, word_end(w), value);
    n->unit = currency ? currency : "";
    n->rounding = rounding;
    if (is_negative(r, at)) {
        bool word = reading_blank(gap); /* "minus 5" */

        n->low = n->high = -value;
        n->start = word                   ? reading_word(r, at - 1)->start
                   : str_ends(gap, "-")   ? w->start - 1
                   : str_ends(gap, MINUS) ? w->start - (sizeof MINUS - 1)
                                          : n->start;
    }
    read_bounds(r, at, n);
    if (reading_is_one_of("st nd rd th", rest)) {
        const struct word *behind = reading_word(r, at + 1);

        n->kind = NUMBER_ORDINAL;
        if (behind && str_is(behind->fold, "century")) {
            n->kind = NUMBER_DATE;
            n->has_year = true;
            n->low = value * 100 - 100;
            n->high = value * 100;
            n->end = word_end(behind);
            return at + 2;
        }
        n->what = behind ? behind->text : n->what;
        return at + 1;
    }
    /* Letters and digits mixed are a name ("2nd" is not, "3D" and "5HT" are). */
    if (rest.len && !unit_symbol(rest) && !reading_is_one_of("k K M bn m b B", rest)) {
        r->out->n = first;
        return at + 1;
    }
    next = read_tail(r, n, at + 1, rest);
    next = read_range(r, first, next);
    return read_ratio(r, first, next);
}

/* "a quarter of a percentage point", "a third of a second": a value, not a share; 0: what follows is no unit. */
static size_t read_part_of_unit(struct reading *r, size_t at, double value)
{
    const struct word *article = reading_word(r, at + 2);
    size_t next, first = r->out->n;
    struct number *n;

    if (!article || !reading_is_one_of("a an", article->fold) || !reading_blank(reading_gap(r, at + 2)) ||
        !reading_word(r, at + 3))
        return 0;
    n = reading_add(r, NUMBER_COUNT, reading_word(r, at - 1)->start, word_end(article), value);
    n->rounding = value / 100;
    read_bounds(r, at - 1, n);
    next = read_tail(r, n, at + 3, str(""));
    if (n->kind == NUMBER_COUNT)
        r->out->n = first;
    return n->kind == NUMBER_COUNT ? 0 : next;
}

/* "a third of", "a quarter of": a share that begins with the word before `at`; 0: it is none. */
static size_t read_part(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at), *before = at ? reading_word(r, at - 1) : NULL,
                      *behind = reading_word(r, at + 1);
    double value, percent = 0;

    if (!before || !behind || !str_is(before->fold, "a") || !str_is(behind->fold, "of") ||
        !reading_blank(reading_gap(r, at)) || !reading_blank(reading_gap(r, at + 1)))
        return 0;
    if (number_fraction(w->fold, &value))
        percent = value;
    else if (number_ordinal(w->fold, &value) && value > 2)
        percent = 100 / value;
    if (percent == 0)
        return 0;
    size_t next = read_part_of_unit(r, at, percent / 100);
    if (next)
        return next;
    struct number *n = reading_add(r, NUMBER_PERCENT, before->start, word_end(w), percent);
    n->rounding = 1;
    read_bounds(r, at - 1, n);
    return at + 1;
}

/* "third", "nineteenth century", "third of May 2022". */
static size_t read_ordinal(struct reading *r, size_t at, double value)
{
    const struct word *w = reading_word(r, at), *behind = reading_word(r, at + 1);
    struct number *n;
    size_t next = read_day_in_words(r, at, (int) value);

    if (next)
        return next;
    /* "the second" of time and "one third" are seen elsewhere. */
    if (behind && str_is(behind->fold, "century")) {
        n = reading_add(r, NUMBER_DATE, w->start, word_end(behind), value * 100 - 100);
        n->high = value * 100;
        n->has_year = true;
        return at + 2;
    }
    n = reading_add(r, NUMBER_ORDINAL, w->start, word_end(w), value);
    n->what = behind ? behind->text : n->what;
    return at + 1;
}

/* Adds up words of numbers from `at` on; returns the word behind them. */
static size_t add_up(struct reading *r, size_t at, double *ret)
{
    double total = 0, part = 0, value;
    const struct word *w;
    size_t next = at;

    for (; (w = reading_word(r, next)); next++) {
        struct str gap = str_trim(reading_gap(r, next));

        if (next > at && gap.len && !str_is(gap, "-"))
            break;
        if (number_word(w->fold, &value)) {
            if (next > at && !(part == 0 || fmod(part, 100) == 0 || (fmod(part, 10) == 0 && value < 10)))
                break;
            part += value;
        } else if (number_multiplier(w->fold, &value) && (next > at || str_is(w->fold, "dozen"))) {
            part = (part > 0 ? part : 1) * value;
            if (value >= 1000) {
                total += part;
                part = 0;
            }
        } else if (next > at && str_is(w->fold, "and") && fmod(part, 100) == 0 && part > 0 &&
                   reading_word(r, next + 1) && number_word(reading_word(r, next + 1)->fold, &value)) {
            continue;
        } else {
            break;
        }
    }
    *ret = total + part;
    return next;
}

/* Spelled-out numbers: "twenty-seven", "three hundred and five", "two thirds", "third". */
static size_t read_spelled(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at);
    size_t next, first = r->out->n;
    double total, value;
    struct number *n;

    if ((next = read_part(r, at)))
        return next;
    if (number_ordinal(w->fold, &value))
        return read_ordinal(r, at, value);
    if (str_is(w->fold, "half") && reading_word(r, at + 1) &&
        reading_is_one_of("of the", reading_word(r, at + 1)->fold)) {
        n = reading_add(r, NUMBER_PERCENT, w->start, word_end(w), 50);
        read_bounds(r, at, n);
        return at + 1;
    }
    next = add_up(r, at, &total);
    if (next == at)
        return 0;
    w = reading_word(r, next);
    if (w && total >= 1 && total < 10 && number_fraction(w->fold, &value) && !str_is(w->fold, "half")) {
        n = reading_add(r, NUMBER_PERCENT, reading_word(r, at)->start, word_end(w), total * value);
        n->rounding = 1; /* a fraction in words is not meant to the last percent */
        read_bounds(r, at, n);
        return next + 1;
    }
    n = reading_add(r, NUMBER_COUNT, reading_word(r, at)->start, word_end(reading_word(r, next - 1)), total);
    read_bounds(r, at, n);
    next = read_tail(r, n, next, str_n("", 0));
    next = read_ratio(r, first, next);
    /* "one" is more often a pronoun than a number. */
    if (str_is(reading_word(r, at)->fold, "one") && r->out->items[first].kind == NUMBER_COUNT && total == 1)
        r->out->n = first;
    return next;
}

void numbers_of(struct arena *arena, struct str text, struct numbers *ret)
{
    struct reading r = { .arena = arena, .text = text, .out = ret };
    struct word word;
    size_t at = 0;

    while (word_next(text, &at, &word)) {
        if (word.flags & WORD_CJK)
            continue;
        word.fold = word_fold(arena, word.text);
        r.words.items = arena_grow(arena, r.words.items, &r.words.capacity, r.words.n + 1, sizeof word);
        r.words.items[r.words.n++] = word;
    }
    for (at = 0; at < r.words.n;) {
        const struct word *w = &r.words.items[at];
        size_t next;

        if (w->flags & WORD_NUMBER)
            next = read_numeric(&r, at);
        else if (!number_begins(w->fold))
            next = 0;
        else if (!(next = read_month_first(&r, at)))
            next = read_spelled(&r, at);
        at = next > at ? next : at + 1;
    }
}
