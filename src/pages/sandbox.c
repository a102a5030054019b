/* The zygote and its children.
 *
 * pages_zygote_start() forks a small process, the keeper, before any thread exists.
 * It overwrites its copy of the environment, where the keys are, and forks the
 * zygote; when that is killed (memory ran out), it forks another, which goes on at
 * the same socket. When the keeper is killed, the zygote takes its place. Our process
 * cannot start either of them again: it has threads and the keys by then. For each document the zygote gets three descriptors: the input (a
 * sealed memory file: header, hints, bytes), where the answer goes, and where the
 * outcome goes. It forks a child, which raises the fence, parses, writes the packed
 * document and ends. A PDF is first given to pdftotext and pdfinfo, each behind a fence of
 * its own, and the child's fence is raised before it looks at what they said.
 * The zygote kills a child at its time, reaps it and reports how it ended. When we
 * die, the zygote sees its socket close and ends; the others get SIGKILL. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/thread.h"
#include "pages/document.h"
#include "pages/fence.h"
#include "pages/format.h"

enum { CHILDREN_MAX = 16, ANSWER_ROOM = 8 << 20, GRACE_MS = 3000, TRIES = 3 };
enum { START_MS = 100 };
enum { RESTARTS_MAX = 20, QUICK_MS = 1000 }; /* a zygote that dies so soon, so often, is given up */
enum { FD_INPUT, FD_ANSWER, FD_OUTCOME, FDS };

struct job { /* at the head of the memory file */
    struct document_limits limits;
    size_t url_len, type_len, name_len, bytes_len;
};

struct outcome {
    int status;
    bool timed_out;
}; /* of waitpid */

static struct {
    int socket; /* ours; -1: not started */
    pid_t pid;
    pthread_mutex_t lock;
    pthread_cond_t freed;
    int children;
} zygote = { .socket = -1, .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- the child: one document --- */

static bool write_all(int fd, const void *data, size_t n)
{
    const char *at = data;

    while (n > 0) {
        ssize_t done = write(fd, at, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        at += done;
        n -= (size_t) done;
    }
    return true;
}

static struct str take(const char **at, size_t n)
{
    struct str s = str_n(*at, n);

    *at += n;
    return s;
}

/* The answer: one byte 'd' and the packed document, or 'e' and the error. */
static void read_document(const int fds[FDS])
{
    struct stat info;
    struct error e = { 0 };
    struct document document;

    if (fstat(fds[FD_INPUT], &info) < 0 || (size_t) info.st_size < sizeof(struct job))
        return;
    const char *at = mmap(NULL, (size_t) info.st_size, PROT_READ, MAP_PRIVATE, fds[FD_INPUT], 0);
    if (at == MAP_FAILED)
        return;
    struct job job;
    memcpy(&job, at, sizeof job);
    at += sizeof job;
    struct document_hints hints = { .url = take(&at, job.url_len) };
    hints.content_type = take(&at, job.type_len);
    hints.name = take(&at, job.name_len);
    struct str bytes = take(&at, job.bytes_len);

    struct arena *arena = arena_new();
    int r;
    if (sniff_pdf(bytes))
        r = document_parse_pdf_fenced(arena, bytes, &hints, &job.limits, &document, &e);
    else if ((r = fence_raise(FENCE_READER, job.limits.memory_max, job.limits.time_ms, &e)) == 0)
        r = document_parse(arena, bytes, &hints, &job.limits, &document, &e);
    if (r == 0) {
        struct str packed = document_pack(arena, &document);
        if (write_all(fds[FD_ANSWER], "d", 1))
            write_all(fds[FD_ANSWER], packed.data, packed.len);
    } else if (write_all(fds[FD_ANSWER], "e", 1)) {
        write_all(fds[FD_ANSWER], &e, sizeof e);
    }
    /* The memory goes with the process. */
}

/* When memory runs out, the kernel should kill a reader and not the program. */
static void volunteer(void)
{
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (fd < 0)
        return;
    (void) !write(fd, "1000", 4);
    close(fd);
}

/* --- the zygote --- */

struct running {
    pid_t pid;
    int64_t deadline_ms;
    int outcome_fd;
    bool killed;
};

static int receive(int socket, int fds[FDS], int64_t *ret_time_ms)
{
    char control[CMSG_SPACE(sizeof(int) * FDS)];
    struct iovec io = { ret_time_ms, sizeof *ret_time_ms };
    struct msghdr message = {
        .msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control
    };

    ssize_t n = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    if (n < 0 && errno == EINTR)
        return 0;
    if (n <= 0)
        return -1;
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);
    if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(sizeof(int) * FDS))
        return 0;
    memcpy(fds, CMSG_DATA(c), sizeof(int) * FDS);
    return 1;
}

