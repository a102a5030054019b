/* Contradictions between the sources of a run: two sides, what each says, who says it. */
#ifndef FATHOM_WORKFLOWS_CONTRADICTION_H
#define FATHOM_WORKFLOWS_CONTRADICTION_H

#include "base/str.h"
#include "run/sources.h"

struct research_contradiction {
    struct str id, description, resolution;
    struct str bare;                     /* text_bare() of the description */
    size_t *one, one_n, *other, other_n; /* positions of sources on each side, ascending */
    struct str says_one, says_other;     /* what each side says, may be empty */
    bool major;
    ptrdiff_t preferred; /* position, or -1 */
};

struct contradictions {
    struct research_contradiction *items;
    size_t n, capacity;
};

/* False when it is known, in these or in other words or with its sides the other way round (then the sources join the sides
 * of that one), or is none: it needs a source on each side, and nobody contradicts himself. A preferred source that is on
 * neither side is forgotten. Changes the sides of *c. */
bool contradictions_add(struct arena *arena, struct contradictions *all, struct research_contradiction *c);
/* Tells one to who looks at the run. */
void contradiction_tell(struct branch *branch, const struct source_list *list, const struct research_contradiction *c);

/* A stretch of a sentence and the sources that it names at its end, "… (3, 7)". */
struct said_part {
    struct str text;
    size_t *sources, n; /* positions, ascending, each once */
};
enum { SAID_PARTS = 8 };
/* The position of the source that a number in brackets names; negative: none. */
typedef ptrdiff_t said_source(const void *context, int64_t number);
/* Cuts a sentence behind each place that names sources: at most SAID_PARTS; what stands behind the last one is left out. */
size_t said_parts(struct arena *arena, struct str sentence, said_source *source_of, const void *context,
                  struct said_part *ret);
/* Does a sentence tell both sides of a contradiction, each with sources of its own? Then all of *ret but its id, which the
 * sentence without its numbers describes. */
bool said_contradiction(struct arena *arena, const struct said_part *parts, size_t n, struct str sentence,
                        struct research_contradiction *ret);

/* Small letters and digits only: what makes two wordings the same. */
struct str text_bare(struct arena *arena, struct str text);
struct str_list positions_ids(struct arena *arena, const struct source_list *list, const size_t *sources, size_t n);
/* Two ascending lists of positions become one. */
void positions_join(struct arena *arena, size_t **into, size_t *into_n, const size_t *from, size_t from_n);

#endif
