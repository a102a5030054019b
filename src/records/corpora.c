#include "records/corpora.h"

#include <stdlib.h>

#include "base/buf.h"
#include "records/internal.h"
#include "records/users.h"

struct str corpus_key(struct arena *arena, struct str owner, struct str name)
{
    return str_empty(owner) ? name : str_format(arena, "@%.*s/%.*s", STR_ARG(owner), STR_ARG(name));
}

void corpus_key_split(struct str key, struct str *ret_owner, struct str *ret_name)
{
    ptrdiff_t slash = str_starts(key, "@") ? str_find_char(key, '/', 0) : -1;
    struct str owner = slash > 0 ? str_sub(key, 1, (size_t) slash) : str("");

    if (str_empty(owner) || user_name_check(owner, NULL) < 0) {
        *ret_owner = str("");
        *ret_name = key;
    } else {
        *ret_owner = owner;
        *ret_name = str_sub(key, (size_t) slash + 1, key.len);
    }
}

int corpus_record_make(struct db *db, struct str key, int64_t now_ms, int64_t *ret, struct error *e)
{
    struct str owner, name;
    int r;

    corpus_key_split(key, &owner, &name);
    r = query_run(QUERY(db,
                        "INSERT INTO corpus(key, name, owner, languages, created_ms, updated_ms, next_unit)"
                        " VALUES($1, $2, $3, '', $4, $4, 1) ON CONFLICT DO NOTHING",
                        TEXT(key), TEXT(name), TEXT(owner), INT(now_ms)),
                  e);
    if (r == 0)
        r = query_int(QUERY(db, "SELECT id FROM corpus WHERE key = $1", TEXT(key)), ret, e);
    return r < 0 ? r : 0;
}

/* --- documents going --- */

