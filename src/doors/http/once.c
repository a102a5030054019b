/* Idempotency-Key: a request that may cost money and is sent again is answered as it was the first time. */
#include "base/clock.h"
#include "doors/http/handlers.h"
#include "doors/http/request.h"
#include "records/users.h"
#include "text/json.h"

enum { KEY_MAX = 255 };

struct once {
    struct http_request *request;
    struct str key;
    struct hash digest;
    struct idempotency_row known;
    struct str reply;
};

static bool key_good(struct str key)
{
    for (size_t i = 0; i < key.len; i++)
        if ((unsigned char) key.data[i] <= ' ' || (unsigned char) key.data[i] > '~')
            return false;
    return key.len <= KEY_MAX;
}

static int begin_job(struct db *db, void *arg, struct error *e)
{
    struct once *once = arg;

    int r = idempotency_record_begin(db, once->request->caller.user, once->key, once->digest, clock_wall_ms(),
                                     once->request->arena, &once->known, e);

    return r < 0 ? r : 0; /* what is known has its time */
}

static int end_job(struct db *db, void *arg, struct error *e)
{
    const struct once *once = arg;

    return once->reply.len ? idempotency_record_end(db, once->request->caller.user, once->key, once->reply, e)
                           : idempotency_record_drop(db, once->request->caller.user, once->key, e);
}

/* The server died between the run and its reply: as far as can be told it is the same. */
static void repeat_answer(struct http_request *request)
{
    bool draft = request->route->operation == &operation_draft;
    json_t *result = json_pack("{s:o, s:s, s:[]}", "id", json_new_str(request->made), "status",
                               draft ? "draft" : "queued", "warnings");

    if (draft) {
        json_t *arguments = json_pack("{s:o}", "id", json_new_str(request->made)), *shown = NULL,
               *models = json_array();

        if (operation_call(&operation_show, &request->caller, request->arena, arguments, &shown, NULL) == 0)
            json_array_extend(models, json_object_get(json_object_get(shown, "research"), "selectedModels"));
        json_object_set_new(result, "selectedModels", models);
        json_decref(arguments);
        json_decref(shown);
    }
    reply_header(request, "Location", str_format(request->arena, "/research/%.*s", STR_ARG(request->made)));
    reply_data(request, request->route->status, result);
}

/* What was answered the first time. */
static void repeat(struct http_request *request, struct str stored, route_fn *run)
{
    json_t *reply = NULL;

    reply_header(request, "Idempotency-Replayed", str("true"));
    if (str_starts(stored, "run-")) {
        request->made = stored;
        (request->route->flags & ROUTE_ONCE ? run : repeat_answer)(request);
        return;
    }
    if (json_parse(stored, &reply, NULL) < 0)
        reply = json_object();
    struct str location = json_get_str(reply, "location");
    if (location.len)
        reply_header(request, "Location", location);
    reply_text(request, (int) json_get_int(reply, "status", 200), "application/json",
               str_dup(request->arena, json_get_str(reply, "body")));
    json_decref(reply);
}

static struct str remembered(struct http_request *request)
{
    const struct reply *reply = &request->reply;
    struct str location = str("");

    if (reply->status >= 300)
        return str("");
    for (size_t i = 0; i < reply->headers_n; i++)
        if (str_is(reply->headers[i].name, "Location"))
            location = reply->headers[i].value;
    json_t *value = json_pack("{s:i, s:o, s:o}", "status", reply->status, "location", json_new_str(location), "body",
                              json_new_str(reply->body));
    struct str text = json_text(request->arena, value);
    json_decref(value);
    return text;
}

/* What handle_go_on() will reply to this result, before it is known that it comes true: the commit that makes it true
 * stores it. */
static struct str receipt(void *context, struct arena *arena, const void *result)
{
    struct http_request *request = context;
    const struct reply before = request->reply;

    (void) arena;
    reply_go_on(request, json_encode(request->route->operation->out.fields, result));
    struct str text = remembered(request);
    request->reply = before;
    return text;
}

void request_once(struct http_request *request, route_fn *run)
{
    struct once once = { .request = request, .key = request_header(request, "idempotency-key") };
    struct store *store;
    struct error e;

    if (once.key.len == 0 || !route_takes_key(request->route)) {
        run(request);
        return;
    }
    if (!key_good(once.key)) {
        reply_problem(request, 400, "INVALID_REQUEST", "Idempotency-Key",
                      "Idempotency-Key must be at most %d visible ASCII characters.", KEY_MAX);
        return;
    }
    once.digest = hash_of(str_format(request->arena, "%.*s %.*s\n%.*s", STR_ARG(request->method_name),
                                     STR_ARG(request->raw), STR_ARG(buf_str(&request->body))));
    int r = service_store(request->caller.service, true, &store, &e);
    if (r == 0)
        r = store_write(store, begin_job, &once, &e);
    if (r < 0) {
        reply_error(request, &e);
    } else if (once.known.time_ms) {
        if (!hash_eq(once.known.digest, once.digest))
            reply_problem(request, 422, "IDEMPOTENCY_KEY_REUSED", "Idempotency-Key",
                          "This Idempotency-Key was sent with another request.");
        else if (once.known.reply.len == 0)
            reply_problem(request, 409, "CONFLICT", "Idempotency-Key", "The first request with this key is at work.");
        else
            repeat(request, once.known.reply, run);
    } else {
        request->caller.request_key = once.key;
        request->caller.receipt = request->route->operation ? receipt : NULL;
        request->caller.receipt_context = request;
        run(request);
        once.reply = request->made.len ? request->made : remembered(request);
        if (store_write(store, end_job, &once, &e) < 0)
            reply_error(request, &e);
    }
}
