/* Bytes of an MCP server that is searched: the whole of a search and of the documents it fetches, with the transport replaced.
 * The first line is "lines" (a program that prints), "json" or "stream" (answers over HTTP, one after the other, each begun by
 * a line "=STATUS"); the rest is what the server sends. Our requests have the ids 1, 2, 3 … */
#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"
#include "search/internal.h"
#include "search/mcp_link.h"
#include "text/json.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct str mode, rest;

static int no_more(struct error *e) { return error_set(e, ERROR_NETWORK, "the MCP server ended before it answered"); }

static int next_line(struct arena *arena, int64_t id, json_t **ret, struct error *e)
{
    struct str line;

    while (str_next(&rest, '\n', &line)) {
        struct str reply = str("");

        if ((*ret = link_hear(arena, line, id, &reply)))
            return 0;
        assert(utf8_valid(reply) && str_find_char(reply, '\n', 0) < 0);
    }
    return no_more(e);
}

static int next_answer(int64_t id, json_t **ret, int *ret_status, struct error *e)
{
    struct net_header type = { str("Content-Type"),
                               str_is(mode, "stream") ? str("text/event-stream") : str("application/json") };
    struct str status;
    ptrdiff_t end;

    if (!str_next(&rest, '\n', &status) || !str_starts(status, "="))
        return no_more(e);
    end = str_find(rest, str("\n="), 0);
    struct net_response response = { .headers = &type,
                                     .headers_n = 1,
                                     .body = str_sub(rest, 0, end < 0 ? rest.len : (size_t) end) };
    rest = str_sub(rest, end < 0 ? rest.len : (size_t) end + 1, rest.len);
    for (size_t i = 1; i < status.len && i < 4 && status.data[i] >= '0' && status.data[i] <= '9'; i++)
        response.status = response.status * 10 + status.data[i] - '0';
    *ret_status = response.status;
    *ret = link_answer(&response, id);
    return *ret || response.status / 100 != 2 ? 0 : no_more(e);
}

/* In place of the transport (search/mcp_wire.c). */
int link_exchange(struct mcp_link *link, struct arena *arena, const struct link_message *message, json_t **ret,
                  int *ret_status, struct error *e)
{
    (void) link;
    assert(utf8_valid(message->text) && str_find_char(message->text, '\n', 0) < 0);
    *ret_status = 0;
    if (!ret)
        return 0;
    return str_is(mode, "lines") ? next_line(arena, message->id, ret, e) : next_answer(message->id, ret, ret_status, e);
}

void link_hang_up(struct mcp_link *link) { link->session[0] = link->version[0] = '\0'; }

static bool wanted(void *context)
{
    (void) context;
    return true;
}

static void check_hits(struct mcp_link *link, struct arena *arena, const json_t *results)
{
    json_t *hit, *document = NULL;
    struct error e;
    size_t at;

    assert(json_array_size(results) <= SEARCH_COUNT_MAX);
    json_array_foreach (results, at, hit) {
        assert(!str_empty(json_get_str(hit, "url")));
        if (!link_fetches(link, hit) || link_fetch(link, arena, hit, &document, &e) < 0)
            continue;
        assert(utf8_valid(mcp_text(arena, document)));
        json_decref(document);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct error e = { 0 };
    struct mcp_link link;
    json_t *answer = NULL;

    rest = str_n((const char *) data, size);
    str_next(&rest, '\n', &mode);
    link_init(&link, &(struct link_place){ str("stdio:server"), str(""), "MCP_BASE_URL", "MCP_API_KEY" });
    link.wanted = wanted;
    link.deadline_ms = clock_monotonic_ms() + 60000;
    int r = link_search(&link, arena, str("cells"), 5, &answer, &e);
    assert(r == 0 ? answer != NULL : e.code == -r && utf8_valid(str(e.message)));
    if (r == 0) {
        json_t *results = mcp_results(arena, answer);

        check_hits(&link, arena, results);
        json_decref(results);
    }
    json_decref(answer);
    link_close(&link);
    arena_free(arena);
    return 0;
}
