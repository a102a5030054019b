#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "evidence/evidence.h"

static struct arena *arena;
static struct claims claims;

static size_t parse(const char *body)
{
    arena_free(arena);
    arena = arena_new();
    claims_parse(arena, NULL, str(body), 9, &claims);
    for (size_t i = 0; i < claims.n; i++)
        assert_true(claims.items[i].at.start < claims.items[i].at.end && claims.items[i].at.end <= strlen(body));
    return claims.n;
}

static void assert_claim(size_t at, const char *text, size_t markers)
{
    assert_true(at < claims.n);
    if (!str_is(claims.items[at].text, text))
        fail_msg("claim %zu is \"%.*s\", not \"%s\"", at, STR_ARG(claims.items[at].text), text);
    assert_int_equal(claims.items[at].spans_n, markers);
}

static void test_sentences_lose_their_markers_and_keep_their_place(void **state)
{
    const char *body = "Pumped hydro held 90 % of capacity [1]. Batteries doubled in 2023 [2][3, 4].\n";

    (void) state;
    assert_int_equal(parse(body), 2);
    assert_claim(0, "Pumped hydro held 90 % of capacity.", 1);
    assert_claim(1, "Batteries doubled in 2023.", 3);
    assert_int_equal(claims.items[1].spans[2], 4);
    assert_memory_equal(body + claims.items[1].at.start, "Batteries doubled", 17);
}

static void test_structure_is_no_claim(void **state)
{
    (void) state;
    assert_int_equal(
        parse("# A heading that says a lot about batteries\n\n---\n\n```\nint main(void) is not a claim [1].\n```\n\n"
              "| a | b |\n|---|---|\n"),
        0);
}

static void test_sentences_about_the_sources_are_no_claims(void **state)
{
    (void) state;
    assert_int_equal(
        parse("The figures of [1] and [7] were not measured in the same way and are compared with care.\n"), 0);
    assert_int_equal(parse("As shown in [3], lithium costs fell by 14 % within one year.\n"), 1);
    assert_int_equal(parse("Lithium costs fell by 14 % within one year [1] and [2].\n"), 1);
}

static void test_list_items_stand_alone(void **state)
{
    (void) state;
    assert_int_equal(
        parse("- Lithium costs fell by 14 % [1]\n- Sodium cells entered production [2]\n1. Zinc lasts longer [3]\n"),
        3);
    assert_claim(0, "Lithium costs fell by 14 %", 1);
    assert_claim(2, "Zinc lasts longer", 1);
}

static void test_unmarked_statements_are_found_remarks_are_not(void **state)
{
    (void) state;
    assert_int_equal(
        parse("Grid operators in Texas added four gigawatts of storage last year. This report covers batteries. "
              "What limits them?"),
        1);
    assert_false(claims.items[0].marked);
}

static void test_unknown_numbers_and_links_cite_nothing(void **state)
{
    (void) state;
    assert_int_equal(parse("Storage grew quickly in many regions of the world [77]. See the long list [3](http://x) of "
                           "projects that are under way."),
                     2);
    assert_claim(0, "Storage grew quickly in many regions of the world.", 0);
    assert_int_equal(claims.items[1].spans_n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences_lose_their_markers_and_keep_their_place),
        cmocka_unit_test(test_structure_is_no_claim),
        cmocka_unit_test(test_sentences_about_the_sources_are_no_claims),
        cmocka_unit_test(test_list_items_stand_alone),
        cmocka_unit_test(test_unmarked_statements_are_found_remarks_are_not),
        cmocka_unit_test(test_unknown_numbers_and_links_cite_nothing),
    };
    int r = cmocka_run_group_tests_name("claim", tests, NULL, NULL);

    arena_free(arena);
    return r;
}
