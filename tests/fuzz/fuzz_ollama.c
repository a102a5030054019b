#define FUZZ_MODEL "ollama/any"
#include "fuzz_family.h"
