/* fathom mcp: a server for an assistant on stdin and stdout. */
#include <unistd.h>

#include "doors/cli/cli.h"
#include "doors/mcp/mcp.h"

int command_mcp(struct cli *cli, const void *in)
{
    struct error e;
    bool idle = true;
    int r = cli_service(cli, &e);

    (void) in;
    if (r < 0)
        return cli_fail(cli, &e);
    struct mcp *mcp = mcp_new(&(struct mcp_settings){ .service = cli->service });
    r = mcp_serve_stdio(mcp, STDIN_FILENO, STDOUT_FILENO, &idle, &e);
    if (r < 0)
        cli_fail(cli, &e);
    service_stop(cli->service);
    if (!idle)
        _exit(r < 0 ? EXIT_FAILED : EXIT_DONE); /* everything is committed; who still works must not be waited for */
    mcp_free(mcp);
    return r < 0 ? EXIT_FAILED : EXIT_DONE;
}
