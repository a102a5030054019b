/* Structs from JSON by field tables. A value is walked twice: once to check,
 * once to fill, so that a struct is never left half filled. */
#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text/json.h"
#include "text/utf8.h"

/* What one list may cost in memory when its table sets no maximum. */
enum { LIST_MAX = 100000 };

struct decoder {
    int flags;
    struct arena *arena; /* NULL while checking: nothing is written */
    struct error *e;
    char path[200]; /* "subQueries[2].query" */
};

static bool strict(const struct decoder *d) { return d->flags & DECODE_STRICT; }
static bool clamp(const struct decoder *d) { return d->flags & DECODE_CLAMP; }

static int fail(struct decoder *d, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int fail(struct decoder *d, const char *format, ...)
{
    char what[300];
    va_list ap;

    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    error_set(d->e, ERROR_INVALID, "%s %s", d->path[0] ? d->path : "the value", what);
    error_about(d->e, d->path);
    return -ERROR_INVALID;
}

/* Path steps; each returns the length to restore. A path too long is cut. */
static size_t enter_member(struct decoder *d, const char *name)
{
    size_t n = strlen(d->path);

    snprintf(d->path + n, sizeof d->path - n, "%s%s", n ? "." : "", name);
    return n;
}

static size_t enter_item(struct decoder *d, size_t index)
{
    size_t n = strlen(d->path);

    snprintf(d->path + n, sizeof d->path - n, "[%zu]", index);
    return n;
}

static const char *kind_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "a list";
    case JSON_STRING: return "a string";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE:
    case JSON_FALSE: return "a boolean";
    case JSON_NULL: break;
    }
    return "null";
}

static struct str text_of(const json_t *value) { return str_n(json_string_value(value), json_string_length(value)); }

static bool has_limits(const struct field *f) { return f->min != 0 || f->max != 0; }
/* min 1 with max 0 means "at least one". */
static bool has_max(const struct field *f) { return has_limits(f) && f->max >= f->min; }

static int decode_str(struct decoder *d, const json_t *value, const struct field *f, struct str *ret)
{
    char number[48];
    struct str s;

    if (json_is_string(value))
        s = text_of(value);
    else if (strict(d) || d->flags & DECODE_TEXTS)
        return fail(d, "must be a string, not %s", kind_of(value));
    else if (json_is_integer(value))
        s = str_n(number, (size_t) snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value)));
    else if (json_is_real(value))
        s = str_n(number, (size_t) snprintf(number, sizeof number, "%.15g", json_real_value(value)));
    else if (json_is_boolean(value))
        s = str(json_is_true(value) ? "true" : "false");
    else
        return fail(d, "must be a string, not %s", kind_of(value));

    if (f && has_limits(f)) {
        size_t n = utf8_count(s);

        if ((double) n < f->min)
            return f->min == 1 ? fail(d, "is empty")
                               : fail(d, "is %zu characters long; at least %.0f are needed", n, f->min);
        if (has_max(f) && (double) n > f->max) {
            if (!clamp(d))
                return fail(d, "is %zu characters long; at most %.0f are allowed", n, f->max);
            s = d->arena ? utf8_cut_words(d->arena, s, (size_t) f->max) : utf8_cut(s, (size_t) f->max);
        }
    }
    if (d->arena)
        *ret = str_dup(d->arena, s);
    return 0;
}

static int number_of(struct decoder *d, const json_t *value, double *ret)
{
    if (json_is_number(value)) {
        *ret = json_number_value(value);
        return 0;
    }
    if (!strict(d) && json_is_string(value) && str_to_double(str_trim(text_of(value)), ret))
        return 0;
    return fail(d, "must be a number, not %s", kind_of(value));
}

