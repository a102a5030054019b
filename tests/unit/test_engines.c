/* What each engine is asked, and what is made of its answers: no network. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "net/limiter.h"
#include "search/internal.h"
#include "text/json.h"

static struct arena *arena;
static struct search_query query;
static struct engine_state own;
static struct search_ask ask;
static struct net_request request;
static struct error e;

static int setup(void **state)
{
    (void) state;
    arena = arena_new();
    query = (struct search_query){ .text = str("grid-scale batteries"), .count = 7 };
    own = (struct engine_state){ .key = str("key-of-test"),
                                 .base_url = str("http://host.example"),
                                 .key2 = str("second") };
    return 0;
}

static int teardown(void **state)
{
    (void) state;
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static void start(const struct search_engine *engine)
{
    ask = (struct search_ask){ .engine = engine,
                               .own = &own,
                               .query = &query,
                               .arena = arena,
                               .wall_ms = INT64_C(1794700800000),
                               .cost_usd = engine->usd_per_search };
    assert_int_equal(search_build(&ask, &request, &e), 0);
}

static bool header(const char *line)
{
    for (size_t i = 0; i < request.headers_n; i++)
        if (str_is(request.headers[i], line))
            return true;
    return false;
}

static void asked(const char *part)
{
    if (!str_contains(request.url, part) && !str_contains(request.body, part))
        fail_msg("%.*s %.*s does not have %s", STR_ARG(request.url), STR_ARG(request.body), part);
}

static int answer(const char *body)
{
    struct net_response response = { .status = 200, .body = str(body) };

    ask.hits_n = 0;
    return search_decode(&ask, &response, &e);
}

static int failure(int status, const char *body, struct net_header *headers, size_t n)
{
    struct net_response response = { .status = status, .body = str(body), .headers = headers, .headers_n = n };

    return ask.engine->wire->failure ? ask.engine->wire->failure(&ask, &response, &e)
                                     : search_failure(&ask, &response, &e);
}

static void hit(size_t at, const char *title, const char *url, const char *date, const char *snippet)
{
    assert_true(at < ask.hits_n);
    const struct search_hit *h = &ask.hits[at];
    if (!str_is(h->title, title) || !str_is(h->url, url) || !str_is(h->date, date) || !str_is(h->snippet, snippet))
        fail_msg("hit %zu is \"%.*s\" %.*s %.*s \"%.*s\"", at, STR_ARG(h->title), STR_ARG(h->url), STR_ARG(h->date),
                 STR_ARG(h->snippet));
}

static void test_brave(void **state)
{
    (void) state;
    query.since = str("2026-11-10");
    query.language = str("en");
    query.region = str("us");
    start(&engine_brave);
    asked("http://host.example/res/v1/web/search?q=grid-scale");
    asked("&count=7&country=us&search_lang=en&freshness=pw&text_decorations=false");
    assert_true(header("X-Subscription-Token: key-of-test"));
    assert_int_equal(
        answer(
            "{\"query\":{\"original\":\"q\"},\"web\":{\"results\":[{\"title\":\"T\",\"url\":\"https://a.example/\",\"description\":\"a <strong>b</strong>\",\"page_age\":\"2026-11-11T00:00:00\"}]}}"),
        0);
    hit(0, "T", "https://a.example/", "2026-11-11", "a b");
    assert_int_equal(answer("{\"query\":{}}"), 0);
    assert_int_equal(ask.hits_n, 0);
    assert_int_equal(answer("{}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(422, "{\"error\":{\"code\":\"SUBSCRIPTION_TOKEN_INVALID\",\"detail\":\"x\"}}", NULL, 0),
                     -ERROR_AUTH);
    struct net_header limits[] = { { str("x-ratelimit-remaining"), str("0, 14000") },
                                   { str("x-ratelimit-reset"), str("1, 1419704") } };
    assert_int_equal(failure(429, "{\"error\":{\"detail\":\"slow\"}}", limits, 2), -ERROR_RATE);
    assert_int_equal(e.retry_after_ms, 1000);
    limits[0].value = str("1, 0");
    assert_int_equal(failure(429, "{}", limits, 2), -ERROR_QUOTA);
    query.type = SEARCH_NEWS;
    query.until = str("2026-11-12");
    start(&engine_brave);
    asked("/res/v1/news/search");
    asked("freshness=2026-11-10to2026-11-12");
    assert_int_equal(
        answer(
            "{\"results\":[{\"title\":\"N\",\"url\":\"https://n.example/\",\"description\":\"d\",\"age\":\"2 days ago\"}]}"),
        0);
    hit(0, "N", "https://n.example/", "2026-11-13", "d");
}

static void test_brave_page_text(void **state)
{
    (void) state;
    start(&engine_brave_context);
    asked("/res/v1/llm/context");
    assert_int_equal(
        answer(
            "{\"grounding\":{\"generic\":[{\"url\":\"https://a.example/\",\"title\":\"T\",\"snippets\":[\"one\",\"two\"]}]},\"sources\":{}}"),
        0);
    hit(0, "T", "https://a.example/", "", "one");
    assert_true(str_is(ask.hits[0].text, "one\n\ntwo"));
    assert_int_equal(answer("[]"), -ERROR_UPSTREAM);
}

static void test_google(void **state)
{
    (void) state;
    query.language = str("de");
    query.since = str("2026-11-08");
    str_list_add(arena, &query.include_domains, str("a.example"));
    str_list_add(arena, &query.include_domains, str("b.example"));
    start(&engine_google);
    asked("/customsearch/v1?cx=second&q=grid-scale%20batteries%20%28site%3Aa.example%20OR%20site%3Ab.example%29&num=7");
    asked("lr=lang_de&dateRestrict=d8");
    assert_true(header("X-Goog-Api-Key: key-of-test"));
    assert_false(str_contains(request.url, "key-of-test")); /* addresses are logged */
    assert_int_equal(
        answer(
            "{\"items\":[{\"title\":\"T\",\"link\":\"https://a.example/\",\"snippet\":\"s\",\"pagemap\":{\"metatags\":[{\"article:published_time\":\"2026-11-09T10:00:00Z\"}]}}]}"),
        0);
    hit(0, "T", "https://a.example/", "2026-11-09", "s");
    assert_int_equal(answer("{\"searchInformation\":{\"totalResults\":\"0\"}}"), 0);
    assert_int_equal(answer("{}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(400, "{\"error\":{\"message\":\"API key not valid\"}}", NULL, 0), -ERROR_AUTH);
    assert_int_equal(failure(429, "{\"error\":{\"message\":\"Queries per day\"}}", NULL, 0), -ERROR_QUOTA);
    assert_int_equal(failure(429, "{\"error\":{\"message\":\"Queries per minute\"}}", NULL, 0), -ERROR_RATE);
}

