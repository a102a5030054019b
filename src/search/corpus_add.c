#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "records/page_starts.h"
#include "search/corpus_internal.h"
#include "search/ignore.h"
#include "text/json.h"

enum { NOTES_MAX = 200, IGNORED_MAX = 1000, LINE_MAX_BYTES = 32 << 20, FILE_MAX_BYTES = 32 << 20, FILES_MAX = 5000000 };

struct found {
    struct str path;
    int64_t size, changed_ns;
    struct str note; /* why it gave nothing when it was read last, else empty */
};

struct adding {
    struct store *store;
    struct arena *arena; /* the caller's: notes */
    struct arena *paths;
    const struct corpus_add_settings *settings;
    struct corpus_writer *writer;
    struct found *found;
    size_t found_n, found_capacity;
    struct corpus_added added;
    int64_t bytes_done, bytes_total, reported_ms;
    bool stopped;
};

static void note(struct adding *a, struct str path, const char *why)
{
    a->added.skipped++;
    if (a->added.notes.n < NOTES_MAX)
        str_list_add(a->arena, &a->added.notes, str_format(a->arena, "%.*s: skipped: %s", STR_ARG(path), why));
}

static void progress(struct adding *a, struct str current, bool last)
{
    const struct corpus_progress *p = a->settings->progress;
    int64_t now = clock_monotonic_ms();

    if (p && p->stop && p->stop(p->context))
        a->stopped = true;
    if (!p || !p->report || (!last && now - a->reported_ms < 500))
        return;
    a->reported_ms = now;
    p->report(p->context, &a->added, a->bytes_done, a->bytes_total, current);
}

static void find_file(struct adding *a, struct str path, const struct stat *st)
{
    if (a->found_n == FILES_MAX)
        return;
    a->found = arena_grow(a->paths, a->found, &a->found_capacity, a->found_n + 1, sizeof *a->found);
    a->found[a->found_n++] = (struct found){
        path,
        st->st_size,
        (int64_t) st->st_mtim.tv_sec * 1000000000 + st->st_mtim.tv_nsec,
    };
    a->bytes_total += st->st_size;
}

/* A link to a file outside the folder is not followed: the maker of a folder could otherwise make us read files that
 * he cannot read. */
static bool leaves(struct str top, struct str path)
{
    char real[PATH_MAX];
    struct stat st;

    return lstat(path.data, &st) == 0 && S_ISLNK(st.st_mode) && stat(path.data, &st) == 0 && S_ISREG(st.st_mode) &&
           realpath(path.data, real) && !(str_starts(str(real), top.data) && real[top.len] == '/');
}

static void ignored(struct adding *a, struct str path, int64_t *count)
{
    (*count)++;
    if (a->added.ignored_paths.n < IGNORED_MAX)
        str_list_add(a->arena, &a->added.ignored_paths, str_dup(a->arena, path));
}

/* A folder that waits to be read, with the rules for what is in it. */
struct open_folder {
    struct str path;
    const struct ignore *rules;
};

struct open_folders {
    struct str top;
    struct open_folder *items;
    size_t n, capacity;
};

static void open_folder(struct adding *a, struct open_folders *open, struct str path, const struct ignore *above)
{
    open->items = arena_grow(a->paths, open->items, &open->capacity, open->n + 1, sizeof *open->items);
    open->items[open->n++] = (struct open_folder){ path, ignore_read(a->paths, path, above) };
}

static void find_entry(struct adding *a, struct open_folders *open, const struct open_folder *in, const char *name)
{
    struct str path = str_format(a->paths, "%s/%s", in->path.data, name);
    enum ignore_kind kind = ignore_kind(str(name));
    struct stat st;

    if (leaves(open->top, path)) {
        note(a, path, "the link leaves the folder; name its file to add it");
        return;
    }
    if (lstat(path.data, &st) < 0 || (S_ISLNK(st.st_mode) && (stat(path.data, &st) < 0 || S_ISDIR(st.st_mode))))
        return;
    bool folder = S_ISDIR(st.st_mode);
    if (ignore_names(in->rules, path, folder) || (folder && ignore_folder(a->paths, path)))
        ignored(a, path, &a->added.ignored);
    else if (folder && path.len < PATH_MAX && open->n < FILES_MAX)
        open_folder(a, open, path, in->rules);
    else if (S_ISREG(st.st_mode) && kind != IGNORE_NOTHING)
        ignored(a, path, kind == IGNORE_IMAGE ? &a->added.images : &a->added.ignored);
    else if (S_ISREG(st.st_mode))
        find_file(a, path, &st);
}

