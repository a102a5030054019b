/* libfathom: research as a library.
 *
 * Open an engine, start a research, read its events while it works, answer its
 * questions, take the report. Arguments and results are JSON text, the same
 * objects that the command line prints with --json and the HTTP API speaks;
 * docs/cli.md lists the operations and their fields.
 *
 *     struct fathom *f;
 *     char id[FATHOM_ID_SIZE];
 *     char *event, *report;
 *     int64_t seq = 0;
 *
 *     if (fathom_open(NULL, &f, NULL) < 0 || fathom_start(f, "{\"query\":\"…\"}", id, NULL) < 0)
 *         …
 *     while (fathom_next_event(f, id, &seq, -1, &event, NULL) > 0) {
 *         puts(event);
 *         fathom_free(event);
 *     }
 *     if (fathom_report(f, id, "md", &report, NULL) == 0)
 *         …
 *     fathom_close(f);
 *
 * Every function that can fail returns a negative number and fills the error,
 * which may be NULL. Strings that are handed out are the caller's: fathom_free().
 * Threads: any thread may call, except fathom_close(), which is last. */
#ifndef FATHOM_H
#define FATHOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { FATHOM_ID_SIZE = 32 };

struct fathom;

struct fathom_error {
    char code[24];      /* "invalid", "not_found", "misconfigured" … */
    char message[1600]; /* what was wrong, where, what to do */
};

struct fathom_options {
    const char *config_path; /* NULL: FATHOM_CONFIG, else the usual place */
    const char *env_file;    /* NULL: none */
};

const char *fathom_version(void);

/* Reads configuration and environment; the data folder is opened when it is needed. */
int fathom_open(const struct fathom_options *options, struct fathom **ret, struct fathom_error *e);
/* Stops what works: it can be resumed. NULL is fine. */
void fathom_close(struct fathom *fathom);

/* Starts a research; `request` is an object with at least "query". */
int fathom_start(struct fathom *fathom, const char *request, char ret_id[FATHOM_ID_SIZE], struct fathom_error *e);
/* Answers the questions of a run that waits, and lets it go on. */
int fathom_answer(struct fathom *fathom, const char *id, const char *answer, struct fathom_error *e);
/* Asks a run at work to "finish" with what it has or to "cancel". */
int fathom_control(struct fathom *fathom, const char *id, const char *what, struct fathom_error *e);

/* The event after *seq, which is updated: 1 and *ret; 0 when the run has ended
 * and there are no more, or the time is over (timeout_ms; -1 waits). */
int fathom_next_event(struct fathom *fathom, const char *id, int64_t *seq, int timeout_ms, char **ret,
                      struct fathom_error *e);
/* "md", "html" or "json". */
int fathom_report(struct fathom *fathom, const char *id, const char *format, char **ret, struct fathom_error *e);

/* Any operation by its name ("list", "show", "sources", "resume" …). */
int fathom_call(struct fathom *fathom, const char *operation, const char *arguments, char **ret,
                struct fathom_error *e);

void fathom_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
