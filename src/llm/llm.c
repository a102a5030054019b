/* The interface: settings, tiers, a request as the journal sees it, an answer as text. */
#include "llm/internal.h"

#include <math.h>

#include "net/retry.h"
#include "text/json.h"
#include "text/tokens.h"

enum { TIMEOUT_MS = 360000, RETRIES = 3, OUTPUT_GUESS = 1500, TIER_LIST_MAX = 4 };

const char *const tier_words[] = { "simple", "analytical", "complex", "bulk", NULL };
const char *const llm_role_words[] = { "system", "user", "assistant", "tool", NULL };
const char *const llm_finish_words[] = { "stop", "length", "tool_calls", "filter", "refusal", "other", NULL };

static const struct field tool_call_fields[] = { FIELDS(STR, struct llm_tool_call, id, name, arguments),
                                                 FIELD_STR(struct llm_tool_call, carry, .sparse = true), FIELD_END };
static const struct field message_fields[] = {
    FIELD_ENUM(struct llm_message, role, llm_role_words), FIELD_STR(struct llm_message, text),
    FIELD_LIST(struct llm_message, tool_calls, tool_calls_n, struct llm_tool_call, tool_call_fields),
    FIELDS(STR, struct llm_message, tool_call_id, tool_name), FIELD_END
};
static const struct field tool_fields[] = { FIELDS(STR, struct llm_tool, name, description, parameters), FIELD_END };
static const struct field request_fields[] = {
    FIELD_STR(struct llm_request, role),
    FIELD_ENUM(struct llm_request, tier, tier_words),
    FIELD_LIST(struct llm_request, messages, messages_n, struct llm_message, message_fields),
    FIELD_LIST(struct llm_request, tools, tools_n, struct llm_tool, tool_fields),
    FIELDS(STR, struct llm_request, tool_choice, schema),
    FIELD_DOUBLE(struct llm_request, temperature, .nullable = true),
    FIELD_DOUBLE(struct llm_request, top_p, .nullable = true),
    FIELD_DOUBLE(struct llm_request, frequency_penalty, .nullable = true),
    FIELD_DOUBLE(struct llm_request, presence_penalty, .nullable = true),
    FIELD_INT(struct llm_request, max_tokens),
    FIELD_STRS(struct llm_request, stop),
    FIELD_BOOL(struct llm_request, web_search),
    FIELD_END
};
static const struct field citation_fields[] = { FIELDS(STR, struct llm_citation, url, title, text),
                                                FIELDS(INT, struct llm_citation, start, end), FIELD_END };
const struct field llm_answer_fields[] = {
    FIELDS(STR, struct llm_answer, text, reasoning),
    FIELD_LIST(struct llm_answer, tool_calls, tool_calls_n, struct llm_tool_call, tool_call_fields),
    FIELD_LIST(struct llm_answer, citations, citations_n, struct llm_citation, citation_fields),
    FIELD_ENUM(struct llm_answer, finish, llm_finish_words),
    FIELDS(STR, struct llm_answer, model, notice),
    FIELD_END
};

/* --- settings --- */

static bool sensible(const struct llm *llm, const struct model *model, const char *tier)
{
    const struct llm_provider *provider = provider_find(llm, model->provider);

    return provider && provider->configured && provider->usable && str_is(model->lifecycle, "active") &&
           str_list_has(&model->tiers, str(tier));
}

/* The table's order is the order of preference; the first of each provider come
 * first, so that a fallback is another service. */
static void choose_tier(struct llm *llm, struct arena *arena, struct str prefer, const char *tier, struct str_list *ret)
{
    struct str_list seen = { 0 };

    for (size_t i = 0; i < llm->models_n && prefer.len && ret->n == 0; i++)
        if (str_eq(llm->models[i].provider, prefer) && sensible(llm, &llm->models[i], tier)) {
            str_list_add(arena, &seen, prefer);
            str_list_add(arena, ret, llm->models[i].name);
        }
    for (int again = 0; again < 2; again++)
        for (size_t i = 0; i < llm->models_n && ret->n < TIER_LIST_MAX; i++) {
            const struct model *model = &llm->models[i];

            if (!sensible(llm, model, tier) || str_list_has(ret, model->name) ||
                (again == 0 && str_list_has(&seen, model->provider)))
                continue;
            str_list_add(arena, &seen, model->provider);
            str_list_add(arena, ret, model->name);
        }
}

