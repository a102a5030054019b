#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "doors/cli/cli.h"

int main(int argc, char **argv)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool dumb = !term || str_is(str(term), "dumb");
    struct cli cli = {
        .arena = arena_new(), .out = stdout, .err = stderr,
        .out_terminal = isatty(STDOUT_FILENO) && !dumb, .err_terminal = isatty(STDERR_FILENO) && !dumb,
        .color = !(no_color && no_color[0]) && !dumb,
    };
    int status;

    signal(SIGPIPE, SIG_IGN);
    status = cli_run(&cli, argc, argv);
    arena_free(cli.arena);
    return status;
}
