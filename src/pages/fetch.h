/* Reading a page of the web: one effect from the address to the text.
 *
 * Manners first: the address guard, robots.txt (RFC 9309), the wish not to be
 * read by machines, one polite rate per host. Then a conditional GET, at most
 * five redirects each checked like the first, bounded in size and time; the
 * body goes to a child (document.h). A page without text is an answer that
 * says why; a page that must not or cannot be read is a failed call. */
#ifndef FATHOM_PAGES_FETCH_H
#define FATHOM_PAGES_FETCH_H

#include "net/call.h"
#include "pages/document.h"

struct guard;
struct pages;

enum pages_scope { PAGES_PUBLIC, PAGES_CORPUS_ONLY, PAGES_LIST };

struct pages_settings {
    const struct guard *guard; /* the same as the reactor's; NULL: public addresses only */
    struct str agent;          /* product token for robots.txt; empty: "fathom" */
    bool ignore_robots;        /* the user's own decision; off by default */
    int scope;                 /* enum pages_scope: which sites may be read at all */
    struct str_list domains;   /* PAGES_LIST: globs as in url_domain_matches() */
    double host_per_minute;    /* requests per host; 0: 60; negative: no limit (own networks, tests) */
    int64_t timeout_ms;        /* of one exchange; 0: 30 s */
    size_t body_max;           /* after decompression; 0: 10 MB */
    int64_t cache_ms;          /* how long a page without a word on it stays fresh; 0: 1 h; negative: no cache */
    struct document_limits limits;
};

/* Lives until pages_free(); any thread may use it. */
struct pages *pages_new(const struct pages_settings *settings);
void pages_free(struct pages *pages); /* NULL is fine */

/* The journal's view of reading this address. Everything it needs is copied to `arena`. */
void page_request(struct pages *pages, struct arena *arena, struct str url, struct request *ret);
/* The same with every line of the page, for who asks for it. */
void page_request_all(struct pages *pages, struct arena *arena, struct str url, struct request *ret);

/* What the call's body holds. */
struct page {
    struct document document;
    struct str url;       /* asked for, canonical form */
    struct str final_url; /* after redirects: the one to cite */
    struct str hash;      /* of the text, hexadecimal */
};

struct str page_encode(struct arena *arena, const struct page *page);
int page_parse(struct arena *arena, struct str body, struct page *ret, struct error *e);

#endif
