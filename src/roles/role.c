#include "roles/role.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "llm/models.h"
#include "roles/manner.h"
#include "roles/shrink.h"
#include "roles/topic.h"
#include "roles/unfit.h"
#include "run/events.h"
#include "text/utf8.h"
#include "text/wrapping.h"

enum { WINDOW_UNKNOWN = 32768, ASKED_CHARACTERS = 300, COMMON = 4 };

bool role_extractive(const struct branch *branch)
{
    return branch_settings(branch)->extractive || !llm_available(branch_tools(branch)->llm);
}

/* A prompt file has two parts: what stands before the line "---" is the system
 * text, the rest the question. */
static int split_prompt(const struct prompts *prompts, const char *name, struct str *ret_system, struct str *ret_user,
                        struct error *e)
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
        *ret_system = str_trim(str_sub(text, 0, (size_t) line));
        *ret_user = str_trim(str_sub(text, (size_t) line + 5, text.len));
        return 0;
    }
    return error_set(e, ERROR_NOT_FOUND, "there is no prompt %s.md", name);
}

int role_fill(const struct prompts *prompts, struct arena *arena, const struct role *role,
              const struct template_value *values, struct llm_message ret[2], struct error *e)
{
    struct str system, user;
    int r = split_prompt(prompts, role->name, &system, &user, e);

    if (r == 0)
        r = template_fill(arena, system, values, &system, e);
    if (r == 0)
        r = template_fill(arena, user, values, &user, e);
    if (r < 0)
        return error_wrap(e, "the prompt %s.md", role->name);
    ret[0] = (struct llm_message){ .role = LLM_SYSTEM, .text = system };
    ret[1] = (struct llm_message){ .role = LLM_USER, .text = user };
    return 0;
}

void role_add_date(struct arena *arena, int64_t wall_ms, struct llm_message *system)
{
    char time[CLOCK_ISO_SIZE];
    const char *today = time;

    clock_iso(wall_ms, time);
#ifdef FATHOM_HOOKS
    if (getenv("FATHOM_TODAY")) /* tests compare the calls of two days */
        today = getenv("FATHOM_TODAY");
#endif
    system->text = str_format(arena, "%.*s\n\nToday is %.10s.", STR_ARG(system->text), today);
}

/* The questions of the conversation alone, a line each: enough to know what "it" means, without the answers. */
static struct str questions_before(struct arena *arena, struct str history)
{
    struct str_list list = { 0 };
    struct str line;

    while (str_next_line(&history, &line))
        if (str_starts(line, "User: "))
            str_list_add(arena, &list, utf8_cut(str_sub(line, strlen("User: "), line.len), ASKED_CHARACTERS));
    return list.n ? str_join(arena, list.items, list.n, "\n") : str("");
}

/* What persons said at a review or a pause: behind every system text, so that no role works against it. */
static void add_said(const struct branch *branch, struct arena *arena, struct llm_message *system)
{
    const struct str_list *said = branch_said(branch);

    if (said->n)
        system->text = str_format(
            arena,
            "%.*s\n\nWhile the research goes on, the person who asked has said this about it; heed it "
            "in your part:\n- %.*s",
            STR_ARG(system->text), STR_ARG(str_join(arena, said->items, said->n, "\n- ")));
}

/* The role's own values, and what every prompt may name. */
static const struct template_value *all_values(struct branch *branch, struct arena *arena,
                                               const struct template_value *own)
{
    const struct run_settings *s = branch_settings(branch);
    const struct template_value common[COMMON] = {
        { "history", s->history },
        { "asked", questions_before(arena, s->history) },
        { "manner", manner_lines(arena, s) },
        { "boundary", branch_boundary(branch) },
    };
    size_t n = 0;

    while (own[n].name)
        n++;
    struct template_value *all = arena_calloc(arena, n + COMMON + 1, sizeof *all);
    memcpy(all, own, n * sizeof *all); /* the first of a name counts */
    memcpy(all + n, common, sizeof common);
    struct str topic = role_topic(branch, arena);
    for (size_t i = 0; topic.len && i < n; i++)
        if (str_is(str(all[i].name), "question")) /* so that no role takes "And in winter?" by itself */
            all[i].value = str_format(arena, "%.*s\n(It follows up on: \"%.*s\")", STR_ARG(all[i].value),
                                      STR_ARG(topic));
    return all;
}

