/* tsan */
#include "store_case.h"

#include <pthread.h>

#include "records/journal.h"

static int insert_job(struct db *db, void *arg, struct error *e) { return run_record_insert(db, arg, e); }
static int append_job(struct db *db, void *arg, struct error *e) { return journal_append(db, arg, e); }

static void add_run(const char *id)
{
    struct error e;
    struct run_row row = { .id = str(id),
                           .status = RUN_STATUS_QUEUED,
                           .workflow = str("loop"),
                           .query = str("why?"),
                           .settings = str("{}"),
                           .created_ms = 1000 };

    assert_ok(store_write(store, insert_job, &row, &e));
}

static int setup_run(void **state)
{
    int r = setup(state);

    if (r == 0)
        add_run("run-1");
    return r;
}

static int append(struct journal_entry *entry, struct error *e)
{
    if (!entry->run.data)
        entry->run = str("run-1");
    if (!entry->now_ms)
        entry->now_ms = 5000;
    if (!entry->active_ms)
        entry->active_ms = -1;
    return store_write(store, append_job, entry, e);
}

static struct effect_row effect_done(const char *at, const char *key, const char *body)
{
    return (struct effect_row){ .path = str(at), .key = hash_of(str(key)), .state = EFFECT_DONE, .body = str(body) };
}

static int put(const struct effect_row *row, struct error *e)
{
    return append(&(struct journal_entry){ .effect = row }, e);
}

/* 1 and the row, or 0. */
static int find(const char *at, struct effect_row *row)
{
    struct db *db = read_begin();
    struct error e;
    int r = journal_find(db, str("run-1"), str(at), arena, row, &e);

    store_read_end(store, db);
    if (r < 0)
        fail_msg("%s", e.message);
    return r;
}

static void assert_same_usage(const struct usage *a, const struct usage *b)
{
    assert_int_equal(a->calls, b->calls);
    assert_int_equal(a->searches, b->searches);
    assert_int_equal(a->input_tokens, b->input_tokens);
    assert_int_equal(a->cached_tokens, b->cached_tokens);
    assert_int_equal(a->output_tokens, b->output_tokens);
    assert_int_equal(a->reasoning_tokens, b->reasoning_tokens);
    assert_int_equal(a->cost_nano, b->cost_nano);
    assert_int_equal(a->cost_unknown, b->cost_unknown);
    assert_int_equal(a->estimated, b->estimated);
}

static void test_a_finished_effect_comes_back_as_it_was(void **state)
{
    struct error e;
    struct effect_row got, row = {
        .path = str("gather/2/search"),
        .key = hash_of(str("q")),
        .kind = 3,
        .state = EFFECT_DONE,
        .body = str("{\"answer\":42}"),
        .answered_by = str("tavily"),
        .seen = 5,
        .elapsed_ms = 1234,
        .usage = { 1, 2, 3, 4, 5, 6, 7000000000000, true, true },
        .request = str("{\"q\":\"…\"}"),
    };

    (void) state;
    assert_int_equal(find("gather/2/search", &got), 0);
    assert_ok(put(&row, &e));
    assert_int_equal(find("gather/2/search", &got), 1);
    assert_true(hash_eq(got.key, row.key));
    assert_int_equal(got.kind, 3);
    assert_int_equal(got.state, EFFECT_DONE);
    assert_false(got.failed);
    assert_text(got.body, "{\"answer\":42}");
    assert_text(got.answered_by, "tavily");
    assert_text(got.request, "{\"q\":\"…\"}");
    assert_int_equal(got.seen, 5);
    assert_int_equal(got.elapsed_ms, 1234);
    assert_same_usage(&got.usage, &row.usage);
    assert_int_equal(got.lost, 0);
}

static void test_a_final_failure_keeps_its_error(void **state)
{
    struct effect_row got, row = effect_done("a", "k", "");
    struct error e;

    (void) state;
    row.failed = true;
    error_set(&row.error, ERROR_UPSTREAM, "the service failed: 503");
    row.error.status = 503;
    row.error.retry = true;
    assert_ok(put(&row, &e));
    assert_int_equal(find("a", &got), 1);
    assert_true(got.failed);
    assert_int_equal(got.error.code, ERROR_UPSTREAM);
    assert_int_equal(got.error.status, 503);
    assert_true(got.error.retry);
    assert_string_equal(got.error.message, "the service failed: 503");
}

