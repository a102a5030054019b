
#include "arena_case.h"

#include "net/url.h"

static void assert_str(struct str got, const char *want)
{
    if (!str_is(got, want))
        fail_msg("got \"%.*s\", want \"%s\"", STR_ARG(got), want);
}

static void test_parse_takes_a_url_apart(void **state)
{
    struct url url;

    (void) state;
    assert_int_equal(url_parse(arena, str("HTTPS://Example.COM:8443/a/b?c=d&e#f"), &url, NULL), 0);
    assert_str(url.scheme, "https");
    assert_str(url.host, "example.com");
    assert_int_equal(url.port, 8443);
    assert_str(url.path, "/a/b");
    assert_true(url.has_query);
    assert_str(url.query, "c=d&e");
    assert_str(url_text(arena, &url), "https://example.com:8443/a/b?c=d&e");
}

static void test_parse_normalises_the_host(void **state)
{
    static const struct {
        const char *text, *host;
    } cases[] = {
        { "http://example.com./", "example.com" },   { "http://EXAMPLE.com", "example.com" },
        { "http://ex%61mple.com/", "example.com" },  { "http://bücher.example/", "xn--bcher-kva.example" },
        { "http://faß.de/", "xn--fa-hia.de" },       { "http://例え.jp/", "xn--r8jz45g.jp" },
        { "http://a_b.example/", "a_b.example" },    { "http://127.1/", "127.0.0.1" },
        { "http://0x7f.1/", "127.0.0.1" },           { "http://0177.0.0.01/", "127.0.0.1" },
        { "http://2130706433/", "127.0.0.1" },       { "http://0x7F000001/", "127.0.0.1" },
        { "http://127.0.1/", "127.0.0.1" },          { "http://127.65535/", "127.0.255.255" },
        { "http://%31%32%37.0.0.1/", "127.0.0.1" },  { "http://１２７.0.0.1/", "127.0.0.1" },
        { "http://127。0。0。1/", "127.0.0.1" },     { "http://[::1]/", "[::1]" },
        { "http://[0:0:0:0:0:0:0:1]:80/", "[::1]" }, { "http://[::FFFF:127.0.0.1]/", "[::ffff:127.0.0.1]" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct url url;
        struct error e;

        if (url_parse(arena, str(cases[i].text), &url, &e) < 0)
            fail_msg("%s: %s", cases[i].text, e.message);
        assert_str(url.host, cases[i].host);
    }
}

static void test_parse_refuses_what_is_no_web_address(void **state)
{
    static const char *const bad[] = {
        "",
        "example.com",
        "ftp://example.com/",
        "file:///etc/passwd",
        "gopher://x/",
        "javascript:alert(1)",
        "http:/example.com",
        "http:example.com",
        "http://",
        "http:///path",
        "http://?q",
        "http://user@example.com/",
        "http://user:pass@example.com/",
        "http://example.com@127.0.0.1/",
        "http://exa mple.com/",
        "http://example.com/a b",
        "http://example.com/\tx",
        "http://example.com/\nHost:x",
        "http://example.com\\@x/",
        "http://example.com:0/",
        "http://example.com:65536/",
        "http://example.com:99999999999/",
        "http://example.com:80a/",
        "http://[::1",
        "http://[::1%25eth0]/",
        "http://[fe80::1%eth0]/",
        "http://[::g]/",
        "http://[127.0.0.1]/",
        "http://a..b/",
        "http://.example.com/",
        "http://256.1.1.1/",
        "http://1.2.3.4.5/",
        "http://4294967296/",
        "http://0x100000000/",
        "http://1.2.3.256/",
        "http://08.1/",
        "http://ex%00ample.com/",
        "http://ex%2fample.com/",
        "http://ex<ample.com/",
        "http://\x80\xff/",
        "http://example.com/\x01",
        "http://example.com/\x7f",
        " http://example.com/",
        "http://[]/",
        "http://:80/",
    };

    (void) state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct url url;
        struct error e;

        if (url_parse(arena, str(bad[i]), &url, &e) == 0)
            fail_msg("taken: %s", bad[i]);
    }
    char *longest = arena_alloc(arena, 9000);
    memset(longest, 'a', 8999);
    memcpy(longest, "http://e.example/", 17);
    struct url url;
    assert_int_equal(url_parse(arena, str(longest), &url, NULL), -ERROR_LIMIT);
}

