#include <limits.h>

#include "base/buf.h"
#include "pages/document.h"
#include "records/page_starts.h"
#include "text/utf8.h"

/* Every string is a length of four bytes and its bytes; counts likewise. The
 * sender may be under a stranger's control: the reader believes nothing. */
enum { MAGIC = 0x32434446, LINKS_MAX = 2000, LIST_MAX = 500, PACK_MAX = 256 << 20 };

static void add_number(struct buf *out, size_t value)
{
    uint32_t small = value > UINT32_MAX ? UINT32_MAX : (uint32_t) value;

    buf_add(out, &small, sizeof small);
}

static void add_str(struct buf *out, struct str s)
{
    add_number(out, s.len);
    buf_add_str(out, s);
}

static void add_list(struct buf *out, const struct str_list *list)
{
    size_t n = list->n < LIST_MAX ? list->n : LIST_MAX;

    add_number(out, n);
    for (size_t i = 0; i < n; i++)
        add_str(out, list->items[i]);
}

struct str document_pack(struct arena *arena, const struct document *d)
{
    struct buf out;
    size_t links = d->links_n < LINKS_MAX ? d->links_n : LINKS_MAX;
    size_t pages = d->pages_n < PAGE_STARTS_MAX ? d->pages_n : PAGE_STARTS_MAX;

    buf_init(&out, PACK_MAX);
    add_number(&out, MAGIC);
    add_number(&out, (size_t) d->format);
    add_number(&out, (size_t) d->empty);
    add_number(&out, d->hidden_bytes);
    add_number(&out, d->words);
    add_number(&out, d->words_all);
    const struct str fields[] = { d->title, d->author,  d->site,    d->date, d->language,
                                  d->url,   d->charset, d->suspect, d->text };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        add_str(&out, fields[i]);
    add_list(&out, &d->captions);
    add_list(&out, &d->warnings);
    add_number(&out, links);
    for (size_t i = 0; i < links; i++) {
        add_str(&out, d->links[i].text);
        add_str(&out, d->links[i].url);
    }
    add_number(&out, pages);
    for (size_t i = 0; i < pages; i++)
        add_number(&out, d->pages[i]);
    return buf_take(&out, arena);
}

struct unpacker {
    struct arena *arena;
    struct str rest;
    bool bad;
};

static uint32_t take_number(struct unpacker *u, uint32_t most)
{
    uint32_t value = 0;

    if (u->rest.len < sizeof value) {
        u->bad = true;
        return 0;
    }
    memcpy(&value, u->rest.data, sizeof value);
    u->rest = str_sub(u->rest, sizeof value, u->rest.len);
    if (value > most) {
        u->bad = true;
        return 0;
    }
    return value;
}

static struct str take_str(struct unpacker *u)
{
    uint32_t n = take_number(u, UINT32_MAX);

    if (u->bad || n > u->rest.len || !utf8_valid(str_n(u->rest.data, n)) || (n && memchr(u->rest.data, '\0', n))) {
        u->bad = true;
        return (struct str){ 0 };
    }
    struct str s = str_dup(u->arena, str_n(u->rest.data, n));
    u->rest = str_sub(u->rest, n, u->rest.len);
    return s;
}

static void take_list(struct unpacker *u, struct str_list *ret)
{
    uint32_t n = take_number(u, LIST_MAX);

    for (uint32_t i = 0; i < n && !u->bad; i++)
        str_list_add(u->arena, ret, take_str(u));
}

int document_unpack(struct arena *arena, struct str packed, struct document *ret, struct error *e)
{
    struct unpacker u = { arena, packed, false };
    struct document d = { 0 };

    if (take_number(&u, UINT32_MAX) != MAGIC)
        u.bad = true;
    d.format = (int) take_number(&u, DOCUMENT_FORMATS - 1);
    d.empty = (int) take_number(&u, DOCUMENT_NOTHING);
    d.hidden_bytes = take_number(&u, UINT32_MAX);
    d.words = take_number(&u, UINT32_MAX);
    d.words_all = take_number(&u, UINT32_MAX);
    struct str *const fields[] = { &d.title, &d.author,  &d.site,    &d.date, &d.language,
                                   &d.url,   &d.charset, &d.suspect, &d.text };
    for (size_t i = 0; i < sizeof fields / sizeof *fields && !u.bad; i++)
        *fields[i] = take_str(&u);
    take_list(&u, &d.captions);
    take_list(&u, &d.warnings);
    d.links_n = take_number(&u, LINKS_MAX);
    d.links = arena_calloc(arena, d.links_n + 1, sizeof *d.links);
    for (size_t i = 0; i < d.links_n && !u.bad; i++) {
        d.links[i].text = take_str(&u);
        d.links[i].url = take_str(&u);
    }
    d.pages_n = take_number(&u, PAGE_STARTS_MAX);
    d.pages = arena_calloc(arena, d.pages_n + 1, sizeof *d.pages);
    for (size_t i = 0; i < d.pages_n && !u.bad; i++) {
        d.pages[i] = take_number(&u, UINT32_MAX);
        u.bad |= d.pages[i] > d.text.len || (i > 0 && d.pages[i] < d.pages[i - 1]);
    }
    if (u.bad || u.rest.len)
        return error_set(e, ERROR_PARSE, "the reader's answer is not well formed; the document was not read");
    *ret = d;
    return 0;
}
