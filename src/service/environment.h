/* Environment variables: those of the process, and behind them those of a file
 * given with --env-file (NAME=value, quotes, `export`, # comments). The file
 * never changes the process's own environment.
 * Threads: read from any thread once it is made. */
#ifndef FATHOM_SERVICE_ENVIRONMENT_H
#define FATHOM_SERVICE_ENVIRONMENT_H

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"

struct environment;

/* Lives in `arena`. Without `process` only what is set here counts (tests). */
struct environment *environment_new(struct arena *arena, bool process);
void environment_set(struct environment *environment, struct str name, struct str value);
/* Errors name the file and the line. */
int environment_read(struct environment *environment, const char *path, struct error *e);
/* Empty when it is not set; a variable set to nothing counts as not set. */
struct str environment_get(const struct environment *environment, const char *name);

/* A file of settings; one that cannot be read is -ERROR_MISCONFIGURED, with `what` in front. The caller frees *ret. */
int settings_file_read(const char *path, const char *what, struct buf *ret, struct error *e);

#endif
