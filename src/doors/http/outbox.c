#include "doors/http/outbox.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/buf.h"

enum { WAITING_MAX = 16 << 20 };

struct outbox {
    struct outbox_settings settings;
    pthread_mutex_t lock;
    struct buf text;
    size_t at;
    bool suspended, ended, left;
};

struct outbox *outbox_new(const struct outbox_settings *settings)
{
    struct outbox *outbox = memory_alloc(sizeof *outbox);

    *outbox = (struct outbox){ .settings = *settings };
    pthread_mutex_init(&outbox->lock, NULL);
    buf_init(&outbox->text, WAITING_MAX);
    return outbox;
}

static void outbox_free(struct outbox *outbox)
{
    buf_free(&outbox->text);
    pthread_mutex_destroy(&outbox->lock);
    free(outbox);
}

/* With the lock held. */
static void wake(struct outbox *outbox)
{
    if (outbox->suspended) {
        outbox->suspended = false;
        outbox->settings.resume(outbox->settings.connection);
    }
}

bool outbox_add(struct outbox *outbox, struct str text)
{
    pthread_mutex_lock(&outbox->lock);
    bool fine = !outbox->left && buf_add_str(&outbox->text, text) == 0;
    if (fine)
        wake(outbox);
    pthread_mutex_unlock(&outbox->lock);
    return fine;
}

bool outbox_end(struct outbox *outbox)
{
    pthread_mutex_lock(&outbox->lock);
    outbox->ended = true;
    bool last = outbox->left;
    if (!last)
        wake(outbox);
    pthread_mutex_unlock(&outbox->lock);
    if (last)
        outbox_free(outbox);
    return last;
}

void outbox_left(struct outbox *outbox)
{
    if (!outbox)
        return;
    pthread_mutex_lock(&outbox->lock);
    outbox->left = true;
    bool last = outbox->ended;
    struct outbox_settings settings = outbox->settings; /* the writer may free it now */
    pthread_mutex_unlock(&outbox->lock);
    if (last)
        outbox_free(outbox);
    else if (settings.left)
        settings.left(settings.context);
}

ssize_t outbox_take(struct outbox *outbox, char *out, size_t max, void (*suspend)(void *connection))
{
    ssize_t n = 0;

    pthread_mutex_lock(&outbox->lock);
    size_t waiting = outbox->text.len - outbox->at;
    if (waiting > 0) {
        n = (ssize_t) (waiting < max ? waiting : max);
        memcpy(out, outbox->text.data + outbox->at, (size_t) n);
        outbox->at += (size_t) n;
        if (outbox->at == outbox->text.len) {
            buf_free(&outbox->text);
            outbox->at = 0;
        }
    } else if (outbox->ended || outbox->text.over) {
        n = -1;
    } else {
        outbox->suspended = true;
        suspend(outbox->settings.connection);
    }
    pthread_mutex_unlock(&outbox->lock);
    return n;
}
