/* What models write, as a panel reads it: citation marks become numbers of sources or go, whatever places a service claims;
 * a message chooses at most one model of each provider. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evidence/markers.h"
#include "llm/models.h"
#include "text/utf8.h"
#include "workflows/panel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CITATIONS = 4, SIZE_MAX_TEXT = 16384 };

static const int64_t numbers[CITATIONS] = { 7, 8, 0, 9 };

/* Places of four bytes each: start and end, anywhere and also past the text. */
static void check_marks(struct arena *arena, struct str data)
{
    static const char *const urls[] = { "https://a.example/x", "https://b.example/y", "https://c.example/z",
                                        "https://a.example/x" };
    struct llm_citation citations[CITATIONS];

    for (size_t i = 0; i < CITATIONS; i++) {
        unsigned char at[4] = { 0 };

        memcpy(at, data.data + 4 * i, 4);
        citations[i] = (struct llm_citation){ .url = str(urls[i]),
                                              .start = (int64_t) (at[0] * 64 + at[1]) - 64,
                                              .end = (int64_t) (at[2] * 64 + at[3]) - 64 };
    }
    struct str text = utf8_clean(arena, str_sub(data, 4 * CITATIONS, data.len));
    struct str out = panel_marks(arena, &(struct panel_marks){ text, citations, numbers, CITATIONS }), line;

    if (out.len > text.len + 64 * CITATIONS * (text.len + 1))
        abort();
    bool code = str_find_char(text, '`', 0) >= 0; /* it stays as it is */
    while (!code && str_next_line(&out, &line)) {
        for (size_t i = 0; i < line.len; i++) {
            struct marker marker;

            if (line.data[i] != '[' || !marker_read(line, i, &marker) || line.data[marker.end - 1] == ')')
                continue;
            for (size_t k = 0; k < marker.n; k++)
                if (marker.items[k] != 7 && marker.items[k] != 8 && marker.items[k] != 9) {
                    fprintf(stderr, "[%lld] in: %.*s\n", (long long) marker.items[k], STR_ARG(line));
                    abort();
                }
        }
    }
    struct panel_answer answer = { .content = text, .citations = citations, .citations_n = CITATIONS };
    panel_marks_links(arena, &answer);
    struct panel_answer bare = { .content = text }; /* its citations may be a list of pages at its end */
    panel_marks_links(arena, &bare);
    if (bare.content.len > text.len)
        abort();
}

static void check_words(struct arena *arena, struct str message)
{
    static struct llm *llm;
    static struct arena *own;
    struct str_list models = { 0 }, notices = { 0 };

    if (!llm) {
        static const struct llm_provider_settings providers[] = {
            { .name = { "openai", 6 }, .key = { "k", 1 } },
            { .name = { "anthropic", 9 }, .key = { "k", 1 } },
            { .name = { "perplexity", 10 }, .key = { "k", 1 } },
        };

        own = arena_new();
        if (llm_new(own, &(struct llm_settings){ .providers = providers, .providers_n = 3 }, &llm, NULL) < 0)
            abort();
    }
    panel_words(arena, llm, message, &models, &notices);
    for (size_t i = 0; i < models.n; i++)
        for (size_t k = 0; k < i; k++)
            if (str_eq(model_find(llm, arena, models.items[i], NULL)->provider,
                       model_find(llm, arena, models.items[k], NULL)->provider))
                abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct str bytes = str_n((const char *) data, size < SIZE_MAX_TEXT ? size : SIZE_MAX_TEXT);

    if (bytes.len && bytes.data[0] == 'w')
        check_words(arena, str_sub(bytes, 1, bytes.len));
    else if (bytes.len > 1 + 4 * CITATIONS)
        check_marks(arena, str_sub(bytes, 1, bytes.len));
    arena_free(arena);
    return 0;
}
