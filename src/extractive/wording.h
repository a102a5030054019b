/* How sentences of sources are worded, in the languages we know: whether one gives a reason, draws a conclusion, counts, or points
 * back to the sentence before it. Tables of words, like those of asking.h. */
#ifndef FATHOM_EXTRACTIVE_WORDING_H
#define FATHOM_EXTRACTIVE_WORDING_H

#include "text/words.h"

bool wording_is_month(struct str fold);
bool wording_has_digit(struct str text);

/* Does a sentence give a reason, or draw a conclusion, by its words? */
bool wording_gives_reason(const struct language *language, const struct words *words);
bool wording_concludes(const struct words *words);
/* Does it weigh or advise ("may", "should"), say what a study is for, count, or tell how it was done? */
bool wording_weighs(const struct words *words);
bool wording_states_aim(const struct words *words);
bool wording_counts(const struct words *words, struct str sentence);
bool wording_tells_method(const struct words *words);
/* "every night", "once a week", "monthly", "a period of a month" (English) */
bool wording_tells_frequency(const struct words *words);
/* "a factor of five", "twice as fast", "30 percent" (English) */
bool wording_tells_ratio(const struct words *words);
/* Does it open by pointing back ("This", "They", "Therefore")? */
bool wording_points_back(const struct language *language, const struct words *words);
/* Does it take back some of what stands before it ("However", "In practice")? */
bool wording_turns(const struct language *language, const struct words *words);

/* "The largest", "la plus grande", "el mayor", "das größte": which way it is the first of all; of any language. */
enum superlative {
    SUPERLATIVE_NONE,
    SUPERLATIVE_LARGE,
    SUPERLATIVE_SMALL,
    SUPERLATIVE_OLD,
    SUPERLATIVE_NEW,
    SUPERLATIVE_LONG,
    SUPERLATIVE_HIGH,
    SUPERLATIVE_FAST,
    SUPERLATIVE_CHEAP,
    SUPERLATIVE_COMMON,
};
enum superlative wording_superlative(const struct words *words);
/* Of the word at a place, its adjective ("plus grande"); and the adjectives of its kind in all languages, between blanks. */
enum superlative wording_superlative_at(const struct words *words, size_t at);
struct str wording_superlatives(struct arena *arena, enum superlative kind);
/* Is it so of just this kind anywhere in the words? */
bool wording_is_superlative(const struct words *words, enum superlative kind);

/* "… the following tasks.", "… three states:": a list, steps or code comes next. */
bool wording_announces(struct str sentence);

#endif
