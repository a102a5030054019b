/* The allocator by itself: figures of the tables, and what must hold for any items and any budget. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "workflows/budget.h"

enum { MOST = 40 };

static uint64_t seed;

/* xorshift: the same sequence everywhere. */
static int64_t below(int64_t n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int64_t) (seed >> 11) % n;
}

static size_t some_items(struct budget_item *items)
{
    size_t n = (size_t) below(MOST) + 1;

    for (size_t i = 0; i < n; i++)
        items[i] = (struct budget_item){ .tokens = below(3) ? below(30000) : below(30),
                                         .priority = below(1001),
                                         .kind = (enum budget_kind) below(4),
                                         .keep = below(6) == 0 };
    budget_top(items, n);
    return n;
}

static int64_t used(const struct budget_item *items, const enum level *levels, size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        sum += level_tokens(levels[i], items[i].tokens);
    return sum;
}

static void test_the_budget_is_the_window_less_overhead_and_margin(void **state)
{
    (void) state;
    assert_int_equal(budget_of(200000, 60000, 150), 119000);
    assert_int_equal(budget_of(200000, 10000, 150), 161500);
    assert_int_equal(budget_of(100000, 10000, 0), 90000);
    /* Small local models keep a quarter, also where nothing would be left. */
    assert_int_equal(budget_of(8000, 10000, 150), 2000);
    assert_int_equal(budget_of(12000, 10000, 150), 3000);
    assert_int_equal(budget_of(32000, 30000, 1000), 8000);
}

static void test_phases_have_their_shares(void **state)
{
    (void) state;
    assert_int_equal(budget_share(50000, BUDGET_PLANNING), 5000);
    assert_int_equal(budget_share(50000, BUDGET_ANALYSIS), 20000);
    assert_int_equal(budget_share(50000, BUDGET_SYNTHESIS), 17500);
    assert_int_equal(budget_share(50000, BUDGET_REFINEMENT), 7500);
}

static void test_priority_weighs_relevance_most(void **state)
{
    (void) state;
    assert_int_equal(budget_priority(&(struct budget_scores){ .relevance = 1000 }), 400);
    assert_int_equal(budget_priority(&(struct budget_scores){ .recency = 1000 }), 300);
    assert_int_equal(budget_priority(&(struct budget_scores){ .quality = 1000 }), 200);
    assert_int_equal(budget_priority(&(struct budget_scores){ .user = 1000 }), 100);
    assert_int_equal(budget_priority(&(struct budget_scores){ 5000, 1000, 1000, 1000 }), 1000);
    assert_int_equal(budget_priority(&(struct budget_scores){ -5, 0, 0, 0 }), 0);
}

static void test_recency_falls_with_age(void **state)
{
    (void) state;
    const int64_t day = 86400000, now = 20000 * day;
    int64_t before = 1001;

    assert_int_equal(budget_recency(now, now), 1000);
    assert_int_equal(budget_recency(now + day, now), 1000);
    assert_int_equal(budget_recency(now - 730 * day, now), 500);
    assert_int_equal(budget_recency(now - 7300 * day, now), 0);
    assert_int_equal(budget_recency(0, now), 500);
    for (int64_t age = 0; age < 9000; age += 7) {
        int64_t one = budget_recency(now - age * day, now);

        assert_true(one >= 0 && one <= before);
        before = one;
    }
}

static void test_levels_and_bands_are_those_of_the_tables(void **state)
{
    (void) state;
    static const int percent[] = { 100, 70, 40, 20, 10, 0 };

    for (int l = 0; l < LEVELS; l++) {
        assert_int_equal(level_percent((enum level) l), percent[l]);
        assert_int_equal(level_tokens((enum level) l, 5000), 50 * percent[l]);
    }
    assert_int_equal(level_tokens(LEVEL_HEADLINE, 3), 1);
    assert_int_equal(level_tokens(LEVEL_HEADLINE, 0), 0);
    assert_string_equal(band_words[fidelity_band(1000)], "full");
    assert_string_equal(band_words[fidelity_band(900)], "full");
    assert_string_equal(band_words[fidelity_band(899)], "condensed");
    assert_string_equal(band_words[fidelity_band(600)], "condensed");
    assert_string_equal(band_words[fidelity_band(599)], "compressed");
    assert_string_equal(band_words[fidelity_band(300)], "compressed");
    assert_string_equal(band_words[fidelity_band(299)], "minimal");
    assert_int_equal(fidelity_of(3500, 5000), 700);
    assert_int_equal(fidelity_of(4999, 5000), 999);
    assert_int_equal(fidelity_of(0, 0), 1000);
}

