/* Blobs, and the packing they share with small bodies kept in rows.
 *
 * Packed bytes begin with one that says how: raw, or one zstd frame that knows
 * its content size. */
#include "store/blob.h"

#include <assert.h>
#include <pthread.h>
#include <zstd.h>

#include "base/buf.h"
#include "store/internal.h"

enum {
    PACKED_RAW = 0,
    PACKED_ZSTD = 1,
    PACK_LEVEL = 1,
    PACK_AT_LEAST = 64, /* shorter texts do not shrink */
    CONTEXTS_KEPT = 4,
};

static const size_t blob_max = (size_t) 256 << 20;

/* Contexts are large (zstd keeps tables in them) and threads are many: a few
 * are shared, more are made and freed when that many work at once. */
static pthread_mutex_t contexts_lock = PTHREAD_MUTEX_INITIALIZER;
struct kept {
    void *(*make)(void);
    void (*free)(void *context);
    void *items[CONTEXTS_KEPT];
    int n;
};

static void *make_compressor(void) { return ZSTD_createCCtx(); }
static void free_compressor(void *context) { ZSTD_freeCCtx(context); }
static void *make_decompressor(void) { return ZSTD_createDCtx(); }
static void free_decompressor(void *context) { ZSTD_freeDCtx(context); }
static struct kept compressors = { make_compressor, free_compressor, .n = 0 },
                   decompressors = { make_decompressor, free_decompressor, .n = 0 };

/* NULL: out of memory. */
static void *take(struct kept *kept)
{
    pthread_mutex_lock(&contexts_lock);
    void *context = kept->n ? kept->items[--kept->n] : NULL;
    pthread_mutex_unlock(&contexts_lock);
    return context ? context : kept->make();
}

static void give(struct kept *kept, void *context)
{
    pthread_mutex_lock(&contexts_lock);
    bool room = kept->n < CONTEXTS_KEPT;
    if (room)
        kept->items[kept->n++] = context;
    pthread_mutex_unlock(&contexts_lock);
    if (!room)
        kept->free(context);
}

/* The length of the frame, or 0 when it would not be shorter than the data. */
static size_t compress(char *out, size_t size, struct str data)
{
    ZSTD_CCtx *context = take(&compressors);

    if (!context)
        return 0;
    size_t n = ZSTD_compressCCtx(context, out, size, data.data, data.len, PACK_LEVEL);
    give(&compressors, context);
    return ZSTD_isError(n) ? 0 : n;
}

struct str pack(struct arena *arena, struct str data)
{
    char *out = arena_alloc(arena, data.len + 1);

    if (data.len >= PACK_AT_LEAST && !hook_unpacked()) {
        /* With no more room than the data itself: what does not shrink fails. */
        size_t n = compress(out + 1, data.len - 1, data);
        if (n > 0) {
            out[0] = PACKED_ZSTD;
            return str_n(out, n + 1);
        }
    }
    out[0] = PACKED_RAW;
    if (data.len)
        memcpy(out + 1, data.data, data.len);
    return str_n(out, data.len + 1);
}

static int damaged(struct error *e)
{
    return error_set(e, ERROR_STORE, "compressed bytes in the store are damaged. Restore a backup.");
}

/* Content size of packed bytes, from what they say themselves. */
static int unpacked_size(struct str packed, size_t max, size_t *ret, struct error *e)
{
    unsigned long long size;

    if (packed.len == 0)
        return damaged(e);
    if (packed.data[0] == PACKED_RAW)
        size = packed.len - 1;
    else if (packed.data[0] == PACKED_ZSTD)
        size = ZSTD_getFrameContentSize(packed.data + 1, packed.len - 1);
    else
        return damaged(e);
    if (size == ZSTD_CONTENTSIZE_UNKNOWN || size == ZSTD_CONTENTSIZE_ERROR)
        return damaged(e);
    if (size > max)
        return error_set(e, ERROR_LIMIT, "stored bytes unpack to %llu, more than the limit of %zu", size, max);
    *ret = (size_t) size;
    return 0;
}

int unpack(struct arena *arena, struct str packed, size_t max, struct str *ret, struct error *e)
{
    size_t size;
    int r = unpacked_size(packed, max, &size, e);

    if (r < 0)
        return r;
    if (packed.data[0] == PACKED_RAW) {
        *ret = str_dup(arena, str_sub(packed, 1, packed.len));
        return 0;
    }
    char *out = arena_alloc(arena, size + 1);
    ZSTD_DCtx *context = take(&decompressors);
    if (!context)
        return error_set(e, ERROR_STORE, "out of memory");
    size_t n = ZSTD_decompressDCtx(context, out, size, packed.data + 1, packed.len - 1);
    give(&decompressors, context);
    if (n != size) /* an error is larger than any size */
        return damaged(e);
    *ret = str_n(out, size);
    return 0;
}

/* Decompresses no further than `end` and keeps only what is asked for. */
static int unpack_range(struct arena *arena, struct str packed, size_t start, size_t end, struct str *ret,
                        struct error *e)
{
    size_t size, at = 0;
    int r = unpacked_size(packed, blob_max, &size, e);

