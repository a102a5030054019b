/* tsan */
#include "wire_case.h"

#include "base/log.h"
#include "records/page_starts.h"
#include "search/search.h"

static struct arena *arena;
static struct net *net;
static struct wire serper, tavily, searxng;
static struct search *search;
static struct search_settings settings;
static struct search_engine_settings engines[3];
static struct search_query query;
static struct search_result result;
static struct call call;

#define JSON_TYPE "Content-Type: application/json\r\n"

static int setup(void **state)
{
    (void) state;
    struct net_settings none = { 0 };
    struct error e;

    arena = arena_new();
    assert_int_equal(net_start(&none, &net, &e), 0);
    wire_start(&serper);
    wire_start(&tavily);
    wire_start(&searxng);
    engines[0] = (struct search_engine_settings){ .name = str("serper"),
                                                  .base_url = str(serper.url),
                                                  .key = str("serper-key-9") };
    engines[1] = (struct search_engine_settings){ .name = str("tavily"),
                                                  .base_url = str(tavily.url),
                                                  .key = str("tavily-key-9") };
    engines[2] = (struct search_engine_settings){ .name = str("searxng"), .base_url = str(searxng.url) };
    settings = (struct search_settings){ .engines = engines, .engines_n = 3, .timeout_ms = 5000 };
    query = (struct search_query){ .text = str("grid batteries") };
    result = (struct search_result){ 0 };
    memset(&call, 0, sizeof call);
    return 0;
}

static int teardown(void **state)
{
    (void) state;
    net_stop(net);
    wire_stop(&serper);
    wire_stop(&tavily);
    wire_stop(&searxng);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static void only(const char *name) { str_list_add(arena, &settings.order, str(name)); }

static void run(void)
{
    struct request asked;
    struct error e;

    if (search_new(arena, &settings, &search, &e) < 0)
        fail_msg("%s", e.message);
    search_request(search, arena, &query, &asked);
    call.random = 1;
    wire_call(net, &call, &asked, arena, asked.timeout_ms);
    assert_true(call.done);
    if (call.result == 0 && search_result_parse(arena, call.body, &result, &e) < 0)
        fail_msg("%s", e.message);
}

static const char serper_body[] =
    "{\"searchParameters\":{\"q\":\"x\"},\"organic\":[{\"title\":\"One\",\"link\":\"https://one.example/a\",\"snippet\":\"first\","
    "\"date\":\"Jan 5, 2026\",\"position\":1},{\"title\":\"Both\",\"link\":\"https://both.example/\",\"snippet\":\"x\"}],\"credits\":1}";
static const char tavily_body[] =
    "{\"query\":\"x\",\"results\":[{\"title\":\"Both\",\"url\":\"https://both.example/?utm_source=t\",\"content\":\"a longer text\","
    "\"score\":0.9,\"raw_content\":\"the whole page\",\"published_date\":\"2026-02-03\"}],\"response_time\":1}";
static const char searxng_body[] =
    "{\"query\":\"x\",\"results\":[{\"url\":\"https://three.example/\",\"title\":\"Three\",\"content\":\"c\",\"publishedDate\":"
    "\"2025-05-05T00:00:00\"}],\"unresponsive_engines\":[]}";

static void test_engines_are_asked_together_and_fused(void **state)
{
    (void) state;
    wire_reply(&serper, 200, JSON_TYPE, serper_body);
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    wire_reply(&searxng, 200, JSON_TYPE, searxng_body);
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 3);
    assert_true(str_is(result.hits[0].canonical_url, "https://both.example/"));
    assert_true(str_is(result.hits[0].snippet, "a longer text") && str_is(result.hits[0].text, "the whole page"));
    assert_true(str_is(result.hits[0].date, "2026-02-03"));
    assert_int_equal(result.notes.n, 0);
    assert_true(str_is(call.answered_by, "tavily,serper,searxng"));
    assert_int_equal(call.usage.searches, 2); /* a server of one's own is not billed */
    assert_int_equal(call.usage.cost_nano, 9000000);
    assert_false(call.usage.cost_unknown);
}