int role_messages(struct branch *branch, struct arena *arena, const struct role *role,
                  const struct template_value *values, struct llm_message ret[2], struct error *e)
{
    struct str language = branch_settings(branch)->language, context = branch_settings(branch)->system_prompt;
    int r = role_fill(branch_tools(branch)->prompts, arena, role, all_values(branch, arena, values), ret, e);

    if (r < 0)
        return r;
    role_add_date(arena, branch_created_ms(branch), &ret[0]);
    if (role->isolated)
        return 0;
    if (language.len)
        ret[0].text = str_format(
            arena,
            "%.*s\n\nWhat you write for the reader (titles, questions, findings, the report) is in the "
            "language \"%.*s\", whatever the language of the question and of the sources.",
            STR_ARG(ret[0].text), STR_ARG(language));
    if (context.len)
        ret[0].text = str_format(arena, "%.*s\n\n%.*s", STR_ARG(ret[0].text), STR_ARG(context));
    add_said(branch, arena, &ret[0]);
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

void role_request(struct arena *arena, const struct role *role, const struct str_list *models, struct llm_request *ret)
{
    *ret = (struct llm_request){
        .role = str(role->name),
        .tier = role->tier,
        .temperature = role->temperature,
        .top_p = NAN,
        .frequency_penalty = NAN,
        .presence_penalty = NAN,
        .max_tokens = role->max_tokens,
        .models = role->models ? role->models : models,
        .each_ms = role->each_ms,
        .least_tokens = role->least_tokens,
        .once = role->once,
    };
    if (role->answer) {
        json_t *schema = json_schema(role->answer);

        ret->schema = json_canonical(arena, schema);
        json_decref(schema);
    }
}

static void tell_started(struct branch *branch, const struct role *role)
{
    branch_emit(branch, EVENT_AGENT_STARTED, &(struct event_agent_started){ str(role->name) });
}

static void tell_completed(struct branch *branch, const struct role *role, int result)
{
    branch_emit(branch, EVENT_AGENT_COMPLETED, &(struct event_agent_completed){ str(role->name), result == 0 });
}

/* What a model said, or why it did not. */
static int take_answer(struct branch *branch, const struct outcome *outcome, struct llm_answer *ret, struct error *e)
{
    if (outcome->failed) {
        if (e)
            *e = outcome->error;
        return -outcome->error.code;
    }
    int r = llm_answer_parse(branch_arena(branch), outcome->body, ret, e);
    if (r == 0 && ret->notice.len)
        branch_warn(branch, "%.*s", STR_ARG(ret->notice));
    return r;
}

/* --- questions whose answer is decoded --- */

/* Prompts are large and needed only until the answer is there: they live in a
 * scratch arena, not in the branch's. */
struct asking {
    struct role_question *question;
    struct llm_message messages[4];
    struct llm_request request;
};

/* Several questions that are asked together. */
struct round {
    struct branch *branch;
    struct arena *scratch;
    struct path path;
    const struct role_questions *questions;
    struct asking *all;
    size_t *which, n; /* of them, those that are asked now */
};

/* The requests of those questions that are not known to be too long; returns how many. The others have their result. */
static size_t prepare_requests(struct round *round, struct path path, struct request *requests, struct path *paths)
{
    size_t n = 0;

    for (size_t i = 0; i < round->n; i++) {
        struct asking *one = &round->all[round->which[i]];

        llm_request(branch_tools(round->branch)->llm, round->scratch, &one->request, &requests[n]);
        one->question->result = shrink_check(round->branch, &one->request, requests[n].estimate_input,
                                             &one->question->error);
        if (one->question->result < 0)
            continue;
        requests[n].arena = round->scratch;
        paths[n] = round->questions->alone ? path : path_index(path, i);
        round->which[n++] = round->which[i];
    }
    return round->n = n;
}

/* Their results go to their places. */
static int ask_round(struct round *round, const char *step, struct error *e)
{
    const struct role_questions *questions = round->questions;
    struct request *requests = arena_calloc(round->scratch, round->n + 1, sizeof *requests);
    struct outcome *outcomes = arena_calloc(round->scratch, round->n + 1, sizeof *outcomes);
    struct path path = path_add(round->path, step), *paths = arena_calloc(round->scratch, round->n + 1, sizeof *paths);
    size_t n = prepare_requests(round, path, requests, paths);
    int r = n ? effect_do_all(round->branch, path, EFFECT_PAID | questions->options,
                              &(struct effects){ requests, n, 0, paths }, outcomes, e)
              : 0;

    for (size_t i = 0; r == 0 && i < n; i++) {
        struct asking *one = &round->all[round->which[i]];
        struct role_question *q = one->question;
        struct llm_answer answer;

        q->result = take_answer(round->branch, &outcomes[i], &answer, &q->error);
        shrink_learn(round->branch, &one->request, requests[i].estimate_input, q->result, &q->error);
        if (q->result < 0)
            continue;
        one->messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = answer.text };
        if (json_decode_answer(answer.text, questions->role->answer, q->ret, branch_arena(round->branch), &q->error) <
            0)
            q->result = -ERROR_PARSE;
    }
    return r;
}

