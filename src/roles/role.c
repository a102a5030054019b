#include "roles/role.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "llm/models.h"
#include "roles/manner.h"
#include "roles/role_internal.h"
#include "roles/shrink.h"
#include "roles/topic.h"
#include "roles/unfit.h"
#include "run/events.h"
#include "text/utf8.h"

enum { WINDOW_UNKNOWN = 32768, ASKED_CHARACTERS = 300, REFUSAL_SHOWN = 200, COMMON = 4 };

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

const struct str_list *role_models_named(const struct branch *branch, enum tier tier)
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
    const struct str_list *models = role_models_named(branch, tier);

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

void role_tell_started(struct branch *branch, const struct role *role)
{
    branch_emit(branch, EVENT_AGENT_STARTED, &(struct event_agent_started){ str(role->name) });
}

void role_tell_completed(struct branch *branch, const struct role *role, int result)
{
    branch_emit(branch, EVENT_AGENT_COMPLETED, &(struct event_agent_completed){ str(role->name), result == 0 });
}

int role_take_answer(struct branch *branch, const struct outcome *outcome, struct llm_answer *ret, struct error *e)
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
    struct str refused_by; /* who refused in words, in the place of what can be decoded; empty: nobody */
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

/* A refusal in words and nothing else: a reader that takes lines for a list would make a list of it. */
static bool only_refuses(struct str text)
{
    return str_find_char(text, '{', 0) < 0 && str_find_char(text, '[', 0) < 0 && text_unfit(text, UNFIT_REFUSAL);
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

        q->result = role_take_answer(round->branch, &outcomes[i], &answer, &q->error);
        shrink_learn(round->branch, &one->request, requests[i].estimate_input, q->result, &q->error);
        if (q->result < 0)
            continue;
        one->messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = answer.text };
        one->refused_by = str("");
        if (only_refuses(answer.text))
            q->result = error_set(&q->error, ERROR_PARSE, "it is no JSON object");
        else if (json_decode_answer(answer.text, questions->role->answer, q->ret, branch_arena(round->branch),
                                    &q->error) < 0)
            q->result = -ERROR_PARSE;
        if (q->result == -ERROR_PARSE && text_unfit(answer.text, UNFIT_REFUSAL))
            one->refused_by = str_dup(round->scratch, outcomes[i].answered_by);
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
        role_request(round->scratch, questions->role, role_models_named(round->branch, questions->role->tier),
                     &one->request);
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

int role_without_answer(struct branch *branch, int result, const struct error *why)
{
    if (result != -ERROR_REFUSED)
        return result;
    branch_warn(branch, "A model did not do its part: %s.", why->message);
    return -ERROR_PARSE;
}

/* What every question came to in the end. */
static void settle(struct round *round)
{
    for (size_t i = 0; i < round->questions->n; i++) {
        struct role_question *q = &round->questions->items[i];
        const struct asking *one = &round->all[i];

        if (q->result == -ERROR_PARSE && one->refused_by.len)
            q->result = error_set(&q->error, ERROR_REFUSED, "%.*s refused to answer: %.*s", STR_ARG(one->refused_by),
                                  STR_ARG(utf8_cut(str_trim(one->messages[2].text), REFUSAL_SHOWN)));
        q->result = role_without_answer(round->branch, q->result, &q->error);
    }
}

const char *role_unused(struct branch *branch, const struct error *why)
{
    if (!why || why->code != ERROR_REFUSED)
        return "could not be read";
    struct str who = str(why->message); /* "openai/test refused to answer: its words" */
    for (size_t i = 0; i < 2; i++) {
        ptrdiff_t end = str_find(who, str(i ? " (" : ": "), 0);

        who = end > 0 ? str_sub(who, 0, (size_t) end) : who;
    }
    return str_format(branch_arena(branch), "is missing (%.*s)", STR_ARG(who)).data;
}

int role_ask_all(struct branch *branch, struct path path, const struct role_questions *questions, struct error *e)
{
    struct round round = { .branch = branch, .scratch = arena_new(), .path = path, .questions = questions };

    role_tell_started(branch, questions->role);
    int r = prepare(&round, e);
    if (r == 0)
        r = ask_round(&round, "ask", e);
    if (r == 0)
        prepare_again(&round);
    if (r == 0 && round.n)
        r = ask_round(&round, "again", e);
    if (r == 0)
        settle(&round);
    role_tell_completed(branch, questions->role, r == 0 && questions->alone ? questions->items[0].result : r);
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
