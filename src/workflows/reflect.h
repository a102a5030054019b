/* What the parts of the reflect workflow share: reflect.c (understanding, looking
 * around, the way through), reflect_steps.c (plan, steps, reflection) and
 * reflect_modes.c (direct answers, one search, the writing). */
#ifndef FATHOM_WORKFLOWS_REFLECT_H
#define FATHOM_WORKFLOWS_REFLECT_H

#include "report/report.h"
#include "roles/plan_steps.h"
#include "run/events.h"
#include "workflows/gather.h"
#include "workflows/noted.h"
#include "workflows/researcher.h"
#include "workflows/writing.h"

enum {
    REFLECT_STEPS_MAX = 40,
    REFLECT_SEEN_MAX = 256 * 1024 /* bytes of one part of a prompt */,
    REFLECT_BEST = 5 /* of a search, for the writer */,
    REFLECT_LOOKS = 3,
    REFLECT_OBSERVATION = 2000 /* characters of excerpts by code that others see */
};

struct reflect_depth {
    size_t least, most; /* steps */
    struct step_limits step;
    struct writing_style style;
};
extern const struct reflect_depth reflect_depths[]; /* by enum depth */

enum step_status { STEP_PENDING, STEP_IN_PROGRESS, STEP_COMPLETED, STEP_SKIPPED };
extern const char *const step_status_words[];

struct step {
    struct str id;
    struct planned_step plan;
    enum step_status status;
    bool settled; /* by a person who reviewed the plan: it is carried out, whatever the reflector decides */
    struct str observation;
    struct step_result *result; /* once it was carried out */
    size_t *sources;            /* positions of what it found */
    size_t sources_n, sources_capacity;
};

/* What the reflector decided. */
struct reflect_decision {
    struct str decision, reasoning, instead; /* instead: what was done, if the decision was not allowed yet */
    struct str_list suggested_changes;
    int64_t after_steps; /* so many were finished */
};

struct reflect {
    struct branch *branch;
    struct str question; /* with the answers to our questions */
    struct str history;
    struct str mode; /* "simple", "web_search", "deep_research" */
    enum depth depth;
    struct reflect_depth limits;
    struct str background;
    struct gathered *look[REFLECT_LOOKS]; /* what each query of the first look brought */
    size_t looks;
    struct step steps[REFLECT_STEPS_MAX];
    size_t n, done;
    size_t ids; /* given, also to steps of plans that were replaced */
    size_t plans;
    bool enough;                                  /* by the last plan: what is known will do */
    bool edited;                                  /* a person wrote the plan: nothing else is searched */
    struct str plan_id, plan_title, plan_thought; /* of the last plan */
    size_t plan_ids;
    bool plan_enough;                   /* what the planner says of it */
    struct reflect_decision *decisions; /* of the reflector, in order */
    size_t decisions_n, decisions_capacity;
    struct source_list sources;
    size_t most_sources; /* 0: no limit; the list's own is what this batch of steps may have */
    bool *wanted;        /* per source: the writer gets it */
    size_t wanted_capacity;
    struct str_list queries;
    struct noted noted; /* findings that were told */
    struct str why;     /* the first search that failed */
    int why_code;
    bool late; /* something had not come when the time of its phase was up */
};

/* Was it carried out and nothing found? */
static inline bool reflect_step_empty(const struct step *step)
{
    return step->result && researcher_found_nothing(step->result);
}

/* Keeps the first reason why a search failed. */
void reflect_note_failure(struct reflect *x, const struct error *error);
/* Marks the source at that position for the writer (negative: there is none). */
void reflect_want(struct reflect *x, ptrdiff_t position);
/* What one query of gather_searches() brought joins the run. */
void reflect_take_found(struct reflect *x, const struct gathered *found);

/* --- reflect_state.c --- */
/* Where it stands as a JSON object; `status` is "in_progress" or "complete". */
struct str reflect_state_text(const struct reflect *x, struct arena *arena, const char *status);
/* Lets it be stored. */
void reflect_save(struct reflect *x);

/* --- reflect_estimate.c --- */
void reflect_estimate(const struct run_settings *settings, struct estimate *ret);

/* --- reflect_steps.c --- */
/* The first plan, made without a look around, and a person's view of it: nothing was searched yet. */
int reflect_review(struct reflect *x, struct error *e);
/* Plans (unless that was reviewed) and carries out until there is enough; thinks after each step or batch. */
int reflect_research(struct reflect *x, struct error *e);
/* Carries these steps out at once and joins what they found. */
int reflect_carry_out(struct reflect *x, struct step *const *steps, size_t n, struct error *e);
/* Gives what the limit of sources has left to the results that it had kept out, and reads their pages. */
int reflect_use_the_rest(struct reflect *x, struct error *e);

/* --- reflect_seen.c: what the roles see of it, within their shares; percent: of role_shrink() --- */
struct plan_input;
struct reflect_input;
void reflect_planner_sees(struct reflect *x, int percent, struct plan_input *ret);
void reflect_reflector_sees(struct reflect *x, int percent, struct reflect_input *ret);
/* What earlier steps found, and the sources so far: title, site, date, those that were read first. */
struct str reflect_researcher_sees(struct reflect *x);
struct str reflect_sources_text(struct reflect *x);

/* --- reflect_findings.c --- */
/* What a step observed, with the numbers of the run's sources in the place of the indices of its results. */
struct str reflect_observed(const struct reflect *x, const struct step_result *result);
/* What the finished steps found, for the writer: sentence by sentence, each with the sources that it names by their index,
 * else with all of its step. */
struct evidence_finding *reflect_findings(struct reflect *x, size_t *ret_n);
/* Which of the sources do the researchers name by their index? One entry for each. */
bool *reflect_named(const struct reflect *x);
/* Tells what a step found as findings; what an earlier one found is not told again. */
void reflect_tell_findings(struct reflect *x, const struct step *step);

/* --- reflect_modes.c --- */
/* No research: an answer from the conversation's sources, or from none. With no
 * model: from the best passages of whatever can be searched. */
int reflect_answer(struct reflect *x, struct report *ret, struct error *e);
/* One step within 15 s; past that a direct answer that says so. */
int reflect_web_search(struct reflect *x, struct report *ret, struct error *e);
/* Pages that the writer will be shown and that no step asked for are read as far as the steps have left pages over, first
 * those that researchers name: a model may have answered from the few words of its search, and a report rests on pages. */
int reflect_read_unread(struct reflect *x, struct error *e);
/* The report, from the best of what was found. */
int reflect_write(struct reflect *x, struct report *ret, struct error *e);

#endif
