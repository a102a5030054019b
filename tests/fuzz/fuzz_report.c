/* A body as models write it: after the check every marker names a source, doing
 * it again changes nothing, and the formats can be made. */
#include <assert.h>
#include <string.h>

#include "report/markup.h"
#include "report/report.h"

/* The page loads nothing: no element that could, whatever the body says. */
static void check_html(struct str html)
{
    static const char *const never[] = {
        "<script", "<img", "<iframe", "<object", "<embed", "href=\"javascript:", NULL
    };

    for (size_t i = 0; never[i]; i++)
        assert(!str_contains_nocase(html, never[i]));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str text = str_n((const char *) data, size > 20000 ? 20000 : size);
    struct report_source sources[] = {
        { .number = 1, .title = str_sub(text, 0, 40), .url = str("https://a.example/") },
        { .number = 3, .title = str("Three"), .url = str_sub(text, 0, 60), .snippet_only = true },
    };
    struct report report = { .query = str("q"), .body = text, .sources = sources, .sources_n = 2 };

    if (memchr(data, 0, size)) {
        arena_free(arena);
        return 0; /* a model's text is a string: json_parse refuses NUL */
    }
    report_check_markers(arena, &report);
    struct str once = report.body;
    report_check_markers(arena, &report);
    assert(str_eq(once, report.body));
    report_markdown(arena, &report);
    report_answer(arena, &report);
    check_html(report_html(arena, &report));
    arena_free(arena);
    return 0;
}
