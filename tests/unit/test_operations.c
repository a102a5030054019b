/* tsan */
#include "service_case.h"

#include <sys/stat.h>

#include "doors/cli/cli.h"
#include "fathom.h"
#include "service/documents.h"
#include "service/research.h"
#include "text/json.h"

/* --- the tables --- */

static void check_fields(const struct field *fields)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        if (!f->help || !f->help[0])
            fail_msg("the field %s has no help", f->name);
        if (f->fields)
            check_fields(f->fields);
    }
}

static void test_every_operation_is_told_about(void **state)
{
    (void) state;
    for (size_t i = 0; operations[i]; i++) {
        const struct operation *o = operations[i];

        assert_true(o->name && o->help && o->run && operation_in(o) && o->out.fields && o->in.size && o->out.size);
        assert_true(str_ends(str(o->help), "."));
        check_fields(operation_in(o));
        check_fields(o->out.fields);
        assert_ptr_equal(operation_named(str(o->name)), o);
    }
}

static void test_every_operation_is_bound_or_left_out_with_a_reason(void **state)
{
    (void) state;
    for (size_t i = 0; operations[i]; i++) {
        bool bound = false; /* by one command, or by several with different uses: show, open */

        for (const struct command *c = commands; c->name; c++)
            bound = bound || c->operation == operations[i];
        int found = bound;
        for (const struct left_out *l = cli_left_out; l->operation; l++) {
            found += l->operation == operations[i];
            assert_true(l->reason && l->reason[0]);
        }
        if (found != 1)
            fail_msg("the operation %s is bound or left out %d times by the command line", operations[i]->name, found);
    }
}

struct seen {
    struct str_list names;
    char letters[64];
    struct arena *arena;
    const char *command;
};

static void see_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct seen *seen = context;

    if (flag->field && !field)
        fail_msg("%s: --%s is bound to a field %s that is not there", seen->command, flag->name, flag->field);
    if (flag->own == FLAG_FIELD && !field)
        fail_msg("%s: --%s does nothing", seen->command, flag->name);
    if (!flag->help && !(field && field->help))
        fail_msg("%s: --%s has no help", seen->command, flag->name);
    if (str_list_has(&seen->names, str(flag->name)) || (flag->letter && strchr(seen->letters, flag->letter)))
        fail_msg("%s: --%s is there twice", seen->command, flag->name);
    str_list_add(seen->arena, &seen->names, str_dup(seen->arena, str(flag->name)));
    if (flag->letter)
        seen->letters[strlen(seen->letters)] = flag->letter;
}

static void test_flags_are_unique_and_bound(void **state)
{
    (void) state;
    for (const struct command *c = commands; c->name; c++) {
        struct seen seen = { .arena = arena_new(), .command = c->name };

        flag_each(c, see_flag, &seen);
        arena_free(seen.arena);
    }
}

/* --- who may, and in whose words --- */

static int refuse_nobody(enum role role, const struct operation *operation)
{
    struct caller caller = { .role = role };
    struct error e = { 0 };

    return operation_run(operation, &caller, NULL, NULL, NULL, &e);
}

static int do_nothing(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e)
{
    (void) caller, (void) arena, (void) in, (void) ret, (void) e;
    return 0;
}

static void test_each_role_may_what_the_table_says(void **state)
{
    (void) state;
    const struct operation open = { .run = do_nothing, .who = ACCESS_ANYONE }, user = { .run = do_nothing },
                           admin = { .run = do_nothing, .who = ACCESS_ADMIN };

    assert_int_equal(refuse_nobody(ROLE_NOBODY, &open), 0);
    assert_int_equal(refuse_nobody(ROLE_NOBODY, &user), -ERROR_TOKEN);
    assert_int_equal(refuse_nobody(ROLE_NOBODY, &admin), -ERROR_TOKEN);
    assert_int_equal(refuse_nobody(ROLE_USER, &user), 0);
    assert_int_equal(refuse_nobody(ROLE_USER, &admin), -ERROR_FORBIDDEN);
    assert_int_equal(refuse_nobody(ROLE_ADMIN, &admin), 0);
}

