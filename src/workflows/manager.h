/* The manager workflow: an agent with tools plans searches, makes them, has the report written and hands it off.
 *
 * docs/internals/manager.md tells the whole. What the tools bring is kept here, on the run; the agent sees numbers and
 * summaries. Whatever the agent does, code brings the run to a report. */
#ifndef FATHOM_WORKFLOWS_MANAGER_H
#define FATHOM_WORKFLOWS_MANAGER_H

#include "roles/plan_searches.h"
#include "workflows/gather.h"
#include "workflows/noted.h"
#include "workflows/writing.h"

enum { MANAGER_ROUNDS_MAX = 3, MANAGER_SEARCHES_MAX = 64 };

/* --- manager_state.c: where the research stands, in the workflow's own words --- */
enum manager_phase { MANAGER_INITIAL, MANAGER_WAITING, MANAGER_RESEARCHING, MANAGER_COMPLETE, MANAGER_PHASES };
extern const char *const manager_phase_words[]; /* "initial", "waiting_for_answers" …, NULL at the end */
bool manager_phase_may(enum manager_phase from, enum manager_phase to); /* is this change legal? */

struct manager_depth {
    size_t plan;     /* searches of a plan */
    size_t searches; /* in all */
    size_t turns;    /* of the agent, in each round */
    size_t pages;    /* of each search: read, and shown to the writer */
    struct writing_style style;
};
extern const struct manager_depth manager_depths[];

/* What the person was asked and answered. */
struct manager_round {
    struct str_list questions;
    struct str answer; /* empty: the person left it to us */
};

enum manager_search_status { MANAGER_SEARCH_PENDING, MANAGER_SEARCH_COMPLETED, MANAGER_SEARCH_FAILED };
extern const char *const manager_search_words[];

struct manager_search {
    struct str id, query, reason;
    enum manager_search_status status;
    struct gathered found;
    struct str summary;
    bool excerpts; /* that is what the summary is: no model made it */
};

struct manager {
    struct branch *branch;
    struct manager_depth depth;
    enum manager_phase phase;
    struct manager_round rounds[MANAGER_ROUNDS_MAX];
    size_t rounds_n;
    bool silent;                      /* nobody can be asked any more */
    struct str_list assumptions;      /* what planning took for granted */
    bool planned, reviewed;           /* reviewed: a person has agreed to the plan */
    struct manager_search **searches; /* planned ones, and those the agent thought of */
    size_t n, capacity, made;         /* made: completed or failed */
    size_t ids;                       /* how many were given */
    struct source_list sources;
    struct str given; /* the person's documents, for who plans (workflows/outline.h) */
    struct noted noted;
    size_t tool_calls;
    bool narrowed;         /* near a ceiling: no model summarises what a search found */
    bool writing, written; /* the report is being written, and it is there: it is written once */
    bool handed_off;       /* the agent called deliver */
    const bool *wanted;    /* sources the agent asked the writer to see; NULL: none */
    size_t wanted_n;       /* how many of the sources that is about */
    struct report report;
};

/* Changes the phase by the table and tells it; the same phase again is no change. */
int manager_enter(struct manager *m, enum manager_phase to, struct error *e);
void manager_save(struct manager *m); /* the state as JSON, stored with the next commit */
struct str manager_state_text(const struct manager *m, struct arena *arena);
void manager_describe(struct arena *arena, struct str state, struct status_lines *ret);

/* --- manager_plan.c --- */
/* The rounds as the models see them: every question and answer; empty: none. */
struct str manager_clarified(const struct manager *m, struct arena *arena);
struct str manager_answers(const struct manager *m, struct arena *arena); /* the person's words alone */
/* Plans. When it is unclear what is wanted and somebody can be asked, the run waits, and *ret_answered is true once the
 * person has answered: planning begins again. A plan that is to be reviewed waits for that. */
int manager_plan(struct manager *m, struct path path, bool *ret_answered, struct error *e);

/* --- manager_tools.c: what the tools do; errors they return stop or fail the run --- */
/* The search of that query, or NULL. */
struct manager_search *manager_find(const struct manager *m, struct str query);
/* Adds one that was not planned; NULL when there are too many. */
struct manager_search *manager_add(struct manager *m, struct str query, struct str reason);
/* Puts one that is there behind the others, or, of NULL, a new one. */
struct manager_search *manager_put(struct manager *m, struct manager_search *search, struct str query,
                                   struct str reason);
/* Makes these searches at once, reads their best pages, summarises. */
int manager_search(struct manager *m, struct path path, struct manager_search *const searches[], size_t n,
                   struct error *e);
/* How many planned searches nobody has made. */
size_t manager_pending(const struct manager *m);
/* Writes and checks the report: m->report. */
int manager_write(struct manager *m, struct error *e);

/* --- manager_agent.c --- */
/* The agent's turns of one round. *ret_again: a person has answered, the next round begins. It leaves m as far as it came:
 * who calls it brings the rest to its end. */
int manager_agent(struct manager *m, bool *ret_again, struct error *e);

#endif
