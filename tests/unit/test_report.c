#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/markup.h"
#include "report/report.h"
#include "text/json.h"

static struct report_source sources[] = {
    { .id = { "src-1", 5 },
      .number = 1,
      .title = { "First [draft] *paper*", 21 },
      .url = { "https://a.example/x_(y)", 23 },
      .date = { "2026-01-02", 10 },
      .relevance = 1.0 },
    { .id = { "src-2", 5 },
      .number = 2,
      .title = { "<b>Second</b>", 13 },
      .url = { "https://b.example/", 18 },
      .relevance = 0.9 },
    { .id = { "src-3", 5 }, .number = 3, .title = { "", 0 }, .url = { "javascript:alert(1)", 19 }, .relevance = 0.8 },
};

static struct report sample(const char *body)
{
    return (struct report){
        .title = str("What limits it?"),
        .query = str("What limits it?"),
        .workflow = str("loop"),
        .depth = str("medium"),
        .body = str(body),
        .sources = sources,
        .sources_n = 3,
        .sub_queries_generated = 5,
        .sub_queries_completed = 4,
        .searches_performed = 9,
        .models = str("openai/gpt-5.2"),
        .usage = { .calls = 3, .input_tokens = 21000, .output_tokens = 340, .cost_nano = 21300000 },
    };
}

static void check(const char *body, const char *expected, size_t removed)
{
    struct arena *arena = arena_new();
    struct report report = sample(body);
    size_t n = report_check_markers(arena, &report);

    assert_string_equal(str_z(arena, report.body), expected);
    assert_int_equal(n, removed);
    struct str once = report.body;
    report_check_markers(arena, &report);
    assert_true(str_eq(once, report.body));
    arena_free(arena);
}

static void test_known_markers_stay_and_unknown_ones_go(void **state)
{
    (void) state;
    check("Heat matters [1]. Rain too [9].", "Heat matters [1]. Rain too.", 1);
    check("As [9] shows, it is.", "As shows, it is.", 1);
    check("Both [1][9][2] agree", "Both [1][2] agree", 1);
    check("End [9]", "End", 1);
    check("[9] starts", " starts" + 1, 1);
    check("No markers.", "No markers.", 0);
    check("", "", 0);
}

static void test_other_spellings_become_plain_markers(void **state)
{
    (void) state;
    check("A [1, 2].", "A [1][2].", 0);
    check("A [1-3].", "A [1][2][3].", 0);
    check("A [1\u20132; 9].", "A [1][2].", 1);
    check("A [^2].", "A [2].", 0);
    check("A [Source 2].", "A [2].", 0);
    check("A \u30102\u2020L3\u3011.", "A [2].", 0);
    check("A \\[2\\].", "A [2].", 0);
    check("A \\[8\\].", "A.", 1);
    check("A [1](https://evil.example/).", "A [1].", 0);
    check("A [8](https://evil.example/).", "A.", 1);
    check("A [1][1].", "A [1].", 0);
}

static void test_what_is_no_marker_stays(void **state)
{
    (void) state;
    check("In [2024] it `a[7]` rained [ ] [x] [text](https://c.example/).",
          "In 2024 it `a[7]` rained [ ] [x] [text](https://c.example/).", 1);
    check("```\nx[9] = [8]\n```\nReal [9].", "```\nx[9] = [8]\n```\nReal.", 1);
    check("Unclosed [1 and [", "Unclosed [1 and [", 0);
    check("Nested [7[9]] ends.", "Nested ends.", 2);
    check("[7[7[7[7[7[7[7[7[7[7[7[7[9]]]]]]]]]]]]] x", "7777]]]] x", 9);
}

static void test_a_list_of_sources_by_a_model_is_removed(void **state)
{
    (void) state;
    check("Text [1].\n\n## Sources\n1. Made up\n[1] https://x", "Text [1].", 0);
    check("Text [1].\n\n**References:**\n- [2] y", "Text [1].", 0);
    check("Text [1].\n\n## References\n- y\n\n## Limits\nFew [2].", "Text [1].\n\n## Limits\nFew [2].", 0);
    check("Text [1].\n[1]: https://evil.example/\nMore.", "Text [1].\nMore.", 0);
}

