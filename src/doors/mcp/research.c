/* deep_research: a research from the question to the report within one call, or up to the moment where the client would lose
 * patience. Clarifying questions go to the client's user where the client can ask; else they are the result. */
#include <string.h>

#include "base/clock.h"
#include "doors/mcp/internal.h"
#include "service/conversation.h"
#include "service/feed.h"
#include "service/research.h"
#include "service/runs.h"
#include "service/service.h"
#include "text/counts.h"
#include "text/json.h"

enum {
    TICK_MS = 250,
    HEARTBEAT_MS = 8000,
    PATIENCE_MS = 45000, /* of a client that asked for no progress: many give up after 60 s */
    EVENTS_AT_ONCE = 500,
    GATHER_MS = 50, /* after the first prompt for the client: others that are asked beside it */
    GATHER_MOST_MS = 1000,
    ANSWERS_MAX = 1 << 20,
    NEXT_MS = 2000,  /* how long a status waits for what follows an answer of the client's model */
    ROUNDS_MAX = 10, /* replies that ask the client something, for one call: the official SDKs give up after so many */
};

/* --- the result --- */

struct research_result {
    struct str id, status, workflow, query, answer;
    struct str citations, claims, usage, cost, answered; /* JSON, as in the report */
    struct str_list questions, warnings;
    struct str next;
};

const struct field research_result_fields[] = {
    FIELD_STR(struct research_result, id, .help = "the research; research_status, research_report … take it"),
    FIELD_STR(struct research_result, status,
              .help = "completed, waiting (it asks something), queued, running, failed …"),
    FIELD_STR(struct research_result, workflow, .nullable = true, .help = "how it was researched"),
    FIELD_STR(struct research_result, query, .nullable = true, .help = "the question"),
    FIELD_STR(struct research_result, answer, .nullable = true, .help = "the report, Markdown with numbered citations"),
    FIELD_JSON(struct research_result, answered, .help = "true, false, or null if it cannot be told"),
    FIELD_JSON(struct research_result, citations,
               .help = "the sources cited: id, number, title, url, snippet, relevanceScore"),
    FIELD_JSON(struct research_result, claims, .help = "number of claims and counts by verdict"),
    FIELD_JSON(struct research_result, usage, .help = "calls and tokens"),
    FIELD_AS("costUsd", JSON, struct research_result, cost, .help = "what it cost; null if that is not known"),
    FIELD_STRS(struct research_result, questions, .help = "what it asks when it waits"),
    FIELD_STRS(struct research_result, warnings, .help = "worth knowing"),
    FIELD_STR(struct research_result, next, .nullable = true, .help = "what to call next, if anything"),
    FIELD_END,
};

/* --- following --- */

struct research {
    struct mcp_request *request;
    struct str id, status, phase;
    int64_t seen, sources, started_ms, told_ms, ticks;
    int64_t rounds; /* new era: replies to this call that asked the client something */
    struct feed *feed;
};

static int call(struct research *research, const struct operation *operation, const void *in, void *out,
                struct error *e)
{
    return operation_run(operation, &research->request->session->caller, research->request->arena, in, out, e);
}

static void tell(struct research *research, struct str what)
{
    struct mcp_request *request = research->request;
    struct str text = str_format(request->arena, "%.*s%s%.*s (%.*s)",
                                 STR_ARG(str_empty(research->phase) ? research->status : research->phase),
                                 str_empty(what) ? "" : ": ", STR_ARG(what),
                                 STR_ARG(text_counted(request->arena, research->sources, "source", "sources")));

    research->told_ms = clock_monotonic_ms();
    request_progress(request, (double) ++research->ticks, -1, text);
}

/* What lasts as long as the request, which may be hours: kept once. */
static void keep_text(struct research *research, struct str *kept, struct str now)
{
    if (!str_eq(*kept, now))
        *kept = str_dup(research->request->arena, now);
}

static void take_event(struct research *research, struct arena *arena, const struct event_view *event)
{
    json_t *data = NULL;
    struct str what = str("");

    research->seen = event->seq;
    if (!str_empty(event->phase))
        keep_text(research, &research->phase, event->phase);
    json_parse(event->data, &data, NULL);
    research->sources += str_is(event->type, "source_added");
    if (str_is(event->type, "search_completed"))
        what = json_get_str(data, "query");
    else if (str_is(event->type, "source_added"))
        what = json_get_str(data, "title");
    else if (str_is(event->type, "phase_started") || str_is(event->type, "synthesis_started") ||
             str_is(event->type, "plan_created"))
        what = str_replace(arena, event->type, str("_"), str(" "));
    if (!str_empty(what)) {
        tell(research, what);
        request_log(research->request, 1, str_format(arena, "%.*s: %.*s", STR_ARG(event->type), STR_ARG(what)));
    }
    json_decref(data);
}

