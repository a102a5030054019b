/* Sentences with the same words may say different things: "5 mW" and "5 MW", "x = 5" and "x != 5", "Python 3.1" and "3.10", "The
 * minister said the mayor lied" and "The minister, said the mayor, lied", "Myth: …". All of it keeps code from deciding, nothing more. */
#include "judge/marks.h"

#include <math.h>

#include "text/units.h"
#include "text/words.h"

enum { UNIT_LETTERS = 5 };
static const double ROUNDED = 0.06; /* what rounding may take away or add */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }

/* --- signs --- */

/* How often a text has a sign. "#" and "+" count behind a letter only ("C#", "C++"): elsewhere they number and add. */
static size_t count(struct str text, const char *sign)
{
    bool behind_letter = strchr("#+", *sign);
    size_t n = 0;

    for (ptrdiff_t at = str_find(text, str(sign), 0); at >= 0;
         at = str_find(text, str(sign), (size_t) at + strlen(sign)))
        n += !behind_letter || (at > 0 && is_letter(text.data[at - 1]));
    return n;
}

static bool same_signs(struct str claim, struct str source)
{
    static const char *const signs[] = { "!=",     "\u2260", "<",  ">",  "\u2264", "\u2265", "\u00b1", "^-",
                                         "\u2209", "#",      "++", "==", "=>",     "\u00ac", "^\u2212" };

    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if ((count(claim, signs[i]) > 0) != (count(source, signs[i]) > 0))
            return false;
    return true;
}

/* --- numbers and their units, as they are written --- */

/* The next number with its unit: "100 Mb/s", "3.10". The unit is what stands behind it, up to a blank, if it is short. */
static bool next_number(struct str text, size_t *at, struct str *number, struct str *unit)
{
    size_t i = *at, end;

    while (i < text.len &&
           !(is_digit(text.data[i]) && (i == 0 || !(is_letter(text.data[i - 1]) || text.data[i - 1] == '.'))))
        i++;
    for (end = i; end < text.len && (is_digit(text.data[end]) || (strchr(".,", text.data[end]) && end + 1 < text.len &&
                                                                  is_digit(text.data[end + 1])));)
        end++;
    *number = str_sub(text, i, end);
    size_t from = end + (end < text.len && text.data[end] == ' '), to = from;
    while (to < text.len && (is_letter(text.data[to]) || text.data[to] == '/'))
        to++;
    *unit = to - from <= UNIT_LETTERS ? str_sub(text, from, to) : str("");
    *at = end;
    return number->len > 0;
}

/* The same letters in another case: "mW" and "MW". */
static bool other_case(struct str a, struct str b) { return a.len && !str_eq(a, b) && str_eq_nocase(a, b); }

static bool all_zeros(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] != '0')
            return false;
    return s.len > 0;
}

/* "3.1" and "3.10", "7" and "007": versions, articles and rooms, not measures. */
static bool other_zeros(struct str a, struct str b)
{
    struct str longer = a.len > b.len ? a : b, shorter = a.len > b.len ? b : a;
    size_t more = longer.len - shorter.len;

    return more > 0 && ((str_find_char(shorter, '.', 0) >= 0 && str_eq(str_sub(longer, 0, shorter.len), shorter) &&
                         all_zeros(str_sub(longer, shorter.len, longer.len))) ||
                        (str_eq(str_sub(longer, more, longer.len), shorter) && all_zeros(str_sub(longer, 0, more))));
}

static double value_of(struct arena *scratch, struct str number)
{
    double value = 0;

    return str_to_double(str_replace(scratch, number, str(","), str("")), &value) ? value : 0;
}

static bool is_unit(struct arena *scratch, struct str text)
{
    return text.len && unit_of(text, str_lower_ascii(scratch, text));
}

/* A part of "1999-07-04" or "10:05". */
static bool in_group(struct str text, struct str number)
{
    const char *end = number.data + number.len;

    return (number.data > text.data && strchr("-/:", number.data[-1])) ||
           (end < text.data + text.len && strchr("-/:", *end));
}

/* "More than 50": no number of the source has to be near. */
static bool has_bound(struct arena *scratch, struct str claim)
{
    static const char *const bounds[] = { "than ", "at least", "at most", "over ", "under ", "below",
                                          "above", "up to",    "between", "to ",   NULL };

    return str_contains_any(str_lower_ascii(scratch, claim), bounds);
}

