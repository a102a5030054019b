/* An operation: something fathom can be asked to do, declared once.
 *
 * Name, help, arguments and results as field tables, and the function that
 * does it. Doors bind operations to their protocol (a command, a route, a
 * tool) and hold no logic of their own; help, schemas and the manual come from
 * these tables. docs/internals/service.md tells how to add one. */
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
    const char *help;  /* one line */
    const char *about; /* more for the manual; NULL */
    const struct field *in, *out;
    const struct field *(*in_fields)(void); /* in place of `in`: of a table that is made of others */
    size_t in_size, out_size;
    operation_fn *run;
    bool bare;     /* needs no service: must start in no time */
    int errors[8]; /* codes it answers with beyond the general ones */
};

const struct operation *operation_named(struct str name);
/* Its arguments. A hidden list "given" among them gets the names of those that were given. */
const struct field *operation_in(const struct operation *operation);
void operation_note_given(struct arena *arena, const struct operation *operation, void *in, const char *name);
/* Arguments and result as JSON objects, for doors that speak it. Unknown members
 * and bad values are -ERROR_INVALID; the caller owns *ret. */
int operation_call(const struct operation *operation, const struct caller *caller, struct arena *arena,
                   const json_t *arguments, json_t **ret, struct error *e);

extern const struct operation *const operations[]; /* NULL-terminated, in the order help shows them */

extern const struct operation operation_research, operation_plan, operation_list, operation_show, operation_report,
    operation_events, operation_sources, operation_claims, operation_verify, operation_export, operation_import,
    operation_provenance, operation_resume, operation_answer, operation_cancel, operation_finish, operation_delete,
    operation_replay, operation_restore, operation_why, operation_models, operation_providers, operation_doctor,
    operation_config, operation_version, operation_read, operation_check, operation_corpus_add, operation_corpus_list,
    operation_corpus_show, operation_corpus_search, operation_corpus_remove;

#endif
