/* The JSON in what a model said. Models wrap it in fences, talk before and
 * after it, think aloud first, cite with [1], and forget brackets. */
#include <string.h>

#include "text/json.h"

/* How many places may be tried; prose with more braces than this holds no JSON. */
enum { TRIES_MAX = 64 };

/* Thinking that some services leave in the text. It ends before the answer. */
static struct str without_thinking(struct str s)
{
    static const char *const ends[] = { "</think>", "</thinking>", "</reasoning>" };

    s = str_trim(s);
    if (str_starts(s, "{") || str_starts(s, "["))
        return s;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        ptrdiff_t last = -1;

        for (ptrdiff_t at = 0; (at = str_find(s, str(ends[i]), (size_t) at)) >= 0; at++)
            last = at;
        struct str rest = last < 0 ? s : str_trim(str_sub(s, (size_t) last + strlen(ends[i]), s.len));
        if (rest.len)
            s = rest;
    }
    return s;
}

static bool is_container(const json_t *value) { return json_is_object(value) || json_is_array(value); }

/* Empty, or a citation such as [1] or [2, 3]. */
static bool is_trivial(const json_t *value)
{
    if (json_is_object(value))
        return json_object_size(value) == 0;
    for (size_t i = 0; i < json_array_size(value); i++)
        if (!json_is_number(json_array_get(value, i)))
            return false;
    return true;
}

static json_t *parse_container(struct str text)
{
    json_t *value = NULL;

    if (json_parse_foreign(text, false, &value, NULL) < 0)
        return NULL;
    if (json_is_string(value)) { /* JSON that was written as a string */
        json_t *inner = NULL;

        if (json_parse(str_n(json_string_value(value), json_string_length(value)), &inner, NULL) == 0) {
            json_decref(value);
            value = inner;
        }
    }
    if (is_container(value))
        return value;
    json_decref(value);
    return NULL;
}

/* The end of the value that begins with a bracket at `start`, by counting
 * brackets outside strings; the end of the text if it is never closed. */
static size_t balanced_end(struct str s, size_t start)
{
    size_t depth = 0;
    bool quoted = false;

    for (size_t i = start; i < s.len; i++) {
        char c = s.data[i];

        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '{' || c == '[') {
            depth++;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return s.len;
}

static size_t next_bracket(struct str s, size_t at)
{
    while (at < s.len && s.data[at] != '{' && s.data[at] != '[')
        at++;
    return at;
}

/* The first fenced block that holds valid JSON; *ret_broken is the first one
 * with a bracket in it. */
static json_t *in_fence(struct str s, struct str *ret_broken)
{
    size_t at = 0;

    *ret_broken = str_n("", 0);
    for (int tries = 0; tries < TRIES_MAX; tries++) {
        ptrdiff_t open = str_find(s, str("```"), at);
        ptrdiff_t line = open < 0 ? -1 : str_find_char(s, '\n', (size_t) open);
        if (line < 0)
            return NULL;
        ptrdiff_t close = str_find(s, str("\n```"), (size_t) line);
        size_t end = close < 0 ? s.len : (size_t) close;
        struct str block = str_sub(s, (size_t) line + 1, end);
        json_t *value = parse_container(block);
        if (value)
            return value;
        if (ret_broken->len == 0 && next_bracket(block, 0) < block.len)
            *ret_broken = block;
        if (close < 0)
            return NULL;
        at = (size_t) close + 4;
    }
    return NULL;
}

/* A bracket that opens data rather than a remark: {"…, {name:, [{ */
static bool opens_data(struct str s, size_t at)
{
    struct str rest = str_trim(str_sub(s, at + 1, s.len));
    size_t n = 0;

    if (rest.len == 0 || strchr("\"'{[", rest.data[0]))
        return true;
    while (n < rest.len && n < 40 &&
           (rest.data[n] == '_' || (rest.data[n] >= '0' && rest.data[n] <= '9') ||
            ((rest.data[n] | 32) >= 'a' && (rest.data[n] | 32) <= 'z')))
        n++;
    return s.data[at] == '{' && n > 0 && n < rest.len && rest.data[n] == ':';
}

/* The first value in prose that parses and says something. *ret_broken begins
 * at the first bracket from which nothing parsed, better one that looks like
 * data; without any it is the whole text. */
static json_t *in_prose(struct str s, struct str *ret_broken)
{
    json_t *trivial = NULL;
    size_t at = next_bracket(s, 0);
    bool found = false, sure = false;

    *ret_broken = s;
    for (int tries = 0; tries < TRIES_MAX && at < s.len; tries++) {
        size_t end = balanced_end(s, at);
        json_t *value = parse_container(str_sub(s, at, end));

        if (value && !is_trivial(value)) {
            json_decref(trivial);
            return value;
        }
        if (!value && !sure && (!found || opens_data(s, at))) {
            found = true;
            sure = opens_data(s, at);
            *ret_broken = str_sub(s, at, s.len);
        }
        if (trivial)
            json_decref(value);
        else
            trivial = value;
        at = next_bracket(s, end);
    }
    if (!found)
        return trivial;
    json_decref(trivial);
    return NULL;
}

static int repaired(struct str s, json_t **ret, struct error *e)
{
    struct buf text;
    json_t *value = NULL;

    buf_init(&text, 16 * s.len + 1024);
    int r = json_repair(s, &text, e);
    if (r == 0 && !(value = parse_container(buf_str(&text))))
        r = error_set(e, ERROR_PARSE, "there is no JSON object or list in the answer");
    buf_free(&text);
    if (r == 0)
        *ret = value;
    return r;
}

int json_from_answer(struct str answer, json_t **ret, bool *ret_repaired, struct error *e)
{
    struct str s = without_thinking(answer), broken;
    json_t *value = parse_container(s);

    if (!value)
        value = in_fence(s, &broken);
    if (!value && broken.len == 0)
        value = in_prose(s, &broken);
    if (value) {
        *ret = value;
        *ret_repaired = false;
        return 0;
    }
    int r = repaired(broken, ret, e);
    if (r == 0)
        *ret_repaired = true;
    return r;
}
