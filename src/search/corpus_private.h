/* What the files of a corpus share. */
#ifndef FATHOM_SEARCH_CORPUS_PRIVATE_H
#define FATHOM_SEARCH_CORPUS_PRIVATE_H

#include "search/corpus.h"
#include "text/words.h"

enum {
    CORPUS_UNIT_BYTES = 6000, /* documents longer than this are found in pieces */
    CORPUS_SEGMENTS = 8,      /* more are joined after adding */
    CORPUS_NAME_MAX = 1000,
};

/* --- index of a batch in memory (corpus_index.c) --- */
struct corpus_index;
struct corpus_index *corpus_index_new(struct arena *arena);
/* Adds a unit; its number counts from 0. `ret` gets the word counts. */
void corpus_index_unit(struct corpus_index *index, const struct language *language, struct str title, struct str text,
                       struct corpus_new_unit *ret);
/* The terms, sorted, in the index's arena. */
const struct corpus_new_term *corpus_index_terms(struct corpus_index *index, size_t *ret_n);
size_t corpus_index_bytes(const struct corpus_index *index);

/* A stem as the index has it. Languages have terms of their own, so that a word
 * of the query, stemmed by each language of the corpus, meets only documents in
 * that language. */
struct str corpus_term(struct arena *arena, const struct language *language, struct str stem);

/* The end of the piece of `text` that begins at `start`: at a heading, an empty
 * line, a line or a sentence, at most CORPUS_UNIT_BYTES on. */
size_t corpus_unit_end(struct str text, size_t start);

/* --- the writer (corpus_writer.c), beyond corpus.h --- */
/* Documents of a file are all given: its row is written with them, those it no longer has go. */
void corpus_writer_file_done(struct corpus_writer *writer, const struct corpus_file_row *file);
int corpus_writer_file_remove(struct corpus_writer *writer, int64_t file, struct error *e);
/* Keeps the right to write while time passes without a put. */
int corpus_writer_alive(struct corpus_writer *writer, struct error *e);
int64_t corpus_writer_corpus(const struct corpus_writer *writer);
void corpus_writer_hold(struct corpus_writer *writer, size_t bytes); /* text held before it is written */

/* --- passages (corpus_passage.c) --- */
/* The sentences of [start, end) of `text` that say most of the terms (stems), as one range. */
void corpus_passage(struct arena *arena, struct str text, const struct language *language, const struct str *terms,
                    const double *weights, size_t terms_n, size_t *start, size_t *end);

#endif
