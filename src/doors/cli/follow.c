/* Commands that start a run and follow it to its end: events from the store,
 * signals by a thread, so that no handler runs beside anything. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "doors/cli/progress.h"
#include "report/markup.h"
#include "run/events.h"
#include "service/conversation.h"
#include "service/documents.h"
#include "service/feed.h"
#include "service/inventory.h"
#include "service/research.h"
#include "text/json.h"
#include "text/utf8.h"

enum {
    DRAW_MS = 50,
    TICK_MS = 500,
    LONG_MS = 10000,
    PATIENCE_MS = 1500,
    CONTEXTS_MAX = 1000,
    EVENTS_AT_ONCE = 1000,
    QUESTION_MAX = 1 << 20,
    WORDS_MAX = 300,
    TYPE_WIDTH = 22
};

struct follower {
    struct cli *cli;
    struct str id, status;
    struct progress *progress;
    struct feed *feed;
    int64_t seen;                 /* number of the last event */
    const struct str_list *types; /* those that are read; NULL: all */
    struct signals *signals;
    int interrupts;             /* those that were answered */
    bool finishing;             /* finish was asked for; that holds when the run is resumed */
    struct str_list deliveries; /* what became of each, to be said at the end */
    bool undelivered;           /* one of them failed */
    int64_t finish_ms;          /* when finish was asked for, until it was said what is waited for; 0: not */
};

/* First Ctrl-C: finish. Second, or another signal: stop. True to stop. */
static bool interrupted(struct follower *f)
{
    int interrupts = signals_taken(f->signals);
    struct run_ref_in in = { f->id };
    void *ret;

    if (interrupts > 1)
        return true;
    if (interrupts > f->interrupts && cli_call(f->cli, &operation_finish, &in, &ret, NULL) == 0) {
        f->finishing = true;
        progress_note(f->progress, "Finishing: the report is written from what was found so far. Press Ctrl-C again "
                                   "to stop at once.");
    }
    if (interrupts > f->interrupts)
        f->finish_ms = clock_monotonic_ms();
    f->interrupts = interrupts;
    return false;
}

/* A run that was asked to finish and still waits for a slow answer says for whose, once. */
static void tell_awaited(struct follower *f, struct arena *arena)
{
    struct why_out why = { 0 };
    struct run_ref_in in = { f->id };

    if (!f->finish_ms || clock_monotonic_ms() - f->finish_ms < PATIENCE_MS ||
        cli_run_operation(f->cli, &operation_why, arena, &in, &why, NULL) < 0 || str_empty(why.waiting_for))
        return;
    f->finish_ms = 0;
    progress_note(f->progress, str_is(why.waiting_for, "llm")
                                   ? "Still finishing: waiting for the model that writes the report. Press Ctrl-C "
                                     "again to stop at once."
                                   : "Still finishing: waiting for calls that are under way. Press Ctrl-C again to "
                                     "stop at once.");
}

/* "12:04:31  source_added  …": for people. */
static void print_event_words(struct cli *cli, const struct event_view *event)
{
    struct arena *arena = arena_new();
    struct str words = str("");
    json_t *data = NULL;

    if (json_parse(str_empty(event->data) ? str("{}") : event->data, &data, NULL) == 0)
        words = text_one_line(arena, utf8_clean(arena, event_words(arena, event->type, data)));
    json_decref(data);
    fprintf(cli->out, out_is_narrow(cli) ? "%.*s  %-*.*s\n  " : "%.*s  %-*.*s  ", STR_ARG(str_sub(event->time, 11, 19)),
            out_is_narrow(cli) ? 0 : TYPE_WIDTH, STR_ARG(event->type));
    cli_out(cli, utf8_cut_words(arena, words, WORDS_MAX));
    cli_out(cli, str("\n"));
    fflush(cli->out);
    arena_free(arena);
}

static void print_event(struct cli *cli, const struct event_view *event)
{
    if (cli->out_terminal && !cli->json && !cli->events) {
        print_event_words(cli, event);
        return;
    }
    struct arena *arena = arena_new();
    json_t *object = json_encode(event_view_fields, event);

    cli_out_value(cli, json_text(arena, object));
    fflush(cli->out);
    json_decref(object);
    arena_free(arena);
}

