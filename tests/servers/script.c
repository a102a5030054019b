#include "script.h"

#include "base/field.h"
#include "words.h"

enum { FILE_MAX = 16 << 20, WORDS_MAX = 64 };

enum condition_field {
    BY_ROLE,
    BY_QUERY,
    BY_MODEL,
    BY_KEY,
    BY_PATH,
    BY_BODY,
    BY_STREAM,
    BY_HEADER,
    BY_ATTEMPT,
    BY_NTH,
    BY_MIX
};

static const char *const field_words[] = {
    "role", "query", "model", "key", "path", "body", "stream", "header", "attempt", "nth", "mix", NULL,
};

struct condition {
    enum condition_field field;
    bool contains, not ;
    struct str text;
    int64_t low, high; /* numbers: a range, both included */
    double chance;     /* mix: 0 … 1 */
};

struct rule {
    struct rule *next;
    const struct service *service;
    struct condition conditions[8];
    size_t conditions_n;
    struct reply reply;
};

struct script {
    struct arena *arena;
    struct rule *first, **last;
    int64_t latency_us;
    struct str library;
};

/* Where the parser is, for messages. */
struct parser {
    struct script *script;
    const char *folder;
    const struct service *service;
    int line;
    struct str words[WORDS_MAX];
    size_t words_n, at;
    struct error *e;
};

static int wrong(struct parser *p, const char *what, struct str word)
{
    return error_set(p->e, ERROR_INVALID, "script line %d: %s \"%.*s\"", p->line, what, STR_ARG(word));
}

static char unescape(char c) { return c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c; }

/* Words between white space; double quotes keep it, backslashes escape inside them; # begins a comment. */
static int split(struct parser *p, struct str line)
{
    p->words_n = p->at = 0;
    for (size_t i = 0; i < line.len;) {
        char *out;
        size_t n = 0;
        bool quoted = false;

        if (isspace((unsigned char) line.data[i])) {
            i++;
            continue;
        }
        if (line.data[i] == '#')
            break;
        out = arena_alloc(p->script->arena, line.len - i + 1);
        for (; i < line.len && (quoted || !isspace((unsigned char) line.data[i])); i++) {
            if (line.data[i] == '"')
                quoted = !quoted;
            else if (quoted && line.data[i] == '\\' && i + 1 < line.len)
                out[n++] = unescape(line.data[++i]);
            else
                out[n++] = line.data[i];
        }
        if (quoted)
            return wrong(p, "unclosed quote in", line);
        if (p->words_n == WORDS_MAX)
            return wrong(p, "too many words in", line);
        p->words[p->words_n++] = str_n(out, n);
    }
    return 0;
}

static int next_word(struct parser *p, const char *after, struct str *ret)
{
    if (p->at == p->words_n)
        return wrong(p, "something is missing after", str(after));
    *ret = p->words[p->at++];
    return 0;
}

static int read_duration(struct parser *p, const char *after, int64_t *ret_us)
{
    struct str word;
    int64_t ms;

    if (next_word(p, after, &word) < 0)
        return -ERROR_INVALID;
    if (!str_to_duration_ms(word, &ms))
        return wrong(p, "not a duration:", word);
    *ret_us = ms * 1000;
    return 0;
}

static int read_whole(struct parser *p, struct str name, struct str *ret)
{
    struct str path = str_format(p->script->arena, "%s/%.*s", p->folder, STR_ARG(name));
    FILE *file = fopen(path.data, "rb");
    char *data;
    size_t n;

    if (!file)
        return wrong(p, "cannot read the file", path);
    data = memory_alloc(FILE_MAX);
    n = fread(data, 1, FILE_MAX, file);
    fclose(file);
    *ret = str_dup(p->script->arena, str_n(data, n));
    free(data);
    return 0;
}

static int add_header(struct parser *p, struct str line, struct reply *reply)
{
    ptrdiff_t colon = str_find_char(line, ':', 0);

    if (colon < 1 || reply->headers_n == REPLY_HEADERS_MAX)
        return wrong(p, "not a header:", line);
    reply->headers[reply->headers_n++] = (struct header){
        str_z(p->script->arena, str_trim(str_sub(line, 0, (size_t) colon))),
        str_z(p->script->arena, str_trim(str_sub(line, (size_t) colon + 1, line.len))),
    };
    return 0;
}

