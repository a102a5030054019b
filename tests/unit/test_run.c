/* tsan */
/* The engine with small workflows and calls made for it: what a run may count
 * on, whatever happens to its process, its services and its user. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdatomic.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/thread.h"
#include "run/effect.h"
#include "run/engine.h"
#include "run/events.h"

/* --- a call that answers after a while, counted --- */

struct echo {
    struct str text;
    int64_t delay_ms;
    bool fails, hangs;
    struct usage usage;
};

static atomic_int echo_calls;

static void echo_finish(struct call *call, const struct echo *echo)
{
    call->usage = echo->usage;
    if (echo->fails) {
        struct error e;

        error_set(&e, ERROR_UPSTREAM, "the echo failed");
        call_fail(call, &e);
    } else {
        call_done(call, str_dup(call->arena, echo->text), str("echo"));
    }
}

static void echo_begin(struct call *call, const void *argument)
{
    const struct echo *echo = argument;

    atomic_fetch_add(&echo_calls, 1);
    call->state = (void *) echo;
    if (echo->hangs) {
        call->usage = echo->usage; /* of attempts before the one that hangs */
        return;
    }
    if (echo->delay_ms == 0)
        echo_finish(call, echo);
    else
        call_timer(call, clock_monotonic_ms() + echo->delay_ms, 0);
}

static void echo_event(struct call *call, const struct net_event *event)
{
    if (event->type == NET_TIMER)
        echo_finish(call, call->state);
}

static const struct call_type echo_type = { .name = "echo", .begin = echo_begin, .event = echo_event };

static struct request echo_request(struct arena *arena, const struct echo *echo)
{
    return (struct request){
        .canonical = str_format(arena, "{\"echo\":\"%.*s\"}", STR_ARG(echo->text)),
        .type = &echo_type,
        .argument = echo,
        .estimate_tokens = echo->usage.input_tokens,
        .estimate_nano = echo->usage.cost_nano,
    };
}

static int echo_do(struct branch *b, struct path path, int how, const struct echo *echo, struct outcome *ret,
                   struct error *e)
{
    struct request request = echo_request(branch_arena(b), echo);

    return effect_do(b, path, how, &request, ret, e);
}

/* --- workflows --- */

/* What a test changes between two goes of the same run. */
static atomic_int plan_hangs, plan_fails, plan_differs;

static int steps_run(struct branch *b, struct str *ret, struct error *e)
{
    struct outcome o[3];
    struct echo one = { .text = str("one") }, two = { .text = str("two"), .hangs = plan_hangs, .fails = plan_fails };
    struct echo three = { .text = plan_differs ? str("drei") : str("three") };
    int r = branch_phase(b, "counting", 0, e);

    if (r == 0)
        r = echo_do(b, path_add(path_root(), "one"), EFFECT_PAID, &one, &o[0], e);
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "two"), EFFECT_PAID, &two, &o[1], e);
    if (r == 0 && o[1].failed && o[1].error.code != ERROR_FINISH) {
        *e = o[1].error;
        return -o[1].error.code;
    }
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "three"), EFFECT_PURE | EFFECT_ESSENTIAL, &three, &o[2], e);
    if (r < 0)
        return r;
    branch_emit(b, EVENT_TOOL_RESULT, &(struct event_tool_result){ .ok = branch_finishing(b) });
    *ret = str_format(branch_arena(b), "%.*s %s %.*s", STR_ARG(o[0].body),
                      o[1].failed ? "-" : str_z(branch_arena(b), o[1].body), STR_ARG(o[2].body));
    return 0;
}

static const struct workflow workflow_steps = { .name = "steps", .version = "1", .run = steps_run };

/* A batch, slowest first, so that the order of answers is not the order asked. */
static int batch_run(struct branch *b, struct str *ret, struct error *e)
{
    enum { N = 5 };
    struct echo echoes[N];
    struct request requests[N];
    struct outcome outcomes[N];
    struct str parts[N];

    for (size_t i = 0; i < N; i++) {
        echoes[i] = (struct echo){ .text = str_format(branch_arena(b), "%zu", i),
                                   .delay_ms = (int64_t) (N - i) * 5,
                                   .fails = i == 2 };
        requests[i] = echo_request(branch_arena(b), &echoes[i]);
    }
    int r = effect_do_all(b, path_add(path_root(), "all"), EFFECT_PAID,
                          &(struct effects){ .requests = requests, .n = N }, outcomes, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < N; i++)
        parts[i] = outcomes[i].failed ? str("x") : outcomes[i].body;
    *ret = str_join(branch_arena(b), parts, N, " ");
    return 0;
}

static const struct workflow workflow_batch = { .name = "batch", .version = "1", .run = batch_run };

/* Three levels of fan-out with a slow effect in each leaf. */
static int leaf(struct branch *b, void *arg, struct error *e)
{
    struct echo echo = { .text = str("leaf"), .delay_ms = 2 };
    struct outcome o;

    (void) arg;
    int r = echo_do(b, path_add(branch_path(b), "leaf"), EFFECT_PURE, &echo, &o, e);
    branch_warn(b, "leaf %s", branch_path(b).text);
    return r;
}

static int middle(struct branch *b, void *arg, struct error *e)
{
    void *args[4] = { 0 };
    int results[4];

    (void) arg, (void) e;
    return run_parallel(b, path_add(branch_path(b), "leaves"), &(struct fan_out){ leaf, args, 4, results, NULL });
}

static int nested_run(struct branch *b, struct str *ret, struct error *e)
{
    void *args[3] = { 0 };
    int results[3];
    int r = run_parallel(b, path_add(path_root(), "middle"), &(struct fan_out){ middle, args, 3, results, NULL });

    (void) e;
    if (r == 0)
        *ret = str_join(branch_arena(b), branch_warnings(b)->items, branch_warnings(b)->n, "\n");
    return r;
}

static const struct workflow workflow_nested = { .name = "nested", .version = "1", .run = nested_run };