static void test_long_bodies_are_blobs_and_come_back(void **state)
{
    struct effect_row got, row = effect_done("a", "k", "");
    char *noise = arena_alloc(arena, 100000);
    struct error e;

    (void) state;
    random_bytes(noise, 100000);
    row.body = str_n(noise, 100000);
    assert_ok(put(&row, &e));
    assert_int_equal(look("SELECT count(*) FROM blob"), 1);
    assert_int_equal(look("SELECT body IS NULL AND body_hash IS NOT NULL FROM effect"), 1);
    assert_int_equal(find("a", &got), 1);
    assert_true(str_eq(got.body, row.body));
}

static void test_a_start_becomes_its_outcome(void **state)
{
    struct effect_row got, row = effect_done("a", "k", "");
    struct error e;

    (void) state;
    row.state = EFFECT_STARTED;
    assert_ok(put(&row, &e));
    assert_int_equal(find("a", &got), 1);
    assert_int_equal(got.state, EFFECT_STARTED);
    row.state = EFFECT_SUBMITTED;
    row.remote_id = str("job-9");
    assert_ok(put(&row, &e));
    assert_int_equal(find("a", &got), 1);
    assert_int_equal(got.state, EFFECT_SUBMITTED);
    assert_text(got.remote_id, "job-9");
    row = effect_done("a", "k", "answer");
    assert_ok(put(&row, &e));
    assert_int_equal(find("a", &got), 1);
    assert_int_equal(got.state, EFFECT_DONE);
    assert_text(got.body, "answer");
    assert_text(got.remote_id, "job-9");
    assert_int_equal(got.lost, 0);
    assert_int_equal(look("SELECT count(*) FROM effect"), 1);
}

static void test_a_second_start_counts_the_first_as_lost(void **state)
{
    struct effect_row got, row = effect_done("a", "k", "");
    struct error e;

    (void) state;
    row.state = EFFECT_STARTED;
    for (int i = 0; i < 3; i++) {
        assert_ok(put(&row, &e));
        assert_int_equal(find("a", &got), 1);
        assert_int_equal(got.lost, i);
    }
    row.state = EFFECT_DONE;
    assert_ok(put(&row, &e));
    assert_int_equal(find("a", &got), 1);
    assert_int_equal(got.lost, 2);
}

static void test_a_finished_effect_is_never_written_again(void **state)
{
    struct effect_row got, row = effect_done("a", "k", "first"), again = effect_done("a", "k", "second");
    struct error e;

    (void) state;
    assert_ok(put(&row, &e));
    assert_int_equal(put(&again, &e), -ERROR_CONFLICT);
    assert_says("finished a already");
    again.state = EFFECT_STARTED;
    assert_int_equal(put(&again, &e), -ERROR_CONFLICT);
    assert_int_equal(find("a", &got), 1);
    assert_text(got.body, "first");
}

static void test_another_key_at_a_started_path_is_refused(void **state)
{
    struct effect_row row = effect_done("a", "k", ""), other = effect_done("a", "other", "x");
    struct error e;

    (void) state;
    row.state = EFFECT_STARTED;
    assert_ok(put(&row, &e));
    assert_int_equal(put(&other, &e), -ERROR_CONFLICT);
    assert_says("another request at a");
}

static struct event_row event(const char *at, int64_t ordinal, const char *type)
{
    return (struct event_row){
        .path = str(at), .ordinal = ordinal, .type = str(type), .phase = str("gather"), .data = str("{\"n\":1}")
    };
}