static void say_route(struct buf *out, const struct operation *operation, struct str arguments)
{
    buf_format(out, "POST /%.*s/%s", STR_ARG(arguments), operation->name);
}

static void test_a_door_says_operations_and_arguments_in_its_own_words(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    const struct door routes = { .name = "http", .operation = say_route };
    static const struct {
        const char *text, *neutral, *cli, *http;
    } rows[] = {
        { "nothing in it", "nothing in it", "nothing in it", "nothing in it" },
        { "To go on: @{resume run-1}.", "To go on: resume run-1.", "To go on: fathom resume run-1.",
          "To go on: POST /run-1/resume." },
        { "@{corpus_list} shows them", "corpus_list shows them", "fathom corpus list shows them",
          "POST //corpus_list shows them" },
        { "give @{.corpora} or @{.maxSources}", "give corpora or maxSources", "give --corpus or --max-sources",
          "give corpora or maxSources" },
        { "@{nothing x} and @{ and @{.}", "@{nothing x} and @{ and @{.}", "@{nothing x} and @{ and @{.}",
          "@{nothing x} and @{ and @{.}" },
        { "@{", "@{", "@{", "@{" },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_string_equal(str_z(arena, door_words(NULL, arena, str(rows[i].text))), rows[i].neutral);
        assert_string_equal(str_z(arena, door_words(&cli_door, arena, str(rows[i].text))), rows[i].cli);
        assert_string_equal(str_z(arena, door_words(&routes, arena, str(rows[i].text))), rows[i].http);
    }
    arena_free(arena);
}

/* --- calling by JSON --- */

static char *call(struct fathom *f, const char *name, const char *arguments)
{
    struct fathom_error e;
    char *result = NULL;

    if (fathom_call(f, name, arguments, &result, &e) < 0)
        fail_msg("%s: %s", name, e.message);
    return result;
}

static void expect_error(struct fathom *f, const char *name, const char *arguments, const char *code, const char *says)
{
    struct fathom_error e = { 0 };
    char *result = NULL;

    assert_true(fathom_call(f, name, arguments, &result, &e) < 0);
    assert_null(result);
    assert_string_equal(e.code, code);
    if (!strstr(e.message, says))
        fail_msg("%s: \"%s\" does not say \"%s\"", name, e.message, says);
}

static void test_bad_arguments_are_named_and_nothing_is_stored(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;

    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    expect_error(f, "nothing", "{}", "invalid", "there is no operation");
    expect_error(f, "research", "[", "parse", "");
    expect_error(f, "research", "[1]", "invalid", "must be an object");
    expect_error(f, "research", "{}", "invalid", "query is missing");
    expect_error(f, "research", "{\"query\":\"  \"}", "invalid", "question is empty");
    expect_error(f, "research", "{\"query\":\"q\",\"maxSorces\":3}", "invalid", "did you mean \"maxSources\"");
    expect_error(f, "research", "{\"query\":\"q\",\"maxSources\":0}", "invalid", "maxSources");
    expect_error(f, "research", "{\"query\":\"q\",\"depth\":\"huge\"}", "invalid", "depth");
    expect_error(f, "research", "{\"query\":\"q\",\"timeout\":\"soon\"}", "invalid", "not a duration");
    expect_error(f, "research", "{\"query\":\"q\",\"workflow\":\"lop\"}", "invalid", "did you mean \"loop\"");
    expect_error(f, "research", "{\"query\":\"q\",\"models\":[\"openai/gpt-5.2\"]}", "misconfigured", "OPENAI_API_KEY");
    expect_error(f, "research", "{\"query\":\"q\",\"models\":[\"nobody/x\"]}", "invalid", "nobody");
    expect_error(f, "research", "{\"query\":\"q\",\"search\":[\"serpr\"]}", "invalid", "serper");
    expect_error(f, "research", "{\"query\":\"q\",\"search\":[\"serper\"]}", "misconfigured", "SERPER_API_KEY");
    expect_error(f, "research", "{\"query\":\"q\",\"contexts\":[{\"name\":\"a\",\"text\":\"\"}]}", "invalid",
                 "a is empty");
    expect_error(f, "research", "{\"query\":\"q\",\"contexts\":[{\"name\":\"a\",\"text\":\"b\",\"pages\":\"0 1\"}]}",
                 "invalid", "pages of a must be byte offsets in its text");
    expect_error(f, "show", "{\"id\":\"abc\"}", "not_found", "no run yet");
    assert_false(file_exists(home.data.data));
    fathom_close(f);
    home_end(&home);
}

