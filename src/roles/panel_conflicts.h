/* panel_conflicts: where the answers of a panel contradict each other, and what a synthesis of them has to achieve. */
#ifndef FATHOM_ROLES_PANEL_CONFLICTS_H
#define FATHOM_ROLES_PANEL_CONFLICTS_H

#include "run/run.h"
#include "text/json.h"

struct panel_side {
    struct str model, says;
};
struct panel_conflict {
    struct str topic;
    int severity;
    struct panel_side *sides;
    size_t sides_n;
};
struct panel_conflicts {
    int goal;
    struct panel_conflict *items;
    size_t n;
};
extern const char *const panel_goal_words[], *const panel_severity_words[];

/* `answers`: each under the name of its model; `names`: these. A side of nobody's and a conflict with one side are
 * dropped. Never blocks: negative only for what stops the run; what could not be read is no conflict. */
int role_panel_conflicts(struct branch *branch, struct path path, struct str answers, const struct str_list *names,
                         struct panel_conflicts *ret, struct error *e);

/* As the research's `synthesisContext`. */
json_t *panel_conflicts_json(const struct panel_conflicts *conflicts);

#endif
