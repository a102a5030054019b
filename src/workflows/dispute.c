#include "workflows/dispute.h"

#include <string.h>

#include "judge/alike.h"
#include "judge/conflict.h"
#include "judge/relation.h"
#include "judge/terms.h"
#include "text/language.h"
#include "text/numbers.h"
#include "text/units.h"

enum { SHARED_PART = 3 }; /* sides about one thing share at least every third word of the shorter one */

/* A word that says what is spoken of; what figures are made of is none. */
static bool names(const struct term *t)
{
    double value;

    return t->kind == TERM_WORD && term_is_content(t) && !term_in(t, GRAMMAR_NEGATION | GRAMMAR_DENIAL) &&
           !unit_of(t->text, t->fold) && !number_multiplier(t->fold, &value) && !number_month(t->fold, &value);
}

static bool denies(const struct terms *terms)
{
    for (size_t i = 0; i < terms->n; i++)
        if (term_in(&terms->items[i], GRAMMAR_NEGATION | GRAMMAR_DENIAL))
            return true;
    return false;
}

struct meeting {
    size_t a, b;   /* words that say what each is about */
    size_t shared; /* of those of a */
    bool opposite; /* one denies, or a word excludes one of the other's */
};

static void meet(const struct terms *a, const struct terms *b, struct meeting *ret)
{
    *ret = (struct meeting){ .opposite = denies(a) != denies(b) };
    for (size_t i = 0; i < b->n; i++)
        ret->b += names(&b->items[i]);
    for (size_t i = 0; i < a->n; i++) {
        const struct term *t = &a->items[i];
        bool shared = false;

        if (!names(t))
            continue;
        ret->a++;
        for (size_t k = 0; k < b->n; k++) {
            const struct term *u = &b->items[k];

            if (!names(u))
                continue;
            shared = shared || relation_grade(t, u) >= GRADE_ALIKE || relation_grade(u, t) >= GRADE_ALIKE;
            ret->opposite = ret->opposite || relation_rival(t, u) != RIVAL_NONE;
        }
        ret->shared += shared;
    }
}

static bool is_figure(const struct number *n) { return n->kind != NUMBER_DATE && n->kind != NUMBER_ORDINAL; }

static bool is_year(const struct number *n) { return n->kind == NUMBER_DATE && n->has_year; }

/* The numbers of a side, and how many of them are figures and years. */
struct counted {
    struct numbers numbers;
    size_t figures, years;
};

static void count(struct arena *arena, struct str text, struct counted *ret)
{
    *ret = (struct counted){ 0 };
    numbers_of(arena, text, &ret->numbers);
    for (size_t i = 0; i < ret->numbers.n; i++) {
        ret->figures += is_figure(&ret->numbers.items[i]);
        ret->years += is_year(&ret->numbers.items[i]);
    }
}

static bool same_quantity(const struct number *a, const struct number *b)
{
    return is_figure(a) && is_figure(b) && a->kind == b->kind && strcmp(a->unit, b->unit) == 0;
}

static bool same_time(const struct number *a, const struct number *b)
{
    return is_year(a) && is_year(b) && a->low <= b->high && b->low <= a->high;
}

static bool any_pair(const struct counted *a, const struct counted *b,
                     bool (*alike)(const struct number *, const struct number *))
{
    for (size_t i = 0; i < a->numbers.n; i++)
        for (size_t k = 0; k < b->numbers.n; k++)
            if (alike(&a->numbers.items[i], &b->numbers.items[k]))
                return true;
    return false;
}

/* Has each side a figure, and none of the same kind and unit as one of the other's, or of another year than all of the
 * other's? What was so in one year may be otherwise in another. */
static bool other_quantities(struct arena *arena, struct str a, struct str b)
{
    struct counted one, other;

    count(arena, a, &one);
    count(arena, b, &other);
    if (!one.figures || !other.figures)
        return false;
    return !any_pair(&one, &other, same_quantity) || (one.years && other.years && !any_pair(&one, &other, same_time));
}

static bool conflict(struct arena *arena, struct str a, struct str b)
{
    const struct str both[] = { a, b };
    const size_t apart[] = { 0, 1 };
    struct conflict *found;

    return conflicts_of(arena, both, apart, 2, 1, &found) > 0;
}

bool dispute_about_one(struct str a, struct str b)
{
    if (str_empty(str_trim(a)) || str_empty(str_trim(b)) || language_guess(a) != language_guess(b))
        return true;
    struct arena *arena = arena_new();
    struct terms one = { 0 }, other = { 0 };
    struct meeting m;

    terms_of(arena, a, TERMS_CLAIM_MAX, &one);
    terms_of(arena, b, TERMS_CLAIM_MAX, &other);
    meet(&one, &other, &m);
    size_t shorter = m.a < m.b ? m.a : m.b;
    bool one_thing = (m.shared >= 2 && m.shared * SHARED_PART >= shorter) || (shorter <= 2 && m.shared >= 1) ||
                     shorter == 0;
    bool one_quantity = m.opposite || !other_quantities(arena, a, b);
    bool about_one = (one_thing && one_quantity && (m.opposite || !statements_alike(a, b))) || conflict(arena, a, b);
    arena_free(arena);
    return about_one;
}
