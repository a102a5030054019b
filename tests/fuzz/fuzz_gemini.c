#define FUZZ_MODEL "google/gemini-3.6-flash"
#include "fuzz_family.h"
