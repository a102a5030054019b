#include "records/corpora.h"

#include <stdlib.h>

#include "records/internal.h"

int corpus_record_make(struct db *db, struct str name, int64_t now_ms, int64_t *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db,
                       "INSERT INTO corpus(name, languages, created_ms, updated_ms, next_unit)"
                       " VALUES($1, '', $2, $2, 1) ON CONFLICT DO NOTHING",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, name);
    db_bind_int(s, 2, now_ms);
    r = db_step(s, e);
    db_end(s);
    if (r < 0 || (r = db_prepare(db, "SELECT id FROM corpus WHERE name = $1", &s, e)) < 0)
        return r;
    db_bind_text(s, 1, name);
    r = db_step(s, e);
    if (r > 0)
        *ret = db_int(s, 0);
    db_end(s);
    return r < 0 ? r : 0;
}

/* --- documents going --- */

/* A text that others only pointed at goes: their files are read again next time. */
int corpus_record_document_remove(struct db *db, int64_t document, struct error *e)
{
    int r;

    if ((r = RUN_SQL(db, e,
                     "INSERT OR IGNORE INTO corpus_dead SELECT corpus, unit FROM corpus_unit WHERE document = $1",
                     document)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM corpus_unit WHERE document = $1", document)) < 0 ||
        (r = RUN_SQL(db, e,
                     "UPDATE corpus_file SET size = -1 WHERE id IN"
                     " (SELECT file FROM corpus_document WHERE duplicate_of = $1)",
                     document)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM corpus_document WHERE duplicate_of = $1", document)) < 0)
        return r;
    return RUN_SQL(db, e, "DELETE FROM corpus_document WHERE id = $1", document);
}

/* The ids are taken first: rows must not go under a statement that reads them. */
static int remove_documents(struct db *db, const char *sql, int64_t file, int64_t pass, struct error *e)
{
    struct arena *arena = arena_new();
    int64_t *ids = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db, sql, &s, e);

    if (r < 0)
        goto out;
    db_bind_int(s, 1, file);
    db_bind_int(s, 2, pass);
    while ((r = db_step(s, e)) > 0) {
        ids = arena_grow(arena, ids, &capacity, n + 1, sizeof *ids);
        ids[n++] = db_int(s, 0);
    }
    db_end(s);
    for (size_t i = 0; i < n && r == 0; i++)
        r = corpus_record_document_remove(db, ids[i], e);
out:
    arena_free(arena);
    return r;
}

int corpus_record_touch(struct db *db, int64_t document, int64_t pass, struct error *e)
{
    return RUN_SQL(db, e, "UPDATE corpus_document SET pass = $1 WHERE id = $2", pass, document);
}

static int put_file(struct db *db, int64_t corpus, const struct corpus_file_row *file, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db,
                       "INSERT INTO corpus_file(corpus, path, size, changed_ns, note) VALUES($1, $2, $3, $4, $5)"
                       " ON CONFLICT(corpus, path) DO UPDATE SET size = $3, changed_ns = $4, note = $5",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    db_bind_text(s, 2, file->path);
    db_bind_int(s, 3, file->size);
    db_bind_int(s, 4, file->changed_ns);
    db_bind_text(s, 5, file->note);
    r = db_step(s, e);
    db_end(s);
    return r;
}

int corpus_record_file_done(struct db *db, int64_t corpus, const struct corpus_file_row *file, int64_t pass,
                            struct error *e)
{
    struct corpus_file_row known;
    int r;

    if ((r = put_file(db, corpus, file, e)) < 0 || (r = corpus_record_file(db, corpus, file->path, &known, e)) < 0)
        return r;
    return remove_documents(db, "SELECT id FROM corpus_document WHERE file = $1 AND pass <> $2", known.id, pass, e);
}

int corpus_record_file_remove(struct db *db, int64_t corpus, int64_t file, struct error *e)
{
    int r = remove_documents(db, "SELECT id FROM corpus_document WHERE file = $1 AND pass <> $2", file, -1, e);

    return r < 0 ? r : RUN_SQL(db, e, "DELETE FROM corpus_file WHERE corpus = $1 AND id = $2", corpus, file);
}

int corpus_record_remove(struct db *db, struct str name, struct error *e)
{
    struct arena *arena = arena_new();
    struct corpus_row row;
    int r = corpus_record_find(db, name, arena, &row, e);

    arena_free(arena);
    if (r < 0)
        return r;
    if ((r = RUN_SQL(db, e,
                     "DELETE FROM corpus_term WHERE segment IN (SELECT id FROM corpus_segment WHERE corpus = $1)",
                     row.id)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM corpus_unit WHERE corpus = $1", row.id)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM corpus_dead WHERE corpus = $1", row.id)) < 0)
        return r;
    return RUN_SQL(db, e, "DELETE FROM corpus WHERE id = $1", row.id);
}

/* --- a batch --- */

static int insert_document(struct db *db, const struct corpus_batch *batch, struct corpus_new_document *d,
                           struct error *e)
{
    struct statement *s;
    int r = d->replaces ? corpus_record_document_remove(db, d->replaces, e) : 0;

    if (r < 0 || (r = blob_put(db, d->text, &d->row.text_hash, e)) < 0)
        return r;
    r = db_prepare(db,
                   "INSERT INTO corpus_document(corpus, file, name, title, url, date, language, hash, text_hash, bytes,"
                   " duplicate_of, pass, pages) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                   &s, e);
    if (r < 0)
        return r;
    db_bind_int(s, 1, batch->corpus);
    db_bind_int(s, 2, batch->files[d->file].id);
    const struct str texts[] = { d->row.name, d->row.title, d->row.url, d->row.date, d->row.language };
    for (int i = 0; i < 5; i++)
        db_bind_text(s, 3 + i, texts[i]);
    hash_bind(s, 8, &d->row.hash);
    hash_bind(s, 9, &d->row.text_hash);
    db_bind_int(s, 10, d->row.bytes);
    if (d->same_as)
        d->row.duplicate_of = batch->documents[d->same_as - 1].row.id;
    db_bind_int(s, 11, d->row.duplicate_of);
    db_bind_int(s, 12, batch->pass);
    db_bind_text(s, 13, d->row.pages);
    r = db_step(s, e);
    db_end(s);
    d->row.id = db_last_id(db);
    return r;
}

static int insert_units(struct db *db, const struct corpus_batch *batch, const struct corpus_new_document *d,
                        int64_t base, struct error *e)
{
    struct statement *s;
    int r = 0;

    for (size_t i = d->first_unit; i < d->first_unit + d->units_n && r >= 0; i++) {
        if ((r = db_prepare(db, "INSERT INTO corpus_unit VALUES($1, $2, $3, $4, $5)", &s, e)) < 0)
            return r;
        db_bind_int(s, 1, batch->corpus);
        db_bind_int(s, 2, base + (int64_t) i);
        db_bind_int(s, 3, d->row.id);
        db_bind_int(s, 4, (int64_t) batch->units[i].start);
        db_bind_int(s, 5, (int64_t) batch->units[i].end);
        r = db_step(s, e);
        db_end(s);
    }
    return r < 0 ? r : 0;
}

static size_t put_varint(char *to, uint64_t value)
{
    size_t n = 0;

    for (; value >= 0x80; value >>= 7)
        to[n++] = (char) (value | 0x80);
    to[n++] = (char) value;
    return n;
}

/* A list in the table stands behind its first unit, its number of units and its length. */
static int insert_terms(struct db *db, const struct corpus_batch *batch, int64_t segment, int64_t base, struct error *e)
{
    struct buf list;
    int r = 0;

    buf_init(&list, (size_t) 512 << 20);
    for (size_t i = 0; i < batch->terms_n && r >= 0; i++) {
        const struct corpus_new_term *term = &batch->terms[i];
        struct statement *s;
        char head[30];
        size_t n = put_varint(head, (uint64_t) base);

        n += put_varint(head + n, term->units);
        n += put_varint(head + n, term->list.len);
        buf_clear(&list);
        buf_add(&list, head, n);
        buf_add_str(&list, term->list);
        if ((r = db_prepare(db, "INSERT INTO corpus_term VALUES($1, $2, $3)", &s, e)) < 0)
            break;
        db_bind_int(s, 1, segment);
        db_bind_text(s, 2, term->term);
        db_bind_blob(s, 3, buf_str(&list));
        r = db_step(s, e);
        db_end(s);
    }
    buf_free(&list);
    return r < 0 ? r : 0;
}

static int insert_segment(struct db *db, const struct corpus_batch *batch, int64_t base, int64_t *ret, struct error *e)
{
    struct corpus_length *lengths = memory_alloc((batch->units_n + 1) * sizeof *lengths);
    int64_t body = 0, title = 0;
    struct statement *s;
    int r = db_prepare(db,
                       "INSERT INTO corpus_segment(corpus, first_unit, units_n, body_words, title_words, lengths)"
                       " VALUES($1, $2, $3, $4, $5, $6)",
                       &s, e);

    if (r < 0)
        goto out;
    for (size_t i = 0; i < batch->units_n; i++) {
        const struct corpus_new_unit *unit = &batch->units[i];

        lengths[i] = (struct corpus_length){
            (uint16_t) (unit->body_words < 65535 ? unit->body_words : 65535),
            (uint8_t) (unit->title_words < 255 ? unit->title_words : 255),
            1,
        };
        body += lengths[i].body;
        title += lengths[i].title;
    }
    db_bind_int(s, 1, batch->corpus);
    db_bind_int(s, 2, base);
    db_bind_int(s, 3, (int64_t) batch->units_n);
    db_bind_int(s, 4, body);
    db_bind_int(s, 5, title);
    db_bind_blob(s, 6, str_n((const char *) lengths, batch->units_n * sizeof *lengths));
    r = db_step(s, e);
    db_end(s);
    *ret = db_last_id(db);
out:
    free(lengths);
    return r;
}

static int take_units(struct db *db, int64_t corpus, int64_t n, int64_t *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "UPDATE corpus SET next_unit = next_unit + $1 WHERE id = $2 RETURNING next_unit", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, n);
    db_bind_int(s, 2, corpus);
    r = db_step(s, e);
    if (r > 0)
        *ret = db_int(s, 0) - n;
    db_end(s);
    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "The corpus was removed while documents were added to it.");
    return r < 0 ? r : 0;
}

int corpus_record_append(struct db *db, struct corpus_batch *batch, struct error *e)
{
    int64_t base = 0, segment;
    int r = take_units(db, batch->corpus, (int64_t) batch->units_n, &base, e);

    /* Files that are not done yet are known by a size no file has. */
    for (size_t i = 0; i < batch->files_n && r >= 0; i++) {
        struct corpus_file_row open = { .path = batch->files[i].path, .size = -1 }, known;

        if ((r = corpus_record_file(db, batch->corpus, open.path, &known, e)) == -ERROR_NOT_FOUND)
            (void) ((r = put_file(db, batch->corpus, &open, e)) < 0 ||
                    (r = corpus_record_file(db, batch->corpus, open.path, &known, e)) < 0);
        if (r >= 0)
            batch->files[i].id = known.id;
    }
    for (size_t i = 0; i < batch->documents_n && r >= 0; i++)
        (void) ((r = insert_document(db, batch, &batch->documents[i], e)) < 0 ||
                (r = insert_units(db, batch, &batch->documents[i], base, e)) < 0);
    if (r < 0 || !batch->units_n)
        return r;
    if ((r = insert_segment(db, batch, base, &segment, e)) < 0)
        return r;
    return insert_terms(db, batch, segment, base, e);
}