static void test_parse_escapes_and_removes_dots(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "http://e.example", "http://e.example/" },
        { "http://e.example?q", "http://e.example/?q" },
        { "http://e.example:80/", "http://e.example/" },
        { "https://e.example:443/", "https://e.example/" },
        { "https://e.example:/", "https://e.example/" },
        { "http://e.example/a/./b/../c", "http://e.example/a/c" },
        { "http://e.example/../../x", "http://e.example/x" },
        { "http://e.example/a/..", "http://e.example/" },
        { "http://e.example/a/.", "http://e.example/a/" },
        { "http://e.example/a/%2E%2e/b", "http://e.example/b" },
        { "http://e.example/a//b", "http://e.example/a//b" },
        { "http://e.example/…?ü", "http://e.example/%E2%80%A6?%C3%BC" },
        { "http://e.example/<x>\"{y}|^`", "http://e.example/%3Cx%3E%22%7By%7D%7C%5E%60" },
        { "http://e.example/100%", "http://e.example/100%" },
        { "http://e.example/?", "http://e.example/?" },
        { "http://e.example/a#b?c", "http://e.example/a" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct url url;
        struct error e;

        if (url_parse(arena, str(cases[i].text), &url, &e) < 0)
            fail_msg("%s: %s", cases[i].text, e.message);
        assert_str(url_text(arena, &url), cases[i].want);
    }
}

/* The examples of RFC 3986, 5.4, as far as they are web addresses. */
static void test_resolve_follows_rfc_3986(void **state)
{
    static const struct {
        const char *reference, *want;
    } cases[] = {
        { "g", "http://a.example/b/c/g" },
        { "./g", "http://a.example/b/c/g" },
        { "g/", "http://a.example/b/c/g/" },
        { "/g", "http://a.example/g" },
        { "//g.example", "http://g.example/" },
        { "?y", "http://a.example/b/c/d;p?y" },
        { "g?y", "http://a.example/b/c/g?y" },
        { "#s", "http://a.example/b/c/d;p?q" },
        { "g#s", "http://a.example/b/c/g" },
        { ";x", "http://a.example/b/c/;x" },
        { "g;x", "http://a.example/b/c/g;x" },
        { "", "http://a.example/b/c/d;p?q" },
        { ".", "http://a.example/b/c/" },
        { "./", "http://a.example/b/c/" },
        { "..", "http://a.example/b/" },
        { "../", "http://a.example/b/" },
        { "../g", "http://a.example/b/g" },
        { "../..", "http://a.example/" },
        { "../../g", "http://a.example/g" },
        { "../../../g", "http://a.example/g" },
        { "/./g", "http://a.example/g" },
        { "/../g", "http://a.example/g" },
        { "g.", "http://a.example/b/c/g." },
        { "..g", "http://a.example/b/c/..g" },
        { "./../g", "http://a.example/b/g" },
        { "g;x=1/../y", "http://a.example/b/c/y" },
        { "g?y/./x", "http://a.example/b/c/g?y/./x" },
        { "https://b.example/x", "https://b.example/x" },
        { "  two words\n", "http://a.example/b/c/two%20words" },
        { "li\nne", "http://a.example/b/c/line" },
    };
    struct url base, url;

    (void) state;
    assert_int_equal(url_parse(arena, str("http://a.example/b/c/d;p?q"), &base, NULL), 0);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error e;

        if (url_resolve(arena, &base, str(cases[i].reference), &url, &e) < 0)
            fail_msg("%s: %s", cases[i].reference, e.message);
        assert_str(url_text(arena, &url), cases[i].want);
    }
    assert_int_equal(url_resolve(arena, &base, str("mailto:a@b"), &url, NULL), -ERROR_INVALID);
    assert_int_equal(url_resolve(arena, &base, str("javascript:1"), &url, NULL), -ERROR_INVALID);
    assert_int_equal(url_resolve(arena, &base, str("//u@h/"), &url, NULL), -ERROR_INVALID);
    assert_int_equal(url_resolve(arena, &base, str("\\\\h\\x"), &url, NULL), -ERROR_INVALID);
}

