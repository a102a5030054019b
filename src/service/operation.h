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
#include "records/users.h"

struct service;         /* service/service.h */
struct door;            /* service/door.h */
struct corpus_progress; /* search/corpus.h */
struct lone_record;     /* evidence/lone.h */

/* What a caller may do. Nobody: a caller without a token. */
enum role { ROLE_NOBODY, ROLE_USER, ROLE_ADMIN };
extern const char *const role_words[]; /* "nobody", "user", "admin", NULL */

/* The caller of an operation and its door. caller_local() makes the caller on one's own machine. */
struct caller {
    struct service *service;   /* NULL only for operations with `bare` */
    struct str user;           /* name; empty: the local caller, who belongs to no user */
    enum role role;            /* of the user */
    const struct door *door;   /* how messages name operations and arguments; NULL: by their own names */
    struct user_limits limits; /* of the user; 0: none */
    const char *lends;         /* a model for researches where no other is at hand; NULL: none */
    bool paths;                /* may name files and folders of this machine */
    bool counted;              /* against its requests per minute already, by the door */
    struct str request_key;    /* of a request that may come again: kept with the run it makes; empty: none */
    /* The reply of that request to a result of its operation, as it is kept; NULL with no key. */
    struct str (*receipt)(void *context, struct arena *arena, const void *result);
    void *receipt_context;
    const struct corpus_progress *progress; /* of what takes long outside runs (corpus_add); may be NULL */
    struct lone_record *verifier; /* of checks in a row: what is known of the model that decides; NULL: nothing */
};

/* The caller on one's own machine: the admin, who may name files. */
struct caller caller_local(struct service *service, const struct door *door);

/* `in` was made by fields_init() and filled by the door; `ret` is zeroed. What
 * is returned lives in `arena`. */
typedef int operation_fn(const struct caller *caller, struct arena *arena, const void *in, void *ret, struct error *e);

/* Who may call an operation. */
enum access { ACCESS_USER, ACCESS_ANYONE, ACCESS_ADMIN };
extern const char *const access_words[]; /* "user", "anyone", "admin", NULL */

struct operation {
    const char *name;
    const char *help; /* one line */
    struct field_table in, out;
    operation_fn *run;                      /* called through operation_run() */
    const struct field *(*in_fields)(void); /* in place of in.fields: of a table that is made of others */
    const char *about;                      /* more for the manual; NULL */
    enum access who;
    bool bare;     /* needs no service: must start in no time */
    bool blocks;   /* asks services, reads documents or replays: a door that must not wait runs it on a worker thread */
    bool once;     /* may spend money or makes a run: a request that is sent again with its key is done once */
    bool changes;  /* writes: it is kept in the audit log */
    int errors[8]; /* codes it answers with beyond the general ones (ERROR_INVALID for arguments, ERROR_TOKEN,
                      ERROR_FORBIDDEN, ERROR_THROTTLED, ERROR_STORE, ERROR_INTERNAL) */
};

/* operation_NAME, which do_NAME() does. */
#define OPERATION(name_, in_, out_, help_, ...)                                                                        \
    const struct operation operation_##name_ = {                                                                       \
        .name = #name_, .help = help_, .in = in_, .out = out_, .run = do_##name_, __VA_ARGS__                          \
    }
/* The argument that names a run. */
#define FIELD_RUN_ID(type_)                                                                                            \
    FIELD_STR(type_, id, .required = true, .words = kind_id,                                                           \
              .help = "a run: its id, a unique prefix of the id, or last")

/* Checks who asks and how often, does it, keeps in the audit log what was changed, and words the error for the door. The one way to call an operation. */
int operation_run(const struct operation *operation, const struct caller *caller, struct arena *arena, const void *in,
                  void *ret, struct error *e);

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
    X(research) X(plan) X(list) X(show) X(report) X(events) X(sources) X(source) X(history) X(claims) X(verify) X(export) X(import) X(deliver) \
    X(provenance) X(resume) X(answer) X(cancel) X(finish) X(delete) X(replay) X(restore) X(why) X(read) X(check) X(search) \
    X(draft) X(edit) X(approve) X(confirm) X(retry) X(enhance) X(validate_input) X(improve_input) \
    X(llm_result) \
    X(favourite) X(title) X(share) X(unshare) X(shared) X(undelete) X(effects) X(effect) X(refresh) X(settings) X(rewrite) \
    X(users_add) X(users_set) X(users_list) X(users_remove) X(users_token) X(audit) \
    X(corpus_add) X(corpus_list) X(corpus_show) X(corpus_search) X(corpus_remove) \
    X(models) X(providers) X(backup) X(doctor) X(config) X(version)
#define DECLARE_OPERATION(name) extern const struct operation operation_##name; extern operation_fn do_##name;
// clang-format on
OPERATIONS(DECLARE_OPERATION)
#undef DECLARE_OPERATION
extern const struct operation *const operations[]; /* NULL-terminated */

#endif
