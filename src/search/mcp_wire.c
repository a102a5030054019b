/* Messages to an MCP server: lines to a program, or POSTs to an address. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "search/engine.h"
#include "search/mcp_link.h"

enum { SLICE_MS = 100, CHATTER_MAX = 1000, END_MS = 200, HEADERS_MAX = 8 };

static int gone(struct error *e) { return error_set(e, ERROR_TIMEOUT, "nobody waits for its answer any more"); }

static int no_answer(struct mcp_link *link, struct error *e)
{
    if (!link->wanted(link->context))
        return gone(e);
    error_set(e, ERROR_TIMEOUT, "the MCP server did not answer in time");
    e->retry = true;
    return -ERROR_TIMEOUT;
}

static int garbage(struct error *e, const char *what)
{
    error_set(e, ERROR_UPSTREAM, "the MCP server %s", what);
    e->retry = true;
    return -ERROR_UPSTREAM;
}

/* --- a program --- */

/* What the program gets of our environment: keys of ours are none of its business. */
static const char *const *program_environment(struct mcp_link *link, struct arena *arena)
{
    static const char *const kept[] = { "PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "TZ" };
    const char **all = arena_calloc(arena, sizeof kept / sizeof *kept + 2, sizeof *all);
    size_t n = 0;

    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (getenv(kept[i]))
            all[n++] = str_format(arena, "%s=%s", kept[i], getenv(kept[i])).data;
    if (!str_empty(link->place.key))
        all[n++] = str_format(arena, "MCP_API_KEY=%.*s", STR_ARG(link->place.key)).data;
    return all;
}

static int start_program(struct mcp_link *link, struct arena *arena, struct error *e)
{
    struct str command = str_trim(str_sub(link->place.base_url, strlen("stdio:"), link->place.base_url.len));

    if (link->running)
        return 0;
    if (str_empty(command))
        return error_set(e, ERROR_MISCONFIGURED, "%s names no command behind \"stdio:\"", link->place.base_variable);
    const char *const argv[] = { "sh", "-c", str_z(arena, command), NULL };
    link->child = (struct child){ .argv = argv, .environment = program_environment(link, arena), .contained = true };
    int r = child_talk_start(&link->child, &link->talk, e);
    link->running = r == 0;
    link->child.argv = link->child.environment = NULL; /* they go with the search */
    buf_init(&link->line, LINK_MESSAGE_MAX);
    if (r < 0 && e)
        e->code = ERROR_MISCONFIGURED;
    return r < 0 ? error_wrap(e, "the MCP server cannot be started") : 0;
}

static int ended(struct error *e)
{
    error_set(e, ERROR_NETWORK, "the MCP server ended before it answered");
    e->retry = true;
    return -ERROR_NETWORK;
}

/* One that reads no more has ended, or is about to. */
static int say(struct mcp_link *link, struct str text, struct error *e)
{
    int r = child_talk_write(&link->talk, text, link->deadline_ms, e);

    return r < 0 && r != -ERROR_TIMEOUT ? ended(e) : r;
}

/* The next line in link->line, without its end; what follows stays in the pipe. */
static int read_line(struct mcp_link *link, struct str *ret, struct error *e)
{
    char byte[4096];

    for (;;) {
        ptrdiff_t end = str_find_char(buf_str(&link->line), '\n', 0);

        if (end >= 0) {
            *ret = str_sub(buf_str(&link->line), 0, (size_t) end);
            return 0;
        }
        if (clock_monotonic_ms() >= link->deadline_ms || !link->wanted(link->context))
            return no_answer(link, e);
        if (poll(&(struct pollfd){ .fd = link->talk.out, .events = POLLIN }, 1, SLICE_MS) <= 0)
            continue;
        ssize_t n = read(link->talk.out, byte, sizeof byte);
        if (n < 0 && (errno == EAGAIN || errno == EINTR))
            continue;
        if (n <= 0)
            return ended(e);
        if (buf_add(&link->line, byte, (size_t) n) < 0)
            return error_set(e, ERROR_LIMIT, "the MCP server sent a message of more than %d MB",
                             LINK_MESSAGE_MAX >> 20);
    }
}

static int talk(struct mcp_link *link, struct arena *arena, const struct link_message *message, json_t **ret,
                struct error *e)
{
    int r = start_program(link, arena, e);

    if (r == 0)
        r = say(link, str_format(arena, "%.*s\n", STR_ARG(message->text)), e);
    for (int chatter = 0; r == 0 && ret; chatter++) {
        struct str line, reply = str("");

        if (chatter == CHATTER_MAX)
            return garbage(e, "says much and does not answer");
        if ((r = read_line(link, &line, e)) < 0)
            return r;
        *ret = link_hear(arena, line, message->id, &reply);
        buf_remove_front(&link->line, line.len + 1);
        if (*ret)
            return 0;
        if (!str_empty(reply))
            r = say(link, str_format(arena, "%.*s\n", STR_ARG(reply)), e);
    }
    return r;
}

/* --- an address --- */

static size_t add_headers(struct mcp_link *link, struct arena *arena, const struct link_message *message,
                          struct str headers[HEADERS_MAX])
{
    size_t n = 0;

    headers[n++] = str("Content-Type: application/json");
    headers[n++] = str("Accept: application/json, text/event-stream");
    headers[n++] = search_header(arena, "User-Agent: ", str(search_agent));
    if (!str_empty(link->place.key))
        headers[n++] = search_header(arena, "Authorization: Bearer ", link->place.key);
    if (link->version[0])
        headers[n++] = search_header(arena, "MCP-Protocol-Version: ", str(link->version));
    if (link->session[0])
        headers[n++] = search_header(arena, "Mcp-Session-Id: ", str(link->session));
    if (link->modern)
        headers[n++] = search_header(arena, "Mcp-Method: ", str(message->method));
    if (link->modern && message->name)
        headers[n++] = search_header(arena, "Mcp-Name: ", str(message->name));
    return n;
}

/* Waits for the exchange; 1: it is over. */
static int wait_for(struct mcp_link *link, struct error *e)
{
    struct net_event event;

    for (;;) {
        int64_t now = clock_monotonic_ms();

        if (now >= link->deadline_ms || !link->wanted(link->context))
            return no_answer(link, e);
        net_wait_next(link->wait, now + SLICE_MS, &event);
        if (event.type == NET_DONE)
            return 1;
    }
}

static int read_answer(struct mcp_link *link, struct net_exchange *exchange, const struct link_message *message,
                       json_t **ret, int *ret_status, struct error *e)
{
    const struct net_response *response;
    int r = net_exchange_result(exchange, &response, e);

    if (r < 0)
        return r;
    *ret_status = response->status;
    struct str session = net_header(response, "mcp-session-id");
    if (!str_empty(session) && session.len < sizeof link->session)
        snprintf(link->session, sizeof link->session, "%.*s", STR_ARG(session));
    if (!ret)
        return 0;
    *ret = link_answer(response, message->id);
    if (!*ret && response->status / 100 == 2)
        return garbage(e, "answered with something that is no message");
    return 0;
}

static int post(struct mcp_link *link, struct arena *arena, const struct link_message *message, json_t **ret,
                int *ret_status, struct error *e)
{
    struct str headers[HEADERS_MAX];
    int64_t left = link->deadline_ms - clock_monotonic_ms();
    struct net_request request = { .method = "POST",
                                   .url = link->place.base_url,
                                   .headers = headers,
                                   .headers_n = add_headers(link, arena, message, headers),
                                   .body = message->text,
                                   .pool = NET_PROVIDER,
                                   .timeout_ms = left > 1 ? left : 1,
                                   .stall_ms = left > 1 ? left : 1,
                                   .body_max = LINK_MESSAGE_MAX };
    struct net_exchange *exchange = net_send(link->wait, &request, NULL);
    int r = wait_for(link, e);

    if (r < 0) {
        net_abort(exchange);
        return r;
    }
    r = read_answer(link, exchange, message, ret, ret_status, e);
    net_exchange_free(exchange);
    return r;
}

int link_exchange(struct mcp_link *link, struct arena *arena, const struct link_message *message, json_t **ret,
                  int *ret_status, struct error *e)
{
    struct error local;

    if (!e)
        e = &local;
    *ret_status = 0;
    return str_starts(link->place.base_url, "stdio:") ? talk(link, arena, message, ret, e)
                                                      : post(link, arena, message, ret, ret_status, e);
}

void link_hang_up(struct mcp_link *link)
{
    if (link->running) {
        child_talk_end(&link->talk, END_MS);
        buf_free(&link->line);
    }
    link->running = false;
    link->session[0] = link->version[0] = '\0';
}
