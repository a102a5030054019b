/* plan_steps: a question becomes steps of research. */
#ifndef FATHOM_ROLES_PLAN_STEPS_H
#define FATHOM_ROLES_PLAN_STEPS_H

#include "run/run.h"

enum step_type { STEP_RESEARCH, STEP_ANALYSIS };
extern const char *const step_type_words[];

struct planned_step {
    struct str title, description;
    int step_type;
    bool needs_search;
    bool independent; /* needs nothing from the steps before it */
    bool unplanned;   /* the planner's answer was none: it is the question itself */
};

struct step_plan {
    struct str title, thought;
    bool has_enough_context;
    struct planned_step *steps;
    size_t n;
};

struct plan_input {
    struct str question, history, background, finished, feedback;
    struct str before, note; /* a plan that was made before, by line, and what a person says about it */
    size_t least, most;      /* of new steps */
    bool due;                /* some must be done yet, whatever the planner thinks it knows */
};

/* Returns at most `most` steps. An answer that cannot be read gives one step:
 * the question itself; one without steps, where some are due, the sides of the question. */
int role_plan_steps(struct branch *branch, struct path path, const struct plan_input *input, struct step_plan *ret,
                    struct error *e);

#endif
