/* Errors: what was wrong, where, what to do.
 *
 * A function that can fail returns 0 or a negative code (-ERROR_X) and takes a
 * `struct error *` last. The caller owns the struct; it holds no pointers, so
 * it is copied freely. `struct error *` may be NULL where nobody listens.
 * Outputs are set only on success. */
#ifndef FATHOM_BASE_ERROR_H
#define FATHOM_BASE_ERROR_H

#include <stdbool.h>
#include <stdint.h>

enum error_code {
    ERROR_NONE = 0,
    ERROR_INVALID, /* bad argument or input of the user */
    ERROR_NOT_FOUND,
    ERROR_CONFLICT,      /* wrong state for this */
    ERROR_MISCONFIGURED, /* a key or setting is missing or wrong */
    ERROR_FORBIDDEN,     /* not ours, or the guard said no */
    ERROR_LIMIT,         /* larger than a limit of ours */
    ERROR_PARSE,         /* bytes that are not what they should be */
    ERROR_IO,            /* file system, child process */
    ERROR_STORE,         /* database: damaged, newer, locked, full */
    ERROR_NETWORK,       /* connection refused, reset, DNS */
    ERROR_TIMEOUT,
    ERROR_AUTH,        /* the service refused the key, or a client its model */
    ERROR_RATE,        /* the service asks to slow down */
    ERROR_QUOTA,       /* credit or quota is gone: retrying is useless */
    ERROR_UPSTREAM,    /* the service failed (5xx, garbage) */
    ERROR_REJECTED,    /* the service refused this request (4xx) */
    ERROR_MODEL,       /* model unknown or retired */
    ERROR_CONTEXT,     /* prompt longer than the context window */
    ERROR_REFUSED,     /* the model refused, or a safety block */
    ERROR_UNAVAILABLE, /* breaker open, nothing configured can serve */
    ERROR_BUDGET,      /* the run's budget does not allow it */
    ERROR_FINISH,      /* cut short: the report must be written now */
    ERROR_INTERNAL,
    ERROR_PARTIAL,   /* some models of a panel did not answer */
    ERROR_SYNTHESIS, /* the answers of a panel could not be made into one text */
    ERROR_TOKEN,     /* no token of a user, or one that is not valid */
    ERROR_THROTTLED, /* the user asks too often, or a quota of the user is used up; retry_after_ms says when to ask again */

    /* What stops a run itself; sticky, passed up untouched (run/run.h). */
    RUN_CANCELLED = 100,
    RUN_SUSPENDED,
    RUN_SHUTDOWN,
    RUN_DIVERGED,
    RUN_TIMED_OUT,
};

struct error {
    int code;               /* enum error_code, positive */
    bool retry;             /* the same call may succeed later */
    int status;             /* HTTP status where there was one, else 0 */
    int64_t retry_after_ms; /* what the service asked for, -1 if it did not */
    char message[1248];     /* UTF-8, one or more sentences, no newline at the end */
    char field[48];         /* the argument it is about, by its name in the tables: "contexts[2].text"; empty: none */
    char details[304];      /* a JSON object for programs: {"candidates":[…]}; empty: none */
};

/* Sets *e and returns -code. A message that is too long ends with a whole word and "…". */
int error_set(struct error *e, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Puts "context: " before the message; keeps code and the rest. Returns -e->code. */
int error_wrap(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says which argument the error is about, and what programs may want to know (a JSON object, at most 303 bytes; a longer one
 * is left out). Each returns -e->code. */
int error_about(struct error *e, const char *field);
int error_detail(struct error *e, const char *json);

/* Sets *e from errno with a message "what: strerror". Returns -ERROR_IO. */
int error_errno(struct error *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

void error_clear(struct error *e);

/* Stable word of a code ("invalid", "rate", …), used in journal and JSON. */
const char *error_name(int code);
/* The code of such a word, ERROR_INTERNAL for an unknown one. */
int error_code_named(const char *name);

/* Is this return value one that stops the run (RUN_CANCELLED …)? */
static inline bool error_stops_run(int r) { return r <= -RUN_CANCELLED && r >= -RUN_TIMED_OUT; }

#endif
