#include "pages/zip.h"

#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <pthread.h>

#include "base/buf.h"

/* libarchive is rarely used and doubles the start time when linked: it is
 * loaded when the first such document comes. */
static struct {
    struct archive *(*read_new)(void);
    int (*support_zip)(struct archive *);
    int (*support_raw)(struct archive *);
    int (*support_gzip)(struct archive *);
    int (*open_memory)(struct archive *, const void *, size_t);
    int (*next_header)(struct archive *, struct archive_entry **);
    const char *(*pathname)(struct archive_entry *);
    la_ssize_t (*read_data)(struct archive *, void *, size_t);
    int (*read_free)(struct archive *);
    bool ready;
} lib;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    static const struct {
        const char *name;
        void *slot;
    } symbols[] = {
        { "archive_read_new", &lib.read_new },
        { "archive_read_support_format_zip", &lib.support_zip },
        { "archive_read_support_format_raw", &lib.support_raw },
        { "archive_read_support_filter_gzip", &lib.support_gzip },
        { "archive_read_open_memory", &lib.open_memory },
        { "archive_read_next_header", &lib.next_header },
        { "archive_entry_pathname", &lib.pathname },
        { "archive_read_data", &lib.read_data },
        { "archive_read_free", &lib.read_free },
    };
    void *handle = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);

    if (!handle)
        return;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *symbol = dlsym(handle, symbols[i].name);
        if (!symbol)
            return;
        memcpy(symbols[i].slot, &symbol, sizeof symbol);
    }
    lib.ready = true;
}

bool zip_load(void)
{
    pthread_once(&once, load);
    return lib.ready;
}

/* Reads one member; `left` bytes are allowed for it and all that follow. */
static int read_member(struct archive *a, const char *kind, struct buf *ret, struct error *e)
{
    char block[8192 - 1024];

    for (;;) {
        la_ssize_t n = lib.read_data(a, block, sizeof block);
        if (n < 0)
            return error_set(e, ERROR_PARSE, "the archive inside the %s is damaged", kind);
        if (n == 0)
            return 0;
        if (buf_add(ret, block, (size_t) n) < 0)
            return error_set(e, ERROR_LIMIT, "the %s unpacks to more than %d MB; it was not read", kind,
                             ZIP_BYTES_MAX >> 20);
    }
}

static int read_members(struct arena *arena, struct archive *a, const char *kind, bool (*wanted)(struct str name),
                        struct zip *zip, struct error *e)
{
    struct archive_entry *entry;
    size_t left = ZIP_BYTES_MAX;
    int members = 0;

    for (int got; (got = lib.next_header(a, &entry)) != ARCHIVE_EOF;) {
        if (got < ARCHIVE_WARN)
            return zip->n ? 0 : error_set(e, ERROR_PARSE, "the archive inside the %s is damaged", kind);
        const char *name = lib.pathname(entry);
        if (++members > ZIP_MEMBERS_MAX)
            return error_set(e, ERROR_LIMIT, "the %s has more than %d parts; it was not read", kind, ZIP_MEMBERS_MAX);
        if (!name || !wanted(str(name)))
            continue;
        struct buf data;
        buf_init(&data, left);
        int r = read_member(a, kind, &data, e);
        left -= data.len;
        if (r < 0) {
            buf_free(&data);
            return r;
        }
        zip->parts = arena_grow(arena, zip->parts, &zip->capacity, zip->n + 1, sizeof *zip->parts);
        zip->parts[zip->n++] = (struct zip_part){ str_dup(arena, str(name)), buf_take(&data, arena) };
    }
    return 0;
}

int zip_read(struct arena *arena, struct str bytes, const char *kind, bool (*wanted)(struct str name), struct zip *ret,
             struct error *e)
{
    *ret = (struct zip){ 0 };
    if (!zip_load())
        return error_set(e, ERROR_MISCONFIGURED, "reading %s needs libarchive: install libarchive13", kind);
    struct archive *a = lib.read_new();
    if (!a)
        return error_set(e, ERROR_LIMIT, "no memory to unpack the %s", kind);
    lib.support_zip(a);
    int r = lib.open_memory(a, bytes.data, bytes.len) == ARCHIVE_OK
                ? read_members(arena, a, kind, wanted, ret, e)
                : error_set(e, ERROR_PARSE, "the archive inside the %s is damaged", kind);
    lib.read_free(a);
    return r;
}

int zip_gunzip(struct arena *arena, struct str bytes, struct str *ret, struct error *e)
{
    struct archive_entry *entry;
    struct buf data;

    if (!zip_load())
        return error_set(e, ERROR_MISCONFIGURED, "reading gzip files needs libarchive: install libarchive13");
    struct archive *a = lib.read_new();
    if (!a)
        return error_set(e, ERROR_LIMIT, "no memory to unpack the gzip file");
    lib.support_raw(a);
    lib.support_gzip(a);
    buf_init(&data, ZIP_BYTES_MAX);
    int r = lib.open_memory(a, bytes.data, bytes.len) == ARCHIVE_OK && lib.next_header(a, &entry) >= ARCHIVE_WARN
                ? read_member(a, "gzip file", &data, e)
                : error_set(e, ERROR_PARSE, "the gzip file is damaged");
    if (r == 0)
        *ret = buf_take(&data, arena);
    buf_free(&data);
    lib.read_free(a);
    return r;
}

struct str zip_part(const struct zip *zip, const char *name)
{
    for (size_t i = 0; i < zip->n; i++)
        if (str_is(zip->parts[i].name, name))
            return zip->parts[i].data;
    return (struct str){ 0 };
}
