/* What a figure is counted by: "4.10 pounds per hour", where the source has "per delivery"; "90 minutes" for "90 seconds"; "84,000 crowns" for "84,000
 * thalers". The number is the same, so the claim speaks of the source's figure. */
#include "judge/binding_internal.h"

#include <math.h>

enum { REACH = 5 };

/* --- per what --- */

static const char times[] = "second minute hour day night week month quarter season year decade";

/* "Yearly": the word for its time. */
static struct str time_of_adverb(const struct term *t)
{
    static const char *const adverbs[][2] = {
        { "hourly", "hour" }, { "daily", "day" },     { "nightly", "night" },
        { "weekly", "week" }, { "monthly", "month" }, { "yearly", "year" },
        { "annual", "year" }, { "annually", "year" }, { "quarterly", "quarter" }
    };

    for (size_t i = 0; i < sizeof adverbs / sizeof *adverbs; i++)
        if (term_is(t, adverbs[i][0]))
            return str(adverbs[i][1]);
    return str("");
}

/* What the figure that ends at `at` is counted by: "per delivery", "a year", "every month", "on a summer day"; empty: nothing. */
static struct str rate_behind(const struct terms *s, size_t at, struct str *ret_text)
{
    for (size_t i = at + 1; i + 1 < s->n && i <= at + REACH; i++) {
        const struct term *t = &s->items[i], *noun = t + 1;
        bool a = term_is_one_of(t, "a an each every");

        if (t->kind == TERM_NUMBER || (t->kind == TERM_MARK && t->mark != '('))
            break;
        if (a && i + 2 < s->n && noun->kind == TERM_WORD && !str_in_words(times, noun->fold)) /* "a summer day" */
            noun++;
        bool second = term_is(noun, "second"); /* an ordinal elsewhere */
        if ((noun->kind == TERM_WORD || second) && (term_is(t, "per") || (a && str_in_words(times, noun->fold)))) {
            *ret_text = str_n(t->text.data, (size_t) (noun->text.data + noun->text.len - t->text.data));
            return second ? noun->fold : noun->stem;
        }
    }
    return str("");
}

static struct str rate_of(const struct terms *s, const struct figure *f, struct str *ret_text)
{
    size_t at = (size_t) (f->term - s->items);
    struct str rate = rate_behind(s, at, ret_text);

    for (size_t i = 0; i < s->n && rate.len == 0; i++) {
        rate = time_of_adverb(&s->items[i]);
        *ret_text = s->items[i].text;
    }
    return rate;
}

static void find_rate(struct binding *b, const struct figure *mine)
{
    struct str said, given = str(""), my_rate = rate_of(b->input->claim, mine, &said);
    const struct figure *other = NULL;

    for (size_t i = 0; my_rate.len && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        struct str text, rate = str("");

        if (!binding_is_same(mine, f) || f->number.low != mine->number.low)
            continue;
        if (!f->cell && f->sentence < b->input->passage.n)
            rate = rate_of(&b->input->passage.sentences[f->sentence], f, &text);
        if (rate.len == 0 || str_eq(rate, my_rate))
            return;
        other = f;
        given = text;
    }
    if (other)
        binding_add(b, CLASH_UNIT, said, other,
                    str_format(b->scratch, "the source gives %.*s %.*s, not %.*s", STR_ARG(other->text), STR_ARG(given),
                               STR_ARG(said)));
}

/* --- another unit --- */

/* The number of "up to 90 days" without its bound and its unit; the unit in *ret. */
static struct str number_word(struct str text, struct str *ret)
{
    static const char bounds[] =
        "up to more than less fewer at least most about nearly almost over under some around roughly only";
    struct str word = str("");

    while (str_next(&text, ' ', &word) && str_in_words(bounds, word))
        ;
    *ret = str_trim(text);
    return word;
}

/* "Six weeks" for "six months": the only figure with that number. One and two are too common. */
static void find_other_unit(struct binding *b, const struct figure *mine)
{
    enum { EXACT_BYTES = 4 }; /* "61.8": nobody works that out by chance */
    const struct figure *other = NULL;
    struct str unit, number = number_word(mine->text, &unit);

    if (mine->number.kind != NUMBER_MEASURE || unit.len == 0 || number.len == 0 ||
        str_in_words("1 2 one two a an half", number) || binding_is_given(b, mine) ||
        (number.len < EXACT_BYTES && working_may_hold(b, mine)))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        struct str rest, theirs = number_word(b->theirs.items[i].text, &rest);

        if (!str_eq_nocase(theirs, number))
            continue;
        if (other || b->theirs.items[i].number.kind != NUMBER_MEASURE || b->theirs.items[i].over)
            return;
        other = &b->theirs.items[i];
    }
    bool degrees = other && str_in_words("C F", str(mine->number.unit)) && str_in_words("C F", str(other->number.unit));
    if (degrees || (other && (working_is_time(mine) ? working_is_time(other)
                                                    : strcmp(mine->number.unit, other->number.unit) == 0)))
        binding_add(
            b, CLASH_UNIT, mine->text, other,
            str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(other->text), STR_ARG(mine->text)));
}

/* --- two units exchanged --- */

static bool is_number_of(const struct figure *mine, const struct figure *theirs)
{
    struct str rest, number = number_word(mine->text, &rest);

    return number.len && str_eq(number, number_word(theirs->text, &rest)) && mine->number.kind != theirs->number.kind;
}

