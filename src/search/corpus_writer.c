#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/clock.h"
#include "pages/canonical.h"
#include "records/page_starts.h"
#include "search/corpus_internal.h"
#include "text/utf8.h"
#include "text/wordmap.h"

enum {
    LEASE_MS = 60000, /* longer than the reading of one document may take */
    WAIT_LEAST_MS = 20,
    WAIT_MOST_MS = 250,
};
enum { HOLD_BYTES = 32 << 20, INDEX_BYTES = 32 << 20, UNITS_HELD = 100000 };

struct corpus_writer {
    struct store *store;
    struct corpus_batch batch;
    struct corpus_lease lease;
    int64_t renewed_ms;  /* of the monotonic clock */
    struct arena *arena; /* of the batch */
    struct corpus_index *index;
    struct corpus_new_unit *units;
    struct corpus_file_row *done;
    int64_t *met; /* documents that did not change */
    size_t files_capacity, documents_capacity, units_capacity, done_n, done_capacity, met_n, met_capacity;
    struct wordmap names, texts; /* of the batch */
    size_t bytes, hold;
    bool changed;
};

static void begin_batch(struct corpus_writer *w)
{
    struct corpus_batch empty = { .corpus = w->batch.corpus, .pass = w->batch.pass };

    arena_free(w->arena);
    w->arena = arena_new();
    w->batch = empty;
    w->index = corpus_index_new(w->arena);
    w->units = NULL;
    w->done = NULL;
    w->met = NULL;
    w->files_capacity = w->documents_capacity = w->units_capacity = w->done_capacity = w->met_capacity = 0;
    w->done_n = w->met_n = w->bytes = 0;
    wordmap_init(&w->names, w->arena, 64);
    wordmap_init(&w->texts, w->arena, 64);
}

struct taking {
    struct str name;
    struct corpus_lease lease;
    bool repaired;
};

/* Makes the corpus where it is new, takes the lease, and repairs what a writer that died left behind. */
static int take_job(struct db *db, void *arg, struct error *e)
{
    struct taking *taking = arg;
    int64_t now = clock_wall_ms(), corpus;
    int r;

    if ((r = corpus_record_make(db, taking->name, now, &corpus, e)) < 0 ||
        (r = corpus_lease_take(db, corpus, now, now + LEASE_MS, &taking->lease, e)) < 0)
        return r;
    return taking->lease.unclean ? corpus_record_repair(db, corpus, &taking->repaired, e) : 0;
}

static void sleep_ms(int64_t ms)
{
    nanosleep(&(struct timespec){ .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000 }, NULL);
}

/* Another writer ends by itself, or its process dies, or its lease runs out: all three are seen by asking again. */
static int wait_for_lease(struct store *store, struct taking *taking, const struct corpus_progress *progress,
                          struct error *e)
{
    static const struct corpus_added none;
    int64_t pause = WAIT_LEAST_MS;
    bool told = false;
    struct error ours;
    int r;

    while ((r = store_write(store, take_job, taking, &ours)) == -ERROR_CONFLICT) {
        if (progress && progress->stop && progress->stop(progress->context))
            break;
        if (progress && progress->report && !told)
            progress->report(progress->context, &none, 0, 0,
                             str("waiting for another process that adds to this corpus"));
        told = true;
        sleep_ms(pause);
        pause = pause * 2 < WAIT_MOST_MS ? pause * 2 : WAIT_MOST_MS;
    }
    if (r < 0 && e)
        *e = ours;
    return r;
}

int corpus_writer_begin(struct store *store, struct str name, const struct corpus_progress *progress,
                        struct corpus_writer **ret, struct error *e)
{
    struct taking taking = { .name = name };
    struct str owner, own;
    struct corpus_writer *w;
    int r;

    corpus_key_split(name, &owner, &own);
    if (!own.len || own.len > 100 || !utf8_valid(own) || str_find_char(own, '/', 0) >= 0)
        return error_set(e, ERROR_INVALID, "The name of a corpus has 1 to 100 bytes and no \"/\".");
    if ((r = wait_for_lease(store, &taking, progress, e)) < 0)
        return r;
    w = memory_alloc(sizeof *w);
    *w = (struct corpus_writer){
        .store = store, .hold = HOLD_BYTES, .lease = taking.lease, .changed = taking.repaired
    };
    w->batch.corpus = taking.lease.corpus;
    w->batch.pass = taking.lease.epoch;
    w->renewed_ms = clock_monotonic_ms();
    begin_batch(w);
    *ret = w;
    return 0;
}

static int renew_job(struct db *db, void *arg, struct error *e)
{
    struct corpus_writer *w = arg;

    return corpus_lease_renew(db, &w->lease, clock_wall_ms() + LEASE_MS, e);
}

