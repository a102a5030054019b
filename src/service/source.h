/* One source of a run: all that was read of it, and what the report cites. */
#ifndef FATHOM_SERVICE_SOURCE_H
#define FATHOM_SERVICE_SOURCE_H

#include "service/runs.h"

struct source_in {
    struct str id;
    int64_t number;
};
struct source_passage {
    int64_t claim;
    struct str text;
    int verdict;
    bool alternate;
    int64_t start, end, page;
};
struct source_out {
    struct str run;
    struct source_view source;
    struct str text;
    struct source_passage *passages;
    size_t passages_n;
};

#endif
