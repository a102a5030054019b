/* Real servers on loopback, where tests/real/run started them; skipped otherwise. */
#include "wire_case.h"

#include "search/search.h"

static struct arena *arena;
static struct net *net;

static int setup(void **state)
{
    (void) state;
    struct net_settings none = { 0 };
    struct error e;

    arena = arena_new();
    return net_start(&none, &net, &e);
}

static int teardown(void **state)
{
    (void) state;
    net_stop(net);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static void ask(const char *engine, const char *variable, const char *text, struct call *call,
                struct search_result *result)
{
    const char *url = getenv(variable);
    struct search_engine_settings settings = { .name = str(engine), .base_url = str(url) };
    struct search_settings all = { .engines = &settings, .engines_n = 1, .timeout_ms = 20000 };
    struct search_query query = { .text = str(text) };
    struct search *search;
    struct request request;
    struct error e;

    if (!url)
        skip();
    str_list_add(arena, &all.order, str(engine));
    assert_int_equal(search_new(arena, &all, &search, &e), 0);
    search_request(search, arena, &query, &request);
    memset(call, 0, sizeof *call);
    wire_call(net, call, &request, arena, request.timeout_ms);
    if (call->result == 0)
        assert_int_equal(search_result_parse(arena, call->body, result, &e), 0);
}

static void test_searxng_results_emptiness_and_dead_upstreams(void **state)
{
    (void) state;
    struct search_result result = { 0 };
    struct call call;

    ask("searxng", "REAL_SEARXNG_URL", "grid battery", &call, &result);
    if (call.result < 0)
        fail_msg("%s", call.error.message);
    assert_int_equal(result.hits_n, 4);
    assert_true(str_is(result.hits[0].url, "https://local.example/0"));
    assert_true(str_is(result.hits[0].title, "Local 0 about grid battery"));
    ask("searxng", "REAL_SEARXNG_URL", "nothing at all", &call, &result);
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 0);
    ask("searxng", "REAL_SEARXNG_URL", "broken", &call, &result);
    assert_int_equal(call.result, -ERROR_UPSTREAM);
    assert_non_null(strstr(call.error.message, "local"));
}

static void test_kiwix_results_and_emptiness(void **state)
{
    (void) state;
    struct search_result result = { 0 };
    struct call call;

    ask("kiwix", "REAL_KIWIX_URL", "grid battery", &call, &result);
    if (call.result < 0)
        fail_msg("%s", call.error.message);
    assert_int_equal(result.hits_n, 1);
    assert_true(str_is(result.hits[0].title, "Grid battery & storage"));
    assert_true(str_contains(result.hits[0].url, "/battery.html"));
    assert_true(str_starts(result.hits[0].snippet, "A grid battery stores"));
    ask("kiwix", "REAL_KIWIX_URL", "zebra", &call, &result);
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_searxng_results_emptiness_and_dead_upstreams, setup, teardown),
        cmocka_unit_test_setup_teardown(test_kiwix_results_and_emptiness, setup, teardown),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
