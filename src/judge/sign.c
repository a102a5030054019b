#include "judge/sign.h"

#include "judge/figure.h"
#include "judge/number_match.h"
#include "text/lexicon.h"

/* Above 0: the sentence tells of a change or a difference, below 0: of one upwards, in words. */
static int change_told(const struct terms *s)
{
    int change = 0;

    for (size_t i = 0; i < s->n; i++) {
        if (term_has_stem(&s->items[i], "rise rose risen increas grow grew grown growth gain climb"))
            return -1;
        if (lexicon_direction(s->items[i].stem) < 0 ||
            term_has_stem(&s->items[i], "differ chang beat beaten versus vs against effect gap lost fell"))
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
    int a = change_told(&mine), b = change_told(&theirs);
    arena_free(scratch);
    return may_be_change(number) && a >= 0 && b >= 0 && a + b > 0;
}

static bool has_plus(const struct term *t) { return t->start > 0 && t->text.data[-1] == '+'; }

/* "Fell to −5 points", "stood at 5 points": where it is, not how much it changed; not "from −3 to −5". */
static bool is_level(const struct terms *text, size_t at)
{
    return at > 0 && term_is_one_of(&text->items[at - 1], "to at") &&
           (at < 2 || text->items[at - 2].kind != TERM_NUMBER);
}

static bool has_value(const struct terms *sentence, const struct number *number, bool change)
{
    for (size_t i = 0; i < sentence->n; i++)
        if (sentence->items[i].kind == TERM_NUMBER && !has_plus(&sentence->items[i]) &&
            !(change && is_level(sentence, i)) && number_match(number, sentence->items[i].number) == NUMBER_SAME)
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
    int change = change_told(&passage->sentences[at]);

    for (size_t s = 0; s < at && change == 0 && figures_is_row(&passage->sentences[at]); s++)
        change = figures_is_row(&passage->sentences[s]) && change_told(&passage->sentences[s]) > 0;
    return change > 0;
}

void sign_take(struct arena *arena, struct terms *claim, const struct proof_context *passage)
{
    int told = change_told(claim);

    for (size_t i = 0; i < claim->n && told >= 0; i++) {
        struct term *t = &claim->items[i];

        if (t->kind != TERM_NUMBER || !may_be_change(t->number) || has_plus(t) || is_level(claim, i) ||
            is_given(passage, t->number))
            continue;
        struct number other = *t->number;
        other.low = -t->number->high;
        other.high = -t->number->low;
        for (size_t s = 0; s < passage->n; s++)
            if (has_value(&passage->sentences[s], &other, true) && change_told(&passage->sentences[s]) >= 0 &&
                (told || is_change(passage, s))) {
                t->number = arena_copy(arena, &other, sizeof other);
                break;
            }
    }
}
