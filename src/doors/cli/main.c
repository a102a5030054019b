#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "doors/cli/cli.h"

/* The environment and the memory hold keys: no core file, and no look from processes of the same user. */
static void keep_private(void)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){ 0, 0 });
#ifndef FATHOM_SANITIZED /* the leak checker looks at us from another process */
    prctl(PR_SET_DUMPABLE, 0);
#endif
}

/* A thousand researches need more descriptors than the usual soft limit. */
static void raise_descriptors(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < files.rlim_max) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
}

int main(int argc, char **argv)
{
    output_guard_descriptors();
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool dumb = !term || str_is(str(term), "dumb");
    struct cli cli = {
        .arena = arena_new(),
        .in = stdin,
        .err = stderr,
        .in_terminal = isatty(STDIN_FILENO),
        .out_terminal = isatty(STDOUT_FILENO) && !dumb,
        .err_terminal = isatty(STDERR_FILENO) && !dumb,
        .color = !(no_color && no_color[0]) && !dumb,
    };
    int status;

    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of that write, like a full disk */
    keep_private();
    raise_descriptors();
    output_open(&cli);
    json_set_alloc_funcs(memory_alloc, free);
    status = cli_run(&cli, argc, argv);
    arena_free(cli.arena);
    return status;
}
