#include "doors/http/handlers.h"

#include "doors/http/server.h"
#include "service/evidence.h"
#include "service/research.h"
#include "service/marks.h"
#include "service/runs.h"
#include "text/json.h"

/* A panel's research stands among the members of its run: clients of the panel know it so. */
static void lift_research(json_t *run)
{
    json_t *research = json_object_get(run, "research");

    if (!json_is_object(research))
        return;
    json_incref(research);
    json_object_del(run, "research");
    json_object_update(run, research);
    json_decref(research);
}

/* The result of the route's operation, or NULL when the reply is an error. */
static json_t *result_of(struct http_request *request)
{
    json_t *arguments = NULL, *result = NULL;

    if (request_arguments(request, &arguments) == 0)
        request_call(request, request->route->operation, arguments, &result);
    if (result && request->route->renamed[0]) {
        json_object_set(result, request->route->renamed[1], json_object_get(result, request->route->renamed[0]));
        json_object_del(result, request->route->renamed[0]);
    }
    json_decref(arguments);
    return result;
}

static int success(const struct http_request *request) { return request->route->status ? request->route->status : 200; }

void handle_operation(struct http_request *request)
{
    json_t *result = result_of(request);

    if (result)
        reply_data(request, success(request), result);
}

void handle_list(struct http_request *request)
{
    json_t *result = result_of(request), *run;
    size_t i;

    json_array_foreach (json_object_get(result, "researches"), i, run)
        lift_research(run);
    if (result)
        reply_data(request, success(request), result);
}

void handle_research(struct http_request *request)
{
    json_t *result = result_of(request);

    lift_research(result);
    if (result)
        reply_data(request, success(request), result);
}

void reply_go_on(struct http_request *request, json_t *result)
{
    reply_header(request, "Location",
                 str_format(request->arena, "/research/%.*s", STR_ARG(json_get_str(result, "id"))));
    reply_data(request, success(request), result);
}

void handle_start(struct http_request *request)
{
    json_t *result = result_of(request);

    if (result)
        reply_go_on(request, result);
}

void handle_go_on(struct http_request *request) { handle_start(request); }

/* Where it stands, and what `fathom report --json` prints of it. */
void handle_show(struct http_request *request)
{
    json_t *arguments = NULL, *shown = NULL, *report = NULL, *result = NULL;

    if (request_arguments(request, &arguments) == 0 && request_call(request, &operation_show, arguments, &shown) == 0) {
        json_object_set_new(arguments, "format", json_string("json"));
        if (request_call(request, &operation_report, arguments, &report) == 0) {
            if (json_parse(json_get_str(report, "text"), &result, NULL) < 0)
                result = json_object();
            json_object_update(result, shown);
            lift_research(result);
            reply_data(request, 200, result);
        }
    }
    json_decref(arguments);
    json_decref(shown);
    json_decref(report);
}

/* --- the report --- */

static int report_arguments(struct http_request *request, struct report_in *ret)
{
    const struct target *t = &request->target;
    int format = REPORT_MD;

    for (size_t i = 0; i < t->parameters_n; i++) {
        if (!str_is(t->parameters[i].name, "format"))
            return reply_problem(request, 400, "INVALID_REQUEST", str_z(request->arena, t->parameters[i].name),
                                 "There is no parameter \"%.*s\"; a report takes format.",
                                 STR_ARG(t->parameters[i].name));
        format = word_index(report_format_words, t->parameters[i].value);
    }
    if (format < 0)
        return reply_problem(request, 400, "INVALID_REQUEST", "format",
                             "format must be one of md, html, json, pdf, docx, fathom, jsonl.");
    *ret = (struct report_in){ .id = request->captured[0], .format = format };
    return 0;
}

