/* The public library: JSON text around the operations. */
#include "fathom.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "report/formats.h"
#include "service/door.h"
#include "service/feed.h"
#include "service/operation.h"
#include "service/conversation.h"
#include "service/research.h"
#include "service/runs.h"
#include "service/service.h"
#include "text/json.h"

struct fathom {
    struct service *service;
};

enum { WATCH_MS = 200 };

/* Passes an error out; returns the code that came in. */
static int hand_out(int r, const struct error *from, struct fathom_error *e)
{
    if (r < 0 && e) {
        snprintf(e->code, sizeof e->code, "%s", error_name(from->code));
        snprintf(e->message, sizeof e->message, "%s", from->message);
        log_redact_z(e->message, sizeof e->message);
    }
    return r;
}

static char *copy(struct str text)
{
    char *z = memory_alloc(text.len + 1);

    memcpy(z, text.data ? text.data : "", text.len);
    z[text.len] = '\0';
    return z;
}

void fathom_free(char *text) { free(text); }
const char *fathom_version(void) { return FATHOM_VERSION; }

int fathom_open(const struct fathom_options *options, struct fathom **ret, struct fathom_error *e)
{
    struct fathom *fathom = memory_alloc(sizeof *fathom);
    struct service_options service = { 0 };
    struct error error;

    if (options) {
        service.config_path = options->config_path;
        service.env_file = options->env_file;
    }
    int r = service_new(&service, &fathom->service, &error);
    if (r < 0)
        free(fathom);
    else
        *ret = fathom;
    return hand_out(r, &error, e);
}

void fathom_close(struct fathom *fathom)
{
    if (!fathom)
        return;
    service_free(fathom->service);
    free(fathom);
}

static const struct door library_door = { .name = "library" };

/* Calls by name; the result stays JSON. */
static int call(struct fathom *fathom, const struct operation *operation, const json_t *arguments, struct arena *arena,
                json_t **ret, struct error *e)
{
    const struct caller caller = caller_local(fathom->service, &library_door);

    return operation_call(operation, &caller, arena, arguments, ret, e);
}

int fathom_call(struct fathom *fathom, const char *name, const char *arguments, char **ret, struct fathom_error *e)
{
    const struct operation *operation = operation_named(str(name));
    struct arena *arena = arena_new();
    json_t *value = NULL, *result = NULL;
    struct error error;
    int r = operation ? 0 : error_set(&error, ERROR_INVALID, "there is no operation \"%s\"", name);

    if (r == 0)
        r = json_parse(str(arguments ? arguments : "{}"), &value, &error);
    if (r == 0)
        r = call(fathom, operation, value, arena, &result, &error);
    if (r == 0)
        *ret = copy(json_text(arena, result));
    json_decref(value);
    json_decref(result);
    arena_free(arena);
    return hand_out(r, &error, e);
}

int fathom_start(struct fathom *fathom, const char *request, char ret_id[FATHOM_ID_SIZE], struct fathom_error *e)
{
    struct arena *arena = arena_new();
    json_t *value = NULL, *result = NULL;
    struct error error;
    int r = json_parse(str(request), &value, &error);

    if (r == 0)
        r = call(fathom, &operation_research, value, arena, &result, &error);
    if (r == 0)
        snprintf(ret_id, FATHOM_ID_SIZE, "%.*s", STR_ARG(json_get_str(result, "id")));
    json_decref(value);
    json_decref(result);
    arena_free(arena);
    return hand_out(r, &error, e);
}

int fathom_control(struct fathom *fathom, const char *id, const char *what, struct fathom_error *e)
{
    const struct operation *operation = strcmp(what, "finish") == 0   ? &operation_finish
                                        : strcmp(what, "cancel") == 0 ? &operation_cancel
                                                                      : NULL;
    struct arena *arena = arena_new();
    json_t *arguments = json_pack("{s:s}", "id", id), *result = NULL;
    struct error error;
    int r = operation
                ? call(fathom, operation, arguments, arena, &result, &error)
                : error_set(&error, ERROR_INVALID, "a run can be asked to \"finish\" or \"cancel\", not \"%s\"", what);

    json_decref(arguments);
    json_decref(result);
    arena_free(arena);
    return hand_out(r, &error, e);
}

int fathom_answer(struct fathom *fathom, const char *id, const char *answer, struct fathom_error *e)
{
    struct arena *arena = arena_new();
    const struct caller caller = caller_local(fathom->service, &library_door);
    struct run_ref_out out = { 0 };
    struct error error;
    int r = operation_run(&operation_answer, &caller, arena, &(struct answer_in){ str(id), str(answer) }, &out, &error);

    arena_free(arena);
    return hand_out(r, &error, e);
}

/* 1 and the event, 0 when there is none now. */
static int read_event(struct fathom *fathom, const char *id, int64_t *seq, char **ret, bool *ret_ended, struct error *e)
{
    struct arena *arena = arena_new();
    struct events_in in = { .id = str(id), .since = *seq, .limit = 1 };
    struct events_out out = { 0 };
    const struct caller caller = caller_local(fathom->service, &library_door);
    int r = operation_run(&operation_events, &caller, arena, &in, &out, e);

    if (r == 0 && out.events_n) {
        *seq = out.events[0].seq;
        *ret = copy(json_encode_text(arena, event_view_fields, &out.events[0]));
        r = 1;
    }
    *ret_ended = !str_is(out.status, "queued") && !str_is(out.status, "running");
    arena_free(arena);
    return r;
}

int fathom_next_event(struct fathom *fathom, const char *id, int64_t *seq, int timeout_ms, char **ret,
                      struct fathom_error *e)
{
    int64_t deadline = timeout_ms < 0 ? INT64_MAX : clock_monotonic_ms() + timeout_ms;
    struct feed *feed = NULL;
    struct error error;
    int r;

    for (;;) {
        bool ended = false;
        int64_t now = clock_monotonic_ms();

        r = read_event(fathom, id, seq, ret, &ended, &error);
        if (r != 0 || ended || now >= deadline)
            break;
        if (!feed)
            feed = feed_open(fathom->service, str(id));
        feed_wait(feed, deadline - now < WATCH_MS ? deadline : now + WATCH_MS);
    }
    feed_close(feed);
    return hand_out(r, &error, e);
}

int fathom_report(struct fathom *fathom, const char *id, const char *format, char **ret, struct fathom_error *e)
{
    struct arena *arena = arena_new();
    json_t *arguments = json_pack("{s:s, s:s}", "id", id, "format", format), *result = NULL;
    struct error error;
    int r = report_format_is_bytes(str(format))
                ? error_set(&error, ERROR_INVALID, "A report in the format %s is no text. Ask for md, html or json.",
                            format)
                : call(fathom, &operation_report, arguments, arena, &result, &error);

    if (r == 0)
        *ret = copy(json_get_str(result, "text"));
    json_decref(arguments);
    json_decref(result);
    arena_free(arena);
    return hand_out(r, &error, e);
}