int corpus_writer_alive(struct corpus_writer *w, struct error *e)
{
    int64_t now = clock_monotonic_ms();

    if (now - w->renewed_ms < LEASE_MS / 6)
        return 0;
    w->renewed_ms = now;
    return store_write(w->store, renew_job, w, e);
}

int64_t corpus_writer_corpus(const struct corpus_writer *w) { return w->batch.corpus; }

void corpus_writer_hold(struct corpus_writer *w, size_t bytes)
{
    if (bytes)
        w->hold = 2 * bytes;
}

static int write_job(struct db *db, void *arg, struct error *e)
{
    struct corpus_writer *w = arg;
    int r = renew_job(db, w, e);

    if (r >= 0 && w->batch.documents_n)
        r = corpus_record_append(db, &w->batch, e);
    for (size_t i = 0; i < w->met_n && r >= 0; i++)
        r = corpus_record_touch(db, w->met[i], w->batch.pass, e);
    for (size_t i = 0; i < w->done_n && r >= 0; i++)
        r = corpus_record_file_done(db, w->batch.corpus, &w->done[i], w->batch.pass, e);
    return r;
}

static int flush(struct corpus_writer *w, struct error *e)
{
    int r = 0;

    if (w->batch.documents_n || w->done_n || w->met_n) {
        w->batch.units = w->units;
        w->batch.terms = corpus_index_terms(w->index, &w->batch.terms_n);
        r = store_write(w->store, write_job, w, e);
        w->changed = true;
    }
    begin_batch(w);
    return r;
}

static int settle_job(struct db *db, void *arg, struct error *e)
{
    struct corpus_writer *w = arg;
    int r = corpus_lease_release(db, &w->lease, e);

    if (r < 0 || !w->changed)
        return r;
    return corpus_record_settle(db, w->batch.corpus, CORPUS_SEGMENTS, clock_wall_ms(), e);
}

static int release_job(struct db *db, void *arg, struct error *e)
{
    return corpus_lease_release(db, &((struct corpus_writer *) arg)->lease, e);
}

int corpus_writer_end(struct corpus_writer *w, struct error *e)
{
    int r = flush(w, e);

    if (r >= 0)
        r = store_write(w->store, settle_job, w, e);
    /* Others need not wait for its end when it could not be brought to one. */
    if (r < 0)
        store_write(w->store, release_job, w, NULL);
    arena_free(w->arena);
    free(w);
    return r;
}

void corpus_writer_file_done(struct corpus_writer *w, const struct corpus_file_row *file)
{
    w->done = arena_grow(w->arena, w->done, &w->done_capacity, w->done_n + 1, sizeof *w->done);
    w->done[w->done_n++] = (struct corpus_file_row){
        .path = str_dup(w->arena, file->path),
        .size = file->size,
        .changed_ns = file->changed_ns,
        .reader = file->reader,
        .note = str_dup(w->arena, file->note),
    };
}

struct gone {
    struct corpus_writer *writer;
    int64_t file;
};

static int gone_job(struct db *db, void *arg, struct error *e)
{
    struct gone *gone = arg;
    int r = renew_job(db, gone->writer, e);

    return r < 0 ? r : corpus_record_file_remove(db, gone->writer->batch.corpus, gone->file, e);
}

int corpus_writer_file_remove(struct corpus_writer *w, int64_t file, struct error *e)
{
    w->changed = true;
    return store_write(w->store, gone_job, &(struct gone){ w, file }, e);
}

static size_t file_of(struct corpus_writer *w, struct str from)
{
    struct corpus_batch *b = &w->batch;

    if (b->files_n && str_eq(b->files[b->files_n - 1].path, from))
        return b->files_n - 1;
    b->files = arena_grow(w->arena, b->files, &w->files_capacity, b->files_n + 1, sizeof *b->files);
    b->files[b->files_n] = (struct corpus_file_row){ .path = str_dup(w->arena, from) };
    return b->files_n++;
}

static void add_units(struct corpus_writer *w, struct corpus_new_document *d)
{
    const struct language *language = language_named(d->row.language);

    struct corpus_unit *units;
    size_t n = corpus_units(w->arena, d->text, &units);

    d->first_unit = w->batch.units_n;
    for (size_t i = 0; i < n; i++) {
        struct corpus_new_unit unit = { .start = units[i].start, .end = units[i].end };
        const struct corpus_unit_text given = { d->row.title, units[i].headings,
                                                str_sub(d->text, units[i].start, units[i].end) };

        corpus_index_unit(w->index, language, &given, &unit);
        w->units = arena_grow(w->arena, w->units, &w->units_capacity, w->batch.units_n + 1, sizeof *w->units);
        w->units[w->batch.units_n++] = unit;
        d->units_n++;
    }
}

