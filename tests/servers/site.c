/* Web sites: pages from folders, each site a host of its own (127.0.0.2 …), so
 * that robots.txt, the address guard and the polite rate per host are met as in
 * the world outside. A site's pages are files: below NAME/ of the case's own
 * folder first, then of the folder all cases share; what is not there for site2
 * or site3 is taken from site. What no file can hold is made (/made/…). */
#include <limits.h>

#include "exchange.h"
#include "wire.h"

enum { PAGE_MAX = 64 << 20, MADE_MAX = 256 << 20 };

/* One date for all: a checkout's file times say nothing. */
static const char modified[] = "Tue, 03 Mar 2026 09:00:00 GMT";

static const char *const types[][2] = {
    { ".html", "text/html; charset=utf-8" },
    { ".htm", "text/html; charset=utf-8" },
    { ".txt", "text/plain; charset=utf-8" },
    { ".md", "text/markdown; charset=utf-8" },
    { ".pdf", "application/pdf" },
    { ".json", "application/json" },
    { ".csv", "text/csv; charset=utf-8" },
    { ".xml", "application/xml" },
    { ".rss", "application/rss+xml" },
    { ".atom", "application/atom+xml" },
    { ".eml", "message/rfc822" },
    { ".gz", "application/gzip" },
    { ".svg", "image/svg+xml" },
    { ".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document" },
};

static void site_read(struct asked *asked)
{
    asked->role = str(str_is(asked->path, "/robots.txt") ? "robots" : "page");
    asked->query = str_format(asked->arena, "%.*s%.*s%s%.*s", STR_ARG(asked->place), STR_ARG(asked->path),
                              asked->arguments.len ? "?" : "", STR_ARG(asked->arguments));
}

static void site_failure(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    int status = wire_status(reply, 403, 429);

    wire_say(asked, ret, status, "text/html; charset=utf-8",
             status == 304
                 ? str("")
                 : str_format(asked->arena,
                              "<!DOCTYPE html><html><head><title>%d</title></head><body><h1>%s</h1></body></html>\n",
                              status, wire_reason(status)));
}

static void refuse(const struct asked *asked, int status, struct said *ret)
{
    site_failure(asked, &(struct reply){ .status = status, .failure = FAILURE_STATUS }, ret);
}

static const char *type_of(struct str path)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (str_ends(path, types[i][0]))
            return types[i][1];
    return types[0][1];
}

/* --- made pages --- */

static size_t number(const struct asked *asked, const char *name, size_t preset, size_t most)
{
    int64_t value;

    if (!str_to_int(form_get(asked->arena, asked->arguments, name), &value) || value < 0)
        return preset;
    return (size_t) value < most ? (size_t) value : most;
}

static void say_html(const struct asked *asked, struct buf *out, struct said *ret)
{
    wire_say(asked, ret, 200, "text/html; charset=utf-8", buf_take(out, asked->arena));
}

static void say_redirect(const struct asked *asked, struct str to, struct said *ret)
{
    refuse(asked, 302, ret);
    said_header(ret, "location", str_z(asked->arena, to));
}

/* Bits of a deflate stream, lowest first. */
struct bits {
    struct buf *out;
    unsigned held, n;
};

static void put_bits(struct bits *b, unsigned value, unsigned n)
{
    b->held |= value << b->n;
    for (b->n += n; b->n >= 8; b->n -= 8, b->held >>= 8)
        buf_add_char(b->out, (char) (b->held & 0xff));
}

/* Huffman codes go highest bit first. */
static void put_code(struct bits *b, unsigned code, unsigned n)
{
    while (n--)
        put_bits(b, code >> n & 1, 1);
}

/* A deflate stream of at least `size` equal letters: one literal, then "258 more of the last" again and again. */
static size_t deflate_letters(struct buf *out, char letter, size_t size)
{
    enum { FIXED_BLOCK = 3, LITERALS = 0x30, LENGTH_258 = 0xc5, RUN = 258 };
    struct bits b = { .out = out };
    size_t n = 1;

    put_bits(&b, FIXED_BLOCK, 3); /* the last one */
    put_code(&b, LITERALS + (unsigned char) letter, 8);
    for (; n < size; n += RUN) {
        put_code(&b, LENGTH_258, 8);
        put_code(&b, 0, 5); /* from one byte back */
    }
    put_code(&b, 0, 7); /* end of block */
    put_bits(&b, 0, 7); /* to a whole byte */
    return n;
}

static void put_number(struct buf *out, size_t value, int bytes)
{
    for (; bytes--; value >>= 8)
        buf_add_char(out, (char) (value & 0xff));
}

