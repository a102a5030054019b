/* The block is written in one piece: cursor up, each line with its end erased,
 * what is left below erased. Nothing is cleared first, so nothing flickers. */
#include "doors/cli/progress.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/clock.h"
#include "report/markup.h"
#include "text/json.h"
#include "text/utf8.h"

enum { DRAW_MS = 100, QUERIES_MAX = 64, BLOCK_MAX = 64 << 10, LINES_MAX = 14, TOLD_MAX = 200, LONG_WAIT_S = 5 };

enum query_state { QUERY_PLANNED, QUERY_SEARCHING, QUERY_DONE, QUERY_FAILED, QUERY_NOTHING, QUERY_LEFT_OUT };

struct query {
    struct str id, text;
    enum query_state state;
    int64_t sources;
};

struct progress {
    struct cli *cli;
    struct arena *arena;
    int64_t started_ms, drawn_ms;
    int lines; /* of the block on the screen */
    struct str phase, last;
    struct query queries[QUERIES_MAX];
    struct str_list told; /* of retries and the like, each once */
    size_t queries_n;
    int64_t hits, searches, calls;
    struct usage usage;
    int64_t in_flight;
    const char *awaited; /* "a model", "a search" */
    int64_t awaited_ms;
};

struct progress *progress_new(struct cli *cli)
{
    struct progress *p = arena_alloc(cli->arena, sizeof *p);

    *p = (struct progress){
        .cli = cli, .arena = cli->arena, .started_ms = clock_monotonic_ms(), .phase = str("starting")
    };
    return p;
}

/* Events on the same screen leave no place for a block. */
static bool live(const struct progress *p)
{
    return p->cli->err_terminal && !p->cli->quiet && !(p->cli->events && p->cli->out_terminal);
}

static struct str clock_text(struct arena *arena, int64_t ms)
{
    return str_format(arena, "%lld:%02lld", (long long) (ms / 60000), (long long) (ms / 1000 % 60));
}

static const json_t *tasks_of(const json_t *data)
{
    const json_t *list = json_object_get(data, "subQueries");

    return list ? list : json_object_get(data, "steps");
}

/* --- what happened --- */

static struct query *query_of(struct progress *p, const json_t *data)
{
    struct str id = json_get_str(data, "id"), text = event_task(data);

    for (size_t i = 0; i < p->queries_n; i++)
        if (str_empty(id) ? str_eq(p->queries[i].text, text) : str_eq(p->queries[i].id, id))
            return &p->queries[i];
    if (p->queries_n == QUERIES_MAX || str_empty(text))
        return NULL;
    p->queries[p->queries_n] = (struct query){ .id = str_dup(p->arena, id), .text = str_dup(p->arena, text) };
    return &p->queries[p->queries_n++];
}

static void plan(struct progress *p, const json_t *data)
{
    const json_t *list = tasks_of(data);

    for (size_t i = 0; i < json_array_size(list); i++)
        query_of(p, json_array_get(list, i));
}

bool progress_found_nothing(const json_t *step)
{
    return str_is(json_get_str(step, "stopped"), "nothing found") ||
           (!str_empty(json_get_str(step, "query")) && str_empty(json_get_str(step, "error")) &&
            json_is_integer(json_object_get(step, "sources")) && json_get_int(step, "sources", 0) == 0);
}

static void step(struct progress *p, const json_t *data, bool done)
{
    struct query *query = query_of(p, data);

    if (!query)
        return;
    struct str status = json_get_str(data, "status");
    query->state = !done                                                                         ? QUERY_SEARCHING
                   : str_is(status, "failed") || str_is(json_get_str(data, "stopped"), "failed") ? QUERY_FAILED
                   : str_is(status, "skipped")                                                   ? QUERY_LEFT_OUT
                   : progress_found_nothing(data)                                                ? QUERY_NOTHING
                                                                                                 : QUERY_DONE;
    query->sources = json_get_int(data, "sources", query->sources);
}

/* A retry, degraded, budget_warning or diverged event. A long wait is told with its length. */
static struct str trouble(struct arena *arena, const struct event_view *event, const json_t *data)
{
    struct str why = json_get_str(data, "message"), service = json_get_str(data, "service"), wait = str("");
    double after = json_get_double(data, "after", 0);

    why = str_empty(why) ? json_get_str(data, "reason") : why;
    why = str_empty(why) ? json_get_str(data, "error") : why;
    if (str_is(event->type, "budget_warning"))
        return str_format(arena, "budget: %.*s", STR_ARG(event_words(arena, event->type, data)));
    why = str_empty(why) ? event_words(arena, event->type, data) : why;
    bool named = str_empty(service) || str_find(why, service, 0) >= 0;
    if (after >= LONG_WAIT_S)
        wait = str_format(arena, " in %.0f s", after);
    return str_format(arena, "%.*s%.*s: %.*s%s%.*s", STR_ARG(event->type), STR_ARG(wait),
                      STR_ARG(named ? str("") : service), named ? "" : ": ", STR_ARG(why));
}

