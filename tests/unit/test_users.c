#include "store_case.h"

#include "records/questions.h"
#include "records/runs.h"
#include "records/users.h"

struct step {
    int (*fn)(struct db *db, struct error *e);
};

static int step_job(struct db *db, void *arg, struct error *e) { return ((struct step *) arg)->fn(db, e); }

static int step(int (*fn)(struct db *db, struct error *e), struct error *e)
{
    return store_write(store, step_job, &(struct step){ fn }, e);
}

static struct db *reading(void)
{
    struct error e;
    struct db *db;

    assert_ok(store_read_begin(store, &db, &e));
    return db;
}

/* --- users and tokens --- */

static struct str token, old_token;

static int add_users(struct db *db, struct error *e)
{
    int r = user_record_add(db, &(struct user_row){ .name = str("ada"), .role = USER_ROLE_ADMIN }, e);

    if (r == 0)
        r = user_record_add(db, &(struct user_row){ .name = str("bob"), .limits = { 1, 2, 3, 4, 5 } }, e);
    if (r == 0)
        r = token_record_make(db, str("bob"), str("laptop"), 1000, 0, arena, &token, e);
    if (r == 0)
        r = token_record_make(db, str("bob"), str("old"), 1000, 2000, arena, &old_token, e);
    return r;
}

static int add_again(struct db *db, struct error *e)
{
    return user_record_add(db, &(struct user_row){ .name = str("ada") }, e);
}
static int remove_bob(struct db *db, struct error *e) { return user_record_remove(db, str("bob"), e); }
static int remove_token(struct db *db, struct error *e)
{
    return token_record_remove(db, str("bob"), token_selector(token), e);
}

static int checked(struct str text, int64_t now)
{
    struct db *db = reading();
    struct user_row row;
    struct error e;
    int r = token_record_check(db, text, now, arena, &row, &e);

    store_read_end(store, db);
    if (r == 1)
        assert_text(row.name, "bob");
    return r;
}

static void test_a_token_opens_for_its_user_alone(void **state)
{
    struct error e;

    (void) state;
    assert_ok(step(add_users, &e));
    assert_int_equal(step(add_again, &e), -ERROR_CONFLICT);
    assert_true(str_starts(token, "fathom_") && token.len == 60);
    assert_int_equal(checked(token, 5000), 1);
    assert_int_equal(checked(old_token, 1999), 1);
    assert_int_equal(checked(old_token, 2000), 0); /* over */
    /* Every single letter counts. */
    for (size_t i = 0; i < token.len; i++) {
        char *other = arena_alloc(arena, token.len + 1);

        memcpy(other, token.data, token.len);
        other[i] = other[i] == '0' ? '1' : '0';
        assert_int_equal(checked(str_n(other, token.len), 5000), 0);
        assert_int_equal(checked(str_sub(token, 0, i), 5000), 0);
    }
    assert_int_equal(checked(str_format(arena, "%.*s0", STR_ARG(token)), 5000), 0);
    assert_ok(step(remove_token, &e));
    assert_int_equal(checked(token, 5000), 0);
    assert_int_equal(checked(old_token, 1500), 1);
    assert_ok(step(remove_bob, &e));
    assert_int_equal(checked(old_token, 1500), 0);
    assert_int_equal(step(remove_bob, &e), -ERROR_NOT_FOUND);
}

/* In place of libcrypto's, which compares all bytes whatever they are: how much was compared by it. */
static size_t comparisons, compared;
int CRYPTO_memcmp(const void *a, const void *b, size_t n);
int CRYPTO_memcmp(const void *a, const void *b, size_t n)
{
    unsigned char differs = 0;

    for (size_t i = 0; i < n; i++)
        differs |= ((const unsigned char *) a)[i] ^ ((const unsigned char *) b)[i];
    comparisons++;
    compared += n;
    return differs;
}

/* What is done for a token must not tell how much of it is right, nor whether its selector is known. */
static void test_every_token_takes_one_comparison_of_the_whole_digest(void **state)
{
    struct error e;

    (void) state;
    assert_ok(step(add_users, &e));
    for (size_t i = 7; i <= token.len; i++) {
        char *other = arena_alloc(arena, token.len + 1);

        memcpy(other, token.data, token.len);
        if (i < token.len && other[i] == '_')
            continue;
        if (i < token.len) /* the last one is right */
            other[i] = other[i] == '0' ? '1' : '0';
        comparisons = compared = 0;
        assert_int_equal(checked(str_n(other, token.len), 5000), i == token.len);
        assert_int_equal(comparisons, 1);
        assert_int_equal(compared, HASH_SIZE);
    }
}

static void test_no_secret_is_in_the_file(void **state)
{
    struct error e;
    struct buf bytes;

    (void) state;
    assert_ok(step(add_users, &e));
    store_close(store);
    store = NULL;
    buf_init(&bytes, 64 << 20);
    assert_ok(file_read(path, &bytes, &e));
    struct str secret = str_sub(token, token.len - 40, token.len);
    assert_true(str_find(buf_str(&bytes), token_selector(token), 0) > 0);
    assert_true(str_find(buf_str(&bytes), secret, 0) < 0);
    buf_free(&bytes);
}

static void test_names_of_users_are_plain(void **state)
{
    static const char *const good[] = { "a", "ada", "0x", "ada.b-c_d" };
    static const char *const bad[] = { "",   "Ada",      ".a",
                                       "-a", "a b",      "a/b",
                                       "@a", "\303\244", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" };
    struct error e;

    (void) state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_ok(user_name_check(str(good[i]), &e));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(user_name_check(str(bad[i]), &e), -ERROR_INVALID);
        assert_string_equal(e.field, "name");
    }
}

