/* What a method does with its request: tell how far it is, ask the client, keep state between rounds. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/thread.h"
#include "doors/mcp/internal.h"
#include "text/json.h"

enum { STATE_LIFE_MS = 24 * 3600 * 1000 };

bool request_cancelled(const struct mcp_request *request) { return atomic_load(&request->cancelled); }

bool request_over(const struct mcp_request *request)
{
    return request_cancelled(request) || session_ended(request->session);
}

struct str request_string(const struct mcp_request *request, const char *name)
{
    return json_get_str(request->params, name);
}

bool client_has(const struct mcp_request *request, const char *capability)
{
    return json_is_object(json_object_get(request->capabilities, capability));
}

bool client_has_extension(const struct mcp_request *request, const char *extension)
{
    return json_is_object(json_object_get(json_object_get(request->capabilities, "extensions"), extension));
}

void request_notify(struct mcp_request *request, const char *method, json_t *params)
{
    struct arena *arena = arena_new();
    struct str text = rpc_notification(arena, method, params);

    if (!request_cancelled(request))
        request->channel.send(request->channel.context, text);
    arena_free(arena);
}

void request_progress(struct mcp_request *request, double progress, double total, struct str message)
{
    /* It must grow with every message. */
    if (!request->progress_token || progress <= request->progress)
        return;
    request->progress = progress;
    json_t *params = json_pack("{sO sf}", "progressToken", request->progress_token, "progress", progress);
    if (total >= 0)
        json_object_set_new(params, "total", json_real(total));
    if (!str_empty(message))
        json_object_set_new(params, "message", json_new_str(message));
    request_notify(request, "notifications/progress", params);
}

void request_log(struct mcp_request *request, int level, struct str text)
{
    if (request->log_level < 0 || level < request->log_level)
        return;
    request_notify(
        request, "notifications/message",
        json_pack("{ss ss so}", "level", mcp_log_levels[level], "logger", "fathom", "data", json_new_str(text)));
}

/* --- asking, old era: a request of ours on the stream of the client's --- */

static json_t *wait_for_answer(struct mcp_request *request, struct mcp_question *question)
{
    struct mcp_session *session = request->session;
    struct mcp_question **at = &session->questions;

    pthread_mutex_lock(&session->lock);
    while (!question->answer && !request_cancelled(request) && !session->ended)
        pthread_cond_wait(&session->changed, &session->lock);
    while (*at != question)
        at = &(*at)->next;
    *at = question->next;
    pthread_mutex_unlock(&session->lock);
    return question->answer;
}

static int ask_legacy(struct mcp_request *request, const char *method, json_t *params, json_t **ret,
                      struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    struct mcp_question question = { 0 };

    pthread_mutex_lock(&session->lock);
    question.id = ++session->questions_n;
    question.next = session->questions;
    session->questions = &question;
    pthread_mutex_unlock(&session->lock);

    json_t *id = json_integer(question.id);
    request->channel.send(request->channel.context, rpc_request(request->arena, id, method, params));
    json_decref(id);

    json_t *answer = wait_for_answer(request, &question);
    json_t *result = json_object_get(answer, "result");
    int r = 1;
    if (!answer)
        r = rpc_fail(e, RPC_INTERNAL, "the client went away before it answered %s", method);
    else if (!json_is_object(result))
        r = rpc_fail(e, RPC_INTERNAL, "the client answered %s with an error: %.*s", method,
                     STR_ARG(json_get_str(json_object_get(answer, "error"), "message")));
    else
        *ret = json_incref(result);
    json_decref(answer);
    return r;
}

/* --- asking, new era: the question is the reply, the answer comes with the next request --- */

static int ask_modern(struct mcp_request *request, const char *key, const char *method, json_t *params, json_t **ret)
{
    json_t *answer = json_object_get(json_object_get(request->params, "inputResponses"), key);

    if (json_is_object(answer)) {
        json_decref(params);
        *ret = json_incref(answer);
        return 1;
    }
    if (!request->wanted)
        request->wanted = json_object();
    json_object_set_new(request->wanted, key, json_pack("{ss so}", "method", method, "params", params));
    return 0;
}

