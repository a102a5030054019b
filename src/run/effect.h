/* Effects: the only way out of a run.
 *
 * effect_do() does a request at a path, or returns what the journal has there.
 * The outcome is committed first and returned second, so a run that dies
 * anywhere can be run again from its first line: what finished is returned at
 * once, the rest happens. docs/internals/journal.md tells why.
 *
 * Memory: outcomes live in the arena of the branch that asked, or in the
 * request's own. */
#ifndef FATHOM_RUN_EFFECT_H
#define FATHOM_RUN_EFFECT_H

#include "records/questions.h"
#include "run/run.h"

/* How an effect is done: its kind (what a lost attempt means), and options as bits beside it. */
enum effect_kind {
    EFFECT_PURE,   /* may happen again at no cost */
    EFFECT_PAID,   /* a lost attempt counts against the budget */
    EFFECT_SUBMIT, /* pure, and says that it leaves a job at a service (so may any call: its id is
                                     * kept before polling, whatever the kind) */
    EFFECT_ONCE,   /* never again by itself: mail, webhook */

    EFFECT_KIND = 15,      /* the kind's bits */
    EFFECT_ESSENTIAL = 16, /* not cut short by finish, nor where gathering ends: the writing itself */
    EFFECT_LOCAL = 32,     /* needs nobody outside and no time worth naming: no ceiling cuts it short */
    EFFECT_SETTLED = 64,   /* its failure stands when the run is retried; who asks again does it at another path */
};

struct outcome {
    bool failed; /* a final failure: a fact of the run like any other */
    struct str body;
    struct error error; /* when failed */
    struct str answered_by;
    struct usage usage;
    bool recorded; /* came from the journal */
};

/* Returns 0 and *ret for an outcome, good or failed. Negative only for what
 * stops the run (RUN_CANCELLED …: sticky, pass it up untouched) or for a store
 * that cannot be written. */
int effect_do(struct branch *branch, struct path path, int how, const struct request *request, struct outcome *ret,
              struct error *e) __attribute__((warn_unused_result));

/* Requests that are done together. */
struct effects {
    const struct request *requests;
    size_t n;
    size_t at_once;           /* under way together: the next begins when one ends; 0: all */
    const struct path *paths; /* of each; NULL: path/0 … path/n-1 */
};
/* Returns when all have an outcome, in their order whatever came first. Needs no further threads. */
int effect_do_all(struct branch *branch, struct path path, int how, const struct effects *effects, struct outcome ret[],
                  struct error *e) __attribute__((warn_unused_result));

/* A fact that needs nothing from outside: what `fn` says (in the branch's arena; the
 * journal names `who` as its origin), or what the journal has. Its row is committed with the branch's next, so nothing that
 * follows from it can be stored without it, and nobody waits for it alone. */
struct effect_fact {
    const char *canonical, *who;
    struct str (*fn)(const struct branch *branch);
};
int effect_fact(struct branch *branch, struct path path, const struct effect_fact *fact, struct str *ret,
                struct error *e) __attribute__((warn_unused_result));

/* The wall clock, journaled. */
int effect_clock(struct branch *branch, struct path path, int64_t *ret_wall_ms, struct error *e)
    __attribute__((warn_unused_result));

/* Random bytes of this place: HMAC(seed of the run, path, counter). No journal
 * row is needed: the seed is stored with the run. */
void effect_random(struct branch *branch, struct path path, uint64_t counter, void *ret, size_t n);
/* "src-" + 12 hex digits. */
struct str effect_id(struct branch *branch, struct path path, uint64_t counter, const char *prefix);

/* A place where the run ends unless somebody asks for another try: *ret says whether one was asked for (resume, retry)
 * since the run first came here. A fact like the clock: a replay goes the same way. */
int effect_again(struct branch *branch, struct path path, bool *ret, struct error *e)
    __attribute__((warn_unused_result));

/* The outcome that another run has at `there`, as an effect of this one: it costs nothing and is not asked for again.
 * Its usage is what that run paid, and is not added to this one's. -ERROR_NOT_FOUND when that run, or its outcome,
 * is gone. */
int effect_adopt(struct branch *branch, struct path path, struct str run, struct path there, struct outcome *ret,
                 struct error *e) __attribute__((warn_unused_result));

/* A question to a person: returns the answer when it is there; else the run suspends (-RUN_SUSPENDED) with status
 * `waiting` until one is given. The question is kept with the run (records/questions.h) from the commit that makes it
 * wait. */
struct effect_question {
    enum question_type type;
    int event;        /* enum event_kind that tells it; its data is what is kept of the question */
    const void *data; /* the struct of that event */
};
int effect_ask(struct branch *branch, struct path path, const struct effect_question *question, struct str *ret_answer,
               struct error *e) __attribute__((warn_unused_result));

#endif
