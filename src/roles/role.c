#include "roles/role.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "llm/models.h"
#include "run/events.h"

enum { WINDOW_UNKNOWN = 32768 };

bool role_extractive(const struct branch *branch)
{
    return branch_settings(branch)->extractive || !llm_available(branch_tools(branch)->llm);
}

int role_prompt(const struct prompts *prompts, const char *name, struct role_prompt *ret, struct error *e)
{
    for (size_t i = 0; i < prompts->n; i++) {
        struct str text = prompts->items[i].text;

        if (!str_is(prompts->items[i].name, name))
            continue;
        ptrdiff_t line = str_find(text, str("\n---\n"), 0);
        if (line < 0)
            return error_set(e, ERROR_INVALID,
                             "the prompt %s.md has no line \"---\" between its system and "
                             "its question part",
                             name);
        ret->system = str_trim(str_sub(text, 0, (size_t) line));
        ret->user = str_trim(str_sub(text, (size_t) line + 5, text.len));
        return 0;
    }
    return error_set(e, ERROR_NOT_FOUND, "there is no prompt %s.md", name);
}

/* Prompts are large and needed only until the answer is there: they live in a
 * scratch arena, not in the branch's.
 *
 * The two messages of a role, with the run's own context behind the system text. */
int role_messages(struct branch *branch, struct arena *arena, const struct role *role,
                  const struct template_value *values, struct llm_message messages[2], struct error *e)
{
    struct role_prompt parts;
    struct str system, user, context = branch_settings(branch)->system_prompt;
    int r = role_prompt(branch_tools(branch)->prompts, role->name, &parts, e);

    if (r == 0)
        r = template_fill(arena, parts.system, values, &system, e);
    if (r == 0)
        r = template_fill(arena, parts.user, values, &user, e);
    if (r < 0)
        return error_wrap(e, "the prompt %s.md", role->name);
    struct str language = branch_settings(branch)->language;
    if (language.len && !role->isolated)
        system = str_format(arena,
                            "%.*s\n\nWhat you write for the reader (titles, questions, findings, the report) is in the "
                            "language \"%.*s\", whatever the language of the question and of the sources.",
                            STR_ARG(system), STR_ARG(language));
    if (context.len && !role->isolated)
        system = str_format(arena, "%.*s\n\n%.*s", STR_ARG(system), STR_ARG(context));
    messages[0] = (struct llm_message){ .role = LLM_SYSTEM, .text = system };
    messages[1] = (struct llm_message){ .role = LLM_USER, .text = user };
    return 0;
}

static const struct str_list *models_for(const struct branch *branch, enum tier tier)
{
    const struct run_settings *s = branch_settings(branch);
    const struct str_list *tiers[TIER_N] = {
        [TIER_SIMPLE] = &s->tier_simple,
        [TIER_ANALYTICAL] = &s->tier_analytical,
        [TIER_COMPLEX] = &s->tier_complex,
        [TIER_BULK] = &s->tier_bulk,
    };

    if (tiers[tier]->n)
        return tiers[tier];
    return s->models.n ? &s->models : NULL;
}

const struct str_list *role_models(const struct branch *branch, enum tier tier)
{
    const struct str_list *models = models_for(branch, tier);

    return models ? models : llm_tier_models(branch_tools(branch)->llm, tier);
}

int64_t role_window(const struct branch *branch, const struct str_list *models)
{
    struct arena *scratch = arena_new();
    int64_t least = 0;

    for (size_t i = 0; i < models->n; i++) {
        const struct model *model = model_find(branch_tools(branch)->llm, scratch, models->items[i], NULL);
        int64_t window = context_override(&branch_settings(branch)->tokens, model->name);

        if (window == 0)
            window = model->context > 0 ? model->context : WINDOW_UNKNOWN;
        least = least == 0 || window < least ? window : least;
    }
    arena_free(scratch);
    return least ? least : WINDOW_UNKNOWN;
}

static void make_request(struct branch *branch, struct arena *arena, const struct role *role, struct llm_request *ret)
{
    *ret = (struct llm_request){
        .role = str(role->name),
        .tier = role->tier,
        .temperature = role->temperature,
        .top_p = NAN,
        .frequency_penalty = NAN,
        .presence_penalty = NAN,
        .max_tokens = role->max_tokens,
        .models = role->models ? role->models : models_for(branch, role->tier),
        .each_ms = role->each_ms,
    };
    if (role->answer) {
        json_t *schema = json_schema(role->answer);

        ret->schema = json_canonical(arena, schema);
        json_decref(schema);
    }
}

