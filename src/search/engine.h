/* A search engine: how a query is said to it and its answer is read.
 * One file per engine and its name in SEARCH_ENGINES; adding one: docs/internals/adding.md. */
#ifndef FATHOM_SEARCH_ENGINE_H
#define FATHOM_SEARCH_ENGINE_H

#include <jansson.h>

#include "net/errand.h"
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

/* A part of a request: a parameter of the address, or of a POST a member of its JSON body. */
struct request_part {
    const char *name;
    /* One of the functions part_…() below, or the engine's own. NULL and empty texts are left out; the caller owns what
     * is returned. */
    json_t *(*value)(struct search_ask *ask, const struct request_part *part);
    int number;
    const char *text;
    const char *words[4];
};

/* Where an answer has the list of results: at a path ("message.items"), or at the first of several ("data.web|data"). */
struct hits_place {
    const char *list;
    const char *news; /* of an answer to a query for news; NULL: there too */
    const char
        *none; /* a member that an answer without hits has in place of the list; NULL: the list is always there */
};

/* Where an item of a list says what a hit needs, as search_text_at() reads it. */
struct hit_places {
    const char *title, *url, *snippet, *date, *authors, *text;
};

/* How an engine is asked and its answer is read. */
struct engine_wire {
    /* The request: where it goes, for news and papers too (NULL: as for the web); its parts, up to one without a
     * name. */
    const char *path[3];
    bool post; /* parts are JSON; else they stand in the address */
    const struct request_part *parts;
    const char *accept;     /* NULL: JSON */
    const char *key_header; /* "Authorization: Bearer ", in front of the key; NULL: the key is in a part */
    /* Where that is not enough: a header in place of the one with the key, an address in place of the configured one,
     * or the whole exchange of ask->step. Strings in ask->arena. */
    struct str (*header)(struct search_ask *ask);
    struct str (*base)(struct search_ask *ask);
    int (*build)(struct search_ask *ask, struct net_request *ret, struct error *e);
    /* A 2xx body. Most are JSON with a list of results, and an item of it says what a hit needs at `places`, or is read by
     * `item` when that is not enough. `check` (may be NULL) refuses the whole answer, or reads what it cost. */
    struct hits_place hits;
    struct hit_places places;
    int (*check)(struct search_ask *ask, const json_t *top, struct error *e);
    struct search_hit (*item)(struct search_ask *ask, const json_t *one);
    /* Other bodies: adds hits with search_add(). */
    int (*decode)(struct search_ask *ask, const struct net_response *response, struct error *e);
    /* Optional: other answers, where the general reading is not enough. */
    int (*failure)(struct search_ask *ask, const struct net_response *response, struct error *e);
    /* Engines that are no HTTP service: somebody else in this process answers the errand, whose hold is taken over, with a
     * body as `hits` says. */
    void (*send)(struct search_ask *ask, struct net *net, struct errand *errand);
    /* Local engines: fills the hits at once. */
    int (*look)(struct search_ask *ask, struct error *e);
};

/* What is known of a service: a row of engines.c. */
struct search_engine {
    const char *name;
    const struct engine_wire *wire;
    const char *key_variable, *base_variable;
    const char *key2_variable; /* a second thing to set, such as an index ("GOOGLE_CSE_ID") */
    bool needs_key, needs_key2;
    bool on_request;            /* asked only when it is named */
    bool local;                 /* answers from memory, no exchange */
    bool command;               /* its address may be "stdio:COMMAND": a program that is started */
    const char *base_url;       /* default; NULL: must be given */
    unsigned types;             /* bits ENGINE_… it is good for */
    double requests_per_minute; /* documented limit; 0: none */
    double burst;               /* requests at once within it; 0: ten seconds' worth */
    int concurrent;
    int64_t most;          /* hits that may be asked for at once */
    double usd_per_search; /* NAN: unknown */
};

/* What the settings made of an engine. */
struct engine_state {
    struct str base_url, key, key2;
    struct str missing_key; /* the variable that should have held the key and is not set; empty: none */
    struct limiter *limiter;
    int64_t timeout_ms;
    bool configured, usable;
    struct mcp_pool *mcp; /* search/mcp_pool.h: who talks to the MCP server; NULL: it is none */
};

/* The engines, in the order in which choose_order() prefers them. Each name declares engine_NAME, a row of engines.c, and
 * wire_NAME, which its own file defines. */
