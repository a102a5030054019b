/* The call "llm": candidates in order, each tried with retries, its answer
 * continued where it was cut.
 *
 * One exchange is under way at a time (slot 0), or an errand where a client lends
 * its model (llm/lender.h); slot 1 is the timer between attempts and polls, and the
 * errand's time limit. An attempt lives in an arena of its own that goes when
 * the next one begins. What the answer is made of moves to the call's arena. */
#include "llm/internal.h"

#include <assert.h>
#include <stdatomic.h>

#include "base/clock.h"
#include "llm/lender.h"
#include "llm/tool_words.h"
#include "net/limiter.h"
#include "net/retry.h"
#include "text/json.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum {
    SLOT_EXCHANGE,
    SLOT_TIMER,
    CONTINUATIONS_MAX = 3,  /* of an answer cut at the length limit, and of a paused turn */
    MARGIN_MS = 20,         /* our own timeouts come before the driver's */
    HEADROOM_TOKENS = 4096, /* for models that think before they answer */
    POLL_FIRST_MS = 2000,
    POLL_MAX_MS = 10000,
    REASON_MAX = 300,
    LOWERED_MAX = 3,             /* a service that refuses what it said would fit */
    CONTINUED_LEAST = 100,       /* tokens that a continuation is worth */
    LONG_WAIT_MS = 10000,        /* rather another service than a wait like this */
    LENT_SLEEP_MS = 3600 * 1000, /* a run that sleeps until a client answers looks again; a client wakes it before */
};

struct state {
    const struct llm *llm;
    const struct llm_request *request;
    struct llm_candidates candidates;
    int attempt_number; /* at this candidate, from 1 */
    int continuations;
    unsigned left_out;
    int64_t max_tokens; /* of the next attempt */
    int64_t room;       /* what the context leaves beside the prompt, as the service counts it; 0: not known */
    int lowered;        /* how often max_tokens was lowered for that */
    int64_t poll_ms;
    int64_t left_ms;     /* of this candidate's own time; waiting for our turn does not count */
    struct arena *arena; /* of the attempt */
    struct llm_attempt *attempt;
    int64_t attempt_tokens; /* estimate given to the limiter */
    bool streaming;         /* the exchange under way is a stream */
    int64_t lent_ms;        /* since when a client is asked; 0: none is */
    bool streamed;          /* the sink has text of this answer */
    bool in_words;          /* the model knows no tools: they are told in words */
    struct llm_parts parts; /* those before */
    json_t *turn;           /* output to send back as it is */
};

static void start_attempt(struct call *call);

static void release(void *data)
{
    struct state *state = data;

    arena_free(state->arena);
    parts_free(&state->parts);
    json_decref(state->turn);
}

static struct llm_candidate *current(struct state *state) { return candidates_current(&state->candidates); }

static void start_candidate(struct state *state)
{
    state->left_ms = state->request->each_ms > 0 ? state->request->each_ms : INT64_MAX / 4;
}

static struct str reason_of(const struct error *e) { return utf8_cut_bytes(str(e->message), REASON_MAX); }

/* --- the end --- */

static void spend(struct call *call)
{
    struct state *state = call->state;
    struct llm_attempt *attempt = state->attempt;
    struct usage usage;

    attempt_usage(attempt, state->attempt_tokens, &usage);
    limiter_correct(attempt->provider->limiter, usage.input_tokens + usage.output_tokens - state->attempt_tokens);
    usage_add(&call->usage, &usage);
}

/* A stream that broke was billed as far as it came. */
static void spend_broken(struct call *call)
{
    struct state *state = call->state;

    if (!state->attempt ||
        (state->attempt->text.len == 0 && state->attempt->reasoning.len == 0 && !state->attempt->usage_reported))
        return;
    spend(call);
    call->usage.calls--;
}

static void succeed(struct call *call)
{
    struct state *state = call->state;
    struct llm_candidate *candidate = current(state);
    struct llm_answer answer = state->attempt->answer;

    parts_give(&state->parts, &answer);
    answer.notice = candidate->notice;
    tool_words_read(call->arena, state->request, state->in_words, &answer);
    if (str_empty(answer.model))
        answer.model = candidate->model->id;
    call_done(call, json_encode_text(call->arena, llm_answer_fields, &answer),
              str_dup(call->arena, candidate->model->name));
}

static void fail_all(struct call *call, size_t last)
{
    struct state *state = call->state;
    struct error error = candidates_failure(&state->candidates, last);

    call_fail(call, &error);
}

