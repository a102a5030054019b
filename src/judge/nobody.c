/* "Two people were hurt", where the source has "Nobody was hurt." Such a sentence shares too few words with the claim to be laid beside it. */
#include "judge/attribution.h"

static const char people[] =
    "somebody someone people person persons man men woman women child children boy boys girl girls passenger passengers "
    "worker workers soldier soldiers resident residents visitor visitors victim victims pupil pupils patient patients";

/* "Nobody" stands at `at`, and terms [from, to) say what nobody did. */
struct denial {
    size_t at, from, to;
};

static bool begins_clause(const struct terms *s, size_t at)
{
    return at == 0 || s->items[at - 1].kind == TERM_MARK ||
           term_is_one_of(&s->items[at - 1], "and but although though");
}

static bool excepts(const struct term *t) { return term_is_one_of(t, "except but apart besides save"); }

/* "Nobody", "no one"; not "nobody but the stoker". */
static bool find_denial(const struct terms *s, struct denial *ret)
{
    for (size_t i = 0; i < s->n; i++) {
        bool one = term_is(&s->items[i], "no") && i + 1 < s->n && str_eq_nocase(s->items[i + 1].text, str("one"));

        if (!(one || term_is(&s->items[i], "nobody")) || !begins_clause(s, i))
            continue;
        ret->at = i;
        ret->from = ret->to = i + 1 + one;
        while (ret->to < s->n && s->items[ret->to].kind != TERM_MARK && !excepts(&s->items[ret->to]))
            ret->to++;
        return ret->to == s->n ||
               !(excepts(&s->items[ret->to]) || (ret->to + 1 < s->n && excepts(&s->items[ret->to + 1])));
    }
    return false;
}

/* The verb of what nobody did, if the claim has all its words; NULL: it has not, or it is only forbidden or expected. */
static const struct term *denied_verb(const struct terms *claim, const struct terms *s, const struct denial *d)
{
    const struct term *verb = NULL;

    for (size_t i = d->from; i < d->to; i++) {
        const struct term *t = &s->items[i];

        if (term_in(t, GRAMMAR_MODAL | GRAMMAR_NEGATION | GRAMMAR_HEDGE) || term_is_one_of(t, "else other yet"))
            return NULL;
        if (!term_is_content(t))
            continue;
        if (!terms_have_word(claim, t))
            return NULL;
        verb = verb ? verb : t;
    }
    return verb;
}

static bool speaks_of_people(const struct terms *claim, const struct term *verb)
{
    for (size_t i = 0; i < claim->n && !term_is_among(&claim->items[i], 1, verb); i++)
        if (term_is_one_of(&claim->items[i], people))
            return true;
    return false;
}

/* Does another sentence of the passage have the verb? It may speak of another time. */
static bool is_said_elsewhere(const struct binding_input *input, size_t but, const struct term *verb)
{
    for (size_t s = 0; s < input->passage.n; s++)
        if (s != but && terms_have_word(&input->passage.sentences[s], verb))
            return true;
    return false;
}

void nobody_clashes(struct clashes *ret, struct arena *scratch, const struct binding_input *input)
{
    const struct terms *claim = input->claim;

    if (terms_any(claim->items, claim->n, GRAMMAR_NEGATION | GRAMMAR_DENIAL | GRAMMAR_MODAL | GRAMMAR_CONDITION))
        return;
    for (size_t s = 0; s < input->passage.n; s++) {
        const struct terms *sentence = &input->passage.sentences[s];
        struct denial d;
        const struct term *verb = NULL;

        if (figures_is_row(sentence) || !find_denial(sentence, &d) || !(verb = denied_verb(claim, sentence, &d)) ||
            !speaks_of_people(claim, verb) || is_said_elsewhere(input, s, verb))
            continue;
        const struct term *first = &sentence->items[d.at], *last = &sentence->items[d.to - 1];
        struct str said = str_n(first->text.data, (size_t) (last->text.data + last->text.len - first->text.data));
        struct str reason = str_format(scratch, "the source says \"%.*s\"", STR_ARG(said));
        clashes_add(ret,
                    &(struct clash){
                        .kind = CLASH_POLARITY, .claim = verb->text, .source = said, .sentence = s, .reason = reason });
        return;
    }
}