/* A text that others only pointed at goes: their files are read again next time. */
int corpus_record_document_remove(struct db *db, int64_t document, struct error *e)
{
    int r;

    if ((r = query_run(
             QUERY(db, "INSERT OR IGNORE INTO corpus_dead SELECT corpus, unit FROM corpus_unit WHERE document = $1",
                   INT(document)),
             e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_unit WHERE document = $1", INT(document)), e)) < 0 ||
        (r = query_run(QUERY(db,
                             "UPDATE corpus_file SET size = -1 WHERE id IN"
                             " (SELECT file FROM corpus_document WHERE duplicate_of = $1)",
                             INT(document)),
                       e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_document WHERE duplicate_of = $1", INT(document)), e)) < 0)
        return r;
    return query_run(QUERY(db, "DELETE FROM corpus_document WHERE id = $1", INT(document)), e);
}

/* The ids are taken first: rows must not go under a statement that reads them. */
static int remove_documents(struct db *db, int64_t file, int64_t pass, struct error *e)
{
    static const struct column columns[] = { { .type = COLUMN_INT, .size = sizeof(int64_t) }, COLUMN_END };
    static const struct shape shape = { columns, sizeof(int64_t), NULL };
    struct arena *arena = arena_new();
    int64_t *ids;
    size_t n = 0;
    int r = query_all(QUERY(db, "SELECT id FROM corpus_document WHERE file = $1 AND pass <> $2", INT(file), INT(pass)),
                      &shape, arena, &ids, &n, e);

    for (size_t i = 0; i < n && r == 0; i++)
        r = corpus_record_document_remove(db, ids[i], e);
    arena_free(arena);
    return r;
}

int corpus_record_touch(struct db *db, int64_t document, int64_t pass, struct error *e)
{
    return query_run(QUERY(db, "UPDATE corpus_document SET pass = $1 WHERE id = $2", INT(pass), INT(document)), e);
}

static int put_file(struct db *db, int64_t corpus, const struct corpus_file_row *file, struct error *e)
{
    return query_run(QUERY(db,
                           "INSERT INTO corpus_file(corpus, path, size, changed_ns, reader, note)"
                           " VALUES($1, $2, $3, $4, $5, $6) ON CONFLICT(corpus, path)"
                           " DO UPDATE SET size = $3, changed_ns = $4, reader = $5, note = $6",
                           INT(corpus), TEXT(file->path), INT(file->size), INT(file->changed_ns), INT(file->reader),
                           TEXT(file->note)),
                     e);
}

int corpus_record_file_done(struct db *db, int64_t corpus, const struct corpus_file_row *file, int64_t pass,
                            struct error *e)
{
    struct corpus_file_row known;
    int r;

    if ((r = put_file(db, corpus, file, e)) < 0 || (r = corpus_record_file(db, corpus, file->path, &known, e)) < 0)
        return r;
    return remove_documents(db, known.id, pass, e);
}

int corpus_record_file_remove(struct db *db, int64_t corpus, int64_t file, struct error *e)
{
    int r = remove_documents(db, file, -1, e);

    return r < 0 ? r
                 : query_run(QUERY(db, "DELETE FROM corpus_file WHERE corpus = $1 AND id = $2", INT(corpus), INT(file)),
                             e);
}

int corpus_record_remove(struct db *db, struct str key, struct error *e)
{
    struct arena *arena = arena_new();
    struct corpus_row row;
    int r = corpus_record_find(db, key, arena, &row, e);

    arena_free(arena);
    if (r < 0)
        return r;
    if ((r = query_run(
             QUERY(db, "DELETE FROM corpus_term WHERE segment IN (SELECT id FROM corpus_segment WHERE corpus = $1)",
                   INT(row.id)),
             e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_unit WHERE corpus = $1", INT(row.id)), e)) < 0 ||
        (r = query_run(QUERY(db, "DELETE FROM corpus_dead WHERE corpus = $1", INT(row.id)), e)) < 0)
        return r;
    return query_run(QUERY(db, "DELETE FROM corpus WHERE id = $1", INT(row.id)), e);
}

/* --- a batch --- */

static int insert_document(struct db *db, const struct corpus_batch *batch, struct corpus_new_document *d,
                           struct error *e)
{
    int r = d->replaces ? corpus_record_document_remove(db, d->replaces, e) : 0;

    if (r < 0 || (r = blob_put(db, d->text, &d->row.text_hash, e)) < 0)
        return r;
    if (d->same_as)
        d->row.duplicate_of = batch->documents[d->same_as - 1].row.id;
    r = query_run(
        QUERY(db,
              "INSERT INTO corpus_document(corpus, file, name, title, url, date, language, hash, text_hash, bytes,"
              " duplicate_of, pass, pages) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
              INT(batch->corpus), INT(batch->files[d->file].id), TEXT(d->row.name), TEXT(d->row.title),
              TEXT(d->row.url), TEXT(d->row.date), TEXT(d->row.language), HASH(&d->row.hash), HASH(&d->row.text_hash),
              INT(d->row.bytes), INT(d->row.duplicate_of), INT(batch->pass), TEXT(d->row.pages)),
        e);
    d->row.id = db_last_id(db);
    return r;
}

static int insert_units(struct db *db, const struct corpus_batch *batch, const struct corpus_new_document *d,
                        int64_t base, struct error *e)
{
    int r = 0;

    for (size_t i = d->first_unit; i < d->first_unit + d->units_n && r >= 0; i++)
        r = query_run(QUERY(db, "INSERT INTO corpus_unit VALUES($1, $2, $3, $4, $5)", INT(batch->corpus),
                            INT(base + (int64_t) i), INT(d->row.id), INT(batch->units[i].start),
                            INT(batch->units[i].end)),
                      e);
    return r;
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
        char head[30];
        size_t n = put_varint(head, (uint64_t) base);

        n += put_varint(head + n, term->units);
        n += put_varint(head + n, term->list.len);
        buf_clear(&list);
        buf_add(&list, head, n);
        buf_add_str(&list, term->list);
        r = query_run(QUERY(db, "INSERT INTO corpus_term VALUES($1, $2, $3)", INT(segment), TEXT(term->term),
                            BYTES(buf_str(&list))),
                      e);
    }
    buf_free(&list);
    return r;
}

static int insert_segment(struct db *db, const struct corpus_batch *batch, int64_t base, int64_t *ret, struct error *e)
{
    struct corpus_length *lengths = memory_alloc((batch->units_n + 1) * sizeof *lengths);
    int64_t body = 0, title = 0;

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
    int r = query_run(QUERY(db,
                            "INSERT INTO corpus_segment(corpus, first_unit, units_n, body_words, title_words, lengths)"
                            " VALUES($1, $2, $3, $4, $5, $6)",
                            INT(batch->corpus), INT(base), INT(batch->units_n), INT(body), INT(title),
                            BYTES(str_n((const char *) lengths, batch->units_n * sizeof *lengths))),
                      e);
    *ret = db_last_id(db);
    free(lengths);
    return r;
}

static int take_units(struct db *db, int64_t corpus, int64_t n, int64_t *ret, struct error *e)
{
    int64_t next = 0;
    int r = query_int(QUERY(db, "UPDATE corpus SET next_unit = next_unit + $1 WHERE id = $2 RETURNING next_unit",
                            INT(n), INT(corpus)),
                      &next, e);

    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "The corpus was removed while documents were added to it.");
    if (r < 0)
        return r;
    *ret = next - n;
    return 0;
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
