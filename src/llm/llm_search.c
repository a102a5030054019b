#include "llm/llm_search.h"

#include <math.h>

#include "llm/internal.h"
#include "net/url.h"
#include "text/json.h"
#include "text/template.h"
#include "text/utf8.h"

enum { SNIPPET_MAX = 2000, ANSWER_TOKENS = 4000 };

struct port {
    const struct llm *llm;
    struct str_list models;
    struct str system, user; /* the two parts of the prompt */
};

/* What the call carries: that of the model's call first, which reads it as its own. */
struct argument {
    struct llm_call_argument llm;
    const struct search_query *query;
};

/* --- the answer as results --- */

/* Cited ones first: those that a sentence rests on, then what was only found. */
static size_t take_citations(struct arena *arena, const struct llm_answer *answer, bool placed, struct search_hit *hits,
                             size_t n)
{
    for (size_t i = 0; i < answer->citations_n; i++) {
        const struct llm_citation *c = &answer->citations[i];
        struct url url;

        if ((c->start >= 0) != placed || url_parse(arena, c->url, &url, NULL) < 0)
            continue;
        struct str title = str_empty(c->title) ? url.host : c->title;
        /* The model's own sentence is not what the page says: without a quote the title has to do until it is read. */
        hits[n++] = (struct search_hit){ .title = title,
                                         .url = c->url,
                                         .snippet = str_empty(c->text) ? title : utf8_cut_bytes(c->text, SNIPPET_MAX) };
    }
    return n;
}

static void as_results(struct call *call, const struct search_query *query)
{
    struct llm_answer answer;
    struct error e;

    if (!call->done || call->result < 0)
        return;
    if (llm_answer_parse(call->arena, call->body, &answer, &e) < 0) {
        call->result = -e.code;
        call->error = e;
        return;
    }
    struct search_hit *hits = arena_calloc(call->arena, answer.citations_n + 1, sizeof *hits);
    size_t n = take_citations(call->arena, &answer, true, hits, 0);
    n = take_citations(call->arena, &answer, false, hits, n);
    call->body = search_result_text(call->arena, query, call->answered_by, hits, n);
}

/* --- the call: the model's, its answer turned into results --- */

/* The model's call keeps its state first in its own; the query is found again by the wrapper's. */
struct state {
    const struct search_query *query;
    void *llm;
};

static void search_begin(struct call *call, const void *argument)
{
    const struct argument *given = argument;
    struct state *state = arena_alloc(call->arena, sizeof *state);

    state->query = given->query;
    llm_call_type.begin(call, &given->llm);
    state->llm = call->state;
    as_results(call, given->query);
    call->state = state;
}

static void search_event(struct call *call, const struct net_event *event)
{
    struct state *state = call->state;

    call->state = state->llm;
    llm_call_type.event(call, event);
    as_results(call, state->query);
    call->state = state;
}

static void search_abort(struct call *call)
{
    struct state *state = call->state;

    call->state = state ? state->llm : NULL;
    llm_call_type.abort(call);
    call->state = state;
}

static const struct call_type llm_search_call_type = {
    .name = "search", .is_search = true, .begin = search_begin, .event = search_event, .abort = search_abort
};

/* --- the request --- */

static struct str joined(struct arena *arena, const struct str_list *list)
{
    return list->n ? str_join(arena, list->items, list->n, ", ") : str("");
}

static void port_request(void *context, struct arena *arena, const struct search_query *query, struct request *ret)
{
    const struct port *port = context;
    struct llm_request *request = arena_alloc(arena, sizeof *request);
    struct llm_message *messages = arena_calloc(arena, 2, sizeof *messages);
    struct argument *argument = arena_alloc(arena, sizeof *argument);
    const struct template_value values[] = {
        { "query", query->text },
        { "since", query->since },
        { "until", query->until },
        { "language", query->language },
        { "only", joined(arena, &query->include_domains) },
        { "without", joined(arena, &query->exclude_domains) },
        { "academic", str(query->type == SEARCH_ACADEMIC ? "yes" : "") },
        { "news", str(query->type == SEARCH_NEWS ? "yes" : "") },
        { NULL },
    };

    messages[0] = (struct llm_message){ .role = LLM_SYSTEM, .text = port->system };
    messages[1] = (struct llm_message){ .role = LLM_USER };
    if (template_fill(arena, port->user, values, &messages[1].text, NULL) < 0)
        messages[1].text = query->text; /* a template of the user's own that cannot be filled */
    *request = (struct llm_request){ .role = str("provider_search"),
                                     .tier = TIER_ANALYTICAL,
                                     .messages = messages,
                                     .messages_n = 2,
                                     LLM_USUAL_SAMPLING,
                                     .max_tokens = ANSWER_TOKENS,
                                     .web_search = true,
                                     .models = &port->models };
    llm_request(port->llm, arena, request, ret);
    *argument = (struct argument){ *(const struct llm_call_argument *) ret->argument, query };
    ret->type = &llm_search_call_type;
    ret->argument = argument;
}

static bool searches_by_itself(const struct llm *llm, struct arena *arena, struct str name)
{
    const struct model *model = model_find(llm, arena, name, NULL);

    if (str_is(model->lifecycle, "retired") && !str_empty(model->successor))
        model = model_find(llm, arena, model->successor, NULL);
    return model_can(model, "web_search");
}

struct search_port llm_search_port(struct arena *arena, const struct llm *llm, struct str prompt)
{
    const struct str_list *models = llm_tier_models(llm, TIER_ANALYTICAL);
    struct port *port = arena_alloc(arena, sizeof *port);
    ptrdiff_t line = str_find(prompt, str("\n---\n"), 0);

    port->llm = llm;
    port->system = str_trim(str_sub(prompt, 0, line < 0 ? 0 : (size_t) line));
    port->user = str_trim(str_sub(prompt, line < 0 ? 0 : (size_t) line + 5, prompt.len));
    for (size_t i = 0; i < models->n; i++)
        if (searches_by_itself(llm, arena, models->items[i]))
            str_list_add(arena, &port->models, models->items[i]);
    return (struct search_port){ port->models.n ? port_request : NULL, port };
}