static int read_events(struct research *research, struct error *e)
{
    bool more = true;
    int r = 0;

    while (r == 0 && more) {
        struct events_in in = { .id = research->id, .since = research->seen, .limit = EVENTS_AT_ONCE };
        struct events_out out = { 0 };
        struct arena *arena = arena_new();

        r = operation_run(&operation_events, &research->request->session->caller, arena, &in, &out, e);
        for (size_t i = 0; r == 0 && i < out.events_n; i++)
            take_event(research, arena, &out.events[i]);
        if (r == 0)
            keep_text(research, &research->status, out.status);
        more = out.events_n == EVENTS_AT_ONCE;
        arena_free(arena);
    }
    return r;
}

static bool at_work(struct str status) { return str_is(status, "queued") || str_is(status, "running"); }

static bool out_of_patience(const struct research *research)
{
    return !research->request->progress_token && clock_monotonic_ms() - research->started_ms >= PATIENCE_MS;
}

/* Prompts for the client's model: in the old era they are sent; true: they wait, and the client is to be asked by the reply. */
static bool needs_client(struct research *research)
{
    struct mcp_request *request = research->request;
    size_t n, before = 0;

    if (!sampling_offered(request))
        return false;
    sampling_wake(request, research->id);
    if (request->era == ERA_LEGACY) {
        sampling_lend(request, research->id);
        return false;
    }
    /* What is asked in parallel travels together: as long as further prompts come, and for a while as long as other calls
     * of the run are under way, after which it may ask more. */
    int64_t until = clock_monotonic_ms() + GATHER_MOST_MS;
    while ((n = sampling_waiting(request, research->id)) > before ||
           (n > 0 && service_calls(request->mcp->service, research->id) > n && clock_monotonic_ms() < until)) {
        before = n;
        feed_wait(research->feed, clock_monotonic_ms() + GATHER_MS);
    }
    return n > 0;
}

/* Until the run rests, its client is needed or has left, or the client's patience would end. */
static int follow(struct research *research, struct error *e)
{
    research->feed = feed_open(research->request->mcp->service, research->id);
    int r = read_events(research, e);

    while (r == 0 && at_work(research->status) && !request_over(research->request) && !out_of_patience(research) &&
           !needs_client(research)) {
        feed_wait(research->feed, clock_monotonic_ms() + TICK_MS);
        r = read_events(research, e);
        if (clock_monotonic_ms() - research->told_ms >= HEARTBEAT_MS)
            tell(research, str(""));
    }
    feed_close(research->feed);
    return r;
}

/* --- rounds of the new era --- */

/* Where the client is asked by the reply: keeps what the next round must know. False: one more would be too many for the
 * client, so the reply must be a complete one. */
static bool another_round(struct research *research)
{
    if (research->rounds >= ROUNDS_MAX)
        return false;
    request_keep(research->request,
                 json_pack("{so sI}", "run", json_new_str(research->id), "rounds", (json_int_t) research->rounds + 1));
    return true;
}

/* The prompts that wait are the reply. True: there are some. */
static bool want_samples(struct research *research)
{
    struct mcp_request *request = research->request;
    json_t *inputs = request->era == ERA_MODERN && sampling_offered(request) ? sampling_inputs(request, research->id)
                                                                             : NULL;

    if (!inputs || !another_round(research)) {
        json_decref(inputs);
        return false;
    }
    json_decref(request->wanted);
    request->wanted = inputs;
    return true;
}

/* --- questions --- */

static json_t *question_form(struct arena *arena, const struct str_list *questions)
{
    json_t *properties = json_object(), *required = json_array();

    for (size_t i = 0; i < questions->n; i++) {
        const char *name = str_format(arena, "answer%zu", i + 1).data;

        json_object_set_new(properties, name,
                            json_pack("{ss so}", "type", "string", "title", json_new_str(questions->items[i])));
        json_array_append_new(required, json_string(name));
    }
    return json_pack("{ss ss s{ss so so}}", "mode", "form", "message",
                     "Before the research goes on, it asks:", "requestedSchema", "type", "object", "properties",
                     properties, "required", required);
}