static int ask_run(struct branch *b, struct str *ret, struct error *e)
{
    struct str answer, which = str(plan_differs ? "Which one is meant?" : "Which?");
    const struct event_clarification_needed question = { .questions = { &which, 1, 1 } };
    int r = effect_ask(b, path_add(path_root(), "ask"),
                       &(struct effect_question){ QUESTION_CLARIFY, EVENT_CLARIFICATION_NEEDED, &question }, &answer,
                       e);

    if (r == 0)
        *ret = str_format(branch_arena(b), "they said %.*s", STR_ARG(answer));
    /* Even a workflow that swallows the error cannot end the run. */
    if (r < 0)
        *ret = str("swallowed");
    return 0;
}

static const struct workflow workflow_ask = { .name = "ask", .version = "1", .run = ask_run };

/* Spends until the budget says no. */
static int spend_run(struct branch *b, struct str *ret, struct error *e)
{
    enum pressure pressure = PRESSURE_NONE;
    int done = 0, narrowed = -1;

    for (int i = 0; i < 40; i++) {
        struct echo echo = { .text = str_format(branch_arena(b), "%d", i),
                             .usage = { .calls = 1, .input_tokens = 100 } };
        struct outcome o;
        int r = branch_pressure(b, path_at(path_root(), "budget", (size_t) i), &pressure, e);

        if (r == 0 && pressure == PRESSURE_NARROW && narrowed < 0)
            narrowed = done;
        if (r == 0 && pressure == PRESSURE_WRITE)
            break;
        if (r == 0)
            r = echo_do(b, path_at(path_root(), "spend", (size_t) i), EFFECT_PAID, &echo, &o, e);
        if (r < 0)
            return r;
        if (o.failed && o.error.code == ERROR_BUDGET)
            break;
        done++;
    }
    *ret = str_format(branch_arena(b), "done %d, narrowed after %d", done, narrowed);
    return 0;
}

/* Two calls at once of which only the second fits, then three branches with equal parts of the rest. */
static int share(struct branch *b, void *arg, struct error *e)
{
    struct echo echo = { .text = str("share"), .usage = { .calls = 1, .input_tokens = 250 } };

    return echo_do(b, path_add(branch_path(b), "call"), EFFECT_PAID, &echo, arg, e);
}

static int shares_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo echoes[2] = { { .text = str("big"), .usage = { .calls = 1, .input_tokens = 5000 } },
                              { .text = str("small"), .usage = { .calls = 1, .input_tokens = 100 } } };
    struct request requests[2] = { echo_request(branch_arena(b), &echoes[0]),
                                   echo_request(branch_arena(b), &echoes[1]) };
    struct outcome o[2], parts[3];
    void *args[3] = { &parts[0], &parts[1], &parts[2] };
    int results[3], done = 0;

    branch_reserve(b, &(struct reserve){ .tokens = 150 });
    int r = effect_do_all(b, path_add(path_root(), "both"), EFFECT_PAID,
                          &(struct effects){ .requests = requests, .n = 2 }, o, e);
    if (r == 0)
        r = run_parallel(b, path_add(path_root(), "parts"), &(struct fan_out){ share, args, 3, results, NULL });
    for (int i = 0; r == 0 && i < 3; i++)
        done += !parts[i].failed;
    *ret = str_format(branch_arena(b), "big %s, small %s, %d of 3 shares", o[0].failed ? "no" : "yes",
                      o[1].failed ? "no" : "yes", done);
    return r;
}

/* What is kept for the writing stays whole, however much was used before branches share the rest. */
static int kept_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo first = { .text = str("first"), .usage = { .calls = 1, .input_tokens = 300 } };
    struct echo report = { .text = str("report"), .usage = { .calls = 1, .input_tokens = 500 } };
    struct outcome o, part;
    void *args[1] = { &part };
    int results[1];

    branch_reserve(b, &(struct reserve){ .tokens = 900, .least_tokens = 100 });
    int r = echo_do(b, path_add(path_root(), "first"), EFFECT_PAID, &first, &o, e);
    if (r == 0)
        r = run_parallel(b, path_add(path_root(), "parts"), &(struct fan_out){ share, args, 1, results, NULL });
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "report"), EFFECT_PAID | EFFECT_ESSENTIAL, &report, &o, e);
    *ret = str_format(branch_arena(b), "share %s, report %s", part.failed ? "no" : "yes", o.failed ? "no" : "yes");
    return r;
}

static const struct workflow workflow_kept = { .name = "kept", .version = "1", .run = kept_run };

/* The shortest report is worth more than half of a ceiling. */
static int least_run(struct branch *b, struct str *ret, struct error *e)
{
    struct outcome part;

    branch_reserve(b, &(struct reserve){ .tokens = 5000, .least_tokens = 800 });
    int r = share(b, &part, e);
    branch_reserve(b, &(struct reserve){ .tokens = 5000, .least_tokens = 1200 }); /* it can pay none: half */
    struct outcome again;
    if (r == 0)
        r = run_parallel(b, path_add(path_root(), "parts"),
                         &(struct fan_out){ share, (void *[]){ &again }, 1, (int[1]){ 0 }, NULL });
    *ret = str_format(branch_arena(b), "%s, %s", part.failed ? "no" : "yes", again.failed ? "no" : "yes");
    return r;
}

static const struct workflow workflow_least = { .name = "least", .version = "1", .run = least_run };

static const struct workflow workflow_shares = { .name = "shares", .version = "1", .run = shares_run };

static const struct workflow workflow_spend = { .name = "spend", .version = "1", .run = spend_run };

/* Something that must not happen twice. */
static int once_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo mail = { .text = str("mail"), .hangs = plan_hangs };
    struct outcome o;
    int r = echo_do(b, path_add(path_root(), "mail"), EFFECT_ONCE | EFFECT_ESSENTIAL, &mail, &o, e);

    if (r == 0)
        *ret = o.failed ? str(o.error.code == ERROR_CONFLICT ? "unknown" : "failed") : str("sent");
    return r;
}

static const struct workflow workflow_once = { .name = "once", .version = "1", .run = once_run };

/* A job at a service: handed in once, then looked at until it is ready. */
static atomic_int jobs_handed_in, job_polls, job_ready_after;
static struct engine *job_wakes; /* is told to wake the run that hands the job in, before that sleeps; NULL: is not */

