/* Prompt templates: {{name}} is replaced by a value, {{#name}}…{{/name}} stays
 * only if the value is not empty. A name the caller does not give, or an
 * unclosed tag, is an error that names line and tag. Values are inserted as
 * they are: they are never scanned for tags again. */
#ifndef FATHOM_TEXT_TEMPLATE_H
#define FATHOM_TEXT_TEMPLATE_H

#include "base/error.h"
#include "base/str.h"

struct template_value {
    const char *name;
    struct str value;
};

/* `values` ends with a NULL name. */
int template_fill(struct arena *arena, struct str source, const struct template_value *values, struct str *ret,
                  struct error *e);

#endif