/* What the client's user is told nothing of: the client did not keep to the form. */
static int misfit(const struct research *research, struct error *e, const char *what)
{
    return error_set(e, ERROR_INVALID,
                     "The client's answer to elicitation/create cannot be used: %s. The research %.*s still waits: "
                     "answer it with research_answer.",
                     what, STR_ARG(research->id));
}

/* The answers as one text: each under its question when there are several. An answer may be missing, but not all of them. */
static int answers_text(struct research *research, const struct str_list *questions, const json_t *content,
                        struct str *ret, struct error *e)
{
    struct arena *arena = research->request->arena;
    struct buf text;
    size_t given = 0;

    if (!json_is_object(content))
        return misfit(research, e, "content must be an object with the members that were asked for");
    buf_init(&text, ANSWERS_MAX);
    for (size_t i = 0; i < questions->n; i++) {
        const char *name = str_format(arena, "answer%zu", i + 1).data;
        const json_t *answer = json_object_get(content, name);

        given += answer != NULL;
        if (answer && !json_is_string(answer)) {
            buf_free(&text);
            return misfit(research, e, str_format(arena, "content.%s must be a string", name).data);
        }
        if (str_empty(str_trim(json_get_str(content, name))))
            continue;
        if (questions->n > 1)
            buf_format(&text, "%.*s\n", STR_ARG(questions->items[i]));
        buf_format(&text, "%.*s\n", STR_ARG(json_get_str(content, name)));
    }
    bool over = text.over;
    *ret = buf_take(&text, arena);
    if (over)
        return misfit(research, e, "it is too long");
    return given ? 0 : misfit(research, e, "content has none of the members that were asked for");
}

static int give_answer(struct research *research, struct str answer, struct error *e)
{
    struct answer_in in = { .id = research->id, .answer = answer };
    struct run_ref_out out = { 0 };

    return call(research, &operation_answer, &in, &out, e);
}

/* 1: the client's user has answered, and the run goes on; 0: it stays waiting. */
static int take_reply(struct research *research, const struct str_list *questions, const json_t *reply, struct error *e)
{
    struct str action = json_get_str(reply, "action"), answer = str("");
    int r = 0;

    if (str_is(action, "cancel"))
        return 0;
    if (str_is(action, "accept"))
        r = answers_text(research, questions, json_object_get(reply, "content"), &answer, e);
    else if (!str_is(action, "decline"))
        r = misfit(research, e, "action must be accept, decline or cancel");
    if (r == 0)
        r = give_answer(research, answer, e);
    return r < 0 ? r : 1;
}

/* Names the questions of a run for good: they change only with its events. */
static const char *question_key(struct arena *arena, int64_t events)
{
    return str_format(arena, "questions-%lld", (long long) events).data;
}

/* 1: it was answered and goes on; 0: it stays waiting, or the answers come with another request. */
static int elicit(struct research *research, const struct str_list *questions, struct error *e)
{
    struct mcp_request *request = research->request;
    struct rpc_error ignored = { 0 };
    json_t *reply = NULL;
    int r;

    if (!client_has(request, "elicitation"))
        return 0;
    r = request_ask(request, question_key(request->arena, research->seen), "elicitation/create",
                    question_form(request->arena, questions), &reply, &ignored);
    json_decref(ignored.data);
    if (r == 0 && !another_round(research)) {
        json_decref(request->wanted);
        request->wanted = NULL;
    }
    if (r <= 0)
        return 0;
    r = take_reply(research, questions, reply, e);
    json_decref(reply);
    return r;
}

/* --- the end --- */

static struct str member_text(struct arena *arena, const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    return value && !json_is_null(value) ? json_text(arena, value) : str("");
}

static void add_report(struct research *research, struct research_result *result)
{
    struct report_in in = { .id = research->id, .format = REPORT_JSON };
    struct report_out out = { 0 };
    struct arena *arena = research->request->arena;
    json_t *report = NULL;
    struct error e;

    if (call(research, &operation_report, &in, &out, &e) < 0 || json_parse(out.text, &report, &e) < 0)
        return;
    result->answer = str_dup(arena, json_get_str(report, "answer"));
    result->citations = member_text(arena, report, "citations");
    result->claims = member_text(arena, report, "claims");
    result->usage = member_text(arena, report, "usage");
    result->cost = member_text(arena, report, "costUsd");
    result->answered = member_text(arena, report, "answered");
    json_decref(report);
}

static struct str failure_text(struct research *research, const struct run_view *view)
{
    json_t *error = NULL;
    struct str why = str("");
    struct arena *arena = research->request->arena;

