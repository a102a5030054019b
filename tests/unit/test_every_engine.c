/* Every engine, every behaviour: one table of what the services say, and one test for each thing that must be made of it.
 * What is special about an engine, and what it is asked, is tested in test_engines.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <ctype.h>

#include "base/buf.h"
#include "base/file.h"
#include "net/limiter.h"
#include "search/internal.h"

struct failing {
    int status;
    const char *body;
};

struct facts {
    const struct search_engine *engine;
    int step;            /* the exchange that brings results */
    const char *results; /* "Keep", then "Drop": older than 2026 or of drop.example */
    const char *empty, *malformed;
    struct failing rate, key;
};

static const struct facts
    all
        [] = {
            { &engine_tavily,
              0,
              "{\"results\":[{\"title\":\"Keep\",\"url\":\"https://keep.example/a\",\"content\":\"grid\",\"published_date\":\"2026-03-01\"},{\"title\":\"Drop\",\"url\":\"https://drop.example/b\",\"content\":\"grid\",\"published_date\":\"2026-03-01\"}]}",
              "{\"results\":[]}",
              "{\"results\":{}}",
              { 429, "{\"detail\":{\"error\":\"Too many requests\"}}" },
              { 401, "{\"detail\":{\"error\":\"Unauthorized: missing or invalid API key.\"}}" } },
            { &engine_google,
              0,
              "{\"items\":[{\"title\":\"Keep\",\"link\":\"https://keep.example/a\",\"snippet\":\"grid\"},{\"title\":\"Drop\",\"link\":\"https://drop.example/b\",\"snippet\":\"grid\"}]}",
              "{\"searchInformation\":{\"totalResults\":\"0\"}}",
              "{}",
              { 429, "{\"error\":{\"message\":\"Queries per minute\"}}" },
              { 400, "{\"error\":{\"message\":\"API key not valid\"}}" } },
            { &engine_semantic_scholar,
              0,
              "{\"total\":2,\"data\":[{\"paperId\":\"p\",\"title\":\"Keep\",\"abstract\":\"grid\",\"publicationDate\":\"2026-03-01\",\"url\":\"https://keep.example/a\"},{\"paperId\":\"q\",\"title\":\"Drop\",\"abstract\":\"grid\",\"publicationDate\":\"2019-03-01\",\"url\":\"https://keep.example/a2\"}]}",
              "{\"total\":0,\"offset\":0}",
              "{\"x\":1}",
              { 429, "{\"message\":\"Too Many Requests\",\"code\":\"429\"}" },
              { 403, "{\"message\":\"Forbidden\"}" } },
            { &engine_serper,
              0,
              "{\"searchParameters\":{\"q\":\"x\"},\"organic\":[{\"title\":\"Keep\",\"link\":\"https://keep.example/a\",\"snippet\":\"grid\"},{\"title\":\"Drop\",\"link\":\"https://drop.example/b\",\"snippet\":\"grid\"}]}",
              "{\"searchParameters\":{\"q\":\"x\"},\"organic\":[]}",
              "{\"unexpected\":1}",
              { 429, "{\"message\":\"slow\"}" },
              { 403, "{\"message\":\"Unauthorized.\"}" } },
            { &engine_brave,
              0,
              "{\"query\":{\"original\":\"q\"},\"web\":{\"results\":[{\"title\":\"Keep\",\"url\":\"https://keep.example/a\",\"description\":\"grid\",\"page_age\":\"2026-03-01\"},{\"title\":\"Drop\",\"url\":\"https://drop.example/b\",\"description\":\"grid\",\"page_age\":\"2026-03-01\"}]}}",
              "{\"query\":{}}",
              "{}",
              { 429, "{\"error\":{\"detail\":\"slow\"}}" },
              { 422, "{\"error\":{\"code\":\"SUBSCRIPTION_TOKEN_INVALID\",\"detail\":\"x\"}}" } },
            { &engine_brave_context,
              0,
              "{\"grounding\":{\"generic\":[{\"url\":\"https://keep.example/a\",\"title\":\"Keep\",\"snippets\":[\"grid\"]},{\"url\":\"https://drop.example/b\",\"title\":\"Drop\",\"snippets\":[\"grid\"]}]},\"sources\":{}}",
              "{\"grounding\":{\"generic\":[]},\"sources\":{}}",
              "[]",
              { 429, "{\"error\":{\"detail\":\"slow\"}}" },
              { 422, "{\"error\":{\"code\":\"SUBSCRIPTION_TOKEN_INVALID\",\"detail\":\"x\"}}" } },
            { &engine_exa,
              0,
              "{\"results\":[{\"id\":\"https://keep.example/a\",\"url\":\"https://keep.example/a\",\"title\":\"Keep\",\"publishedDate\":\"2026-03-01\",\"text\":\"grid\"},{\"id\":\"https://drop.example/b\",\"url\":\"https://drop.example/b\",\"title\":\"Drop\",\"publishedDate\":\"2026-03-01\",\"text\":\"grid\"}]}",
              "{\"results\":[]}",
              "{\"results\":{}}",
              { 429, "{\"error\":\"rate limit\"}" },
              { 401, "{\"error\":\"bad\"}" } },
            { &engine_firecrawl,
              0,
              "{\"success\":true,\"data\":{\"web\":[{\"url\":\"https://keep.example/a\",\"title\":\"Keep\",\"description\":\"grid\"},{\"url\":\"https://drop.example/b\",\"title\":\"Drop\",\"description\":\"grid\"}]}}",
              "{\"success\":true,\"data\":{\"web\":[]}}",
              "{\"success\":true}",
              { 429, "{\"success\":false,\"error\":\"Rate limit exceeded\"}" },
              { 401, "{\"success\":false,\"error\":\"Unauthorized: Invalid token\"}" } },
            { &engine_perplexity,
              0,
              "{\"id\":\"x\",\"results\":[{\"title\":\"Keep\",\"url\":\"https://keep.example/a\",\"snippet\":\"grid\",\"date\":\"2026-03-01\"},{\"title\":\"Drop\",\"url\":\"https://drop.example/b\",\"snippet\":\"grid\",\"date\":\"2026-03-01\"}]}",
              "{\"id\":\"x\",\"results\":[]}",
              "{}",
              { 429, "{\"error\":{\"message\":\"rate limit\"}}" },
              { 401, "{\"error\":{\"message\":\"no\"}}" } },
            { &engine_mcp,
              0,
              "{\"results\":[{\"title\":\"Keep\",\"url\":\"https://keep.example/a\",\"snippet\":\"grid\"},{\"title\":\"Drop\",\"url\":\"https://drop.example/b\",\"snippet\":\"grid\"}]}",
              "{\"results\":[]}",
              "{}",
              { 429, "{\"error\":\"rate limit\"}" },
              { 401, "{\"error\":\"no\"}" } },
            { &engine_searxng,
              0,
              "{\"results\":[{\"url\":\"https://keep.example/a\",\"title\":\"Keep\",\"content\":\"grid\"},{\"url\":\"https://drop.example/b\",\"title\":\"Drop\",\"content\":\"grid\"}],\"unresponsive_engines\":[]}",
              "{\"results\":[],\"unresponsive_engines\":[]}",
              "{\"query\":\"x\"}",
              { 429, "Too Many Requests" },
              { 401, "Unauthorized" } },
            { &engine_opensearch,
              0,
              "{\"hits\":{\"total\":{\"value\":2},\"hits\":[{\"_id\":\"Keep\",\"_source\":{\"title\":\"Keep\",\"url\":\"https://keep.example/a\",\"text\":\"grid\",\"date\":\"2026-03-01\"}},{\"_id\":\"Drop\",\"_source\":{\"title\":\"Drop\",\"url\":\"https://drop.example/b\",\"text\":\"grid\",\"date\":\"2026-03-01\"}}]}}",
              "{\"hits\":{\"total\":{\"value\":0},\"hits\":[]}}",
              "{\"took\":1}",
              { 429,
                "{\"error\":{\"type\":\"es_rejected_execution_exception\",\"reason\":\"queue full\"},\"status\":429}" },
              { 401,
                "{\"error\":{\"type\":\"security_exception\",\"reason\":\"missing authentication credentials\"},\"status\":401}" } },
            { &engine_kiwix,
              0,
              "<rss><channel><title>x</title><item><title>Keep</title><link>https://keep.example/a</link><description>grid</description></item><item><title>Drop</title><link>https://drop.example/b</link><description>grid</description></item></channel></rss>",
              "<rss><channel><title>x</title></channel></rss>",
              "<html>",
              { 429, "busy" },
              { 401, "Unauthorized" } },
            { &engine_wikipedia,
              0,
              "{\"batchcomplete\":true,\"query\":{\"pages\":[{\"pageid\":1,\"index\":1,\"title\":\"Keep\",\"extract\":\"grid\",\"fullurl\":\"https://keep.example/a\"},{\"pageid\":2,\"index\":2,\"title\":\"Drop\",\"extract\":\"grid\",\"fullurl\":\"https://drop.example/b\"}]}}",
              "{\"batchcomplete\":true}",
              "{}",
              { 429, "Too many requests" },
              { 403, "Forbidden" } },
            { &engine_openalex,
              0,
              "{\"meta\":{},\"results\":[{\"id\":\"https://keep.example/a\",\"title\":\"Keep\",\"publication_date\":\"2026-03-01\"},{\"id\":\"https://keep.example/a2\",\"title\":\"Drop\",\"publication_date\":\"2019-03-01\"}]}",
              "{\"meta\":{},\"results\":[]}",
              "{\"error\":\"x\"}",
              { 429, "{\"error\":\"Too many requests\",\"message\":\"m\"}" },
              { 403, "{\"error\":\"Invalid API key\",\"message\":\"m\"}" } },
            { &engine_arxiv,
              0,
              "<?xml version=\"1.0\"?><feed><entry><id>http://arxiv.org/abs/2603.00001v1</id><published>2026-03-01T00:00:00Z</published><title>Keep</title><summary>grid</summary></entry><entry><id>http://arxiv.org/abs/1903.00001v1</id><published>2019-03-01T00:00:00Z</published><title>Drop</title><summary>grid</summary></entry></feed>",
              "<feed></feed>",
              "<html>",
              { 429, "Rate exceeded." },
              { 403, "Forbidden" } },
            { &engine_crossref,
              0,
              "{\"status\":\"ok\",\"message\":{\"items\":[{\"title\":[\"Keep\"],\"URL\":\"https://keep.example/a\",\"issued\":{\"date-parts\":[[2026,3,1]]},\"container-title\":[\"grid\"]},{\"title\":[\"Drop\"],\"URL\":\"https://keep.example/a2\",\"issued\":{\"date-parts\":[[2019,3,1]]},\"container-title\":[\"grid\"]}]}}",
              "{\"status\":\"ok\",\"message\":{\"items\":[]}}",
              "{\"message\":{}}",
              { 429, "Too Many Requests" },
              { 403, "Blocked" } },
            { &engine_pubmed,
              1,
              "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID Version=\"1\">11</PMID><Article><Journal><JournalIssue><PubDate><Year>2026</Year><Month>03</Month><Day>01</Day></PubDate></JournalIssue></Journal><ArticleTitle>Keep</ArticleTitle><Abstract><AbstractText>grid</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle><PubmedArticle><MedlineCitation><PMID Version=\"1\">22</PMID><Article><Journal><JournalIssue><PubDate><Year>2019</Year><Month>03</Month><Day>01</Day></PubDate></JournalIssue></Journal><ArticleTitle>Drop</ArticleTitle><Abstract><AbstractText>grid</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>",
              "<PubmedArticleSet></PubmedArticleSet>",
              "<html>",
              { 429, "{\"error\":\"API rate limit exceeded\",\"count\":\"4\"}" },
              { 400, "{\"error\":\"API key invalid\",\"count\":\"4\"}" } },
            { &engine_duckduckgo,
              0,
              "<html><div class=\"result\"><h2><a class=\"result__a\" href=\"https://keep.example/a\">Keep</a></h2><a class=\"result__snippet\" href=\"x\">grid</a></div><div class=\"result\"><h2><a class=\"result__a\" href=\"https://drop.example/b\">Drop</a></h2><a class=\"result__snippet\" href=\"x\">grid</a></div></html>",
              "<html>No results.</html>",
              "\x01",
              { 429, "" },
              { 403, "" } },
        };

