/* Operations on documents that belong to no run: reading one, checking a claim
 * against some, and the user's corpora. Reading and checking make no store;
 * pages are kept in the one that is there. */
#ifndef FATHOM_SERVICE_DOCUMENTS_H
#define FATHOM_SERVICE_DOCUMENTS_H

#include "pages/document.h"
#include "search/corpus.h"
#include "search/search.h"
#include "service/operation.h"

/* --- read --- */
struct read_in {
    struct str_list sources;
    bool all; /* every line of a page, not only its content */
};

struct document_view {
    struct str source;        /* as it was given */
    int64_t words, words_all; /* kept, and on the page; 0: nothing was to choose */
    struct str title, author, site, date, language, url, format, text;
    struct document_link *links;
    size_t links_n;
    struct str_list captions;
    int64_t pages;
    struct str page_starts; /* in `text` (records/page_starts.h); for who keeps the text, not shown */
    struct str_list warnings;
    struct str error; /* why it gave nothing, else empty */
};
struct read_out {
    struct document_view *documents;
    size_t documents_n;
};

extern const struct field document_view_fields[];

/* Files ("-": standard input) and URLs; the URLs are fetched side by side. `keep` is an enum document_keep (KEEP_MORE
 * says nothing to URLs). A document that cannot be read has its error; what is returned is for what stops all. */
int documents_read(const struct caller *caller, struct arena *arena, const struct str_list *sources, int keep,
                   struct document_view *ret, struct error *e);
/* URLs, fetched as they are now: what is kept of them is not used, but brought up to date. */
int documents_fetch_anew(const struct caller *caller, struct arena *arena, const struct str_list *urls,
                         struct document_view *ret, struct error *e);
bool document_is_url(struct str source);

/* --- search --- */
struct search_in {
    struct search_query query;
};
struct search_hit_view {
    struct str title, url, snippet, date, authors;
    struct str_list engines;
};
struct search_out {
    struct search_hit_view *hits;
    size_t hits_n;
    struct str_list notes;
};

/* --- check --- */
struct check_in {
    struct str claim;
    struct str_list against;  /* files, URLs, names of corpora */
    struct str_list evidence; /* sentences, instead */
    struct str_list models;   /* who decides what code leaves open; none: nobody */
};
struct check_span {
    struct str source, title, url, verdict, text;
    int64_t index;      /* of the evidence given, or of the sentence in its source */
    int64_t start, end; /* bytes of the source's text; -1 for evidence given */
};
struct check_clash {
    struct str kind, claim, source, reason; /* judge/judge.h: struct clash */
    bool mild;
};
struct check_out {
    struct str claim, verdict;
    double confidence;
    bool quoted;
    struct str reason;
    struct str by; /* who decided: "code", "model" */
    struct check_span *decided_by;
    size_t decided_by_n;
    struct check_clash *clashes;
    size_t clashes_n;
};

/* --- corpora --- */
/* A document that is given: its text, or a file's bytes in base64. */
struct corpus_upload {
    struct str name, title, text, data, url, date;
};
struct corpus_add_in {
    struct str name;
    struct str_list paths;
    struct corpus_upload *documents;
    size_t documents_n;
};
struct corpus_add_out {
    struct str name;
    struct corpus_added added;
    bool stopped; /* before the end: what was read is kept */
};
/* What was skipped and why, in one line; empty if nothing was. */
struct str corpus_skipped_text(struct arena *arena, const struct corpus_added *added);

struct corpus_view {
    struct str name, updated;
    struct str_list languages;
    int64_t documents, bytes, files, duplicates;
};
struct corpus_list_out {
    struct corpus_view *corpora;
    size_t corpora_n;
};

struct corpus_ref {
    struct str name;
};

struct corpus_show_document {
    struct str name, title, date, language, url;
    struct str copy_of; /* the document that has the same text, else empty */
    int64_t bytes;
};
struct corpus_show_out {
    struct str name;
    struct corpus_show_document *documents;
    size_t documents_n;
};

struct corpus_search_in {
    struct str_list corpora;
    struct str query;
    int64_t count;
    struct str since, until;
    struct str_list include_domains, exclude_domains;
    bool bare; /* hits without their passages */
};
struct corpus_hit_view {
    struct str doc, corpus, title, url, date, passage, copy_of;
    double score;
    int64_t start, end;
};
struct corpus_search_out {
    struct corpus_hit_view *hits;
    size_t hits_n;
};

#endif
