#include "judge/refute.h"

static bool is_in(const struct term *items, size_t n, const struct term *t)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == t->kind &&
            (str_eq(items[i].stem, t->stem) || (t->kind == TERM_NUMBER && relation_grade(t, &items[i]))))
            return true;
    return false;
}

static bool any_word(const struct term *items, size_t n, const char *list)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].kind == TERM_WORD && term_is_one_of(&items[i], list))
            return true;
    return false;
}

/* "More than", "about" within the three terms before. */
static bool is_bounded(const struct term *items, size_t at)
{
    size_t from = at > 3 ? at - 3 : 0;
    const struct number *n = items[at].number;

    return (n && (n->about || n->at_least || n->at_most)) || terms_any(items + from, at - from, GRAMMAR_BOUND);
}

static bool has_uncertain(const struct term *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (items[i].uncertain)
            return true;
    return false;
}

static bool is_verb_like(const struct term *t)
{
    return term_in(t, GRAMMAR_AUXILIARY | GRAMMAR_MODAL | GRAMMAR_IRREGULAR) || term_is_participle(t) ||
           (t->kind == TERM_WORD && (str_ends(t->fold, "ing") || str_ends(t->fold, "s")));
}

/* "30 percent of women smoke" and "30 percent of men smoke", "sales rose in Norway" and "in Sweden" speak of two things, and both
 * may be so. The word must be said of the subject: behind the verb, and behind no preposition unless the thing happens once or
 * is there. */
static bool is_said_of_subject(const struct pair *pair, size_t at)
{
    const struct term *c = pair->c;
    size_t verb = 0, from = at > 2 ? at - 2 : 0;

    if (term_in(&c[at], GRAMMAR_COMPARATIVE | GRAMMAR_PREPOSITION))
        return true;
    while (verb <= at && !is_verb_like(&c[verb]))
        verb++;
    if (verb > at)
        return false;
    for (size_t i = from; i < at; i++)
        if (term_in(&c[i], GRAMMAR_PREPOSITION) && !(i && term_in(&c[i - 1], GRAMMAR_BE)) &&
            !terms_any(c, pair->cn, GRAMMAR_ONCE))
            return false;
    return true;
}

/* "A fine of 900 euros", "a contract worth 3 million": there may be others, unless it is told what for. "A height of 900
 * metres": of these a thing has one. */
static bool is_of_one_among_several(const struct term *items, size_t n, size_t at)
{
    static const char properties[] =
        "population height length width breadth depth area size total sum age weight mass speed capacity volume "
        "temperature value rate average mean median share proportion percentage number distance duration span period "
        "budget price cost turnover revenue profit loss income salary majority minority margin score rank density "
        "diameter radius elevation altitude range circulation attendance crew staff membership maximum minimum peak "
        "record term lifespan lifetime output production yield strength power efficiency accuracy probability chance factor "
        "ratio degree level ceiling floor cap limit quota";
    size_t from = at > 4 ? at - 4 : 0;
    bool of = false;

    if (any_word(items + at, n - at, "for"))
        return false;
    for (size_t i = at; i-- > from && items[i].kind == TERM_WORD;) {
        if (term_is_one_of(&items[i], properties))
            return false;
        if (of && term_is_one_of(&items[i], "a an another one"))
            return true;
        of = of || term_is_one_of(&items[i], "of worth");
        if (term_in(&items[i], GRAMMAR_BE) || term_is_one_of(&items[i], "the"))
            return false;
    }
    return false;
}

/* "Fined Norvik 2 million" and "fined Norvik 5 million in 2021": what is done more than once may have been done at another time. */
static bool may_have_recurred(const struct pair *pair)
{
    static const char acts[] = "fined paid sold bought received donated awarded lent borrowed invested raised issued "
                               "ordered shipped delivered granted gave spent won lost scored";

    if (!any_word(pair->c, pair->cn, acts))
        return false;
    for (size_t i = 0; i < pair->en; i++)
        if (pair->e[i].kind == TERM_NUMBER && pair->e[i].number && pair->e[i].number->kind == NUMBER_DATE &&
            !is_in(pair->c, pair->cn, &pair->e[i]))
            return true;
    return false;
}

