/* reflect_step: how a research goes on after a step. */
#ifndef FATHOM_ROLES_REFLECT_STEP_H
#define FATHOM_ROLES_REFLECT_STEP_H

#include "run/run.h"

enum reflection { REFLECT_CONTINUE, REFLECT_ADJUST, REFLECT_COMPLETE };
extern const char *const reflection_words[];

struct reflection_result {
    int decision; /* enum reflection */
    struct str reasoning;
    struct str_list suggested_changes;
};

struct reflect_input {
    struct str question, plan, observations;
    struct str sources; /* by step: titles, sites and dates */
    size_t sources_n, done, least;
    bool fixed; /* no further plan is allowed */
};

/* An answer that cannot be read means CONTINUE. */
int role_reflect_step(struct branch *branch, struct path path, const struct reflect_input *input,
                      struct reflection_result *ret, struct error *e);

#endif