/* A tier for which nothing was found uses what the others have: better a
 * larger model than none. */
static void fill_empty_tiers(struct llm *llm)
{
    static const int order[] = { TIER_ANALYTICAL, TIER_COMPLEX, TIER_SIMPLE, TIER_BULK };

    for (int t = 0; t < TIER_N; t++)
        for (size_t i = 0; i < TIER_N && llm->tiers[t].n == 0; i++)
            llm->tiers[t] = llm->tiers[order[i]];
}

int llm_new(struct arena *arena, const struct llm_settings *settings, struct llm **ret, struct error *e)
{
    struct llm *llm = arena_alloc(arena, sizeof *llm);
    int r = models_new(arena, settings->more_models, llm, e);

    llm->lender = settings->lender;
    llm->limits = context_limits_new(arena);
    if (r == 0)
        r = providers_new(arena, settings, llm, e);
    if (r < 0)
        return r;
    llm->left_out = arena_calloc(arena, llm->models_n + 1, sizeof *llm->left_out);
    llm->timeout_ms = settings->timeout_ms > 0 ? settings->timeout_ms : TIMEOUT_MS;
    llm->retry = arena_alloc(arena, sizeof *llm->retry);
    llm->retry->retries = settings->retries ? settings->retries : RETRIES;
    for (int t = 0; t < TIER_N; t++) {
        const struct str_list *named = settings->tiers[t].n ? &settings->tiers[t] : &settings->models;

        for (size_t i = 0; i < named->n; i++) {
            struct str notice;

            r = llm_check_model(llm, arena, named->items[i], &notice, e);
            /* Without a client the calls fail; a replay makes none. */
            if (r < 0 && !provider_lent(llm, arena, named->items[i]))
                return named == &settings->models ? error_about(e, "models") : error_wrap(e, "tier %s", tier_words[t]);
            str_list_add(arena, &llm->tiers[t], str_dup(arena, named->items[i]));
        }
        if (llm->tiers[t].n == 0)
            choose_tier(llm, arena, settings->prefer, tier_words[t], &llm->tiers[t]);
    }
    fill_empty_tiers(llm);
    llm->available = llm->tiers[TIER_ANALYTICAL].n > 0;
    *ret = llm;
    return 0;
}

bool llm_available(const struct llm *llm) { return llm->available; }

const struct str_list *llm_tier_models(const struct llm *llm, enum tier tier) { return &llm->tiers[tier]; }

int llm_check_model(const struct llm *llm, struct arena *arena, struct str name, struct str *ret_notice,
                    struct error *e)
{
    bool known;
    const struct model *model = model_find(llm, arena, name, &known);

    if (!known && str_empty(model->provider))
        return error_set(e, ERROR_INVALID, "there is no model \"%.*s\"; write provider/model (@{models} lists them)",
                         STR_ARG(name));
    if (known && str_is(model->lifecycle, "retired") && !str_empty(model->successor)) {
        const struct model *successor = model_find(llm, arena, model->successor, NULL);

        *ret_notice = str_format(arena, "%.*s was shut down%s%.*s; %.*s is used instead", STR_ARG(model->name),
                                 str_empty(model->retires) ? "" : " on ", STR_ARG(model->retires),
                                 STR_ARG(successor->name));
        model = successor;
    } else if (known && str_is(model->lifecycle, "deprecated") && !str_empty(model->successor)) {
        *ret_notice = str_format(arena, "%.*s will be shut down%s%.*s; its successor is %.*s", STR_ARG(model->name),
                                 str_empty(model->retires) ? " soon" : " on ", STR_ARG(model->retires),
                                 STR_ARG(model->successor));
    } else if (!known) {
        *ret_notice = str_format(arena, "%.*s is not in the model table: its price and context window are unknown",
                                 STR_ARG(name));
    } else {
        *ret_notice = str("");
    }
    const struct llm_provider *provider = provider_find(llm, model->provider);
    if (!provider)
        return provider_unknown(llm, arena, model->provider, e);
    int r = provider_check(provider, e);
    return r < 0 ? error_wrap(e, "%.*s", STR_ARG(name)) : 0;
}

