/* panel_context: what a prompt asks for, before several models answer it, and a title for the research. */
#ifndef FATHOM_ROLES_PANEL_CONTEXT_H
#define FATHOM_ROLES_PANEL_CONTEXT_H

#include "run/run.h"
#include "text/json.h"

enum panel_mode { PANEL_DEEP_DIVE, PANEL_QUICK_ANSWER, PANEL_COMPARISON, PANEL_STANDARD };
enum panel_style { PANEL_BRIEF, PANEL_BALANCED, PANEL_DETAILED };
enum panel_time { PANEL_ANY_TIME, PANEL_RECENT, PANEL_RANGE };

struct panel_context {
    struct str title, language;
    int domain, mode;
    struct str intent_summary;
    int answer_style;
    int time_scope;
    struct str time_from, time_to;
    int locale_scope; /* 0: global, 1: `country` */
    struct str country;
    struct str_list research_plan;
};

/* `contexts` tells what was given with the prompt; may be empty. Never blocks: negative only for what stops the run;
 * *ret_known is false when no model could say it. */
int role_panel_context(struct branch *branch, struct path path, struct str contexts, struct panel_context *ret,
                       bool *ret_known, struct error *e);

/* As the research's `researchContext`. */
json_t *panel_context_json(const struct panel_context *context);

#endif