static void test_cited_sources_are_marked(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("Only [2].");

    report_check_markers(arena, &report);
    assert_false(report.sources[0].cited);
    assert_true(report.sources[1].cited);
    arena_free(arena);
}

static void test_json_round_trip_keeps_every_byte(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("B\u00f6dy \"quoted\" [1]"), back;
    struct error e;

    str_list_add(arena, &report.warnings, str("one"));
    struct str text = report_json(arena, &report);
    assert_int_equal(report_parse(arena, text, &back, &e), 0);
    assert_true(str_eq(back.body, report.body));
    assert_int_equal(back.sources_n, 3);
    assert_true(str_eq(text, report_json(arena, &back)));
    assert_int_equal(report_parse(arena, str("{\"title\": 3"), &back, &e), -ERROR_PARSE);
    arena_free(arena);
}

static void test_markdown_has_title_facts_body_sources_and_notes(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("## Heat\n\nHeat matters [1].");

    report_check_markers(arena, &report);
    str_list_add(arena, &report.warnings, str("Two engines failed."));
    const char *text = str_z(arena, report_markdown(arena, &report));
    /* The answer first, then the figures. */
    assert_true(str_starts(str(text), "# What limits it?\n\n## Heat\n\nHeat matters [1].\n\n> loop, medium depth"));
    assert_non_null(strstr(text, "4 of 5 sub-queries"));
    assert_non_null(strstr(text, "21,340 tokens"));
    assert_non_null(strstr(text, "$0.0213"));
    assert_non_null(strstr(
        text, "\n## Sources\n\n- [1] [First \\[draft\\] \\*paper\\*](https://a.example/x_%28y%29), 2026-01-02\n"));
    assert_non_null(strstr(text, "### Found, not cited"));
    assert_non_null(strstr(text, "Two engines failed."));
    assert_null(strstr(text, "](javascript"));
    arena_free(arena);
}

/* What the reader must know comes before the long lists. */
static void test_every_format_has_the_sources_last(void **state)
{
    struct arena *arena = arena_new();
    struct report report = sample("Heat matters [1].");

    (void) state;
    report_check_markers(arena, &report);
    str_list_add(arena, &report.warnings, str("Two engines failed."));
    str_list_add(arena, &report.skipped, str("The budget was used up."));
    const char *text = str_z(arena, report_markdown(arena, &report));
    assert_true(strstr(text, "## What to know") < strstr(text, "## What was skipped"));
    assert_true(strstr(text, "## What was skipped") < strstr(text, "## Sources"));
    text = str_z(arena, report_html(arena, &report));
    assert_true(strstr(text, ">What to know about this report</h2>") < strstr(text, ">Sources</h2>"));
    arena_free(arena);
}

static void test_a_count_of_one_has_its_singular(void **state)
{
    static const char *const units[][2] = { { "sub-queries", "1 of 1 sub-query " }, { "steps", "1 of 1 step " } };
    struct arena *arena = arena_new();

    (void) state;
    for (size_t i = 0; i < 2; i++) {
        struct report report = sample("Heat matters [1].");

        report.unit = str(units[i][0]);
        report.sub_queries_completed = report.sub_queries_generated = report.searches_performed = report.usage.calls =
            1;
        const char *text = str_z(arena, report_markdown(arena, &report));
        assert_non_null(strstr(text, units[i][1]));
        assert_non_null(strstr(text, "1 search "));
        assert_non_null(strstr(text, "1 model call,"));
    }
    arena_free(arena);
}

/* Where the figures stand in the Markdown of this body. */
static void check_answer(const char *body, const char *answer)
{
    struct arena *arena = arena_new();
    struct report report = sample(body);
    struct str expected = str_format(arena, "# What limits it?\n\n%s\n\n> loop", answer);
    struct str text = report_markdown(arena, &report);

    assert_string_equal(str_z(arena, str_sub(text, 0, expected.len)), expected.data);
    arena_free(arena);
}

