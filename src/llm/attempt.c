/* What all families share: collecting an answer, streaming it, making a request. */
#include "llm/family.h"

#include <assert.h>
#include <math.h>

#include "text/json.h"
#include "text/tokens.h"
#include "text/utf8.h"

enum { THINK_UNKNOWN, THINK_INSIDE, THINK_AFTER, THINK_NO };
enum { COUNT_MAX = 1000000000 }; /* tokens of one answer */
enum { OVERLAP_MAX = 400, OVERLAP_MIN = 10 };

const char attempt_go_on[] =
    "Your answer was cut off at the length limit. Continue exactly where it stopped, with the next character. "
    "Do not repeat anything, do not comment, do not open a new code fence.";

static void attempt_release(void *data)
{
    struct llm_attempt *attempt = data;

    sse_free(&attempt->sse);
    buf_free(&attempt->text);
    buf_free(&attempt->reasoning);
    json_decref(attempt->paused);
}

struct llm_attempt *attempt_new(struct arena *arena)
{
    struct llm_attempt *attempt = arena_alloc(arena, sizeof *attempt);

    attempt->arena = arena;
    attempt->cost_reported_nano = -1;
    attempt->answer.finish = LLM_OTHER;
    sse_init(&attempt->sse, ATTEMPT_TEXT_MAX);
    buf_init(&attempt->text, ATTEMPT_TEXT_MAX);
    buf_init(&attempt->reasoning, ATTEMPT_TEXT_MAX);
    arena_cleanup(arena, attempt_release, attempt);
    return attempt;
}

static void release_buf(void *data) { buf_free(data); }

struct buf *attempt_buf(struct llm_attempt *attempt, size_t max)
{
    struct buf *buf = arena_alloc(attempt->arena, sizeof *buf);

    buf_init(buf, max);
    arena_cleanup(attempt->arena, release_buf, buf);
    return buf;
}

size_t attempt_overlap(struct str partial, struct str next)
{
    size_t most = partial.len < next.len ? partial.len : next.len;

    if (most > OVERLAP_MAX)
        most = OVERLAP_MAX;
    for (size_t n = most; n >= OVERLAP_MIN; n--)
        if (memcmp(partial.data + partial.len - n, next.data, n) == 0)
            return n;
    return 0;
}

/* A continuation is held back until it is long enough to see whether it begins
 * by repeating the end of what is there. */
static void send_on(struct llm_attempt *attempt, bool all)
{
    struct str text = buf_str(&attempt->text);

    text.len -= json_half_at_end(text);
    if (!attempt->stream || attempt->sent >= text.len)
        return;
    if (attempt->sent == 0 && attempt->partial.len > 0) {
        if (text.len < OVERLAP_MAX && !all)
            return;
        attempt->sent = attempt_overlap(attempt->partial, text);
    }
    if (attempt->sent < text.len)
        sink_write(attempt->stream, str_sub(text, attempt->sent, text.len));
    attempt->sent = text.len;
}

/* The text so far begins, or may yet begin, with "<think>". */
static void settle_thinking(struct llm_attempt *attempt)
{
    static const char open[] = "<think>", close[] = "</think>";
    struct buf *text = &attempt->text;

    if (attempt->thinking == THINK_UNKNOWN) {
        size_t at = 0;

        while (at < text->len && strchr(" \t\r\n", text->data[at]))
            at++;
        size_t rest = text->len - at, n = rest < sizeof open - 1 ? rest : sizeof open - 1;
        if (n > 0 && memcmp(text->data + at, open, n) != 0)
            attempt->thinking = THINK_NO;
        else if (n == sizeof open - 1) {
            attempt->thinking = THINK_INSIDE;
            buf_remove_front(text, at + n);
        } else {
            return;
        }
    }
    if (attempt->thinking == THINK_INSIDE) {
        ptrdiff_t end = str_find(buf_str(text), str(close), attempt->sought);

        if (end < 0) {
            attempt->sought = text->len < sizeof close ? 0 : text->len - sizeof close;
            return;
        }
        buf_add(&attempt->reasoning, text->data, (size_t) end);
        buf_remove_front(text, (size_t) end + sizeof close - 1);
        attempt->stripped = true;
        attempt->thinking = THINK_AFTER;
    }
    if (attempt->thinking == THINK_AFTER) {
        size_t at = 0;

        while (at < text->len && strchr(" \t\r\n", text->data[at]))
            at++;
        buf_remove_front(text, at);
        if (text->len > 0)
            attempt->thinking = THINK_NO;
    }
}

