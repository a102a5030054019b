#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "evidence/internal.h"
#include "evidence/markers.h"
#include "evidence/row.h"

static struct arena *arena;
static struct number_row *numbers;
static size_t numbers_n;

static void check_numbers(const char *claim, const char *quote)
{
    const struct str quotes[] = { str(quote) };

    evidence_numbers(arena, str(claim), quotes, 1, &numbers, &numbers_n);
}

static void assert_number(size_t at, enum number_state match)
{
    assert_true(at < numbers_n);
    if (numbers[at].match != (int) match)
        fail_msg("%.*s is %s (%.*s), not %s", STR_ARG(numbers[at].text), number_state_words[numbers[at].match],
                 STR_ARG(numbers[at].found), number_state_words[match]);
}

/* --- numbers --- */

static void test_the_same_number_in_other_words_is_the_same(void **state)
{
    (void) state;
    check_numbers("Output reached 3.1 million tonnes.", "Output reached 3,100,000 tonnes, the agency said.");
    assert_number(0, NUMBER_IS_SAME);
    check_numbers("The line is 3 km long.", "The line is 3,000 metres long.");
    assert_number(0, NUMBER_IS_SAME);
}

static void test_another_number_about_the_same_is_different(void **state)
{
    (void) state;
    check_numbers("Costs fell to 95 dollars per kilowatt hour.", "Costs fell to 115 dollars per kilowatt hour.");
    assert_number(0, NUMBER_IS_DIFFERENT);
    assert_true(str_is(numbers[0].found, "115 dollars"));
}

static void test_the_same_digits_of_another_unit_are_different(void **state)
{
    (void) state;
    check_numbers("It milled 3.250 kilos of olives.", "It milled 3.250 tonnes of olives.");
    assert_number(0, NUMBER_IS_DIFFERENT);
    check_numbers("It milled 3.250 kilos of olives.", "It milled 3,250 kilos of olives.");
    assert_number(0, NUMBER_IS_CLOSE);
}

static void test_percent_and_points_are_not_the_same(void **state)
{
    (void) state;
    check_numbers("The share rose by 5 percentage points.", "The share rose by 5 percent.");
    assert_true(numbers_n > 0 && numbers[0].match != NUMBER_IS_SAME);
}

static void test_what_is_counted_must_fit(void **state)
{
    (void) state;
    check_numbers("The studio made 400 films.", "The studio employed 400 people.");
    assert_number(0, NUMBER_IS_MISSING);
    check_numbers("The studio made 400 films.", "By then, 400 films had been made.");
    assert_number(0, NUMBER_IS_SAME);
    /* words of two languages are not compared */
    check_numbers("Nachdem die Firma 62 Dienste verlegt hatte, sank die Rechnung.", "The company moved 62 services.");
    assert_number(0, NUMBER_IS_SAME);
}

