/* The researcher: one step of a research, on a branch of its own.
 *
 * Classic: queries for the step, searched together, the best pages read. ReAct:
 * the model calls web_search and web_crawl as it sees fit, within limits. Either
 * way the model sees indices of results, never addresses it could change. What
 * was found comes back as values; the caller numbers the sources at the join. */
#ifndef FATHOM_WORKFLOWS_RESEARCHER_H
#define FATHOM_WORKFLOWS_RESEARCHER_H

#include "run/effect.h"
#include "run/sources.h"

struct step_limits {
    bool react;
    size_t calls, searches, crawls;
};

struct step_input {
    struct str question, title, description;
    struct str history;                /* the conversation, may be empty */
    struct str beside;                 /* titles of the steps of its batch but itself, may be empty */
    struct str known;                  /* what earlier steps found, may be empty */
    const struct source_list *sources; /* of earlier steps: a page that was read is here already */
    struct str sources_text;           /* the same for the model: title, site, date */
    const struct str_list *done;       /* queries of earlier steps */
    bool needs_search;
    bool unplanned; /* there is no plan: its title is the question */
    struct step_limits limits;
};

struct step_hit {
    struct search_hit hit;
    size_t rank;
    struct str query;
    bool read;  /* the page was asked for */
    bool known; /* an earlier step has read it: its text is here and takes none of the step's pages */
};

struct step_result {
    struct str observation;
    struct step_hit *hits;
    size_t n, capacity;
    size_t searches, crawls, calls;
    struct str_list asked; /* queries that were answered, whatever they found */
    bool late;             /* something it asked for had not come when the time was up */
    struct error why;      /* of a search that failed; code 0: none did */
    struct str stopped; /* why a step ended: "done", "budget", "little new" (ReAct), "no search", "nothing found", "cut
                           short", "failed" */
    bool classic;       /* its best pages, `pages_due` of them, are still to be read */
    size_t pages_due;
    struct str also; /* of a ReAct step: excerpts of the pages that took the place of those another step read too */
};

/* Did its searches answer, and find nothing at all? */
bool researcher_found_nothing(const struct step_result *r);

/* Paths below branch_path(). Negative: the run is stopped, or the step could
 * not be carried out at all. */
int researcher_run(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e);
/* Reads the pages that steps of one batch have due, all at once, at path/i: each step its best, then its second best, and
 * so on, and no page twice. A ReAct step has one due for each page that a step before it in the batch has read too. Then
 * they have their observations. Negative only for what stops the run. */
int researcher_read(struct branch *branch, struct path path, struct step_result *const *steps, size_t n,
                    struct error *e);

#endif
