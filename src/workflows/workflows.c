#include "workflows/workflows.h"

const struct workflow *const workflows[] = { &workflow_reflect, &workflow_loop, &workflow_supervisor, NULL };
