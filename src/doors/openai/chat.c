/* /v1/chat/completions: a research as an answer, whole or as it comes.
 *
 * Threads: the request starts on a worker; then the hub's workers translate the
 * events of its run, one at a time (doors/http/stream.h). */
#include "base/clock.h"
#include "doors/http/server.h"
#include "doors/openai/openai.h"
#include "service/research.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

enum { PIECE = 2000 }; /* bytes of the report in one chunk */

struct chat {
    struct http_request *request;
    struct chat_asked asked;
    struct str run, id;
    int64_t created_s;
    bool begun; /* the first chunk is written */
};

/* --- chunks --- */

static json_t *chunk(const struct chat *chat, json_t *choices)
{
    return json_pack("{s:o, s:s, s:I, s:o, s:o}", "id", json_new_str(chat->id), "object", "chat.completion.chunk",
                     "created", (json_int_t) chat->created_s, "model", json_new_str(chat->asked.model), "choices",
                     choices);
}

static void put(struct buf *out, json_t *value)
{
    struct arena *arena = arena_new();

    buf_add_z(out, "data: ");
    buf_add_str(out, json_text(arena, value));
    buf_add_z(out, "\n\n");
    json_decref(value);
    arena_free(arena);
}

static void put_delta(struct chat *chat, struct buf *out, json_t *delta, const char *finish)
{
    if (!chat->begun) {
        chat->begun = true;
        put_delta(chat, out, json_pack("{s:s, s:s}", "role", "assistant", "content", ""), NULL);
    }
    put(out, chunk(chat, json_pack("[{s:i, s:o, s:s?}]", "index", 0, "delta", delta, "finish_reason", finish)));
}

static void put_content(struct chat *chat, struct buf *out, struct str text)
{
    while (text.len) {
        struct str piece = utf8_cut_bytes(text, PIECE);

        put_delta(chat, out, json_pack("{s:o}", "content", json_new_str(piece)), NULL);
        text = str_sub(text, piece.len, text.len);
    }
}

/* --- progress --- */

/* One line about an event that a reader wants to see; empty for the others. */
static struct str progress_line(struct arena *arena, const struct event_view *event, const json_t *data)
{
    static const struct {
        const char *type, *says, *member, *otherwise;
    } rows[] = {
        { "phase_started", "Phase: ", "phase", NULL },
        { "step_started", "Looking into: ", "query", "title" },
        { "step_started", "Asking: ", "model", NULL },
        { "search_completed", "Searched: ", "query", NULL },
        { "source_added", "Source: ", "title", "url" },
        { "finding_added", "Found: ", "content", NULL },
        { "gap_found", "Still unknown: ", "description", NULL },
        { "contradiction_found", "Sources disagree: ", "description", NULL },
        { "reflection_decision", "Decided: ", "rationale", "reasoning" },
        { "budget_warning", "Near its ceiling: ", "ceiling", NULL },
        { "degraded", "Doing less: ", "reason", "what" },
        { "retry", "Trying again: ", "service", NULL },
    };

    if (str_is(event->type, "synthesis_started"))
        return str("Writing the report.\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!str_is(event->type, rows[i].type))
            continue;
        struct str text = json_get_str(data, rows[i].member);
        if (text.len == 0 && rows[i].otherwise)
            text = json_get_str(data, rows[i].otherwise);
        if (text.len)
            return str_format(arena, "%s%.*s\n", rows[i].says, STR_ARG(text));
    }
    return str("");
}

static void put_progress(struct chat *chat, struct buf *out, const struct event_view *event)
{
    struct arena *arena = arena_new();
    json_t *data = NULL;

    if (json_parse(event->data.len ? event->data : str("{}"), &data, NULL) == 0) {
        struct str line = progress_line(arena, event, data);

        if (line.len)
            put_delta(chat, out, json_pack("{s:o}", "reasoning_content", json_new_str(line)), NULL);
    }
    json_decref(data);
    arena_free(arena);
}

/* --- what came of it --- */

struct outcome {
    struct str text;
    json_t *annotations, *usage;
    struct error error; /* code 0: there is an answer */
};