/* --- attempts --- */

static void restart_stream(struct call *call)
{
    struct state *state = call->state;

    if (state->streamed) {
        sink_write(call->stream, str(""));
        if (state->parts.text.len > 0) /* the parts before still hold */
            sink_write(call->stream, buf_str(&state->parts.text));
    }
    state->streamed = state->streamed && state->parts.text.len > 0;
}

static void forget_parts(struct state *state)
{
    parts_forget(&state->parts);
    json_decref(state->turn);
    state->turn = NULL;
    state->continuations = 0;
}

/* The next job has an id of its own, which must be journaled too. */
static void forget_job(struct call *call)
{
    call->remote_id = str("");
    call->submitted = false;
}

static void next_candidate(struct call *call, const struct error *e)
{
    struct state *state = call->state;
    size_t from = state->candidates.at;

    candidates_failed(&state->candidates, e);
    forget_job(call);
    if (e->code == ERROR_CONTEXT || !candidates_next(&state->candidates, e)) { /* the caller shrinks the prompt */
        fail_all(call, from);
        return;
    }
    call_note(call, &(struct call_note){ .type = NOTE_DEGRADED,
                                         .from = state->candidates.items[from].model->name,
                                         .to = current(state)->model->name,
                                         .reason = reason_of(e) });
    start_candidate(state);
    state->attempt_number = 0;
    state->left_out = 0;
    state->max_tokens = state->request->max_tokens;
    state->room = state->lowered = 0;
    forget_parts(state);
    restart_stream(call);
    start_attempt(call);
}

static void failed_attempt(struct call *call, const struct error *e)
{
    struct state *state = call->state;
    const struct retry_policy *policy = state->request->retry ? state->request->retry : state->llm->retry;
    int64_t now = clock_monotonic_ms(), until = now + state->left_ms;

    int64_t delay = retry_delay_ms(policy, state->attempt_number, e, call_random(call), now,
                                   until < call->deadline_ms ? until : call->deadline_ms);
    if (delay < 0 || (delay > LONG_WAIT_MS && candidates_elsewhere(&state->candidates))) {
        next_candidate(call, e);
        return;
    }
    /* Everybody waits with us; a wait nobody can afford must not hold up the service's other models. */
    if (e->code == ERROR_RATE && e->retry_after_ms > 0)
        limiter_pause(current(state)->provider->limiter, now + e->retry_after_ms);
    call_note(call, &(struct call_note){ .type = NOTE_RETRY,
                                         .service = current(state)->provider->name,
                                         .model = current(state)->model->name,
                                         .attempt = state->attempt_number,
                                         .after = (double) delay / 1000.0,
                                         .reason = reason_of(e) });
    state->left_ms -= delay;
    call_timer(call, now + delay, SLOT_TIMER);
}

/* An answer came or did not: what the breaker is to know. A 429 is neither, nor is a time that ended
 * with the call's own: it may have been spent waiting for our turn. */
static void report(const struct call *call, const struct llm_provider *provider, const struct error *e)
{
    int code = e ? e->code : 0;

    if (code == ERROR_RATE || code == ERROR_QUOTA || code == ERROR_UNAVAILABLE ||
        (code == ERROR_TIMEOUT && clock_monotonic_ms() >= call->deadline_ms - 2 * MARGIN_MS))
        return;
    bool bad = code == ERROR_NETWORK || code == ERROR_TIMEOUT || code == ERROR_UPSTREAM;
    limiter_report(provider->limiter, bad ? e->message : NULL, clock_monotonic_ms());
}

/* What the call's own ceilings leave for an answer to a prompt of so many tokens; INT64_MAX: they do not bind it. */
static int64_t ceilings_leave(const struct call *call, const struct model *model, int64_t prompt)
{
    const struct usage *used = &call->usage;
    int64_t most = INT64_MAX;

    if (call->token_margin > 1000)
        prompt = prompt * call->token_margin / 1000;
    if (call->most_tokens)
        most = call->most_tokens - used->input_tokens - used->output_tokens - prompt;
    struct usage input = { .calls = 1, .input_tokens = prompt }, output = { .output_tokens = 1000000 };
    model_cost(model, &input, 0);
    model_cost(model, &output, 0);
    if (call->most_nano && !input.cost_unknown && !output.cost_unknown && output.cost_nano > 0) {
        double left = (double) (call->most_nano - used->cost_nano - input.cost_nano);
        int64_t paid = (int64_t) (left / (double) output.cost_nano * 1e6);

        most = paid < most ? paid : most;
    }
    return most;
}

