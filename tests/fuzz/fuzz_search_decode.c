/* Bytes of a search service: the first byte chooses the engine, the second
 * the status and the type of the query. */
#include <assert.h>

#include "search/internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct engine_state own;
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 };
    struct error e;

    if (size < 2)
        return 0;
    const struct search_engine *engine = search_engines_table[data[0] % search_engine_count()];
    if (engine->local)
        return 0;
    own.base_url = str("http://127.0.0.1:1");
    query.type = data[1] % 3;
    struct arena *arena = arena_new();
    struct search_ask ask = { .engine = engine,
                              .own = &own,
                              .query = &query,
                              .arena = arena,
                              .wall_ms = 1794700800000,
                              .step = data[1] / 3 % 3 };
    struct net_response response = { .status = data[1] < 128 ? 200 : 300 + data[1],
                                     .body = str_n((const char *) data + 2, size - 2) };
    int r = response.status == 200  ? search_decode(&ask, &response, &e)
            : engine->wire->failure ? engine->wire->failure(&ask, &response, &e)
                                    : search_failure(&ask, &response, &e);
    if (r < 0)
        assert(e.code == -r);
    struct ranking ranking = { str(engine->name), ask.hits, ask.hits_n };
    fuse(arena, &ranking, 1, &query, &result);
    assert(result.hits_n <= ask.hits_n);
    for (size_t i = 0; i < result.hits_n; i++)
        assert(result.hits[i].snippet.len <= SEARCH_SNIPPET_MAX);
    arena_free(arena);
    return 0;
}