static void test_events_are_numbered_without_gaps_and_only_once(void **state)
{
    struct event_row first[] = { event("a", 0, "x"), event("a", 1, "y") };
    struct event_row second[] = { event("a", 1, "again"), event("b", 0, "z"), event("a", 0, "again"),
                                  event("b", 1, "w") };
    struct event_row *rows;
    struct error e;
    size_t n;

    (void) state;
    assert_ok(append(&(struct journal_entry){ .events = first, .events_n = 2 }, &e));
    assert_ok(append(&(struct journal_entry){ .events = second, .events_n = 4, .now_ms = 6000 }, &e));
    assert_int_equal(first[0].seq, 1);
    assert_int_equal(first[1].seq, 2);
    assert_int_equal(second[0].seq, 2);
    assert_int_equal(second[0].time_ms, 5000);
    assert_int_equal(second[1].seq, 3);
    assert_int_equal(second[2].seq, 1);
    assert_int_equal(second[3].seq, 4);

    struct db *db = read_begin();
    assert_ok(event_list(db, str("run-1"), 1, 2, arena, &rows, &n, &e));
    assert_int_equal(n, 2);
    assert_int_equal(rows[0].seq, 2);
    assert_text(rows[0].type, "y");
    assert_text(rows[1].path, "b");
    assert_text(rows[1].phase, "gather");
    assert_text(rows[1].data, "{\"n\":1}");
    assert_int_equal(rows[1].time_ms, 6000);
    assert_int_equal(event_list(db, str("run-none"), 0, 2, arena, &rows, &n, &e), -ERROR_NOT_FOUND);
    store_read_end(store, db);
    assert_int_equal(look("SELECT events FROM run_state"), 4);
}

static void test_a_stale_epoch_writes_nothing(void **state)
{
    struct effect_row row = effect_done("a", "k", "x");
    struct event_row one = event("a", 0, "x");
    struct cache_row cache = { .name = str("search"), .key = hash_of(str("k")), .value = str("v"), .expires_ms = 9999 };
    struct error e;

    (void) state;
    change("UPDATE run_state SET epoch = 3");
    assert_int_equal(append(&(struct journal_entry){ .epoch = 2,
                                                     .effect = &row,
                                                     .events = &one,
                                                     .events_n = 1,
                                                     .cache = &cache,
                                                     .cache_n = 1,
                                                     .set_status = true,
                                                     .status = RUN_STATUS_FAILED },
                            &e),
                     -ERROR_CONFLICT);
    assert_says("run-1 is no longer ours");
    assert_int_equal(look("SELECT (SELECT count(*) FROM effect) + (SELECT count(*) FROM event)"
                          " + (SELECT count(*) FROM cache) + (SELECT status <> 'queued' FROM run_state)"),
                     0);
    assert_ok(append(&(struct journal_entry){ .epoch = 3, .effect = &row }, &e));
    assert_int_equal(append(&(struct journal_entry){ .run = str("run-x"), .effect = &row }, &e), -ERROR_NOT_FOUND);
    assert_says("run-x");
}

static void test_an_entry_that_fails_late_leaves_nothing_of_itself(void **state)
{
    struct effect_row row = effect_done("a", "k", "x"), fresh = effect_done("b", "k", "y");
    struct event_row one = event("b", 0, "x");
    struct error e;

    (void) state;
    assert_ok(put(&row, &e));
    /* The cache row breaks the table's rule after effect and event are in. */
    change("CREATE TRIGGER no_cache BEFORE INSERT ON cache BEGIN SELECT raise(ABORT, 'no'); END");
    struct cache_row cache = { .name = str("search"), .key = hash_of(str("k")), .value = str("v"), .expires_ms = 9999 };
    assert_int_equal(
        append(
            &(struct journal_entry){ .effect = &fresh, .events = &one, .events_n = 1, .cache = &cache, .cache_n = 1 },
            &e),
        -ERROR_CONFLICT);
    assert_int_equal(look("SELECT (SELECT count(*) FROM effect) * 10 + (SELECT count(*) FROM event)"), 10);
}

static void test_rows_come_in_the_order_they_were_first_written(void **state)
{
    static const char *const at[] = { "z", "m/1", "a", "m/0" };
    struct effect_row *rows, row;
    struct error e;
    size_t n;

    (void) state;
    for (int i = 0; i < 4; i++) {
        row = effect_done(at[i], "k", at[i]);
        row.state = i == 1 ? EFFECT_STARTED : EFFECT_DONE;
        assert_ok(put(&row, &e));
    }
    row = effect_done("m/1", "k", "m/1");
    assert_ok(put(&row, &e));
    struct db *db = read_begin();
    assert_ok(journal_list(db, str("run-1"), true, arena, &rows, &n, &e));
    assert_int_equal(n, 4);
    for (int i = 0; i < 4; i++) {
        assert_text(rows[i].path, at[i]);
        assert_text(rows[i].body, at[i]);
    }
    assert_ok(journal_list(db, str("run-1"), false, arena, &rows, &n, &e));
    assert_int_equal(rows[0].body.len, 0);
    store_read_end(store, db);
}