/* Folders are walked with a list of their own, not by recursion; links to
 * folders are not followed, so there are no loops. */
static int find_below(struct adding *a, struct str top, struct error *e)
{
    struct open_folders open = { .top = top };

    open_folder(a, &open, top, NULL);
    while (open.n) {
        struct open_folder now = open.items[--open.n];
        DIR *dir = opendir(now.path.data);
        struct dirent *entry;

        if (!dir) {
            if (str_eq(now.path, top))
                return error_errno(e, "%s", now.path.data);
            note(a, now.path, "the folder cannot be read");
            continue;
        }
        while ((entry = readdir(dir)))
            if (entry->d_name[0] != '.')
                find_entry(a, &open, &now, entry->d_name);
        closedir(dir);
    }
    return 0;
}

static int by_path(const void *a, const void *b)
{
    return str_cmp(((const struct found *) a)->path, ((const struct found *) b)->path);
}

/* The paths as they really are; one that is not there ends it before the corpus is made. */
static int resolve(struct adding *a, struct str *tops, struct error *e)
{
    for (size_t i = 0; i < a->settings->paths_n; i++) {
        char real[PATH_MAX];

        if (!realpath(str_z(a->paths, a->settings->paths[i]), real) || access(real, R_OK) < 0)
            return error_errno(e, "%.*s", STR_ARG(a->settings->paths[i]));
        tops[i] = str_dup(a->paths, str(real));
    }
    return 0;
}

/* It happens under the lease: a file that came while another writer was at work is not taken for one that went. */
static int find_all(struct adding *a, const struct str *tops, struct error *e)
{
    size_t kept = 0;

    for (size_t i = 0; i < a->settings->paths_n; i++) {
        struct stat st;
        int r;

        if (stat(tops[i].data, &st) < 0)
            return error_errno(e, "%s", tops[i].data);
        if (S_ISDIR(st.st_mode) && (r = find_below(a, tops[i], e)) < 0)
            return r;
        if (S_ISREG(st.st_mode))
            find_file(a, tops[i], &st);
    }
    if (a->found_n)
        qsort(a->found, a->found_n, sizeof *a->found, by_path);
    for (size_t i = 0; i < a->found_n; i++)
        if (!kept || !str_eq(a->found[kept - 1].path, a->found[i].path))
            a->found[kept++] = a->found[i];
    a->found_n = kept;
    return 0;
}

static int put(struct adding *a, struct str from, const struct corpus_document *document, struct error *e)
{
    int r = corpus_writer_put(a->writer, from, document, e);

    if (r == 1) {
        a->added.documents++;
        a->added.bytes += (int64_t) document->text.len;
    } else if (r == 2) {
        a->added.unchanged++;
    } else if (r == 3) {
        a->added.duplicates++;
    }
    return r;
}

/* One line of a .jsonl; what is no document is noted and left out. */
static int put_line(struct adding *a, const struct found *f, struct str line, int64_t number, struct error *e)
{
    struct error ours;
    struct corpus_document d;
    char made[CORPUS_NAME_MAX];
    json_t *value;
    int r;

    line = str_trim(line);
    if (!line.len)
        return 0;
    if ((r = json_parse_foreign(line, false, &value, &ours)) < 0) {
        note(a, f->path, str_format(a->arena, "line %lld is not JSON: %s", (long long) number, ours.message).data);
        return 0;
    }
    d = (struct corpus_document){
        .name = json_get_str(value, "id"),
        .title = json_get_str(value, "title"),
        .text = json_get_str(value, "text"),
        .url = json_get_str(value, "url"),
        .date = json_get_str(value, "date"),
        .language = json_get_str(value, "language"),
    };
    if (json_is_integer(json_object_get(value, "id"))) {
        snprintf(made, sizeof made, "%lld", (long long) json_get_int(value, "id", 0));
        d.name = str(made);
    } else if (!d.name.len) {
        struct str file = str_sub(f->path, f->path.len > 900 ? f->path.len - 900 : 0, f->path.len);

        snprintf(made, sizeof made, "%.*s#%lld", STR_ARG(file), (long long) number);
        d.name = str(made);
    }
    r = put(a, f->path, &d, &ours);
    json_decref(value);
    if (r == -ERROR_INVALID) {
        note(a, f->path, str_format(a->arena, "line %lld has no text", (long long) number).data);
        return 0;
    }
    if (r < 0 && e)
        *e = ours;
    return r;
}

