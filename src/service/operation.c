#include "service/operation.h"

#include "service/account.h"
#include "service/door.h"
#include "service/value.h"
#include "text/json.h"

#define OPERATION_ROW(name) &operation_##name,
const struct operation *const operations[] = { OPERATIONS(OPERATION_ROW) NULL };

const char *const role_words[] = { "nobody", "user", "admin", NULL };
const char *const access_words[] = { "user", "anyone", "admin", NULL };

struct caller caller_local(struct service *service, const struct door *door)
{
    return (struct caller){ .service = service, .role = ROLE_ADMIN, .door = door, .paths = true };
}

static int check_access(const struct operation *operation, const struct caller *caller, struct error *e)
{
    if (operation->who == ACCESS_ANYONE || caller->role == ROLE_ADMIN)
        return 0;
    if (caller->role == ROLE_NOBODY)
        return error_set(e, ERROR_TOKEN, "This needs the token of a user.");
    if (operation->who == ACCESS_ADMIN)
        return error_set(e, ERROR_FORBIDDEN, "Only an admin may do this.");
    return 0;
}

int operation_run(const struct operation *operation, const struct caller *caller, struct arena *arena, const void *in,
                  void *ret, struct error *e)
{
    int r = check_access(operation, caller, e);

    if (r == 0 && !caller->counted)
        r = caller_count_request(caller, e);
    if (r == 0) {
        r = operation->run(caller, arena, in, ret, e);
        audit(operation, caller, in, ret, r);
    }
    if (r < 0 && e)
        door_words_error(caller->door, e);
    return r;
}

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
            error_set(e, ERROR_INVALID, "there is no argument \"%s\"; did you mean \"%s\"?", name, nearest);
        else if (!f || f->hidden)
            error_set(e, ERROR_INVALID, "there is no argument \"%s\"", name);
        else
            continue;
        error_about(e, name);
        return -ERROR_INVALID;
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

/* A list of numbers, or of texts that hold numbers, as the flags of a command line have them. */
static json_t *numbers_as_texts(const json_t *value)
{
    json_t *list = json_deep_copy(value);
    char text[24];

    for (size_t i = 0; i < json_array_size(list); i++)
        if (json_is_integer(json_array_get(list, i))) {
            snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(json_array_get(list, i)));
            json_array_set_new(list, i, json_string(text));
        }
    return list;
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
        if (f->type == FIELD_TYPE_STRS && field_is(f, kind_number))
            json_object_set_new(rest, name, numbers_as_texts(value));
        if (r < 0 || f->type != FIELD_TYPE_INT || !f->words)
            continue;
        if (!json_is_string(value)) {
            r = error_set(e, ERROR_INVALID, "%s must be text such as %s", name,
                          field_is(f, kind_duration) ? "\"15m\"" : f->words[0]);
            error_about(e, name);
        } else
            r = value_set(arena, f, in, str(json_string_value(value)), name, e);
        json_object_del(rest, name);
    }
    if (r == 0)
        r = json_decode(rest, fields, in, DECODE_TEXTS, arena, e);
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
        r = operation_run(operation, caller, arena, in, out, e);
    if (r == 0)
        *ret = json_encode(operation->out.fields, out);
    return r;
}
