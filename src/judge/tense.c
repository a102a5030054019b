/* When it holds: what was so need not be so any more. */
#include "judge/proof.h"

static bool is_past_form(const struct term *t)
{
    if (t->kind != TERM_WORD || str_ends(t->fold, "s"))
        return term_is_one_of(t, "was");
    return term_is_one_of(t, "were had did") ||
           (!term_in(t, GRAMMAR_AUXILIARY) && (term_is_participle(t) || term_in(t, GRAMMAR_IRREGULAR)));
}

static bool is_present_be(const struct term *t) { return term_is_one_of(t, "is are has have does do"); }

/* "Is built", "has sold", "will be sold": a past form behind these is none of the past. */
static bool follows_auxiliary(const struct term *items, size_t at)
{
    while (at > 0 && (term_in(&items[at - 1], GRAMMAR_HARMLESS_ADVERB | GRAMMAR_NEGATION)))
        at--;
    return at > 0 && term_in(&items[at - 1], GRAMMAR_AUXILIARY | GRAMMAR_MODAL);
}

enum tense tense_of(const struct term *items, size_t n)
{
    enum tense tense = TENSE_PRESENT;

    for (size_t i = 0; i < n; i++) {
        if (is_present_be(&items[i]))
            return TENSE_PRESENT;
        if (is_past_form(&items[i]) && !follows_auxiliary(items, i))
            tense = TENSE_PAST;
    }
    return tense;
}

/* "Loses" for "lost", "resides" for "lived": the same, which the source has in the past. */
static bool is_brought_up(const struct pair *pair, const struct match *m)
{
    const struct term *c = &pair->c[m->claim], *e = &pair->e[m->source];

    if (c->kind != TERM_WORD || e->kind != TERM_WORD || str_eq(c->fold, e->fold) || str_ends(c->fold, "ing"))
        return false;
    return is_past_form(e) && !is_past_form(c) && !follows_auxiliary(pair->e, m->source) &&
           !follows_auxiliary(pair->c, m->claim) &&
           (term_in(e, GRAMMAR_AUXILIARY) ? is_present_be(c) : m->grade >= GRADE_GENERAL);
}

unsigned tense_check(const struct pair *pair, const struct proof *proof)
{
    bool present = false, was = false, is = false;

    for (size_t k = 0; k < proof->lay.n; k++)
        if (is_brought_up(pair, &proof->lay.items[k]))
            return FLAW_TENSE;
    for (size_t i = 0; i < pair->cn; i++)
        present = present || is_present_be(&pair->c[i]);
    for (size_t i = proof->start; i <= proof->end; i++) {
        was = was || term_is_one_of(&pair->e[i], "was were had did");
        is = is || is_present_be(&pair->e[i]);
    }
    return present && was && !is ? FLAW_TENSE : 0;
}
