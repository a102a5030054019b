#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "doors/http/route.h"
#include "doors/http/target.h"

static void test_a_target_is_split_and_decoded(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct target t;
    struct str value, captured[TARGET_SEGMENTS];

    assert_int_equal(target_parse(arena, str("/corpora/a%2Fb/search?query=two+words&count=3&q=%C3%A9&flag"), &t, NULL),
                     0);
    assert_int_equal(t.segments_n, 3);
    assert_true(str_is(t.segments[1], "a/b"));
    assert_true(target_get(&t, "query", &value) && str_is(value, "two words"));
    assert_true(target_get(&t, "q", &value) && str_is(value, "\xc3\xa9"));
    assert_true(target_get(&t, "flag", &value) && str_empty(value));
    assert_false(target_get(&t, "other", &value));
    assert_true(target_matches(&t, "/corpora/:corpora/search", captured));
    assert_true(str_is(captured[0], "a/b"));
    assert_false(target_matches(&t, "/corpora/:corpora", captured));
    assert_false(target_matches(&t, "/corpora/:corpora/search/:x", captured));
    assert_int_equal(target_parse(arena, str("/research/"), &t, NULL), 0);
    assert_false(target_matches(&t, "/research/:id", captured));
    arena_free(arena);
}

static void test_hosts(void **state)
{
    (void) state;
    static const struct {
        const char *value, *host; /* NULL: it is none */
        int port;
        bool address, loopback;
    } rows[] = {
        { "127.0.0.1:7474", "127.0.0.1", 7474, true, true },
        { "127.255.3.4", "127.255.3.4", -1, true, true },
        { "LOCALHOST", "localhost", -1, false, true },
        { "[::1]:80", "::1", 80, true, true },
        { "[::ffff:127.0.0.1]", "::ffff:127.0.0.1", -1, true, false },
        { "10.0.0.1:1", "10.0.0.1", 1, true, false },
        { "Example.ORG:443", "example.org", 443, false, false },
        { "localhost.example.org", "localhost.example.org", -1, false, false },
        { "127.0.0.1:", NULL, 0, false, false },
        { "127.0.0.1:99999", NULL, 0, false, false },
        { "127.0.0.1:+1", NULL, 0, false, false },
        { "[::1", NULL, 0, false, false },
        { "[::1]x", NULL, 0, false, false },
        { "a b", NULL, 0, false, false },
        { "user@host", NULL, 0, false, false },
        { "", NULL, 0, false, false },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str host;
        int port;
        bool good = host_parse(arena, str(rows[i].value), &host, &port);

        if (good != (rows[i].host != NULL))
            fail_msg("%s", rows[i].value);
        if (!good)
            continue;
        assert_true(str_is(host, rows[i].host));
        assert_int_equal(port, rows[i].port);
        assert_int_equal(host_is_address(host), rows[i].address);
        assert_int_equal(host_is_loopback(host), rows[i].loopback);
    }
    arena_free(arena);
}

static void test_small_values(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    static const char *const bad[] = { "", "-1", "+1", " 1", "1 ", "1.5", "abc", "9999999999999999999", "1e3" };
    int64_t n;

    assert_true(sequence_parse(str("0"), &n) && n == 0);
    assert_true(sequence_parse(str("123456789012"), &n) && n == 123456789012);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (sequence_parse(str(bad[i]), &n))
            fail_msg("\"%s\" is taken for a number", bad[i]);
    assert_true(str_is(media_type(arena, str("Application/JSON ; charset=utf-8")), "application/json"));
    assert_true(str_is(bearer_token(str("bearer  abc ")), "abc"));
    assert_true(str_is(bearer_token(str("Basic abc")), ""));
    assert_true(str_is(bearer_token(str("Bearer")), ""));
    assert_true(str_is(cookie_value(str("a=1; b=2;c = 3 ; b=4"), "b"), "2"));
    assert_true(str_is(cookie_value(str("a=1; b=2;c = 3 "), "c"), "3"));
    assert_true(str_is(cookie_value(str("ab=1; b"), "b"), ""));
    assert_true(str_is(cookie_value(str("=;;=b; b=x=y"), "b"), "x=y"));
    assert_true(str_is(cookie_value(str(""), "b"), ""));
    arena_free(arena);
}

/* --- the table --- */

static void test_every_operation_has_a_route_or_a_reason(void **state)
{
    (void) state;
    for (size_t i = 0; operations[i]; i++) {
        const struct http_left_out *l = http_left_out;

        while (l->operation && l->operation != operations[i])
            l++;
        if ((route_of(operations[i]) != NULL) == (l->operation != NULL))
            fail_msg("the operation %s must have a route or a reason to have none", operations[i]->name);
    }
}

static void test_every_route_can_be_reached_and_names_arguments_that_exist(void **state)
{
    (void) state;
    struct arena *arena = arena_new();

    for (const struct route *r = routes; r->pattern; r++) {
        struct str rest = str(r->pattern + 1), part, captured[TARGET_SEGMENTS];
        struct target t;
        unsigned methods;

        assert_int_equal(target_parse(arena, str_replace(arena, str(r->pattern), str(":"), str("x")), &t, NULL), 0);
        assert_ptr_equal(route_find(&t, r->method, captured, &methods), r);
        assert_true(r->operation || (r->run && r->help));
        while (r->operation && str_next(&rest, '/', &part))
            if (str_starts(part, ":") && !field_named(operation_in(r->operation), str_sub(part, 1, part.len)))
                fail_msg("%s: %s has no argument %.*s", r->pattern, r->operation->name, STR_ARG(part));
    }
    arena_free(arena);
}

static void test_operations_are_called_by_their_route(void **state)
{
    (void) state;
    struct arena *arena = arena_new();

    assert_true(str_is(door_words(&http_door, arena, str("see @{resume run-1}")), "see POST /research/run-1/resume"));
    assert_true(str_is(door_words(&http_door, arena, str("@{resume}")), "POST /research/:id/resume"));
    assert_true(str_is(door_words(&http_door, arena, str("@{corpus_list}; @{.corpora}")), "GET /corpora; corpora"));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_target_is_split_and_decoded),
        cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_small_values),
        cmocka_unit_test(test_every_operation_has_a_route_or_a_reason),
        cmocka_unit_test(test_every_route_can_be_reached_and_names_arguments_that_exist),
        cmocka_unit_test(test_operations_are_called_by_their_route),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
