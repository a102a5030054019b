#include "text/number_reading.h"

/* A month's name alone is a date only behind one of these. */
static const char before_month[] = " in of since until till by during late early mid last next this from to through ";

/* "10th of February", "10 de febrero de 1894" */
static const char of_month[] = "of de del";

static struct number *add_date(struct reading *r, size_t start, size_t end, int year, int month, int day)
{
    struct number *n = reading_add(r, NUMBER_DATE, start, end, year);

    n->has_year = year != 0;
    n->month = month;
    n->day = day;
    return n;
}

/* A plain number of so many digits in a word, or -1; "26th" counts for days. */
static int small_int(const struct word *w, int digits_max, bool ordinal)
{
    int value = 0;
    size_t i = 0;

    if (!w || !(w->flags & WORD_NUMBER))
        return -1;
    for (; i < w->text.len && digit(w->text.data[i]) >= 0; i++) {
        if (i >= (size_t) digits_max)
            return -1;
        value = value * 10 + digit(w->text.data[i]);
    }
    if (i == w->text.len)
        return value;
    return ordinal && reading_is_one_of("st nd rd th", str_sub(w->text, i, w->text.len)) ? value : -1;
}

int year_of(const struct word *w)
{
    int year = w && w->text.len == 4 ? small_int(w, 4, false) : -1;

    return year >= 1000 && year <= 2199 ? year : -1;
}

/* Months of other languages are written small, too; two of them are words of English and need a day before them. */
static int month_of(const struct word *w, bool behind_day)
{
    double month;

    if (!w)
        return -1;
    if ((w->flags & WORD_CAPITAL) && number_month(w->fold, &month))
        return (int) month;
    return number_foreign_month(w->fold, &month) && (behind_day || !reading_is_one_of("mars mayo mai", w->fold))
               ? (int) month
               : -1;
}

static bool date_gap(struct str gap)
{
    gap = str_trim(gap);
    return gap.len == 0 || str_is(gap, ",") || str_is(gap, ".") || str_is(gap, "., ");
}

/* The year behind word at - 1, over a comma or "of": "October 30 , 2007", "April of 1866". */
static size_t take_year(const struct reading *r, size_t at, int *ret_year)
{
    const struct word *w = reading_word(r, at);

    *ret_year = 0;
    if (w && reading_is_one_of(of_month, w->fold))
        at++, w = reading_word(r, at);
    if (!w || !date_gap(reading_gap(r, at)) || year_of(w) < 0)
        return 0;
    *ret_year = year_of(w);
    return at + 1;
}

/* "February 10, 1894", "April 1866", "in October". Returns the next word, 0 if it is no date. */
size_t read_month_first(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at), *next = reading_word(r, at + 1);
    int month = month_of(w, false), year = 0, day;
    size_t taken;

    if (month < 0)
        return 0;
    day = next && date_gap(reading_gap(r, at + 1)) ? small_int(next, 2, true) : -1;
    if (day >= 1 && day <= 31) {
        taken = take_year(r, at + 2, &year);
        add_date(r, w->start, word_end(reading_word(r, taken ? taken - 1 : at + 1)), year, month, day);
        return taken ? taken : at + 2;
    }
    taken = take_year(r, at + 1, &year);
    if (taken) {
        add_date(r, w->start, word_end(reading_word(r, taken - 1)), year, month, 0);
        return taken;
    }
    if (at == 0 || w->text.len < 3 || !reading_is_one_of(before_month, reading_word(r, at - 1)->fold))
        return 0;
    add_date(r, w->start, word_end(w), 0, month, 0);
    return at + 1;
}

/* The date of a day that ends before word `next`, from `start` on: "… [of] February [1894]". */
static size_t read_month_behind(struct reading *r, size_t start, size_t next, int day)
{
    int month, year;
    size_t taken;

    if (reading_word(r, next) && reading_is_one_of(of_month, reading_word(r, next)->fold))
        next++;
    month = date_gap(reading_gap(r, next)) ? month_of(reading_word(r, next), true) : -1;
    if (month < 0)
        return 0;
    taken = take_year(r, next + 1, &year);
    add_date(r, start, word_end(reading_word(r, taken ? taken - 1 : next)), year, month, day);
    return taken ? taken : next + 1;
}

/* "10 February 1894", "10th of February". */
size_t read_day_first(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at);
    int day = small_int(w, 2, true);

    return day < 1 || day > 31 ? 0 : read_month_behind(r, w->start, at + 1, day);
}

/* "Third of May 2022"; not of "twenty-third". */
size_t read_day_in_words(struct reading *r, size_t at, int day)
{
    const struct word *of = reading_word(r, at + 1);

    if (!of || !str_is(of->fold, "of") || (at && str_is(reading_gap(r, at), "-")))
        return 0;
    return read_month_behind(r, reading_word(r, at)->start, at + 1, day);
}

/* "2018-09-13" */
size_t read_iso(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at);
    int year = year_of(w), month = small_int(reading_word(r, at + 1), 2, false),
        day = small_int(reading_word(r, at + 2), 2, false);

    if (year < 0 || month < 1 || month > 12 || day < 1 || day > 31 || !str_is(reading_gap(r, at + 1), "-") ||
        !str_is(reading_gap(r, at + 2), "-"))
        return 0;
    add_date(r, w->start, word_end(reading_word(r, at + 2)), year, month, day);
    return at + 3;
}

/* A year, a decade ("1930s"), a range of years ("1941-60", "2018 to 2020", "between 2018 and 2020"). */
size_t read_year(struct reading *r, size_t at)
{
    const struct word *w = reading_word(r, at), *next = reading_word(r, at + 1);
    struct str gap = reading_gap(r, at + 1);
    int year = year_of(w), until;
    bool dash = reading_dash(gap);
    struct number *n;

    if (year < 0 && w->text.len == 5 && w->text.data[4] == 's' && w->text.data[3] == '0') {
        struct word decade = *w;

        decade.text.len = 4;
        year = year_of(&decade);
        if (year < 0)
            return 0;
        n = add_date(r, w->start, word_end(w), year, 0, 0);
        n->high = year + 9;
        return at + 1;
    }
    if (year < 0)
        return 0;
    if (str_starts(str_trim(gap), "%") ||
        (next && reading_blank(gap) &&
         (unit_of(next->text, next->fold) ||
          reading_is_one_of("people patients million billion thousand percent", next->fold))))
        return 0;
    if (at && (str_ends(reading_gap(r, at), "$") || str_ends(reading_gap(r, at), "\xac") ||
               str_ends(reading_gap(r, at), "\xa3")))
        return 0;
    n = add_date(r, w->start, word_end(w), year, 0, 0);
    bool between = at && str_is(reading_word(r, at - 1)->fold, "between") && reading_blank(reading_gap(r, at));
    if (!next ||
        !(dash || (reading_blank(gap) && (str_is(next->fold, "to") || (between && str_is(next->fold, "and"))))))
        return at + 1;
    if (!dash) {
        at++;
        next = reading_word(r, at + 1);
    }
    until = year_of(next);
    if (until < 0 && dash && next && next->text.len == 2 && small_int(next, 2, false) >= 0)
        until = year / 100 * 100 + small_int(next, 2, false);
    if (until <= year)
        return at + 1;
    n->high = until;
    n->end = word_end(next);
    return at + 2;
}