void attempt_text(struct llm_attempt *attempt, struct str text)
{
    if (str_empty(text))
        return;
    size_t before = attempt->text.len;
    buf_add_str(&attempt->text, text);
    json_join_halves(&attempt->text, before, false);
    if (attempt->thinking != THINK_NO)
        settle_thinking(attempt);
    if (attempt->thinking == THINK_NO)
        send_on(attempt, false);
}

void attempt_reasoning(struct llm_attempt *attempt, struct str text) { buf_add_str(&attempt->reasoning, text); }

struct str attempt_arguments(struct buf *buf)
{
    json_join_halves(buf, 0, true);
    return buf_str(buf);
}

struct str attempt_carry(const struct llm_attempt *attempt, json_t *value)
{
    json_t *carry = json_pack("{s:o, s:o}", "model", json_new_str(attempt->model->name), "value", value);
    struct str text = json_text(attempt->arena, carry);

    json_decref(carry);
    return text;
}

json_t *attempt_carried(const struct llm_attempt *attempt, const struct llm_tool_call *call)
{
    json_t *carry = NULL, *value = NULL;

    if (str_empty(call->carry) || json_parse(call->carry, &carry, NULL) < 0)
        return NULL;
    if (str_eq(json_get_str(carry, "model"), attempt->model->name))
        value = json_incref(json_object_get(carry, "value"));
    json_decref(carry);
    return value;
}

struct llm_tool_call *attempt_tool_call(struct llm_attempt *attempt, size_t at)
{
    struct llm_answer *answer = &attempt->answer;

    if (at >= ATTEMPT_TOOL_CALLS_MAX)
        return NULL;
    if (at >= answer->tool_calls_n) {
        answer->tool_calls = arena_grow(attempt->arena, answer->tool_calls, &attempt->tool_calls_capacity, at + 1,
                                        sizeof *answer->tool_calls);
        memset(answer->tool_calls + answer->tool_calls_n, 0,
               (at + 1 - answer->tool_calls_n) * sizeof *answer->tool_calls);
        answer->tool_calls_n = at + 1;
    }
    return &answer->tool_calls[at];
}

void attempt_cite(struct llm_attempt *attempt, struct llm_citation citation)
{
    struct llm_answer *answer = &attempt->answer;

    if (str_empty(citation.url) || answer->citations_n >= ATTEMPT_CITATIONS_MAX)
        return;
    for (size_t i = 0; i < answer->citations_n; i++) {
        struct llm_citation *old = &answer->citations[i];

        if (!str_eq(old->url, citation.url))
            continue;
        if (old->start == citation.start && old->end == citation.end && str_eq(old->text, citation.text))
            return;
        /* A bare URL that is already there says nothing new. */
        if (citation.start < 0 && str_empty(citation.text))
            return;
    }
    answer->citations = arena_grow(attempt->arena, answer->citations, &attempt->citations_capacity,
                                   answer->citations_n + 1, sizeof *answer->citations);
    answer->citations[answer->citations_n++] = (struct llm_citation){ .url = str_dup(attempt->arena, citation.url),
                                                                      .title = str_dup(attempt->arena, citation.title),
                                                                      .text = str_dup(attempt->arena, citation.text),
                                                                      .start = citation.start,
                                                                      .end = citation.end };
}

int attempt_close(struct llm_attempt *attempt, struct error *e)
{
    if (attempt->thinking == THINK_INSIDE) { /* it thought to the end and said nothing */
        buf_add_str(&attempt->reasoning, buf_str(&attempt->text));
        buf_clear(&attempt->text);
    }
    attempt->thinking = THINK_NO;
    json_join_halves(&attempt->text, attempt->text.len, true);
    json_join_halves(&attempt->reasoning, 0, true);
    send_on(attempt, true);
    if (attempt->text.over || attempt->reasoning.over)
        return error_set(e, ERROR_LIMIT, "%.*s sent more than %d MB of text; reading was stopped",
                         STR_ARG(attempt->provider->name), ATTEMPT_TEXT_MAX >> 20);
    attempt->answer.text = buf_str(&attempt->text);
    attempt->answer.reasoning = str_trim(buf_str(&attempt->reasoning));
    return 0;
}

