/* DESIGN. The whole response object is made first; a plain answer is the object,
 * a stream tells how it came about, and a job in the background is its request,
 * kept until it is asked for. */
#include "responses.h"

#include "model.h"
#include "wire.h"

enum { CREATED = 1794700800, FOUND = 3, JOBS = 64, POLLS = 1 };

struct job {
    char id[32];
    char *body;
    int polls;
    bool cancelled;
};
static struct job jobs[JOBS];
static size_t jobs_next;

extern const struct service service_perplexity;

static bool is_agent(const struct asked *asked) { return asked->service == &service_perplexity; }

/* What follows "…/responses/", or empty. */
static struct str id_of(const struct asked *asked)
{
    ptrdiff_t at = str_find(asked->path, str("/responses/"), 0);

    return at < 0 ? str("") : str_sub(asked->path, (size_t) at + strlen("/responses/"), asked->path.len);
}

bool responses_path(const struct asked *asked)
{
    return str_ends(asked->path, "/responses") || !str_empty(id_of(asked)) ||
           (is_agent(asked) && str_is(asked->path, "/v1/agent"));
}

static struct str content_of(struct arena *arena, const json_t *content)
{
    struct str_list texts = { 0 };
    const json_t *part;
    size_t i;

    if (json_is_string(content))
        return wire_text(content);
    json_array_foreach (content, i, part)
        str_list_add(arena, &texts, wire_text(json_object_get(part, "text")));
    return texts.n ? str_join(arena, texts.items, texts.n, "\n") : str("");
}

static void read_input(const struct asked *asked, const json_t *body, struct model_asked *ret)
{
    const json_t *input = json_object_get(body, "input"), *item;
    struct str_list before = { 0 }, begun = { 0 }, rest = { 0 };
    size_t i;

    str_list_add(asked->arena, &before, wire_text(json_object_get(body, "instructions")));
    if (json_is_string(input))
        str_list_add(asked->arena, &before, wire_text(input));
    json_array_foreach (input, i, item) {
        struct str type = wire_text(json_object_get(item, "type")),
                   text = content_of(asked->arena, json_object_get(item, "content"));

        if (str_is(type, "function_call_output")) {
            ret->has_results = true;
            str_list_add(asked->arena, &rest, wire_text(json_object_get(item, "output")));
        } else if (str_is(wire_text(json_object_get(item, "role")), "assistant")) {
            str_list_add(asked->arena, &begun, text);
        } else if (!str_empty(text)) {
            str_list_add(asked->arena, begun.n ? &rest : &before, text);
        }
    }
    ret->prompt = str_join(asked->arena, before.items, before.n, "\n");
    ret->begun = begun.n ? str_join(asked->arena, begun.items, begun.n, "") : str("");
    ret->rest = rest.n ? str_join(asked->arena, rest.items, rest.n, "\n") : str("");
    ret->prompt_bytes = ret->prompt.len + ret->begun.len + ret->rest.len;
}

/* *ret_searches: the service's own search may be used. */
static struct model_asked read_request(const struct asked *asked, const json_t *body, bool *ret_searches)
{
    const json_t *format = json_object_get(json_object_get(body, "text"), "format"),
                 *tools = json_object_get(body, "tools");
    const json_t *described = json_object_get(json_object_get(body, "response_format"), "json_schema"), *tool;
    const json_t *choice = json_object_get(body, "tool_choice");
    struct model_asked ret = { .arena = asked->arena, .model = wire_text(json_object_get(body, "model")) };
    size_t i;

    *ret_searches = false;
    if (is_agent(asked) && str_empty(ret.model)) {
        ret.model = wire_text(json_object_get(body, "preset"));
        *ret_searches = !str_empty(ret.model);
    }
    format = described ? described : format;
    ret.schema_name = wire_text(json_object_get(format, "name"));
    ret.schema = json_object_get(format, "schema");
    ret.max_tokens = json_integer_value(json_object_get(body, "max_output_tokens"));
    ret.tools = arena_calloc(asked->arena, json_array_size(tools) + 1, sizeof *ret.tools);
    json_array_foreach (tools, i, tool) {
        struct str type = wire_text(json_object_get(tool, "type"));

        if (str_is(type, "function"))
            ret.tools[ret.tools_n++] = (struct model_tool){ wire_text(json_object_get(tool, "name")),
                                                            json_object_get(tool, "parameters") };
        else if (str_starts(type, "web_search"))
            *ret_searches = true;
    }
    ret.tool_choice = str_is(wire_text(choice), "none") ? str("none") : wire_text(json_object_get(choice, "name"));
    ret.must_call = str_is(wire_text(choice), "required") || json_is_object(choice);
    read_input(asked, body, &ret);
    return ret;
}

