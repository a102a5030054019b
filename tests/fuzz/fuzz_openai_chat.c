#define FUZZ_MODEL "openai/gpt-5.2"
#include "fuzz_family.h"
