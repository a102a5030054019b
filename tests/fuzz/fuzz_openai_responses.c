#define FUZZ_MODEL "perplexity/fast"
#include "fuzz_family.h"
