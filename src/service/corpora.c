/* The user's corpora: made, listed, searched, removed. */
#include "base/clock.h"
#include "base/file.h"
#include "service/inventory.h"
#include "service/documents.h"
#include "service/service.h"
#include "service/value.h"

enum { PAGES_AT_ONCE = 16, SKIPPED_TEXT_MAX = 64 << 10, SKIPPED_NAMED = 3 };

/* --- add --- */

static bool stopped(const struct corpus_progress *progress)
{
    return progress && progress->stop && progress->stop(progress->context);
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

    if (!str_empty(view->error)) {
        added->skipped++;
        str_list_add(arena, &added->notes,
                     str_format(arena, "%.*s: skipped: %.*s", STR_ARG(view->source), STR_ARG(view->error)));
        return 0;
    }
    int r = corpus_writer_put(writer, view->source, &document, e);
    added->files++;
    added->bytes += (int64_t) view->text.len;
    added->documents += r == 1;
    added->unchanged += r == 2;
    added->duplicates += r == 3;
    return r < 0 ? r : 0;
}

/* Pages are fetched some at a time; each lot lives in an arena of its own. */
static int add_pages(const struct caller *caller, struct store *store, struct arena *arena, struct str name,
                     const struct str_list *urls, struct corpus_added *added, bool *ret_stopped, struct error *e)
{
    struct corpus_writer *writer;
    int ended, r = corpus_writer_begin(store, name, caller->progress, &writer, e);

    if (r < 0)
        return r;
    for (size_t at = 0; r == 0 && at < urls->n && !(*ret_stopped = stopped(caller->progress)); at += PAGES_AT_ONCE) {
        struct arena *lot = arena_new();
        struct str_list some = { urls->items + at, urls->n - at < PAGES_AT_ONCE ? urls->n - at : PAGES_AT_ONCE, 0 };
        struct document_view views[PAGES_AT_ONCE];

        r = documents_read(caller, lot, &some, KEEP_CONTENT, views, e);
        for (size_t i = 0; i < some.n && r == 0; i++)
            r = put_page(writer, arena, &views[i], added, e);
        arena_free(lot);
    }
    ended = corpus_writer_end(writer, r < 0 ? NULL : e);
    return r < 0 ? r : ended;
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
    buf_format(&out, "%lld files were skipped:", (long long) added->skipped);
    for (size_t i = 0; i < notes->n && reasons.n < SKIPPED_NAMED; i++) {
        if (str_list_has(&reasons, reason_of(notes->items[i])))
            continue;
        buf_add_z(&out, reasons.n ? ";" : "");
        add_reason(&out, arena, notes, i);
        str_list_add(arena, &reasons, reason_of(notes->items[i]));
    }
    return buf_take(&out, arena);
}

static int add(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_add_in *in = in_;
    struct corpus_add_out *ret = ret_;
    struct corpus_added files = { 0 };
    struct str_list urls = { 0 }, paths = { 0 };
    struct store *store;
    int r = 0;

    for (size_t i = 0; i < in->paths.n; i++)
        str_list_add(arena, document_is_url(in->paths.items[i]) ? &urls : &paths, in->paths.items[i]);
    if (paths.n == 0 && urls.n == 0)
        r = error_set(e, ERROR_INVALID, "corpus add needs files, folders or URLs: fathom corpus add NAME PATH…");
    else if (paths.n && !caller->paths)
        r = error_set(e, ERROR_FORBIDDEN, "files of the server cannot be named; give URLs");
    if (r == 0)
        r = service_store(caller->service, true, &store, e);
    ret->name = in->name;
    if (r == 0 && paths.n)
        r = corpus_add(store, arena,
                       &(struct corpus_add_settings){
                           .name = in->name, .paths = paths.items, .paths_n = paths.n, .progress = caller->progress },
                       &files, e);
    ret->stopped = stopped(caller->progress);
    if (r == 0 && urls.n && !ret->stopped)
        r = add_pages(caller, store, arena, in->name, &urls, &ret->added, &ret->stopped, e);
    sum(arena, &ret->added, &files);
    return r;
}

/* --- list, search, remove --- */

/* Without a database there is no corpus. */
static int open_store(const struct caller *caller, struct str name, struct store **ret, struct error *e)
{
    int r = service_store(caller->service, false, ret, e);

    if (r == -ERROR_NOT_FOUND)
        return error_set(e, ERROR_NOT_FOUND, "There is no corpus \"%.*s\". Make one: fathom corpus add %.*s FOLDER",
                         STR_ARG(name), STR_ARG(name));
    return r;
}

static int list(const struct caller *caller, struct arena *arena, const void *in, void *ret_, struct error *e)
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
        r = corpus_list(store, arena, &rows, &n, e);
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

