/* Reading the sources of a report again: what of it still stands? */
#ifndef FATHOM_SERVICE_REFRESH_H
#define FATHOM_SERVICE_REFRESH_H

#include "service/operation.h"

/* What became of a source. Kept: it is no page of the web (a given text, a model's answer, words of a search engine). */
enum refresh_state { REFRESH_SAME, REFRESH_CHANGED, REFRESH_DEAD, REFRESH_KEPT };
extern const char *const refresh_state_words[]; /* "same", "changed", "dead", "kept", NULL */

struct refresh_source {
    int64_t number;
    struct str title, url;
    int state;        /* enum refresh_state */
    struct str error; /* dead: why it could not be read */
    int64_t passages; /* that claims of the report cite */
    int64_t gone;     /* of these, such as are not there any more */
};

/* A passage that a claim cites and that is gone. */
struct refresh_passage {
    int64_t claim, source;
    struct str quote;
};

/* A claim none of whose passages is left. */
struct refresh_claim {
    int64_t number;
    struct str text, verdict;
};

struct refresh_out {
    struct str id;
    int64_t same, changed, dead, kept;
    struct refresh_source *sources;
    size_t sources_n;
    struct refresh_passage *passages;
    size_t passages_n;
    struct refresh_claim *lost;
    size_t lost_n;
};

#endif
