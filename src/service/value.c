#include "service/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "net/guard.h"
#include "net/url.h"
#include "run/settings.h"
#include "text/language_tag.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

enum { WORKFLOWS_MAX = 32, DOMAIN_MAX = 253, SHOWN_MAX = 60 };

static void init_members(const struct field *fields, void *base)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        if (f->type == FIELD_TYPE_ENUM)
            *(int *) ((char *) base + f->offset) = -1;
        if (f->type == FIELD_TYPE_OBJECT)
            init_members(f->fields, (char *) base + f->offset);
        else if (f->preset && f->type != FIELD_TYPE_STRS)
            value_set(NULL, f, base, str(f->preset), f->name, NULL);
    }
}

void fields_init(const struct field *fields, void *base, size_t size)
{
    memset(base, 0, size);
    init_members(fields, base);
}

static bool has_max(const struct field *f) { return f->max > f->min || (f->max == f->min && f->max != 0); }

static int check_limits(const struct field *f, double n, const char *name, struct error *e)
{
    if (f->min == 0 && f->max == 0)
        return 0;
    if (n >= f->min && (!has_max(f) || n <= f->max))
        return 0;
    if (has_max(f))
        return error_set(e, ERROR_INVALID, "%s is %.15g; it must be from %.15g to %.15g.", name, n, f->min, f->max);
    return error_set(e, ERROR_INVALID, "%s is %.15g; it must be at least %.15g.", name, n, f->min);
}

static int set_bool(const struct field *f, struct str text, bool *ret, const char *name, struct error *e)
{
    static const char *const yes[] = { "true", "yes", "on", "1", NULL }, *const no[] = { "false", "no", "off", "0",
                                                                                         NULL };

    if (word_index(yes, text) >= 0)
        *ret = !f->inverted;
    else if (word_index(no, text) >= 0)
        *ret = f->inverted;
    else
        return error_set(e, ERROR_INVALID, "%s must be true or false, not \"%.*s\".", name, STR_ARG(text));
    return 0;
}

/* A word that must be one of these, or of their other spellings; both NULL-terminated, `also` may be NULL. */
static int check_word(const char *const *words, const char *const *also, struct str text, const char *name,
                      struct error *e)
{
    const char *nearest;
    char known[300];
    size_t n = 0;

    if (word_index(words, text) >= 0 || (also && word_index(also, text) >= 0))
        return 0;
    nearest = word_nearest(words, text);
    if (!nearest && also)
        nearest = word_nearest(also, text);
    for (size_t i = 0; words[i] && n < sizeof known - 1; i++) {
        const char *other = also && strcmp(also[i], words[i]) != 0 ? also[i] : NULL;

        n += (size_t) snprintf(known + n, sizeof known - n, "%s%s%s%s%s", i ? ", " : "", words[i], other ? " (" : "",
                               other ? other : "", other ? ")" : "");
    }
    if (nearest)
        return error_set(e, ERROR_INVALID, "%s \"%.*s\" is unknown; did you mean \"%s\"? Known: %s.", name,
                         STR_ARG(text), nearest, known);
    return error_set(e, ERROR_INVALID, "%s \"%.*s\" is unknown. Known: %s.", name, STR_ARG(text), known);
}

static int set_enum(const struct field *f, struct str text, int *ret, const char *name, struct error *e)
{
    int r = check_word(f->words, f->also, text, name, e);

    if (r == 0)
        *ret = word_index(f->words, text) >= 0 ? word_index(f->words, text) : word_index(f->also, text);
    return r;
}

static int check_workflow(struct str text, const char *name, struct error *e)
{
    const char *names[WORKFLOWS_MAX + 1] = { NULL };

    for (size_t i = 0; workflows[i] && i < WORKFLOWS_MAX; i++)
        names[i] = workflows[i]->name;
    return check_word(names, NULL, text, name, e);
}

static int check_network(struct str text, const char *name, struct error *e)
{
    struct arena *scratch = arena_new();
    const struct guard *guard;
    int r = guard_new(scratch, text, &guard, e);

    arena_free(scratch);
    return r < 0 ? error_wrap(e, "%s", name) : 0;
}

/* Only what is kept may be kept for no time at all. */
static int read_duration(const struct field *f, struct str text, int64_t *ret, const char *name, struct error *e)
{
    if (!str_to_duration_ms(text, ret))
        return error_set(e, ERROR_INVALID, "%s \"%.*s\" is not a duration. Write 90s, 15m or 2h.", name, STR_ARG(text));
    if (*ret == 0 && !str_ends(str(f->name), "cache"))
        return error_set(e, ERROR_INVALID, "%s is 0: nothing could be done in that time. Write 90s, 15m or 2h.", name);
    return 0;
}