static void test_operations_without_a_run(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;
    static const char *const names[] = { "version", "list", "models", "providers", "config" };

    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *result = call(f, names[i], "{}");

        assert_int_equal(result[0], '{');
        fathom_free(result);
    }
    char *doctor = call(f, "doctor", "{\"offline\":true}");
    assert_non_null(strstr(doctor, "\"good\":true"));
    fathom_free(doctor);
    fathom_close(f);
    home_end(&home);
}

/* Requests in JSON are read by the table that flags are read by. */
static void test_settings_in_json_are_read_as_flags_are(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;
    struct fathom_error e;
    char *result = NULL;

    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    expect_error(f, "plan", "{\"query\":\"q\",\"timeout\":900}", "invalid", "timeout must be text such as \"15m\"");
    expect_error(f, "plan", "{\"query\":\"q\",\"timeout\":\"soon\"}", "invalid", "not a duration");
    expect_error(f, "plan", "{\"query\":\"q\",\"citations\":\"natrual\"}", "invalid", "did you mean \"natural\"");
    expect_error(f, "plan", "{\"query\":\"q\",\"workflow\":\"lop\"}", "invalid", "did you mean \"loop\"");
    expect_error(f, "plan", "{\"query\":\"q\",\"maxSources\":0}", "invalid", "maxSources is 0");
    expect_error(f, "plan", "{\"query\":\"q\",\"given\":[\"x\"]}", "invalid", "there is no argument \"given\"");
    expect_error(f, "plan", "{\"query\":\"q\",\"keepRequests\":true}", "invalid", "there is no argument");
    if (fathom_call(
            f, "plan",
            "{\"query\":\"q\",\"timeout\":\"15m\",\"depth\":\"deep\",\"workflow\":\"loop\",\"models\":\"extractive\","
            "\"maxSubQueries\":null}",
            &result, &e) < 0)
        fail_msg("%s", e.message);
    assert_non_null(strstr(result, "\"workflow\":\"loop\""));
    assert_non_null(strstr(result, "\"depth\":\"extended\""));
    fathom_free(result);
    fathom_close(f);
    home_end(&home);
}

static void test_plan_shows_ranges_and_unknown_as_unknown(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;

    setenv("OPENAI_API_KEY", "sk-planted-for-plan", 1);
    setenv("SERPER_API_KEY", "planted-for-plan-2", 1);
    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    char *known = call(f, "plan", "{\"query\":\"q\",\"depth\":\"light\",\"models\":[\"openai/gpt-5.2\"]}");
    assert_non_null(strstr(known, "\"leastUsd\":0.0"));
    assert_non_null(strstr(known, "\"calls\":{\"least\":6,"));
    fathom_free(known);
    char *unknown = call(f, "plan", "{\"query\":\"q\",\"models\":[\"openai/gpt-from-tomorrow\"]}");
    assert_non_null(strstr(unknown, "\"mostUsd\":null"));
    assert_null(strstr(unknown, "planted"));
    fathom_free(unknown);
    assert_false(file_exists(home.data.data));
    fathom_close(f);
    home_end(&home);
}