/* Bytes, not JSON: a bundle is no text. */
void handle_report(struct http_request *request)
{
    struct report_in in;
    struct report_out out = { 0 };
    struct error e;

    if (report_arguments(request, &in) < 0)
        return;
    if (operation_run(&operation_report, &request->caller, request->arena, &in, &out, &e) < 0) {
        reply_error(request, &e);
        return;
    }
    if (in.format == REPORT_FATHOM || in.format == REPORT_PDF || in.format == REPORT_DOCX)
        reply_header(request, "Content-Disposition",
                     str_format(request->arena, "attachment; filename=\"%.*s.%s\"", STR_ARG(out.id),
                                report_format_words[in.format]));
    reply_text(request, 200, report_media_types[in.format], out.text);
}

/* A page that opens for whoever has the link. */
void handle_shared(struct http_request *request)
{
    struct shared_in in = { request->captured[0] };
    struct shared_out out = { 0 };
    struct error e;

    if (operation_run(&operation_shared, &request->caller, request->arena, &in, &out, &e) < 0)
        reply_error(request, &e);
    else
        reply_text(request, 200, report_media_types[REPORT_HTML], out.text);
}

void handle_claim(struct http_request *request)
{
    json_t *arguments = json_pack("{s:o}", "id", json_new_str(request->captured[0])), *result = NULL, *claim;
    int64_t number;
    size_t i;

    if (!sequence_parse(request->captured[1], &number))
        reply_problem(request, 400, "INVALID_REQUEST", "n", "The number of a claim is a whole number.");
    else if (request_call(request, &operation_claims, arguments, &result) == 0) {
        reply_problem(request, 404, "NOT_FOUND", NULL, "The report has no claim %lld.", (long long) number);
        json_array_foreach (json_object_get(result, "claims"), i, claim)
            if (json_get_int(claim, "number", -1) == number)
                reply_data(request, 200, json_incref(claim));
    }
    json_decref(arguments);
    json_decref(result);
}

/* --- the stream --- */

/* Last-Event-ID beats ?since: a browser that connects again sends the old address. */
static int stream_since(struct http_request *request, int64_t *ret)
{
    struct str last = request_header(request, "last-event-id"), since = str("0");

    for (size_t i = 0; i < request->target.parameters_n; i++) {
        const struct parameter *p = &request->target.parameters[i];

        if (!str_is(p->name, "since"))
            return reply_problem(request, 400, "INVALID_REQUEST", str_z(request->arena, p->name),
                                 "There is no parameter \"%.*s\"; a stream takes since.", STR_ARG(p->name));
        since = p->value;
    }
    if (last.len && !sequence_parse(last, ret))
        return reply_problem(request, 400, "INVALID_REQUEST", "Last-Event-ID",
                             "Last-Event-ID must be the number of an event.");
    if (!last.len && !sequence_parse(since, ret))
        return reply_problem(request, 400, "INVALID_REQUEST", "since", "since must be the number of an event.");
    return 0;
}

void handle_stream(struct http_request *request)
{
    struct arena *scratch = arena_new(); /* the request lives as long as the stream */
    struct run_ref_in in = { request->captured[0] };
    struct run_view view = { 0 };
    int64_t since;
    struct error e;

    if (stream_since(request, &since) < 0) {
        arena_free(scratch);
        return;
    }
    if (operation_run(&operation_show, &request->caller, scratch, &in, &view, &e) < 0) {
        reply_error(request, &e);
    } else if (stream_status_ends(view.status) && since >= view.events) {
        reply_text(request, 204, NULL, str("")); /* nothing will come: readers do not connect again */
    } else {
        reply_text(request, 200, "text/event-stream", str(""));
        request->reply.stream = stream_open(
            request->http->hub,
            &(struct stream_settings){
                .run = view.id, .since = since, .last = view.events, .connection = request->connection });
    }
    arena_free(scratch);
}

/* "json" is an object in the envelope, "md" a text. */
void handle_provenance(struct http_request *request)
{
    json_t *result = result_of(request), *parsed = NULL;
    struct str format = str("");

    if (!result)
        return;
    target_get(&request->target, "format", &format);
    if (str_is(format, "json") && json_parse(json_get_str(result, "text"), &parsed, NULL) == 0) {
        reply_data(request, 200, parsed);
    } else {
        reply_text(request, 200, "text/markdown; charset=utf-8", str_dup(request->arena, json_get_str(result, "text")));
    }
    json_decref(result);
}
