/* Reading documents: files here, pages over the network, all in children. */
#include "service/documents.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "pages/fetch.h"
#include "records/journal.h"
#include "records/page_starts.h"
#include "service/door.h"
#include "service/tools.h"

enum { FETCH_AT_ONCE = 16, FETCH_MS = 120000 };

bool document_is_url(struct str source)
{
    return str_starts_nocase(source, "http://") || str_starts_nocase(source, "https://");
}

static void fill(struct arena *arena, const struct document *d, struct document_view *ret)
{
    ret->title = d->title;
    ret->author = d->author;
    ret->site = d->site;
    ret->date = d->date;
    ret->language = d->language;
    ret->url = d->url;
    ret->format = str(document_format_words[d->format]);
    ret->text = d->text;
    ret->links = d->links;
    ret->links_n = d->links_n;
    ret->captions = d->captions;
    ret->pages = (int64_t) d->pages_n;
    ret->words = (int64_t) d->words;
    ret->words_all = (int64_t) d->words_all;
    ret->page_starts = page_starts_text(arena, d->pages, d->pages_n, d->text.len);
    ret->warnings = d->warnings;
    if (d->empty != DOCUMENT_FULL)
        ret->error = str_format(arena, "it has no text to read: %s", document_empty_words[d->empty]);
}

