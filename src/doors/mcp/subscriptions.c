/* Subscriptions: a client is told when a report it watches is there, or the run behind it has another status.
 *
 * Threads: in the new era the thread that serves subscriptions/listen looks; in the old one a thread of the pool does for each
 * session that has subscribed to something, until it has not. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/thread.h"
#include "doors/mcp/internal.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/json.h"

enum { LOOK_MS = 500, WATCHED_MAX = 100 };

struct watched {
    struct str uri, id;
    char status[24];
    bool has_report, seen;
};

/* Has something changed since the last look? The first look only remembers. */
static bool look(const struct caller *caller, struct watched *w)
{
    struct arena *arena = arena_new();
    struct run_ref_in in = { w->id };
    struct run_view view = { 0 };

    if (operation_run(&operation_show, caller, arena, &in, &view, NULL) < 0)
        view = (struct run_view){ .status = str("gone") };
    bool changed = w->seen && (!str_is(view.status, w->status) || view.has_report != w->has_report);
    snprintf(w->status, sizeof w->status, "%.*s", STR_ARG(view.status));
    w->has_report = view.has_report;
    w->seen = true;
    arena_free(arena);
    return changed;
}

/* Until it is time to look again, something was subscribed to or cancelled, or the session ends. */
static void wait_a_moment(struct mcp_session *session)
{
    pthread_mutex_lock(&session->lock);
    if (!session->ended)
        thread_cond_wait(&session->changed, &session->lock, clock_monotonic_ms() + LOOK_MS);
    pthread_mutex_unlock(&session->lock);
}

static void watch_add(struct arena *arena, struct watched *list, size_t *n, struct str uri)
{
    struct str id;

    if (*n < WATCHED_MAX && resource_run(uri, &id))
        list[(*n)++] = (struct watched){ .uri = str_dup(arena, uri), .id = str_dup(arena, id) };
}

/* --- the new era: one long request --- */

static json_t *tagged(struct mcp_request *request, json_t *params)
{
    json_object_set_new(params, "_meta", json_pack("{sO}", META_SUBSCRIPTION, request->message.id));
    return params;
}

int method_listen(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    const json_t *wanted = json_object_get(request->params, "notifications");
    struct watched *list = arena_calloc(request->arena, WATCHED_MAX, sizeof *list);
    json_t *accepted = json_array(), *uri;
    size_t n = 0, i;

    if (!json_is_object(wanted)) {
        json_decref(accepted);
        return rpc_fail(e, RPC_BAD_PARAMS, "subscriptions/listen needs notifications");
    }
    json_array_foreach (json_object_get(wanted, "resourceSubscriptions"), i, uri)
        watch_add(request->arena, list, &n, str(json_string_value(uri)));
    for (i = 0; i < n; i++) {
        look(&request->session->caller, &list[i]);
        json_array_append_new(accepted, json_new_str(list[i].uri));
    }
    json_t *told = json_object();
    if (n)
        json_object_set(told, "resourceSubscriptions", accepted);
    json_decref(accepted);
    request_notify(request, "notifications/subscriptions/acknowledged",
                   tagged(request, json_pack("{so}", "notifications", told)));
    while (!request_over(request)) {
        wait_a_moment(request->session);
        for (i = 0; i < n; i++)
            if (look(&request->session->caller, &list[i]))
                request_notify(request, "notifications/resources/updated",
                               tagged(request, json_pack("{so}", "uri", json_new_str(list[i].uri))));
    }
    *ret = json_pack("{s{sO}}", "_meta", META_SUBSCRIPTION, request->message.id);
    return 0;
}

/* --- the old era: a list that belongs to the session --- */

struct session_watch {
    struct mcp_session *session;
    struct arena *arena;
    struct watched *list;
    size_t n;
};

/* Takes over what was subscribed to and given up since; false when there is nothing to watch any more. */
static bool refresh(struct session_watch *watch)
{
    struct mcp_session *session = watch->session;

    pthread_mutex_lock(&session->lock);
    for (size_t i = 0; i < watch->n; i++)
        if (!str_list_has(&session->subscriptions, watch->list[i].uri))
            watch->list[i--] = watch->list[--watch->n];
    for (size_t i = 0; i < session->subscriptions.n; i++) {
        bool known = false;

        for (size_t j = 0; j < watch->n && !known; j++)
            known = str_eq(watch->list[j].uri, session->subscriptions.items[i]);
        if (!known)
            watch_add(watch->arena, watch->list, &watch->n, session->subscriptions.items[i]);
    }
    bool more = session->subscriptions.n > 0 && !session->ended;
    if (!more) {
        session->watching = false;
        pthread_cond_broadcast(&session->changed);
    }
    pthread_mutex_unlock(&session->lock);
    return more;
}

static void watch_session(void *arg)
{
    struct mcp_session *session = arg;
    struct arena *arena = arena_new();
    struct session_watch watch = { session, arena, arena_calloc(arena, WATCHED_MAX, sizeof *watch.list), 0 };

    while (refresh(&watch)) {
        for (size_t i = 0; i < watch.n; i++)
            if (look(&session->caller, &watch.list[i])) {
                struct arena *scratch = arena_new();

                session->channel.send(session->channel.context,
                                      rpc_notification(scratch, "notifications/resources/updated",
                                                       json_pack("{so}", "uri", json_new_str(watch.list[i].uri))));
                arena_free(scratch);
            }
        wait_a_moment(session);
    }
    arena_free(arena);
}

int method_subscribe(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct mcp_session *session = request->session;
    struct str uri = request_string(request, "uri"), id;

    if (!resource_run(uri, &id) && !request->mcp->fixtures)
        return resource_missing(request, uri, e);
    pthread_mutex_lock(&session->lock);
    bool full = session->subscriptions.n >= WATCHED_MAX;
    if (!full && !str_list_has(&session->subscriptions, uri))
        str_list_add(session->arena, &session->subscriptions, str_dup(session->arena, uri));
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
    struct str uri = request_string(request, "uri");
    struct str_list *list = &session->subscriptions;

    (void) e;
    pthread_mutex_lock(&session->lock);
    for (size_t i = 0; i < list->n; i++)
        if (str_eq(list->items[i], uri))
            list->items[i--] = list->items[--list->n];
    pthread_mutex_unlock(&session->lock);
    *ret = json_object();
    return 0;
}
