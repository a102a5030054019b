#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/limiter.h"
#include "text/utf8.h"

static int clean(void **state)
{
    (void) state;
    limiter_forget_all();
    return 0;
}

static void expect_go(struct limiter *limiter, int64_t tokens, int64_t now_ms)
{
    int64_t at_ms;

    assert_int_equal(limiter_take(limiter, tokens, now_ms, &at_ms), LIMITER_GO);
}

static int64_t expect_wait(struct limiter *limiter, int64_t tokens, int64_t now_ms)
{
    int64_t at_ms;

    assert_int_equal(limiter_take(limiter, tokens, now_ms, &at_ms), LIMITER_WAIT);
    return at_ms;
}

static void expect_open(struct limiter *limiter, int64_t now_ms)
{
    int64_t at_ms;

    assert_int_equal(limiter_take(limiter, 0, now_ms, &at_ms), LIMITER_OPEN);
}

static void test_a_name_has_one_limiter(void **state)
{
    struct limits one = { .concurrent = 1 }, two = { .concurrent = 2 };

    (void) state;
    struct limiter *a = limiter_get(str("a"), &one);
    assert_ptr_equal(limiter_get(str("a"), &two), a);
    assert_ptr_not_equal(limiter_get(str("b"), NULL), a);
}

static void test_no_limits_means_go(void **state)
{
    struct limiter *limiter = limiter_get(str("free"), NULL);

    (void) state;
    for (int i = 0; i < 10000; i++)
        expect_go(limiter, 1000000, 5);
}

static void test_requests_per_minute_are_kept(void **state)
{
    struct limits limits = { .requests_per_minute = 60, .burst = 3 };
    struct limiter *limiter = limiter_get(str("slow"), &limits);
    int64_t now = 1000, started = 0;

    (void) state;
    for (int i = 0; i < 3; i++)
        expect_go(limiter, 0, now);
    assert_int_equal(expect_wait(limiter, 0, now), now + 1000);
    assert_int_equal(expect_wait(limiter, 0, now + 999), now + 1000);
    for (int64_t end = now + 60000; now < end;) {
        int64_t at;

        if (limiter_take(limiter, 0, now, &at) == LIMITER_GO) {
            started++;
        } else {
            assert_true(at > now);
            now = at;
        }
    }
    assert_in_range(started, 59, 61);
}

static void test_tokens_per_minute_are_kept_and_corrected(void **state)
{
    struct limits limits = { .tokens_per_minute = 60000 };
    struct limiter *limiter = limiter_get(str("tokens"), &limits);

    (void) state;
    expect_go(limiter, 50000, 0);
    assert_int_equal(expect_wait(limiter, 20000, 0), 10000);
    expect_go(limiter, 10000, 0);
    limiter_correct(limiter, 5000); /* it was 5,000 more than thought */
    assert_int_equal(expect_wait(limiter, 1000, 0), 6000);
    limiter_correct(limiter, -10000);
    expect_go(limiter, 5000, 0);
}

static void test_more_tokens_than_a_minute_holds_wait_for_a_full_bucket(void **state)
{
    struct limits limits = { .tokens_per_minute = 1000 };
    struct limiter *limiter = limiter_get(str("small"), &limits);

    (void) state;
    expect_go(limiter, 5000, 0);
    int64_t at = expect_wait(limiter, 5000, 0);
    assert_int_equal(at, 5 * 60000);
    expect_go(limiter, 5000, at);
}

static void test_concurrent_places_are_given_back(void **state)
{
    struct limits limits = { .concurrent = 2 };
    struct limiter *limiter = limiter_get(str("two"), &limits);
    struct limiter_status status;

    (void) state;
    expect_go(limiter, 0, 0);
    expect_go(limiter, 0, 0);
    assert_int_equal(expect_wait(limiter, 0, 0), -1);
    limiter_status(limiter, 0, &status);
    assert_int_equal(status.in_flight, 2);
    limiter_give_back(limiter);
    expect_go(limiter, 0, 0);
    assert_int_equal(expect_wait(limiter, 0, 0), -1);
}

static void test_a_pause_holds_everything_back(void **state)
{
    struct limiter *limiter = limiter_get(str("paused"), NULL);

    (void) state;
    limiter_pause(limiter, 5000);
    limiter_pause(limiter, 3000); /* an earlier end does not shorten it */
    assert_int_equal(expect_wait(limiter, 0, 1000), 5000);
    expect_go(limiter, 0, 5000);
}

