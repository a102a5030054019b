/* The child leads a process group of its own. The loop ends when the child has
 * ended (a process descriptor tells), when its time is over or when it prints
 * too much; then the whole group is killed, and only then the child is reaped,
 * so that its number cannot belong to somebody else. A contained child has a
 * reaper in its place, which does the same and tells how it ended. */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/reaper.h"

enum { TIMEOUT_MS = 60000, PIECE = 4096 };

/* Our ends of the pipes; -1: closed. `report` is the reaper's. */
struct pipes {
    int in, out, err, process, report;
};

static void shut(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* Above the standard ones, even in a program that was started without them:
 * the child's are put in place one after the other. */
static int pipe_make(int ret[2])
{
    int low[2];

    if (pipe2(low, O_CLOEXEC) < 0)
        return -1;
    ret[0] = fcntl(low[0], F_DUPFD_CLOEXEC, 3);
    ret[1] = fcntl(low[1], F_DUPFD_CLOEXEC, 3);
    close(low[0]);
    close(low[1]);
    if (ret[0] >= 0 && ret[1] >= 0)
        return 0;
    shut(&ret[0]);
    shut(&ret[1]);
    return -1;
}

/* All that takes memory is made before the reaper's fork. */
struct spawning {
    const struct child *child;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
};

/* --- a child with something to do before the program --- */

/* Puts the child's ends in place and the report at 3; whatever else was open is closed. */
static bool place_descriptors(const int theirs[3], int report)
{
    for (int i = 0; i < 3; i++) {
        int fd = theirs[i] >= 0 ? theirs[i] : open("/dev/null", i == 0 ? O_RDONLY : O_WRONLY);

        if (fd < 0 || dup2(fd, i) < 0)
            return false;
    }
    if (report != 3 && dup2(report, 3) < 0)
        return false;
    return fcntl(3, F_SETFD, FD_CLOEXEC) == 0 && close_range(4, ~0u, 0) == 0;
}

/* The program may stand in any folder of PATH; the name is tried as the shell does. */
static int execute(const struct child *child)
{
    char path[4096];
    struct str rest = str("/usr/local/bin:/usr/bin:/bin"), folder;
    int why = ENOENT;

    while (str_next(&rest, ':', &folder)) {
        if ((size_t) snprintf(path, sizeof path, "%.*s/%s", STR_ARG(folder), child->argv[0]) >= sizeof path)
            continue;
        execve(path, (char *const *) child->argv, child->environment ? (char *const *) child->environment : environ);
        if (errno != ENOENT && errno != ENOTDIR && errno != EACCES)
            return errno;
        why = errno == EACCES && why == ENOENT ? EACCES : why;
    }
    return why;
}

static _Noreturn void become(const struct child *child, const int theirs[3], int report, pid_t parent)
{
    sigset_t none;
    int why = 0;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127);
    setpgid(0, 0);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if ((child->directory && chdir(child->directory) < 0) || !place_descriptors(theirs, report))
        why = errno;
    else if ((why = child->prepare(child->context)) == 0)
        why = execute(child);
    (void) !write(3, &why, sizeof why);
    _exit(127);
}

static int fork_prepared(const struct child *child, const int theirs[3], pid_t *ret)
{
    int report[2], why = 0;
    pid_t parent = getpid(), pid;

    if (pipe_make(report) < 0)
        return errno;
    if ((pid = fork()) == 0)
        become(child, theirs, report[1], parent);
    if (pid < 0)
        why = errno;
    close(report[1]);
    ssize_t n = 0;
    while (pid > 0 && (n = read(report[0], &why, sizeof why)) < 0 && errno == EINTR)
        ;
    close(report[0]);
    if (pid > 0 && n == sizeof why) {
        waitpid(pid, NULL, 0);
        return why;
    }
    *ret = pid;
    return why;
}

static int spawn_now(void *context, pid_t *ret)
{
    struct spawning *s = context;

    return posix_spawnp(ret, s->child->argv[0], &s->files, &s->attributes, (char *const *) s->child->argv,
                        s->child->environment ? (char *const *) s->child->environment : environ);
}

