/* Search: one interface over every engine.
 *
 * One call asks several engines at once, drops the unavailable with a note,
 * fuses the lists (reciprocal rank), removes doubles by canonical URL, applies
 * the domain and date filters itself, and says which engines answered. */
#ifndef FATHOM_SEARCH_SEARCH_H
#define FATHOM_SEARCH_SEARCH_H

#include "base/field.h"
#include "net/call.h"

struct search;
struct store;

enum search_type { SEARCH_WEB, SEARCH_NEWS, SEARCH_ACADEMIC };
extern const char *const search_type_words[];

struct search_query {
    struct str text;
    int64_t count;               /* 0: 10; at most 50 */
    struct str language, region; /* "en", "us" or empty */
    struct str since, until;     /* "2026-01-31" or empty */
    struct str_list include_domains, exclude_domains;
    int type;                /* enum search_type */
    struct str_list engines; /* names; empty: the configured order */
};

struct search_hit {
    struct str title, url, snippet, date, authors;
    struct str canonical_url;
    struct str text;         /* whole text where the service gives it */
    double score;            /* after fusion */
    struct str_list engines; /* who found it */
    struct str suspect;      /* by who read the page: a passage that reads like orders to a model */
    struct str pages;        /* of a PDF: where each page starts in `text` (records/page_starts.h) */
};

struct search_result {
    struct search_hit *hits;
    size_t hits_n;
    int64_t documents;     /* of the user's that were looked through; 0: nobody counts those of the web */
    struct str_list notes; /* "brave skipped: BRAVE_API_KEY is not set" */
};

/* The journal's view of a query. Every engine failing is a failed outcome whose
 * error names each engine's reason and what to set. */
void search_request(const struct search *search, struct arena *arena, const struct search_query *query,
                    struct request *ret);
/* The words of a search; empty: it is something else, or a model makes it. */
struct str search_request_words(const struct request *request);
int search_result_parse(struct arena *arena, struct str body, struct search_result *ret, struct error *e);
/* What one engine found, in its order, as the body of an outcome: doubles joined, the query's filters applied. */
struct str search_result_text(struct arena *arena, const struct search_query *query, struct str engine,
                              struct search_hit *hits, size_t n);

/* --- settings --- */
struct search_engine_settings {
    struct str name;
    struct str base_url, key; /* empty: default / none */
    struct str missing_key;   /* the variable that should have held the key and is not set; empty: none */
    struct str key2;          /* the second thing some need: Google's engine id, Kiwix's book */
    double requests_per_minute;
    int64_t concurrent; /* at once; 0: the engine's own */
    int64_t timeout_ms;
};

/* A document given by the user (--context), searched like any engine. */
struct search_document {
    struct str title, url, text, date, pages;
};

/* Where corpora are: opened when one is searched for the first time, which may be long after search_new(). */
struct search_store {
    int (*open)(void *context, struct store **ret, struct error *e);
    void *context;
};

/* The engine "provider" is a model that searches by itself: who knows models makes its request. Its outcome
 * is a search's (search_result_text). */
struct search_port {
    void (*request)(void *context, struct arena *arena, const struct search_query *query, struct request *ret);
    void *context; /* outlives the search */
};

struct search_settings {
    const struct search_engine_settings *engines; /* what is set for each; others have defaults */
    size_t engines_n;
    struct str_list order; /* -s or configuration; empty: 05's order of preference */
    const struct search_document *documents;
    size_t documents_n;
    struct str_list corpora;     /* names of local corpora (corpus.h), searched like any engine */
    struct search_store store;   /* where they are */
    bool documents_beside;       /* they stand beside the web, not in its place */
    struct search_port provider; /* request NULL: no model at hand searches by itself */
    int64_t timeout_ms;          /* per call; 0: 30 s */
    int64_t cache_ms;            /* 0: 1 h; negative: no cache */
};

/* Unknown engine name: an error with the nearest known. Lives in `arena`. */
int search_new(struct arena *arena, const struct search_settings *settings, struct search **ret, struct error *e);
/* The engines that would be asked, in order. */
const struct str_list *search_engines(const struct search *search);
/* Only a model that searches by itself is asked: each search takes a model's time and price. */
bool search_by_provider(const struct search *search);
/* Can anything be searched at all? If not, the error says what to set. */
int search_ready(const struct search *search, struct error *e);

/* What `providers` and `doctor` show. */
struct search_engine_info {
    const char *name, *key_variable, *base_variable;
    const char *key2_variable; /* "GOOGLE_CSE_ID"; NULL: none */
    bool needs_key, has_key, configured;
    bool command; /* the address may be "stdio:COMMAND" */
    struct str base_url;
};
size_t search_engine_count(void);
void search_engine_info(const struct search *search, size_t at, struct search_engine_info *ret);

#endif
