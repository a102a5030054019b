/* Does one source carry a claim by itself? A claim that rests on two sources may have half of what it says from each: then neither is
 * independent of the other. */
#include "evidence/internal.h"

enum { ALONE_LEAST = 70, QUOTES_MAX = 16 }; /* percent of the claim's words that all quotes together have */

struct carrying evidence_carrying(struct str claim, const struct source_quote *quotes, size_t n, size_t group)
{
    const struct language *language = language_guess(claim);
    struct arena *scratch = arena_new();
    struct words mine = { 0 }, theirs[QUOTES_MAX] = { 0 };
    size_t all = 0, own = 0;
    struct carrying ret = { 0 };
    bool figures = true;

    n = n < QUOTES_MAX ? n : QUOTES_MAX;
    words_of(scratch, claim, language, &mine);
    for (size_t k = 0; k < n; k++)
        words_of(scratch, quotes[k].text, language, &theirs[k]);
    for (size_t i = 0; i < mine.n; i++) {
        bool elsewhere = false, here = false, content = word_is_content(&mine.items[i]);

        for (size_t k = 0; k < n; k++) {
            bool has = words_have_stem(&theirs[k], mine.items[i].stem);

            elsewhere = elsewhere || (has && quotes[k].group != group);
            here = here || (has && quotes[k].group == group);
        }
        all += (here || elsewhere) && content;
        own += here && content;
        figures = figures && (here || !elsewhere || !str_has_digit(mine.items[i].fold));
        ret.brings = ret.brings || (here && !elsewhere && content);
    }
    arena_free(scratch);
    ret.alone = figures && own * 100 >= all * ALONE_LEAST;
    return ret;
}

bool evidence_carries_alone(struct str claim, const struct source_quote *quotes, size_t n, size_t group)
{
    return evidence_carrying(claim, quotes, n, group).alone;
}
