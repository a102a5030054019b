#include "service_fixture.h"

#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "doors/cli/cli.h"
#include "records/runs.h"
#include "run/engine.h"
#include "service/config.h"
#include "service/conversation.h"
#include "service/research.h"
#include "service/value.h"
#include "service/runs.h"

static void give(struct fixture *f, struct research_in *in, const char *name, const char *value)
{
    const struct field *field = field_named(research_fields(), str(name));

    assert_int_equal(value_set(f->arena, field, in, str(value), name, NULL), 0);
    operation_note_given(f->arena, &operation_research, in, name);
}

static struct research_in question(struct fixture *f, const char *query)
{
    struct research_in in;

    fields_init(research_fields(), &in, sizeof in);
    give(f, &in, "query", query);
    give(f, &in, "workflow", "loop");
    return in;
}

static const char *cells = "Perovskite solar cells reached an efficiency of 26.1 percent in 2024.\n\n"
                           "The efficiency of perovskite solar cells falls when moisture enters the layer.\n";

/* A whole research with no model; its id. */
static struct str research(struct fixture *f, const struct research_in *in)
{
    struct caller caller = caller_local(f->service, NULL);
    struct run_ref_out out = { 0 };
    struct engine *engine;
    struct error e;

    if (operation_run(&operation_research, &caller, f->arena, in, &out, &e) < 0)
        fail_msg("%s", e.message);
    assert_int_equal(service_engine(f->service, &engine, &e), 0);
    assert_int_equal(engine_wait(engine, out.id, clock_monotonic_ms() + 60000, &e), 0);
    return out.id;
}

static struct run_row row_of(struct fixture *f, struct str id, struct run_settings *settings)
{
    struct store *store;
    struct run_row row;
    struct db *db;
    struct error e;

    assert_int_equal(service_store(f->service, false, &store, &e), 0);
    assert_int_equal(store_read_begin(store, &db, &e), 0);
    assert_int_equal(run_record_get(db, id, f->arena, &row, &e), 0);
    store_read_end(store, db);
    assert_int_equal(run_settings_parse(f->arena, row.settings, settings, &e), 0);
    return row;
}

static void test_a_follow_up_knows_the_conversation_and_its_documents(void **state)
{
    (void) state;
    struct fixture f;
    struct run_settings settings;
    struct research_in in;
    struct research_context context = { str("cells.txt"), str(cells) };

    begin(&f);
    in = question(&f, "How efficient are perovskite solar cells?");
    in.contexts = &context;
    in.contexts_n = 1;
    struct str ids[14] = { research(&f, &in) };
    for (int i = 1; i < 14; i++) {
        struct str query = str_format(f.arena, "Follow-up %d: what of moisture and solar cells?", i);

        in = question(&f, query.data);
        give(&f, &in, "continue", i == 1 ? str_z(f.arena, str_sub(ids[0], 0, ids[0].len - 2)) : "last");
        ids[i] = research(&f, &in);
        struct run_row row = row_of(&f, ids[i], &settings);
        assert_true(str_eq(row.parent, ids[i - 1]));
        assert_int_equal(row.status, RUN_STATUS_COMPLETED);
        assert_true(str_eq(settings.continues, ids[i - 1]));
        /* The file stays the conversation's, once. */
        assert_int_equal(settings.contexts_n, 1);
        assert_true(str_is(settings.contexts[0].name, "cells.txt"));
    }
    /* The first question and how its answer began, some of those between, and the last five messages in full, oldest first. */
    struct str h = settings.history;
    assert_true(str_starts(h, "User: How efficient are perovskite solar cells?\n\nAnswer: "));
    assert_true(str_find(h, str("26.1 percent"), 0) < str_find(h, str("User: Follow-up 3:"), 0));
    assert_true(str_contains(h, "26.1 percent"));
    assert_false(str_contains(h, "User: Follow-up 2:"));
    ptrdiff_t at = 0;
    for (int i = 3; i <= 12; i++) {
        ptrdiff_t next = str_find(h, str_format(f.arena, "User: Follow-up %d:", i), (size_t) at);

        assert_true(next > at);
        at = next;
    }
    size_t answers = 0;
    for (ptrdiff_t next = 0; (next = str_find(h, str("\nAnswer: "), (size_t) next + 1)) >= 0;)
        answers++;
    assert_int_equal(answers, 11);

    /* As long as nothing has to be left out, nothing is. */
    row_of(&f, ids[3], &settings);
    assert_true(str_starts(settings.history, "User: How efficient are perovskite solar cells?\n\nAnswer: "));
    assert_true(str_contains(settings.history, "26.1 percent"));
    end(&f);
}