static int read_file(struct arena *arena, struct str source, int keep, struct document *ret, struct error *e)
{
    struct document_limits limits = document_limits(&(struct document_limits){ .keep = keep });
    struct document_hints hints = { .name = file_name(source) };
    const char *path = str_z(arena, source);
    struct stat status;
    struct buf file;
    int r;

    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        return error_set(e, ERROR_INVALID, "it is a folder; @{corpus_add NAME %s} makes a corpus of it", path);
    /* Opening a pipe waits for somebody to write; a device may never end. */
    if (!str_is(source, "-") && stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(e, ERROR_INVALID, "it is a %s, not a file; copy its content into a file first",
                         S_ISFIFO(status.st_mode)   ? "pipe"
                         : S_ISSOCK(status.st_mode) ? "socket"
                                                    : "device");
    buf_init(&file, limits.bytes_max);
    r = str_is(source, "-") ? file_read_fd(STDIN_FILENO, &file, e) : file_read(path, &file, e);
    if (r == 0)
        r = document_read(arena, buf_str(&file), &hints, &limits, ret, e);
    buf_free(&file);
    return r;
}

struct fetching {
    struct pages *pages;
    struct net *net;
    bool all;
    bool anew; /* past the cache */
};

struct fetch {
    struct call call;
    struct document_view *view;
};

static int put_rows(struct db *db, void *arg, struct error *e)
{
    int r = 0;

    for (const struct call_cache_row *row = arg; row && r >= 0; row = row->next)
        r = cache_put(db, &(struct cache_row){ str(row->name), row->key, row->value, clock_wall_ms() + row->ttl_ms },
                      e);
    return r < 0 ? r : 0;
}

static void take_page(struct fetch *fetch, struct arena *arena)
{
    struct document_view *view = fetch->view;
    struct page page;
    struct error e = fetch->call.error;

    if (fetch->call.result == 0 && page_parse(arena, fetch->call.body, &page, &e) == 0) {
        fill(arena, &page.document, view);
        if (str_empty(view->url))
            view->url = page.final_url;
    } else {
        view->error = str_dup(arena, str(e.message));
    }
}

static int fetch_some(const struct fetching *fetching, struct store *store, struct arena *arena,
                      struct document_view *const views[], size_t n)
{
    /* Pages are kept and asked about again (304) where there is a database already; none is made for that. */
    const struct call_cache cache = { cache_read, store };
    struct net_wait *wait = net_wait_new(fetching->net);
    struct fetch *fetches = arena_calloc(arena, n, sizeof *fetches);
    struct call *calls[FETCH_AT_ONCE];

    for (size_t i = 0; i < n; i++) {
        struct request request;

        fetches[i].view = views[i];
        fetches[i].call = (struct call){ .wall_ms = clock_wall_ms(),
                                         .random = i + 1,
                                         .cache = store && !fetching->anew ? &cache : NULL };
        if (fetching->all)
            page_request_all(fetching->pages, arena, views[i]->source, &request);
        else
            page_request(fetching->pages, arena, views[i]->source, &request);
        fetches[i].call.deadline_ms = clock_monotonic_ms() + (request.timeout_ms > 0 ? request.timeout_ms : FETCH_MS);
        calls[i] = &fetches[i].call;
        call_begin(calls[i], &request, fetching->net, wait, arena);
    }
    call_drive(calls, n);
    for (size_t i = 0; i < n; i++) {
        take_page(&fetches[i], arena);
        /* A page that cannot be kept was read all the same. */
        if (store && calls[i]->cache_rows)
            store_write(store, put_rows, calls[i]->cache_rows, NULL);
        call_free(calls[i]);
    }
    net_wait_free(wait);
    return 0;
}

/* Pages and net of `fetching` are filled in. */
static int fetch_all(struct service *service, struct arena *arena, struct fetching *fetching,
                     struct document_view *const views[], size_t n, struct error *e)
{
    struct run_tools tools;
    struct store *store = NULL;
    int r = tools_default(service_tools(service), arena, &tools, e);

    if (r == 0)
        r = service_net(service, &fetching->net, e);
    if (r == 0 && !tools.pages)
        r = error_set(e, ERROR_FORBIDDEN,
                      "fetch.scope is corpus-only, so no page may be read. Change it, or give a file.");
    if (r == 0 && service_store(service, false, &store, NULL) < 0)
        store = NULL;
    fetching->pages = r == 0 ? tools.pages : NULL;
    for (size_t at = 0; r == 0 && at < n; at += FETCH_AT_ONCE)
        r = fetch_some(fetching, store, arena, views + at, n - at < FETCH_AT_ONCE ? n - at : FETCH_AT_ONCE);
    return r;
}

int documents_read(const struct caller *caller, struct arena *arena, const struct str_list *sources, int keep,
                   struct document_view *ret, struct error *e)
{
    struct document_view **urls = arena_calloc(arena, sources->n + 1, sizeof *urls);
    size_t urls_n = 0;

    for (size_t i = 0; i < sources->n; i++) {
        struct document document = { 0 };
        struct error own;

        ret[i] = (struct document_view){ .source = sources->items[i] };
        if (document_is_url(sources->items[i]))
            urls[urls_n++] = &ret[i];
        else if (!caller->paths)
            ret[i].error = str("files of the server cannot be named; give a URL");
        else if (read_file(arena, sources->items[i], keep, &document, &own) == 0)
            fill(arena, &document, &ret[i]);
        else
            ret[i].error = str_dup(arena, door_words(caller->door, arena, str(own.message)));
    }
    return urls_n ? fetch_all(caller->service, arena, &(struct fetching){ .all = keep == KEEP_ALL }, urls, urls_n, e)
                  : 0;
}

int documents_fetch_anew(const struct caller *caller, struct arena *arena, const struct str_list *urls,
                         struct document_view *ret, struct error *e)
{
    struct document_view **views = arena_calloc(arena, urls->n + 1, sizeof *views);

    for (size_t i = 0; i < urls->n; i++) {
        ret[i] = (struct document_view){ .source = urls->items[i] };
        views[i] = &ret[i];
    }
    return urls->n ? fetch_all(caller->service, arena, &(struct fetching){ .anew = true }, views, urls->n, e) : 0;
}

int do_read(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct read_in *in = in_;
    struct read_out *ret = ret_;

    ret->documents = arena_calloc(arena, in->sources.n + 1, sizeof *ret->documents);
    ret->documents_n = in->sources.n;
    return documents_read(caller, arena, &in->sources, in->all ? KEEP_ALL : KEEP_MORE, ret->documents, e);
}
