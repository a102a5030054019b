/* "path\nrobots.txt": any bytes are answered, and an agent that is not named gets
 * the answer of everybody. */
#include <assert.h>

#include "base/str.h"
#include "net/robots.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = str_n((const char *) data, size), path;

    if (!str_next(&rest, '\n', &path))
        return 0;
    bool allowed = robots_allowed(rest, str("fathom"), path);
    int64_t delay = robots_delay_ms(rest, str("fathom"));
    assert(delay >= -1 && delay <= 30000);
    if (!str_contains_nocase(rest, "fathom"))
        assert(allowed == robots_allowed(rest, str("zzyzx"), path) || str_contains_nocase(rest, "zzyzx"));
    if (!str_contains_nocase(rest, "dis") && !str_contains_nocase(rest, "dia"))
        assert(allowed);
    return 0;
}
