/* Long results at a terminal: $PAGER (less, if it is not set) shows them page by page. It is started with the first byte
 * of output, so a command that fails shows its message and nothing else. While it runs, standard output and messages go to
 * it; the terminal itself is kept aside, because its width is asked for. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doors/cli/cli.h"

extern char **environ;

/* less: end where one screen is enough, show colours, leave the text on the screen. */
#define PAGER_PRESET "less"
#define LESS_PRESET "LESS=FRX"
/* What we print is UTF-8 in every locale. In the locale "C", which containers and cron have, less would show the bytes of
 * a character as <C2><B7>, though nearly every terminal shows UTF-8. */
#define CHARSET_PRESET "LESSCHARSET=utf-8"

static int screen = STDOUT_FILENO, messages = -1; /* the terminals behind the pager */
static pid_t child;

int output_screen(void) { return screen; }

/* Is there a program by the name of the command's first word? What a shell would have to read is taken on trust. */
static bool can_run(struct cli *cli, const char *command)
{
    size_t n = strcspn(command, " \t");
    struct str path = str(getenv("PATH") ? getenv("PATH") : ""), folder;

    if (strpbrk(command, "\"'$`\\;|&<>()"))
        return true;
    if (memchr(command, '/', n))
        return access(str_format(cli->arena, "%.*s", (int) n, command).data, X_OK) == 0;
    while (str_next(&path, ':', &folder))
        if (access(str_format(cli->arena, "%.*s/%.*s", STR_ARG(folder), (int) n, command).data, X_OK) == 0)
            return true;
    return false;
}

/* NULL: none is wanted, or there is none. */
static const char *pager(struct cli *cli)
{
    const char *named = getenv("PAGER");

    if (!named)
        return can_run(cli, PAGER_PRESET) ? PAGER_PRESET : NULL;
    if (str_empty(str_trim(str(named))) || str_is(str_trim(str(named)), "cat"))
        return NULL;
    if (can_run(cli, named))
        return named;
    cli_warn(cli, "PAGER is \"%s\", which cannot be run; the output is printed without it.", named);
    return NULL;
}

static char **pager_environment(struct arena *arena)
{
    size_t n = 0;

    while (environ[n])
        n++;
    char **all = arena_calloc(arena, n + 3, sizeof *all);
    memcpy(all, environ, n * sizeof *all);
    if (!getenv("LESS"))
        all[n++] = (char *) LESS_PRESET;
    if (!getenv("LESSCHARSET"))
        all[n] = (char *) CHARSET_PRESET;
    return all;
}

/* `from` becomes its standard input. It gets the signals that we ignore. */
static bool start(struct cli *cli, const char *command, int from)
{
    char *const argv[] = { (char *) "sh", (char *) "-c", (char *) command, NULL };
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGPIPE);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigdefault(&attributes, &set);
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, from, STDIN_FILENO);
    int failed = posix_spawn(&child, "/bin/sh", &files, &attributes, argv, pager_environment(cli->arena));
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (failed)
        child = 0;
    return !failed;
}

void pager_open(struct cli *cli)
{
    const char *command = pager(cli);
    int ends[2];

    if (!command || pipe2(ends, O_CLOEXEC) < 0)
        return;
    if (start(cli, command, ends[0])) {
        signal(SIGINT, SIG_IGN); /* Ctrl-C is the pager's */
        screen = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
        dup2(ends[1], STDOUT_FILENO);
        if (cli->err_terminal) {
            messages = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
            dup2(ends[1], STDERR_FILENO);
        }
    }
    close(ends[0]);
    close(ends[1]);
}

void pager_close(struct cli *cli)
{
    int status;

    if (!child)
        return;
    fflush(cli->err);
    dup2(screen, STDOUT_FILENO);
    close(screen);
    screen = STDOUT_FILENO;
    if (messages >= 0) {
        dup2(messages, STDERR_FILENO);
        close(messages);
        messages = -1;
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    signal(SIGINT, SIG_DFL);
}
