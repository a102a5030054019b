/* Sessions: messages in, requests served, replies out. */
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/thread.h"
#include "doors/mcp/internal.h"
#include "llm/lender.h"
#include "text/json.h"

const char *const mcp_versions[] = { MCP_MODERN, MCP_LEGACY, "2025-06-18", "2025-03-26", "2024-11-05", NULL };
const char *const mcp_log_levels[] = { "debug",    "info",  "notice",    "warning", "error",
                                       "critical", "alert", "emergency", NULL };

struct mcp *mcp_new(const struct mcp_settings *settings)
{
    struct mcp *mcp = memory_alloc(sizeof *mcp);

    *mcp = (struct mcp){ .service = settings->service, .fixtures = settings->fixtures };
    mcp->pool = pool_new("mcp", REQUESTS_MAX);
    random_bytes(&mcp->secret, sizeof mcp->secret);
    lender_open(service_lender(settings->service));
    return mcp;
}

void mcp_free(struct mcp *mcp)
{
    if (!mcp)
        return;
    pool_free(mcp->pool);
    mcp_http_free(mcp->http);
    free(mcp);
}

struct mcp_session *session_new(struct mcp *mcp, struct caller caller, struct mcp_channel channel)
{
    struct mcp_session *session = memory_alloc(sizeof *session);

    *session = (struct mcp_session){
        .mcp = mcp, .caller = caller, .channel = channel, .log_level = -1, .arena = arena_new(), .version = MCP_LEGACY
    };
    session->caller.user = str_dup(session->arena, caller.user); /* it is a part of the request it came with */
    pthread_mutex_init(&session->lock, NULL);
    thread_cond_init(&session->changed);
    return session;
}

/* With the lock held. */
static void cancel_all(struct mcp_session *session)
{
    for (struct mcp_request *r = session->requests; r; r = r->next)
        atomic_store(&r->cancelled, true);
    pthread_cond_broadcast(&session->changed);
}

void session_cancel(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    cancel_all(session);
    pthread_mutex_unlock(&session->lock);
}

void session_close(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    session->ended = true;
    cancel_all(session);
    pthread_mutex_unlock(&session->lock);
}

bool session_speaks(struct mcp_session *session, const char *version)
{
    pthread_mutex_lock(&session->lock);
    bool speaks = session->initialized && strcmp(session->version, version) == 0;
    pthread_mutex_unlock(&session->lock);
    return speaks;
}

bool session_ended(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    bool ended = session->ended;
    pthread_mutex_unlock(&session->lock);
    return ended;
}

bool session_end(struct mcp_session *session, int64_t deadline_ms)
{
    bool idle;

    pthread_mutex_lock(&session->lock);
    session->ended = true;
    pthread_cond_broadcast(&session->changed);
    while ((session->unreplied || session->watching) &&
           thread_cond_wait(&session->changed, &session->lock, deadline_ms))
        ;
    idle = !session->unreplied && !session->watching;
    pthread_mutex_unlock(&session->lock);
    return idle;
}

void session_free(struct mcp_session *session)
{
    json_decref(session->capabilities);
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    arena_free(session->arena);
    free(session);
}

/* --- one request --- */

/* What HTTP calls an error of the new era; the old one knows it only for what could not be read. */
static int status_of(int code, enum mcp_era era)
{
    switch (code) {
    case RPC_PARSE:
    case RPC_INVALID_REQUEST:
    case RPC_HEADER_MISMATCH:
    case RPC_NO_CAPABILITY:
    case RPC_NO_VERSION: return 400;
    case RPC_NO_METHOD: return era == ERA_MODERN ? 404 : 200;
    default: return 200;
    }
}

static void send_error(struct mcp_channel channel, const json_t *id, int status, struct rpc_error *e)
{
    struct arena *arena = arena_new();

    channel.reply(channel.context, rpc_error_reply(arena, id, e), status);
    arena_free(arena);
}

static void request_free(struct mcp_request *request)
{
    rpc_done(&request->message);
    json_decref(request->empty);
    json_decref(request->capabilities);
    json_decref(request->wanted);
    json_decref(request->state);
    arena_free(request->arena);
    free(request);
}

/* True, and the request is the session's, unless its id is one that is being served, there are too many, or the session ends:
 * nobody would cancel it then. */
static bool enlist(struct mcp_request *request, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    bool fine = true;

    pthread_mutex_lock(&session->lock);
    for (struct mcp_request *r = session->requests; r; r = r->next)
        if (json_equal(r->message.id, request->message.id)) {
            fine = false;
            rpc_fail(e, RPC_INVALID_REQUEST, "a request with this id is being served");
        }
    if (fine && session->ended) {
        fine = false;
        rpc_fail(e, RPC_INTERNAL, "the server is stopping");
    }
    if (fine && session->requests_n >= REQUESTS_MAX) {
        fine = false;
        rpc_fail(e, RPC_INTERNAL, "%d requests are being served; wait for some of them", REQUESTS_MAX);
    }
    if (fine) {
        request->next = session->requests;
        session->requests = request;
        session->requests_n++;
        session->unreplied++;
    }
    pthread_mutex_unlock(&session->lock);
    return fine;
}

