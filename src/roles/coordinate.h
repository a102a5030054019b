/* coordinate: how a question is handled. */
#ifndef FATHOM_ROLES_COORDINATE_H
#define FATHOM_ROLES_COORDINATE_H

#include "run/run.h"

enum complexity { COMPLEXITY_SIMPLE, COMPLEXITY_MODERATE, COMPLEXITY_COMPLEX };
extern const char *const complexity_words[];
enum follow_up { FOLLOW_UP_NEW, FOLLOW_UP_CLARIFICATION, FOLLOW_UP_COMPLEX };
extern const char *const follow_up_words[];

enum { CLARIFYING_QUESTIONS_MAX = 3 };

struct classification {
    int complexity, follow_up_type;
    bool is_ambiguous;
    struct str_list clarifying_questions;
    int recommended_depth; /* enum depth */
    struct str reasoning;
};

/* `history`: the last messages as text, may be empty. An answer that cannot be
 * read gives moderate, not ambiguous. */
int role_coordinate(struct branch *branch, struct path path, struct str question, struct str history,
                    struct classification *ret, struct error *e);

#endif
