/* What is known about runs, and what can be asked of them while they are there. */
#include "service/runs.h"

#include "base/clock.h"
#include "records/sources.h"
#include "report/report.h"
#include "run/engine.h"
#include "run/events.h"
#include "search/quality.h"
#include "service/conversation.h"
#include "service/delivery.h"
#include "service/jobs.h"
#include "service/panel.h"
#include "service/research.h"
#include "service/run_state.h"
#include "service/value.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

static void view_run(const struct caller *caller, struct arena *arena, const struct run_row *row, struct run_view *ret)
{
    struct run_settings settings = { 0 };

    run_settings_parse(arena, row->settings, &settings, NULL);
    /* One that was resumed has ended before, and is at work. */
    bool ended = run_status_at_rest(row->status) && row->status != RUN_STATUS_WAITING;
    *ret = (struct run_view){
        .id = row->id,
        .status = str(run_status_words[row->status]),
        .workflow = row->workflow,
        .phase = row->status == RUN_STATUS_COMPLETED ? str("") : row->phase,
        .depth = str(depth_words[settings.depth]),
        .query = row->query,
        .title = row->title,
        .favourite = row->favourite,
        .shared = row->shared,
        .owner = caller->role == ROLE_ADMIN ? row->owner : str(""),
        .created = clock_iso_text(arena, row->created_ms),
        .updated = clock_iso_text(arena, row->updated_ms),
        .finished = clock_iso_text(arena, ended ? row->finished_ms : 0),
        .active_ms = row->active_ms,
        .usage = row->usage,
        .cost = usage_cost_json(arena, &row->usage),
        .error = row->error,
        .has_report = row->has_report,
        .interrupted = run_is_interrupted(row, clock_wall_ms()),
        .sleeping = row->status == RUN_STATUS_RUNNING && row->wake_at_ms > 0,
        .events = row->events,
        .parent = row->parent,
    };
}

/* What the list and the state of a run tell of its claims. */
static int count_claims(struct db *db, struct run_view *view, struct error *e)
{
    return view->has_report ? claim_record_count(db, view->id, &view->verdicts, e) : 0;
}

int run_find(const struct caller *caller, struct db *db, struct str id, struct arena *arena, struct run_row *ret,
             struct error *e)
{
    struct str name = str_trim(id), full;
    int r = run_record_find(db, caller->user, name, arena, &full, e);

    if (r == 0)
        return run_record_get(db, full, arena, ret, e);
    struct run_row row;
    if (r == -ERROR_NOT_FOUND && caller->role == ROLE_ADMIN && run_record_get(db, name, arena, &row, NULL) == 0 &&
        row.deleted_ms == 0) {
        *ret = row;
        r = 0;
    }
    return r;
}

int reading_begin(const struct caller *caller, struct arena *arena, struct str id, struct reading *ret, struct error *e)
{
    int r = service_read_begin(caller->service, &ret->store, &ret->db, e);

    if (r < 0)
        return r;
    r = run_find(caller, ret->db, id, arena, &ret->row, e);
    if (r < 0)
        store_read_end(ret->store, ret->db);
    return r;
}

void reading_end(struct reading *reading) { store_read_end(reading->store, reading->db); }

int reading_row(const struct caller *caller, struct arena *arena, struct str id, struct reading *ret, struct error *e)
{
    int r = reading_begin(caller, arena, id, ret, e);

    if (r == 0)
        reading_end(ret);
    return r;
}

/* --- list, show --- */

/* What a list asks the store for, and what is left to be looked at in each row. */
struct listing {
    const struct caller *caller;
    struct run_filter filter;
    const char *word; /* NULL: any status */
    size_t most;
};

const char *const list_status_words[] = {
    "draft",
    "queued",
    "running",
    "waiting",
    "completed",
    "failed",
    "cancelled",
    "timed_out",
    "pending",
    "processing",
    "retrying",
    "synthesizing",
    "awaiting_confirmation",
    NULL,
};
enum { NAME_SHOWN = 60 };
enum { LIST_PENDING = RUN_STATUS_TIMED_OUT + 1 };