/* --- questions of a run --- */

static int add_run(struct db *db, struct error *e)
{
    return run_record_insert(db,
                             &(struct run_row){ .id = str("run-1"),
                                                .workflow = str("w"),
                                                .query = str("q"),
                                                .settings = str("{}"),
                                                .engine_version = str("1"),
                                                .workflow_version = str("1"),
                                                .seed = str("s"),
                                                .parent = str(""),
                                                .owner = str(""),
                                                .title = str(""),
                                                .phase = str(""),
                                                .error = str(""),
                                                .worker = str("") },
                             e);
}
static int ask_two(struct db *db, struct error *e)
{
    int r = question_record_put(
        db, str("run-1"),
        &(struct question_row){ .path = str("a"), .type = QUESTION_CONFIRM, .data = str("{}"), .asked_ms = 1 }, e);

    return r < 0
               ? r
               : question_record_put(db, str("run-1"),
                                     &(struct question_row){
                                         .path = str("b"), .type = QUESTION_CLARIFY, .data = str("{}"), .asked_ms = 2 },
                                     e);
}
static int answered;
static int answer_one(struct db *db, struct error *e)
{
    answered = question_record_answer(
        db, str("run-1"), &(struct question_row){ .answer = str("yes"), .answered_by = str("ada"), .answered_ms = 9 },
        e);
    return answered < 0 ? answered : 0;
}

static void test_questions_are_answered_once_and_in_order(void **state)
{
    struct question_row row, *rows;
    struct error e;
    size_t n;

    (void) state;
    assert_ok(step(add_run, &e));
    assert_ok(step(ask_two, &e));
    assert_ok(step(ask_two, &e)); /* a resumed run asks again: nothing changes */
    struct db *db = reading();
    assert_int_equal(question_record_open(db, str("run-1"), arena, &row, &e), 1);
    assert_true(row.type == QUESTION_CONFIRM && row.answered_ms == 0);
    store_read_end(store, db);
    assert_ok(step(answer_one, &e));
    assert_int_equal(answered, 1);
    assert_ok(step(ask_two, &e)); /* nor is an answer lost */
    db = reading();
    assert_int_equal(question_record_open(db, str("run-1"), arena, &row, &e), 1);
    assert_int_equal(row.type, QUESTION_CLARIFY);
    store_read_end(store, db);
    assert_ok(step(answer_one, &e));
    assert_ok(step(answer_one, &e));
    assert_int_equal(answered, 0);
    db = reading();
    assert_int_equal(question_record_open(db, str("run-1"), arena, &row, &e), 0);
    assert_ok(question_record_list(db, str("run-1"), arena, &rows, &n, &e));
    store_read_end(store, db);
    assert_int_equal(n, 2);
    assert_text(rows[0].answer, "yes");
    assert_text(rows[0].answered_by, "ada");
}

/* --- requests that must not be done twice --- */

static struct idempotency_row known;
static int begun;
static int begin_request(struct db *db, struct error *e)
{
    begun = idempotency_record_begin(db, str("ada"), str("k"), hash_of(str("x")), 5, arena, &known, e);
    return begun < 0 ? begun : 0;
}
static int end_request(struct db *db, struct error *e)
{
    return idempotency_record_end(db, str("ada"), str("k"), str("{}"), e);
}
/* As a process left it that is gone: this one, with another start. */
static int lose_request(struct db *db, struct error *e)
{
    return idempotency_record_end(db, str("ada"), str("k"), str_format(arena, "@%.*s0", STR_ARG(run_worker_name())), e);
}
static int begin_other(struct db *db, struct error *e)
{
    begun = idempotency_record_begin(db, str("ada"), str("k"), hash_of(str("y")), 5, arena, &known, e);
    return begun < 0 ? begun : 0;
}
static int sweep_requests(struct db *db, struct error *e) { return idempotency_record_sweep(db, 6, e); }

static void test_a_request_is_known_again_until_it_is_swept(void **state)
{
    struct error e;

    (void) state;
    assert_ok(step(begin_request, &e));
    assert_int_equal(begun, 0);
    assert_ok(step(begin_request, &e));
    assert_int_equal(begun, 1);
    assert_true(str_empty(known.reply) && hash_eq(known.digest, hash_of(str("x"))));
    assert_ok(step(end_request, &e));
    assert_ok(step(begin_request, &e));
    assert_text(known.reply, "{}");
    assert_ok(step(sweep_requests, &e));
    assert_ok(step(begin_request, &e));
    assert_int_equal(begun, 0);
}

static void test_a_request_whose_process_died_may_be_begun_again(void **state)
{
    struct error e;

    (void) state;
    assert_ok(step(begin_request, &e));
    assert_ok(step(lose_request, &e));
    assert_ok(step(begin_other, &e)); /* of other words: it stays another request */
    assert_int_equal(begun, 1);
    assert_true(str_empty(known.reply) && !hash_eq(known.digest, hash_of(str("y"))));
    assert_ok(step(begin_request, &e));
    assert_int_equal(begun, 0);
    assert_ok(step(begin_request, &e)); /* at work again, in this process */
    assert_int_equal(begun, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_token_opens_for_its_user_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_token_takes_one_comparison_of_the_whole_digest, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_secret_is_in_the_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_names_of_users_are_plain, setup, teardown),
        cmocka_unit_test_setup_teardown(test_questions_are_answered_once_and_in_order, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_request_is_known_again_until_it_is_swept, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_request_whose_process_died_may_be_begun_again, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
