/* Before and after: "rose from 55 to 61", where the source has "55 percent, compared with 61 percent in 2020"; the value of the year before told as the
 * one of now; "6 percent more" for "6 percent less". */
#include <math.h>

#include "judge/binding_internal.h"
#include "judge/number_match.h"

/* Two figures of one thing, of which one came first. */
struct change {
    const struct figure *before, *after;
};

static bool is_mark(const struct term *t, char mark) { return t->kind == TERM_MARK && t->mark == mark; }

/* "61 million (74)", "27.8 million (2024: 29.3 million)": y is what it was before. */
static bool is_bracketed(const struct terms *s, size_t x, size_t y)
{
    if (y <= x + 1 || y + 1 >= s->n || !is_mark(&s->items[x + 1], '(') || !is_mark(&s->items[y + 1], ')'))
        return false;
    if (y == x + 2)
        return true;
    return y == x + 4 && s->items[x + 2].kind == TERM_NUMBER && s->items[x + 2].number->kind == NUMBER_DATE &&
           is_mark(&s->items[x + 3], ':');
}

/* "55 percent, compared with 61 percent", "19 instead of 11", "up from 54,800": between the two terms. */
static bool is_compared_with(const struct terms *s, size_t x, size_t y)
{
    enum { REACH = 5 };

    for (size_t i = x + 1; i < y && y <= x + REACH; i++) {
        if (term_is_one_of(&s->items[i], "compared instead against"))
            return true;
        if (term_is_one_of(&s->items[i], "up down") && term_is(&s->items[i + 1], "from"))
            return true;
    }
    return false;
}

static bool is_from_to(const struct terms *s, size_t x, size_t y)
{
    return x && term_is(&s->items[x - 1], "from") && (x == y || (y == x + 2 && term_is(&s->items[x + 1], "to")));
}

/* The change that two figures of a text in this order are, if they are one. */
static bool change_of(const struct terms *s, const struct figure *x, const struct figure *y, bool brackets,
                      struct change *ret)
{
    size_t a = (size_t) (x->term - s->items), b = (size_t) (y->term - s->items);

    if (x == y || x->cell || y->cell || x->number.kind == NUMBER_DATE || !isfinite(x->number.low) ||
        !isfinite(y->number.low))
        return false;
    bool alike = figures_alike(&x->number, &y->number),
         bare = y->number.kind == NUMBER_COUNT && y->noun.len == 0 && a < b; /* "SEK 61 million (74)" */
    if ((alike && a < b && is_compared_with(s, a, b)) || (brackets && (alike || bare) && is_bracketed(s, a, b)))
        *ret = (struct change){ .before = y, .after = x };
    else if (alike && is_from_to(s, a, b))
        *ret = (struct change){ .before = x, .after = y };
    else
        return false;
    return true;
}

static bool is_value(const struct figure *mine, const struct figure *theirs)
{
    return binding_is_same(mine, theirs) && fabs(mine->number.low - theirs->number.low) <= mine->number.rounding;
}

/* "From 55 to 61", where the source has the two the other way round. */
static void find_turned(struct binding *b, const struct change *mine)
{
    const struct change *other = NULL;
    struct change theirs, found = { 0 };

    for (size_t i = 0; i < b->theirs.n; i++)
        for (size_t k = i; k < b->theirs.n && b->theirs.items[k].sentence == b->theirs.items[i].sentence; k++) {
            const struct terms *s = &b->input->passage.sentences[b->theirs.items[i].sentence];

            if (!change_of(s, &b->theirs.items[i], &b->theirs.items[k], true, &theirs))
                continue;
            if (is_value(mine->before, theirs.before) && is_value(mine->after, theirs.after))
                return;
            if (is_value(mine->before, theirs.after) && is_value(mine->after, theirs.before)) {
                found = theirs;
                other = &found;
            }
        }
    if (other)
        binding_add(b, CLASH_DIRECTION, mine->after->text, other->after,
                    str_format(b->scratch, "the source has it the other way: from %.*s to %.*s",
                               STR_ARG(other->before->text), STR_ARG(other->after->text)));
}

static bool speaks_of_before(const struct terms *claim)
{
    for (size_t i = 0; i < claim->n; i++)
        if (term_is_one_of(&claim->items[i],
                           "before earlier previous previously last ago than compared from after had against") &&
            !(term_is(&claim->items[i], "before") && i + 1 < claim->n &&
              term_is_one_of(&claim->items[i + 1], "tax interest")))
            return true;
    return false;
}