/* How long the answer may be: with room for thinking, within what the model can write, its context holds beside the prompt and
 * the budget pays. 0: as long as the model likes; negative: the budget pays nothing more. */
static int64_t tokens_to_ask(const struct call *call)
{
    struct state *state = call->state;
    const struct model *model = current(state)->model;
    int64_t wanted = state->max_tokens, limit = context_limit_of(state->llm->limits, model->name);
    int64_t prompt = llm_tokens_with_slack(llm_prompt_tokens(state->attempt->request) +
                                           (int64_t) tokens_estimate(state->attempt->partial));

    if (wanted > 0 && model_can(model, "thinks"))
        wanted += HEADROOM_TOKENS;
    if (wanted > 0 && model->output_limit > 0 && wanted > model->output_limit)
        wanted = model->output_limit;
    if (state->room > 0 && wanted > state->room) {
        wanted = state->room;
    } else if (limit > 0 && wanted > limit - prompt) {
        int64_t least = context_least(limit, wanted);

        wanted = limit - prompt > least ? limit - prompt : least;
    }
    int64_t paid = ceilings_leave(call, model, prompt);
    return paid <= 0 ? -1 : wanted > paid || (wanted == 0 && paid < INT64_MAX) ? paid : wanted;
}

/* A context was too small for prompt and answer together: is there room for a shorter answer? Else *e says how long the prompt
 * may be. */
static bool make_room(struct call *call, struct error *e)
{
    struct state *state = call->state;
    const struct llm_attempt *attempt = state->attempt;
    struct context_figures f;

    if (attempt->max_tokens <= 0 || !context_figures(str(e->message), attempt->max_tokens, &f) || f.prompt <= 0)
        return false;
    if (str_contains(str(e->message), "at least")) { /* the service stopped counting */
        int64_t ours = llm_tokens_with_slack(state->attempt_tokens);

        f.prompt = ours > f.prompt ? ours : f.prompt;
    }
    int64_t room = f.limit - f.prompt, least = context_least(f.limit, attempt->max_tokens);
    context_limits_learn(state->llm->limits, attempt->model->name, f.limit);
    if (room >= least && room < attempt->max_tokens && state->lowered < LOWERED_MAX) {
        state->room = room;
        state->lowered++;
        state->attempt_number--;
        return true;
    }
    error_set(e, ERROR_CONTEXT,
              "the prompt is too long for %.*s (its limit is %lld tokens beside the answer, it has %lld)",
              STR_ARG(attempt->model->name), (long long) (f.limit - least), (long long) f.prompt);
    return false;
}

static int64_t prompt_tokens(const struct llm_attempt *attempt)
{
    size_t n = tokens_estimate(attempt->partial);

    for (size_t i = 0; i < attempt->request->messages_n; i++)
        n += tokens_estimate(attempt->request->messages[i].text) + 4;
    for (size_t i = 0; i < attempt->request->tools_n; i++)
        n += tokens_estimate(attempt->request->tools[i].parameters);
    return (int64_t) n;
}

static int64_t time_for_attempt(const struct call *call)
{
    const struct state *state = call->state;
    const struct llm_provider *provider = state->candidates.items[state->candidates.at].provider;
    int64_t left = call->deadline_ms - clock_monotonic_ms() - MARGIN_MS;
    int64_t own = provider->timeout_ms < state->left_ms ? provider->timeout_ms : state->left_ms;

    return left < 1 ? 1 : own >= left ? left : own > 0 ? own : 1;
}

static struct str remote_part(struct str remote_id, bool model);

/* A client answers when it likes: like a job at a service, so that a run may sleep meanwhile. */
static void send_to_client(struct call *call, struct str prompt)
{
    struct state *state = call->state;
    struct str earlier = remote_part(call->remote_id, false);
    char key[LENT_KEY_SIZE] = "";

    if (earlier.len == LENT_KEY_SIZE - 1)
        memcpy(key, earlier.data, earlier.len);
    state->lent_ms = clock_monotonic_ms();
    call_timer(call, state->lent_ms + time_for_attempt(call), SLOT_TIMER);
    lender_ask(state->llm->lender, call->run, prompt, key, call_errand(call, SLOT_EXCHANGE));
    call->remote_id = str_format(call->arena, "%.*s#%s", STR_ARG(current(state)->model->name), key);
    call->poll_at_ms = state->lent_ms + LENT_SLEEP_MS;
}