static void note_delivery(struct follower *f, const struct event_view *event)
{
    struct arena *arena = f->cli->arena;
    struct event_delivered delivered = { 0 };

    if (!str_is(event->type, "delivered") || event_read(arena, EVENT_DELIVERED, event->data, &delivered, NULL) < 0)
        return;
    bool sent = str_is(delivered.status, "sent"), unknown = str_is(delivered.status, "unknown");
    f->undelivered = f->undelivered || !sent;
    /* Of a webhook the event has the host alone. */
    struct str again = str_starts(delivered.target, "webhook:") ? str("webhook:URL") : delivered.target;
    str_list_add(arena, &f->deliveries,
                 sent ? str_format(arena, "Delivered to %.*s.", STR_ARG(delivered.target))
                      : str_format(arena, "%s to %.*s: %.*s%s To try again: fathom deliver %.*s %.*s",
                                   unknown ? "Not known whether it was delivered" : "Not delivered",
                                   STR_ARG(delivered.target), STR_ARG(delivered.error.message),
                                   str_ends(delivered.error.message, ".") ? "" : ".", STR_ARG(f->id), STR_ARG(again)));
}

/* Reads what is new. `arena` is scratch. */
static int read_events(struct follower *f, struct arena *arena, bool print, struct error *e)
{
    struct events_out out;
    int r;

    do {
        struct events_in in = { .id = f->id, .since = f->seen, .limit = EVENTS_AT_ONCE };

        if (f->types)
            in.types = *f->types;
        out = (struct events_out){ 0 };
        r = cli_run_operation(f->cli, &operation_events, arena, &in, &out, e);
        if (r < 0)
            return r;
        for (size_t i = 0; i < out.events_n; i++) {
            if (print)
                print_event(f->cli, &out.events[i]);
            if (f->progress)
                progress_event(f->progress, &out.events[i]);
            note_delivery(f, &out.events[i]);
            f->seen = out.events[i].seq;
        }
    } while (out.events_n == EVENTS_AT_ONCE);
    f->status = str_dup(f->cli->arena, out.status);
    return 0;
}

/* Without a progress line there is no need to read its data. */
static void draw(struct follower *f, struct arena *arena)
{
    struct run_view view = { 0 };
    struct run_ref_in in = { f->id };

    if (!progress_due(f->progress))
        return;
    struct why_out why = { 0 };
    int r = cli_run_operation(f->cli, &operation_show, arena, &in, &view, NULL);
    bool known = cli_run_operation(f->cli, &operation_why, arena, &in, &why, NULL) == 0;
    progress_draw(f->progress, r == 0 ? &view.usage : NULL, service_in_flight(f->cli->service), known ? &why : NULL);
}

static bool at_rest(struct str status) { return !str_is(status, "queued") && !str_is(status, "running"); }

/* Events, signals and the end of the run wake the follower. Only what is drawn and what is said after a while needs
 * the time. */
static int64_t tick_ms(const struct follower *f)
{
    return progress_is_drawn(f->progress) ? DRAW_MS : f->finish_ms ? TICK_MS : LONG_MS;
}

static void wake_follower(void *feed) { feed_wake(feed); }

/* Until the run is at rest. 0, or EXIT_INTERRUPTED through *ret_exit. */
static int follow(struct follower *f, bool print, int *ret_exit, struct error *e)
{
    int r = 0;

    *ret_exit = 0;
    while (r == 0) {
        struct arena *arena = arena_new();
        bool active = service_active(f->cli->service, f->id);
        bool moved = feed_wait(f->feed, clock_monotonic_ms() + (active ? tick_ms(f) : 0));

        if (moved || !active)
            r = read_events(f, arena, print, e);
        if (r == 0)
            draw(f, arena);
        if (r == 0 && active)
            tell_awaited(f, arena);
        arena_free(arena);
        if (r < 0 || (!active && !service_active(f->cli->service, f->id)))
            break;
        if (interrupted(f)) {
            progress_end(f->progress);
            cli_say(f->cli, "Stopping. Everything done so far is kept.");
            service_stop(f->cli->service);
            *ret_exit = EXIT_INTERRUPTED;
            break;
        }
    }
    progress_end(f->progress);
    if (r == 0 && !*ret_exit && !at_rest(f->status))
        r = service_result(f->cli->service, f->id, e);
    return r;
}

/* --quiet does not silence what the user must know to go on. */
static int tell_waiting(struct cli *cli, const struct run_view *view)
{
    cli_tell_lines(cli, waiting_text(cli, view));
    return EXIT_WAITING;
}

