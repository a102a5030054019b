/* Markers: [n] and the forms models write instead of it ("[1, 2]", "[^3]", "[[3]]", "[cite: 3]", "[3, p. 7]",
 * "[3†L5-L9]", "[Source 4]", "(see passages 1 and 2)", "[5](address)" …), brought to [n] or taken out. Code is left as
 * it is. Doing it again with numbers that map to themselves changes nothing. */
#ifndef FATHOM_EVIDENCE_MARKERS_H
#define FATHOM_EVIDENCE_MARKERS_H

#include "base/str.h"

enum { MARKER_MAX = 64 };

struct marker {
    int64_t items[MARKER_MAX];
    size_t n;
    size_t end; /* the byte behind it */
};

/* Is there a marker at `at`? */
bool marker_read(struct str s, size_t at, struct marker *ret);
/* Behind the code span that begins with the backtick at `at`. */
size_t marker_code_end(struct str line, size_t at);

/* The number to write instead; 0: none, the marker goes. */
typedef int64_t marker_map(void *context, int64_t number);

/* The map that keeps every number. */
int64_t marker_itself(void *context, int64_t number);

/* A whole body: a list of sources that a model wrote goes too; never cuts a
 * sentence. The map takes known numbers to themselves. */
struct str markers_rewrite(struct arena *arena, struct str body, marker_map *map, void *context, size_t *ret_removed);
/* A piece of running text, once; any map. */
struct str markers_rewrite_line(struct arena *arena, struct str line, marker_map *map, void *context);

#endif