static int prepare(struct round *round, struct error *e)
{
    const struct role_questions *questions = round->questions;
    int r = 0;

    round->all = arena_calloc(round->scratch, questions->n + 1, sizeof *round->all);
    round->which = arena_calloc(round->scratch, questions->n + 1, sizeof *round->which);
    for (size_t i = 0; r == 0 && i < questions->n; i++) {
        struct asking *one = &round->all[i];

        one->question = &questions->items[i];
        r = role_messages(round->branch, round->scratch, questions->role, questions->items[i].values, one->messages, e);
        role_request(round->scratch, questions->role, models_for(round->branch, questions->role->tier), &one->request);
        one->request.messages = one->messages;
        one->request.messages_n = 2;
        round->which[round->n++] = i;
    }
    return r;
}

/* Calls whose answer could not be read are made once more, with the error. */
static void prepare_again(struct round *round)
{
    round->n = 0;
    for (size_t i = 0; i < round->questions->n; i++) {
        struct asking *one = &round->all[i];

        if (one->question->result != -ERROR_PARSE)
            continue;
        one->messages[3] = (struct llm_message){
            .role = LLM_USER,
            .text = str_format(round->scratch,
                               "That could not be read: %s. Answer again with nothing but "
                               "the JSON object that was described.",
                               one->question->error.message),
        };
        one->request.messages_n = 4;
        round->which[round->n++] = i;
    }
}

int role_ask_all(struct branch *branch, struct path path, const struct role_questions *questions, struct error *e)
{
    struct round round = { .branch = branch, .scratch = arena_new(), .path = path, .questions = questions };

    tell_started(branch, questions->role);
    int r = prepare(&round, e);
    if (r == 0)
        r = ask_round(&round, "ask", e);
    if (r == 0)
        prepare_again(&round);
    if (r == 0 && round.n)
        r = ask_round(&round, "again", e);
    tell_completed(branch, questions->role, r == 0 && questions->alone ? questions->items[0].result : r);
    arena_free(round.scratch);
    return r;
}

int role_ask(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
             void *ret, struct error *e)
{
    struct role_question one = { .values = values, .ret = ret };
    int r = role_ask_all(branch, path, &(struct role_questions){ .role = role, .items = &one, .n = 1, .alone = true },
                         e);

    if (r == 0 && one.result < 0 && e)
        *e = one.error;
    return r < 0 ? r : one.result;
}

