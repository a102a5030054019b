/* What every document must keep, whatever its bytes: valid UTF-8, canonical
 * text that stays as it is, pages in order, and a packed form that comes back. */
#ifndef FATHOM_FUZZ_EXTRACT_H
#define FATHOM_FUZZ_EXTRACT_H

#include <stdint.h>
#include <stdlib.h>

#include "pages/document.h"
#include "pages/format.h"
#include "tests/unit/documents.h"
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
    struct document_limits limits = { .text_max = 256 * 1024,
                                      .bytes_max = 4 << 20,
                                      .keep = size % 2 ? KEEP_MORE : KEEP_CONTENT };
    struct arena *arena = arena_new();
    struct document d;
    struct error e;

    if (document_parse(arena, str_n((const char *) data, size), &hints, &limits, &d, &e) == 0)
        extract_check(arena, &d);
    arena_free(arena);
    return 0;
}

/* The same for formats that are archives. A changed byte breaks an archive's checksums, and nothing behind them is reached;
 * so what is no archive is made one: "=== NAME" on a line begins a member, what stands before the first is `main`. */
static inline int extract_fuzz_archive(const uint8_t *data, size_t size, int format, const char *name,
                                       const char *first)
{
    enum { MEMBERS = 16 };
    struct documents_member members[MEMBERS + 1] = { { first, "" } };
    struct str rest = str_n((const char *) data, size), line;
    struct arena *arena = arena_new();
    struct buf text;
    size_t n = 0;

    if (size >= 2 && data[0] == 'P' && data[1] == 'K') {
        arena_free(arena);
        return extract_fuzz(data, size, format, name);
    }
    buf_init(&text, 1 << 20);
    while (str_next(&rest, '\n', &line)) {
        if (str_starts(line, "=== ") && n + 1 < MEMBERS) {
            members[n++].text = str_z(arena, buf_str(&text));
            members[n].name = str_z(arena, str_sub(line, 4, line.len));
            buf_clear(&text);
        } else {
            buf_add_str(&text, line);
            buf_add_char(&text, '\n');
        }
    }
    members[n].text = str_z(arena, buf_str(&text));
    struct str zip = documents_zip(arena, members);
    buf_free(&text);
    int r = extract_fuzz((const uint8_t *) zip.data, zip.len, format, name);
    arena_free(arena);
    return r;
}

#endif
