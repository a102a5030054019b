/* Fitting content into a model's context: what workflows/budget.h decides, done.
 *
 * Tokens are estimated (corrected by what the model's provider reported before),
 * levels allocated, texts shortened in parallel where they must be, originals
 * archived, everything recorded. The records go into the run's state and its
 * report.
 *
 * A prompt that was too long in spite of all that: role_shrink() (roles/role.h)
 * around fit_run() and the question, with `percent` handed through:
 *
 *     static int analyse(void *context, struct path path, int percent, struct error *e)
 *     {
 *         input.percent = percent;
 *         r = fit_run(branch, path_add(path, "fit"), &input, &fit, e);
 *         … for each call of fit.calls: the texts of its parts, role_ask …
 *     }
 *     r = role_shrink(branch, path, analyse, &x, e);
 */
#ifndef FATHOM_WORKFLOWS_FIT_H
#define FATHOM_WORKFLOWS_FIT_H

#include "report/fidelity.h"
#include "roles/summarize.h"
#include "workflows/budget.h"

struct fit_item {
    struct str id;   /* "src-…", "find-…": stable */
    struct str type; /* "source", "finding" … */
    struct str text;
    struct str title, url; /* for the archive; may be empty */
    enum budget_kind kind;
    struct budget_scores scores; /* thousandths; budget_recency() makes one of a date */
    bool keep;                   /* marked by the user: never dropped */
    bool top;                    /* one of the best five sources, by fit_top() */
    bool cited;                  /* lives in the store with a report: not archived */
};

struct fit_input {
    enum budget_phase phase;
    enum tier tier;      /* whose models will read it */
    struct str question; /* what summaries look for */
    const struct fit_item *items;
    size_t n;
    int64_t reserved; /* tokens of the share that other text of the prompt takes; 0: none */
    int64_t calls;    /* most calls it may be split over; 0: 1 */
    bool overflows;   /* what those do not hold is left to code, instead of an error */
    int percent;      /* of role_shrink(); 0: 100 */
};

/* What a call shows of an item. */
struct fit_part {
    size_t item, call; /* positions: in the items, and of the call */
    struct str text;
    int64_t tokens;
};

struct fit_result {
    struct str *texts;      /* per item, whole; empty when dropped */
    enum level *levels;     /* per item */
    struct fit_part *parts; /* call by call, items in their order; none for what is dropped */
    size_t parts_n;
    size_t calls;              /* at least 1 */
    bool *by_code;             /* per item: the parts are excerpts; the caller has its text read by code */
    struct summary *summaries; /* per item that was shortened: points and quoted passages; else empty */
    int64_t budget;            /* tokens of each call */
    struct fidelity fidelity;  /* of these items; merge it into the run's */
};

/* Marks the best five sources: of all that a phase reads, before they are parted into batches. */
void fit_top(struct fit_item items[], size_t n);

/* Effects happen below `path`. Everything lives in the branch's arena. -ERROR_LIMIT
 * when it cannot fit and may not overflow (the message says what to change), or what
 * stops the run. */
int fit_run(struct branch *branch, struct path path, const struct fit_input *input, struct fit_result *ret,
            struct error *e);

/* The end of a text that has at most so many tokens, from the beginning of a line on. Points into `text`. */
struct str fit_tail(struct str text, int64_t tokens);
/* A conversation in at most so many tokens: the line it begins with, which is its first question, and its end. */
struct str fit_history(struct arena *arena, struct str history, int64_t tokens);

/* The tokens one call of this phase has for content; *ret_window the smallest window of the tier's models. Pure. */
int64_t fit_budget(const struct branch *branch, enum budget_phase phase, enum tier tier, int64_t *ret_window);

#endif
