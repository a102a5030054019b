/* The rules of a supervised research: transitions, gates at their thresholds, iterations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "roles/refine.h"
#include "search/quality.h"
#include "judge/conflict.h"
#include "workflows/supervisor.h"

static int setup(void **state) { return (*state = arena_new()) ? 0 : -1; }
static int teardown(void **state) { return arena_free(*state), 0; }

/* --- transitions --- */

/* The table of the seed in other words, written down a second time. */
static bool expected(enum phase from, enum phase to, const struct circumstances *c)
{
    bool room = c->gaps > 0 && c->iteration < c->max_iterations && !c->ends_early;
    enum phase end = c->unwritten ? PHASE_SYNTHESIS : PHASE_COMPLETED;

    if (from == PHASE_IDLE)
        return (c->starts && to == PHASE_PLANNING) ||
               (c->resumes && (to == PHASE_PLANNING || to == PHASE_GATHERING || to == PHASE_ANALYSIS ||
                               to == PHASE_SYNTHESIS || to == PHASE_REFINEMENT));
    if (from == PHASE_COMPLETED)
        return false;
    if (from == PHASE_ABORTED)
        return c->resumes && to == PHASE_IDLE;
    if (c->aborted)
        return to == PHASE_ABORTED;
    switch (from) {
    case PHASE_PLANNING: return c->finished && to == PHASE_GATHERING;
    case PHASE_GATHERING: return c->finished && to == (c->nothing_new ? PHASE_DECISION : PHASE_ANALYSIS);
    case PHASE_ANALYSIS: return c->finished && to == PHASE_SYNTHESIS;
    case PHASE_SYNTHESIS: return c->finished && to == (c->revised ? PHASE_COMPLETED : PHASE_DECISION);
    case PHASE_DECISION: return to == (room ? PHASE_REFINEMENT : end);
    case PHASE_REFINEMENT: return to == (c->untried && !c->ends_early ? PHASE_GATHERING : end);
    default: return false;
    }
}

static void test_every_transition_of_the_table_and_no_other(void **state)
{
    size_t walked[PHASES][PHASES] = { 0 };
    (void) state;

    for (unsigned bits = 0; bits < 1u << 11; bits++) {
        struct circumstances c = {
            .starts = bits & 1,
            .resumes = bits & 2,
            .finished = bits & 4,
            .gaps = bits & 8 ? 2 : 0,
            .untried = bits & 16 ? 1 : 0,
            .iteration = bits & 32 ? 3 : 2,
            .max_iterations = 3,
            .ends_early = bits & 64,
            .aborted = bits & 128,
            .nothing_new = bits & 256,
            .unwritten = bits & 512,
            .revised = bits & 1024,
        };

        for (int from = 0; from < PHASES; from++)
            for (int to = 0; to < PHASES; to++) {
                assert_int_equal(phase_may(from, to, &c), expected(from, to, &c));
                walked[from][to] += phase_may(from, to, &c);
            }
    }
    /* All of these were seen to be possible. */
    static const enum phase edges[][2] = {
        { PHASE_IDLE, PHASE_PLANNING },        { PHASE_PLANNING, PHASE_GATHERING },
        { PHASE_GATHERING, PHASE_ANALYSIS },   { PHASE_ANALYSIS, PHASE_SYNTHESIS },
        { PHASE_SYNTHESIS, PHASE_DECISION },   { PHASE_DECISION, PHASE_REFINEMENT },
        { PHASE_DECISION, PHASE_COMPLETED },   { PHASE_REFINEMENT, PHASE_GATHERING },
        { PHASE_REFINEMENT, PHASE_COMPLETED }, { PHASE_PLANNING, PHASE_ABORTED },
        { PHASE_GATHERING, PHASE_ABORTED },    { PHASE_ANALYSIS, PHASE_ABORTED },
        { PHASE_SYNTHESIS, PHASE_ABORTED },    { PHASE_DECISION, PHASE_ABORTED },
        { PHASE_REFINEMENT, PHASE_ABORTED },   { PHASE_ABORTED, PHASE_IDLE },
        { PHASE_IDLE, PHASE_GATHERING },       { PHASE_IDLE, PHASE_ANALYSIS },
        { PHASE_IDLE, PHASE_SYNTHESIS },       { PHASE_IDLE, PHASE_REFINEMENT },
        { PHASE_GATHERING, PHASE_DECISION },   { PHASE_DECISION, PHASE_SYNTHESIS },
        { PHASE_REFINEMENT, PHASE_SYNTHESIS }, { PHASE_SYNTHESIS, PHASE_COMPLETED },
    };
    size_t possible = 0;
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        assert_true(walked[edges[i][0]][edges[i][1]] > 0);
    for (int from = 0; from < PHASES; from++)
        for (int to = 0; to < PHASES; to++)
            possible += walked[from][to] > 0;
    assert_int_equal(possible, sizeof edges / sizeof *edges);
}