int attempt_close_with_calls(struct llm_attempt *attempt, struct error *e)
{
    int r = attempt_close(attempt, e);

    if (r == 0 && attempt->answer.tool_calls_n > 0 && attempt->answer.finish != LLM_LENGTH)
        attempt->answer.finish = LLM_TOOL_CALLS;
    return r;
}

void attempt_pause(struct llm_attempt *attempt, json_t *turn)
{
    json_decref(attempt->paused);
    attempt->paused = turn;
}

int64_t attempt_count(struct llm_attempt *attempt, const json_t *usage, const char *name, int64_t otherwise)
{
    int64_t count = json_get_int(usage, name, otherwise);
    const json_t *value = json_object_get(usage, name);

    if (!json_is_number(value) || (count >= 0 && count <= COUNT_MAX))
        return json_is_number(value) ? count : otherwise;
    attempt->usage_odd = true;
    return 0;
}

void attempt_tokens(struct llm_attempt *attempt, const json_t *usage, const char *input, const char *output)
{
    attempt->usage_reported = true;
    attempt->usage.input_tokens = attempt_count(attempt, usage, input, 0);
    attempt->usage.output_tokens = attempt_count(attempt, usage, output, 0);
}

void attempt_usage(const struct llm_attempt *attempt, int64_t input, struct usage *ret)
{
    int64_t cache_write = attempt->cache_write_tokens;

    *ret = attempt->usage;
    if (!attempt->usage_reported || attempt->usage_odd) {
        ret->cached_tokens = ret->reasoning_tokens = cache_write = 0;
        ret->input_tokens = input;
        ret->output_tokens = (int64_t) (tokens_estimate(buf_str(&attempt->text)) +
                                        tokens_estimate(buf_str(&attempt->reasoning)));
        ret->estimated = true;
    }
    if (ret->cached_tokens > ret->input_tokens)
        ret->cached_tokens = ret->input_tokens;
    if (ret->reasoning_tokens > ret->output_tokens)
        ret->reasoning_tokens = ret->output_tokens;
    ret->calls = 1;
    if (attempt->cost_reported_nano >= 0 && !attempt->usage_odd)
        ret->cost_nano = attempt->cost_reported_nano;
    else
        model_cost(attempt->model, ret, cache_write);
}

size_t attempt_byte_of(struct str text, int64_t code_point)
{
    size_t at = 0;

    for (int64_t i = 0; i < code_point && at < text.len; i++)
        utf8_next(text, &at);
    return at;
}

void headers_add(struct headers *headers, struct arena *arena, const char *name, struct str value)
{
    assert(headers->n < sizeof headers->items / sizeof *headers->items);
    /* A line break in a key or title must not become a header of its own. */
    for (size_t i = 0; i < value.len; i++)
        if ((unsigned char) value.data[i] < 0x20 || value.data[i] == 0x7f)
            value = str_n(value.data, i);
    headers->items[headers->n++] = str_format(arena, "%s: %.*s", name, STR_ARG(value));
}

void headers_add_key(struct headers *headers, struct arena *arena, struct str key)
{
    if (!str_empty(key))
        headers_add(headers, arena, "Authorization", str_format(arena, "Bearer %.*s", STR_ARG(key)));
}

int attempt_post(struct llm_attempt *attempt, const char *path, struct headers *headers, json_t *body,
                 struct net_request *ret, struct error *e)
{
    headers_add(headers, attempt->arena, "Content-Type", str("application/json"));
    headers_add(headers, attempt->arena, "Accept",
                str(attempt->request->stream ? "text/event-stream, application/json" : "application/json"));
    struct str text = json_text(attempt->arena, body);
    json_decref(body);
    if (str_empty(text))
        return error_set(e, ERROR_INTERNAL, "the request to %.*s could not be written as JSON",
                         STR_ARG(attempt->provider->name));
    *ret = (struct net_request){ .method = "POST",
                                 .url = str_format(attempt->arena, "%.*s%s", STR_ARG(attempt->provider->base_url),
                                                   path),
                                 .headers = headers->items,
                                 .headers_n = headers->n,
                                 .body = text,
                                 .stream = attempt->request->stream };
    return 0;
}

