/* One call of a run from inside: what was asked, what was answered. */
#ifndef FATHOM_SERVICE_EFFECTS_H
#define FATHOM_SERVICE_EFFECTS_H

#include "service/operation.h"

struct effect_in {
    struct str id, path;
    bool whole;
};
struct effect_out {
    struct str id, path, answered_by, error;
    struct str request;    /* canonical JSON; empty: see request_error */
    struct str response;   /* what came back, as the journal keeps it; empty: nothing yet, or a failure */
    struct str no_request; /* why there is no request, or empty */
    int64_t request_bytes; /* of the whole; `request` may be the beginning of it */
    int64_t response_bytes;
};

#endif
