#define FUZZ_MODEL "anthropic/claude-opus-4-5"
#include "fuzz_family.h"
