/* The call "search": several engines at once, each with its retries; when all
 * are done, or time is up, their lists are fused.
 *
 * Slot i is the i-th engine asked: its exchange, or its timer between attempts. The last
 * slot is the call's own timer: what has come by then is the answer. */
#include "search/internal.h"

#include <math.h>

#include "base/clock.h"
#include "net/limiter.h"
#include "net/retry.h"
#include "text/json.h"
#include "text/utf8.h"

enum { SLOT_END = CALL_SLOTS - 1, MARGIN_MS = 100, REASON_MAX = 200, BODY_MAX = 8 << 20, STEPS_MAX = 4 };

enum stage { WAITING, ASKED, ANSWERED, FAILED };

struct one {
    int index; /* row of the table */
    enum stage stage;
    int attempt;
    struct search_ask ask;
    struct error error;
    struct hash key; /* of its cache row */
    bool cached;
    bool turn;   /* we ask on behalf of all calls that want the same */
    bool behind; /* another call asks for the same: WAITING for its result */
};

struct state {
    const struct search *search;
    const struct search_query *query;
    struct one *ones; /* n of them */
    size_t n, started, at_once;
    struct str_list notes;
};

static struct str name_of(const struct one *one) { return str(search_engines_table[one->index]->name); }
static struct limiter *limiter_of(const struct one *one) { return one->ask.own->limiter; }

/* --- cache: one row per query and engine --- */

static struct hash cache_key(struct call *call, const struct one *one)
{
    struct state *state = call->state;
    struct search_query query = *state->query;

    query.engines = (struct str_list){ 0 };
    query.count = search_count(&query, SEARCH_COUNT_MAX);
    json_t *value = json_encode(search_query_fields, &query);
    struct str text = str_format(call->arena, "%.*s\n%.*s\n%.*s", STR_ARG(name_of(one)),
                                 STR_ARG(one->ask.own->base_url), STR_ARG(json_canonical(call->arena, value)));
    json_decref(value);
    return hash_of(text);
}

static bool from_cache(struct call *call, struct one *one)
{
    struct state *state = call->state;
    struct search_result result;
    struct str value;

    one->key = cache_key(call, one);
    if (state->search->cache_ms < 0)
        return false;
    if (!call_cache_get(call, "search", one->key, &value) || search_result_parse(call->arena, value, &result, NULL) < 0)
        return false;
    one->ask.hits = result.hits;
    one->ask.hits_n = result.hits_n;
    one->ask.documents = result.documents;
    one->cached = true;
    return true;
}

static void to_cache(struct call *call, struct one *one)
{
    struct state *state = call->state;
    struct search_result result = { .hits = one->ask.hits, .hits_n = one->ask.hits_n, .documents = one->ask.documents };

    if (state->search->cache_ms < 0)
        return;
    call_cache_put(call, "search", one->key, json_encode_text(call->arena, search_result_fields, &result),
                   state->search->cache_ms);
}

/* --- searches that are under way --- */

static struct str key_of(const struct one *one) { return str_n((const char *) one->key.bytes, HASH_SIZE); }

/* Does another call ask for the same? Then its result is ours too. True: there is nothing to do for now. */
static bool is_shared(struct call *call, struct one *one, struct str *ret_body, struct error *e,
                      enum shared_answer *ret_answer)
{
    struct state *state = call->state;

    *ret_answer = shared_take(state->search->under_way, key_of(one), 2 * one->ask.own->timeout_ms, call->arena,
                              ret_body, e);
    one->behind = *ret_answer == SHARED_WAIT;
    one->turn = *ret_answer == SHARED_TURN;
    return !one->turn;
}

/* Shares the result of our turn. Our own timeout or rate limit says nothing about other calls, so it is not shared. */
static void end_turn(struct call *call, struct one *one, const struct error *e)
{
    struct state *state = call->state;
    struct search_result result = { .hits = one->ask.hits, .hits_n = one->ask.hits_n };

    if (!one->turn)
        return;
    one->turn = false;
    if (!e)
        shared_give(state->search->under_way, key_of(one), json_encode_text(call->arena, search_result_fields, &result),
                    0);
    else if (e->code == ERROR_TIMEOUT || e->code == ERROR_RATE)
        shared_release(state->search->under_way, key_of(one));
    else
        shared_fail(state->search->under_way, key_of(one), e, 0);
}

/* --- the end --- */

