#include "store_case.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "records/care.h"
#include "records/journal.h"
#include "records/sources.h"
#include "store/blob.h"

static int insert_job(struct db *db, void *arg, struct error *e) { return run_record_insert(db, arg, e); }
static int append_job(struct db *db, void *arg, struct error *e) { return journal_append(db, arg, e); }
static int delete_job(struct db *db, void *id, struct error *e) { return run_record_delete(db, str(id), e); }

static void add_run(const char *id, int64_t created_ms, enum run_status status, const char *owner)
{
    struct run_row row = { .id = str(id),
                           .status = status,
                           .workflow = str("loop"),
                           .query = str("why?"),
                           .settings = str("{}"),
                           .created_ms = created_ms,
                           .owner = str(owner) };
    struct error e;

    assert_ok(store_write(store, insert_job, &row, &e));
}

/* --- runs --- */

static void test_a_run_comes_back_as_it_was(void **state)
{
    struct run_row got, row = {
        .id = str("run-0123456789ab"),
        .status = RUN_STATUS_TIMED_OUT,
        .workflow = str("reflect"),
        .phase = str("gather"),
        .query = str("Wie tief ist das Meer?"),
        .settings = str("{\"depth\":\"deep\"}"),
        .engine_version = str("0.1.0"),
        .workflow_version = str("3"),
        .tables = hash_of(str("t")),
        .seed = str_n("0123456789abcdef0123456789abcde\0", 32),
        .parent = str("run-parent"),
        .owner = str("ada"),
        .created_ms = 1,
        .updated_ms = 2,
        .finished_ms = 3,
        .active_ms = 4,
        .usage = { .calls = 5, .cost_nano = 6, .estimated = true },
        .error = str("{\"code\":\"x\"}"),
        .report = hash_of(str("r")),
        .has_report = true,
        .events = 7,
        .worker = str("h:b:1:2"),
        .epoch = 8,
        .lease_until_ms = 9,
    };
    struct error e;

    (void) state;
    assert_ok(store_write(store, insert_job, &row, &e));
    assert_int_equal(store_write(store, insert_job, &row, &e), -ERROR_CONFLICT);
    assert_says("there is a run run-0123456789ab already");
    struct db *db = read_begin();
    assert_ok(run_record_get(db, row.id, arena, &got, &e));
    assert_int_equal(run_record_get(db, str("run-none"), arena, &got, &e), -ERROR_NOT_FOUND);
    assert_says("run-none");
    store_read_end(store, db);
    const struct str want[] = {
        row.id,   row.workflow, row.phase, row.query, row.settings, row.engine_version, row.workflow_version,
        row.seed, row.parent,   row.owner, row.error, row.worker
    };
    const struct str have[] = {
        got.id,   got.workflow, got.phase, got.query, got.settings, got.engine_version, got.workflow_version,
        got.seed, got.parent,   got.owner, got.error, got.worker
    };
    for (size_t i = 0; i < sizeof want / sizeof *want; i++)
        assert_true(str_eq(want[i], have[i]));
    assert_int_equal(got.status, RUN_STATUS_TIMED_OUT);
    assert_true(hash_eq(got.tables, row.tables));
    assert_true(got.has_report && hash_eq(got.report, row.report));
    assert_int_equal(got.created_ms * 1000 + got.updated_ms * 100 + got.finished_ms * 10 + got.active_ms, 1234);
    assert_int_equal(got.usage.calls * 10 + got.usage.cost_nano, 56);
    assert_true(got.usage.estimated && !got.usage.cost_unknown);
    assert_int_equal(got.events * 100 + got.epoch * 10 + got.lease_until_ms, 789);
}

