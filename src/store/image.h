/* A database as one piece of bytes: made in memory and handed over, or opened
 * from bytes of strangers. Nothing here touches a file, so no log beside it can
 * be read into it. What is foreign is read-only, defensive, without trusted
 * schema, triggers or views, and bounded in the work it may cause.
 *
 * Threads: an image belongs to one. */
#ifndef FATHOM_STORE_IMAGE_H
#define FATHOM_STORE_IMAGE_H

#include "store/store.h"

/* An empty database with this schema (SQL text, several statements). */
int image_new(const char *schema_sql, int application, int version, struct db **ret, struct error *e);
/* Its bytes, without free pages. */
int image_bytes(struct db *db, struct arena *arena, struct str *ret, struct error *e);

/* -ERROR_PARSE: not a database, or one of another kind. `bytes` must outlive it. */
int image_open(struct str bytes, int application, struct db **ret, struct error *e);
/* What is wrong with it as a file, each in words: damage, free pages, room that
 * nobody reads, a schema that is not exactly `schema_sql`. 0 when it could be looked at. */
int image_problems(struct db *db, struct str bytes, const char *schema_sql, struct arena *arena, struct str_list *ret,
                   struct error *e);
int64_t image_version(struct db *db);
void image_close(struct db *db); /* NULL is fine */

#endif
