#include "service/marks.h"

#include "base/clock.h"
#include "base/hash.h"
#include "records/journal.h"
#include "report/report.h"
#include "service/research.h"
#include "service/runs.h"
#include "service/service.h"

enum { SHARE_BYTES = 16, DELETED_MS = 86400000 };

/* A change of one run's row, as a job. */
struct mark {
    struct str id;
    struct str title;
    bool favourite;
    const struct hash *share;
    int64_t deleted_ms;
    int (*set)(struct db *db, const struct mark *mark, struct error *e);
};

static int set_title(struct db *db, const struct mark *m, struct error *e)
{
    return run_record_set_title(db, m->id, m->title, e);
}
static int set_favourite(struct db *db, const struct mark *m, struct error *e)
{
    return run_record_set_favourite(db, m->id, m->favourite, e);
}
static int set_share(struct db *db, const struct mark *m, struct error *e)
{
    return run_record_set_share(db, m->id, m->share, e);
}
/* A run that was approved or resumed a moment ago has no lease yet: it must not work where nobody sees it. One that no
 * process will work on can go. */
static int check_not_queued(struct db *db, const struct mark *m, struct error *e)
{
    struct arena *arena = arena_new();
    struct run_row row;
    int r = run_record_get(db, m->id, arena, &row, e);

    if (r == 0 && row.status == RUN_STATUS_QUEUED && !run_is_interrupted(&row, clock_wall_ms()))
        r = error_set(e, ERROR_CONFLICT, "%.*s is queued", STR_ARG(m->id));
    arena_free(arena);
    return r;
}

static int set_deleted(struct db *db, const struct mark *m, struct error *e)
{
    int64_t epoch;
    int r = m->deleted_ms ? check_not_queued(db, m, e) : 0;

    /* A process that works on the run holds its lease. */
    if (r == 0 && m->deleted_ms)
        r = run_lease_take(db, m->id, run_worker_name(), clock_wall_ms(), 1000, &epoch, e);
    if (r == 0)
        r = run_record_set_deleted(db, m->id, m->deleted_ms, e);
    if (r == 0 && m->deleted_ms)
        r = run_lease_release(db, m->id, epoch, e);
    return r;
}

static int mark_job(struct db *db, void *arg, struct error *e)
{
    const struct mark *mark = arg;

    return mark->set(db, mark, e);
}

/* Finds the run, changes its row, and shows it if `view` is given. */
static int change(const struct caller *caller, struct arena *arena, struct str id, struct mark *mark,
                  struct run_view *view, struct error *e)
{
    struct reading reading;
    int r = reading_row(caller, arena, id, &reading, e);

    if (r < 0)
        return r;
    mark->id = reading.row.id;
    r = store_write(reading.store, mark_job, mark, e);
    return r < 0 || !view ? r : do_show(caller, arena, &(struct run_ref_in){ reading.row.id }, view, e);
}

int do_favourite(const struct caller *caller, struct arena *arena, const void *in_, void *ret, struct error *e)
{
    const struct favourite_in *in = in_;
    struct mark mark = { .set = set_favourite, .favourite = in->favourite };

    return change(caller, arena, in->id, &mark, ret, e);
}

int do_title(const struct caller *caller, struct arena *arena, const void *in_, void *ret, struct error *e)
{
    const struct title_in *in = in_;
    struct mark mark = { .set = set_title, .title = str_trim(in->title) };

    return change(caller, arena, in->id, &mark, ret, e);
}

/* --- sharing --- */

int do_share(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct share_out *ret = ret_;
    unsigned char secret[SHARE_BYTES];
    char *token = arena_alloc(arena, 2 * SHARE_BYTES + 1);
    struct reading reading;
    int r = reading_row(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    if (!reading.row.has_report)
        return error_set(e, ERROR_CONFLICT, "%.*s has no report that could be shared: it is %s.",
                         STR_ARG(reading.row.id), run_status_words[reading.row.status]);
    random_bytes(secret, sizeof secret);
    hex_encode(secret, sizeof secret, token);
    struct hash key = hash_of(str(token));
    struct mark mark = { .set = set_share, .share = &key };
    r = change(caller, arena, reading.row.id, &mark, NULL, e);
    if (r == 0)
        *ret = (struct share_out){ reading.row.id, str(token) };
    return r;
}

int do_unshare(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct run_view view = { 0 };
    struct mark mark = { .set = set_share };
    int r = change(caller, arena, in->id, &mark, &view, e);

    if (r == 0)
        *(struct run_ref_out *) ret_ = (struct run_ref_out){ .id = view.id, .status = view.status };
    return r;
}

struct share_look {
    struct str token;
    struct arena *arena;
    struct run_row row;
};

static int find_shared(struct db *db, void *context, struct error *e)
{
    struct share_look *look = context;

    if (look->token.len != 2 * SHARE_BYTES)
        return 0;
    return run_record_shared(db, hash_of(look->token), look->arena, &look->row, e);
}

int do_shared(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct shared_in *in = in_;
    struct report_out report = { 0 };
    struct share_look look = { .token = in->token, .arena = arena };
    const struct run_row *row = &look.row;
    int r = service_find(caller->service, find_shared, &look, e);

    if (r < 0)
        return r;
    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "This link opens nothing, or not any more.");
    /* The token is the right to read this one report. */
    struct caller reader = { .service = caller->service, .user = row->owner, .role = ROLE_USER, .door = caller->door };
    r = do_report(&reader, arena, &(struct report_in){ row->id, REPORT_HTML }, &report, e);
    if (r == 0)
        ((struct shared_out *) ret_)->text = report.text;
    return r;
}