static void fail_all(struct call *call)
{
    struct state *state = call->state;
    struct str text = str("");
    struct error e;
    int code = 0;
    size_t share = (sizeof e.message - 40) / (state->n ? state->n : 1);

    for (size_t i = 0; i < state->n; i++) {
        const struct one *one = &state->ones[i];

        /* A reason that time or the user can mend says more than a key that is not set. */
        if (code == 0 || code == ERROR_MISCONFIGURED)
            code = one->error.code;
        text = str_format(call->arena, "%.*s%s%.*s", STR_ARG(text), i ? "; " : "",
                          STR_ARG(utf8_cut_bytes(str(one->error.message), share)));
    }
    error_set(&e, code ? code : ERROR_UNAVAILABLE, "no search engine answered: %.*s", STR_ARG(text));
    call_fail(call, &e);
}

static void finish(struct call *call)
{
    struct state *state = call->state;
    struct ranking rankings[SEARCH_ENGINES_MAX];
    struct search_result result = { 0 };
    struct str by = str("");
    size_t n = 0;

    for (size_t i = 0; i < state->n; i++) {
        struct one *one = &state->ones[i];

        if (one->stage != ANSWERED)
            continue;
        rankings[n++] = (struct ranking){ name_of(one), one->ask.hits, one->ask.hits_n };
        result.documents += one->ask.documents;
        by = str_format(call->arena, "%.*s%s%.*s", STR_ARG(by), by.len ? "," : "", STR_ARG(name_of(one)));
    }
    if (n == 0) {
        fail_all(call);
        return;
    }
    fuse(call->arena, rankings, n, state->query, &result);
    result.notes = state->notes;
    call_done(call, json_encode_text(call->arena, search_result_fields, &result), by);
}

/* --- one engine --- */

static void start_one(struct call *call, size_t i);

/* Keeps as many engines going as are to be asked: for one that failed the next in
 * the list stands in. Ends the call when all are done. */
static void go_on(struct call *call)
{
    struct state *state = call->state;
    size_t good;

    do {
        good = 0;
        for (size_t i = 0; i < state->started; i++)
            good += state->ones[i].stage != FAILED;
        if (good < state->at_once && state->started < state->n)
            start_one(call, state->started++);
        else
            break;
    } while (true);
    for (size_t i = 0; i < state->started; i++)
        if (state->ones[i].stage == ASKED || state->ones[i].stage == WAITING)
            return;
    finish(call);
}

static void one_failed(struct call *call, struct one *one, const struct error *e, bool skipped)
{
    struct state *state = call->state;
    struct str reason = utf8_cut_bytes(str(e->message), REASON_MAX);
    struct str name = name_of(one);

    one->stage = FAILED;
    one->error = *e;
    end_turn(call, one, e);
    if (!str_starts(reason, name.data))
        error_wrap(&one->error, "%.*s", STR_ARG(name));
    str_list_add(call->arena, &state->notes,
                 str_dup(call->arena, str_format(call->arena, "%.*s %s: %.*s", STR_ARG(name),
                                                 skipped ? "skipped" : "failed", STR_ARG(reason))));
    call_note(call, &(struct call_note){ .type = NOTE_DEGRADED,
                                         .service = name,
                                         .what = str(skipped ? "skipped" : "failed"),
                                         .reason = reason });
}

static void one_answered(struct call *call, struct one *one)
{
    struct usage usage = { 0 };

    one->stage = ANSWERED;
    if (one->cached || one->ask.engine->local)
        return;
    end_turn(call, one, NULL);
    to_cache(call, one);
    if (isnan(one->ask.cost_usd)) {
        usage.searches = 1;
        usage.cost_unknown = true;
    } else if (one->ask.cost_usd > 0) {
        usage.searches = 1;
        usage.cost_nano = llround(one->ask.cost_usd * 1e9);
    }
    usage_add(&call->usage, &usage);
}

static void take_shared(struct call *call, struct one *one, struct str body)
{
    struct search_result result = { 0 };
    struct error e;

    if (search_result_parse(call->arena, body, &result, &e) < 0) {
        one_failed(call, one, &e, false);
        return;
    }
    one->ask.hits = result.hits;
    one->ask.hits_n = result.hits_n;
    one->cached = true; /* the search was paid for once */
    one_answered(call, one);
}

