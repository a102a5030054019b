/* What answers are remembered beyond a run. Looking into the store's cache and
 * writing to it are effects like any other: a replay finds what the run found. */
#ifndef FATHOM_ROLES_MEMORY_H
#define FATHOM_ROLES_MEMORY_H

#include "run/effect.h"

struct memory {
    const char *name;  /* of the effect: "verdicts" */
    const char *cache; /* of the rows: "verdict" */
    int64_t keep_ms;
};

struct memory_rows {
    const struct memory *memory;
    const struct hash *keys;
    size_t n;
    const json_t *values; /* an array of n; NULL: they are looked up */
};

/* An array of n values, null where nothing is remembered; the caller owns it. Negative only for what stops the run;
 * *ret NULL when the cache cannot be read. */
int memory_recall(struct branch *branch, struct path path, const struct memory_rows *rows, json_t **ret,
                  struct error *e);
/* Remembers values[i] under keys[i]. */
int memory_keep(struct branch *branch, struct path path, const struct memory_rows *rows, struct error *e);

#endif
