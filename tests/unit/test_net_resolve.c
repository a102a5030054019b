/* tsan */
#include "net_case.h"

#include <netdb.h>

/* A resolver of our own in place of the system's: "slow…" waits for the test,
 * "inside…" leads to loopback, all else is unknown. libcurl asks it from threads
 * that may outlive the exchange. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool released;
static int asked, inside;

int getaddrinfo(const char *node, const char *service, const struct addrinfo *hints, struct addrinfo **ret)
{
    struct addrinfo *info = calloc(1, sizeof *info);
    struct sockaddr_in *address = calloc(1, sizeof *address);
    int64_t port = 0;

    (void) hints;
    pthread_mutex_lock(&lock);
    asked++;
    inside++;
    pthread_cond_broadcast(&changed);
    while (strncmp(node, "slow", 4) == 0 && !released)
        pthread_cond_wait(&changed, &lock);
    inside--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    if (strncmp(node, "inside", 6) != 0) {
        free(info);
        free(address);
        return EAI_NONAME;
    }
    if (service)
        str_to_int(str(service), &port);
    address->sin_family = AF_INET;
    address->sin_port = htons((uint16_t) port);
    address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    info->ai_family = AF_INET;
    info->ai_socktype = SOCK_STREAM;
    info->ai_addr = (struct sockaddr *) address;
    info->ai_addrlen = sizeof *address;
    *ret = info;
    return 0;
}

void freeaddrinfo(struct addrinfo *info)
{
    free(info->ai_addr);
    free(info);
}

static void wait_asked(int n)
{
    pthread_mutex_lock(&lock);
    while (asked < n)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
}

static void release(void)
{
    pthread_mutex_lock(&lock);
    released = true;
    pthread_cond_broadcast(&changed);
    while (inside)
        pthread_cond_wait(&changed, &lock);
    released = false;
    asked = 0;
    pthread_mutex_unlock(&lock);
}

static struct net_exchange *ask(struct net_case *c, const char *url, enum net_pool pool, int64_t connect_ms)
{
    struct net_request request = { .method = "GET", .url = str(url), .pool = pool, .connect_ms = connect_ms };

    return net_send(c->wait, &request, NULL);
}

static void test_an_unknown_name(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    struct error e = failure(&c, ask(&c, "http://nowhere.example/", NET_PROVIDER, 0));
    assert_int_equal(e.code, ERROR_NETWORK);
    assert_string_equal(e.message, "the name of nowhere.example cannot be resolved");
    net_case_close(&c);
    release();
}

/* The reactor goes on while a name server does not answer. */
static void test_a_slow_name_server_holds_up_nobody(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    net_abort(ask(&c, "http://slow.example/", NET_PROVIDER, 0));
    struct net_exchange *slow = ask(&c, "http://slow.example/", NET_PROVIDER, 0);
    wait_asked(1);
    net_abort(slow);
    struct net_exchange *x = get(&c, "/plain");
    assert_int_equal(answer(&c, x)->status, 200);
    net_exchange_free(x);
    struct error e = failure(&c, ask(&c, "http://slow.example/", NET_PROVIDER, 30));
    assert_int_equal(e.code, ERROR_TIMEOUT);
    assert_string_equal(e.message, "no connection to slow.example within 0.030 s");
    ask(&c, "http://slow.example/", NET_PROVIDER, 0);
    net_case_close(&c);
    release();
}

/* A name that looks public and leads inside: seen when the address is known. */
static void test_a_public_name_for_an_inside_address_is_refused(void **state)
{
    struct net_case c = net_case_open(NULL);

    (void) state;
    struct error e = failure(&c, ask(&c, "http://inside.example.com/", NET_PAGE, 0));
    assert_int_equal(e.code, ERROR_FORBIDDEN);
    assert_true(str_contains(str(e.message), "refused inside.example.com"));
    assert_false(e.retry);
    struct str url = str_format(c.arena, "http://inside.example.com:%d/plain", c.server->port);
    struct net_exchange *x = ask(&c, url.data, NET_PROVIDER, 0);
    assert_int_equal(answer(&c, x)->status, 200); /* the user's own choice of address */
    net_exchange_free(x);
    net_case_close(&c);
    release();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_unknown_name),
        cmocka_unit_test(test_a_slow_name_server_holds_up_nobody),
        cmocka_unit_test(test_a_public_name_for_an_inside_address_is_refused),
    };

    return cmocka_run_group_tests_name("net resolve", tests, NULL, NULL);
}