/* Where and how a model is asked. */
struct asked {
    struct branch *branch;
    struct arena *scratch;
    struct path path;
    const struct role *role;
    int options; /* of the effect */
};

static int ask_model(const struct asked *at, const char *step, const struct llm_request *request,
                     struct llm_answer *ret, struct error *e)
{
    struct request effect;
    struct outcome outcome;

    llm_request(branch_tools(at->branch)->llm, at->scratch, request, &effect);
    effect.arena = at->scratch;
    int r = effect_do(at->branch, step ? path_add(at->path, step) : at->path, EFFECT_PAID, at->options, &effect,
                      &outcome, e);
    if (r < 0)
        return r;
    if (outcome.failed) {
        if (e)
            *e = outcome.error;
        return -outcome.error.code;
    }
    r = llm_answer_parse(branch_arena(at->branch), outcome.body, ret, e);
    if (r == 0 && ret->notice.len)
        branch_warn(at->branch, "%.*s", STR_ARG(ret->notice));
    return r;
}

static int decode(struct branch *branch, const struct role *role, struct str text, void *ret, struct error *e)
{
    json_t *value;
    bool repaired;
    int r = json_from_answer(text, &value, &repaired, e);

    if (r < 0)
        return r;
    r = json_decode(value, role->answer, ret, DECODE_CLAMP, branch_arena(branch), e);
    json_decref(value);
    return r < 0 ? -ERROR_PARSE : 0;
}

static void tell_started(struct branch *branch, const struct role *role)
{
    branch_emit(branch, EVENT_AGENT_STARTED, &(struct event_agent_started){ str(role->name) });
}

static void tell_completed(struct branch *branch, const struct role *role, int result)
{
    branch_emit(branch, EVENT_AGENT_COMPLETED, &(struct event_agent_completed){ str(role->name), result == 0 });
}

static struct llm_message ask_again(struct arena *arena, const struct error *e)
{
    return (struct llm_message){
        .role = LLM_USER,
        .text = str_format(arena,
                           "That could not be read: %s. Answer again with nothing but "
                           "the JSON object that was described.",
                           e->message),
    };
}

static int ask_twice(const struct asked *at, const struct template_value *values, void *ret, struct error *e)
{
    struct llm_message messages[4];
    struct llm_request request;
    struct llm_answer answer;
    int r = role_messages(at->branch, at->scratch, at->role, values, messages, e);

    if (r < 0)
        return r;
    make_request(at->branch, at->scratch, at->role, &request);
    request.messages = messages;
    request.messages_n = 2;
    r = ask_model(at, "ask", &request, &answer, e);
    if (r < 0)
        return r;
    r = decode(at->branch, at->role, answer.text, ret, e);
    if (r != -ERROR_PARSE)
        return r;
    messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = answer.text };
    messages[3] = ask_again(at->scratch, e);
    request.messages_n = 4;
    r = ask_model(at, "again", &request, &answer, e);
    return r < 0 ? r : decode(at->branch, at->role, answer.text, ret, e);
}

int role_ask(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
             void *ret, struct error *e)
{
    struct asked at = { .branch = branch, .scratch = arena_new(), .path = path, .role = role };
    struct error local;

    if (!e)
        e = &local;
    tell_started(branch, role);
    int r = ask_twice(&at, values, ret, e);
    tell_completed(branch, role, r);
    arena_free(at.scratch);
    return r;
}

/* One of several questions that are asked together. */
struct asking {
    struct llm_message messages[4];
    struct llm_request request;
    struct error error;
};

/* What came back for one of them: decoded, or why not. */
static int take_outcome(struct branch *branch, const struct role *role, const struct outcome *outcome,
                        struct asking *one, void *ret)
{
    struct llm_answer answer;

    if (outcome->failed)
        return one->error = outcome->error, -outcome->error.code;
    int r = llm_answer_parse(branch_arena(branch), outcome->body, &answer, &one->error);
    if (r < 0)
        return r;
    one->messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = answer.text };
    return decode(branch, role, answer.text, ret, &one->error);
}

struct chosen {
    size_t *which, n;
};

/* Asks the chosen ones together; results go to their places. */
static int ask_round(const struct asked *at, const char *step, const struct role_questions *questions,
                     struct asking *all, const struct chosen *chosen, struct error *e)
{
    struct request *requests = arena_calloc(at->scratch, chosen->n + 1, sizeof *requests);
    struct outcome *outcomes = arena_calloc(at->scratch, chosen->n + 1, sizeof *outcomes);

