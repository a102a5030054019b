/* Subscriptions: a client is told when a report it watches is there, or the run behind it has another status; in the new era also
 * when a task goes on.
 *
 * Threads: in the new era the thread that serves subscriptions/listen looks; in the old one a thread of the pool does for each
 * session that has subscribed to something, until it has not. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "doors/mcp/internal.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/json.h"

enum { LOOK_MS = 500, WATCHED_MAX = 100, URI_SIZE = 256 };

struct watched {
    char uri[URI_SIZE]; /* or the id of a task */
    char status[64];
    bool has_report, task;
};

/* Looks at the run; true: something has changed since the last look. */
static bool look(const struct caller *caller, struct watched *w)
{
    struct arena *arena = arena_new();
    struct run_ref_in in = { str("") };
    struct run_view view = { 0 };

    if (w->task)
        in.id = str(w->uri);
    else
        resource_run(str(w->uri), &in.id);
    if (operation_run(&operation_show, caller, arena, &in, &view, NULL) < 0)
        view = (struct run_view){ .status = str("gone") };
    /* Of a task the phase is told too. */
    struct str status = str_format(arena, "%.*s %.*s", STR_ARG(view.status), STR_ARG(w->task ? view.phase : str("")));
    status = str_sub(status, 0, status.len < sizeof w->status ? status.len : sizeof w->status - 1);
    bool changed = !str_is(status, w->status) || view.has_report != w->has_report;
    snprintf(w->status, sizeof w->status, "%.*s", STR_ARG(status));
    w->has_report = view.has_report;
    arena_free(arena);
    return changed;
}

/* From now on changes are told: the first look is made here. */
static struct watched watch(const struct caller *caller, struct str uri, bool task)
{
    struct watched w = { .task = task };

    snprintf(w.uri, sizeof w.uri, "%.*s", STR_ARG(uri));
    look(caller, &w);
    return w;
}

/* Until it is time to look again, something was subscribed to or cancelled, or the session ends. */
static void wait_a_moment(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    if (!session->ended)
        thread_cond_wait(&session->changed, &session->lock, clock_monotonic_ms() + LOOK_MS);
    pthread_mutex_unlock(&session->lock);
}

/* --- the new era: one long request --- */

static json_t *tagged(struct mcp_request *request, json_t *params)
{
    json_object_set_new(params, "_meta", json_pack("{sO}", META_SUBSCRIPTION, request->message.id));
    return params;
}

/* What of the wanted can be watched; `accepted` gets its names. */
static void take_wanted(struct mcp_request *request, const json_t *wanted, bool task, struct watched *list, size_t *n,
                        json_t *accepted)
{
    json_t *name;
    struct str id;
    size_t i;

    json_array_foreach (wanted, i, name) {
        struct str text = str(json_string_value(name));
        json_t *there = task && !str_empty(text) ? task_now(request, text) : NULL;

        if (*n < WATCHED_MAX && text.len < URI_SIZE && (task ? there != NULL : resource_run(text, &id))) {
            list[(*n)++] = watch(&request->session->caller, text, task);
            json_array_append(accepted, name);
        }
        json_decref(there);
    }
}

static void tell_change(struct mcp_request *request, const struct watched *w)
{
    json_t *task = w->task ? task_now(request, str(w->uri)) : NULL;

    if (!w->task)
        request_notify(request, "notifications/resources/updated", tagged(request, json_pack("{ss}", "uri", w->uri)));
    else if (task)
        request_notify(request, "notifications/tasks", tagged(request, task));
}

