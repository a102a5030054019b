/* synthesize: sources become a cited report. */
#ifndef FATHOM_ROLES_SYNTHESIZE_H
#define FATHOM_ROLES_SYNTHESIZE_H

#include "run/sources.h"

struct synthesis_input {
    struct str question;
    const struct source_row *const *sources;    /* in the order they are shown */
    size_t sources_n;
    const char *words;              /* "800 and 2000" */
    double temperature;
    int64_t max_tokens;
    struct str notes;               /* what the writer must know, or empty */
};

struct synthesis {
    struct str body;                /* Markdown with markers, no list of sources */
    struct str answered_by;
    bool extractive;
};

int role_synthesize(struct branch *branch, struct path path, const struct synthesis_input *input,
                    struct synthesis *ret, struct error *e);

#endif