// clang-format off
#define SEARCH_ENGINES(X) \
    X(tavily) X(google) X(semantic_scholar) X(serper) X(brave) X(exa) X(firecrawl) X(perplexity) \
    X(mcp) X(mcp2) X(mcp3) X(mcp4) X(searxng) X(opensearch) X(kiwix) \
    X(wikipedia) X(openalex) X(arxiv) X(crossref) X(pubmed) X(duckduckgo) \
    X(brave_context) X(context) X(corpus) X(provider)
#define DECLARE_ENGINE(name) extern const struct search_engine engine_##name; extern const struct engine_wire wire_##name;
// clang-format on
SEARCH_ENGINES(DECLARE_ENGINE)
#undef DECLARE_ENGINE
extern const struct search_engine *const search_engines_table[]; /* NULL-terminated */

/* --- asking (request.c) --- */
json_t *part_query(struct search_ask *, const struct request_part *); /* "site:" behind it for `number` domains */
json_t *part_count(struct search_ask *,
                   const struct request_part *); /* how many hits are wanted, up to what the engine gives */
json_t *part_language(struct search_ask *, const struct request_part *);
json_t *part_region(struct search_ask *, const struct request_part *);
json_t *part_since(struct search_ask *, const struct request_part *); /* a whole date, `text` behind it */
json_t *part_until(struct search_ask *, const struct request_part *);
json_t *part_domains(struct search_ask *, const struct request_part *);  /* those wanted */
json_t *part_excluded(struct search_ask *, const struct request_part *); /* domains not wanted */
json_t *part_type(struct search_ask *, const struct request_part *);     /* of `words`: web, news, papers */
json_t *part_recency(struct search_ask *, const struct request_part *);  /* of `words`: day, week, month, year */
json_t *part_text(struct search_ask *, const struct request_part *);     /* always `text` */
json_t *part_json(struct search_ask *, const struct request_part *);     /* always the JSON in `text` */
json_t *part_key(struct search_ask *, const struct request_part *);
/* The exchange of ask->step, by the engine's wire. */
int search_build(struct search_ask *ask, struct net_request *ret, struct error *e);
/* The same with this path and these parts. */
void search_build_parts(struct search_ask *ask, const char *path, const struct request_part *parts,
                        struct net_request *ret);
struct str search_header(struct arena *arena, const char *name, struct str value);
/* "site:" terms for engines that have no field for domains; at most `most` domains. */
struct str search_text_with_sites(struct search_ask *ask, size_t most);
/* How long ago "not older than" is: 0 day, 1 week, 2 month, 3 year, -1 when no since is given. Rounded up, so nothing is
 * lost. */
int search_recency(const struct search_ask *ask);
int64_t search_count(const struct search_query *query, int64_t most);
/* Appends "name:value" to a filter, behind a comma where it is not the first; an empty value is left out. */
struct str search_filter_add(struct search_ask *ask, struct str filter, const char *name, struct str value);
extern const char search_agent[]; /* a User-Agent that says who we are */

/* --- reading (engine.c) --- */
/* Adds a hit; without an http(s) URL it is dropped unless the engine is local. Text is cleaned (HTML tags and
 * entities out, white space folded) and cut; the date is brought to YYYY-MM-DD or dropped. */
void search_add(struct search_ask *ask, struct search_hit hit);
bool search_full(const struct search_ask *ask); /* enough hits */
struct str search_plain(struct arena *arena, struct str html);
/* "2026-01-31", "Jan 31, 2026", "31 January 2026", "3 days ago", "2026", an HTTP date …: YYYY-MM-DD (or a
 * prefix of it), empty if it is none. */
struct str search_date(struct arena *arena, struct str text, int64_t wall_ms);
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
/* The text at a path ("title.0"), or at the first of several that has some ("description|snippet"); else "". */
struct str search_text_at(const json_t *value, const char *paths);
struct str search_year(struct str date); /* "2026" of a date, or empty */
/* The next element <tag …>…</tag> of an XML text at or after *at, which moves behind it; false if there is
 * none. Not for elements that nest in themselves. */
bool search_xml_next(struct str xml, const char *tag, size_t *at, struct str *ret_inside);
/* The text of the first such element, CDATA unwrapped; empty if there is none. */
struct str search_xml_text(struct str xml, const char *tag);

#endif