static void test_runs_are_found_by_prefix(void **state)
{
    struct str found;
    struct error e;

    (void) state;
    struct db *db = read_begin();
    assert_int_equal(run_record_find(db, str(""), str("last"), arena, &found, &e), -ERROR_NOT_FOUND);
    assert_says("no runs yet");
    store_read_end(store, db);
    add_run("run-abc1", 10, RUN_STATUS_QUEUED, "");
    add_run("run-abc2", 30, RUN_STATUS_QUEUED, "");
    add_run("run-abd", 20, RUN_STATUS_QUEUED, "");
    add_run("run-ab", 5, RUN_STATUS_QUEUED, "");
    add_run("run-abcd", 6, RUN_STATUS_QUEUED, "");

    static const struct {
        const char *id, *want;
    } cases[] = {
        { "abd", "run-abd" },   { "run-abd", "run-abd" }, { "abc1", "run-abc1" },
        { "last", "run-abc2" }, { "run-ab", "run-ab" },   { "ab", "run-ab" }, /* an exact id is no prefix */
    };
    db = read_begin();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_ok(run_record_find(db, str(""), str(cases[i].id), arena, &found, &e));
        assert_text(found, cases[i].want);
    }
    assert_int_equal(run_record_find(db, str(""), str("abc"), arena, &found, &e), -ERROR_INVALID);
    assert_says("run-abc1, run-abc2, run-abcd. Give more");
    assert_int_equal(run_record_find(db, str(""), str("a"), arena, &found, &e), -ERROR_INVALID);
    assert_says("or others");
    static const char *const all[] = { "run-", "run", "r" };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        assert_int_equal(run_record_find(db, str(""), str(all[i]), arena, &found, &e), -ERROR_INVALID);
        assert_says("could be run-ab, ");
    }
    static const char *const bad[] = { "", "x", "ru-", "%", "run-abc1~", "'; DROP TABLE run; --", "RUN-ABD" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(run_record_find(db, str(""), str(bad[i]), arena, &found, &e), -ERROR_NOT_FOUND);
    char longest[1000];
    memset(longest, 'a', sizeof longest);
    assert_int_equal(run_record_find(db, str(""), str_n(longest, sizeof longest), arena, &found, &e), -ERROR_NOT_FOUND);
    store_read_end(store, db);
}

static void test_lists_are_newest_first_and_filtered(void **state)
{
    struct run_row *rows;
    struct error e;
    size_t n;

    (void) state;
    for (int i = 0; i < 60; i++)
        add_run(str_format(arena, "run-%02d", i).data, 100 + i / 2, i % 2 ? RUN_STATUS_COMPLETED : RUN_STATUS_QUEUED,
                i % 3 ? "ada" : "");
    struct db *db = read_begin();
    assert_ok(run_record_list(db, &(struct run_filter){ .status = -1, .everyone = true }, arena, &rows, &n, &e));
    assert_int_equal(n, 50);
    assert_text(rows[0].id, "run-59");
    assert_text(rows[1].id, "run-58");
    assert_ok(run_record_list(db, &(struct run_filter){ .status = RUN_STATUS_QUEUED, .everyone = true, .limit = 3 },
                              arena, &rows, &n, &e));
    assert_int_equal(n, 3);
    assert_text(rows[0].id, "run-58");
    assert_ok(run_record_list(
        db, &(struct run_filter){ .status = RUN_STATUS_COMPLETED, .owner = str("ada"), .behind = { 105, 0 } }, arena,
        &rows, &n, &e));
    assert_int_equal(n, 3);
    assert_text(rows[0].id, "run-07");
    assert_ok(run_record_list(db, &(struct run_filter){ .status = -1, .owner = str("ada"), .limit = 100 }, arena, &rows,
                              &n, &e));
    assert_int_equal(n, 40);
    /* The local caller's own are those without an owner. */
    assert_ok(run_record_list(db, &(struct run_filter){ .status = -1, .limit = 100 }, arena, &rows, &n, &e));
    assert_int_equal(n, 20);
    int64_t total = 0;
    assert_ok(
        run_record_count(db, &(struct run_filter){ .status = -1, .everyone = true, .limit = 3 }, arena, &total, &e));
    assert_int_equal(total, 60);
    assert_ok(run_record_count(
        db, &(struct run_filter){ .status = RUN_STATUS_QUEUED, .owner = str("ada"), .behind = { 105, 0 } }, arena,
        &total, &e));
    assert_int_equal(total, 20);
    store_read_end(store, db);
}