static json_t *usage_of(const json_t *report)
{
    const json_t *usage = json_object_get(report, "usage");
    json_int_t in = json_get_int(usage, "inputTokens", 0), out = json_get_int(usage, "outputTokens", 0);

    return json_pack("{s:I, s:I, s:I, s:{s:I}, s:{s:I}}", "prompt_tokens", in, "completion_tokens", out, "total_tokens",
                     in + out, "prompt_tokens_details", "cached_tokens", json_get_int(usage, "cachedTokens", 0),
                     "completion_tokens_details", "reasoning_tokens", json_get_int(usage, "reasoningTokens", 0));
}

static void take_questions(struct arena *arena, const json_t *shown, struct outcome *ret)
{
    const json_t *questions = json_object_get(shown, "questions"), *question;
    struct buf out;
    size_t i;

    buf_init(&out, 1 << 20);
    json_array_foreach (questions, i, question)
        if (json_array_size(questions) > 1)
            buf_format(&out, "%zu. %s\n", i + 1, json_string_value(question));
        else
            buf_add_z(&out, json_string_value(question));
    ret->text = str_trim(buf_take(&out, arena));
}

static void take_failure(struct arena *arena, const json_t *shown, struct str status, struct outcome *ret)
{
    struct str why = json_get_str(json_object_get(shown, "error"), "message");

    (void) arena;
    error_set(&ret->error, ERROR_UPSTREAM, "The research %.*s%s%.*s", STR_ARG(status), why.len ? ": " : ".",
              STR_ARG(why));
}

/* What the run has come to, in the words of a chat. */
static void take_outcome(struct chat *chat, struct arena *arena, struct outcome *ret)
{
    json_t *arguments = json_pack("{s:o}", "id", json_new_str(chat->run)), *shown = NULL, *result = NULL,
           *report = NULL;
    const struct caller *caller = &chat->request->caller;

    *ret = (struct outcome){ 0 };
    if (operation_call(&operation_show, caller, arena, arguments, &shown, &ret->error) == 0) {
        struct str status = str_dup(arena, json_get_str(shown, "status"));

        json_object_set_new(arguments, "format", json_string("json"));
        if (json_array_size(json_object_get(shown, "questions")))
            take_questions(arena, shown, ret);
        else if (!json_get_bool(shown, "hasReport", false))
            take_failure(arena, shown, status, ret);
        else if (operation_call(&operation_report, caller, arena, arguments, &result, &ret->error) == 0 &&
                 json_parse(json_get_str(result, "text"), &report, &ret->error) == 0) {
            ret->text = str_dup(arena, json_get_str(report, "answer"));
            ret->annotations = chat_annotations(ret->text, json_object_get(report, "citations"));
        }
        ret->usage = usage_of(report ? report : shown);
    }
    if (ret->error.code == 0)
        ret->text = chat_with_run(arena, ret->text, chat->run);
    json_decref(arguments);
    json_decref(shown);
    json_decref(result);
    json_decref(report);
}

static void drop_outcome(struct outcome *outcome)
{
    json_decref(outcome->annotations);
    json_decref(outcome->usage);
}

/* --- as a stream --- */

static void put_outcome(struct chat *chat, struct buf *out)
{
    struct arena *arena = arena_new();
    struct outcome outcome;

    take_outcome(chat, arena, &outcome);
    if (outcome.error.code) {
        put(out, json_pack("{s:{s:o, s:s, s:n, s:s}}", "error", "message", json_new_str(str(outcome.error.message)),
                           "type", "server_error", "param", "code", error_name(outcome.error.code)));
    } else {
        put_content(chat, out, outcome.text);
        if (json_array_size(outcome.annotations))
            put_delta(chat, out, json_pack("{s:O}", "annotations", outcome.annotations), NULL);
        put_delta(chat, out, json_object(), "stop");
        if (chat->asked.usage) {
            json_t *last = chunk(chat, json_array());

            json_object_set(last, "usage", outcome.usage);
            put(out, last);
        }
    }
    buf_add_z(out, "data: [DONE]\n\n");
    drop_outcome(&outcome);
    arena_free(arena);
}

