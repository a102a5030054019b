#include "arena_case.h"

#include "doors/openai/openai.h"
#include "text/json.h"

static int parse(const char *text, struct chat_asked *ret, struct error *e)
{
    json_t *body;

    assert_int_equal(json_parse(str(text), &body, e), 0);
    int r = chat_parse(arena, body, ret, e);
    ret->settings = NULL; /* of the body, which goes */
    json_decref(body);
    return r;
}

static void test_the_last_message_is_the_question(void **state)
{
    (void) state;
    struct chat_asked asked;
    struct error e;

    assert_int_equal(parse("{\"model\":\"fathom/loop-light\",\"stream\":true,\"messages\":["
                           "{\"role\":\"system\",\"content\":\"Be brief.\"},"
                           "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\" One \"},"
                           "{\"type\":\"text\",\"text\":\"two?\"}]}]}",
                           &asked, &e),
                     0);
    assert_true(str_is(asked.question, "One \ntwo?"));
    assert_true(str_is(asked.instructions, "Be brief."));
    assert_true(str_is(asked.workflow, "loop") && str_is(asked.depth, "light"));
    assert_true(asked.stream && asked.stays && asked.run.len == 0);
}

static void test_turns_are_told_unless_their_run_is_known(void **state)
{
    (void) state;
    struct chat_asked asked;
    struct error e;

    assert_int_equal(parse("{\"model\":\"fathom\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"},"
                           "{\"role\":\"assistant\",\"content\":\"b\"},{\"role\":\"user\",\"content\":\"c\"}]}",
                           &asked, &e),
                     0);
    assert_true(str_is(asked.instructions, "The conversation so far:\nuser: a\nassistant: b\n"));
    assert_int_equal(parse("{\"model\":\"fathom\",\"messages\":[{\"role\":\"assistant\",\"content\":"
                           "\"b\\n\\n[//]: # (run-0123456789ab)\\n\"},{\"role\":\"user\",\"content\":\"c\"}]}",
                           &asked, &e),
                     0);
    assert_true(str_is(asked.run, "run-0123456789ab") && asked.instructions.len == 0);
}

static void test_a_run_is_found_only_at_the_end_of_an_answer(void **state)
{
    (void) state;
    static const char *const none[] = { "",
                                        "x",
                                        "[//]: # (run-)",
                                        "[//]: # (run-0123456789ab",
                                        "[//]: # (run-0123456789ab) more",
                                        "[//]: # (run-0123456789aX)",
                                        "[//]: # (run-0123456789abc)",
                                        "[//]: # (run-../../../x)" };
    struct str answer = chat_with_run(arena, str("text [//]: # (run-ffffffffffff)"), str("run-0123456789ab"));

    assert_true(str_is(chat_run_of(answer), "run-0123456789ab"));
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (chat_run_of(str(none[i])).len)
            fail_msg("\"%s\" names a run", none[i]);
}

static void test_models(void **state)
{
    (void) state;
    static const char *const good[] = { "fathom", "fathom/loop", "fathom/reflect-extended", "fathom/supervisor-auto" };
    static const char *const bad[] = {
        "", "gpt-5", "fathom/", "fathom/x", "fathom/loop-", "fathom-x", "fathom/-light", "fathom/loop-light-x"
    };
    struct str workflow, depth;

    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        if (!chat_model_parse(str(good[i]), &workflow, &depth))
            fail_msg("%s", good[i]);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (chat_model_parse(str(bad[i]), &workflow, &depth))
            fail_msg("%s", bad[i]);
}

static void test_markers_become_annotations_with_places_in_characters(void **state)
{
    (void) state;
    json_t *citations, *list;
    struct str text = str("\xc3\x9c"
                          "ber alles [1]. `[1]` is code. Both [1, 2]; not [3].\n## Sources\n- [1] One\n");

    assert_int_equal(json_parse(str("[{\"number\":1,\"url\":\"http://a/\",\"title\":\"A\"},"
                                    "{\"number\":2,\"url\":\"http://b/\",\"title\":\"B\"}]"),
                                &citations, NULL),
                     0);
    list = chat_annotations(text, citations);
    assert_int_equal(json_array_size(list), 3);
    assert_int_equal(json_integer_value(json_at(list, "0.url_citation.start_index")), 11);
    assert_int_equal(json_integer_value(json_at(list, "0.url_citation.end_index")), 14);
    assert_string_equal(json_string_value(json_at(list, "2.url_citation.url")), "http://b/");
    assert_int_equal(json_integer_value(json_at(list, "2.url_citation.end_index")) -
                         json_integer_value(json_at(list, "2.url_citation.start_index")),
                     6);
    json_decref(list);
    json_decref(citations);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_last_message_is_the_question),
        cmocka_unit_test(test_turns_are_told_unless_their_run_is_known),
        cmocka_unit_test(test_a_run_is_found_only_at_the_end_of_an_answer),
        cmocka_unit_test(test_models),
        cmocka_unit_test(test_markers_become_annotations_with_places_in_characters),
    };

    return cmocka_run_group_tests(tests, setup, teardown);
}
