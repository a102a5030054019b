/* Near copies: texts compared by the word sequences they share.
 *
 * A sketch is a small fixed summary (MinHash over sequences of five words): two
 * sketches tell how alike two texts are without the texts. Five copies of one
 * press release become one cluster. Deterministic, any script. */
#ifndef FATHOM_JUDGE_SIMILAR_H
#define FATHOM_JUDGE_SIMILAR_H

#include "base/str.h"

enum { SKETCH_SIZE = 128 };

struct sketch {
    uint32_t least[SKETCH_SIZE];
    uint32_t sequences; /* different ones in the text; 0: too short to compare */
};

void sketch_of(struct str text, struct sketch *ret);
/* Share of all sequences that both have, in thousandths (Jaccard). */
int sketch_likeness(const struct sketch *a, const struct sketch *b);
/* Share of the shorter text's sequences that the longer one has, in thousandths:
 * a press release inside a longer article. */
int sketch_containment(const struct sketch *a, const struct sketch *b);
/* Is one a near copy of the other, or mostly contained in it? */
bool sketch_near(const struct sketch *a, const struct sketch *b);

/* Clusters of near copies: ret[i] is the number of text i's cluster, counted
 * from 0 in the order of the first members. Returns how many there are. */
size_t similar_clusters(struct arena *arena, const struct sketch *sketches, size_t n, size_t *ret);

#endif