/* "7.2 kilometres long, at 11.8 percent", where the source has "11.8 kilometres long, at 7.2 percent". */
static void find_exchanged_units(struct binding *b, const struct figure *mine, const struct figure *other)
{
    const struct figure *x = NULL, *y = NULL;

    if (mine->number.kind == other->number.kind || other->number.kind == NUMBER_DATE || binding_is_given(b, mine) ||
        binding_is_given(b, other))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (is_number_of(mine, f) && f->number.kind == other->number.kind)
            x = f;
        if (is_number_of(other, f) && f->number.kind == mine->number.kind)
            y = f;
    }
    if (x && y && x->sentence == y->sentence)
        binding_add(b, CLASH_UNIT, mine->text, x,
                    str_format(b->scratch, "the source gives %.*s and %.*s", STR_ARG(x->text), STR_ARG(y->text)));
}

/* --- another currency --- */

static const char coins[] =
    "crown thaler guinea florin ducat shilling penni penc mark franc lira peseta dinar dirham rubl rupe "
    "krone krona kroner kronor zloti forint dollar pound euro peso real rand";

/* "84,000 crowns" for "84,000 thalers", "€11.6 million" for "11.6 million crowns". */
static void find_other_coin(struct binding *b, const struct figure *mine)
{
    enum { VALUE_LEAST = 10 }; /* smaller numbers are too common */
    const struct figure *other = NULL;
    struct str unit;
    bool counted = mine->number.kind == NUMBER_COUNT && str_in_words(coins, mine->noun);

    number_word(mine->text, &unit);
    bool money = mine->number.kind == NUMBER_MONEY || str_in_words("pounds pound", unit);
    if (mine->number.low < VALUE_LEAST || (!counted && (!money || binding_is_given(b, mine))))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (f->number.low != mine->number.low)
            continue;
        if (other || f->cell || f->number.kind != NUMBER_COUNT || !str_in_words(coins, f->noun))
            return;
        other = f;
    }
    const struct terms *s = other ? &b->input->passage.sentences[other->sentence] : NULL;
    size_t at = other ? (size_t) (other->term - s->items) + 1 : 0;
    if (other && at < s->n && str_eq(s->items[at].stem, other->noun) &&
        !terms_have_word(b->input->claim, &s->items[at]))
        binding_add(b, CLASH_CURRENCY, mine->text, other,
                    str_format(b->scratch, "the source gives %.*s %.*s, not %.*s", STR_ARG(other->text),
                               STR_ARG(s->items[at].text), STR_ARG(mine->text)));
}

/* "€36" for "£36", "249.3 billion euros" for "249.3 million": the same digits, and nothing else has them. */
static void find_other_money(struct binding *b, const struct figure *mine)
{
    enum { VALUE_LEAST = 10, THOUSAND = 1000, DIGITS_LEAST = 3 };
    const struct figure *other = NULL;
    struct str unit, number = number_word(mine->text, &unit);
    size_t digits = 0;

    for (size_t i = 0; i < number.len; i++)
        digits += number.data[i] >= '0' && number.data[i] <= '9';
    if (mine->number.kind != NUMBER_MONEY || mine->number.low < VALUE_LEAST || mine->number.low != mine->number.high ||
        binding_is_given(b, mine) || (digits < DIGITS_LEAST && working_may_hold(b, mine)))
        return;
    for (size_t i = 0; i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];
        double ratio = f->number.low / mine->number.low;
        bool currency = strcmp(f->number.unit, mine->number.unit) != 0;
        bool scale = fabs(ratio - THOUSAND) < 1e-6 || fabs(ratio * THOUSAND - 1) < 1e-9;

        if (f->number.kind != NUMBER_MONEY ||
            !(currency ? f->number.low == mine->number.low : scale && digits >= DIGITS_LEAST))
            continue;
        if (other)
            return;
        other = f;
    }
    if (other && (digits >= DIGITS_LEAST || term_set_count(term_set_both(mine->words, other->words))))
        binding_add(
            b, strcmp(other->number.unit, mine->number.unit) ? CLASH_CURRENCY : CLASH_NUMBER, mine->text, other,
            str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(other->text), STR_ARG(mine->text)));
}

/* --- the other bound --- */

/* "At least 30 jobs" for "up to 30 jobs": the same figure, bounded from the other side. */
static void find_other_bound(struct binding *b, const struct figure *mine)
{
    enum { BOUND_LEAST = 400 }; /* thousandths of the claim's words about it */
    const struct figure *other = NULL;

    for (size_t i = 0; i < b->theirs.n && mine->number.at_least != mine->number.at_most; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (f->number.low != mine->number.low || !figures_alike(&mine->number, &f->number))
            continue;
        if (f->cell || f->number.at_least != mine->number.at_most || f->number.at_most != mine->number.at_least)
            return;
        other = f;
    }
    if (other && binding_named_of(b, mine->words, &other->words) >= BOUND_LEAST)
        binding_add(
            b, CLASH_NUMBER, mine->text, other,
            str_format(b->scratch, "the source gives %.*s, not %.*s", STR_ARG(other->text), STR_ARG(mine->text)));
}

void rate_clashes(struct binding *b)
{
    for (size_t i = 0; i < b->mine.n; i++) {
        if (b->mine.items[i].number.kind == NUMBER_DATE)
            continue;
        for (size_t k = i + 1; k < b->mine.n; k++)
            find_exchanged_units(b, &b->mine.items[i], &b->mine.items[k]);
        find_rate(b, &b->mine.items[i]);
        find_other_unit(b, &b->mine.items[i]);
        find_other_coin(b, &b->mine.items[i]);
        find_other_money(b, &b->mine.items[i]);
        find_other_bound(b, &b->mine.items[i]);
    }
}
