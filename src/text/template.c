#include "text/template.h"

#include <string.h>

#include "base/buf.h"

enum { NESTING_MAX = 8, NAME_SHOWN = 60 };

struct filler {
    struct str source;
    const struct template_value *values;
    struct buf out;
    struct {
        struct str name;
        size_t line;
        bool kept;
    } open[NESTING_MAX];
    size_t open_n;
    struct error *e;
};

static size_t line_of(struct str source, size_t at)
{
    size_t line = 1;

    for (size_t i = 0; i < at; i++)
        line += source.data[i] == '\n';
    return line;
}

static int shown(struct str name) { return (int) (name.len < NAME_SHOWN ? name.len : NAME_SHOWN); }

static const struct template_value *value_named(const struct filler *f, struct str name)
{
    for (const struct template_value *v = f->values; v && v->name; v++)
        if (str_is(name, v->name))
            return v;
    return NULL;
}

/* Is text written, or are we inside a section whose value is empty? */
static bool kept(const struct filler *f) { return f->open_n == 0 || f->open[f->open_n - 1].kept; }

static bool is_name(struct str name)
{
    for (size_t i = 0; i < name.len; i++) {
        char c = name.data[i];

        if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-'))
            return false;
    }
    return name.len > 0;
}

/* One tag, without its braces, that begins at `at`. */
static int fill_tag(struct filler *f, struct str tag, size_t at)
{
    char kind = tag.len && (tag.data[0] == '#' || tag.data[0] == '/') ? tag.data[0] : '\0';
    struct str name = str_trim(kind ? str_sub(tag, 1, tag.len) : tag);

    if (!is_name(name))
        return error_set(f->e, ERROR_INVALID, "line %zu: {{%.*s}} is not a tag; write {{name}}, {{#name}} or {{/name}}",
                         line_of(f->source, at), shown(tag), tag.data);
    if (kind == '/') {
        if (f->open_n == 0 || !str_eq(f->open[f->open_n - 1].name, name))
            return error_set(f->e, ERROR_INVALID, "line %zu: {{/%.*s}} closes nothing that is open",
                             line_of(f->source, at), shown(name), name.data);
        f->open_n--;
        return 0;
    }
    const struct template_value *value = value_named(f, name);
    if (!value)
        return error_set(f->e, ERROR_INVALID, "line %zu: there is no value for {{%s%.*s}}", line_of(f->source, at),
                         kind ? "#" : "", shown(name), name.data);
    if (kind == '\0') {
        if (kept(f))
            buf_add_str(&f->out, value->value);
        return 0;
    }
    if (f->open_n == NESTING_MAX)
        return error_set(f->e, ERROR_LIMIT, "line %zu: {{#%.*s}} is nested more than %d deep", line_of(f->source, at),
                         shown(name), name.data, NESTING_MAX);
    bool keep = kept(f) && value->value.len > 0;
    f->open[f->open_n].name = name;
    f->open[f->open_n].line = line_of(f->source, at);
    f->open[f->open_n++].kept = keep;
    return 0;
}

/* A section tag alone on its line takes the line with it, so that templates
 * can be laid out without leaving holes. Moves both ends over the line. */
static void widen_to_line(struct str source, size_t *start, size_t *end)
{
    size_t first = *start, last = *end;

    while (first > 0 && (source.data[first - 1] == ' ' || source.data[first - 1] == '\t'))
        first--;
    if (first > 0 && source.data[first - 1] != '\n')
        return;
    while (last < source.len && (source.data[last] == ' ' || source.data[last] == '\t' || source.data[last] == '\r'))
        last++;
    if (last < source.len && source.data[last] != '\n')
        return;
    *start = first;
    *end = last < source.len ? last + 1 : last;
}

static int fill(struct filler *f)
{
    size_t at = 0;

    for (;;) {
        ptrdiff_t open = str_find(f->source, str("{{"), at);
        if (open < 0)
            break;
        ptrdiff_t close = str_find(f->source, str("}}"), (size_t) open + 2);
        if (close < 0)
            return error_set(f->e, ERROR_INVALID, "line %zu: {{ is not closed", line_of(f->source, (size_t) open));
        struct str tag = str_trim(str_sub(f->source, (size_t) open + 2, (size_t) close));
        size_t start = (size_t) open, end = (size_t) close + 2;

        if (tag.len && (tag.data[0] == '#' || tag.data[0] == '/'))
            widen_to_line(f->source, &start, &end);
        /* Two tags on one line must not both claim its indentation. */
        if (start < at)
            start = at;
        if (kept(f))
            buf_add(&f->out, f->source.data + at, start - at);
        int r = fill_tag(f, tag, (size_t) open);
        if (r < 0)
            return r;
        at = end;
    }
    if (f->open_n > 0)
        return error_set(f->e, ERROR_INVALID, "line %zu: {{#%.*s}} is not closed", f->open[f->open_n - 1].line,
                         shown(f->open[f->open_n - 1].name), f->open[f->open_n - 1].name.data);
    if (at < f->source.len)
        buf_add(&f->out, f->source.data + at, f->source.len - at);
    return 0;
}

int template_fill(struct arena *arena, struct str source, const struct template_value *values, struct str *ret,
                  struct error *e)
{
    struct filler f = { .source = source, .values = values, .e = e };

    buf_init(&f.out, (size_t) -1 / 4); /* bounded by the values, which are in memory */
    int r = fill(&f);
    if (r == 0)
        *ret = buf_take(&f.out, arena);
    buf_free(&f.out);
    return r;
}
