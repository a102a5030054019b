/* Reports on a few texts, each a source of its own with a title. */
#ifndef FATHOM_TESTS_REPORT_ON_H
#define FATHOM_TESTS_REPORT_ON_H

#include "extractive/extractive.h"
#include "report_text.h"

static inline struct extract_result result_on(const char *question, const char *const given[][2], size_t n)
{
    struct source_row *copies = arena_calloc(arena, n, sizeof *copies);
    const struct source_row **sources = arena_calloc(arena, n, sizeof *sources);
    struct extract_result result;

    for (size_t i = 0; i < n; i++) {
        copies[i] = (struct source_row){
            .number = (int64_t) i + 1, .title = str(given[i][0]), .relevance = 1, .text = str(given[i][1])
        };
        sources[i] = &copies[i];
    }
    extract_write(arena,
                  &(struct extract_input){ .question = str(question), .sources = sources, .sources_n = n, .most = 5 },
                  &result);
    return result;
}

static inline struct str report_on(const char *question, const char *const given[][2], size_t n)
{
    return result_on(question, given, n).body;
}

/* What stands before the second part of it. */
static inline struct str lead_on(const char *question, const char *const given[][2], size_t n)
{
    struct str body = report_on(question, given, n);
    ptrdiff_t end = str_find(body, str("\n## "), 0);

    return str_sub(body, 0, end < 0 ? body.len : (size_t) end);
}

#endif