static void test_each_engine_is_asked_in_its_own_words(void **state)
{
    (void) state;
    query.count = 15;
    query.language = str("de");
    query.region = str("at");
    query.since = str("2026-11-01");
    query.until = str("2026-11-10");
    str_list_add(arena, &query.include_domains, str("a.example"));
    str_list_add(arena, &query.exclude_domains, str("b.example"));
    wire_reply(&serper, 200, JSON_TYPE, serper_body);
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    wire_reply(&searxng, 200, JSON_TYPE, searxng_body);
    run();
    json_t *body = wire_json(&serper, 0);
    assert_non_null(strstr(serper.requests[0], "X-API-KEY: serper-key-9"));
    assert_string_equal(json_string_value(json_at(body, "q")), "grid batteries site:a.example -site:b.example");
    assert_int_equal(json_get_int(body, "num", 0), 15);
    assert_string_equal(json_string_value(json_at(body, "tbs")), "cdr:1,cd_min:11/1/2026,cd_max:11/10/2026");
    assert_string_equal(json_string_value(json_at(body, "gl")), "at");
    assert_string_equal(json_string_value(json_at(body, "hl")), "de");
    json_decref(body);
    body = wire_json(&tavily, 0);
    assert_non_null(strstr(tavily.requests[0], "Authorization: Bearer tavily-key-9"));
    assert_string_equal(json_string_value(json_at(body, "include_domains.0")), "a.example");
    assert_string_equal(json_string_value(json_at(body, "exclude_domains.0")), "b.example");
    assert_string_equal(json_string_value(json_at(body, "start_date")), "2026-11-01");
    json_decref(body);
    assert_non_null(strstr(searxng.requests[0], "format=json"));
    assert_non_null(strstr(searxng.requests[0], "time_range=month"));
    assert_non_null(strstr(searxng.requests[0], "language=de"));
    assert_int_equal(result.hits_n, 0); /* nothing came from a.example: the filter is ours too */
}

static void test_news_and_scholar_have_their_own_addresses(void **state)
{
    (void) state;
    only("serper");
    query.type = SEARCH_NEWS;
    wire_reply(
        &serper, 200, JSON_TYPE,
        "{\"searchParameters\":{},\"news\":[{\"title\":\"N\",\"link\":\"https://n.example/\",\"date\":\"2 days ago\"}]}");
    wire_reply(
        &serper, 200, JSON_TYPE,
        "{\"organic\":[{\"title\":\"S\",\"link\":\"https://s.example/\",\"year\":2021,\"publicationInfo\":\"A Author\"}]}");
    run();
    assert_true(str_is(result.hits[0].date, "2026-11-13"));
    query.type = SEARCH_ACADEMIC;
    memset(&call, 0, sizeof call);
    run();
    assert_non_null(strstr(serper.requests[0], "POST /news"));
    assert_non_null(strstr(serper.requests[1], "POST /scholar"));
    assert_true(str_is(result.hits[0].date, "2021") && str_is(result.hits[0].authors, "A Author"));
}

static void test_tavily_works_without_a_key(void **state)
{
    (void) state;
    engines[1].key = str("");
    only("tavily");
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    run();
    assert_int_equal(call.result, 0);
    assert_non_null(strstr(tavily.requests[0], "X-Tavily-Access-Mode: keyless"));
    assert_null(strstr(tavily.requests[0], "Authorization"));
    assert_int_equal(call.usage.searches, 0);
}

static void test_a_missing_key_skips_the_engine_with_a_note(void **state)
{
    (void) state;
    engines[0].key = str("");
    only("serper");
    only("searxng");
    wire_reply(&searxng, 200, JSON_TYPE, searxng_body);
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(serper.asked, 0);
    assert_int_equal(result.notes.n, 1);
    assert_true(str_is(result.notes.items[0], "serper skipped: SERPER_API_KEY is not set"));
    assert_true(str_contains(wire_note(&call, NOTE_DEGRADED)->reason, "SERPER_API_KEY"));
}

static void test_a_failed_engine_leaves_the_others(void **state)
{
    (void) state;
    wire_reply(&serper, 403, JSON_TYPE, "{\"message\":\"Unauthorized.\",\"statusCode\":403}");
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    wire_reply(&searxng, 403, "Content-Type: text/html\r\n", "<h1>Forbidden</h1>");
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 1);
    assert_int_equal(result.notes.n, 2);
    assert_int_equal(serper.asked, 1);
    assert_int_equal(searxng.asked, 1);
}

static void test_all_failing_names_each_reason_and_what_to_set(void **state)
{
    (void) state;
    log_secret(str("tavily-key-9"));
    wire_reply(&serper, 403, JSON_TYPE, "{\"message\":\"Unauthorized.\",\"statusCode\":403}");
    wire_reply(&tavily, 401, JSON_TYPE, "{\"detail\":{\"error\":\"bad key tavily-key-9\"}}");
    wire_reply(&searxng, 403, "Content-Type: text/html\r\n", "<h1>Forbidden</h1>");
    run();
    assert_int_equal(call.result, -ERROR_AUTH);
    assert_non_null(strstr(call.error.message, "SERPER_API_KEY"));
    assert_non_null(strstr(call.error.message, "TAVILY_API_KEY"));
    assert_non_null(strstr(call.error.message, "search.formats"));
    assert_null(strstr(call.error.message, "tavily-key-9"));
}