/* A panel at work may be called by four words, one that failed may have been cancelled. */
static void filter_status(struct listing *l, int status)
{
    struct run_filter *f = &l->filter;

    l->word = status < 0 ? NULL : list_status_words[status];
    f->status = status;
    if (status == RUN_STATUS_FAILED) {
        f->or_status[f->or_status_n++] = RUN_STATUS_CANCELLED;
        f->or_status[f->or_status_n++] = RUN_STATUS_TIMED_OUT;
    }
    if (status < LIST_PENDING)
        return;
    if (strcmp(l->word, "awaiting_confirmation") == 0) {
        f->status = RUN_STATUS_WAITING;
    } else {
        f->status = RUN_STATUS_QUEUED;
        f->or_status[f->or_status_n++] = RUN_STATUS_RUNNING;
    }
}

/* Does its own status or its panel's have the word that is looked for? */
static bool listed(const struct listing *l, const struct run_row *row, struct str research)
{
    json_t *value = NULL;
    bool yes = !l->word || strcmp(l->word, run_status_words[row->status]) == 0;

    if (!yes && research.len && json_parse(research, &value, NULL) == 0)
        yes = str_is(json_get_str(value, "status"), l->word);
    json_decref(value);
    return yes;
}

/* One more than asked for tells whether anything follows. */
static int list_runs(struct listing *l, struct reading *reading, struct arena *arena, struct list_out *ret,
                     struct error *e)
{
    struct run_row *rows, last = { 0 };
    size_t n;

    ret->runs = arena_calloc(arena, l->most + 1, sizeof *ret->runs);
    do {
        int r = run_record_list(reading->db, &l->filter, arena, &rows, &n, e);

        for (size_t i = 0; r == 0 && i < n; i++) {
            struct pending_question question;
            struct str research = { 0 };

            reading->row = rows[i];
            if ((r = panel_summary(reading, arena, &research, e)) < 0 || !listed(l, &rows[i], research))
                continue;
            if (ret->runs_n == l->most) {
                ret->next = run_cursor_text(arena, &last);
                return 0;
            }
            struct run_view *view = &ret->runs[ret->runs_n++];
            view_run(l->caller, arena, &rows[i], view);
            view->research = research;
            r = count_claims(reading->db, view, e);
            if (question_pending(reading->db, &rows[i], arena, &question, NULL) > 0)
                view->questions = question.texts;
            last = rows[i];
        }
        if (r < 0)
            return r;
        if (n)
            l->filter.behind = (struct run_cursor){ rows[n - 1].created_ms, rows[n - 1].number };
    } while (n == (size_t) l->filter.limit);
    return 0;
}

/* Rows of a panel's status are told apart one by one, and not for a number. */
static int count_runs(const struct listing *l, bool first, struct db *db, struct arena *arena, struct list_out *ret,
                      struct error *e)
{
    bool exact = l->filter.or_status_n == 0 &&
                 (!l->word || l->filter.status == word_index(run_status_words, str(l->word)));

    ret->total = INT64_MIN;
    if (first && str_empty(ret->next))
        ret->total = (int64_t) ret->runs_n;
    else if (exact)
        return run_record_count(db, &l->filter, arena, &ret->total, e);
    return 0;
}