static void test_cited_sources_stand_beside_the_web_given_files_in_its_place(void **state)
{
    (void) state;
    struct fixture f;
    struct conversation c;
    struct error e;
    struct research_in in;
    struct research_context context = { str("cells.txt"), str(cells) };

    begin(&f);
    in = question(&f, "How efficient are perovskite solar cells?");
    in.contexts = &context;
    in.contexts_n = 1;
    struct str id = research(&f, &in);
    struct caller caller = caller_local(f.service, NULL);
    assert_int_equal(conversation_load(&caller, f.arena, id, true, &c, &e), 0);
    assert_int_equal(c.n, 1);
    assert_true(str_empty(c.contexts[0].url));
    assert_true(str_is(c.documents[0].text, cells));
    assert_int_equal(conversation_load(&caller, f.arena, id, false, &c, &e), 0);
    assert_int_equal(c.n, 1);
    assert_true(str_is(c.contexts[0].url, "file:cells.txt"));
    assert_true(str_starts(c.history, "User: How efficient"));

    /* Another file in hand: the old one is only remembered. */
    struct research_context other = { str("other.txt"), str("Moisture ages cells.") };
    struct prepared p;
    in.contexts = &other;
    give(&f, &in, "continue", str_z(f.arena, id));
    assert_int_equal(research_prepare(&caller, f.arena, &in, &p, &e), 0);
    assert_int_equal(p.settings.contexts_n, 2);
    assert_true(str_is(p.settings.contexts[0].name, "other.txt") && str_empty(p.settings.contexts[0].url));
    assert_true(str_is(p.settings.contexts[1].url, "file:cells.txt"));
    assert_int_equal(search_engines(p.tools.search)->n, 1);
    end(&f);
}

static void test_strangers_and_unknown_runs_cannot_be_continued(void **state)
{
    (void) state;
    struct fixture f;
    struct conversation c;
    struct error e;
    struct research_in in;
    struct research_context context = { str("cells.txt"), str(cells) };

    begin(&f);
    in = question(&f, "How efficient are perovskite solar cells?");
    in.contexts = &context;
    in.contexts_n = 1;
    struct str id = research(&f, &in);
    struct caller stranger = { .service = f.service, .user = str("somebody"), .role = ROLE_USER };
    struct caller caller = caller_local(f.service, NULL);
    assert_int_equal(conversation_load(&stranger, f.arena, id, true, &c, &e), -ERROR_NOT_FOUND);
    assert_int_equal(conversation_load(&caller, f.arena, str("run-zzzz"), true, &c, &e), -ERROR_NOT_FOUND);

    struct run_ref_out out;
    struct answer_in answer = { id, str("yes") };
    assert_int_equal(operation_run(&operation_answer, &caller, f.arena, &answer, &out, &e), -ERROR_CONFLICT);
    assert_non_null(strstr(e.message, "has no open question: it is completed"));
    assert_int_equal(operation_run(&operation_answer, &stranger, f.arena, &answer, &out, &e), -ERROR_NOT_FOUND);
    end(&f);
}

static void test_the_agents_block_reaches_the_run(void **state)
{
    (void) state;
    struct fixture f;
    struct prepared p;
    struct error e;
    struct research_in in;
    struct research_context context = { str("cells.txt"), str(cells) };

    setenv("FATHOM_AGENTS_COORDINATOR_MAX_CLARIFYING_QUESTIONS", "2", 1);
    setenv("FATHOM_AGENTS_PLANNER_MAX_PLAN_ITERATIONS", "4", 1);
    setenv("FATHOM_AGENTS_RESEARCHER_MAX_SEARCH_QUERIES", "5", 1);
    setenv("FATHOM_AGENTS_RESEARCHER_MAX_URLS_TO_CRAWL", "6", 1);
    setenv("FATHOM_AGENTS_REFLECTOR_ENFORCE_MIN_STEPS", "false", 1);
    setenv("FATHOM_AGENTS_SYNTHESIZER_ENABLE_CITATIONS", "false", 1);
    begin(&f);
    in = question(&f, "q");
    in.contexts = &context;
    in.contexts_n = 1;
    struct caller caller = caller_local(f.service, NULL);
    assert_int_equal(research_prepare(&caller, f.arena, &in, &p, &e), 0);
    const struct run_settings *s = &p.settings;
    assert_int_equal(s->max_clarifying_questions, 2);
    assert_int_equal(s->max_plan_iterations, 4);
    assert_int_equal(s->max_search_queries, 5);
    assert_int_equal(s->max_urls_to_crawl, 6);
    assert_true(s->no_min_steps);
    assert_true(str_is(s->citations, "classical"));
    give(&f, &in, "citations", "natural");
    give(&f, &in, "researchMode", "academic");
    assert_int_equal(research_prepare(&caller, f.arena, &in, &p, &e), 0);
    assert_true(str_is(p.settings.citations, "natural"));
    assert_true(str_is(p.settings.research_mode, "academic"));
    give(&f, &in, "mode", "simple");
    assert_int_equal(research_prepare(&caller, f.arena, &in, &p, &e), -ERROR_INVALID);
    assert_non_null(strstr(e.message, "loop has no modes"));
    end(&f);
    setenv("FATHOM_AGENTS_PLANNER_PRESERVE_COMPLETED_STEPS", "false", 1);
    f.home = home_begin();
    assert_int_equal(service_new(&(struct service_options){ 0 }, &f.service, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "preserve_completed_steps"));
    home_end(&f.home);
    unsetenv("FATHOM_AGENTS_COORDINATOR_MAX_CLARIFYING_QUESTIONS");
    unsetenv("FATHOM_AGENTS_PLANNER_MAX_PLAN_ITERATIONS");
    unsetenv("FATHOM_AGENTS_RESEARCHER_MAX_SEARCH_QUERIES");
    unsetenv("FATHOM_AGENTS_RESEARCHER_MAX_URLS_TO_CRAWL");
    unsetenv("FATHOM_AGENTS_REFLECTOR_ENFORCE_MIN_STEPS");
    unsetenv("FATHOM_AGENTS_SYNTHESIZER_ENABLE_CITATIONS");
    unsetenv("FATHOM_AGENTS_PLANNER_PRESERVE_COMPLETED_STEPS");
}