/* Sixty runs of which two at a time were made in the same millisecond, read by sevens. */
static void test_a_cursor_loses_no_run_of_the_same_moment(void **state)
{
    struct run_filter filter = { .status = -1, .everyone = true, .limit = 7 };
    struct run_row *rows;
    struct error e;
    size_t n, seen = 0;

    (void) state;
    for (int i = 0; i < 60; i++)
        add_run(str_format(arena, "run-%02d", i).data, 100 + i / 3, RUN_STATUS_COMPLETED, "");
    do {
        struct db *db = read_begin();

        assert_ok(run_record_list(db, &filter, arena, &rows, &n, &e));
        store_read_end(store, db);
        for (size_t i = 0; i < n; i++, seen++)
            assert_text(rows[i].id, str_format(arena, "run-%02d", 59 - (int) seen).data);
        if (n > 0)
            assert_true(run_cursor_read(run_cursor_text(arena, &rows[n - 1]), &filter.behind));
        if (seen == 14) /* what comes in between is not met twice, nor does it push anything out */
            add_run("run-new", 999, RUN_STATUS_COMPLETED, "");
    } while (n == 7);
    assert_int_equal(seen, 60);
    struct run_cursor kept = { 1, 2 };
    static const char *const bad[] = { "", "-", "1", "1-", "-1", "g-1", "1-1-1", "1234567890123456-1", "A-1" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(run_cursor_read(str(bad[i]), &kept));
    assert_int_equal(kept.created_ms * 10 + kept.number, 12);
}

static int mark_job(struct db *db, void *arg, struct error *e)
{
    struct hash key = hash_of(str("token"));
    int r;

    (void) arg;
    (void) ((r = run_record_set_title(db, str("run-a"), str("50% of_all"), e)) < 0 ||
            (r = run_record_set_favourite(db, str("run-b"), true, e)) < 0 ||
            (r = run_record_set_share(db, str("run-b"), &key, e)) < 0 ||
            (r = run_record_set_deleted(db, str("run-c"), 500, e)) < 0);
    return r;
}

static int sweep_job(struct db *db, void *arg, struct error *e) { return run_record_sweep(db, 501, arg, e); }

static void check_list(const struct run_filter *filter, const char *want)
{
    struct db *db = read_begin();
    struct run_row *rows;
    struct error e;
    size_t n;
    struct str got = str("");

    assert_ok(run_record_list(db, filter, arena, &rows, &n, &e));
    store_read_end(store, db);
    for (size_t i = 0; i < n; i++)
        got = str_format(arena, "%.*s %.*s", STR_ARG(got), STR_ARG(rows[i].id));
    assert_text(got, want);
}

static void test_what_an_owner_says_of_a_run(void **state)
{
    struct run_row row;
    struct str found;
    struct error e;
    int64_t swept = 0;

    (void) state;
    add_run("run-a", 1, RUN_STATUS_COMPLETED, "ada");
    add_run("run-b", 2, RUN_STATUS_COMPLETED, "ada");
    add_run("run-c", 3, RUN_STATUS_COMPLETED, "ada");
    add_run("run-d", 4, RUN_STATUS_COMPLETED, "bob");
    assert_ok(store_write(store, mark_job, NULL, &e));
    const struct str ada = str("ada");
    check_list(&(struct run_filter){ .status = -1, .owner = ada }, " run-b run-a");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .favourite = true }, " run-b");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .deleted = true }, " run-c");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .words = str("0% OF_A") }, " run-a");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .words = str("all 50%") }, " run-a");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .words = str(" ") }, " run-b run-a");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .words = str("50% none") }, "");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .words = str("%b_a") }, "");
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .workflow = str("none") }, "");
    check_list(&(struct run_filter){ .status = -1, .everyone = true }, " run-d run-b run-a");

    struct db *db = read_begin();
    assert_ok(run_record_find(db, ada, str("last"), arena, &found, &e)); /* not the deleted one */
    assert_text(found, "run-b");
    assert_int_equal(run_record_find(db, ada, str("run-d"), arena, &found, &e), -ERROR_NOT_FOUND);
    assert_int_equal(run_record_find(db, ada, str("run-c"), arena, &found, &e), -ERROR_NOT_FOUND);
    assert_int_equal(run_record_shared(db, hash_of(str("token")), arena, &row, &e), 1);
    assert_true(str_is(row.id, "run-b") && row.shared && row.favourite && row.deleted_ms == 0);
    assert_int_equal(run_record_shared(db, hash_of(str("other")), arena, &row, &e), 0);
    store_read_end(store, db);
    assert_ok(store_write(store, sweep_job, &swept, &e));
    assert_int_equal(swept, 1);
    check_list(&(struct run_filter){ .status = -1, .owner = ada, .deleted = true }, "");
}

