#include "service.h"

#include "base/clock.h"

extern const struct service service_openai, service_openrouter, service_compatible, service_zai, service_groq,
    service_mistral, service_deepseek, service_llamacpp, service_vllm, service_anthropic, service_gemini,
    service_perplexity, service_ollama;
extern const struct service service_serper, service_tavily, service_searxng, service_brave, service_google,
    service_semantic_scholar, service_exa, service_firecrawl, service_duckduckgo, service_arxiv, service_openalex,
    service_crossref, service_pubmed, service_wikipedia, service_kiwix, service_opensearch, service_site;

static const struct service *const services[] = {
    &service_openai,
    &service_openrouter,
    &service_compatible,
    &service_zai,
    &service_groq,
    &service_mistral,
    &service_deepseek,
    &service_llamacpp,
    &service_vllm,
    &service_anthropic,
    &service_gemini,
    &service_perplexity,
    &service_ollama,
    &service_serper,
    &service_tavily,
    &service_searxng,
    &service_brave,
    &service_google,
    &service_semantic_scholar,
    &service_exa,
    &service_firecrawl,
    &service_duckduckgo,
    &service_arxiv,
    &service_openalex,
    &service_crossref,
    &service_pubmed,
    &service_wikipedia,
    &service_kiwix,
    &service_opensearch,
    &service_site,
};

size_t service_count(void) { return sizeof services / sizeof *services; }

const struct service *service_at(size_t at) { return services[at]; }

const struct service *service_find(struct str name)
{
    for (size_t i = 0; i < service_count(); i++)
        if (str_is(name, services[i]->name))
            return services[i];
    return NULL;
}

/* Length of the line "Today is 2026-11-15." at the start of `text`; 0: it is none. */
static size_t date_line(struct str text)
{
    enum { LENGTH = sizeof "Today is 2026-11-15." - 1 };
    int64_t ms;

    return str_starts(text, "Today is ") && text.len >= LENGTH && clock_parse_date(str_sub(text, 9, 19), &ms) ? LENGTH
                                                                                                              : 0;
}

/* `n` without the line ends at the end, as they are or as JSON writes them. */
static size_t without_line_ends(const char *out, size_t n)
{
    while (n > 0 && out[n - 1] == '\n')
        n--;
    while (n > 1 && out[n - 2] == '\\' && out[n - 1] == 'n')
        n -= 2;
    return n;
}

struct str text_without_ids(struct arena *arena, struct str text)
{
    enum { ID_LEAST = 12 };
    char *out = arena_alloc(arena, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len;) {
        size_t end = i, date = text.data[i] == 'T' ? date_line(str_sub(text, i, text.len)) : 0;

        if (date) {
            n = without_line_ends(out, n);
            i += date;
            continue;
        }
        while (end < text.len && isxdigit((unsigned char) text.data[end]))
            end++;
        if (end - i >= ID_LEAST) {
            out[n++] = '#';
        } else {
            end = end == i ? i + 1 : end;
            memcpy(out + n, text.data + i, end - i);
            n += end - i;
        }
        i = end;
    }
    return str_n(out, n);
}

void asked_identify(struct asked *asked)
{
    struct str arguments = text_without_ids(asked->arena, asked->arguments);
    struct str body = text_without_ids(asked->arena, asked->body);
    struct str parts[] = { asked->place, asked->path, arguments, body };
    char hex[HASH_HEX_SIZE];

    asked->hash = hash_of(str_join(asked->arena, parts, sizeof parts / sizeof *parts, "\n"));
    hash_hex(asked->hash, hex);
    memcpy(asked->key, hex, sizeof asked->key - 1);
}

const char *asked_header(const struct asked *asked, const char *name)
{
    return MHD_lookup_connection_value(asked->connection, MHD_HEADER_KIND, name);
}

static enum MHD_Result add_header(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void) kind;
    buf_format(context, "%s: %s\n", name, value ? value : "");
    return MHD_YES;
}

struct str asked_headers(const struct asked *asked)
{
    struct buf out;

    buf_init(&out, 64 * 1024);
    MHD_get_connection_values(asked->connection, MHD_HEADER_KIND, add_header, &out);
    return buf_take(&out, asked->arena);
}

bool asked_has_bearer(const struct asked *asked)
{
    const char *value = asked_header(asked, "Authorization");

    return value && str_starts_nocase(str(value), "Bearer ") && strlen(value) > strlen("Bearer ");
}

void said_header(struct said *said, const char *name, const char *value)
{
    if (said->headers_n < SAID_HEADERS_MAX)
        said->headers[said->headers_n++] = (struct header){ name, value };
}

void said_piece(const struct asked *asked, struct said *said, struct str text)
{
    str_list_add(asked->arena, &said->pieces, text);
}

/* Compact text in the arena; takes over `value`. */
static struct str dumped(struct arena *arena, json_t *value)
{
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    struct str copy = str_dup(arena, str(text ? text : "null"));

    free(text);
    json_decref(value);
    return copy;
}

void said_json(const struct asked *asked, struct said *said, int status, json_t *value)
{
    said->status = status;
    said->type = "application/json";
    said_piece(asked, said, dumped(asked->arena, value));
}

void said_event(const struct asked *asked, struct said *said, json_t *value)
{
    struct str text = dumped(asked->arena, value);

    said_piece(asked, said, str_format(asked->arena, "data: %.*s\n\n", STR_ARG(text)));
}

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char) tolower((unsigned char) c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static struct str form_decode(struct arena *arena, struct str text)
{
    char *out = arena_alloc(arena, text.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (c == '+') {
            c = ' ';
        } else if (c == '%' && i + 2 < text.len && hex_value(text.data[i + 1]) >= 0 &&
                   hex_value(text.data[i + 2]) >= 0) {
            c = (char) (hex_value(text.data[i + 1]) * 16 + hex_value(text.data[i + 2]));
            i += 2;
        }
        out[n++] = c;
    }
    return str_n(out, n);
}

struct str form_get(struct arena *arena, struct str form, const char *name)
{
    struct str pair;

    while (str_next(&form, '&', &pair)) {
        ptrdiff_t equals = str_find_char(pair, '=', 0);
        size_t at = equals < 0 ? pair.len : (size_t) equals;

        if (str_is(form_decode(arena, str_sub(pair, 0, at)), name))
            return form_decode(arena, str_sub(pair, at + 1, pair.len));
    }
    return str("");
}