static void discharge(struct mcp_request *request)
{
    struct mcp_session *session = request->session;
    struct mcp_request **at = &session->requests;

    pthread_mutex_lock(&session->lock);
    while (*at != request)
        at = &(*at)->next;
    *at = request->next;
    session->requests_n--;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
}

/* The last that a request does with its session. */
static void replied(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    session->unreplied--;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
}

static void add_server_info(json_t *result)
{
    json_t *meta = json_object_get(result, "_meta");

    if (!meta) {
        meta = json_object();
        json_object_set_new(result, "_meta", meta);
    }
    json_object_set_new(meta, META_SERVER, json_pack("{ss ss}", "name", "fathom", "version", FATHOM_VERSION));
}

/* What every result of the new era has. */
static void complete_modern(struct mcp_request *request, json_t *result)
{
    bool complete = !json_object_get(result, "resultType");

    if (complete)
        json_object_set_new(result, "resultType", json_string("complete"));
    if (complete && request->method->list) {
        bool lasting = !strcmp(request->method->list, "public");

        json_object_set_new(result, "ttlMs", json_integer(lasting ? 3600000 : 0));
        json_object_set_new(result, "cacheScope", json_string(request->method->list));
    }
    add_server_info(result);
}

void request_serve(struct mcp_request *request)
{
    struct mcp_channel channel = request->channel;
    struct rpc_error e = { 0 };
    json_t *result = NULL;
    int r = request->method->run(request, &result, &e), status = r < 0 ? status_of(e.code, request->era) : 200;
    struct str reply;

    if (r == 0 && !result && request->wanted)
        result = request_input_required(request);
    if (r < 0)
        reply = rpc_error_reply(request->arena, request->message.id, &e);
    else {
        if (!result)
            result = json_object();
        if (request->era == ERA_MODERN)
            complete_modern(request, result);
        reply = rpc_result(request->arena, request->message.id, result);
    }
    sampling_end(request);
    bool cancelled = request_cancelled(request);
    discharge(request); /* first: a client that has its reply may use the id again */
    if (!cancelled)
        channel.reply(channel.context, log_redacted(request->arena, reply), status);
    replied(request->session);
    request_free(request);
    if (channel.done)
        channel.done(channel.context);
}

static void serve_later(void *request) { request_serve(request); }

/* --- which era, which method --- */

static int bad_version(struct rpc_error *e, struct str version)
{
    json_t *supported = json_array();

    rpc_fail(e, RPC_NO_VERSION, "the protocol version \"%.*s\" is not supported", STR_ARG(version));
    json_array_append_new(supported, json_string(MCP_MODERN));
    e->data = json_pack("{so so}", "supported", supported, "requested", json_new_str(version));
    return -1;
}

static int read_level(const json_t *level, int *ret, struct rpc_error *e)
{
    *ret = json_is_string(level) ? word_index(mcp_log_levels, str(json_string_value(level))) : -1;
    return *ret < 0 ? rpc_fail(e, RPC_BAD_PARAMS, "the log level must be one of debug … emergency") : 0;
}

static int read_modern(struct mcp_request *request, const json_t *meta, struct rpc_error *e)
{
    json_t *version = json_object_get(meta, META_VERSION), *level = json_object_get(meta, META_LOG_LEVEL);
    json_t *capabilities = json_object_get(meta, META_CAPABILITIES);

    request->era = ERA_MODERN;
    if (!json_is_string(version))
        return rpc_fail(e, RPC_BAD_PARAMS, "params._meta needs " META_VERSION);
    if (strcmp(json_string_value(version), MCP_MODERN) != 0)
        return bad_version(e, str(json_string_value(version)));
    if (!json_is_object(capabilities))
        return rpc_fail(e, RPC_BAD_PARAMS, "params._meta needs " META_CAPABILITIES);
    request->capabilities = json_incref(capabilities);
    return level ? read_level(level, &request->log_level, e) : 0;
}

static int read_legacy(struct mcp_request *request, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    bool hello = str_is(request->message.method, "initialize") || str_is(request->message.method, "ping");
    int r = 0;

    request->era = ERA_LEGACY;
    pthread_mutex_lock(&session->lock);
    if (session->initialized || hello) {
        request->capabilities = json_deep_copy(session->capabilities);
        request->log_level = session->log_level;
    } else
        r = rpc_fail(e, RPC_BAD_PARAMS,
                     "params._meta needs " META_VERSION " (or begin with initialize, as revisions up to " MCP_LEGACY
                     " do)");
    pthread_mutex_unlock(&session->lock);
    return r;
}

static int find_method(struct mcp_request *request, struct rpc_error *e)
{
    int era = request->era == ERA_MODERN ? IN_MODERN : IN_LEGACY;

    for (const struct mcp_method *m = mcp_methods; m->name; m++)
        if ((m->eras & era) && str_is(request->message.method, m->name)) {
            request->method = m;
            return 0;
        }
    return rpc_fail(e, RPC_NO_METHOD, "there is no method \"%.*s\"", STR_ARG(request->message.method));
}

