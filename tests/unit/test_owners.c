/* tsan */
#include "service_case.h"

#include <string.h>

#include "base/clock.h"
#include "service/operation.h"
#include "service/service.h"
#include "service/value.h"
#include "text/json.h"

struct fixture {
    struct home home;
    struct service *service;
    struct arena *arena;
};

static void begin(struct fixture *f)
{
    struct error e;

    f->home = home_begin();
    f->arena = arena_new();
    if (service_new(&(struct service_options){ 0 }, &f->service, &e) < 0)
        fail_msg("%s", e.message);
}

static void end(struct fixture *f)
{
    service_free(f->service);
    arena_free(f->arena);
    home_end(&f->home);
}

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

/* A whole research without a model; its id. */
static const char *research(struct fixture *f, const struct caller *caller)
{
    struct engine *engine;
    struct error e;
    json_t *value = NULL;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_operation_finds_the_run_of_another),
        cmocka_unit_test(test_a_conversation_is_gone_on_with_by_its_owner_alone),
        cmocka_unit_test(test_an_admin_reaches_any_run_by_its_whole_id_only),
        cmocka_unit_test(test_corpora_of_the_same_name_belong_to_their_owners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