static void test_what_fits_stays_full(void **state)
{
    (void) state;
    const struct budget_item items[] = { { .tokens = 600 }, { .tokens = 400, .kind = BUDGET_SPECULATION } };
    enum level levels[2];
    int64_t calls;
    struct error e;

    assert_int_equal(budget_allocate(items, 2, &(struct budget_limits){ .tokens = 1000 }, levels, &calls, &e), 0);
    assert_int_equal(levels[0], LEVEL_FULL);
    assert_int_equal(levels[1], LEVEL_FULL);
    assert_int_equal(calls, 1);
    assert_int_equal(budget_allocate(items, 2, &(struct budget_limits){ .tokens = 999 }, levels, &calls, &e), 0);
    assert_int_equal(levels[0], LEVEL_FULL);
    assert_int_equal(levels[1], LEVEL_CONDENSED);
}

static void test_the_least_important_gives_way_first(void **state)
{
    (void) state;
    struct budget_item items[8];
    enum level levels[8];
    int64_t calls;
    struct error e;

    for (size_t i = 0; i < 8; i++)
        items[i] = (struct budget_item){ .tokens = 1000, .priority = 900 - 100 * (int64_t) i };
    budget_top(items, 8);
    assert_int_equal(budget_allocate(items, 8, &(struct budget_limits){ .tokens = 4000 }, levels, &calls, &e), 0);
    for (size_t i = 1; i < 8; i++)
        assert_true(levels[i - 1] <= levels[i]);
    assert_true(levels[0] < levels[7]);
    assert_true(used(items, levels, 8) <= 4000);
}

/* Everything the guard rails promise, for one allocation. */
static void check(const struct budget_item *items, const enum level *levels, size_t n,
                  const struct budget_limits *limits, int64_t calls)
{
    bool lowered = false;
    size_t count = 0;

    assert_true(used(items, levels, n) <= limits->tokens * calls);
    assert_true(calls <= (limits->calls ? limits->calls : 1));
    for (size_t i = 0; i < n; i++) {
        count += items[i].top;
        if (items[i].top)
            assert_true(items[i].kind == BUDGET_SOURCE && levels[i] <= LEVEL_COMPRESSED);
        if (items[i].keep || !limits->may_drop)
            assert_true(levels[i] <= LEVEL_HEADLINE);
        if (items[i].kind == BUDGET_CONFIDENT && levels[i] != LEVEL_FULL)
            lowered = true;
        if (calls > 1)
            assert_int_equal(levels[i], budget_least(&items[i], limits->may_drop));
    }
    assert_true(count <= BUDGET_TOP_SOURCES);
    /* A confident finding loses nothing while speculation still has something to lose. */
    for (size_t i = 0; lowered && i < n; i++)
        if (items[i].kind == BUDGET_SPECULATION)
            assert_true(levels[i] >= LEVEL_HEADLINE);
}

static void test_no_allocation_exceeds_its_budget_or_breaks_a_rail(void **state)
{
    (void) state;
    struct budget_item items[MOST];
    enum level levels[MOST];
    int fits = 0, splits = 0, refused = 0;

    seed = 20261115;
    for (int round = 0; round < 20000; round++) {
        size_t n = some_items(items);
        struct budget_limits limits = { .tokens = below(4) ? below(200000) + 1 : below(2000) + 1,
                                        .calls = below(30),
                                        .may_drop = below(2) };
        struct error e = { 0 };
        int64_t calls;
        int r = budget_allocate(items, n, &limits, levels, &calls, &e);

        if (r == 0) {
            check(items, levels, n, &limits, calls);
            fits += calls == 1;
            splits += calls > 1;
        } else {
            assert_int_equal(r, -ERROR_LIMIT);
            assert_non_null(strstr(e.message, "model_context_overrides"));
            assert_true(limits.may_drop || strstr(e.message, "allow_content_dropping"));
            refused++;
        }
    }
    assert_true(fits > 1000 && splits > 1000 && refused > 1000);
}

