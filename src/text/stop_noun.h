/* Stop words that a question uses as nouns. */
#ifndef FATHOM_TEXT_STOP_NOUN_H
#define FATHOM_TEXT_STOP_NOUN_H

#include "text/words.h"

/* "What is a blind via?": a stop word that ends a question for a definition is a noun. Returns it folded; empty where there is
 * none. */
struct str stop_noun(const struct language *language, const struct words *words);

#endif