int method_listen(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const json_t *wanted = json_object_get(request->params, "notifications");
    struct watched *list = arena_calloc(request->arena, WATCHED_MAX, sizeof *list);
    size_t n = 0;

    if (!json_is_object(wanted))
        return rpc_fail(e, RPC_BAD_PARAMS, "subscriptions/listen needs notifications");
    json_t *uris = json_array(), *tasks = json_array(), *told = json_object();
    take_wanted(request, json_object_get(wanted, "resourceSubscriptions"), false, list, &n, uris);
    if (client_has_extension(request, EXTENSION_TASKS))
        take_wanted(request, json_object_get(wanted, "taskIds"), true, list, &n, tasks);
    if (json_array_size(uris))
        json_object_set(told, "resourceSubscriptions", uris);
    if (json_array_size(tasks))
        json_object_set(told, "taskIds", tasks);
    json_decref(uris);
    json_decref(tasks);
    request_notify(request, "notifications/subscriptions/acknowledged",
                   tagged(request, json_pack("{so}", "notifications", told)));
    while (!request_over(request)) {
        wait_a_moment(request->session);
        for (size_t i = 0; i < n; i++)
            if (look(&request->session->caller, &list[i]))
                tell_change(request, &list[i]);
    }
    *ret = json_pack("{s{sO}}", "_meta", META_SUBSCRIPTION, request->message.id);
    return 0;
}

/* --- the old era: a list that belongs to the session --- */

/* With the lock held: where the URI stands in the session's list; as many as there are: nowhere. */
static size_t find(const struct mcp_session *session, struct str uri)
{
    size_t i = 0;

    while (i < session->watched_n && !str_is(uri, session->watched[i].uri))
        i++;
    return i;
}

/* The next of the list to look at; false: there is none, and *ret_more says whether to look again later. */
static bool next_watched(struct mcp_session *session, size_t at, struct watched *ret, bool *ret_more)
{
    pthread_mutex_lock(&session->lock);
    *ret_more = session->watched_n > 0 && !session->ended;
    bool there = *ret_more && at < session->watched_n;
    if (there)
        *ret = session->watched[at];
    if (!*ret_more) {
        session->watching = false;
        pthread_cond_broadcast(&session->changed);
    }
    pthread_mutex_unlock(&session->lock);
    return there;
}

/* What was seen is the session's, unless the client has given it up meanwhile. */
static bool keep_look(struct mcp_session *session, const struct watched *w)
{
    pthread_mutex_lock(&session->lock);
    size_t at = find(session, str(w->uri));
    bool wanted = at < session->watched_n;
    if (wanted)
        session->watched[at] = *w;
    pthread_mutex_unlock(&session->lock);
    return wanted;
}

static void tell_updated(struct mcp_session *session, const char *uri)
{
    struct arena *arena = arena_new();

    session->channel.send(session->channel.context,
                          rpc_notification(arena, "notifications/resources/updated", json_pack("{ss}", "uri", uri)));
    arena_free(arena);
}

static void watch_session(void *arg)
{
    struct mcp_session *session = arg;
    bool more = true;

    while (more) {
        struct watched w;

        for (size_t at = 0; next_watched(session, at, &w, &more); at++)
            if (look(&session->caller, &w) && keep_look(session, &w))
                tell_updated(session, w.uri);
        if (more)
            wait_a_moment(session);
    }
}

int method_subscribe(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    struct str uri = request_string(request, "uri"), id;

    if ((!resource_run(uri, &id) && !request->mcp->fixtures) || uri.len >= URI_SIZE)
        return resource_missing(request, uri, e);
    struct watched seen = watch(&session->caller, uri, false);
    pthread_mutex_lock(&session->lock);
    if (!session->watched)
        session->watched = arena_calloc(session->arena, WATCHED_MAX, sizeof *session->watched);
    size_t at = find(session, uri);
    bool full = at == WATCHED_MAX;
    if (!full && at == session->watched_n)
        session->watched[session->watched_n++] = seen;
    bool begin = !full && session->channel.send && !session->watching;
    if (begin)
        session->watching = true;
    pthread_mutex_unlock(&session->lock);
    if (full)
        return rpc_fail(e, RPC_BAD_PARAMS, "at most %d resources are watched at once", WATCHED_MAX);
    if (begin)
        pool_submit(request->mcp->pool, watch_session, session);
    *ret = json_object();
    return 0;
}

int method_unsubscribe(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct mcp_session *session = request->session;

    (void) e;
    pthread_mutex_lock(&session->lock);
    size_t at = find(session, request_string(request, "uri"));
    if (at < session->watched_n)
        session->watched[at] = session->watched[--session->watched_n];
    pthread_mutex_unlock(&session->lock);
    *ret = json_object();
    return 0;
}