static void test_the_answer_ends_where_the_next_part_begins(void **state)
{
    (void) state;
    check_answer("Yes.\n\nIt does.\n\n## Why\n\nSo.", "Yes.\n\nIt does.");
    check_answer("## Answer\n\nYes.\n\n## Why\n\nSo.", "## Answer\n\nYes.");
    check_answer("### One\n\nYes.\n\n### Two\n\nNo.\n\n## More\n\nSo.", "### One\n\nYes.\n\n### Two\n\nNo.");
    check_answer("### One\n\nYes.\n\n### Two\n\nNo.", "### One\n\nYes.");
    check_answer("Yes.\n\n```\n## no heading\n```\n\n# Why\n\nSo.", "Yes.\n\n```\n## no heading\n```");
    check_answer("Yes\n---\n\nIt is.", "Yes\n---\n\nIt is.");
    check_answer("Only text.", "Only text.");
}

static void test_markdown_shows_the_title_of_the_body_only_once(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("# Limits of it\n\nText.");

    report.title = str("");
    const char *text = str_z(arena, report_markdown(arena, &report));
    assert_true(str_starts(str(text), "# Limits of it\n\nText.\n\n> loop"));
    assert_null(strstr(text + 2, "# Limits of it"));
    arena_free(arena);
}

static void test_a_quoted_passage_carries_its_marker_once(void **state)
{
    struct arena *arena = arena_new();
    struct report report = sample(
        "### Here, line 1\n\nOne. [1] Two. [1] Three. [1][2] Four. [2]\n\n- five [2]\n- six [2]\n\n"
        "### There, line 4\n\nSeven `[2]` here. [2]\n\n| of what | source |\n| --- | --- |\n"
        "| eight | [1] |\n| nine | [1] |\n");

    (void) state;
    report.extractive = true;
    const char *text = str_z(arena, report_markdown(arena, &report));

    assert_non_null(strstr(text, "One. Two. [1] Three. [1][2] Four.\n\n- five\n- six [2]"));
    assert_non_null(strstr(text, "Seven `[2]` here. [2]"));
    assert_non_null(strstr(text, "| eight | [1] |\n| nine | [1] |"));
    report.extractive = false;
    assert_non_null(strstr(str_z(arena, report_markdown(arena, &report)), "One. [1] Two. [1]"));
    arena_free(arena);
}

static void test_extractive_and_unknown_cost_are_said(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("x");

    report.extractive = true;
    report.usage.cost_unknown = true;
    report.usage.cost_nano = 0;
    const char *text = str_z(arena, report_markdown(arena, &report));
    /* Models were asked, but none of them wrote. */
    assert_true(report.usage.calls > 0);
    assert_null(strstr(text, "no model was used"));
    assert_non_null(strstr(text, "extractive: written without a model"));
    assert_non_null(strstr(text, "cost unknown"));
    report.usage = (struct usage){ 0 };
    text = str_z(arena, report_markdown(arena, &report));
    assert_non_null(strstr(text, "extractive: no model was used"));
    arena_free(arena);
}

static void test_result_has_the_fields_of_the_contract(void **state)
{
    (void) state;
    static const char *const names[] = { "id",
                                         "status",
                                         "workflow",
                                         "mode",
                                         "depth",
                                         "query",
                                         "answer",
                                         "citations",
                                         "subQueriesGenerated",
                                         "subQueriesCompleted",
                                         "searchesPerformed",
                                         "answered",
                                         "claims",
                                         "usage",
                                         "costUsd",
                                         "skipped",
                                         "warnings",
                                         "digest",
                                         NULL };
    struct arena *arena = arena_new();
    struct report report = sample("Heat [1].");
    json_t *object = NULL;

    assert_int_equal(json_parse(report_result(arena, &report, str("run-1"), str("completed")), &object, NULL), 0);
    for (size_t i = 0; names[i]; i++)
        assert_non_null(json_object_get(object, names[i]));
    assert_int_equal(json_object_size(object), 18);
    assert_true(json_is_null(json_object_get(object, "claims")));
    assert_true(json_is_null(json_object_get(object, "mode")));
    assert_true(json_is_null(json_object_get(object, "answered")));
    assert_float_equal(json_number_value(json_object_get(object, "costUsd")), 0.0213, 1e-12);
    json_t *citation = json_at(object, "citations.0");
    assert_int_equal(json_object_size(citation), 6);
    assert_float_equal(json_number_value(json_object_get(citation, "relevanceScore")), 1.0, 1e-12);
    assert_int_equal(json_object_size(json_object_get(object, "usage")), 5);
    json_decref(object);

    report.usage.cost_unknown = true;
    report.answered = ANSWERED_NO;
    assert_int_equal(json_parse(report_result(arena, &report, str("run-1"), str("completed")), &object, NULL), 0);
    assert_true(json_is_null(json_object_get(object, "costUsd")));
    assert_true(json_is_false(json_object_get(object, "answered")));
    json_decref(object);
    arena_free(arena);
}