/* Is one of a claim's numbers written otherwise in the source, or rounded so far that it is another one? */
static bool number_differs(struct arena *scratch, struct str mine, struct str unit, struct str source, bool bound)
{
    double value = value_of(scratch, mine), nearest = 0;
    struct str theirs, their_unit;
    bool differs = false;

    for (size_t at = 0; next_number(source, &at, &theirs, &their_unit);) {
        double other = value_of(scratch, theirs);

        if (str_eq(mine, theirs))
            return unit.len > 1 && other_case(unit, their_unit);
        differs = differs || (other_zeros(mine, theirs) && !is_unit(scratch, unit) && !in_group(source, theirs));
        if (!nearest || fabs(other - value) < fabs(nearest - value))
            nearest = other;
    }
    bool far = !bound && value > 0 && nearest > value / 2 && nearest < value * 2 &&
               fabs(nearest - value) > ROUNDED * nearest;
    return differs || far;
}

static bool same_numbers(struct arena *scratch, struct str claim, struct str source)
{
    struct str mine, unit;
    bool bound = has_bound(scratch, claim);

    for (size_t at = 0; next_number(claim, &at, &mine, &unit);)
        if (number_differs(scratch, mine, unit, source, bound))
            return false;
    return true;
}

/* "WHO" and "who": a word in capitals that the source has in small letters only. */
static bool same_capitals(struct arena *scratch, struct str claim, struct str source)
{
    struct words own = { 0 }, have = { 0 };

    words_of(scratch, claim, language_named(str("en")), &own);
    words_of(scratch, source, language_named(str("en")), &have);
    for (size_t i = 0; i < own.n; i++) {
        bool small = false, same = !(own.items[i].flags & WORD_UPPER) || own.items[i].text.len < 2;

        for (size_t k = 0; k < have.n && !same; k++) {
            same = str_eq(own.items[i].text, have.items[k].text);
            small = small || str_eq_nocase(own.items[i].text, have.items[k].text);
        }
        if (small && !same)
            return false;
    }
    return true;
}

/* --- who says it --- */

/* "X, said Y, …" is Y's word on X; without the commas it is X's on Y. */
static bool same_speaker(struct arena *scratch, struct str claim, struct str source)
{
    static const char *const verbs[] = { "said ",   "says ",   "claimed ",  "claims ",   "wrote ",   "argued ",
                                         "argues ", "warned ", "believed ", "believes ", "thought ", "insisted " };

    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        const char *with = str_z(scratch, str_format(scratch, ", %s", verbs[i]));

        if (str_contains(claim, verbs[i]) && str_contains(source, verbs[i]) &&
            str_contains(claim, with) != str_contains(source, with))
            return false;
    }
    return true;
}

/* --- taken back --- */

static bool takes_back(struct arena *scratch, struct str text, struct str claim)
{
    static const char words_of_denial[] =
        " false falsely myth myths misconception misconceptions untrue wrong wrongly incorrect incorrectly disputed invented fabricated "
        "annulled retracted debunked hoax fictional fictitious supposedly erroneously mistaken mistakenly overturned revoked "
        "rescinded corrected unproven alleged satire mice rats ";
    struct words have = { 0 }, own = { 0 };

    words_of(scratch, text, language_named(str("en")), &have);
    words_of(scratch, claim, language_named(str("en")), &own);
    for (size_t i = 0; i < have.n; i++) {
        bool known = !str_in_words(words_of_denial, have.items[i].fold);

        for (size_t k = 0; k < own.n && !known; k++)
            known = str_eq(own.items[k].fold, have.items[i].fold);
        if (!known)
            return true;
    }
    return false;
}

/* "… was passed by the lower house but failed in the Senate": what the claim says ends before the "but", and the subject stays. */
static bool goes_on_with_but(struct arena *scratch, struct str source, struct str claim)
{
    ptrdiff_t at = str_find(source, str(" but "), 0);
    struct words own = { 0 }, behind = { 0 };

    if (at < 0 || str_contains(claim, " but "))
        return false;
    words_of(scratch, claim, language_named(str("en")), &own);
    words_of(scratch, str_sub(source, (size_t) at, source.len), language_named(str("en")), &behind);
    return own.n && behind.n > 1 && !words_have_stem(&behind, own.items[own.n - 1].stem) &&
           (str_ends(behind.items[1].fold, "ed") ||
            str_in_words(" lost was were only later never not has had is did then soon again fell ",
                         behind.items[1].fold));
}

bool marks_agree(struct arena *scratch, struct str claim, const struct passage *passage, size_t first, size_t end)
{
    for (size_t i = first; i < end && i < passage->n; i++) {
        struct str source = passage->sentences[i];

        if (goes_on_with_but(scratch, source, claim))
            return false;
        if (!same_speaker(scratch, claim, source) || takes_back(scratch, source, claim) ||
            !same_numbers(scratch, claim, source) || !same_capitals(scratch, claim, source) ||
            (end == first + 1 && !same_signs(claim, source)))
            return false;
    }
    return true;
}