static int set_int(const struct field *f, struct str text, int64_t *ret, const char *name, struct error *e)
{
    int64_t n;
    int r;

    if (field_is(f, kind_duration))
        return read_duration(f, text, ret, name, e);
    if (field_is(f, kind_overhead) && !runtime_overhead_named(text, &n))
        return error_set(e, ERROR_INVALID,
                         "%s \"%.*s\" is neither a number of tokens nor one of claude-code, cursor, codex, "
                         "opencode, gemini-cli, direct-api.",
                         name, STR_ARG(text));
    if (!field_is(f, kind_overhead) && !str_to_int(text, &n))
        return error_set(e, ERROR_INVALID, "%s must be a whole number, not \"%.*s\".", name, STR_ARG(text));
    if ((r = check_limits(f, (double) n, name, e)) == 0)
        *ret = f->scale > 0 ? n * (int64_t) f->scale : n;
    return r;
}

static int check_language(struct str text, const char *name, struct error *e)
{
    struct arena *scratch = arena_new();
    struct str tag;
    bool known = language_tag(scratch, text, &tag);
    const char *near = known ? NULL : language_tag_near(text);

    arena_free(scratch);
    if (known)
        return 0;
    return error_set(
        e, ERROR_INVALID, "%s \"%.*s\" is no language%s%s%s Write its code or its name: de, pt-BR, German.", name,
        STR_ARG(utf8_cut(text, SHOWN_MAX)), near ? "; did you mean \"" : ".", near ? near : "", near ? "\"?" : "");
}

/* "example.org", "*.example.org": the name of a host, perhaps with wildcards. */
static int check_domain(struct str text, const char *name, struct error *e)
{
    bool good = text.len > 0 && text.len <= DOMAIN_MAX;

    for (size_t i = 0; good && i < text.len; i++)
        good = (unsigned char) text.data[i] > ' ' && !strchr("/\\@,;\"<>", text.data[i]);
    if (good)
        return 0;
    return error_set(e, ERROR_INVALID, "%s \"%.*s\" is not a domain. Write example.org or *.example.org.", name,
                     STR_ARG(utf8_cut(text, SHOWN_MAX)));
}

static int check_kind(const struct field *f, struct str text, const char *name, struct error *e)
{
    int64_t n;

    if (f->choices)
        return check_word(f->choices, NULL, text, name, e);
    if (field_is(f, kind_duration))
        return read_duration(f, text, &n, name, e);
    /* A server may also be a program that is started. */
    if (field_is(f, kind_url) || (field_is(f, kind_server) && !str_starts(text, "stdio:"))) {
        struct arena *scratch = arena_new();
        struct url url;
        int r = url_parse(scratch, text, &url, e);

        arena_free(scratch);
        if (r < 0)
            return error_wrap(e, "%s \"%.*s\" is not an address", name, STR_ARG(text));
    }
    if (field_is(f, kind_workflow))
        return check_workflow(text, name, e);
    if (field_is(f, kind_network))
        return check_network(text, name, e);
    if (field_is(f, kind_language))
        return check_language(text, name, e);
    if (field_is(f, kind_glob))
        return check_domain(text, name, e);
    if (field_is(f, kind_window)) {
        const struct token_settings one = { .context_overrides = { &text, 1, 1 } };
        ptrdiff_t equals = str_find_char(text, '=', 0);

        if (equals <= 0 || context_override(&one, str_trim(str_sub(text, 0, (size_t) equals))) == 0)
            return error_set(e, ERROR_INVALID,
                             "%s \"%.*s\" is not a model and its context window. Write provider/model=128000.", name,
                             STR_ARG(text));
    }
    if (field_is(f, kind_date) && !clock_parse_date(text, &n))
        return error_set(e, ERROR_INVALID, "%s \"%.*s\" is not a date. Write 2026-01-31, 2026-01 or 2026.", name,
                         STR_ARG(text));
    return 0;
}

static int set_value(struct arena *arena, const struct field *f, void *base, struct str text, const char *name,
                     struct error *e)
{
    void *at = (char *) base + f->offset;
    double number;
    int r = 0;

    switch (f->type) {
    case FIELD_TYPE_STR:
    case FIELD_TYPE_JSON:
        if ((r = check_kind(f, text, name, e)) == 0)
            *(struct str *) at = arena ? str_dup(arena, text) : text;
        return r < 0 ? r : value_check_count(f, base, name, e);
    case FIELD_TYPE_STRS:
        if ((r = check_kind(f, text, name, e)) == 0)
            str_list_add(arena, at, str_dup(arena, text));
        return r;
    case FIELD_TYPE_INT: return set_int(f, text, at, name, e);
    case FIELD_TYPE_DOUBLE:
        if (!str_to_double(text, &number) || !isfinite(number))
            return error_set(e, ERROR_INVALID, "%s must be a number, not \"%.*s\".", name, STR_ARG(text));
        if ((r = check_limits(f, number, name, e)) == 0)
            *(double *) at = number;
        return r;
    case FIELD_TYPE_BOOL: return set_bool(f, text, at, name, e);
    case FIELD_TYPE_ENUM: return set_enum(f, text, at, name, e);
    default: return error_set(e, ERROR_INVALID, "%s cannot be given as one value.", name);
    }
}

