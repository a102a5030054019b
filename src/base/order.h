/* How two values compare, for qsort(): ORDER(x->at, y->at) puts the smaller first, ORDER(y->at, x->at) the larger. */
#ifndef FATHOM_BASE_ORDER_H
#define FATHOM_BASE_ORDER_H

#define ORDER(x, y) (((x) > (y)) - ((x) < (y)))

#endif
