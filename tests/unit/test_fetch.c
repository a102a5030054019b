/* tsan */
/* Reading pages over the network: manners, redirects, cache, limits. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <cmocka.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/guard.h"
#include "net/limiter.h"
#include "pages/fetch.h"

#define PAGE                                                                                                                     \
    "<title>Storage</title><article><p>Pumped hydro has stored most of the world's electricity for decades, and still does.</p>" \
    "<p>Batteries are catching up quickly, because their price fell by eighty percent in ten years.</p></article>"

/* A web server that answers by path, one request per connection. */
static struct {
    int fd, port;
    pthread_t thread;
    atomic_int requests, robots, failures; /* how often it was asked; answers of /flaky to fail */
    const char *_Atomic robots_status, *_Atomic robots_text;
} site;

static void say(int fd, const char *status, const char *headers, const char *body)
{
    char head[1024];
    int n = snprintf(head, sizeof head, "HTTP/1.1 %s\r\n%sConnection: close\r\nContent-Length: %zu\r\n\r\n", status,
                     headers, strlen(body));

    if (send(fd, head, (size_t) n, MSG_NOSIGNAL) == n)
        send(fd, body, strlen(body), MSG_NOSIGNAL);
}

static void serve(int fd, struct str request)
{
    struct str rest = request, method, path;

    str_next(&rest, ' ', &method);
    str_next(&rest, ' ', &path);
    bool robots = str_is(path, "/robots.txt");
    site.robots += robots;
    site.requests += !robots;
    bool broken = str_is(path, "/flaky") && site.failures-- > 0;
    const char *robots_status = site.robots_status, *robots_text = site.robots_text;
    if (robots)
        say(fd, robots_status, "", robots_text);
    else if (broken)
        say(fd, "503 Service Unavailable", "Retry-After: 0\r\n", "later");
    else if (str_is(path, "/page") && str_contains(request, "If-None-Match: \"v1\""))
        say(fd, "304 Not Modified", "ETag: \"v1\"\r\nCache-Control: max-age=60\r\n", "");
    else if (str_is(path, "/page"))
        say(fd, "200 OK", "Content-Type: text/html\r\nETag: \"v1\"\r\nCache-Control: max-age=60\r\n", PAGE);
    else if (str_is(path, "/signal"))
        say(fd, "200 OK", "Content-Signal: search=yes, ai-input=no\r\n", PAGE);
    else if (str_is(path, "/plain") || str_is(path, "/flaky") || str_is(path, "/private/x"))
        say(fd, "200 OK", "Content-Type: text/plain\r\nCache-Control: no-store\r\n", PAGE);
    else if (str_is(path, "/hop"))
        say(fd, "301 Moved Permanently", "Location: page?utm_source=x\r\n", "");
    else if (str_starts(path, "/page?"))
        say(fd, "302 Found", "Location: /page\r\n", "");
    else if (str_is(path, "/loop"))
        say(fd, "302 Found", "Location: /loop\r\n", "");
    else if (str_is(path, "/inside"))
        say(fd, "302 Found", "Location: http://10.0.0.1/admin\r\n", "");
    else if (str_is(path, "/file"))
        say(fd, "302 Found", "Location: file:///etc/passwd\r\n", "");
    else if (str_is(path, "/forbidden"))
        say(fd, "403 Forbidden", "", "no");
    else if (str_is(path, "/empty"))
        say(fd, "200 OK", "Content-Type: text/html\r\n",
            "<script src=a></script><noscript>Please enable JavaScript.</noscript>");
    else if (str_is(path, "/hang")) {
        char c;
        while (recv(fd, &c, 1, 0) > 0)
            ;
    } else if (str_is(path, "/large")) {
        char *body = malloc(200001);
        memset(body, 'x', 200000);
        body[200000] = '\0';
        say(fd, "200 OK", "", body);
        free(body);
    } else
        say(fd, "404 Not Found", "", "nothing");
}

static void *site_run(void *arg)
{
    (void) arg;
    for (int fd; (fd = accept(site.fd, NULL, NULL)) >= 0; close(fd)) {
        char request[8192];
        size_t n = 0;
        ssize_t got;
        while (n < sizeof request && (got = recv(fd, request + n, sizeof request - n, 0)) > 0) {
            n += (size_t) got;
            if (str_find(str_n(request, n), str("\r\n\r\n"), 0) >= 0)
                break;
        }
        if (n > 0)
            serve(fd, str_n(request, n));
    }
    return NULL;
}

