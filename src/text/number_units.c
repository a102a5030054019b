/* What stands behind a value and says what it is of: percent, units, currencies. */
#include "text/number_reading.h"
#include "text/units.h"

void number_set_unit(struct number *n, const struct unit *unit)
{
    if (str_is(str(unit->base), "%"))
        n->kind = NUMBER_PERCENT;
    else if (str_is(str(unit->base), "points"))
        n->kind = NUMBER_POINTS;
    else if (unit_is_money(unit))
        n->kind = NUMBER_MONEY;
    else if (n->kind != NUMBER_MONEY)
        n->kind = NUMBER_MEASURE;
    else
        return;
    n->unit = n->kind == NUMBER_MONEY || n->kind == NUMBER_MEASURE ? unit->base : "";
    n->low *= unit->factor;
    n->high *= unit->factor;
    n->rounding *= unit->factor;
}

void number_multiply(struct number *n, double by)
{
    n->low *= by;
    n->high *= by;
    n->rounding *= by;
}

/* The number is of this kind and unit and ends with the word. */
static void settle(struct number *n, enum number_kind kind, const char *unit, const struct word *last)
{
    n->kind = kind;
    n->unit = unit;
    n->end = word_end(last);
}

/* "%", "% points", "°C": degrees are not converted, only told apart. Returns the next word, 0 if there is no such sign. */
size_t read_sign(struct reading *r, struct number *n, size_t at)
{
    const struct word *w = reading_word(r, at);
    struct str gap = str_trim(reading_gap(r, at));

    if (str_starts(gap, "%")) {
        n->kind = NUMBER_PERCENT;
        n->end += (size_t) (gap.data - (r->text.data + n->end)) + 1;
        if (!w || !(str_starts(w->fold, "point") || str_is(w->fold, "pp")))
            return at;
        settle(n, NUMBER_POINTS, "", w);
        return at + 1;
    }
    if (str_starts(gap, "\xc2\xb0") && w && (str_is(w->text, "C") || str_is(w->text, "F"))) {
        settle(n, NUMBER_MEASURE, w->text.data[0] == 'C' ? "C" : "F", w);
        return at + 1;
    }
    return 0;
}

/* "per cent", "percentage points", "degrees Celsius", "square miles". */
static size_t read_phrase(struct reading *r, struct number *n, size_t at)
{
    const struct word *w = reading_word(r, at), *next = reading_word(r, at + 1);
    bool points = next && str_starts(next->fold, "point");
    const struct unit *unit;

    if (str_is(w->fold, "percentage") || str_is(w->fold, "percent")) {
        settle(n, points ? NUMBER_POINTS : NUMBER_PERCENT, "", points ? next : w);
        return at + (points ? 2 : 1);
    }
    if (!next)
        return 0;
    if (reading_is_one_of("per por pour", w->fold) && reading_is_one_of("cent ciento cento", next->fold)) {
        settle(n, NUMBER_PERCENT, "", next);
        return at + 2;
    }
    if (str_starts(w->fold, "degree") && (str_is(next->fold, "celsius") || str_is(next->fold, "fahrenheit"))) {
        settle(n, NUMBER_MEASURE, next->fold.data[0] == 'c' ? "C" : "F", next);
        return at + 2;
    }
    unit = str_is(w->fold, "square") || str_is(w->fold, "sq") ? unit_of(next->text, next->fold) : NULL;
    if (!unit || !str_is(str(unit->base), "m"))
        return 0;
    number_multiply(n, unit->factor * unit->factor);
    settle(n, NUMBER_MEASURE, "m2", next);
    return at + 2;
}

/* "Australian dollars": the currency of words at and at + 1, NULL if they name none. */
static const char *named_currency(const struct reading *r, size_t at)
{
    static const struct {
        const char *nation, *money, *code;
    } names[] = { { "us", "dollar", "USD" },       { "american", "dollar", "USD" },  { "australian", "dollar", "AUD" },
                  { "canadian", "dollar", "CAD" }, { "singapore", "dollar", "SGD" }, { "british", "pound", "GBP" },
                  { "swiss", "franc", "CHF" },     { "japanese", "yen", "JPY" },     { "swedish", "krona", "SEK" },
                  { "norwegian", "krone", "NOK" }, { "danish", "krone", "DKK" },     { "indian", "rupee", "INR" } };
    const struct word *nation = reading_word(r, at), *money = reading_word(r, at + 1);

    for (size_t i = 0; nation && money && i < sizeof names / sizeof *names; i++)
        if (str_is(nation->fold, names[i].nation) && str_starts(money->fold, names[i].money))
            return names[i].code;
    return NULL;
}

static size_t read_money(struct reading *r, struct number *n, size_t at)
{
    const struct word *w = reading_word(r, at);
    const char *currency = named_currency(r, at);

    if (n->kind != NUMBER_COUNT)
        return 0;
    if (currency) {
        settle(n, NUMBER_MONEY, currency, reading_word(r, at + 1));
        return at + 2;
    }
    /* Millions of pounds are money, other pounds may be weight. */
    if (n->low < 1e6 || !str_starts(w->fold, "pound"))
        return 0;
    settle(n, NUMBER_MONEY, "GBP", w);
    return at + 1;
}

/* "5 km/h", "6 metres per second", "60 miles an hour": a length by time. Returns the word behind it, 0 if it is none. */
static size_t read_speed(struct reading *r, struct number *n, size_t at)
{
    const struct word *next = reading_word(r, at), *last = next;
    bool sign = next && str_is(reading_gap(r, at), "/"), hour, second;

    if (!next || !str_is(str(n->unit), "m"))
        return 0;
    if (!sign) {
        last = reading_is_one_of("per a an", next->fold) ? reading_word(r, ++at) : NULL;
        hour = last && str_is(last->fold, "hour");
        second = last && str_is(last->fold, "second");
    } else {
        hour = str_is(next->text, "h");
        second = str_is(next->text, "s");
    }
    if (!hour && !second)
        return 0;
    number_multiply(n, hour ? 1 / 3600.0 : 1);
    settle(n, NUMBER_MEASURE, "m/s", last);
    return at + 1;
}

/* The unit at word `at`, which there is: returns the next word, 0 if the word is none. */
size_t read_unit(struct reading *r, struct number *n, size_t at)
{
    const struct word *w = reading_word(r, at), *next = reading_word(r, at + 1);
    size_t taken = read_phrase(r, n, at);

    if (!taken)
        taken = read_money(r, n, at);
    if (taken)
        return taken;
    const struct unit *unit = n->kind == NUMBER_MEASURE ? NULL : unit_of(w->text, w->fold);
    if (!unit || (n->kind == NUMBER_MONEY && unit->base[0] >= 'a'))
        return 0;
    number_set_unit(n, unit);
    n->end = word_end(w);
    if (next && str_is(str(unit->base), "W") && str_starts(next->fold, "hour")) { /* "10 megawatt-hours" */
        settle(n, NUMBER_MEASURE, "Wh", next);
        return at + 2;
    }
    taken = n->kind == NUMBER_MEASURE ? read_speed(r, n, at + 1) : 0;
    return taken ? taken : at + 1;
}