/* `theirs` are the child's ends, -1: nothing to give or nobody who listens. */
static int spawn(const struct child *child, const int theirs[3], pid_t *ret, int *ret_report)
{
    struct spawning s = { .child = child };
    sigset_t none, all;

    if (child->prepare)
        return fork_prepared(child, theirs, ret);
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_init(&s.attributes);
    posix_spawnattr_setflags(&s.attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&s.attributes, 0);
    posix_spawnattr_setsigmask(&s.attributes, &none);
    posix_spawnattr_setsigdefault(&s.attributes, &all);
    posix_spawn_file_actions_init(&s.files);
    for (int i = 0; i < 3; i++)
        if (theirs[i] >= 0)
            posix_spawn_file_actions_adddup2(&s.files, theirs[i], i);
        else
            posix_spawn_file_actions_addopen(&s.files, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0);
    if (child->directory)
        posix_spawn_file_actions_addchdir_np(&s.files, child->directory);
    posix_spawn_file_actions_addclosefrom_np(&s.files, 3);
    int r = child->contained ? reaper_start(spawn_now, &s, ret, ret_report) : spawn_now(&s, ret);
    posix_spawn_file_actions_destroy(&s.files);
    posix_spawnattr_destroy(&s.attributes);
    return r;
}

/* Kills what is left of it and reaps it. */
static int finish(const struct child *child, pid_t pid, bool ended, int report, int *ret_status)
{
    int status = 0, told = 0;

    if (!child->contained)
        kill(-pid, SIGKILL);
    else if (!ended)
        kill(pid, SIGTERM);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (child->contained)
        told = reaper_status(report, &status);
    *ret_status = status;
    return told;
}

static int spawn_failed(const struct child *child, int number, struct error *e)
{
    if (child->directory && access(child->directory, X_OK) < 0)
        return error_errno(e, "cannot run %s in %s", child->argv[0], child->directory);
    if (number == ENOENT)
        return error_set(e, ERROR_NOT_FOUND, "there is no program %s", child->argv[0]);
    errno = number;
    return error_errno(e, "cannot run %s", child->argv[0]);
}

static int start(const struct child *child, const bool wanted[3], struct pipes *ret, pid_t *ret_pid, struct error *e)
{
    int pairs[3][2] = { { -1, -1 }, { -1, -1 }, { -1, -1 } };
    int theirs[3] = { -1, -1, -1 }, ours[3] = { -1, -1, -1 }, report = -1, status, r = 0;

    for (int i = 0; i < 3 && r == 0; i++) {
        if (!wanted[i])
            continue;
        if (pipe_make(pairs[i]) < 0)
            r = error_errno(e, "cannot make a pipe for %s", child->argv[0]);
        theirs[i] = pairs[i][i == 0 ? 0 : 1];
        ours[i] = pairs[i][i == 0 ? 1 : 0];
    }
    if (r == 0) {
        int number = spawn(child, theirs, ret_pid, &report);
        if (number)
            r = spawn_failed(child, number, e);
    }
    for (int i = 0; i < 3; i++) {
        shut(&theirs[i]);
        if (r < 0)
            shut(&ours[i]);
        else if (ours[i] >= 0)
            fcntl(ours[i], F_SETFL, O_NONBLOCK);
    }
    if (r < 0)
        return r;
    *ret = (struct pipes){ ours[0], ours[1], ours[2], (int) syscall(SYS_pidfd_open, *ret_pid, 0), report };
    if (ret->process >= 0)
        return 0;
    r = error_errno(e, "cannot watch %s", child->argv[0]);
    finish(child, *ret_pid, false, report, &status);
    for (int i = 0; i < 3; i++)
        shut(&ours[i]);
    return r;
}

/* Takes what is there. False: past the buffer's maximum. */
static bool take(int *fd, struct buf *buf)
{
    char piece[PIECE];

    while (*fd >= 0) {
        ssize_t n = read(*fd, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return true;
        if (n <= 0)
            shut(fd);
        else if (buf_add(buf, piece, (size_t) n) < 0)
            return false;
    }
    return true;
}

static void give(int *fd, struct str *input)
{
    while (*fd >= 0) {
        ssize_t n = input->len ? write(*fd, input->data, input->len) : 0;
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN)
            return;
        if (n <= 0)
            shut(fd); /* all of it, or the child reads no more */
        else
            *input = str_sub(*input, (size_t) n, input->len);
    }
}

static int too_much(const struct child *child, const struct buf *buf, struct error *e)
{
    return error_set(e, ERROR_LIMIT, "%s printed more than the limit of %zu bytes", child->argv[0], buf->max);
}