/* --- free text --- */

/* A call for a free text, and who answered it. */
struct text_call {
    struct branch *branch;
    struct path path;
    int options; /* of the effect */
    const struct llm_request *request;
    struct llm_answer *ret;
    struct str answered_by;
};

static int ask_text(struct text_call *call, struct error *e)
{
    struct branch *branch = call->branch;
    struct arena *scratch = arena_new();
    struct request effect;
    struct outcome outcome;

    llm_request(branch_tools(branch)->llm, scratch, call->request, &effect);
    effect.arena = scratch;
    int r = shrink_check(branch, call->request, effect.estimate_input, e);
    if (r == 0)
        r = effect_do(branch, call->path, EFFECT_PAID | call->options, &effect, &outcome, e);
    if (r == 0) {
        struct error error = { 0 };

        r = take_answer(branch, &outcome, call->ret, &error);
        shrink_learn(branch, call->request, effect.estimate_input, r, &error);
        if (r < 0 && e)
            *e = error;
        call->answered_by = str_dup(branch_arena(branch), outcome.answered_by);
    }
    arena_free(scratch);
    return r;
}

/* --- a text that is none --- */

/* Takes off what its writer has put around it first. */
static enum unfit look_at(struct branch *branch, struct llm_answer *answer, unsigned looked_for)
{
    if (looked_for)
        answer->text = text_unwrap(branch_arena(branch), answer->text);
    return text_unfit(answer->text, looked_for);
}

enum { UNFIT_SHOWN = 600 }; /* characters of it that its writer sees again */

static void tell_unfit(struct text_call *call, enum unfit unfit, struct str to)
{
    branch_emit(call->branch, EVENT_DEGRADED,
                &(struct event_degraded){ .service = call->answered_by,
                                          .from = to.len ? call->answered_by : str(""),
                                          .to = to,
                                          .reason = str_format(branch_arena(call->branch),
                                                               "it wrote %s instead of the text that was asked for",
                                                               unfit_words(unfit)),
                                          .path = path_str(&call->path) });
}

/* The same model once more, with what it wrote and what is wrong with it. */
static int ask_again(const struct text_call *first, enum unfit unfit, struct text_call *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct llm_request request = *first->request;
    const struct str_list same = { (struct str[]){ first->answered_by }, 1, 1 };
    struct llm_message messages[4] = { request.messages[0], request.messages[1] };

    messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = utf8_cut(first->ret->text, UNFIT_SHOWN) };
    messages[3] = (struct llm_message){
        .role = LLM_USER,
        .text = str_format(scratch,
                           "That is %s and cannot be used. Write the text that was asked for, in prose. What cannot be "
                           "answered is said in the first sentence, and then what can be said.",
                           unfit_words(unfit)),
    };
    request.messages = messages;
    request.messages_n = 4;
    if (first->answered_by.len)
        request.models = &same;
    ret->request = &request;
    int r = ask_text(ret, e);
    arena_free(scratch);
    return r;
}

/* Those that may answer, without the one that did. */
static struct str_list others(const struct text_call *call)
{
    const struct str_list *all = call->request->models && call->request->models->n
                                     ? call->request->models
                                     : role_models(call->branch, call->request->tier);
    struct arena *arena = branch_arena(call->branch);
    struct str_list list = { 0 };

    for (size_t i = 0; i < all->n && call->answered_by.len; i++)
        if (!str_eq(model_find(branch_tools(call->branch)->llm, arena, all->items[i], NULL)->name, call->answered_by))
            str_list_add(arena, &list, all->items[i]);
    return list;
}

static int ask_others(const struct text_call *first, const struct str_list *models, struct text_call *ret,
                      struct error *e)
{
    struct llm_request request = *first->request;

    request.models = models;
    ret->request = &request;
    return ask_text(ret, e);
}