/* A sentence of the body, cited or not. */
static struct claim_row row_of(struct str body, const char *text, int kind, int verdict, bool cited)
{
    static struct span_row span = { .source = 1 };
    ptrdiff_t at = str_find(body, str(text), 0);

    assert_true(at >= 0);
    return (struct claim_row){ .kind = kind,
                               .text = str(text),
                               .start = at,
                               .end = at + (ptrdiff_t) strlen(text),
                               .verdict = verdict,
                               .marked = cited,
                               .spans = cited ? &span : NULL,
                               .spans_n = cited };
}

static void test_the_opening_of_a_report_tells_whether_it_answers(void **state)
{
    (void) state;
    static const struct {
        const char *opening;
        int kind, verdict;
        bool cited; /* the opening */
        int below;  /* verdict of the cited sentence below it; negative: it cites nothing */
        enum answered is;
    } rows[] = {
        { "Heat matters.", KIND_CLAIM, VERDICT_SUPPORTED, true, VERDICT_SUPPORTED, ANSWERED_YES },
        { "Heat matters.", KIND_CLAIM, VERDICT_QUOTED, true, VERDICT_UNSUPPORTED, ANSWERED_YES },
        { "Heat matters.", KIND_SUMMARY, VERDICT_UNCHECKED, false, VERDICT_SUPPORTED, ANSWERED_YES },
        { "Heat matters.", KIND_SUMMARY, VERDICT_UNCHECKED, false, VERDICT_UNCHECKED, ANSWERED_UNKNOWN },
        { "Heat matters.", KIND_CLAIM, VERDICT_UNCHECKED, true, VERDICT_SUPPORTED, ANSWERED_UNKNOWN },
        { "Heat matters.", KIND_CLAIM, VERDICT_UNCHECKED, false, -1, ANSWERED_NO },
        { "No passage that was found answers this question.", KIND_REMARK, VERDICT_UNCHECKED, false, VERDICT_SUPPORTED,
          ANSWERED_NO },
        { "Keine der Quellen beantwortet diese Frage.", KIND_CLAIM, VERDICT_UNCHECKED, false, VERDICT_QUOTED,
          ANSWERED_NO },
        { "No source of the river gives water in summer.", KIND_CLAIM, VERDICT_SUPPORTED, true, VERDICT_SUPPORTED,
          ANSWERED_YES },
    };
    struct arena *arena = arena_new();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct str body = str_format(arena, "# Cells\n\n%s\n\n## More\n\nCold harms, too.\n", rows[i].opening);
        bool below = rows[i].below >= 0;
        struct claim_row claims[] = {
            row_of(body, rows[i].opening, rows[i].kind, rows[i].verdict, rows[i].cited),
            row_of(body, "Cold harms, too.", KIND_CLAIM, below ? rows[i].below : VERDICT_UNCHECKED, below),
        };

        if (report_answers(&(struct report){ .body = body, .claims = claims, .claims_n = 2 }) != rows[i].is)
            fail_msg("row %zu: %s", i, rows[i].opening);
    }
    arena_free(arena);
}

static void test_cost_is_exact(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct usage usage = { .cost_nano = 1000000001 };

    assert_true(str_is(usage_cost_json(arena, &usage), "1.000000001"));
    usage.cost_nano = 0;
    assert_true(str_is(usage_cost_json(arena, &usage), "0.0"));
    usage.cost_nano = 2500000000;
    assert_true(str_is(usage_cost_json(arena, &usage), "2.5"));
    arena_free(arena);
}

