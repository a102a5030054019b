/* The original of what a run shortened or left out. */
#ifndef FATHOM_SERVICE_RESTORE_H
#define FATHOM_SERVICE_RESTORE_H

#include "service/operation.h"

struct restore_in {
    struct str id, source;
};
struct restore_out {
    struct str id; /* of the run */
    struct str item_id, title, url, hash;
    struct str from;             /* "archive" or "store" */
    struct str archived, reason; /* archive: since when and why; else empty */
    struct str content;
};

#endif