static void test_more_budget_never_makes_an_item_worse(void **state)
{
    (void) state;
    struct budget_item items[MOST];
    enum level small[MOST], large[MOST];

    seed = 7;
    for (int round = 0; round < 5000; round++) {
        size_t n = some_items(items);
        struct budget_limits limits = { .tokens = below(100000) + 1, .calls = below(50) + 1, .may_drop = below(2) };
        int64_t calls, fewer;

        if (budget_allocate(items, n, &limits, small, &calls, NULL) < 0)
            continue;
        limits.tokens += below(50000);
        assert_int_equal(budget_allocate(items, n, &limits, large, &fewer, NULL), 0);
        assert_true(fewer <= calls);
        for (size_t i = 0; i < n; i++)
            assert_true(large[i] <= small[i]);
    }
}

static void test_order_of_equals_is_their_place(void **state)
{
    (void) state;
    struct budget_item items[12];
    enum level first[12], again[12];
    int64_t calls;

    for (size_t i = 0; i < 12; i++)
        items[i] = (struct budget_item){ .tokens = 100, .priority = 500 };
    budget_top(items, 12);
    for (int64_t tokens = 200; tokens <= 1200; tokens += 50) {
        int r = budget_allocate(items, 12, &(struct budget_limits){ .tokens = tokens }, first, &calls, NULL);

        assert_int_equal(budget_allocate(items, 12, &(struct budget_limits){ .tokens = tokens }, again, &calls, NULL),
                         r);
        for (size_t i = 0; r == 0 && i < 12; i++) {
            assert_int_equal(first[i], again[i]);
            assert_true(i == 0 || first[i - 1] <= first[i]);
        }
    }
}

static void test_pieces_are_packed_in_order_and_items_kept_together(void **state)
{
    (void) state;
    const struct budget_piece pieces[] = { { 0, 60 }, { 1, 30 }, { 1, 30 }, { 2, 80 }, { 2, 80 }, { 3, 10 } };
    size_t calls[6];

    assert_int_equal(budget_pack(pieces, 6, 100, true, calls), 4);
    assert_int_equal(calls[0], 0);
    assert_int_equal(calls[1], 1); /* 60 would not fit beside the first, so the whole item moves */
    assert_int_equal(calls[2], 1);
    assert_int_equal(calls[3], 2);
    assert_int_equal(calls[4], 3);
    assert_int_equal(calls[5], 3);
    assert_int_equal(budget_pack(pieces, 0, 100, true, calls), 1);
    /* Parted where they need not stay together. */
    assert_int_equal(budget_pack(pieces, 3, 100, false, calls), 2);
    assert_int_equal(calls[1], 0);
    assert_int_equal(calls[2], 1);
}

static void test_pieces_never_overfill_a_call(void **state)
{
    (void) state;
    struct budget_piece pieces[200];
    size_t calls[200];

    seed = 99;
    for (int round = 0; round < 3000; round++) {
        size_t n = (size_t) below(200) + 1;
        int64_t tokens = below(500) + 100, sum[201] = { 0 };

        for (size_t i = 0; i < n; i++)
            pieces[i] = (struct budget_piece){ i && below(3) ? pieces[i - 1].item : i, below(100) + 1 };
        size_t count = budget_pack(pieces, n, tokens, below(2), calls);
        for (size_t i = 0; i < n; i++) {
            assert_true(calls[i] < count && (i == 0 || (calls[i] >= calls[i - 1] && calls[i] <= calls[i - 1] + 1)));
            sum[calls[i]] += pieces[i].tokens;
        }
        for (size_t c = 0; c < count; c++)
            assert_true(sum[c] <= tokens);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_the_budget_is_the_window_less_overhead_and_margin),
        cmocka_unit_test(test_phases_have_their_shares),
        cmocka_unit_test(test_priority_weighs_relevance_most),
        cmocka_unit_test(test_recency_falls_with_age),
        cmocka_unit_test(test_levels_and_bands_are_those_of_the_tables),
        cmocka_unit_test(test_what_fits_stays_full),
        cmocka_unit_test(test_the_least_important_gives_way_first),
        cmocka_unit_test(test_no_allocation_exceeds_its_budget_or_breaks_a_rail),
        cmocka_unit_test(test_more_budget_never_makes_an_item_worse),
        cmocka_unit_test(test_order_of_equals_is_their_place),
        cmocka_unit_test(test_pieces_are_packed_in_order_and_items_kept_together),
        cmocka_unit_test(test_pieces_never_overfill_a_call),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
