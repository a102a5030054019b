/* The runs of a conversation. */
#ifndef FATHOM_SERVICE_HISTORY_H
#define FATHOM_SERVICE_HISTORY_H

#include "service/operation.h"

struct history_row {
    struct str id, parent, query, title, status, created;
    bool anew;
};
struct history_out {
    struct str id;
    struct history_row *runs;
    size_t runs_n;
};

#endif
