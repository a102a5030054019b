/* What the files of src/records share: queries with their values and rows, usage and bodies as columns, the number of a
 * run behind its name. */
#ifndef FATHOM_RECORDS_INTERNAL_H
#define FATHOM_RECORDS_INTERNAL_H

#include <stddef.h>

#include "base/rows.h"
#include "base/usage.h"
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
/* Replaces the rows of a run: `sql` deletes those there are ($1 is the run), `insert` puts one of `rows`, structs of `size`
 * bytes. */
struct new_rows {
    const char *sql;
    void *rows;
    size_t n, size;
    int (*insert)(struct db *db, int64_t run, void *row, struct error *e);
};
int run_replace_rows(struct db *db, struct str run, const struct new_rows *rows, struct error *e);
/* Is this worker a process of this boot that is no more? Of any other nothing is known. */
bool worker_is_gone(struct str worker);

/* --- queries --- */

/* One column of a row and the member of a struct that holds it; a table of them ends with COLUMN_END. */
enum column_type {
    COLUMN_LAST,
    COLUMN_INT,  /* int, int64_t or size_t */
    COLUMN_BOOL, /* bool */
    COLUMN_REAL, /* double */
    COLUMN_TEXT, /* struct str */
    COLUMN_BYTES,
    COLUMN_HASH,  /* struct hash; NULL leaves it zero */
    COLUMN_WORD,  /* an int that stands for one of `words` */
    COLUMN_USAGE, /* struct usage: USAGE_COLUMNS_N columns */
    COLUMN_OTHER, /* read by the shape's `finish` */
};
struct column {
    enum column_type type;
    size_t offset, size; /* of the member */
    const char *const *words;
};
#define COLUMN(kind, owner, member, ...)                                                                               \
    {                                                                                                                  \
        .type = COLUMN_##kind, .offset = offsetof(owner, member), .size = sizeof(((owner *) 0)->member), __VA_ARGS__   \
    }
#define COLUMN_OF(kind, owner, member) COLUMN(kind, owner, member, )
/* Several of one type: COLUMNS(INT, struct span_row, start, end). */
#define COLUMNS(kind, owner, ...) ROWS(COLUMN_OF, kind, owner, __VA_ARGS__)
#define COLUMN_IGNORED                                                                                                 \
    {                                                                                                                  \
        .type = COLUMN_OTHER                                                                                           \
    }
#define COLUMN_END                                                                                                     \
    {                                                                                                                  \
        .type = COLUMN_LAST                                                                                            \
    }

/* The columns that sources begin with, in the store and in a bundle: their names, and where they are kept. */
#define SOURCE_HEAD "number, name, url, canonical_url, title, snippet, author, date, engine, query"
#define SOURCE_HEAD_COLUMNS                                                                                            \
    COLUMN(INT, struct source_row, number),                                                                            \
        COLUMNS(TEXT, struct source_row, id, url, canonical_url, title, snippet, author, date, engine, query)

/* How a row of a query becomes a struct. */
struct shape {
    const struct column *columns;
    size_t size;
    /* Reads what the columns cannot say; may be NULL. The row's other members are set. */
    int (*finish)(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e);
};

/* A value for the next placeholder, or for several. */
struct value {
    enum {
        VALUE_NULL,
        VALUE_INT,
        VALUE_REAL,
        VALUE_TEXT,
        VALUE_BYTES,
        VALUE_HASH,  /* NULL: null */
        VALUE_RUN,   /* the number of the run of this name; -ERROR_NOT_FOUND names it */
        VALUE_USAGE, /* USAGE_COLUMNS_N placeholders; NULL: as many nulls */
        VALUE_BODY,  /* two placeholders; NULL: both null */
        VALUE_ROW,   /* a placeholder for each of `columns` */
        VALUE_NONE,  /* no placeholder: for a query without values */
    } type;
    union {
        int64_t number;
        double real;
        struct str text;
        const void *at;
    };
    const struct column *columns;
};
#define NOTHING ((struct value){ .type = VALUE_NULL })
#define INT(given) ((struct value){ .type = VALUE_INT, .number = (int64_t) (given) })
#define REAL(given) ((struct value){ .type = VALUE_REAL, .real = (given) })
#define TEXT(given) ((struct value){ .type = VALUE_TEXT, .text = (given) })
#define BYTES(given) ((struct value){ .type = VALUE_BYTES, .text = (given) })
#define HASH(pointer) ((struct value){ .type = VALUE_HASH, .at = (pointer) })
#define RUN(name) ((struct value){ .type = VALUE_RUN, .text = (name) })
#define USAGE(pointer) ((struct value){ .type = VALUE_USAGE, .at = (pointer) })
#define BODY(pointer) ((struct value){ .type = VALUE_BODY, .at = (pointer) })
#define ROW(table, pointer) ((struct value){ .type = VALUE_ROW, .at = (pointer), .columns = (table) })
#define NO_VALUES ((struct value){ .type = VALUE_NONE })

/* A statement with its values: QUERY(db, "DELETE … $1 AND $2", INT(number), TEXT(path)). */
struct query {
    struct db *db;
    const char *sql;
    const struct value *values;
    size_t values_n;
};
#define QUERY(connection, statement, ...)                                                                              \
    (&(const struct query){ (connection), (statement), (const struct value[]){ __VA_ARGS__ },                          \
                            sizeof((const struct value[]){ __VA_ARGS__ }) / sizeof(struct value) })

/* Runs it to its end. */
int query_run(const struct query *query, struct error *e);
/* 1 and the first row in *ret, 0 when there is none (*ret is unchanged). `arena` may be NULL where no column is a text. */
int query_one(const struct query *query, const struct shape *shape, struct arena *arena, void *ret, struct error *e);
/* All rows: `ret` is the address of a pointer to the shape's struct. Both are set on success only. */
int query_all(const struct query *query, const struct shape *shape, struct arena *arena, void *ret, size_t *ret_n,
              struct error *e);
/* The first column of the first row: 1 and its value, 0 when there is no row. */
int query_int(const struct query *query, int64_t *ret, struct error *e);
int query_text(const struct query *query, struct arena *arena, struct str *ret, struct error *e);
/* Prepared and bound; the caller steps and ends it. */
int query_begin(const struct query *query, struct statement **ret, struct error *e);
/* The row a statement stands at. */
int row_read(struct db *db, struct statement *s, const struct shape *shape, struct arena *arena, void *ret,
             struct error *e);

#endif
