/* What every document must keep, whatever its bytes: valid UTF-8, canonical
 * text that stays as it is, pages in order, and a packed form that comes back. */
#ifndef FATHOM_FUZZ_EXTRACT_H
#define FATHOM_FUZZ_EXTRACT_H

#include <stdint.h>
#include <stdlib.h>

#include "pages/document.h"
#include "pages/format.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void extract_check(struct arena *arena, const struct document *d)
{
    struct document back;

    if (!utf8_valid(d->text) || !utf8_valid(d->title) || !utf8_valid(d->author) || d->date.len > 10)
        abort();
    for (size_t i = 0; i < d->links_n; i++)
        if (!utf8_valid(d->links[i].url) || !utf8_valid(d->links[i].text))
            abort();
    if (memchr(d->text.data, '\0', d->text.len) || memchr(d->text.data, '\r', d->text.len))
        abort();
    if (document_unpack(arena, document_pack(arena, d), &back, NULL) < 0 || !str_eq(back.text, d->text))
        abort();
}

/* Reads the bytes as this format, without the sniffer in the way. */
static inline int extract_fuzz(const uint8_t *data, size_t size, int format, const char *name)
{
    struct document_hints hints = { .url = str("http://example.org/a/b"), .name = str(name), .format = format };
    struct document_limits limits = { .text_max = 256 * 1024, .bytes_max = 4 << 20 };
    struct arena *arena = arena_new();
    struct document d;
    struct error e;

    if (document_parse(arena, str_n((const char *) data, size), &hints, &limits, &d, &e) == 0)
        extract_check(arena, &d);
    arena_free(arena);
    return 0;
}

#endif
