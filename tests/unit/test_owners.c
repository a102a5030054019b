/* tsan */
#include "service_fixture.h"

#include <string.h>

#include "base/clock.h"
#include "service/account.h"
#include "service/operation.h"
#include "service/service.h"
#include "service/value.h"
#include "text/json.h"

static struct caller user(struct fixture *f, const char *name, enum role role)
{
    return (struct caller){ .service = f->service, .user = str(name), .role = role };
}

/* The result as JSON text; fails the test on an error. */
static struct str call(struct fixture *f, const struct caller *caller, const char *name, const char *arguments)
{
    json_t *value = NULL, *result = NULL;
    struct error e = { 0 };

    assert_int_equal(json_parse(str(arguments), &value, &e), 0);
    if (operation_call(operation_named(str(name)), caller, f->arena, value, &result, &e) < 0)
        fail_msg("%s %s: %s", name, arguments, e.message);
    struct str text = str_dup(f->arena, json_text(f->arena, result));
    json_decref(value);
    json_decref(result);
    return text;
}

static int fails(struct fixture *f, const struct caller *caller, const char *name, const char *arguments,
                 struct error *e)
{
    json_t *value = NULL, *result = NULL;

    assert_int_equal(json_parse(str(arguments), &value, e), 0);
    int r = operation_call(operation_named(str(name)), caller, f->arena, value, &result, e);
    json_decref(value);
    json_decref(result);
    return r;
}

/* A whole research without a model, of a user who is there; its id. */
static const char *research(struct fixture *f, const struct caller *caller)
{
    struct caller local = caller_local(f->service, NULL);
    struct engine *engine;
    struct error e;
    json_t *value = NULL;

    if (caller->user.len)
        fails(f, &local, "users_add", str_format(f->arena, "{\"name\":\"%.*s\"}", STR_ARG(caller->user)).data, &e);
    struct str text = call(f, caller, "research",
                           "{\"query\":\"How efficient are perovskite solar cells?\",\"workflow\":\"loop\","
                           "\"contexts\":[{\"name\":\"a\",\"text\":\"Perovskite solar cells reached an efficiency of "
                           "26.1 percent in 2024.\"}]}");

    assert_int_equal(json_parse(text, &value, &e), 0);
    struct str id = str_dup(f->arena, json_get_str(value, "id"));
    json_decref(value);
    assert_int_equal(service_engine(f->service, &engine, &e), 0);
    assert_int_equal(engine_wait(engine, id, clock_monotonic_ms() + 60000, &e), 0);
    return str_z(f->arena, id);
}

/* The arguments that an operation must have, with this for the run. */
static struct str arguments_with(struct fixture *f, const struct operation *o, const char *field, const char *id)
{
    json_t *object = json_object();

    for (const struct field *a = operation_in(o); a->type != FIELD_TYPE_END; a++)
        if (a->required && a->type == FIELD_TYPE_STR)
            json_object_set_new(object, a->name, json_string("x"));
        else if (a->required && a->type == FIELD_TYPE_BOOL)
            json_object_set_new(object, a->name, json_true());
        else if (a->required && a->type == FIELD_TYPE_INT)
            json_object_set_new(object, a->name, json_integer(1));
        else if (a->required && a->type == FIELD_TYPE_ENUM)
            json_object_set_new(object, a->name, json_string(a->words[0]));
    json_object_set_new(object, field, json_string(id));
    struct str text = str_dup(f->arena, json_text(f->arena, object));
    json_decref(object);
    return text;
}

static void test_no_operation_finds_the_run_of_another(void **state)
{
    (void) state;
    struct fixture f;
    size_t tried = 0;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    const char *hers = research(&f, &ada), *his = research(&f, &bob);
    for (size_t i = 0; operations[i]; i++)
        for (const struct field *a = operation_in(operations[i]); a->type != FIELD_TYPE_END; a++) {
            struct error e = { 0 };

            if (!field_is(a, kind_id) || a->type != FIELD_TYPE_STR || strcmp(a->name, "continue") == 0 ||
                operations[i]->who == ACCESS_ADMIN)
                continue;
            const char *arguments = str_z(f.arena, arguments_with(&f, operations[i], a->name, hers));
            int r = fails(&f, &bob, operations[i]->name, arguments, &e);
            if (r != -ERROR_NOT_FOUND)
                fail_msg("%s %s of another user: %d %s", operations[i]->name, arguments, r, e.message);
            assert_null(strstr(e.message, "ada"));
            tried++;
        }
    assert_true(tried >= 15);
    assert_non_null(strstr(str_z(f.arena, call(&f, &bob, "show", "{\"id\":\"last\"}")), his));
    assert_non_null(strstr(str_z(f.arena, call(&f, &ada, "show", "{\"id\":\"last\"}")), hers));
    assert_null(strstr(str_z(f.arena, call(&f, &ada, "list", "{}")), his));
    end(&f);
}

