/* JSON text, the same everywhere: jansson's own writer spells reals with 17
 * digits and leaves the choice of order to flags. */
#include "text/json.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct writer {
    struct buf out;
    bool sorted;
    int indent;                     /* blanks per level, 0: compact */
};

/* Values come from json_parse (64 deep at most) or from our own tables. */
enum { WRITE_DEPTH_MAX = 2 * JSON_DEPTH_MAX };

static void write_string(struct buf *out, struct str s)
{
    static const char shorts[] = "btn\0fr";             /* \b is 8 … \r is 13; 11 has none */
    size_t plain = 0;

    buf_add_char(out, '"');
    for (size_t i = 0; i < s.len; i++) {
        unsigned char c = (unsigned char) s.data[i];

        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        buf_add(out, s.data + plain, i - plain);
        plain = i + 1;
        if (c == '"' || c == '\\')
            buf_format(out, "\\%c", c);
        else if (c >= 8 && c <= 13 && c != 11)
            buf_format(out, "\\%c", shorts[c - 8]);
        else
            buf_format(out, "\\u%04x", c);
    }
    buf_add(out, s.data + plain, s.len - plain);
    buf_add_char(out, '"');
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

struct member { struct str key; const json_t *value; };

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
        write_object(w, (json_t *) value, depth);       /* jansson's iterators are not const */
        break;
    case JSON_ARRAY:
        write_array(w, value, depth);
        break;
    case JSON_STRING:
        write_string(&w->out, str_n(json_string_value(value), json_string_length(value)));
        break;
    case JSON_INTEGER:
        buf_format(&w->out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        break;
    case JSON_REAL:
        write_real(&w->out, json_real_value(value));
        break;
    case JSON_TRUE:
        buf_add_z(&w->out, "true");
        break;
    case JSON_FALSE:
        buf_add_z(&w->out, "false");
        break;
    case JSON_NULL:
        buf_add_z(&w->out, "null");
        break;
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
