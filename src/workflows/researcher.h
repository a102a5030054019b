/* The researcher: one step of a research, on a branch of its own.
 *
 * Classic: queries for the step, searched together, the best pages read. ReAct:
 * the model calls web_search and web_crawl as it sees fit, within limits. Either
 * way the model sees indices of results, never addresses it could change. What
 * was found comes back as values; the caller numbers the sources at the join. */
#ifndef FATHOM_WORKFLOWS_RESEARCHER_H
#define FATHOM_WORKFLOWS_RESEARCHER_H

#include "run/effect.h"

struct step_limits {
    bool react;
    size_t calls, searches, crawls;
};

struct step_input {
    struct str question, title, description;
    struct str history; /* the conversation, may be empty */
    struct str known;   /* what earlier steps found, may be empty */
    bool needs_search;
    struct step_limits limits;
};

struct step_hit {
    struct search_hit hit;
    size_t rank;
    struct str query;
    bool read; /* the page was asked for */
};

struct step_result {
    struct str observation;
    struct step_hit *hits;
    size_t n, capacity;
    size_t searches, crawls, calls;
    bool late;          /* something it asked for had not come when the time was up */
    struct error why;   /* of a search that failed; code 0: none did */
    struct str stopped; /* why a ReAct step ended: "done", "budget", "little new" */
};

/* Paths below branch_path(). Negative: the run is stopped, or the step could
 * not be carried out at all. */
int researcher_run(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e);

#endif