static void start_child(struct running *children, int socket, int signals)
{
    int fds[FDS];
    int64_t time_ms = 0;
    int r = receive(socket, fds, &time_ms);

    if (r < 0)
        _exit(0);
    if (r == 0)
        return;
    struct running *slot = children;
    while (slot < children + CHILDREN_MAX && slot->pid)
        slot++;
    pid_t pid = slot == children + CHILDREN_MAX ? -1 : fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setpgid(0, 0);
        close(socket);
        close(signals);
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        volunteer();
        read_document(fds);
        _exit(0);
    }
    close(fds[FD_INPUT]);
    close(fds[FD_ANSWER]);
    if (pid < 0) {
        close(fds[FD_OUTCOME]);
        return;
    }
    *slot = (struct running){ pid, clock_monotonic_ms() + time_ms, fds[FD_OUTCOME], false };
}

static void reap(struct running *children)
{
    int status;
    pid_t pid;

    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
        for (int i = 0; i < CHILDREN_MAX; i++) {
            struct running *child = &children[i];
            if (child->pid != pid)
                continue;
            /* What it left running is in its group. */
            kill(-pid, SIGKILL);
            struct outcome outcome = { status, child->killed };
            write_all(child->outcome_fd, &outcome, sizeof outcome);
            close(child->outcome_fd);
            *child = (struct running){ 0 };
        }
}

/* Kills what is over its time; milliseconds until the next deadline, -1 if none. */
static int enforce(struct running *children)
{
    int64_t now = clock_monotonic_ms(), next = -1;

    for (int i = 0; i < CHILDREN_MAX; i++) {
        struct running *child = &children[i];
        if (!child->pid || child->killed)
            continue;
        int64_t left = child->deadline_ms - now;
        if (left <= 0) {
            kill(-child->pid, SIGKILL);
            kill(child->pid, SIGKILL);
            child->killed = true;
        } else if (next < 0 || left < next) {
            next = left;
        }
    }
    return next < 0 ? -1 : (int) (next < 60000 ? next : 60000);
}

/* Ends all children. Our process sees their pipes close and sends the documents again. */
static void drop(struct running *children)
{
    for (int i = 0; i < CHILDREN_MAX; i++)
        if (children[i].pid) {
            kill(-children[i].pid, SIGKILL);
            kill(children[i].pid, SIGKILL);
            close(children[i].outcome_fd);
        }
    while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
        ;
}

/* Reads documents until the keeper is dead, then returns; exits when our process closed the socket. */
static void serve(int socket, pid_t keeper)
{
    struct running children[CHILDREN_MAX] = { 0 };
    sigset_t set;

    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGUSR1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    int signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    while (getppid() == keeper) {
        int timeout = enforce(children);
        struct pollfd polls[2] = { { .fd = socket, .events = POLLIN }, { .fd = signals, .events = POLLIN } };
        if (poll(polls, 2, timeout) < 0 && errno != EINTR)
            _exit(1);
        struct signalfd_siginfo ignored;
        while (read(signals, &ignored, sizeof ignored) > 0)
            ;
        reap(children);
        if (polls[0].revents)
            start_child(children, socket, signals);
    }
    close(signals);
    drop(children);
}

/* Only what we were given: nothing of our parent's files. */
static void close_others(int keep)
{
    int null = open("/dev/null", O_RDWR);

    for (int fd = 0; null >= 0 && fd <= 2; fd++)
        dup2(null, fd);
    if (keep > 3)
        close_range(3, (unsigned) keep - 1, 0);
    close_range((unsigned) keep + 1, ~0u, 0);
}

/* The strings the program was started with are the memory that /proc shows, so both are gone. */
static void wipe_environment(void)
{
    static char *none[] = { NULL };

    for (char **variable = environ; variable && *variable; variable++)
        explicit_bzero(*variable, strlen(*variable));
    environ = none;
}