/* "run-1 failed": what became of a run that has no report to show. */
static const char *ending(struct str status)
{
    return str_is(status, "failed")      ? "failed"
           : str_is(status, "cancelled") ? "was cancelled"
           : str_is(status, "timed_out") ? "ran out of time"
                                         : "stopped";
}

/* The run has ended: its report, or why there is none. */
static int end_run(struct follower *f)
{
    struct cli *cli = f->cli;
    struct run_ref_in in = { f->id };
    struct run_view *view;
    struct error e;
    int r;

    if (str_is(f->status, "completed")) {
        if (output_report(cli, f->id, &e) < 0)
            return cli_fail(cli, &e);
        cli_say(cli, "Done: %.*s. To print the report again: fathom report %.*s", STR_ARG(f->id), STR_ARG(f->id));
        /* That a report did not arrive is said even when quiet. */
        for (size_t i = 0; i < f->deliveries.n; i++)
            if (!cli->quiet || !str_starts(f->deliveries.items[i], "Delivered"))
                cli_tell(cli, "%.*s", STR_ARG(f->deliveries.items[i]));
        return f->undelivered ? EXIT_FAILED : EXIT_DONE;
    }
    r = cli_call(cli, &operation_show, &in, (void **) &view, &e);
    if (r == 0 && (view->has_report || cli->json))
        r = output_report(cli, f->id, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    if (str_is(view->status, "waiting"))
        return tell_waiting(cli, view);
    json_t *error = NULL;
    struct str why = str("");
    struct str advice = str_format(cli->arena, "To go on: fathom resume %.*s", STR_ARG(view->id));
    if (!str_empty(view->error) && json_parse(view->error, &error, NULL) == 0) {
        struct str code = json_get_str(error, "code");

        why = str_dup(cli->arena, json_get_str(error, "message"));
        /* Some ends are settled by what the run was begun with, and resume keeps that. */
        if (str_is(code, error_name(ERROR_LIMIT)))
            advice = str("A run keeps its settings. To change them, start a new research.");
        else if (str_is(code, error_name(ERROR_NOT_FOUND)))
            advice = str("Resuming it would find the same; start a new research with the change.");
        else if (!str_is(view->workflow, "panel") &&
                 (str_is(code, error_name(ERROR_QUOTA)) || str_is(code, error_name(ERROR_AUTH)) ||
                  str_is(code, error_name(ERROR_MODEL)) || str_is(code, error_name(ERROR_REJECTED))))
            advice = str_format(cli->arena, "To go on: fathom resume %.*s; with another model: -m PROVIDER/MODEL",
                                STR_ARG(view->id));
    }
    json_decref(error);
    cli_fail_text(cli, ERROR_INTERNAL,
                  str_format(cli->arena, "%.*s %s%s%.*s%s %.*s", STR_ARG(view->id), ending(view->status),
                             str_empty(why) ? "" : ": ", STR_ARG(why), str_ends(why, ".") ? "" : ".", STR_ARG(advice)));
    return f->interrupts && str_is(view->status, "cancelled") ? EXIT_INTERRUPTED : EXIT_FAILED;
}

/* Standard input is read once: a plan that is made again waits for `fathom answer`. */
static enum asked read_piped_plan(struct follower *f, const struct str_list *plan, struct str *ret)
{
    struct cli *cli = f->cli;

    cli->piped_plan = false;
    cli_say(cli, "The plan; what is to be done with it is read from standard input:");
    if (!cli->quiet)
        ask_print(cli, plan);
    return ask_plan_piped(cli, f->signals, plan, ret);
}

/* Asks the person at the terminal what the run wants to know. 1: it goes on;
 * 0: it has ended, or nobody is there to ask. */
static int answer_questions(struct follower *f, int *ret_exit, struct error *e)
{
    struct cli *cli = f->cli;
    struct answer_in answer = { .id = f->id };
    struct run_view *view;
    void *ret;
    int r = 0;

    if (str_is(f->status, "waiting") && (cli_may_ask(cli) || cli->piped_plan))
        r = cli_call(cli, &operation_show, &(struct run_ref_in){ f->id }, (void **) &view, e);
    else
        return 0;
    if (r < 0 || view->questions.n == 0)
        return r;
    const struct str_list plan = plan_items(cli->arena, view->asks);
    if (plan.n == 0 && !cli_may_ask(cli))
        return 0;
    enum asked asked = plan.n == 0 ? ask_person(cli, f->signals, view, &answer.answer)
                       : cli->piped_plan
                           ? read_piped_plan(f, &plan, &answer.answer)
                           : ask_plan(cli, f->signals, &(struct plan_asked){ f->id, plan }, &answer.answer);
    if (asked == ASK_INTERRUPTED) {
        *ret_exit = EXIT_INTERRUPTED;
        return 0;
    }
    if (plan.n && asked == ASK_ENDED) /* nothing is spent on a plan that nobody agreed to */
        return 0;
    r = cli_call(cli, &operation_answer, &answer, &ret, e);
    return r < 0 ? r : 1;
}

static int follow_to_end(struct cli *cli, struct str id, struct signals *signals, int64_t seen)
{
    struct follower f = { .cli = cli, .id = id, .signals = signals, .seen = seen };
    struct error e;
    int status, r;

    f.feed = feed_open(cli->service, id);
    signals_wake(signals, wake_follower, f.feed);
    do {
        f.progress = progress_new(cli);
        r = follow(&f, cli->events, &status, &e);
        if (r == 0 && status == 0)
            r = answer_questions(&f, &status, &e);
    } while (r > 0);
    signals_wake(signals, NULL, NULL);
    feed_close(f.feed);
    if (r < 0)
        return cli_fail(cli, &e);
    if (status == EXIT_INTERRUPTED) {
        cli_tell(cli, "Interrupted. %s: fathom resume %.*s", f.finishing ? "To write up what was found" : "To go on",
                 STR_ARG(id));
        return status;
    }
    return end_run(&f);
}

/* --- research, resume --- */

int research_until_asked(struct cli *cli, const struct research_in *in, struct run_view **ret, struct error *e)
{
    struct follower f = { .cli = cli };
    struct run_ref_out *out;
    int status = EXIT_DONE, r;

    f.signals = signals_open(cli->arena);
    r = cli_call(cli, &operation_research, in, (void **) &out, e);
    bool begun = r == 0;

    if (begun) {
        f.id = out->id;
        f.feed = feed_open(cli->service, f.id);
        signals_wake(f.signals, wake_follower, f.feed);
        f.progress = progress_new(cli);
        r = follow(&f, false, &status, e);
        signals_wake(f.signals, NULL, NULL);
        feed_close(f.feed);
    }
    if (r == 0)
        r = cli_call(cli, &operation_show, &(struct run_ref_in){ f.id }, (void **) ret, e);
    signals_close(f.signals);
    if (r < 0)
        return begun ? cli_fail(cli, e) : r;
    return status || str_is(f.status, "waiting") ? status : end_run(&f);
}

/* "-" as the question is standard input. */
static int read_question(struct cli *cli, struct str *query, struct error *e)
{
    struct buf text;

    if (!str_is(*query, "-"))
        return 0;
    buf_init(&text, QUESTION_MAX);
    int r = file_read_fd(STDIN_FILENO, &text, e);
    if (r == 0)
        *query = buf_take(&text, cli->arena);
    buf_free(&text);
    return r;
}

int research_contexts(struct cli *cli, const struct research_in *in, struct research_in *ret, struct error *e)
{
    struct document_view *views = arena_calloc(cli->arena, cli->contexts.n + 1, sizeof *views);
    int r = cli->contexts.n ? cli_service(cli, e) : 0;
    const struct caller caller = caller_local(cli->service, &cli_door);

    *ret = *in;
    if (cli->contexts.n > CONTEXTS_MAX)
        return error_set(e, ERROR_INVALID, "--context: at most %d files can be given.", CONTEXTS_MAX);
    for (size_t i = 0; i < cli->contexts.n; i++)
        if (document_is_url(cli->contexts.items[i]))
            return error_set(e, ERROR_INVALID,
                             "--context takes files, not addresses. Add the page to a corpus: fathom corpus add NAME "
                             "%.*s",
                             STR_ARG(cli->contexts.items[i]));
    ret->contexts = arena_calloc(cli->arena, cli->contexts.n + 1, sizeof *ret->contexts);
    if (r == 0)
        r = documents_read(&caller, cli->arena, &cli->contexts, KEEP_MORE, views, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < cli->contexts.n; i++) {
        if (!str_empty(views[i].error))
            return error_set(e, ERROR_INVALID, "--context: %.*s: %.*s", STR_ARG(cli->contexts.items[i]),
                             STR_ARG(views[i].error));
        ret->contexts[i] = (struct research_context){ .name = cli->contexts.items[i],
                                                      .text = views[i].text,
                                                      .pages = views[i].page_starts,
                                                      .title = views[i].title,
                                                      .date = views[i].date };
    }
    ret->contexts_n = cli->contexts.n;
    return read_question(cli, &ret->settings.query, e);
}

int research_clarify(struct cli *cli, struct research_in *in, struct error *e)
{
    int r = cli_service(cli, e);

    if (r < 0)
        return r;
    if (cli->clarify < 0 && in->answers.n)
        return error_set(e, ERROR_INVALID,
                         "--answers and --no-clarify exclude each other: with --no-clarify fathom "
                         "asks nothing.");
    operation_note_given(cli->arena, &operation_research, in, "clarify");
    in->settings.clarify = cli->clarify > 0 || (cli->clarify == 0 && cli_may_ask(cli) &&
                                                service_config(cli->service)->enable_clarification);
    return 0;
}

int follow_research(struct cli *cli, struct signals *signals, const struct research_in *in, struct str *ret_id)
{
    struct run_ref_out *out;
    struct error e;

    if (cli_call(cli, &operation_research, in, (void **) &out, &e) < 0)
        return cli_fail(cli, &e);
    for (size_t i = 0; i < out->warnings.n; i++)
        if (!str_list_has(&cli->warned, out->warnings.items[i])) {
            str_list_add(cli->arena, &cli->warned, out->warnings.items[i]);
            cli_warn(cli, "%.*s", STR_ARG(out->warnings.items[i]));
        }
    cli_say(cli, "%.*s", STR_ARG(out->id));
    *ret_id = out->id;
    return follow_to_end(cli, out->id, signals, 0);
}

/* A pipe or a file, not a device such as /dev/null. */
static bool is_piped(const struct cli *cli)
{
    struct stat status;

    return cli->in && !cli->in_terminal && fstat(fileno(cli->in), &status) == 0 &&
           (S_ISFIFO(status.st_mode) || S_ISREG(status.st_mode) || S_ISSOCK(status.st_mode));
}

int command_research(struct cli *cli, const void *in_)
{
    struct research_in in;
    struct signals *signals;
    struct str id;
    struct error e;
    int status, r = output_check(cli, &e);

    if (r == 0)
        r = research_contexts(cli, in_, &in, &e);
    if (r == 0)
        r = research_clarify(cli, &in, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    cli->piped_plan = in.settings.review_plan && is_piped(cli);
    signals = signals_open(cli->arena);
    status = follow_research(cli, signals, &in, &id);
    signals_close(signals);
    return status;
}

int follow_after(struct cli *cli, const struct operation *operation, struct str id, const void *in)
{
    struct run_ref_out *out;
    struct run_view *view;
    struct signals *signals;
    struct error e;
    int status, r = output_check(cli, &e);

    if (r == 0)
        r = cli_service(cli, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    signals = signals_open(cli->arena);
    if (id.len)
        r = cli_call(cli, &operation_show, &(struct run_ref_in){ id }, (void **) &view, &e);
    if (r == 0)
        r = cli_call(cli, operation, in, (void **) &out, &e);
    status = r < 0 ? cli_fail(cli, &e) : follow_to_end(cli, out->id, signals, id.len ? view->events : 0);
    signals_close(signals);
    return status;
}

int command_resume(struct cli *cli, const void *in)
{
    return follow_after(cli, &operation_resume, ((const struct resume_in *) in)->id, in);
}

int command_answer(struct cli *cli, const void *in)
{
    return follow_after(cli, &operation_answer, ((const struct answer_in *) in)->id, in);
}

/* --- events --- */

int command_events(struct cli *cli, const void *in_)
{
    const struct events_in *in = in_;
    struct follower f = { .cli = cli, .seen = in->since, .types = &in->types };
    struct run_view *view;
    struct error e;
    int r = cli_call(cli, &operation_show, &(struct run_ref_in){ in->id }, (void **) &view, &e);

    if (r == 0) {
        f.id = view->id;
        f.feed = feed_open(cli->service, view->id);
    }
    while (r == 0) {
        struct arena *arena = arena_new();

        r = read_events(&f, arena, true, &e);
        arena_free(arena);
        if (r < 0 || !cli->follow || at_rest(f.status) || output_is_broken(cli))
            break;
        feed_wait(f.feed, clock_monotonic_ms() + 1000);
    }
    feed_close(f.feed);
    return r < 0 ? cli_fail(cli, &e) : EXIT_DONE;
}
