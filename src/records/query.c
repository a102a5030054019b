/* The one way from a statement to rows: prepare, bind, step, fill a struct, end. */
#include <assert.h>

#include "base/field.h"
#include "records/internal.h"

static int bind(struct db *db, struct statement *s, int at, const struct value *value, struct error *e);

static struct value value_of(const struct column *column, const void *row)
{
    const char *member = (const char *) row + column->offset;

    switch (column->type) {
    case COLUMN_INT: return INT(column->size == sizeof(int) ? *(const int *) member : *(const int64_t *) member);
    case COLUMN_BOOL: return INT(*(const bool *) member);
    case COLUMN_REAL: return REAL(*(const double *) member);
    case COLUMN_TEXT: return TEXT(*(const struct str *) member);
    case COLUMN_BYTES: return BYTES(*(const struct str *) member);
    case COLUMN_HASH: return HASH(member);
    case COLUMN_WORD: return TEXT(str(column->words[*(const int *) member]));
    case COLUMN_USAGE: return USAGE(member);
    case COLUMN_OTHER:
    case COLUMN_LAST: break;
    }
    assert(!"a column that is only read");
    return NOTHING;
}

static int bind_row(struct db *db, struct statement *s, int at, const struct value *row, struct error *e)
{
    int n = 0;

    for (const struct column *column = row->columns; column->type != COLUMN_LAST; column++) {
        const struct value value = value_of(column, row->at);

        n += bind(db, s, at + n, &value, e);
    }
    return n;
}

static int bind_run(struct db *db, struct statement *s, int at, struct str name, struct error *e)
{
    int64_t number;
    int r = run_number(db, name, &number, e);

    if (r == 0)
        db_bind_int(s, at, number);
    return r < 0 ? r : 1;
}

static int bind_usage(struct statement *s, int at, const struct usage *usage)
{
    if (usage)
        usage_bind(s, at, usage);
    else
        for (int i = 0; i < USAGE_COLUMNS_N; i++)
            db_bind_null(s, at + i);
    return USAGE_COLUMNS_N;
}

/* The number of placeholders it took. */
static int bind(struct db *db, struct statement *s, int at, const struct value *value, struct error *e)
{
    switch (value->type) {
    case VALUE_NULL: db_bind_null(s, at); return 1;
    case VALUE_INT: db_bind_int(s, at, value->number); return 1;
    case VALUE_REAL: db_bind_double(s, at, value->real); return 1;
    case VALUE_TEXT: db_bind_text(s, at, value->text); return 1;
    case VALUE_BYTES: db_bind_blob(s, at, value->text); return 1;
    case VALUE_HASH: hash_bind(s, at, value->at); return 1;
    case VALUE_RUN: return bind_run(db, s, at, value->text, e);
    case VALUE_USAGE: return bind_usage(s, at, value->at);
    case VALUE_BODY: body_bind(s, at, value->at); return 2;
    case VALUE_ROW: return bind_row(db, s, at, value, e);
    case VALUE_NONE: break;
    }
    return 0;
}

int query_begin(const struct query *query, struct statement **ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(query->db, query->sql, &s, e), at = 1;

    if (r < 0)
        return r;
    for (size_t i = 0; i < query->values_n; i++) {
        if ((r = bind(query->db, s, at, &query->values[i], e)) < 0) {
            db_end(s);
            return r;
        }
        at += r;
    }
    *ret = s;
    return 0;
}

static int read_column(struct statement *s, int at, const struct column *column, struct arena *arena, char *member,
                       struct error *e)
{
    switch (column->type) {
    case COLUMN_INT:
        if (column->size == sizeof(int))
            *(int *) member = (int) db_int(s, at);
        else
            *(int64_t *) member = db_int(s, at);
        break;
    case COLUMN_BOOL: *(bool *) member = db_int(s, at) != 0; break;
    case COLUMN_REAL: *(double *) member = db_double(s, at); break;
    case COLUMN_TEXT:
    case COLUMN_BYTES: *(struct str *) member = db_text_dup(arena, s, at); break;
    case COLUMN_HASH: hash_column(s, at, (struct hash *) member); break;
    case COLUMN_WORD: {
        int word = word_index(column->words, db_text(s, at));

        if (word < 0)
            return error_set(e, ERROR_STORE, "a row has the unknown word \"%.*s\"", STR_ARG(db_text(s, at)));
        *(int *) member = word;
        break;
    }
    case COLUMN_USAGE: *(struct usage *) member = usage_column(s, at); return USAGE_COLUMNS_N;
    case COLUMN_OTHER:
    case COLUMN_LAST: break;
    }
    return 1;
}

int row_read(struct db *db, struct statement *s, const struct shape *shape, struct arena *arena, void *ret,
             struct error *e)
{
    int at = 0, r;

    memset(ret, 0, shape->size);
    for (const struct column *column = shape->columns; column->type != COLUMN_LAST; column++) {
        if ((r = read_column(s, at, column, arena, (char *) ret + column->offset, e)) < 0)
            return r;
        at += r;
    }
    return shape->finish ? shape->finish(db, s, arena, ret, e) : 0;
}

int query_run(const struct query *query, struct error *e)
{
    struct statement *s;
    int r = query_begin(query, &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) > 0)
        continue;
    db_end(s);
    return r;
}

int query_one(const struct query *query, const struct shape *shape, struct arena *arena, void *ret, struct error *e)
{
    struct statement *s;
    int r = query_begin(query, &s, e), read;

    if (r < 0)
        return r;
    if ((r = db_step(s, e)) == 1 && (read = row_read(query->db, s, shape, arena, ret, e)) < 0)
        r = read;
    db_end(s);
    return r;
}

int query_all(const struct query *query, const struct shape *shape, struct arena *arena, void *ret, size_t *ret_n,
              struct error *e)
{
    char *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = query_begin(query, &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, shape->size);
        if ((r = row_read(query->db, s, shape, arena, rows + n * shape->size, e)) < 0)
            break;
        n++;
    }
    db_end(s);
    if (r < 0)
        return r;
    memcpy(ret, &rows, sizeof rows);
    *ret_n = n;
    return 0;
}

static const struct column no_columns[] = { COLUMN_END };

static int first_int(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    (void) db, (void) arena, (void) e;
    *(int64_t *) row = db_int(s, 0);
    return 0;
}

static int first_text(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    (void) db, (void) e;
    *(struct str *) row = db_text_dup(arena, s, 0);
    return 0;
}

int query_int(const struct query *query, int64_t *ret, struct error *e)
{
    static const struct shape shape = { no_columns, sizeof(int64_t), first_int };

    return query_one(query, &shape, NULL, ret, e);
}

int query_text(const struct query *query, struct arena *arena, struct str *ret, struct error *e)
{
    static const struct shape shape = { no_columns, sizeof(struct str), first_text };

    return query_one(query, &shape, arena, ret, e);
}