static int drop_job(struct db *db, void *at, struct error *e)
{
    return journal_drop_from(db, str("run-1"), 0, str(at), &(struct str_list){ 0 }, e);
}

static int drop_but_a_job(struct db *db, void *epoch, struct error *e)
{
    struct str a = str("a");

    return journal_drop_from(db, str("run-1"), *(int64_t *) epoch, str("c"), &(struct str_list){ .items = &a, .n = 1 },
                             e);
}

static void test_dropping_keeps_what_is_in_use_and_needs_the_lease(void **state)
{
    static const char *const at[] = { "d", "c", "b", "a" };
    int64_t stale = 7, ours = 0;
    struct error e;

    (void) state;
    for (int i = 0; i < 4; i++) {
        struct effect_row row = effect_done(at[i], "k", "x");
        assert_ok(put(&row, &e));
    }
    assert_int_equal(store_write(store, drop_but_a_job, &stale, &e), -ERROR_CONFLICT);
    assert_int_equal(look("SELECT count(*) FROM effect"), 4);
    assert_ok(store_write(store, drop_but_a_job, &ours, &e));
    assert_int_equal(look("SELECT count(*) FROM effect WHERE path IN ('a', 'd')"), 2);
    assert_int_equal(look("SELECT count(*) FROM effect"), 2);
}

static void test_dropping_takes_the_row_and_what_came_after(void **state)
{
    static const char *const at[] = { "d", "c", "b", "a" };
    struct effect_row row;
    struct error e;

    (void) state;
    add_run("run-2");
    for (int i = 0; i < 4; i++) {
        row = effect_done(at[i], "k", "x");
        assert_ok(put(&row, &e));
        assert_ok(append(&(struct journal_entry){ .run = str("run-2"), .effect = &row }, &e));
    }
    assert_ok(store_write(store, drop_job, (void *) "none", &e));
    assert_int_equal(look("SELECT count(*) FROM effect"), 8);
    assert_ok(store_write(store, drop_job, (void *) "b", &e));
    assert_int_equal(look("SELECT count(*) FROM effect"), 6);
    assert_int_equal(find("c", &row), 1);
    assert_int_equal(find("b", &row), 0);
    assert_int_equal(find("a", &row), 0);
    row = effect_done("b", "other", "again");
    assert_ok(put(&row, &e));
}

static struct hash digest(const char *run)
{
    struct db *db = read_begin();
    struct arena *scratch = arena_new();
    struct outline_row *rows;
    struct error e;
    size_t n;

    assert_ok(journal_outline(db, str(run), scratch, &rows, &n, &e));
    struct hash hash = outline_digest(rows, n);
    store_read_end(store, db);
    arena_free(scratch);
    return hash;
}

static void test_the_digest_depends_on_outcomes_not_on_their_order(void **state)
{
    static const char *const order[2][3] = { { "a", "b", "c" }, { "c", "a", "b" } };
    struct effect_row row;
    struct error e;

    (void) state;
    add_run("run-2");
    for (int run = 0; run < 2; run++)
        for (int i = 0; i < 3; i++) {
            row = effect_done(order[run][i], "k", order[run][i]);
            row.answered_by = str(run ? "x" : "y");
            assert_ok(append(&(struct journal_entry){ .run = str(run ? "run-2" : "run-1"), .effect = &row }, &e));
        }
    assert_true(hash_eq(digest("run-1"), digest("run-2")));
    struct hash before = digest("run-1");
    row = effect_done("d", "k", "");
    row.state = EFFECT_STARTED;
    assert_ok(put(&row, &e));
    assert_true(hash_eq(before, digest("run-1")));
    row = effect_done("d", "k", "x");
    assert_ok(put(&row, &e));
    assert_false(hash_eq(before, digest("run-1")));
}

