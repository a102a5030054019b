#include "judge/voice.h"

#include "judge/proof.h"

enum { AGENT_MAX = 6 };

/* Where a phrase around the verb must end: at a mark, a conjunction or a relative, for the agent also at a preposition. */
static bool ends_phrase(const struct term *t, bool agent)
{
    if (t->kind == TERM_MARK || term_in(t, GRAMMAR_CONJUNCTION | GRAMMAR_RELATIVE))
        return true;
    return agent && term_in(t, GRAMMAR_PREPOSITION) && !term_is(t, "of");
}

/* The place of "by" behind "was V-ed", or n. */
static size_t find_by(const struct term *items, size_t n)
{
    for (size_t k = 3; k < n; k++)
        if (items[k].kind == TERM_WORD && term_is(&items[k], "by") && term_is_participle(&items[k - 1]) &&
            term_in(&items[k - 2], GRAMMAR_BE))
            return k;
    return n;
}

size_t voice_active(const struct term *items, size_t n, struct term *ret)
{
    const uint64_t doubtful = GRAMMAR_NEGATION | GRAMMAR_MODAL | GRAMMAR_HEDGE | GRAMMAR_UNIVERSAL |
                              GRAMMAR_WEAK_QUANTITY;
    size_t by = find_by(items, n), from = by - 2, end = by + 1, to = 0;

    if (by == n || terms_any(items, by, doubtful))
        return 0;
    while (from > 0 && !ends_phrase(&items[from - 1], false))
        from--;
    while (end < n && end <= by + AGENT_MAX && !ends_phrase(&items[end], true))
        end++;
    size_t object_end = by - 2;
    while (object_end > from && term_in(&items[object_end - 1], GRAMMAR_AUXILIARY))
        object_end--;
    /* A date or a number behind "by" is no agent: "by 2030". A phrase before the object ("In May the plant") stays in front. */
    if (object_end == from || end == by + 1 || items[by + 1].kind == TERM_NUMBER ||
        str_ends(items[by + 1].fold, "ing") || terms_any(items + from, object_end - from, GRAMMAR_PREPOSITION))
        return 0;
    for (size_t i = 0; i < from; i++)
        ret[to++] = items[i];
    for (size_t i = by + 1; i < end; i++)
        ret[to++] = items[i];
    ret[to++] = items[by - 1];
    for (size_t i = from; i < object_end; i++)
        ret[to++] = items[i];
    for (size_t i = end; i < n; i++)
        ret[to++] = items[i];
    return to;
}

static bool is_date_phrase(const struct term *items)
{
    return items[0].kind == TERM_WORD && term_is_one_of(&items[0], "in on since during") &&
           items[1].kind == TERM_NUMBER && items[1].number->kind == NUMBER_DATE;
}

size_t voice_date_moved(const struct term *items, size_t n, struct term *ret)
{
    enum { PHRASE = 2, LEAST = 5 };

    if (n < LEAST)
        return 0;
    bool first = is_date_phrase(items), last = is_date_phrase(items + n - PHRASE);
    if (first == last)
        return 0;
    memcpy(ret, first ? items + PHRASE : items + n - PHRASE, (first ? n - PHRASE : PHRASE) * sizeof *ret);
    memcpy(ret + (first ? n - PHRASE : PHRASE), items, (first ? PHRASE : n - PHRASE) * sizeof *ret);
    return n;
}
