#include "arena_case.h"

#include "search/bm25.h"
#include "search/internal.h"
#include "text/language.h"

static struct ranking ranking(const char *engine, const char *const *urls)
{
    struct ranking r = { .engine = str(engine) };
    size_t n = 0;

    while (urls[n])
        n++;
    r.hits = arena_calloc(arena, n + 1, sizeof *r.hits);
    for (; r.hits_n < n; r.hits_n++)
        r.hits[r.hits_n] = (struct search_hit){ .url = str(urls[r.hits_n]), .title = str(engine) };
    return r;
}

#define URLS(...) ((const char *const[]){ __VA_ARGS__, NULL })

static const char *order_of(const struct search_result *result)
{
    struct str text = str("");

    for (size_t i = 0; i < result->hits_n; i++)
        text = str_format(arena, "%.*s%s%.*s", STR_ARG(text), i ? " " : "", STR_ARG(result->hits[i].canonical_url));
    return text.data;
}

static void test_what_several_engines_find_comes_first(void **state)
{
    (void) state;
    struct ranking rankings[] = { ranking("a", URLS("https://one.example/", "https://both.example/")),
                                  ranking("b", URLS("https://two.example/", "https://both.example/")) };
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 };

    fuse(arena, rankings, 2, &query, &result);
    assert_int_equal(result.hits_n, 3);
    assert_true(str_is(result.hits[0].url, "https://both.example/"));
    assert_int_equal(result.hits[0].engines.n, 2);
    /* 1/62 twice, in millionths: 16129 + 16129. */
    assert_true(result.hits[0].score * 1000000 > 32257.5 && result.hits[0].score * 1000000 < 32258.5);
}

static void test_documents_that_are_given_take_no_page_its_place(void **state)
{
    (void) state;
    struct ranking rankings[] = { ranking("context", URLS("file:a", "file:b", "file:c")),
                                  ranking("b", URLS("https://one.example/", "https://two.example/",
                                                    "https://three.example/")) };
    struct search_query query = { .text = str("q"), .count = 2 };
    struct search_result result = { 0 };

    fuse(arena, rankings, 2, &query, &result);
    assert_int_equal(result.hits_n, 4);
    assert_non_null(strstr(order_of(&result), "https://two.example/"));
    assert_non_null(strstr(order_of(&result), "file:b"));
    assert_null(strstr(order_of(&result), "three"));
}

static void test_equal_scores_go_by_canonical_url(void **state)
{
    (void) state;
    struct ranking rankings[] = { ranking("a", URLS("https://z.example/")), ranking("b", URLS("https://b.example/")),
                                  ranking("c", URLS("https://m.example/")) };
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 }, again = { 0 };

    fuse(arena, rankings, 3, &query, &result);
    struct ranking other[] = { rankings[2], rankings[0], rankings[1] };
    fuse(arena, other, 3, &query, &again);
    assert_string_equal(order_of(&result), order_of(&again));
    assert_true(str_is(result.hits[0].url, "https://b.example/"));
}

static void test_spellings_of_one_page_are_one_hit(void **state)
{
    (void) state;
    struct ranking rankings[] = { ranking("a", URLS("https://Example.org/x?utm_source=a", "https://example.org/x#part",
                                                    "https://example.org/y")),
                                  ranking("b", URLS("https://example.org/x")) };
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 };

    rankings[0].hits[0].snippet = str("short");
    rankings[1].hits[0].snippet = str("a longer snippet");
    rankings[1].hits[0].date = str("2026-01-01");
    fuse(arena, rankings, 2, &query, &result);
    assert_int_equal(result.hits_n, 2);
    assert_int_equal(result.hits[0].engines.n, 2);
    assert_true(str_is(result.hits[0].snippet, "a longer snippet"));
    assert_true(str_is(result.hits[0].date, "2026-01-01"));
    assert_true(str_is(result.hits[0].title, "a"));
    /* The double took no place: y has rank 2. */
    assert_true(result.hits[1].score * 1000000 > 16128.5 && result.hits[1].score * 1000000 < 16129.5);
}

static void test_pages_go_with_the_text_they_belong_to(void **state)
{
    (void) state;
    struct ranking rankings[] = { ranking("a", URLS("https://example.org/x")),
                                  ranking("b", URLS("https://example.org/x")),
                                  ranking("c", URLS("https://example.org/x")) };
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 };

    rankings[0].hits[0].text = str("Page one.");
    rankings[0].hits[0].pages = str("0");
    rankings[1].hits[0].text = str("Page one.\n\nPage two.");
    rankings[1].hits[0].pages = str("0 11");
    rankings[2].hits[0].text = str("Two.");
    rankings[2].hits[0].pages = str("0 0");
    fuse(arena, rankings, 3, &query, &result);
    assert_int_equal(result.hits_n, 1);
    assert_true(str_is(result.hits[0].text, "Page one.\n\nPage two."));
    assert_true(str_is(result.hits[0].pages, "0 11"));
}