static bool translate(void *context, const struct event_view *event, struct str status, struct buf *out)
{
    struct chat *chat = context;

    (void) status;
    if (event)
        put_progress(chat, out, event);
    else
        put_outcome(chat, out);
    return event == NULL;
}

/* --- whole --- */

static void reply_whole(struct chat *chat)
{
    struct arena *arena = arena_new();
    struct outcome outcome;

    take_outcome(chat, arena, &outcome);
    if (outcome.error.code) {
        reply_error(chat->request, &outcome.error);
    } else {
        json_t *message = json_pack("{s:s, s:o, s:n}", "role", "assistant", "content", json_new_str(outcome.text),
                                    "refusal");

        if (json_array_size(outcome.annotations))
            json_object_set(message, "annotations", outcome.annotations);
        json_t *answer = json_pack("{s:o, s:s, s:I, s:o, s:[{s:i, s:o, s:s, s:n}], s:O}", "id", json_new_str(chat->id),
                                   "object", "chat.completion", "created", (json_int_t) chat->created_s, "model",
                                   json_new_str(chat->asked.model), "choices", "index", 0, "message", message,
                                   "finish_reason", "stop", "logprobs", "usage", outcome.usage);
        reply_json(chat->request, 200, answer);
    }
    drop_outcome(&outcome);
    arena_free(arena);
}

static bool wait_for_rest(void *context, const struct event_view *event, struct str status, struct buf *out)
{
    (void) status;
    (void) out;
    if (!event)
        reply_whole(context);
    return event == NULL;
}

/* --- the request --- */

static json_t *research_arguments(const struct chat_asked *asked, const struct config *config)
{
    json_t *arguments = asked->settings ? json_copy((json_t *) asked->settings) : json_object();

    json_object_del(arguments, "cancelOnDisconnect");
    json_object_set_new(arguments, "query", json_new_str(asked->question));
    if (asked->workflow.len)
        json_object_set_new(arguments, "workflow", json_new_str(asked->workflow));
    if (asked->depth.len)
        json_object_set_new(arguments, "depth", json_new_str(asked->depth));
    if (asked->instructions.len)
        json_object_set_new(arguments, "systemPrompt", json_new_str(asked->instructions));
    if (asked->run.len)
        json_object_set_new(arguments, "continue", json_new_str(asked->run));
    if (!json_object_get(arguments, "clarify"))
        json_object_set_new(arguments, "clarify", json_boolean(config->enable_clarification));
    return arguments;
}

/* An argument of the research, as the chat's client knows it. */
static void reply_refused(struct http_request *request, const struct chat_asked *asked, struct error *e)
{
    char name[sizeof e->field];

    snprintf(name, sizeof name, "%s", e->field);
    for (char *c = name; *c; c++)
        if (*c == '.' || *c == '[')
            *c = '\0';
    if (json_object_get(asked->settings, name))
        error_about(e, str_z(request->arena, str_format(request->arena, "fathom.%s", e->field)));
    else if (strcmp(name, "workflow") == 0 || strcmp(name, "depth") == 0)
        error_about(e, "model");
    else if (name[0])
        error_about(e, "messages");
    reply_error(request, e);
}

/* Starts a research, or answers what the run of the last turn asked: request->made, and the events that are old. A request
 * that is sent again goes on with the run it made. */
static int begin(struct http_request *request, struct chat_asked *asked, int64_t *ret_seen)
{
    struct caller *caller = &request->caller;
    struct run_ref_in ref = { asked->run };
    struct run_view view = { 0 };
    json_t *arguments = NULL, *result = NULL;
    struct error e = { .retry_after_ms = -1 };
    const struct operation *operation = &operation_research;

    *ret_seen = 0;
    if (request->made.len)
        return 0;
    if (asked->run.len && operation_run(&operation_show, caller, request->arena, &ref, &view, NULL) < 0)
        asked->run = str(""); /* of somebody else, or deleted: only its text is left */
    if (asked->run.len && view.questions.n) {
        operation = &operation_answer;
        arguments = json_pack("{s:o, s:o}", "id", json_new_str(asked->run), "answer", json_new_str(asked->question));
        *ret_seen = view.events;
    } else {
        arguments = research_arguments(asked, service_config(caller->service));
    }
    int r = operation_call(operation, caller, request->arena, arguments, &result, &e);
    if (r < 0)
        reply_refused(request, asked, &e);
    else
        request->made = str_dup(request->arena, json_get_str(result, "id"));
    json_decref(arguments);
    json_decref(result);
    return r;
}

