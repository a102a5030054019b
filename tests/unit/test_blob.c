#include "store_case.h"

#include "store/blob.h"

static struct str text_of(size_t n)
{
    char *text = arena_alloc(arena, n + 1);

    for (size_t i = 0; i < n; i++)
        text[i] = "the quick brown fox\n"[(i * 7 + i / 50) % 20];
    return str_n(text, n);
}

static struct str noise_of(size_t n)
{
    char *noise = arena_alloc(arena, n + 1);

    random_bytes(noise, n);
    return str_n(noise, n);
}

static void assert_packs(struct str data)
{
    struct str packed = pack(arena, data), back;
    struct error e;

    assert_true(packed.len <= data.len + 1);
    assert_ok(unpack(arena, packed, data.len, &back, &e));
    assert_true(str_eq(back, data));
    assert_int_equal(back.data[back.len], 0);
    if (data.len)
        assert_int_equal(unpack(arena, packed, data.len - 1, &back, &e), -ERROR_LIMIT);
}

static void test_packed_bytes_come_back(void **state)
{
    static const size_t sizes[] = { 0, 1, 63, 64, 65, 1000, 8192, 131072, 1000000 };

    (void) state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_packs(text_of(sizes[i]));
        assert_packs(noise_of(sizes[i]));
    }
    assert_packs((struct str){ 0 });
    assert_true(pack(arena, text_of(100000)).len < 20000);
}

static void test_damaged_packed_bytes_are_an_error(void **state)
{
    struct str data = text_of(3000), packed = pack(arena, data), back;
    struct error e;

    (void) state;
    assert_int_equal(unpack(arena, str(""), 100, &back, &e), -ERROR_STORE);
    assert_int_equal(unpack(arena, str("\x07xyz"), 100, &back, &e), -ERROR_STORE);
    assert_int_equal(unpack(arena, str("\x01xyz"), 100, &back, &e), -ERROR_STORE);
    for (size_t cut = 1; cut < packed.len; cut++)
        assert_true(unpack(arena, str_n(packed.data, cut), 1 << 20, &back, &e) < 0);
    /* Every flipped bit: an error or some bytes, never a crash, never more than was allowed. */
    for (size_t i = 0; i < packed.len * 8; i++) {
        char *bad = arena_copy(arena, packed.data, packed.len);
        bad[i / 8] ^= (char) (1 << i % 8);
        if (unpack(arena, str_n(bad, packed.len), 1 << 20, &back, &e) == 0)
            assert_true(back.len <= 1 << 20);
    }
}

struct put {
    struct str data;
    struct hash hash;
};

static int put_job(struct db *db, void *arg, struct error *e)
{
    struct put *put = arg;

    return blob_put(db, put->data, &put->hash, e);
}

static struct hash put(struct str data)
{
    struct put put = { .data = data };
    struct error e;

    assert_ok(store_write(store, put_job, &put, &e));
    return put.hash;
}

static void test_bytes_are_kept_once_under_their_hash(void **state)
{
    struct str long_text = text_of(500000), noise = noise_of(70000), back;
    struct error e;

    (void) state;
    struct hash a = put(long_text), b = put(noise), empty = put(str(""));
    assert_true(hash_eq(a, hash_of(long_text)));
    assert_true(hash_eq(put(long_text), a));
    assert_int_equal(look("SELECT count(*) FROM blob"), 3);
    assert_int_equal(look("SELECT max(size) FROM blob"), 500000);
    struct db *db = read_begin();
    assert_ok(blob_get(db, a, arena, &back, &e));
    assert_true(str_eq(back, long_text));
    assert_ok(blob_get(db, b, arena, &back, &e));
    assert_true(str_eq(back, noise));
    assert_ok(blob_get(db, empty, arena, &back, &e));
    assert_int_equal(back.len, 0);
    assert_int_equal(blob_get(db, hash_of(str("other")), arena, &back, &e), -ERROR_NOT_FOUND);
    assert_says("d9298a10d1b0735837dc4bd85dac641b0f3cef27a47e5d53a54f2f3f5b2fcffa");
    store_read_end(store, db);
}

static void test_a_range_is_the_same_bytes(void **state)
{
    struct str texts[] = { text_of(400000), noise_of(1000), str("short") }, back;
    struct error e;

    (void) state;
    for (int i = 0; i < 3; i++) {
        struct hash hash = put(texts[i]);
        size_t n = texts[i].len;
        const size_t ranges[][2] = {
            { 0, 0 },
            { 0, 1 },
            { 0, n },
            { 1, 4 },
            { n - 1, n },
            { n, n + 5 },
            { 3, n + 100 },
            { 5, 2 },
            { n / 2, n / 2 + 3 },
            { n / 3, n },
            { 131071, 131073 },
            { 131072, 262144 },
            { (size_t) -1, (size_t) -1 },
        };
        struct db *db = read_begin();
        for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
            assert_ok(blob_get_range(db, hash, ranges[k][0], ranges[k][1], arena, &back, &e));
            assert_true(str_eq(back, str_sub(texts[i], ranges[k][0], ranges[k][1])));
        }
        store_read_end(store, db);
    }
    struct db *db = read_begin();
    assert_int_equal(blob_get_range(db, hash_of(str("none")), 0, 1, arena, &back, &e), -ERROR_NOT_FOUND);
    store_read_end(store, db);
}

static void test_changed_bytes_are_found_out(void **state)
{
    struct str text = text_of(50000), back;
    struct hash hash = put(text), small = put(str("abc"));
    struct error e;

    (void) state;
    change("UPDATE blob SET data = x'0061626400' WHERE size = 3");
    change("UPDATE blob SET data = substr(data, 1, length(data) / 2) WHERE size = 50000");
    struct db *db = read_begin();
    assert_int_equal(blob_get(db, small, arena, &back, &e), -ERROR_STORE);
    assert_says("not the ones that were put there");
    assert_int_equal(blob_get(db, hash, arena, &back, &e), -ERROR_STORE);
    assert_says("damaged");
    assert_int_equal(blob_get_range(db, hash, 0, 50000, arena, &back, &e), -ERROR_STORE);
    store_read_end(store, db);
}

static void test_more_than_the_store_keeps_is_a_limit_error(void **state)
{
    size_t n = ((size_t) 256 << 20) + 1;
    char *zeros = calloc(n, 1);
    struct put large = { .data = str_n(zeros, n) };
    struct error e;

    (void) state;
    assert_non_null(zeros);
    assert_int_equal(store_write(store, put_job, &large, &e), -ERROR_LIMIT);
    free(zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_packed_bytes_come_back, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_damaged_packed_bytes_are_an_error, setup_folder, teardown),
        cmocka_unit_test_setup_teardown(test_bytes_are_kept_once_under_their_hash, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_range_is_the_same_bytes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_changed_bytes_are_found_out, setup, teardown),
        cmocka_unit_test_setup_teardown(test_more_than_the_store_keeps_is_a_limit_error, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
