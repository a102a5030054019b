/* supervise: the quality of a phase judged, and what to mind next. */
#ifndef FATHOM_ROLES_SUPERVISE_H
#define FATHOM_ROLES_SUPERVISE_H

#include "run/run.h"

enum supervisor_action { SUPERVISE_PROCEED, SUPERVISE_RETRY, SUPERVISE_ITERATE, SUPERVISE_COMPLETE };
extern const char *const supervisor_action_words[];

struct quality_assessment {
    double score; /* 1 to 10 */
    struct str_list strengths, weaknesses;
};
struct supervisor_decision {
    int action; /* enum supervisor_action */
    struct str rationale;
    struct quality_assessment quality_assessment;
    struct str guidance;
};
extern const struct field supervisor_decision_fields[];

struct supervise_input {
    struct str question, phase, reflection; /* what the pause asks */
    struct str state;                       /* counts and lists, as text */
    struct str issues;                      /* what the gate found, by line */
    int64_t gate_score;                     /* tenths */
    bool gate_valid, gate_mendable;
};

/* Without a model, or where its answer cannot be read: what the gate says. */
int role_supervise(struct branch *branch, struct path path, const struct supervise_input *input,
                   struct supervisor_decision *ret, struct error *e);
/* The decision that follows from the gate alone. */
void supervise_by_gate(const struct supervise_input *input, struct supervisor_decision *ret);

#endif
