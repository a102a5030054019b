#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/retry.h"

static const struct error worth_it = { .code = ERROR_UPSTREAM, .retry = true, .retry_after_ms = -1 };

static void test_only_what_may_succeed_is_tried_again(void **state)
{
    struct error final = { .code = ERROR_QUOTA, .retry = false, .retry_after_ms = 10 };

    (void) state;
    assert_int_equal(retry_delay_ms(NULL, 1, &final, 0, 0, 0), -1);
    assert_true(retry_delay_ms(NULL, 1, &worth_it, 0, 0, 0) >= 0);
}

static void test_three_retries_by_default(void **state)
{
    struct retry_policy none = { .retries = -1 }, one = { .retries = 1 };

    (void) state;
    assert_true(retry_delay_ms(NULL, 3, &worth_it, 0, 0, 0) >= 0);
    assert_int_equal(retry_delay_ms(NULL, 4, &worth_it, 0, 0, 0), -1);
    assert_int_equal(retry_delay_ms(&none, 1, &worth_it, 0, 0, 0), -1);
    assert_true(retry_delay_ms(&one, 1, &worth_it, 0, 0, 0) >= 0);
    assert_int_equal(retry_delay_ms(&one, 2, &worth_it, 0, 0, 0), -1);
}

static void test_jitter_is_full_and_doubles_up_to_the_cap(void **state)
{
    struct retry_policy many = { .retries = 100 };
    static const struct {
        int attempt;
        int64_t most;
    } cases[] = {
        { 1, 500 }, { 2, 1000 }, { 3, 2000 }, { 7, 32000 }, { 8, 60000 }, { 9, 60000 }, { 99, 60000 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(retry_delay_ms(&many, cases[i].attempt, &worth_it, 0, 0, 0), 0);
        assert_int_equal(retry_delay_ms(&many, cases[i].attempt, &worth_it, UINT64_MAX, 0, 0), cases[i].most);
        int64_t half = retry_delay_ms(&many, cases[i].attempt, &worth_it, UINT64_MAX / 2, 0, 0);
        assert_in_range(half, cases[i].most / 2 - 1, cases[i].most / 2 + 1);
    }
}

static void test_retry_after_is_obeyed(void **state)
{
    struct error later = { .code = ERROR_RATE, .retry = true, .retry_after_ms = 3000 };

    (void) state;
    assert_int_equal(retry_delay_ms(NULL, 1, &later, 0, 0, 0), 3000);
    assert_in_range(retry_delay_ms(NULL, 1, &later, UINT64_MAX, 0, 0), 3000, 3200);
    later.retry_after_ms = 0;
    assert_int_equal(retry_delay_ms(NULL, 1, &later, UINT64_MAX, 0, 0), 0);
    later.retry_after_ms = 3600000;
    assert_true(retry_delay_ms(NULL, 1, &later, 0, 0, 0) >= 3600000);
}

static void test_no_wait_goes_past_the_deadline(void **state)
{
    struct error later = { .code = ERROR_RATE, .retry = true, .retry_after_ms = 3000 };

    (void) state;
    assert_int_equal(retry_delay_ms(NULL, 1, &later, 0, 10000, 13001), 3000);
    assert_int_equal(retry_delay_ms(NULL, 1, &later, 0, 10000, 13000), -1);
    assert_int_equal(retry_delay_ms(NULL, 1, &worth_it, UINT64_MAX, 10000, 10400), -1);
    assert_int_equal(retry_delay_ms(NULL, 1, &worth_it, 0, 10000, 9000), -1);
}

static void test_statuses_worth_another_try(void **state)
{
    static const int yes[] = { 408, 409, 425, 429, 500, 502, 503, 504, 520, 529 };
    static const int no[] = { 0, 200, 301, 400, 401, 402, 403, 404, 413, 422, 451, 600 };

    (void) state;
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        assert_true(retry_status(yes[i], ""));
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        assert_false(retry_status(no[i], NULL));
    assert_false(retry_status(429, "false"));
    assert_true(retry_status(400, "true"));
    assert_true(retry_status(500, "maybe"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_only_what_may_succeed_is_tried_again),
        cmocka_unit_test(test_three_retries_by_default),
        cmocka_unit_test(test_jitter_is_full_and_doubles_up_to_the_cap),
        cmocka_unit_test(test_retry_after_is_obeyed),
        cmocka_unit_test(test_no_wait_goes_past_the_deadline),
        cmocka_unit_test(test_statuses_worth_another_try),
    };

    return cmocka_run_group_tests_name("retry", tests, NULL, NULL);
}