static void test_the_run_row_changes_only_where_told(void **state)
{
    struct usage usage = { .calls = 3, .cost_nano = 99, .cost_unknown = true };
    struct str report = str("{\"title\":\"T\"}");
    struct run_row row;
    struct error e;

    (void) state;
    assert_ok(append(&(struct journal_entry){ .set_status = true,
                                              .status = RUN_STATUS_RUNNING,
                                              .phase = str("gather"),
                                              .usage = &usage,
                                              .active_ms = 77,
                                              .error = str("{}"),
                                              .report = &report,
                                              .finished = true },
                     &e));
    assert_ok(append(&(struct journal_entry){ .now_ms = 8000 }, &e));
    struct db *db = read_begin();
    assert_ok(run_record_get(db, str("run-1"), arena, &row, &e));
    store_read_end(store, db);
    assert_int_equal(row.status, RUN_STATUS_RUNNING);
    assert_text(row.phase, "gather");
    assert_same_usage(&row.usage, &usage);
    assert_int_equal(row.active_ms, 77);
    assert_text(row.error, "{}");
    assert_true(row.has_report);
    assert_true(hash_eq(row.report, hash_of(report)));
    assert_int_equal(row.finished_ms, 5000);
    assert_int_equal(row.updated_ms, 8000);
}

static void test_what_a_run_waits_for_is_known_until_cleared(void **state)
{
    struct waiting_row waiting;
    struct error e;

    (void) state;
    assert_ok(append(&(struct journal_entry){ .waiting_path = str("gather/1"), .waiting_for = str("tavily") }, &e));
    assert_ok(append(&(struct journal_entry){ .now_ms = 9000 }, &e));
    struct db *db = read_begin();
    assert_int_equal(waiting_get(db, str("run-1"), arena, &waiting, &e), 1);
    store_read_end(store, db);
    assert_text(waiting.path, "gather/1");
    assert_text(waiting.what, "tavily");
    assert_int_equal(waiting.since_ms, 5000);
    assert_ok(append(&(struct journal_entry){ .waiting_path = str("") }, &e));
    db = read_begin();
    assert_int_equal(waiting_get(db, str("run-1"), arena, &waiting, &e), 0);
    store_read_end(store, db);
}

static void test_cache_rows_are_replaced_and_expire(void **state)
{
    struct hash key = hash_of(str("k"));
    struct cache_row row = { .name = str("search"), .key = key, .value = str("one"), .expires_ms = 10000 };
    struct str value;
    struct error e;

    (void) state;
    assert_ok(append(&(struct journal_entry){ .cache = &row, .cache_n = 1 }, &e));
    row.value = str("two");
    assert_ok(append(&(struct journal_entry){ .cache = &row, .cache_n = 1 }, &e));
    struct db *db = read_begin();
    assert_int_equal(cache_get(db, str("search"), key, 9999, arena, &value, &e), 1);
    assert_text(value, "two");
    assert_int_equal(cache_get(db, str("search"), key, 10000, arena, &value, &e), 0);
    assert_int_equal(cache_get(db, str("page"), key, 1, arena, &value, &e), 0);
    store_read_end(store, db);
}

static int control_job(struct db *db, void *type, struct error *e)
{
    return control_add(db, str("run-1"), str(type), str("{}"), 77, e);
}

static void test_controls_are_listed_after_the_last_seen(void **state)
{
    struct control_row *rows;
    struct error e;
    int64_t last;
    size_t n;

    (void) state;
    assert_ok(store_write(store, control_job, (void *) "pause", &e));
    assert_ok(store_write(store, control_job, (void *) "cancel", &e));
    struct db *db = read_begin();
    assert_ok(control_last(db, &last, &e));
    assert_ok(control_list(db, str("run-1"), 0, arena, &rows, &n, &e));
    assert_int_equal(n, 2);
    assert_text(rows[0].type, "pause");
    assert_int_equal(rows[1].id, last);
    assert_int_equal(rows[1].time_ms, 77);
    assert_ok(control_list(db, str("run-1"), rows[0].id, arena, &rows, &n, &e));
    assert_int_equal(n, 1);
    assert_text(rows[0].type, "cancel");
    store_read_end(store, db);
    change("DELETE FROM control");
    assert_ok(store_write(store, control_job, (void *) "finish", &e));
    assert_int_equal(look("SELECT max(id) FROM control"), last + 1);
}

/* Many threads append to a few runs: every event has its number, no gap, no double. */
enum { WRITERS = 8, APPENDS = 40 };

