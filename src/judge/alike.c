#include "judge/alike.h"

#include "judge/judge.h"
#include "judge/terms.h"

enum {
    MATCHED_LEAST = 3,      /* terms that two wordings of one thing have in common */
    STATEMENT_PERCENT = 15, /* of a statement's terms that the other may lack */
    TOPIC_PERCENT = 34,
    WITHIN_LEAST = 4,
    ANCHORED_LEAST = 6, /* terms in common, two of them figures: then one word may be exchanged for another */
    FIGURES_LEAST = 2,
};

/* What changes the meaning wherever it stands: it must be on both sides. */
#define MUST_MATCH                                                                                                     \
    (GRAMMAR_NEGATION | GRAMMAR_HEDGE | GRAMMAR_CONDITION | GRAMMAR_UNIVERSAL | GRAMMAR_WEAK_QUANTITY |                \
     GRAMMAR_PRIVATIVE | GRAMMAR_COMPARATIVE | GRAMMAR_SUPERLATIVE | GRAMMAR_BOUND | GRAMMAR_DENIAL | GRAMMAR_MODAL)

static bool asks(const struct term *t) { return term_is_one_of(t, "who whom whose where when why how which"); }

static bool counts(const struct term *t)
{
    return t->kind != TERM_MARK && (term_is_content(t) || term_in(t, MUST_MATCH) || asks(t));
}

/* A word that may stand on one side alone. */
static bool may_be_more(const struct terms *terms, size_t i)
{
    const struct term *t = &terms->items[i];

    return t->kind == TERM_WORD && !term_in(t, MUST_MATCH) && !asks(t) && (!t->capital || i == 0);
}

static int grade(const struct term *a, const struct term *b)
{
    int one = relation_grade(a, b), other = relation_grade(b, a);

    return one < other ? one : other; /* a more general word is not the same word */
}

/* Pairs the terms of both sides, the best pairs first; counts those that stay alone. */
struct pairing {
    struct terms a, b;
    bool *taken_a, *taken_b;
    size_t matched, only_a, only_b;
    bool differs;
};

static void pair_terms(struct pairing *p)
{
    static const int grades[] = { GRADE_SAME, GRADE_STEM, GRADE_LIGHT, GRADE_ALIKE };

    for (size_t g = 0; g < sizeof grades / sizeof *grades; g++)
        for (size_t i = 0; i < p->a.n; i++)
            for (size_t k = 0; k < p->b.n && !p->taken_a[i] && counts(&p->a.items[i]); k++)
                if (!p->taken_b[k] && counts(&p->b.items[k]) && grade(&p->a.items[i], &p->b.items[k]) >= grades[g]) {
                    p->taken_a[i] = p->taken_b[k] = true;
                    p->matched++;
                }
}

static size_t alone(const struct terms *terms, const bool *taken, bool *ret_differs)
{
    size_t n = 0;

    for (size_t i = 0; i < terms->n; i++)
        if (!taken[i] && counts(&terms->items[i])) {
            n++;
            *ret_differs = *ret_differs || !may_be_more(terms, i);
        }
    return n;
}

/* The same two figures about the same things are the same measurement, whatever verb tells them. */
static bool anchored(const struct pairing *p)
{
    size_t figures = 0, a = 0, b = 0;

    for (size_t i = 0; i < p->a.n; i++) {
        const struct term *t = &p->a.items[i];

        figures += p->taken_a[i] && t->kind == TERM_NUMBER && t->number && t->number->kind != NUMBER_DATE;
        a = !p->taken_a[i] && counts(t) ? i : a;
    }
    for (size_t i = 0; i < p->b.n; i++)
        b = !p->taken_b[i] && counts(&p->b.items[i]) ? i : b;
    return p->only_a == 1 && p->only_b == 1 && p->matched >= ANCHORED_LEAST && figures >= FIGURES_LEAST &&
           relation_rival(&p->a.items[a], &p->b.items[b]) == RIVAL_NONE &&
           relation_rival(&p->b.items[b], &p->a.items[a]) == RIVAL_NONE;
}

/* Differences that code can point at: another value, the same names the other way round. */
static bool clash(struct arena *arena, struct str a, struct str b)
{
    const struct passage passage = { .sentences = &b, .n = 1 };
    struct judgement judged;

    judge_claim_by_passage(arena, NULL, a, &passage, &judged);
    return judged.verdict == VERDICT_CONTRADICTED || judged.clashes_n > 0;
}

/* False when the texts are too long, or when one has a number, a name or a denial that the other lacks. */
static bool pair(struct arena *arena, struct str a, struct str b, struct pairing *p)
{
    *p = (struct pairing){ 0 };
    terms_of(arena, a, TERMS_CLAIM_MAX, &p->a);
    terms_of(arena, b, TERMS_CLAIM_MAX, &p->b);
    p->taken_a = arena_calloc(arena, p->a.n + 1, sizeof *p->taken_a);
    p->taken_b = arena_calloc(arena, p->b.n + 1, sizeof *p->taken_b);
    pair_terms(p);
    p->only_a = alone(&p->a, p->taken_a, &p->differs);
    p->only_b = alone(&p->b, p->taken_b, &p->differs);
    return p->a.n < TERMS_CLAIM_MAX && p->b.n < TERMS_CLAIM_MAX && !p->differs;
}

static bool alike(struct str a, struct str b, size_t percent)
{
    struct arena *arena = arena_new();
    struct pairing p;

    a = str_trim(a);
    b = str_trim(b);
    bool same = pair(arena, a, b, &p);
    size_t more = p.only_a > p.only_b ? p.only_a : p.only_b;
    same = same && (p.only_a == 0 || p.only_b == 0 || anchored(&p)) && p.matched >= MATCHED_LEAST &&
           more * 100 <= (p.matched + more) * percent && !clash(arena, a, b) && !clash(arena, b, a);
    arena_free(arena);
    return same;
}

bool statements_alike(struct str a, struct str b) { return alike(a, b, STATEMENT_PERCENT); }

bool topics_alike(struct str a, struct str b) { return alike(a, b, TOPIC_PERCENT); }

bool statement_within(struct str part, struct str whole)
{
    struct arena *arena = arena_new();
    struct pairing p;

    part = str_trim(part);
    whole = str_trim(whole);
    bool within = pair(arena, part, whole, &p) && p.only_a == 0 && p.matched >= WITHIN_LEAST && p.only_b <= p.matched &&
                  !clash(arena, part, whole) && !clash(arena, whole, part);
    arena_free(arena);
    return within;
}

/* "Nothing is said of", "No source tells": how a lack is told, before what lacks. */
static bool tells_lack(const struct term *t)
{
    return term_is_one_of(t,
                          "nothing no none nobody not neither nor any is are was were be been does do did has have had "
                          "can could it there the a an of on about for by in to source sources page pages document "
                          "documents report reports say says said tell tells told state states stated know known "
                          "mention mentions mentioned find found give gives given missing unclear unknown lacking "
                          "information data evidence details");
}

struct str lack_topic(struct arena *arena, struct str lack)
{
    struct terms terms = { 0 };
    size_t at = 0;

    lack = str_trim(lack);
    terms_of(arena, lack, TERMS_CLAIM_MAX, &terms);
    while (at < terms.n && terms.items[at].kind == TERM_WORD && tells_lack(&terms.items[at]))
        at++;
    return at < terms.n && terms.items[at].kind != TERM_MARK ? str_sub(lack, terms.items[at].start, lack.len) : lack;
}