static struct arena *arena;
static struct search_query query;
static struct engine_state own;
static struct search_ask ask;
static struct error e;

static int setup(void **state)
{
    (void) state;
    arena = arena_new();
    query = (struct search_query){ .text = str("grid batteries"), .count = 10 };
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

#define EACH(one) for (const struct facts *one = all; one < all + sizeof all / sizeof *all; one++)
#define HOLDS(one, condition)                                                                                          \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            fail_msg("%s: %s (%s)", (one)->engine->name, #condition, e.message);                                       \
    } while (0)

static void fresh(const struct facts *one)
{
    ask = (struct search_ask){ .engine = one->engine,
                               .own = &own,
                               .query = &query,
                               .arena = arena,
                               .wall_ms = INT64_C(1794700800000),
                               .step = one->step };
    e = (struct error){ .retry_after_ms = -1 };
}

static int answer(const char *body)
{
    struct net_response response = { .status = 200, .body = str(body) };

    return search_decode(&ask, &response, &e);
}

static int refused(const struct failing *failing, struct net_header *headers, size_t n)
{
    struct net_response response = {
        .status = failing->status, .body = str(failing->body), .headers = headers, .headers_n = n
    };

    return ask.engine->wire->failure ? ask.engine->wire->failure(&ask, &response, &e)
                                     : search_failure(&ask, &response, &e);
}

