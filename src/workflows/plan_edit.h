/* Short commands that change a plan: "drop 3", "2: other words", "add words". Nothing is guessed: what is no command
 * changes nothing. */
#ifndef FATHOM_WORKFLOWS_PLAN_EDIT_H
#define FATHOM_WORKFLOWS_PLAN_EDIT_H

#include "base/arena.h"
#include "base/str.h"

enum plan_edit {
    PLAN_AGREED,  /* nothing, or words of consent */
    PLAN_CHANGED, /* *plan is another one */
    PLAN_NOTED,   /* words for the planner: *ret_said */
    PLAN_STOPPED, /* "stop" */
    PLAN_HELP,    /* "?" */
    PLAN_WRONG,   /* a command that cannot be carried out: *ret_said says why */
    PLAN_UNKNOWN, /* no command */
};

/* One line as it was typed. A line that is dropped stays as an empty one, so that the lines of one answer all mean the
 * numbers that the person saw; plan_edit_settle() takes the empty lines out. */
enum plan_edit plan_edit(struct arena *arena, struct str_list *plan, struct str line, struct str *ret_said);
void plan_edit_settle(struct arena *arena, struct str_list *plan);

/* Nothing, or nothing but words of consent: "ok", "yes, go ahead". */
bool plan_consents(struct str answer);

/* The commands for a person who asks for help: what is typed, and what it does. Ends with NULL. */
extern const char *const plan_commands[][2];

#endif
