/* A reader: reads texts and remembers what it has read, for work that compares
 * many texts with many.
 *
 * Texts are known again by their address, so they must outlive the reader and
 * stay as they are. What it gives lives as long as its arena.
 * Threads: a reader belongs to one thread at a time. */
#ifndef FATHOM_JUDGE_READER_H
#define FATHOM_JUDGE_READER_H

#include "text/numbers.h"
#include "text/sentence.h"
#include "text/words.h"

struct reader;

struct reader *reader_new(struct arena *arena);

/* Where what is remembered lives. */
struct arena *reader_arena(struct reader *reader);
/* A place for what is made of a text; NULL until it is set. */
enum reader_use { READER_TERMS, READER_USES };
void **reader_made(struct reader *reader, struct str text, enum reader_use use);

const struct language *reader_language(struct reader *reader, struct str text);
const struct words *reader_words(struct reader *reader, struct str text, const struct language *language);
const struct numbers *reader_numbers(struct reader *reader, struct str text);
const struct sentences *reader_sentences(struct reader *reader, struct str text);

#endif
