/* The row reader of src/records: values to placeholders, columns to structs. */
#include "store_case.h"

#include "records/internal.h"

static const char *const words[] = { "red", "green", NULL };

struct sample {
    int64_t big;
    int small;
    bool yes;
    double real;
    struct str text;
    struct hash hash;
    int color;
    struct usage usage;
};

static const struct column sample_columns[] = {
    COLUMN(INT, struct sample, big),
    COLUMN(INT, struct sample, small),
    COLUMN(BOOL, struct sample, yes),
    COLUMN(REAL, struct sample, real),
    COLUMN(TEXT, struct sample, text),
    COLUMN(HASH, struct sample, hash),
    COLUMN(USAGE, struct sample, usage),
    COLUMN(WORD, struct sample, color, .words = words),
    COLUMN_END,
};
static const struct shape sample_shape = { sample_columns, sizeof(struct sample), NULL };

#define SAMPLE_SQL "SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16"

static struct db *db;

static int setup_reading(void **state) { return setup(state) < 0 || store_read_begin(store, &db, NULL) < 0 ? -1 : 0; }

static int teardown_reading(void **state)
{
    store_read_end(store, db);
    return teardown(state);
}

static void test_a_struct_bound_by_its_columns_is_read_back_by_them(void **state)
{
    struct sample got, put = { .big = INT64_MIN,
                               .small = -7,
                               .yes = true,
                               .real = 0.1,
                               .text = str("Ä"),
                               .hash = hash_of(str("x")),
                               .color = 1,
                               .usage = { .calls = 3, .cost_nano = 9, .estimated = true } };
    struct error e;

    (void) state;
    memset(&got, 0xff, sizeof got);
    assert_int_equal(query_one(QUERY(db, SAMPLE_SQL, ROW(sample_columns, &put)), &sample_shape, arena, &got, &e), 1);
    assert_true(got.big == INT64_MIN && got.small == -7 && got.yes && got.real == 0.1 && got.color == 1);
    assert_text(got.text, "Ä");
    assert_true(hash_eq(got.hash, put.hash));
    assert_memory_equal(&got.usage, &put.usage, sizeof put.usage);
}

static void test_values_take_the_placeholders_they_need(void **state)
{
    /* 1 and 1 and 2 and 9 nulls, then the number. */
    static const char sql[] = "SELECT coalesce($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 0) * 10 + $14";
    struct error e;
    int64_t n = 0;

    (void) state;
    assert_int_equal(query_int(QUERY(db, sql, NOTHING, HASH(NULL), BODY(NULL), USAGE(NULL), NO_VALUES, INT(5)), &n, &e),
                     1);
    assert_int_equal(n, 5);
}

static void test_rows_come_in_order_and_none_is_no_error(void **state)
{
    static const struct column columns[] = { { .type = COLUMN_INT, .size = sizeof(int64_t) }, COLUMN_END };
    static const struct shape shape = { columns, sizeof(int64_t), NULL };
    int64_t *rows = NULL, one = 42;
    struct error e;
    size_t n = 9;

    (void) state;
    assert_ok(
        query_all(QUERY(db, "SELECT value FROM json_each($1)", TEXT(str("[3,1,2]"))), &shape, arena, &rows, &n, &e));
    assert_int_equal(n, 3);
    assert_true(rows[0] == 3 && rows[1] == 1 && rows[2] == 2);
    assert_ok(query_all(QUERY(db, "SELECT 1 WHERE 0", NO_VALUES), &shape, arena, &rows, &n, &e));
    assert_int_equal(n, 0);
    assert_int_equal(query_int(QUERY(db, "SELECT 1 WHERE 0", NO_VALUES), &one, &e), 0);
    assert_int_equal(one, 42);
}

static void test_an_unknown_word_or_run_is_named_and_nothing_stays_open(void **state)
{
    static const struct column columns[] = { COLUMN(WORD, struct sample, color, .words = words), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct sample), NULL };
    struct sample *rows = NULL, got;
    struct error e;
    int64_t ignored;
    size_t n = 7;

    (void) state;
    assert_int_equal(query_one(QUERY(db, "SELECT 'blue'", NO_VALUES), &shape, arena, &got, &e), -ERROR_STORE);
    assert_says("\"blue\"");
    assert_int_equal(
        query_all(QUERY(db, "SELECT 'red' UNION ALL SELECT 'blue'", NO_VALUES), &shape, arena, &rows, &n, &e),
        -ERROR_STORE);
    assert_true(rows == NULL && n == 7);
    for (int i = 0; i < 2; i++) { /* the statement was ended: it can be had again */
        assert_int_equal(query_int(QUERY(db, "SELECT $1", RUN(str("run-none"))), &ignored, &e), -ERROR_NOT_FOUND);
        assert_says("run-none");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_struct_bound_by_its_columns_is_read_back_by_them, setup_reading,
                                        teardown_reading),
        cmocka_unit_test_setup_teardown(test_values_take_the_placeholders_they_need, setup_reading, teardown_reading),
        cmocka_unit_test_setup_teardown(test_rows_come_in_order_and_none_is_no_error, setup_reading, teardown_reading),
        cmocka_unit_test_setup_teardown(test_an_unknown_word_or_run_is_named_and_nothing_stays_open, setup_reading,
                                        teardown_reading),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