static void test_derived_numbers_are_recomputed_with_their_inputs(void **state)
{
    static const struct {
        const char *claim, *quote, *derivation;
        size_t at;
    } sums[] = {
        { "Capacity rose by 30 megawatts.", "Capacity was 120 megawatts in May and 150 megawatts in June.",
          "150 megawatts - 120 megawatts", 0 },
        { "Together they hold 270 megawatts.", "One holds 120 megawatts, the other 150 megawatts.",
          "120 megawatts + 150 megawatts", 0 },
        { "Prices fell by 50 percent.", "Prices fell from 200 dollars to 100 dollars.", "/ 200 dollars", 0 },
        /* what follows to the point is not "close" to another figure */
        { "It costs 380,000 francs more.", "It will cost 780,000 francs; the old one cost 400,000 francs.",
          "780,000 francs - 400,000 francs", 0 },
        { "The new one is 3 times as heavy.", "The old one weighs 20 tonnes, the new one 60 tonnes.",
          "60 tonnes / 20 tonnes", 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
        check_numbers(sums[i].claim, sums[i].quote);
        assert_number(sums[i].at, NUMBER_IS_DERIVED);
        if (!str_contains(numbers[sums[i].at].derivation, sums[i].derivation))
            fail_msg("%.*s", STR_ARG(numbers[sums[i].at].derivation));
    }
}

static void test_wrong_sums_are_not_believed(void **state)
{
    (void) state;
    check_numbers("Capacity rose by 40 megawatts.", "Capacity was 120 megawatts in May and 150 megawatts in June.");
    assert_true(numbers[0].match != NUMBER_IS_DERIVED && numbers[0].match != NUMBER_IS_SAME);
    /* "Government" does not speak of anything that is over something. */
    check_numbers("The government pays 75 million euros.",
                  "It costs 215 million euros; the state pays 140 million euros.");
    assert_true(numbers[0].match != NUMBER_IS_DERIVED);
    /* A sum that the claim does not speak of is chance. */
    check_numbers("The plant in Ulm has 270 megawatts.", "One plant has 120 megawatts, another 150 megawatts.");
    assert_true(numbers[0].match != NUMBER_IS_DERIVED);
}

/* --- words --- */

static void test_overlap_counts_content_words(void **state)
{
    (void) state;
    assert_int_equal(evidence_overlap(str("Batteries age quickly"), str("The batteries were aging quickly.")), 1000);
    assert_int_equal(evidence_overlap(str("Batteries age quickly"), str("Nothing of the kind.")), 0);
    assert_int_equal(evidence_overlap(str(""), str("x")), 0);
}

static struct source_list sources;

static struct evidence_pool pool_of(const char *const texts[], size_t n)
{
    struct evidence_pool pool = { .sources = &sources };

    sources = (struct source_list){ .items = arena_calloc(arena, n + 1, sizeof *sources.items), .n = n };
    for (size_t i = 0; i < n; i++) {
        sources.items[i] = (struct source_row){ .number = (int64_t) i + 1, .text = str(texts[i]), .title = str("t") };
        pool_add(arena, &pool,
                 &(struct evidence_span){ .source = i, .at = { 0, strlen(texts[i]) }, .quote = str(texts[i]) });
    }
    pool_cluster(arena, &pool);
    return pool;
}

static int routed(const char *text, const char *quote)
{
    const char *const texts[] = { quote };
    struct evidence_pool pool = pool_of(texts, 1);
    size_t span = 0;
    struct claim claim = { .text = str(text), .spans = &span, .spans_n = 1 };
    struct evidence_work work = {
        .arena = arena, .reader = reader_new(arena), .pool = &pool, .claims = { .items = &claim, .n = 1 }
    };

    stage_route(&work);
    return claim.confidence;
}

static void test_routing_adds_up(void **state)
{
    (void) state;
    assert_int_equal(routed("Cells lose capacity.", "Something else entirely."), 500);
    assert_int_equal(routed("Cells lose capacity.", "Cells lose capacity."), 800);
    assert_int_equal(
        routed("According to the agency, cells lose capacity.", "According to the agency, cells lose capacity."), 950);
    assert_int_equal(routed("Cells may lose capacity.", "Something else entirely."), 300);
    /* A mayor hedges nothing. */
    assert_int_equal(routed("The mayor sells cells.", "Something else entirely."), 500);
}

static struct prepared prepared_new(void) { return (struct prepared){ .arena = arena, .reader = reader_new(arena) }; }

static struct evidence_passage passage_in(const char *text, const char *quote)
{
    const char *const texts[] = { text };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = prepared_new();
    size_t start = (size_t) (strstr(text, quote) - text);

    pool.spans[0].at = (struct span){ start, start + strlen(quote) };
    pool.spans[0].quote = str(quote);
    return *passage_of(&prepared, &pool, 0);
}

static struct str place_in(const char *source, const char *claim)
{
    const char *const texts[] = { source };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = prepared_new();
    struct evidence_work work = { .arena = arena, .reader = prepared.reader, .pool = &pool, .prepared = &prepared };
    struct quote_indices indices = { .arena = arena };

    return pool.spans[span_in_source(&work, &indices, 0, str(claim))].quote;
}

static void test_the_day_of_a_date_is_found_beside_its_month(void **state)
{
    static const char text[] = "Council meeting\n\nThe amendment was carried by 14 votes to 9. The bath stays open.\n\n"
                               "On 14 May the bylaw on trees was put off.\n";

    (void) state;
    assert_true(str_is(place_in("Council meeting\n\nThe amendment was carried by 14 votes to 9.\n\n"
                                "The bylaw on trees was put off.\n",
                                "The bylaw passed on 14 May 2024."),
                       "The bylaw on trees was put off."));
    assert_true(
        str_is(place_in(text, "Something happened on 14 May 2024."), "On 14 May the bylaw on trees was put off."));
    assert_true(str_is(place_in(text, "It had 14 votes."), "The amendment was carried by 14 votes to 9."));
}

static void assert_passage(struct evidence_passage passage, const char *text, const char *path)
{
    if (!str_is(passage.text, text))
        fail_msg("\"%.*s\", not \"%s\"", STR_ARG(passage.text), text);
    if (!str_is(passage.path, path))
        fail_msg("under \"%.*s\", not \"%s\"", STR_ARG(passage.path), path);
}

static void test_a_passage_is_the_paragraph_list_or_row_with_its_headings(void **state)
{
    static const char text[] = "# Pumps\n\nThe first paragraph. It has two sentences.\n\nAnother one.\n\n## Parts\n\n"
                               "The pump has:\n\n- two screens\n- four compressors\n\n"
                               "| Year | Price |\n| --- | --- |\n| 2020 | 92 |\n| 2021 | 88 |\n";

    (void) state;
    assert_passage(passage_in(text, "It has two sentences."), "The first paragraph. It has two sentences.", "Pumps");
    assert_passage(passage_in(text, "four compressors"), "The pump has:\n\n- two screens\n- four compressors",
                   "Pumps › Parts");
    assert_passage(passage_in(text, "| 2021 | 88 |"), "| Year | Price |\n| --- | --- |\n| 2020 | 92 |\n| 2021 | 88 |",
                   "Pumps › Parts");
}

static void test_a_heading_is_read_with_what_stands_under_it(void **state)
{
    static const char text[] = "Northwind Ferries\n\nIt has eleven ships. Most run on diesel.\n\nNone is new.\n\n"
                               "## Fares\n\n### Winter\n\n- 85 euros for adults\n- 40 euros for children\n\n## Crew\n";

    (void) state;
    assert_passage(passage_in(text, "Northwind Ferries"),
                   "Northwind Ferries\n\nIt has eleven ships. Most run on diesel.\n\nNone is new.", "");
    assert_passage(passage_in(text, "Fares"),
                   "## Fares\n\n### Winter\n\n- 85 euros for adults\n- 40 euros for children", "");
    assert_passage(passage_in(text, "Crew"), "## Crew", "");
    assert_passage(passage_in(text, "None is new."), "None is new.", "");
}

static void test_a_long_paragraph_gives_the_sentences_around_the_span(void **state)
{
    char text[8000] = "";

    (void) state;
    for (int i = 0; i < 60; i++)
        snprintf(text + strlen(text), 100, "Sentence number %d of this paragraph says nothing of note. ", i);
    struct evidence_passage passage = passage_in(text, "Sentence number 30 of this");
    assert_in_range(passage.text.len, 900, 1200);
    assert_true(str_find(passage.text, str("number 29 of"), 0) > 0 &&
                str_find(passage.text, str("number 31 of"), 0) > 0);
    assert_true(str_starts(passage.text, "Sentence number ") && str_ends(passage.text, "note."));
}

static void test_a_number_that_follows_from_two_others_is_no_clash(void **state)
{
    static const char *const texts[] = { "Complaints fell from 310 in 2021 to 124 in 2023." };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = prepared_new();
    struct judgement code;
    size_t span = 0;

    (void) state;
    judge_spans(&prepared, &pool, str("Complaints fell by 60 percent between 2021 and 2023."), &span, 1, &code);
    assert_int_equal(code.clashes_n, 0);
    static const char *const span_of_bridge[] = { "The bridge is 412 metres long; its main span measures 160 metres." };
    pool = pool_of(span_of_bridge, 1);
    judge_spans(&prepared, &pool, str("Its main span is less than half of its length."), &span, 1, &code);
    assert_int_equal(code.clashes_n, 0);
    /* Nor is what the source lets somebody say. */
    static const char *const said[] = { "The agency says that fire rules limit where batteries are built." };
    pool = pool_of(said, 1);
    judge_spans(&prepared, &pool, str("Fire rules limit where batteries are built."), &span, 1, &code);
    assert_int_equal(code.clashes_n, 0);
    pool = pool_of(texts, 1);
    judge_spans(&prepared, &pool, str("Complaints fell from 310 in 2021 to 142 in 2023."), &span, 1, &code);
    assert_true(code.clashes_n > 0);
    judge_spans(&prepared, &pool, str("Complaints fell from 310 in 2021 to 124 in 2023."), &span, 1, &code);
    assert_true(code.quoted);
}

static void test_a_figure_that_the_page_does_not_have_in_any_form_is_pointed_at(void **state)
{
    static const char *const page[] = { "The frost test lasts 24 hours at -15 °C. The pool roof would cost between "
                                        "620,000 and 780,000 euros.\n\nOf the 1,140 letters 463 came back. The year "
                                        "before, the fair had drawn 54,800 visitors; now 61,300 came. An hour costs 45 "
                                        "euros, and a piano takes 600 hours.\n\n| Town | Bill |\n| --- | --- |\n| Alm "
                                        "| 4.12 |\n| Bor | 3.05 |\n| Cos | 1.26 |" };
    static const char *const absent[] = { "-50 °C", "9,750 euros", "810,000 euros", "1812" };
    static const char *const there[] = { "-15 °C",      "780,000 euros",  "1,140",
                                         "677 letters", "6,500 visitors", "160,000 euros",
                                         "8.43",        "27,000 euros",   "about 9,750 euros",
                                         "seven" };
    struct evidence_pool pool = pool_of(page, 1);
    size_t span = 0;

    (void) state;
    pool.sources->items[0].date = str("2024-03-05");
    for (size_t i = 0; i < sizeof absent / sizeof *absent; i++)
        if (!figure_absent(&pool, str(absent[i]), &span, 1))
            fail_msg("%s follows", absent[i]);
    for (size_t i = 0; i < sizeof there / sizeof *there; i++)
        if (figure_absent(&pool, str(there[i]), &span, 1))
            fail_msg("%s does not follow", there[i]);
    /* The judge points at it, and it is no proof: whoever reads the passage is asked again. */
    struct prepared prepared = prepared_new();
    struct judgement code;
    pool.spans[0].at.end = pool.spans[0].quote.len;
    judge_spans(&prepared, &pool, str("For this trial the specimens spend a day at -50 °C."), &span, 1, &code);
    assert_int_equal(code.clashes_n, 1);
    assert_false(code.clashes[0].sure);
    assert_int_equal(code.verdict, VERDICT_UNCHECKED);
}

static void test_a_day_shortly_before_the_date_of_the_page_is_no_clash(void **state)
{
    static const char *const page[] = {
        "In Tuesday's election Delia Fontaine beat Marcus Roe. In 2020 she had lost the election."
    };
    struct evidence_pool pool = pool_of(page, 1);
    struct prepared prepared = prepared_new();
    struct judgement code;
    size_t span = 0;

    (void) state;
    pool.spans[0].at.end = pool.spans[0].quote.len;
    pool.sources->items[0].date = str("2024-11-08");
    judge_spans(&prepared, &pool, str("Delia Fontaine won the election on November 5, 2024."), &span, 1, &code);
    for (size_t i = 0; i < code.clashes_n; i++)
        assert_int_not_equal(code.clashes[i].kind, CLASH_DATE);
    pool.sources->items[0].date = str("2022-11-08");
    judge_spans(&prepared, &pool, str("Delia Fontaine won the election on November 5, 2024."), &span, 1, &code);
    assert_true(code.clashes_n > 0);
    assert_int_equal(code.clashes[0].kind, CLASH_DATE);
}

static void test_a_row_of_a_table_is_one_sentence(void **state)
{
    struct evidence_passage p = passage_in(
        "| Month | Mean temp. (°F) | Snow (in.) |\n| --- | --- | --- |\n| May | 61.2 | 0.4 |", "| May");

    (void) state;
    assert_int_equal(p.n, 3);
    assert_true(str_is(p.sentences[0], "| Month | Mean temp. (°F) | Snow (in.) |"));
    assert_true(str_is(p.sentences[2], "| May | 61.2 | 0.4 |"));
}

static void test_a_check_remembers_what_it_reads_and_not_what_it_is_asked(void **state)
{
    enum { SENTENCES = 1000, LONG = 80 };
    char *text = arena_alloc(arena, SENTENCES * LONG + 1);
    size_t at = 0, first = 0;

    (void) state;
    for (int i = 0; i < SENTENCES; i++)
        at += (size_t) snprintf(text + at, LONG, "The farm of Ostmark number %d sold %d pumps to Tolland in 2019.%s", i,
                                i * 7, i % 5 == 4 ? "\n\n" : " ");
    const char *const texts[] = { text };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = { .arena = arena_new() };
    struct sentences sentences = { 0 };
    prepared.reader = reader_new(prepared.arena);
    sentences_of(arena, str(text), &sentences);
    for (size_t i = 0; i < sentences.n; i++)
        pool_add(
            arena, &pool,
            &(struct evidence_span){ .at = { sentences.items[i].start, sentences.items[i].end },
                                     .quote = str_sub(str(text), sentences.items[i].start, sentences.items[i].end) });
    struct str *claims = arena_calloc(arena, pool.spans_n, sizeof *claims);
    for (int round = 0; round < 3; round++) {
        for (size_t i = 1; i < pool.spans_n; i++) {
            struct judgement code;

            if (round == 0)
                claims[i] = str_format(arena, "Ostmark sold %zu pumps to the town of Tolland.", i + 3);
            judge_spans(&prepared, &pool, claims[i], &i, 1, &code);
        }
        if (round == 0)
            first = arena_bytes(prepared.arena);
    }
    /* What is kept of a claim is what code says about it: about a kilobyte. */
    assert_in_range(first / pool.spans_n, 1, 16 * 1024);
    assert_in_range((arena_bytes(prepared.arena) - first) / (2 * pool.spans_n), 0, 2048);
    arena_free(prepared.arena);
}

static void test_other_currencies_scales_and_ends_of_ranges_clash(void **state)
{
    static const char *const pairs[][3] = {
        { "A desk costs 95 dollars there.", "For desks one pays 95 euros.",
          "the source gives 95 euros, not 95 dollars" },
        { "The bridge is 412 kilometres long.", "A length of 412 metres was measured.",
          "the source gives 412 metres, not 412 kilometres" },
        { "It made 2.4 billion pounds.", "The sum was 2.4 million pounds.",
          "the source gives 2.4 million pounds, not 2.4 billion pounds" },
        { "It costs between 4,500 and 8,000 euros.", "The price is between 4,500 and 6,000 euros.",
          "the source gives 4,500 and 6,000 euros, not 4,500 and 8,000 euros" },
        { "The samples are stored at 18 degrees Celsius.", "It keeps samples at minus 18 degrees Celsius.",
          "the source gives minus 18 degrees Celsius, not 18 degrees Celsius" },
        { "The bridge is 0.412 kilometres long.", "A length of 412 metres was measured.", NULL },
        { "Fasting beat dieting by 1.29 kg.", "It showed a benefit (mean difference -1.29 kg).", NULL },
        { "Weight fell by 3.42 kg.", "| Fasting | -3.42 kg |", NULL },
        { "It made 2.4 million pounds.", "The sum was 2.4 million pounds, or 2.4 billion yen.", NULL },
    };

    (void) state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct str sentence = str(pairs[i][1]);
        struct clash clash;
        bool found = numbers_conflict(arena, reader_new(arena), str(pairs[i][0]), &sentence, 1, &clash);

        if (found != (pairs[i][2] != NULL) || (found && !str_is(clash.reason, pairs[i][2])))
            fail_msg("%s: %.*s", pairs[i][0], STR_ARG(found ? clash.reason : str("nothing")));
    }
}

