/* A search engine: how a query is said to it and its answer is read.
 * One file per engine and its name in SEARCH_ENGINES; adding one: docs/internals/adding.md. */
#ifndef FATHOM_SEARCH_ENGINE_H
#define FATHOM_SEARCH_ENGINE_H

#include <jansson.h>

#include "search/search.h"

enum { ENGINE_WEB = 1, ENGINE_NEWS = 2, ENGINE_ACADEMIC = 4 };
enum {
    SEARCH_COUNT_MAX = 50,
    SEARCH_ENGINES_MAX = CALL_SLOTS - 1,
    SEARCH_SNIPPET_MAX = 2000,
    SEARCH_TEXT_MAX = 200000
};

/* One engine asked one query: lives in an arena of its own. */
struct search_ask {
    const struct search_engine *engine;
    const struct engine_state *own; /* address, key, limiter */
    const struct search *search;
    const struct search_query *query;
    struct arena *arena;
    int64_t wall_ms; /* now, for dates such as "3 days ago" */
    int step;        /* engines that need several exchanges count here */
    bool again;      /* set by decode: build the next step */
    struct search_hit *hits;
    size_t hits_n, hits_capacity;
    int64_t documents; /* local engines: how many they looked through */
    double cost_usd;   /* NAN: unknown; preset to the engine's price */
    void *state;
};

/* Where an item of a list says what a hit needs, as search_text_at() reads it. */
struct hit_places {
    const char *title, *url, *snippet, *date, *authors, *text;
};

struct search_engine {
    const char *name;
    const char *key_variable, *base_variable;
    const char *key2_variable; /* a second thing to set, such as an index ("GOOGLE_CSE_ID") */
    bool needs_key2;
    bool on_request;      /* asked only when it is named */
    const char *base_url; /* default; NULL: must be given */
    bool needs_key;
    bool local;                 /* answers from memory, no exchange */
    unsigned types;             /* bits ENGINE_… it is good for */
    double requests_per_minute; /* documented limit; 0: none */
    double burst;               /* requests at once within it; 0: ten seconds' worth */
    int concurrent;
    double usd_per_search; /* NAN: unknown */
    /* The exchange of ask->step; strings in ask->arena. */
    int (*build)(struct search_ask *ask, struct net_request *ret, struct error *e);
    /* A 2xx body. Most are JSON with a list of results: where it stands ("message.items"), where for news (NULL: there
     * too), a member that an answer without hits has in its place (NULL: the list is always there), and what one of its
     * items says: at `places`, or read by `item` when that is not enough. `check` (may be NULL) refuses the whole answer,
     * or reads what it cost. */
    const char *list, *news_list, *without_hits;
    struct hit_places places;
    int (*check)(struct search_ask *ask, const json_t *top, struct error *e);
    struct search_hit (*item)(struct search_ask *ask, const json_t *one);
    /* Other bodies: adds hits with search_add(). */
    int (*decode)(struct search_ask *ask, const struct net_response *response, struct error *e);
    /* Optional: other answers, where the general reading is not enough. */
    int (*failure)(struct search_ask *ask, const struct net_response *response, struct error *e);
    /* Local engines: fills the hits at once. */
    int (*look)(struct search_ask *ask, struct error *e);
};

/* What the settings made of an engine. */
struct engine_state {
    struct str base_url, key, key2;
    struct str missing_key; /* the variable that should have held the key and is not set; empty: none */
    struct limiter *limiter;
    int64_t timeout_ms;
    bool configured, usable;
};

/* The engines, in the order in which choose_order() prefers them. Each name declares engine_NAME and puts it into the
 * table. */
// clang-format off
#define SEARCH_ENGINES(X) \
    X(tavily) X(google) X(semantic_scholar) X(serper) X(brave) X(exa) X(firecrawl) X(perplexity) \
    X(searxng) X(opensearch) X(kiwix) \
    X(wikipedia) X(openalex) X(arxiv) X(crossref) X(pubmed) X(duckduckgo) \
    X(brave_context) X(context) X(corpus) X(provider)
