/* The content archive: originals of what was shortened or dropped, one file each
 * under the SHA-256 of its content ({hash}.json), kept for a while.
 *
 * Not the place of what a report cites: sources live in the store as long as
 * their run. Writing the same content again only renews its time. A file is
 * there whole or not at all; one whose bytes do not match its name is no record. */
#ifndef FATHOM_RECORDS_ARCHIVE_H
#define FATHOM_RECORDS_ARCHIVE_H

#include "base/error.h"
#include "base/hash.h"

enum { ARCHIVE_CONTENT_MAX = 32 << 20 };

struct archive_record {
    struct hash hash;              /* of the content */
    struct str content;            /* any bytes */
    struct str item_id, item_type; /* "src-…", "source" */
    int64_t archived_ms;           /* wall clock */
    struct str reason;             /* "dropped", or the level it was brought to */
    int64_t original_tokens;
    struct str url, title; /* metadata */
};

/* Makes the folder when needed; sets record->hash. */
int archive_put(const char *folder, struct archive_record *record, struct error *e);
/* -ERROR_NOT_FOUND when there is none (never kept, or expired). */
int archive_get(const char *folder, struct hash hash, struct arena *arena, struct archive_record *ret, struct error *e);
/* Removes records written before now - ttl, and what broken writes left as old as that. A missing folder is fine. */
int archive_expire(const char *folder, int64_t ttl_ms, int64_t now_ms, size_t *ret_removed, struct error *e);

/* The file's text, and back. */
struct str archive_encode(struct arena *arena, const struct archive_record *record);
int archive_decode(struct arena *arena, struct str text, struct archive_record *ret, struct error *e);

#endif