static void send(struct call *call, struct net_request *request)
{
    struct state *state = call->state;
    const struct llm_provider *provider = current(state)->provider;
    int64_t left = call->deadline_ms - clock_monotonic_ms() - MARGIN_MS;

    if (provider->row->lent) {
        send_to_client(call, request->body);
        return;
    }
    request->pool = NET_PROVIDER;
    request->limiter = provider->limiter;
    request->tokens = state->attempt_tokens;
    request->timeout_ms = time_for_attempt(call);
    /* Without a stream the first byte comes when all is written. */
    request->stall_ms = request->stream ? provider->stall_ms : request->timeout_ms;
    request->queue_ms = left < 1 ? 1 : left;
    state->streaming = request->stream;
    call_send(call, request, SLOT_EXCHANGE);
}

/* A job is remembered as "provider/model#id", so that a resumed run asks the right service. */
static struct str remote_part(struct str remote_id, bool model)
{
    ptrdiff_t at = str_find_char(remote_id, '#', 0);

    return model ? str_sub(remote_id, 0, at < 0 ? 0 : (size_t) at)
                 : str_sub(remote_id, (size_t) (at + 1), remote_id.len);
}

/* What there is, cut as it is, beats nothing; without any of it the call has failed. */
static void give_up(struct call *call, const struct error *e)
{
    struct state *state = call->state;

    if (state->parts.text.len == 0) {
        call_fail(call, e);
        return;
    }
    state->attempt->answer = (struct llm_answer){ .finish = LLM_LENGTH };
    succeed(call);
}

static void start_attempt(struct call *call)
{
    struct state *state = call->state;
    struct llm_candidate *candidate = current(state);
    struct net_request request;
    struct error e = { .retry_after_ms = -1 };
    struct arena *old = state->arena;

    state->attempt_number++;
    if (candidates_refusals(&state->candidates))
        state->left_out |= atomic_load(candidates_refusals(&state->candidates));
    state->arena = arena_new();
    state->attempt = attempt_new(state->arena);
    state->attempt->provider = candidate->provider;
    state->attempt->model = candidate->model;
    state->in_words = state->request->tools_n > 0 &&
                      (!model_can(candidate->model, "tools") || (state->left_out & LLM_NO_TOOLS));
    state->attempt->request = state->in_words ? tool_words_request(state->arena, state->request) : state->request;
    state->attempt->left_out = state->left_out;
    state->attempt->partial = str_dup(state->arena, buf_str(&state->parts.text));
    state->attempt->turn = state->turn;
    state->attempt->max_tokens = tokens_to_ask(call);
    state->attempt->stream = state->request->stream ? call->stream : NULL;
    state->attempt_tokens = prompt_tokens(state->attempt);
    arena_free(old);
    if (state->attempt->max_tokens < 0) {
        error_set(&e, ERROR_BUDGET, "the budget does not allow another attempt");
        give_up(call, &e);
        return;
    }
    bool resumed = candidate->family->poll && !str_empty(call->remote_id);
    if (resumed)
        state->attempt->remote_id = remote_part(call->remote_id, false);
    int r = resumed ? candidate->family->poll(state->attempt, &request, &e)
                    : candidate->family->build(state->attempt, &request, &e);
    if (r < 0) {
        e.retry = false;
        next_candidate(call, &e);
        return;
    }
    send(call, &request);
}

/* --- what came back --- */

static bool continuation_paid(const struct call *call)
{
    struct state *state = call->state;
    int64_t prompt = llm_prompt_tokens(state->request) + (int64_t) tokens_estimate(buf_str(&state->parts.text));

    return ceilings_leave(call, current(state)->model, llm_tokens_with_slack(prompt)) >= CONTINUED_LEAST;
}