static void test_the_next_phase_is_always_a_legal_one(void **state)
{
    (void) state;
    for (unsigned bits = 0; bits < 1u << 11; bits++)
        for (int from = 0; from < PHASES; from++) {
            struct circumstances c = {
                .starts = bits & 1,
                .resumes = bits & 2,
                .finished = bits & 4,
                .gaps = bits & 8 ? 2 : 0,
                .untried = bits & 16 ? 1 : 0,
                .iteration = bits & 32 ? 3 : 2,
                .max_iterations = 3,
                .ends_early = bits & 64,
                .aborted = bits & 128,
                .nothing_new = bits & 256,
                .unwritten = bits & 512,
                .revised = bits & 1024,
            };
            enum phase next = phase_next(from, &c);

            assert_true((int) next == from || phase_may(from, next, &c));
        }
}

/* --- gates --- */

static void add_queries(struct arena *arena, struct supervision *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        assert_true(
            supervision_add_query(arena, s, str("subq-0"), str_format(arena, "what about part %zu", i), str("why"), 1));
}

static void add_sources(struct arena *arena, struct supervision *s, size_t n, int quality)
{
    s->sources.items = arena_calloc(arena, n + 1, sizeof *s->sources.items);
    s->quality = arena_calloc(arena, n + 1, sizeof *s->quality);
    s->cluster = arena_calloc(arena, n + 1, sizeof *s->cluster);
    s->copy = arena_calloc(arena, n + 1, sizeof *s->copy);
    s->added = arena_calloc(arena, n + 1, sizeof *s->added);
    for (size_t i = 0; i < n; i++) {
        s->sources.items[i] = (struct source_row){ .id = str_format(arena, "src-%zu", i), .number = (int64_t) i + 1 };
        s->quality[i] = quality;
        s->cluster[i] = i;
    }
    s->sources.n = s->judged = n;
}

static void add_finding(struct arena *arena, struct supervision *s, const char *content, int confidence, size_t source)
{
    size_t *sources = arena_calloc(arena, 1, sizeof *sources);
    struct research_finding f = {
        .content = str(content), .said = confidence, .confidence = confidence, .sources = sources, .sources_n = 1
    };

    sources[0] = source;
    supervision_add_finding(arena, s, str("find-0"), &f);
}

static struct gate check(struct arena *arena, const struct supervision *s, enum phase phase)
{
    struct gate gate;

    gate_check(arena, s, phase, &gate);
    return gate;
}

static void test_the_planning_gate_at_its_thresholds(void **state)
{
    struct arena *arena = *state;
    static const struct {
        size_t queries, most;
        const char *brief;
        bool valid, mendable;
        int64_t score;
    } rows[] = {
        { 2, 5, "brief", true, false, 50 },  { 1, 5, "brief", false, true, 25 },   { 0, 5, "brief", false, true, 0 },
        { 5, 5, "brief", true, false, 100 }, { 6, 5, "brief", false, false, 100 }, { 2, 5, "", false, true, 50 },
        { 2, 5, "  ", false, true, 50 },     { 1, 1, "brief", true, false, 25 },   { 0, 1, "brief", false, true, 0 },
        { 3, 5, "brief", true, false, 75 },  { 4, 5, "brief", true, false, 100 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { .max_sub_queries = rows[i].most, .brief = str(rows[i].brief), .iteration = 1 };

        add_queries(arena, &s, rows[i].queries);
        struct gate gate = check(arena, &s, PHASE_PLANNING);
        assert_int_equal(gate.valid, rows[i].valid);
        assert_int_equal(gate.mendable, rows[i].mendable);
        assert_int_equal(gate.score, rows[i].score);
    }
    /* Nine characters are too short, ten are not; code points count, not bytes. */
    static const struct {
        const char *query;
        bool valid;
    } lengths[] = {
        { "123456789", false },
        { "1234567890", true },
        { "ääääääääää", true },
        { "äääääääää", false },
    };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct supervision s = { .max_sub_queries = 5, .brief = str("brief") };

        add_queries(arena, &s, 1);
        supervision_add_query(arena, &s, str("subq-1"), str(lengths[i].query), str(""), 1);
        struct gate gate = check(arena, &s, PHASE_PLANNING);
        assert_int_equal(gate.valid, lengths[i].valid);
        assert_false(gate.mendable);
    }
}

