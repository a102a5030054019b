/* Every event that a run can tell has words for people. */
#include "arena_case.h"

#include <string.h>

#include "doors/cli/progress.h"
#include "run/events.h"
#include "text/json.h"

/* Data as the kind's table writes it, with something in every member. */
static json_t *sample(const struct field *fields);

static json_t *sample_of(const struct field *f)
{
    struct str text = str_format(arena, "the %s", f->name);
    struct str_list list = { &text, 1, 1 };
    json_t *items;

    switch (f->type) {
    case FIELD_TYPE_INT: return json_integer(7);
    case FIELD_TYPE_DOUBLE: return json_real(7.5);
    case FIELD_TYPE_BOOL: return json_true();
    case FIELD_TYPE_ENUM: return json_string(f->words[0]);
    case FIELD_TYPE_STRS: return json_new_strs(&list);
    case FIELD_TYPE_OBJECT: return sample(f->fields);
    case FIELD_TYPE_LIST:
        items = json_array();
        json_array_append_new(items, sample(f->fields));
        return items;
    case FIELD_TYPE_ANY: return json_pack("{s:s, s:{s:s}}", "phase", "planning", "deep_down", "original_query", "q");
    default: return json_new_str(text);
    }
}

static json_t *sample(const struct field *fields)
{
    json_t *object = json_object();

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        json_object_set_new(object, f->name, sample_of(f));
    return object;
}

static bool are_for_people(struct str words)
{
    return !str_empty(words) && !memchr(words.data, '{', words.len) && !memchr(words.data, '"', words.len) &&
           !memchr(words.data, '<', words.len) && !memchr(words.data, '_', words.len) && !str_starts(words, " ") &&
           !str_ends(words, " ");
}

static struct str words_of(const char *type, json_t *data)
{
    struct str words = event_words(arena, str(type), data);

    json_decref(data);
    return words;
}

static void test_every_kind_of_event_has_words(void **state)
{
    (void) state;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        const struct event_type *type = &event_types[kind];
        struct str words = words_of(type->type, sample(type->fields));

        if (!are_for_people(words) || str_is(words, type->help))
            fail_msg("%s (%s): \"%.*s\"", type->type, type->help, STR_ARG(words));
    }
}

static void test_a_citation_that_goes_leaves_the_others(void **state)
{
    (void) state;
    assert_true(str_is(words_of("citation_corrected", json_pack("{s:i, s:s, s:[i], s:[i, i]}", "claim", 5, "action",
                                                                "remove", "to", 1, "from", 1, 2)),
                       "claim 5 cites 1 passage and no longer the others"));
    assert_true(str_is(words_of("citation_corrected",
                                json_pack("{s:i, s:s, s:[], s:[i]}", "claim", 5, "action", "remove", "to", "from", 2)),
                       "claim 5 cites no passage any more"));
}

/* What an older version stored, or what a service left empty. */
static void test_an_event_without_data_has_words_too(void **state)
{
    (void) state;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        const struct event_type *type = &event_types[kind];

        if (!are_for_people(words_of(type->type, json_object())))
            fail_msg("%s: \"%.*s\"", type->type, STR_ARG(words_of(type->type, json_object())));
    }
}

static void expect(const char *type, const char *data, const char *words)
{
    json_t *object;

    assert_int_equal(json_parse(str(data), &object, NULL), 0);
    struct str said = words_of(type, object);
    if (!str_is(said, words))
        fail_msg("%s: \"%.*s\", not \"%s\"", type, STR_ARG(said), words);
}

static void test_events_read_as_a_person_would_say_them(void **state)
{
    (void) state;
    expect("source_added",
           "{\"number\":3,\"id\":\"src-1\",\"title\":\"A page\",\"url\":\"https://a.org/\",\"date\":\"2025-01-02\"}",
           "[3] A page, 2025-01-02, https://a.org/");
    expect("search_completed", "{\"ok\":true,\"hits\":1,\"query\":\"tides\",\"engines\":\"searxng\"}",
           "1 result: tides (searxng)");
    expect("search_completed", "{\"ok\":false,\"hits\":0,\"query\":\"tides\",\"engines\":\"\",\"error\":\"429\"}",
           "failed: tides (429)");
    expect("tool_call", "{\"tool\":\"web_search\",\"arguments\":\"{\\\"query\\\":\\\"tidal bar\"}",
           "web search: tidal bar");
    expect("tool_call", "{\"tool\":\"web_crawl\",\"arguments\":\"{\\\"index\\\":2}\"}", "web crawl: result 2");
    expect("plan_created",
           "{\"steps\":[{\"title\":\"A\",\"status\":\"completed\"},{\"title\":\"B\",\"status\":\"pending\"}]}",
           "planned 1 more step: B");
    expect("supervisor_decision", "{\"agent\":\"planner\",\"action\":\"execute_planning\",\"inputs\":{\"a\":1}}",
           "the planner is given planning");
    expect("agent_completed",
           "{\"agent\":\"analyzer\",\"phase\":\"analysis\",\"outputs\":{\"findings\":[1,2],\"gaps\":[{}]}}",
           "the analyzer is done with analysis: 2 findings, 1 gap");
    expect("finding_added", "{\"content\":\"It is so.\",\"confidence\":\"\",\"sources\":1}", "It is so. (1 source)");
    expect("finding_added", "{\"content\":\"It is so.\",\"confidence\":\"high\",\"sources\":2}",
           "It is so. (high, 2 sources)");
    expect("degraded", "{\"from\":\"web_search\",\"to\":\"simple\"}", "web search gave way to simple");
    expect("run_failed", "{\"status\":\"failed\",\"error\":{\"code\":\"NETWORK\",\"message\":\"No way out.\"}}",
           "the run failed: No way out.");
    expect(
        "cost_updated",
        "{\"calls\":1,\"searches\":0,\"inputTokens\":1352,\"outputTokens\":1,\"costNano\":2500000,\"costUnknown\":false}",
        "1 call, 0 searches, 1,352 tokens read, 1 written, $0.0025");
    expect(
        "numeric_claim_detected",
        "{\"claim\":2,\"numbers\":[{\"text\":\"5 m\",\"match\":\"same\",\"found\":\"5 m\"},{\"text\":\"9\",\"match\":"
        "\"different\",\"found\":\"8\"}]}",
        "claim 2: 5 m same, 9 different (8)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_kind_of_event_has_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_citation_that_goes_leaves_the_others, setup, teardown),
        cmocka_unit_test_setup_teardown(test_an_event_without_data_has_words_too, setup, teardown),
        cmocka_unit_test_setup_teardown(test_events_read_as_a_person_would_say_them, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
