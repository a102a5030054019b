#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "net/robots.h"

static bool may(const char *robots, const char *url) { return robots_allowed(str(robots), str("fathom"), str(url)); }

static void test_no_rules_allow_everything(void **state)
{
    (void) state;
    assert_true(may("", "http://e.example/x"));
    assert_true(may("just some text\n<html>\n", "http://e.example/x"));
    assert_true(may("disallow: /\n", "http://e.example/x"));
    assert_true(may("user-agent: other\ndisallow: /\n", "http://e.example/x"));
}

static void test_our_groups_are_merged_and_win_over_the_general_one(void **state)
{
    const char *robots = "user-agent: *\ndisallow: /\n\nuser-agent: Fathom/1.0\ndisallow: /a\n\n"
                         "user-agent: x\ndisallow: /x\n\nuser-agent: y\nuser-agent: FATHOM\ndisallow: /b\n";

    (void) state;
    assert_false(may(robots, "http://e.example/a"));
    assert_false(may(robots, "http://e.example/b"));
    assert_true(may(robots, "http://e.example/x"));
    assert_true(may(robots, "http://e.example/"));
    assert_false(robots_allowed(str(robots), str("someone"), str("http://e.example/z")));
    assert_false(robots_allowed(str(robots), str("fathom-images"), str("http://e.example/z")));
}

static void test_the_longest_rule_wins_and_allow_wins_ties(void **state)
{
    const char *robots = "user-agent: *\ndisallow: /a/\nallow: /a/b\ndisallow: /a/b/c\nallow: /t\ndisallow: /t\n";

    (void) state;
    assert_false(may(robots, "http://e.example/a/x"));
    assert_true(may(robots, "http://e.example/a/b"));
    assert_false(may(robots, "http://e.example/a/b/c/d"));
    assert_true(may(robots, "http://e.example/t"));
    assert_true(may("user-agent: *\ndisallow:\n", "http://e.example/a"));
}

static void test_stars_and_ends(void **state)
{
    static const struct {
        const char *pattern, *path;
        bool hit;
    } cases[] = {
        { "/*.pdf$", "/a/b.pdf", true },
        { "/*.pdf$", "/a/b.pdf?x", false },
        { "/*.pdf", "/a/b.pdf?x", true },
        { "/a*b*c", "/aXbYc", true },
        { "/a*b*c", "/acb", false },
        { "/a*b*c$", "/abcabc", true },
        { "/a*b*c$", "/abcabcd", false },
        { "*", "/", true },
        { "*$", "/x", true },
        { "/$", "/", true },
        { "/$", "/x", false },
        { "/a$b", "/a$b", true },
        { "/a**b", "/ab", true },
        { "/*a*a*a", "/aa", false },
        { "/x*x$", "/x", false },
        { "/x*$", "/xyz", true },
        { "a", "/a", false },
        { "/a?b=*", "/a?b=c", true },
        { "/ab*ab$", "/abab", true },
        { "/ab*bab$", "/abab", false },
        { "$", "/", false },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena = arena_new();
        struct str robots = str_format(arena, "user-agent: *\ndisallow: %s\n", cases[i].pattern);
        struct str url = str_format(arena, "http://e.example%s", cases[i].path);

        if (robots_allowed(robots, str("fathom"), url) == cases[i].hit)
            fail_msg("%s against %s", cases[i].pattern, cases[i].path);
        arena_free(arena);
    }
}

static void test_escapes_are_compared_in_capitals(void **state)
{
    (void) state;
    assert_false(may("user-agent: *\ndisallow: /ü\n", "http://e.example/%C3%BC"));
    assert_false(may("user-agent: *\ndisallow: /%c3%bc\n", "http://e.example/%C3%BC"));
    assert_true(may("user-agent: *\ndisallow: /A\n", "http://e.example/a"));
}

