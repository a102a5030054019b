#include "base/library.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

/* The reason that the loader gives is text alone. */
static bool too_many_files(const char *why) { return strstr(why, strerror(EMFILE)) || strstr(why, strerror(ENFILE)); }

int library_load(const char *file, const char *package, const struct library_symbol *symbols, size_t n, struct error *e)
{
    /* The library is never closed: TLS libraries do not survive that. */
    void *library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);

    if (!library) {
        const char *why = dlerror();

        if (too_many_files(why))
            return error_set(e, ERROR_IO, "%s cannot be loaded: too many files are open here; raise ulimit -n", file);
        return error_set(e, ERROR_MISCONFIGURED, "%s cannot be loaded (%s); install the package %s", file, why,
                         package);
    }
    for (size_t i = 0; i < n; i++)
        if (!(*symbols[i].at = dlsym(library, symbols[i].name)))
            return error_set(e, ERROR_MISCONFIGURED, "%s has no %s: it is too old", file, symbols[i].name);
    return 0;
}
