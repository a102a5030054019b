#include "judge/sign.h"

#include "judge/figure.h"
#include "judge/number_match.h"
#include "text/lexicon.h"

/* Above 0: the sentence tells of a change or a difference, below 0: of one upwards, in words. */
static int change_told(const struct term *t, size_t n)
{
    int change = 0;

    for (size_t i = 0; i < n; i++) {
        if (term_has_stem(&t[i], "rise rose risen increas grow grew grown growth gain climb"))
            return -1;
        if (lexicon_direction(t[i].stem) < 0 ||
            term_has_stem(&t[i], "differ chang beat beaten versus vs against effect gap lost fell"))
            change = 1;
    }
    return change;
}

/* −18 °C and 18 °C are two temperatures. */
static bool may_be_change(const struct number *n) { return n->kind != NUMBER_DATE && strcmp(n->unit, "C") != 0; }

bool sign_is_told(const struct number *number, struct str claim, struct str sentence)
{
    struct arena *scratch = arena_new();
    struct terms mine = { 0 }, theirs = { 0 };

    terms_of(scratch, claim, TERMS_CLAIM_MAX, &mine);
    terms_of(scratch, sentence, TERMS_SENTENCE_MAX, &theirs);
    int a = change_told(mine.items, mine.n), b = change_told(theirs.items, theirs.n);
    arena_free(scratch);
    return may_be_change(number) && a >= 0 && b >= 0 && a + b > 0;
}

static bool has_plus(const struct term *t)
{
    size_t currency = t->text.len - (t->end - t->start); /* "$5" begins before its first digit */

    return t->start > currency && t->text.data[-1] == '+';
}

/* "Fell to −5 points", "stood at 5 points": where it is, not how much it changed; not "from −3 to −5". */
static bool is_level(const struct term *t, size_t at)
{
    return at > 0 && term_is_one_of(&t[at - 1], "to at") && (at < 2 || t[at - 2].kind != TERM_NUMBER);
}

bool sign_parts(const struct pair *p, size_t c, size_t e)
{
    if (p->c[c].kind != TERM_NUMBER || p->e[e].kind != TERM_NUMBER)
        return false;
    const struct number *mine = p->c[c].number, *theirs = p->e[e].number;
    int a = change_told(p->c, p->cn), b = change_told(p->e, p->en);

    return mine->low == -theirs->high && mine->high == -theirs->low && may_be_change(mine) && !is_level(p->c, c) &&
           !is_level(p->e, e) && !has_plus(&p->c[c]) && !has_plus(&p->e[e]) && a >= 0 && b >= 0 && a + b > 0;
}

static bool has_value(const struct terms *sentence, const struct number *number, bool change)
{
    for (size_t i = 0; i < sentence->n; i++)
        if (sentence->items[i].kind == TERM_NUMBER && !has_plus(&sentence->items[i]) &&
            !(change && is_level(sentence->items, i)) && number_match(number, sentence->items[i].number) == NUMBER_SAME)
            return true;
    return false;
}

static bool is_given(const struct proof_context *passage, const struct number *number)
{
    for (size_t s = 0; s < passage->n; s++)
        if (has_value(&passage->sentences[s], number, false))
            return true;
    return false;
}

/* Does the sentence, or the head of its table, tell of a change? */
static bool is_change(const struct proof_context *passage, size_t at)
{
    const struct terms *told = passage->sentences;
    int change = change_told(told[at].items, told[at].n);

    for (size_t s = 0; s < at && change == 0 && figures_is_row(&told[at]); s++)
        change = figures_is_row(&told[s]) && change_told(told[s].items, told[s].n) > 0;
    return change > 0;
}

void sign_take(struct arena *arena, struct terms *claim, const struct proof_context *passage)
{
    int told = change_told(claim->items, claim->n);

    for (size_t i = 0; i < claim->n && told >= 0; i++) {
        struct term *t = &claim->items[i];

        if (t->kind != TERM_NUMBER || !may_be_change(t->number) || has_plus(t) || is_level(claim->items, i) ||
            is_given(passage, t->number))
            continue;
        struct number other = *t->number;
        other.low = -t->number->high;
        other.high = -t->number->low;
        for (size_t s = 0; s < passage->n; s++)
            if (has_value(&passage->sentences[s], &other, true) &&
                change_told(passage->sentences[s].items, passage->sentences[s].n) >= 0 &&
                (told || is_change(passage, s))) {
                t->number = arena_copy(arena, &other, sizeof other);
                break;
            }
    }
}