static int parse(struct http_request *request, json_t **ret_body, struct chat_asked *ret)
{
    struct error e;

    if (json_parse_unique(buf_str(&request->body), ret_body, &e) < 0)
        return reply_problem(request, 400, "invalid_json", NULL, "The body is %s", e.message);
    if (!json_is_object(*ret_body))
        return reply_problem(request, 400, "invalid_json", NULL, "The body must be a JSON object.");
    if (chat_parse(request->arena, *ret_body, ret, &e) == 0)
        return 0;
    if (e.code == ERROR_MODEL)
        return reply_problem(request, 404, "model_not_found", "model", "%s", e.message);
    reply_error(request, &e);
    return -ERROR_INVALID;
}

void handle_chat(struct http_request *request)
{
    struct chat *chat = arena_alloc(request->arena, sizeof *chat);
    json_t *body = NULL;
    int64_t seen;

    chat->request = request;
    chat->created_s = clock_wall_ms() / 1000;
    if (parse(request, &body, &chat->asked) == 0 && begin(request, &chat->asked, &seen) == 0) {
        bool stream = chat->asked.stream;

        chat->run = request->made;
        struct stream_settings settings = { .run = chat->run,
                                            .since = seen,
                                            .last = seen,
                                            .connection = request->connection,
                                            .waits = !stream,
                                            .translate = stream ? translate : wait_for_rest,
                                            .context = chat };

        chat->id = str_format(request->arena, "chatcmpl-%.*s", STR_ARG(chat->run));
        reply_header(request, "X-Fathom-Run", chat->run);
        if (!chat->asked.stays)
            request->cancels = chat->run;
        if (stream)
            reply_text(request, 200, "text/event-stream", str(""));
        *(stream ? &request->reply.stream : &request->waiter) = stream_open(request->http->hub, &settings);
    }
    json_decref(body);
}

/* --- models --- */

static json_t *model_json(struct str name)
{
    return json_pack("{s:o, s:s, s:i, s:s}", "id", json_new_str(name), "object", "model", "created", 0, "owned_by",
                     "fathom");
}

void handle_chat_models(struct http_request *request)
{
    json_t *list = json_array();

    json_array_append_new(list, model_json(str("fathom")));
    for (size_t i = 0; workflows[i]; i++) {
        json_array_append_new(list, model_json(str_format(request->arena, "fathom/%s", workflows[i]->name)));
        for (size_t d = 1; depth_words[d]; d++)
            json_array_append_new(
                list, model_json(str_format(request->arena, "fathom/%s-%s", workflows[i]->name, depth_words[d])));
    }
    reply_json(request, 200, json_pack("{s:s, s:o}", "object", "list", "data", list));
}

void handle_chat_model(struct http_request *request)
{
    struct str workflow, depth;

    if (!chat_model_parse(request->captured[0], &workflow, &depth))
        reply_problem(request, 404, "model_not_found", "model",
                      "There is no model \"%.*s\"; GET /v1/models lists them.", STR_ARG(request->captured[0]));
    else
        reply_json(request, 200, model_json(request->captured[0]));
}

json_t *chat_schema(void)
{
    json_t *message = json_pack("{s:s, s:[s,s], s:{s:{s:s}, s:{}}}", "type", "object", "required", "role", "content",
                                "properties", "role", "type", "string", "content");

    return json_pack("{s:s, s:[s,s], s:{s:{s:s}, s:{s:s, s:o}, s:{s:s}, s:{s:s}, s:{s:s, s:s}}}", "type", "object",
                     "required", "model", "messages", "properties", "model", "type", "string", "messages", "type",
                     "array", "items", message, "stream", "type", "boolean", "stream_options", "type", "object",
                     "fathom", "type", "object", "description",
                     "settings of the research, as POST /research takes them, and cancelOnDisconnect");
}