static void test_words_in_quotation_marks_must_be_the_sources(void **state)
{
    static const char *const texts[] = {
        "Councillor Vance called the target \"ambitious, but within reach\", and left."
    };
    struct evidence_pool pool = pool_of(texts, 1);
    size_t span = 0;

    (void) state;
    assert_true(
        str_is(quotation_altered(arena, &pool, str("Vance called it \"unrealistic, but within reach\"."), &span, 1),
               "unrealistic, but within reach"));
    assert_true(
        str_empty(quotation_altered(arena, &pool, str("Vance called it “Ambitious … but within reach”."), &span, 1)));
    assert_true(str_empty(quotation_altered(arena, &pool, str("It is a \"green bond\" of a kind."), &span, 1)));
    assert_true(str_empty(quotation_altered(arena, &pool, str("Vance called it \"too far."), &span, 1)));
}

static void test_a_source_may_be_named_by_its_title(void **state)
{
    static const char *const texts[] = { "The quay was finished in 2021 at a cost of 84 million euros." };
    struct evidence_pool pool = pool_of(texts, 1);
    struct str claim = str("According to \"Hallen Port: annual report 2024\", the quay was finished in 2021."),
               other = str("According to \"Hallen Port: annual report 2023\", the quay was finished in 2021.");
    struct prepared prepared = prepared_new();
    struct judgement code;
    size_t span = 0;

    (void) state;
    pool.sources->items[0].title = str("Hallen Port: annual report 2024");
    assert_true(str_empty(quotation_altered(arena, &pool, claim, &span, 1)));
    assert_true(str_is(quotation_altered(arena, &pool, other, &span, 1), "Hallen Port: annual report 2023"));
    judge_spans(&prepared, &pool, claim, &span, 1, &code);
    assert_int_equal(code.clashes_n, 0);
    judge_spans(&prepared, &pool, other, &span, 1, &code);
    assert_int_equal(code.clashes_n, 1);
    pool.sources->items[0].title = str("Hallen Port");
    assert_true(str_empty(quotation_altered(arena, &pool, other, &span, 1)));
    judge_spans(&prepared, &pool, other, &span, 1, &code);
    assert_int_equal(code.clashes_n, 0);
}