/* --- the request and its answer as text --- */

/* What tells the form of the answer: the schema, and the tools. */
static size_t shape_tokens(const struct llm_request *request)
{
    size_t n = tokens_estimate(request->schema);

    for (size_t i = 0; i < request->tools_n; i++)
        n += tokens_estimate(request->tools[i].description) + tokens_estimate(request->tools[i].parameters);
    return n;
}

int64_t llm_prompt_tokens(const struct llm_request *request)
{
    size_t n = shape_tokens(request);

    for (size_t i = 0; i < request->messages_n; i++) {
        n += tokens_estimate(request->messages[i].text) + 4;
        for (size_t j = 0; j < request->messages[i].tool_calls_n; j++)
            n += tokens_estimate(request->messages[i].tool_calls[j].arguments);
    }
    return (int64_t) n;
}

int64_t llm_tokens_with_slack(int64_t tokens) { return tokens + tokens / 20; }

/* Tokens of an answer below which the request is not worth making: a quarter of what it may have, and within these bounds. JSON
 * that is cut is of little use; of a text the beginning is. */
enum { LEAST_ANSWER = 200, LEAST_TEXT = 500, LEAST_JSON = 1000 };

static int64_t least_answer(const struct llm_request *request, int64_t most, const struct model *model)
{
    int64_t quarter = most / 4, top = request->schema.len ? LEAST_JSON : LEAST_TEXT;
    int64_t least = quarter > top ? top : quarter < LEAST_ANSWER ? LEAST_ANSWER : quarter;

    if (request->least_tokens > 0)
        least = request->least_tokens;
    if (model && model_can(model, "thinks"))
        least += LLM_THINKING_LEAST;
    return least < most ? least : most;
}

void llm_request(const struct llm *llm, struct arena *arena, const struct llm_request *request, struct request *ret)
{
    json_t *value = json_encode(request_fields, request);
    struct llm_call_argument *argument = arena_alloc(arena, sizeof *argument);
    const struct str_list *names = request->models && request->models->n ? request->models : &llm->tiers[request->tier];
    struct usage guess = { .calls = 1,
                           .input_tokens = llm_prompt_tokens(request),
                           .output_tokens = request->max_tokens > 0 ? request->max_tokens : OUTPUT_GUESS };

    *argument = (struct llm_call_argument){ llm, request };
    *ret = (struct request){ .canonical = json_canonical(arena, value),
                             .type = &llm_call_type,
                             .argument = argument,
                             .timeout_ms = llm->timeout_ms,
                             .estimate_tokens = guess.input_tokens + guess.output_tokens,
                             /* Providers count the results of their own search as input. */
                             .estimate_input = request->web_search ? 0 : guess.input_tokens,
                             .estimate_shape = (int64_t) shape_tokens(request) };
    const struct model *first = names->n ? model_find(llm, arena, names->items[0], NULL) : NULL;
    struct usage least = { .calls = 1,
                           .input_tokens = llm_tokens_with_slack(guess.input_tokens),
                           .output_tokens = least_answer(request, guess.output_tokens, first) };
    if (first) {
        model_cost(first, &guess, 0);
        model_cost(first, &least, 0);
        ret->estimate_nano = guess.cost_unknown ? 0 : guess.cost_nano;
        ret->least_nano = least.cost_unknown ? 0 : least.cost_nano;
    }
    ret->least_tokens = least.input_tokens + least.output_tokens;
    json_decref(value);
}

struct str llm_answer_text(struct arena *arena, const struct llm_answer *answer)
{
    return json_encode_text(arena, llm_answer_fields, answer);
}

int llm_answer_parse(struct arena *arena, struct str body, struct llm_answer *ret, struct error *e)
{
    struct llm_answer answer = { 0 };
    int r = json_decode_text(body, llm_answer_fields, &answer, DECODE_LENIENT, arena, e);

    if (r == 0)
        *ret = answer;
    return r;
}