/* Checks or clamps a number to its limits. */
static int limit_number(struct decoder *d, const struct field *f, double *number)
{
    if (!has_limits(f))
        return 0;
    if (*number >= f->min && (!has_max(f) || *number <= f->max))
        return 0;
    if (clamp(d)) {
        *number = *number < f->min ? f->min : f->max;
        return 0;
    }
    if (has_max(f))
        return fail(d, "is %.15g; it must be from %.15g to %.15g", *number, f->min, f->max);
    return fail(d, "is %.15g; it must be at least %.15g", *number, f->min);
}

static int decode_double(struct decoder *d, const json_t *value, const struct field *f, double *ret)
{
    double number;
    int r;

    if ((r = number_of(d, value, &number)) < 0 || (r = limit_number(d, f, &number)) < 0)
        return r;
    if (d->arena)
        *ret = number;
    return 0;
}

static int decode_int(struct decoder *d, const json_t *value, const struct field *f, int64_t *ret)
{
    int64_t whole;
    double number;
    int r;

    if (json_is_integer(value)) {
        whole = json_integer_value(value);
    } else if (strict(d) || !json_is_string(value) || !str_to_int(str_trim(text_of(value)), &whole)) {
        if ((r = number_of(d, value, &number)) < 0)
            return r;
        if (clamp(d))
            number = fmin(fmax(nearbyint(number), -9.2e18), 9.2e18);
        if (number != floor(number) || fabs(number) > 9.2e18)
            return fail(d, "is %.15g; it must be a whole number", number);
        whole = (int64_t) number;
    }
    number = (double) whole;
    if ((r = limit_number(d, f, &number)) < 0)
        return r;
    if (d->arena)
        *ret = number == (double) whole ? whole : (int64_t) number;
    return 0;
}

static int decode_bool(struct decoder *d, const json_t *value, bool *ret)
{
    static const char *const words[] = { "false", "true", "no", "yes", "0", "1", NULL };
    bool answer;

    if (json_is_boolean(value)) {
        answer = json_is_true(value);
    } else if (strict(d) || d->flags & DECODE_TEXTS) {
        return fail(d, "must be true or false, not %s", kind_of(value));
    } else if (json_is_integer(value) && (json_integer_value(value) | 1) == 1) {
        answer = json_integer_value(value) == 1;
    } else {
        int at = -1;

        if (json_is_string(value))
            for (int i = 0; words[i] && at < 0; i++)
                if (str_eq_nocase(str_trim(text_of(value)), str(words[i])))
                    at = i;
        if (at < 0)
            return fail(d, "must be true or false, not %s", kind_of(value));
        answer = at & 1;
    }
    if (d->arena)
        *ret = answer;
    return 0;
}

/* "Sub-Queries", "sub_queries" and "sub queries" are one word to a lenient reader. */
static bool same_word(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++) {
        char x = a.data[i], y = b.data[i];

        x = x == '-' || x == ' ' ? '_' : x;
        y = y == '-' || y == ' ' ? '_' : y;
        if (!str_eq_nocase(str_n(&x, 1), str_n(&y, 1)))
            return false;
    }
    return true;
}

static int decode_enum(struct decoder *d, const json_t *value, const struct field *f, int *ret)
{
    if (!json_is_string(value))
        return fail(d, "must be a string, not %s", kind_of(value));

    struct str word = text_of(value);
    int at = word_index(f->words, word);
    if (at < 0 && f->also)
        at = word_index(f->also, word);
    for (int i = 0; at < 0 && !strict(d) && f->words[i]; i++)
        if (same_word(str_trim(word), str(f->words[i])))
            at = i;
    if (at < 0) {
        char known[200] = "";
        size_t n = 0;

        for (size_t i = 0; f->words[i] && n < sizeof known; i++)
            n += (size_t) snprintf(known + n, sizeof known - n, "%s%s", i ? ", " : "", f->words[i]);
        return fail(d, "is \"%.*s\"; it must be one of: %s", STR_ARG(utf8_cut_bytes(word, 60)), known);
    }
    if (d->arena)
        *ret = at;
    return 0;
}

