/* Members of a zip archive: office documents and books are such. */
#ifndef FATHOM_PAGES_ZIP_H
#define FATHOM_PAGES_ZIP_H

#include "base/error.h"
#include "base/str.h"

enum {
    ZIP_MEMBERS_MAX = 5000,
    ZIP_BYTES_MAX = 64 << 20, /* of all wanted members together, unpacked */
};

struct zip_part {
    struct str name, data;
};

struct zip {
    struct zip_part *parts; /* in the archive's order */
    size_t n, capacity;
};

/* Loads what unpacking needs; false if it is not installed. */
bool zip_load(void);

/* Unpacks the members that `wanted` names. -ERROR_LIMIT for a bomb, -ERROR_PARSE for a damaged archive (what came before
 * the damage is kept when it is anything). `kind` is for messages: "DOCX". */
int zip_read(struct arena *arena, struct str bytes, const char *kind, bool (*wanted)(struct str name), struct zip *ret,
             struct error *e);
/* What a gzip file holds, at most ZIP_BYTES_MAX of it. */
int zip_gunzip(struct arena *arena, struct str bytes, struct str *ret, struct error *e);
/* Data of a member; empty if there is none. */
struct str zip_part(const struct zip *zip, const char *name);

#endif