/* One word of a reply and what belongs to it. */
static int read_action(struct parser *p, struct str word, struct reply *reply)
{
    struct str value = { 0 };
    int64_t number = 0;

    if (str_is(word, "by-hash"))
        return 0;
    if (str_to_int(word, &number)) {
        if (number < 200 || number > 599)
            return wrong(p, "not a status:", word);
        reply->status = (int) number;
        if (number >= 300)
            reply->failure = FAILURE_STATUS;
        return 0;
    }
    if (str_is(word, "latency"))
        return read_duration(p, "latency", &reply->latency_us);
    if (str_is(word, "gap"))
        return read_duration(p, "gap", &reply->gap_us);
    if (next_word(p, str_z(p->script->arena, word), &value) < 0)
        return -ERROR_INVALID;
    if (str_is(word, "header"))
        return add_header(p, value, reply);
    if (str_is(word, "file"))
        return read_whole(p, value, &reply->text);
    if (str_is(word, "body-file"))
        return read_whole(p, value, &reply->body);
    if (str_is(word, "call")) {
        if (reply->calls_n == sizeof reply->calls / sizeof *reply->calls)
            return wrong(p, "more than 8 calls:", value);
        reply->calls[reply->calls_n].name = value;
        return next_word(p, "the arguments of call", &reply->calls[reply->calls_n++].arguments);
    }
    if (str_is(word, "text")) {
        reply->text = value;
    } else if (str_is(word, "body")) {
        reply->body = value;
    } else if (str_is(word, "type")) {
        reply->type = str_z(p->script->arena, value);
    } else if (str_is(word, "piece") && str_to_int(value, &number) && number > 0) {
        reply->piece = (size_t) number;
    } else if (str_is(word, "window") && str_to_int(value, &number) && number > 0) {
        reply->window = number;
    } else if (str_is(word, "count") && str_to_int(value, &number) && number > 0) {
        reply->count = number;
    } else if (str_is(word, "retry-date") && str_to_int(value, &number)) {
        reply->retry_date_s = number;
    } else if (str_is(word, "fault")) {
        reply->any = str_is(value, "any");
        if (!reply->any && !fault_apply(value, reply))
            return wrong(p, "no such fault:", value);
    } else {
        return wrong(p, "no such action:", word);
    }
    return 0;
}

static bool read_range(struct str text, int64_t *low, int64_t *high)
{
    ptrdiff_t dash = str_find_char(text, '-', 1);

    if (dash < 0) {
        *high = INT64_MAX;
        if (str_ends(text, "+"))
            return str_to_int(str_sub(text, 0, text.len - 1), low);
        return str_to_int(text, low) && str_to_int(text, high);
    }
    return str_to_int(str_sub(text, 0, (size_t) dash), low) &&
           str_to_int(str_sub(text, (size_t) dash + 1, text.len), high);
}

/* "role=decide", "query~text", "model!=test", "attempt=2+", "nth=1-3", "mix=20%" */
static int read_condition(struct parser *p, struct str word, struct condition *ret)
{
    size_t at = 0, value;
    int field;

    while (at < word.len && isalpha((unsigned char) word.data[at]))
        at++;
    field = word_index(field_words, str_sub(word, 0, at));
    value = at;
    *ret = (struct condition){ .field = (enum condition_field) field };
    if (value < word.len && word.data[value] == '!') {
        ret->not = true;
        value++;
    }
    if (field < 0 || value >= word.len || (word.data[value] != '=' && word.data[value] != '~'))
        return wrong(p, "no such condition:", word);
    ret->contains = word.data[value] == '~';
    ret->text = str_sub(word, value + 1, word.len);
    if (ret->field == BY_MIX) {
        if (!str_ends(ret->text, "%") || !str_to_double(str_sub(ret->text, 0, ret->text.len - 1), &ret->chance))
            return wrong(p, "not a percentage:", word);
        ret->chance /= 100;
    } else if ((ret->field == BY_ATTEMPT || ret->field == BY_NTH) && !read_range(ret->text, &ret->low, &ret->high)) {
        return wrong(p, "not a number or range:", word);
    }
    return 0;
}

static int read_rule(struct parser *p)
{
    struct rule *rule = arena_alloc(p->script->arena, sizeof *rule);
    struct str word = { 0 };

    rule->service = p->service;
    rule->reply = (struct reply){ .latency_us = -1 };
    for (;;) {
        if (next_word(p, "when", &word) < 0)
            return -ERROR_INVALID;
        if (str_is(word, "reply"))
            break;
        if (rule->conditions_n == sizeof rule->conditions / sizeof *rule->conditions)
            return wrong(p, "too many conditions at", word);
        if (read_condition(p, word, &rule->conditions[rule->conditions_n++]) < 0)
            return -ERROR_INVALID;
    }
    if (p->at == p->words_n)
        return wrong(p, "something is missing after", word);
    while (p->at < p->words_n)
        if (read_action(p, p->words[p->at++], &rule->reply) < 0)
            return -ERROR_INVALID;
    *p->script->last = rule;
    p->script->last = &rule->next;
    return 0;
}