/* --- sources --- */

struct sources {
    struct source_row *rows;
    size_t n;
};
static int sources_job(struct db *db, void *arg, struct error *e)
{
    struct sources *s = arg;

    return source_record_put(db, str("run-1"), s->rows, s->n, e);
}

static void test_sources_are_replaced_in_one_go(void **state)
{
    struct source_row rows[] = {
        { .id = str("src-b"), .number = 2, .url = str("https://b/"), .text = str("text b"), .relevance = 0.25,
          .pages = str("0 5") },
        { .id = str("src-a"), .number = 1, .url = str("https://a/?x"), .canonical_url = str("https://a/"),
          .title = str("A"), .snippet = str("s"), .author = str("Ada"), .date = str("2026-01-02"), .engine = str("tavily"),
          .query = str("q"), .text = str("text a"), .relevance = 0.75, .snippet_only = true },
    }, *got;
    struct error e;
    size_t n;

    (void) state;
    assert_int_equal(store_write(store, sources_job, &(struct sources){ rows, 2 }, &e), -ERROR_NOT_FOUND);
    add_run("run-1", 1, RUN_STATUS_RUNNING, "");
    for (int i = 0; i < 2; i++) { /* a resumed run writes them again */
        assert_ok(store_write(store, sources_job, &(struct sources){ rows, 2 }, &e));
        struct db *db = read_begin();
        assert_ok(source_record_list(db, str("run-1"), true, arena, &got, &n, &e));
        store_read_end(store, db);
        assert_int_equal(n, 2);
        assert_text(got[0].id, "src-a");
        assert_text(got[0].url, "https://a/?x");
        assert_text(got[0].canonical_url, "https://a/");
        assert_text(got[0].title, "A");
        assert_text(got[0].snippet, "s");
        assert_text(got[0].author, "Ada");
        assert_text(got[0].date, "2026-01-02");
        assert_text(got[0].engine, "tavily");
        assert_text(got[0].query, "q");
        assert_text(got[0].text, "text a");
        assert_true(hash_eq(got[0].hash, hash_of(str("text a"))) && hash_eq(rows[1].hash, got[0].hash));
        assert_true(got[0].relevance == 0.75 && got[0].snippet_only && !got[1].snippet_only);
        assert_int_equal(got[1].number, 2);
        assert_text(got[0].pages, "");
        assert_text(got[1].pages, "0 5");
    }
    struct db *db = read_begin();
    assert_ok(source_record_list(db, str("run-1"), false, arena, &got, &n, &e));
    assert_int_equal(got[0].text.len, 0);
    store_read_end(store, db);
    assert_ok(store_write(store, sources_job, &(struct sources){ NULL, 0 }, &e));
    assert_int_equal(look("SELECT count(*) FROM source"), 0);
}

/* --- deleting and sweeping --- */

/* A run that refers to a blob in every way there is. */
static int put_text_job(struct db *db, void *arg, struct error *e)
{
    struct hash hash;

    return blob_put(db, *(struct str *) arg, &hash, e);
}

static struct str noise(size_t n)
{
    char *data = arena_alloc(arena, n);

    random_bytes(data, n);
    return str_n(data, n);
}

