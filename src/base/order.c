#include "base/order.h"

#include <stdlib.h>

static int by_score(const void *a, const void *b)
{
    const struct scored *x = a, *y = b;

    return x->score != y->score ? ORDER(y->score, x->score) : ORDER(x->at, y->at);
}

void scored_sort(struct scored *items, size_t n) { qsort(items, n, sizeof *items, by_score); }
