/* The sentences a report without a model is drafted from: what the files of this
 * role share. */
#ifndef FATHOM_EXTRACTIVE_DRAFT_H
#define FATHOM_EXTRACTIVE_DRAFT_H

#include "base/buf.h"
#include "extractive/extractive.h"
#include "extractive/select.h"

enum {
    DRAFT_LEAST = 180, /* score under which a sentence is beside the question */
    DRAFT_LITTLE = 30, /* so few sentences altogether that half of that is enough */
};

struct wording;

struct candidate {
    size_t source, cluster;
    size_t position, last; /* the sentences of its source it is made of */
    bool used;
    bool names, about; /* it names what the question names; its document is about that */
};

struct draft {
    struct arena *arena;
    struct question question;
    const struct wording *wording;
    const struct source_row *const *sources;
    size_t sources_n, clusters_n;
    size_t *cluster;
    struct select_item *items; /* in the order of sources and places */
    struct candidate *candidates;
    struct str *texts; /* of the items */
    size_t n;
    int64_t best;             /* score of the best candidate */
    bool named;               /* the question names something, and some source does too */
    struct str_list unnamed;  /* what it names and no source does */
    struct str_list answered; /* further clauses of the question that got an answer */
    bool *cited;              /* by source */
    struct buf out;
};

/* Has it every content word of the phrase? */
bool sentence_speaks_of(struct arena *arena, const struct language *language, struct str text, struct str phrase);
/* Does it begin by pointing back at a sentence that is not there? */
bool sentence_points_back(struct str text);

/* Near copies among the sources, then the sentences of all, then who names what the question names. */
void draft_cluster(struct draft *w);
void draft_collect(struct draft *w);
void draft_names(struct draft *w);
/* Scores items (w's own, or copies of them) for a question. */
void draft_score(struct draft *w, const struct question *question, struct select_item *items);
/* What is far from the best is beside the question. */
int64_t draft_least(const struct draft *w, int64_t percent);
/* Where to begin reading so that `at` is understood: at most three candidates before it, in the same source, as long as
 * each points back at the one before; w->n if even then something is pointed at that is not there. */
size_t draft_from(const struct draft *w, size_t at);

#endif
