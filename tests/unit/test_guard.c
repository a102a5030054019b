#include <arpa/inet.h>
#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/guard.h"

static bool asks(const struct guard *guard, const char *text, int port)
{
    struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons((uint16_t) port) };
    struct sockaddr_in6 v6 = { .sin6_family = AF_INET6, .sin6_port = htons((uint16_t) port) };

    if (inet_pton(AF_INET, text, &v4.sin_addr) == 1)
        return guard_address(guard, (struct sockaddr *) &v4);
    if (inet_pton(AF_INET6, text, &v6.sin6_addr) != 1)
        fail_msg("bad test address %s", text);
    return guard_address(guard, (struct sockaddr *) &v6);
}

static void test_inside_addresses_are_refused(void **state)
{
    static const char *const refused[] = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "192.168.255.255",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::2",
        "::127.0.0.1",
        "::10.0.0.1",
        "::8.8.8.8",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378::1",
        "2001:10::1",
        "2001:1ff:ffff::1",
        "2001:db8::1",
        "2002:7f00:1::1",
        "2002:808:808::1",
        "3fff::1",
        "3fff:fff::1",
        "4000::1",
        "5f00::1",
        "fc00::1",
        "fd00::1",
        "fd00:ec2::254",
        "fe80::1",
        "febf::1",
        "fec0::1",
        "ff02::1",
        "ff0e::1",
    };

    (void) state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (asks(NULL, refused[i], 443))
            fail_msg("%s was allowed", refused[i]);
}

static void test_public_addresses_are_allowed(void **state)
{
    static const char *const allowed[] = {
        "1.1.1.1",
        "8.8.8.8",
        "9.255.255.255",
        "11.0.0.1",
        "93.184.216.34",
        "100.63.255.255",
        "100.128.0.1",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "169.255.0.1",
        "172.15.255.255",
        "172.32.0.1",
        "192.0.1.1",
        "192.0.3.1",
        "192.88.98.1",
        "192.167.255.255",
        "192.169.0.1",
        "198.17.255.255",
        "198.20.0.1",
        "198.51.99.1",
        "203.0.112.1",
        "223.255.255.255",
        "2001:200::1",
        "2001:4860:4860::8888",
        "2001:db7::1",
        "2001:db9::1",
        "2003::1",
        "2606:4700:4700::1111",
        "2a00:1450::1",
        "3ffe::1",
        "3fff:1000::1",
    };

    (void) state;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        if (!asks(NULL, allowed[i], 443) || !asks(NULL, allowed[i], 80))
            fail_msg("%s was refused", allowed[i]);
        if (asks(NULL, allowed[i], 8080) || asks(NULL, allowed[i], 22) || asks(NULL, allowed[i], 6379))
            fail_msg("%s was allowed on a strange port", allowed[i]);
    }
}

static void test_other_families_are_refused(void **state)
{
    struct sockaddr address = { .sa_family = AF_UNIX };

    (void) state;
    assert_false(guard_address(NULL, &address));
}

static void test_allowed_networks_open_what_they_name_only(void **state)
{
    struct arena *arena = arena_new();
    const struct guard *guard;
    struct error e;

    (void) state;
    assert_int_equal(guard_new(arena, str(" 127.0.0.0/8, 10.1.0.0/16 ,::1,fd00::/8,64:ff9b::/96,"), &guard, &e), 0);
    assert_true(asks(guard, "127.0.0.1", 8080));
    assert_true(asks(guard, "127.9.9.9", 1));
    assert_true(asks(guard, "::ffff:127.0.0.1", 8080));
    assert_true(asks(guard, "10.1.255.255", 80));
    assert_false(asks(guard, "10.2.0.1", 80));
    assert_true(asks(guard, "::1", 9));
    assert_false(asks(guard, "::2", 80));
    assert_true(asks(guard, "fd12::1", 80));
    assert_false(asks(guard, "fe80::1", 80));
    assert_true(asks(guard, "64:ff9b::8.8.8.8", 443));
    assert_false(asks(guard, "64:ff9b::10.9.0.1", 443));
    assert_false(asks(guard, "64:ff9b::192.168.0.1", 443));
    assert_true(asks(guard, "64:ff9b::10.1.0.1", 443));
    assert_true(asks(guard, "8.8.8.8", 443));
    assert_false(asks(guard, "8.8.8.8", 8080));

    assert_int_equal(guard_new(arena, str("::/0"), &guard, &e), 0);
    assert_true(asks(guard, "fe80::1", 80));
    assert_false(asks(guard, "127.0.0.1", 80));
    assert_int_equal(guard_new(arena, str("0.0.0.0/0"), &guard, &e), 0);
    assert_true(asks(guard, "127.0.0.1", 22));
    assert_false(asks(guard, "fe80::1", 80));
    assert_int_equal(guard_new(arena, str(""), &guard, &e), 0);
    assert_false(asks(guard, "127.0.0.1", 80));
    arena_free(arena);
}

static void test_bad_networks_are_named(void **state)
{
    static const char *const bad[] = {
        "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8",     "::/129",      "localhost",
        "10.0.0.0/",   "1.2.3.4/8x",  "fe80::1%eth0", "10.0.0.0 /8",
    };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const struct guard *guard;
        struct error e;
        struct str list = str_format(arena, "127.0.0.0/8,%s", bad[i]);

        if (guard_new(arena, list, &guard, &e) != -ERROR_INVALID)
            fail_msg("taken: %s", bad[i]);
        assert_true(str_contains(str(e.message), bad[i]));
    }
    arena_free(arena);
}

