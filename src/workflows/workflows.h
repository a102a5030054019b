/* The workflows, by name. */
#ifndef FATHOM_WORKFLOWS_WORKFLOWS_H
#define FATHOM_WORKFLOWS_WORKFLOWS_H

#include "run/run.h"

extern const struct workflow workflow_loop, workflow_reflect, workflow_supervisor, workflow_panel, workflow_manager;

extern const struct workflow *const workflows[];        /* NULL-terminated; the first is the default */
const struct workflow *workflow_named(struct str name); /* NULL: there is none */

#endif