/* None is forgotten: a new engine needs a row. */
static void test_every_engine_of_the_table_is_here(void **state)
{
    (void) state;
    for (size_t i = 0; search_engines_table[i]; i++) {
        bool found = search_engines_table[i]->local;

        EACH(one)
        found = found || one->engine->wire == search_engines_table[i]->wire;
        if (!found)
            fail_msg("add a row for engine_%s to all[] in tests/unit/test_every_engine.c",
                     search_engines_table[i]->name);
    }
}

/* True if the file holds the name as a word of its own. */
static bool file_names(const char *path, const char *name)
{
    struct buf text;
    bool found = false;

    buf_init(&text, 1 << 20);
    assert_int_equal(file_read(path, &text, NULL), 0);
    for (ptrdiff_t at = 0; !found && (at = str_find(buf_str(&text), str(name), (size_t) at)) >= 0; at++) {
        const char *first = text.data + at, *end = first + strlen(name);

        found = (at == 0 || !(isalnum((unsigned char) first[-1]) || first[-1] == '_')) &&
                !(isalnum((unsigned char) *end) || *end == '_');
    }
    buf_free(&text);
    return found;
}

static void test_every_engine_is_documented_and_has_a_case(void **state)
{
    (void) state;
    for (size_t i = 0; search_engines_table[i]; i++) {
        const struct search_engine *engine = search_engines_table[i];

        if (!file_names("docs/providers.md", engine->name))
            fail_msg("add a row for %s to the table Search of docs/providers.md", engine->name);
        if (engine->key_variable && !file_names("docs/providers.md", engine->key_variable))
            fail_msg("docs/providers.md does not name %s, the key of %s", engine->key_variable, engine->name);
        if (!engine->local && !engine->on_request && !engine->command &&
            !file_names("tests/cases/engines.case", engine->name))
            fail_msg("add a service for %s to tests/servers and its name to tests/cases/engines.case", engine->name);
    }
}