static void test_a_conversation_is_gone_on_with_by_its_owner_alone(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    const char *hers = research(&f, &ada);
    const char *arguments =
        str_format(f.arena, "{\"query\":\"and then?\",\"workflow\":\"loop\",\"continue\":\"%s\"}", hers).data;
    assert_int_equal(fails(&f, &bob, "research", arguments, &e), -ERROR_NOT_FOUND);
    call(&f, &ada, "plan", arguments);
    end(&f);
}

static void test_an_admin_reaches_any_run_by_its_whole_id_only(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), admin = user(&f, "root", ROLE_ADMIN);
    const char *hers = research(&f, &ada);
    const char *whole = str_format(f.arena, "{\"id\":\"%s\"}", hers).data;
    const char *start = str_format(f.arena, "{\"id\":\"%.9s\"}", hers).data;
    assert_non_null(strstr(str_z(f.arena, call(&f, &admin, "show", whole)), "\"owner\":\"ada\""));
    assert_null(strstr(str_z(f.arena, call(&f, &ada, "show", whole)), "\"owner\":\"ada\""));
    assert_int_equal(fails(&f, &admin, "show", start, &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &admin, "show", "{\"id\":\"last\"}", &e), -ERROR_NOT_FOUND);
    assert_null(strstr(str_z(f.arena, call(&f, &admin, "list", "{}")), hers));
    assert_non_null(strstr(str_z(f.arena, call(&f, &admin, "list", "{\"everyone\":true}")), hers));
    assert_int_equal(fails(&f, &ada, "list", "{\"everyone\":true}", &e), -ERROR_FORBIDDEN);
    struct caller nobody = { .service = f.service };
    assert_int_equal(fails(&f, &nobody, "show", whole, &e), -ERROR_TOKEN);
    end(&f);
}

static void test_corpora_of_the_same_name_belong_to_their_owners(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    struct caller local = caller_local(f.service, NULL);
    ada.paths = true;
    const char *add = str_format(f.arena, "{\"name\":\"papers\",\"paths\":[\"%.*s\"]}", STR_ARG(f.home.document)).data;
    assert_int_equal(fails(&f, &bob, "corpus_add", add, &e), -ERROR_FORBIDDEN); /* files of the server */
    call(&f, &ada, "corpus_add", add);
    const char *search = "{\"corpora\":[\"papers\"],\"query\":\"perovskite\"}";
    assert_non_null(strstr(str_z(f.arena, call(&f, &ada, "corpus_search", search)), "\"corpus\":\"papers\""));
    assert_int_equal(fails(&f, &bob, "corpus_search", search, &e), -ERROR_NOT_FOUND);
    assert_null(strstr(e.message, "ada"));
    assert_int_equal(fails(&f, &bob, "corpus_search", "{\"corpora\":[\"@ada/papers\"],\"query\":\"x\"}", &e),
                     -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &bob, "corpus_show", "{\"name\":\"papers\"}", &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &bob, "corpus_remove", "{\"name\":\"papers\"}", &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &bob, "check", "{\"claim\":\"Cells shine.\",\"against\":[\"papers\"]}", &e),
                     -ERROR_NOT_FOUND);
    assert_int_equal(
        fails(&f, &bob, "research", "{\"query\":\"q\",\"workflow\":\"loop\",\"corpora\":[\"papers\"]}", &e),
        -ERROR_INVALID);
    assert_int_equal(fails(&f, &local, "corpus_show", "{\"name\":\"papers\"}", &e), -ERROR_NOT_FOUND);
    call(&f, &local, "corpus_add", add);
    assert_null(strstr(str_z(f.arena, call(&f, &bob, "corpus_list", "{}")), "papers"));
    assert_non_null(strstr(str_z(f.arena, call(&f, &ada, "corpus_list", "{}")), "papers"));
    call(&f, &ada, "corpus_remove", "{\"name\":\"papers\"}");
    assert_non_null(strstr(str_z(f.arena, call(&f, &local, "corpus_list", "{}")), "papers"));
    end(&f);
}

/* --- users --- */

static struct str member(struct fixture *f, struct str object, const char *name)
{
    json_t *value = NULL;

    assert_int_equal(json_parse(object, &value, NULL), 0);
    struct str text = str_dup(f->arena, json_get_str(value, name));
    json_decref(value);
    return text;
}

