/* Words of a text with their places.
 *
 * A word is a run of letters, digits and marks with apostrophes inside;
 * numbers keep their points and commas ("1,234.5"). Hyphens part words. Runs
 * of Chinese, Japanese and Korean characters give overlapping pairs, since
 * nothing else parts their words. Treebank brackets (-LRB-) are no words. */
#ifndef FATHOM_TEXT_WORDS_H
#define FATHOM_TEXT_WORDS_H

#include "text/language.h"

struct lexeme;

enum word_flags {
    WORD_STOP = 1,    /* no content of its own */
    WORD_CAPITAL = 2, /* begins with a capital letter */
    WORD_UPPER = 4,   /* two letters or more, all capital */
    WORD_NUMBER = 8,  /* begins with a digit */
    WORD_NEGATION = 16,
    WORD_CJK = 32,
};

struct word {
    struct str text; /* as written, in the given text */
    struct str fold; /* case folded, no possessive ending */
    struct str stem;
    size_t start; /* byte in the text; start + text.len is its end */
    unsigned flags;
    const struct lexeme *lexeme; /* text/lexeme.h; NULL: it is not in the table */
};

struct words {
    struct word *items;
    size_t n, capacity;
};

/* Appends the words of `text` to *ret. Folded forms and stems live in `arena`, or as
 * long as the process (text/lexeme.h); `text` must outlive the words. */
void words_of(struct arena *arena, struct str text, const struct language *language, struct words *ret);

/* The same without stop words. */
void content_words_of(struct arena *arena, struct str text, const struct language *language, struct words *ret);

/* The next word at or after *at, which moves behind it; false at the end.
 * Only text, start and flags but for STOP and NEGATION are set: for callers
 * that fold and stem through a vocabulary of their own. */
bool word_next(struct str text, size_t *at, struct word *ret);
/* Case folded, compatibility forms unified, possessive ending taken off.
 * Lives in `arena`, or in the text where nothing changes. */
struct str word_fold(struct arena *arena, struct str text);
/* The same into a buffer, for words that are short and ASCII; false for others. */
enum { WORD_SHORT = 40 };
bool word_fold_short(struct str text, char fold[WORD_SHORT], struct str *ret);

/* Does a folded word count as a stop word as it is written? */
bool word_is_stop(const struct language *language, const struct word *word);

static inline bool word_is_content(const struct word *word) { return !(word->flags & WORD_STOP); }
static inline size_t word_end(const struct word *word) { return word->start + word->text.len; }

/* Languages such as German write compounds as one word: is this stem inside a word of the text? Short stems never are. */
bool stem_is_inside(const struct language *language, struct str stem, struct str text);

bool words_have_stem(const struct words *words, struct str stem);

/* Share of the distinct content words of `a` that are in `b`, 0 to 1. */
double words_overlap(const struct words *a, const struct words *b);

#endif