static void site_start(void)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t len = sizeof address;

    site.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(site.fd, (struct sockaddr *) &address, len) < 0 || listen(site.fd, 64) < 0)
        abort();
    getsockname(site.fd, (struct sockaddr *) &address, &len);
    site.port = ntohs(address.sin_port);
    thread_start(&site.thread, "site", site_run, NULL, NULL);
}

static struct arena *arena;
static const struct guard *guard;
static struct net *net;
static struct net_wait *wait_queue;
static struct call_cache_row *rows; /* what earlier calls left for the cache */

static bool cache_get(void *context, const char *name, struct hash key, struct arena *into, struct str *ret)
{
    (void) context;
    for (struct call_cache_row *r = rows; r; r = r->next)
        if (strcmp(r->name, name) == 0 && hash_eq(r->key, key)) {
            *ret = str_dup(into, r->value);
            return true;
        }
    return false;
}

static int set_up(void **state)
{
    struct error e;

    (void) state;
    arena = arena_new();
    rows = NULL;
    site.requests = site.robots = site.failures = 0;
    site.robots_status = "200 OK";
    site.robots_text = "User-agent: *\nDisallow: /private\n";
    limiter_forget_all();
    if (guard_new(arena, str("127.0.0.0/8"), &guard, &e) < 0)
        return -1;
    if (net_start(&(struct net_settings){ .guard = guard, .user_agent = str("fathom/test") }, &net, &e) < 0)
        return -1;
    wait_queue = net_wait_new(net);
    return 0;
}

static int tear_down(void **state)
{
    (void) state;
    net_wait_free(wait_queue);
    net_stop(net);
    arena_free(arena);
    return 0;
}

static struct pages *pages_for_tests(void)
{
    return pages_new(
        &(struct pages_settings){ .guard = guard, .host_per_minute = -1, .timeout_ms = 2000, .body_max = 100000 });
}

static int fetch_at(struct pages *pages, struct str url, int64_t wall_ms, struct page *ret, struct call *call)
{
    static const struct call_cache cache = { cache_get, NULL };
    struct request request;

    page_request(pages, arena, url, &request);
    *call = (struct call){ .deadline_ms = clock_monotonic_ms() + 10000, .wall_ms = wall_ms, .cache = &cache };
    call_begin(call, &request, net, wait_queue, arena);
    call_drive((struct call *[]){ call }, 1);
    if (call->cache_rows) {
        struct call_cache_row **end = &call->cache_rows;
        while (*end)
            end = &(*end)->next;
        *end = rows;
        rows = call->cache_rows;
    }
    int r = call->result;
    if (r == 0)
        r = page_parse(arena, call->body, ret, &call->error);
    call_free(call);
    return r;
}

static struct str address(const char *path) { return str_format(arena, "http://127.0.0.1:%d%s", site.port, path); }

static int fetch(struct pages *pages, const char *path, struct page *ret, struct call *call)
{
    return fetch_at(pages, address(path), 1700000000000, ret, call);
}

static void test_a_page_is_read_in_one_call(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/page", &page, &call), 0);
    assert_string_equal(str_z(arena, page.document.title), "Storage");
    assert_true(str_starts(page.document.text, "Pumped hydro has stored"));
    assert_true(str_eq(page.final_url, address("/page")));
    assert_int_equal(page.hash.len, 64);
    assert_int_equal(site.robots, 1);
    assert_int_equal(fetch(pages, "/plain", &page, &call), 0);
    assert_int_equal(site.robots, 1);
    pages_free(pages);
}

static void test_robots_are_obeyed(void **state)
{
    (void) state;
    struct page page;
    struct call call;
    struct pages *pages = pages_for_tests();

    assert_int_equal(fetch(pages, "/private/x", &page, &call), -ERROR_FORBIDDEN);
    assert_non_null(strstr(call.error.message, "robots.txt"));
    assert_int_equal(site.requests, 0);
    pages_free(pages);

    rows = NULL;
    site.robots_status = "503 Service Unavailable";
    pages = pages_for_tests();
    assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_UNAVAILABLE);
    pages_free(pages);

    rows = NULL;
    site.robots_status = "404 Not Found";
    pages = pages_for_tests();
    assert_int_equal(fetch(pages, "/private/x", &page, &call), 0);
    pages_free(pages);

    rows = NULL;
    site.robots_status = "200 OK";
    site.robots_text = "User-agent: *\nContent-Signal: search=yes,ai-input=no\nAllow: /\n";
    pages = pages_for_tests();
    assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_FORBIDDEN);
    pages_free(pages);

    pages = pages_new(&(struct pages_settings){ .guard = guard, .host_per_minute = -1, .ignore_robots = true });
    assert_int_equal(fetch(pages, "/private/x", &page, &call), 0);
    pages_free(pages);
}