/* Keeps a zygote running until one ends by itself, because the socket was closed. */
static _Noreturn void keep(int socket)
{
    int quick = 0;

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_NAME, "fathom-pages");
    prctl(PR_SET_DUMPABLE, 0);
    signal(SIGPIPE, SIG_DFL);
    /* Signals to the whole group are for our parent to handle; we end when it does. */
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGQUIT, SIG_IGN);
    fence_settle();
    wipe_environment();
    /* Not while our parent starts, when the cores have other work: when the first document comes, or a little later. */
    poll(&(struct pollfd){ .fd = socket, .events = POLLIN }, 1, START_MS);
    fence_prepare();
    while (quick < RESTARTS_MAX) {
        int64_t started = clock_monotonic_ms();
        int status = 0;
        pid_t keeper = getpid(), pid = fork();

        if (pid == 0) {
            serve(socket, keeper);
            prctl(PR_SET_PDEATHSIG, 0); /* we are the keeper now; our parent is nobody we know */
            continue;
        }
        while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
            ;
        if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
            _exit(0);
        bool soon = clock_monotonic_ms() - started < QUICK_MS;
        quick = soon ? quick + 1 : 0;
        if (soon)
            nanosleep(&(struct timespec){ .tv_nsec = 10000000L * quick }, NULL);
    }
    _exit(1);
}

int pages_zygote_start(struct error *e)
{
    int ends[2];

    if (zygote.socket >= 0)
        return 0;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
        return error_errno(e, "the reader of documents could not be started");
    pid_t pid = fork();
    if (pid < 0) {
        close(ends[0]);
        close(ends[1]);
        return error_errno(e, "the reader of documents could not be started");
    }
    if (pid == 0) {
        close_others(ends[1]);
        keep(ends[1]);
    }
    close(ends[1]);
    thread_cond_init(&zygote.freed);
    zygote.socket = ends[0];
    zygote.pid = pid;
    return 0;
}

void pages_zygote_stop(void)
{
    if (zygote.socket < 0)
        return;
    close(zygote.socket);
    zygote.socket = -1;
    waitpid(zygote.pid, NULL, 0);
}

/* --- our side --- */

/* Not the document's fault: it may be read another time. */
static int our_fault(struct error *e, const char *what)
{
    error_set(e, ERROR_UNAVAILABLE, "%s", what);
    if (e)
        e->retry = true;
    return -ERROR_UNAVAILABLE;
}

/* The same, and errno says why. */
static int our_fault_errno(struct error *e, const char *what)
{
    error_errno(e, "%s", what);
    if (e) {
        e->code = ERROR_UNAVAILABLE;
        e->retry = true;
    }
    return -ERROR_UNAVAILABLE;
}

