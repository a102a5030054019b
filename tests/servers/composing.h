/* How the researcher (researcher.h) writes: a report out of the sentences it has read, each with the markers of the
 * passages that say it; the answer first, then one section per side, then what is uncertain. */
#ifndef TESTD_COMPOSING_H
#define TESTD_COMPOSING_H

#include "reading.h"

struct composing {
    const struct reading *reading;
    struct str prompt; /* what was asked for: kind, length */
    bool links;        /* cites with "([title](address))" instead of "[n]" */
    bool own_words;    /* says whose statement it is now and then, so that it is no quotation */
};
struct str compose_report(const struct composing *c);
/* "The survey counted …": as it stands inside a sentence. */
struct str sentence_inside(const struct reading *r, const struct stated *s);

#endif