static void answered(struct call *call)
{
    struct state *state = call->state;
    struct llm_attempt *attempt = state->attempt;
    struct error e;

    spend(call);
    if (attempt->answer.finish == LLM_FILTER) {
        attempt_refused(attempt, str("its safety filter stopped the answer"), &e);
        next_candidate(call, &e);
        return;
    }
    bool empty = str_empty(str_trim(attempt->answer.text)) && attempt->answer.tool_calls_n == 0;
    bool cut = attempt->answer.finish == LLM_LENGTH && attempt->answer.tool_calls_n == 0;
    if (empty && !cut && !attempt->paused && state->parts.text.len == 0) {
        attempt_silent(attempt, &e);
        failed_attempt(call, &e);
        return;
    }
    state->streamed = state->streamed || attempt->sent > 0;
    parts_add(&state->parts, &state->attempt->answer);
    if ((!cut && !attempt->paused) || (cut && (state->request->once || !continuation_paid(call))) ||
        state->continuations == CONTINUATIONS_MAX) {
        succeed(call);
        return;
    }
    state->continuations++;
    state->attempt_number = state->lowered = 0;
    state->room = 0;
    if (attempt->paused) {
        json_decref(state->turn);
        state->turn = json_incref(attempt->paused);
    }
    if (cut && state->turn) { /* the text so far says it better than the turn */
        json_decref(state->turn);
        state->turn = NULL;
    }
    if (cut && empty) /* thinking used up all there was */
        state->max_tokens = (state->max_tokens > 0 ? state->max_tokens : HEADROOM_TOKENS) * 4;
    start_attempt(call);
}

static void keep_polling(struct call *call)
{
    struct state *state = call->state;
    int64_t now = clock_monotonic_ms();

    if (str_empty(call->remote_id))
        call->remote_id = str_format(call->arena, "%.*s#%.*s", STR_ARG(current(state)->model->name),
                                     STR_ARG(state->attempt->remote_id));
    call->poll_at_ms = now + state->poll_ms;
    call_timer(call, call->poll_at_ms, SLOT_TIMER);
    state->poll_ms = state->poll_ms * 3 / 2 > POLL_MAX_MS ? POLL_MAX_MS : state->poll_ms * 3 / 2;
}

/* A stream was asked for and one JSON body came. */
static bool came_whole(const struct llm_attempt *attempt, const struct net_response *response)
{
    struct str type = net_header(response, "content-type");

    return attempt->text.len == 0 && !attempt->finished && !attempt->ended &&
           str_starts_nocase(type, "application/json") && str_starts(str_trim(response->body), "{");
}

static int read_response(struct state *state, const struct net_response *response, struct error *e)
{
    struct llm_attempt *attempt = state->attempt;
    const struct llm_family *family = current(state)->family;

    if (response->status / 100 != 2) {
        int r = attempt_failure(attempt, response, e);

        assert(r <= 0);
        if (e)
            e->status = response->status;
        return r < 0 ? r : 1;
    }
    if (!state->streaming || came_whole(attempt, response))
        return family_decode(family, attempt, response->body, e);
    return family_feed(family, attempt, str(""), e);
}

/* What an attempt came to: `r` is of the exchange, or of reading its answer; positive: it is to be repeated. */
static void settle(struct call *call, int r, struct error *e)
{
    struct state *state = call->state;

    state->streamed = state->streamed || state->attempt->sent > 0;
    if (r < 0) {
        spend_broken(call);
        restart_stream(call);
        if (e->code == ERROR_CONTEXT && make_room(call, e)) {
            start_attempt(call);
            return;
        }
        if (state->parts.text.len > 0 && !e->retry) {
            give_up(call, e);
            return;
        }
        failed_attempt(call, e);
    } else if (r > 0) {
        state->left_out = state->attempt->left_out;
        if (candidates_refusals(&state->candidates))
            atomic_fetch_or(candidates_refusals(&state->candidates), state->left_out);
        state->attempt_number--;
        start_attempt(call);
    } else if (state->attempt->working) {
        keep_polling(call);
    } else {
        call->remote_id = str("");
        answered(call);
    }
}

static void on_done(struct call *call, const struct net_event *event)
{
    struct state *state = call->state;
    const struct net_response *response;
    const struct llm_provider *provider = current(state)->provider;
    struct error e = { .retry_after_ms = -1 };
    int r = net_exchange_result(event->exchange, &response, &e);

    if (r == 0) {
        r = read_response(state, response, &e);
        bool gone = response->status == 404 && !str_empty(call->remote_id);
        if (r < 0 && (response->status / 100 == 2 || gone)) /* the job itself failed, not our asking */
            forget_job(call);
        if (r < 0 && gone)
            e.retry = true;
    } else {
        error_wrap(&e, "%.*s", STR_ARG(current(state)->model->name));
    }
    report(call, provider, r < 0 ? &e : NULL);
    state->left_ms -= net_exchange_elapsed(event->exchange);
    call_forget(call, event->exchange);
    settle(call, r, &e);
}