static void test_fidelity_is_kept_counted_and_told(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct report report = sample("Heat matters [1]."), back;
    struct fidelity more = { 0 };
    const struct fidelity_item items[] = {
        { .id = str("src-001"), .original_tokens = 5000, .current_tokens = 3500, .current_level = LEVEL_CONDENSED },
        { .id = str("src-002"),
          .original_tokens = 8000,
          .current_tokens = 1600,
          .current_level = LEVEL_KEY_POINTS,
          .archive_hash = str("ab12") },
        { .id = str("src-003"), .original_tokens = 2000, .current_level = LEVEL_DROPPED },
    };

    assert_null(strstr(str_z(arena, report_markdown(arena, &report)), "fidelity"));
    assert_null(strstr(str_z(arena, report_result(arena, &report, str("run-1"), str("completed"))), "fidelity"));
    for (size_t i = 0; i < 3; i++)
        fidelity_put(arena, &report.fidelity, &items[i]);
    fidelity_use(&report.fidelity, 5100, 6000);
    /* The same item seen again counts once, as it is now. */
    fidelity_put(arena, &more, &items[1]);
    fidelity_use(&more, 1600, 2000);
    fidelity_merge(arena, &report.fidelity, &more);
    const struct allocation *a = &report.fidelity.allocation;
    assert_int_equal(report.fidelity.items_n, 3);
    assert_true(a->fidelity == 0.34 && a->utilization == 0.837 && a->tokens_used == 6700 &&
                a->tokens_available == 8000);
    assert_true(a->items_dropped == 1 && a->items_summarized == 2);
    assert_true(report.fidelity.items[0].compression_ratio == 0.7 && report.fidelity.items[1].compression_ratio == 0.2);
    assert_int_equal(fidelity_score(&report.fidelity), BAND_COMPRESSED);
    const char *text = str_z(arena, report_markdown(arena, &report));
    assert_non_null(strstr(text, "fidelity 0.34 (compressed): 2 texts shortened to fit, 1 left out"));
    assert_non_null(strstr(str_z(arena, report_html(arena, &report)), "fidelity 0.34 (compressed)"));
    assert_int_equal(report_parse(arena, report_json(arena, &report), &back, NULL), 0);
    assert_true(back.fidelity.any && back.fidelity.items_n == 3 &&
                back.fidelity.items[1].current_level == LEVEL_KEY_POINTS);
    json_t *result = NULL;
    assert_int_equal(json_parse(report_result(arena, &back, str("run-1"), str("completed")), &result, NULL), 0);
    assert_int_equal(json_integer_value(json_at(result, "fidelity.content_fidelity.src-001.current_tokens")), 3500);
    assert_string_equal(json_string_value(json_at(result, "fidelity.content_fidelity.src-002.current_level")),
                        "key_points");
    assert_string_equal(json_string_value(json_at(result, "fidelity.dropped_content_ids.0")), "src-003");
    assert_string_equal(json_string_value(json_at(result, "fidelity.content_archive_hashes.src-002")), "sha256:ab12");
    assert_string_equal(json_string_value(json_at(result, "fidelity.fidelity_level")), "compressed");
    assert_int_equal(json_integer_value(json_at(result, "fidelity.content_allocation_metadata.items_summarized")), 2);
    json_decref(result);
    arena_free(arena);
}

static void test_the_page_of_a_quote_is_named(void **state)
{
    struct arena *arena = arena_new();
    struct span_row spans[] = { { .source = 1, .end = 5, .quote = str("Quote"), .page = 12 },
                                { .source = 2, .end = 3, .quote = str("Two") } };
    struct claim_row claim = {
        .number = 1, .text = str("A claim."), .verdict = VERDICT_PARTIAL, .end = 8, .spans = spans, .spans_n = 2
    };
    struct report report = sample("A claim [1].");

    (void) state;
    report.claims = &claim;
    report.claims_n = 1;
    report.has_summary = true;
    report.summary = (struct claim_summary){ .total = 1, .checked = 1, .partial = 1, .independent = 2 };
    struct str markdown = report_markdown(arena, &report), html = report_html(arena, &report);
    assert_true(str_contains(markdown, "1 of 1 claim checked"));
    assert_true(str_contains(markdown, "rests on 2 independent sources"));
    assert_true(str_contains(markdown, "  - [1] \"Quote\" (page 12)\n  - [2] \"Two\"\n"));
    assert_true(str_contains(html, "<span>page 12</span>"));
    arena_free(arena);
}