static void job_event(struct call *call, const struct net_event *event)
{
    (void) event;
    if (atomic_fetch_add(&job_polls, 1) + 1 >= job_ready_after) {
        call_done(call, str_format(call->arena, "%.*s is ready", STR_ARG(call->remote_id)), str("service"));
        return;
    }
    call->poll_at_ms = clock_monotonic_ms() + 5;
    call_timer(call, call->poll_at_ms, 0);
}

/* After a sleep the job is looked at once before it may sleep again, as those of the services are. */
static void job_begin(struct call *call, const void *argument)
{
    (void) argument;
    if (call->remote_id.len) {
        job_event(call, NULL);
        return;
    }
    atomic_fetch_add(&jobs_handed_in, 1);
    call->remote_id = str("job-7");
    call->poll_at_ms = clock_monotonic_ms() + (job_wakes ? 3600000 : 5);
    if (job_wakes)
        assert_false(engine_wake(job_wakes, call->run));
    call_timer(call, call->poll_at_ms, 0);
}

static const struct call_type job_type = { .name = "job", .begin = job_begin, .event = job_event };

static int job_run(struct branch *b, struct str *ret, struct error *e)
{
    const struct request request = { .canonical = str("{\"job\":1}"), .type = &job_type };
    struct outcome o;
    int r = effect_do(b, path_add(path_root(), "job"), EFFECT_SUBMIT, &request, &o, e);

    if (r == 0)
        *ret = o.body;
    return r;
}

/* A call beside the job that is done when the job was looked at ten times. */
static atomic_int siblings_begun;

static void sibling_begin(struct call *call, const void *argument)
{
    (void) argument;
    atomic_fetch_add(&siblings_begun, 1);
    call_timer(call, clock_monotonic_ms() + 5, 0);
}

static void sibling_event(struct call *call, const struct net_event *event)
{
    (void) event;
    if (job_polls >= 10)
        call_done(call, str("beside"), str("service"));
    else
        call_timer(call, clock_monotonic_ms() + 5, 0);
}

static const struct call_type sibling_type = { .name = "sibling", .begin = sibling_begin, .event = sibling_event };

static int job_or_sibling(struct branch *b, void *arg, struct error *e)
{
    const struct request requests[] = { { .canonical = str("{\"job\":1}"), .type = &job_type },
                                        { .canonical = str("{\"sibling\":1}"), .type = &sibling_type } };
    size_t i = *(const size_t *) arg;
    struct outcome o;

    return effect_do(b, path_add(branch_path(b), "call"), i ? EFFECT_PAID : EFFECT_SUBMIT, &requests[i], &o, e);
}

static int siblings_run(struct branch *b, struct str *ret, struct error *e)
{
    size_t indices[] = { 0, 1 };
    void *args[] = { &indices[0], &indices[1] };
    int results[2];

    (void) e;
    *ret = str("both");
    return run_parallel(b, path_add(path_root(), "parts"), &(struct fan_out){ job_or_sibling, args, 2, results, NULL });
}

static const struct workflow workflow_siblings = { .name = "siblings", .version = "1", .run = siblings_run };

static const struct workflow workflow_job = { .name = "job", .version = "1", .run = job_run };

/* Its third effect hangs when told to, so that the second is recorded. */
static int late_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one") }, two = { .text = plan_differs ? str("zwei") : str("two") };
    struct echo three = { .text = str("three"), .hangs = plan_hangs };
    struct outcome o[3];
    int r = echo_do(b, path_add(path_root(), "one"), EFFECT_PURE, &one, &o[0], e);

    if (r == 0)
        r = echo_do(b, path_add(path_root(), "two"), EFFECT_PURE, &two, &o[1], e);
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "three"), EFFECT_PURE, &three, &o[2], e);
    if (r == 0)
        *ret = str_format(branch_arena(b), "%.*s %.*s %s", STR_ARG(o[0].body), STR_ARG(o[1].body),
                          o[2].failed ? o[2].error.message : str_z(branch_arena(b), o[2].body));
    return r;
}

static const struct workflow workflow_late = { .name = "late", .version = "1", .run = late_run };

/* What comes second depends on whether the first succeeded; the third can fail the run. */
static int mend_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one"), .fails = plan_fails },
                three = { .text = str("three"), .fails = plan_fails };
    struct outcome o[3];
    int r = echo_do(b, path_add(path_root(), "one"), EFFECT_PAID, &one, &o[0], e);

    struct echo two = { .text = r == 0 && o[0].failed ? str("two without") : str("two with") };
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "two"), EFFECT_PAID, &two, &o[1], e);
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "three"), EFFECT_PAID, &three, &o[2], e);
    if (r == 0 && o[2].failed) {
        *e = o[2].error;
        return -o[2].error.code;
    }
    if (r == 0)
        *ret = str_format(branch_arena(b), "%.*s %.*s %.*s", STR_ARG(o[0].body), STR_ARG(o[1].body),
                          STR_ARG(o[2].body));
    return r;
}

static const struct workflow workflow_mend = { .name = "mend", .version = "1", .run = mend_run };

/* Goes on whatever an effect returns, and asks again and again. */
static int stubborn_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one") }, two = { .text = str("two"), .hangs = plan_hangs };
    struct request last = echo_request(branch_arena(b), &two);
    struct outcome o;

    int ignored = echo_do(b, path_add(path_root(), "one"), EFFECT_PAID, &one, &o, e);
    last.timeout_ms = 60000;
    ignored = effect_do(b, path_add(path_root(), "two"), EFFECT_PAID | EFFECT_ESSENTIAL, &last, &o, e);
    for (size_t i = 0; ignored == 0 && o.failed; i++)
        ignored = effect_do(b, path_at(path_root(), "again", i), EFFECT_PAID | EFFECT_ESSENTIAL, &last, &o, e);
    (void) ignored;
    *ret = str("swallowed");
    return 0;
}

static const struct workflow workflow_stubborn = { .name = "stubborn", .version = "1", .run = stubborn_run };

/* Its report is made of random bytes: one place twice, another counter, another place. */
static int random_run(struct branch *b, struct str *ret, struct error *e)
{
    struct path here = path_add(path_root(), "here"), there = path_add(path_root(), "there");

    (void) e;
    *ret = str_format(branch_arena(b), "%s %s %s %s", effect_id(b, here, 0, "").data, effect_id(b, here, 0, "").data,
                      effect_id(b, here, 1, "").data, effect_id(b, there, 0, "").data);
    return 0;
}

