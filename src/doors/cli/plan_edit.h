/* Short commands that change a plan: "drop 3", "2: other words", "add words". Nothing is guessed: what is no command
 * changes nothing. */
#ifndef FATHOM_DOORS_CLI_PLAN_EDIT_H
#define FATHOM_DOORS_CLI_PLAN_EDIT_H

#include "base/arena.h"
#include "base/str.h"

enum plan_edit {
    PLAN_AGREED,  /* nothing, or "go" */
    PLAN_CHANGED, /* *plan is another one */
    PLAN_NOTED,   /* words for the planner: *ret_said */
    PLAN_STOPPED, /* "stop" */
    PLAN_HELP,    /* "?" */
    PLAN_WRONG,   /* a command that cannot be carried out: *ret_said says why */
    PLAN_UNKNOWN, /* no command */
};

/* One line as it was typed. `numbers`: commands are asked for, so that "2. words" and "2: words" replace a line and "add words"
 * adds one; elsewhere the first are a plan of one's own, and the last may be a sentence for the planner. */
enum plan_edit plan_edit(struct arena *arena, struct str_list *plan, struct str line, bool numbers,
                         struct str *ret_said);

#endif