struct str attempt_schema_text(struct llm_attempt *attempt)
{
    return str_format(attempt->arena,
                      "Answer with one JSON value and nothing else: no prose, no code fence. "
                      "It must satisfy this JSON Schema:\n%.*s",
                      STR_ARG(attempt->request->schema));
}

struct str attempt_schema_name(struct llm_attempt *attempt)
{
    struct str role = attempt->request->role;

    if (str_empty(role) || role.len > 64)
        return str("answer");
    for (size_t i = 0; i < role.len; i++)
        if (!isalnum((unsigned char) role.data[i]) && role.data[i] != '_' && role.data[i] != '-')
            return str("answer");
    return role;
}

json_t *attempt_schema(struct llm_attempt *attempt)
{
    json_t *schema;

    if (str_empty(attempt->request->schema) || json_parse(attempt->request->schema, &schema, NULL) < 0)
        return NULL;
    return schema;
}

json_t *attempt_json(struct str text)
{
    json_t *value;

    if (str_empty(str_trim(text)) || json_parse(text, &value, NULL) < 0)
        return json_object();
    return value;
}

void attempt_set_max_tokens(const struct llm_attempt *attempt, json_t *body, const char *name)
{
    if (attempt->max_tokens > 0 && !(attempt->left_out & LLM_NO_MAX_TOKENS))
        json_object_set_new(body, name, json_integer(attempt->max_tokens));
}

void attempt_set_number(json_t *body, const char *name, double value)
{
    if (!isnan(value))
        json_object_set_new(body, name, json_real(value));
}

void attempt_set_stop(const struct llm_attempt *attempt, json_t *body, const char *name, size_t most)
{
    struct str_list stop = attempt->request->stop;

    if (stop.n > most)
        stop.n = most;
    if (stop.n > 0)
        json_object_set_new(body, name, json_new_strs(&stop));
}

const struct llm_message *attempt_messages(struct llm_attempt *attempt, unsigned flags, size_t *ret_n)
{
    const struct llm_request *request = attempt->request;
    struct llm_message *all = arena_calloc(attempt->arena, request->messages_n + 3, sizeof *all);
    size_t n = 0;

    for (size_t i = 0; i < request->messages_n; i++)
        if (request->messages[i].role != LLM_SYSTEM || (flags & MESSAGES_SYSTEM))
            all[n++] = request->messages[i];
    if (flags & MESSAGES_SCHEMA) {
        struct str words = attempt_schema_text(attempt);
        struct llm_message *last = n > 0 && (flags & MESSAGES_JOINED) ? &all[n - 1] : NULL;

        if (last && last->role == LLM_USER)
            last->text = str_format(attempt->arena, "%.*s\n\n%.*s", STR_ARG(last->text), STR_ARG(words));
        else
            all[n++] = (struct llm_message){ .role = LLM_USER, .text = words };
    }
    if ((flags & MESSAGES_PARTIAL) && attempt->partial.len > 0) {
        all[n++] = (struct llm_message){ .role = LLM_ASSISTANT, .text = attempt->partial };
        all[n++] = (struct llm_message){ .role = LLM_USER, .text = str(attempt_go_on) };
    }
    *ret_n = n;
    return all;
}

struct str attempt_set_tools(const struct llm_attempt *attempt, json_t *body, json_t *tools)
{
    const struct llm_request *request = attempt->request;

    if (json_array_size(tools) > 0)
        json_object_set(body, "tools", tools);
    json_decref(tools);
    return request->tools_n == 0 || (attempt->left_out & LLM_NO_TOOL_CHOICE) ? str("") : request->tool_choice;
}

struct str attempt_system_text(const struct llm_attempt *attempt)
{
    struct str text = str("");

    for (size_t i = 0; i < attempt->request->messages_n; i++)
        if (attempt->request->messages[i].role == LLM_SYSTEM)
            text = str_format(attempt->arena, "%.*s%s%.*s", STR_ARG(text), str_empty(text) ? "" : "\n\n",
                              STR_ARG(attempt->request->messages[i].text));
    return text;
}

void messages_add_part(json_t *messages, const char *role, const char *member, json_t *part)
{
    json_t *last = json_array_get(messages, json_array_size(messages) - 1);

    if (!last || !str_is(json_get_str(last, "role"), role)) {
        last = json_pack("{s:s, s:[]}", "role", role, member);
        json_array_append_new(messages, last);
    }
    json_array_append_new(json_object_get(last, member), part);
}