static void test_a_source_is_named_once_for_its_words(void **state)
{
    struct arena *arena = arena_new();
    struct span_row spans[] = { { .source = 1, .end = 5, .quote = str("Quote") },
                                { .source = 2, .end = 5, .quote = str("Quote") },
                                { .source = 1, .start = 9, .end = 14, .quote = str("Quote") } };
    struct claim_row claim = {
        .number = 1, .text = str("A claim."), .verdict = VERDICT_PARTIAL, .end = 8, .spans = spans, .spans_n = 3
    };
    struct report report = sample("A claim [1].");

    (void) state;
    report.claims = &claim;
    report.claims_n = 1;
    report.has_summary = true;
    report.summary = (struct claim_summary){ .total = 1, .checked = 1, .partial = 1, .independent = 2 };
    assert_true(str_contains(report_markdown(arena, &report), "  - [1][2] \"Quote\"\n"));
    arena_free(arena);
}

static void check_fragment(const char *url, const char *quote, const char *expected)
{
    struct buf out;

    buf_init(&out, 4096);
    html_quote_fragment(&out, str(url), str(quote));
    assert_string_equal(out.data ? out.data : "", expected);
    buf_free(&out);
}

static void test_a_link_leads_to_the_quote_on_its_page(void **state)
{
    (void) state;
    check_fragment("https://a.example/", "Short and simple.", "#:~:text=Short%20and%20simple.");
    check_fragment("https://a.example/#part", "Short", ":~:text=Short");
    check_fragment("https://a.example/", "One two three four five six seven eight nine ten eleven twelve thirteen.",
                   "#:~:text=One%20two%20three%20four%20five,nine%20ten%20eleven%20twelve%20thirteen.");
    check_fragment("https://a.example/", "- A \"list\", it-self & more",
                   "#:~:text=A%20%22list%22%2C%20it%2Dself%20%26%20more");
    check_fragment("https://a.example/", "First line\nSecond line", "#:~:text=First%20line,Second%20line");
    check_fragment("https://a.example/", "| a | b |", "");
    check_fragment("https://a.example/", "", "");
    check_fragment("https://a.example/", "\xc3\xa9t\xc3\xa9", "#:~:text=%C3%A9t%C3%A9");
}

static void test_reasons_are_sentences(void **state)
{
    struct arena *arena = arena_new();

    (void) state;
    assert_true(str_is(text_sentence(arena, str("the source says 450")), "The source says 450."));
    assert_true(str_is(text_sentence(arena, str(" It does. ")), "It does."));
    assert_true(str_is(text_sentence(arena, str("pH is not given")), "pH is not given."));
    assert_true(str_is(text_sentence(arena, str("")), ""));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fidelity_is_kept_counted_and_told),
        cmocka_unit_test(test_known_markers_stay_and_unknown_ones_go),
        cmocka_unit_test(test_other_spellings_become_plain_markers),
        cmocka_unit_test(test_what_is_no_marker_stays),
        cmocka_unit_test(test_a_list_of_sources_by_a_model_is_removed),
        cmocka_unit_test(test_cited_sources_are_marked),
        cmocka_unit_test(test_json_round_trip_keeps_every_byte),
        cmocka_unit_test(test_markdown_has_title_facts_body_sources_and_notes),
        cmocka_unit_test(test_every_format_has_the_sources_last),
        cmocka_unit_test(test_a_count_of_one_has_its_singular),
        cmocka_unit_test(test_the_answer_ends_where_the_next_part_begins),
        cmocka_unit_test(test_markdown_shows_the_title_of_the_body_only_once),
        cmocka_unit_test(test_a_quoted_passage_carries_its_marker_once),
        cmocka_unit_test(test_extractive_and_unknown_cost_are_said),
        cmocka_unit_test(test_result_has_the_fields_of_the_contract),
        cmocka_unit_test(test_the_opening_of_a_report_tells_whether_it_answers),
        cmocka_unit_test(test_cost_is_exact),
        cmocka_unit_test(test_the_page_of_a_quote_is_named),
        cmocka_unit_test(test_a_source_is_named_once_for_its_words),
        cmocka_unit_test(test_a_link_leads_to_the_quote_on_its_page),
        cmocka_unit_test(test_reasons_are_sentences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
