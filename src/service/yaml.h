/* YAML into structs by field tables, for the configuration. A name with dots is
 * a key in nested mappings: "search.timeout".
 *
 * Unknown keys are errors with line, column and the nearest known name; values
 * may hold ${VAR} (an error if it is not set) and ${VAR:-default}; "$${" is a
 * plain "${". A key of a service (kind_secret) whose variable is not set stays
 * empty, and the member "missing_key" beside it names the variable. A list of structs is written as a mapping from the item's `name`
 * to the rest of it. */
#ifndef FATHOM_SERVICE_YAML_H
#define FATHOM_SERVICE_YAML_H

#include "base/error.h"
#include "base/field.h"
#include "service/environment.h"

struct yaml_notes {
    bool has_secret; /* a key stands in the file itself, not as ${VAR} */
};

struct yaml_source {
    struct str text;
    const char *name;                      /* of the file, for messages: "config.yaml:3:7: …" */
    const struct environment *environment; /* of its variables */
};

/* Strings are copied into `arena`. An empty document changes nothing. */
int yaml_decode(struct arena *arena, const struct yaml_source *source, const struct field *fields, void *ret,
                struct yaml_notes *ret_notes, struct error *e);

#endif