static void test_semantic_scholar(void **state)
{
    (void) state;
    query.since = str("2020-05-01");
    start(&engine_semantic_scholar);
    asked("/graph/v1/paper/search?query=grid%20scale%20batteries&limit=7");
    asked("year=2020-");
    assert_true(header("x-api-key: key-of-test"));
    assert_int_equal(
        answer(
            "{\"total\":1,\"data\":[{\"paperId\":\"p\",\"title\":\"T\",\"abstract\":\"long\",\"year\":2021,\"authors\":[{\"name\":\"A\"},{\"name\":\"B\"}],\"url\":\"https://s.example/p\",\"externalIds\":{\"DOI\":\"10.1/x\"},\"tldr\":{\"text\":\"short\"},\"openAccessPdf\":null},"
            "{\"title\":\"U\",\"abstract\":null,\"publicationDate\":\"2022-02-03\",\"url\":\"https://s.example/q\",\"externalIds\":{\"ArXiv\":\"2101.1\"},\"openAccessPdf\":{\"url\":\"https://oa.example/q.pdf\"}}]}"),
        0);
    hit(0, "T", "https://doi.org/10.1/x", "2021", "short");
    assert_true(str_is(ask.hits[0].text, "long") && str_is(ask.hits[0].authors, "A, B"));
    hit(1, "U", "https://oa.example/q.pdf", "2022-02-03", "");
    assert_int_equal(answer("{\"total\":0,\"offset\":0}"), 0);
    assert_int_equal(answer("{\"x\":0}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(429, "{\"message\":\"Too Many Requests\",\"code\":\"429\"}", NULL, 0), -ERROR_RATE);
    own.key = str("");
    start(&engine_semantic_scholar);
    assert_false(header("x-api-key: "));
}

static void test_exa(void **state)
{
    (void) state;
    query.type = SEARCH_ACADEMIC;
    query.since = str("2026-01-01");
    str_list_add(arena, &query.exclude_domains, str("b.example"));
    start(&engine_exa);
    asked("\"numResults\":7");
    asked("\"category\":\"publication\"");
    asked("\"startPublishedDate\":\"2026-01-01T00:00:00.000Z\"");
    asked("\"excludeDomains\":[\"b.example\"]");
    assert_true(header("x-api-key: key-of-test"));
    assert_int_equal(
        answer(
            "{\"results\":[{\"id\":\"i\",\"url\":\"https://a.example/\",\"title\":\"T\",\"publishedDate\":\"2026-02-01T00:00:00.000Z\",\"author\":\"A\",\"text\":\"whole\",\"highlights\":[\"best\"]}],\"costDollars\":{\"total\":0.007}}"),
        0);
    hit(0, "T", "https://a.example/", "2026-02-01", "best");
    assert_true(ask.cost_usd == 0.007);
    assert_int_equal(answer("{\"results\":{}}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(402, "{\"error\":\"NO_MORE_CREDITS\",\"tag\":\"NO_MORE_CREDITS\"}", NULL, 0),
                     -ERROR_QUOTA);
    assert_int_equal(failure(401, "{\"error\":\"bad\"}", NULL, 0), -ERROR_AUTH);
}

static void test_firecrawl(void **state)
{
    (void) state;
    query.since = str("2026-11-01");
    start(&engine_firecrawl);
    asked("\"limit\":7");
    asked("\"tbs\":\"qdr:m\"");
    assert_true(header("Authorization: Bearer key-of-test"));
    assert_int_equal(
        answer(
            "{\"success\":true,\"data\":{\"web\":[{\"url\":\"https://a.example/\",\"title\":\"T\",\"description\":\"d\",\"markdown\":\"m\"}]},\"creditsUsed\":2}"),
        0);
    hit(0, "T", "https://a.example/", "", "d");
    assert_true(isnan(ask.cost_usd)); /* credits have no public price: unknown, not zero */
    assert_int_equal(answer("{\"success\":false,\"error\":\"failed\"}"), -ERROR_UPSTREAM);
    assert_int_equal(answer("{\"success\":true}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(402, "{\"success\":false,\"error\":\"Insufficient credits\"}", NULL, 0), -ERROR_QUOTA);
}

static void test_perplexity(void **state)
{
    (void) state;
    query.since = str("2026-11-14");
    str_list_add(arena, &query.exclude_domains, str("b.example"));
    start(&engine_perplexity);
    asked("\"max_results\":7");
    asked("\"search_domain_filter\":[\"-b.example\"]");
    asked("\"search_recency_filter\":\"week\"");
    assert_int_equal(
        answer(
            "{\"id\":\"x\",\"results\":[{\"title\":\"T\",\"url\":\"https://a.example/\",\"snippet\":\"s\",\"date\":\"2026-11-14\",\"last_updated\":null}]}"),
        0);
    hit(0, "T", "https://a.example/", "2026-11-14", "s");
    assert_int_equal(answer("{}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(401, "{\"error\":{\"message\":\"no\"}}", NULL, 0), -ERROR_AUTH);
}

static void test_duckduckgo(void **state)
{
    (void) state;
    query.since = str("2026-11-14");
    start(&engine_duckduckgo);
    asked("http://host.example/html/");
    asked("q=grid-scale%20batteries&b=&kl=wt-wt&df=w");
    assert_int_equal(
        answer(
            "<html><div class=\"result results_links\"><h2><a rel=\"nofollow\" class=\"result__a\" href=\"//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fx%3Fy%3D1&amp;rut=abc\">A <b>title</b></a></h2>"
            "<a class=\"result__snippet\" href=\"//x\">some &amp; more</a></div>"
            "<div class=\"result\"><a class=\"result__a\" href=\"//duckduckgo.com/y.js?ad=1\">Ad</a></div>"
            "<div class=\"result\"><a class=\"result__a\" href=\"https://b.example/\">B</a></div></html>"),
        0);
    assert_int_equal(ask.hits_n, 2);
    hit(0, "A title", "https://a.example/x?y=1", "", "some & more");
    hit(1, "B", "https://b.example/", "", "");
    assert_int_equal(answer("<html><div class=\"anomaly-modal__title\">bots</div></html>"), -ERROR_UNAVAILABLE);
    assert_false(e.retry);
    assert_int_equal(answer("<html>No results.</html>"), 0);
    assert_int_equal(answer("\x01\x02"), -ERROR_UPSTREAM);
    assert_int_equal(failure(403, "", NULL, 0), -ERROR_UNAVAILABLE);
}

static void test_arxiv(void **state)
{
    (void) state;
    query.text = str("\"grid-scale\" (batteries) AND");
    query.since = str("2026-01-31");
    start(&engine_arxiv);
    asked(
        "/api/query?search_query=all%3Agrid%20AND%20all%3Ascale%20AND%20all%3Abatteries%20AND%20all%3AAND%20AND%20submittedDate%3A%5B202601310000%20TO%20209912312359%5D&max_results=7");
    assert_int_equal(
        answer(
            "<?xml version=\"1.0\"?><feed><title>q</title><entry><id>http://arxiv.org/abs/2101.00001v1</id><published>2026-02-01T10:00:00Z</published><title>A\n  title</title><summary>  The\n text &amp; more </summary><author><name>A One</name></author><author><name>B Two</name></author></entry><entry/></feed>"),
        0);
    hit(0, "A title", "https://arxiv.org/abs/2101.00001v1", "2026-02-01", "The text & more");
    assert_true(str_is(ask.hits[0].authors, "A One, B Two"));
    assert_int_equal(answer("<feed></feed>"), 0);
    assert_int_equal(answer("<feed><entry><title>Error</title><summary>bad id</summary></entry></feed>"),
                     -ERROR_REJECTED);
    assert_int_equal(answer("<html>"), -ERROR_UPSTREAM);
    assert_int_equal(failure(503, "busy", NULL, 0), -ERROR_UPSTREAM);
    assert_true(e.retry);
}

static void test_openalex(void **state)
{
    (void) state;
    query.since = str("2020-01-01");
    query.until = str("2021-01-01");
    start(&engine_openalex);
    asked(
        "/works?search=grid-scale%20batteries&filter=from_publication_date%3A2020-01-01%2Cto_publication_date%3A2021-01-01&per_page=7");
    asked("api_key=key-of-test");
    assert_int_equal(
        answer(
            "{\"meta\":{},\"results\":[{\"id\":\"https://openalex.org/W1\",\"doi\":\"https://doi.org/10.1/x\",\"title\":\"T\",\"publication_date\":\"2020-06-01\",\"abstract_inverted_index\":{\"the\":[0,2],\"quick\":[1],\"end\":[3],\"bad\":[-1,99999999,\"x\"]},\"authorships\":[{\"author\":{\"display_name\":\"A\"}}]}]}"),
        0);
    hit(0, "T", "https://doi.org/10.1/x", "2020-06-01", "the quick the end");
    assert_int_equal(answer("{\"error\":\"x\"}"), -ERROR_UPSTREAM);
    assert_int_equal(failure(429, "{\"error\":\"Too many requests\",\"message\":\"m\"}", NULL, 0), -ERROR_RATE);
}

static void test_crossref(void **state)
{
    (void) state;
    own.key = str("me@example.org");
    query.since = str("2020");
    start(&engine_crossref);
    asked("/works?query.bibliographic=grid-scale%20batteries&rows=7&filter=from-pub-date%3A2020");
    asked("mailto=me%40example.org");
    assert_int_equal(
        answer(
            "{\"status\":\"ok\",\"message\":{\"items\":[{\"DOI\":\"10.1/x\",\"title\":[\"T\"],\"author\":[{\"given\":\"A\",\"family\":\"B\"}],\"issued\":{\"date-parts\":[[2024,5]]},\"abstract\":\"<jats:p>Some text</jats:p>\"},{\"title\":[],\"URL\":\"https://u.example/\",\"issued\":{\"date-parts\":[[null]]},\"container-title\":[\"J\"]}]}}"),
        0);
    hit(0, "T", "https://doi.org/10.1/x", "2024-05", "Some text");
    hit(1, "", "https://u.example/", "", "J");
    assert_int_equal(answer("{\"message\":{}}"), -ERROR_UPSTREAM);
}

static void test_pubmed_asks_twice(void **state)
{
    (void) state;
    query.since = str("2020-01-02");
    start(&engine_pubmed);
    asked("/entrez/eutils/esearch.fcgi?db=pubmed&tool=fathom&api_key=key-of-test&term=grid-scale%20batteries");
    asked("mindate=2020%2F01%2F02&maxdate=3000");
    assert_int_equal(answer("{\"esearchresult\":{\"count\":\"2\",\"idlist\":[\"11\",\"22\",\"x&y\"]}}"), 0);
    assert_true(ask.again);
    ask.step = 1;
    assert_int_equal(search_build(&ask, &request, &e), 0);
    asked("/efetch.fcgi?");
    asked("id=11%2C22&rettype=abstract");
    assert_int_equal(
        answer(
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version=\"1\">11</PMID><Article><Journal><JournalIssue><PubDate><Year>2021</Year><Month>Mar</Month><Day>05</Day></PubDate></JournalIssue></Journal><ArticleTitle>A <i>title</i></ArticleTitle><Abstract><AbstractText Label=\"AIM\">One.</AbstractText><AbstractText>Two.</AbstractText></Abstract><AuthorList><Author><LastName>Doe</LastName><ForeName>J</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>"),
        0);
    hit(0, "A title", "https://pubmed.ncbi.nlm.nih.gov/11/", "2021-03-05", "One. Two.");
    assert_true(str_is(ask.hits[0].authors, "J Doe") && str_is(ask.hits[0].text, "One.\nTwo."));
    assert_int_equal(answer("<html>"), -ERROR_UPSTREAM);
    start(&engine_pubmed);
    assert_int_equal(answer("{\"esearchresult\":{\"count\":\"0\",\"idlist\":[]}}"), 0);
    assert_false(ask.again);
    assert_int_equal(answer("{\"error\":\"API rate limit exceeded\",\"count\":\"4\"}"), -ERROR_RATE);
    assert_true(e.retry);
}

static void test_wikipedia(void **state)
{
    (void) state;
    own.base_url = str("https://en.wikipedia.org");
    query.language = str("de");
    start(&engine_wikipedia);
    asked("https://de.wikipedia.org/w/api.php?action=query&generator=search&gsrsearch=grid-scale%20batteries");
    query.language = str("../x");
    start(&engine_wikipedia);
    asked("https://en.wikipedia.org/w/api.php");
    bool agent = false;
    for (size_t i = 0; i < request.headers_n; i++)
        agent = agent || str_starts(request.headers[i], "User-Agent: fathom/");
    assert_true(agent);
    assert_int_equal(
        answer(
            "{\"batchcomplete\":true,\"query\":{\"pages\":[{\"pageid\":1,\"index\":2,\"title\":\"Second\",\"extract\":\"b\",\"fullurl\":\"https://en.wikipedia.org/wiki/Second\"},{\"pageid\":9,\"index\":1,\"title\":\"First\",\"extract\":\"a\",\"fullurl\":\"https://en.wikipedia.org/wiki/First\"}]}}"),
        0);
    hit(0, "First", "https://en.wikipedia.org/wiki/First", "", "a");
    assert_int_equal(answer("{\"batchcomplete\":true}"), 0);
    assert_int_equal(answer("{\"error\":{\"code\":\"maxlag\",\"info\":\"Waiting\"}}"), -ERROR_RATE);
    assert_true(e.retry);
    assert_int_equal(answer("{\"error\":{\"code\":\"badvalue\",\"info\":\"odd\"}}"), -ERROR_REJECTED);
    assert_int_equal(answer("{}"), -ERROR_UPSTREAM);
}

static void test_kiwix(void **state)
{
    (void) state;
    own.base_url = str("http://127.0.0.1:8080/root");
    own.key2 = str("wikipedia_en, wiktionary_en");
    start(&engine_kiwix);
    asked(
        "http://127.0.0.1:8080/root/search?books.name=wikipedia_en&books.name=wiktionary_en&pattern=grid-scale%20batteries&pageLength=7&format=xml");
    assert_int_equal(
        answer(
            "<rss><channel><title>Search: x</title><item><title>Battery &amp; grid</title><link>/root/content/wikipedia_en/A/Battery</link><description>a <b>battery</b>...</description><book><title>Wikipedia</title></book></item></channel></rss>"),
        0);
    assert_int_equal(ask.hits_n, 1);
    hit(0, "Battery & grid", "http://127.0.0.1:8080/root/content/wikipedia_en/A/Battery", "", "a battery...");
    assert_int_equal(answer("<html>"), -ERROR_UPSTREAM);
    assert_int_equal(failure(400, "Two or more books in different languages", NULL, 0), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "KIWIX_BOOK"));
}

static void test_opensearch(void **state)
{
    (void) state;
    own.base_url = str("http://127.0.0.1:9200/docs");
    own.key = str("user:pass");
    start(&engine_opensearch);
    asked("http://127.0.0.1:9200/docs/_search");
    asked("\"size\":7");
    assert_true(header("Authorization: Basic dXNlcjpwYXNz"));
    assert_int_equal(
        answer(
            "{\"hits\":{\"total\":{\"value\":2},\"hits\":[{\"_id\":\"1\",\"_score\":2.5,\"_source\":{\"title\":\"T\",\"url\":\"https://a.example/\",\"text\":\"long text\",\"date\":\"2026-01-01\"},\"highlight\":{\"text\":[\"<em>long</em> te\"]}},{\"_id\":\"two\",\"_source\":{\"name\":\"N\",\"content\":\"c\"}}]}}"),
        0);
    hit(0, "T", "https://a.example/", "2026-01-01", "long te");
    hit(1, "N", "http://127.0.0.1:9200/docs/_doc/two", "", "c");
    assert_int_equal(answer("{\"took\":1}"), -ERROR_UPSTREAM);
    assert_int_equal(
        failure(
            404,
            "{\"error\":{\"root_cause\":[{\"reason\":\"no such index\"}],\"type\":\"index_not_found_exception\",\"reason\":\"no such index\"}}",
            NULL, 0),
        -ERROR_REJECTED);
    assert_non_null(strstr(e.message, "no such index"));
    own.key = str("abc");
    start(&engine_opensearch);
    assert_true(header("Authorization: ApiKey abc"));
}

static void test_key_free_engines_work_with_no_setting(void **state)
{
    (void) state;
    struct search_settings none = { 0 };
    struct search *search;
    int engines[SEARCH_ENGINES_MAX];
    size_t n, first;

    assert_int_equal(search_new(arena, &none, &search, &e), 0);
    const struct str_list *order = search_engines(search);
    assert_true(str_list_has(order, str("wikipedia")) && str_list_has(order, str("arxiv")) &&
                str_list_has(order, str("duckduckgo")));
    assert_false(str_list_has(order, str("brave")) || str_list_has(order, str("kiwix")) ||
                 str_list_has(order, str("searxng")));
    engines_for(search, arena, &query, engines, &n, &first);
    assert_int_equal(first, 3);
    assert_string_equal(search_engines_table[engines[0]]->name, "tavily");
    assert_string_equal(search_engines_table[engines[1]]->name, "semantic_scholar");
    assert_string_equal(search_engines_table[engines[2]]->name, "wikipedia");
    query.type = SEARCH_ACADEMIC;
    engines_for(search, arena, &query, engines, &n, &first);
    assert_string_equal(search_engines_table[engines[0]]->name, "semantic_scholar");
    assert_string_equal(search_engines_table[engines[1]]->name, "openalex");
    assert_string_equal(search_engines_table[engines[2]]->name, "arxiv");
}

static void test_keys_at_hand_decide_the_order(void **state)
{
    (void) state;
    struct search_engine_settings keys[] = { { .name = str("brave"), .key = str("k") },
                                             { .name = str("google"), .key = str("k") },
                                             { .name = str("serper"), .key = str("k") } };
    struct search_settings settings = { .engines = keys, .engines_n = 3 };
    struct search *search;

    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    const struct str_list *order = search_engines(search);
    assert_int_equal(order->n, 2); /* google lacks its engine id; the page-text endpoint is asked only by name */
    assert_true(str_is(order->items[0], "serper") && str_is(order->items[1], "brave"));
    keys[1].key2 = str("cx");
    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    assert_true(str_is(search_engines(search)->items[0], "google"));
    keys[1].key2 = str("");
    str_list_add(arena, &settings.order, str("google"));
    assert_int_equal(search_new(arena, &settings, &search, &e), 0);
    assert_int_equal(search_ready(search, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "GOOGLE_CSE_ID"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_brave),
        CASE(test_brave_page_text),
        CASE(test_google),
        CASE(test_semantic_scholar),
        CASE(test_exa),
        CASE(test_firecrawl),
        CASE(test_perplexity),
        CASE(test_duckduckgo),
        CASE(test_arxiv),
        CASE(test_openalex),
        CASE(test_crossref),
        CASE(test_pubmed_asks_twice),
        CASE(test_wikipedia),
        CASE(test_kiwix),
        CASE(test_opensearch),
        CASE(test_key_free_engines_work_with_no_setting),
        CASE(test_keys_at_hand_decide_the_order),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