/* A whole research over a given text: no network, no model. */
static void test_research_from_start_to_report(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;
    struct fathom_error e;
    char id[FATHOM_ID_SIZE], *event, *report, *again, *result;
    int64_t seq = 0, last = 0;
    int r;

    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    r = fathom_start(
        f,
        "{\"query\":\"How efficient are perovskite solar cells?\",\"contexts\":[{\"name\":\"cells.txt\",\"text\":"
        "\"Perovskite solar cells reached an efficiency of 26.1 percent in 2024. Bananas are yellow.\"}]}",
        id, &e);
    if (r < 0)
        fail_msg("%s", e.message);
    while ((r = fathom_next_event(f, id, &seq, 20000, &event, &e)) > 0) {
        assert_int_equal(seq, last + 1);
        last = seq;
        if (strstr(event, "\"run_failed\""))
            fail_msg("%s", event);
        fathom_free(event);
    }
    assert_int_equal(r, 0);
    assert_true(last > 3);
    assert_int_equal(fathom_report(f, id, "md", &report, &e), 0);
    assert_non_null(strstr(report, "26.1 percent in 2024"));
    assert_non_null(strstr(report, "extractive: no model was used"));
    assert_non_null(strstr(report, "[1] cells.txt"));
    fathom_free(report);
    assert_int_equal(fathom_report(f, id, "pdf", &report, &e), -ERROR_INVALID);

    again = call(f, "replay", "{\"id\":\"last\"}");
    assert_non_null(strstr(again, "\"same\":true"));
    fathom_free(again);
    /* Its thread may not have ended yet: then it is "at work", which is a conflict too. */
    expect_error(f, "resume", "{\"id\":\"last\"}", "conflict", "");
    expect_error(f, "cancel", "{\"id\":\"last\"}", "conflict", "completed");
    result = call(f, "sources", "{\"id\":\"last\"}");
    assert_non_null(strstr(result, "\"cited\":true"));
    fathom_free(result);
    result = call(f, "why", "{\"id\":\"last\"}");
    assert_non_null(strstr(result, "\"waitingMs\":-1"));
    fathom_free(result);
    result = call(f, "delete", "{\"id\":\"last\"}");
    fathom_free(result);
    expect_error(f, "show", "{\"id\":\"last\"}", "not_found", "");
    fathom_close(f);
    home_end(&home);
}

/* Runs with equal settings share models, searches and prompts. */
static void test_tools_are_shared_between_equal_settings(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct service *service;
    struct run_settings a = { 0 }, b = { 0 };
    struct run_tools one, two, three;
    struct str tables;

    setenv("OPENAI_API_KEY", "sk-planted-for-tools", 1);
    assert_int_equal(service_new(&(struct service_options){ 0 }, &service, NULL), 0);
    struct tools *tools = service_tools(service);
    assert_int_equal(tools_tables(tools, home.arena, &tables, NULL), 0);
    assert_false(str_contains(tables, "planted"));
    assert_int_equal(tools_for_settings(tools, home.arena, &(struct tools_choice){ &a, tables }, &one, NULL), 0);
    assert_int_equal(tools_for_settings(tools, home.arena, &(struct tools_choice){ &a, tables }, &two, NULL), 0);
    assert_ptr_equal(one.llm, two.llm);
    assert_ptr_equal(one.search, two.search);
    assert_ptr_equal(one.prompts, two.prompts);
    assert_true(one.prompts->n >= 3);
    b.extractive = true;
    assert_int_equal(tools_for_settings(tools, home.arena, &(struct tools_choice){ &b, tables }, &three, NULL), 0);
    assert_ptr_not_equal(one.llm, three.llm);
    assert_true(llm_available(one.llm));
    assert_false(llm_available(three.llm));
    service_free(service);
    home_end(&home);
}

/* Opening a pipe that nobody writes to would wait for ever. */
static void test_a_pipe_is_no_document(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct service *service;
    struct str path = str_format(home.arena, "%.*s/pipe", STR_ARG(home.dir));
    struct str_list sources = { 0 };
    struct document_view view = { 0 };
    struct error e;

    assert_int_equal(mkfifo(path.data, 0600), 0);
    str_list_add(home.arena, &sources, path);
    assert_int_equal(service_new(&(struct service_options){ 0 }, &service, NULL), 0);
    const struct caller caller = caller_local(service, NULL);
    assert_int_equal(documents_read(&caller, home.arena, &sources, KEEP_CONTENT, &view, &e), 0);
    assert_true(str_contains(view.error, "it is a pipe, not a file"));
    service_free(service);
    home_end(&home);
}