static void test_domain_filters_are_applied_by_us(void **state)
{
    (void) state;
    struct ranking r = ranking("a", URLS("https://docs.good.example/1", "https://bad.example/2",
                                         "https://good.example/3", "https://evil.good.example/4"));
    struct search_query query = { .text = str("q") };
    struct search_result result = { 0 };

    str_list_add(arena, &query.include_domains, str("good.example"));
    str_list_add(arena, &query.exclude_domains, str("evil.good.example"));
    fuse(arena, &r, 1, &query, &result);
    assert_string_equal(order_of(&result), "https://docs.good.example/1 https://good.example/3");
}

static void test_date_filters_keep_what_has_no_date(void **state)
{
    (void) state;
    static const struct {
        const char *date, *since, *until;
        bool passes;
    } table[] = {
        { "2026-03-01", "2026-01-01", "", true }, { "2025-12-31", "2026-01-01", "", false },
        { "2026-01-01", "2026-01-01", "", true }, { "2026-02-01", "", "2026-01-31", false },
        { "2026-01-31", "", "2026-01-31", true }, { "2026-01-31T23:00:00Z", "", "2026-01-31", true },
        { "", "2026-01-01", "2026-01-31", true }, { "some day", "2026-01-01", "", true },
        { "2026", "2026-06-01", "", true }, /* known to the year only: may be later in it */
        { "2025", "2026-06-01", "", false },      { "2026-05", "2026-05-20", "", true },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct search_query query = { .since = str(table[i].since), .until = str(table[i].until) };
        struct search_hit hit = { .url = str("https://a.example/"), .date = str(table[i].date) };

        if (filter_passes(&query, &hit) != table[i].passes)
            fail_msg("date \"%s\" since \"%s\" until \"%s\"", table[i].date, table[i].since, table[i].until);
    }
}

static void test_no_more_hits_than_asked_for(void **state)
{
    (void) state;
    struct ranking r = ranking("a", URLS("https://a.example/1", "https://a.example/2", "https://a.example/3"));
    struct search_query query = { .text = str("q"), .count = 2 };
    struct search_result result = { 0 };

    fuse(arena, &r, 1, &query, &result);
    assert_int_equal(result.hits_n, 2);
    fuse(arena, NULL, 0, &query, &result);
    assert_int_equal(result.hits_n, 0);
}

static void test_dates_of_services_become_days(void **state)
{
    (void) state;
    static const struct {
        const char *text, *want;
    } table[] = {
        { "2026-01-31", "2026-01-31" },
        { "2026-01-31T10:00:00Z", "2026-01-31" },
        { "2026-01-31T10:00:00.5+02:00", "2026-01-31" },
        { "Jan 31, 2026", "2026-01-31" },
        { "31 January 2026", "2026-01-31" },
        { "September 2025", "2025-09" },
        { "2024", "2024" },
        { "3 days ago", "2026-11-12" },
        { "an hour ago", "2026-11-14" },
        { "2 weeks ago", "2026-11-01" },
        { "yesterday", "2026-11-14" },
        { "Sat, 31 Jan 2026 08:00:00 GMT", "2026-01-31" },
        { "Feb 31, 2026", "2026-02" },
        { "soon", "" },
        { "", "" },
        { "999999999999999999999 days ago", "" },
        { "2025 Nov 3", "2025-11-03" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct str got = search_date(arena, str(table[i].text), INT64_C(1794700800000));

        if (!str_is(got, table[i].want))
            fail_msg("\"%s\" became \"%.*s\"", table[i].text, STR_ARG(got));
    }
}

static void test_markup_of_services_becomes_plain_text(void **state)
{
    (void) state;
    static const struct {
        const char *html, *want;
    } table[] = {
        { "a <strong>bold</strong> word", "a bold word" },
        { "x &amp; y &lt;z&gt; &#39;q&#x27;", "x & y <z> 'q'" },
        { "std::vector<int> a < b", "std::vector<int> a < b" },
        { "one<br/>two\n\n three", "onetwo three" },
        { "<jats:p>Abstract</jats:p>", "Abstract" },
        { "broken &#; &nosuch; <b", "broken &#; &nosuch; <b" },
        { "", "" },
        { "<p>one</p><p>two</p>", "one two" },
        { "\xff\xfe", "\xef\xbf\xbd\xef\xbf\xbd" },
    };

    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        struct str got = search_plain(arena, str(table[i].html));

        if (!str_is(got, table[i].want))
            fail_msg("\"%s\" became \"%.*s\"", table[i].html, STR_ARG(got));
    }
}

