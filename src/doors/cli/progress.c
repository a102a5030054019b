/* The block is written in one piece, so that nothing flickers: cursor up, each line erased and written, what is left below
 * erased. A line is erased as a whole: terminals that break lines anew when they become narrower count cells of which only
 * the end was erased. */
#include "doors/cli/progress.h"

#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/clock.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

enum {
    DRAW_MS = 100,
    QUERIES_MAX = 64,
    BLOCK_MAX = 64 << 10,
    LINES_MAX = 14, /* of the plan */
    ROWS_MAX = 40,  /* of the block */
    TITLES_MAX = 3,
    TOLD_MAX = 200,
    LONG_WAIT_S = 5,
    SHOWN_WAIT_MS = 1000,
    ROOMY = 60 /* columns */
};

enum query_state { QUERY_PLANNED, QUERY_SEARCHING, QUERY_DONE, QUERY_FAILED, QUERY_NOTHING, QUERY_LEFT_OUT, QUERY_CUT };

struct query {
    struct str id, text;
    enum query_state state;
    int64_t sources;
    int64_t results; /* of its searches that have answered, while others are under way */
};

struct progress {
    struct cli *cli;
    struct arena *arena;
    int64_t started_ms, drawn_ms;
    int lines;               /* of the block on the screen */
    size_t widths[ROWS_MAX]; /* theirs */
    struct str phase, last;
    struct str_list titles; /* of pages, in this phase */
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

bool progress_was_cut(const json_t *step)
{
    struct str stopped = json_get_str(step, "stopped");

    return str_is(stopped, "cut short") || str_starts(json_get_str(step, "error"), "cut short") ||
           (str_is(stopped, "budget") && json_get_int(step, "sources", 0) == 0);
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
                   : progress_was_cut(data)                                                      ? QUERY_CUT
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

struct str phase_in_words(struct arena *arena, struct str phase)
{
    return str_is(phase, "initial") ? str("understanding") : str_replace(arena, phase, str("_"), str(" "));
}

/* One line about an event that a reader wants to see; empty for the others. */
static struct str describe(struct arena *arena, const struct event_view *event, const json_t *data)
{
    struct str type = event->type, error = json_get_str(data, "error");

    if (str_is(type, "phase_started"))
        return phase_in_words(arena, json_get_str(data, "phase"));
    if (str_is(type, "plan_created"))
        return event_plan_words(arena, data);
    if (str_is(type, "reflection_decision") || (str_is(type, "supervisor_decision") && decision_needs_words(data)))
        return decision_words(arena, data);
    if (str_is(type, "step_completed") || str_is(type, "synthesis_started"))
        return event_words(arena, type, data);
    if (str_is(type, "llm_call") && !str_empty(error))
        return str_format(arena, "model failed: %.*s", STR_ARG(error));
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

/* A page is named when a search brings it, and not again when it becomes a source. */
static void add_found(struct progress *p, struct str title)
{
    if (live(p) && !str_list_has(&p->titles, title))
        str_list_add(p->arena, &p->titles, str_dup(p->arena, title));
}

static void answered(struct progress *p, const json_t *data)
{
    const json_t *titles = json_object_get(data, "titles");
    struct str query = json_get_str(data, "query");

    for (size_t i = 0; i < p->queries_n; i++)
        if (str_eq(p->queries[i].text, query))
            p->queries[i].results = json_get_int(data, "hits", 0);
    for (size_t i = 0; i < json_array_size(titles); i++)
        add_found(p,
                  str_n(json_string_value(json_array_get(titles, i)), json_string_length(json_array_get(titles, i))));
}

/* What the block shows is kept up to date. */
static void note(struct progress *p, struct str type, const json_t *data)
{
    if (str_is(type, "phase_started")) {
        p->phase = str_dup(p->arena, phase_in_words(p->arena, json_get_str(data, "phase")));
        if (!str_is(p->phase, "research")) /* the pages of its first look stay until its steps bring others */
            p->titles.n = 0;
    } else if (str_is(type, "plan_created"))
        plan(p, data);
    else if (str_is(type, "step_started") || str_is(type, "step_completed"))
        step(p, data, str_is(type, "step_completed"));
    else if (str_is(type, "search_completed")) {
        p->searches++;
        p->hits += json_get_int(data, "hits", 0);
    } else if (str_is(type, "llm_call"))
        p->calls++;
    else if (str_is(type, "search_answered"))
        answered(p, data);
    else if (str_is(type, "source_added"))
        add_found(p, json_get_str(data, "title"));
}

void progress_event(struct progress *p, const struct event_view *event)
{
    json_t *data = NULL;

    if (json_parse(str_empty(event->data) ? str("{}") : event->data, &data, NULL) < 0)
        return;
    struct str line = describe(p->arena, event, data);
    note(p, event->type, data);
    /* The phase, and a search or step that ended, stand above. */
    bool above = str_is(event->type, "phase_started") || str_is(event->type, "step_completed");
    if (!str_empty(line)) {
        p->last = above ? str("") : line;
        if (!live(p) && !p->cli->quiet && !str_is(event->type, "llm_call") && !told(p, event, data, line))
            cli_say(p->cli, "[%.*s] %.*s", STR_ARG(clock_text(p->arena, clock_monotonic_ms() - p->started_ms)),
                    STR_ARG(line));
    }
    json_decref(data);
}

/* --- the block --- */

struct block {
    struct buf out;
    struct arena *arena;
    size_t width, widths[ROWS_MAX];
    int lines;
    bool color;
};

/* At most so many columns; what is cut ends with an ellipsis. */
static struct str fitted(struct arena *arena, struct str text, size_t width)
{
    if (utf8_width(text) <= width)
        return text;
    while (text.len && utf8_width(text) + 1 > width)
        text = utf8_cut(text, utf8_count(text) - 1);
    return str_format(arena, "%.*s\u2026", STR_ARG(text));
}

/* The same with the cut in the middle: the lines of a plan often begin alike and differ at their ends. */
static struct str fitted_within(struct arena *arena, struct str text, size_t width)
{
    size_t characters = utf8_count(text), tail = width / 2;

    if (utf8_width(text) <= width || width < 3)
        return fitted(arena, text, width);
    struct str end = text;
    while (end.len && utf8_width(end) > tail) {
        struct str first = utf8_cut(end, 1);

        end = str_sub(end, first.len, end.len);
    }
    struct str begin = utf8_cut(text, characters - utf8_count(end));
    while (begin.len && utf8_width(begin) + 1 + utf8_width(end) > width)
        begin = utf8_cut(begin, utf8_count(begin) - 1);
    return str_format(arena, "%.*s\u2026%.*s", STR_ARG(begin), STR_ARG(end));
}

/* `style` is an SGR code or NULL. */
static void add_line(struct block *b, const char *style, struct str text)
{
    if (b->lines == ROWS_MAX)
        return;
    struct str line = fitted(b->arena, text, b->width);
    buf_add_z(&b->out, "\x1b[2K");
    if (style && b->color)
        buf_format(&b->out, "\x1b[%sm", style);
    buf_add_str(&b->out, line);
    if (style && b->color)
        buf_add_z(&b->out, "\x1b[0m");
    buf_add_char(&b->out, '\n');
    b->widths[b->lines++] = utf8_width(line);
}

/* " (5 sources)", where there is room for it. */
static struct str found_words(const struct block *b, int64_t sources)
{
    return b->width < ROOMY
               ? str_format(b->arena, " (%lld)", (long long) sources)
               : str_format(b->arena, " (%.*s)", STR_ARG(text_counted(b->arena, sources, "source", "sources")));
}

/* Of a search that has answered while others are under way. */
static struct str results_words(const struct block *b, const struct query *q)
{
    return str_format(b->arena, " (%.*s)", STR_ARG(text_counted(b->arena, q->results, "result", "results")));
}

static void add_queries(struct progress *p, struct block *b, size_t room)
{
    static const char *const marks[] = { "\u00b7", "\u2026", "\u2713", "\u2717", "\u00b7", "\u00b7", "\u00b7" };
    static const char *const styles[] = { "2", NULL, "32", "31", "2", "2", "2" };
    static const char *const ends[] = { "", "", "", "", " (nothing found)", " (left out)", " (cut short)" };
    size_t hidden = p->queries_n > room ? p->queries_n - room : 0;

    /* The newest stay in sight. */
    if (hidden)
        add_line(b, "2", str_format(b->arena, "  %zu earlier", hidden));
    for (size_t i = hidden; i < p->queries_n; i++) {
        const struct query *q = &p->queries[i];
        struct str end = q->state == QUERY_DONE                      ? found_words(b, q->sources)
                         : q->results && q->state == QUERY_SEARCHING ? results_words(b, q)
                                                                     : str(ends[q->state]);
        size_t taken = 4 + utf8_width(end);

        add_line(b, styles[q->state],
                 str_format(b->arena, "  %s %.*s%.*s", marks[q->state],
                            STR_ARG(fitted_within(b->arena, utf8_clean(b->arena, q->text),
                                                  b->width > taken + 8 ? b->width - taken : 8)),
                            STR_ARG(end)));
    }
}

/* What is waited for, and what was used so far. */
static struct str numbers(const struct progress *p, struct arena *arena)
{
    const struct usage *u = &p->usage;
    struct buf out;

    buf_init(&out, 1024);
    if (p->awaited_ms >= SHOWN_WAIT_MS)
        buf_format(&out, "waiting for %s, %lld s", p->awaited, (long long) (p->awaited_ms / 1000));
    if (p->in_flight > 1 || (p->in_flight && !out.len))
        buf_format(&out, out.len ? " (%.*s)" : "%.*s",
                   STR_ARG(text_counted(arena, p->in_flight, "call under way", "calls under way")));
    if (p->searches)
        buf_format(&out, "%s%.*s, %.*s", out.len ? " \u00b7 " : "",
                   STR_ARG(text_counted(arena, p->searches, "search", "searches")),
                   STR_ARG(text_counted(arena, p->hits, "result", "results")));
    if (u->calls) {
        buf_format(&out, "%s%.*s, %.*s \u00b7 ", out.len ? " \u00b7 " : "",
                   STR_ARG(text_counted(arena, u->calls, "model call", "model calls")),
                   STR_ARG(text_counted(arena, u->input_tokens + u->output_tokens, "token", "tokens")));
        if (u->cost_unknown && u->cost_nano == 0)
            buf_add_z(&out, "cost unknown");
        else
            buf_format(&out, "$%.4f%s", (double) u->cost_nano / 1e9, u->cost_unknown ? " and an unknown part" : "");
    }
    return buf_take(&out, arena);
}

static void add_wrapped(struct block *b, struct str text)
{
    struct str_list lines = { 0 };

    wrap_text(b->arena, text, b->width > 4 ? b->width - 2 : 2, &lines);
    for (size_t i = 0; i < lines.n; i++)
        add_line(b, NULL, str_format(b->arena, "  %.*s", STR_ARG(lines.items[i])));
}

static int terminal_rows(FILE *stream)
{
    struct winsize size;

    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 5 ? size.ws_row : 24;
}

/* A terminal that became narrower has broken lines of the block in two. */
static void erase(struct progress *p, struct buf *out)
{
    size_t width = (size_t) terminal_width(p->cli->err), rows = 0;

    for (int i = 0; i < p->lines; i++)
        rows += p->widths[i] > width ? (p->widths[i] + width - 1) / width : 1;
    if (rows)
        buf_format(out, "\x1b[%zuA\r", rows);
}

static void put(struct progress *p, const struct buf *out)
{
    fwrite(out->data, 1, out->len, p->cli->err);
    fflush(p->cli->err);
}

static void draw(struct progress *p, int64_t now)
{
    int rows = terminal_rows(p->cli->err) - 6 - TITLES_MAX;
    size_t room = (size_t) (rows < 2 ? 2 : rows < LINES_MAX ? rows : LINES_MAX);
    struct block b = { .arena = arena_new(),
                       .width = (size_t) terminal_width(p->cli->err) - 1,
                       .color = p->cli->color };

    buf_init(&b.out, BLOCK_MAX);
    erase(p, &b.out);
    add_line(&b, "1",
             str_format(b.arena, "%.*s  %.*s", STR_ARG(p->phase), STR_ARG(clock_text(b.arena, now - p->started_ms))));
    add_queries(p, &b, room);
    add_wrapped(&b, numbers(p, b.arena));
    for (size_t i = p->titles.n > TITLES_MAX ? p->titles.n - TITLES_MAX : 0; i < p->titles.n; i++)
        add_line(&b, "2", str_format(b.arena, "  found: %.*s", STR_ARG(utf8_clean(b.arena, p->titles.items[i]))));
    if (!str_empty(p->last))
        add_line(&b, "2", str_format(b.arena, "  %.*s", STR_ARG(utf8_clean(b.arena, p->last))));
    buf_add_z(&b.out, "\x1b[J"); /* the block may have become shorter */
    put(p, &b.out);
    p->lines = b.lines;
    memcpy(p->widths, b.widths, sizeof p->widths);
    p->drawn_ms = now;
    buf_free(&b.out);
    arena_free(b.arena);
}

bool progress_is_drawn(const struct progress *p) { return live(p); }

bool progress_due(const struct progress *p) { return live(p) && clock_monotonic_ms() - p->drawn_ms >= DRAW_MS; }

const char *awaited_words(struct str waiting_for)
{
    return str_is(waiting_for, "llm")      ? "a model"
           : str_is(waiting_for, "search") ? "a search engine"
           : str_is(waiting_for, "page")   ? "a page"
                                           : NULL;
}

void progress_draw(struct progress *p, const struct usage *usage, int64_t in_flight, const struct why_out *why)
{
    p->awaited_ms = why ? why->waiting_ms : -1;
    p->awaited = why ? awaited_words(why->waiting_for) : "";
    p->awaited = p->awaited ? p->awaited : "an answer";
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
    cli_tell(p->cli, "%s", line);
}
