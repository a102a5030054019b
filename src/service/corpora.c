/* The user's corpora: made, listed, searched, removed. */
#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "records/page_starts.h"
#include "service/inventory.h"
#include "service/documents.h"
#include "service/service.h"
#include "service/value.h"
#include "text/counts.h"

enum { PAGES_AT_ONCE = 16, SKIPPED_TEXT_MAX = 64 << 10, SKIPPED_NAMED = 3 };

/* --- add --- */

static bool stopped(const struct corpus_progress *progress)
{
    return progress && progress->stop && progress->stop(progress->context);
}

static void skip(struct arena *arena, struct str name, struct str why, struct corpus_added *added)
{
    added->skipped++;
    str_list_add(arena, &added->notes, str_format(arena, "%.*s: skipped: %.*s", STR_ARG(name), STR_ARG(why)));
}

static int put_document(struct corpus_writer *writer, struct str path, const struct corpus_document *document,
                        struct corpus_added *added, struct error *e)
{
    int r = corpus_writer_put(writer, path, document, e);

    added->files++;
    added->bytes += (int64_t) document->text.len;
    added->documents += r == 1;
    added->unchanged += r == 2;
    added->duplicates += r == 3;
    return r < 0 ? r : 0;
}

static int put_page(struct corpus_writer *writer, struct arena *arena, const struct document_view *view,
                    struct corpus_added *added, struct error *e)
{
    struct corpus_document document = { .name = view->source,
                                        .title = view->title,
                                        .text = view->text,
                                        .url = str_empty(view->url) ? view->source : view->url,
                                        .date = view->date,
                                        .language = view->language,
                                        .pages = view->page_starts };

    if (str_empty(view->error))
        return put_document(writer, view->source, &document, added, e);
    skip(arena, view->source, view->error, added);
    return 0;
}

/* Pages are fetched some at a time; each lot lives in an arena of its own. */
static int add_pages(const struct caller *caller, struct arena *arena, struct corpus_writer *writer,
                     const struct str_list *urls, struct corpus_add_out *ret, struct error *e)
{
    int r = 0;

    for (size_t at = 0; r == 0 && at < urls->n && !(ret->stopped = stopped(caller->progress)); at += PAGES_AT_ONCE) {
        struct arena *lot = arena_new();
        struct str_list some = { urls->items + at, urls->n - at < PAGES_AT_ONCE ? urls->n - at : PAGES_AT_ONCE, 0 };
        struct document_view views[PAGES_AT_ONCE];

        r = documents_read(caller, lot, &some, KEEP_MORE, views, e);
        for (size_t i = 0; i < some.n && r == 0; i++)
            r = put_page(writer, arena, &views[i], &ret->added, e);
        arena_free(lot);
    }
    return r;
}

static void sum(struct arena *arena, struct corpus_added *to, const struct corpus_added *more)
{
    to->files += more->files;
    to->documents += more->documents;
    to->unchanged += more->unchanged;
    to->removed += more->removed;
    to->duplicates += more->duplicates;
    to->skipped += more->skipped;
    to->bytes += more->bytes;
    to->images += more->images;
    to->ignored += more->ignored;
    for (size_t i = 0; i < more->ignored_paths.n; i++)
        str_list_add(arena, &to->ignored_paths, more->ignored_paths.items[i]);
    for (size_t i = 0; i < more->notes.n; i++)
        str_list_add(arena, &to->notes, more->notes.items[i]);
}

/* The reason of a note "PATH: skipped: WHY (more)", without what is in brackets. */
static struct str reason_of(struct str note)
{
    static const char skipped[] = ": skipped: ";
    ptrdiff_t at = str_find(note, str(skipped), 0), bracket;

    if (at < 0)
        return note;
    struct str why = str_sub(note, (size_t) at + sizeof skipped - 1, note.len);
    bracket = str_find(why, str(" ("), 0);
    return bracket > 0 ? str_sub(why, 0, (size_t) bracket) : why;
}

/* "11: not a format that can be read (a.png, b.png, c.png ...)": the notes from `first` on that have its reason. */
static void add_reason(struct buf *out, struct arena *arena, const struct str_list *notes, size_t first)
{
    struct str why = reason_of(notes->items[first]);
    struct str_list names = { 0 };
    size_t same = 0;

    for (size_t i = first; i < notes->n; i++) {
        struct str note = notes->items[i];
        ptrdiff_t at = str_find(note, str(": skipped: "), 0);

        if (!str_eq(reason_of(note), why))
            continue;
        same++;
        if (at > 0 && names.n < SKIPPED_NAMED)
            str_list_add(arena, &names, file_name(str_sub(note, 0, (size_t) at)));
    }
    buf_format(out, " %zu: %.*s", same, STR_ARG(why));
    if (names.n)
        buf_format(out, " (%.*s%s)", STR_ARG(str_join(arena, names.items, names.n, ", ")),
                   same > names.n ? " ..." : "");
}

