/* Paths: the place of an effect in its run ("search/2/1"). They come from the
 * code's own structure, never from timing, so a resumed run meets the same
 * paths again. A value; at most 119 bytes. */
#ifndef FATHOM_RUN_PATH_H
#define FATHOM_RUN_PATH_H

#include "base/str.h"

struct path {
    unsigned char len;
    char text[119];
};

struct path path_root(void);
struct path path_add(struct path parent, const char *name);
struct path path_at(struct path parent, const char *name, size_t index); /* parent/name/index */
struct path path_index(struct path parent, size_t index);                /* parent/index */
static inline struct str path_str(const struct path *path) { return str_n(path->text, path->len); }

#endif
