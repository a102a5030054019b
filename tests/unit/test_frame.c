/* A frame gives what reading the event gives, or nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "llm/frame.h"
#include "text/json.h"

static const char head[] = "{\"id\":\"x\",\"choices\":[{\"delta\":{\"content\":\"",
                  tail[] = "\"},\"finish_reason\":null}]}";

static struct str event_of(struct arena *arena, const char *inside)
{
    return str_format(arena, "%s%s%s", head, inside, tail);
}

static struct str read_in_full(struct arena *arena, struct str event)
{
    json_t *top = NULL;

    assert_int_equal(json_parse(event, &top, NULL), 0);
    struct str text = str_dup(arena, json_get_str(json_at(top, "choices.0.delta"), "content"));
    json_decref(top);
    return text;
}

static void learn(struct arena *arena, struct frame *frame)
{
    *frame = (struct frame){ 0 };
    frame_learn(frame, arena, event_of(arena, "Hello"), "content", str("Hello"));
    assert_true(frame->before.len > 0);
}

static void test_what_it_reads_is_what_the_parser_reads(void **state)
{
    static const char *const insides[] = {
        "",
        " world",
        "two\\nlines",
        "a \\\"quote\\\" and \\\\",
        "caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac",
        "tab\\there \\/ there",
        "\\u00e9",
        "\\b",
        "{\\\"content\\\":\\\"x\\\"}",
    };
    struct arena *arena = arena_new();
    struct frame frame;
    char buffer[64];
    size_t fast = 0;

    (void) state;
    learn(arena, &frame);
    for (size_t i = 0; i < sizeof insides / sizeof *insides; i++) {
        struct str event = event_of(arena, insides[i]), said;

        if (!frame_read(&frame, event, buffer, sizeof buffer, &said))
            continue;
        fast++;
        assert_true(str_eq(said, read_in_full(arena, event)));
    }
    assert_int_equal(fast, 7); /* all but the two rare escapes */
    arena_free(arena);
}

static void test_other_events_are_not_read(void **state)
{
    struct arena *arena = arena_new();
    struct frame frame;
    char buffer[16];
    struct str said;

    (void) state;
    learn(arena, &frame);
    static const char *const others[] = {
        "{\"id\":\"x\",\"choices\":[{\"delta\":{\"content\":\"end\"},\"finish_reason\":\"stop\"}]}",
        "{\"id\":\"y\",\"choices\":[{\"delta\":{\"content\":\"a\"},\"finish_reason\":null}]}",
        "{\"id\":\"x\",\"choices\":[{\"delta\":{\"content\":\"a\",\"refusal\":\"no\"},\"finish_reason\":null}]}",
        "[DONE]",
        "",
        "{\"id\":\"x\",\"choices\":[{\"delta\":{\"content\":\"},\"finish_reason\":null}]}",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(frame_read(&frame, str(others[i]), buffer, sizeof buffer, &said));
    assert_false(frame_read(&frame, event_of(arena, "a\",\"refusal\":\"no"), buffer, sizeof buffer, &said));
    assert_false(frame_read(&frame, event_of(arena, "raw\nline"), buffer, sizeof buffer, &said));
    assert_false(frame_read(&frame, event_of(arena, "\xff"), buffer, sizeof buffer, &said));
    assert_false(frame_read(&frame, event_of(arena, "ends in \\"), buffer, sizeof buffer, &said));
    assert_false(frame_read(&frame, event_of(arena, "longer\\nthan the buffer"), buffer, sizeof buffer, &said));
    arena_free(arena);
}

static void test_nothing_is_learned_where_the_string_is_not_sure(void **state)
{
    struct arena *arena = arena_new();
    struct frame frame = { 0 };

    (void) state;
    frame_learn(&frame, arena, str("{\"content\":\"a\",\"more\":{\"content\":\"a\"}}"), "content", str("a"));
    frame_learn(&frame, arena, str("{\"content\":\"a\"}"), "content", str("b"));
    frame_learn(&frame, arena, str("{\"text\":\"a\"}"), "content", str("a"));
    frame_learn(&frame, arena, str("{\"content\":\"a"), "content", str("a"));
    /* The same key elsewhere, written with a space or otherwise spelled. */
    frame_learn(&frame, arena, str("{\"content\":\"a\",\"more\":{\"content\": \"a\"}}"), "content", str("a"));
    frame_learn(&frame, arena, str("{\"content\":\"a\",\"c\\u006fntent\":\"a\"}"), "content", str("a"));
    assert_int_equal(frame.before.len, 0);
    frame_learn(&frame, arena, str("{\"content\": \"a\"}"), "content", str("a"));
    assert_int_equal(frame.before.len, strlen("{\"content\": \""));
    arena_free(arena);
}

static void test_a_stream_of_ever_new_frames_is_given_up(void **state)
{
    struct arena *arena = arena_new();
    struct frame frame = { 0 };
    size_t learned = 0;

    (void) state;
    for (int i = 0; i < 100; i++) {
        struct str before = frame.before;

        frame_learn(&frame, arena, str_format(arena, "{\"id\":%d,\"content\":\"a\"}", i), "content", str("a"));
        learned += frame.before.data != before.data;
    }
    assert_true(learned > 0 && learned < 10);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_it_reads_is_what_the_parser_reads),
        cmocka_unit_test(test_other_events_are_not_read),
        cmocka_unit_test(test_nothing_is_learned_where_the_string_is_not_sure),
        cmocka_unit_test(test_a_stream_of_ever_new_frames_is_given_up),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
