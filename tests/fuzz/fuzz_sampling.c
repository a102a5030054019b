#define FUZZ_MODEL "mcp/client"
#include "fuzz_family.h"
