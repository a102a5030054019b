#include "service/operation.h"

#include "service/value.h"
#include "text/json.h"

#define OPERATION_ROW(name) &operation_##name,
const struct operation *const operations[] = { OPERATIONS(OPERATION_ROW) NULL };

const struct operation *operation_named(struct str name)
{
    for (size_t i = 0; operations[i]; i++)
        if (str_is(name, operations[i]->name))
            return operations[i];
    return NULL;
}

static int refuse_unknown(const struct field *fields, const json_t *arguments, struct error *e)
{
    const char *name;
    json_t *value;

    json_object_foreach ((json_t *) arguments, name, value) {
        const struct field *f = field_named(fields, str(name));
        const char *nearest = f ? NULL : field_nearest(fields, str(name));

        if (nearest)
            return error_set(e, ERROR_INVALID, "there is no argument \"%s\"; did you mean \"%s\"?", name, nearest);
        if (!f || f->hidden)
            return error_set(e, ERROR_INVALID, "there is no argument \"%s\"", name);
    }
    return 0;
}

const struct field *operation_in(const struct operation *operation)
{
    return operation->in_fields ? operation->in_fields() : operation->in.fields;
}

void operation_note_given(struct arena *arena, const struct operation *operation, void *in, const char *name)
{
    const struct field *given = field_named(operation_in(operation), str("given"));
    struct str_list *list = given ? (struct str_list *) (void *) ((char *) in + given->offset) : NULL;

    if (list && !str_list_has(list, str(name)))
        str_list_add(arena, list, str_dup(arena, str(name)));
}

/* Numbers that are written as text ("15m", "cursor") are read by the same rules as flags, the rest by the table. */
static int read_arguments(const struct operation *operation, struct arena *arena, const json_t *arguments, void *in,
                          struct error *e)
{
    const struct field *fields = operation_in(operation);
    json_t *rest = json_copy((json_t *) arguments), *value;
    const char *name;
    int r = 0;

    json_object_foreach ((json_t *) arguments, name, value) {
        const struct field *f = field_named(fields, str(name));

        if (json_is_null(value))
            continue;
        operation_note_given(arena, operation, in, name);
        if (r < 0 || f->type != FIELD_TYPE_INT || !f->words)
            continue;
        if (!json_is_string(value))
            r = error_set(e, ERROR_INVALID, "%s must be text such as %s", name,
                          field_is(f, kind_duration) ? "\"15m\"" : f->words[0]);
        else
            r = value_set(arena, f, in, str(json_string_value(value)), false, name, e);
        json_object_del(rest, name);
    }
    if (r == 0)
        r = json_decode(rest, fields, in, DECODE_LENIENT, arena, e);
    json_decref(rest);
    return r < 0 ? r : fields_check(fields, in, e);
}

int operation_call(const struct operation *operation, const struct caller *caller, struct arena *arena,
                   const json_t *arguments, json_t **ret, struct error *e)
{
    void *in = arena_alloc(arena, operation->in.size), *out = arena_alloc(arena, operation->out.size);
    int r = json_is_object(arguments) ? refuse_unknown(operation_in(operation), arguments, e)
                                      : error_set(e, ERROR_INVALID, "the arguments must be an object");

    fields_init(operation_in(operation), in, operation->in.size);
    if (r == 0)
        r = read_arguments(operation, arena, arguments, in, e);
    if (r == 0)
        r = operation->run(caller, arena, in, out, e);
    if (r == 0)
        *ret = json_encode(operation->out.fields, out);
    return r;
}