/* The form of the index is part of it: what was indexed in another form is indexed again when it is next added. */
static struct hash hash_document(const struct corpus_document_row *row, struct str text)
{
    char form[32];

    snprintf(form, sizeof form, "passages %d", CORPUS_FORM);
    const struct str parts[] = { row->title, row->url, row->date, text, row->pages, str(form) };
    struct hasher *hasher = hasher_begin();

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        hasher_add(hasher, parts[i]);
        hasher_add(hasher, str_n("", 1));
    }
    return hasher_end(hasher);
}

/* The documents that the store has already: the one of that name and the one with that text. */
static int look_up(struct corpus_writer *w, struct corpus_document_row *row, struct corpus_document_row *ret_known,
                   struct error *e)
{
    struct db *db;
    int r = store_read_begin(w->store, &db, e);

    if (r < 0)
        return r;
    r = corpus_record_named(db, w->batch.corpus, row->name, ret_known, e);
    if (r >= 0 && !(ret_known->id && hash_eq(ret_known->hash, row->hash)))
        r = corpus_record_with_text(db, w->batch.corpus, row->text_hash, &row->duplicate_of, e);
    store_read_end(w->store, db);
    return r;
}

static void meet(struct corpus_writer *w, int64_t document)
{
    w->met = arena_grow(w->arena, w->met, &w->met_capacity, w->met_n + 1, sizeof *w->met);
    w->met[w->met_n++] = document;
}

static const char *language_for(const struct corpus_document *given, struct str text)
{
    const struct language *named = language_named(given->language);

    return language_code(*language_code(named) ? named : language_guess(text));
}

int corpus_writer_put(struct corpus_writer *w, struct str from, const struct corpus_document *given, struct error *e)
{
    struct corpus_new_document d = { 0 };
    struct corpus_document_row known;
    struct corpus_batch *b = &w->batch;
    bool fresh, first;
    struct str text_key;
    int r;

    if ((w->bytes > w->hold || corpus_index_bytes(w->index) > INDEX_BYTES || b->units_n > UNITS_HELD) &&
        (r = flush(w, e)) < 0)
        return r;
    if ((r = corpus_writer_alive(w, e)) < 0)
        return r;
    d.row.name = canonical_line(w->arena, given->name, CORPUS_NAME_MAX);
    d.row.title = canonical_line(w->arena, given->title, 1000);
    d.row.url = canonical_line(w->arena, given->url, 2000);
    d.row.date = canonical_line(w->arena, given->date, 40);
    d.text = canonical_text(w->arena, given->text, CANONICAL_INDENT, NULL);
    if (str_eq(d.text, given->text) && page_starts_valid(given->pages, d.text.len))
        d.row.pages = str_dup(w->arena, given->pages);
    w->bytes += 2 * d.text.len + d.row.pages.len + 256;
    if (!d.row.name.len || !(d.text.len || d.row.title.len))
        return error_set(e, ERROR_INVALID, "A document of %.*s has no name or no text.", STR_ARG(from));
    d.row.bytes = (int64_t) d.text.len;
    d.row.text_hash = hash_of(d.text);
    d.row.hash = hash_document(&d.row, d.text);
    if (wordmap_get(&w->names, d.row.name) >= 0)
        return 2;
    if ((r = look_up(w, &d.row, &known, e)) < 0)
        return r;
    if (known.id && (hash_eq(known.hash, d.row.hash) || known.pass == b->pass)) {
        meet(w, known.id);
        return 2;
    }
    d.replaces = known.id;
    /* A text that is about to be replaced is no original to point at. */
    if (d.row.duplicate_of == known.id)
        d.row.duplicate_of = 0;
    d.row.language = str(language_for(given, d.text));
    d.file = file_of(w, from);
    text_key = str_n(arena_copy(w->arena, d.row.text_hash.bytes, HASH_SIZE), HASH_SIZE);
    first = d.row.duplicate_of == 0;
    if (first) {
        uint32_t at = wordmap_intern(&w->texts, text_key, (uint32_t) b->documents_n, false, &fresh);

        d.same_as = fresh ? 0 : at + 1u;
        first = fresh;
    }
    if (first)
        add_units(w, &d);
    wordmap_put(&w->names, d.row.name, 1);
    b->documents = arena_grow(w->arena, b->documents, &w->documents_capacity, b->documents_n + 1, sizeof *b->documents);
    b->documents[b->documents_n++] = d;
    return first ? 1 : 3;
}
