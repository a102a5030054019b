/* Writing: chosen sources become a report with checked citations. What every
 * workflow does at its end. */
#ifndef FATHOM_WORKFLOWS_WRITING_H
#define FATHOM_WORKFLOWS_WRITING_H

#include "report/report.h"
#include "run/sources.h"

struct writing_style {
    const char *words;              /* "800 and 2000" */
    double temperature;
    int64_t max_tokens;
};

struct writing {
    struct str question;
    struct source_list *sources;
    const size_t *chosen;           /* positions of those the writer sees */
    size_t n;
    struct writing_style style;
    struct str notes;               /* what the writer must know, or empty */
    const struct str_list *tried;   /* queries, for a report that found nothing */
};

/* Phases synthesis and verification at paths write/… and check/…. Fills body,
 * sources, claims, models, extractive of *ret; the workflow fills the rest.
 * With no source a model's report says that first and claims nothing; without a
 * model the run fails. */
int writing_run(struct branch *branch, const struct writing *writing, struct report *ret, struct error *e);

#endif