/* The same trouble over and over is told once; a long wait is told every time. */
static bool told(struct progress *p, const struct event_view *event, const json_t *data, struct str line)
{
    if ((!str_is(event->type, "retry") && !str_is(event->type, "degraded")) ||
        json_get_double(data, "after", 0) >= LONG_WAIT_S)
        return false;
    if (str_list_has(&p->told, line))
        return true;
    if (p->told.n < TOLD_MAX)
        str_list_add(p->arena, &p->told, line);
    return false;
}

/* One line about an event that a reader wants to see; empty for the others. */
static struct str describe(struct arena *arena, const struct event_view *event, const json_t *data)
{
    struct str type = event->type, error = json_get_str(data, "error");

    if (str_is(type, "phase_started"))
        return str_format(arena, "%.*s", STR_ARG(json_get_str(data, "phase")));
    if (str_is(type, "plan_created"))
        return event_plan_words(arena, data);
    if (str_is(type, "reflection_decision") || (str_is(type, "supervisor_decision") && decision_needs_words(data)))
        return decision_words(arena, data);
    if (str_is(type, "step_completed") || str_is(type, "synthesis_started"))
        return event_words(arena, type, data);
    if (str_is(type, "llm_call"))
        return !str_empty(error) ? str_format(arena, "model failed: %.*s", STR_ARG(error))
                                 : str_format(arena, "%.*s answered", STR_ARG(json_get_str(data, "answeredBy")));
    if (str_is(type, "retry") || str_is(type, "degraded") || str_is(type, "budget_warning") || str_is(type, "diverged"))
        return trouble(arena, event, data);
    if (str_is(type, "agent_completed") && str_is(json_get_str(data, "agent"), "analyzer"))
        return str_format(
            arena, "analysed: %.*s, %.*s",
            STR_ARG(text_counted(arena, (int64_t) json_array_size(json_at(data, "outputs.findings")), "finding",
                                 "findings")),
            STR_ARG(text_counted(arena, (int64_t) json_array_size(json_at(data, "outputs.gaps")), "gap", "gaps")));
    if (str_is(type, "run_resumed"))
        return str("resumed");
    return str("");
}

void progress_event(struct progress *p, const struct event_view *event)
{
    json_t *data = NULL;

    if (json_parse(str_empty(event->data) ? str("{}") : event->data, &data, NULL) < 0)
        return;
    struct str line = describe(p->arena, event, data);
    if (str_is(event->type, "phase_started"))
        p->phase = str_dup(p->arena, json_get_str(data, "phase"));
    else if (str_is(event->type, "plan_created"))
        plan(p, data);
    else if (str_is(event->type, "step_started") || str_is(event->type, "step_completed"))
        step(p, data, str_is(event->type, "step_completed"));
    else if (str_is(event->type, "search_completed")) {
        p->searches++;
        p->hits += json_get_int(data, "hits", 0);
    } else if (str_is(event->type, "llm_call"))
        p->calls++;
    else if (str_is(event->type, "source_added") && live(p))
        p->last = str_format(p->arena, "found: %.*s", STR_ARG(json_get_str(data, "title")));
    /* A search or step that ended is ticked in the list above; the title that it brought is worth the last line. */
    bool ticked = live(p) && str_is(event->type, "step_completed") && str_starts(p->last, "found: ");
    if (!str_empty(line)) {
        p->last = ticked ? p->last : line;
        if (!live(p) && !p->cli->quiet && !str_is(event->type, "llm_call") && !told(p, event, data, line))
            cli_say(p->cli, "[%.*s] %.*s", STR_ARG(clock_text(p->arena, clock_monotonic_ms() - p->started_ms)),
                    STR_ARG(line));
    }
    json_decref(data);
}

/* --- the block --- */

struct block {
    struct buf out;
    int width, lines;
    bool color;
};

/* Adds a line cut to the width; `style` is an SGR code or NULL. */
static void add_line(struct block *b, const char *style, struct str text)
{
    /* utf8_cut counts code points; wide characters take two columns. */
    struct str cut = utf8_cut(text, (size_t) b->width);

    while (cut.len && utf8_width(cut) > (size_t) b->width)
        cut = utf8_cut(cut, utf8_count(cut) - 1);
    if (style && b->color)
        buf_format(&b->out, "\x1b[%sm", style);
    buf_add_str(&b->out, cut);
    if (style && b->color)
        buf_add_z(&b->out, "\x1b[0m");
    buf_add_z(&b->out, "\x1b[K\n");
    b->lines++;
}