static void test_lines_are_read_leniently(void **state)
{
    (void) state;
    assert_false(may("\xef\xbb\xbfUSER-AGENT : *\rDISALLOW : /a # no\r", "http://e.example/a"));
    assert_false(may("user-agent *\ndisallow /a\n", "http://e.example/a"));
    assert_true(may("user-agent *\ndisallow /a or not\n", "http://e.example/a"));
    assert_false(may("useragent: *\ndissallow: /a\n", "http://e.example/a"));
    assert_false(may("user-agent: * (all)\ndisallow: /a", "http://e.example/a"));
    assert_false(may("user-agent: fathom\nsitemap: x\nunknown: y\nuser-agent: z\ndisallow: /a", "http://e.example/a"));
    assert_true(may("user-agent: *\nallow: /d/index.html\ndisallow: /\n", "http://e.example/d/"));
}

static void test_only_path_and_query_count(void **state)
{
    const char *robots = "user-agent: *\ndisallow: /\nallow: /ok\nallow: /?q\n";

    (void) state;
    assert_true(may(robots, "https://e.example/ok#part"));
    assert_true(may(robots, "/ok"));
    assert_true(may(robots, "http://e.example?q"));
    assert_true(may(robots, "//e.example/ok"));
    assert_false(may(robots, "http://e.example"));
    assert_false(may(robots, "http://e.example#/ok"));
    assert_false(may(robots, ""));
    assert_true(may("user-agent: *\ndisallow: /x\n", "http://e.example/y?u=http://z/x"));
}

static void test_long_lines_and_many_stars_take_no_time(void **state)
{
    struct arena *arena = arena_new();
    struct buf robots;

    (void) state;
    buf_init(&robots, 1 << 20);
    buf_add_z(&robots, "user-agent: *\n");
    for (int i = 0; i < 30; i++) {
        buf_add_z(&robots, "disallow: /");
        for (int k = 0; k < 7000; k++)
            buf_add_z(&robots, "a*");
        buf_add_z(&robots, "b\n");
    }
    char *path = arena_alloc(arena, 8001);
    memset(path, 'a', 8000);
    memcpy(path, "http://e.example/", 17);
    assert_true(robots_allowed(buf_str(&robots), str("fathom"), str(path)));
    buf_free(&robots);
    arena_free(arena);
}

static void test_crawl_delay_of_the_group_that_applies(void **state)
{
    const char *robots = "user-agent: *\ncrawl-delay: 2.5\ndisallow: /x\n\nuser-agent: fathom\ndisallow: /y\n"
                         "crawl-delay: 7\n";

    (void) state;
    assert_int_equal(robots_delay_ms(str(robots), str("other")), 2500);
    assert_int_equal(robots_delay_ms(str(robots), str("fathom")), 7000);
    assert_int_equal(robots_delay_ms(str("user-agent: *\ncrawl-delay: 9999"), str("fathom")), 30000);
    assert_int_equal(robots_delay_ms(str("user-agent: *\ncrawl-delay: x"), str("fathom")), -1);
    assert_int_equal(robots_delay_ms(str("user-agent: *\ncrawl-delay: -1"), str("fathom")), -1);
    assert_int_equal(robots_delay_ms(str(""), str("fathom")), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_rules_allow_everything),
        cmocka_unit_test(test_our_groups_are_merged_and_win_over_the_general_one),
        cmocka_unit_test(test_the_longest_rule_wins_and_allow_wins_ties),
        cmocka_unit_test(test_stars_and_ends),
        cmocka_unit_test(test_escapes_are_compared_in_capitals),
        cmocka_unit_test(test_lines_are_read_leniently),
        cmocka_unit_test(test_only_path_and_query_count),
        cmocka_unit_test(test_long_lines_and_many_stars_take_no_time),
        cmocka_unit_test(test_crawl_delay_of_the_group_that_applies),
    };

    return cmocka_run_group_tests_name("robots", tests, NULL, NULL);
}
