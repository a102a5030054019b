#include "search/quality.h"

#include "net/url.h"

struct tier_table {
    const char *mode;
    const char *const *high, *const *also_high, *const *low;
};

/* Sites where anybody may publish anything: low for every kind of question. */
static const char *const anybody[] = {
    "*.blogspot.com",    "*.wordpress.com", "*.tumblr.com",  "*.medium.com",   "*.substack.com",
    "*.livejournal.com", "*.weebly.com",    "*.wixsite.com", "facebook.com",   "instagram.com",
    "tiktok.com",        "twitter.com",     "x.com",         "threads.net",    "pinterest.com",
    "pinterest.*",       "quora.com",       "answers.com",   "ask.com",        "ehow.com",
    "chegg.com",         "coursehero.com",  "scribd.com",    "slideshare.net", NULL,
};

/* What scholars publish, high for every question but how a thing is built. */
static const char *const scholarly[] = {
    "nature.com", "science.org",   "sciencedirect.com", "springer.com", "wiley.com",
    "cell.com",   "thelancet.com", "nejm.org",          "bmj.com",      "pnas.org",
    "plos.org",   "arxiv.org",     "doi.org",           "jstor.org",    "ieee.org",
    "acm.org",    "*.edu",         "*.edu.*",           "*.ac.*",       NULL
};
static const char *const general_high[] = { "*.gov",           "*.gov.*",
                                            "*.gouv.fr",       "*.gc.ca",
                                            "*.mil",           "*.int",
                                            "europa.eu",       "un.org",
                                            "oecd.org",        "worldbank.org",
                                            "imf.org",         "iea.org",
                                            "irena.org",       "who.int",
                                            "iso.org",         "britannica.com",
                                            "reuters.com",     "apnews.com",
                                            "bbc.co.uk",       "bbc.com",
                                            "economist.com",   "ft.com",
                                            "nytimes.com",     "washingtonpost.com",
                                            "theguardian.com", "npr.org",
                                            "pewresearch.org", "ourworldindata.org",
                                            "statista.com",    NULL };
static const char *const academic_high[] = { "biorxiv.org",
                                             "medrxiv.org",
                                             "ncbi.nlm.nih.gov",
                                             "pubmed.ncbi.nlm.nih.gov",
                                             "nih.gov",
                                             "semanticscholar.org",
                                             "openalex.org",
                                             "crossref.org",
                                             "openreview.net",
                                             "aclanthology.org",
                                             "proceedings.mlr.press",
                                             "neurips.cc",
                                             "link.springer.com",
                                             "tandfonline.com",
                                             "sagepub.com",
                                             "oup.com",
                                             "cambridge.org",
                                             "aps.org",
                                             "acs.org",
                                             "rsc.org",
                                             "iop.org",
                                             "mdpi.com",
                                             "frontiersin.org",
                                             "royalsocietypublishing.org",
                                             "annualreviews.org",
                                             "europepmc.org",
                                             "cochranelibrary.com",
                                             NULL };
static const char *const technical_high[] = {
    "docs.*",     "developer.*", "developers.*",  "*.readthedocs.io", "rfc-editor.org", "ietf.org",
    "w3.org",     "whatwg.org",  "iso.org",       "ieee.org",         "acm.org",        "nist.gov",
    "kernel.org", "gnu.org",     "python.org",    "rust-lang.org",    "docs.rs",        "go.dev",
    "golang.org", "openjdk.org", "isocpp.org",    "cppreference.com", "mozilla.org",    "postgresql.org",
    "sqlite.org", "apache.org",  "kubernetes.io", "github.com",       "gitlab.com",     "learn.microsoft.com",
    "arxiv.org",  "usenix.org",  "lwn.net",       "cve.org",          "*.edu",          "*.ac.*",
    NULL,
};
/* A forum is worth reading on how things work, and no authority on anything else. */
static const char *const forums[] = { "reddit.com", "news.ycombinator.com", "4chan.org", NULL };

static bool listed(const char *const *globs, struct str host)
{
    for (; globs && *globs; globs++)
        if (url_domain_matches(host, str(*globs)))
            return true;
    return false;
}

enum domain_tier domain_quality(struct str text, struct str mode)
{
    static const struct tier_table tables[] = {
        { "general", general_high, scholarly, forums },
        { "academic", academic_high, scholarly, forums },
        { "technical", technical_high, NULL, NULL },
    };
    const struct tier_table *table = &tables[0];
    struct str host = url_domain(text);

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (str_is(mode, tables[i].mode))
            table = &tables[i];
    if (listed(table->high, host) || listed(table->also_high, host))
        return TIER_DOMAIN_HIGH;
    return listed(anybody, host) || listed(table->low, host) ? TIER_DOMAIN_LOW : TIER_DOMAIN_MEDIUM;
}

struct str domain_quality_word(struct str url, struct str mode)
{
    static const char *const words[] = { "low", "medium", "high" };

    bool web = str_starts_nocase(url, "http://") || str_starts_nocase(url, "https://");

    return str(web ? words[domain_quality(url, mode)] : "");
}

static const char *const official[] = { "*.gov",   "*.gov.*",   "*.gouv.fr", "*.gc.ca",  "*.mil",
                                        "*.int",   "europa.eu", "un.org",    "oecd.org", "worldbank.org",
                                        "imf.org", "iea.org",   "irena.org", NULL };
static const char *const documentation[] = { "docs.*",  "developer.*",      "developers.*",        "*.readthedocs.io",
                                             "docs.rs", "cppreference.com", "learn.microsoft.com", NULL };
static const char *const standards[] = { "rfc-editor.org", "ietf.org", "w3.org", "whatwg.org",
                                         "iso.org",        "nist.gov", NULL };
static const char *const reference[] = { "wikipedia.org", "britannica.com", "wikidata.org", NULL };
static const char *const news[] = { "reuters.com",     "apnews.com", "bbc.co.uk",   "bbc.com",
                                    "economist.com",   "ft.com",     "nytimes.com", "washingtonpost.com",
                                    "theguardian.com", "npr.org",    "lwn.net",     NULL };
static const char *const repositories[] = { "github.com", "gitlab.com", NULL };
static const char *const talk[] = {
    "reddit.com", "news.ycombinator.com", "4chan.org", "stackoverflow.com", "stackexchange.com", "quora.com", NULL
};

const char *domain_kind(struct str text)
{
    static const struct {
        const char *const *globs;
        const char *kind;
    } kinds[] = {
        { standards, "standard" },
        { scholarly, "scholarly work" },
        { academic_high, "scholarly work" },
        { official, "official site" },
        { documentation, "documentation" },
        { reference, "reference work" },
        { news, "news" },
        { repositories, "code repository" },
        { talk, "forum" },
        { anybody, "personal or social page" },
    };
    struct str host = url_domain(text);

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (listed(kinds[i].globs, host))
            return kinds[i].kind;
    return "";
}
