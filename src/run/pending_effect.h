/* One effect of a batch on its way: what the journal has for it, its call, its
 * commit. effect.c drives the batch, pending_effect.c knows the journal. */
#ifndef FATHOM_RUN_PENDING_EFFECT_H
#define FATHOM_RUN_PENDING_EFFECT_H

#include "run/internal.h"
#include "text/wrapping.h"

struct pending_effect {
    struct batch *batch;
    const struct request *request;
    struct path path; /* with the attempt's suffix */
    struct hash key;
    struct outcome *outcome;
    bool finished; /* the outcome is set, from journal or call */
    bool started;  /* the call has begun */
    bool committing;
    int seen, lost;
    struct call call;
    const char *deadline_why; /* which limit is call.deadline_ms */
    struct call_note *shown;  /* last note that became an event */
    int64_t live;             /* ordinal of the next live event */
    int64_t submitted_ms;
    struct sink sink;
    int stream_attempt;
    size_t stream_offset;
    struct unwrapping *unwrapping; /* of a text that is streamed; NULL before its first bytes */
    struct effect_row row;
    struct journal_entry entry;
    struct store_job job;
};

struct batch {
    struct branch *branch;
    struct run *run;
    struct arena *scratch;
    enum effect_kind kind;
    int options;
    struct pending_effect *effects;
    size_t n;
    bool rests;     /* all that it waits for are jobs that take long */
    size_t at_once; /* calls under way together; 0: all */
};

/* Looks at `path` (and the paths of later attempts): an outcome that is recorded
 * is taken, a started or submitted row is remembered. pending->path says where the
 * effect belongs. Negative: diverged in a replay, or the store failed. */
int pending_look_up(struct pending_effect *pending, struct path path, struct error *e);

/* Fills pending->row for the journal. */
void pending_fill_row(struct pending_effect *pending, enum effect_state state);
/* A store_fn that appends the journal_entry it is given. */
int pending_append(struct db *db, void *entry, struct error *e);

/* The outcome is set: hands it to the writer with its events. Does not wait. */
void pending_commit(struct pending_effect *pending);
/* Sets a failure as the outcome and commits it. */
void pending_commit_failure(struct pending_effect *pending, int code, const char *message);
/* push.c: takes the outcome that was handed in for it, if there is one. */
bool pending_take_push(struct pending_effect *pending);
/* The call is done: its answer becomes the outcome and is committed. */
void pending_take_answer(struct pending_effect *pending);

#endif
