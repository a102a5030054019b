/* Links of a written body: to sources they become markers, all others go; any bytes are answered quickly. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/clock.h"
#include "evidence/internal.h"
#include "evidence/markers.h"

static struct arena *arena;

static struct str settle(struct str body, size_t *removed)
{
    static struct source_row rows[] = { { .number = 7 }, { .number = 9 } };
    static struct source_list sources = { .items = rows, .n = 2 };
    static struct evidence_pool pool = { .sources = &sources };
    const struct evidence_input input = { .body = body, .by_source = true, .pool = &pool };

    rows[0].url = rows[0].canonical_url = str("https://a.example/one");
    rows[1].url = rows[1].canonical_url = str("https://b.example/two");
    return links_settle(arena, &input, removed);
}

static int64_t no_marker(void *context, int64_t number)
{
    (void) context;
    (void) number;
    return 0;
}

static void test_links_become_markers_or_text(void **state)
{
    static const struct {
        const char *body, *settled;
        size_t removed;
    } rows[] = {
        { "Plain text, a[1] and [2].", "Plain text, a[1] and [2].", 0 },
        { "See [the page](https://a.example/one).", "See the page [7].", 0 },
        { "See [it](https://a.example/one \"title\") and [b](<https://b.example/two>).", "See it [7] and b [9].", 0 },
        { "See [it](https://evil.example/?q=1).", "See it.", 1 },
        { "![chart](https://a.example/one)", "chart", 1 },
        { "![](https://evil.example/p.png)", "", 1 },
        { "[![x](https://e.example/1)](https://e.example/2)", "x", 2 },
        { "show <object> or <source>", "show <object> or <source>", 0 },
        { "a <img src=x> b</a> <https://evil.example/> c < d", "a  b  c < d", 3 },
        { "[e]: https://evil.example/\ntext [e]", "text [e]", 1 },
        { "`[code](https://evil.example/)` \\[no](link)", "`[code](https://evil.example/)` \\[no](link)", 0 },
        { "```\n[code](https://evil.example/)\n```", "```\n[code](https://evil.example/)\n```", 0 },
        { "[unclosed](https://evil.example/", "[unclosed](https://evil.example/", 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t removed;
        struct str settled = settle(str(rows[i].body), &removed);

        if (!str_is(settled, rows[i].settled))
            fail_msg("%s -> %.*s", rows[i].body, STR_ARG(settled));
        assert_int_equal(removed, rows[i].removed);
    }
}

/* Left of what was taken for code, or stands on several lines. */
static void test_what_is_left_is_put_apart(void **state)
{
    static const struct {
        const char *body, *apart;
    } rows[] = {
        { "See [text\nmore](u) and [text](\nu) and [t](u\n\"title\").",
          "See [text\nmore] (u) and [text] (\nu) and [t] (u\n\"title\")." },
        { "[e]:\nu\n\n> [f]: u\n\n- [g]: <u>", "[e] :\nu\n\n> [f] : u\n\n- [g] : <u>" },
        { "As [7] says, and [9]: it is so.", "As [7] says, and [9]: it is so." },
        { "[7]: u\n\n> 1. [9]: u", "[7] : u\n\n> 1. [9] : u" },
        { "a <img\nsrc=u>", "a < img\nsrc=u>" },
        { "a < b, n<N, p <0.05, x <- y", "a < b, n<N, p <0.05, x <- y" },
        { "branch [<start-point>] <new branch>, <object> of <old_name|-m>",
          "branch [<start-point>] <new branch>, <object> of <old_name|-m>" },
        { "<oldbranch> is renamed\n<commit>\n- <tree>", "<oldbranch> is renamed\n< commit>\n- < tree>" },
        { "<x y=1> <x onload> <script> <start-point a=b>", "< x y=1> <x onload> < script> < start-point a=b>" },
        { "H<sub>2</sub>O<br/> <i >x</i>", "H<sub>2</sub>O<br/> <i >x</i>" },
        { "<b>Bold\n> <p> <div>q", "Bold\n>  q" },
        { "<div\n<!-- x\n- <?y", "< div\n< !-- x\n- < ?y" },
        { "mail <a@b.example> or <+@b>", "mail < a@b.example> or < +@b>" },
        { "`[x](u)` \\[y](u) `a[i]: <p class=x> <p>`", "`[x] (u)` \\[y] (u) `a[i] : < p class=x> <p>`" },
        { "`\n` [x](u) `", "`\n` [x] (u) `" },
        { "```c\nf[i](x);\n<a href=u>\n```\nf[i](x)", "```c\nf[i](x);\n<a href=u>\n```\nf[i] (x)" },
        { "~~~\n```\n[x](u)\n   ~~~~ \n[y](u)", "~~~\n```\n[x](u)\n   ~~~~ \n[y] (u)" },
        { "```\n    ```\n[x](u)\n``` no\n[x](u)", "```\n    ```\n[x](u)\n``` no\n[x](u)" },
        { "- ```\n  c\n  ```\n\n[x](u)", "- ```\n  c\n  ```\n\n[x] (u)" },
        { "- a\n  ```\n[x](u)", "- a\n  ```\n[x] (u)" },
        { "    ```\n```\n[x](u)", "    ```\n```\n[x] (u)" },
        { "``` a`b\n[x](u)", "``` a`b\n[x] (u)" },
        { "<div>\n```\n\n[x](u)", "\n```\n\n[x](u)" },
        { "```\na\r```\r[x](u)\n```", "```\na\r```\r[x] (u)\n```" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str apart = links_apart(arena, str(rows[i].body));

        if (!str_is(apart, rows[i].apart))
            fail_msg("%s\n->\n%.*s", rows[i].body, STR_ARG(apart));
        if (!str_eq(links_apart(arena, apart), apart))
            fail_msg("%s changes again", rows[i].apart);
    }
}

/* What goes between brackets must not bring them together. */
static void test_markers_that_go_leave_no_link(void **state)
{
    size_t removed;
    struct str body = markers_rewrite(arena, str("See [q]\u301042\u3011(u), [e] [42]: u and [f][42](v)([g](w))."),
                                      no_marker, NULL, &removed);

    (void) state;
    body = links_apart(arena, body);
    assert_true(str_find(body, str("]("), 0) < 0 && str_find(body, str("]:"), 0) < 0);
}

static void test_hostile_brackets_end_quickly(void **state)
{
    static const char *const pieces[] = { "[",         "![", "](",     "[](", "<a ",   "`",  "\\",
                                          "[[x](y)](", ">",  "> [1]:", "<b>", "~~~\n", "]:", "<a\n" };
    int64_t start = clock_monotonic_ms();

    (void) state;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        struct buf text;
        size_t removed;

        buf_init(&text, 1 << 20);
        while (text.len < 60000)
            buf_add_z(&text, pieces[i]);
        struct str body = buf_take(&text, arena);
        settle(body, &removed);
        links_apart(arena, body);
    }
    assert_true(clock_monotonic_ms() - start < 20000);
}

static int begin(void **state)
{
    (void) state;
    arena = arena_new();
    return 0;
}
static int end(void **state)
{
    (void) state;
    arena_free(arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_links_become_markers_or_text, begin, end),
        cmocka_unit_test_setup_teardown(test_what_is_left_is_put_apart, begin, end),
        cmocka_unit_test_setup_teardown(test_markers_that_go_leave_no_link, begin, end),
        cmocka_unit_test_setup_teardown(test_hostile_brackets_end_quickly, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
