/* Sources of a run: numbered once, in the order they were added. Texts are blobs. */
#ifndef FATHOM_RECORDS_SOURCES_H
#define FATHOM_RECORDS_SOURCES_H

#include "store/store.h"

struct source_row {
    struct str id;  /* "src-" + 12 hex digits */
    int64_t number; /* 1 … in the run */
    struct str url, canonical_url, title, snippet, author, date, engine, query;
    struct str text;  /* what it rests on: page text, or the snippet */
    struct hash hash; /* of `text`, set when it is stored */
    double relevance;
    bool snippet_only;       /* the page could not be read */
    struct str suspect;      /* a passage that reads like orders to a model; kept with the report, not here */
    struct str_list queries; /* what else found it: further queries, steps of a plan; not stored */
    struct str pages;        /* of a PDF: where each page starts in `text` (page_starts.h) */
    struct str quality;      /* of a page of the web, by its address: low, medium, high; else empty; not stored */
};

/* Replaces the run's sources by these, in one go (idempotent: a resumed run writes the same). */
int source_record_put(struct db *db, struct str run, struct source_row *rows, size_t n, struct error *e);
/* By number; texts only if asked. */
int source_record_list(struct db *db, struct str run, bool texts, struct arena *arena, struct source_row **ret,
                       size_t *ret_n, struct error *e);

#endif
