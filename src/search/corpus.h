/* Local corpora: documents of the user, indexed in the store, searched with
 * BM25F over title, headings and text.
 *
 * Adding is incremental (a file that did not change is not read again), goes
 * in batches that are each committed whole (an interrupted run leaves a smaller
 * corpus, never a broken one; adding again goes on), and needs memory for one
 * batch only. Texts are blobs of the store; a hit names the document and the
 * byte range of the passage that answers best.
 *
 * Threads and processes: any number may search; one adds to a corpus at a time, the others wait for their turn. */
#ifndef FATHOM_SEARCH_CORPUS_H
#define FATHOM_SEARCH_CORPUS_H

#include "pages/document.h"
#include "records/corpora.h"

/* --- adding --- */

/* One document; what is empty is found out or left empty. */
struct corpus_document {
    struct str name; /* unique in the corpus */
    struct str title, text, url, date, language;
    struct str pages; /* where each page starts in `text` (records/page_starts.h) */
};

struct corpus_added {
    int64_t files, documents; /* read and indexed now */
    int64_t unchanged, removed, duplicates, skipped;
    int64_t bytes;
    struct str_list notes;         /* "a.pdf: skipped: encrypted"; the first 200 */
    int64_t images, ignored;       /* files (and folders) below the given ones that are no documents */
    struct str_list ignored_paths; /* the first 1000 of both */
};

/* How far it is; called about twice a second and once at the end. */
struct corpus_progress {
    void (*report)(void *context, const struct corpus_added *so_far, int64_t bytes_done, int64_t bytes_total,
                   struct str current);
    bool (*stop)(void *context); /* true: end after the current document, what was read is kept */
    void *context;
};

struct corpus_add_settings {
    struct str name;         /* its key: corpus_key() */
    const struct str *paths; /* files, folders, .jsonl of {"id","title","text","url","date"} */
    size_t paths_n;
    const struct corpus_progress *progress; /* may be NULL */
    /* How files other than .jsonl become documents; NULL: document_read() (in a child). */
    int (*read)(struct arena *arena, struct str bytes, const struct document_hints *hints,
                const struct document_limits *limits, struct document *ret, struct error *e);
    int64_t reader;     /* which one `read` is; 0: this program's. Files that another one read are read again */
    size_t batch_bytes; /* text held before it is written; 0: 16 MB */
};

/* Brings the corpus up to date with the paths: new and changed files are read,
 * vanished ones below the given folders removed. A file that cannot be read is
 * skipped with a note; the error is for what stops all. Notes live in `arena`. */
int corpus_add(struct store *store, struct arena *arena, const struct corpus_add_settings *settings,
               struct corpus_added *ret, struct error *e);

/* Pages fetched by the caller (URLs), one by one: begin, put any number, end. Beginning waits while somebody else adds
 * to the corpus, until `progress` (may be NULL) says stop; then it is -ERROR_CONFLICT. */
struct corpus_writer;
int corpus_writer_begin(struct store *store, struct str name, const struct corpus_progress *progress,
                        struct corpus_writer **ret, struct error *e);
/* 1: indexed, 2: there already, 3: the same text is there under another name; negative: an error. `from` is the
 * file or URL it came from. */
int corpus_writer_put(struct corpus_writer *writer, struct str from, const struct corpus_document *document,
                      struct error *e);
/* Writes what is held; frees the writer in any case. */
int corpus_writer_end(struct corpus_writer *writer, struct error *e);

/* The documents of a corpus, by name. */
int corpus_documents(struct store *store, struct str key, struct arena *arena, struct corpus_document_row **ret,
                     size_t *ret_n, struct error *e);
/* Those of an owner. */
int corpus_list(struct store *store, struct str owner, struct arena *arena, struct corpus_row **ret, size_t *ret_n,
                struct error *e);
int corpus_remove(struct store *store, struct str key, struct error *e);

/* --- searching --- */

struct corpus_query {
    const struct str *corpora; /* keys (corpus_key()); one at least */
    size_t corpora_n;
    struct str text;         /* words; words in "quotes" must occur as a phrase */
    int64_t count;           /* documents wanted; 0: 10, at most 1000 */
    struct str since, until; /* dates or empty; documents without a date are kept out by either */
    const struct str_list *include_domains, *exclude_domains; /* NULL: none */
    bool passages;                                            /* find the passage of each hit and read it */
};

struct corpus_hit {
    struct str corpus, name, title, url, date;
    struct hash text_hash; /* the document's text, for spans */
    int64_t document;
    int64_t score;      /* thousandths */
    size_t start, end;  /* bytes of the passage (or of the unit) in the text */
    struct str passage; /* its bytes, if wanted */
    struct str copy_of; /* with passages: name of the better hit it is a near copy of, else empty */
};

struct corpus_hits {
    struct corpus_hit *items;
    size_t n;
    int64_t documents; /* that were looked through */
};

/* -ERROR_NOT_FOUND names a corpus that does not exist. With passages, near copies of a better hit stand behind all others, if
 * there are too few of these.
 * Everything lives in `arena`. */
int corpus_search(struct store *store, struct arena *arena, const struct corpus_query *query, struct corpus_hits *ret,
                  struct error *e);
/* The whole text of a hit, and where its pages start (NULL: not wanted). */
int corpus_text(struct store *store, struct arena *arena, const struct corpus_hit *hit, struct str *ret,
                struct str *ret_pages, struct error *e);

#endif
