#include "judge/amount.h"

enum { NONE = -1, FEW = 1, SOME = 2, MOST = 4, ALL = 5, SHARE = 6, GROUP_MAX = 2, NEARLY_ALL = 95 };

static bool is_nearly(const struct term *t)
{
    return t->kind == TERM_WORD && term_is_one_of(t, "nearly almost virtually practically");
}

int amount_at(const struct term *t, size_t n, size_t at)
{
    static const char *const amounts[] = {
        "no none neither", "few rarely seldom hardly minority", "some several sometimes",
        "many much often", "most mostly usually majority",      "all every each always both everyone whole entire"
    };
    const struct term *before = at ? &t[at - 1] : NULL, *next = at + 1 < n ? &t[at + 1] : NULL;
    bool of = next && term_is(next, "of");

    if (t[at].kind == TERM_NUMBER && t[at].number->kind == NUMBER_ORDINAL) /* "a third of" */
        return of && before && term_is(before, "a") ? SHARE : NONE;
    if (t[at].kind == TERM_NUMBER)
        return t[at].number->kind == NUMBER_PERCENT && t[at].number->high < NEARLY_ALL &&
                       (of || (next && term_is(next, "the")))
                   ? SHARE
                   : NONE;
    if (t[at].kind != TERM_WORD || (before && term_is(before, "not")))
        return NONE;
    if (of && term_is_one_of(&t[at], "half part parts third quarter"))
        return SHARE;
    /* "the most expensive", "at most", "as many", "some 300", "every third", "no longer", "as a whole" are no amounts. */
    if ((before && term_is_one_of(&t[at], "most many much") && term_is_one_of(before, "the a at as how")) ||
        (next && term_is(&t[at], "some") && next->kind == TERM_NUMBER) ||
        (next && term_is(&t[at], "every") && next->kind == TERM_NUMBER && next->number->kind == NUMBER_ORDINAL) ||
        (next && term_is(&t[at], "no") && term_in(next, GRAMMAR_COMPARATIVE)) ||
        (term_is_one_of(&t[at], "whole entire") && !(next && next->kind == TERM_WORD && term_is_content(next))))
        return NONE;
    for (int i = 0; i <= ALL; i++)
        if (term_is_one_of(&t[at], amounts[i]))
            return i == ALL && before && is_nearly(before) ? MOST : i;
    return NONE;
}

struct str amount_text(const struct term *t, size_t at)
{
    const char *end = t[at].text.data + t[at].text.len;

    if (at == 0 || !is_nearly(&t[at - 1]) || t[at - 1].text.data > end)
        return t[at].text;
    return str_n(t[at - 1].text.data, (size_t) (end - t[at - 1].text.data));
}

/* The first words of what the quantifier takes: "of the old wells". Returns how many. */
static size_t taken(const struct term *t, size_t n, size_t at, size_t ret[GROUP_MAX])
{
    size_t count = 0, i = at + 1;

    while (i < n && (term_is(&t[i], "of") || term_in(&t[i], GRAMMAR_DETERMINER) || t[i].kind == TERM_NUMBER))
        i++;
    for (; i < n && count < GROUP_MAX && t[i].kind == TERM_WORD && term_is_content(&t[i]); i++)
        ret[count++] = i;
    return count;
}

/* Do both take the same thing? One of them may have an adjective more. */
static bool take_the_same(const struct pair *p, size_t c, size_t e)
{
    size_t mine[GROUP_MAX], theirs[GROUP_MAX], cn = taken(p->c, p->cn, c, mine), en = taken(p->e, p->en, e, theirs);

    for (size_t i = 0; i < cn; i++)
        for (size_t k = 0; k < en; k++)
            if (i + k < GROUP_MAX && relation_grade(&p->c[mine[i]], &p->e[theirs[k]]))
                return true;
    return false;
}

/* Most of them are many of them, and some; they are not all of them, nor few. */
static bool excludes(int claim, int source)
{
    if (claim == SHARE || source == SHARE)
        return claim == ALL && source == SHARE;
    return claim > source || (claim <= FEW && source >= SOME);
}

static bool has_amount(const struct term *t, size_t n, int amount)
{
    for (size_t i = 0; i < n; i++)
        if (amount_at(t, n, i) == amount)
            return true;
    return false;
}

/* How often the sentence names what the claim's quantifier takes. */
static size_t times_named(const struct pair *p, size_t claim)
{
    size_t group[GROUP_MAX], n = 0;

    if (taken(p->c, p->cn, claim, group) == 0)
        return 0;
    for (size_t e = 0; e < p->en; e++)
        n += p->e[e].kind == TERM_WORD && relation_grade(&p->c[group[0]], &p->e[e]) > 0;
    return n;
}

bool amount_is_denied(const struct pair *p)
{
    for (size_t i = 0; i + 1 < p->cn; i++)
        if (term_is(&p->c[i], "not") && term_is_one_of(&p->c[i + 1], "all every each both everyone"))
            return !has_amount(p->e, p->en, ALL);
    return false;
}

bool amounts_clash(const struct pair *p, size_t claim, size_t *source)
{
    int mine = amount_at(p->c, p->cn, claim);
    size_t found = 0;

    /* "All" that is said of something else there makes it unsure what the other one is said of. */
    if (mine < 0 || has_amount(p->e, p->en, mine))
        return false;
    for (size_t e = 0; e < p->en; e++) {
        int theirs = amount_at(p->e, p->en, e);

        if (theirs < 0 || !take_the_same(p, claim, e))
            continue;
        if (!excludes(mine, theirs) || has_amount(p->c, p->cn, theirs))
            return false;
        if (found++ == 0)
            *source = e;
    }
    return found && times_named(p, claim) <= found;
}
