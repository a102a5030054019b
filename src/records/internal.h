/* What the files of src/records share: usage as columns, bodies as columns,
 * the number of a run behind its name. */
#ifndef FATHOM_RECORDS_INTERNAL_H
#define FATHOM_RECORDS_INTERNAL_H

#include "net/call.h"
#include "store/blob.h"

/* The nine columns of a usage, always in this order. */
#define USAGE_COLUMNS                                                                                                  \
    "calls, searches, input_tokens, cached_tokens, output_tokens, reasoning_tokens, cost_nano, "                       \
    "cost_unknown, estimated"
enum { USAGE_COLUMNS_N = 9 };
void usage_bind(struct statement *s, int at, const struct usage *usage);
struct usage usage_column(struct statement *s, int column);

/* A text that may be long: packed in the row while it is short, else a blob.
 * Two placeholders or columns: bytes, hash. Packing needs no database, so that
 * it can be done before the writer's turn. */
struct body {
    struct str packed;
    struct hash hash;
    size_t size;
    bool is_blob;
};
struct body body_pack(struct arena *arena, struct str text);
int body_store(struct db *db, const struct body *body, struct error *e); /* before the row that refers to it */
void body_bind(struct statement *s, int at, const struct body *body);    /* NULL: both null */
/* Both null: an empty text. */
int body_column(struct db *db, struct statement *s, int column, struct arena *arena, struct str *ret, struct error *e);

void hash_bind(struct statement *s, int at, const struct hash *hash); /* NULL: null */
bool hash_column(struct statement *s, int column, struct hash *ret);  /* false: null */

/* -ERROR_NOT_FOUND names the run. */
int run_number(struct db *db, struct str run, int64_t *ret, struct error *e);
int run_not_found(struct str run, struct error *e);
/* Prepares a statement about a run; its number is bound as $1. -ERROR_NOT_FOUND names the run. */
int run_prepare(struct db *db, struct str run, const char *sql, struct statement **ret, struct error *e);

/* Is this worker a process of this boot that is no more? Of any other nothing is known. */
bool worker_is_gone(struct str worker);

/* Runs a statement with whole numbers as arguments to its end: RUN_SQL(db, e, "DELETE … $1", number). */
#define RUN_SQL(db, e, sql, ...)                                                                                       \
    run_sql(db, sql, (const int64_t[]){ __VA_ARGS__ }, (int) (sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), e)
int run_sql(struct db *db, const char *sql, const int64_t *values, int n, struct error *e);

#endif
