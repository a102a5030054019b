/* decide: what the loop does next. */
#ifndef FATHOM_ROLES_DECIDE_H
#define FATHOM_ROLES_DECIDE_H

#include "run/run.h"

enum decide_action { DECIDE_SEARCH, DECIDE_SUB_QUERIES, DECIDE_COMPLETE };
extern const char *const decide_words[];

struct decision {
    int action; /* enum decide_action */
    struct str query, rationale;
};

struct decide_input {
    struct str question;
    const struct str_list *done; /* queries made */
    struct str results;          /* the best results of each search, as text */
    size_t results_n;            /* sources in hand */
    size_t rounds_left;
    struct str repeated; /* the query of the last decision, which was searched before; may be empty */
};

/* -ERROR_PARSE when the model's answer could not be read. */
int role_decide(struct branch *branch, struct path path, const struct decide_input *input, struct decision *ret,
                struct error *e);

#endif
