/* An operation: something fathom can be asked to do, declared once.
 *
 * Name, help, arguments and results as field tables, and the function that
 * does it. Doors bind operations to their protocol (a command, a route, a
 * tool) and hold no logic of their own; help, schemas and the manual come from
 * these tables. docs/internals/adding.md tells how to add one. */
#ifndef FATHOM_SERVICE_OPERATION_H
#define FATHOM_SERVICE_OPERATION_H

#include <jansson.h>

#include "base/error.h"
#include "base/field.h"

struct service;         /* service/service.h */
struct corpus_progress; /* search/corpus.h */

/* Who asks. */
struct caller {
    struct service *service;                /* NULL only for operations with `bare` */
    struct str owner;                       /* user; empty on one's own machine */
    bool paths;                             /* may name files and folders of this machine */
    const struct corpus_progress *progress; /* of what takes long outside runs (corpus_add); may be NULL */
};

/* `in` was made by fields_init() and filled by the door; `ret` is zeroed. What
 * is returned lives in `arena`. */
typedef int operation_fn(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e);

struct operation {
    const char *name;
    const char *help; /* one line */
    struct field_table in, out;
    operation_fn *run;
    const struct field *(*in_fields)(void); /* in place of in.fields: of a table that is made of others */
    const char *about;                      /* more for the manual; NULL */
    bool bare;                              /* needs no service: must start in no time */
    int errors[8];                          /* codes it answers with beyond the general ones */
};

/* operation_NAME, which do_NAME() does. */
#define OPERATION(name_, in_, out_, help_, ...)                                                                        \
    const struct operation operation_##name_ = {                                                                       \
        .name = #name_, .help = help_, .in = in_, .out = out_, .run = do_##name_, __VA_ARGS__                          \
    }
/* The argument that names a run. */
#define FIELD_RUN_ID(type_)                                                                                            \
    FIELD_STR(type_, id, .required = true, .words = kind_id, .help = "a run: its id, any unique start of it, or last")

const struct operation *operation_named(struct str name);
/* Its arguments. A hidden list "given" among them gets the names of those that were given. */
const struct field *operation_in(const struct operation *operation);
void operation_note_given(struct arena *arena, const struct operation *operation, void *in, const char *name);
/* Arguments and result as JSON objects, for doors that speak it. Unknown members
 * and bad values are -ERROR_INVALID; the caller owns *ret. */
int operation_call(const struct operation *operation, const struct caller *caller, struct arena *arena,
                   const json_t *arguments, json_t **ret, struct error *e);

/* The operations, in the order help shows them. Each name declares operation_NAME, a row of operations_runs.c or
 * operations_texts.c, and do_NAME(), the function that does it. */
// clang-format off
#define OPERATIONS(X) \
    X(research) X(plan) X(list) X(show) X(report) X(events) X(sources) X(claims) X(verify) X(export) X(import) \
    X(provenance) X(resume) X(answer) X(cancel) X(finish) X(delete) X(replay) X(restore) X(why) X(read) X(check) \
    X(corpus_add) X(corpus_list) X(corpus_show) X(corpus_search) X(corpus_remove) \
    X(models) X(providers) X(doctor) X(config) X(version)
#define DECLARE_OPERATION(name) extern const struct operation operation_##name; extern operation_fn do_##name;
// clang-format on
OPERATIONS(DECLARE_OPERATION)
#undef DECLARE_OPERATION
extern const struct operation *const operations[]; /* NULL-terminated */

#endif
