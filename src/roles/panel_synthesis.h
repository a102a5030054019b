/* panel_synthesis: one attributed text out of the answers of a panel. */
#ifndef FATHOM_ROLES_PANEL_SYNTHESIS_H
#define FATHOM_ROLES_PANEL_SYNTHESIS_H

#include "run/run.h"

struct panel_synthesis_input {
    const struct str_list *names, *weak; /* of the models; of those whose answers are very short */
    const struct str *spans;             /* numbered passages (evidence_show) */
    size_t spans_n;
    bool earlier;         /* pages of earlier answers are among the passages */
    bool given;           /* some are from texts of the user */
    struct str clashes;   /* passages of pages that seem to contradict each other, by line; or empty */
    struct str conflicts; /* one per line, or empty */
    struct str draft;     /* what was written before, to be mended; empty: nothing */
    struct str faults;    /* what is wrong with it, one per line */
};

/* Streamed; not cut short by finish. */
int role_panel_synthesis(struct branch *branch, struct path path, const struct panel_synthesis_input *input,
                         struct llm_answer *ret, struct error *e);

#endif
