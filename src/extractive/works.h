/* Which sources are one work: near copies, pages of one site, chapters of one book. Whatever counts independent sources counts
 * these, so that a report gives one figure everywhere. */
#ifndef FATHOM_EXTRACTIVE_WORKS_H
#define FATHOM_EXTRACTIVE_WORKS_H

#include "base/str.h"

struct work_source {
    struct str title, url, text;
};

/* ret[i]: the number of source i's work. */
void works_cluster(struct arena *arena, const struct work_source *sources, size_t n, size_t *ret);

#endif