/* Reads lines with a bound: a longer one is passed over. 1: a line, 2: one that was too long, 0: the end. */
struct lines {
    FILE *in;
    struct buf line;
    char chunk[4096];
    size_t at, have;
    int64_t bytes;
};

static int next_line(struct lines *l)
{
    bool any = false;

    buf_clear(&l->line);
    l->line.over = false;
    for (;;) {
        const char *start = l->chunk + l->at, *end;
        size_t n;

        if (l->at == l->have) {
            l->have = fread(l->chunk, 1, sizeof l->chunk, l->in);
            l->at = 0;
            if (!l->have)
                return any ? l->line.over ? 2 : 1 : 0;
            continue;
        }
        any = true;
        end = memchr(start, '\n', l->have - l->at);
        n = end ? (size_t) (end - start) + 1 : l->have - l->at;
        l->at += n;
        l->bytes += (int64_t) n;
        buf_add(&l->line, start, n);
        if (end)
            return l->line.over ? 2 : 1;
    }
}

static int add_jsonl(struct adding *a, const struct found *f, struct error *e)
{
    struct lines *lines = memory_alloc(sizeof *lines);
    int64_t number = 0, before = a->bytes_done;
    int r = 0, got;

    memset(lines, 0, sizeof *lines);
    buf_init(&lines->line, LINE_MAX_BYTES);
    lines->in = fopen(f->path.data, "re");
    if (!lines->in)
        note(a, f->path, "it cannot be read");
    while (lines->in && r >= 0 && !a->stopped && (got = next_line(lines)) > 0) {
        number++;
        if (got == 1)
            r = put_line(a, f, buf_str(&lines->line), number, e);
        else
            note(a, f->path, str_format(a->arena, "line %lld is longer than 32 MB", (long long) number).data);
        a->bytes_done = before + lines->bytes;
        if (number % 64 == 0)
            progress(a, f->path, false);
    }
    a->bytes_done = before;
    if (lines->in)
        fclose(lines->in);
    buf_free(&lines->line);
    free(lines);
    return r < 0 ? r : 0;
}

static int add_document(struct adding *a, const struct found *f, struct corpus_file_row *row, struct error *e)
{
    struct document_hints hints = { .name = file_name(f->path) };
    struct arena *arena = arena_new();
    struct document document = { 0 };
    struct corpus_document d;
    struct error ours;
    struct buf bytes;
    int r;

    buf_init(&bytes, FILE_MAX_BYTES);
    if (f->size > FILE_MAX_BYTES)
        r = error_set(&ours, ERROR_LIMIT, "it is larger than 32 MB");
    else if ((r = file_read(f->path.data, &bytes, &ours)) >= 0 && !bytes.len)
        r = error_set(&ours, ERROR_PARSE, "it is empty");
    else if (r >= 0)
        r = (a->settings->read ? a->settings->read : document_read)(
            arena, buf_str(&bytes), &hints, &(struct document_limits){ .keep = KEEP_MORE }, &document, &ours);
    buf_free(&bytes);
    if (r >= 0 && (!document.text.len || document.empty == DOCUMENT_NOTHING))
        r = error_set(&ours, ERROR_PARSE, "it has no text");
    if (r >= 0) {
        d = (struct corpus_document){
            .name = f->path,
            .title = document.title.len ? document.title : hints.name,
            .text = document.text,
            .url = document.url.len ? document.url : str_format(arena, "file://%s", f->path.data),
            .date = document.date,
            .language = document.language,
            .pages = page_starts_text(arena, document.pages, document.pages_n, document.text.len),
        };
        r = put(a, f->path, &d, e);
    } else {
        note(a, f->path, ours.message);
        row->note = str_dup(a->paths, str(ours.message));
        if (ours.retry)
            row->size = -1; /* not the file's fault: it is read again next time */
        r = 0;
    }
    arena_free(arena);
    return r;
}

/* The form of the index is part of it, so that a file is indexed again in a new one. */
static int64_t reader_of(const struct adding *a)
{
    return a->settings->reader ? a->settings->reader : (int64_t) CORPUS_FORM << 32 | document_reader();
}

static int is_unchanged(struct adding *a, const struct found *f, bool *ret, struct error *e)
{
    struct corpus_file_row known;
    struct error none;
    struct db *db;
    int r = store_read_begin(a->store, &db, e);

    if (r < 0)
        return r;
    r = corpus_record_file(db, corpus_writer_corpus(a->writer), f->path, &known, &none);
    store_read_end(a->store, db);
    *ret = r >= 0 && known.size == f->size && known.changed_ns == f->changed_ns && known.reader == reader_of(a);
    if (r < 0 && r != -ERROR_NOT_FOUND && e)
        *e = none;
    return r == -ERROR_NOT_FOUND ? 0 : r;
}