static void test_copies_count_as_one_source(void **state)
{
    static const char release[] =
        "The Harbour laboratory announced on Monday that its new flow cell reached an efficiency of 88 percent in a "
        "test over six months, more than any cell of this kind before, and that a plant of ten megawatts is planned.";
    const char *const texts[] = {
        release, release,
        "An independent institute measured 87 percent in its own test of the flow cell, which "
        "it had bought on the market without telling the maker about it beforehand."
    };
    struct evidence_pool pool = pool_of(texts, 3);
    const size_t all[] = { 0, 1, 2 };

    (void) state;
    assert_int_equal(pool_independent(&pool, all, 3), 2);
    assert_int_equal(pool_independent(&pool, all, 2), 1);
}

static void test_pages_of_one_site_and_chapters_of_one_work_count_as_one_source(void **state)
{
    static const char *const texts[] = { "Cells lose two percent of their capacity a year.",
                                         "Flywheels are built of steel.", "Pumped hydro needs two lakes.",
                                         "Salt stores heat for weeks.", "Ice cools a house." };
    static const char *const urls[] = { "https://www.example.org/cells", "https://example.org/wheels",
                                        "https://example.net/hydro", "file:book/salt.html", "file:book/ice.html" };
    struct evidence_pool pool = pool_of(texts, 5);
    const size_t all[] = { 0, 1, 2, 3, 4 };

    (void) state;
    for (size_t i = 0; i < 5; i++)
        sources.items[i].url = str(urls[i]);
    sources.items[3].title = str("Salt - The book of storage");
    sources.items[4].title = str("Ice - The book of storage");
    pool.clustered = 0;
    pool_cluster(arena, &pool);
    assert_int_equal(pool_independent(&pool, all, 2), 1);
    assert_int_equal(pool_independent(&pool, all, 3), 2);
    assert_int_equal(pool_independent(&pool, all, 5), 3);
}