void responses_read(struct asked *asked)
{
    struct model_asked m;
    bool searches;

    if (!str_is(asked->method, "POST") || !str_empty(id_of(asked))) {
        asked->role = str(str_ends(asked->path, "/cancel") ? "cancel" : "poll");
        return;
    }
    m = read_request(asked, asked->json, &searches);
    asked->role = model_role(&m);
    asked->query = prompt_question(m.prompt);
    model_measure(&m, asked);
    asked->model = m.model;
    asked->stream = json_is_true(json_object_get(asked->json, "stream"));
}

/* --- the object --- */

/* A search, and an answer whose sentences rest on its results. Offsets count characters: the words are ASCII. */
static void add_search(const struct asked *asked, struct model_said *m, json_t *output, json_t *annotations)
{
    json_t *sources = json_array(), *results = json_array();
    struct buf text;

    buf_init(&text, 1 << 20);
    for (size_t i = 0; i < FOUND; i++) {
        struct document d;
        size_t start;

        document_find(asked->arena, asked->query, asked->service->name, i, &d);
        json_array_append_new(sources, json_pack("{s:s, s:o}", "type", "url", "url", wire_json(d.url)));
        json_array_append_new(results, json_pack("{s:i, s:o, s:o, s:o, s:o, s:s}", "id", (int) i + 1, "title",
                                                 wire_json(d.title), "url", wire_json(d.url), "snippet",
                                                 wire_json(d.snippet), "date", wire_json(d.date), "source", "web"));
        buf_format(&text, "%.*s", STR_ARG(d.snippet));
        start = text.len;
        buf_format(&text, " [%zu]", i + 1);
        json_array_append_new(annotations, json_pack("{s:s, s:o, s:o, s:I, s:I}", "type",
                                                     is_agent(asked) ? "citation" : "url_citation", "url",
                                                     wire_json(d.url), "title", wire_json(d.title), "start_index",
                                                     (json_int_t) start + 1, "end_index", (json_int_t) text.len));
        buf_add_z(&text, " ");
    }
    m->text = buf_take(&text, asked->arena);
    if (is_agent(asked))
        json_array_append_new(output, json_pack("{s:s, s:[o], s:O}", "type", "search_results", "queries",
                                                wire_json(asked->query), "results", results));
    else
        json_array_append_new(output, json_pack("{s:s, s:o, s:s, s:{s:s, s:o, s:[o], s:O}}", "type", "web_search_call",
                                                "id", json_sprintf("ws_%s", asked->key), "status", "completed",
                                                "action", "type", "search", "query", wire_json(asked->query), "queries",
                                                wire_json(asked->query), "sources", sources));
    json_decref(sources);
    json_decref(results);
}

static json_t *usage_of(const struct asked *asked, const struct model_said *m, bool searched)
{
    json_t *usage = json_pack("{s:I, s:{s:I}, s:I, s:{s:I}, s:I}", "input_tokens", (json_int_t) m->input,
                              "input_tokens_details", "cached_tokens", (json_int_t) m->cached, "output_tokens",
                              (json_int_t) m->output, "output_tokens_details", "reasoning_tokens",
                              (json_int_t) m->reasoned, "total_tokens", (json_int_t) (m->input + m->output));

    if (is_agent(asked)) {
        double in = (double) m->input / 1e6, out = (double) m->output / 1e6, tools = searched ? 0.0025 : 0;

        json_object_set_new(usage, "cost",
                            json_pack("{s:s, s:f, s:f, s:f, s:f}", "currency", "USD", "input_cost", in, "output_cost",
                                      out, "tool_calls_cost", tools, "total_cost", in + out + tools));
        if (searched)
            json_object_set_new(usage, "tool_calls_details", json_pack("{s:{s:i}}", "web_search", "invocation", 1));
    }
    return usage;
}

