/* An MCP server as a search engine: its tools "search" and "fetch", and how their results are read. They have no common form:
 * lists of objects under many names, JSON as text, links, or plain text with addresses in it. */
#include "search/internal.h"
#include "search/mcp_link.h"
#include "search/mcp_pool.h"
#include "text/json.h"

enum { RESULTS_MAX = SEARCH_COUNT_MAX, TEXT_MAX = 4 << 20, DEPTH_MAX = 4 };

/* --- reading --- */

/* The first of several members that is a text. */
static struct str first_of(const json_t *object, const char *paths) { return search_text_at(object, paths); }

static json_t *hit_of(const json_t *one)
{
    struct str url = first_of(one, "url|link|href|uri|source_url|sourceUrl|page_url"), id = first_of(one, "id");

    if (!json_is_object(one) || str_empty(url))
        return NULL;
    return json_pack("{so so so so so so}", "url", json_new_str(url), "title",
                     json_new_str(first_of(one, "title|name|heading|metadata.title")), "snippet",
                     json_new_str(first_of(one, "snippet|description|summary|abstract|excerpt|content|text|body")),
                     "date",
                     json_new_str(first_of(one, "date|published|published_date|publishedDate|page_age|"
                                                "published_at|publishedAt|age|year")),
                     "text", json_new_str(first_of(one, "raw_content|full_text|fullText|markdown|text|content")), "id",
                     json_new_str(id));
}

/* Objects that have an address, wherever the list of them stands. */
static void collect(json_t *results, const json_t *value, int depth)
{
    json_t *one;
    const char *name;
    size_t at;

    if (depth == DEPTH_MAX || json_array_size(results) >= RESULTS_MAX)
        return;
    json_t *hit = json_is_object(value) ? hit_of(value) : NULL;
    if (hit) {
        json_array_append_new(results, hit);
        return;
    }
    json_array_foreach (value, at, one)
        if (json_array_size(results) < RESULTS_MAX)
            collect(results, one, depth + 1);
    json_object_foreach ((json_t *) value, name, one)
        if (json_is_array(one) || json_is_object(one))
            collect(results, one, depth + 1);
}

/* "[title](address)" right before the place: the title. */
static struct str link_title(struct str text, size_t at)
{
    size_t end = at, start;

    if (end < 2 || text.data[end - 1] != '(' || text.data[end - 2] != ']')
        return str("");
    for (start = end - 2; start > 0 && text.data[start - 1] != '[' && text.data[start - 1] != '\n'; start--)
        ;
    return str_sub(text, start, end - 2);
}

static size_t address_end(struct str text, size_t at)
{
    while (at < text.len && !strchr(" \t\r\n<>\"'`)]}|\\", text.data[at]))
        at++;
    while (at > 0 && strchr(".,;:", text.data[at - 1]))
        at--;
    return at;
}

/* The last line before the place that says something, without what it begins with. */
static struct str line_before(struct str text, size_t at)
{
    struct str before = str_sub(text, 0, at), line = str("");

    for (int i = 0; i < 3 && before.len; i++) {
        size_t start = before.len;

        while (start > 0 && before.data[start - 1] != '\n')
            start--;
        line = str_trim(str_sub(before, start, before.len));
        before = str_trim(str_sub(before, 0, start));
        ptrdiff_t colon = str_find(line, str(": "), 0);
        if (colon >= 0 && colon < 12)
            line = str_trim(str_sub(line, (size_t) colon + 2, line.len));
        while (line.len && strchr("#*-0123456789.> ", line.data[0]))
            line = str_sub(line, 1, line.len);
        if (line.len > 2 && !str_is(line, "URL:") && !str_is(line, "Link:") && !str_is(line, "URL") &&
            !str_is(line, "Source:"))
            return line;
    }
    return str("");
}

static void collect_text(json_t *results, struct str text)
{
    ptrdiff_t found;
    size_t at = 0;

    while (json_array_size(results) < RESULTS_MAX && (found = str_find(text, str("http"), at)) >= 0) {
        size_t start = (size_t) found, end = address_end(text, start);
        struct str url = str_sub(text, start, end), title = link_title(text, start);

        at = end > start + 4 ? end : start + 4;
        if (!str_starts(url, "http://") && !str_starts(url, "https://"))
            continue;
        ptrdiff_t next = str_find(text, str("http"), at);
        struct str rest = str_trim(str_sub(text, at, next < 0 ? text.len : (size_t) next));
        json_array_append_new(results, json_pack("{so so so}", "url", json_new_str(url), "title",
                                                 json_new_str(title.len ? title : line_before(text, start)), "snippet",
                                                 json_new_str(rest)));
    }
}

static void collect_part(struct arena *arena, json_t *results, const json_t *part)
{
    struct str text = json_get_str(part, "text");
    json_t *value = NULL;

    if (str_is(json_get_str(part, "type"), "resource_link"))
        collect(results, part, 0);
    if (str_is(json_get_str(part, "type"), "resource"))
        collect(results, json_object_get(part, "resource"), 0);
    if (str_empty(text) || text.len > TEXT_MAX)
        return;
    (void) arena;
    struct str trimmed = str_trim(text);
    if ((str_starts(trimmed, "{") || str_starts(trimmed, "[")) && json_parse(trimmed, &value, NULL) == 0)
        collect(results, value, 0);
    else
        collect_text(results, text);
    json_decref(value);
}

json_t *mcp_results(struct arena *arena, const json_t *result)
{
    const json_t *structured = json_object_get(result, "structuredContent"), *part;
    json_t *results = json_array();
    size_t at;

    if (structured)
        collect(results, structured, 0);
    json_array_foreach (json_object_get(result, "content"), at, part)
        if (!structured || json_array_size(results) == 0)
            collect_part(arena, results, part);
    return results;
}

struct str mcp_text(struct arena *arena, const json_t *result)
{
    struct str text = search_text_at(json_object_get(result, "structuredContent"), "text|content|markdown|body");
    const json_t *part;
    struct buf all;
    size_t at;

    if (!str_empty(text))
        return str_dup(arena, text);
    buf_init(&all, TEXT_MAX);
    json_array_foreach (json_object_get(result, "content"), at, part) {
        json_t *value = NULL;
        struct str one = json_get_str(part, "text");

        if (str_empty(one))
            one = json_get_str(json_object_get(part, "resource"), "text");
        if (str_starts(str_trim(one), "{") && json_parse(one, &value, NULL) == 0 &&
            !str_empty(search_text_at(value, "text|content|markdown|body")))
            one = search_text_at(value, "text|content|markdown|body");
        buf_add_str(&all, one);
        buf_add_char(&all, '\n');
        json_decref(value);
    }
    struct str taken = buf_take(&all, arena);
    return str_trim(taken);
}

/* --- the engine --- */

static void mcp_send(struct search_ask *ask, struct net *net, struct errand *errand)
{
    mcp_pool_search(ask->own->mcp, search_text_with_sites(ask, 5), search_count(ask->query, ask->engine->most), net,
                    errand);
}

const struct engine_wire wire_mcp = {
    .send = mcp_send,
    .hits = { "results" },
    .places = { .title = "title", .url = "url", .snippet = "snippet", .date = "date", .text = "text" },
};