static const struct workflow workflow_random = { .name = "random", .version = "1", .run = random_run };

/* A service that repeats the key it was given, in what is answered and what is cached. */
static void parrot_begin(struct call *call, const void *argument)
{
    (void) argument;
    call_cache_put(call, "search", hash_of(str("parrot")), str("your key is sk-parrot-5ecre7"), 60000);
    call_done(call, str("your key is sk-parrot-5ecre7"), str("parrot"));
}

static const struct call_type parrot_type = { .name = "parrot", .begin = parrot_begin };

static int parrot_run(struct branch *b, struct str *ret, struct error *e)
{
    const struct request request = { .canonical = str("{\"parrot\":1}"), .type = &parrot_type };
    struct outcome o;
    int r = effect_do(b, path_add(path_root(), "parrot"), EFFECT_PURE, &request, &o, e);

    if (r == 0)
        *ret = o.body;
    return r;
}

static const struct workflow workflow_parrot = { .name = "parrot", .version = "1", .run = parrot_run };

static int phase_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one"), .hangs = true, .usage = { .calls = 1, .input_tokens = 70 } };
    struct outcome o;
    int r = branch_phase(b, "short", 20, e);

    if (r == 0)
        r = echo_do(b, path_add(path_root(), "one"), EFFECT_PAID, &one, &o, e);
    if (r == 0)
        *ret = str(o.failed ? str_z(branch_arena(b), str(o.error.message)) : "it answered");
    return r;
}

static const struct workflow workflow_phase = { .name = "phase", .version = "1", .run = phase_run };

/* The first phase has one effect; the one of the second hangs when told to. */
static int phases_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one") }, two = { .text = str("two"), .hangs = plan_hangs };
    struct outcome o;
    int r = branch_phase(b, "first", 0, e);

    if (r == 0)
        r = echo_do(b, path_add(path_root(), "one"), EFFECT_PURE, &one, &o, e);
    if (r == 0)
        r = branch_phase(b, "second", 60000, e);
    if (r == 0)
        r = echo_do(b, path_add(path_root(), "two"), EFFECT_PURE, &two, &o, e);
    if (r == 0)
        *ret = o.failed ? str(str_z(branch_arena(b), str(o.error.message))) : o.body;
    return r;
}

static const struct workflow workflow_phases = { .name = "phases", .version = "1", .run = phases_run };

/* A call that hangs, under a limit of its own that ends a little before that of the phase. */
static int limits_run(struct branch *b, struct str *ret, struct error *e)
{
    struct echo one = { .text = str("one"), .hangs = true };
    struct request request = echo_request(branch_arena(b), &one);
    struct outcome o;
    int r = branch_phase(b, "short", 90, e);

    request.timeout_ms = 60;
    if (r == 0)
        r = effect_do(b, path_add(path_root(), "one"), EFFECT_PURE, &request, &o, e);
    if (r == 0)
        *ret = str(str_z(branch_arena(b), str(o.error.message)));
    return r;
}

static const struct workflow workflow_limits = { .name = "limits", .version = "1", .run = limits_run };

static const struct workflow *const test_workflows[] = {
    &workflow_phases, &workflow_limits, &workflow_job,      &workflow_siblings, &workflow_late,
    &workflow_phase,  &workflow_mend,   &workflow_stubborn, &workflow_random,   &workflow_shares,
    &workflow_kept,   &workflow_least,  &workflow_parrot,   &workflow_steps,    &workflow_batch,
    &workflow_nested, &workflow_ask,    &workflow_spend,    &workflow_once,     NULL,
};

/* --- a house for them --- */

struct house {
    struct arena *arena;
    struct str folder;
    struct store *store;
    struct net *net;
    struct engine *engine;
    int threads;
    int64_t suspend_after_ms;
    void (*committed)(void *context, struct str run);
    atomic_int told, early; /* commits after which a question was told, and the run did not wait yet */
};

static int tools(void *context, const struct run_row *row, const struct run_settings *settings, struct run_tools *ret,
                 struct error *e)
{
    (void) context, (void) row, (void) settings, (void) e;
    *ret = (struct run_tools){ 0 };
    return 0;
}

static void start_engine(struct house *h)
{
    struct error e;
    struct engine_settings settings = {
        .store = h->store,
        .net = h->net,
        .workflows = test_workflows,
        .tools = tools,
        .run_threads = h->threads,
        .helper_threads = h->threads,
        .suspend_after_ms = h->suspend_after_ms,
        .committed = h->committed,
        .context = h,
    };

    assert_int_equal(engine_start(&settings, &h->engine, &e), 0);
}

static int set_up(void **state)
{
    struct house *h = calloc(1, sizeof *h);
    struct error e;

    h->arena = arena_new();
    h->threads = 8;
    assert_int_equal(file_temp_dir(h->arena, "fathom-run", &h->folder, &e), 0);
    struct store_settings store = {
        .path = str_format(h->arena, "%s/fathom.db", h->folder.data).data,
        .create = true,
    };
    assert_int_equal(store_open(&store, &h->store, &e), 0);
    assert_int_equal(net_start(&(struct net_settings){ 0 }, &h->net, &e), 0);
    start_engine(h);
    atomic_store(&echo_calls, 0);
    atomic_store(&plan_hangs, 0);
    atomic_store(&plan_fails, 0);
    atomic_store(&plan_differs, 0);
    *state = h;
    return 0;
}

static int tear_down(void **state)
{
    struct house *h = *state;

    engine_stop(h->engine);
    net_stop(h->net);
    store_close(h->store);
    file_remove_tree(h->folder.data, NULL);
    arena_free(h->arena);
    free(h);
    return 0;
}

static struct str create(struct house *h, const char *workflow)
{
    struct run_settings settings = { .query = str("a question"), .workflow = str(workflow), .depth = DEPTH_MEDIUM };
    struct str id;
    struct error e;

    assert_int_equal(engine_create(h->engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") },
                                   h->arena, &id, &e),
                     0);
    return id;
}

static struct run_row row_of(struct house *h, struct str id)
{
    struct run_row row;
    struct db *db;
    struct error e;

