/* Shared libraries that are loaded on first use, so that what does not need them starts without. */
#ifndef FATHOM_BASE_LIBRARY_H
#define FATHOM_BASE_LIBRARY_H

#include <stddef.h>

#include "base/error.h"

struct library_symbol {
    const char *name;
    void **at;
};

/* Loads the library `file` of the Debian package `package` for good and finds its functions. */
int library_load(const char *file, const char *package, const struct library_symbol *symbols, size_t n,
                 struct error *e);

#endif
