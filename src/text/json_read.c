/* jansson's own reader takes a byte at a time through a chain of buffers, which
 * is most of its cost; its values are cheap. This one goes over the text in
 * place and makes the same values. Recursion is bounded by JSON_DEPTH_MAX. */
#include "text/json_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text/json.h"
#include "text/utf8.h"

struct reader {
    const char *at, *end;
    struct buf scratch;      /* strings with escapes, put together here */
    const char *const *only; /* members to keep, NULL: all */
    bool skipping;           /* inside of what is not kept: checked, not made */
};

static void skip_blanks(struct reader *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t'))
        r->at++;
}

/* --- strings --- */

/* To the next byte that ends a plain piece: a quote, a backslash, a control.
 * `ret_high` collects whether anything but ASCII was passed. Eight at a time:
 * `stop` is not zero exactly when the word holds such a byte. */
static const char *plain_end(const char *at, const char *end, bool *ret_high)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;

    while (end - at >= 8) {
        uint64_t word;

        memcpy(&word, at, sizeof word);
        uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
        uint64_t stop = ((word - ones * 0x20) | (quote - ones) | (slash - ones)) & ~word & high;
        *ret_high |= (word & high) != 0;
        if (stop)
            break;
        at += 8;
    }
    for (; at < end; at++) {
        unsigned char c = (unsigned char) *at;

        if (c < 0x20 || c == '"' || c == '\\')
            break;
        *ret_high |= c >= 0x80;
    }
    return at;
}

/* Four hexadecimal digits; -1 if they are not. */
static int32_t read_hex(struct reader *r)
{
    int32_t value = 0;

    if (r->end - r->at < 4)
        return -1;
    for (int i = 0; i < 4; i++) {
        char c = *r->at++;
        int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;

        if (digit < 0)
            return -1;
        value = value << 4 | digit;
    }
    return value;
}

/* After the backslash. */
static bool read_escape(struct reader *r)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";

    if (r->at == r->end)
        return false;
    char c = *r->at++;
    if (c != 'u') {
        const char *which = c ? strchr(from, c) : NULL;

        return which && buf_add_char(&r->scratch, to[which - from]) == 0;
    }
    int32_t code = read_hex(r);
    if (code >= 0xd800 && code <= 0xdbff) {
        if (r->end - r->at < 6 || r->at[0] != '\\' || r->at[1] != 'u')
            return false;
        r->at += 2;
        int32_t second = read_hex(r);
        if (second < 0xdc00 || second > 0xdfff)
            return false;
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    }
    char bytes[4];
    int n = code > 0 ? utf8_encode(code, bytes) : 0; /* none: NUL, or half a pair */
    return n > 0 && buf_add(&r->scratch, bytes, (size_t) n) == 0;
}

/* The string whose opening quote was passed; in the text itself, or in
 * `scratch` until the next one. */
static bool read_string(struct reader *r, struct str *ret)
{
    const char *start = r->at;
    bool high = false;
    const char *stop = plain_end(start, r->end, &high);

    if (stop == r->end)
        return false;
    if (*stop == '"') {
        *ret = str_n(start, (size_t) (stop - start));
        r->at = stop + 1;
        return !high || utf8_valid(*ret);
    }
    buf_clear(&r->scratch);
    for (;;) {
        if (stop == r->end || (*stop != '"' && *stop != '\\'))
            return false;
        buf_add(&r->scratch, start, (size_t) (stop - start));
        r->at = stop + 1;
        if (*stop == '"')
            break;
        if (!read_escape(r))
            return false;
        start = r->at;
        stop = plain_end(start, r->end, &high);
    }
    *ret = buf_str(&r->scratch);
    return !high || utf8_valid(*ret);
}

/* --- numbers --- */

