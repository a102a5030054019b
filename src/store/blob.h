/* Blobs: bytes stored once under the SHA-256 of their content, compressed with
 * zstd. Referenced from records; removed by mark and sweep. */
#ifndef FATHOM_STORE_BLOB_H
#define FATHOM_STORE_BLOB_H

#include "store/store.h"

/* Inside a write job. Storing what is there already is free. */
int blob_put(struct db *db, struct str data, struct hash *ret, struct error *e);
/* The same with hash and packing done before, off the writer's thread. */
int blob_put_packed(struct db *db, struct hash hash, size_t size, struct str packed, struct error *e);
/* -ERROR_NOT_FOUND when there is none; -ERROR_STORE when the bytes do not match their hash. */
int blob_get(struct db *db, struct hash hash, struct arena *arena, struct str *ret, struct error *e);
/* A byte range only (clamped): spans of long texts. */
int blob_get_range(struct db *db, struct hash hash, size_t start, size_t end, struct arena *arena, struct str *ret,
                   struct error *e);

/* zstd of small things kept inline in rows; level chosen for speed. */
struct str pack(struct arena *arena, struct str data);
int unpack(struct arena *arena, struct str packed, size_t max, struct str *ret, struct error *e);

#endif
