#include "judge/event.h"

enum { REACH = 6 }; /* terms between "rejected" and "to ban" */

/* "The toll introduced in 2027 is 5 euros": another verb follows that tells what is said of it. */
static bool is_reduced_relative(const struct term *t, size_t n, size_t at)
{
    if (term_in(&t[at - 1], GRAMMAR_AUXILIARY))
        return false;
    for (size_t i = at + 1; i < n && !term_in(&t[i], GRAMMAR_CONJUNCTION); i++)
        if (term_in(&t[i], GRAMMAR_AUXILIARY))
            return true;
    return false;
}

/* "was built", "has built", "built"; not "the built", "is built", "to have built". */
static bool is_past_verb(const struct term *t, size_t n, size_t at)
{
    bool past = str_ends(t[at].fold, "ed") ||
                (term_in(&t[at], GRAMMAR_IRREGULAR | GRAMMAR_PARTICIPLE) && !str_ends(t[at].fold, "s"));

    while (past && at > 0 && term_in(&t[at - 1], GRAMMAR_HARMLESS_ADVERB))
        at--;
    return past && at > 0 && t[at].kind == TERM_WORD && term_is_content(&t[at]) &&
           !term_in(&t[at - 1], GRAMMAR_DETERMINER | GRAMMAR_PREPOSITION) &&
           !term_is_one_of(&t[at - 1], "is are be being am") && !is_reduced_relative(t, n, at);
}

/* Is the term at `at` one that makes what follows "to" no fact? */
static bool is_intention(const struct term *t, size_t at)
{
    static const char intentions[] =
        "plan hope intend want expect tri attempt aim seek promis pledg vow threaten propos wish";

    return (term_in(&t[at], GRAMMAR_DENIAL | GRAMMAR_HEDGE_PARTICIPLE) || term_has_stem(&t[at], intentions)) &&
           term_is(&t[at + 1], "to") && !term_is(&t[at], "lost"); /* "lost to Gomez" */
}

/* The term that puts what follows at `verb` into the future: "will", "is to", "going to"; `verb`: none does. */
static size_t future_before(const struct term *t, size_t verb)
{
    size_t at = verb;

    while (at > 0 && (term_is_one_of(&t[at - 1], "be have been only") ||
                      term_in(&t[at - 1], GRAMMAR_HARMLESS_ADVERB | GRAMMAR_TIME_ADVERB)))
        at--;
    if (at > 0 && term_is_one_of(&t[at - 1], "will shall"))
        return at - 1;
    if (verb > 1 && term_is(&t[verb - 1], "for") && term_is_one_of(&t[verb - 2], "scheduled due planned slated"))
        return verb - 2; /* "scheduled for launch" */
    if (at > 1 && term_is(&t[at - 1], "to") && (term_is_one_of(&t[at - 2], "is are going") || is_intention(t, at - 2)))
        return at - 2;
    return verb;
}

/* The word that refuses what is proposed at `verb`: "rejected a proposal to", "voted against a motion to", "tried in vain to". */
static size_t refusal_before(const struct term *t, size_t verb)
{
    static const char proposals[] =
        "propos bill motion plan request bid petit move effort idea demand appeal suggest amend initi draft applic offer call";
    static const char refusals[] =
        "reject dismiss refus declin abandon withdraw drop veto scrap shelv block defeat oppos against "
        "cancel den overturn";
    bool proposed = false;

    if (verb < 2 || !term_is(&t[verb - 1], "to"))
        return verb;
    if (verb >= 3 && term_is(&t[verb - 2], "vain") && term_is(&t[verb - 3], "in"))
        return verb - 3;
    for (size_t i = verb - 1; i-- > 0 && verb - i <= REACH && t[i].kind != TERM_MARK;) {
        proposed = proposed || term_has_stem(&t[i], proposals);
        if (proposed && term_has_stem(&t[i], refusals))
            return i;
    }
    return verb;
}

/* Has the sentence every content word of the claim? One may stand in another sentence of the passage. */
static bool has_words(const struct pair *p)
{
    size_t missing = 0;

    for (size_t i = 0; i < p->cn; i++) {
        const struct term *c = &p->c[i];
        bool found = !term_is_content(c);

        for (size_t k = 0; k < p->en && !found; k++)
            found = relation_grade(c, &p->e[k]) > 0;
        missing += !found;
        if (!found && (missing > 1 || c->kind == TERM_NUMBER || !term_is_named(p, c)))
            return false;
    }
    return true;
}

/* Does the verb stand in the sentence only so? */
static bool is_only_open(const struct pair *p, size_t verb, struct event *ret)
{
    bool found = false;

    for (size_t e = 0; e < p->en; e++) {
        if (p->e[e].kind != TERM_WORD || !str_eq(p->e[e].stem, p->c[verb].stem))
            continue;
        size_t from = future_before(p->e, e);
        if (from == e)
            from = refusal_before(p->e, e);
        if (from == e)
            return false;
        *ret = (struct event){ verb, from, e + 1 };
        found = true;
    }
    return found;
}

bool event_is_open(const struct pair *p, struct event *ret)
{
    if (terms_any(p->c, p->cn, GRAMMAR_NEGATION | GRAMMAR_CONDITION | GRAMMAR_MODAL) ||
        terms_hedges(p->c, 0, p->cn, p->cn) || !has_words(p))
        return false;
    for (size_t i = 1; i < p->cn; i++)
        if (is_past_verb(p->c, p->cn, i) && is_only_open(p, i, ret))
            return true;
    return false;
}

/* "Raising it would cost 95 million": the claim does not say that it is so. */
static bool supposes(const struct pair *p)
{
    for (size_t i = 0; i < p->cn; i++)
        if (term_is_one_of(&p->c[i], "would could might may"))
            return true;
    return false;
}

bool event_is_intended(const struct pair *p, const struct lay *lay, struct event *ret)
{
    if (terms_any(p->c, p->cn, GRAMMAR_NEGATION | GRAMMAR_DENIAL | GRAMMAR_CONDITION) || supposes(p))
        return false;
    for (size_t k = 0; k < lay->n; k++) {
        const struct match *m = &lay->items[k];

        for (size_t i = k ? lay->items[k - 1].source + 1u : 0; i + 2 <= m->source; i++)
            if (m->source <= i + 3 && is_intention(p->e, i) &&
                (term_is_content(&p->e[m->source]) || term_in(&p->e[i + 2], GRAMMAR_BE))) {
                *ret = (struct event){ m->claim, i, m->source + 1u };
                return true;
            }
    }
    return false;
}