static int read_line(struct parser *p)
{
    struct str word = p->words[p->at++], name;

    if (str_is(word, "latency"))
        return read_duration(p, "latency", &p->script->latency_us);
    if (str_is(word, "library"))
        return next_word(p, "library", &p->script->library);
    if (str_is(word, "serve")) {
        if (next_word(p, "serve", &name) < 0)
            return -ERROR_INVALID;
        p->service = service_find(name);
        if (!p->service)
            return wrong(p, "no such service:", name);
        if (p->at < p->words_n)
            return read_rule(p);
        return 0;
    }
    if ((str_is(word, "when") || str_is(word, "else")) && p->service)
        return read_rule(p);
    return wrong(p, "expected serve, when, else, latency or library, not", word);
}

int script_parse(struct str text, const char *folder, struct script **ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct script *script = arena_alloc(arena, sizeof *script);
    struct parser *p = arena_alloc(arena, sizeof *p);
    struct str line;

    *script = (struct script){ .arena = arena, .last = &script->first };
    *p = (struct parser){ .script = script, .folder = folder, .e = e };
    while (str_next_line(&text, &line)) {
        p->line++;
        if (split(p, line) < 0 || (p->words_n > 0 && read_line(p) < 0)) {
            arena_free(arena);
            return -ERROR_INVALID;
        }
    }
    *ret = script;
    return 0;
}

void script_free(struct script *script)
{
    if (script)
        arena_free(script->arena);
}

/* A number from 0 to 1 (excluded) of this request, this attempt and a purpose. */
static double draw(const struct asked *asked, const char *purpose, uint32_t *ret_bits)
{
    struct hash h = hash_mix(asked->hash, purpose, (uint64_t) asked->attempt);
    uint32_t bits = (uint32_t) h.bytes[0] << 24 | (uint32_t) h.bytes[1] << 16 | (uint32_t) h.bytes[2] << 8 | h.bytes[3];

    if (ret_bits)
        *ret_bits = bits;
    return bits / 4294967296.0;
}

static bool condition_holds(const struct condition *c, const struct asked *asked)
{
    struct str value = { 0 };
    bool holds;

    switch (c->field) {
    case BY_ROLE: value = asked->role; break;
    case BY_QUERY: value = asked->query; break;
    case BY_MODEL: value = asked->model; break;
    case BY_KEY: value = str(asked->key); break;
    case BY_PATH: value = asked->path; break;
    case BY_BODY: value = asked->body; break;
    case BY_STREAM: value = str(asked->stream ? "yes" : "no"); break;
    case BY_HEADER: value = asked_headers(asked); break;
    case BY_ATTEMPT: return (asked->attempt >= c->low && asked->attempt <= c->high) != c->not ;
    case BY_NTH: return (asked->nth >= c->low && asked->nth <= c->high) != c->not ;
    case BY_MIX: return (draw(asked, "mix", NULL) < c->chance) != c->not ;
    }
    holds = c->contains ? str_contains_nocase(value, str_z(asked->arena, c->text)) : str_eq(value, c->text);
    return holds != c->not ;
}

static bool rule_holds(const struct rule *rule, const struct asked *asked)
{
    if (rule->service != asked->service || !fault_fits(&rule->reply, asked))
        return false;
    for (size_t i = 0; i < rule->conditions_n; i++)
        if (!condition_holds(&rule->conditions[i], asked))
            return false;
    return true;
}

int64_t script_latency(const struct script *script) { return script->latency_us; }

struct str script_library(const struct script *script) { return script->library; }

struct reply script_select(const struct script *script, const struct asked *asked)
{
    struct reply reply = { .latency_us = -1 };
    uint32_t bits;

    for (const struct rule *rule = script->first; rule; rule = rule->next) {
        if (!rule_holds(rule, asked))
            continue;
        reply = rule->reply;
        break;
    }
    if (reply.any) {
        draw(asked, "fault", &bits);
        fault_apply(str(fault_pick(bits)), &reply);
    }
    if (reply.window && asked->prompt_tokens + asked->answer_tokens > reply.window) {
        reply.failure = FAILURE_CONTEXT;
        reply.status = 400;
    }
    if (reply.latency_us < 0)
        reply.latency_us = script->latency_us;
    return reply;
}