static void test_a_token_makes_its_user_the_caller(void **state)
{
    (void) state;
    struct fixture f;
    struct caller caller = { 0 };
    struct error e;
    bool any = true;

    begin(&f);
    struct caller local = caller_local(f.service, NULL), ada = user(&f, "ada", ROLE_USER);
    assert_int_equal(service_has_users(f.service, &any, &e), 0);
    assert_false(any);
    call(&f, &local, "users_add", "{\"name\":\"bob\",\"runsPerDay\":2,\"usdPerDay\":1.5}");
    assert_int_equal(service_has_users(f.service, &any, &e), 0);
    assert_true(any);
    struct str token = member(&f, call(&f, &local, "users_token", "{\"name\":\"bob\"}"), "token");
    assert_int_equal(caller_for_token(f.service, token, f.arena, &caller, &e), 0);
    assert_true(str_is(caller.user, "bob") && caller.role == ROLE_USER && !caller.paths);
    assert_int_equal(caller.limits.runs_per_day, 2);
    assert_int_equal(caller.limits.cost_nano_per_day, 1500000000);
    assert_int_equal(caller.limits.requests_per_minute, 600); /* the configuration's */
    assert_int_equal(caller_for_token(f.service, str("fathom_x"), f.arena, &caller, &e), -ERROR_TOKEN);
    call(&f, &local, "users_set", "{\"name\":\"bob\",\"role\":\"admin\"}");
    assert_int_equal(caller_for_token(f.service, token, f.arena, &caller, &e), 0);
    assert_true(caller.role == ROLE_ADMIN && caller.limits.runs_per_day == 2); /* the rest stays */
    assert_int_equal(fails(&f, &ada, "users_list", "{}", &e), -ERROR_FORBIDDEN);
    call(&f, &local, "users_remove", "{\"name\":\"bob\"}");
    assert_int_equal(caller_for_token(f.service, token, f.arena, &caller, &e), -ERROR_TOKEN);
    end(&f);
}

static void test_who_asks_too_often_is_told_when_to_come_back(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    ada.limits.requests_per_minute = bob.limits.requests_per_minute = 3;
    for (int i = 0; i < 3; i++)
        assert_int_equal(caller_count_request(&ada, &e), 0);
    assert_int_equal(caller_count_request(&ada, &e), -ERROR_THROTTLED);
    assert_true(e.retry_after_ms > 0 && e.retry_after_ms <= 20001);
    assert_string_equal(e.details, "{\"limit\":\"requestsPerMinute\"}");
    assert_int_equal(fails(&f, &ada, "list", "{}", &e), -ERROR_THROTTLED);
    call(&f, &bob, "list", "{}"); /* each has a bucket of his own */
    end(&f);
}

static void test_a_quota_of_runs_holds_for_the_day(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    ada.limits.runs_per_day = 1;
    const char *id = research(&f, &ada);
    static const char again[] =
        "{\"query\":\"q\",\"workflow\":\"loop\",\"contexts\":[{\"name\":\"a\",\"text\":\"b\"}]}";
    assert_int_equal(fails(&f, &ada, "research", again, &e), -ERROR_THROTTLED);
    assert_string_equal(e.details, "{\"limit\":\"runsPerDay\"}");
    assert_true(e.retry_after_ms > 0 && e.retry_after_ms <= 86400000);
    /* Deleting gives nothing back. */
    call(&f, &ada, "delete", str_format(f.arena, "{\"id\":\"%s\"}", id).data);
    assert_int_equal(fails(&f, &ada, "research", again, &e), -ERROR_THROTTLED);
    research(&f, &bob);
    end(&f);
}

static void test_what_users_change_is_written_down(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), local = caller_local(f.service, NULL);
    const char *id = research(&f, &ada);
    call(&f, &ada, "show", "{\"id\":\"last\"}");
    fails(&f, &ada, "cancel", "{\"id\":\"run-none\"}", &e);
    const char *own = research(&f, &local);
    struct str log = call(&f, &local, "audit", "{}");
    const char *text = str_z(f.arena, log);
    assert_non_null(strstr(text, str_format(f.arena, "\"operation\":\"research\",\"target\":\"%s\"", id).data));
    assert_non_null(strstr(text, "\"operation\":\"cancel\",\"target\":\"run-none\",\"outcome\":\"not_found\""));
    assert_null(strstr(text, "\"operation\":\"show\""));
    assert_null(strstr(text, own)); /* nor what the local caller does to things of his own */
    end(&f);
}

/* --- what an owner says of a run --- */

