/* Signals are taken by a thread of their own the moment they come, so that no handler runs beside anything and two
 * Ctrl-C in quick succession do not melt into one. It waits with sigtimedwait: that needs no descriptor, so it works
 * where there are none left. Every thread that is started later inherits the mask.
 *
 * The main thread says that it knows of a signal by asking (signals_taken). While it hangs in a write to a pipe that
 * nobody reads, it cannot; then the process is ended here. That is safe at any moment: what a run has done is committed. */
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "doors/cli/cli.h"

enum { ANSWER_MS = 3000, AGAIN_MS = 500, TICK_MS = 100, STOP_AT_ONCE = 2 };

struct signals {
    sigset_t set;
    pthread_t thread;
    bool started;
    atomic_bool ended;
    atomic_int interrupts; /* SIGINT counts one, the others stop at once */
    atomic_int known;      /* those the main thread has asked about */
    pthread_mutex_t lock;  /* guards whom to wake */
    void (*wake)(void *context);
    void *context;
};

static void end_here(void)
{
    static const char message[] = "fathom: interrupted while its output could not be written. Everything done so far "
                                  "is kept.\n";

    (void) !write(STDERR_FILENO, message, sizeof message - 1);
    _exit(EXIT_INTERRUPTED);
}

static void *take_signals(void *arg)
{
    struct signals *signals = arg;
    const struct timespec tick = { .tv_nsec = TICK_MS * 1000000L };
    int64_t since = 0; /* when the first signal came that nobody knows of */

    while (!atomic_load(&signals->ended)) {
        bool waits = atomic_load(&signals->known) < atomic_load(&signals->interrupts);
        int got = waits ? sigtimedwait(&signals->set, NULL, &tick) : sigwaitinfo(&signals->set, NULL);
        int64_t now = clock_monotonic_ms();

        if (atomic_load(&signals->ended))
            break;
        waits = waits && atomic_load(&signals->known) < atomic_load(&signals->interrupts);
        if (waits && now - since >= (got > 0 ? AGAIN_MS : ANSWER_MS))
            end_here();
        if (got <= 0)
            continue;
        if (!waits)
            since = now;
        atomic_fetch_add(&signals->interrupts, got == SIGINT ? 1 : STOP_AT_ONCE);
        pthread_mutex_lock(&signals->lock);
        if (signals->wake)
            signals->wake(signals->context);
        pthread_mutex_unlock(&signals->lock);
    }
    return NULL;
}

struct signals *signals_open(struct arena *arena)
{
    struct signals *signals = arena_alloc(arena, sizeof *signals);

    sigemptyset(&signals->set);
    sigaddset(&signals->set, SIGINT);
    sigaddset(&signals->set, SIGTERM);
    sigaddset(&signals->set, SIGHUP);
    atomic_init(&signals->interrupts, 0);
    atomic_init(&signals->known, 0);
    atomic_init(&signals->ended, false);
    pthread_mutex_init(&signals->lock, NULL);
    pthread_sigmask(SIG_BLOCK, &signals->set, NULL);
    signals->started = thread_start(&signals->thread, "signals", take_signals, signals, NULL) == 0;
    /* Without the thread that takes them, signals keep their default action. */
    if (!signals->started)
        pthread_sigmask(SIG_UNBLOCK, &signals->set, NULL);
    return signals;
}

int signals_taken(struct signals *signals)
{
    int interrupts = atomic_load(&signals->interrupts);

    atomic_store(&signals->known, interrupts);
    return interrupts;
}

void signals_forget(struct signals *signals)
{
    atomic_store(&signals->interrupts, 0);
    atomic_store(&signals->known, 0);
}

void signals_wake(struct signals *signals, void (*wake)(void *context), void *context)
{
    pthread_mutex_lock(&signals->lock);
    signals->wake = wake;
    signals->context = context;
    pthread_mutex_unlock(&signals->lock);
}

void signals_close(struct signals *signals)
{
    if (signals->started) {
        atomic_store(&signals->ended, true);
        pthread_kill(signals->thread, SIGHUP); /* one of the set, to this thread alone: it wakes and ends */
        pthread_join(signals->thread, NULL);
    }
    pthread_mutex_destroy(&signals->lock);
    pthread_sigmask(SIG_UNBLOCK, &signals->set, NULL);
}