static void test_a_sentence_that_came_about_by_mending_rests_on_its_source(void **state)
{
    static const char *const texts[] = { "Cells lose a fifth of their capacity in ten years.",
                                         "Pumps of the plant were renewed in 2009." };
    struct evidence_pool pool = pool_of(texts, 2);
    const struct evidence_input input = { .pool = &pool };
    struct prepared prepared = prepared_new();
    struct evidence_result result = { 0 };
    struct evidence_work work = { .arena = arena,
                                  .prepared = &prepared,
                                  .reader = prepared.reader,
                                  .input = &input,
                                  .pool = &pool,
                                  .body = str("The renewed pumps of that plant lose little capacity today [2].") };

    (void) state;
    evidence_render(&work, &result);
    assert_int_equal(result.claims_n, 1);
    assert_int_equal(result.claims[0].spans_n, 1);
    assert_true(str_is(result.claims[0].spans[0].quote, texts[1]));
}

static struct cited_source cited[CLAIM_SPANS_MAX];

/* Which of the sources of a claim that the first of them has word for word are doubtful; "0" and "1", a character each. */
static const char *doubtful(const char *claim, const char *const texts[], size_t n)
{
    static char ret[CLAIM_SPANS_MAX + 1];
    struct evidence_pool pool = pool_of(texts, n);
    struct prepared prepared = prepared_new();
    size_t spans[] = { 0, 1, 2 };
    struct claim one = { .text = str(claim), .spans = spans, .spans_n = n, .verdict = VERDICT_SUPPORTED };
    struct evidence_work work = { .arena = arena, .prepared = &prepared, .reader = prepared.reader, .pool = &pool };
    size_t count = claim_cited(&work, &one, cited);

    for (size_t i = 0; i < count; i++)
        ret[i] = cited[i].doubtful ? '1' : '0';
    ret[count] = '\0';
    return ret;
}

static void test_each_marker_must_name_a_source_that_carries_something(void **state)
{
    static const char *const heights[] = { "The Kelda Dam was completed in 1931 and is 84 metres high.",
                                           "The survey measured the Kelda Dam at 79 metres high.",
                                           "The Kelda Dam, completed in 1931, is 84 metres high, the plaque says." };
    static const char *const halves[] = { "Zinc cells cost 90 dollars.", "Salt cells cost 80 dollars." };

    (void) state;
    assert_string_equal(doubtful(heights[0], heights, 3), "010");
    /* Where one source carries it, another that differs is doubtful though it brings a word. */
    assert_string_equal(
        doubtful("The Kelda Dam was completed in 1931 and is 84 metres high, not what was measured.", heights, 2),
        "01");
    /* Each brings a half. */
    assert_string_equal(doubtful("Zinc cells cost 90 dollars and salt cells cost 80 dollars.", halves, 2), "00");
    assert_string_equal(doubtful(heights[0], heights, 1), "");
}