static void test_faults_of_services_mean_what_they_mean(void **state)
{
    (void) state;
    static const struct {
        int status;
        const char *headers, *body;
        int code;
        size_t asked;
    } table[] = {
        { 400, JSON_TYPE, "{\"message\":\"Not enough credits\",\"statusCode\":400}", ERROR_QUOTA, 1 },
        { 400, JSON_TYPE, "{\"message\":\"Query not allowed\"}", ERROR_REJECTED, 1 },
        { 500, JSON_TYPE, "oops", ERROR_UPSTREAM, 3 },
        { 429, JSON_TYPE "Retry-After: 0\r\n", "{\"message\":\"slow\"}", ERROR_RATE, 3 },
        { 200, "Content-Type: text/html\r\n", "<html>", ERROR_UPSTREAM, 3 },
        { 200, JSON_TYPE, "[]", ERROR_UPSTREAM, 3 },
        { 200, JSON_TYPE, "{\"unexpected\":1}", ERROR_UPSTREAM, 3 },
        { 432, JSON_TYPE, "{\"detail\":{\"error\":\"plan\"}}", ERROR_QUOTA, 1 },
    };

    only("serper");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t before = serper.asked;

        limiter_forget_all();
        serper.replies_n = 0;
        for (size_t n = 0; n < before + 1; n++)
            wire_reply(&serper, table[i].status, table[i].headers, table[i].body);
        memset(&call, 0, sizeof call);
        run();
        if (call.result != -table[i].code || serper.asked - before != table[i].asked)
            fail_msg("%d %s became %s after %zu", table[i].status, table[i].body, call.error.message,
                     serper.asked - before);
    }
}

static void test_an_empty_list_is_an_answer(void **state)
{
    (void) state;
    only("searxng");
    wire_reply(&searxng, 200, JSON_TYPE, "{\"results\":[],\"unresponsive_engines\":[]}");
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 0);
}

static void test_searxng_with_dead_upstreams_is_a_failure(void **state)
{
    (void) state;
    only("searxng");
    wire_reply(&searxng, 200, JSON_TYPE, "{\"results\":[],\"unresponsive_engines\":[[\"google\",\"CAPTCHA\"],[3]]}");
    run();
    assert_int_equal(call.result, -ERROR_UPSTREAM);
    assert_non_null(strstr(call.error.message, "google: CAPTCHA"));
    assert_int_equal(searxng.asked, 1); /* asked again, it would hide the failure */
}

static void test_bad_hits_are_dropped(void **state)
{
    (void) state;
    only("tavily");
    wire_reply(&tavily, 200, JSON_TYPE,
               "{\"results\":[7,{},{\"url\":\"javascript:alert(1)\"},{\"url\":\"ftp://x.example/\"},"
               "{\"url\":\"https://ok.example/\",\"title\":null,\"content\":\"a <b>bold</b> claim\"}]}");
    run();
    assert_int_equal(result.hits_n, 1);
    assert_true(str_is(result.hits[0].snippet, "a bold claim"));
}

/* --- cache --- */

static struct hash cached_key;
static struct str cached_value;

static bool cache_get(void *context, const char *name, struct hash key, struct arena *a, struct str *ret)
{
    (void) context;
    if (strcmp(name, "search") != 0 || !hash_eq(key, cached_key))
        return false;
    *ret = str_dup(a, cached_value);
    return true;
}

static void test_results_are_cached_per_engine_and_query(void **state)
{
    (void) state;
    struct call_cache cache = { cache_get, NULL };

    only("serper");
    wire_reply(&serper, 200, JSON_TYPE, serper_body);
    run();
    assert_non_null(call.cache_rows);
    assert_null(call.cache_rows->next);
    assert_int_equal(call.cache_rows->ttl_ms, 3600000);
    cached_key = call.cache_rows->key;
    cached_value = call.cache_rows->value;
    memset(&call, 0, sizeof call);
    call.cache = &cache;
    run();
    assert_int_equal(serper.asked, 1);
    assert_int_equal(result.hits_n, 2);
    assert_int_equal(call.usage.cost_nano, 0);
    assert_null(call.cache_rows);
    query.text = str("another");
    memset(&call, 0, sizeof call);
    call.cache = &cache;
    run();
    assert_int_equal(serper.asked, 2);
}