static int add_file(struct adding *a, const struct found *f, struct error *e)
{
    struct corpus_file_row row = {
        .path = f->path,
        .size = f->size,
        .changed_ns = f->changed_ns,
        .reader = reader_of(a),
        .note = str(""),
    };
    bool unchanged;
    int r = is_unchanged(a, f, &unchanged, e);

    if (r < 0)
        return r;
    if (unchanged && f->note.len) {
        note(a, f->path, str_z(a->arena, f->note)); /* as damaged as before */
        return 0;
    }
    if (unchanged) {
        a->added.unchanged++;
        return 0;
    }
    a->added.files++;
    r = str_ends(f->path, ".jsonl") || str_ends(f->path, ".ndjson") ? add_jsonl(a, f, e) : add_document(a, f, &row, e);
    if (r >= 0 && !a->stopped)
        corpus_writer_file_done(a->writer, &row);
    return r;
}

/* Files below the given paths that the corpus has: those that the disk has not leave it, the others keep their notes. */
static int compare_known(struct adding *a, const struct str *tops, struct error *e)
{
    for (size_t t = 0; t < a->settings->paths_n; t++) {
        struct corpus_file_row *rows;
        struct db *db;
        size_t n;
        int r = store_read_begin(a->store, &db, e);

        if (r < 0)
            return r;
        r = corpus_record_files(db, corpus_writer_corpus(a->writer), tops[t], a->paths, &rows, &n, e);
        store_read_end(a->store, db);
        for (size_t i = 0; i < n && r >= 0; i++) {
            struct found key = { .path = rows[i].path },
                         *there = a->found_n ? bsearch(&key, a->found, a->found_n, sizeof key, by_path) : NULL;

            if (there) {
                there->note = rows[i].note;
                continue;
            }
            a->added.removed++;
            r = corpus_writer_file_remove(a->writer, rows[i].id, e);
        }
        if (r < 0)
            return r;
    }
    return 0;
}

int corpus_add(struct store *store, struct arena *arena, const struct corpus_add_settings *settings,
               struct corpus_added *ret, struct error *e)
{
    struct adding a = { .store = store, .arena = arena, .paths = arena_new(), .settings = settings };
    struct str *tops = arena_calloc(a.paths, settings->paths_n + 1, sizeof *tops);
    int ended, r = resolve(&a, tops, e);

    if (r < 0 || (r = corpus_writer_begin(store, settings->name, settings->progress, &a.writer, e)) < 0) {
        arena_free(a.paths);
        return r;
    }
    corpus_writer_hold(a.writer, settings->batch_bytes);
    if ((r = find_all(&a, tops, e)) >= 0)
        r = compare_known(&a, tops, e);
    for (size_t i = 0; i < a.found_n && r >= 0 && !a.stopped; i++) {
        progress(&a, a.found[i].path, false);
        if ((r = corpus_writer_alive(a.writer, e)) >= 0 && !a.stopped)
            r = add_file(&a, &a.found[i], e);
        a.bytes_done += a.found[i].size;
    }
    ended = corpus_writer_end(a.writer, r < 0 ? NULL : e);
    if (r >= 0)
        r = ended;
    progress(&a, str(""), true);
    arena_free(a.paths);
    if (r < 0)
        return r;
    *ret = a.added;
    return 0;
}

int corpus_documents(struct store *store, struct str name, struct arena *arena, struct corpus_document_row **ret,
                     size_t *ret_n, struct error *e)
{
    struct corpus_row corpus;
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    r = corpus_record_find(db, name, arena, &corpus, e);
    if (r == 0)
        r = corpus_record_documents(db, corpus.id, arena, ret, ret_n, e);
    store_read_end(store, db);
    return r;
}

int corpus_list(struct store *store, struct str owner, struct arena *arena, struct corpus_row **ret, size_t *ret_n,
                struct error *e)
{
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    r = corpus_record_list(db, owner, arena, ret, ret_n, e);
    store_read_end(store, db);
    return r;
}

static int remove_job(struct db *db, void *arg, struct error *e)
{
    return corpus_record_remove(db, *(struct str *) arg, e);
}

int corpus_remove(struct store *store, struct str name, struct error *e)
{
    return store_write(store, remove_job, &name, e);
}
