/* A person reads the plan before money is spent on it (setting reviewPlan): the run waits with the plan as its question. */
#ifndef FATHOM_WORKFLOWS_REVIEW_H
#define FATHOM_WORKFLOWS_REVIEW_H

#include "run/effect.h"

enum review_answer {
    REVIEW_ACCEPTED, /* nothing, or a word of consent */
    REVIEW_EDITED,   /* numbered lines or commands: `items` is the plan now */
    REVIEW_GUIDANCE, /* other words: for the planner, who plans again */
    REVIEW_WRONG,    /* a command that cannot be carried out */
};

struct review {
    enum review_answer answer;
    struct str_list items; /* the plan as it stands now, without numbers; not of REVIEW_WRONG */
    struct str guidance;   /* REVIEW_GUIDANCE: the person's words alone */
    struct str wrong;      /* REVIEW_WRONG: why, a sentence */
    struct str_list own;   /* REVIEW_GUIDANCE: lines that persons wrote, also in earlier rounds */
};

enum { REVIEW_ROUNDS = 3 }; /* a plan is made anew at most so often */

/* Is there somebody to be asked? Not once the report is wanted now. */
bool review_wanted(const struct branch *branch);
/* Asks about the plan, at `path`; `unit` is what it is made of ("sub-queries", or "sub-query" where it is one). *ret holds the round
 * before, or nothing. Negative: what stops the run. */
int review_plan(struct branch *branch, struct path path, const char *unit, const struct str_list *plan,
                struct review *ret, struct error *e);

/* What a person may say to a plan; part of the question, so that every door tells it. */
#define REVIEW_HOW                                                                                                     \
    "An empty answer goes on with it. \"drop 2\" removes a line, \"2: words\" replaces it, \"add words\" adds one; "   \
    "numbered lines are a plan of your own. Other words tell the planner what to change."

/* What an answer means, whichever door it comes through; pure. */
void review_read(struct arena *arena, const struct str_list *plan, struct str answer, struct review *ret);
/* A plan as the numbered lines of an answer. */
struct str review_lines(struct arena *arena, const struct str_list *plan);
/* A plan and words for its planner as one answer, which review_read() takes apart again. */
struct str review_note(struct arena *arena, const struct str_list *plan, struct str note);

#endif
