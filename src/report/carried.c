/* How many sources carry a claim, and where a claim sets two things against each other, which source carries which. */
#include "report/claims.h"

#include "evidence/evidence.h"
#include "text/counts.h"
#include "text/language.h"
#include "text/words.h"

/* Words between the two sides of a contrast. */
static const char *const contrasts[] = {
    " whereas ",    ", while ", ", but ",         " wohingegen ", ", während ",
    " tandis que ", ", mais ",  " mientras que ", ", pero ",      NULL,
};

static bool split_sides(struct str text, struct str ret[2])
{
    for (size_t i = 0; contrasts[i]; i++) {
        ptrdiff_t at = str_find(text, str(contrasts[i]), 0);

        if (at <= 0)
            continue;
        ret[0] = str_sub(text, 0, (size_t) at);
        ret[1] = str_sub(text, (size_t) at + strlen(contrasts[i]), text.len);
        return true;
    }
    return false;
}

/* Words of one side that the other has not, and the quote has. */
static size_t own_words(const struct words *side, const struct words *other, const struct words *quote)
{
    size_t n = 0;

    for (size_t i = 0; i < side->n; i++)
        n += word_is_content(&side->items[i]) && !words_have_stem(other, side->items[i].stem) &&
             words_have_stem(quote, side->items[i].stem);
    return n;
}

/* 0 or 1: the side that shares more words with the quote; -1: neither more than the other. */
static int side_of(const struct words sides[2], const struct words *quote)
{
    size_t first = own_words(&sides[0], &sides[1], quote), second = own_words(&sides[1], &sides[0], quote);

    return first > second ? 0 : second > first ? 1 : -1;
}

static void add_source(struct arena *arena, struct str_list *list, int64_t source)
{
    struct str marker = str_format(arena, "[%lld]", (long long) source);

    if (!str_list_has(list, marker))
        str_list_add(arena, list, marker);
}

/* "[1], [2] and [5]" */
static struct str listed(struct arena *arena, const struct str_list *list)
{
    if (list->n < 2)
        return list->items[0];
    return str_format(arena, "%.*s and %.*s", STR_ARG(str_join(arena, list->items, list->n - 1, ", ")),
                      STR_ARG(list->items[list->n - 1]));
}

/* False where the claim sets nothing against anything, or one source says both. */
static bool by_sides(struct arena *arena, const struct claim_row *c, struct str_list ret[2])
{
    const struct language *language = language_guess(c->text);
    struct words words[2] = { 0 };
    struct str sides[2];

    if (c->spans_n < 2 || !split_sides(c->text, sides))
        return false;
    for (int i = 0; i < 2; i++)
        words_of(arena, sides[i], language, &words[i]);
    for (size_t i = 0; i < c->spans_n; i++) {
        struct words quote = { 0 };

        words_of(arena, c->spans[i].quote, language, &quote);
        int side = side_of(words, &quote);
        if (side < 0)
            return false;
        add_source(arena, &ret[side], c->spans[i].source);
    }
    for (size_t i = 0; i < ret[0].n; i++)
        if (str_list_has(&ret[1], ret[0].items[i]))
            return false;
    return ret[0].n && ret[1].n;
}

/* The sources that carry it together, none of them by itself; false: one does, or there is only one. */
static bool together(struct arena *arena, const struct claim_row *c, struct str_list *ret)
{
    struct source_quote *quotes = arena_calloc(arena, c->spans_n + 1, sizeof *quotes);

    for (size_t i = 0; i < c->spans_n; i++) {
        quotes[i] = (struct source_quote){ c->spans[i].quote, (size_t) c->spans[i].source };
        add_source(arena, ret, c->spans[i].source);
    }
    for (size_t i = 0; i < c->spans_n; i++)
        if (evidence_carries_alone(c->text, quotes, c->spans_n, quotes[i].group))
            return false;
    return ret->n > 1;
}

struct str claim_carried(struct arena *arena, const struct claim_row *claim)
{
    struct str_list sides[2] = { 0 }, all = { 0 };

    if (claim->independent <= 0)
        return str("");
    if (by_sides(arena, claim, sides))
        return str_format(arena, "%.*s carr%s the first side, %.*s the second", STR_ARG(listed(arena, &sides[0])),
                          sides[0].n == 1 ? "ies" : "y", STR_ARG(listed(arena, &sides[1])));
    if (claim->independent == 1 && together(arena, claim, &all))
        return str_format(arena, "%.*s carry this together", STR_ARG(listed(arena, &all)));
    return str_format(
        arena, "%.*s this",
        STR_ARG(text_counted(arena, claim->independent, "independent source carries", "independent sources carry")));
}