static void add_full_run(const char *id)
{
    struct str tables = noise(50), report = noise(60);
    struct run_row row = { .id = str(id),
                           .workflow = str("loop"),
                           .query = str("q"),
                           .settings = str("{}"),
                           .tables = hash_of(tables),
                           .created_ms = 1 };
    struct effect_row effect = {
        .path = str("a"), .key = hash_of(str("k")), .state = EFFECT_DONE, .body = noise(20000), .request = noise(20000)
    };
    struct event_row event = { .path = str("a"), .type = str("x"), .data = str("{}") };
    struct cache_row cache = { .name = str(id), .key = hash_of(str(id)), .value = noise(20000), .expires_ms = 1000 };
    struct journal_entry entry = { .run = str(id),
                                   .now_ms = 5,
                                   .effect = &effect,
                                   .events = &event,
                                   .events_n = 1,
                                   .cache = &cache,
                                   .cache_n = 1,
                                   .report = &report,
                                   .active_ms = -1,
                                   .waiting_path = str("a"),
                                   .waiting_for = str("x") };
    struct error e;

    assert_ok(store_write(store, put_text_job, &tables, &e));
    assert_ok(store_write(store, insert_job, &row, &e));
    assert_ok(store_write(store, append_job, &entry, &e));
}

static int full_sources_job(struct db *db, void *id, struct error *e)
{
    struct source_row row = { .id = str("src-1"), .number = 1, .text = noise(100) };
    int r = source_record_put(db, str(id), &row, 1, e);

    return r < 0 ? r : control_add(db, str(id), str("cancel"), str("{}"), 1, e);
}

static const char *const rows_sql =
    "SELECT (SELECT count(*) FROM run) + (SELECT count(*) FROM run_state) + (SELECT count(*) FROM effect)"
    " + (SELECT count(*) FROM event) + (SELECT count(*) FROM control) + (SELECT count(*) FROM source)";

static void test_deleting_a_run_takes_all_that_is_its_own(void **state)
{
    struct error e;

    (void) state;
    add_full_run("run-1");
    assert_ok(store_write(store, full_sources_job, (void *) "run-1", &e));
    int64_t one = look(rows_sql);
    assert_int_equal(one, 6);
    add_full_run("run-2");
    assert_ok(store_write(store, full_sources_job, (void *) "run-2", &e));
    assert_int_equal(look(rows_sql), 2 * one);
    assert_ok(store_write(store, delete_job, (void *) "run-1", &e));
    assert_int_equal(look(rows_sql), one);
    assert_int_equal(store_write(store, delete_job, (void *) "run-1", &e), -ERROR_NOT_FOUND);
    assert_int_equal(look("SELECT count(*) FROM run WHERE name = 'run-2'"), 1);
}

static int64_t care(void)
{
    struct cared cared;
    struct error e;

    assert_ok(store_care(store, 60000, &cared, &e));
    assert_true(cared.all);
    return cared.blobs;
}

static void test_the_care_takes_what_nobody_refers_to(void **state)
{
    struct str lonely = noise(5000);
    struct error e;

    (void) state;
    add_full_run("run-1");
    assert_ok(store_write(store, full_sources_job, (void *) "run-1", &e));
    add_full_run("run-2");
    change("UPDATE cache SET expires_ms = 9000000000000");
    assert_ok(store_write(store, put_text_job, &lonely, &e));
    /* tables, report, body, request, cache; a source's text; the lonely one */
    assert_int_equal(look("SELECT count(*) FROM blob"), 5 + 1 + 5 + 1);
    assert_int_equal(care(), 1);
    assert_int_equal(look("SELECT count(*) FROM blob"), 11);
    assert_ok(store_write(store, delete_job, (void *) "run-1", &e));
    assert_int_equal(care(), 5); /* the cache outlives the run */
    change("UPDATE cache SET expires_ms = 1");
    assert_int_equal(care(), 2);
    assert_int_equal(look("SELECT count(*) FROM cache"), 0);
    assert_int_equal(look("SELECT count(*) FROM blob"), 4);
    assert_int_equal(look("PRAGMA freelist_count"), 0);
}

static void test_the_file_shrinks(void **state)
{
    struct error e;

    (void) state;
    add_full_run("run-1");
    change("UPDATE cache SET expires_ms = 9000000000000");
    for (int i = 0; i < 300; i++) {
        struct str lonely = noise(60000 + (size_t) i);

        assert_ok(store_write(store, put_text_job, &lonely, &e));
    }
    int64_t before = look("PRAGMA page_count");
    assert_int_equal(care(), 300);
    assert_true(look("PRAGMA page_count") < before / 4);
}

