/* Writing: chosen sources become a report with checked citations. What every
 * workflow does at its end. */
#ifndef FATHOM_WORKFLOWS_WRITING_H
#define FATHOM_WORKFLOWS_WRITING_H

#include "evidence/evidence.h"
#include "report/report.h"
#include "roles/synthesize.h"
#include "workflows/contradiction.h"

struct writing_style {
    int words_least, words_most; /* of a report with enough to say */
    double temperature;
    int64_t max_tokens;
};

/* A query and why it brought nothing, for a report that has no source. */
struct writing_tried {
    struct str query, why;
    int code;
};

struct writing {
    struct str question;
    struct source_list *sources;
    const size_t *chosen; /* positions of those the writer sees */
    size_t n;
    struct writing_style style;
    struct str notes;           /* what the writer must know, or empty */
    struct str guidance, draft; /* as in synthesis_input */
    bool by_model;              /* a draft of a model stands: rather -ERROR_BUDGET or -ERROR_FINISH than one without */
    int64_t passage_tokens;     /* of the passages it is shown; 0: the writer's share of the context */
    struct str_list aims;       /* what was looked for beside the question: the steps of a plan */
    struct evidence_finding *findings; /* they bring their passages, and are told with the numbers of these */
    size_t findings_n;
    struct contradictions contradictions; /* the first findings are their sides (workflows/sides.h) */
    const int *quality; /* of each source, as an analyst judged it (evidence_showing); NULL: nobody did */
    bool conclusion;    /* the report ends with what follows from it */
    bool no_retrieval;  /* a quick answer: claims that lack support are not searched for */
    bool as_is;         /* evidence_input.as_is and .speakers */
    const struct str_list *speakers;
    const struct writing_tried *tried;
    size_t tried_n;
    bool phase_goes_on; /* the workflow's own phase goes on, with the writing's limit: none is told */
};

/* Keeps from the budget what the report will take: a usual one, or at least the shortest that a writer is asked for. */
void writing_reserve(struct branch *root, const struct writing_style *style);

/* Phases synthesis and verification at the paths write/… and check/…. Fills all
 * of *ret that comes from sources and writing, with usage, warnings and what was
 * skipped; the workflow adds what is its own. With no source a model's report
 * says that first and claims nothing; without a model the run fails. */
int writing_run(struct branch *branch, const struct writing *writing, struct report *ret, struct error *e);

/* The two halves, for who writes more than once before the check: a draft (below
 * `path`), and the phase verification of the one that stands. */
struct draft_report {
    struct evidence_pool pool;
    struct synthesis synthesis;
};
int writing_draft(struct branch *branch, struct path path, const struct writing *writing, struct draft_report *ret,
                  struct error *e);
int writing_check(struct branch *branch, const struct writing *writing, struct draft_report *draft, struct report *ret,
                  struct error *e);

/* The same for an answer that rests on no source. */
int writing_direct(struct branch *branch, struct str body, struct str answered_by, struct report *ret, struct error *e);

/* What every workflow ends with: seals the report (*ret_report is what is stored), and sends it where the settings say.
 * A delivery that fails changes nothing about the report. Negative only for what stops the run. */
int writing_end(struct branch *root, struct report *report, struct str *ret_report, struct error *e);

#endif