static json_t *envelope(const char *id, struct str model, const char *status)
{
    return json_pack("{s:s, s:s, s:i, s:s, s:n, s:n, s:n, s:o, s:[], s:b, s:s, s:[], s:{}}", "id", id, "object",
                     "response", "created_at", CREATED, "status", status, "error", "incomplete_details", "instructions",
                     "model", wire_json(model), "output", "parallel_tool_calls", 1, "tool_choice", "auto", "tools",
                     "metadata");
}

static void add_message(const struct asked *asked, const struct model_said *m, json_t *annotations, json_t *output)
{
    json_t *part = str_empty(m->refusal)
                       ? json_pack("{s:s, s:o, s:O}", "type", "output_text", "text",
                                   wire_json(m->text.data ? m->text : str("")), "annotations", annotations)
                       : json_pack("{s:s, s:o}", "type", "refusal", "refusal", wire_json(m->refusal));

    json_array_append_new(output, json_pack("{s:s, s:o, s:s, s:s, s:[o]}", "type", "message", "id",
                                            json_sprintf("msg_%s", asked->key), "status",
                                            m->cut || m->filtered ? "incomplete" : "completed", "role", "assistant",
                                            "content", part));
}

static json_t *whole(const struct asked *asked, const struct reply *reply, const json_t *body, const char *id)
{
    bool searches, searched;
    struct model_asked m = read_request(asked, body, &searches);
    struct model_said said;
    json_t *value = envelope(id, is_agent(asked) && !json_object_get(body, "model") ? str("perplexity/sonar") : m.model,
                             "completed");
    json_t *output = json_object_get(value, "output"), *annotations = json_array();

    model_answer(&m, reply, &said);
    searched = searches && !said.researched && said.calls_n == 0 && !str_is(model_role(&m), "manage") && !m.schema &&
               !reply->text.data && str_empty(said.refusal) && !said.cut && !said.filtered &&
               !str_contains(m.prompt, "\n[1] "); /* with sources at hand nobody searches */
    if (said.reasoned)
        json_array_append_new(output, json_pack("{s:s, s:o, s:[{s:s, s:s}]}", "type", "reasoning", "id",
                                                json_sprintf("rs_%s", asked->key), "summary", "type", "summary_text",
                                                "text", "The sources are weighed one by one."));
    if (searched)
        add_search(asked, &said, output, annotations);
    for (size_t i = 0; i < said.calls_n; i++)
        json_array_append_new(output,
                              json_pack("{s:s, s:o, s:o, s:o, s:o, s:s}", "type", "function_call", "id",
                                        json_sprintf("fc_%s%zu", asked->key, i), "call_id", wire_json(said.calls[i].id),
                                        "name", wire_json(said.calls[i].name), "arguments",
                                        wire_json(said.calls[i].arguments), "status", "completed"));
    if (said.calls_n == 0)
        add_message(asked, &said, annotations, output);
    json_decref(annotations);
    if (said.cut || said.filtered) {
        json_object_set_new(value, "status", json_string("incomplete"));
        json_object_set_new(value, "incomplete_details",
                            json_pack("{s:s}", "reason", said.cut ? "max_output_tokens" : "content_filter"));
    }
    if (reply->twist != TWIST_NO_USAGE)
        json_object_set_new(value, "usage", usage_of(asked, &said, searched));
    if (searched && !is_agent(asked))
        json_object_set_new(value, "tool_usage", json_pack("{s:{s:i}}", "web_search", "num_requests", 1));
    return value;
}

static void set_failed(json_t *value)
{
    json_object_set_new(value, "status", json_string("failed"));
    json_object_set_new(value, "error",
                        json_pack("{s:s, s:s}", "code", "server_error", "message", "The model failed to answer."));
    json_object_set_new(value, "output", json_array());
}

/* --- the stream --- */

struct stream {
    const struct asked *asked;
    struct said *said;
    struct dice dice;
    int sequence;
};

