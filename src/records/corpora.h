/* Corpora: documents, the files they came from, and an inverted index in
 * segments. search/corpus.h says what the bytes of a posting list mean; here
 * they are only kept.
 *
 * A corpus numbers its units (pieces of documents that are found) upwards. A
 * segment is the index of a range of them: one row per term. What is written
 * at once is one segment; neighbours are merged later by joining the lists. */
#ifndef FATHOM_RECORDS_CORPORA_H
#define FATHOM_RECORDS_CORPORA_H

#include "store/blob.h"

struct corpus_row {
    int64_t id;
    struct str name;      /* unique for its owner */
    struct str owner;     /* user; empty on one's own machine */
    struct str languages; /* "en:512 de:40": documents per code, most frequent first */
    int64_t created_ms, updated_ms;
    int64_t documents, bytes, files, duplicates, segments;
};

/* What a corpus is called by everywhere below the service: its name, or "@owner/name" where it has an owner. A user names
 * only what is behind his own prefix. */
struct str corpus_key(struct arena *arena, struct str owner, struct str name);
void corpus_key_split(struct str key, struct str *ret_owner, struct str *ret_name);

struct corpus_file_row {
    int64_t id;
    struct str path;
    int64_t size, changed_ns;
    int64_t reader;  /* that read it; 0: not known */
    struct str note; /* why it gave nothing, else empty */
};

struct corpus_document_row {
    int64_t id, file;
    struct str name; /* unique in the corpus: the id given, or the path */
    struct str title, url, date, language;
    struct hash hash;      /* of all that was given */
    struct hash text_hash; /* its blob */
    int64_t bytes;
    int64_t duplicate_of; /* a document of the corpus with the same text, or 0 */
    int64_t pass;         /* the pass that met it last */
    struct str pages;     /* where each page starts in the text (page_starts.h) */
};

/* One document to be written, with its units. */
struct corpus_new_document {
    struct corpus_document_row row;
    struct str text;
    int64_t replaces;           /* document with the same name that goes, or 0 */
    size_t same_as;             /* 1 + document of the batch with the same text, or 0 */
    size_t file;                /* in the batch */
    size_t first_unit, units_n; /* in the batch */
};
struct corpus_new_unit {
    size_t start, end; /* bytes of the text */
    unsigned body_words, title_words;
};
struct corpus_new_term {
    struct str term;
    struct str list; /* posting list; units count from the segment's first */
    uint32_t units;  /* units in it */
};
struct corpus_batch {
    int64_t corpus;
    int64_t pass;                  /* the epoch of the lease it is written under */
    struct corpus_file_row *files; /* id 0: made or found by path; set on return */
    size_t files_n;
    struct corpus_new_document *documents;
    size_t documents_n;
    const struct corpus_new_unit *units;
    size_t units_n;
    const struct corpus_new_term *terms; /* sorted */
    size_t terms_n;
};

/* The lengths of a unit as a segment keeps them: four bytes each. */
struct corpus_length {
    uint16_t body;
    uint8_t title, alive;
};

struct corpus_segment {
    int64_t id, corpus, first_unit, units_n;
    int64_t body_words, title_words; /* sums over what is alive */
    const struct corpus_length *lengths;
};

/* The right to add to a corpus: one writer at a time, in any process. */
struct corpus_lease {
    int64_t corpus, epoch;
    bool unclean; /* nobody gave it back before: what is there may be damaged */
};

/* --- inside a write job --- */
/* Takes it when nobody holds it, its time is over, or the holder is a process of this machine that is gone; each taking
 * raises the epoch. -ERROR_CONFLICT (with retry) names the holder. */
int corpus_lease_take(struct db *db, int64_t corpus, int64_t now_ms, int64_t until_ms, struct corpus_lease *ret,
                      struct error *e);