static int read_request(struct mcp_request *request, struct rpc_error *e)
{
    json_t *meta = json_object_get(request->params, "_meta");
    json_t *token = json_object_get(meta, "progressToken");
    int r;

    if (json_is_string(token) || json_is_integer(token))
        request->progress_token = token;
    r = json_object_get(meta, META_VERSION) ? read_modern(request, meta, e) : read_legacy(request, e);
    return r < 0 ? r : find_method(request, e);
}

/* A fault in what every request of the new era must have is one of the request itself. */
static int early_status(int code, enum mcp_era era)
{
    return code == RPC_BAD_PARAMS && era == ERA_MODERN ? 400 : status_of(code, era);
}

static void take_request(struct mcp_session *session, struct rpc_message *message, struct mcp_channel channel)
{
    struct mcp_request *request = memory_alloc(sizeof *request);
    struct rpc_error e = { 0 };

    *request = (struct mcp_request){ .session = session,
                                     .mcp = session->mcp,
                                     .arena = arena_new(),
                                     .message = *message,
                                     .empty = json_object(),
                                     .log_level = -1,
                                     .progress = -1,
                                     .channel = channel };
    atomic_init(&request->cancelled, false);
    request->params = message->params ? message->params : request->empty;
    if (read_request(request, &e) < 0 || !enlist(request, &e)) {
        send_error(channel, request->message.id, early_status(e.code, request->era), &e);
        request_free(request);
        if (channel.done)
            channel.done(channel.context);
    } else if (request->method->waits)
        pool_submit(session->mcp->pool, serve_later, request);
    else
        request_serve(request);
}

/* --- notifications and answers --- */

static void take_cancel(struct mcp_session *session, const json_t *params)
{
    const json_t *id = json_object_get(params, "requestId");

    pthread_mutex_lock(&session->lock);
    for (struct mcp_request *r = session->requests; r; r = r->next)
        if (id && json_equal(r->message.id, id) && !str_is(r->message.method, "initialize"))
            atomic_store(&r->cancelled, true);
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
}

/* The answer moves to the thread that waits for it: a value of jansson belongs to one thread. */
static void take_answer(struct mcp_session *session, struct rpc_message *message)
{
    struct mcp_question **at, *lent = NULL;

    pthread_mutex_lock(&session->lock);
    for (at = &session->questions; *at; at = &(*at)->next)
        if (json_is_integer(message->id) && json_integer_value(message->id) == (*at)->id && !(*at)->answer)
            break;
    if (*at && (*at)->request) {
        lent = *at;
        *at = lent->next;
        lent->request->lent--;
    } else if (*at) {
        (*at)->answer = message->value;
        *message = (struct rpc_message){ 0 };
    }
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (lent)
        sampling_answered(session, lent, message->value);
}

void session_take(struct mcp_session *session, struct rpc_message *message, struct mcp_channel channel)
{
    if (message->kind == RPC_REQUEST) {
        take_request(session, message, channel); /* which owns the message now */
        return;
    }
    if (message->kind == RPC_RESPONSE)
        take_answer(session, message);
    else if (str_is(message->method, "notifications/cancelled"))
        take_cancel(session, message->params);
    rpc_done(message);
}

bool session_batch(struct mcp_session *session, struct str text, json_t **ret)
{
    return str_starts(str_trim(text), "[") && session_speaks(session, "2025-03-26") && json_parse(text, ret, NULL) == 0;
}

size_t session_batch_replies(const json_t *batch)
{
    struct rpc_error e = { 0 };
    size_t n = json_array_size(batch) == 0, at;
    json_t *one;

    json_array_foreach (batch, at, one) {
        struct rpc_message message;

        n += rpc_take(json_incref(one), &message, &e) < 0 || message.kind == RPC_REQUEST;
        rpc_done(&message);
    }
    return n;
}

static void refuse(struct mcp_channel channel, const json_t *id, struct rpc_error *e)
{
    send_error(channel, id, 400, e);
    if (channel.done)
        channel.done(channel.context);
}

void session_take_batch(struct mcp_session *session, const json_t *batch, struct mcp_channel channel)
{
    struct rpc_error e = { 0 };
    json_t *one;
    size_t at;

    if (json_array_size(batch) == 0) {
        rpc_fail(&e, RPC_INVALID_REQUEST, "a batch must not be empty");
        refuse(channel, NULL, &e);
    }
    json_array_foreach (batch, at, one) {
        struct rpc_message message;

        if (rpc_take(json_deep_copy(one), &message, &e) == 0) {
            session_take(session, &message, channel);
            continue;
        }
        refuse(channel, message.id, &e);
        rpc_done(&message);
    }
}

void session_take_text(struct mcp_session *session, struct str text, struct mcp_channel channel)
{
    struct rpc_message message;
    struct rpc_error e = { 0 };
    json_t *batch = NULL;

    if (session_batch(session, text, &batch)) {
        session_take_batch(session, batch, channel);
        json_decref(batch);
        return;
    }
    if (rpc_read(text, &message, &e) == 0) {
        session_take(session, &message, channel);
        return;
    }
    send_error(channel, message.id, 400, &e);
    rpc_done(&message);
}