/* Do the two values exclude each other where they stand? */
static bool rivals_hold(const struct pair *pair, size_t c, size_t e, enum rival rival)
{
    static const char several[] =
        "has have had there include includes contains offers operates owns runs sells exports imports serves";
    static const char ranks[] = "finished finishes ranked ranks came placed became";
    const struct term *mine = &pair->c[c], *theirs = &pair->e[e];

    if (is_in(pair->e, pair->en, mine) || any_word(pair->e, pair->en, "including include includes such among"))
        return false;
    if (rival == RIVAL_NUMBER &&
        (is_bounded(pair->c, c) || is_bounded(pair->e, e) || has_uncertain(pair->e, pair->en) ||
         is_of_one_among_several(pair->c, pair->cn, c) || may_have_recurred(pair)))
        return false;
    /* These facts do not exclude each other: somebody who drinks tea may drink coffee too, a firm has plants in
     * several countries, a team wins in several years. */
    if (rival == RIVAL_MEMBER ||
        ((rival == RIVAL_NATION || rival == RIVAL_VALUE) && any_word(pair->c, pair->cn, several)))
        return false;
    if ((rival == RIVAL_NATION || rival == RIVAL_VALUE || rival == RIVAL_OPPOSITE || rival == RIVAL_PREFIX) &&
        !is_said_of_subject(pair, c))
        return false;
    if (rival == RIVAL_ORDINAL && !terms_any(pair->c, pair->cn, GRAMMAR_BE) && !any_word(pair->c, pair->cn, ranks))
        return false;
    if (rival == RIVAL_DATE && !terms_any(pair->c, pair->cn, GRAMMAR_ONCE))
        return false;
    return !term_is_one_of(mine, "some every") && !term_is_one_of(theirs, "some every");
}

static bool one_value_differs(struct arena *arena, const struct pair *pair, struct refutation *ret)
{
    const unsigned allowed = FLAW_QUANTIFIER | FLAW_DOWNWARD | FLAW_COMPARISON | FLAW_DENIAL;
    struct proof proof = { 0 };
    size_t rivals = 0;

    if (terms_any(pair->c, pair->cn, GRAMMAR_NEGATION))
        return false;
    lay_claim(arena, pair, relation_rival, &proof.lay);
    for (size_t k = 0; k < proof.lay.n; k++)
        if (proof.lay.items[k].grade == GRADE_RIVAL) {
            rivals++;
            *ret = (struct refutation){ .claim = proof.lay.items[k].claim, .source = proof.lay.items[k].source };
        }
    if (rivals != 1)
        return false;
    proof_check(pair, &proof);
    ret->rival = relation_rival(&pair->c[ret->claim], &pair->e[ret->source]);
    /* "The fine for littering in the park is 90 euros": elsewhere it may be another. */
    if (ret->rival == RIVAL_NUMBER && (proof.flaws & FLAW_DOWNWARD))
        return false;
    return !(proof.flaws & ~allowed) && rivals_hold(pair, ret->claim, ret->source, ret->rival);
}

/* The terms without the one negation at `at` and its "did"; returns how many are left. */
static size_t without(const struct term *items, size_t n, size_t at, struct term *ret)
{
    size_t from = at && term_is_one_of(&items[at - 1], "did does do") ? at - 1 : at;

    memcpy(ret, items, from * sizeof *ret);
    memcpy(ret + from, items + at + 1, (n - at - 1) * sizeof *ret);
    return from + n - at - 1;
}

/* The place of the only negation, which is "not" or "never"; `n` if there is none or more. */
static size_t only_negation(const struct term *items, size_t n)
{
    size_t at = n;

    for (size_t i = 0; i < n; i++)
        if (term_in(&items[i], GRAMMAR_NEGATION)) {
            if (at < n || !term_is_one_of(&items[i], "not never"))
                return n;
            at = i;
        }
    return at;
}

/* Does one side, the claim or the source, deny what the other says? */
static bool denies(struct arena *arena, const struct pair *pair, bool claim, struct refutation *ret)
{
    const struct term *own = claim ? pair->c : pair->e, *other = claim ? pair->e : pair->c;
    size_t n = claim ? pair->cn : pair->en, at = only_negation(own, n);
    struct pair plain = *pair;
    struct proof proof = { 0 };

    if (at == n || terms_any(other, claim ? pair->en : pair->cn, GRAMMAR_NEGATION))
        return false;
    struct term *terms = arena_calloc(arena, n + 1, sizeof *terms);
    *(claim ? &plain.cn : &plain.en) = without(own, n, at, terms);
    *(claim ? &plain.c : &plain.e) = terms;
    if (claim && terms_any(plain.c, plain.cn, GRAMMAR_UNIVERSAL | GRAMMAR_WEAK_QUANTITY))
        return false;
    lay_claim(arena, &plain, NULL, &proof.lay);
    proof_check(&plain, &proof);
    *ret = (struct refutation){ .claim = claim ? at : pair->cn, .source = claim ? pair->en : at };
    if (claim || proof.flaws)
        return !proof.flaws;
    /* What is denied may be only what was left out: nothing may be, but marks and light words, and nothing may follow. */
    return proof.start < at && at <= proof.end + 1 && !(proof.gaps & ~(unsigned) (GAP_MARKS | GAP_LIGHT)) &&
           proof.end + 2 >= plain.en;
}

bool refutes(struct arena *arena, const struct pair *pair, struct refutation *ret)
{
    return one_value_differs(arena, pair, ret) || denies(arena, pair, true, ret) || denies(arena, pair, false, ret);
}