int value_set(struct arena *arena, const struct field *f, void *base, struct str text, const char *name,
              struct error *e)
{
    int r = set_value(arena, f, base, text, name, e);

    return r < 0 && e ? error_about(e, f->name) : r;
}

int value_set_each(struct arena *arena, const struct field *f, void *base, struct str text, const char *name,
                   struct error *e)
{
    struct str part, rest = text;
    bool any = false;
    int r = 0;

    if (f->type != FIELD_TYPE_STRS)
        return value_set(arena, f, base, text, name, e);
    while (r == 0 && str_next(&rest, ',', &part)) {
        part = str_trim(part);
        any = any || part.len;
        r = part.len ? set_value(arena, f, base, part, name, e) : 0;
    }
    if (r == 0 && !any && !str_empty(text))
        r = error_set(e, ERROR_INVALID, "%s \"%.*s\" names nothing.", name, STR_ARG(text));
    return r < 0 && e ? error_about(e, f->name) : r;
}

static int check_count(const struct field *f, const void *base, const char *name, struct error *e)
{
    const void *at = (const char *) base + f->offset;
    bool list = f->type == FIELD_TYPE_STRS;
    size_t n = list ? ((const struct str_list *) at)->n : utf8_count(*(const struct str *) at);

    if (f->min == 0 && f->max == 0)
        return 0;
    if ((double) n < f->min)
        return f->min == 1 ? error_set(e, ERROR_INVALID, "%s is empty.", name)
                           : error_set(e, ERROR_INVALID, "%s needs at least %.0f %s.", name, f->min,
                                       list ? "values" : "characters");
    if (has_max(f) && (double) n > f->max)
        return error_set(e, ERROR_INVALID, "%s has %zu %s; at most %.0f are allowed.", name, n,
                         list ? "values" : "characters", f->max);
    return 0;
}

int value_check_count(const struct field *f, const void *base, const char *name, struct error *e)
{
    int r = check_count(f, base, name, e);

    return r < 0 && e ? error_about(e, f->name) : r;
}

int fields_check(const struct field *fields, const void *base, struct error *e)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const void *at = (const char *) base + f->offset;
        const struct str *s = at;
        const struct str_list *list = at;
        int r = 0;

        if (f->type == FIELD_TYPE_STR && !str_empty(*s))
            r = check_kind(f, *s, f->name, e);
        for (size_t i = 0; f->type == FIELD_TYPE_STRS && i < list->n && r == 0; i++)
            r = f->words && str_empty(str_trim(list->items[i]))
                    ? error_set(e, ERROR_INVALID, "%s has an empty value.", f->name)
                    : check_kind(f, list->items[i], f->name, e);
        if (r < 0)
            return e ? error_about(e, f->name) : r;
    }
    return 0;
}

struct str value_text(struct arena *arena, const struct field *f, const void *base)
{
    const void *at = (const char *) base + f->offset;

    switch (f->type) {
    case FIELD_TYPE_STR:
    case FIELD_TYPE_JSON: return *(const struct str *) at;
    case FIELD_TYPE_INT: {
        int64_t n = *(const int64_t *) at;

        if (field_is(f, kind_duration))
            return n ? duration_text(arena, n) : str("");
        return str_format(arena, "%lld", (long long) (f->scale > 0 ? n / (int64_t) f->scale : n));
    }
    case FIELD_TYPE_DOUBLE: return str_format(arena, "%.15g", *(const double *) at);
    case FIELD_TYPE_BOOL: return str(*(const bool *) at != f->inverted ? "true" : "false");
    case FIELD_TYPE_ENUM: return *(const int *) at < 0 ? str("") : str(f->words[*(const int *) at]);
    case FIELD_TYPE_STRS: {
        const struct str_list *list = at;

        return str_join(arena, list->items, list->n, ", ");
    }
    default: return str("");
    }
}

struct str name_kebab(struct arena *arena, const char *name)
{
    struct buf out;

    buf_init(&out, 200);
    for (const char *p = name; *p; p++) {
        if (*p >= 'A' && *p <= 'Z') {
            buf_add_char(&out, '-');
            buf_add_char(&out, (char) (*p | 0x20));
        } else {
            buf_add_char(&out, *p == '_' ? '-' : *p);
        }
    }
    return buf_take(&out, arena);
}

struct str duration_text(struct arena *arena, int64_t ms)
{
    static const struct {
        int64_t ms;
        const char *unit;
    } units[] = { { 3600000, "h" }, { 60000, "m" }, { 1000, "s" } };

    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (ms % units[i].ms == 0)
            return str_format(arena, "%lld%s", (long long) (ms / units[i].ms), units[i].unit);
    return str_format(arena, "%.15gs", (double) ms / 1000);
}

int64_t duration_ms(struct str text, int64_t otherwise)
{
    int64_t ms;

    return str_to_duration_ms(text, &ms) ? ms : otherwise;
}