static void test_a_title_is_no_place_of_a_page(void **state)
{
    static const char *const texts[] = { "Kelda Dam survey\nEngineers measured it in 2025. Rain fell on the dam." };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = prepared_new();
    struct evidence_work work = { .arena = arena, .prepared = &prepared, .reader = prepared.reader, .pool = &pool };

    (void) state;
    sources.items[0].title = str("Kelda Dam Survey");
    size_t narrow = span_narrow(&work, 0, str("The dam was surveyed."));
    assert_true(str_is(pool.spans[narrow].quote, "Rain fell on the dam."));
    assert_true(place_is_title(&prepared, &pool, 0, (struct span){ 0, 16 }));
    assert_false(place_is_title(&prepared, &pool, 0, (struct span){ 0, 47 }));
}

static void test_spans_are_cut_at_words_and_characters(void **state)
{
    char text[1400];

    (void) state;
    memset(text, 'a', sizeof text);
    for (size_t i = 7; i < sizeof text; i += 8)
        text[i] = ' ';
    struct span at = span_trim(str_n(text, sizeof text), (struct span){ 0, sizeof text });
    assert_true(at.end <= 500 && at.end >= 480 && text[at.end] == ' ');
    for (size_t i = 0; i + 1 < sizeof text; i += 2)
        memcpy(text + i, "\xc3\xa9", 2);
    at = span_trim(str_n(text, sizeof text), (struct span){ 0, sizeof text });
    assert_true(at.end <= 500 && at.end % 2 == 0);
}

/* --- markers --- */

static int64_t up_to_three(void *context, int64_t number)
{
    (void) context;
    return number <= 3 ? number : 0;
}

static void test_markers_are_brought_to_one_form_and_stay_so(void **state)
{
    size_t removed;
    struct str body = markers_rewrite(
        arena, str("A [1, 2]. B [^3]. C [Source 9]. `d[1]` [2](http://x.example/).\n\n## Sources\n\n[1] X\n"),
        up_to_three, NULL, &removed);

    (void) state;
    assert_true(str_is(body, "A [1][2]. B [3]. C. `d[1]` [2]."));
    assert_int_equal(removed, 1);
    struct str again = markers_rewrite(arena, body, up_to_three, NULL, &removed);
    assert_true(str_eq(body, again));
    assert_int_equal(removed, 0);
}

static void test_markers_in_words_are_markers_too(void **state)
{
    size_t removed;
    struct str body = markers_rewrite(
        arena, str("A [Passage 2]. B (source 1). C (Passages 1, 3) and D (sources 9). E (1) and F (see source 1)."),
        up_to_three, NULL, &removed);

    (void) state;
    assert_true(str_is(body, "A [2]. B [1]. C [1][3] and D. E (1) and F [1]."));
    assert_int_equal(removed, 1);
}

/* As models of several makers are trained to cite. */
static void test_markers_of_other_makers_are_markers_too(void **state)
{
    size_t removed;
    struct str body = markers_rewrite(
        arena,
        str("A [2†L1-L9]. B\u30103†source\u3011. C [citation:1]. D [cite: 1, 3]. E [^2^]. F [[3]]. G [[1]](http://x/y). "
            "H [2, p. 14]. I (passages 1 and 3). J [1 and 2]. K (cf. source 2). L [[3] x]. M [2024 and after]. "
            "N [1, p. 3; 2, pp. 5-6]. O [2, page boys wore it]. "
            "P [1](http://x/go_(game)). Q [1](http://x/(y). R [2†of what [3]. S [1,000] men."),
        up_to_three, NULL, &removed);

    (void) state;
    assert_string_equal(str_z(arena, body), "A [2]. B [3]. C [1]. D [1][3]. E [2]. F [3]. G [1]. H [2]. I [1][3]. "
                                            "J [1][2]. K [2]. L [[3] x]. M [2024 and after]. N [1][2]. "
                                            "O [2, page boys wore it]. P [1]. Q [1]. R [2†of what [3]. S [1,000] men.");
    assert_int_equal(removed, 0);
}

/* --- control questions --- */

/* The control made of the first sentence of the passage; empty: none. */
static struct str control_of(const char *passage)
{
    struct sentences at = { 0 };
    struct str text = str(passage), sentences[8];

    sentences_of(arena, text, &at);
    assert_true(at.n > 0 && at.n <= 8);
    for (size_t i = 0; i < at.n; i++)
        sentences[i] = str_sub(text, at.items[i].start, at.items[i].end);
    return control_of_sentence(arena, sentences[0], &(struct passage){ sentences, at.n, str("") });
}