static void test_canonical_makes_spellings_equal(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { " HTTP://WWW.Example.com:80/%7Euser/./x/../%e4?b=2&utm_source=x&a=1&UTM_MEDIUM=y#top ",
          "http://www.example.com/~user/%E4?b=2&a=1" },
        { "https://e.example/?fbclid=1&gclid=2&msclkid=3&mc_eid=4&ref_src=5", "https://e.example/" },
        { "https://e.example?", "https://e.example/" },
        { "https://e.example/a?ref=main&q=%41%2f", "https://e.example/a?ref=main&q=A%2F" },
        { "https://e.example/a?z=1&&y=2&", "https://e.example/a?z=1&y=2" },
        { "https://bücher.example/ü", "https://xn--bcher-kva.example/%C3%BC" },
        { "https://e.example/%%361%", "https://e.example/%2561%25" },
        { "not a url ", "not a url" },
        { "mailto:x@y", "mailto:x@y" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct str once = url_canonical(arena, str(cases[i].text));

        assert_str(once, cases[i].want);
        assert_str(url_canonical(arena, once), cases[i].want);
    }
}

static void test_domain_is_the_name_without_www(void **state)
{
    static const struct {
        const char *text, *want;
    } cases[] = {
        { "https://www.example.com/x", "example.com" },
        { "http://Example.com:8080?x", "Example.com" },
        { "example.com/path", "example.com" },
        { "https://u@WWW.e.example/", "e.example" },
        { "http://[::1]:80/", "[::1]" },
        { "https://e.example./", "e.example" },
        { "", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_str(url_domain(str(cases[i].text)), cases[i].want);
}

static void test_domain_globs(void **state)
{
    static const struct {
        const char *host, *glob;
        bool want;
    } cases[] = {
        { "example.com", "example.com", true },
        { "docs.example.com", "example.com", true },
        { "Docs.Example.com", "EXAMPLE.com", true },
        { "badexample.com", "example.com", false },
        { "example.com.evil.net", "example.com", false },
        { "cs.mit.edu", "*.edu", true },
        { "edu", "*.edu", false },
        { "mit.education", "*.edu", false },
        { "docs.python.org", "docs.*", true },
        { "mydocs.python.org", "docs.*", false },
        { "a.b.c", "*", true },
        { "a.b.c", "a*c", true },
        { "a.b.d", "a*c", false },
        { "a.b.c", "a*b*c*", true },
        { "example.com", "", false },
        { "", "example.com", false },
        { "example.com", " example.com ", true },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (url_domain_matches(str(cases[i].host), str(cases[i].glob)) != cases[i].want)
            fail_msg("%s against %s", cases[i].host, cases[i].glob);
}

static void test_escape_and_back(void **state)
{
    (void) state;
    assert_str(url_escape(arena, str("a b&c=d/ü~")), "a%20b%26c%3Dd%2F%C3%BC~");
    assert_str(url_unescape(arena, str("a%20b%26c+d%zz%4")), "a b&c d%zz%4");
    assert_str(url_unescape(arena, url_escape(arena, str("100 % + ü"))), "100 % + ü");
}

static void test_mask_hides_what_may_be_a_key(void **state)
{
    struct buf out;

    (void) state;
    buf_init(&out, 1000);
    url_mask(&out, str("https://me:pw@e.example/a?q=x&key=AIza1&api_key=s&Access_Token=t&sig=u&page=2"));
    assert_str(buf_str(&out), "https://***@e.example/a?q=x&key=***&api_key=***&Access_Token=***&sig=***&page=2");
    buf_clear(&out);
    url_mask(&out, str("https://e.example/a"));
    assert_str(buf_str(&out), "https://e.example/a");
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse_takes_a_url_apart),
        cmocka_unit_test(test_parse_normalises_the_host),
        cmocka_unit_test(test_parse_refuses_what_is_no_web_address),
        cmocka_unit_test(test_parse_escapes_and_removes_dots),
        cmocka_unit_test(test_resolve_follows_rfc_3986),
        cmocka_unit_test(test_canonical_makes_spellings_equal),
        cmocka_unit_test(test_domain_is_the_name_without_www),
        cmocka_unit_test(test_domain_globs),
        cmocka_unit_test(test_escape_and_back),
        cmocka_unit_test(test_mask_hides_what_may_be_a_key),
    };

    return cmocka_run_group_tests_name("url", tests, setup, teardown);
}
