#include "workflows/workflows.h"

const struct workflow *const workflows[] = { &workflow_reflect, &workflow_loop,    &workflow_supervisor,
                                             &workflow_panel,   &workflow_manager, NULL };

const struct workflow *workflow_named(struct str name)
{
    for (size_t i = 0; workflows[i]; i++)
        if (str_is(name, workflows[i]->name))
            return workflows[i];
    return NULL;
}