    assert_int_equal(store_read_begin(h->store, &db, &e), 0);
    assert_int_equal(run_record_get(db, id, h->arena, &row, &e), 0);
    store_read_end(h->store, db);
    return row;
}

static struct str report_of(struct house *h, struct str id);

/* Works on it until it rests, and gives its status. */
static enum run_status finish(struct house *h, struct str id)
{
    struct error e;

    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    return row_of(h, id).status;
}

static size_t events_of(struct house *h, struct str id, struct event_row **ret)
{
    struct db *db;
    struct error e;
    size_t n;

    assert_int_equal(store_read_begin(h->store, &db, &e), 0);
    assert_int_equal(event_list(db, id, 0, 10000, h->arena, ret, &n, &e), 0);
    store_read_end(h->store, db);
    return n;
}

static bool has_event(struct house *h, struct str id, const char *type)
{
    struct event_row *events;
    size_t n = events_of(h, id, &events);

    for (size_t i = 0; i < n; i++)
        if (str_is(events[i].type, type))
            return true;
    return false;
}

static void wait_calls(int n)
{
    int64_t until = clock_monotonic_ms() + 20000;

    while (atomic_load(&echo_calls) < n && clock_monotonic_ms() < until)
        sched_yield();
    assert_true(atomic_load(&echo_calls) >= n);
}

#include "store/blob.h"

static struct str report_of(struct house *h, struct str id)
{
    struct run_row row = row_of(h, id);
    struct db *db;
    struct str text;
    struct error e;

    assert_true(row.has_report);
    assert_int_equal(store_read_begin(h->store, &db, &e), 0);
    assert_int_equal(blob_get(db, row.report, h->arena, &text, &e), 0);
    store_read_end(h->store, db);
    return text;
}

static void assert_str(struct str s, const char *z)
{
    if (!str_is(s, z))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(s), z);
}

/* Ends the engine as a dying process would leave it, then starts another. */
static void restart(struct house *h)
{
    engine_stop(h->engine);
    start_engine(h);
}

/* --- the tests --- */

static void test_a_run_completes_and_keeps_its_report(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "one two three");
    assert_int_equal(echo_calls, 3);
}

static void test_events_are_gap_free_and_start_with_creation(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "nested");
    struct event_row *events;

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    size_t n = events_of(h, id, &events);
    assert_true(n >= 3);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(events[i].seq, i + 1);
    assert_str(events[0].type, "run_created");
    assert_str(events[1].type, "run_started");
    assert_str(events[n - 1].type, "run_completed");
}

static void test_a_batch_keeps_the_order_it_was_asked_in(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "batch");

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "0 1 x 3 4");
}

static void test_a_failed_effect_fails_the_run_and_resume_repeats_only_it(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");
    struct error e;

    plan_fails = 1;
    assert_int_equal(finish(h, id), RUN_STATUS_FAILED);
    assert_int_equal(echo_calls, 2);
    assert_true(str_contains(row_of(h, id).error, "the echo failed"));
    plan_fails = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_COMPLETED);
    assert_int_equal(echo_calls, 4);
    assert_str(report_of(h, id), "one two three");
    assert_true(has_event(h, id, "run_resumed"));
}

static void test_an_interrupted_run_goes_on_where_it_was(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    restart(h);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_QUEUED);
    plan_hangs = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "one two three");
    assert_int_equal(echo_calls, 4); /* "one" once, "two" twice, "three" once */
}

static void test_cancel_ends_a_call_that_hangs_is_sticky_and_can_be_resumed(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    assert_str(row_of(h, id).phase, "counting");
    int64_t before = clock_monotonic_ms();
    assert_int_equal(engine_control(h->engine, id, str("cancel"), str(""), &e), 0);
    assert_int_equal(engine_wait(h->engine, id, before + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_CANCELLED);
    assert_true(has_event(h, id, "run_cancelled"));
    assert_int_equal(engine_control(h->engine, id, str("cancel"), str(""), &e), -ERROR_CONFLICT);
    plan_hangs = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "one two three");
}

static void test_a_queued_run_is_cancelled_on_the_spot(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");
    struct error e;

    assert_int_equal(engine_control(h->engine, id, str("cancel"), str(""), &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_CANCELLED);
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), -ERROR_CONFLICT);
    assert_int_equal(echo_calls, 0);
}

static void test_finish_cuts_short_what_is_not_essential_and_replays(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps"), again;
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    assert_int_equal(engine_control(h->engine, id, str("finish"), str(""), &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "one - three");
    int calls = echo_calls;
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), 0);
    assert_str(again, "one - three");
    assert_int_equal(echo_calls, calls);
}

static void test_replay_makes_no_call_and_gives_the_same_report(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "batch"), again;
    struct error e;

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    int calls = echo_calls;
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), 0);
    assert_true(str_eq(again, report_of(h, id)));
    assert_int_equal(echo_calls, calls);
}

static void test_replay_names_the_path_where_the_code_asks_differently(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps"), again;
    struct error e;

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    plan_differs = 1;
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), -RUN_DIVERGED);
    assert_true(str_contains(str(e.message), "\"three\""));
}

static void test_resume_drops_what_followed_where_the_code_asks_differently(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "late");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(3);
    restart(h);
    plan_hangs = 0;
    plan_differs = 1;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "one zwei three");
    assert_true(has_event(h, id, "diverged"));
    assert_int_equal(echo_calls, 5); /* "one" once, "two" and "zwei", "three" twice */
}

static void test_a_run_at_work_cannot_be_taken_by_another_engine(void **state)
{
    struct house *h = *state;
    struct house other = *h;
    struct str id = create(h, "steps");
    struct error e;

    start_engine(&other);
    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    assert_int_equal(engine_resume(other.engine, id, &e), -ERROR_CONFLICT);
    /* A control left elsewhere reaches it through the store. */
    int64_t before = clock_monotonic_ms();
    assert_int_equal(engine_control(other.engine, id, str("cancel"), str(""), &e), 0);
    assert_int_equal(engine_wait(h->engine, id, before + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_CANCELLED);
    engine_stop(other.engine);
}

static int steal_job(struct db *db, void *arg, struct error *e)
{
    int64_t epoch;

    return run_lease_take(db, *(struct str *) arg, str("elsewhere:0:1:1"), clock_wall_ms() + 3600000, 30000, &epoch, e);
}

static void test_a_run_that_lost_its_lease_writes_nothing_more(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "steps");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    assert_int_equal(store_write(h->store, steal_job, &id, &e), 0);
    assert_int_equal(engine_control(h->engine, id, str("finish"), str(""), &e), 0);
    assert_true(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e) < 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_RUNNING);
    assert_false(row_of(h, id).has_report);
}

