#include "judge/verdict.h"

#include <stddef.h>

const char *const verdict_words[] = {
    "supported", "partial", "unsupported", "contradicted", "unchecked", "quoted", NULL
};
