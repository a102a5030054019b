/* Stage 3: in which order claims are asked about. A claim that names who says it
 * and shares its words with the quote is rarely wrong; one that hedges, or says
 * it in other words, comes first: what the budget leaves over matters least. */
#include "evidence/internal.h"

enum { BASE = 500, ATTRIBUTED = 150, HEDGED = -200, SHARED = 300 };

/* Phrases of whole words, folded: "may" is not in "mayor". */
static const char *const attributions[] = {
    "according to", "reported", "reports", "report",    "found",        "finds",     "says",      "said",
    "states",       "stated",   "showed",  "shows",     "estimates",    "estimated", "announced", "published",
    "concluded",    "survey",   "study",   "data from", "figures from", NULL,
};
static const char *const hedges[] = {
    "may",    "might", "could", "possibly", "perhaps", "probably",  "likely",      "suggests", "suggest", "appears",
    "appear", "seems", "seem",  "some",     "often",   "generally", "potentially", "arguably", "can be",  NULL,
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
            if (words->items[i].fold.len && words->items[i].fold.data[0] == phrases[p][0] &&
                phrase_at(words, i, str(phrases[p])))
                return true;
    return false;
}

static int overlap_with_all(const struct evidence_work *work, const struct claim *claim)
{
    struct str quotes[CLAIM_SPANS_MAX + 1];
    size_t n = 0;

    for (; n < claim->spans_n && n < CLAIM_SPANS_MAX + 1; n++)
        quotes[n] = work->pool->spans[claim->spans[n]].quote;
    return overlap_of(work->reader, claim->text, quotes, n);
}

void stage_route(struct evidence_work *work)
{
    for (size_t i = 0; i < work->claims.n; i++) {
        struct claim *claim = &work->claims.items[i];
        const struct words *words = reader_words(work->reader, claim->text, reader_language(work->reader, claim->text));

        claim->confidence = BASE;
        claim->confidence += has_phrase(words, attributions) ? ATTRIBUTED : 0;
        claim->confidence += has_phrase(words, hedges) ? HEDGED : 0;
        claim->confidence += overlap_with_all(work, claim) * SHARED / 1000;
    }
}