/* -ERROR_CONFLICT when somebody else has it by now, -ERROR_NOT_FOUND when the corpus is gone. */
int corpus_lease_renew(struct db *db, const struct corpus_lease *lease, int64_t until_ms, struct error *e);
int corpus_lease_release(struct db *db, const struct corpus_lease *lease, struct error *e);
/* Removes documents and units that do not belong together and marks their files, and files whose documents were
 * lost, as not read. */
int corpus_record_repair(struct db *db, int64_t corpus, bool *ret_repaired, struct error *e);
/* Copies of its text go too; their files are read again next time. */
int corpus_record_document_remove(struct db *db, int64_t document, struct error *e);
/* Finds or makes it. */
int corpus_record_make(struct db *db, struct str key, int64_t now_ms, int64_t *ret, struct error *e);
int corpus_record_append(struct db *db, struct corpus_batch *batch, struct error *e);
/* Marks a document as met in this pass over its file. */
int corpus_record_touch(struct db *db, int64_t document, int64_t pass, struct error *e);
/* A file is done: its row says so, documents of it that this pass did not meet go. */
int corpus_record_file_done(struct db *db, int64_t corpus, const struct corpus_file_row *file, int64_t pass,
                            struct error *e);
/* A file that is no longer there goes with its documents. */
int corpus_record_file_remove(struct db *db, int64_t corpus, int64_t file, struct error *e);
/* Joins the smallest neighbouring segments while there are more than `most`; counts and languages brought up to date. */
int corpus_record_settle(struct db *db, int64_t corpus, int64_t most, int64_t now_ms, struct error *e);
int corpus_record_remove(struct db *db, struct str key, struct error *e); /* -ERROR_NOT_FOUND */

/* --- reading --- */
int corpus_record_find(struct db *db, struct str key, struct arena *arena, struct corpus_row *ret, struct error *e);
/* The corpora of an owner, by name. */
int corpus_record_list(struct db *db, struct str owner, struct arena *arena, struct corpus_row **ret, size_t *ret_n,
                       struct error *e);
int corpus_record_file(struct db *db, int64_t corpus, struct str path, struct corpus_file_row *ret, struct error *e);
/* Files below a folder ("" for all), by path. */
int corpus_record_files(struct db *db, int64_t corpus, struct str below, struct arena *arena,
                        struct corpus_file_row **ret, size_t *ret_n, struct error *e);
/* All documents, by name: without their hashes and page starts. */
int corpus_record_documents(struct db *db, int64_t corpus, struct arena *arena, struct corpus_document_row **ret,
                            size_t *ret_n, struct error *e);
/* By name, or by text; ret->id is 0 when there is none. */
int corpus_record_named(struct db *db, int64_t corpus, struct str name, struct corpus_document_row *ret,
                        struct error *e);
int corpus_record_with_text(struct db *db, int64_t corpus, struct hash text, int64_t *ret, struct error *e);
int corpus_record_segments(struct db *db, int64_t corpus, struct arena *arena, struct corpus_segment **ret,
                           size_t *ret_n, struct error *e);
/* The posting list of a term in a segment, a copy in `arena`; empty if it has none. */
int corpus_record_term(struct db *db, int64_t segment, struct str term, struct arena *arena, struct str *ret,
                       struct error *e);
/* The terms of a segment from `from` up to, not including, `until`, and how long their lists are. */
struct corpus_term_row {
    struct str term;
    int64_t bytes;
};
int corpus_record_terms(struct db *db, int64_t segment, struct str from, struct str until, struct arena *arena,
                        struct corpus_term_row **ret, size_t *ret_n, struct error *e);
/* The page starts of a document; empty if it has none, or is gone. */
int corpus_record_pages(struct db *db, int64_t document, struct arena *arena, struct str *ret, struct error *e);
/* A unit's document (without its page starts) and place in its text; -ERROR_NOT_FOUND if it is gone. */
struct corpus_unit_row {
    struct corpus_document_row document;
    size_t start, end;
};
int corpus_record_unit(struct db *db, int64_t corpus, int64_t unit, struct arena *arena, struct corpus_unit_row *ret,
                       struct error *e);

#endif
