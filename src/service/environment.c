#include "service/environment.h"

#include <stdlib.h>

#include "base/file.h"

enum { FILE_MAX = 1 << 20 };

struct variable {
    struct str name, value;
};

struct environment {
    struct arena *arena;
    bool process;
    struct variable *items;
    size_t n, capacity;
};

struct environment *environment_new(struct arena *arena, bool process)
{
    struct environment *environment = arena_alloc(arena, sizeof *environment);

    *environment = (struct environment){ .arena = arena, .process = process };
    return environment;
}

void environment_set(struct environment *environment, struct str name, struct str value)
{
    environment->items = arena_grow(environment->arena, environment->items, &environment->capacity, environment->n + 1,
                                    sizeof *environment->items);
    environment->items[environment->n++] = (struct variable){ str_dup(environment->arena, name),
                                                              str_dup(environment->arena, value) };
}

struct str environment_get(const struct environment *environment, const char *name)
{
    const char *own = environment->process ? getenv(name) : NULL;

    if (own && own[0])
        return str(own);
    for (size_t i = environment->n; i-- > 0;)
        if (str_is(environment->items[i].name, name))
            return environment->items[i].value;
    return str("");
}

static bool is_name(struct str s)
{
    for (size_t i = 0; i < s.len; i++) {
        char c = s.data[i];

        if (!(c == '_' || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (i > 0 && c >= '0' && c <= '9')))
            return false;
    }
    return s.len > 0;
}

/* 'as it is', "with \n and \" inside", or bare up to " #". */
static bool read_value(struct arena *arena, struct str text, struct str *ret)
{
    struct buf out;
    char quote;
    size_t i = 1;

    text = str_trim(text);
    if (str_empty(text) || (text.data[0] != '\'' && text.data[0] != '"')) {
        ptrdiff_t comment = str_find(text, str(" #"), 0);

        *ret = comment < 0 ? text : str_trim(str_sub(text, 0, (size_t) comment));
        if (str_starts(text, "#"))
            *ret = str("");
        return true;
    }
    quote = text.data[0];
    buf_init(&out, text.len + 1);
    for (; i < text.len && text.data[i] != quote; i++) {
        char c = text.data[i];

        if (c == '\\' && quote == '"' && i + 1 < text.len) {
            c = text.data[++i];
            c = c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c;
        }
        buf_add_char(&out, c);
    }
    *ret = buf_take(&out, arena);
    return i < text.len;
}

static int read_line(struct environment *environment, const char *path, size_t number, struct str line, struct error *e)
{
    struct str name, value, text = str_trim(line);
    ptrdiff_t equals;

    if (str_empty(text) || text.data[0] == '#')
        return 0;
    if (str_starts(text, "export "))
        text = str_trim(str_sub(text, 7, text.len));
    equals = str_find_char(text, '=', 0);
    name = equals < 0 ? text : str_trim(str_sub(text, 0, (size_t) equals));
    /* The line may hold a key: it is not repeated in the message. */
    if (equals < 0 || !is_name(name))
        return error_set(e, ERROR_MISCONFIGURED, "%s:%zu: this line is not NAME=value.", path, number);
    if (!read_value(environment->arena, str_sub(text, (size_t) equals + 1, text.len), &value))
        return error_set(e, ERROR_MISCONFIGURED, "%s:%zu: the quoted value of %.*s has no closing quote.", path, number,
                         STR_ARG(name));
    environment_set(environment, name, value);
    return 0;
}

int settings_file_read(const char *path, const char *what, struct buf *ret, struct error *e)
{
    buf_init(ret, FILE_MAX);
    if (file_read(path, ret, e) == 0)
        return 0;
    if (e)
        e->code = ERROR_MISCONFIGURED;
    buf_free(ret);
    return error_wrap(e, "%s cannot be read", what);
}

int environment_read(struct environment *environment, const char *path, struct error *e)
{
    struct buf file;
    struct str rest, line;
    size_t number = 0;
    int r = 0;

    if ((r = settings_file_read(path, "the environment file", &file, e)) < 0)
        return r;
    rest = buf_str(&file);
    while (r == 0 && str_next_line(&rest, &line))
        r = read_line(environment, path, ++number, line, e);
    buf_free(&file);
    return r;
}
