#include "records/internal.h"

#include <assert.h>

/* A packed body up to this long stays in its row: a few to a page. */
enum { BODY_INLINE = 8 * 1024 };
static const size_t body_max = (size_t) 256 << 20;

void usage_bind(struct statement *s, int at, const struct usage *usage)
{
    const int64_t values[USAGE_COLUMNS_N] = {
        usage->calls,         usage->searches,      usage->input_tokens,
        usage->cached_tokens, usage->output_tokens, usage->reasoning_tokens,
        usage->cost_nano,     usage->cost_unknown,  usage->estimated,
    };

    for (int i = 0; i < USAGE_COLUMNS_N; i++)
        db_bind_int(s, at + i, values[i]);
}

struct usage usage_column(struct statement *s, int column)
{
    return (struct usage){
        .calls = db_int(s, column),
        .searches = db_int(s, column + 1),
        .input_tokens = db_int(s, column + 2),
        .cached_tokens = db_int(s, column + 3),
        .output_tokens = db_int(s, column + 4),
        .reasoning_tokens = db_int(s, column + 5),
        .cost_nano = db_int(s, column + 6),
        .cost_unknown = db_int(s, column + 7) != 0,
        .estimated = db_int(s, column + 8) != 0,
    };
}

struct body body_pack(struct arena *arena, struct str text)
{
    struct body body = { .packed = pack(arena, text), .size = text.len };

    body.is_blob = body.packed.len > BODY_INLINE;
    if (body.is_blob)
        body.hash = hash_of(text);
    return body;
}

int body_store(struct db *db, const struct body *body, struct error *e)
{
    return body->is_blob ? blob_put_packed(db, body->hash, body->size, body->packed, e) : 0;
}

void body_bind(struct statement *s, int at, const struct body *body)
{
    if (body && !body->is_blob)
        db_bind_blob(s, at, body->packed);
    else
        db_bind_null(s, at);
    hash_bind(s, at + 1, body && body->is_blob ? &body->hash : NULL);
}

int body_column(struct db *db, struct statement *s, int column, struct arena *arena, struct str *ret, struct error *e)
{
    struct hash hash;

    if (hash_column(s, column + 1, &hash))
        return blob_get(db, hash, arena, ret, e);
    if (!db_is_null(s, column))
        return unpack(arena, db_text(s, column), body_max, ret, e);
    *ret = str("");
    return 0;
}

void hash_bind(struct statement *s, int at, const struct hash *hash)
{
    if (hash)
        db_bind_blob(s, at, str_n((const char *) hash->bytes, HASH_SIZE));
    else
        db_bind_null(s, at);
}

bool hash_column(struct statement *s, int column, struct hash *ret)
{
    struct str bytes = db_text(s, column);

    if (bytes.len != HASH_SIZE)
        return false;
    memcpy(ret->bytes, bytes.data, HASH_SIZE);
    return true;
}

int run_not_found(struct str run, struct error *e)
{
    return error_set(e, ERROR_NOT_FOUND, "there is no run \"%.*s\"", (int) (run.len < 80 ? run.len : 80),
                     run.data ? run.data : "");
}

int run_number(struct db *db, struct str run, int64_t *ret, struct error *e)
{
    int r = query_int(QUERY(db, "SELECT id FROM run WHERE name = $1", TEXT(run)), ret, e);

    return r < 0 ? r : r == 1 ? 0 : run_not_found(run, e);
}
