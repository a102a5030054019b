/* Shared libraries that are loaded on first use, so that what does not need them starts without. */
#ifndef FATHOM_BASE_LIBRARY_H
#define FATHOM_BASE_LIBRARY_H

#include <stddef.h>

#include "base/error.h"
#include "base/rows.h"

struct library_symbol {
    const char *name;
    void **at;
};

/* A row for a function that `api` has by its name without the prefix: ROWS(LIBRARY_SYMBOL, "curl_", curl_api, easy_init). */
#define LIBRARY_SYMBOL(prefix, api, name_)                                                                             \
    {                                                                                                                  \
        .name = prefix #name_, .at = (void **) &api.name_                                                              \
    }

/* Loads the library `file` of the Debian package `package` for good and finds its functions. */
int library_load(const char *file, const char *package, const struct library_symbol *symbols, size_t n,
                 struct error *e);

#endif
