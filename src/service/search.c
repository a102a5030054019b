/* A plain search: the engines, no model, no run. */
#include "service/documents.h"

#include "service/tools.h"
#include "text/language_tag.h"

enum { SEARCH_MS = 60 * 1000 };

int do_search(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    struct search_query query = ((const struct search_in *) in_)->query;
    struct search_out *out = ret_;
    struct run_settings settings = service_config(caller->service)->research;
    struct tools *all = service_tools(caller->service);
    struct search_result result;
    struct run_tools tools;
    struct request request;
    struct net *net;
    struct str body;

    language_tag(arena, query.language, &query.language);
    settings.search = query.engines.n ? query.engines : settings.search;
    struct tools_choice choice = { .settings = &settings };
    int r = tools_tables(all, arena, &choice.tables, e);
    if (r == 0)
        r = tools_for_settings(all, arena, &choice, &tools, e);
    if (r == 0)
        r = search_ready(tools.search, e);
    if (r == 0)
        r = service_net(caller->service, &net, e);
    if (r == 0) {
        search_request(tools.search, arena, &query, &request);
        r = call_alone(net, &request, SEARCH_MS, arena, NULL, &body, e);
    }
    if (r == 0)
        r = search_result_parse(arena, body, &result, e);
    if (r < 0)
        return r;
    out->hits = arena_calloc(arena, result.hits_n + 1, sizeof *out->hits);
    out->hits_n = result.hits_n;
    out->notes = result.notes;
    for (size_t i = 0; i < result.hits_n; i++)
        out->hits[i] = (struct search_hit_view){ result.hits[i].title, result.hits[i].url,     result.hits[i].snippet,
                                                 result.hits[i].date,  result.hits[i].authors, result.hits[i].engines };
    return 0;
}