static void test_the_gathering_gate_at_its_thresholds(void **state)
{
    struct arena *arena = *state;
    static const struct {
        size_t sources;
        int quality;
        size_t queries, done;
        bool valid, mendable;
        int64_t score;
    } rows[] = {
        { 3, QUALITY_HIGH, 4, 4, true, false, 45 },  { 2, QUALITY_HIGH, 4, 4, false, true, 30 },
        { 0, QUALITY_HIGH, 4, 4, false, true, 0 },   { 3, QUALITY_MEDIUM, 4, 4, false, false, 45 },
        { 3, QUALITY_HIGH, 4, 2, true, false, 45 },  { 3, QUALITY_HIGH, 4, 1, false, false, 45 },
        { 3, QUALITY_HIGH, 5, 3, true, false, 45 },  { 3, QUALITY_HIGH, 5, 2, false, false, 45 },
        { 7, QUALITY_HIGH, 1, 1, true, false, 100 }, { 6, QUALITY_HIGH, 1, 1, true, false, 90 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { .max_sub_queries = 20 };

        add_queries(arena, &s, rows[i].queries);
        for (size_t q = 0; q < rows[i].queries; q++)
            s.queries[q].status = q < rows[i].done ? QUERY_COMPLETED : QUERY_FAILED;
        add_sources(arena, &s, rows[i].sources, rows[i].quality);
        struct gate gate = check(arena, &s, PHASE_GATHERING);
        assert_int_equal(gate.valid, rows[i].valid);
        assert_int_equal(gate.mendable, rows[i].mendable);
        assert_int_equal(gate.score, rows[i].score);
    }
}

static void test_the_analysis_gate_at_its_thresholds(void **state)
{
    struct arena *arena = *state;
    /* `sources` in all; each finding has one of its own. */
    static const struct {
        size_t findings, high, sources;
        bool valid, mendable;
        int64_t score;
    } rows[] = {
        { 2, 1, 3, true, false, 50 },  { 1, 1, 3, false, true, 30 },  { 0, 0, 0, false, true, 0 },
        { 2, 0, 3, false, false, 40 }, { 3, 1, 10, true, false, 70 }, { 3, 1, 11, false, false, 70 },
        { 2, 2, 6, true, false, 60 },  { 2, 2, 7, false, false, 60 }, { 4, 2, 4, true, false, 100 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { 0 };

        add_sources(arena, &s, rows[i].sources, QUALITY_MEDIUM);
        for (size_t f = 0; f < rows[i].findings; f++)
            add_finding(arena, &s, str_z(arena, str_format(arena, "finding %zu", f)),
                        f < rows[i].high ? CONFIDENCE_HIGH : CONFIDENCE_LOW, f);
        struct gate gate = check(arena, &s, PHASE_ANALYSIS);
        assert_int_equal(gate.valid, rows[i].valid);
        assert_int_equal(gate.mendable, rows[i].mendable);
        assert_int_equal(gate.score, rows[i].score);
    }
}

static void test_the_synthesis_gate_at_its_thresholds(void **state)
{
    struct arena *arena = *state;
    static const struct {
        size_t length;
        bool sections, valid, mendable;
        int64_t score;
    } rows[] = {
        { 0, false, false, true, 0 },     { 99, true, false, false, 1 },   { 100, true, true, false, 2 },
        { 100, false, false, false, 2 },  { 4999, true, true, false, 99 }, { 5000, true, true, false, 100 },
        { 9000, true, true, false, 100 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { 0 };
        char *text = arena_alloc(arena, rows[i].length + 1);

        memset(text, 'a', rows[i].length);
        if (rows[i].sections)
            memcpy(text, "## ", 3);
        s.report = str_n(text, rows[i].length);
        struct gate gate = check(arena, &s, PHASE_SYNTHESIS);
        assert_int_equal(gate.valid, rows[i].valid);
        assert_int_equal(gate.mendable, rows[i].mendable);
        assert_int_equal(gate.score, rows[i].score);
    }
}

static void test_the_refinement_gate_always_passes_and_tells(void **state)
{
    struct arena *arena = *state;
    const struct str_list none = { 0 };
    static const struct {
        size_t open;
        size_t iteration;
        size_t issues;
        int64_t score;
    } rows[] = {
        { 0, 3, 0, 100 }, { 1, 2, 0, 80 }, { 1, 3, 1, 80 }, { 5, 3, 1, 0 }, { 7, 1, 0, 0 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { .iteration = rows[i].iteration, .max_iterations = 3 };

        for (size_t g = 0; g < rows[i].open; g++)
            supervision_add_gap(arena, &s, str("gap-0"), str_format(arena, "gap %zu", g), &none, 1);
        struct gate gate = check(arena, &s, PHASE_REFINEMENT);
        assert_true(gate.valid);
        assert_int_equal(gate.issues.n, rows[i].issues);
        assert_int_equal(gate.score, rows[i].score);
    }
}

/* --- findings and gaps --- */

static void test_confidence_needs_independent_sources(void **state)
{
    struct arena *arena = *state;
    struct supervision s = { 0 };
    size_t all[] = { 0, 1, 2, 3 };

    add_sources(arena, &s, 4, QUALITY_MEDIUM);
    s.quality[0] = QUALITY_HIGH;
    s.quality[3] = QUALITY_LOW;
    s.cluster[2] = s.cluster[1]; /* a copy */
    static const struct {
        size_t first, n;
        int said, is;
    } rows[] = {
        { 0, 0, CONFIDENCE_HIGH, CONFIDENCE_SPECULATION },
        { 1, 1, CONFIDENCE_HIGH, CONFIDENCE_MEDIUM },
        { 3, 1, CONFIDENCE_CONFIRMED, CONFIDENCE_LOW },
        { 1, 2, CONFIDENCE_HIGH, CONFIDENCE_MEDIUM }, /* one text twice is one source */
        { 0, 2, CONFIDENCE_HIGH, CONFIDENCE_HIGH },
        { 0, 2, CONFIDENCE_CONFIRMED, CONFIDENCE_HIGH },
        { 0, 4, CONFIDENCE_CONFIRMED, CONFIDENCE_CONFIRMED },
        { 0, 4, CONFIDENCE_LOW, CONFIDENCE_LOW }, /* never raised */
        { 0, 4, CONFIDENCE_SPECULATION, CONFIDENCE_SPECULATION },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct research_finding f = { .sources = all + rows[i].first, .sources_n = rows[i].n };

        assert_int_equal(confidence_cap(&s, &f, rows[i].said), rows[i].is);
    }
}

static void test_the_same_finding_twice_is_one_with_the_sources_of_both(void **state)
{
    struct arena *arena = *state;
    struct supervision s = { 0 };

    add_sources(arena, &s, 3, QUALITY_MEDIUM);
    add_finding(arena, &s, "Costs fell by 90 %.", CONFIDENCE_LOW, 2);
    add_finding(arena, &s, "costs fell by 90 %", CONFIDENCE_HIGH, 0);
    add_finding(arena, &s, "Costs fell by 80 %.", CONFIDENCE_LOW, 0);
    assert_int_equal(s.findings_n, 2);
    assert_int_equal(s.findings[0].sources_n, 2);
    assert_int_equal(s.findings[0].sources[0], 0);
    assert_int_equal(s.findings[0].sources[1], 2);
    assert_int_equal(s.findings[0].said, CONFIDENCE_HIGH);
    assert_int_equal(confidence_cap(&s, &s.findings[0], s.findings[0].said), CONFIDENCE_HIGH);
}

static void test_a_finding_that_another_says_and_more_is_one_with_it(void **state)
{
    struct arena *arena = *state;
    struct supervision s = { 0 };

    add_sources(arena, &s, 3, QUALITY_MEDIUM);
    add_finding(arena, &s, "The barrage will cost 620 million euros.", CONFIDENCE_LOW, 2);
    add_finding(arena, &s, "The barrage will cost 620 million euros, according to the company that plans it.",
                CONFIDENCE_LOW, 0);
    add_finding(arena, &s, "The barrage will cost 620 million euros.", CONFIDENCE_LOW, 1);
    add_finding(arena, &s, "The barrage will cost 950 million euros, according to the auditors.", CONFIDENCE_LOW, 1);
    assert_int_equal(s.findings_n, 2);
    assert_int_equal(s.findings[0].sources_n, 3);
    assert_true(str_ends(s.findings[0].content, "the company that plans it."));
}

static void test_a_gap_told_in_more_words_is_one(void **state)
{
    struct arena *arena = *state;
    struct supervision s = { 0 };
    const struct str_list none = { 0 };

    supervision_add_gap(arena, &s, str("gap-1"), str("What opponents say of birds"), &none, 1);
    supervision_add_gap(arena, &s, str("gap-2"), str("Nothing is said of what the opponents say of the birds."), &none,
                        1);
    supervision_add_gap(arena, &s, str("gap-3"), str("Nothing is said of what the opponents say of the fish."), &none,
                        1);
    assert_int_equal(s.gaps_n, 2);
    assert_true(str_is(s.gaps[0].id, "gap-1"));
}

static void test_a_contradiction_needs_two_sides_that_differ(void **state)
{
    struct arena *arena = *state;
    struct supervision s = { 0 };
    static const struct {
        const char *description;
        size_t one[3], one_n, other[3], other_n;
        ptrdiff_t preferred;
        bool taken;
        ptrdiff_t is;
    } rows[] = {
        { "on costs", { 0 }, 1, { 1 }, 1, 1, true, 1 },
        { "on years", { 0, 1 }, 2, { 2 }, 1, 3, true, -1 }, /* nobody asked that one */
        { "with itself", { 1 }, 1, { 1 }, 1, 1, false, 0 },
        { "with nobody", { 1 }, 1, { 0 }, 0, -1, false, 0 },
        { "on both sides", { 0, 1 }, 2, { 1, 2 }, 2, -1, true, -1 },
        { "on both and else nowhere", { 0, 1 }, 2, { 0 }, 1, -1, false, 0 },
        { "On costs.", { 2 }, 1, { 3 }, 1, -1, false, 0 }, /* known */
    };

    add_sources(arena, &s, 4, QUALITY_MEDIUM);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t before = s.contradictions.n;
        struct research_contradiction c = { .description = str(rows[i].description),
                                            .preferred = rows[i].preferred,
                                            .one = arena_copy(arena, rows[i].one, sizeof rows[i].one),
                                            .one_n = rows[i].one_n,
                                            .other = arena_copy(arena, rows[i].other, sizeof rows[i].other),
                                            .other_n = rows[i].other_n };

        assert_int_equal(contradictions_add(arena, &s.contradictions, &c), rows[i].taken);
        assert_int_equal(s.contradictions.n, before + rows[i].taken);
        if (rows[i].taken)
            assert_int_equal(s.contradictions.items[before].preferred, rows[i].is);
    }
    /* The one between: its sources speak for nobody. */
    assert_int_equal(s.contradictions.items[2].one_n, 1);
    assert_int_equal(s.contradictions.items[2].one[0], 0);
    assert_int_equal(s.contradictions.items[2].other_n, 1);
    assert_int_equal(s.contradictions.items[2].other[0], 2);
}

static void test_findings_of_calls_that_did_not_see_each_other_are_compared(void **state)
{
    struct arena *arena = *state;
    static const char *const contents[] = {
        "The Hallen tidal barrage costs 620 million euros.",
        "The Hallen tidal barrage costs 950 million euros, the auditor reports.",
        "The barrage of Orrin has 12 turbines.",
    };
    static const struct {
        size_t calls[3], before,
            hidden; /* the call that told each; findings of an earlier round, and hidden in this one */
        bool found;
    } rows[] = {
        { { 0, 1, 1 }, 0, 0, true },  /* side by side */
        { { 0, 0, 1 }, 0, 0, false }, /* in one call: its analyst has judged them */
        { { 0, 1, 1 }, 1, 0, false }, /* the first is of an earlier round, and the second call was shown it */
        { { 0, 1, 1 }, 1, 1, true },  /* it was not */
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct supervision s = { .iteration = 1 };
        struct tellings told = { .before = rows[i].before };
        struct conflict *found;

        add_sources(arena, &s, 3, QUALITY_MEDIUM);
        for (size_t f = 0; f < 3; f++) {
            add_finding(arena, &s, contents[f], CONFIDENCE_MEDIUM, f);
            tellings_add(arena, &told, f, f < rows[i].hidden ? SIZE_MAX : rows[i].calls[f]);
        }
        size_t n = findings_in_conflict(arena, &s, &told, &found);
        assert_int_equal(n, rows[i].found);
        if (n) {
            assert_int_equal(found[0].a, 0);
            assert_int_equal(found[0].b, 1);
        }
    }
}

static void test_a_gap_that_is_found_again_is_open_again(void **state)
{
    struct arena *arena = *state;
    const struct str_list none = { 0 };
    struct supervision s = { .iteration = 1 };

    size_t at = supervision_add_gap(arena, &s, str("gap-0"), str("No source speaks of cost."), &none, 1);
    s.gaps[at].addressed = true;
    assert_int_equal(gaps_open(&s), 0);
    assert_int_equal(supervision_add_gap(arena, &s, str("gap-1"), str("no source speaks of cost"), &none, 2), at);
    assert_int_equal(s.gaps_n, 1);
    assert_int_equal(gaps_open(&s), 1);
}

/* --- whole runs, thrown by dice --- */

struct dice {
    uint64_t state;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (d->state >> 33) % sides;
}

/* Walks the table with whatever the agents might bring. */
static void test_iterations_only_rise_nothing_shrinks_and_it_ends(void **state)
{
    const struct str_list none = { 0 };
    (void) state;

    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct arena *arena = arena_new();
        struct dice d = { seed };
        struct supervision s = {
            .phase = PHASE_IDLE, .iteration = 1, .max_iterations = 1 + roll(&d, 10), .max_sub_queries = 1 + roll(&d, 20)
        };
        size_t steps = 0, first = 0, gatherings = 0, made = 0;
        bool early = false;

        add_sources(arena, &s, 64, QUALITY_MEDIUM);
        s.sources.n = s.judged = 0;
        while (s.phase != PHASE_COMPLETED) {
            struct supervision before = s;

            assert_true(++steps < 100);
            if (s.phase == PHASE_PLANNING || s.phase == PHASE_REFINEMENT) {
                first = s.queries_n;
                for (uint32_t i = roll(&d, 4); i > 0; i--)
                    supervision_add_query(arena, &s, str("subq-0"), str_format(arena, "query number %u", roll(&d, 40)),
                                          str(""), 1);
            } else if (s.phase == PHASE_GATHERING) {
                gatherings++;
                s.sources.n = s.judged = s.sources.n + roll(&d, 7) < 64 ? s.sources.n + roll(&d, 7) % (64 - s.sources.n)
                                                                        : s.sources.n;
            } else if (s.phase == PHASE_ANALYSIS) {
                for (uint32_t i = roll(&d, 4); i > 0 && s.sources.n; i--)
                    add_finding(arena, &s, str_z(arena, str_format(arena, "finding %zu", made++)), (int) roll(&d, 5),
                                roll(&d, (uint32_t) s.sources.n));
                for (uint32_t i = roll(&d, 3); i > 0; i--)
                    supervision_add_gap(arena, &s, str("gap-0"), str_format(arena, "gap %u", roll(&d, 12)), &none, 1);
                if (s.gaps_n && roll(&d, 2))
                    s.gaps[roll(&d, (uint32_t) s.gaps_n)].addressed = true;
            }
            early = early || roll(&d, 25) == 0;
            struct circumstances c = {
                .starts = s.phase == PHASE_IDLE,
                .finished = true,
                .gaps = gaps_open(&s),
                .untried = s.queries_n - first,
                .iteration = s.iteration,
                .max_iterations = s.max_iterations,
                .ends_early = early,
            };
            enum phase next = phase_next(s.phase, &c);
            assert_true(phase_may(s.phase, next, &c));
            if (s.phase == PHASE_REFINEMENT && next == PHASE_GATHERING)
                s.iteration++;
            s.phase = next;
            assert_true(s.iteration == before.iteration || s.iteration == before.iteration + 1);
            assert_true(s.iteration <= s.max_iterations);
            assert_true(s.sources.n >= before.sources.n && s.findings_n >= before.findings_n &&
                        s.gaps_n >= before.gaps_n);
            assert_true(s.queries_n >= before.queries_n);
        }
        assert_true(gatherings >= 1 && gatherings <= s.max_iterations);
        arena_free(arena);
    }
}

/* --- quality by domain --- */

static void test_domains_have_tiers_by_mode(void **state)
{
    static const struct {
        const char *url, *mode;
        enum domain_tier tier;
    } rows[] = {
        { "https://www.energy.gov/storage", "general", TIER_DOMAIN_HIGH },
        { "https://web.mit.edu/x", "", TIER_DOMAIN_HIGH },
        { "https://www.ox.ac.uk/news", "general", TIER_DOMAIN_HIGH },
        { "https://blog.example.com/a", "general", TIER_DOMAIN_MEDIUM },
        { "https://me.blogspot.com/p", "general", TIER_DOMAIN_LOW },
        { "https://www.reddit.com/r/x", "general", TIER_DOMAIN_LOW },
        { "https://www.reddit.com/r/x", "technical", TIER_DOMAIN_MEDIUM },
        { "https://docs.example.org/api", "technical", TIER_DOMAIN_HIGH },
        { "https://docs.example.org/api", "general", TIER_DOMAIN_MEDIUM },
        { "https://arxiv.org/abs/1", "academic", TIER_DOMAIN_HIGH },
        { "https://www.reuters.com/a", "academic", TIER_DOMAIN_MEDIUM },
        { "https://www.reuters.com/a", "general", TIER_DOMAIN_HIGH },
        { "https://docs.evil.com.blogspot.com/", "general", TIER_DOMAIN_LOW },
        { "file:notes.md", "general", TIER_DOMAIN_MEDIUM },
        { "https://notedu.com/", "general", TIER_DOMAIN_MEDIUM },
        { "", "general", TIER_DOMAIN_MEDIUM },
    };
    (void) state;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (domain_quality(str(rows[i].url), str(rows[i].mode)) != rows[i].tier)
            fail_msg("%s (%s): not tier %d", rows[i].url, rows[i].mode, rows[i].tier);
}

static void test_copies_among_the_sources_are_told_at_the_pause(void **state)
{
    int quality[3] = { QUALITY_HIGH, QUALITY_MEDIUM, QUALITY_MEDIUM };
    bool copy[3] = { false, true, false };
    struct supervision s = { .quality = quality, .copy = copy, .judged = 3 };

    s.sources.n = 3;
    assert_true(str_starts(reflection_prompt(*state, &s, PHASE_GATHERING),
                           "3 sources were collected (1 copy of another left out), 1 of high"));
    copy[1] = false;
    assert_true(str_starts(reflection_prompt(*state, &s, PHASE_GATHERING), "3 sources were collected, 1 of high"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_every_transition_of_the_table_and_no_other),
        TEST(test_the_next_phase_is_always_a_legal_one),
        TEST(test_the_planning_gate_at_its_thresholds),
        TEST(test_the_gathering_gate_at_its_thresholds),
        TEST(test_the_analysis_gate_at_its_thresholds),
        TEST(test_the_synthesis_gate_at_its_thresholds),
        TEST(test_the_refinement_gate_always_passes_and_tells),
        TEST(test_confidence_needs_independent_sources),
        TEST(test_the_same_finding_twice_is_one_with_the_sources_of_both),
        TEST(test_a_finding_that_another_says_and_more_is_one_with_it),
        TEST(test_a_gap_told_in_more_words_is_one),
        TEST(test_a_contradiction_needs_two_sides_that_differ),
        TEST(test_findings_of_calls_that_did_not_see_each_other_are_compared),
        TEST(test_a_gap_that_is_found_again_is_open_again),
        TEST(test_iterations_only_rise_nothing_shrinks_and_it_ends),
        TEST(test_domains_have_tiers_by_mode),
        TEST(test_copies_among_the_sources_are_told_at_the_pause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
