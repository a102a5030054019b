/* An answer that is written while it is sent: any thread adds to it, the server's thread takes from it.
 *
 * Two hold it, who writes and the connection; each lets go once, and the last one frees it. Threads: any. */
#ifndef FATHOM_DOORS_HTTP_OUTBOX_H
#define FATHOM_DOORS_HTTP_OUTBOX_H

#include <sys/types.h>

#include "base/str.h"

struct outbox;

struct outbox_settings {
    void *connection;
    void (*resume)(void *connection); /* there is something to send */
    void (*left)(void *context);      /* the reader is gone; called once, if it comes before the end; may be NULL */
    void *context;
};

struct outbox *outbox_new(const struct outbox_settings *settings);
/* False: the reader is gone, or does not read (more than a few megabytes wait for it). */
bool outbox_add(struct outbox *outbox, struct str text);
/* The writer adds no more and lets go. True: the reader was gone, so that `left` was called or is being called. */
bool outbox_end(struct outbox *outbox);
void outbox_left(struct outbox *outbox); /* the connection lets go; NULL is fine */
/* As stream_take(). */
ssize_t outbox_take(struct outbox *outbox, char *out, size_t max, void (*suspend)(void *connection));

#endif
