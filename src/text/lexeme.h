/* What is known of a folded word in a language, found out once per process:
 * its stem, and whether it is a stop word or a negation.
 *
 * The same few thousand words make up most of every text, and stemming one
 * costs more than everything else that is done with it. Entries are never
 * changed nor freed, so they need no lock and no copies. Their number is
 * bounded; words beyond it are worked out anew each time.
 * Threads: any. */
#ifndef FATHOM_TEXT_LEXEME_H
#define FATHOM_TEXT_LEXEME_H

#include "text/language.h"

struct lexeme {
    const struct language *language;
    struct str fold, stem;
    uint64_t hash;
    bool stop, negation;
    uint32_t stem_hash; /* wordmap_hash */
};

/* The entry of a folded word; NULL when the table is full or the word is long:
 * then language_stem() and the like say it. */
const struct lexeme *lexeme_of(const struct language *language, struct str fold);

#endif
