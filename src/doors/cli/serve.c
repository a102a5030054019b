/* fathom serve: the HTTP server until a signal ends it. */
#include <signal.h>

#include "base/log.h"
#include "doors/cli/cli.h"
#include "doors/http/http.h"
#include "service/value.h"

int command_serve(struct cli *cli, const void *in)
{
    struct http *http = NULL;
    struct error e;
    sigset_t signals;
    int got, r;

    (void) in;
    /* Every thread that is started inherits the mask: the signal comes to us. */
    sigemptyset(&signals);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    r = cli_service(cli, &e);
    if (r == 0) {
        const struct config_server *server = &service_config(cli->service)->server;

        r = http_start(&(struct http_settings){ .service = cli->service,
                                                .listen = cli->listen ? str(cli->listen) : server->listen,
                                                .idle_ms = duration_ms(server->idle_timeout, 0),
                                                .request_ms = duration_ms(server->request_timeout, 0),
                                                .hosts = server->hosts,
                                                .origins = server->origins },
                       &http, &e);
    }
    if (r < 0)
        return cli_fail(cli, &e);
    cli_say(cli, "Listening on %.*s", STR_ARG(http_address(http)));
    while (sigwait(&signals, &got) != 0)
        ;
    cli_say(cli, "Stopping; everything so far is kept.");
    http_stop(http);
    service_stop(cli->service);
    return EXIT_DONE;
}
