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
    /* Parts ended by the byte 1: in reading order, with -layout, with -bbox-layout. */
    struct str rest = str_n((const char *) data, size);
    struct pdf_prints prints = { 0 };
    if (str_next(&rest, '\1', &prints.text) && str_next(&rest, '\1', &prints.layout))
        prints.boxes = rest;
    pdf_join_pages(&in, &prints, &d);
    for (size_t i = 0; i < d.pages_n; i++)
        if (d.pages[i] > d.text.len || (i && d.pages[i] < d.pages[i - 1]))
            abort();
    extract_check(arena, &d);
    buf_free(&text);
    arena_free(arena);
    return 0;
}