static void test_a_wish_in_the_answer_is_obeyed(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/signal", &page, &call), -ERROR_FORBIDDEN);
    pages_free(pages);
}

static void test_redirects_are_followed_and_checked(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/hop", &page, &call), 0);
    assert_true(str_eq(page.url, address("/hop")));
    assert_true(str_eq(page.final_url, address("/page")));
    assert_int_equal(fetch(pages, "/loop", &page, &call), -ERROR_LIMIT);
    assert_non_null(strstr(call.error.message, "redirects"));
    assert_int_equal(fetch(pages, "/inside", &page, &call), -ERROR_FORBIDDEN);
    assert_true(fetch(pages, "/file", &page, &call) < 0);
    pages_free(pages);
}

static void test_private_addresses_are_refused_at_once(void **state)
{
    (void) state;
    struct pages *pages = pages_new(&(struct pages_settings){ .host_per_minute = -1 });
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_FORBIDDEN);
    assert_int_equal(site.requests + site.robots, 0);
    pages_free(pages);
}

static void test_fresh_pages_come_from_the_cache_and_stale_ones_are_asked_about(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/page", &page, &call), 0);
    assert_int_equal(fetch_at(pages, address("/page"), 1700000000000 + 30000, &page, &call), 0);
    assert_string_equal(str_z(arena, call.answered_by), "cache");
    assert_int_equal(site.requests, 1);
    assert_int_equal(fetch_at(pages, address("/page"), 1700000000000 + 90000, &page, &call), 0);
    assert_int_equal(site.requests, 2);
    assert_string_equal(str_z(arena, call.answered_by), "127.0.0.1");
    assert_true(str_starts(page.document.text, "Pumped hydro"));
    /* The 304 made it fresh again; "no-store" never is. */
    assert_int_equal(fetch_at(pages, address("/page"), 1700000000000 + 100000, &page, &call), 0);
    assert_int_equal(site.requests, 2);
    assert_int_equal(fetch(pages, "/plain", &page, &call), 0);
    assert_int_equal(fetch(pages, "/plain", &page, &call), 0);
    assert_int_equal(site.requests, 4);
    pages_free(pages);
}

static void test_failures_have_names(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/nowhere", &page, &call), -ERROR_NOT_FOUND);
    assert_int_equal(fetch(pages, "/forbidden", &page, &call), -ERROR_FORBIDDEN);
    assert_int_equal(site.requests, 2);
    assert_int_equal(fetch(pages, "/large", &page, &call), -ERROR_LIMIT);
    assert_int_equal(fetch_at(pages, str("ftp://example.org/"), 0, &page, &call), -ERROR_INVALID);
    pages_free(pages);
}

static void test_what_may_succeed_is_tried_again(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    site.failures = 1;
    assert_int_equal(fetch(pages, "/flaky", &page, &call), 0);
    assert_int_equal(site.requests, 2);
    pages_free(pages);
}

static void test_a_silent_server_is_given_up(void **state)
{
    (void) state;
    struct pages *pages = pages_new(
        &(struct pages_settings){ .guard = guard, .host_per_minute = -1, .timeout_ms = 100 });
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/hang", &page, &call), -ERROR_TIMEOUT);
    pages_free(pages);
}

static void test_an_empty_page_is_an_answer_that_says_why(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    assert_int_equal(fetch(pages, "/empty", &page, &call), 0);
    assert_int_equal(page.document.empty, DOCUMENT_NEEDS_SCRIPT);
    assert_true(str_contains(call.body, "\"why\":\"needs script\""));
    pages_free(pages);
}

static void test_scope_limits_where_we_go(void **state)
{
    (void) state;
    struct pages_settings settings = { .guard = guard, .host_per_minute = -1, .scope = PAGES_LIST };
    struct page page;
    struct call call;

    str_list_add(arena, &settings.domains, str("example.org"));
    struct pages *pages = pages_new(&settings);
    assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_FORBIDDEN);
    pages_free(pages);
    str_list_add(arena, &settings.domains, str("127.0.0.1"));
    pages = pages_new(&settings);
    assert_int_equal(fetch(pages, "/page", &page, &call), 0);
    pages_free(pages);
    settings.scope = PAGES_CORPUS_ONLY;
    pages = pages_new(&settings);
    assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_FORBIDDEN);
    pages_free(pages);
}

