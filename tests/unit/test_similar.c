/* Near copies and clusters of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "base/buf.h"
#include "judge/similar.h"

/* Words of a made-up text; each seed gives another. */
static struct str made_text(struct arena *arena, unsigned seed, int words)
{
    struct buf text;

    buf_init(&text, 1 << 20);
    for (int i = 0; i < words; i++) {
        seed = seed * 1103515245u + 12345u;
        buf_format(&text, "w%u%s", seed >> 16 & 1023, i % 12 == 11 ? ".\n" : " ");
    }
    return buf_take(&text, arena);
}

static struct sketch sketched(struct str text)
{
    struct sketch s;

    sketch_of(text, &s);
    return s;
}

static void test_copies_are_near_and_others_are_not(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct str text = made_text(arena, 1, 400), other = made_text(arena, 2, 400);
    struct sketch a = sketched(text), b = sketched(other);
    struct sketch changed = sketched(str_replace(arena, text, str("w1"), str("W1")));
    struct sketch longer = sketched(str_format(arena, "%.*s\n%.*s", STR_ARG(text), STR_ARG(other)));
    struct sketch edited = sketched(str_format(arena, "A new first sentence. %.*s And a new end.", STR_ARG(text)));

    assert_int_equal(sketch_likeness(&a, &a), 1000);
    assert_int_equal(sketch_likeness(&a, &changed), 1000);
    assert_true(sketch_likeness(&a, &b) < 50);
    assert_true(sketch_likeness(&a, &edited) > 900);
    assert_true(sketch_near(&a, &edited));
    assert_false(sketch_near(&a, &b));
    assert_in_range(sketch_likeness(&a, &longer), 380, 620);
    assert_true(sketch_containment(&a, &longer) > 750);
    assert_true(sketch_near(&b, &longer));
    arena_free(arena);
}

static void test_short_texts_are_never_copies(void **state)
{
    (void) state;
    struct sketch a = sketched(str("Same four words here")), b = sketched(str(""));

    assert_int_equal(a.sequences, 0);
    assert_int_equal(sketch_likeness(&a, &a), 0);
    assert_false(sketch_near(&a, &b));
}

static void test_scripts_without_spaces_work(void **state)
{
    (void) state;
    struct sketch a = sketched(
        str("储能是工程师们研究的最古老的问题之一，也是当今最重要的问题之一。抽水蓄能仍然是最大的储能方式。"));
    struct sketch b = sketched(str(
        "储能是工程师们研究的最古老的问题之一，也是当今最重要的问题之一。抽水蓄能仍然是最大的储能方式，没有争议。"));

    assert_true(a.sequences > 20);
    assert_true(sketch_near(&a, &b));
}

static void check_clusters(size_t copies)
{
    struct arena *arena = arena_new();
    size_t n = copies * 3, *cluster = arena_calloc(arena, n, sizeof *cluster);
    struct sketch *sketches = arena_calloc(arena, n, sizeof *sketches);

    /* Two groups of copies, the rest alone. */
    for (size_t i = 0; i < n; i++) {
        unsigned seed = i % 3 == 0 ? 7u : i % 3 == 1 ? 8u : 1000u + (unsigned) i;
        sketches[i] = sketched(str_format(arena, "%.*s Version %zu of it.", STR_ARG(made_text(arena, seed, 300)), i));
    }
    assert_int_equal(similar_clusters(arena, sketches, n, cluster), 2 + copies);
    for (size_t i = 3; i < n; i += 3) {
        assert_int_equal(cluster[i], 0);
        assert_int_equal(cluster[i + 1], 1);
    }
    arena_free(arena);
}

static void test_clusters_of_few_and_of_many(void **state)
{
    (void) state;
    check_clusters(5);
    check_clusters(200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_copies_are_near_and_others_are_not),
        cmocka_unit_test(test_short_texts_are_never_copies),
        cmocka_unit_test(test_scripts_without_spaces_work),
        cmocka_unit_test(test_clusters_of_few_and_of_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
