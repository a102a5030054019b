/* How an engine is asked: a request made of the parts its wire names. */
#include "search/engine.h"

#include "base/clock.h"
#include "net/url.h"
#include "text/json.h"

#define DAY_MS INT64_C(86400000)

const char search_agent[] = "fathom/" FATHOM_VERSION;

int64_t search_count(const struct search_query *query, int64_t most)
{
    int64_t count = query->count > 0 ? query->count : 10;

    return count > most ? most : count;
}

int search_recency(const struct search_ask *ask)
{
    static const int days_of[] = { 1, 7, 30, 365 };
    int64_t since;

    if (str_empty(ask->query->since) || !clock_parse_date(ask->query->since, &since))
        return -1;
    for (int i = 0; i < 4; i++)
        if ((ask->wall_ms - since) / DAY_MS < days_of[i])
            return i;
    return -1;
}

struct str search_text_with_sites(struct search_ask *ask, size_t most)
{
    const struct search_query *query = ask->query;
    struct str text = query->text;
    size_t n = query->include_domains.n < most ? query->include_domains.n : most;

    /* A shortened list would exclude the rest: then the filter is ours alone. */
    if (query->include_domains.n <= most)
        for (size_t i = 0; i < n; i++)
            text = str_format(ask->arena, "%.*s %s%ssite:%.*s%s", STR_ARG(text), n > 1 && i == 0 ? "(" : "",
                              i ? "OR " : "", STR_ARG(query->include_domains.items[i]), n > 1 && i + 1 == n ? ")" : "");
    for (size_t i = 0; i < query->exclude_domains.n && i < most; i++)
        text = str_format(ask->arena, "%.*s -site:%.*s", STR_ARG(text), STR_ARG(query->exclude_domains.items[i]));
    return text;
}

struct str search_filter_add(struct search_ask *ask, struct str filter, const char *name, struct str value)
{
    return str_empty(value)
               ? filter
               : str_format(ask->arena, "%.*s%s%s:%.*s", STR_ARG(filter), filter.len ? "," : "", name, STR_ARG(value));
}

/* --- parts --- */

json_t *part_query(struct search_ask *ask, const struct request_part *part)
{
    return json_new_str(part->number ? search_text_with_sites(ask, (size_t) part->number) : ask->query->text);
}

json_t *part_count(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_integer(search_count(ask->query, ask->engine->most));
}

json_t *part_language(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(ask->query->language);
}

json_t *part_region(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(ask->query->region);
}

static json_t *whole_date(struct search_ask *ask, struct str date, const char *time)
{
    return date.len == 10 ? json_new_str(str_format(ask->arena, "%.*s%s", STR_ARG(date), time ? time : "")) : NULL;
}

json_t *part_since(struct search_ask *ask, const struct request_part *part)
{
    return whole_date(ask, ask->query->since, part->text);
}

json_t *part_until(struct search_ask *ask, const struct request_part *part)
{
    return whole_date(ask, ask->query->until, part->text);
}

static json_t *list_of(const struct str_list *list) { return list->n ? json_new_strs(list) : NULL; }

json_t *part_domains(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return list_of(&ask->query->include_domains);
}

json_t *part_excluded(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return list_of(&ask->query->exclude_domains);
}

static json_t *word_of(const struct request_part *part, int at)
{
    return at >= 0 && part->words[at] ? json_string(part->words[at]) : NULL;
}

json_t *part_type(struct search_ask *ask, const struct request_part *part)
{
    return word_of(part, (int) ask->query->type);
}

json_t *part_recency(struct search_ask *ask, const struct request_part *part)
{
    return word_of(part, search_recency(ask));
}

json_t *part_text(struct search_ask *ask, const struct request_part *part)
{
    (void) ask;
    return json_string(part->text);
}

json_t *part_json(struct search_ask *ask, const struct request_part *part)
{
    json_t *value = NULL;

    (void) ask;
    return json_parse(str(part->text), &value, NULL) < 0 ? NULL : value;
}

json_t *part_key(struct search_ask *ask, const struct request_part *part)
{
    (void) part;
    return json_new_str(ask->own->key);
}

/* --- the request --- */

struct str search_header(struct arena *arena, const char *name, struct str value)
{
    for (size_t i = 0; i < value.len; i++) /* no line break makes a header of its own */
        if ((unsigned char) value.data[i] < 0x20 || value.data[i] == 0x7f)
            value = str_n(value.data, i);
    return str_format(arena, "%s%.*s", name, STR_ARG(value));
}

static void add_headers(struct search_ask *ask, struct net_request *ret)
{
    const struct engine_wire *wire = ask->engine->wire;
    struct str *all = arena_calloc(ask->arena, 4, sizeof *all), own = str("");
    size_t n = 0;

    if (wire->header)
        own = wire->header(ask);
    else if (wire->key_header && !str_empty(ask->own->key))
        own = search_header(ask->arena, wire->key_header, ask->own->key);
    if (!str_empty(own))
        all[n++] = own;
    if (!str_starts_nocase(own, "user-agent:"))
        all[n++] = search_header(ask->arena, "User-Agent: ", str(search_agent));
    all[n++] = str_format(ask->arena, "Accept: %s", wire->accept ? wire->accept : "application/json");
    if (wire->post)
        all[n++] = str("Content-Type: application/json");
    ret->headers = all;
    ret->headers_n = n;
}

/* A list is the same parameter several times. */
static void add_to_address(struct arena *arena, struct str *url, const char *name, const json_t *value)
{
    const json_t *one;
    struct str text;
    size_t at;

    json_array_foreach (value, at, one)
        add_to_address(arena, url, name, one);
    if (json_is_array(value))
        return;
    text = json_is_integer(value) ? str_format(arena, "%lld", (long long) json_integer_value(value))
                                  : url_escape(arena, str(json_string_value(value)));
    *url = str_format(arena, "%.*s%c%s=%.*s", STR_ARG(*url), str_find_char(*url, '?', 0) < 0 ? '?' : '&', name,
                      STR_ARG(text));
}

void search_build_parts(struct search_ask *ask, const char *path, const struct request_part *parts,
                        struct net_request *ret)
{
    const struct engine_wire *wire = ask->engine->wire;
    json_t *body = json_object();
    struct str base = wire->base ? wire->base(ask) : ask->own->base_url;

    *ret = (struct net_request){ .method = wire->post ? "POST" : "GET",
                                 .url = str_format(ask->arena, "%.*s%s", STR_ARG(base), path) };
    for (; parts->name; parts++) {
        json_t *value = parts->value(ask, parts);

        if (value && !(json_is_string(value) && json_string_length(value) == 0)) {
            if (wire->post)
                json_object_set(body, parts->name, value);
            else
                add_to_address(ask->arena, &ret->url, parts->name, value);
        }
        json_decref(value);
    }
    if (wire->post)
        ret->body = json_text(ask->arena, body);
    json_decref(body);
    add_headers(ask, ret);
}

int search_build(struct search_ask *ask, struct net_request *ret, struct error *e)
{
    const struct engine_wire *wire = ask->engine->wire;
    const char *path = wire->path[ask->query->type];

    if (wire->build)
        return wire->build(ask, ret, e);
    search_build_parts(ask, path ? path : wire->path[SEARCH_WEB], wire->parts, ret);
    return 0;
}
