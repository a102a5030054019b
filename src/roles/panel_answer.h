/* panel_answer: the prompt as each model of a panel gets it. */
#ifndef FATHOM_ROLES_PANEL_ANSWER_H
#define FATHOM_ROLES_PANEL_ANSWER_H

#include "roles/panel_context.h"

struct panel_answer_input {
    const struct panel_context *context; /* NULL: nobody could say what is asked for */
    struct str contexts;                 /* the texts that came with the prompt, labelled; or empty */
    struct str earlier;                  /* pages that the conversation has cited, with their addresses; or empty */
};

/* The messages, the same for every model; they live in `arena`. */
struct panel_prompt {
    struct llm_message messages[2];
};
int role_panel_prompt(struct branch *branch, struct arena *arena, const struct panel_answer_input *input,
                      struct panel_prompt *ret, struct error *e);
/* The journal's view of asking one model, and no other. `model` is a list of one. A model that works long in the
 * background has 30 minutes. */
void role_panel_request(struct branch *branch, struct arena *arena, struct panel_prompt *prompt,
                        const struct str_list *model, struct request *ret);

#endif
