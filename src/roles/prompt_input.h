/* validate_input and improve_input: is a prompt fit for a research, and how would it be better? Asked before a run. */
#ifndef FATHOM_ROLES_PROMPT_INPUT_H
#define FATHOM_ROLES_PROMPT_INPUT_H

#include "roles/alone.h"

struct prompt_quality {
    int64_t quality; /* 0: invalid, 1: weak, 2: good */
    struct str reason, improved_prompt;
};

int role_validate_input(struct alone *alone, struct str prompt, bool improve, struct prompt_quality *ret,
                        struct error *e);
/* At most 500 characters, no preamble, no JSON, one version, in the language of the prompt; asked for once more when it
 * is not, then -ERROR_UPSTREAM. */
int role_improve_input(struct alone *alone, struct str prompt, struct str *ret, struct error *e);

/* What is wrong with an improved prompt, NULL when nothing is. *text loses quotation marks around it. */
const char *improved_fault(struct str prompt, struct str *text);

#endif
