/* What corpus add leaves out of a folder. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "base/file.h"
#include "search/ignore.h"

static void test_patterns_fit_as_git_has_them(void **state)
{
    static const struct {
        const char *pattern, *name;
        bool fits;
    } cases[] = {
        { "*.log", "a.log", true },
        { "*.log", "a.logs", false },
        { "a?c", "abc", true },
        { "a?c", "a/c", false },
        { "*", "a/b", false },
        { "**/x", "x", true },
        { "**/x", "a/b/x", true },
        { "a/**", "a/b/c", true },
        { "a/**/z", "a/z", true },
        { "a/**/z", "a/b/c/z", true },
        { "a/**/z", "a/b/c/y", false },
        { "[a-c]1", "b1", true },
        { "[!a-c]1", "b1", false },
        { "[!a-c]1", "d1", true },
        { "\\*x", "*x", true },
        { "\\*x", "ax", false },
        { "doc/*.txt", "doc/a.txt", true },
        { "doc/*.txt", "doc/a/b.txt", false },
        { "", "", true },
        { "[", "[", true },
        { "*a*a*a*b", "aaaaaaaaaaaaaaaaaaaac", false },
    };

    (void) state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (ignore_fits(str(cases[i].pattern), str(cases[i].name)) != cases[i].fits)
            fail_msg("%s on %s", cases[i].pattern, cases[i].name);
}

static void test_kinds_are_told_by_name(void **state)
{
    (void) state;
    assert_int_equal(ignore_kind(str("a.PNG")), IGNORE_IMAGE);
    assert_int_equal(ignore_kind(str("app.js")), IGNORE_FILE);
    assert_int_equal(ignore_kind(str("style.css")), IGNORE_FILE);
    assert_int_equal(ignore_kind(str("x.tar.gz")), IGNORE_FILE);
    assert_int_equal(ignore_kind(str("ls.1.gz")), IGNORE_NOTHING);
    assert_int_equal(ignore_kind(str("notes.md")), IGNORE_NOTHING);
    assert_int_equal(ignore_kind(str(".js")), IGNORE_NOTHING);
}

static void put(struct arena *arena, const char *folder, const char *name, const char *text)
{
    assert_int_equal(file_write_atomic(str_format(arena, "%s/%s", folder, name).data, str(text), 0644, NULL), 0);
}

static void test_inner_files_overrule_outer_ones(void **state)
{
    char top[] = "/tmp/fathom-ignore-XXXXXX";
    struct arena *arena = arena_new();

    (void) state;
    assert_non_null(mkdtemp(top));
    struct str sub = str_format(arena, "%s/sub", top);
    assert_int_equal(mkdir(sub.data, 0700), 0);
    put(arena, top, ".gitignore", "# a comment\n*.log\n/only-here\nskip/\n\n!keep.log\n");
    put(arena, sub.data, ".fathomignore", "!b.log\nsecret.txt\n");
    const struct ignore *outer = ignore_read(arena, str(top), NULL), *inner = ignore_read(arena, sub, outer);
    const struct {
        const struct ignore *rules;
        const char *path;
        bool folder, named;
    } cases[] = {
        { outer, "a.log", false, true },
        { outer, "keep.log", false, false },
        { outer, "only-here", false, true },
        { inner, "sub/only-here", false, false },
        { outer, "skip", true, true },
        { outer, "skip", false, false },
        { inner, "sub/a.log", false, true },
        { inner, "sub/b.log", false, false },
        { inner, "sub/secret.txt", false, true },
        { outer, "secret.txt", false, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (ignore_names(cases[i].rules, str_format(arena, "%s/%s", top, cases[i].path), cases[i].folder) !=
            cases[i].named)
            fail_msg("%s", cases[i].path);
    assert_ptr_equal(ignore_read(arena, str("/nowhere"), outer), outer);
    put(arena, top, "package.json", "{}");
    assert_true(ignore_folder(arena, str_format(arena, "%s/build", top)));
    assert_false(ignore_folder(arena, str_format(arena, "%s/build", sub.data)));
    assert_true(ignore_folder(arena, str("/x/node_modules")));
    file_remove_tree(top, NULL);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_patterns_fit_as_git_has_them),
        cmocka_unit_test(test_kinds_are_told_by_name),
        cmocka_unit_test(test_inner_files_overrule_outer_ones),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
