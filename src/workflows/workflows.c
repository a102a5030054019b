#include "workflows/workflows.h"

const struct workflow *const workflows[] = { &workflow_loop, NULL };