/* How many items of a list to take: its limits checked or, clamping, cut. */
static int list_length(struct decoder *d, const struct field *f, size_t have, size_t *ret)
{
    double most = has_max(f) ? f->max : LIST_MAX;

    if (has_limits(f) && (double) have < f->min)
        return f->min == 1 ? fail(d, "is empty") : fail(d, "has %zu items; at least %.0f are needed", have, f->min);
    if ((double) have > most) {
        if (!clamp(d))
            return fail(d, "has %zu items; at most %.0f are allowed", have, most);
        have = (size_t) most;
    }
    *ret = have;
    return 0;
}

/* The items of a list, or the single value that stands for one. */
static int items_of(struct decoder *d, const json_t *value, const struct field *f, size_t *ret)
{
    if (json_is_array(value))
        return list_length(d, f, json_array_size(value), ret);
    if (strict(d))
        return fail(d, "must be a list, not %s", kind_of(value));
    return list_length(d, f, 1, ret);
}

static const json_t *item_at(const json_t *value, size_t i)
{
    return json_is_array(value) ? json_array_get(value, i) : value;
}

static int decode_strs(struct decoder *d, const json_t *value, const struct field *f, struct str_list *ret)
{
    struct str_list list = { 0 };
    size_t n = 0;
    int r;

    if ((r = items_of(d, value, f, &n)) < 0)
        return r;
    for (size_t i = 0; i < n; i++) {
        size_t back = enter_item(d, i);
        struct str item;

        if ((r = decode_str(d, item_at(value, i), NULL, &item)) < 0)
            return r;
        if (d->arena)
            str_list_add(d->arena, &list, item);
        d->path[back] = '\0';
    }
    if (d->arena)
        *ret = list;
    return 0;
}

static int decode_object(struct decoder *d, const json_t *value, const struct field *fields, void *ret);

static int decode_list(struct decoder *d, const json_t *value, const struct field *f, unsigned char *base)
{
    unsigned char *items = NULL;
    size_t n = 0;
    int r;

    if ((r = items_of(d, value, f, &n)) < 0)
        return r;
    if (d->arena && n)
        items = arena_calloc(d->arena, n, f->size);
    for (size_t i = 0; i < n; i++) {
        size_t back = enter_item(d, i);

        if ((r = decode_object(d, item_at(value, i), f->fields, items ? items + i * f->size : NULL)) < 0)
            return r;
        d->path[back] = '\0';
    }
    if (d->arena) {
        memcpy(base + f->offset, &items, sizeof items);
        memcpy(base + f->count_offset, &n, sizeof n);
    }
    return 0;
}

/* What a nullable member holds when there is no value. */
static void set_null(const struct field *f, unsigned char *at)
{
    switch (f->type) {
    case FIELD_TYPE_STR:
    case FIELD_TYPE_JSON: *(struct str *) at = str_n("", 0); break;
    case FIELD_TYPE_INT: *(int64_t *) at = INT64_MIN; break;
    case FIELD_TYPE_DOUBLE: *(double *) at = NAN; break;
    case FIELD_TYPE_ENUM: *(int *) at = -1; break;
    default: break;
    }
}

static int decode_member(struct decoder *d, const json_t *value, const struct field *f, unsigned char *base)
{
    void *at = base ? base + f->offset : NULL;

    if (!value || json_is_null(value)) {
        if (f->required)
            return fail(d, value ? "is null" : "is missing");
        if (d->arena && f->nullable)
            set_null(f, at);
        return 0;
    }
    switch (f->type) {
    case FIELD_TYPE_STR: return decode_str(d, value, f, at);
    case FIELD_TYPE_INT: return decode_int(d, value, f, at);
    case FIELD_TYPE_DOUBLE: return decode_double(d, value, f, at);
    case FIELD_TYPE_BOOL: return decode_bool(d, value, at);
    case FIELD_TYPE_ENUM: return decode_enum(d, value, f, at);
    case FIELD_TYPE_STRS: return decode_strs(d, value, f, at);
    case FIELD_TYPE_OBJECT: return decode_object(d, value, f->fields, at);
    case FIELD_TYPE_LIST: return decode_list(d, value, f, base);
    case FIELD_TYPE_JSON:
        if (d->arena)
            *(struct str *) at = json_text(d->arena, value);
        return 0;
    case FIELD_TYPE_ANY: return fail(d, "is never read");
    case FIELD_TYPE_END: break;
    }
    assert(!"unknown field type");
    return fail(d, "is of an unknown kind");
}