    if (r < 0)
        return r;
    end = end < size ? end : size;
    start = start < end ? start : end;
    if (packed.data[0] == PACKED_RAW) {
        *ret = str_dup(arena, str_sub(packed, 1 + start, 1 + end));
        return 0;
    }
    char *range = arena_alloc(arena, end - start + 1);
    ZSTD_DCtx *context = take(&decompressors);
    if (!context)
        return error_set(e, ERROR_STORE, "out of memory");
    ZSTD_DCtx_reset(context, ZSTD_reset_session_only);

    size_t room = ZSTD_DStreamOutSize();
    char *piece = memory_alloc(room);
    ZSTD_inBuffer in = { packed.data + 1, packed.len - 1, 0 };
    while (at < end) {
        ZSTD_outBuffer out = { piece, room, 0 };
        size_t consumed = in.pos, left = ZSTD_decompressStream(context, &out, &in);

        if (ZSTD_isError(left) || (out.pos == 0 && in.pos == consumed)) {
            r = damaged(e);
            break;
        }
        size_t from = start > at ? start - at : 0, to = end - at < out.pos ? end - at : out.pos;
        if (from < to)
            memcpy(range + (at + from - start), piece + from, to - from);
        at += out.pos;
    }
    free(piece);
    give(&decompressors, context);
    if (r == 0)
        *ret = str_n(range, end - start);
    return r;
}

/* 1 when these bytes are there already. */
static int is_there(struct db *db, const struct hash *hash, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT 1 FROM blob WHERE hash = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_blob(s, 1, str_n((const char *) hash->bytes, HASH_SIZE));
    r = db_step(s, e);
    db_end(s);
    return r;
}

static int check_size(size_t size, struct error *e)
{
    if (size <= blob_max)
        return 0;
    return error_set(e, ERROR_LIMIT, "%zu bytes are more than the %zu that the store keeps in one piece", size,
                     blob_max);
}

int blob_put_packed(struct db *db, struct hash hash, size_t size, struct str packed, struct error *e)
{
    struct statement *s;
    int r = check_size(size, e);

    if (r < 0)
        return r;
    r = db_prepare(db, "INSERT INTO blob(hash, size, data) VALUES($1, $2, $3) ON CONFLICT(hash) DO NOTHING", &s, e);
    if (r < 0)
        return r;
    db_bind_blob(s, 1, str_n((const char *) hash.bytes, HASH_SIZE));
    db_bind_int(s, 2, (int64_t) size);
    db_bind_blob(s, 3, packed);
    r = db_step(s, e);
    db_end(s);
    return r;
}

int blob_put(struct db *db, struct str data, struct hash *ret, struct error *e)
{
    int r = check_size(data.len, e);

    if (r < 0)
        return r;
    struct hash hash = hash_of(data);
    r = is_there(db, &hash, e);
    if (r == 0) {
        struct arena *arena = arena_new();
        r = blob_put_packed(db, hash, data.len, pack(arena, data), e);
        arena_free(arena);
    }
    if (r < 0)
        return r;
    *ret = hash;
    return 0;
}

/* The open statement on the blob's row, or -ERROR_NOT_FOUND. */
static int find(struct db *db, const struct hash *hash, struct statement **ret, struct error *e)
{
    struct statement *s;
    char hex[HASH_HEX_SIZE];
    int r = db_prepare(db, "SELECT data FROM blob WHERE hash = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_blob(s, 1, str_n((const char *) hash->bytes, HASH_SIZE));
    r = db_step(s, e);
    if (r == 1) {
        *ret = s;
        return 0;
    }
    db_end(s);
    if (r < 0)
        return r;
    hash_hex(*hash, hex);
    return error_set(e, ERROR_NOT_FOUND, "the store has no bytes under the hash %s", hex);
}

int blob_get(struct db *db, struct hash hash, struct arena *arena, struct str *ret, struct error *e)
{
    struct statement *s;
    struct str data;
    char hex[HASH_HEX_SIZE];
    int r = find(db, &hash, &s, e);

    if (r < 0)
        return r;
    r = unpack(arena, db_text(s, 0), blob_max, &data, e);
    db_end(s);
    hash_hex(hash, hex);
    if (r < 0) {
        error_wrap(e, "blob %s", hex);
        return r;
    }
    if (!hash_eq(hash_of(data), hash))
        return error_set(e, ERROR_STORE,
                         "the bytes stored under the hash %s are not the ones that were put there. "
                         "Restore a backup.",
                         hex);
    *ret = data;
    return 0;
}

int blob_get_range(struct db *db, struct hash hash, size_t start, size_t end, struct arena *arena, struct str *ret,
                   struct error *e)
{
    struct statement *s;
    int r = find(db, &hash, &s, e);

    if (r < 0)
        return r;
    r = unpack_range(arena, db_text(s, 0), start, end, ret, e);
    db_end(s);
    return r;
}
