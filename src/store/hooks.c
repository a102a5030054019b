/* Hooks of test builds: die at a chosen commit boundary, count commits, store
 * texts as they are so that a test can look for what must not be in them.
 * The count is the process's, over all stores and migrations. */
#include "store/internal.h"

#ifdef FATHOM_HOOKS

#include <signal.h>
#include <unistd.h>

#include "base/file.h"

static int64_t commits; /* atomic: finished or about to be */
static pid_t counted;   /* a forked process counts from the start */

static void crash_if(int64_t boundary)
{
    const char *at = getenv("FATHOM_CRASH_AT");
    int64_t wanted;

    if (at && str_to_int(str(at), &wanted) && wanted == boundary)
        kill(getpid(), SIGKILL);
}

void hook_before_commit(void)
{
    if (__atomic_exchange_n(&counted, getpid(), __ATOMIC_SEQ_CST) != getpid())
        __atomic_store_n(&commits, 0, __ATOMIC_SEQ_CST);
    crash_if(2 * __atomic_add_fetch(&commits, 1, __ATOMIC_SEQ_CST) - 1);
}

void hook_after_commit(void) { crash_if(2 * __atomic_load_n(&commits, __ATOMIC_SEQ_CST)); }

void hook_closed(void)
{
    const char *path = getenv("FATHOM_COMMITS_FILE");
    char text[32];

    if (!path || !*path)
        return;
    snprintf(text, sizeof text, "%lld\n", (long long) __atomic_load_n(&commits, __ATOMIC_SEQ_CST));
    file_write_atomic(path, str(text), 0600, NULL);
}

bool hook_unpacked(void) { return getenv("FATHOM_UNPACKED"); }

#else

void hook_before_commit(void) {}
void hook_after_commit(void) {}
void hook_closed(void) {}
bool hook_unpacked(void) { return false; }

#endif