/* --- deleting --- */

int do_delete(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct reading reading;
    int r = reading_row(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    /* The thread of a run that has ended may still be leaving; it writes nothing any more. */
    if (!run_status_at_rest(reading.row.status) && service_active(caller->service, reading.row.id))
        return error_set(e, ERROR_CONFLICT, "%.*s is at work; cancel it first.", STR_ARG(reading.row.id));
    struct mark mark = { .set = set_deleted, .deleted_ms = clock_wall_ms() };
    r = change(caller, arena, reading.row.id, &mark, NULL, e);
    if (r == -ERROR_CONFLICT)
        return error_wrap(e, "it is at work and cannot be deleted; cancel it first");
    if (r == 0)
        *(struct run_ref_out *) ret_ = (struct run_ref_out){ .id = reading.row.id, .status = str("deleted") };
    return r;
}

static int find_deleted(const struct caller *caller, struct arena *arena, struct str id, struct store **ret_store,
                        struct run_row *ret, struct error *e)
{
    struct db *db;
    struct str name = str_starts(id, "run-") ? id : str_format(arena, "run-%.*s", STR_ARG(id));
    int r = service_read_begin(caller->service, ret_store, &db, e);

    if (r < 0)
        return r;
    r = run_record_get(db, name, arena, ret, e);
    store_read_end(*ret_store, db);
    if (r == 0 && (ret->deleted_ms == 0 || (caller->role != ROLE_ADMIN && !str_eq(ret->owner, caller->user))))
        r = error_set(e, ERROR_NOT_FOUND, "There is no deleted run \"%.*s\". Give its whole id.",
                      (int) (id.len < 80 ? id.len : 80), id.data ? id.data : "");
    return r;
}

int do_undelete(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct run_ref_in *in = in_;
    struct run_row row;
    struct store *store;
    int r = find_deleted(caller, arena, str_trim(in->id), &store, &row, e);

    if (r == 0)
        r = store_write(store, mark_job, &(struct mark){ .id = row.id, .set = set_deleted }, e);
    if (r == 0)
        *(struct run_ref_out *) ret_ = (struct run_ref_out){ .id = row.id,
                                                             .status = str(run_status_words[row.status]) };
    return r;
}

/* --- the timeline --- */

int do_effects(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    static const char *const kinds[] = { "pure", "paid", "submit", "once" };
    static const char *const states[] = { "started", "submitted", "done" };
    const struct run_ref_in *in = in_;
    struct effects_out *ret = ret_;
    struct effect_row *rows;
    struct reading reading;
    size_t n;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = journal_list(reading.db, reading.row.id, false, arena, &rows, &n, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    ret->id = reading.row.id;
    ret->effects = arena_calloc(arena, n + 1, sizeof *ret->effects);
    for (size_t i = 0; i < n; i++) {
        const struct effect_row *row = &rows[i];
        bool timed = row->started_ms > 0 && row->ended_ms > 0;

        ret->effects[ret->effects_n++] = (struct effect_view){
            .path = row->path,
            .kind = str(kinds[row->kind & 3]),
            .state = str(row->failed ? "failed" : states[row->state]),
            .started = clock_iso_text(arena, row->started_ms),
            .ended = clock_iso_text(arena, row->ended_ms),
            .duration_ms = timed ? row->ended_ms - row->started_ms : INT64_MIN,
            .answered_by = row->answered_by,
            .retries = row->retries,
            .lost = row->lost,
            .usage = row->usage,
            .cost = usage_cost_json(arena, &row->usage),
            .error = row->failed ? str_dup(arena, str(row->error.message)) : str(""),
        };
    }
    return 0;
}
