#include "service/yaml.h"

#include <libfyaml.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "service/value.h"
#include "text/utf8.h"

enum { VALUE_MAX = 1 << 16, LIST_MAX = 1000, KEYS_MAX = 200 };

struct reader {
    struct arena *arena;
    const char *name;
    const struct environment *environment;
    struct yaml_notes notes;
    struct str unset; /* the variable that a key of the mapping being read needs and that is not set; empty: none */
    struct error *e;
};

static struct fy_mark mark_of(struct fy_node *node)
{
    /* A mapping or sequence has no token of its own: its first part stands for it. */
    for (int depth = 0; node && depth < 64; depth++) {
        void *at = NULL;

        if (fy_node_is_scalar(node)) {
            struct fy_token *token = fy_node_get_scalar_token(node);
            const struct fy_mark *mark = token ? fy_token_start_mark(token) : NULL;

            return mark ? *mark : (struct fy_mark){ 0 };
        }
        if (fy_node_is_mapping(node)) {
            struct fy_node_pair *pair = fy_node_mapping_iterate(node, &at);

            node = pair ? fy_node_pair_key(pair) : NULL;
        } else {
            node = fy_node_sequence_iterate(node, &at);
        }
    }
    return (struct fy_mark){ 0 };
}

static int fail(struct reader *r, struct fy_node *node, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int fail(struct reader *r, struct fy_node *node, const char *format, ...)
{
    struct fy_mark mark = mark_of(node);
    char what[480];
    va_list ap;

    va_start(ap, format);
    vsnprintf(what, sizeof what, format, ap);
    va_end(ap);
    return error_set(r->e, ERROR_MISCONFIGURED, "%s:%d:%d: %s", r->name, mark.line + 1, mark.column + 1, what);
}

static struct str scalar(struct fy_node *node)
{
    size_t len = 0;
    const char *text = fy_node_get_scalar(node, &len);

    return str_n(text ? text : "", text ? len : 0);
}

static bool is_null(struct fy_node *node)
{
    struct str text;

    if (!node || fy_node_is_null(node))
        return true;
    if (!fy_node_is_scalar(node) || fy_node_get_style(node) != FYNS_PLAIN)
        return false;
    text = scalar(node);
    return str_is(text, "~") || str_is(text, "null") || str_empty(text);
}

/* ${VAR}, ${VAR:-default}, $${ for a plain ${. */
static int expand(struct reader *r, struct fy_node *node, struct str text, struct buf *out)
{
    for (size_t i = 0; i < text.len;) {
        struct str rest = str_sub(text, i, text.len);

        if (str_starts(rest, "$${")) {
            buf_add_z(out, "${");
            i += 3;
            continue;
        }
        if (!str_starts(rest, "${")) {
            buf_add_char(out, text.data[i++]);
            continue;
        }
        ptrdiff_t close = str_find_char(rest, '}', 2);
        if (close < 0)
            return fail(r, node, "\"${\" is not closed by \"}\". Write \"$${\" for the characters themselves.");
        struct str inside = str_sub(rest, 2, (size_t) close), name = inside, otherwise = { 0 };
        if (str_find(inside, str("${"), 0) >= 0)
            return fail(r, node, "\"${...}\" cannot stand inside another. Write one variable with one default.");
        ptrdiff_t colon = str_find(inside, str(":-"), 0);
        if (colon >= 0) {
            name = str_sub(inside, 0, (size_t) colon);
            otherwise = str_sub(inside, (size_t) colon + 2, inside.len);
        }
        struct str value = environment_get(r->environment, str_z(r->arena, name));
        if (str_empty(value) && colon < 0)
            r->unset = name;
        if (str_empty(value) && colon < 0)
            return fail(r, node, "the environment variable %.*s is not set. Set it, or write ${%.*s:-default}.",
                        STR_ARG(name), STR_ARG(name));
        buf_add_str(out, str_empty(value) ? otherwise : value);
        i += (size_t) close + 1;
    }
    return out->over ? fail(r, node, "the value is longer than %d bytes.", VALUE_MAX) : 0;
}

/* Sets a member, or appends to a list member, from one scalar. */
static int read_scalar(struct reader *r, struct fy_node *node, const struct field *f, void *base)
{
    struct buf text;
    struct error inner;
    int result;

    if (!fy_node_is_scalar(node))
        return fail(r, node, "%s must be a single value.", f->name);
    if (fy_node_is_alias(node))
        return fail(r, node, "aliases (*name) are not supported.");
    buf_init(&text, VALUE_MAX);
    result = expand(r, node, scalar(node), &text);
    /* A key that is missing matters to those who use the service, and they are told then. */
    if (result < 0 && field_is(f, kind_secret) && r->unset.len) {
        buf_free(&text);
        return 0;
    }
    if (result == 0 && !utf8_valid(buf_str(&text)))
        result = fail(r, node, "%s is not valid UTF-8.", f->name);
    if (result == 0 && field_is(f, kind_secret) && str_eq(buf_str(&text), scalar(node)))
        r->notes.has_secret = true;
    if (result == 0 && value_set(r->arena, f, base, buf_str(&text), f->name, &inner) < 0)
        result = fail(r, node, "%s", inner.message);
    buf_free(&text);
    return result;
}

/* provider/model: tokens, for each entry. */
static int read_windows(struct reader *r, struct fy_node *node, const struct field *f, void *base)
{
    struct fy_node_pair *pair;
    struct error inner;
    void *at = NULL;

    while ((pair = fy_node_mapping_iterate(node, &at))) {
        struct fy_node *key = fy_node_pair_key(pair), *value = fy_node_pair_value(pair);

        if (!fy_node_is_scalar(key) || !fy_node_is_scalar(value))
            return fail(r, key, "%s must map models to numbers of tokens.", f->name);
        struct str text = str_format(r->arena, "%.*s=%.*s", STR_ARG(scalar(key)), STR_ARG(scalar(value)));
        if (value_set(r->arena, f, base, text, f->name, &inner) < 0)
            return fail(r, key, "%s", inner.message);
    }
    return 0;
}

static int read_strs(struct reader *r, struct fy_node *node, const struct field *f, void *base)
{
    struct str_list *list = (struct str_list *) ((char *) base + f->offset);
    struct fy_node *item;
    void *at = NULL;
    int result = 0;

    *list = (struct str_list){ 0 };
    if (fy_node_is_scalar(node))
        return read_scalar(r, node, f, base);
    if (fy_node_is_mapping(node) && field_is(f, kind_window))
        return read_windows(r, node, f, base);
    if (!fy_node_is_sequence(node))
        return fail(r, node, "%s must be a list: [a, b].", f->name);
    while (result == 0 && (item = fy_node_sequence_iterate(node, &at))) {
        if (list->n >= LIST_MAX)
            return fail(r, item, "%s has more than %d entries.", f->name, LIST_MAX);
        result = read_scalar(r, item, f, base);
    }
    return result;
}

static int read_mapping(struct reader *r, struct fy_node *node, const struct field *fields, void *base,
                        const char *where);

/* name: {…} for each item; the name goes to the item's own `name` member. */
static int read_list(struct reader *r, struct fy_node *node, const struct field *f, void *base)
{
    const struct field *name_field = field_named(f->fields, str("name"));
    const struct field *missing = field_named(f->fields, str("missing_key"));
    struct fy_node_pair *pair;
    char *items = NULL;
    size_t n = 0, capacity = 0;
    void *at = NULL;

    if (!fy_node_is_mapping(node))
        return fail(r, node, "%s must map names to settings.", f->name);
    while ((pair = fy_node_mapping_iterate(node, &at))) {
        struct fy_node *key = fy_node_pair_key(pair), *value = fy_node_pair_value(pair);
        int result;

        if (n >= LIST_MAX)
            return fail(r, key, "%s has more than %d entries.", f->name, LIST_MAX);
        items = arena_grow(r->arena, items, &capacity, n + 1, f->size);
        fields_init(f->fields, items + n * f->size, f->size);
        if ((result = read_scalar(r, key, name_field, items + n * f->size)) < 0)
            return result;
        if (!is_null(value) && (result = read_mapping(r, value, f->fields, items + n * f->size, f->name)) < 0)
            return result;
        if (missing && r->unset.len)
            *(struct str *) (void *) (items + n * f->size + missing->offset) = str_dup(r->arena, r->unset);
        n++;
    }
    *(char **) ((char *) base + f->offset) = items;
    *(size_t *) ((char *) base + f->count_offset) = n;
    return 0;
}

/* Fields by dotted paths: "search.timeout" is the key timeout in the mapping search. */
struct level {
    const struct field *fields;
    const char *prefix; /* "search.", or "" */
};

/* The rest of the field's path behind the level's prefix; NULL: it is elsewhere. */
static const char *below(const struct level *level, const struct field *f)
{
    size_t n = strlen(level->prefix);

    return strncmp(f->name, level->prefix, n) == 0 ? f->name + n : NULL;
}

/* The first part of such a path. */
static struct str first_part(const char *path) { return str_n(path, strcspn(path, ".")); }

static const char *nearest_key(struct reader *r, const struct level *level, struct str name)
{
    const char *names[KEYS_MAX + 1] = { NULL };
    size_t n = 0;

    for (const struct field *f = level->fields; f->type != FIELD_TYPE_END && n < KEYS_MAX; f++)
        if (below(level, f) && !f->hidden)
            names[n++] = str_z(r->arena, first_part(below(level, f)));
    return word_nearest(names, name);
}

static int unknown_key(struct reader *r, struct fy_node *key, const struct level *level, struct str name,
                       const char *where)
{
    const char *nearest = nearest_key(r, level, name);

    return fail(r, key, "unknown key \"%.*s\"%s%s%s%s%s", (int) (name.len > 80 ? 80 : name.len), name.data,
                where ? " in " : "", where ? where : "", nearest ? "; did you mean \"" : ".", nearest ? nearest : "",
                nearest ? "\"?" : "");
}

static int read_member(struct reader *r, struct fy_node *node, const struct field *f, void *base)
{
    if (is_null(node))
        return 0;
    switch (f->type) {
    case FIELD_TYPE_STRS: return read_strs(r, node, f, base);
    case FIELD_TYPE_LIST: return read_list(r, node, f, base);
    default: return read_scalar(r, node, f, base);
    }
}

static int read_level(struct reader *r, struct fy_node *node, const struct level *level, void *base, const char *where);

/* One key of a mapping: a field, or a mapping of its own. */
static int read_key(struct reader *r, struct fy_node_pair *pair, const struct level *level, void *base,
                    const char *where)
{
    struct fy_node *key = fy_node_pair_key(pair), *value = fy_node_pair_value(pair);
    struct str name = fy_node_is_scalar(key) ? scalar(key) : str("");
    struct level inner = { .fields = level->fields };

    for (const struct field *f = level->fields; f->type != FIELD_TYPE_END; f++) {
        const char *rest = below(level, f);

        if (!rest || f->hidden || !str_eq(first_part(rest), name))
            continue;
        if (rest[name.len] == '\0')
            return read_member(r, value, f, base);
        inner.prefix = str_format(r->arena, "%s%.*s.", level->prefix, STR_ARG(name)).data;
        return is_null(value) ? 0 : read_level(r, value, &inner, base, str_z(r->arena, name));
    }
    return unknown_key(r, key, level, name, where);
}

/* Recursion follows the tables, not the input: it is three deep. */
static int read_level(struct reader *r, struct fy_node *node, const struct level *level, void *base, const char *where)
{
    struct fy_node_pair *pair;
    void *at = NULL;
    int result = 0;

    if (!fy_node_is_mapping(node))
        return fail(r, node, "%s must be a mapping of keys to values.", where ? where : "the configuration");
    r->unset = (struct str){ 0 };
    while (result == 0 && (pair = fy_node_mapping_iterate(node, &at)))
        result = read_key(r, pair, level, base, where);
    return result;
}

static int read_mapping(struct reader *r, struct fy_node *node, const struct field *fields, void *base,
                        const char *where)
{
    return read_level(r, node, &(struct level){ fields, "" }, base, where);
}

/* What the parser says about broken YAML: its first error. */
static int report_broken(struct fy_diag *diag, const char *name, struct error *e)
{
    void *at = NULL;
    struct fy_diag_error *first = fy_diag_errors_iterate(diag, &at);

    if (!first)
        return error_set(e, ERROR_MISCONFIGURED, "%s: this is not YAML.", name);
    return error_set(e, ERROR_MISCONFIGURED, "%s:%d:%d: this is not YAML: %s.", name, first->line, first->column,
                     first->msg);
}

/* Nothing but white space and comments: libfyaml has no document for it. */
static bool is_blank(struct str text)
{
    struct str line;

    while (str_next_line(&text, &line)) {
        line = str_trim(line);
        if (!str_empty(line) && line.data[0] != '#' && !str_is(line, "---") && !str_is(line, "..."))
            return false;
    }
    return true;
}

/* A line that starts with "%" is a directive: nothing else may start so at the top level. libfyaml does not come to an
 * end with some that are broken. */
static bool has_directive(struct str text, int *ret_line)
{
    struct str line;

    for (*ret_line = 1; str_next_line(&text, &line); ++*ret_line)
        if (str_starts(line, "%"))
            return true;
    return false;
}

/* The file holds one document: what stands in a second one would be ignored. */
static int read_documents(struct reader *r, struct fy_parser *parser, struct fy_diag *diag, const struct field *fields,
                          void *ret)
{
    struct fy_document *document = fy_parse_load_document(parser), *more = NULL;
    int result = 0;

    if (!document)
        return report_broken(diag, r->name, r->e);
    if (!is_null(fy_document_root(document)))
        result = read_mapping(r, fy_document_root(document), fields, ret, NULL);
    if (result == 0)
        more = fy_parse_load_document(parser);
    if (more && !is_null(fy_document_root(more)))
        result = fail(r, fy_document_root(more),
                      "a second document begins here. The configuration is one document: take out the line \"---\".");
    if (result == 0 && !more && fy_parser_get_stream_error(parser))
        result = report_broken(diag, r->name, r->e);
    fy_parse_document_destroy(parser, more);
    fy_parse_document_destroy(parser, document);
    return result;
}

int yaml_decode(struct arena *arena, const struct yaml_source *source, const struct field *fields, void *ret,
                struct yaml_notes *ret_notes, struct error *e)
{
    struct str text = source->text;
    const char *name = source->name;
    struct reader r = { .arena = arena, .name = name, .environment = source->environment, .e = e };
    struct fy_diag_cfg diag_config;
    struct fy_diag *diag;
    struct fy_parser *parser;
    int result, line;

    if (ret_notes)
        *ret_notes = r.notes;
    if (is_blank(text))
        return 0;
    if (memchr(text.data, '\0', text.len))
        return error_set(e, ERROR_MISCONFIGURED, "%s: this is not YAML: it holds NUL bytes.", name);
    if (!utf8_valid(text))
        return error_set(e, ERROR_MISCONFIGURED, "%s: this is not YAML: it is not valid UTF-8.", name);
    if (has_directive(text, &line))
        return error_set(e, ERROR_MISCONFIGURED, "%s:%d:1: directives (%%...) are not supported.", name, line);
    fy_diag_cfg_default(&diag_config);
    diag_config.fp = NULL;
    diag = fy_diag_create(&diag_config);
    fy_diag_set_collect_errors(diag, true);
    parser = fy_parser_create(&(struct fy_parse_cfg){ .flags = FYPCF_QUIET, .diag = diag });
    fy_parser_set_string(parser, text.data, text.len);
    result = read_documents(&r, parser, diag, fields, ret);
    fy_parser_destroy(parser);
    fy_diag_destroy(diag);
    if (result == 0 && ret_notes)
        *ret_notes = r.notes;
    return result;
}
