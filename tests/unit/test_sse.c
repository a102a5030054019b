#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/sse.h"

/* Feeds `text` in parts of `step` bytes; the events come back as "event|data|id;". */
static struct str feed(struct arena *arena, const char *text, size_t step, bool *ret_left)
{
    struct sse sse;
    struct buf out;
    struct str all = str(text);

    sse_init(&sse, 1000);
    buf_init(&out, 100000);
    for (size_t at = 0; at < all.len; at += step) {
        struct str part = str_sub(all, at, at + step);
        struct sse_event event;
        int r;

        while ((r = sse_next(&sse, &part, &event)) == 1)
            buf_format(&out, "%.*s|%.*s|%.*s;", STR_ARG(event.event), STR_ARG(event.data), STR_ARG(event.id));
        assert_int_equal(r, 0);
        assert_int_equal(part.len, 0);
    }
    bool left = sse_end(&sse);
    if (ret_left)
        *ret_left = left;
    sse_free(&sse);
    return buf_take(&out, arena);
}

static void test_events_come_out_the_same_in_parts_of_any_size(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "data: a\n\n", "|a|;" },
        { "data:a\n\ndata:  b\n\n", "|a|;| b|;" },
        { "data: a\r\ndata: b\r\n\r\n", "|a\nb|;" },
        { "data: a\rdata: b\r\rdata: c\r\r", "|a\nb|;|c|;" },
        { "event: x\ndata: 1\n\ndata: 2\n\n", "x|1|;|2|;" },
        { "id: 7\ndata: 1\n\ndata: 2\n\n", "|1|7;|2|7;" },
        { ": keep-alive\n\n:\ndata: 1\n\n", "|1|;" },
        { "event: lonely\n\ndata: 1\n\n", "|1|;" },
        { "data\n\n", "||;" },
        { "data:\ndata:\n\n", "|\n|;" },
        { "\xef\xbb\xbf"
          "data: bom\n\n",
          "|bom|;" },
        { "data: \xef\xbb\xbf\n\n", "|\xef\xbb\xbf|;" },
        { "unknown: x\ndata: 1\nretry: 50\n\n", "|1|;" },
        { "data: {\"a\": \"ü€😀\"}\n\ndata: [DONE]\n\n", "|{\"a\": \"ü€😀\"}|;|[DONE]|;" },
        { "\n\n\n\r\n\r\ndata: 1\n\n\n", "|1|;" },
        { "data: a\n", "" },
        { "data: a", "" },
        { "", "" },
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (size_t step = 1; step < 40; step++) {
            struct str got = feed(arena, cases[i].text, step, NULL);

            if (!str_is(got, cases[i].want))
                fail_msg("case %zu, parts of %zu: got \"%.*s\"", i, step, STR_ARG(got));
        }
    arena_free(arena);
}

static void test_the_end_tells_whether_something_was_left(void **state)
{
    struct arena *arena = arena_new();
    bool left;

    (void) state;
    feed(arena, "data: a\n\n", 100, &left);
    assert_false(left);
    feed(arena, "data: a\n", 100, &left);
    assert_true(left);
    feed(arena, "data: a\n\nda", 100, &left);
    assert_true(left);
    arena_free(arena);
}

static void test_an_event_over_the_maximum_is_an_error_for_good(void **state)
{
    struct sse sse;
    struct sse_event event;
    struct str part = str("data: 0123456789\ndata: 0123456789\n\n");

    (void) state;
    sse_init(&sse, 20);
    assert_int_equal(sse_next(&sse, &part, &event), -ERROR_LIMIT);
    part = str("data: x\n\n");
    assert_int_equal(sse_next(&sse, &part, &event), -ERROR_LIMIT);
    sse_end(&sse);
    part = str("data: x\n\n");
    assert_int_equal(sse_next(&sse, &part, &event), 1);
    part = str("no end in sight at all");
    assert_int_equal(sse_next(&sse, &part, &event), -ERROR_LIMIT);
    sse_free(&sse);
}

static void test_retry_and_long_names(void **state)
{
    struct sse sse;
    struct sse_event event;
    char text[400];
    struct str part;

    (void) state;
    sse_init(&sse, 1000);
    part = str("retry: 1500\nretry: x\nretry: -1\ndata: 1\n\n");
    assert_int_equal(sse_next(&sse, &part, &event), 1);
    assert_int_equal(sse.retry_ms, 1500);
    memset(text, 'e', sizeof text);
    memcpy(text, "event: ", 7);
    memcpy(text + 300, "\ndata: 1\n\n", 11);
    part = str(text);
    assert_int_equal(sse_next(&sse, &part, &event), 1);
    assert_int_equal(event.event.len, sizeof sse.event - 1);
    sse_free(&sse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_events_come_out_the_same_in_parts_of_any_size),
        cmocka_unit_test(test_the_end_tells_whether_something_was_left),
        cmocka_unit_test(test_an_event_over_the_maximum_is_an_error_for_good),
        cmocka_unit_test(test_retry_and_long_names),
    };

    return cmocka_run_group_tests_name("sse", tests, NULL, NULL);
}
