/* What an owner says of a run, who may read it, and the timeline of its calls. */
#ifndef FATHOM_SERVICE_MARKS_H
#define FATHOM_SERVICE_MARKS_H

#include "base/usage.h"
#include "service/operation.h"

struct favourite_in {
    struct str id;
    bool favourite;
};
struct title_in {
    struct str id, title;
};
struct share_out {
    struct str id, token;
};
struct shared_in {
    struct str token;
};
struct shared_out {
    struct str text;
};

struct effect_view {
    struct str path, kind, state, started, ended, answered_by, cost, error;
    int64_t duration_ms, retries, lost;
    struct usage usage;
};
struct effects_out {
    struct str id;
    struct effect_view *effects;
    size_t effects_n;
};

#endif