int do_list(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct list_in *in = in_;
    struct listing listing = { .caller = caller,
                               .most = (size_t) in->limit,
                               .filter = { .owner = caller->user,
                                           .everyone = in->everyone,
                                           .words = str_trim(in->words),
                                           .workflow = in->workflow,
                                           .favourite = in->favourite,
                                           .deleted = in->deleted,
                                           .roots = in->conversations,
                                           .limit = in->limit + 1 } };
    struct reading reading;

    filter_status(&listing, in->status);
    if (in->everyone && caller->role != ROLE_ADMIN)
        return error_set(e, ERROR_FORBIDDEN, "Only an admin may list the runs of everyone.");
    if (!str_empty(in->cursor) && !run_cursor_read(in->cursor, &listing.filter.behind)) {
        error_set(e, ERROR_INVALID, "This is not a cursor of a list. Give the cursor of the previous list, unchanged.");
        error_about(e, "cursor");
        return -ERROR_INVALID;
    }
    int r = service_read_begin(caller->service, &reading.store, &reading.db, e);
    if (r < 0)
        return r == -ERROR_NOT_FOUND ? 0 : r; /* no database, no runs */
    r = list_runs(&listing, &reading, arena, ret_, e);
    if (r == 0)
        r = count_runs(&listing, str_empty(in->cursor), reading.db, arena, ret_, e);
    reading_end(&reading);
    return r;
}

int do_show(const struct caller *caller, struct arena *arena, const void *in_, void *ret, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct pending_question question = { 0 };
    struct run_view *view = ret;
    struct reading reading;
    struct report report;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = question_pending(reading.db, &reading.row, arena, &question, e);
    r = r < 0 ? r : 0;
    view_run(caller, arena, &reading.row, view);
    if (r == 0)
        r = count_claims(reading.db, view, e);
    if (r == 0)
        r = run_state_fill(&reading, arena, view, e);
    if (r == 0 && view->has_report)
        r = delivery_list(reading.db, reading.row.id, arena, &view->deliveries, &view->deliveries_n, e);
    if (r == 0)
        r = answers_given(reading.db, reading.row.id, arena, &view->answers, &view->answers_n, e);
    if (r == 0)
        r = panel_research(&reading, arena, &view->research, e);
    /* The depth that was asked for may be "auto"; the report has the one it came to. */
    if (r == 0 && view->has_report && run_report_load(&reading, arena, &report, NULL) == 0 && report.depth.len)
        view->depth = report.depth;
    reading_end(&reading);
    view->questions = question.texts;
    view->asks = question.json;
    return r;
}

/* --- events, sources --- */

/* "run_created, run_started, ...", each once. */
static struct str list_types(struct arena *arena)
{
    struct str_list names = { 0 };

    for (size_t i = 0; i < EVENT_KINDS; i++)
        if (!str_list_has(&names, str(event_types[i].type)))
            str_list_add(arena, &names, str(event_types[i].type));
    return str_join(arena, names.items, names.n, ", ");
}

static int check_types(const struct str_list *types, struct arena *arena, struct error *e)
{
    const char *known[EVENT_KINDS + 1] = { NULL };

    for (size_t i = 0; i < EVENT_KINDS; i++)
        known[i] = event_types[i].type;
    for (size_t i = 0; i < types->n; i++) {
        const char *nearest = word_nearest(known, types->items[i]);

        if (word_index(known, types->items[i]) >= 0)
            continue;
        error_set(e, ERROR_INVALID, "There is no event type \"%.*s\"%s%s%s Types: %.*s.",
                  STR_ARG(utf8_cut(types->items[i], NAME_SHOWN)), nearest ? "; did you mean \"" : ".",
                  nearest ? nearest : "", nearest ? "\"?" : "", STR_ARG(list_types(arena)));
        error_about(e, "type");
        return -ERROR_INVALID;
    }
    return 0;
}

/* Events of other types are passed over in portions, so that a limit counts those that are asked for. */
static int wanted_events(struct reading *reading, const struct events_in *in, struct arena *arena,
                         struct events_out *ret, struct error *e)
{
    struct arena *scratch = NULL;
    size_t capacity = 0, n;
    int64_t since = in->since;
    int r = 0;

