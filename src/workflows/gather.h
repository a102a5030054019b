/* Gathering: searches made together, their results joined in order. */
#ifndef FATHOM_WORKFLOWS_GATHER_H
#define FATHOM_WORKFLOWS_GATHER_H

#include "run/effect.h"
#include "run/sources.h"

/* What one query brought. */
struct gathered {
    struct str query;
    bool failed;        /* every search for it failed */
    struct error error; /* why, when failed */
    size_t *sources;    /* positions in the list, best first, none twice */
    size_t n;
    size_t searches;  /* made for it */
    size_t documents; /* of the user that were looked through */
    /* While it is joined: what was found, of which the sources are made. */
    struct search_hit *hits;
    size_t *ranks;
    size_t hits_n, hits_at;
    size_t *spare, spare_n; /* of the hits: those that the limit of sources left out, best first */
};

/* What is searched, and where the results go. */
struct gathering {
    const struct str_list *forms; /* of each query: itself and its rewordings */
    size_t n;
    struct source_list *list;
    const enum search_type *types; /* each form is searched once for every kind of source; NULL: the web */
    size_t types_n;
    size_t at_once; /* searches under way together; 0: all */
};
/* Searches every query at once, at path/i/j; then adds the results to the list in the order of the
 * queries. Returns negative only for what stops the run; then the list and `ret` have
 * what was answered before the first search that was not, so that numbers stay. */
int gather_searches(struct branch *branch, struct path path, const struct gathering *gathering, struct gathered ret[],
                    struct error *e);

/* Nothing more is searched or asked for once the run has all the sources that it may have; `most` 0: no limit. */
bool gather_full(const struct source_list *list, size_t most);
/* Why not: "the limit of 4 sources is used up". */
struct str gather_full_words(struct arena *arena, size_t most);
/* The part of a limit of `left` sources that one of several rounds may take: a quarter is kept for those behind it. */
size_t gather_share(size_t left);
/* The limit has room after all: what it left out becomes sources, the best of each query, then the second best, and so on. */
void gather_fill(struct branch *branch, struct source_list *list, struct gathered *const *all, size_t n);

/* What the documents of the user and of the conversation ("context"), or the corpora ("corpus"), have on a question, best
 * first: nobody outside is asked, and nothing becomes a source. *ret has no hits when there are no such documents. */
int gather_local(struct branch *branch, struct path path, const char *engine, struct str question,
                 struct search_result *ret, struct error *e);
/* The documents and corpora that the user gave, by the question as it stands: nobody outside is asked, so a run that is
 * to be written now and has found nothing may still do it. *ret is zero when nothing was given. */
int gather_given(struct branch *branch, struct path path, struct str question, struct source_list *list,
                 struct gathered *ret, struct error *e);
/* Before the first search: the documents that a person gave, whole, as the first sources (list->given of them). Without a
 * model they are searched instead. */
int gather_contexts(struct branch *branch, struct source_list *list, struct error *e);

/* Reads the pages of these sources (positions in the list) that have no text
 * yet, all at once, at path/i. What cannot be read keeps its snippet and says
 * why (source_failed); a host that does not answer takes its share of the time and no more. Returns negative only for what stops the run. */
int gather_pages(struct branch *branch, struct path path, struct source_list *list, const size_t *positions, size_t n,
                 struct error *e);

/* The journal's view of one search with the run's filters; `query` must outlive the call. */
void gather_query(const struct branch *branch, struct str text, struct search_query *ret);
/* The journal's view of reading a page, within the host's share of the time. */
void gather_page_request(const struct branch *branch, struct arena *arena, struct str url, struct request *ret);
/* Tells that a page could not be read; `number` 0: the source has none yet. */
void gather_page_failed(struct branch *branch, int64_t number, struct str url, struct str why);
/* Names the hosts that left n pages unanswered until their time was up, and what kept pages from being read here. */
void gather_note_hosts(struct branch *branch, const struct str urls[], const struct outcome outcomes[], size_t n);
/* A page's outcome as the text of a search hit; false and the reason when it gave none. */
bool gather_take_page(struct arena *arena, const struct outcome *outcome, struct search_hit *hit, struct str *ret_why);

#endif