static void send_one(struct call *call, size_t i)
{
    struct one *one = &((struct state *) call->state)->ones[i];
    struct net_request request;
    struct error e = { .retry_after_ms = -1 };

    if (one->ask.engine->wire->send) {
        one->stage = ASKED;
        one->ask.engine->wire->send(&one->ask, call->net, call_errand(call, (int) i));
        return;
    }
    int r = search_build(&one->ask, &request, &e);
    if (r < 0) {
        one_failed(call, one, &e, false);
        return;
    }
    request.pool = NET_PROVIDER;
    request.limiter = limiter_of(one);
    request.timeout_ms = one->ask.own->timeout_ms;
    request.stall_ms = one->ask.own->timeout_ms;
    request.body_max = BODY_MAX;
    one->stage = ASKED;
    call_send(call, &request, (int) i);
}

static void attempt_one(struct call *call, size_t i)
{
    struct one *one = &((struct state *) call->state)->ones[i];

    one->attempt++;
    one->ask.step = 0;
    one->ask.again = false;
    one->ask.state = NULL;
    one->ask.hits = NULL;
    one->ask.hits_n = one->ask.hits_capacity = 0;
    one->ask.cost_usd = one->ask.engine->usd_per_search;
    send_one(call, i);
}

static void start_one(struct call *call, size_t i)
{
    struct state *state = call->state;
    struct one *one = &state->ones[i];
    struct error e;

    one->ask = (struct search_ask){ .engine = search_engines_table[one->index],
                                    .own = &state->search->engines[one->index],
                                    .search = state->search,
                                    .query = state->query,
                                    .arena = call->arena,
                                    .wall_ms = call->wall_ms };
    struct str missing = engine_missing(call->arena, state->search, one->index);
    if (!str_empty(missing)) {
        error_set(&e, ERROR_MISCONFIGURED, "%.*s", STR_ARG(missing));
        one_failed(call, one, &e, true);
        return;
    }
    if (one->ask.engine->local) {
        if (one->ask.engine->wire->look(&one->ask, &e) < 0)
            one_failed(call, one, &e, false);
        else
            one_answered(call, one);
        return;
    }
    if (from_cache(call, one)) {
        one_answered(call, one);
        return;
    }
    if (limiter_open(limiter_of(one), clock_monotonic_ms())) {
        char why[LIMITER_WHY];

        limiter_explain(limiter_of(one), clock_monotonic_ms(), why);
        error_set(&e, ERROR_UNAVAILABLE, "%s", why);
        one_failed(call, one, &e, true);
        return;
    }
    enum shared_answer answer;
    struct str body;
    if (!is_shared(call, one, &body, &e, &answer)) {
        attempt_one(call, i);
    } else if (answer == SHARED_WAIT) {
        one->stage = WAITING;
        call_timer(call, clock_monotonic_ms() + SHARED_AGAIN_MS, (int) i);
    } else if (answer == SHARED_FAILED) {
        one_failed(call, one, &e, false);
    } else {
        take_shared(call, one, body);
    }
}

static void report(const struct one *one, const struct error *e)
{
    int code = e ? e->code : 0;
    bool bad = code == ERROR_NETWORK || code == ERROR_TIMEOUT || code == ERROR_UPSTREAM;

    if (code != ERROR_RATE && code != ERROR_QUOTA && code != ERROR_UNAVAILABLE)
        limiter_report(limiter_of(one), bad ? e->message : NULL, clock_monotonic_ms());
}

static void attempt_failed(struct call *call, size_t i, const struct error *e)
{
    struct state *state = call->state;
    struct one *one = &state->ones[i];
    int64_t now = clock_monotonic_ms();

    bool named = e->code == ERROR_RATE && e->retry_after_ms > 0;
    int64_t delay = retry_delay_ms(state->search->retry, one->attempt, e, call_random(call), now, call->deadline_ms);
    if (delay < 0) {
        /* Later searches must fail at once and not after a useless wait. */
        if (named && e->retry)
            limiter_hold(limiter_of(one), now + e->retry_after_ms, e->message);
        one_failed(call, one, e, false);
        return;
    }
    if (named)
        limiter_pause(limiter_of(one), now + e->retry_after_ms);
    one->stage = WAITING;
    one->error = *e;
    call_note_retry(call, name_of(one), one->attempt, delay, utf8_cut_bytes(str(e->message), REASON_MAX));
    call_timer(call, now + delay, (int) i);
}

