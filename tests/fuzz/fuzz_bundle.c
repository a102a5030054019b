/* Bundles of strangers: whatever the bytes, reading and checking them ends. */
#include "records/bundle.h"
#include "report/verify.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str_list problems = { 0 };
    struct bundle bundle;
    struct report report;

    if (bundle_read(str_n((const char *) data, size), arena, &bundle, &problems, NULL) == 0 &&
        report_verify(arena, &bundle, &report, &problems, NULL) == 0)
        report_html(arena, &report);
    arena_free(arena);
    return 0;
}