int request_ask(struct mcp_request *request, const char *key, const char *method, json_t *params, json_t **ret,
                struct rpc_error *e)
{
    const char *capability = str_starts(str(method), "sampling/")      ? "sampling"
                             : str_starts(str(method), "elicitation/") ? "elicitation"
                                                                       : "roots";

    if (!client_has(request, capability)) {
        json_decref(params);
        rpc_fail(e, request->era == ERA_MODERN ? RPC_NO_CAPABILITY : RPC_BAD_PARAMS, "the client does not offer %s",
                 capability);
        e->data = json_pack("{s{s{}}}", "requiredCapabilities", capability);
        return -1;
    }
    return request->era == ERA_MODERN ? ask_modern(request, key, method, params, ret)
                                      : ask_legacy(request, method, params, ret, e);
}

/* --- state between rounds --- */

void request_keep(struct mcp_request *request, json_t *state)
{
    json_decref(request->state);
    request->state = state;
}

/* What the state belongs to: the method and what it was called with, without what differs from round to round. */
static struct str request_digest(struct mcp_request *request)
{
    json_t *params = json_copy(request->params);
    char hex[HASH_HEX_SIZE];

    json_object_del(params, "_meta");
    json_object_del(params, "inputResponses");
    json_object_del(params, "requestState");
    struct str text = json_canonical(request->arena, params);
    hash_hex(hash_of(str_format(request->arena, "%.*s %.*s", STR_ARG(request->message.method), STR_ARG(text))), hex);
    json_decref(params);
    return str_dup(request->arena, str(hex));
}

static struct str seal(struct mcp_request *request, struct str text)
{
    struct str key = str_n((const char *) request->mcp->secret.bytes, sizeof request->mcp->secret.bytes);
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_hmac(key, text), hex);
    return str_dup(request->arena, str(hex));
}

json_t *request_input_required(struct mcp_request *request)
{
    json_t *result = json_pack("{ss sO}", "resultType", "input_required", "inputRequests", request->wanted);

    if (request->state) {
        json_t *sealed = json_pack(
            "{sO so so sI}", "state", request->state, "digest", json_new_str(request_digest(request)), "user",
            json_new_str(request->session->caller.user), "expires", (json_int_t) (clock_wall_ms() + STATE_LIFE_MS));
        struct str text = json_text(request->arena, sealed);
        char *hex = arena_alloc(request->arena, 2 * text.len + 1);

        hex_encode((const unsigned char *) text.data, text.len, hex);
        json_object_set_new(result, "requestState",
                            json_new_str(str_format(request->arena, "%s.%.*s", hex, STR_ARG(seal(request, text)))));
        json_decref(sealed);
    }
    return result;
}

static bool same_seal(struct str a, struct str b)
{
    struct hash x, y;

    return hash_from_hex(a, &x) && hash_from_hex(b, &y) && hash_eq(x, y);
}

int request_state(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const json_t *given = json_object_get(request->params, "requestState");
    struct str rest = str(json_string_value(given)), hex, text;
    json_t *sealed = NULL;

    *ret = NULL;
    if (!given)
        return 0;
    bool good = json_is_string(given) && str_next(&rest, '.', &hex) && hex_decode(request->arena, hex, &text) &&
                same_seal(rest, seal(request, text)) && json_parse(text, &sealed, NULL) == 0;
    good = good && str_eq(json_get_str(sealed, "digest"), request_digest(request)) &&
           str_eq(json_get_str(sealed, "user"), request->session->caller.user) &&
           json_get_int(sealed, "expires", 0) > clock_wall_ms();
    if (good)
        *ret = json_incref(json_object_get(sealed, "state"));
    json_decref(sealed);
    return good ? 0 : rpc_fail(e, RPC_BAD_PARAMS, "requestState is not the one that was handed out for this request");
}