static void test_every_engine_gives_results(void **state)
{
    (void) state;
    EACH(one)
    {
        fresh(one);
        HOLDS(one, answer(one->results) == 0);
        HOLDS(one, ask.hits_n == 2);
        HOLDS(one, str_is(ask.hits[0].title, "Keep") && str_is(ask.hits[1].title, "Drop"));
        HOLDS(one, str_starts(ask.hits[0].url, "http"));
    }
}

static void test_every_engine_may_find_nothing(void **state)
{
    (void) state;
    EACH(one)
    {
        fresh(one);
        HOLDS(one, answer(one->empty) == 0);
        HOLDS(one, ask.hits_n == 0);
    }
}

static void test_every_engines_results_are_filtered_by_us(void **state)
{
    (void) state;
    query.since = str("2026-01-01");
    str_list_add(arena, &query.exclude_domains, str("drop.example"));
    EACH(one)
    {
        struct search_result result = { 0 };

        fresh(one);
        HOLDS(one, answer(one->results) == 0);
        struct ranking ranking = { str(one->engine->name), ask.hits, ask.hits_n };
        fuse(arena, &ranking, 1, &query, &result);
        HOLDS(one, result.hits_n == 1 && str_is(result.hits[0].title, "Keep"));
    }
}

static void test_every_engine_obeys_a_rate_limit_and_its_header(void **state)
{
    (void) state;
    struct net_header after = { str("retry-after"), str("7") };

    EACH(one)
    {
        fresh(one);
        HOLDS(one, refused(&one->rate, &after, 1) == -ERROR_RATE);
        HOLDS(one, e.retry && e.retry_after_ms == 7000);
    }
}

static void test_every_engine_names_a_refused_key(void **state)
{
    (void) state;
    EACH(one)
    {
        fresh(one);
        int r = refused(&one->key, NULL, 0);
        /* Those without a key refuse who asks, not what is shown. */
        HOLDS(one, r == -ERROR_AUTH || (!one->engine->key_variable && r == -ERROR_UNAVAILABLE));
        HOLDS(one, !e.retry && !strstr(e.message, "key-of-test"));
        HOLDS(one, !one->engine->key_variable || strstr(e.message, one->engine->key_variable));
    }
}

static void test_every_engine_sees_a_malformed_answer(void **state)
{
    (void) state;
    EACH(one)
    {
        const char *const others[] = { one->malformed, "", "null", "{\"results\":" };

        for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
            fresh(one);
            HOLDS(one, answer(others[i]) == -ERROR_UPSTREAM);
            HOLDS(one, e.retry && ask.hits_n == 0);
        }
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_every_engine_of_the_table_is_here),
        CASE(test_every_engine_is_documented_and_has_a_case),
        CASE(test_every_engine_gives_results),
        CASE(test_every_engine_may_find_nothing),
        CASE(test_every_engines_results_are_filtered_by_us),
        CASE(test_every_engine_obeys_a_rate_limit_and_its_header),
        CASE(test_every_engine_names_a_refused_key),
        CASE(test_every_engine_sees_a_malformed_answer),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
