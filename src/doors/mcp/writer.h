/* Lines to a client that may not read them: whoever has a message leaves it, and one thread writes. A client that reads slowly
 * slows down who has messages for it, never who reads from it.
 *
 * Threads: any, but for start and end. */
#ifndef FATHOM_DOORS_MCP_WRITER_H
#define FATHOM_DOORS_MCP_WRITER_H

#include <pthread.h>

#include "base/buf.h"
#include "base/error.h"

struct line_writer {
    int fd;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    struct buf waiting; /* lines that the thread has not taken yet */
    size_t pending;     /* bytes that are not written yet, with those that it has taken */
    int64_t moved_ms;   /* when the client last read something, or had nothing left to read */
    bool closing;       /* nobody waits for room any more */
    bool ended;         /* nothing more is written */
    bool broken;        /* the client reads no more */
};

int line_writer_start(struct line_writer *writer, int fd, struct error *e);
/* One message, without the end of its line. Waits while too much is unread; what comes after the end is dropped. */
void line_writer_send(struct line_writer *writer, struct str message, bool waits);
/* Is there room for more? Waits for it until the deadline. */
bool line_writer_has_room(struct line_writer *writer, int64_t deadline_ms);
/* Something is unread, and the client has read nothing for a while. */
bool line_writer_stalled(struct line_writer *writer);
void line_writer_close(struct line_writer *writer);
/* Writes what is left as long as the client reads it, then ends the thread. The writer itself stays, for who comes late. */
void line_writer_end(struct line_writer *writer);

#endif
