/* What the files of a corpus share. */
#ifndef FATHOM_SEARCH_CORPUS_INTERNAL_H
#define FATHOM_SEARCH_CORPUS_INTERNAL_H

#include "search/corpus.h"
#include "text/words.h"

enum {
    CORPUS_UNIT_BYTES = 4000, /* of the blocks under one heading that are found together */
    CORPUS_SEGMENTS = 8,      /* more are joined after adding */
    CORPUS_NAME_MAX = 1000,
    CORPUS_FORM = 1, /* of the index: raised when it changes, so that documents are indexed again */
};

/* --- index of a batch in memory (corpus_index.c) --- */
struct corpus_index;
struct corpus_index *corpus_index_new(struct arena *arena);
/* Adds a unit; its number counts from 0. `headings` are those it stands under. `ret` gets the word counts. */
struct corpus_unit_text {
    struct str title, headings, text;
};
void corpus_index_unit(struct corpus_index *index, const struct language *language, const struct corpus_unit_text *unit,
                       struct corpus_new_unit *ret);
/* The terms, sorted, in the index's arena. */
const struct corpus_new_term *corpus_index_terms(struct corpus_index *index, size_t *ret_n);
size_t corpus_index_bytes(const struct corpus_index *index);

/* A stem as the index has it. Languages have terms of their own, so that a word
 * of the query, stemmed by each language of the corpus, meets only documents in
 * that language. */
struct str corpus_term(struct arena *arena, const struct language *language, struct str stem);

/* What compounds and their parts share: the first and the last letters of a long word, as terms of their own. Returns how
 * many (0 where the language writes no compounds, or the word is short). `compound`: only words long enough to be one. */
enum { CORPUS_ENDS = 2 };
size_t corpus_ends(struct arena *arena, const struct language *language, struct str stem, bool compound,
                   struct str ret[CORPUS_ENDS]);

/* The units of a text: passages, each a block or a few blocks under one heading path, together all of its bytes. */
struct corpus_unit {
    size_t start, end;
    struct str headings;
};
size_t corpus_units(struct arena *arena, struct str text, struct corpus_unit **ret);

/* --- the writer (corpus_writer.c), beyond corpus.h --- */
/* Documents of a file are all given: its row is written with them, those it no longer has go. */
void corpus_writer_file_done(struct corpus_writer *writer, const struct corpus_file_row *file);
int corpus_writer_file_remove(struct corpus_writer *writer, int64_t file, struct error *e);
/* Keeps the right to write while time passes without a put. */
int corpus_writer_alive(struct corpus_writer *writer, struct error *e);
int64_t corpus_writer_corpus(const struct corpus_writer *writer);
void corpus_writer_hold(struct corpus_writer *writer, size_t bytes); /* text held before it is written */

/* --- passages (corpus_passage.c) --- */
struct weighed_term {
    struct str stem;
    double weight;
};
/* The sentences of `text` that say most of the terms; all of it where there is no sentence. */
struct str corpus_passage(struct arena *arena, struct str text, const struct language *language,
                          const struct weighed_term *terms, size_t terms_n);

/* --- filters (corpus_filter.c) --- */
/* Is the document of the days and domains that the query asks for? */
bool corpus_query_fits(const struct corpus_query *q, const struct corpus_document_row *d);

/* --- slips (corpus_near.c) --- */
struct corpus_near {
    struct str term;
    size_t wrong;  /* letters; 0: none was found yet */
    int64_t bytes; /* of its list: the more, the more often it is there */
};
/* Looks for the term of a segment that is nearest to one that no unit has; `ret` gets it if it is better than what it has. */
int corpus_near_term(struct db *db, struct arena *arena, int64_t segment, struct str term, struct corpus_near *ret,
                     struct error *e);

#endif