/* All of them at once, on one thread. */
static void fetch_together(struct pages *pages, const char *const *paths, struct call *calls, size_t n)
{
    struct call *all[16];

    for (size_t i = 0; i < n; i++) {
        struct request request;

        page_request(pages, arena, address(paths[i]), &request);
        calls[i] = (struct call){ .deadline_ms = clock_monotonic_ms() + 20000, .wall_ms = 1700000000000 };
        call_begin(&calls[i], &request, net, wait_queue, arena);
        all[i] = &calls[i];
    }
    call_drive(all, n);
    for (size_t i = 0; i < n; i++)
        call_free(&calls[i]);
}

static void test_what_is_under_way_is_not_asked_for_again(void **state)
{
    (void) state;
    static const char *const paths[] = { "/page", "/page", "/page", "/signal", "/private/a", "/private/b", "/page" };
    struct pages *pages = pages_for_tests();
    struct call calls[7];

    fetch_together(pages, paths, calls, 7);
    assert_int_equal(site.robots, 1);
    assert_int_equal(site.requests, 2); /* /page and /signal */
    for (size_t i = 0; i < 7; i++) {
        assert_true(calls[i].done);
        assert_int_equal(calls[i].result, strcmp(paths[i], "/page") == 0 ? 0 : -ERROR_FORBIDDEN);
    }
    pages_free(pages);
}

static void test_a_host_without_robots_is_asked_once(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;

    site.robots_status = "503 Service Unavailable";
    for (int i = 0; i < 3; i++) {
        assert_int_equal(fetch(pages, "/page", &page, &call), -ERROR_UNAVAILABLE);
        assert_non_null(strstr(call.error.message, "status 503"));
    }
    assert_int_equal(site.robots, 1);
    assert_int_equal(site.requests, 0);
    pages_free(pages);
}

static void test_an_overlong_robots_is_read_as_far_as_the_limit(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct page page;
    struct call call;
    struct buf text;

    buf_init(&text, 2 << 20);
    buf_add_z(&text, "User-agent: *\nDisallow: /private\n");
    while (text.len < 1 << 20)
        buf_add_z(&text, "Allow: /a-rule-that-nobody-needs-to-know\n");
    site.robots_text = text.data;
    assert_int_equal(fetch(pages, "/private/x", &page, &call), -ERROR_FORBIDDEN);
    assert_non_null(strstr(call.error.message, "does not allow"));
    assert_int_equal(fetch(pages, "/page", &page, &call), 0);
    assert_int_equal(site.robots, 1);
    site.robots_text = "";
    buf_free(&text);
    pages_free(pages);
}

/* Read and not waited for; then somebody else may try. */
static void test_a_turn_that_is_cut_short_is_given_back(void **state)
{
    (void) state;
    struct pages *pages = pages_for_tests();
    struct request request;
    struct page page;
    struct call cut = { .deadline_ms = clock_monotonic_ms() + 20000, .wall_ms = 1700000000000 }, call;

    page_request(pages, arena, address("/page"), &request);
    call_begin(&cut, &request, net, wait_queue, arena);
    call_abort(&cut);
    call_free(&cut);
    assert_int_equal(fetch(pages, "/page", &page, &call), 0);
    pages_free(pages);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_page_is_read_in_one_call, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_robots_are_obeyed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_wish_in_the_answer_is_obeyed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_redirects_are_followed_and_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_private_addresses_are_refused_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_fresh_pages_come_from_the_cache_and_stale_ones_are_asked_about, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_failures_have_names, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_may_succeed_is_tried_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_silent_server_is_given_up, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_empty_page_is_an_answer_that_says_why, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_scope_limits_where_we_go, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_is_under_way_is_not_asked_for_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_host_without_robots_is_asked_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_overlong_robots_is_read_as_far_as_the_limit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_turn_that_is_cut_short_is_given_back, set_up, tear_down),
    };
    struct error e;

    if (pages_zygote_start(&e) < 0)
        return 1;
    site_start();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    shutdown(site.fd, SHUT_RDWR);
    pthread_join(site.thread, NULL);
    close(site.fd);
    pages_zygote_stop();
    return failed;
}
