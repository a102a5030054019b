/* PubMed: esearch gives numbers, esummary and efetch what they stand for. */
#include "wire.h"

/* What the numbers given out mean, for the next request: the last ones are remembered. */
enum { KNOWN = 1024, QUERY = 300 };
struct known {
    int64_t id;
    size_t rank;
    char query[QUERY];
};
static struct known known[KNOWN];

static void pubmed_read(struct asked *asked)
{
    asked->role = str(str_contains(asked->path, "esearch") ? "search" : "fetch");
    asked->query = wire_argument(asked, str_contains(asked->path, "esearch") ? "term" : "id");
}

static void pubmed_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 400, 429);

    if (reply->failure == FAILURE_KEY)
        said_json(asked, ret, 400, json_pack("{s:s}", "error", "API key invalid"));
    else if (status == 429)
        said_json(asked, ret, 429, json_pack("{s:s, s:s}", "error", "API rate limit exceeded", "count", "4"));
    else
        wire_say(asked, ret, status, "text/html", str("<html><body>Error</body></html>\n"));
}

static int64_t number_of(struct str query, size_t rank)
{
    struct hash hash = hash_mix(hash_of(query), "pubmed", rank);
    int64_t id = 10000000 + (hash.bytes[0] << 16 | hash.bytes[1] << 8 | hash.bytes[2]);
    struct known *k = &known[id % KNOWN];

    if (query.len >= QUERY)
        query = str_sub(query, 0, QUERY - 1);
    *k = (struct known){ .id = id, .rank = rank };
    memcpy(k->query, query.data, query.len);
    return id;
}

static void answer_search(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    size_t n = wire_count(asked, reply, "retmax", 20, 10000);
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_sprintf("%lld", (long long) number_of(asked->query, i)));
    said_json(asked, ret, 200,
              json_pack("{s:{s:s, s:s}, s:{s:o, s:o, s:s, s:o}}", "header", "type", "esearch", "version", "0.3",
                        "esearchresult", "count", json_sprintf("%zu", n * 10), "retmax", json_sprintf("%zu", n),
                        "retstart", "0", "idlist", list));
}

static bool document_of(const struct asked *asked, struct str id, struct document *ret)
{
    int64_t number;

    if (!str_to_int(str_trim(id), &number) || number < 1 || known[number % KNOWN].id != number)
        return false;
    document_find(asked->arena, str_dup(asked->arena, str(known[number % KNOWN].query)), "pubmed",
                  known[number % KNOWN].rank, ret);
    return true;
}

static void answer_summary(const struct asked *asked, struct said *ret)
{
    struct str rest = asked->query, id;
    json_t *result = json_pack("{s:[]}", "uids");
    struct document d;

    while (str_next(&rest, ',', &id)) {
        if (!document_of(asked, id, &d))
            continue;
        json_array_append_new(json_object_get(result, "uids"), wire_json(id));
        json_object_set_new(result, str_z(asked->arena, id),
                            json_pack("{s:o, s:o, s:[{s:o}], s:o, s:s}", "uid", wire_json(id), "title",
                                      wire_json(d.title), "authors", "name", wire_json(d.author), "pubdate",
                                      wire_json(d.date), "source", "Example J"));
    }
    said_json(asked, ret, 200,
              json_pack("{s:{s:s, s:s}, s:o}", "header", "type", "esummary", "version", "0.3", "result", result));
}

static void answer_fetch(const struct asked *asked, struct said *ret)
{
    struct arena *arena = asked->arena;
    struct str rest = asked->query, id;
    struct document d;
    struct buf out;

    buf_init(&out, 16 << 20);
    buf_add_z(&out, "<?xml version=\"1.0\" ?>\n<PubmedArticleSet>\n");
    while (str_next(&rest, ',', &id))
        if (document_of(asked, id, &d))
            buf_format(
                &out,
                "<PubmedArticle><MedlineCitation Status=\"MEDLINE\"><PMID Version=\"1\">%.*s</PMID><Article><Journal><JournalIssue>"
                "<PubDate><Year>%.*s</Year><Month>Mar</Month><Day>05</Day></PubDate></JournalIssue></Journal><ArticleTitle>%.*s"
                "</ArticleTitle><Abstract><AbstractText Label=\"RESULTS\">%.*s</AbstractText></Abstract><AuthorList><Author>"
                "<LastName>%.*s</LastName><ForeName>Ada</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle>\n",
                STR_ARG(id), STR_ARG(str_sub(d.date, 0, 4)), STR_ARG(wire_escape(arena, d.title)),
                STR_ARG(wire_escape(arena, d.text)), STR_ARG(wire_escape(arena, d.author)));
    buf_add_z(&out, "</PubmedArticleSet>\n");
    wire_say(asked, ret, 200, "text/xml; charset=UTF-8", buf_take(&out, arena));
}

static void pubmed_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    struct reply refused = { .status = 404, .failure = FAILURE_STATUS };

    if (!str_empty(asked->query) && str_is(asked->path, "/entrez/eutils/esearch.fcgi"))
        answer_search(asked, reply, ret);
    else if (!str_empty(asked->query) && str_is(asked->path, "/entrez/eutils/esummary.fcgi"))
        answer_summary(asked, ret);
    else if (!str_empty(asked->query) && str_is(asked->path, "/entrez/eutils/efetch.fcgi"))
        answer_fetch(asked, ret);
    else
        pubmed_failure(asked, &refused, ret);
}

const struct service service_pubmed = {
    .name = "pubmed",
    .base = "",
    .url_variable = "PUBMED_BASE_URL",
    .key_variable = "NCBI_API_KEY",
    .read = pubmed_read,
    .answer = pubmed_answer,
    .failure = pubmed_failure,
};