static void event(struct stream *s, const char *type, json_t *value)
{
    json_object_set_new(value, "type", json_string(type));
    json_object_set_new(value, "sequence_number", json_integer(s->sequence++));
    wire_event(s->asked, s->said, type, value);
}

static json_t *place(const json_t *item, size_t index)
{
    return json_pack("{s:O*, s:I}", "item_id", json_object_get(item, "id"), "output_index", (json_int_t) index);
}

static void deltas(struct stream *s, const char *type, const json_t *item, size_t index, struct str text, bool content)
{
    while (!str_empty(text)) {
        json_t *value = place(item, index);

        if (content)
            json_object_set_new(value, "content_index", json_integer(0));
        json_object_set_new(value, "delta", wire_json(wire_piece(&text, &s->dice)));
        event(s, type, value);
    }
}

static json_t *part_event(const json_t *item, size_t index, json_t *part)
{
    json_t *value = place(item, index);

    json_object_set_new(value, "content_index", json_integer(0));
    json_object_set_new(value, "part", part);
    return value;
}

static void stream_message(struct stream *s, const json_t *item, size_t index)
{
    const json_t *part = json_array_get(json_object_get(item, "content"), 0);
    bool refusal = json_object_get(part, "refusal") != NULL;
    const char *member = refusal ? "refusal" : "text";
    json_t *begun = refusal ? json_pack("{s:s, s:s}", "type", "refusal", "refusal", "")
                            : json_pack("{s:s, s:s, s:[]}", "type", "output_text", "text", "", "annotations");
    json_t *annotation, *value;
    size_t i;

    event(s, "response.content_part.added", part_event(item, index, begun));
    deltas(s, refusal ? "response.refusal.delta" : "response.output_text.delta", item, index,
           wire_text(json_object_get(part, member)), true);
    json_array_foreach (json_object_get(part, "annotations"), i, annotation) {
        value = place(item, index);
        json_object_set_new(value, "content_index", json_integer(0));
        json_object_set_new(value, "annotation_index", json_integer((json_int_t) i));
        json_object_set(value, "annotation", annotation);
        event(s, "response.output_text.annotation.added", value);
    }
    value = place(item, index);
    json_object_set_new(value, "content_index", json_integer(0));
    json_object_set(value, member, json_object_get(part, member));
    event(s, refusal ? "response.refusal.done" : "response.output_text.done", value);
    event(s, "response.content_part.done", part_event(item, index, json_deep_copy(part)));
}

static void stream_item(struct stream *s, const json_t *item, size_t index)
{
    struct str type = wire_text(json_object_get(item, "type"));
    json_t *begun = json_deep_copy(item), *value;

    if (json_object_get(begun, "status"))
        json_object_set_new(begun, "status", json_string("in_progress"));
    if (str_is(type, "message"))
        json_object_set_new(begun, "content", json_array());
    if (str_is(type, "function_call"))
        json_object_set_new(begun, "arguments", json_string(""));
    event(s, "response.output_item.added", json_pack("{s:I, s:o}", "output_index", (json_int_t) index, "item", begun));
    if (str_is(type, "message")) {
        stream_message(s, item, index);
    } else if (str_is(type, "function_call")) {
        deltas(s, "response.function_call_arguments.delta", item, index, wire_text(json_object_get(item, "arguments")),
               false);
        value = place(item, index);
        json_object_set(value, "arguments", json_object_get(item, "arguments"));
        json_object_set(value, "name", json_object_get(item, "name"));
        event(s, "response.function_call_arguments.done", value);
    } else if (str_is(type, "web_search_call")) {
        event(s, "response.web_search_call.in_progress", place(item, index));
        event(s, "response.web_search_call.searching", place(item, index));
        event(s, "response.web_search_call.completed", place(item, index));
    } else if (str_is(type, "search_results")) {
        event(s, "response.reasoning.started", json_object());
        event(s, "response.reasoning.search_queries", json_pack("{s:O*}", "queries", json_object_get(item, "queries")));
        event(s, "response.reasoning.search_results", json_pack("{s:O*}", "results", json_object_get(item, "results")));
        event(s, "response.reasoning.stopped", json_object());
    }
    event(s, "response.output_item.done",
          json_pack("{s:I, s:O}", "output_index", (json_int_t) index, "item", (json_t *) item));
}