// clang-format on
#define DECLARE_ENGINE(name) extern const struct search_engine engine_##name;
SEARCH_ENGINES(DECLARE_ENGINE)
#undef DECLARE_ENGINE
extern const struct search_engine *const search_engines_table[]; /* NULL-terminated */

/* --- for engines (engine.c) --- */
/* Adds a hit; without an http(s) URL it is dropped unless the engine is local. Text is cleaned (HTML tags and
 * entities out, white space folded) and cut; the date is brought to YYYY-MM-DD or dropped. */
void search_add(struct search_ask *ask, struct search_hit hit);
bool search_full(const struct search_ask *ask); /* enough hits */
int64_t search_count(const struct search_query *query, int64_t most);
struct str search_plain(struct arena *arena, struct str html);
/* "2026-01-31", "Jan 31, 2026", "31 January 2026", "3 days ago", "2026", an HTTP date …: YYYY-MM-DD (or a
 * prefix of it), empty if it is none. */
struct str search_date(struct arena *arena, struct str text, int64_t wall_ms);
/* "site:" terms for engines that have no field for domains; at most `most` domains. */
struct str search_text_with_sites(struct search_ask *ask, size_t most);
/* A word for "not older than": 'd', 'w', 'm', 'y', or 0 when no since is given. Rounded up, so nothing is lost. */
char search_recency(const struct search_ask *ask);

struct search_url {
    struct arena *arena;
    struct str text;
    char separator;
};
/* base_url + path, then parameters escaped one by one; empty values are left out. */
void search_url_start(struct search_url *url, struct search_ask *ask, const char *path);
void search_url_add(struct search_url *url, const char *name, struct str value);
void search_get(struct search_ask *ask, struct search_url *url, const struct str *headers, size_t headers_n,
                struct net_request *ret);
/* POST of JSON to base_url + path; consumes `body`. */
void search_post(struct search_ask *ask, const char *path, json_t *body, const struct str *headers, size_t headers_n,
                 struct net_request *ret);
struct str search_header(struct arena *arena, const char *name, struct str value);
/* Sets a member of a body; an empty value is left out. */
void search_set(json_t *body, const char *name, struct str value);
/* The domains of the query, where there are any. */
void search_set_domains(json_t *body, const struct search_query *query, const char *include, const char *exclude);
/* Appends "name:value" to a filter, behind a comma where it is not the first; an empty value is left out. */
struct str search_filter_add(struct search_ask *ask, struct str filter, const char *name, struct str value);
extern const char search_agent[]; /* a User-Agent that says who we are */
/* Parses the body as a JSON object; -ERROR_UPSTREAM (retryable) if it is none. The caller owns *ret. */
int search_json(struct search_ask *ask, const struct net_response *response, json_t **ret, struct error *e);
/* Reads a 2xx body by the engine's `list` and `item`, or by its `decode`. */
int search_decode(struct search_ask *ask, const struct net_response *response, struct error *e);
/* The first ten names of a list of people; `second`, where it is given, stands behind a space ("given", "family"). */
struct str search_names(struct search_ask *ask, const json_t *list, const char *first, const char *second);
/* The date at `member`, else the number at "year". */
struct str search_date_or_year(struct search_ask *ask, const json_t *one, const char *member);
int search_garbage(const struct search_ask *ask, struct error *e, const char *what);
/* What an answer that is not 2xx means; `said` may be empty. */
int search_failure(const struct search_ask *ask, const struct net_response *response, struct error *e);
int search_failure_said(const struct search_ask *ask, int status, struct str said, struct error *e);
struct str search_bearer(struct search_ask *ask); /* "Authorization: Bearer KEY" */
/* The text at a path ("title.0"), or at the first of several that has some ("description|snippet"); else "". */
struct str search_text_at(const json_t *value, const char *paths);
struct str search_year(struct str date); /* "2026" of a date, or empty */
/* The next element <tag …>…</tag> of an XML text at or after *at, which moves behind it; false if there is
 * none. Not for elements that nest in themselves. */
bool search_xml_next(struct str xml, const char *tag, size_t *at, struct str *ret_inside);
/* The text of the first such element, CDATA unwrapped; empty if there is none. */
struct str search_xml_text(struct str xml, const char *tag);

#endif