static void test_a_silent_engine_does_not_keep_the_others(void **state)
{
    (void) state;
    /* A listening socket nobody serves: it takes the connection and never answers. */
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    assert_int_equal(bind(fd, (struct sockaddr *) &address, sizeof address), 0);
    assert_int_equal(listen(fd, 4), 0);
    getsockname(fd, (struct sockaddr *) &address, &size);
    engines[2].base_url = str_format(arena, "http://127.0.0.1:%d", ntohs(address.sin_port));
    only("tavily");
    only("searxng");
    settings.timeout_ms = 400;
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    int64_t start = clock_monotonic_ms();
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(result.hits_n, 1);
    assert_true(clock_monotonic_ms() - start < 2000);
    assert_true(str_contains(result.notes.items[0], "searxng failed"));
    close(fd);
}

static void test_an_engine_still_in_our_own_queue_at_the_end_is_not_called_silent(void **state)
{
    (void) state;
    limiter_pause(limiter_get(str("search/searxng"), &(struct limits){ 0 }), clock_monotonic_ms() + 60000);
    only("searxng");
    settings.timeout_ms = 300;
    run();
    assert_int_equal(call.result, -ERROR_RATE);
    assert_true(str_contains(str(call.error.message), "could start in time"));
    assert_int_equal(searxng.asked, 0);
}

static void test_the_same_search_is_made_once_at_a_time(void **state)
{
    (void) state;
    struct net_wait *wait = net_wait_new(net);
    struct call calls[4] = { 0 }, *all[4];
    struct error e;

    only("tavily");
    wire_reply(&tavily, 200, JSON_TYPE, tavily_body);
    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    for (size_t i = 0; i < 4; i++) {
        struct request asked;

        search_request(search, arena, &query, &asked);
        calls[i].deadline_ms = clock_monotonic_ms() + 20000;
        call_begin(&calls[i], &asked, net, wait, arena);
        all[i] = &calls[i];
    }
    call_drive(all, 4);
    int64_t paid = 0;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(calls[i].result, 0);
        assert_int_equal(search_result_parse(arena, calls[i].body, &result, &e), 0);
        assert_int_equal(result.hits_n, 1);
        paid += calls[i].usage.searches;
        call_free(&calls[i]);
    }
    assert_int_equal(tavily.asked, 1);
    assert_true(paid <= 1);
    net_wait_free(wait);
}

static void test_given_documents_are_searched_without_network(void **state)
{
    (void) state;
    struct search_document documents[] = {
        { str("Cells"), str("file:cells.md"), str("Lead acid cells are heavy.\n\nSodium cells are cheap and safe."),
          str("") },
        { str("Grids"), str("file:grids.md"),
          str("A grid needs storage.\n\nGrid batteries shift solar power to the evening."), str("2026-01-01") },
        { str("Bread"), str("file:bread.md"), str("Flour, water, salt."), str("") },
    };

    settings.documents = documents;
    settings.documents_n = 3;
    settings.engines_n = 0;
    run();
    assert_int_equal(call.result, 0);
    assert_int_equal(search_engines(search)->n, 1); /* documents count as an engine: no key-free one is asked */
    assert_int_equal(result.hits_n, 1);
    assert_true(str_is(result.hits[0].title, "Grids"));
    assert_true(str_is(result.hits[0].snippet, "Grid batteries shift solar power to the evening."));
    assert_true(str_starts(result.hits[0].text, "A grid needs storage."));
    assert_true(str_is(call.answered_by, "context"));
    assert_int_equal(call.usage.searches, 0);
}

static void test_long_documents_are_parted_at_sentences(void **state)
{
    (void) state;
    struct buf text;

    buf_init(&text, 1 << 20);
    for (int i = 0; i < 200; i++)
        buf_format(&text, "Sentence number %d is here. ", i);
    buf_add_z(&text, "The needle lies here. ");
    for (int i = 0; i < 400; i++)
        buf_add_z(&text, "\xe6\xbc\xa2"); /* no blank for long: parted between characters */
    struct search_document document = { str("Long"), str("file:long"), buf_str(&text), str("") };
    settings.documents = &document;
    settings.documents_n = 1;
    settings.engines_n = 0;
    query.text = str("needle");
    run();
    assert_int_equal(result.hits_n, 1);
    assert_true(str_contains(result.hits[0].snippet, "The needle lies here."));
    assert_true(result.hits[0].snippet.len <= 900);
    buf_free(&text);
}