    if (!str_empty(view->error) && json_parse(view->error, &error, NULL) == 0)
        why = str_dup(arena, json_get_str(error, "message"));
    json_decref(error);
    return str_format(arena, "The research %.*s ended as %.*s%s%.*s", STR_ARG(view->id), STR_ARG(view->status),
                      str_empty(why) ? "." : ": ", STR_ARG(why));
}

static struct str result_text(struct research *research, const struct run_view *view,
                              const struct research_result *result)
{
    struct arena *arena = research->request->arena;
    struct buf text;

    if (!str_empty(result->answer))
        return result->answer;
    buf_init(&text, 1 << 20);
    if (str_is(view->status, "waiting")) {
        buf_format(&text, "The research %.*s asks:\n", STR_ARG(view->id));
        for (size_t i = 0; i < view->questions.n; i++)
            buf_format(&text, "- %.*s\n", STR_ARG(view->questions.items[i]));
    } else if (at_work(view->status))
        buf_format(&text, "The research %.*s is at work.\n", STR_ARG(view->id));
    else
        buf_format(&text, "%.*s\n", STR_ARG(failure_text(research, view)));
    buf_format(&text, "%.*s", STR_ARG(result->next));
    return buf_take(&text, arena);
}

static struct str what_next(struct arena *arena, const struct run_view *view)
{
    if (str_is(view->status, "completed"))
        return str("");
    if (str_is(view->status, "waiting"))
        return str_format(arena,
                          "Ask the user, then call research_answer with id \"%.*s\"; with an empty answer it takes "
                          "the most likely reading.",
                          STR_ARG(view->id));
    if (at_work(view->status))
        return str_format(arena,
                          "Call research_status with id \"%.*s\" until it is completed, then research_report. Nothing "
                          "is lost between two calls.",
                          STR_ARG(view->id));
    return str_format(arena, "Call research_resume with id \"%.*s\" to go on; nothing that was paid for is repeated.",
                      STR_ARG(view->id));
}

static int end_research(struct research *research, json_t **ret, struct error *e)
{
    struct run_ref_in in = { research->id };
    struct run_view view = { 0 };
    struct arena *arena = research->request->arena;
    int r = call(research, &operation_show, &in, &view, e);

    if (r < 0)
        return r;
    struct research_result result = { .id = view.id,
                                      .status = view.status,
                                      .workflow = view.workflow,
                                      .query = view.query,
                                      .questions = view.questions,
                                      .next = what_next(arena, &view) };
    if (view.has_report)
        add_report(research, &result);
    *ret = tool_structured(research->request, json_encode(research_result_fields, &result),
                           result_text(research, &view, &result));
    if (view.has_report)
        json_array_append_new(json_object_get(*ret, "content"),
                              json_pack("{ss so ss ss}", "type", "resource_link", "uri",
                                        json_new_str(str_format(arena, "research://report/%.*s", STR_ARG(view.id))),
                                        "name", "report", "mimeType", "text/markdown"));
    else if (!at_work(view.status) && !str_is(view.status, "waiting"))
        json_object_set_new(*ret, "isError", json_true());
    return 0;
}

/* A client that left wants no more of it; the run can be resumed. */
static void leave(struct research *research)
{
    struct run_ref_in in = { research->id };
    struct run_ref_out out = { 0 };

    call(research, &operation_cancel, &in, &out, NULL);
}

/* The run that an earlier round began, or a new one. */
static int begin(struct research *research, const struct tool *tool, json_t *arguments, struct rpc_error *rpc,
                 struct error *e)
{
    struct mcp_request *request = research->request;
    json_t *state = NULL, *started = NULL;

    if (request->era == ERA_MODERN && request_state(request, &state, rpc) < 0)
        return -ERROR_PARSE;
    if (state) {
        research->id = str_dup(request->arena, json_get_str(state, "run"));
        research->rounds = json_get_int(state, "rounds", 0);
        json_decref(state);
        sampling_take(request, research->id, json_object_get(request->params, "inputResponses"));
        return 0;
    }
    struct caller caller = request_caller(request, tool->operation);
    int r = operation_call(tool->operation, &caller, request->arena, arguments, &started, e);
    if (r == 0)
        research->id = str_dup(request->arena, json_get_str(started, "id"));
    json_decref(started);
    return r;
}

static int pending_questions(struct research *research, struct str_list *ret, struct error *e)
{
    struct run_ref_in in = { research->id };
    struct run_view view = { 0 };
    int r = call(research, &operation_show, &in, &view, e);

    *ret = view.questions;
    return r;
}

/* --- as a task --- */