/* Replaces a text that is none by one of the same model, or of another. A call that fails leaves the text unfit. */
static int mend_text(struct text_call *first, enum unfit unfit, unsigned looked_for, struct error *e)
{
    struct llm_answer answer;
    struct text_call call = { first->branch, path_add(first->path, "again"), first->options, NULL, &answer, str("") };
    struct error why = { 0 };
    enum unfit now = unfit;

    tell_unfit(first, unfit, str(""));
    int r = ask_again(first, unfit, &call, &why);
    if (r == 0)
        now = look_at(first->branch, &answer, looked_for);
    struct str_list rest = others(first);
    bool other = (r < 0 || now) && rest.n && !error_stops_run(r) && r != -ERROR_STORE;
    if (other) {
        tell_unfit(first, now ? now : unfit, str_join(branch_arena(first->branch), rest.items, rest.n, ", "));
        call.path = path_add(first->path, "other");
        r = ask_others(first, &rest, &call, &why);
        now = r == 0 ? look_at(first->branch, &answer, looked_for) : unfit;
    }
    if (error_stops_run(r) || r == -ERROR_STORE)
        return e ? (*e = why, r) : r;
    if (r < 0 || now)
        return error_set(e, ERROR_PARSE, "%.*s wrote %s, also when asked again",
                         STR_ARG(first->answered_by.len ? first->answered_by : first->ret->model), unfit_words(unfit));
    if (other)
        branch_warn(first->branch, "%.*s wrote %s instead of the report, also when asked again; %.*s wrote it.",
                    STR_ARG(first->answered_by), unfit_words(unfit), STR_ARG(call.answered_by));
    *first->ret = answer;
    return 0;
}

int role_write(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
               struct llm_answer *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct str synthesis = branch_settings(branch)->synthesis_model;
    const struct str_list chosen = { &synthesis, 1, 1 };
    struct llm_message messages[2];
    struct llm_request request;
    struct text_call call = { branch, path, EFFECT_ESSENTIAL, &request, ret, str("") };

    tell_started(branch, role);
    int r = role_messages(branch, scratch, role, values, messages, e);
    if (r == 0) {
        role_request(scratch, role, models_for(branch, role->tier), &request);
        request.messages = messages;
        request.messages_n = 2;
        request.stream = true;
        if (synthesis.len)
            request.models = &chosen;
        r = ask_text(&call, e);
    }
    enum unfit unfit = r == 0 ? look_at(branch, ret, role->unfit) : UNFIT_NONE;
    if (unfit)
        r = mend_text(&call, unfit, role->unfit, e);
    if (r == 0 && ret->finish == LLM_LENGTH && !role->once)
        branch_warn(branch, "The text is cut off: the model reached its limit of length again and again.");
    tell_completed(branch, role, r);
    arena_free(scratch);
    return r;
}

int role_turn(struct branch *branch, struct path path, const struct role *role, const struct role_talk *talk,
              struct llm_answer *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct llm_request request;

    role_request(scratch, role, models_for(branch, role->tier), &request);
    request.messages = talk->messages;
    request.messages_n = talk->n;
    request.tools = talk->tools;
    request.tools_n = talk->tools_n;
    request.tool_choice = talk->tool_choice;
    struct text_call call = { branch, path, 0, &request, ret, str("") };
    int r = ask_text(&call, e);
    arena_free(scratch);
    return r;
}

enum { PASSAGES_MAX_BYTES = 4 << 20 };

struct str role_passages(struct arena *arena, const struct str *spans, size_t n, int percent)
{
    size_t shown = (n * (size_t) percent + 99) / 100;
    struct buf text;

    buf_init(&text, PASSAGES_MAX_BYTES);
    for (size_t i = 0; i < shown; i++)
        if (buf_format(&text, "%.*s\n", STR_ARG(spans[i])) < 0)
            break;
    return buf_take(&text, arena);
}

struct str role_language(const struct branch *branch, struct arena *arena, const char *otherwise)
{
    struct str language = branch_settings(branch)->language;

    return language.len ? str_format(arena, "the language \"%.*s\"", STR_ARG(language)) : str(otherwise);
}
