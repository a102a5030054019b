/* A run is made: one commit checks its owner's quota and stores its row, its tables and the event run_created. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "records/users.h"
#include "run/engine_internal.h"
#include "store/blob.h"

struct creation {
    struct run_row row;
    struct str tables;
    const struct user_limits *limits;
    struct str request_key;
    struct arena *arena;
};

static int over_quota(struct error *e, const char *what, const char *limit, int64_t now)
{
    char details[80];

    error_set(e, ERROR_THROTTLED, "The quota of %s for today is used up. It starts again at midnight UTC.", what);
    snprintf(details, sizeof details, "{\"limit\":\"%s\"}", limit);
    error_detail(e, details);
    if (e)
        e->retry_after_ms = (spent_day(now) + 1) * 86400000 - now;
    return -ERROR_THROTTLED;
}

static int check_spent(const struct spent_row *spent, const struct user_limits *l, int64_t now, struct error *e)
{
    if (l->tokens_per_day && spent->tokens >= l->tokens_per_day)
        return over_quota(e, "tokens", "tokensPerDay", now);
    if (l->cost_nano_per_day && spent->cost_nano >= l->cost_nano_per_day)
        return over_quota(e, "money", "usdPerDay", now);
    return 0;
}

int quota_check(struct db *db, struct str owner, const struct user_limits *limits, int64_t now, struct error *e)
{
    struct spent_row spent;
    int r = str_empty(owner) ? 1 : spent_record_get(db, owner, spent_day(now), &spent, e);

    return r < 0 ? r : r > 0 ? 0 : check_spent(&spent, limits, now, e);
}

/* The owner may have been removed since the request was let in. */
static int check_there(struct db *db, struct str owner, struct error *e)
{
    struct arena *scratch = arena_new();
    struct user_row user;
    int r = user_record_get(db, owner, scratch, &user, e);

    arena_free(scratch);
    return r == -ERROR_NOT_FOUND ? error_set(e, ERROR_TOKEN, "The user %.*s was removed.", STR_ARG(owner)) : r;
}

int run_owner_may(const struct engine *engine, struct db *db, const struct run_row *row, bool spends, struct error *e)
{
    const struct engine_settings *s = &engine->settings;
    struct arena *scratch = arena_new();
    struct user_row user;
    int r = str_empty(row->owner) ? 0 : user_record_get(db, row->owner, scratch, &user, e);

    if (r == -ERROR_NOT_FOUND)
        r = error_set(e, ERROR_CONFLICT, "%.*s cannot go on: its user %.*s was removed.", STR_ARG(row->id),
                      STR_ARG(row->owner));
    else if (r == 0 && spends && !str_empty(row->owner)) {
        const struct user_limits limits = s->limits ? s->limits(s->context, &user.limits) : user.limits;

        r = quota_check(db, row->owner, &limits, clock_wall_ms(), e);
    }
    arena_free(scratch);
    return r;
}

int run_receipt_keep(struct db *db, const struct run_receipt *receipt, struct error *e)
{
    return receipt->key.len ? idempotency_record_end(db, receipt->user, receipt->key, receipt->reply, e) : 0;
}

/* May its owner begin one more today? In the same transaction as the run, so that of many at once none slips through. */
int run_quota_take(struct db *db, struct str owner, const struct user_limits *limits, int64_t now, struct error *e)
{
    static const struct user_limits none;
    const struct user_limits *l = limits ? limits : &none;
    int64_t day = spent_day(now);
    struct spent_row spent;

    if (str_empty(owner))
        return 0;
    int r = limits ? check_there(db, owner, e) : 0;
    if (r == 0)
        r = spent_record_get(db, owner, day, &spent, e);
    if (r < 0)
        return r;
    if (l->runs_per_day && spent.runs >= l->runs_per_day)
        return over_quota(e, "runs", "runsPerDay", now);
    r = check_spent(&spent, l, now, e);
    return r < 0 ? r : spent_record_add(db, owner, day, &(struct spent_row){ .runs = 1 }, e);
}