static void test_urls_that_lead_inside_are_refused_before_dns(void **state)
{
    static const char *const refused[] = {
        "http://localhost/",
        "http://LOCALHOST/",
        "http://localhost./",
        "http://a.localhost/",
        "http://printer.local/",
        "http://metadata.google.internal/",
        "http://x.internal/",
        "http://router.home.arpa/",
        "http://intranet/",
        "http://wiki/",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://0x7f.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://0/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fd00:ec2::254]/",
        "http://10.0.0.1:80/",
        "http://%6c%6f%63alhost/",
        "http://１２７.0.0.1/",
        "http://ⓛocalhost/",
        "http://example.com:8080/",
        "http://example.com:22/",
        "http://8.8.8.8:53/",
        "http://3232235521/",
        "http://[2002:7f00:1::]/",
        "http://[64:ff9b::127.0.0.1]/",
        "http://100.100.100.200/",
        "http://192.168.1.1/admin",
        /* octal, hexadecimal, decimal, short and mixed forms */
        "http://0177.0000.0000.0001/",
        "http://017700000001/",
        "http://0x7f000001/",
        "http://0x7F.0x0.0x0.0x1/",
        "http://0x7f.0.1/",
        "http://127.0.1/",
        "http://0300.0250.1.1/",
        "http://0xa9fea9fe/",
        "http://2852039166/",
        "http://0251.0376.0251.0376/",
        "http://0xc0.0250.1/",
        "http://0x0a000001/",
        "http://167772161/",
        "http://0.0.0.0:80/",
        "http://00.0.0/",
        "http://4294967295/",
        /* other signs for the same ones */
        "http://127\u30020\u30020\u30021/",
        "http://127.0.0.1./",
        "http://\u2460\u2461\u2466.0.0.\u2460/",
        "http://%31%32%37.0.0.1/",
        "http://127%2e0%2e0%2e1/",
        "http://LocalHost:80/",
        "http://localhost.localdomain/",
        "http://ip6-localhost/",
        /* IPv6: mapped, compatible, carried, local */
        "http://[::]/",
        "http://[0:0:0:0:0:ffff:7f00:0001]/",
        "http://[0000:0000::0001]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[::ffff:a9fe:a9fe]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::a9fe:a9fe]/",
        "http://[64:ff9b:1::10.0.0.1]/",
        "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
        "http://[2002:a00:1::]/",
        "http://[fe80::1]/",
        "http://[fec0::1]/",
        "http://[fc00::1]/",
        "http://[ff02::1]/",
        /* ranges that are nobody's */
        "http://172.16.0.1/",
        "http://172.31.255.255/",
        "http://100.64.0.1/",
        "http://198.18.0.1/",
        "http://224.0.0.1/",
        "http://255.255.255.255/",
        "http://192.0.0.192/",
        "http://metadata/",
    };

    (void) state;
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct error e;

        if (guard_url(NULL, str(refused[i]), &e) != -ERROR_FORBIDDEN)
            fail_msg("not refused: %s", refused[i]);
        assert_false(e.retry);
    }
    assert_true(sizeof refused / sizeof *refused >= 60);
    struct error e;

    /* The port is named where it is the reason. */
    assert_int_equal(guard_url(NULL, str("https://example.com:8443/"), &e), -ERROR_FORBIDDEN);
    assert_non_null(strstr(e.message, "port 8443"));
    assert_int_equal(guard_url(NULL, str("http://127.0.0.1:8443/"), &e), -ERROR_FORBIDDEN);
    assert_null(strstr(e.message, "port 8443"));
    assert_int_equal(guard_url(NULL, str("https://example.com/"), NULL), 0);
    assert_int_equal(guard_url(NULL, str("http://8.8.8.8/"), NULL), 0);
    assert_int_equal(guard_url(NULL, str("http://[2606:4700::1]/"), NULL), 0);
    assert_int_equal(guard_url(NULL, str("http://internal.example.com/"), NULL), 0);
    assert_int_equal(guard_url(NULL, str("file:///etc/passwd"), NULL), -ERROR_INVALID);
    assert_int_equal(guard_url(NULL, str("http://u:p@example.com/"), NULL), -ERROR_INVALID);
}

static void test_allowed_networks_let_inside_names_be_looked_up(void **state)
{
    struct arena *arena = arena_new();
    const struct guard *guard;

    (void) state;
    assert_int_equal(guard_new(arena, str("127.0.0.0/8"), &guard, NULL), 0);
    assert_int_equal(guard_url(guard, str("http://localhost:8080/"), NULL), 0);
    assert_int_equal(guard_url(guard, str("http://127.0.0.1:8080/"), NULL), 0);
    assert_int_equal(guard_url(guard, str("http://10.0.0.1/"), NULL), -ERROR_FORBIDDEN);
    assert_int_equal(guard_url(guard, str("http://metadata.google.internal/"), NULL), -ERROR_FORBIDDEN);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_inside_addresses_are_refused),
        cmocka_unit_test(test_public_addresses_are_allowed),
        cmocka_unit_test(test_other_families_are_refused),
        cmocka_unit_test(test_allowed_networks_open_what_they_name_only),
        cmocka_unit_test(test_bad_networks_are_named),
        cmocka_unit_test(test_urls_that_lead_inside_are_refused_before_dns),
        cmocka_unit_test(test_allowed_networks_let_inside_names_be_looked_up),
    };

    return cmocka_run_group_tests_name("guard", tests, NULL, NULL);
}