static void test_a_long_job_gives_its_thread_back_and_is_handed_in_once(void **state)
{
    struct house *h = *state;
    struct error e;

    engine_stop(h->engine);
    h->suspend_after_ms = 1;
    start_engine(h);
    jobs_handed_in = 0;
    job_polls = 0;
    job_ready_after = 4;
    struct str id = create(h, "job");
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "job-7 is ready");
    assert_int_equal(jobs_handed_in, 1);
    assert_true(has_event(h, id, "run_resumed"));
    (void) e;
}

static void test_a_run_that_is_woken_before_it_sleeps_goes_on_at_once(void **state)
{
    struct house *h = *state;

    engine_stop(h->engine);
    h->suspend_after_ms = 1;
    start_engine(h);
    jobs_handed_in = job_polls = 0;
    job_ready_after = 1;
    job_wakes = h->engine;
    struct str id = create(h, "job");
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    job_wakes = NULL;
    assert_true(has_event(h, id, "run_resumed"));
}

static void test_a_long_job_in_one_branch_does_not_stop_the_others(void **state)
{
    struct house *h = *state;

    engine_stop(h->engine);
    h->suspend_after_ms = 1;
    start_engine(h);
    jobs_handed_in = job_polls = siblings_begun = 0;
    job_ready_after = 20;
    struct str id = create(h, "siblings");
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_int_equal(siblings_begun, 1);
    assert_int_equal(jobs_handed_in, 1);
    assert_true(has_event(h, id, "run_resumed")); /* alone at last, the job gave the thread back */
}

static void test_an_effect_past_its_phase_limit_fails_and_says_so(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "phase");

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "no answer in time: the phase's time limit was reached");
    /* What it had spent by then was spent. */
    assert_int_equal(row_of(h, id).usage.input_tokens, 70);
}

static void test_a_timeout_names_the_limit_that_was_reached(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "limits");

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "no answer in time: the limit per operation was reached");
}

static int worked_a_minute_job(struct db *db, void *arg, struct error *e)
{
    int r = db_exec(db, "UPDATE run_state SET active_ms = 70000", e);

    return r < 0 || !*(bool *) arg ? r : db_exec(db, "UPDATE effect SET elapsed_ms = 69000 WHERE path = 'one'", e);
}

/* Two interrupted runs that had worked 70 s, one of them 69 s of it in its first phase. */
static void test_a_phase_goes_on_with_the_time_it_had_left(void **state)
{
    struct house *h = *state;

    for (int first = 0; first < 2; first++) {
        struct str id = create(h, "phases");
        bool in_first = first;
        struct error e;

        plan_hangs = 1;
        echo_calls = 0;
        assert_int_equal(engine_submit(h->engine, id, &e), 0);
        wait_calls(2);
        restart(h);
        assert_int_equal(store_write(h->store, worked_a_minute_job, &in_first, &e), 0);
        plan_hangs = !in_first;
        assert_int_equal(engine_resume(h->engine, id, &e), 0);
        assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
        assert_str(report_of(h, id), in_first ? "two" : "no answer in time: the phase's time limit was reached");
    }
}

static void test_nested_fan_out_joins_in_path_order(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "nested");
    struct buf expected;

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    buf_init(&expected, 4096);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            buf_format(&expected, "%sleaf middle/%d/leaves/%d", expected.len ? "\n" : "", i, j);
    assert_str(report_of(h, id), expected.data);
    buf_free(&expected);
}

static void test_64_runs_with_nested_fan_out_on_a_pool_of_64_do_not_deadlock(void **state)
{
    enum { N = 64 };
    struct house *h = *state;
    struct str ids[N];
    struct error e;

    engine_stop(h->engine);
    h->threads = 64;
    start_engine(h);
    for (int i = 0; i < N; i++)
        ids[i] = create(h, "nested");
    for (int i = 0; i < N; i++)
        assert_int_equal(engine_submit(h->engine, ids[i], &e), 0);
    for (int i = 0; i < N; i++)
        assert_int_equal(engine_wait(h->engine, ids[i], clock_monotonic_ms() + 60000, &e), 0);
    for (int i = 0; i < N; i++)
        assert_int_equal(row_of(h, ids[i]).status, RUN_STATUS_COMPLETED);
    assert_int_equal(echo_calls, N * 12);
}

/* The type of what it asks now; -1: nothing. */
static int open_question(struct house *h, struct str id)
{
    struct question_row row;
    struct error e;
    struct db *db;

    assert_int_equal(store_read_begin(h->store, &db, &e), 0);
    int r = question_record_open(db, id, h->arena, &row, &e);
    store_read_end(h->store, db);
    return r == 1 ? (int) row.type : -1;
}

static void test_a_question_suspends_the_run_whatever_the_workflow_does(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "ask");
    struct error e;

    assert_int_equal(finish(h, id), RUN_STATUS_WAITING);
    assert_false(row_of(h, id).has_report);
    assert_true(has_event(h, id, "clarification_needed"));
    assert_int_equal(open_question(h, id), QUESTION_CLARIFY);
    assert_int_equal(engine_answer(h->engine, id, &(struct run_answer){ .type = QUESTION_CONFIRM }, &e),
                     -ERROR_CONFLICT);
    assert_int_equal(open_question(h, id), QUESTION_CLARIFY);
    assert_int_equal(engine_answer(h->engine, id,
                                   &(struct run_answer){ .text = str("the second"),
                                                         .words = str("the second"),
                                                         .by = str("ada"),
                                                         .type = QUESTION_CLARIFY },
                                   &e),
                     0);
    assert_int_equal(open_question(h, id), -1);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "they said the second");
}

