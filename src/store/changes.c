/* Tells listeners when somebody has written to the store: this process or another.
 *
 * The kernel tells of writes to the files of the store's folder (inotify). A commit can be seen only a moment after its
 * last write, when SQLite has updated the index of the log, and there is no word of that. So listeners are told a
 * little after the write and, ever more rarely, a few times again; when nobody writes, this thread sleeps. Where the
 * kernel does not tell, it looks 20 times a second.
 *
 * The lock guards the list and is held while listeners are told, so that one that has left is never called. Listeners
 * take their own locks below it. The thread starts with the first listener; the kernel is asked before, so that what is
 * written from then on is told. */
#include <errno.h>
#include <libgen.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "base/log.h"
#include "base/thread.h"
#include "store/internal.h"

enum { SETTLE_MS = 20, AGAIN_MS = 100, AGAIN_TIMES = 3, AGAIN_MAX_MS = 3000, LOOK_MS = 50 };

/* A descriptor that becomes readable when a file of the store's folder is written; -1: not to be had. */
static int watch(const char *path)
{
    char *copy = strdup(path);
    int fd = copy ? inotify_init1(IN_NONBLOCK | IN_CLOEXEC) : -1;

#ifdef FATHOM_HOOKS
    if (fd >= 0 && getenv("FATHOM_NO_INOTIFY")) {
        close(fd);
        fd = -1;
    }
#endif
    if (fd >= 0 && inotify_add_watch(fd, dirname(copy), IN_MODIFY) < 0) {
        close(fd);
        fd = -1;
    }
    free(copy);
    return fd;
}

static void drain(int fd)
{
    char events[4096];

    while (read(fd, events, sizeof events) > 0)
        ;
}

static void tell(struct store *store)
{
    pthread_mutex_lock(&store->listeners_lock);
    for (struct store_listener *l = store->listeners; l; l = l->next)
        l->changed(l->context);
    pthread_mutex_unlock(&store->listeners_lock);
}

static void *changes_main(void *arg)
{
    struct store *store = arg;
    int written = store->written, wait = written < 0 ? LOOK_MS : -1;
    struct pollfd polls[2] = { { .fd = store->listening_end, .events = POLLIN }, { .fd = written, .events = POLLIN } };

    for (;;) {
        polls[1].revents = 0;
        if (poll(polls, 2, wait) < 0 && errno != EINTR)
            break;
        bool fresh = polls[1].revents != 0;
        if (!polls[0].revents && fresh)
            poll(polls, 1, SETTLE_MS);
        if (polls[0].revents)
            break;
        if (fresh)
            drain(written);
        tell(store);
        if (written >= 0)
            wait = fresh || wait < 0 ? AGAIN_MS : wait < AGAIN_MAX_MS ? wait * AGAIN_TIMES : -1;
    }
    return NULL;
}

/* With the lock held. */
static int start(struct store *store, struct error *e)
{
    store->listening_end = eventfd(0, EFD_CLOEXEC);
    if (store->listening_end < 0)
        return error_errno(e, "watching the store");
    store->written = watch(store->path);
    int r = thread_start(&store->changes, "store-changes", changes_main, store, e);
    if (r < 0) {
        close(store->listening_end);
        if (store->written >= 0)
            close(store->written);
    }
    return r;
}

int store_listen(struct store *store, struct store_listener *listener, struct error *e)
{
    int r = 0;

    pthread_mutex_lock(&store->listeners_lock);
    if (!store->listening)
        store->listening = (r = start(store, e)) == 0;
    if (r == 0) {
        listener->next = store->listeners;
        store->listeners = listener;
    }
    pthread_mutex_unlock(&store->listeners_lock);
    return r;
}

void store_unlisten(struct store *store, struct store_listener *listener)
{
    pthread_mutex_lock(&store->listeners_lock);
    struct store_listener **at = &store->listeners;
    while (*at && *at != listener)
        at = &(*at)->next;
    if (*at)
        *at = listener->next;
    pthread_mutex_unlock(&store->listeners_lock);
}

void changes_stop(struct store *store)
{
    uint64_t one = 1;

    if (!store->listening)
        return;
    if (write(store->listening_end, &one, sizeof one) < 0)
        log_line(LOG_WARN, "%s: the watching thread cannot be ended", store->path);
    pthread_join(store->changes, NULL);
    close(store->listening_end);
    if (store->written >= 0)
        close(store->written);
}