struct str corpus_skipped_text(struct arena *arena, const struct corpus_added *added)
{
    const struct str_list *notes = &added->notes;
    struct str_list reasons = { 0 };
    struct buf out;

    if (notes->n < 2)
        return notes->n ? notes->items[0] : str("");
    buf_init(&out, SKIPPED_TEXT_MAX);
    buf_format(&out, "%.*s skipped:", STR_ARG(text_counted(arena, added->skipped, "file was", "files were")));
    for (size_t i = 0; i < notes->n && reasons.n < SKIPPED_NAMED; i++) {
        if (str_list_has(&reasons, reason_of(notes->items[i])))
            continue;
        buf_add_z(&out, reasons.n ? ";" : "");
        add_reason(&out, arena, notes, i);
        str_list_add(arena, &reasons, reason_of(notes->items[i]));
    }
    return buf_take(&out, arena);
}

/* The bytes of a file become text as those of a file of this machine do. */
static int read_upload(struct arena *arena, const struct corpus_upload *upload, struct corpus_document *ret,
                       struct error *e)
{
    struct document document = { 0 };
    struct str bytes;
    int r;

    *ret = (struct corpus_document){
        .name = upload->name, .title = upload->title, .text = upload->text, .url = upload->url, .date = upload->date
    };
    if (str_empty(upload->data))
        return 0;
    if (!base64_decode(arena, upload->data, &bytes))
        return error_set(e, ERROR_PARSE, "its data is not base64");
    r = document_read(arena, bytes, &(struct document_hints){ .url = upload->url, .name = upload->name },
                      &(struct document_limits){ .keep = KEEP_MORE }, &document, e);
    if (r < 0)
        return r;
    ret->text = document.text;
    ret->language = document.language;
    ret->pages = page_starts_text(arena, document.pages, document.pages_n, document.text.len);
    if (str_empty(ret->title))
        ret->title = document.title;
    if (str_empty(ret->date))
        ret->date = document.date;
    return 0;
}

static int add_uploads(struct arena *arena, struct corpus_writer *writer, const struct corpus_add_in *in,
                       struct corpus_added *added, struct error *e)
{
    int r = 0;

    for (size_t i = 0; r == 0 && i < in->documents_n; i++) {
        struct arena *scratch = arena_new();
        struct corpus_document document;
        struct error why = { 0 };

        if (read_upload(scratch, &in->documents[i], &document, &why) == 0 && !str_empty(str_trim(document.text)))
            r = put_document(writer, document.name, &document, added, e);
        else
            skip(arena, in->documents[i].name,
                 str(str_empty(in->documents[i].data) || !why.message[0] ? "it has no text" : why.message), added);
        arena_free(scratch);
    }
    return r;
}

int do_corpus_add(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_add_in *in = in_;
    struct corpus_add_out *ret = ret_;
    struct corpus_added files = { 0 };
    struct str_list urls = { 0 }, paths = { 0 };
    struct corpus_writer *writer;
    struct store *store;
    int r = 0;

    for (size_t i = 0; i < in->paths.n; i++)
        str_list_add(arena, document_is_url(in->paths.items[i]) ? &urls : &paths, in->paths.items[i]);
    if (paths.n == 0 && urls.n == 0 && in->documents_n == 0)
        r = error_set(e, ERROR_INVALID,
                      caller->paths ? "corpus add needs NAME PATH...: files, folders or URLs."
                                    : "A corpus is made of documents or URLs: give documents or paths."),
        error_about(e, "documents");
    else if (paths.n && !caller->paths)
        r = error_set(e, ERROR_FORBIDDEN, "files of the server cannot be named; give URLs or documents");
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    ret->name = in->name;
    struct str key = corpus_key(arena, caller->user, in->name);
    if (r == 0 && paths.n)
        r = corpus_add(store, arena,
                       &(struct corpus_add_settings){
                           .name = key, .paths = paths.items, .paths_n = paths.n, .progress = caller->progress },
                       &files, e);
    ret->stopped = stopped(caller->progress);
    bool more = (urls.n && !ret->stopped) || in->documents_n;
    if (r == 0 && more && (r = corpus_writer_begin(store, key, caller->progress, &writer, e)) == 0) {
        r = ret->stopped ? 0 : add_pages(caller, arena, writer, &urls, ret, e);
        if (r == 0)
            r = add_uploads(arena, writer, in, &ret->added, e);
        int ended = corpus_writer_end(writer, r < 0 ? NULL : e);
        r = r < 0 ? r : ended;
    }
    sum(arena, &ret->added, &files);
    return r;
}

/* --- list, search, remove --- */