static int create_job(struct db *db, void *arg, struct error *e)
{
    struct creation *c = arg;
    int r = c->row.status == RUN_STATUS_DRAFT ? 0 : run_quota_take(db, c->row.owner, c->limits, c->row.created_ms, e);

    if (r == 0)
        r = blob_put(db, c->tables, &c->row.tables, e);
    if (r == 0)
        r = run_record_insert(db, &c->row, e);
    if (r == 0 && c->request_key.len)
        r = idempotency_record_end(db, c->row.owner, c->request_key, c->row.id, e);
    if (r < 0)
        return r;
    const struct event_run_created created = { c->row.status, c->row.workflow, c->row.query };
    struct event_row event = { .time_ms = c->row.created_ms,
                               .path = str("create"),
                               .type = str(event_types[EVENT_RUN_CREATED].type),
                               .data = event_text(c->arena, EVENT_RUN_CREATED, &created) };
    struct journal_entry entry = {
        .run = c->row.id, .epoch = 0, .now_ms = c->row.created_ms, .events = &event, .events_n = 1, .active_ms = -1
    };
    return journal_append(db, &entry, e);
}

/* Tests fix the seed, so that two runs ask the same questions byte for byte. */
static void make_seed(unsigned char seed[HASH_SIZE])
{
    random_bytes(seed, HASH_SIZE);
#ifdef FATHOM_HOOKS
    const char *fixed = getenv("FATHOM_SEED");

    if (fixed) {
        struct hash h = hash_of(str(fixed));

        memcpy(seed, h.bytes, HASH_SIZE);
    }
#endif
}

const struct workflow *engine_workflow(const struct engine *engine, struct str name, struct error *e)
{
    const struct workflow *const *workflow = engine->settings.workflows;

    while (*workflow && !str_is(name, (*workflow)->name))
        workflow++;
    if (!*workflow)
        error_set(e, ERROR_INVALID, "there is no workflow \"%.*s\"", STR_ARG(name));
    return *workflow;
}

int engine_create(struct engine *engine, const struct run_creation *wanted, struct arena *arena, struct str *ret_id,
                  struct error *e)
{
    const struct run_settings *settings = wanted->settings;
    unsigned char random[6], *seed = arena_alloc(arena, HASH_SIZE);
    char hex[13];
    int r = run_settings_check(settings, e);

    if (r < 0)
        return r;
    const struct workflow *workflow = engine_workflow(engine, settings->workflow, e);
    if (!workflow)
        return -ERROR_INVALID;
    make_seed(seed);
    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, hex);
    struct creation creation = {
        .tables = wanted->tables, .limits = wanted->limits, .request_key = wanted->request_key, .arena = arena
    };
    creation.row = (struct run_row){
        .id = str_format(arena, "run-%s", hex),
        .status = wanted->draft ? RUN_STATUS_DRAFT : RUN_STATUS_QUEUED,
        .workflow = settings->workflow,
        .query = settings->query,
        .settings = run_settings_text(arena, settings),
        .engine_version = str(FATHOM_VERSION),
        .workflow_version = str(workflow->version),
        .seed = str_n((const char *) seed, HASH_SIZE),
        .parent = settings->continues.len ? settings->continues : settings->enhances,
        .owner = wanted->owner,
        .title = wanted->title,
        .created_ms = clock_wall_ms(),
        .updated_ms = clock_wall_ms(),
        .worker = wanted->draft ? str("") : run_worker_name(),
    };
    struct store_job job = { .fn = create_job, .arg = &creation };
    store_submit(engine->settings.store, &job);
    store_read_ahead(engine->settings.store);
    r = store_wait(engine->settings.store, &job, e);
    if (r == 0)
        *ret_id = creation.row.id;
    return r;
}