/* Of a book only the part around the passage goes along, and its pages keep their numbers. */
static void test_the_part_of_a_long_document_knows_its_pages(void **state)
{
    (void) state;
    struct buf text, pages;
    ptrdiff_t at = -1;

    buf_init(&text, 1 << 20);
    buf_init(&pages, 1 << 16);
    for (int page = 1; page <= 400; page++) {
        buf_format(&pages, page > 1 ? " %zu" : "%zu", text.len);
        buf_format(&text, "Page %d begins.\n\n", page);
        for (int i = 0; i < 30; i++)
            buf_format(&text, "Line %d of the page is about nothing.\n", i);
        if (page == 321)
            buf_add_z(&text, "The needle lies here.\n\n");
    }
    struct search_document document = { str("Book"), str("file:book.pdf"), buf_str(&text), str(""), buf_str(&pages) };
    settings.documents = &document;
    settings.documents_n = 1;
    settings.engines_n = 0;
    query.text = str("needle");
    run();
    assert_int_equal(result.hits_n, 1);
    assert_true(result.hits[0].text.len < text.len && !strchr(" \n", result.hits[0].text.data[0]));
    at = str_find(result.hits[0].text, str("The needle"), 0);
    assert_true(at > 0);
    assert_int_equal(page_starts_at(result.hits[0].pages, (size_t) at), 321);
    assert_true(page_starts_valid(result.hits[0].pages, result.hits[0].text.len));
    for (int page = 310; page < 330; page++) {
        at = str_find(result.hits[0].text, str_format(arena, "Page %d begins.", page), 0);
        assert_int_equal(page_starts_at(result.hits[0].pages, (size_t) at), page);
    }
    buf_free(&text);
    buf_free(&pages);
}

static void test_the_order_of_preference(void **state)
{
    (void) state;
    struct error e;

    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    const struct str_list *order = search_engines(search);
    assert_int_equal(order->n, 3);
    assert_true(str_is(order->items[0], "tavily"));
    /* Nothing set: the key-free ones. */
    settings.engines_n = 0;
    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    assert_true(search_engines(search)->n > 0);
    assert_true(str_is(search_engines(search)->items[0], "tavily"));
    assert_int_equal(search_ready(search, &e), 0);
}

static void test_unknown_engines_are_errors_with_the_nearest(void **state)
{
    (void) state;
    struct error e;

    only("serpr");
    assert_int_equal(search_new(arena, &settings, &search, &e), -ERROR_INVALID);
    assert_non_null(strstr(e.message, "\"serper\""));
    settings.order.n = 0;
    str_list_add(arena, &query.engines, str("tavly"));
    run();
    assert_int_equal(call.result, -ERROR_INVALID);
    assert_non_null(strstr(call.error.message, "\"tavily\""));
}

static void test_nothing_usable_says_what_to_set(void **state)
{
    (void) state;
    struct error e;

    only("serper");
    settings.engines_n = 0;
    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    assert_int_equal(search_ready(search, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "SERPER_API_KEY"));
    run();
    assert_int_equal(call.result, -ERROR_MISCONFIGURED);
    query.text = str("  ");
    engines[0].base_url = str("http://127.0.0.1:1");
    settings.engines_n = 1;
    memset(&call, 0, sizeof call);
    run();
    assert_int_equal(call.result, -ERROR_INVALID);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_engines_are_asked_together_and_fused),
        CASE(test_each_engine_is_asked_in_its_own_words),
        CASE(test_news_and_scholar_have_their_own_addresses),
        CASE(test_tavily_works_without_a_key),
        CASE(test_a_missing_key_skips_the_engine_with_a_note),
        CASE(test_a_failed_engine_leaves_the_others),
        CASE(test_all_failing_names_each_reason_and_what_to_set),
        CASE(test_faults_of_services_mean_what_they_mean),
        CASE(test_an_empty_list_is_an_answer),
        CASE(test_searxng_with_dead_upstreams_is_a_failure),
        CASE(test_bad_hits_are_dropped),
        CASE(test_results_are_cached_per_engine_and_query),
        CASE(test_a_silent_engine_does_not_keep_the_others),
        CASE(test_an_engine_still_in_our_own_queue_at_the_end_is_not_called_silent),
        CASE(test_the_same_search_is_made_once_at_a_time),
        CASE(test_given_documents_are_searched_without_network),
        CASE(test_long_documents_are_parted_at_sentences),
        CASE(test_the_part_of_a_long_document_knows_its_pages),
        CASE(test_the_order_of_preference),
        CASE(test_unknown_engines_are_errors_with_the_nearest),
        CASE(test_nothing_usable_says_what_to_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