/* Without a database there is no corpus. */
static int open_store(const struct caller *caller, struct str name, struct store **ret, struct error *e)
{
    int r = service_store(caller->service, false, ret, e);

    if (r == -ERROR_NOT_FOUND)
        return error_set(e, ERROR_NOT_FOUND, "There is no corpus \"%.*s\". Make one: @{corpus_add %.*s FOLDER}",
                         STR_ARG(name), STR_ARG(name));
    return r;
}

int do_corpus_list(const struct caller *caller, struct arena *arena, const void *in, void *ret_, struct error *e)
{
    struct corpus_list_out *ret = ret_;
    struct corpus_row *rows;
    struct store *store;
    size_t n;
    int r = service_store(caller->service, false, &store, e);

    (void) in;
    if (r == -ERROR_NOT_FOUND)
        return 0;
    if (r == 0)
        r = corpus_list(store, caller->user, arena, &rows, &n, e);
    if (r < 0)
        return r;
    ret->corpora = arena_calloc(arena, n + 1, sizeof *ret->corpora);
    ret->corpora_n = n;
    for (size_t i = 0; i < n; i++) {
        struct corpus_view *view = &ret->corpora[i];
        struct str rest = rows[i].languages, part;

        *view = (struct corpus_view){ .name = rows[i].name,
                                      .updated = clock_iso_text(arena, rows[i].updated_ms),
                                      .documents = rows[i].documents,
                                      .bytes = rows[i].bytes,
                                      .files = rows[i].files,
                                      .duplicates = rows[i].duplicates };
        while (str_next(&rest, ' ', &part))
            if (!str_empty(part))
                str_list_add(arena, &view->languages, part);
    }
    return 0;
}

int do_corpus_search(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_search_in *in = in_;
    struct corpus_search_out *ret = ret_;
    struct str_list keys = { 0 };
    struct corpus_query query = { .corpora_n = in->corpora.n,
                                  .text = in->query,
                                  .count = in->count,
                                  .since = in->since,
                                  .until = in->until,
                                  .include_domains = &in->include_domains,
                                  .exclude_domains = &in->exclude_domains,
                                  .passages = !in->bare };
    struct corpus_hits hits = { 0 };
    struct store *store;
    int r = open_store(caller, in->corpora.n ? in->corpora.items[0] : str("NAME"), &store, e);

    for (size_t i = 0; i < in->corpora.n; i++)
        str_list_add(arena, &keys, corpus_key(arena, caller->user, in->corpora.items[i]));
    query.corpora = keys.items;
    if (r == 0)
        r = corpus_search(store, arena, &query, &hits, e);
    if (r < 0)
        return r;
    ret->hits = arena_calloc(arena, hits.n + 1, sizeof *ret->hits);
    ret->hits_n = hits.n;
    for (size_t i = 0; i < hits.n; i++) {
        const struct corpus_hit *hit = &hits.items[i];

        ret->hits[i] = (struct corpus_hit_view){ .doc = hit->name,
                                                 .corpus = hit->corpus,
                                                 .title = hit->title,
                                                 .url = hit->url,
                                                 .date = hit->date,
                                                 .passage = hit->passage,
                                                 .copy_of = hit->copy_of,
                                                 .score = (double) hit->score / 1000,
                                                 .start = (int64_t) hit->start,
                                                 .end = (int64_t) hit->end };
    }
    return 0;
}

int do_corpus_show(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_ref *in = in_;
    struct corpus_show_out *ret = ret_;
    struct corpus_document_row *rows;
    struct store *store;
    size_t n;
    int r = open_store(caller, in->name, &store, e);

    if (r == 0)
        r = corpus_documents(store, corpus_key(arena, caller->user, in->name), arena, &rows, &n, e);
    if (r < 0)
        return r;
    *ret = (struct corpus_show_out){ in->name, arena_calloc(arena, n + 1, sizeof *ret->documents), n };
    for (size_t i = 0; i < n; i++) {
        ret->documents[i] = (struct corpus_show_document){ .name = rows[i].name,
                                                           .title = rows[i].title,
                                                           .date = rows[i].date,
                                                           .language = rows[i].language,
                                                           .url = rows[i].url,
                                                           .bytes = rows[i].bytes };
        for (size_t k = 0; rows[i].duplicate_of && k < n; k++)
            if (rows[k].id == rows[i].duplicate_of)
                ret->documents[i].copy_of = rows[k].name;
    }
    return 0;
}

int do_corpus_remove(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_ref *in = in_;
    struct corpus_ref *ret = ret_;
    struct store *store;
    int r = open_store(caller, in->name, &store, e);

    if (r == 0)
        r = corpus_remove(store, corpus_key(arena, caller->user, in->name), e);
    if (r < 0)
        return r;
    *ret = *in;
    service_care(caller->service);
    return 0;
}
