/* Child processes: run to the end with a time limit, bounded output and no
 * inherited descriptors. No shell. Threads: any; the child is always reaped. */
#ifndef FATHOM_BASE_CHILD_H
#define FATHOM_BASE_CHILD_H

#include <sys/types.h>

#include "base/buf.h"
#include "base/error.h"

struct child {
    const char *const *argv;        /* NULL-terminated, argv[0] is looked up in PATH */
    struct str input;               /* given on standard input */
    int64_t timeout_ms;             /* then SIGKILL to its process group; 0: 60 s */
    const char *directory;          /* NULL: ours */
    const char *const *environment; /* NULL: ours */
    int stop_fd;                    /* when it can be read the child is killed (-ERROR_TIMEOUT); 0: none */
    /* Runs in the child right before the program: 0 or an errno value that ends it. The caller must have no threads. The
     * child is killed when the caller dies. */
    int (*prepare)(void *context);
    void *context;
    bool contained; /* also those it started that left its process group end with it (base/reaper.h) */
};

struct child_result {
    int exit_status; /* -1 when killed by a signal */
    int signal;
};

/* Runs it; *out and *err (may be NULL: discarded) take what it printed up to
 * their maxima: more kills it with -ERROR_LIMIT. -ERROR_TIMEOUT at the limit,
 * -ERROR_NOT_FOUND if there is no such program. */
int child_run(const struct child *child, struct buf *out, struct buf *err, struct child_result *ret, struct error *e);

/* A child that is spoken to: what is written to `in` it reads, what it prints comes out of `out` (both do not block);
 * what it says on standard error is dropped. `child` must outlive it, its input and time limit are not used. A contained one
 * must be ended by the thread that started it. */
struct child_talk {
    const struct child *child;
    int in, out, process, report;
    pid_t pid;
};
int child_talk_start(const struct child *child, struct child_talk *ret, struct error *e);
/* Closes its input, gives it `patience_ms` to end by itself, kills what is left, reaps it. */
void child_talk_end(struct child_talk *talk, int64_t patience_ms);
/* Writes all of it, or what is possible until the deadline of clock_monotonic_ms(). */
int child_talk_write(struct child_talk *talk, struct str text, int64_t deadline_ms, struct error *e);

#endif