static void *append_many(void *arg)
{
    int who = (int) (intptr_t) arg;
    struct error e;

    for (int i = 0; i < APPENDS; i++) {
        char at[32], body[64];
        snprintf(at, sizeof at, "w%d/%d", who, i);
        snprintf(body, sizeof body, "answer %d of %d", i, who);
        struct effect_row row = effect_done(at, at, body);
        struct event_row events[] = { event(at, 0, "begin"), event(at, 1, "end") };
        struct journal_entry entry = { .run = str(who % 2 ? "run-2" : "run-1"),
                                       .effect = &row,
                                       .events = events,
                                       .events_n = 2,
                                       .now_ms = 5000,
                                       .active_ms = -1 };
        if (store_write(store, append_job, &entry, &e) < 0 || events[1].seq != events[0].seq + 1)
            return (void *) "an append went wrong";
    }
    return NULL;
}

static void test_concurrent_appends_are_all_there_and_gap_free(void **state)
{
    pthread_t threads[WRITERS];

    (void) state;
    add_run("run-2");
    for (intptr_t i = 0; i < WRITERS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, append_many, (void *) i), 0);
    for (int i = 0; i < WRITERS; i++) {
        void *trouble;
        pthread_join(threads[i], &trouble);
        assert_null(trouble);
    }
    reopen();
    assert_int_equal(look("SELECT count(*) FROM effect WHERE state = 'done'"), WRITERS * APPENDS);
    assert_int_equal(look("SELECT count(*) FROM event"), WRITERS * APPENDS * 2);
    assert_int_equal(look("SELECT sum(e.seq) = 2 * (320 * 321 / 2) AND max(e.seq) = 320 AND count(DISTINCT e.run) = 2"
                          " FROM event e"),
                     1);
}

static void test_spending_is_added_up_by_who_answered(void **state)
{
    struct effect_row a = effect_done("/a", "a", "x"), b = effect_done("/b", "b", "x"), c = effect_done("/c", "c", "x");
    struct spending_row *rows;
    struct error e;
    size_t n;

    (void) state;
    a.answered_by = b.answered_by = str("openai/test");
    a.usage = (struct usage){ .calls = 1, .cost_nano = 30 };
    b.usage = (struct usage){ .calls = 2, .cost_nano = 12, .cost_unknown = true };
    c.answered_by = str("brave,searxng");
    c.usage = (struct usage){ .searches = 1, .cost_nano = 5000000 };
    assert_ok(put(&a, &e));
    assert_ok(put(&b, &e));
    assert_ok(put(&c, &e));

    struct db *db = read_begin();
    assert_ok(spending_list(db, str(""), arena, &rows, &n, &e));
    assert_int_equal(n, 2);
    assert_true(str_is(rows[0].answered_by, "brave,searxng"));
    assert_int_equal(rows[0].searches, 1);
    assert_int_equal(rows[0].cost_nano, 5000000);
    assert_false(rows[0].cost_unknown);
    assert_int_equal(rows[1].calls, 3);
    assert_int_equal(rows[1].cost_nano, 42);
    assert_true(rows[1].cost_unknown);
    assert_ok(spending_list(db, str("somebody else"), arena, &rows, &n, &e));
    assert_int_equal(n, 0);
    store_read_end(store, db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_finished_effect_comes_back_as_it_was, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_final_failure_keeps_its_error, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_long_bodies_are_blobs_and_come_back, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_start_becomes_its_outcome, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_second_start_counts_the_first_as_lost, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_finished_effect_is_never_written_again, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_another_key_at_a_started_path_is_refused, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_events_are_numbered_without_gaps_and_only_once, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_a_stale_epoch_writes_nothing, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_an_entry_that_fails_late_leaves_nothing_of_itself, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_rows_come_in_the_order_they_were_first_written, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_dropping_takes_the_row_and_what_came_after, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_dropping_keeps_what_is_in_use_and_needs_the_lease, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_the_digest_depends_on_outcomes_not_on_their_order, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_the_run_row_changes_only_where_told, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_what_a_run_waits_for_is_known_until_cleared, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_cache_rows_are_replaced_and_expire, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_controls_are_listed_after_the_last_seen, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_spending_is_added_up_by_who_answered, setup_run, teardown),
        cmocka_unit_test_setup_teardown(test_concurrent_appends_are_all_there_and_gap_free, setup_run, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