json_t *research_inputs(struct mcp_request *request, const struct run_view *view)
{
    return json_pack("{s{ss so}}", question_key(request->arena, view->events), "method", "elicitation/create", "params",
                     question_form(request->arena, &view->questions));
}

int research_take_inputs(struct mcp_request *request, const struct run_view *view, const json_t *replies,
                         struct error *e)
{
    struct research research = { .request = request, .id = view->id };
    const json_t *reply = json_object_get(replies, question_key(request->arena, view->events));

    return reply ? take_reply(&research, &view->questions, reply, e) : 0;
}

int research_end(struct mcp_request *request, struct str id, json_t **ret, struct error *e)
{
    struct research research = { .request = request, .id = id };

    return end_research(&research, ret, e);
}

int research_begin(struct mcp_request *request, const struct tool *tool, json_t *arguments, struct str *ret_id,
                   struct error *e)
{
    struct research research = { .request = request };
    struct rpc_error ignored = { 0 };
    int r = begin(&research, tool, arguments, &ignored, e);

    if (r < 0 && ignored.code)
        r = error_set(e, ERROR_PARSE, "%s", ignored.message);
    *ret_id = research.id;
    return r;
}

/* --- a look at a run, which lends the client's model to it on the way --- */

bool research_lend(struct mcp_request *request, struct str id)
{
    struct research research = { .request = request, .id = id, .started_ms = clock_monotonic_ms() };
    json_t *replies = json_object_get(request->params, "inputResponses");
    struct error e;

    if (!sampling_offered(request))
        return false;
    if (request->era == ERA_MODERN)
        sampling_take(request, id, replies);
    bool expected = sampling_wake(request, id) || json_object_size(replies) > 0 || sampling_waiting(request, id) > 0;
    if (!expected)
        return false;
    research.feed = feed_open(request->mcp->service, id);
    int64_t until = clock_monotonic_ms() + NEXT_MS;
    while (read_events(&research, &e) == 0 && at_work(research.status) && !request_over(request) &&
           !needs_client(&research) && clock_monotonic_ms() < (sampling_under_way(request) ? INT64_MAX : until) &&
           !out_of_patience(&research)) {
        if (sampling_under_way(request))
            until = clock_monotonic_ms() + NEXT_MS;
        feed_wait(research.feed, clock_monotonic_ms() + TICK_MS);
    }
    feed_close(research.feed);
    return request->era == ERA_MODERN && sampling_waiting(request, id) > 0;
}

int tool_status(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret,
                struct rpc_error *rpc)
{
    struct research research = { .request = request };
    struct run_ref_in in = { json_get_str(arguments, "id") };
    struct run_view view = { 0 };
    json_t *state = NULL;
    struct error e;

    /* The id may be short, but what waits knows the whole one. */
    if (sampling_offered(request) && in.id.len && call(&research, &operation_show, &in, &view, &e) == 0 &&
        at_work(view.status)) {
        if (request->era == ERA_MODERN && request_state(request, &state, rpc) < 0)
            return -1;
        research.id = view.id;
        research.rounds = json_get_int(state, "rounds", 0);
        json_decref(state);
        if (research_lend(request, view.id) && want_samples(&research))
            return 0;
    }
    return tool_operation(request, tool, arguments, ret, rpc);
}

int tool_deep_research(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret,
                       struct rpc_error *rpc)
{
    struct research research = { .request = request,
                                 .started_ms = clock_monotonic_ms(),
                                 .told_ms = clock_monotonic_ms() };
    struct error e;

    if (task_wanted(request))
        return task_start(request, tool, arguments, ret);
    int r = begin(&research, tool, arguments, rpc, &e);
    bool again = r == 0;

    if (r == -ERROR_PARSE && rpc->code)
        return -1;
    while (r == 0 && again) {
        struct str_list questions = { 0 };

        again = false;
        r = follow(&research, &e);
        if (request_cancelled(request))
            break;
        if (r == 0 && at_work(research.status) && want_samples(&research))
            return 0; /* input_required */
        if (r == 0 && str_is(research.status, "waiting"))
            r = pending_questions(&research, &questions, &e);
        if (r == 0 && questions.n) {
            r = elicit(&research, &questions, &e);
            again = r == 1;
            r = r < 0 ? r : 0;
        }
        if (request->wanted)
            return 0; /* input_required */
    }
    /* Also while the client was asked; a server that stops keeps the run. */
    if (research.id.len && request_cancelled(request) && !session_ended(request->session))
        leave(&research);
    if (r == 0)
        r = end_research(&research, ret, &e);
    if (r < 0)
        *ret = tool_failure(e.message);
    return 0;
}
