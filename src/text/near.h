/* Words that are nearly another: slips of the keyboard. */
#ifndef FATHOM_TEXT_NEAR_H
#define FATHOM_TEXT_NEAR_H

#include "base/str.h"

enum { LETTERS_MAX = 40 };

/* The letters of a word; what is behind the last is left out. */
struct letters {
    int32_t at[LETTERS_MAX];
    size_t n;
};
void letters_read(struct str s, struct letters *ret);

/* Is one word the other with at most so many letters wrong, missing, added or in the wrong order (Damerau)? */
bool letters_near(const struct letters *a, const struct letters *b, size_t most);
bool words_near(struct str a, struct str b, size_t most);

#endif