static void test_bm25_finds_rare_words_first(void **state)
{
    (void) state;
    static const char *const texts[] = { "the cat sat on the mat", "the dog sat on the log",
                                         "quantum cats are both dead and alive",
                                         "\xe9\x87\x8f\xe5\xad\x90\xe5\x8a\x9b\xe5\xad\xa6 physics" };
    struct bm25 *index = bm25_new(arena, language_named(str("en")));
    struct bm25_hit *hits;

    for (size_t i = 0; i < 4; i++)
        assert_int_equal(bm25_add(index, &(struct bm25_field){ str(texts[i]), 1 }, 1), i);
    assert_int_equal(bm25_search(index, arena, str("The CAT"), 10, &hits), 2);
    assert_int_equal(hits[0].document, 0); /* "cats" and "cat" are one word; this document is shorter */
    assert_int_equal(bm25_search(index, arena, str("quantum dog"), 10, &hits), 2);
    assert_int_equal(bm25_search(index, arena, str("\xe9\x87\x8f\xe5\xad\x90"), 10, &hits), 1);
    assert_int_equal(hits[0].document, 3);
    assert_int_equal(bm25_search(index, arena, str("absent"), 10, &hits), 0);
    assert_int_equal(bm25_search(index, arena, str(""), 10, &hits), 0);
    assert_int_equal(bm25_search(index, arena, str("sat"), 1, &hits), 1);
    assert_int_equal(bm25_search(index, arena, str("the of and"), 9, &hits), 0);
    assert_int_equal(bm25_search(bm25_new(arena, language_named(str("en"))), arena, str("x"), 1, &hits), 0);
}

static void test_bm25_weighs_fields_and_grows(void **state)
{
    (void) state;
    struct bm25 *index = bm25_new(arena, language_named(str("en")));
    struct bm25_hit *hits;

    for (int i = 0; i < 3000; i++) {
        struct bm25_field fields[] = { { str_format(arena, "word%d filler text here", i), 1 },
                                       { str(i == 77 ? "needle" : "plain"), 3 } };
        bm25_add(index, fields, 2);
    }
    assert_int_equal(bm25_search(index, arena, str("needle"), 5, &hits), 1);
    assert_int_equal(hits[0].document, 77);
    assert_int_equal(bm25_search(index, arena, str("word2999"), 5, &hits), 1);
    assert_int_equal(bm25_search(index, arena, str("filler"), 5, &hits), 5);
    assert_int_equal(hits[0].document, 0); /* equal scores go by number */
}

/* A part of a long text never begins inside of code: the fence that ends it would be taken for one that begins, and all
 * code behind it for prose. */
static void test_a_part_of_a_long_text_begins_outside_of_code(void **state)
{
    struct buf text;

    (void) state;
    buf_init(&text, 1 << 20);
    for (int i = 0; text.len < 3 * SEARCH_TEXT_MAX; i++) {
        buf_format(&text, "Paragraph %d.\n\n```\n", i);
        for (int k = 0; k < 400; k++)
            buf_format(&text, "code %d;\n", k);
        buf_add_z(&text, "```\n\n");
    }
    for (size_t at = SEARCH_TEXT_MAX; at < text.len; at += 40001) {
        struct search_hit hit = { .text = buf_str(&text) };

        search_hit_cut(arena, &hit, at);
        ptrdiff_t code = str_find(hit.text, str("code "), 0), fence = str_find(hit.text, str("```"), 0);
        assert_true(fence >= 0 && fence < code);
        assert_true(hit.text.len <= SEARCH_TEXT_MAX);
        assert_true(hit.text.data <= text.data + at && text.data + at < hit.text.data + hit.text.len);
    }
    buf_free(&text);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_what_several_engines_find_comes_first),
        CASE(test_documents_that_are_given_take_no_page_its_place),
        CASE(test_equal_scores_go_by_canonical_url),
        CASE(test_spellings_of_one_page_are_one_hit),
        CASE(test_pages_go_with_the_text_they_belong_to),
        CASE(test_domain_filters_are_applied_by_us),
        CASE(test_date_filters_keep_what_has_no_date),
        CASE(test_no_more_hits_than_asked_for),
        CASE(test_dates_of_services_become_days),
        CASE(test_markup_of_services_becomes_plain_text),
        CASE(test_bm25_finds_rare_words_first),
        CASE(test_bm25_weighs_fields_and_grows),
        CASE(test_a_part_of_a_long_text_begins_outside_of_code),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
