#include "text/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/utf8.h"

/* Where a byte stands, as people count: from 1, columns in code points. */
static void position_of(struct str text, size_t at, size_t *line, size_t *column)
{
    size_t start = 0;

    *line = 1;
    for (size_t i = 0; i < at; i++)
        if (text.data[i] == '\n') {
            ++*line;
            start = i + 1;
        }
    *column = utf8_count(str_sub(text, start, at)) + 1;
}

static int fail_at(struct error *e, struct str text, size_t at, const char *what)
{
    size_t line, column;

    position_of(text, at, &line, &column);
    return error_set(e, ERROR_PARSE, "not JSON at line %zu, column %zu: %s", line, column, what);
}

/* Refuses what jansson must not see: NUL, broken UTF-8, deep nesting. */
static int scan(struct str text, struct error *e)
{
    size_t depth = 0;
    bool quoted = false;

    for (size_t at = 0; at < text.len;) {
        size_t here = at;
        int32_t c = utf8_next(text, &at);

        if (c < 0)
            return fail_at(e, text, here, "the bytes are not UTF-8");
        if (c == 0)
            return fail_at(e, text, here, "NUL byte");
        if (quoted) {
            if (c == '\\' && at < text.len && (unsigned char) text.data[at] < 0x80 && text.data[at] != '\0')
                at++;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > JSON_DEPTH_MAX)
                return fail_at(e, text, here, "nested more than 64 levels deep");
        } else if ((c == ']' || c == '}') && depth > 0) {
            depth--;
        }
    }
    return 0;
}

static bool is_number_char(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

/* Writes a number so that jansson takes it: an integer over 64 bits as a real,
 * a real over the range of a double as the largest one. */
static void add_tame_number(struct buf *out, struct str number)
{
    int64_t whole;
    double real;

    if (number.len < 15 && !memchr(number.data, 'e', number.len) && !memchr(number.data, 'E', number.len)) {
        buf_add_str(out, number);
        return;
    }
    if (str_to_int(number, &whole)) {
        buf_add_str(out, number);
        return;
    }
    /* Long digit strings need no more than their first bytes to be compared
     * with the range; strtod wants a NUL, so copy. */
    struct arena *arena = arena_new();
    char *end;
    const char *z = str_z(arena, number);
    real = strtod(z, &end);
    if (*end != '\0')
        buf_add_str(out, number); /* not a number: jansson says so */
    else if (isinf(real))
        buf_add_z(out, real < 0 ? "-1.7976931348623157e308" : "1.7976931348623157e308");
    else
        buf_format(out, "%.17g%s", real, real == floor(real) && fabs(real) < 1e17 ? ".0" : "");
    arena_free(arena);
}

static void tame_numbers(struct str text, struct buf *out)
{
    bool quoted = false;

    for (size_t i = 0; i < text.len;) {
        char c = text.data[i];
        size_t end = i + 1;

        if (quoted) {
            if (c == '\\' && end < text.len)
                end++;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '-' || (c >= '0' && c <= '9')) {
            while (end < text.len && is_number_char(text.data[end]))
                end++;
            add_tame_number(out, str_sub(text, i, end));
            i = end;
            continue;
        }
        buf_add(out, text.data + i, end - i);
        i = end;
    }
}

static int parse(struct str text, size_t flags, json_t **ret, struct error *e)
{
    json_error_t problem;
    json_t *value;
    int r;

    if (str_starts(text, "\xef\xbb\xbf"))
        text = str_sub(text, 3, text.len);
    if (str_trim(text).len == 0)
        return error_set(e, ERROR_PARSE, "not JSON: the text is empty");
    if ((r = scan(text, e)) < 0)
        return r;
    value = json_loadb(text.data, text.len, JSON_DECODE_ANY | flags, &problem);
    if (!value && json_error_code(&problem) == json_error_numeric_overflow) {
        struct buf tame;

        buf_init(&tame, 6 * text.len + 64);
        tame_numbers(text, &tame);
        if (!tame.over)
            value = json_loadb(tame.data, tame.len, JSON_DECODE_ANY | flags, &problem);
        buf_free(&tame);
    }
    if (!value) {
        enum json_error_code code = json_error_code(&problem);
        bool nul = code == json_error_null_character || code == json_error_null_byte_in_key;

        return error_set(e, ERROR_PARSE, "not JSON at line %d, column %d: %s", problem.line,
                         problem.column > 0 ? problem.column : 1,
                         nul ? "a text has the character U+0000" : problem.text);
    }
    *ret = value;
    return 0;
}

int json_parse(struct str text, json_t **ret, struct error *e) { return parse(text, 0, ret, e); }

int json_parse_unique(struct str text, json_t **ret, struct error *e)
{
    return parse(text, JSON_REJECT_DUPLICATES, ret, e);
}

static struct str str_of(const json_t *value) { return str_n(json_string_value(value), json_string_length(value)); }

struct str json_get_str(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);

    return json_is_string(value) ? str_of(value) : str_n("", 0);
}

int64_t json_get_int(const json_t *object, const char *name, int64_t otherwise)
{
    const json_t *value = json_object_get(object, name);

    if (json_is_integer(value))
        return json_integer_value(value);
    double real = json_is_real(value) ? json_real_value(value) : NAN;
    return real > -9.2e18 && real < 9.2e18 ? (int64_t) real : otherwise;
}

double json_get_double(const json_t *object, const char *name, double otherwise)
{
    const json_t *value = json_object_get(object, name);

    return json_is_number(value) ? json_number_value(value) : otherwise;
}

bool json_get_bool(const json_t *object, const char *name, bool otherwise)
{
    const json_t *value = json_object_get(object, name);

    return json_is_boolean(value) ? json_is_true(value) : otherwise;
}

json_t *json_at(const json_t *value, const char *path)
{
    struct str rest = str(path), part;

    while (value && str_next(&rest, '.', &part)) {
        int64_t index;

        if (json_is_object(value))
            value = json_object_getn(value, part.data, part.len);
        else if (json_is_array(value) && str_to_int(part, &index) && index >= 0)
            value = json_array_get(value, (size_t) index);
        else
            value = NULL;
    }
    return (json_t *) value;
}

json_t *json_new_str(struct str s)
{
    bool clean = s.len == 0 || (!memchr(s.data, '\0', s.len) && utf8_valid(s));
    if (clean)
        return json_stringn_nocheck(s.data ? s.data : "", s.len);

    struct buf out;
    buf_init(&out, 3 * s.len + 3);
    for (size_t at = 0; at < s.len;) {
        size_t start = at;

        if (utf8_next(s, &at) <= 0)
            buf_add_z(&out, "\xef\xbf\xbd");
        else
            buf_add(&out, s.data + start, at - start);
    }
    json_t *value = json_stringn_nocheck(out.data, out.len);
    buf_free(&out);
    return value;
}