static int attend(const struct child *child, struct pipes *pipes, struct buf *out, struct buf *err, struct error *e)
{
    int64_t limit = child->timeout_ms > 0 ? child->timeout_ms : TIMEOUT_MS, until = clock_monotonic_ms() + limit;
    struct str input = child->input;
    bool ended = false;

    while (!ended) {
        int64_t left = until - clock_monotonic_ms();
        if (left <= 0)
            return error_set(e, ERROR_TIMEOUT, "%s did not end within %lld ms", child->argv[0], (long long) limit);
        struct pollfd fds[] = {
            { .fd = pipes->process, .events = POLLIN },
            { .fd = pipes->in, .events = POLLOUT },
            { .fd = pipes->out, .events = POLLIN },
            { .fd = pipes->err, .events = POLLIN },
            { .fd = child->stop_fd > 0 ? child->stop_fd : -1, .events = POLLIN },
        };
        if (poll(fds, 5, left < 60000 ? (int) left : 60000) < 0 && errno != EINTR)
            return error_errno(e, "cannot wait for %s", child->argv[0]);
        if (fds[4].revents)
            return error_set(e, ERROR_TIMEOUT, "%s was stopped", child->argv[0]);
        ended = fds[0].revents; /* before the last look at what it printed */
        give(&pipes->in, &input);
        if (!take(&pipes->out, out))
            return too_much(child, out, e);
        if (!take(&pipes->err, err))
            return too_much(child, err, e);
    }
    return 0;
}

/* Writing to a child that is gone raises SIGPIPE in the writing thread: held
 * back, and taken away afterwards if it was ours. */
struct quiet {
    sigset_t before;
    bool was_pending;
};

static void quiet_begin(struct quiet *quiet)
{
    sigset_t pipe, pending;

    sigpending(&pending);
    quiet->was_pending = sigismember(&pending, SIGPIPE);
    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe, &quiet->before);
}

static void quiet_end(const struct quiet *quiet)
{
    sigset_t pipe;

    sigemptyset(&pipe);
    sigaddset(&pipe, SIGPIPE);
    if (!quiet->was_pending)
        while (sigtimedwait(&pipe, NULL, &(struct timespec){ 0 }) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &quiet->before, NULL);
}

int child_run(const struct child *child, struct buf *out, struct buf *err, struct child_result *ret, struct error *e)
{
    struct pipes pipes;
    struct quiet quiet;
    int status = 0;
    pid_t pid;
    int r = start(child, (const bool[3]){ child->input.len > 0, out, err }, &pipes, &pid, e);

    if (r < 0)
        return r;
    quiet_begin(&quiet);
    r = attend(child, &pipes, out, err, e);
    quiet_end(&quiet);
    int told = finish(child, pid, r == 0, pipes.report, &status);
    shut(&pipes.in);
    shut(&pipes.out);
    shut(&pipes.err);
    shut(&pipes.process);
    if (r < 0)
        return r;
    if (told < 0)
        return error_set(e, ERROR_IO, "the exit status of %s is unknown: the process that watched it was killed",
                         child->argv[0]);
    *ret = (struct child_result){
        .exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : -1,
        .signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
    };
    return 0;
}

/* --- one that is spoken to --- */

int child_talk_start(const struct child *child, struct child_talk *ret, struct error *e)
{
    struct pipes pipes;
    pid_t pid;
    int r = start(child, (const bool[3]){ true, true, false }, &pipes, &pid, e);

    if (r == 0)
        *ret = (struct child_talk){ child, pipes.in, pipes.out, pipes.process, pipes.report, pid };
    return r;
}

void child_talk_end(struct child_talk *talk, int64_t patience_ms)
{
    int status;

    shut(&talk->in);
    shut(&talk->out);
    struct pollfd ended = { .fd = talk->process, .events = POLLIN };
    bool gone = poll(&ended, 1, (int) patience_ms) > 0;
    finish(talk->child, talk->pid, gone, talk->report, &status);
    shut(&talk->process);
}

int child_talk_write(struct child_talk *talk, struct str text, int64_t deadline_ms, struct error *e)
{
    struct quiet quiet;
    int r = 0;

    quiet_begin(&quiet);
    while (text.len > 0 && r == 0) {
        ssize_t n = write(talk->in, text.data, text.len);
        int64_t left = deadline_ms - clock_monotonic_ms();

        if (n > 0)
            text = str_sub(text, (size_t) n, text.len);
        else if (n < 0 && errno == EAGAIN && left <= 0)
            r = error_set(e, ERROR_TIMEOUT, "it reads nothing");
        else if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){ .fd = talk->in, .events = POLLOUT }, 1, left < 1000 ? (int) left : 1000);
        else if (n < 0 && errno != EINTR)
            r = error_errno(e, "writing to it");
    }
    quiet_end(&quiet);
    return r;
}