static void test_a_control_is_a_sentence_with_one_number_changed(void **state)
{
    static const char *const made[][2] = {
        { "The station pumps water through 58 kilometres of pipe.", "through 98 kilometres of pipe" },
        { "The plant employs 420 people in two halls by the river.", "employs 820 people" },
        { "In 2021 the trust planted 1,450 oaks along the old canal.", "planted 5,450 oaks" },
        { "The company sold its brewery for €640 million to a rival.", "for €140 million" },
        { "Sales of the older model fell by 31.5 percent in the spring.", "by 71.5 percent" },
        /* 98 stands elsewhere, so it becomes another number */
        { "The station pumps water through 58 kilometres of pipe. The old one had 98 kilometres.",
          "through 88 kilometres" },
        /* 40 and 58 make 98 */
        { "The station pumps water through 58 kilometres of pipe. It will get 40 kilometres more.",
          "through 88 kilometres" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct str control = control_of(made[i][0]);

        if (!str_contains(control, made[i][1]))
            fail_msg("%s gives: %.*s", made[i][0], STR_ARG(control));
    }
}

static void test_a_passage_with_another_figure_does_not_carry_the_sentence(void **state)
{
    static const char *const made[][3] = {
        { "The station moves water through 58 kilometres of pipe.",
          "It has 58 kilometres of pipe. Of the 58 kilometres nine are new.",
          "It has 98 kilometres of pipe. Of the 98 kilometres nine are new." },
        { "Workers finished the station in 1962.", "It was built in 1962 for 11,962 crowns.",
          "It was built in 1902 for 11,962 crowns." },
        { "The trust planted oaks in 2021.", "In 2021 the trust planted 1,450 oaks.",
          "In 2001 the trust planted 1,450 oaks." },
        /* 12.5 is near to 12 */
        { "It cost 12 million crowns to repair.", "The repair cost 12 million crowns, 12.5 million with the tax.", "" },
        { "The hall has 60 seats.", "It has 60 seats, 20 of them upstairs, 25 below and 15 outside.",
          "" }, /* 20, 25 and 15 */
        { "The hall has 60 seats.", "It has 60 seats, twice as many as 30.", "It has 10 seats, twice as many as 30." },
        { "The hall has had a roof since 1962.", "The roof was built in 1962.", "" },
        { "The hall seats up to 60 guests.", "It has 60 seats.", "" },
        { "The hall has 60 seats.", "| seats | 60 |", "" },
        { "The hall has 60 seats.", "It has sixty seats.", "" },
        { "The hall of Hall 60 has 60 seats.", "It has 60 seats.", "" }, /* the title tells it */
    };

    (void) state;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct str title = str(str_contains(str(made[i][0]), "Hall 60") ? "Hall 60" : "The hall"),
                   changed = control_of_passage(arena, str(made[i][0]), str(made[i][1]), title);

        if (!str_is(changed, made[i][2]))
            fail_msg("%s gives: %.*s", made[i][1], STR_ARG(changed));
    }
}

/* Another number would be true too, would say nothing, or nobody could tell. */
static void test_no_control_may_be_true_by_accident(void **state)
{
    static const char *const none[] = {
        "The hall may be rented within 20 days of the application.",
        "The hall holds more than 60 guests at long tables.",
        "The hall seats up to 60 guests at four long tables.",
        "The bus can carry 60 passengers to the far island.",
        "Fewer than 60 guests came to the hall on that evening.",
        "The revenue lies between 660 million and 690 million.",
        "It rose from 30 degrees to 45 degrees in the afternoon.",
        "The hall did not hold 60 guests on that evening.",
        "12. The hall was rented to guests from the far island.",
        "The hall was opened on 12 March 2019 by the mayor.",
        "The hall was opened in 1987 by the mayor of the town.",
        "The hall is shown in the plan on page 48 of the book.",
        "Between 20 and 30 guests came to the hall every week.",
        "The bus leaves the far island at 10:30 every morning.",
        "The guests came in 20-30 small boats from the island.",
        "Did the bus carry 60 passengers to the far island?",
        "Some 3 guests came to the hall from the far island.",
        "The hall holds at least 60 guests at long tables.",
        "The hall holds a maximum of 60 guests at long tables.",
        "The hall was rented for 60 or 80 evenings of the year.",
        "Every guest was to bring as many as 60 small presents.",
        "Der Saal wurde an 60 Abenden des Jahres vermietet.",
        "Whether 60 guests came to the hall is open to debate.",
    };

    (void) state;
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct str control = control_of(none[i]);

        if (control.len)
            fail_msg("%s gives: %.*s", none[i], STR_ARG(control));
    }
}

static void test_a_row_is_asked_about_with_the_names_of_its_columns(void **state)
{
    static const char *const rows[][3] = {
        { "| Model | Price | Noise |", "| Vela 300 | **7,450 €** [1] | 38 dB [2] |",
          "Model: Vela 300; Price: 7,450 €; Noise: 38 dB" },
        { "|  | Price | Source |", "| Vela 300 | 7,450 € | [1] |", "Vela 300; Price: 7,450 €" },
        { "| Model |", "| Vela 300 | 7,450 € |", "Model: Vela 300; 7,450 €" },
        { "Model", "| Vela 300 |", "" },
        { "| Model |", "Vela 300", "" },
        { "| Model |", "| [1] |", "" },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str named = row_named(arena, str(rows[i][0]), str(rows[i][1]));

        if (!str_is(named, rows[i][2]))
            fail_msg("%s gives: %.*s", rows[i][1], STR_ARG(named));
    }
}

