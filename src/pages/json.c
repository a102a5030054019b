/* JSON and JSON lines: one line per value, named by its path. */
#include <stdio.h>

#include "pages/format.h"
#include "pages/metadata.h"
#include "text/charset.h"
#include "text/json.h"

struct path {
    const struct path *up;
    const char *name;
};

static void add_path(struct buf *out, const struct path *path)
{
    const struct path *names[JSON_DEPTH_MAX + 2];
    size_t n = 0;

    for (; path; path = path->up)
        if (path->name && n < sizeof names / sizeof *names)
            names[n++] = path;
    while (n-- > 0) {
        buf_add_z(out, names[n]->name);
        if (n)
            buf_add_char(out, '.');
    }
}

/* Running text inside data is a paragraph of its own: its sentences can be read and quoted without their key. */
static bool is_prose(const json_t *value)
{
    struct str s = json_is_string(value) ? str_trim(str_n(json_string_value(value), json_string_length(value)))
                                         : str("");
    size_t spaces = 0;

    for (size_t i = 0; i < s.len && spaces < 5; i++)
        spaces += s.data[i] == ' ';
    return spaces == 5 && strchr(".!?", s.data[s.len - 1]);
}

/* Recursion is bounded: json_parse refuses more than JSON_DEPTH_MAX levels. */
static void add_value(struct buf *out, const json_t *value, const struct path *path)
{
    char number[64];
    json_t *object = (json_t *) (uintptr_t) value; /* iterators take no const */

    switch (json_typeof(value)) {
    case JSON_OBJECT:
        for (void *at = json_object_iter(object); at; at = json_object_iter_next(object, at))
            add_value(out, json_object_iter_value(at), &(struct path){ path, json_object_iter_key(at) });
        return;
    case JSON_ARRAY:
        for (size_t i = 0; i < json_array_size(value); i++) {
            if (i > 0 && json_is_object(json_array_get(value, i)))
                buf_add_char(out, '\n');
            add_value(out, json_array_get(value, i), path);
        }
        return;
    case JSON_NULL: return;
    default: break;
    }
    bool prose = is_prose(value);
    if (path) {
        add_path(out, path);
        buf_add_z(out, prose ? ":\n\n" : ": ");
    }
    switch (json_typeof(value)) {
    case JSON_STRING: buf_add(out, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER: buf_format(out, "%lld", (long long) json_integer_value(value)); break;
    case JSON_REAL:
        snprintf(number, sizeof number, "%.15g", json_real_value(value));
        buf_add_z(out, number);
        break;
    case JSON_TRUE: buf_add_z(out, "true"); break;
    default: buf_add_z(out, "false"); break;
    }
    buf_add_z(out, prose ? "\n\n" : "\n");
}

static struct str first_of(struct arena *arena, const json_t *object, const char *const names[])
{
    for (size_t i = 0; names[i]; i++) {
        struct str value = json_get_str(object, names[i]);
        if (value.len && value.len < 500)
            return str_dup(arena, value);
    }
    return (struct str){ 0 };
}

static void read_top(struct format_input *in, const json_t *value, struct document *ret)
{
    static const char *const titles[] = { "title", "headline", "name", "subject", NULL };
    static const char *const authors[] = { "author", "creator", "by", NULL };
    static const char *const dates[] = { "date",      "published", "datePublished", "created", "created_at",
                                         "timestamp", NULL };

    if (!json_is_object(value))
        return;
    ret->title = first_of(in->arena, value, titles);
    ret->author = first_of(in->arena, value, authors);
    ret->date = metadata_date(in->arena, first_of(in->arena, value, dates));
}

int format_json(struct format_input *in, struct document *ret, struct error *e)
{
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset), line;
    json_t *value;
    size_t read = 0, broken = 0;

    int r = json_parse(text, &value, e);
    if (r == 0) {
        read_top(in, value, ret);
        add_value(in->text, value, NULL);
        json_decref(value);
        return 0;
    }
    /* One value per line? */
    while (!in->text->over && str_next_line(&text, &line)) {
        line = str_trim(line);
        if (!line.len)
            continue;
        if (json_parse(line, &value, NULL) < 0) {
            if (++broken > 10 && read == 0)
                break;
            continue;
        }
        add_value(in->text, value, NULL);
        buf_add_char(in->text, '\n');
        json_decref(value);
        read++;
    }
    if (read == 0)
        return error_wrap(e, "not JSON that can be read");
    if (broken)
        document_warn(in->arena, ret, "%zu line%s not JSON and %s left out", broken, broken == 1 ? " is" : "s are",
                      broken == 1 ? "was" : "were");
    error_clear(e);
    return 0;
}