static int refuse_unknown(struct decoder *d, const json_t *value, const struct field *fields)
{
    json_t *object = (json_t *) value; /* jansson's iterators are not const */

    for (void *i = json_object_iter(object); i; i = json_object_iter_next(object, i)) {
        struct str key = str_n(json_object_iter_key(i), json_object_iter_key_len(i));

        if (field_named(fields, key))
            continue;
        const char *near = field_nearest(fields, key);
        struct str shown = utf8_cut_bytes(key, 60);
        if (near)
            return fail(d, "has no member \"%.*s\"; did you mean \"%s\"?", STR_ARG(shown), near);
        return fail(d, "has no member \"%.*s\"", STR_ARG(shown));
    }
    return 0;
}

static int decode_object(struct decoder *d, const json_t *value, const struct field *fields, void *ret)
{
    int r;

    if (!json_is_object(value))
        return fail(d, "must be an object, not %s", kind_of(value));
    if (strict(d) && (r = refuse_unknown(d, value, fields)) < 0)
        return r;
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        size_t back = enter_member(d, f->name);
        const json_t *member = json_object_get(value, f->name);

        if (!member && f->was)
            member = json_object_get(value, f->was);
        if ((r = decode_member(d, member, f, ret)) < 0)
            return r;
        d->path[back] = '\0';
    }
    return 0;
}

/* Models give a bare list where an object with one list was asked for. */
static json_t *wrap_bare_list(const json_t *value, const struct field *fields)
{
    const char *name = NULL;

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (f->type == FIELD_TYPE_STRS || f->type == FIELD_TYPE_LIST) {
            if (name)
                return NULL;
            name = f->name;
        }
    json_t *object = name ? json_object() : NULL;
    if (object)
        json_object_set(object, name, (json_t *) value);
    return object;
}

int json_decode(const json_t *value, const struct field *fields, void *ret, int flags, struct arena *arena,
                struct error *e)
{
    struct decoder d = { .flags = flags, .e = e };
    json_t *wrapped = NULL;

    if (!value)
        return error_set(e, ERROR_INVALID, "there is no value");
    if (json_is_array(value) && !(flags & DECODE_STRICT))
        wrapped = wrap_bare_list(value, fields);
    int r = decode_object(&d, wrapped ? wrapped : value, fields, NULL);
    if (r == 0) {
        d.arena = arena;
        d.path[0] = '\0';
        r = decode_object(&d, wrapped ? wrapped : value, fields, ret);
        assert(r == 0 && "the first walk checked everything");
    }
    json_decref(wrapped);
    return r;
}

int json_decode_text(struct str text, const struct field *fields, void *ret, int flags, struct arena *arena,
                     struct error *e)
{
    json_t *value = NULL;
    int r = json_parse(text, &value, e);

    if (r == 0)
        r = json_decode(value, fields, ret, flags, arena, e);
    json_decref(value);
    return r;
}

int json_decode_answer(struct str answer, const struct field *fields, void *ret, struct arena *arena, struct error *e)
{
    json_t *value = NULL;
    bool repaired;
    int r = json_from_answer(answer, &value, &repaired, e);

    if (r == 0)
        r = json_decode(value, fields, ret, DECODE_CLAMP, arena, e);
    json_decref(value);
    return r;
}
