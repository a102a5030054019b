/* fathom serve: the HTTP server until a signal ends it; fathom mcp: a server for an assistant. */
#include <signal.h>
#include <time.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "doors/cli/cli.h"
#include "doors/http/http.h"
#include "doors/mcp/mcp.h"
#include "service/research.h"
#include "service/notices.h"
#include "service/runs.h"
#include "service/value.h"
#include "text/counts.h"

/* Runs of everybody that were queued or at work when a server ended go on. */
enum { SETTLED_S = 3 };

static void take_up(struct cli *cli)
{
    struct engine *engine;
    struct error e;
    size_t n = 0;
    int r = service_engine(cli->service, &engine, &e);

    if (r == 0)
        r = engine_take_up(engine, &n, &e);
    if (r == 0)
        r = notices_take_up(cli->service, &e);
    if (r < 0)
        cli_warn(cli, "Runs that were interrupted could not be taken up: %s", e.message);
    else if (n)
        cli_say(cli, "%.*s taken up.", STR_ARG(text_counted(cli->arena, (int64_t) n, "run is", "runs are")));
}

/* Serves over HTTP until a signal comes; all routes, or those of MCP alone. */
static int serve(struct cli *cli, struct str listen, bool only_mcp)
{
    struct http *http = NULL;
    struct mcp *mcp = NULL;
    struct error e;
    sigset_t signals;
    int got, r;

    /* Every thread that is started inherits the mask: the signal comes to us. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    r = cli_service(cli, &e);
    if (r == 0) {
        const struct config_server *server = &service_config(cli->service)->server;

        mcp = mcp_new(
            &(struct mcp_settings){ .service = cli->service, .fixtures = getenv("FATHOM_MCP_FIXTURES") != NULL });
        r = mcp_http_start(mcp, &e);
        if (r == 0)
            r = http_start(&(struct http_settings){ .service = cli->service,
                                                    .mcp = mcp,
                                                    .only_mcp = only_mcp,
                                                    .listen = str_empty(listen) ? server->listen : listen,
                                                    .idle_ms = duration_ms(server->idle_timeout, 0),
                                                    .request_ms = duration_ms(server->request_timeout, 0),
                                                    .hosts = server->hosts,
                                                    .origins = server->origins },
                           &http, &e);
    }
    if (r < 0)
        return cli_fail(cli, &e);
    if (!only_mcp)
        take_up(cli);
    cli_say(cli, "Listening on %.*s", STR_ARG(http_address(http)));
    /* A run that was stored a moment before the start may be another process's; if nobody has begun it by then, it is ours. */
    got = sigtimedwait(&signals, NULL, &(struct timespec){ .tv_sec = SETTLED_S });
    if (got < 0 && !only_mcp)
        take_up(cli);
    while (got < 0)
        got = sigwaitinfo(&signals, NULL);
    cli_say(cli, "Stopping. Everything done so far is kept.");
    mcp_http_stop(mcp);
    http_stop(http);
    mcp_free(mcp);
    service_stop(cli->service);
    return EXIT_DONE;
}

int command_serve(struct cli *cli, const void *in)
{
    (void) in;
    return serve(cli, str(cli->listen), false);
}

static int serve_pipes(struct cli *cli)
{
    struct error e;
    bool idle = true;
    int r = cli_service(cli, &e);

    if (r < 0)
        return cli_fail(cli, &e);
    struct mcp *mcp = mcp_new(
        &(struct mcp_settings){ .service = cli->service, .fixtures = getenv("FATHOM_MCP_FIXTURES") != NULL });
    r = mcp_serve_stdio(mcp, STDIN_FILENO, STDOUT_FILENO, &idle, &e);
    if (r < 0)
        cli_fail(cli, &e);
    service_stop(cli->service);
    if (!idle)
        _exit(r < 0 ? EXIT_FAILED : EXIT_DONE); /* everything is committed; who still works must not be waited for */
    mcp_free(mcp);
    return r < 0 ? EXIT_FAILED : EXIT_DONE;
}

int command_mcp(struct cli *cli, const void *in)
{
    (void) in;
    return cli->listen ? serve(cli, str(cli->listen), true) : serve_pipes(cli);
}