static void test_the_care_of_every_day_is_due_once_and_not_in_a_new_store(void **state)
{
    struct str lonely = noise(5000);
    struct cared cared = { 0 };
    struct error e;

    (void) state;
    add_full_run("run-1");
    assert_ok(store_write(store, put_text_job, &lonely, &e));
    change("UPDATE run SET created_ms = 9000000000000");
    assert_ok(store_care_daily(store, 60000, &cared, &e));
    assert_false(cared.all);
    change("UPDATE run SET created_ms = 1");
    assert_ok(store_care_daily(store, 60000, &cared, &e));
    assert_true(cared.all);
    assert_true(cared.blobs >= 1);
    cared = (struct cared){ 0 };
    assert_ok(store_care_daily(store, 60000, &cared, &e));
    assert_false(cared.all);
}

static void test_the_care_ends_when_its_time_is_over(void **state)
{
    struct str lonely = noise(5000);
    struct cared cared;
    struct error e;

    (void) state;
    add_full_run("run-1");
    assert_ok(store_write(store, put_text_job, &lonely, &e));
    change("UPDATE cache SET expires_ms = 9000000000000");
    assert_ok(store_care(store, 0, &cared, &e));
    assert_false(cared.all);
    assert_int_equal(cared.blobs, 0);
    assert_int_equal(care(), 1);
}

static void test_the_care_knows_every_reference(void **state)
{
    (void) state;
    /* A new column that refers to blobs must be added to records/care.c, and to the test before this one. */
    assert_int_equal(look("SELECT count(*) FROM sqlite_schema m JOIN pragma_table_info(m.name) c"
                          " WHERE m.type = 'table' AND c.name LIKE '%\\_hash' ESCAPE '\\'"),
                     8);
}

/* --- leases --- */

struct lease {
    const char *worker;
    int64_t now_ms, epoch;
};
static int take_job(struct db *db, void *arg, struct error *e)
{
    struct lease *lease = arg;

    return run_lease_take(db, str("run-1"), str(lease->worker), lease->now_ms, 30000, &lease->epoch, e);
}

static int renew_job(struct db *db, void *epoch, struct error *e)
{
    return run_lease_renew(db, str("run-1"), *(int64_t *) epoch, 99000, e);
}

static int release_job(struct db *db, void *epoch, struct error *e)
{
    return run_lease_release(db, str("run-1"), *(int64_t *) epoch, e);
}

static int setup_run(void **state)
{
    int r = setup(state);

    if (r == 0)
        add_run("run-1", 1, RUN_STATUS_QUEUED, "");
    return r;
}

static int take(const char *worker, int64_t now_ms, int64_t *ret_epoch, struct error *e)
{
    struct lease lease = { worker, now_ms, -1 };
    int r = store_write(store, take_job, &lease, e);

    if (r == 0 && ret_epoch)
        *ret_epoch = lease.epoch;
    return r;
}

static void test_a_lease_is_held_until_it_ends_or_is_given_back(void **state)
{
    int64_t first, second, third;
    struct error e;

    (void) state;
    assert_ok(take("a:b:1:1", 1000, &first, &e));
    assert_int_equal(take("x:y:2:2", 1000, NULL, &e), -ERROR_CONFLICT);
    assert_says("run run-1 is being worked on by process 1 on a for at least 30 s");
    assert_true(e.retry);
    assert_int_equal(take("x:y:2:2", 30999, NULL, &e), -ERROR_CONFLICT);
    assert_ok(store_write(store, renew_job, &first, &e));
    assert_int_equal(take("x:y:2:2", 31000, NULL, &e), -ERROR_CONFLICT);
    assert_ok(take("x:y:2:2", 99000, &second, &e));
    assert_int_equal(second, first + 1);
    assert_int_equal(store_write(store, renew_job, &first, &e), -ERROR_CONFLICT);
    assert_says("no longer ours");
    assert_int_equal(store_write(store, release_job, &first, &e), -ERROR_CONFLICT);
    assert_ok(store_write(store, release_job, &second, &e));
    assert_int_equal(store_write(store, renew_job, &second, &e), -ERROR_CONFLICT);
    assert_ok(take("a:b:1:1", 99001, &third, &e));
    assert_int_equal(third, second + 1);
    change("DELETE FROM run");
    assert_int_equal(take("a:b:1:1", 99001, NULL, &e), -ERROR_NOT_FOUND);
    assert_int_equal(store_write(store, renew_job, &third, &e), -ERROR_NOT_FOUND);
}

