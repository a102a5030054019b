/* How two values compare, for qsort(): ORDER(x->at, y->at) puts the smaller first, ORDER(y->at, x->at) the larger. */
#ifndef FATHOM_BASE_ORDER_H
#define FATHOM_BASE_ORDER_H

#include <stddef.h>

#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

/* Something at a place of a list, and its score. */
struct scored {
    double score;
    size_t at;
};
/* The highest score first; among equal scores the earlier place first. */
void scored_sort(struct scored *items, size_t n);

#endif