static int search(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_search_in *in = in_;
    struct corpus_search_out *ret = ret_;
    struct corpus_query query = { .corpora = in->corpora.items,
                                  .corpora_n = in->corpora.n,
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

static int show(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_ref *in = in_;
    struct corpus_show_out *ret = ret_;
    struct corpus_document_row *rows;
    struct store *store;
    size_t n;
    int r = open_store(caller, in->name, &store, e);

    if (r == 0)
        r = corpus_documents(store, in->name, arena, &rows, &n, e);
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

static int forget(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct corpus_ref *in = in_;
    struct corpus_ref *ret = ret_;
    struct store *store;
    int r = open_store(caller, in->name, &store, e);

    (void) arena;
    if (r == 0)
        r = corpus_remove(store, in->name, e);
    if (r < 0)
        return r;
    *ret = *in;
    service_care(caller->service);
    return 0;
}

/* --- tables --- */

static const char *const kind_paths[] = { "PATH", NULL };

static const struct field add_in_fields[] = {
    FIELD_STR(struct corpus_add_in, name, .required = true, .words = kind_name, .help = "name of the corpus"),
    FIELD_STRS(struct corpus_add_in, paths, .required = true, .words = kind_paths,
               .help = "files, folders, .jsonl files and URLs"),
    FIELD_END,
};
static const struct field add_out_fields[] = {
    FIELD_STR(struct corpus_add_out, name, .help = "name of the corpus"),
    FIELD_AS("files", INT, struct corpus_add_out, added.files, .help = "files read now"),
    FIELD_AS("documents", INT, struct corpus_add_out, added.documents, .help = "documents indexed now"),
    FIELD_AS("unchanged", INT, struct corpus_add_out, added.unchanged, .help = "those that were there already"),
    FIELD_AS("removed", INT, struct corpus_add_out, added.removed, .help = "files that are gone, taken out"),
    FIELD_AS("duplicates", INT, struct corpus_add_out, added.duplicates, .help = "documents with the text of another"),
    FIELD_AS("skipped", INT, struct corpus_add_out, added.skipped, .help = "what could not be read"),
    FIELD_AS("images", INT, struct corpus_add_out, added.images, .help = "images left out"),
    FIELD_AS("ignored", INT, struct corpus_add_out, added.ignored,
             .help = "other files and folders left out: scripts, archives, build output, what ignore files name"),
    FIELD_AS("bytes", INT, struct corpus_add_out, added.bytes, .help = "bytes read now"),
    FIELD_AS("notes", STRS, struct corpus_add_out, added.notes, .help = "why something was skipped"),
    FIELD_BOOL(struct corpus_add_out, stopped, .help = "it was stopped before the end; what was read is kept"),
    FIELD_END,
};
const struct operation operation_corpus_add = {
    .name = "corpus_add",
    .help = "Make a corpus of files, folders and URLs, or bring it up to date.",
    .about =
        "Of folders, images, style sheets, scripts, archives, build output and what .gitignore and .fathomignore name are left "
        "out. Only what changed is read again; files that are gone from a given folder are taken out. It may be stopped at any "
        "moment: what was read is kept, adding again goes on. A .jsonl file holds one {\"id\",\"title\",\"text\",\"url\","
        "\"date\"} per line.",
    .in = add_in_fields,
    .in_size = sizeof(struct corpus_add_in),
    .out = add_out_fields,
    .out_size = sizeof(struct corpus_add_out),
    .run = add,
    .errors = { ERROR_INVALID, ERROR_STORE },
};

static const struct field corpus_view_fields[] = {
    FIELD_STR(struct corpus_view, name, .help = "its name"),
    FIELD_INT(struct corpus_view, documents, .help = "how many documents it has"),
    FIELD_INT(struct corpus_view, bytes, .help = "bytes of text"),
    FIELD_INT(struct corpus_view, files, .help = "files they came from"),
    FIELD_INT(struct corpus_view, duplicates, .help = "documents with the text of another"),
    FIELD_STRS(struct corpus_view, languages, .help = "documents by language: en:512"),
    FIELD_STR(struct corpus_view, updated, .help = "when it was last added to"),
    FIELD_END,
};
static const struct field list_out_fields[] = {
    FIELD_LIST(struct corpus_list_out, corpora, corpora_n, struct corpus_view, corpus_view_fields,
               .help = "the corpora, by name"),
    FIELD_END,
};
const struct operation operation_corpus_list = {
    .name = "corpus_list",
    .help = "List the corpora.",
    .in = no_fields,
    .in_size = sizeof(struct nothing),
    .out = list_out_fields,
    .out_size = sizeof(struct corpus_list_out),
    .run = list,
};

static const struct field search_in_fields[] = {
    FIELD_STRS(struct corpus_search_in, corpora, .required = true, .words = kind_name, .min = 1,
               .help = "names of corpora"),
    FIELD_STR(struct corpus_search_in, query, .required = true, .help = "words; \"quoted ones\" must stand so"),
    FIELD_INT(struct corpus_search_in, count, .min = 1, .max = 1000, .preset = "10", .help = "documents wanted"),
    FIELD_STR(struct corpus_search_in, since, .words = kind_date, .help = "none older than this"),
    FIELD_STR(struct corpus_search_in, until, .words = kind_date, .help = "none newer than this"),
    FIELD_AS("includeDomains", STRS, struct corpus_search_in, include_domains, .words = kind_glob,
             .help = "only of these domains"),
    FIELD_AS("excludeDomains", STRS, struct corpus_search_in, exclude_domains, .words = kind_glob,
             .help = "none of these domains"),
    FIELD_BOOL(struct corpus_search_in, bare, .help = "leave the passages out"),
    FIELD_END,
};
static const struct field hit_fields[] = {
    FIELD_STR(struct corpus_hit_view, doc, .help = "the document: its id or path"),
    FIELD_DOUBLE(struct corpus_hit_view, score, .help = "how well it fits"),
    FIELD_STR(struct corpus_hit_view, corpus, .help = "where it is"),
    FIELD_STR(struct corpus_hit_view, title, .nullable = true, .help = "its title"),
    FIELD_STR(struct corpus_hit_view, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct corpus_hit_view, date, .nullable = true, .help = "its date"),
    FIELD_INT(struct corpus_hit_view, start, .help = "first byte of the passage in the document's text"),
    FIELD_INT(struct corpus_hit_view, end, .help = "the byte behind it"),
    FIELD_STR(struct corpus_hit_view, passage, .nullable = true, .help = "the passage that fits best"),
    FIELD_STR(struct corpus_hit_view, copy_of, .nullable = true, .help = "the better hit that it is a near copy of"),
    FIELD_END,
};
static const struct field search_out_fields[] = {
    FIELD_LIST(struct corpus_search_out, hits, hits_n, struct corpus_hit_view, hit_fields, .help = "best first"),
    FIELD_END,
};
const struct operation operation_corpus_search = {
    .name = "corpus_search",
    .help = "Search corpora.",
    .about = "Several corpora are searched at once when their names are joined by commas.",
    .in = search_in_fields,
    .in_size = sizeof(struct corpus_search_in),
    .out = search_out_fields,
    .out_size = sizeof(struct corpus_search_out),
    .run = search,
    .errors = { ERROR_INVALID, ERROR_NOT_FOUND },
};

static const struct field ref_fields[] = {
    FIELD_STR(struct corpus_ref, name, .required = true, .words = kind_name, .help = "name of the corpus"),
    FIELD_END,
};
static const struct field show_document_fields[] = {
    FIELD_STR(struct corpus_show_document, name, .help = "its id or path"),
    FIELD_STR(struct corpus_show_document, title, .nullable = true, .help = "its title"),
    FIELD_INT(struct corpus_show_document, bytes, .help = "bytes of its text"),
    FIELD_STR(struct corpus_show_document, date, .nullable = true, .help = "its date"),
    FIELD_STR(struct corpus_show_document, language, .nullable = true, .help = "code of its language"),
    FIELD_STR(struct corpus_show_document, url, .nullable = true, .help = "its address"),
    FIELD_STR(struct corpus_show_document, copy_of, .nullable = true, .help = "the document that has the same text"),
    FIELD_END,
};
static const struct field show_out_fields[] = {
    FIELD_STR(struct corpus_show_out, name, .help = "name of the corpus"),
    FIELD_LIST(struct corpus_show_out, documents, documents_n, struct corpus_show_document, show_document_fields,
               .help = "its documents, by name"),
    FIELD_END,
};
const struct operation operation_corpus_show = {
    .name = "corpus_show",
    .help = "List the documents of a corpus: sizes, dates, duplicates.",
    .in = ref_fields,
    .in_size = sizeof(struct corpus_ref),
    .out = show_out_fields,
    .out_size = sizeof(struct corpus_show_out),
    .run = show,
    .errors = { ERROR_NOT_FOUND },
};

const struct operation operation_corpus_remove = {
    .name = "corpus_remove",
    .help = "Remove a corpus; the files it was made of stay.",
    .in = ref_fields,
    .in_size = sizeof(struct corpus_ref),
    .out = ref_fields,
    .out_size = sizeof(struct corpus_ref),
    .run = forget,
    .errors = { ERROR_NOT_FOUND },
};