/* Another version puts the question in other words: who has answered it is not asked again, and the answer stands. */
static void test_an_answer_stands_when_its_question_is_put_in_other_words(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "ask"), again;
    struct error e;

    assert_int_equal(finish(h, id), RUN_STATUS_WAITING);
    assert_int_equal(
        engine_answer(
            h->engine, id,
            &(struct run_answer){ .text = str("the second"), .words = str("the second"), .by = str("ada"), .type = -1 },
            &e),
        0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "they said the second");
    plan_differs = 1;
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), 0);
    assert_str(again, "they said the second");
    assert_false(has_event(h, id, "diverged"));
}

/* After each commit: a run whose question was told waits for the answer. */
static void look_for_question(void *context, struct str id)
{
    struct house *h = context;
    struct arena *arena = arena_new();
    struct event_row *rows;
    struct run_row row;
    struct error e;
    struct db *db;
    size_t n = 0;

    if (store_read_begin(h->store, &db, &e) == 0) {
        if (event_list_types(db, id, "clarification_needed", "clarification_needed", arena, &rows, &n, &e) == 0 && n &&
            run_record_get(db, id, arena, &row, &e) == 0) {
            atomic_fetch_add(&h->told, 1);
            atomic_fetch_add(&h->early, row.status == RUN_STATUS_RUNNING);
        }
        store_read_end(h->store, db);
    }
    arena_free(arena);
}

static void test_a_question_is_told_by_the_commit_by_which_the_run_waits(void **state)
{
    struct house *h = *state;

    engine_stop(h->engine);
    h->committed = look_for_question;
    start_engine(h);
    struct str id = create(h, "ask");
    assert_int_equal(finish(h, id), RUN_STATUS_WAITING);
    assert_true(atomic_load(&h->told) > 0);
    assert_int_equal(atomic_load(&h->early), 0);
}

static void test_a_token_budget_narrows_then_keeps_its_reserve(void **state)
{
    struct house *h = *state;
    struct run_settings settings = {
        .query = str("a question"), .workflow = str("spend"), .depth = DEPTH_MEDIUM, .budget_tokens = 2000
    };
    struct str id, again;
    struct error e;

    assert_int_equal(engine_create(h->engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") },
                                   h->arena, &id, &e),
                     0);
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    /* 80 % of 2,000 is reached after 16 calls of 100; 85 % after 17. */
    assert_str(report_of(h, id), "done 17, narrowed after 16");
    assert_true(has_event(h, id, "budget_warning"));
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), 0);
    assert_str(again, "done 17, narrowed after 16");
}

/* The report of a workflow that may use a thousand tokens. */
static struct str with_a_thousand_tokens(struct house *h, const char *workflow)
{
    struct run_settings settings = {
        .query = str("a question"), .workflow = str(workflow), .depth = DEPTH_MEDIUM, .budget_tokens = 1000
    };
    struct str id;
    struct error e;

    assert_int_equal(engine_create(h->engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") },
                                   h->arena, &id, &e),
                     0);
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    return report_of(h, id);
}

static void test_a_call_that_does_not_fit_takes_nothing_from_the_others(void **state)
{
    /* 900 are left for three, of each 300 a third of the reserve is kept. */
    assert_str(with_a_thousand_tokens(*state, "shares"), "big no, small yes, 3 of 3 shares");
}

static void test_what_is_kept_for_the_writing_stays_whole_in_branches(void **state)
{
    assert_str(with_a_thousand_tokens(*state, "kept"), "share no, report yes");
}

static void test_the_shortest_report_may_take_more_than_half(void **state)
{
    assert_str(with_a_thousand_tokens(*state, "least"), "no, yes");
}

static void test_what_must_happen_once_is_not_repeated_after_a_crash(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "once");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(1);
    restart(h);
    plan_hangs = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "unknown");
    assert_int_equal(echo_calls, 1);
}

static void test_the_hard_time_limit_ends_a_run_whatever_the_workflow_does(void **state)
{
    struct house *h = *state;
    struct run_settings settings = {
        .query = str("q"), .workflow = str("stubborn"), .depth = DEPTH_MEDIUM, .timeout_ms = 60, .synthesis_ms = 40
    };
    struct str id;
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_create(h->engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") },
                                   h->arena, &id, &e),
                     0);
    assert_int_equal(finish(h, id), RUN_STATUS_TIMED_OUT);
    assert_true(str_contains(row_of(h, id).error, "hard time limit"));
    /* What was cut off is no outcome of a run that ended so: taken up again it happens. */
    plan_hangs = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_int_equal(row_of(h, id).status, RUN_STATUS_COMPLETED);
    assert_int_equal(echo_calls, 3);
}

static void test_a_retry_that_changes_what_follows_can_be_replayed(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "mend"), again;
    struct error e;

    plan_fails = 1;
    assert_int_equal(finish(h, id), RUN_STATUS_FAILED);
    plan_fails = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_int_equal(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e), 0);
    assert_str(report_of(h, id), "one two with three");
    int calls = echo_calls;
    if (engine_replay(h->engine, id, h->arena, &again, &e) < 0)
        fail_msg("%s", e.message);
    assert_true(str_eq(again, report_of(h, id)));
    assert_int_equal(echo_calls, calls);
}

static int damage_job(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return db_exec(db, "UPDATE effect SET body = x'0102', body_hash = NULL WHERE path = 'one'", e);
}

static void test_a_damaged_entry_stops_the_run_whatever_the_workflow_does(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "stubborn");
    struct error e;

    plan_hangs = 1;
    assert_int_equal(engine_submit(h->engine, id, &e), 0);
    wait_calls(2);
    restart(h);
    assert_int_equal(store_write(h->store, damage_job, NULL, &e), 0);
    plan_hangs = 0;
    assert_int_equal(engine_resume(h->engine, id, &e), 0);
    assert_true(engine_wait(h->engine, id, clock_monotonic_ms() + 20000, &e) < 0);
    assert_true(str_contains(str(e.message), "one"));
    assert_false(row_of(h, id).has_report);
    assert_int_equal(echo_calls, 2);
}

static void test_a_key_that_a_service_repeats_is_kept_nowhere(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "parrot"), cached;
    struct db *db;
    struct error e;

    log_secret(str("sk-parrot-5ecre7"));
    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_str(report_of(h, id), "your key is [secret]");
    assert_int_equal(store_read_begin(h->store, &db, &e), 0);
    assert_int_equal(cache_get(db, str("search"), hash_of(str("parrot")), clock_wall_ms(), h->arena, &cached, &e), 1);
    store_read_end(h->store, db);
    assert_str(cached, "your key is [secret]");
}

