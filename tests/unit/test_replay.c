/* Events kept for clients that come back: what can be replayed, and how much is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "doors/mcp/replay.h"

static size_t all;

static struct str filled(size_t n)
{
    static char bytes[REPLAY_MAX + 1];

    memset(bytes, 'x', sizeof bytes);
    return str_n(bytes, n);
}

static void test_events_of_a_stream_are_replayed_in_order_behind_the_one_that_is_known(void **state)
{
    struct replay replay;
    const struct replay_event *event = NULL;

    (void) state;
    replay_init(&replay, &all);
    for (int64_t n = 1; n <= 3; n++)
        for (int64_t stream = 1; stream <= 2; stream++)
            replay_add(&replay, stream, n, stream == 1 ? str("one") : str("two"));
    for (int64_t n = 2; n <= 3; n++) {
        event = replay_next(&replay, event, 2, 1);
        assert_non_null(event);
        assert_int_equal(event->number, n);
        assert_true(str_is(event->text, "two"));
    }
    assert_null(replay_next(&replay, event, 2, 1));
    assert_true(replay_reaches(&replay, 1, 0) && replay_reaches(&replay, 1, 3));
    assert_false(replay_reaches(&replay, 3, 0) || replay_reaches(&replay, 1, -1));
    replay_free(&replay);
    assert_int_equal(all, 0);
}

static void test_the_oldest_go_and_a_gap_is_no_replay(void **state)
{
    struct replay replay;

    (void) state;
    replay_init(&replay, &all);
    for (int64_t n = 1; n <= 100; n++)
        replay_add(&replay, 1, n, filled(REPLAY_MAX / 10));
    assert_true(replay.bytes <= REPLAY_MAX && replay.bytes > REPLAY_MAX / 2);
    assert_true(replay_reaches(&replay, 1, 99) && !replay_reaches(&replay, 1, 50));
    replay_add(&replay, 1, 101, filled(REPLAY_MAX)); /* too long by itself */
    assert_null(replay.first);
    assert_false(replay_reaches(&replay, 1, 100));
    replay_add(&replay, 1, 102, str("y"));
    assert_false(replay_reaches(&replay, 1, 100));
    assert_true(replay_reaches(&replay, 1, 101));
    replay_free(&replay);
    assert_int_equal(all, 0);
}

static void test_all_sessions_together_are_bounded(void **state)
{
    enum { SESSIONS = 40 };
    struct replay replays[SESSIONS];

    (void) state;
    for (size_t i = 0; i < SESSIONS; i++) {
        replay_init(&replays[i], &all);
        for (int64_t n = 1; n <= 4; n++)
            replay_add(&replays[i], 1, n, filled(REPLAY_MAX - 1000));
        assert_true(all <= REPLAY_ALL_MAX);
    }
    for (size_t i = 0; i < SESSIONS; i++)
        replay_free(&replays[i]);
    assert_int_equal(all, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_of_a_stream_are_replayed_in_order_behind_the_one_that_is_known),
        cmocka_unit_test(test_the_oldest_go_and_a_gap_is_no_replay),
        cmocka_unit_test(test_all_sessions_together_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