/* The verdict of code about the last of the sentences, which stand behind one another in a report and cite the text. */
static int judged_behind(const char *text, const char *heading, const char *before, const char *sentence)
{
    const char *const texts[] = { text };
    struct evidence_pool pool = pool_of(texts, 1);
    struct prepared prepared = prepared_new();
    size_t start = (size_t) (strstr(text, sentence) - text);
    size_t spans[] = { 0, 0, 0 };
    struct claim claims[] = {
        { .text = str(heading), .core = str(heading), .kind = KIND_HEADING },
        { .text = str(before), .core = str(before), .block = 1, .spans = &spans[1], .spans_n = 1 },
        { .text = str(sentence), .core = str(sentence), .block = 1, .spans = &spans[2], .spans_n = 1 },
    };
    struct evidence_work work = { .arena = arena,
                                  .prepared = &prepared,
                                  .reader = prepared.reader,
                                  .pool = &pool,
                                  .claims = { .items = claims, .n = 3 } };

    pool.spans[0].at = (struct span){ start, start + strlen(sentence) };
    pool.spans[0].quote = str(sentence);
    if (!*before) {
        claims[1] = claims[2];
        work.claims.n = 2;
    }
    struct claim *last = &claims[work.claims.n - 1];
    last->verdict = VERDICT_UNCHECKED;
    if (str_starts(last->text, "It found that "))
        last->core = str_sub(last->text, strlen("It found that "), last->text.len);
    claim_judge(&work, last);
    return last->verdict;
}

static void test_a_sentence_with_it_is_a_quotation_only_behind_its_own(void **state)
{
    static const char text[] =
        "The tunnel was dug by miners. It was opened by the queen in 1931. The bridge is younger.";
    static const char it[] = "It was opened by the queen in 1931.";

    (void) state;
    assert_int_equal(judged_behind(text, "Ways", "The tunnel was dug by miners.", it), VERDICT_QUOTED);
    assert_int_equal(judged_behind(text, "Ways", "The bridge is younger.", it), VERDICT_UNCHECKED);
    assert_int_equal(judged_behind(text, "Ways", "", it), VERDICT_UNCHECKED);
    assert_int_equal(judged_behind(text, "Ways", "It rained.", "The bridge is younger."), VERDICT_QUOTED);
    /* Or under the heading that it has in the source. */
    assert_int_equal(
        judged_behind("## Tave tunnel\n\nIt was opened by the queen in 1931.\n", "The Tave tunnel", "", it),
        VERDICT_QUOTED);
}

static void test_a_whole_sentence_is_a_quotation_with_the_words_that_introduce_it(void **state)
{
    static const char text[] = "The survey took a year. It found that the dam leaks in two places.";

    (void) state;
    assert_int_equal(
        judged_behind(text, "Dams", "The survey took a year.", "It found that the dam leaks in two places."),
        VERDICT_QUOTED);
}

static void test_without_a_model_the_reason_is_what_code_points_at(void **state)
{
    struct judgement code = { .verdict = VERDICT_UNCHECKED, .reason = str("the source gives 5"), .clashes_n = 1 };
    struct claim claim = { .kind = KIND_CLAIM, .code = &code };
    struct evidence_work work = { .arena = arena };

    (void) state;
    claim_settle_by_code(&work, &claim, "no model");
    assert_true(str_is(claim.reason, "the source gives 5"));
    assert_true(str_is(work.unchecked_why, "no model"));
    code.clashes_n = 0;
    claim_settle_by_code(&work, &claim, "no model");
    assert_true(str_is(claim.reason, "no model"));
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
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_the_same_number_in_other_words_is_the_same),
        TEST(test_another_number_about_the_same_is_different),
        TEST(test_the_same_digits_of_another_unit_are_different),
        TEST(test_percent_and_points_are_not_the_same),
        TEST(test_what_is_counted_must_fit),
        TEST(test_derived_numbers_are_recomputed_with_their_inputs),
        TEST(test_wrong_sums_are_not_believed),
        TEST(test_overlap_counts_content_words),
        TEST(test_routing_adds_up),
        TEST(test_a_passage_is_the_paragraph_list_or_row_with_its_headings),
        TEST(test_the_day_of_a_date_is_found_beside_its_month),
        TEST(test_a_heading_is_read_with_what_stands_under_it),
        TEST(test_a_long_paragraph_gives_the_sentences_around_the_span),
        TEST(test_a_figure_that_the_page_does_not_have_in_any_form_is_pointed_at),
        TEST(test_a_row_of_a_table_is_one_sentence),
        TEST(test_a_day_shortly_before_the_date_of_the_page_is_no_clash),
        TEST(test_a_check_remembers_what_it_reads_and_not_what_it_is_asked),
        TEST(test_a_number_that_follows_from_two_others_is_no_clash),
        TEST(test_other_currencies_scales_and_ends_of_ranges_clash),
        TEST(test_words_in_quotation_marks_must_be_the_sources),
        TEST(test_a_source_may_be_named_by_its_title),
        TEST(test_a_control_is_a_sentence_with_one_number_changed),
        TEST(test_a_passage_with_another_figure_does_not_carry_the_sentence),
        TEST(test_no_control_may_be_true_by_accident),
        TEST(test_a_row_is_asked_about_with_the_names_of_its_columns),
        TEST(test_a_sentence_with_it_is_a_quotation_only_behind_its_own),
        TEST(test_a_whole_sentence_is_a_quotation_with_the_words_that_introduce_it),
        TEST(test_without_a_model_the_reason_is_what_code_points_at),
        TEST(test_copies_count_as_one_source),
        TEST(test_pages_of_one_site_and_chapters_of_one_work_count_as_one_source),
        TEST(test_a_sentence_that_came_about_by_mending_rests_on_its_source),
        TEST(test_each_marker_must_name_a_source_that_carries_something),
        TEST(test_a_title_is_no_place_of_a_page),
        TEST(test_spans_are_cut_at_words_and_characters),
        TEST(test_markers_are_brought_to_one_form_and_stay_so),
        TEST(test_markers_in_words_are_markers_too),
        TEST(test_markers_of_other_makers_are_markers_too),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
