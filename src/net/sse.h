/* Server-sent events and newline-delimited JSON, fed in parts of any size. */
#ifndef FATHOM_NET_SSE_H
#define FATHOM_NET_SSE_H

#include "base/buf.h"
#include "base/error.h"

struct sse {
    struct buf line, data; /* the line being read; data of the event so far */
    char event[64], id[128];
    int64_t retry_ms; /* -1: not given */
    bool has_data, after_cr, started, dispatched;
};

struct sse_event {
    struct str event, data, id;
};

void sse_init(struct sse *sse, size_t event_max);
void sse_free(struct sse *sse);
/* Consumes bytes from *input up to the end of the next event: 1 and *ret (valid
 * until the next call), 0 when more bytes are needed, -ERROR_LIMIT for an event
 * over the maximum. Call again until it returns 0. */
int sse_next(struct sse *sse, struct str *input, struct sse_event *ret);
/* At the end of the stream: an event without its blank line is dropped, as the standard says;
 * true if something was left. */
bool sse_end(struct sse *sse);

#endif
