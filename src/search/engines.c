/* The services: what must be set, where they are, what they are good for, their limits and prices. docs/internals/providers.md
 * names the pages that this comes from. */
#include "search/engine.h"

#include <math.h>

enum {
    WEB = ENGINE_WEB,
    NEWS = ENGINE_NEWS,
    ACADEMIC = ENGINE_ACADEMIC,
    ALL = ENGINE_WEB | ENGINE_NEWS | ENGINE_ACADEMIC
};

#define ENGINE(name_, ...)                                                                                             \
    const struct search_engine engine_##name_ = { .name = #name_, .wire = &wire_##name_, __VA_ARGS__ }

ENGINE(tavily, .key_variable = "TAVILY_API_KEY", .base_variable = "TAVILY_BASE_URL",
       .base_url = "https://api.tavily.com", .most = 20, .types = WEB | NEWS, .requests_per_minute = 100,
       .concurrent = 8, .usd_per_search = 0.008);
ENGINE(google, .key_variable = "GOOGLE_API_KEY", .needs_key = true, .key2_variable = "GOOGLE_CSE_ID",
       .needs_key2 = true, .base_variable = "GOOGLE_BASE_URL", .base_url = "https://www.googleapis.com", .most = 10,
       .types = WEB, .requests_per_minute = 100, .concurrent = 4, .usd_per_search = 0.005);
ENGINE(semantic_scholar, .key_variable = "SEMANTIC_SCHOLAR_API_KEY", .base_variable = "SEMANTIC_SCHOLAR_BASE_URL",
       .base_url = "https://api.semanticscholar.org", .most = 100, .types = WEB | ACADEMIC, .requests_per_minute = 60,
       .burst = 1, .concurrent = 1);
ENGINE(serper, .key_variable = "SERPER_API_KEY", .needs_key = true, .base_variable = "SERPER_BASE_URL",
       .base_url = "https://google.serper.dev", .most = SEARCH_COUNT_MAX, .types = ALL, .requests_per_minute = 3000,
       .concurrent = 16, .usd_per_search = 0.001);
ENGINE(brave, .key_variable = "BRAVE_API_KEY", .needs_key = true, .base_variable = "BRAVE_BASE_URL",
       .base_url = "https://api.search.brave.com", .most = 20, .types = WEB | NEWS, .requests_per_minute = 60,
       .burst = 1, .concurrent = 4, .usd_per_search = 0.005);
ENGINE(exa, .key_variable = "EXA_API_KEY", .needs_key = true, .base_variable = "EXA_BASE_URL",
       .base_url = "https://api.exa.ai", .most = SEARCH_COUNT_MAX, .types = ALL, .requests_per_minute = 600,
       .concurrent = 8, .usd_per_search = 0.005);
ENGINE(firecrawl, .key_variable = "FIRECRAWL_API_KEY", .needs_key = true, .base_variable = "FIRECRAWL_BASE_URL",
       .base_url = "https://api.firecrawl.dev/v2", .most = SEARCH_COUNT_MAX, .types = ALL, .requests_per_minute = 50,
       .concurrent = 2, .usd_per_search = NAN);
ENGINE(perplexity, .key_variable = "PERPLEXITY_API_KEY", .needs_key = true, .base_variable = "PERPLEXITY_BASE_URL",
       .base_url = "https://api.perplexity.ai", .most = 20, .types = WEB | ACADEMIC, .requests_per_minute = 50,
       .concurrent = 4, .usd_per_search = 0.005);
/* Several MCP servers are engines of their own: each has its name, its results and its faults. */
#define MCP_ENGINE(name_, variable)                                                                                    \
    const struct search_engine engine_##name_ = { .name = #name_,                                                      \
                                                  .wire = &wire_mcp,                                                   \
                                                  .key_variable = variable "_API_KEY",                                 \
                                                  .base_variable = variable "_BASE_URL",                               \
                                                  .most = SEARCH_COUNT_MAX,                                            \
                                                  .types = ALL,                                                        \
                                                  .concurrent = 4,                                                     \
                                                  .usd_per_search = NAN,                                               \
                                                  .command = true }
MCP_ENGINE(mcp, "MCP");
MCP_ENGINE(mcp2, "MCP2");
MCP_ENGINE(mcp3, "MCP3");
MCP_ENGINE(mcp4, "MCP4");
ENGINE(searxng, .key_variable = "SEARXNG_API_KEY", .base_variable = "SEARXNG_BASE_URL", .types = ALL, .concurrent = 16);
ENGINE(opensearch, .key_variable = "OPENSEARCH_API_KEY", .base_variable = "OPENSEARCH_BASE_URL",
       .most = SEARCH_COUNT_MAX, .types = ALL, .concurrent = 8);
ENGINE(kiwix, .base_variable = "KIWIX_BASE_URL", .key2_variable = "KIWIX_BOOK", .most = SEARCH_COUNT_MAX, .types = WEB,
       .requests_per_minute = 600, .concurrent = 4);
ENGINE(wikipedia, .base_variable = "WIKIPEDIA_BASE_URL", .key2_variable = "WIKIPEDIA_CONTACT",
       .base_url = "https://en.wikipedia.org", .most = 20, .types = WEB, .requests_per_minute = 120, .concurrent = 1);
ENGINE(openalex, .key_variable = "OPENALEX_API_KEY", .base_variable = "OPENALEX_BASE_URL",
       .base_url = "https://api.openalex.org", .most = SEARCH_COUNT_MAX, .types = ACADEMIC, .requests_per_minute = 600,
       .concurrent = 4);
ENGINE(arxiv, .base_variable = "ARXIV_BASE_URL", .base_url = "https://export.arxiv.org", .most = SEARCH_COUNT_MAX,
       .types = ACADEMIC, .requests_per_minute = 20, .burst = 1, .concurrent = 1);
ENGINE(crossref, .key_variable = "CROSSREF_MAILTO", .base_variable = "CROSSREF_BASE_URL",
       .base_url = "https://api.crossref.org", .most = SEARCH_COUNT_MAX, .types = ACADEMIC, .requests_per_minute = 60,
       .burst = 1, .concurrent = 1);
ENGINE(pubmed, .key_variable = "NCBI_API_KEY", .base_variable = "PUBMED_BASE_URL",
       .base_url = "https://eutils.ncbi.nlm.nih.gov", .most = 50, .types = ACADEMIC, .requests_per_minute = 180,
       .burst = 3, .concurrent = 2);
ENGINE(duckduckgo, .base_variable = "DUCKDUCKGO_BASE_URL", .base_url = "https://html.duckduckgo.com", .types = WEB,
       .requests_per_minute = 15, .burst = 1, .concurrent = 1);
ENGINE(brave_context, .key_variable = "BRAVE_API_KEY", .needs_key = true, .base_variable = "BRAVE_BASE_URL",
       .base_url = "https://api.search.brave.com", .on_request = true, .most = 50, .types = WEB,
       .requests_per_minute = 60, .burst = 1, .concurrent = 4, .usd_per_search = 0.005);
ENGINE(context, .local = true, .types = ALL);
ENGINE(corpus, .local = true, .types = ALL);
ENGINE(provider, .local = true, .on_request = true, .types = ALL);

#define ENGINE_ROW(name) &engine_##name,
const struct search_engine *const search_engines_table[] = { SEARCH_ENGINES(ENGINE_ROW) NULL };