static void add_queries(struct progress *p, struct block *b, size_t room)
{
    static const char *const marks[] = { "\u00b7", "\u2026", "\u2713", "\u2717", "\u00b7", "\u00b7" };
    static const char *const styles[] = { "2", NULL, "32", "31", "2", "2" };
    static const char *const ends[] = { "", "", "", "", " (nothing found)", " (left out)" };
    size_t hidden = p->queries_n > room ? p->queries_n - room : 0;

    /* The newest stay in sight. */
    if (hidden)
        add_line(b, "2", str_format(p->arena, "  %zu earlier", hidden));
    for (size_t i = hidden; i < p->queries_n; i++) {
        const struct query *q = &p->queries[i];
        struct str text = utf8_clean(p->arena, q->text);

        if (q->state == QUERY_DONE)
            add_line(b, styles[q->state],
                     str_format(p->arena, "  %s %.*s (%lld)", marks[q->state], STR_ARG(text), (long long) q->sources));
        else
            add_line(b, styles[q->state],
                     str_format(p->arena, "  %s %.*s%s", marks[q->state], STR_ARG(text), ends[q->state]));
    }
}

static struct str numbers(struct progress *p)
{
    struct arena *arena = p->arena;
    const struct usage *u = &p->usage;
    struct buf out;

    buf_init(&out, 1024);
    buf_format(&out, "%lld in flight \u00b7 %.*s, %.*s", (long long) p->in_flight,
               STR_ARG(text_counted(arena, p->searches, "search", "searches")),
               STR_ARG(text_counted(arena, p->hits, "result", "results")));
    if (u->calls) {
        buf_format(&out, " \u00b7 %lld %s, %lld tokens \u00b7 ", (long long) u->calls, u->calls == 1 ? "call" : "calls",
                   (long long) (u->input_tokens + u->output_tokens));
        if (u->cost_unknown && u->cost_nano == 0)
            buf_add_z(&out, "cost unknown");
        else
            buf_format(&out, "$%.4f%s", (double) u->cost_nano / 1e9, u->cost_unknown ? " and an unknown part" : "");
    }
    return buf_take(&out, arena);
}

static int terminal_rows(FILE *stream)
{
    struct winsize size;

    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 5 ? size.ws_row : 24;
}

static void erase(struct progress *p, struct buf *out)
{
    if (p->lines)
        buf_format(out, "\x1b[%dA\r", p->lines);
}

static void put(struct progress *p, const struct buf *out)
{
    fwrite(out->data, 1, out->len, p->cli->err);
    fflush(p->cli->err);
}

static void draw(struct progress *p, int64_t now)
{
    struct arena *run = p->arena, *arena = arena_new();
    int rows = terminal_rows(p->cli->err);
    size_t room = (size_t) (rows - 5 < LINES_MAX ? rows - 5 : LINES_MAX);
    struct block b = { .width = terminal_width(p->cli->err) - 1, .color = p->cli->color };

    p->arena = arena; /* the texts of one drawing */
    buf_init(&b.out, BLOCK_MAX);
    erase(p, &b.out);
    add_line(&b, "1",
             str_format(arena, "%.*s  %.*s", STR_ARG(p->phase), STR_ARG(clock_text(arena, now - p->started_ms))));
    add_queries(p, &b, room);
    add_line(&b, NULL, str_format(arena, "  %.*s", STR_ARG(numbers(p))));
    if (p->awaited_ms >= LONG_WAIT_S * 1000)
        add_line(&b, NULL,
                 str_format(arena, "  waiting for %s, %lld s", p->awaited, (long long) (p->awaited_ms / 1000)));
    if (!str_empty(p->last))
        add_line(&b, "2", str_format(arena, "  %.*s", STR_ARG(utf8_clean(arena, p->last))));
    buf_add_z(&b.out, "\x1b[J"); /* the block may have become shorter */
    put(p, &b.out);
    p->lines = b.lines;
    p->drawn_ms = now;
    p->arena = run;
    buf_free(&b.out);
    arena_free(arena);
}

bool progress_is_drawn(const struct progress *p) { return live(p); }

bool progress_due(const struct progress *p) { return live(p) && clock_monotonic_ms() - p->drawn_ms >= DRAW_MS; }

void progress_draw(struct progress *p, const struct usage *usage, int64_t in_flight, const struct why_out *why)
{
    p->awaited_ms = why ? why->waiting_ms : -1;
    p->awaited = !why                                 ? ""
                 : str_is(why->waiting_for, "llm")    ? "a model"
                 : str_is(why->waiting_for, "search") ? "a search engine"
                                                      : "an answer";
    if (usage)
        p->usage = *usage;
    p->in_flight = in_flight;
    draw(p, clock_monotonic_ms());
}

void progress_end(struct progress *p)
{
    struct buf out;

    if (!live(p) || !p->lines)
        return;
    buf_init(&out, 64);
    erase(p, &out);
    buf_add_z(&out, "\x1b[J");
    put(p, &out);
    p->lines = 0;
    buf_free(&out);
}

void progress_note(struct progress *p, const char *format, ...)
{
    char line[600];
    va_list ap;

    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    progress_end(p);
    fprintf(p->cli->err, "%s\n", line);
}