/* A year that the source says of the value before: then the claim may mean that one. */
static bool has_date_of(const struct binding *b, const struct figure *before)
{
    enum { REACH = 3 };
    const struct terms *s = &b->input->passage.sentences[before->sentence];
    size_t at = (size_t) (before->term - s->items);

    for (size_t i = at > REACH ? at - REACH : 0; i < at; i++)
        for (size_t k = 0; k < b->mine.n && s->items[i].kind == TERM_NUMBER; k++)
            if (b->mine.items[k].number.kind == NUMBER_DATE && s->items[i].number->kind == NUMBER_DATE &&
                number_match(&b->mine.items[k].number, s->items[i].number) == NUMBER_SAME)
                return true;
    return false;
}

/* "Profit rose to 29.3 million", where the source has "slipped to 27.8 million (2024: 29.3 million)". */
static void find_former(struct binding *b, const struct figure *mine)
{
    enum { NAMED_LEAST = 500 };
    struct change theirs, found = { 0 };

    if (mine->number.kind == NUMBER_DATE || binding_is_listed_count(mine) || speaks_of_before(b->input->claim))
        return;
    for (size_t i = 0; i + 1 < b->theirs.n; i++) {
        const struct figure *x = &b->theirs.items[i];

        for (size_t k = i + 1; k < b->theirs.n && k <= i + 2 && b->theirs.items[k].sentence == x->sentence; k++) {
            const struct terms *s = &b->input->passage.sentences[x->sentence];
            struct figure written = b->theirs.items[k];

            if (!change_of(s, x, &b->theirs.items[k], true, &theirs) || theirs.after != x)
                continue;
            if (written.number.kind !=
                x->number.kind) { /* "(74)" has the unit and the multiplier of what it stands behind */
                written.number = mine->number;
                if (str_find(mine->text, b->theirs.items[k].text, 0) < 0)
                    continue;
            }
            if (is_value(mine, &written) && binding_named_of(b, mine->words, &x->words) >= NAMED_LEAST)
                found = theirs;
        }
    }
    for (size_t i = 0; found.before && i < b->theirs.n; i++)
        if (&b->theirs.items[i] != found.before && binding_is_same(mine, &b->theirs.items[i]))
            return;
    if (found.before && !has_date_of(b, found.before))
        binding_add(b, CLASH_NUMBER, mine->text, found.after,
                    str_format(b->scratch, "the source gives %.*s, and %.*s for the time before",
                               STR_ARG(found.after->text), STR_ARG(mine->text)));
}

/* "6 percent more": above 0, "less": below 0. */
static int sign_behind(const struct terms *claim, const struct figure *mine)
{
    for (size_t i = (size_t) (mine->term - claim->items) + 1, n = 0; i < claim->n && n < 2; i++, n++)
        if (claim->items[i].kind != TERM_WORD || term_is_one_of(&claim->items[i], "and or"))
            return 0;
        else if (term_is_one_of(&claim->items[i], "more higher larger longer above"))
            return 1;
        else if (term_is_one_of(&claim->items[i], "less fewer lower smaller shorter below"))
            return -1;
    return 0;
}

/* "6 percent more than in 2023", where the source has "6 percent less than in the year before". */
static void find_sign(struct binding *b, const struct figure *mine)
{
    const struct figure *other = NULL;
    int sign = sign_behind(b->input->claim, mine);

    for (size_t i = 0; sign && i < b->theirs.n; i++) {
        const struct figure *f = &b->theirs.items[i];

        if (!is_value(mine, f))
            continue;
        if (f->over * sign >= 0 || term_set_count(term_set_both(mine->words, f->words)) == 0)
            return;
        other = f;
    }
    if (other)
        binding_add(b, CLASH_DIRECTION, mine->text, other,
                    str_format(b->scratch, "the source says %.*s %s, not %s", STR_ARG(other->text),
                               sign > 0 ? "less" : "more", sign > 0 ? "more" : "less"));
}

void series_clashes(struct binding *b)
{
    struct change mine;

    for (size_t i = 0; i < b->mine.n; i++) {
        for (size_t k = i; k < b->mine.n; k++)
            if (change_of(b->input->claim, &b->mine.items[i], &b->mine.items[k], false, &mine))
                find_turned(b, &mine);
        find_former(b, &b->mine.items[i]);
        find_sign(b, &b->mine.items[i]);
    }
}