static int memory_file(struct str bytes, const struct document_hints *hints, const struct document_limits *limits,
                       struct error *e)
{
    struct job job = { *limits, hints->url.len, hints->content_type.len, hints->name.len, bytes.len };
    int fd = memfd_create("document", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    if (fd < 0)
        return our_fault_errno(e, "no memory for a document");
    if (!write_all(fd, &job, sizeof job) || !write_all(fd, hints->url.data, hints->url.len) ||
        !write_all(fd, hints->content_type.data, hints->content_type.len) ||
        !write_all(fd, hints->name.data, hints->name.len) || !write_all(fd, bytes.data, bytes.len)) {
        int r = our_fault_errno(e, "no memory for a document");
        close(fd);
        return r;
    }
    fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return fd;
}

static int send_job(const int fds[FDS], int64_t time_ms, struct error *e)
{
    char control[CMSG_SPACE(sizeof(int) * FDS)] = { 0 };
    struct iovec io = { &time_ms, sizeof time_ms };
    struct msghdr message = {
        .msg_iov = &io, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control
    };
    struct cmsghdr *c = CMSG_FIRSTHDR(&message);

    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int) * FDS);
    memcpy(CMSG_DATA(c), fds, sizeof(int) * FDS);
    while (sendmsg(zygote.socket, &message, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return our_fault_errno(e, "the reader of documents is gone; restart the program");
    return 0;
}

/* Everything up to the end or the deadline. False at the deadline or past the maximum. */
static bool read_until(int fd, struct buf *ret, int64_t deadline_ms)
{
    char block[4096];

    for (;;) {
        int64_t left = deadline_ms - clock_monotonic_ms();
        struct pollfd p = { .fd = fd, .events = POLLIN };
        int ready = left <= 0 ? 0 : poll(&p, 1, (int) left);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return false;
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0;
        if (buf_add(ret, block, (size_t) n) < 0)
            return false;
    }
}

/* Killed, but not by us: the system ran out of memory, or a user killed it. */
static bool was_killed(const struct outcome *outcome)
{
    return !outcome->timed_out && WIFSIGNALED(outcome->status) && WTERMSIG(outcome->status) == SIGKILL;
}

static int explain(const struct outcome *outcome, const struct document_limits *limits, struct error *e)
{
    int signal_number = WIFSIGNALED(outcome->status) ? WTERMSIG(outcome->status) : 0;

    if (was_killed(outcome))
        return our_fault(e, "the reader of the document was killed; is the machine out of memory?");
    if (outcome->timed_out || signal_number == SIGXCPU)
        return error_set(e, ERROR_TIMEOUT, "reading the document took longer than %lld ms and was stopped",
                         (long long) limits->time_ms);
    if (signal_number == SIGABRT)
        return error_set(e, ERROR_LIMIT, "reading the document needs more than %zu MB of memory and was stopped",
                         limits->memory_max >> 20);
    return error_set(e, ERROR_IO, "the reader of this document crashed (signal %d); the document was skipped",
                     signal_number);
}

static int finish(struct arena *arena, int answer_fd, int outcome_fd, const struct document_limits *limits,
                  struct document *ret, struct error *e)
{
    int64_t deadline_ms = clock_monotonic_ms() + limits->time_ms + GRACE_MS;
    struct buf answer, end;
    struct outcome outcome;
    int r;

    buf_init(&answer, 2 * limits->text_max + ANSWER_ROOM);
    buf_init(&end, sizeof outcome);
    bool whole = read_until(answer_fd, &answer, deadline_ms);
    bool ended = whole && read_until(outcome_fd, &end, deadline_ms) && end.len == sizeof outcome;
    if (ended)
        memcpy(&outcome, end.data, sizeof outcome);
    if (answer.over)
        r = error_set(e, ERROR_LIMIT, "the document's text is larger than the limit; it was not read");
    else if (!ended)
        r = our_fault(e, "the reader of documents was killed; is the machine out of memory?");
    else if (outcome.status != 0 || outcome.timed_out)
        r = explain(&outcome, limits, e);
    else if (answer.len > 0 && answer.data[0] == 'd')
        r = document_unpack(arena, str_sub(buf_str(&answer), 1, answer.len), ret, e);
    else if (answer.len == 1 + sizeof *e && answer.data[0] == 'e') {
        struct error theirs;
        memcpy(&theirs, answer.data + 1, sizeof theirs);
        theirs.message[sizeof theirs.message - 1] = '\0';
        int code = theirs.code > 0 && theirs.code <= ERROR_INTERNAL ? theirs.code : ERROR_INTERNAL;
        r = error_set(e, code, "%s", theirs.message);
    } else
        r = our_fault(e, "the reader of documents gave no answer");
    buf_free(&answer);
    buf_free(&end);
    return r;
}

static void take_place(void)
{
    pthread_mutex_lock(&zygote.lock);
    while (zygote.children == CHILDREN_MAX)
        thread_cond_wait(&zygote.freed, &zygote.lock, -1);
    zygote.children++;
    pthread_mutex_unlock(&zygote.lock);
}

static void give_place(void)
{
    pthread_mutex_lock(&zygote.lock);
    zygote.children--;
    pthread_cond_signal(&zygote.freed);
    pthread_mutex_unlock(&zygote.lock);
}

static int read_once(struct arena *arena, struct str bytes, const struct document_hints *hints,
                     const struct document_limits *limits, struct document *ret, struct error *e)
{
    int answer[2], outcome[2], r;

    if (pipe2(answer, O_CLOEXEC) < 0)
        return our_fault_errno(e, "no descriptors for reading a document");
    if (pipe2(outcome, O_CLOEXEC) < 0) {
        close(answer[0]);
        close(answer[1]);
        return our_fault_errno(e, "no descriptors for reading a document");
    }
    int input = memory_file(bytes, hints, limits, e);
    r = input < 0 ? input : send_job((int[]){ input, answer[1], outcome[1] }, limits->time_ms, e);
    if (input >= 0)
        close(input);
    close(answer[1]);
    close(outcome[1]);
    if (r == 0)
        r = finish(arena, answer[0], outcome[0], limits, ret, e);
    close(answer[0]);
    close(outcome[0]);
    return r;
}

int document_read(struct arena *arena, struct str bytes, const struct document_hints *given_hints,
                  const struct document_limits *given, struct document *ret, struct error *e)
{
    struct document_limits limits = document_limits(given);
    struct document_hints hints = given_hints ? *given_hints : (struct document_hints){ 0 };
    int r = -ERROR_UNAVAILABLE;

    if (zygote.socket < 0)
        return error_set(e, ERROR_MISCONFIGURED, "the reader of documents was not started");
    if (bytes.len > limits.bytes_max)
        return error_set(e, ERROR_LIMIT, "the document has %zu bytes, more than the limit of %zu; it was not read",
                         bytes.len, limits.bytes_max);
    take_place();
    /* A reader that was killed says nothing about the document. */
    for (int i = 0; i < TRIES && r == -ERROR_UNAVAILABLE; i++)
        r = read_once(arena, bytes, &hints, &limits, ret, e);
    give_place();
    return r;
}
