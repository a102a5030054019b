/* JSON and JSON lines as a person would write them down: a record is a part headed by its name, a value stands in a line
 * behind its key ("roundTripEfficiency" is "Round trip efficiency"), running text is a paragraph. */
#include <stdio.h>

#include "pages/format.h"
#include "pages/metadata.h"
#include "pages/outline.h"
#include "text/charset.h"
#include "text/counts.h"
#include "text/json.h"

enum { NAME_MAX_BYTES = 200, JOINED_MAX = 20, TOP_LEVEL = 2 };

struct writer {
    struct outline outline;
    struct buf line; /* being made */
};

static bool is_key(const char *key, const char *const *keys)
{
    for (; *keys; keys++)
        if (str_eq_nocase(str(key), str(*keys)))
            return true;
    return false;
}

static struct str text_of(const json_t *value)
{
    return json_is_string(value) ? str_trim(str_n(json_string_value(value), json_string_length(value))) : str("");
}

/* Running text inside data is a paragraph of its own: its sentences can be read and quoted without their key. */
static bool is_prose(const json_t *value)
{
    struct str s = text_of(value);
    size_t spaces = 0;

    for (size_t i = 0; i < s.len && spaces < 5; i++)
        spaces += s.data[i] == ' ';
    return spaces == 5 && strchr(".!?", s.data[s.len - 1]);
}

static bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
static bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/* "roundTripEfficiency", "round_trip_efficiency" -> "Round trip efficiency"; capitals that stand together stay. */
static void add_key(struct buf *out, const char *key)
{
    for (size_t i = 0; key[i]; i++) {
        bool begins = i && is_upper(key[i]) && is_lower(key[i - 1]), alone = !is_upper(key[i + 1]);
        char c = key[i] == '_' || key[i] == '-' ? ' ' : key[i];

        if (begins)
            buf_add_char(out, ' ');
        if (i == 0 && c >= 'a' && c <= 'z')
            c = (char) (c - 'a' + 'A');
        else if (begins && alone)
            c = (char) (c - 'A' + 'a');
        buf_add_char(out, c);
    }
}

static void add_scalar(struct buf *out, const json_t *value)
{
    char number[64];

    switch (json_typeof(value)) {
    case JSON_STRING: buf_add_str(out, text_of(value)); break;
    case JSON_INTEGER: buf_format(out, "%lld", (long long) json_integer_value(value)); break;
    case JSON_REAL:
        snprintf(number, sizeof number, "%.15g", json_real_value(value));
        buf_add_z(out, number);
        break;
    case JSON_TRUE: buf_add_z(out, "true"); break;
    case JSON_FALSE: buf_add_z(out, "false"); break;
    default: break;
    }
}

static bool is_record(const json_t *value) { return json_is_object(value) || json_is_array(value); }

/* A list of words or numbers that fits into a line. */
static bool is_line(const json_t *value)
{
    if (!json_is_array(value))
        return !is_record(value) && !is_prose(value);
    for (size_t i = 0; i < json_array_size(value); i++)
        if (is_record(json_array_get(value, i)) || is_prose(json_array_get(value, i)))
            return false;
    return json_array_size(value) <= JOINED_MAX;
}

static void write_line(struct writer *w, const char *key, const json_t *value)
{
    buf_clear(&w->line);
    for (size_t i = 0; json_is_array(value) && i < json_array_size(value); i++) {
        buf_add_z(&w->line, i ? ", " : "");
        add_scalar(&w->line, json_array_get(value, i));
    }
    if (!json_is_array(value))
        add_scalar(&w->line, value);
    if (!w->line.len)
        return;
    if (!key) {
        outline_paragraph(&w->outline, buf_str(&w->line));
        return;
    }
    struct buf whole;
    buf_init(&whole, w->line.len + strlen(key) * 2 + 16);
    add_key(&whole, key);
    buf_add_z(&whole, ": ");
    buf_add_str(&whole, buf_str(&w->line));
    outline_item(&w->outline, 0, 0, buf_str(&whole));
    buf_free(&whole);
}

/* Some keys say nothing of a paragraph that its place does not say. */
static void write_prose(struct writer *w, const char *key, const json_t *value)
{
    static const char *const plain[] = { "text",    "content", "body",        "description", "summary", "abstract",
                                         "note",    "notes",   "remark",      "remarks",     "comment", "comments",
                                         "details", "message", "articleBody", NULL };

    if (key && !is_key(key, plain)) {
        buf_clear(&w->line);
        add_key(&w->line, key);
        buf_add_char(&w->line, ':');
        outline_paragraph(&w->outline, buf_str(&w->line));
    }
    outline_paragraph(&w->outline, text_of(value));
}

static void write_heading(struct writer *w, int level, const char *key)
{
    buf_clear(&w->line);
    add_key(&w->line, key);
    outline_heading(&w->outline, level, buf_str(&w->line));
}

/* The key whose value names the record; NULL: none does. */
static const char *name_key(const json_t *record)
{
    static const char *const keys[] = { "title", "headline", "name", "label", "subject", "term", NULL };

    for (size_t i = 0; keys[i]; i++) {
        struct str name = text_of(json_object_get(record, keys[i]));

        if (name.len && name.len <= NAME_MAX_BYTES && str_find_char(name, '\n', 0) < 0)
            return keys[i];
    }
    return NULL;
}

static void write_value(struct writer *w, int level, const char *key, const json_t *value);