static void test_status_changes_only_by_the_table(void **state)
{
    static const struct {
        enum run_status from, to;
    } legal[] = {
        { RUN_STATUS_DRAFT, RUN_STATUS_QUEUED },      { RUN_STATUS_QUEUED, RUN_STATUS_RUNNING },
        { RUN_STATUS_QUEUED, RUN_STATUS_CANCELLED },  { RUN_STATUS_QUEUED, RUN_STATUS_FAILED },
        { RUN_STATUS_RUNNING, RUN_STATUS_RUNNING },   { RUN_STATUS_RUNNING, RUN_STATUS_QUEUED },
        { RUN_STATUS_RUNNING, RUN_STATUS_WAITING },   { RUN_STATUS_RUNNING, RUN_STATUS_COMPLETED },
        { RUN_STATUS_RUNNING, RUN_STATUS_FAILED },    { RUN_STATUS_RUNNING, RUN_STATUS_CANCELLED },
        { RUN_STATUS_RUNNING, RUN_STATUS_TIMED_OUT }, { RUN_STATUS_WAITING, RUN_STATUS_QUEUED },
        { RUN_STATUS_WAITING, RUN_STATUS_CANCELLED }, { RUN_STATUS_FAILED, RUN_STATUS_QUEUED },
        { RUN_STATUS_CANCELLED, RUN_STATUS_QUEUED },  { RUN_STATUS_TIMED_OUT, RUN_STATUS_QUEUED },
    };

    (void) state;
    for (int from = RUN_STATUS_DRAFT; from <= RUN_STATUS_TIMED_OUT; from++)
        for (int to = RUN_STATUS_DRAFT; to <= RUN_STATUS_TIMED_OUT; to++) {
            bool expected = false;

            for (size_t i = 0; i < sizeof legal / sizeof *legal; i++)
                expected = expected || ((int) legal[i].from == from && (int) legal[i].to == to);
            assert_int_equal(run_status_may((enum run_status) from, (enum run_status) to), expected);
        }
}

static void test_paths_name_places(void **state)
{
    (void) state;
    struct path a = path_at(path_root(), "x", 1), b = path_at(path_root(), "x", 2);

    assert_string_equal(a.text, "x/1");
    assert_string_equal(path_add(b, "y").text, "x/2/y");
}

static void test_random_differs_by_place_and_repeats_in_place(void **state)
{
    struct house *h = *state;
    struct str id = create(h, "random"), other = create(h, "random"), again, part[4];
    struct error e;

    assert_int_equal(finish(h, id), RUN_STATUS_COMPLETED);
    assert_int_equal(finish(h, other), RUN_STATUS_COMPLETED);
    assert_int_equal(engine_replay(h->engine, id, h->arena, &again, &e), 0);
    assert_true(str_eq(again, report_of(h, id)));
    assert_false(str_eq(again, report_of(h, other)));
    for (int i = 0; i < 4; i++)
        assert_true(str_next(&again, ' ', &part[i]));
    assert_true(str_eq(part[0], part[1]));
    assert_false(str_eq(part[0], part[2]));
    assert_false(str_eq(part[0], part[3]));
    assert_false(str_eq(part[2], part[3]));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(test_a_run_completes_and_keeps_its_report),
        TEST(test_events_are_gap_free_and_start_with_creation),
        TEST(test_a_batch_keeps_the_order_it_was_asked_in),
        TEST(test_a_failed_effect_fails_the_run_and_resume_repeats_only_it),
        TEST(test_an_interrupted_run_goes_on_where_it_was),
        TEST(test_cancel_ends_a_call_that_hangs_is_sticky_and_can_be_resumed),
        TEST(test_a_queued_run_is_cancelled_on_the_spot),
        TEST(test_finish_cuts_short_what_is_not_essential_and_replays),
        TEST(test_replay_makes_no_call_and_gives_the_same_report),
        TEST(test_replay_names_the_path_where_the_code_asks_differently),
        TEST(test_resume_drops_what_followed_where_the_code_asks_differently),
        TEST(test_a_run_at_work_cannot_be_taken_by_another_engine),
        TEST(test_a_run_that_lost_its_lease_writes_nothing_more),
        TEST(test_a_long_job_gives_its_thread_back_and_is_handed_in_once),
        TEST(test_a_run_that_is_woken_before_it_sleeps_goes_on_at_once),
        TEST(test_a_long_job_in_one_branch_does_not_stop_the_others),
        TEST(test_an_effect_past_its_phase_limit_fails_and_says_so),
        TEST(test_a_timeout_names_the_limit_that_was_reached),
        TEST(test_a_phase_goes_on_with_the_time_it_had_left),
        TEST(test_nested_fan_out_joins_in_path_order),
        TEST(test_64_runs_with_nested_fan_out_on_a_pool_of_64_do_not_deadlock),
        TEST(test_a_question_suspends_the_run_whatever_the_workflow_does),
        TEST(test_an_answer_stands_when_its_question_is_put_in_other_words),
        TEST(test_a_question_is_told_by_the_commit_by_which_the_run_waits),
        TEST(test_a_token_budget_narrows_then_keeps_its_reserve),
        TEST(test_a_call_that_does_not_fit_takes_nothing_from_the_others),
        TEST(test_what_is_kept_for_the_writing_stays_whole_in_branches),
        TEST(test_the_shortest_report_may_take_more_than_half),
        TEST(test_what_must_happen_once_is_not_repeated_after_a_crash),
        TEST(test_the_hard_time_limit_ends_a_run_whatever_the_workflow_does),
        TEST(test_a_retry_that_changes_what_follows_can_be_replayed),
        TEST(test_a_damaged_entry_stops_the_run_whatever_the_workflow_does),
        TEST(test_a_key_that_a_service_repeats_is_kept_nowhere),
        cmocka_unit_test(test_status_changes_only_by_the_table),
        cmocka_unit_test(test_paths_name_places),
        TEST(test_random_differs_by_place_and_repeats_in_place),
    };

    return cmocka_run_group_tests_name("run", tests, NULL, NULL);
}