/* The sum behind it is wrong: nobody should get that far. */
static void make_gzip_bomb(const struct asked *asked, struct said *ret)
{
    struct buf out;
    size_t size = number(asked, "mb", 1024, 4096) << 20;

    buf_init(&out, MADE_MAX);
    buf_add(&out, "\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
    size = deflate_letters(&out, ' ', size);
    put_number(&out, 0, 4);
    put_number(&out, size, 4);
    say_html(asked, &out, ret);
    said_header(ret, "content-encoding", "gzip");
}

static void put_zip_header(struct buf *out, const char *signature, const char *name, size_t packed, size_t size)
{
    buf_add(out, signature, 4);
    if (signature[2] == 1)
        put_number(out, 20, 2); /* made by */
    put_number(out, 20, 2);
    put_number(out, 0, 2);
    put_number(out, 8, 2); /* deflate */
    put_number(out, 0, 8); /* time, sum */
    put_number(out, packed, 4);
    put_number(out, size, 4);
    put_number(out, strlen(name), 2);
    put_number(out, 0, 2);
    if (signature[2] == 1)
        put_number(out, 0, 14); /* no comment, at the start of the file */
    buf_add_z(out, name);
}

static void make_docx_bomb(const struct asked *asked, struct said *ret)
{
    static const char name[] = "word/document.xml";
    struct buf out, packed;
    size_t size = number(asked, "mb", 1024, 2048) << 20, start;

    buf_init(&out, MADE_MAX);
    buf_init(&packed, MADE_MAX);
    size = deflate_letters(&packed, ' ', size);
    put_zip_header(&out, "PK\3\4", name, packed.len, size);
    buf_add(&out, packed.data, packed.len);
    start = out.len;
    put_zip_header(&out, "PK\1\2", name, packed.len, size);
    size = out.len - start;
    buf_add(&out, "PK\5\6", 4);
    put_number(&out, 0, 4);
    put_number(&out, 1, 2);
    put_number(&out, 1, 2);
    put_number(&out, size, 4);
    put_number(&out, start, 4);
    put_number(&out, 0, 2);
    buf_free(&packed);
    wire_say(asked, ret, 200, type_of(asked->path), buf_take(&out, asked->arena));
}

static void make_nested(const struct asked *asked, struct said *ret)
{
    struct buf out;

    buf_init(&out, MADE_MAX);
    buf_add_z(&out, "<!DOCTYPE html><title>Deep</title><body>");
    for (size_t i = number(asked, "n", 100000, 10000000); i--;)
        buf_add_z(&out, "<div>");
    buf_add_z(&out, "<p>At the bottom of the well the water is cold and clear all through the year.</p>");
    say_html(asked, &out, ret);
}

static void make_attributes(const struct asked *asked, struct said *ret)
{
    struct buf out;

    buf_init(&out, MADE_MAX);
    buf_add_z(&out, "<!DOCTYPE html><title>Wide</title><body><p");
    for (size_t i = number(asked, "n", 50000, 10000000); i--;)
        buf_format(&out, " data-%zu=\"x\"", i);
    buf_add_z(&out, ">A paragraph with more attributes than words is not what anybody would write by hand.</p>");
    say_html(asked, &out, ret);
}

static void make_large(const struct asked *asked, struct said *ret)
{
    size_t size = number(asked, "mb", 20, 200) << 20;
    struct buf out;

    buf_init(&out, MADE_MAX);
    buf_add_z(&out, "<!DOCTYPE html><title>Large</title><body>");
    while (out.len < size)
        buf_add_z(
            &out,
            "<p>One paragraph is like the next one, and there are more of them than anybody will ever read.</p>\n");
    say_html(asked, &out, ret);
}

/* Sentences that differ, within a book and from book to book. */
static void make_book(const struct asked *asked, struct said *ret)
{
    static const char *const subjects[] = { "The agency",  "A laboratory", "One plant", "The report",
                                            "An engineer", "The survey",   "A buyer" };
    static const char *const things[] = { "battery costs of %zu dollars", "pumps of %zu litres", "%zu old contracts",
                                          "a fall of %zu percent", "%zu visitors" };
    size_t size = number(asked, "kb", 600, 4096) << 10, book = number(asked, "n", 1, 1000);
    struct buf out;

    buf_init(&out, MADE_MAX);
    buf_format(&out, "<!DOCTYPE html><title>Book %zu</title><body><h1>Book %zu</h1>", book, book);
    for (size_t i = book * 11; out.len < size; i++) {
        buf_format(&out, "<p>%s of volume %zu counted ", subjects[(i / 5 + book) % 7], book);
        buf_format(&out, things[i % 5], i % 89 + book);
        buf_format(&out, " in case %zu since 20%02zu.</p>\n", i, i % 25);
    }
    say_html(asked, &out, ret);
}

/* /made/redirect/3 leads to /made/redirect/2, and so on; 0 is a page. */
static void make_redirect(const struct asked *asked, struct said *ret)
{
    int64_t left = 0;
    struct buf out;

    str_to_int(str_sub(asked->path, strlen("/made/redirect/"), asked->path.len), &left);
    if (left > 0) {
        say_redirect(asked, str_format(asked->arena, "/made/redirect/%lld", (long long) left - 1), ret);
        return;
    }
    buf_init(&out, 4096);
    buf_add_z(
        &out,
        "<!DOCTYPE html><html><head><title>The end of the road</title></head><body><article><h1>The end of the road</h1>"
        "<p>Whoever follows the signs through the valley arrives at the old mill, where the road ends at the river.</p>"
        "</article></body></html>\n");
    say_html(asked, &out, ret);
}

static void make_loop(const struct asked *asked, struct said *ret)
{
    say_redirect(asked, str(str_is(asked->path, "/made/loop") ? "/made/loop/back" : "/made/loop"), ret);
}

static void make_redirect_to(const struct asked *asked, struct said *ret)
{
    say_redirect(asked, form_get(asked->arena, asked->arguments, "url"), ret);
}

static const struct {
    const char *path;
    void (*make)(const struct asked *asked, struct said *ret);
} made[] = {
    { "/made/gzip-bomb", make_gzip_bomb },   { "/made/bomb.docx", make_docx_bomb }, { "/made/nested", make_nested },
    { "/made/attributes", make_attributes }, { "/made/large", make_large },         { "/made/book", make_book },
    { "/made/redirect/", make_redirect },    { "/made/loop", make_loop },           { "/made/to", make_redirect_to },
};

/* --- files --- */

static bool read_file(const struct asked *asked, const char *folder, struct str place, struct str path, struct str *ret)
{
    const char *name = str_format(asked->arena, "%s/%.*s%.*s%s", folder, STR_ARG(place), STR_ARG(path),
                                  str_ends(path, "/") ? "index.html" : "")
                           .data;
    FILE *file = folder ? fopen(name, "rb") : NULL;
    struct buf out;
    char block[4096];
    size_t n;

    if (!file)
        return false;
    buf_init(&out, PAGE_MAX);
    while ((n = fread(block, 1, sizeof block, file)) > 0)
        buf_add(&out, block, n);
    n = (size_t) ferror(file); /* a folder opens, but cannot be read */
    fclose(file);
    *ret = buf_take(&out, asked->arena);
    return n == 0;
}

static bool find_page(const struct asked *asked, struct str *ret)
{
    const char *folders[] = { testd.pages, testd.folder };
    struct str places[] = { asked->place, str("site") };
    size_t places_n = str_is(asked->role, "robots") ? 1 : 2; /* a robots.txt is of its own host only */

    if (str_contains(asked->path, "/..") || asked->path.len > PATH_MAX / 2)
        return false;
    for (size_t p = 0; p < places_n; p++)
        for (size_t f = 0; f < 2; f++)
            if (read_file(asked, folders[f], places[p], asked->path, ret))
                return true;
    return false;
}

static bool is_unchanged(const struct asked *asked, const char *etag)
{
    const char *known = asked_header(asked, "If-None-Match"), *since = asked_header(asked, "If-Modified-Since");

    return known ? str_contains(str(known), etag) : since && strcmp(since, modified) == 0;
}

static void site_answer(const struct asked *asked, const struct reply *reply, struct said *ret)
{
    char hex[HASH_HEX_SIZE];
    const char *etag;
    struct str page;

    (void) reply;
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (str_starts(asked->path, made[i].path)) {
            made[i].make(asked, ret);
            return;
        }
    if (!find_page(asked, &page)) {
        refuse(asked, 404, ret);
        return;
    }
    hash_hex(hash_of(page), hex);
    etag = str_format(asked->arena, "\"%.16s\"", hex).data;
    if (is_unchanged(asked, etag))
        refuse(asked, 304, ret);
    else
        wire_say(asked, ret, 200, type_of(asked->path), page);
    said_header(ret, "etag", etag);
    said_header(ret, "last-modified", modified);
}

const struct service service_site = {
    .name = "site",
    .base = "",
    .type = "text/html; charset=utf-8",
    .url_variable = "SITE_URL",
    .key_variable = NULL,
    .read = site_read,
    .answer = site_answer,
    .failure = site_failure,
};