/* A client answered, or its time is up. */
static void on_lent(struct call *call, int slot)
{
    struct state *state = call->state;
    struct error e = { .retry_after_ms = -1 };
    struct str body;
    int r = errand_result(call, SLOT_EXCHANGE, &body, &e);

    if (r > 0 && slot != SLOT_TIMER)
        return;
    if (r > 0) {
        call_errand_forget(call, SLOT_EXCHANGE);
        r = error_set(&e, ERROR_TIMEOUT, "no client answered within %lld s",
                      (long long) (clock_monotonic_ms() - state->lent_ms + 500) / 1000);
    } else if (r == 0)
        r = family_decode(current(state)->family, state->attempt, body, &e);
    net_timer_cancel(call->wait, call_tag(call, SLOT_TIMER));
    if (r < 0) {
        if (e.code != ERROR_UPSTREAM) /* which names the provider */
            error_wrap(&e, "%.*s", STR_ARG(current(state)->model->name));
        forget_job(call);
    }
    state->left_ms -= clock_monotonic_ms() - state->lent_ms;
    state->lent_ms = 0;
    settle(call, r, &e);
}

static void drop(struct call *call, struct net_exchange *exchange)
{
    for (size_t i = 0; i < sizeof call->exchanges / sizeof *call->exchanges; i++)
        if (call->exchanges[i] == exchange)
            call->exchanges[i] = NULL;
    net_abort(exchange);
}

static void on_data(struct call *call, const struct net_event *event)
{
    struct state *state = call->state;
    struct error e;

    if (family_feed(current(state)->family, state->attempt, event->data, &e) == 0)
        return;
    /* The rest of a broken stream is of no use. */
    report(call, current(state)->provider, &e);
    drop(call, event->exchange);
    state->streamed = state->streamed || state->attempt->sent > 0;
    spend_broken(call);
    restart_stream(call);
    failed_attempt(call, &e);
}

static void llm_begin(struct call *call, const void *argument)
{
    const struct llm_call_argument *given = argument;
    struct state *state = arena_alloc(call->arena, sizeof *state);
    const struct llm_request *request = given->request;
    const struct str_list *names = request->models && request->models->n ? request->models
                                                                         : &given->llm->tiers[request->tier];
    struct error e = { .retry_after_ms = -1 };

    state->llm = given->llm;
    state->request = request;
    state->candidates = (struct llm_candidates){ .llm = given->llm, .request = request, .arena = call->arena };
    state->max_tokens = request->max_tokens;
    parts_init(&state->parts, call->arena, ATTEMPT_TEXT_MAX);
    arena_cleanup(call->arena, release, state);
    call->state = state;
    for (size_t i = 0; i < names->n; i++)
        candidates_add(&state->candidates, names->items[i], str(""), &e);
    if (state->candidates.n == 0) {
        if (names->n == 0)
            error_set(&e, ERROR_MISCONFIGURED,
                      "no model is configured: set OPENAI_API_KEY, ANTHROPIC_API_KEY, "
                      "GEMINI_API_KEY or OPENROUTER_API_KEY, or name a model as provider/model");
        call_fail(call, &e);
        return;
    }
    if (!candidates_choose(&state->candidates, remote_part(call->remote_id, true)))
        forget_job(call);
    /* A caller in a hurry to retry is in a hurry to poll. */
    start_candidate(state);
    state->poll_ms = request->retry && request->retry->base_ms > 0 ? request->retry->base_ms * 4 : POLL_FIRST_MS;
    start_attempt(call);
}

static void llm_event(struct call *call, const struct net_event *event)
{
    struct state *state = call->state;

    if (event->type == NET_DATA) {
        on_data(call, event);
    } else if (event->type == NET_DONE) {
        on_done(call, event);
    } else if (event->type == NET_TIMER && state->lent_ms) {
        on_lent(call, call_slot(call, event));
    } else if (event->type == NET_TIMER) {
        if (state->attempt->working) /* a poll is no new attempt */
            state->attempt_number--;
        start_attempt(call);
    }
}

/* Cut short: what had been written was paid for. */
static void llm_abort(struct call *call)
{
    if (call->state)
        spend_broken(call);
}

const struct call_type llm_call_type = {
    .name = "llm", .is_model = true, .begin = llm_begin, .event = llm_event, .abort = llm_abort
};