static void test_a_link_opens_one_report_until_it_is_closed(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), nobody = { .service = f.service };
    research(&f, &ada);
    struct str token = member(&f, call(&f, &ada, "share", "{\"id\":\"last\"}"), "token");
    assert_int_equal(token.len, 32); /* 128 random bits */
    const char *open = str_format(f.arena, "{\"token\":\"%.*s\"}", STR_ARG(token)).data;
    assert_non_null(strstr(str_z(f.arena, call(&f, &nobody, "shared", open)), "26.1 percent"));
    assert_int_equal(fails(&f, &nobody, "shared", "{\"token\":\"00000000000000000000000000000000\"}", &e),
                     -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &nobody, "shared", "{\"token\":\"\"}", &e), -ERROR_NOT_FOUND);
    struct str second = member(&f, call(&f, &ada, "share", "{\"id\":\"last\"}"), "token");
    assert_false(str_eq(token, second));
    assert_int_equal(fails(&f, &nobody, "shared", open, &e), -ERROR_NOT_FOUND); /* the old one is closed */
    open = str_format(f.arena, "{\"token\":\"%.*s\"}", STR_ARG(second)).data;
    call(&f, &nobody, "shared", open);
    call(&f, &ada, "unshare", "{\"id\":\"last\"}");
    assert_int_equal(fails(&f, &nobody, "shared", open, &e), -ERROR_NOT_FOUND);
    end(&f);
}

static void test_a_deleted_run_is_gone_and_can_come_back(void **state)
{
    (void) state;
    struct fixture f;
    struct error e;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER), bob = user(&f, "bob", ROLE_USER);
    const char *id = research(&f, &ada);
    const char *named = str_format(f.arena, "{\"id\":\"%s\"}", id).data;
    struct str token = member(&f, call(&f, &ada, "share", named), "token");
    call(&f, &ada, "favourite", str_format(f.arena, "{\"id\":\"%s\",\"favourite\":true}", id).data);
    call(&f, &ada, "delete", named);
    assert_int_equal(fails(&f, &ada, "show", named, &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &ada, "show", "{\"id\":\"last\"}", &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &ada, "report", named, &e), -ERROR_NOT_FOUND);
    assert_int_equal(fails(&f, &ada, "resume", named, &e), -ERROR_NOT_FOUND);
    const char *open = str_format(f.arena, "{\"token\":\"%.*s\"}", STR_ARG(token)).data;
    assert_int_equal(fails(&f, &ada, "shared", open, &e), -ERROR_NOT_FOUND);
    assert_null(strstr(str_z(f.arena, call(&f, &ada, "list", "{}")), id));
    assert_non_null(strstr(str_z(f.arena, call(&f, &ada, "list", "{\"deleted\":true}")), id));
    assert_int_equal(fails(&f, &bob, "undelete", named, &e), -ERROR_NOT_FOUND);
    call(&f, &ada, "undelete", named);
    assert_int_equal(fails(&f, &ada, "undelete", named, &e), -ERROR_NOT_FOUND);
    assert_non_null(strstr(str_z(f.arena, call(&f, &ada, "list", "{\"favourite\":true}")), id));
    call(&f, &ada, "shared", open);
    end(&f);
}

static void test_the_timeline_has_beginning_and_end_of_each_call(void **state)
{
    (void) state;
    struct fixture f;
    json_t *value = NULL, *effect;
    size_t i, timed = 0;

    begin(&f);
    struct caller ada = user(&f, "ada", ROLE_USER);
    research(&f, &ada);
    assert_int_equal(json_parse(call(&f, &ada, "effects", "{\"id\":\"last\"}"), &value, NULL), 0);
    json_array_foreach (json_object_get(value, "effects"), i, effect) {
        if (!json_is_string(json_object_get(effect, "startedAt")))
            continue;
        assert_true(json_get_int(effect, "durationMs", -1) >= 0);
        assert_string_equal(json_string_value(json_object_get(effect, "state")), "done");
        timed++;
    }
    assert_true(timed >= 1);
    json_decref(value);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_operation_finds_the_run_of_another),
        cmocka_unit_test(test_a_conversation_is_gone_on_with_by_its_owner_alone),
        cmocka_unit_test(test_an_admin_reaches_any_run_by_its_whole_id_only),
        cmocka_unit_test(test_corpora_of_the_same_name_belong_to_their_owners),
        cmocka_unit_test(test_a_token_makes_its_user_the_caller),
        cmocka_unit_test(test_who_asks_too_often_is_told_when_to_come_back),
        cmocka_unit_test(test_a_quota_of_runs_holds_for_the_day),
        cmocka_unit_test(test_what_users_change_is_written_down),
        cmocka_unit_test(test_a_link_opens_one_report_until_it_is_closed),
        cmocka_unit_test(test_a_deleted_run_is_gone_and_can_come_back),
        cmocka_unit_test(test_the_timeline_has_beginning_and_end_of_each_call),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
