/* synthesize: sources become a cited report. */
#ifndef FATHOM_ROLES_SYNTHESIZE_H
#define FATHOM_ROLES_SYNTHESIZE_H

#include "run/sources.h"

struct synthesis_input {
    struct str question;
    const struct source_row *const *sources; /* in the order they are shown */
    size_t sources_n;
    size_t documents;        /* how many were searched; 0: nobody counted them */
    const struct str *spans; /* numbered passages (evidence_show) the writer cites instead of sources; NULL: none */
    size_t spans_n;
    bool strict;                 /* every sentence that states something carries a marker */
    int words_least, words_most; /* of a report with enough to say */
    bool conclusion;             /* what follows from it is wanted, too */
    struct str aims;             /* what was looked for, by line, as the passages name it; or empty */
    double temperature;
    int64_t max_tokens;
    struct str notes;    /* what the writer must know, or empty */
    struct str guidance; /* what who supervises the research asks of the report, or empty */
    struct str draft;    /* the report to be revised, citing the same passages; empty: there is none */
    struct str clashes;  /* passages that seem to contradict each other, by line; or empty */
    struct str findings; /* what was found out on the way, by line, with the passages that carry it; or empty */
    bool by_model;       /* rather nothing (-ERROR_BUDGET, -ERROR_FINISH) than a report without a model */
};

struct synthesis {
    struct str body; /* Markdown with markers, no list of sources */
    struct str answered_by;
    bool extractive;
    bool answered;                        /* extractive: the sources answer the question */
    bool by_code;                         /* says only what was tried: there is no source */
    bool by_source;                       /* markers name numbers of sources, not of spans */
    const struct llm_citation *citations; /* of the provider's own search */
    size_t citations_n;
};

int role_synthesize(struct branch *branch, struct path path, const struct synthesis_input *input, struct synthesis *ret,
                    struct error *e);

/* The form without a model: passages that answer the question. Takes question, sources, sources_n and documents. */
int role_synthesize_extractive(struct branch *branch, const struct synthesis_input *input, struct synthesis *ret,
                               struct error *e);

#endif