static void on_done(struct call *call, const struct net_event *event, size_t i)
{
    struct one *one = &((struct state *) call->state)->ones[i];
    const struct net_response *response;
    struct error e = { .retry_after_ms = -1 };
    int r = net_exchange_result(event->exchange, &response, &e);

    one->ask.again = false;
    if (r == 0 && response->status / 100 == 2)
        r = search_decode(&one->ask, response, &e);
    else if (r == 0)
        r = one->ask.engine->wire->failure ? one->ask.engine->wire->failure(&one->ask, response, &e)
                                           : search_failure(&one->ask, response, &e);
    report(one, r < 0 ? &e : NULL);
    call_forget(call, event->exchange);
    if (r < 0) {
        attempt_failed(call, i, &e);
    } else if (one->ask.again && one->ask.step + 1 < STEPS_MAX) {
        one->ask.step++;
        send_one(call, i);
    } else {
        one_answered(call, one);
    }
}

/* Somebody in this process answered. */
static void on_errand(struct call *call, size_t i)
{
    struct one *one = &((struct state *) call->state)->ones[i];
    struct net_response response = { .status = 200 };
    struct error e = { .retry_after_ms = -1 };
    int r = errand_result(call, (int) i, &response.body, &e);

    if (r > 0)
        return;
    if (r == 0)
        r = search_decode(&one->ask, &response, &e);
    report(one, r < 0 ? &e : NULL);
    if (r < 0)
        attempt_failed(call, i, &e);
    else
        one_answered(call, one);
}

/* Time is up: those that have not answered have failed. */
static void on_end(struct call *call)
{
    struct state *state = call->state;
    struct error e;

    state->n = state->started; /* no further engine is asked */
    for (size_t i = 0; i < state->started; i++) {
        struct one *one = &state->ones[i];

        if (one->stage != ASKED && one->stage != WAITING)
            continue;
        const struct net_exchange *exchange = one->stage == ASKED ? call->exchanges[i] : NULL;
        if (exchange && net_exchange_queued(exchange))
            error_set(&e, ERROR_RATE, "fathom's own rate limit for it left no time to ask");
        else if (str_empty(str(one->error.message)))
            error_set(&e, ERROR_TIMEOUT, "no answer in time");
        else
            e = one->error;
        /* No report to the breaker: it may still have been waiting for its turn. */
        one_failed(call, one, &e, false);
    }
    finish(call);
}

static void search_begin(struct call *call, const void *argument)
{
    const struct search_call_argument *given = argument;
    struct state *state = arena_alloc(call->arena, sizeof *state);
    int engines[SEARCH_ENGINES_MAX];
    size_t n, first;
    struct error e;

    state->search = given->search;
    state->query = given->query;
    call->state = state;
    for (size_t i = 0; i < given->query->engines.n; i++)
        if (engine_index(given->query->engines.items[i]) < 0) {
            engine_unknown(call->arena, given->query->engines.items[i], &e);
            call_fail(call, &e);
            return;
        }
    engines_for(given->search, call->arena, given->query, engines, &n, &first);
    if (str_empty(str_trim(given->query->text)) || n == 0) {
        if (n == 0)
            search_ready(given->search, &e);
        else
            error_set(&e, ERROR_INVALID, "the search query is empty");
        call_fail(call, &e);
        return;
    }
    state->n = n;
    state->ones = arena_calloc(call->arena, n, sizeof *state->ones);
    for (size_t i = 0; i < n; i++)
        state->ones[i].index = engines[i];
    if (call->deadline_ms > 0)
        call_timer(call, call->deadline_ms - MARGIN_MS, SLOT_END);
    state->at_once = first;
    go_on(call);
}

static void search_event(struct call *call, const struct net_event *event)
{
    int slot = call_slot(call, event);

    if (slot == SLOT_END) {
        on_end(call);
        return;
    }
    if (event->type == NET_DONE)
        on_done(call, event, (size_t) slot);
    else if (event->type == NET_TIMER && ((struct state *) call->state)->ones[slot].behind)
        start_one(call, (size_t) slot);
    else if (event->type == NET_TIMER && ((struct state *) call->state)->ones[slot].stage == ASKED)
        on_errand(call, (size_t) slot);
    else if (event->type == NET_TIMER)
        attempt_one(call, (size_t) slot);
    go_on(call);
}

static void search_cut_short(struct call *call)
{
    struct state *state = call->state;

    for (size_t i = 0; state && i < state->n; i++)
        if (state->ones[i].turn)
            shared_release(state->search->under_way, key_of(&state->ones[i]));
}

const struct call_type search_call_type = {
    .name = "search", .is_search = true, .begin = search_begin, .event = search_event, .abort = search_cut_short
};
