/* Roles asked outside of a run. */
#ifndef FATHOM_ROLES_ALONE_ROLE_H
#define FATHOM_ROLES_ALONE_ROLE_H

#include "roles/alone.h"
#include "roles/role.h"

/* The fence around a text of a stranger: a hash of it, so that nobody could have written it there. */
struct str alone_boundary(struct arena *arena, struct str text);

/* Free text; `values` ends with a NULL name. */
int alone_write(struct alone *alone, const struct role *role, const struct template_value *values, struct str *ret,
                struct error *e);
/* An answer by the role's table, asked for once more when it cannot be read; then -ERROR_PARSE. `ret` (`size` bytes) is
 * zeroed first. */
int alone_ask(struct alone *alone, const struct role *role, size_t size, const struct template_value *values, void *ret,
              struct error *e);

#endif