static void answer_stream(const struct asked *asked, const struct reply *reply, json_t *value, const char *id,
                          struct said *ret)
{
    struct stream s = { asked, ret, dice_of(asked->hash, "pieces"), 0 };
    struct str status = wire_text(json_object_get(value, "status"));
    json_t *item;
    size_t i;

    ret->status = 200;
    ret->type = "text/event-stream; charset=utf-8";
    ret->stream = true;
    event(&s, "response.created", json_pack("{s:o}", "response", envelope(id, asked->model, "in_progress")));
    event(&s, "response.in_progress", json_pack("{s:o}", "response", envelope(id, asked->model, "in_progress")));
    json_array_foreach (json_object_get(value, "output"), i, item)
        stream_item(&s, item, i);
    event(&s, str_is(status, "incomplete") ? "response.incomplete" : "response.completed",
          json_pack("{s:O}", "response", value));
    wire_twist_stream(asked, reply, ret, 1, "error",
                      json_pack("{s:s, s:s, s:s, s:n, s:i}", "type", "error", "code", "server_error", "message",
                                "The model failed to answer.", "param", "sequence_number", s.sequence / 2));
}

/* --- jobs --- */

static struct job *job_find(struct str id)
{
    for (size_t i = 0; i < JOBS; i++)
        if (jobs[i].body && str_is(id, jobs[i].id))
            return &jobs[i];
    return NULL;
}

static void job_keep(const struct asked *asked, const char *id)
{
    struct job *job = job_find(str(id));

    if (!job)
        job = &jobs[jobs_next++ % JOBS];
    free(job->body);
    *job = (struct job){ .body = strndup(asked->body.data, asked->body.len) };
    snprintf(job->id, sizeof job->id, "%s", id);
}

static void poll(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct str id = id_of(asked);
    bool cancel = str_ends(id, "/cancel");
    struct job *job = job_find(cancel ? str_sub(id, 0, id.len - strlen("/cancel")) : id);
    struct asked first = *asked;
    json_t *value;

    if (!job) {
        struct reply refused = { .status = 404, .failure = FAILURE_STATUS };

        asked->service->failure(asked, &refused, ret);
        return;
    }
    first.json = json_loads(job->body, 0, NULL);
    first.method = str("POST");
    first.path = str("/responses");
    responses_read(&first);
    job->cancelled = job->cancelled || cancel;
    if (job->cancelled) {
        value = envelope(job->id, first.model, "cancelled");
    } else if (job->polls++ < POLLS) {
        value = envelope(job->id, first.model, "in_progress");
    } else {
        value = whole(&first, reply, first.json, job->id);
        if (reply->twist == TWIST_ERROR)
            set_failed(value);
    }
    json_object_set_new(value, "background", json_true());
    said_json(asked, ret, 200, value);
    json_decref(first.json);
}

void responses_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct reply refused = { .status = 400, .failure = FAILURE_STATUS };
    const char *id = str_format(asked->arena, "resp_%s", asked->key).data;
    json_t *value;

    if (!str_empty(id_of(asked))) {
        poll(asked, reply, ret);
        return;
    }
    if (str_empty(asked->model) || !json_object_get(asked->json, "input") ||
        (json_is_true(json_object_get(asked->json, "background")) &&
         json_is_false(json_object_get(asked->json, "store")))) {
        asked->service->failure(asked, &refused, ret);
        return;
    }
    if (json_is_true(json_object_get(asked->json, "background")) && !asked->stream) {
        job_keep(asked, id);
        value = envelope(id, asked->model, "queued");
        json_object_set_new(value, "background", json_true());
        said_json(asked, ret, 200, value);
        return;
    }
    value = whole(asked, reply, asked->json, id);
    if (asked->stream) {
        answer_stream(asked, reply, value, id, ret);
        json_decref(value);
        return;
    }
    if (reply->twist == TWIST_ERROR)
        set_failed(value);
    said_json(asked, ret, 200, value);
}
