#include "doors/mcp/writer.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"

enum {
    ROOM = 4 << 20,       /* unread bytes that nobody waits for */
    UNREAD_MAX = 1 << 30, /* requests at work are bounded, and so are their replies: it is not reached */
    SLICE_MS = 100,
    STALLED_MS = 1000,
    DRAIN_MS = 10000, /* for a client that goes on reading after it has closed its end */
};

static void wrote(struct line_writer *w, size_t n)
{
    pthread_mutex_lock(&w->lock);
    w->pending -= n;
    w->moved_ms = clock_monotonic_ms();
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

static bool has_ended(struct line_writer *w)
{
    pthread_mutex_lock(&w->lock);
    bool ended = w->ended;
    pthread_mutex_unlock(&w->lock);
    return ended;
}

/* False: the client reads no more. A pipe that can be written to takes PIPE_BUF bytes without making us wait. */
static bool write_out(struct line_writer *w, struct str text)
{
    while (text.len > 0) {
        if (poll(&(struct pollfd){ .fd = w->fd, .events = POLLOUT }, 1, SLICE_MS) <= 0) {
            if (has_ended(w))
                return true;
            continue;
        }
        ssize_t n = write(w->fd, text.data, text.len < PIPE_BUF ? text.len : PIPE_BUF);
        if (n < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (n <= 0)
            return false;
        wrote(w, (size_t) n);
        text = str_sub(text, (size_t) n, text.len);
    }
    return true;
}

static void *write_lines(void *arg)
{
    struct line_writer *w = arg;

    pthread_mutex_lock(&w->lock);
    while (!w->ended && !w->broken) {
        if (w->waiting.len == 0) {
            pthread_cond_wait(&w->changed, &w->lock);
            continue;
        }
        struct buf taken = w->waiting;
        buf_init(&w->waiting, UNREAD_MAX);
        pthread_mutex_unlock(&w->lock);
        bool fine = write_out(w, buf_str(&taken));
        buf_free(&taken);
        pthread_mutex_lock(&w->lock);
        w->broken = !fine;
        pthread_cond_broadcast(&w->changed);
    }
    bool broken = w->broken;
    buf_free(&w->waiting);
    pthread_mutex_unlock(&w->lock);
    if (broken)
        log_line(LOG_WARN, "the client reads no more");
    return NULL;
}

int line_writer_start(struct line_writer *w, int fd, struct error *e)
{
    *w = (struct line_writer){ .fd = fd, .moved_ms = clock_monotonic_ms() };
    pthread_mutex_init(&w->lock, NULL);
    thread_cond_init(&w->changed);
    buf_init(&w->waiting, UNREAD_MAX);
    return thread_start(&w->thread, "mcp-write", write_lines, w, e);
}

/* With the lock held. */
static bool room(const struct line_writer *w) { return w->pending < ROOM || w->closing || w->broken; }

void line_writer_send(struct line_writer *w, struct str message, bool waits)
{
    pthread_mutex_lock(&w->lock);
    while (waits && !room(w))
        pthread_cond_wait(&w->changed, &w->lock);
    if (!w->ended && !w->broken && buf_add_str(&w->waiting, message) == 0 && buf_add_char(&w->waiting, '\n') == 0) {
        if (w->pending == 0)
            w->moved_ms = clock_monotonic_ms();
        w->pending += message.len + 1;
        pthread_cond_broadcast(&w->changed);
    }
    pthread_mutex_unlock(&w->lock);
}

bool line_writer_has_room(struct line_writer *w, int64_t deadline_ms)
{
    pthread_mutex_lock(&w->lock);
    while (!room(w) && thread_cond_wait(&w->changed, &w->lock, deadline_ms))
        ;
    bool has = room(w);
    pthread_mutex_unlock(&w->lock);
    return has;
}

bool line_writer_stalled(struct line_writer *w)
{
    pthread_mutex_lock(&w->lock);
    bool stalled = w->pending > 0 && clock_monotonic_ms() - w->moved_ms >= STALLED_MS;
    pthread_mutex_unlock(&w->lock);
    return stalled;
}

void line_writer_close(struct line_writer *w) { thread_tell(&w->lock, &w->closing, true, &w->changed); }

void line_writer_end(struct line_writer *w)
{
    int64_t until = clock_monotonic_ms() + DRAIN_MS;

    pthread_mutex_lock(&w->lock);
    for (;;) {
        int64_t now = clock_monotonic_ms(), stalled = w->moved_ms + STALLED_MS;

        if (w->pending == 0 || w->broken || now >= until || now >= stalled)
            break;
        thread_cond_wait(&w->changed, &w->lock, stalled < until ? stalled : until);
    }
    w->ended = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
}
