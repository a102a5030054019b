/* Stage 3: which claims a quick check settles. A claim that names who says it
 * and shares its words with the quote is rarely wrong; one that hedges, or says
 * it in other words, wants a full check. */
#include "evidence/internal.h"

enum { BASE = 500, ATTRIBUTED = 150, HEDGED = -200, SHARED = 300, SHARED_FROM = 500, HIGH = 600 };

/* Phrases of whole words, folded: "may" is not in "mayor". */
static const char *const attributions[] = {
    "according to", "reported", "reports", "report", "found", "finds", "says", "said", "states", "stated", "showed", "shows",
    "estimates", "estimated", "announced", "published", "concluded", "survey", "study", "data from", "figures from", NULL,
};
static const char *const hedges[] = {
    "may", "might", "could", "possibly", "perhaps", "probably", "likely", "suggests", "suggest", "appears", "appear", "seems",
    "seem", "some", "often", "generally", "potentially", "arguably", "can be", NULL,
};

static bool phrase_at(const struct words *words, size_t at, struct str phrase)
{
    struct str part;

    while (str_next(&phrase, ' ', &part)) {
        if (at >= words->n || !str_eq(words->items[at].fold, part))
            return false;
        at++;
    }
    return true;
}

static bool has_phrase(const struct words *words, const char *const *phrases)
{
    for (size_t p = 0; phrases[p]; p++)
        for (size_t i = 0; i < words->n; i++)
            if (phrase_at(words, i, str(phrases[p])))
                return true;
    return false;
}

static struct str all_quotes(struct arena *arena, const struct evidence_pool *pool, const struct claim *claim)
{
    struct str_list quotes = { 0 };

    for (size_t i = 0; i < claim->spans_n; i++)
        str_list_add(arena, &quotes, pool->spans[claim->spans[i]].quote);
    return str_join(arena, quotes.items, quotes.n, "\n");
}

void stage_route(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        struct arena *scratch = arena_new();
        struct words words = { 0 };

        words_of(scratch, claim->text, language_guess(claim->text), &words);
        claim->confidence = BASE;
        claim->confidence += has_phrase(&words, attributions) ? ATTRIBUTED : 0;
        claim->confidence += has_phrase(&words, hedges) ? HEDGED : 0;
        claim->confidence += evidence_overlap(claim->text, all_quotes(scratch, work->pool, claim)) > SHARED_FROM ? SHARED : 0;
        claim->doubtful = claim->confidence < HIGH;
        arena_free(scratch);
    }
}