/* A long life meets many documents: what nobody uses any more goes, what a run uses stays. */
static void test_tools_that_nobody_uses_do_not_pile_up(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct service *service;
    struct run_settings none = { .extractive = true };
    struct search_document kept_document = { str("kept"), str("file:kept"), str("what the run reads"), str("") };
    struct run_tools kept, again;
    struct str tables;

    assert_int_equal(service_new(&(struct service_options){ 0 }, &service, NULL), 0);
    struct tools *tools = service_tools(service);
    assert_int_equal(tools_tables(tools, home.arena, &tables, NULL), 0);
    assert_int_equal(
        tools_for_settings(tools, home.arena, &(struct tools_choice){ &none, tables, &kept_document, 1 }, &kept, NULL),
        0);
    for (int i = 0; i < 200; i++) {
        struct arena *arena = arena_new();
        struct search_document document = { str("d"), str("file:d"), str_format(arena, "text number %d", i), str("") };
        struct run_tools other;

        assert_int_equal(
            tools_for_settings(tools, arena, &(struct tools_choice){ &none, tables, &document, 1 }, &other, NULL), 0);
        arena_free(arena);
    }
    assert_true(tools_kept(tools) <= 40);
    assert_int_equal(
        tools_for_settings(tools, home.arena, &(struct tools_choice){ &none, tables, &kept_document, 1 }, &again, NULL),
        0);
    assert_ptr_equal(kept.search, again.search);
    assert_true(search_ready(kept.search, NULL) == 0);
    service_free(service); /* before the holds are given back with the arena */
    home_end(&home);
}

static void test_own_prompts_and_models_beat_the_embedded_ones(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct fathom *f;
    struct str dir = str_format(home.arena, "%.*s/fathom", STR_ARG(home.dir)), path;
    struct service *service;
    struct str tables;
    char *models;

    file_make_dirs(str_format(home.arena, "%.*s/mine", STR_ARG(dir)).data, NULL);
    path = str_format(home.arena, "%.*s/mine/decide.md", STR_ARG(dir));
    assert_int_equal(file_write_atomic(path.data, str("my own words\n---\n{{question}}"), 0600, NULL), 0);
    path = str_format(home.arena, "%.*s/models.json", STR_ARG(dir));
    assert_int_equal(
        file_write_atomic(path.data, str("{\"models\":[{\"name\":\"openai/my-own\",\"context\":1000}]}"), 0600, NULL),
        0);
    path = str_format(home.arena, "%.*s/config.yaml", STR_ARG(dir));
    assert_int_equal(file_write_atomic(path.data, str("prompts: mine\nmodels_file: models.json\n"), 0600, NULL), 0);
    assert_int_equal(service_new(&(struct service_options){ 0 }, &service, NULL), 0);
    assert_int_equal(tools_tables(service_tools(service), home.arena, &tables, NULL), 0);
    assert_true(str_contains(tables, "my own words"));
    service_free(service);
    assert_int_equal(fathom_open(NULL, &f, NULL), 0);
    models = call(f, "models", "{\"provider\":\"openai\"}");
    assert_non_null(strstr(models, "openai/my-own"));
    fathom_free(models);
    fathom_close(f);
    home_end(&home);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_operation_is_told_about),
        cmocka_unit_test(test_every_operation_is_bound_or_left_out_with_a_reason),
        cmocka_unit_test(test_flags_are_unique_and_bound),
        cmocka_unit_test(test_each_role_may_what_the_table_says),
        cmocka_unit_test(test_a_door_says_operations_and_arguments_in_its_own_words),
        cmocka_unit_test(test_bad_arguments_are_named_and_nothing_is_stored),
        cmocka_unit_test(test_operations_without_a_run),
        cmocka_unit_test(test_settings_in_json_are_read_as_flags_are),
        cmocka_unit_test(test_plan_shows_ranges_and_unknown_as_unknown),
        cmocka_unit_test(test_research_from_start_to_report),
        cmocka_unit_test(test_a_pipe_is_no_document),
        cmocka_unit_test(test_tools_are_shared_between_equal_settings),
        cmocka_unit_test(test_tools_that_nobody_uses_do_not_pile_up),
        cmocka_unit_test(test_own_prompts_and_models_beat_the_embedded_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
