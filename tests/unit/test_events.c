/* Events: every kind has its table, and the tables write what has always been stored. */
#include "arena_case.h"

#include <string.h>

#include "base/file.h"
#include "run/events.h"

/* Larger than any struct of an event. */
union any {
    char bytes[1024];
    int64_t number;
    double real;
    void *pointer;
};

static void check_fields(const struct field *fields)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        assert_true(f->name && f->name[0]);
        assert_ptr_equal(field_named(fields, str(f->name)), f);
        assert_true(f->offset < sizeof(union any) - sizeof(struct str_list));
        if (f->fields)
            check_fields(f->fields);
    }
}

static void test_every_kind_has_a_type_a_sentence_and_a_table(void **state)
{
    (void) state;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        assert_non_null(event_types[kind].type);
        assert_true(event_types[kind].help && event_types[kind].help[0]);
        assert_non_null(event_types[kind].fields);
        check_fields(event_types[kind].fields);
    }
}

static void test_every_kind_is_written_and_read_again(void **state)
{
    (void) state;
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        union any data = { { 0 } }, again = { { 0 } };
        struct error e;
        struct str text = event_text(arena, (enum event_kind) kind, &data);

        assert_true(str_starts(text, "{"));
        assert_int_equal(event_read(arena, (enum event_kind) kind, text, &again, &e), 0);
        assert_true(str_eq(event_text(arena, (enum event_kind) kind, &again), text));
    }
}

/* The contract's list; waiting_for_confirmation and delivered come with those who tell them. */
static void test_every_type_of_the_contract_is_told(void **state)
{
    static const char *const types[] = {
        "run_created",
        "run_started",
        "phase_started",
        "phase_completed",
        "agent_started",
        "agent_completed",
        "clarification_needed",
        "answers_received",
        "plan_created",
        "step_started",
        "tool_call",
        "tool_result",
        "step_completed",
        "reflection_decision",
        "supervisor_decision",
        "think_pause",
        "search_completed",
        "source_added",
        "source_failed",
        "finding_added",
        "gap_found",
        "contradiction_found",
        "synthesis_started",
        "synthesis_progress",
        "claim_generated",
        "claim_verified",
        "citation_corrected",
        "numeric_claim_detected",
        "content_revised",
        "budget_warning",
        "verification_summary",
        "degraded",
        "llm_call",
        "retry",
        "diverged",
        "cost_updated",
        "run_completed",
        "run_failed",
        "run_cancelled",
        "run_resumed",
    };

    (void) state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        bool found = false;

        for (int kind = 0; kind < EVENT_KINDS; kind++)
            found = found || strcmp(event_types[kind].type, types[i]) == 0;
        if (!found)
            fail_msg("no event is of type %s", types[i]);
    }
}

static void test_members_stand_in_the_order_that_was_always_stored(void **state)
{
    struct str which = str("Which?");
    const struct event_clarification_needed question = { .questions = { &which, 1, 1 } };
    struct event_query query = { .status = str("pending"), .id = str("q1"), .query = str("a"), .sources = EVENT_NONE };
    struct event_stage_completed stage = { .stage = str("route"), .claims = 2, .asked = EVENT_NONE };
    struct event_run_ended ended = { .status = RUN_STATUS_COMPLETED };
    struct number_row number = { .text = str("5"), .match = NUMBER_IS_SAME };
    const struct {
        enum event_kind kind;
        const void *data;
        const char *text;
    } cases[] = {
        { EVENT_RUN_STARTED, NULL, "{}" },
        { EVENT_CLARIFICATION_NEEDED, &question, "{\"questions\":[\"Which?\"]}" },
        { EVENT_QUERY_STARTED, &query, "{\"status\":\"pending\",\"id\":\"q1\",\"query\":\"a\"}" },
        { EVENT_SUB_QUERY_STARTED, &query, "{\"id\":\"q1\",\"query\":\"a\",\"status\":\"pending\"}" },
        { EVENT_STAGE_COMPLETED, &stage, "{\"stage\":\"route\",\"claims\":2}" },
        { EVENT_RUN_COMPLETED, &ended, "{\"status\":\"completed\"}" },
        { EVENT_NUMERIC_CLAIM_DETECTED, &(struct event_numeric_claim_detected){ &number, 1, 3 },
          "{\"numbers\":[{\"match\":\"same\",\"text\":\"5\"}],\"claim\":3}" },
        { EVENT_CONTENT_REVISED, &(struct event_content_revised){ str("rewritten"), -1, 4 },
          "{\"action\":\"rewritten\",\"claim\":4}" },
        { EVENT_BUDGET_WARNING, &(struct event_budget_warning){ .ceiling = str("money"), .refused = str("llm") },
          "{\"ceiling\":\"money\",\"refused\":\"llm\"}" },
        { EVENT_SOURCE_FAILED, &(struct event_source_failed){ .url = str("u"), .reason = str("r") },
          "{\"url\":\"u\",\"reason\":\"r\"}" },
        { EVENT_THINK_PAUSE, &(struct event_think_pause){ str("planning"), str("p"), str("") },
          "{\"phase\":\"planning\",\"prompt\":\"p\",\"guidance\":null}" },
    };

    (void) state;
    for (int v = 0; v < VERDICT_COUNT; v++)
        stage.verdicts[v] = EVENT_NONE;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(event_text(arena, cases[i].kind, cases[i].data).data, cases[i].text);
    /* Nothing found is told, not searched yet is not. */
    query.sources = 0;
    assert_string_equal(event_text(arena, EVENT_QUERY_COMPLETED, &query).data,
                        "{\"status\":\"pending\",\"id\":\"q1\",\"query\":\"a\",\"sources\":0}");
    struct error why;
    error_set(&why, ERROR_NETWORK, "no route");
    ended = (struct event_run_ended){ RUN_STATUS_FAILED, event_error(&why) };
    assert_string_equal(event_text(arena, EVENT_RUN_FAILED, &ended).data,
                        "{\"status\":\"failed\",\"error\":{\"code\":\"network\",\"message\":\"no route\"}}");
}

static void test_documentation_is_the_table(void **state)
{
    struct buf table, page;
    struct error e;

    (void) state;
    buf_init(&table, 1 << 20);
    buf_init(&page, 1 << 20);
    event_write_reference(&table);
    assert_int_equal(file_read("docs/events.md", &page, &e), 0);
    bool same = str_find(buf_str(&page), buf_str(&table), 0) >= 0;
    buf_free(&table);
    buf_free(&page);
    if (!same)
        fail_msg("docs/events.md does not hold the table of events as it is: run ./dev docs");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_every_kind_has_a_type_a_sentence_and_a_table, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_kind_is_written_and_read_again, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_type_of_the_contract_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(test_members_stand_in_the_order_that_was_always_stored, setup, teardown),
        cmocka_unit_test_setup_teardown(test_documentation_is_the_table, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