static void test_a_refusal_names_the_first_cause(void **state)
{
    struct limiter *limiter = limiter_get(str("cause"), &(struct limits){ .breaker_failures = 3 });
    char why[LIMITER_WHY], longest[2 * LIMITER_WHY];

    (void) state;
    limiter_report(limiter, "old", 500);
    limiter_report(limiter, NULL, 600);
    limiter_report(limiter, "the index is being rebuilt", 1000);
    limiter_report(limiter, "no data", 1000);
    limiter_report(limiter, "no data", 1000);
    assert_true(limiter_open(limiter, 1000));
    limiter_explain(limiter, 1000, why);
    assert_string_equal(why, "paused after 3 failures in a row; the first: the index is being rebuilt");
    limiter_hold(limiter, 90000, "come back tomorrow");
    assert_true(limiter_open(limiter, 89999));
    limiter_explain(limiter, 89999, why);
    assert_string_equal(why, "come back tomorrow");
    assert_false(limiter_open(limiter, 90000));
    for (size_t i = 0; i + 2 < sizeof longest; i += 2)
        memcpy(longest + i, "\xc3\xa9", 3);
    limiter_hold(limiter, 95000, longest);
    limiter_explain(limiter, 94000, why);
    assert_true(utf8_valid(str(why)));
}

static void test_breaker_opens_after_five_failures(void **state)
{
    struct limiter *limiter = limiter_get(str("breaks"), NULL);
    struct limiter_status status;

    (void) state;
    for (int i = 0; i < 4; i++)
        limiter_report(limiter, "it broke", 1000);
    limiter_report(limiter, NULL, 1000);
    for (int i = 0; i < 4; i++)
        limiter_report(limiter, "it broke", 1000);
    expect_go(limiter, 0, 1000);
    limiter_report(limiter, "it broke", 1000);
    expect_open(limiter, 1000);
    expect_open(limiter, 30999);
    assert_true(limiter_open(limiter, 30999));
    limiter_status(limiter, 11000, &status);
    assert_int_equal(status.breaker, BREAKER_OPEN);
    assert_int_equal(status.opens_again_ms, 20000);
    assert_int_equal(status.failures, 5);
    assert_int_equal(status.refused, 2);
}

static void open_breaker(struct limiter *limiter, int64_t now_ms)
{
    for (int i = 0; i < 5; i++)
        limiter_report(limiter, "it broke", now_ms);
}

static void test_half_open_lets_one_through_and_closes_on_success(void **state)
{
    struct limiter *limiter = limiter_get(str("half"), NULL);

    (void) state;
    open_breaker(limiter, 0);
    expect_go(limiter, 0, 30000);
    expect_open(limiter, 30000);
    limiter_report(limiter, NULL, 30500);
    expect_go(limiter, 0, 30500);
    expect_go(limiter, 0, 30500);
}

static void test_half_open_reopens_on_failure(void **state)
{
    struct limiter *limiter = limiter_get(str("again"), NULL);

    (void) state;
    open_breaker(limiter, 0);
    expect_go(limiter, 0, 30000);
    limiter_report(limiter, "it broke", 31000);
    expect_open(limiter, 31000);
    expect_open(limiter, 60999);
    expect_go(limiter, 0, 61000);
}

static void test_a_trial_that_never_reports_does_not_lock_the_breaker(void **state)
{
    struct limiter *limiter = limiter_get(str("lost"), NULL);

    (void) state;
    open_breaker(limiter, 0);
    expect_go(limiter, 0, 30000);
    expect_open(limiter, 59999);
    expect_go(limiter, 0, 60000);
}

static void test_late_failures_do_not_put_off_the_trial(void **state)
{
    struct limiter *limiter = limiter_get(str("late"), NULL);

    (void) state;
    open_breaker(limiter, 0);
    open_breaker(limiter, 20000);
    expect_go(limiter, 0, 30000);
}

static void test_breaker_limits_can_be_set(void **state)
{
    struct limits limits = { .breaker_failures = 1, .breaker_ms = 50 };
    struct limiter *limiter = limiter_get(str("quick"), &limits);

    (void) state;
    limiter_report(limiter, "it broke", 0);
    expect_open(limiter, 49);
    expect_go(limiter, 0, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_a_refusal_names_the_first_cause, clean),
        cmocka_unit_test_teardown(test_a_name_has_one_limiter, clean),
        cmocka_unit_test_teardown(test_no_limits_means_go, clean),
        cmocka_unit_test_teardown(test_requests_per_minute_are_kept, clean),
        cmocka_unit_test_teardown(test_tokens_per_minute_are_kept_and_corrected, clean),
        cmocka_unit_test_teardown(test_more_tokens_than_a_minute_holds_wait_for_a_full_bucket, clean),
        cmocka_unit_test_teardown(test_concurrent_places_are_given_back, clean),
        cmocka_unit_test_teardown(test_a_pause_holds_everything_back, clean),
        cmocka_unit_test_teardown(test_breaker_opens_after_five_failures, clean),
        cmocka_unit_test_teardown(test_half_open_lets_one_through_and_closes_on_success, clean),
        cmocka_unit_test_teardown(test_half_open_reopens_on_failure, clean),
        cmocka_unit_test_teardown(test_a_trial_that_never_reports_does_not_lock_the_breaker, clean),
        cmocka_unit_test_teardown(test_late_failures_do_not_put_off_the_trial, clean),
        cmocka_unit_test_teardown(test_breaker_limits_can_be_set, clean),
    };

    return cmocka_run_group_tests_name("limiter", tests, NULL, NULL);
}
