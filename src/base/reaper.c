#include "base/reaper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* A process that cannot be killed (another user's, or stuck in the kernel) is left after this time. */
enum { GRACE_MS = 2000, LOOK_MS = 10, PIECE = 4096 };

/* The children of a killed process become ours, so the next round finds them in the list. */
static void kill_children(void)
{
    int fd = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
    char piece[PIECE];
    pid_t pid = 0;
    ssize_t n;

    while (fd >= 0 && (n = read(fd, piece, sizeof piece)) > 0)
        for (ssize_t i = 0; i < n; i++) {
            if (piece[i] >= '0' && piece[i] <= '9') {
                pid = pid * 10 + (piece[i] - '0');
            } else {
                if (pid > 0)
                    kill(pid, SIGKILL);
                pid = 0;
            }
        }
    if (fd >= 0)
        close(fd);
}

/* Until nobody is left. The program is reaped here and not before, so that its number names its group. */
static int kill_all(pid_t program, const sigset_t *signals)
{
    int64_t until = clock_monotonic_ms() + GRACE_MS;
    int status = 0, program_status = 0;
    pid_t pid;

    kill(-program, SIGKILL);
    for (;;) {
        kill_children();
        while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
            if (pid == program)
                program_status = status;
        if ((pid < 0 && errno == ECHILD) || clock_monotonic_ms() > until)
            return program_status;
        sigtimedwait(signals, NULL, &(struct timespec){ .tv_nsec = LOOK_MS * 1000000 });
    }
}

/* Waits until the program has ended or we are told to stop; reaps other children that end before that. */
static void wait_for(pid_t program, const sigset_t *signals)
{
    for (;;) {
        siginfo_t info = { 0 };

        while (waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid > 0) {
            if (info.si_pid == program)
                return;
            waitpid(info.si_pid, NULL, 0);
            info.si_pid = 0;
        }
        if (sigwaitinfo(signals, NULL) == SIGTERM)
            return;
    }
}

static void tell(int report, int value)
{
    while (write(report, &value, sizeof value) < 0 && errno == EINTR)
        ;
}

/* All signals are blocked. */
static _Noreturn void reap(pid_t parent, int report, reaper_spawn *spawn, void *context)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t signals;
    pid_t program;

    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGCHLD);
    sigaction(SIGTERM, &plain, NULL); /* what is ignored cannot be waited for */
    sigaction(SIGCHLD, &plain, NULL);
    setpgid(0, 0);
    prctl(PR_SET_NAME, "fathom-reaper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent)
        _exit(1);
    int number = spawn(context, &program);
    tell(report, number);
    if (number)
        _exit(1);
    /* As long as we hold an end of a pipe open, the program does not see that it has ended. */
    if (report > 0)
        close_range(0, (unsigned) report - 1, 0);
    close_range((unsigned) report + 1, UINT_MAX, 0);
    wait_for(program, &signals);
    tell(report, kill_all(program, &signals));
    _exit(0);
}

static bool hear(int report, int *ret)
{
    ssize_t n;

    while ((n = read(report, ret, sizeof *ret)) < 0 && errno == EINTR)
        ;
    return n == sizeof *ret;
}

int reaper_start(reaper_spawn *spawn, void *context, pid_t *ret, int *ret_report)
{
    sigset_t all, before;
    int report[2], number = 0;
    pid_t parent = getpid();

    if (pipe2(report, O_CLOEXEC) < 0)
        return errno;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t pid = fork();
    if (pid == 0)
        reap(parent, report[1], spawn, context);
    number = pid < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(report[1]);
    if (pid > 0 && !hear(report[0], &number))
        number = ECHILD;
    if (number) {
        if (pid > 0)
            while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
                ;
        close(report[0]);
        return number;
    }
    *ret = pid;
    *ret_report = report[0];
    return 0;
}

int reaper_status(int report, int *ret)
{
    bool told = hear(report, ret);

    close(report);
    return told ? 0 : -1;
}