/* --- asking at a terminal --- */

/* What a person types, question by question. */
static enum asked ask(const char *typed, size_t questions, struct arena *arena, struct str *ret)
{
    static struct str texts[] = { { "Which kind?", 11 }, { "Which years?", 12 } };
    const struct run_view view = { .questions = { texts, questions, questions } };
    struct cli cli = { .arena = arena, .in_terminal = true, .err_terminal = true };
    char *err = NULL;
    size_t err_len;
    int ends[2];

    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], typed, strlen(typed)), (ssize_t) strlen(typed));
    close(ends[1]);
    cli.in = fdopen(ends[0], "r");
    cli.err = open_memstream(&err, &err_len);
    assert_true(cli_may_ask(&cli));
    struct signals *signals = signals_open(arena);
    enum asked asked = ask_person(&cli, signals, &view, ret);
    signals_close(signals);
    fclose(cli.err);
    assert_non_null(strstr(err, "Which kind?\n> "));
    free(err);
    fclose(cli.in);
    return asked;
}

static void test_answers_are_read_line_by_line(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct str answer;

    assert_int_equal(ask("  sodium \n", 1, arena, &answer), ASK_ANSWERED);
    assert_true(str_is(answer, "sodium"));
    assert_int_equal(ask("sodium\n2020 on\nmore\n", 2, arena, &answer), ASK_ANSWERED);
    assert_true(str_is(answer, "1. sodium\n2. 2020 on"));
    assert_int_equal(ask("\n2020\n", 2, arena, &answer), ASK_ANSWERED);
    assert_true(str_is(answer, "1. (no answer)\n2. 2020"));
    assert_int_equal(ask("\n \n", 2, arena, &answer), ASK_ANSWERED);
    assert_true(str_is(answer, ""));
    assert_int_equal(ask("", 2, arena, &answer), ASK_ENDED);
    assert_true(str_is(answer, ""));
    assert_int_equal(ask("so\xff\x01"
                         "dium",
                         2, arena, &answer),
                     ASK_ENDED);
    assert_true(str_starts(answer, "1. so"));
    arena_free(arena);
}

/* The check before a research and the run itself work with the same models and engines. */
static void test_tools_of_a_run_are_built_once(void **state)
{
    (void) state;
    struct fixture f;
    struct research_in in;
    struct research_context context = { str("cells.txt"), str(cells) };

    begin(&f);
    in = question(&f, "How efficient are perovskite solar cells?");
    in.contexts = &context;
    in.contexts_n = 1;
    research(&f, &in);
    assert_int_equal(tools_built(service_tools(f.service)), 2);
    research(&f, &in);
    assert_int_equal(tools_built(service_tools(f.service)), 2);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_follow_up_knows_the_conversation_and_its_documents),
        cmocka_unit_test(test_cited_sources_stand_beside_the_web_given_files_in_its_place),
        cmocka_unit_test(test_strangers_and_unknown_runs_cannot_be_continued),
        cmocka_unit_test(test_the_agents_block_reaches_the_run),
        cmocka_unit_test(test_answers_are_read_line_by_line),
        cmocka_unit_test(test_tools_of_a_run_are_built_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
