#include "judge/conflict.h"
#include "extractive/extractive.h"
#include "extractive/question.h"
#include "extractive/select.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first line is the question, the others are sentences of different sources. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ITEMS = 24 };
    struct str rest = str_n((const char *) data, size), line, text = str_n("", 0), texts[ITEMS];
    struct arena *arena = arena_new();
    struct select_item items[ITEMS];
    struct question_query queries[8];
    struct conflict *conflicts;
    struct question q;
    struct extract_result result;
    struct source_row row = { .number = 1 };
    const struct source_row *rows[] = { &row };
    size_t n = 0, sources[ITEMS];

    str_next(&rest, '\n', &text);
    for (; n < ITEMS && str_next(&rest, '\n', &line); n++) {
        texts[n] = line;
        sources[n] = n;
        items[n] = (struct select_item){ .text = line, .source = n, .positions = 1 };
    }
    question_read(arena, text, &q);
    if (question_queries(arena, &q, 8, queries) > 8)
        abort();
    select_score(arena, &q, items, n);
    /* The same bytes as one document: whatever is quoted, its length is bounded. */
    row.text = str_sub(str_n((const char *) data, size), text.len, size);
    extract_write(arena, &(struct extract_input){ .question = text, .sources = rows, .sources_n = 1, .most = 3 },
                  &result);
    if (result.answered && !result.body.len)
        abort();
    conflicts_of(arena, texts, sources, n, 4, &conflicts);
    arena_free(arena);
    return 0;
}
