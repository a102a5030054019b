#include "service/operation.h"

#include "service/value.h"
#include "text/json.h"

const struct operation *const operations[] = {
    &operation_research,    &operation_plan,          &operation_list,
    &operation_show,        &operation_report,        &operation_events,
    &operation_sources,     &operation_claims,        &operation_verify,
    &operation_export,      &operation_import,        &operation_provenance,
    &operation_resume,      &operation_answer,        &operation_cancel,
    &operation_finish,      &operation_delete,        &operation_replay,
    &operation_restore,     &operation_why,           &operation_read,
    &operation_check,       &operation_corpus_add,    &operation_corpus_list,
    &operation_corpus_show, &operation_corpus_search, &operation_corpus_remove,
    &operation_models,      &operation_providers,     &operation_doctor,
    &operation_config,      &operation_version,       NULL,
};

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
        const char *nearest = field_named(fields, str(name)) ? NULL : field_nearest(fields, str(name));

        if (nearest)
            return error_set(e, ERROR_INVALID, "there is no argument \"%s\"; did you mean \"%s\"?", name, nearest);
        if (!field_named(fields, str(name)))
            return error_set(e, ERROR_INVALID, "there is no argument \"%s\"", name);
    }
    return 0;
}

int operation_call(const struct operation *operation, const struct caller *caller, struct arena *arena,
                   const json_t *arguments, json_t **ret, struct error *e)
{
    void *in = arena_alloc(arena, operation->in_size), *out = arena_alloc(arena, operation->out_size);
    int r = json_is_object(arguments) ? refuse_unknown(operation->in, arguments, e)
                                      : error_set(e, ERROR_INVALID, "the arguments must be an object");

    fields_init(operation->in, in, operation->in_size);
    if (r == 0)
        r = json_decode(arguments, operation->in, in, DECODE_LENIENT, arena, e);
    if (r == 0)
        r = fields_check(operation->in, in, e);
    if (r == 0)
        r = operation->run(caller, arena, in, out, e);
    if (r == 0)
        *ret = json_encode(operation->out, out);
    return r;
}
