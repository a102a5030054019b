/* "Everyone but the treasurer resigned": of what is excepted the sentence says nothing that code could be sure of, and of the rest only
 * as long as the exception is told too. */
#include "judge/proof.h"

/* Terms between the quantifier and "but": "all of the members but", "every state save". */
enum { QUANTIFIER_REACH = 5 };

static bool is_quantified(const struct term *items, size_t at)
{
    static const char quantifiers[] =
        "all every everyone everybody everything everywhere any anyone anybody anything nobody none no nothing each nowhere";

    for (size_t i = at; i-- > 0 && i + QUANTIFIER_REACH >= at && items[i].kind == TERM_WORD;) {
        if (term_is_one_of(&items[i], quantifiers) || (term_is(&items[i], "one") && i && term_is(&items[i - 1], "no")))
            return true;
        if (term_looks_like_verb(&items[i]))
            return false;
    }
    return false;
}

/* "All states signed the treaty but Bolivia": a name or two at the end, and no clause. */
static bool ends_in_exception(const struct term *items, size_t n, size_t at)
{
    enum { NAMES_MAX = 4 };
    size_t end = at + 1, i = at;

    while (end < n && items[end].kind != TERM_MARK && !term_looks_like_verb(&items[end]))
        end++;
    while (i > 0 && items[i - 1].kind != TERM_MARK && !is_quantified(items, i))
        i--;
    return end > at + 1 && end <= at + 1 + NAMES_MAX && (end == n || items[end].kind == TERM_MARK) &&
           is_quantified(items, i);
}

bool term_excepts(const struct term *items, size_t n, size_t at)
{
    const struct term *t = &items[at], *next = at + 1 < n ? &items[at + 1] : NULL;

    if (t->kind != TERM_WORD || !next)
        return false;
    if (term_is_one_of(t, "except excepting excluding"))
        return true;
    if ((term_is(t, "other") && term_is(next, "than")) || (term_is_one_of(t, "apart aside") && term_is(next, "from")) ||
        (term_is(t, "exception") && term_is(next, "of")))
        return true;
    return term_is_one_of(t, "but save bar besides") && (is_quantified(items, at) || ends_in_exception(items, n, at));
}

/* Where the exception that begins at `at` ends: at a mark or at the verb. */
static size_t exception_end(const struct pair *pair, size_t at)
{
    size_t i = at + 1;

    while (i < pair->en && pair->e[i].kind != TERM_MARK && !term_looks_like_verb(&pair->e[i]))
        i++;
    return i;
}

unsigned exceptions_check(const struct pair *pair, const struct proof *proof)
{
    for (size_t i = 0; i < pair->en && i <= proof->end + 1; i++) {
        bool told = false;

        if (!term_excepts(pair->e, pair->en, i))
            continue;
        for (size_t k = 0; k < proof->lay.n; k++)
            told = told || proof->lay.items[k].source == i;
        if (!told && exception_end(pair, i) >= proof->start)
            return FLAW_EXCEPTION;
    }
    return 0;
}
