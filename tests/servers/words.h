/* Plausible words out of a hash: the same seed gives the same words. */
#ifndef TESTD_WORDS_H
#define TESTD_WORDS_H

#include "base/buf.h"
#include "base/hash.h"

/* A small random source; seed it from a hash. */
struct dice {
    uint64_t state;
};

struct dice dice_of(struct hash hash, const char *purpose);
uint32_t dice_roll(struct dice *dice, uint32_t sides); /* 0 … sides - 1 */

/* A hash made of another one, a word and a number. */
struct hash hash_mix(struct hash hash, const char *word, uint64_t number);

/* The words of a text that carry its meaning (at most `most`), joined by spaces. */
struct str words_salient(struct arena *arena, struct str text, size_t most);
/* A sentence with a number in it about a topic. */
struct str words_sentence(struct arena *arena, struct dice *dice, struct str topic);
/* A way to look at a topic: "cost of %s" … `at` counts from 0, all differ below words_aspects(). */
struct str words_aspect(struct arena *arena, size_t at, struct str topic);
size_t words_aspects(void);
struct str words_heading(struct dice *dice);

/* A document of the imaginary web. Documents of the same number are the same
 * for every engine and every query, which is what makes lists overlap. */
struct document {
    struct str url, title, snippet, text, date, author;
};
/* The `rank`-th result (from 0) for a query. `engine` decides the order a little
 * and decorates some addresses with tracking parameters. False (and *ret empty) only
 * where the script has a library and no further page of it speaks of the query. */
bool document_find(struct arena *arena, struct str query, const char *engine, size_t rank, struct document *ret);

#endif
