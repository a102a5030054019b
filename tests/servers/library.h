/* A web of real pages for searches: the files of a folder that a script names (`library FOLDER`). While a script has one,
 * every search finds these pages by their words instead of documents out of a hash, and their addresses can be read from
 * the sites (site.c). So what a report says can be compared with what the pages say. */
#ifndef TESTD_LIBRARY_H
#define TESTD_LIBRARY_H

#include "words.h"

/* Is there one? */
bool library_on(void);
/* The `rank`-th page (from 0) for a query; false if no further page speaks of it. `engine` swaps neighbours a little. */
bool library_find(struct arena *arena, struct str query, const char *engine, size_t rank, struct document *ret);

#endif
