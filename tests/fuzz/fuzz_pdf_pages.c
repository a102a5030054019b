#include "tests/fuzz/extract.h"

/* What pdftotext prints is as strange as the PDF it read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct document_limits limits = document_limits(NULL);
    struct document_hints hints = { .name = str("a.pdf") };
    struct document d = { .format = DOCUMENT_PDF };
    struct buf text;

    buf_init(&text, 64 * 1024);
    struct format_input in = { .arena = arena, .hints = &hints, .limits = &limits, .text = &text };
    /* Behind the first byte 1: what -layout prints. */
    struct str raw = str_n((const char *) data, size), layout = { 0 };
    ptrdiff_t at = str_find_char(raw, '\1', 0);
    if (at >= 0) {
        layout = str_sub(raw, (size_t) at + 1, raw.len);
        raw = str_sub(raw, 0, (size_t) at);
    }
    pdf_join_pages(&in, raw, layout, &d);
    for (size_t i = 0; i < d.pages_n; i++)
        if (d.pages[i] > d.text.len || (i && d.pages[i] < d.pages[i - 1]))
            abort();
    extract_check(arena, &d);
    buf_free(&text);
    arena_free(arena);
    return 0;
}
