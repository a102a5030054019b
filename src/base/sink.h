/* The one way streams travel upwards: text of a model as it is written,
 * events of a run, lines of progress. The receiver copies what it keeps. */
#ifndef FATHOM_BASE_SINK_H
#define FATHOM_BASE_SINK_H

#include "base/str.h"

struct sink {
    void (*write)(void *context, struct str data);
    void *context;
};

static inline void sink_write(const struct sink *sink, struct str data)
{
    if (sink && sink->write)
        sink->write(sink->context, data);
}

#endif
