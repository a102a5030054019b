/* JSON text, the same everywhere: jansson's own writer spells reals with 17
 * digits and leaves the choice of order to flags. */
#include "text/json.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "text/utf8.h"

struct writer {
    struct buf out;
    bool sorted;
    int indent; /* blanks per level, 0: compact */
};

/* Values come from json_parse (64 deep at most) or from our own tables. */
enum { WRITE_DEPTH_MAX = 2 * JSON_DEPTH_MAX };

/* Where the next byte that must be escaped stands. */
static size_t plain_end(struct str s, size_t at)
{
    while (at < s.len && (unsigned char) s.data[at] >= 0x20 && s.data[at] != '"' && s.data[at] != '\\')
        at++;
    return at;
}

static void write_string(struct buf *out, struct str s)
{
    static const char shorts[] = "btn\0fr", hex[] = "0123456789abcdef"; /* \b is 8 … \r is 13; 11 has none */

    buf_add_char(out, '"');
    for (size_t i = 0;;) {
        size_t end = plain_end(s, i);

        if (end > i) /* an empty string may have no data */
            buf_add(out, s.data + i, end - i);
        if (end == s.len)
            break;
        unsigned char c = (unsigned char) s.data[end];
        char escape[6] = { '\\', (char) c };
        size_t n = 2;
        if (c >= 8 && c <= 13 && c != 11) {
            escape[1] = shorts[c - 8];
        } else if (c < 0x20) {
            memcpy(escape + 1, "u00", 3);
            escape[4] = hex[c >> 4];
            escape[5] = hex[c & 15];
            n = 6;
        }
        buf_add(out, escape, n);
        i = end + 1;
    }
    buf_add_char(out, '"');
}

static void write_integer(struct buf *out, int64_t value)
{
    char text[24];
    size_t at = sizeof text;
    uint64_t left = value < 0 ? 0 - (uint64_t) value : (uint64_t) value;

    do {
        text[--at] = (char) ('0' + left % 10);
        left /= 10;
    } while (left);
    if (value < 0)
        text[--at] = '-';
    buf_add(out, text + at, sizeof text - at);
}

/* The fewest digits that read back as the same number; always with a point or
 * an exponent, so that it stays a real. */
static void write_real(struct buf *out, double value)
{
    char text[40];

    if (!isfinite(value)) {
        buf_add_z(out, "null");
        return;
    }
    /* 15 digits always name a normal double's decimal; the tiny ones have fewer. */
    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    buf_add_z(out, text);
    if (!strpbrk(text, ".e"))
        buf_add_z(out, ".0");
}

static void new_line(struct writer *w, unsigned depth)
{
    if (w->indent == 0)
        return;
    buf_add_char(&w->out, '\n');
    for (unsigned i = 0; i < depth * (unsigned) w->indent; i++)
        buf_add_char(&w->out, ' ');
}

static void write_value(struct writer *w, const json_t *value, unsigned depth);

static void write_array(struct writer *w, const json_t *array, unsigned depth)
{
    size_t n = json_array_size(array);

    buf_add_char(&w->out, '[');
    for (size_t i = 0; i < n; i++) {
        if (i)
            buf_add_char(&w->out, ',');
        new_line(w, depth + 1);
        write_value(w, json_array_get(array, i), depth + 1);
    }
    if (n)
        new_line(w, depth);
    buf_add_char(&w->out, ']');
}

struct member {
    struct str key;
    const json_t *value;
};

static int compare_members(const void *a, const void *b)
{
    return str_cmp(((const struct member *) a)->key, ((const struct member *) b)->key);
}

static void write_member(struct writer *w, struct member m, bool first, unsigned depth)
{
    if (!first)
        buf_add_char(&w->out, ',');
    new_line(w, depth + 1);
    write_string(&w->out, m.key);
    buf_add_z(&w->out, w->indent ? ": " : ":");
    write_value(w, m.value, depth + 1);
}

static void write_object(struct writer *w, json_t *object, unsigned depth)
{
    size_t size = json_object_size(object), n = 0;
    struct member *members = w->sorted ? memory_alloc(size * sizeof *members) : NULL;

    buf_add_char(&w->out, '{');
    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i), n++) {
        struct member m = { str_n(json_object_iter_key(i), json_object_iter_key_len(i)), json_object_iter_value(i) };

        if (members)
            members[n] = m;
        else
            write_member(w, m, n == 0, depth);
    }
    assert(n == size);
    if (members) {
        qsort(members, n, sizeof *members, compare_members);
        for (size_t i = 0; i < n; i++)
            write_member(w, members[i], i == 0, depth);
        free(members);
    }
    if (n)
        new_line(w, depth);
    buf_add_char(&w->out, '}');
}

static void write_value(struct writer *w, const json_t *value, unsigned depth)
{
    assert(depth <= WRITE_DEPTH_MAX);
    switch (value ? json_typeof(value) : JSON_NULL) {
    case JSON_OBJECT:
        write_object(w, (json_t *) value, depth); /* jansson's iterators are not const */
        break;
    case JSON_ARRAY: write_array(w, value, depth); break;
    case JSON_STRING: write_string(&w->out, str_n(json_string_value(value), json_string_length(value))); break;
    case JSON_INTEGER: write_integer(&w->out, json_integer_value(value)); break;
    case JSON_REAL: write_real(&w->out, json_real_value(value)); break;
    case JSON_TRUE: buf_add_z(&w->out, "true"); break;
    case JSON_FALSE: buf_add_z(&w->out, "false"); break;
    case JSON_NULL: buf_add_z(&w->out, "null"); break;
    }
}

/* The text is a small multiple of a value that is in memory already, so only
 * memory itself limits the buffer. */
static struct str text_of(struct arena *arena, const json_t *value, bool sorted, int indent)
{
    struct writer w = { .sorted = sorted, .indent = indent };

    buf_init(&w.out, (size_t) -1 / 4);
    write_value(&w, value, 0);
    return buf_take(&w.out, arena);
}

struct str json_canonical(struct arena *arena, const json_t *value) { return text_of(arena, value, true, 0); }
struct str json_text(struct arena *arena, const json_t *value) { return text_of(arena, value, false, 0); }
struct str json_pretty(struct arena *arena, const json_t *value) { return text_of(arena, value, false, 2); }
