/* tsan */
/* What delivery does on threads of its own: e-mails by threads of libcurl, webhooks through one net, and the notices of runs.
 * Many at once; each arrives exactly once. */
#include "net_case.h"
#include "service_fixture.h"

#include <string.h>

#include "deliver/deliver.h"
#include "service/operation.h"
#include "text/json.h"

enum { AT_ONCE = 6 };

/* --- a mail server that takes everything --- */

struct mailbox {
    int fd, port;
    pthread_t thread;
    int messages; /* the server's own until it has ended */
};

static bool read_line(FILE *in, char *line, size_t size) { return fgets(line, (int) size, in) != NULL; }

static void take_message(FILE *in, FILE *out, int *messages)
{
    char line[2000];

    fputs("354 go on\r\n", out);
    fflush(out);
    while (read_line(in, line, sizeof line) && strcmp(line, ".\r\n") != 0)
        ;
    ++*messages;
}

/* One connection; false: it was the last. */
static bool talk(int fd, int *messages)
{
    FILE *in = fdopen(fd, "r"), *out = fdopen(dup(fd), "w");
    char line[2000];
    bool go_on = true;

    fputs("220 hello\r\n", out);
    fflush(out);
    while (read_line(in, line, sizeof line)) {
        if (strncmp(line, "DATA", 4) == 0)
            take_message(in, out, messages);
        go_on = go_on && strncmp(line, "END", 3) != 0;
        fputs(strncmp(line, "QUIT", 4) == 0 ? "221 bye\r\n" : "250 fine\r\n", out);
        fflush(out);
    }
    fclose(in);
    fclose(out);
    return go_on;
}

static void *serve_mail(void *arg)
{
    struct mailbox *box = arg;
    int fd;

    do
        fd = accept(box->fd, NULL, NULL);
    while (fd >= 0 && talk(fd, &box->messages));
    return NULL;
}

static void mailbox_open(struct mailbox *box)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;

    *box = (struct mailbox){ .fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) };
    assert_int_equal(bind(box->fd, (struct sockaddr *) &address, len), 0);
    assert_int_equal(listen(box->fd, 64), 0);
    getsockname(box->fd, (struct sockaddr *) &address, &len);
    box->port = ntohs(address.sin_port);
    thread_start(&box->thread, "mailbox", serve_mail, box, NULL);
}

/* A connection that says END comes behind all others. */
static void mailbox_close(struct mailbox *box)
{
    struct sockaddr_in address = { .sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t) box->port) };
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    assert_int_equal(connect(fd, (struct sockaddr *) &address, sizeof address), 0);
    server_say(fd, "END\r\n");
    close(fd);
    pthread_join(box->thread, NULL);
    close(box->fd);
}

/* --- many senders --- */

struct sender {
    struct net *net;
    const struct delivery_settings *settings;
    struct str target;
    int number, result;
    pthread_t thread;
    struct error error;
};

static void *send_one(void *arg)
{
    struct sender *s = arg;
    struct arena *arena = arena_new();
    const struct report report = { .title = str("Cells"),
                                   .query = str("How efficient are they?"),
                                   .body = str("They reach 26 percent.\n"),
                                   .digest = str("0123456789abcdef") };
    const struct delivery d = {
        .settings = s->settings, .target = s->target, .report = &report, .run = str_format(arena, "run-%d", s->number)
    };
    struct str id;

    s->result = deliver_alone(s->net, arena, &d, &id, &s->error);
    arena_free(arena);
    return NULL;
}

static void deliveries_at_once_arrive_once_each(void **state)
{
    struct mailbox box;
    const struct guard *guard;
    struct arena *arena = arena_new();
    struct sender *senders = arena_calloc(arena, 2 * AT_ONCE, sizeof *senders);
    struct error e;

    (void) state;
    assert_int_equal(guard_new(arena, str("127.0.0.0/8"), &guard, &e), 0);
    struct net_case c = net_case_open(&(struct net_settings){ .guard = guard });
    mailbox_open(&box);
    const struct delivery_settings settings = {
        .mail = { .url = str_format(c.arena, "smtp://127.0.0.1:%d", box.port),
                  .user = str(""),
                  .password = str(""),
                  .ca_file = str(""),
                  .plain = true,
                  .retry = { .retries = -1 } },
        .from = str("Research <research@example.org>"),
        .webhook_secret = str("a secret for the test"),
        .guard = guard,
        .retry = { .retries = -1 },
    };
    for (int i = 0; i < 2 * AT_ONCE; i++) {
        senders[i] = (struct sender){ .net = c.net,
                                      .settings = &settings,
                                      .number = i,
                                      .target = i % 2 ? str("email:ada@example.org")
                                                      : str_format(c.arena, "webhook:%.*s",
                                                                   STR_ARG(net_case_url(&c, "/plain"))) };
        thread_start(&senders[i].thread, "sender", send_one, &senders[i], NULL);
    }
    for (int i = 0; i < 2 * AT_ONCE; i++)
        pthread_join(senders[i].thread, NULL);
    mailbox_close(&box);
    for (int i = 0; i < 2 * AT_ONCE; i++)
        if (senders[i].result < 0)
            fail_msg("%.*s: %s", STR_ARG(senders[i].target), senders[i].error.message);
    assert_int_equal(box.messages, AT_ONCE);
    assert_int_equal(server_count(c.server, &c.server->requests), AT_ONCE);
    net_case_close(&c);
    arena_free(arena);
}

static struct str begin_research(struct fixture *f, int port)
{
    const struct caller caller = caller_local(f->service, NULL);
    struct str arguments = str_format(
        f->arena,
        "{\"query\":\"How efficient are perovskite solar cells?\",\"workflow\":\"loop\","
        "\"contexts\":[{\"name\":\"a\",\"text\":\"Perovskite solar cells reached an "
        "efficiency of 26.1 percent in 2024.\"}],\"webhook\":\"http://127.0.0.1:%d/plain\"}",
        port);
    json_t *value = NULL, *result = NULL;
    struct error e;

    assert_int_equal(json_parse(arguments, &value, &e), 0);
    if (operation_call(operation_named(str("research")), &caller, f->arena, value, &result, &e) < 0)
        fail_msg("%s", e.message);
    struct str id = str_dup(f->arena, json_get_str(result, "id"));
    json_decref(value);
    json_decref(result);
    return id;
}

static void wait_for_run(struct fixture *f, struct str id)
{
    struct engine *engine;
    struct error e;

    assert_int_equal(service_engine(f->service, &engine, &e), 0);
    assert_int_equal(engine_wait(engine, id, clock_monotonic_ms() + 600000, &e), 0);
}

/* The threads of the notices are joined before the service is gone: what is queued is sent. */
static void every_run_gives_one_notice(void **state)
{
    struct server *server = server_start();
    struct fixture f;

    (void) state;
    setenv("FATHOM_ALLOW_NETWORKS", "127.0.0.0/8", 1);
    setenv("FATHOM_WEBHOOK_SECRET", "a secret for the test", 1);
    begin(&f);
    struct str ids[AT_ONCE];
    for (int i = 0; i < AT_ONCE; i++)
        ids[i] = begin_research(&f, server->port);
    for (int i = 0; i < AT_ONCE; i++)
        wait_for_run(&f, ids[i]);
    end(&f);
    assert_int_equal(server_count(server, &server->requests), AT_ONCE);
    server_stop(server);
    unsetenv("FATHOM_ALLOW_NETWORKS");
    unsetenv("FATHOM_WEBHOOK_SECRET");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deliveries_at_once_arrive_once_each),
        cmocka_unit_test(every_run_gives_one_notice),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