static const char *digits_end(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

static json_t *read_real(struct str number)
{
    char text[64], *end;

    if (number.len >= sizeof text)
        return NULL;
    memcpy(text, number.data, number.len);
    text[number.len] = '\0';
    double value = strtod(text, &end);
    return *end == '\0' && isfinite(value) ? json_real(value) : NULL;
}

static json_t *read_number(struct reader *r)
{
    const char *start = r->at, *at = start + (*start == '-'), *whole = at;
    bool real = false;

    at = digits_end(at, r->end);
    if (at == whole || (*whole == '0' && at - whole > 1))
        return NULL;
    if (at < r->end && *at == '.') {
        const char *fraction = at + 1;

        at = digits_end(fraction, r->end);
        if (at == fraction)
            return NULL;
        real = true;
    }
    if (at < r->end && (*at == 'e' || *at == 'E')) {
        const char *exponent = at + 1;

        if (exponent < r->end && (*exponent == '+' || *exponent == '-'))
            exponent++;
        at = digits_end(exponent, r->end);
        if (at == exponent)
            return NULL;
        real = true;
    }
    struct str number = str_n(start, (size_t) (at - start));
    int64_t value;

    r->at = at;
    if (r->skipping)
        return json_null();
    if (real)
        return read_real(number);
    return str_to_int(number, &value) ? json_integer(value) : NULL;
}

/* --- values --- */

static json_t *read_value(struct reader *r, int depth);

/* Between items and after the last: true to go on with another one. */
static bool another(struct reader *r, char close, bool *ret_failed)
{
    skip_blanks(r);
    char c = r->at < r->end ? *r->at++ : '\0';
    *ret_failed = c != ',' && c != close;
    return c == ',';
}

static json_t *read_array(struct reader *r, int depth)
{
    json_t *array = r->skipping ? json_null() : json_array();
    bool failed = false;

    skip_blanks(r);
    if (r->at < r->end && *r->at == ']') {
        r->at++;
        return array;
    }
    do {
        json_t *value = read_value(r, depth);

        failed = !value || (!r->skipping && json_array_append_new(array, value) < 0);
    } while (!failed && another(r, ']', &failed));
    if (failed) {
        json_decref(array);
        return NULL;
    }
    return array;
}

static bool is_kept(const struct reader *r, struct str key)
{
    for (const char *const *name = r->only; name && *name; name++)
        if (str_is(key, *name))
            return true;
    return !r->only;
}

static bool read_member(struct reader *r, json_t *object, int depth)
{
    char kept[64];
    struct str key;

    skip_blanks(r);
    if (r->at == r->end || *r->at++ != '"' || !read_string(r, &key))
        return false;
    /* A key with escapes lies in the scratch, which the value may need. */
    bool moved = key.data == r->scratch.data;
    if (moved && key.len > sizeof kept)
        return false;
    if (moved && key.len)
        key.data = memcpy(kept, key.data, key.len);
    skip_blanks(r);
    if (r->at == r->end || *r->at++ != ':')
        return false;
    bool outside = !r->skipping;
    r->skipping = r->skipping || !is_kept(r, key);
    json_t *value = read_value(r, depth);
    if (!value || r->skipping) {
        r->skipping = r->skipping && !outside;
        return value;
    }
    return json_object_setn_new_nocheck(object, key.data, key.len, value) == 0;
}

static json_t *read_object(struct reader *r, int depth)
{
    json_t *object = r->skipping ? json_null() : json_object();
    bool failed = false;

    skip_blanks(r);
    if (r->at < r->end && *r->at == '}') {
        r->at++;
        return object;
    }
    do
        failed = !read_member(r, object, depth);
    while (!failed && another(r, '}', &failed));
    if (failed) {
        json_decref(object);
        return NULL;
    }
    return object;
}

static json_t *read_word(struct reader *r, const char *word, json_t *value)
{
    size_t n = strlen(word);

    if ((size_t) (r->end - r->at) < n || memcmp(r->at, word, n) != 0)
        return NULL;
    r->at += n;
    return value;
}

static json_t *read_value(struct reader *r, int depth)
{
    struct str text;

    skip_blanks(r);
    if (r->at == r->end)
        return NULL;
    switch (*r->at) {
    case '{':
    case '[':
        if (depth >= JSON_DEPTH_MAX)
            return NULL;
        return *r->at++ == '{' ? read_object(r, depth + 1) : read_array(r, depth + 1);
    case '"':
        r->at++;
        if (!read_string(r, &text))
            return NULL;
        return r->skipping ? json_null() : json_stringn_nocheck(text.data, text.len);
    case 't': return read_word(r, "true", json_true());
    case 'f': return read_word(r, "false", json_false());
    case 'n': return read_word(r, "null", json_null());
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return read_number(r);
    default: return NULL;
    }
}

json_t *json_read(struct str text, const char *const *only)
{
    struct reader r = { .at = text.data, .end = text.data + text.len, .only = only };

    buf_init(&r.scratch, text.len + 1);
    json_t *value = read_value(&r, 0);
    skip_blanks(&r);
    buf_free(&r.scratch);
    if (value && r.at != r.end) {
        json_decref(value);
        return NULL;
    }
    return value;
}

/* --- what json_encode_text() wrote --- */

static bool take(struct reader *r, const char *what)
{
    size_t n = strlen(what);

    if ((size_t) (r->end - r->at) < n || memcmp(r->at, what, n) != 0)
        return false;
    r->at += n;
    return true;
}

static bool own_string(struct reader *r, struct arena *arena, struct str *ret)
{
    struct str text;

    if (!take(r, "\"") || !read_string(r, &text))
        return false;
    *ret = str_dup(arena, text);
    return true;
}

static bool own_number(struct reader *r, double *ret_real, int64_t *ret_whole)
{
    json_t *number = r->at < r->end && (*r->at == '-' || (*r->at >= '0' && *r->at <= '9')) ? read_number(r) : NULL;
    bool good = json_is_number(number) && (ret_real || json_is_integer(number));

    if (good && ret_real)
        *ret_real = json_number_value(number);
    if (good && ret_whole)
        *ret_whole = json_integer_value(number);
    json_decref(number);
    return good;
}

static bool own_strings(struct reader *r, struct arena *arena, struct str_list *ret)
{
    *ret = (struct str_list){ 0 };
    if (!take(r, "["))
        return false;
    while (!take(r, "]")) {
        struct str item;

        if ((ret->n && !take(r, ",")) || !own_string(r, arena, &item))
            return false;
        str_list_add(arena, ret, item);
    }
    return true;
}

static bool own_fields(struct reader *r, const struct field *fields, unsigned char *base, struct arena *arena,
                       int depth);

static bool own_list(struct reader *r, const struct field *f, unsigned char *base, struct arena *arena, int depth)
{
    unsigned char *items = NULL;
    size_t n = 0, capacity = 0;

    if (!take(r, "["))
        return false;
    while (!take(r, "]")) {
        if (n && !take(r, ","))
            return false;
        items = arena_grow(arena, items, &capacity, n + 1, f->size);
        if (!own_fields(r, f->fields, items + n * f->size, arena, depth))
            return false;
        n++;
    }
    memcpy(base + f->offset, &items, sizeof items);
    memcpy(base + f->count_offset, &n, sizeof n);
    return true;
}

/* Limits, nulls and parts that are JSON themselves are left to json_decode(). */
static bool own_field(struct reader *r, const struct field *f, unsigned char *base, struct arena *arena, int depth)
{
    void *at = base + f->offset;
    struct str word;

    if (f->min != 0 || f->max != 0)
        return false;
    switch (f->type) {
    case FIELD_TYPE_STR: return own_string(r, arena, at);
    case FIELD_TYPE_INT: return own_number(r, NULL, at);
    case FIELD_TYPE_DOUBLE: return own_number(r, at, NULL);
    case FIELD_TYPE_BOOL: *(bool *) at = take(r, "true"); return *(bool *) at || take(r, "false");
    case FIELD_TYPE_ENUM:
        if (!take(r, "\"") || !read_string(r, &word))
            return false;
        *(int *) at = word_index(f->words, word);
        return *(int *) at >= 0;
    case FIELD_TYPE_STRS: return own_strings(r, arena, at);
    case FIELD_TYPE_OBJECT: return own_fields(r, f->fields, at, arena, depth);
    case FIELD_TYPE_LIST: return own_list(r, f, base, arena, depth);
    case FIELD_TYPE_JSON:
    case FIELD_TYPE_END: break;
    }
    return false;
}

static bool own_fields(struct reader *r, const struct field *fields, unsigned char *base, struct arena *arena,
                       int depth)
{
    if (depth >= JSON_DEPTH_MAX || !take(r, "{"))
        return false;
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        if ((f != fields && !take(r, ",")) || !take(r, "\"") || !take(r, f->name) || !take(r, "\":") ||
            !own_field(r, f, base, arena, depth + 1))
            return false;
    }
    return take(r, "}");
}

bool json_decode_own(struct str text, const struct field *fields, void *ret, struct arena *arena)
{
    struct reader r = { .at = text.data, .end = text.data + text.len };

    buf_init(&r.scratch, text.len + 1);
    bool good = own_fields(&r, fields, ret, arena, 0) && r.at == r.end;
    buf_free(&r.scratch);
    return good;
}