/* What stands in a line or a paragraph comes first: behind a part of the record it would belong to that. `without`: a key
 * that was said already. */
static void write_members(struct writer *w, int level, const json_t *record, const char *const *without)
{
    json_t *object = (json_t *) (uintptr_t) record; /* iterators take no const */

    for (int parts = 0; parts < 2; parts++)
        for (void *at = json_object_iter(object); at && !w->outline.out->over; at = json_object_iter_next(object, at)) {
            const json_t *value = json_object_iter_value(at);

            if ((is_record(value) && !is_line(value)) == (parts == 1) && !is_key(json_object_iter_key(at), without))
                write_value(w, level, json_object_iter_key(at), value);
        }
}

/* One of a list: a part headed by its name, else set apart from the one before. */
static void write_record(struct writer *w, int level, const json_t *record)
{
    const char *name = name_key(record);

    w->outline.last = OUTLINE_NONE;
    if (name)
        outline_heading(&w->outline, level, text_of(json_object_get(record, name)));
    write_members(w, name ? level + 1 : level, record, (const char *const[]){ name, NULL });
}

static void write_list(struct writer *w, int level, const char *key, const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list) && !w->outline.out->over; i++) {
        const json_t *one = json_array_get(list, i);

        if (json_is_object(one))
            write_record(w, level, one);
        else
            write_value(w, level, json_is_array(one) ? NULL : key, one);
    }
}

/* Recursion is bounded: json_parse refuses more than JSON_DEPTH_MAX levels. */
static void write_value(struct writer *w, int level, const char *key, const json_t *value)
{
    bool records = json_is_object(value) ||
                   (json_is_array(value) && !is_line(value) && is_record(json_array_get(value, 0)));

    if (json_is_null(value))
        return;
    if (is_line(value)) {
        write_line(w, key, value);
        return;
    }
    if (is_prose(value)) {
        write_prose(w, key, value);
        return;
    }
    if (key && records)
        write_heading(w, level, key);
    if (json_is_object(value))
        write_members(w, key ? level + 1 : level, value, (const char *const[]){ NULL });
    else
        write_list(w, key && records ? level + 1 : level, records ? NULL : key, value);
}

/* The first of these keys that has a short text. */
static const char *first_of(const json_t *object, const char *const keys[])
{
    for (size_t i = 0; keys[i]; i++) {
        struct str value = json_get_str(object, keys[i]);

        if (value.len && value.len < 500)
            return keys[i];
    }
    return NULL;
}

static struct str value_of(struct arena *arena, const json_t *object, const char *key)
{
    return key ? str_dup(arena, json_get_str(object, key)) : (struct str){ 0 };
}

/* Title, author and date are told of the document and not repeated in its text, unless it has no other. */
static void write_top(struct format_input *in, struct writer *w, const json_t *value, struct document *ret)
{
    static const char *const titles[] = { "title", "headline", "name", "subject", NULL };
    static const char *const authors[] = { "author", "creator", "by", NULL };
    static const char *const dates[] = { "date",      "published", "datePublished", "created", "created_at",
                                         "timestamp", NULL };
    const char *told[4] = { 0 };
    size_t n = 0;

    if (!json_is_object(value)) {
        write_value(w, TOP_LEVEL, NULL, value);
        return;
    }
    const char *title = first_of(value, titles), *author = first_of(value, authors), *date = first_of(value, dates);
    ret->title = value_of(in->arena, value, title);
    ret->author = value_of(in->arena, value, author);
    ret->date = metadata_date(in->arena, value_of(in->arena, value, date));
    if (title)
        told[n++] = title;
    if (author)
        told[n++] = author;
    if (date && ret->date.len)
        told[n++] = date;
    write_members(w, TOP_LEVEL, value, told);
    if (in->text->len == 0)
        write_members(w, TOP_LEVEL, value, (const char *const[]){ NULL });
}

/* One value per line. */
static int read_lines(struct writer *w, struct str text, size_t *ret_broken)
{
    size_t read = 0, broken = 0;
    struct str line;
    json_t *value;

    while (!w->outline.out->over && str_next_line(&text, &line)) {
        line = str_trim(line);
        if (!line.len)
            continue;
        if (json_parse(line, &value, NULL) < 0) {
            if (++broken > 10 && read == 0)
                break;
            continue;
        }
        if (json_is_object(value))
            write_record(w, TOP_LEVEL, value);
        else
            write_value(w, TOP_LEVEL, NULL, value);
        json_decref(value);
        read++;
    }
    *ret_broken = broken;
    return read ? 0 : -ERROR_PARSE;
}

int format_json(struct format_input *in, struct document *ret, struct error *e)
{
    struct str text = charset_decode(in->arena, in->bytes, in->hints->content_type, false, &ret->charset);
    struct writer w = { .outline = { .out = in->text } };
    size_t broken = 0;
    json_t *value;

    buf_init(&w.line, in->text->max);
    int r = json_parse(text, &value, e);
    if (r == 0) {
        write_top(in, &w, value, ret);
        json_decref(value);
    } else {
        r = read_lines(&w, text, &broken);
        if (r < 0)
            r = error_wrap(e, "not JSON that can be read");
        else
            error_clear(e);
    }
    buf_free(&w.line);
    if (broken && r == 0)
        document_warn(in->arena, ret, "%.*s not JSON and %s left out",
                      STR_ARG(text_counted(in->arena, (int64_t) broken, "line is", "lines are")),
                      broken == 1 ? "was" : "were");
    return r;
}