    do {
        struct event_row *rows;

        if (in->types.n)
            scratch = arena_new();
        r = event_list(reading->db, reading->row.id, since, in->limit, scratch ? scratch : arena, &rows, &n, e);
        for (size_t i = 0; r == 0 && i < n && ret->events_n < (size_t) in->limit; i++) {
            since = rows[i].seq;
            if (in->types.n && !str_list_has(&in->types, rows[i].type))
                continue;
            ret->events = arena_grow(arena, ret->events, &capacity, ret->events_n + 1, sizeof *ret->events);
            ret->events[ret->events_n++] = (struct event_view){ rows[i].seq,
                                                                clock_iso_text(arena, rows[i].time_ms),
                                                                scratch ? str_dup(arena, rows[i].type) : rows[i].type,
                                                                reading->row.id,
                                                                scratch ? str_dup(arena, rows[i].phase) : rows[i].phase,
                                                                scratch ? str_dup(arena, rows[i].data) : rows[i].data };
        }
        arena_free(scratch);
        scratch = NULL;
    } while (r == 0 && in->types.n && n == (size_t) in->limit && ret->events_n < (size_t) in->limit);
    return r;
}

int do_events(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct events_in *in = in_;
    struct events_out *ret = ret_;
    struct reading reading;
    int r = check_types(&in->types, arena, e);

    r = r < 0 ? r : reading_begin(caller, arena, in->id, &reading, e);
    if (r < 0)
        return r;
    r = wanted_events(&reading, in, arena, ret, e);
    reading_end(&reading);
    ret->status = str(run_status_words[reading.row.status]);
    return r;
}

int do_sources(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct sources_out *ret = ret_;
    struct report loaded = { 0 };
    struct run_settings settings = { 0 };
    struct reading reading;
    struct source_row *rows;
    size_t n;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    run_settings_parse(arena, reading.row.settings, &settings, NULL);
    r = source_record_list(reading.db, reading.row.id, false, arena, &rows, &n, e);
    if (r == 0 && reading.row.has_report)
        r = run_report_load(&reading, arena, &loaded, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    ret->sources = arena_calloc(arena, n + 1, sizeof *ret->sources);
    for (size_t i = 0; i < n; i++) {
        const struct source_row *row = &rows[i];
        const struct report_source *cited = report_source(&loaded, row->number);

        ret->sources[i] = (struct source_view){ row->number,
                                                row->id,
                                                row->title,
                                                row->url,
                                                row->date,
                                                row->author,
                                                row->engine,
                                                row->query,
                                                row->snippet,
                                                row->relevance,
                                                cited && cited->cited,
                                                row->snippet_only,
                                                cited ? cited->suspect : str(""),
                                                domain_quality_word(row->url, settings.research_mode) };
    }
    ret->sources_n = n;
    return 0;
}

/* --- controls --- */

/* Where the run stands, in its panel's words if it is one. */
static int tell_status(const struct caller *caller, struct arena *arena, struct str id, struct run_ref_out *ret,
                       struct error *e)
{
    struct reading reading;
    int r = reading_begin(caller, arena, id, &reading, e);

    if (r < 0)
        return r;
    *ret = (struct run_ref_out){ .id = reading.row.id, .status = run_word(&reading, arena) };
    reading_end(&reading);
    return 0;
}

static int control(const struct caller *caller, struct arena *arena, struct str id, const char *type,
                   struct run_ref_out *ret, struct error *e)
{
    struct reading reading;
    struct engine *engine;
    int r = reading_begin(caller, arena, id, &reading, e);

    if (r < 0)
        return r;
    reading_end(&reading);
    if ((r = service_engine(caller->service, &engine, e)) == 0)
        r = engine_control(engine, reading.row.id, str(type), str("{}"), e);
    return r < 0 ? r : tell_status(caller, arena, reading.row.id, ret, e);
}

int do_cancel(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    int r = control(caller, arena, ((const struct run_ref_in *) in)->id, "cancel", ret, e);

    if (r == 0)
        jobs_cancel(caller, ((const struct run_ref_out *) ret)->id);
    return r;
}

int do_finish(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    return control(caller, arena, ((const struct run_ref_in *) in)->id, "finish", ret, e);
}