    for (size_t i = 0; i < chosen->n; i++) {
        llm_request(branch_tools(at->branch)->llm, at->scratch, &all[chosen->which[i]].request, &requests[i]);
        requests[i].arena = at->scratch;
    }
    int r = effect_do_all(at->branch, path_add(at->path, step), EFFECT_PAID, at->options, requests, chosen->n, outcomes,
                          e);
    for (size_t i = 0; r == 0 && i < chosen->n; i++) {
        size_t k = chosen->which[i];

        questions->results[k] = take_outcome(at->branch, at->role, &outcomes[i], &all[k], questions->ret[k]);
    }
    return r;
}

int role_ask_all(struct branch *branch, struct path path, const struct role_questions *questions, struct error *e)
{
    struct arena *scratch = arena_new();
    const struct asked at = { branch, scratch, path, questions->role, questions->options };
    size_t n = questions->n;
    struct asking *all = arena_calloc(scratch, n + 1, sizeof *all);
    struct chosen chosen = { arena_calloc(scratch, n + 1, sizeof *chosen.which), n };
    int r = 0;

    tell_started(branch, at.role);
    for (size_t i = 0; r == 0 && i < n; i++) {
        r = role_messages(branch, scratch, at.role, questions->values[i], all[i].messages, e);
        make_request(branch, scratch, at.role, &all[i].request);
        all[i].request.messages = all[i].messages;
        all[i].request.messages_n = 2;
        chosen.which[i] = i;
    }
    if (r == 0)
        r = ask_round(&at, "ask", questions, all, &chosen, e);
    chosen.n = 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        if (questions->results[i] != -ERROR_PARSE)
            continue;
        all[i].messages[3] = ask_again(scratch, &all[i].error);
        all[i].request.messages_n = 4;
        chosen.which[chosen.n++] = i;
    }
    if (r == 0 && chosen.n)
        r = ask_round(&at, "again", questions, all, &chosen, e);
    for (size_t i = 0; r == 0 && questions->errors && i < n; i++)
        questions->errors[i] = all[i].error;
    tell_completed(branch, at.role, r);
    arena_free(scratch);
    return r;
}

int role_write(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
               struct llm_answer *ret, struct error *e)
{
    const struct asked at = { branch, arena_new(), path, role, EFFECT_ESSENTIAL };
    const struct run_settings *s = branch_settings(branch);
    struct str_list synthesis = { 0 };
    struct llm_message messages[2];
    struct llm_request request;

    tell_started(branch, role);
    int r = role_messages(branch, at.scratch, role, values, messages, e);
    if (r == 0) {
        make_request(branch, at.scratch, role, &request);
        request.messages = messages;
        request.messages_n = 2;
        request.stream = true;
        if (s->synthesis_model.len) {
            str_list_add(at.scratch, &synthesis, s->synthesis_model);
            request.models = &synthesis;
        }
        r = ask_model(&at, NULL, &request, ret, e);
    }
    tell_completed(branch, role, r);
    arena_free(at.scratch);
    return r;
}

int role_turn(struct branch *branch, struct path path, const struct role *role, const struct role_talk *talk,
              struct llm_answer *ret, struct error *e)
{
    const struct asked at = { branch, arena_new(), path, role, 0 };
    struct llm_request request;

    make_request(branch, at.scratch, role, &request);
    request.messages = talk->messages;
    request.messages_n = talk->n;
    request.tools = talk->tools;
    request.tools_n = talk->tools_n;
    request.tool_choice = talk->tool_choice;
    int r = ask_model(&at, NULL, &request, ret, e);
    arena_free(at.scratch);
    return r;
}

enum { SHRINKS_MAX = 3 };

int role_shrink(struct branch *branch, struct path path, role_shrink_fn *ask, void *context, struct error *e)
{
    struct error local;
    int r = 0;

    if (!e)
        e = &local;
    for (int shrink = 0; shrink <= SHRINKS_MAX; shrink++) {
        r = ask(context, path_index(path, (size_t) shrink), 100 - 10 * shrink, e);
        if (r != -ERROR_CONTEXT)
            return r;
        branch_warn(branch, "The sources were shortened to fit the model's context window.");
    }
    return error_wrap(
        e, "the content does not fit even when shortened; use a model with a larger context window, fewer sources "
           "(--max-sources), or more room (token_safety_margin, runtime_overhead)");
}