/* Our own name with another process and start. */
static const char *worker_like_us(int64_t pid, const char *start)
{
    struct str name = run_worker_name(), host, boot, own_pid, own_start;

    assert_true(str_next(&name, ':', &host) && str_next(&name, ':', &boot) && str_next(&name, ':', &own_pid) &&
                str_next(&name, ':', &own_start));
    if (pid == getpid() && !start)
        start = own_start.data;
    return str_format(arena, "%.*s:%.*s:%lld:%s", STR_ARG(host), STR_ARG(boot), (long long) pid, start ? start : "1")
        .data;
}

static void test_a_worker_that_was_killed_is_replaced_at_once(void **state)
{
    struct error e;
    pid_t child = fork();

    (void) state;
    if (child == 0) {
        pause();
        _exit(0);
    }
    assert_string_equal(worker_like_us(getpid(), NULL), run_worker_name().data);
    /* Alive: ourselves. */
    assert_ok(take(worker_like_us(getpid(), NULL), 1000, NULL, &e));
    assert_int_equal(take("x:y:2:2", 1000, NULL, &e), -ERROR_CONFLICT);
    /* The number is in use, by a process that started at another time. */
    change("UPDATE run_state SET lease_until_ms = 0");
    assert_ok(take(worker_like_us(getpid(), "1"), 1000, NULL, &e));
    assert_ok(take("x:y:2:2", 1000, NULL, &e));
    /* Killed but not yet reaped, then reaped. */
    kill(child, SIGKILL);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t) child, &info, WEXITED | WNOWAIT), 0);
    for (int i = 0; i < 2; i++) {
        change("UPDATE run_state SET lease_until_ms = 0");
        assert_ok(take(worker_like_us(child, NULL), 1000, NULL, &e));
        assert_ok(take("x:y:2:2", 1000, NULL, &e));
        if (i == 0)
            waitpid(child, NULL, 0);
    }
}

static void test_of_workers_elsewhere_nothing_is_assumed(void **state)
{
    static const char *const names[] = { "x", "::::", ":::", "elsewhere:boot:1:1", "a:b:c:d" };
    struct str name = run_worker_name(), host;
    struct error e;

    (void) state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        change("UPDATE run_state SET lease_until_ms = 0");
        assert_ok(take(names[i], 1000, NULL, &e));
        assert_int_equal(take("w", 1000, NULL, &e), -ERROR_CONFLICT);
    }
    /* This host, but another boot or another space of process numbers. */
    str_next(&name, ':', &host);
    change("UPDATE run_state SET lease_until_ms = 0");
    assert_ok(take(str_format(arena, "%.*s:other-boot.1:999999999:1", STR_ARG(host)).data, 1000, NULL, &e));
    assert_int_equal(take("w", 1000, NULL, &e), -ERROR_CONFLICT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_run_comes_back_as_it_was, setup, teardown),
        cmocka_unit_test_setup_teardown(test_runs_are_found_by_prefix, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists_are_newest_first_and_filtered, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_cursor_loses_no_run_of_the_same_moment, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_an_owner_says_of_a_run, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sources_are_replaced_in_one_go, setup, teardown),
        cmocka_unit_test_setup_teardown(test_deleting_a_run_takes_all_that_is_its_own, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_care_takes_what_nobody_refers_to, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_file_shrinks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_care_of_every_day_is_due_once_and_not_in_a_new_store, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_care_ends_when_its_time_is_over, setup, teardown),
        cmocka_unit_test_setup_teardown(test_the_care_knows_every_reference, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_lease_is_held_until_it_ends_or_is_given_back, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_worker_that_was_killed_is_replaced_at_once, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_of_workers_elsewhere_nothing_is_assumed, setup_run, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
