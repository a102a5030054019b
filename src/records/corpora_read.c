#include "records/corpora.h"

#include "records/internal.h"

static const char columns[] =
    "SELECT c.id, c.name, c.languages, c.created_ms, c.updated_ms,"
    " (SELECT count(*) FROM corpus_document d WHERE d.corpus = c.id),"
    " (SELECT coalesce(sum(bytes), 0) FROM corpus_document d WHERE d.corpus = c.id),"
    " (SELECT count(*) FROM corpus_file f WHERE f.corpus = c.id),"
    " (SELECT count(*) FROM corpus_document d WHERE d.corpus = c.id AND d.duplicate_of > 0),"
    " (SELECT count(*) FROM corpus_segment s WHERE s.corpus = c.id) FROM corpus c ORDER BY c.name";

static void read_corpus(struct statement *s, struct arena *arena, struct corpus_row *ret)
{
    *ret = (struct corpus_row){
        .id = db_int(s, 0),
        .name = db_text_dup(arena, s, 1),
        .languages = db_text_dup(arena, s, 2),
        .created_ms = db_int(s, 3),
        .updated_ms = db_int(s, 4),
        .documents = db_int(s, 5),
        .bytes = db_int(s, 6),
        .files = db_int(s, 7),
        .duplicates = db_int(s, 8),
        .segments = db_int(s, 9),
    };
}

int corpus_record_list(struct db *db, struct arena *arena, struct corpus_row **ret, size_t *ret_n, struct error *e)
{
    struct corpus_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db, columns, &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) > 0) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        read_corpus(s, arena, &rows[n++]);
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

static int corpus_not_found(struct str name, struct error *e)
{
    return error_set(e, ERROR_NOT_FOUND,
                     "There is no corpus \"%.*s\". \"fathom corpus list\" shows those there are, "
                     "\"fathom corpus add %.*s PATH\" makes it.",
                     STR_ARG(name), STR_ARG(name));
}

/* Without the counts: they walk through all documents. */
int corpus_record_find(struct db *db, struct str name, struct arena *arena, struct corpus_row *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT id, name, languages, created_ms, updated_ms FROM corpus WHERE name = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 1, name);
    r = db_step(s, e);
    if (r > 0)
        *ret = (struct corpus_row){
            .id = db_int(s, 0),
            .name = db_text_dup(arena, s, 1),
            .languages = db_text_dup(arena, s, 2),
            .created_ms = db_int(s, 3),
            .updated_ms = db_int(s, 4),
        };
    db_end(s);
    return r > 0 ? 0 : r < 0 ? r : corpus_not_found(name, e);
}

int corpus_record_file(struct db *db, int64_t corpus, struct str path, struct corpus_file_row *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT id, size, changed_ns FROM corpus_file WHERE corpus = $1 AND path = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    db_bind_text(s, 2, path);
    r = db_step(s, e);
    if (r > 0)
        *ret = (struct corpus_file_row){
            .id = db_int(s, 0), .path = path, .size = db_int(s, 1), .changed_ns = db_int(s, 2)
        };
    db_end(s);
    return r > 0 ? 0 : r < 0 ? r : error_set(e, ERROR_NOT_FOUND, "The corpus has no file %.*s.", STR_ARG(path));
}

int corpus_record_files(struct db *db, int64_t corpus, struct str below, struct arena *arena,
                        struct corpus_file_row **ret, size_t *ret_n, struct error *e)
{
    struct corpus_file_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db,
                       "SELECT id, path, size, changed_ns, note FROM corpus_file WHERE corpus = $1"
                       " AND ($2 = '' OR path = $2 OR substr(path, 1, length($2) + 1) = $2 || '/') ORDER BY path",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    db_bind_text(s, 2, below);
    while ((r = db_step(s, e)) > 0) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n++] = (struct corpus_file_row){
            .id = db_int(s, 0),
            .path = db_text_dup(arena, s, 1),
            .size = db_int(s, 2),
            .changed_ns = db_int(s, 3),
            .note = db_text_dup(arena, s, 4),
        };
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int corpus_record_documents(struct db *db, int64_t corpus, struct arena *arena, struct corpus_document_row **ret,
                            size_t *ret_n, struct error *e)
{
    struct corpus_document_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db,
                       "SELECT id, file, name, title, url, date, language, bytes, duplicate_of FROM corpus_document"
                       " WHERE corpus = $1 ORDER BY name",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    while ((r = db_step(s, e)) > 0) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n++] = (struct corpus_document_row){
            .id = db_int(s, 0),
            .file = db_int(s, 1),
            .name = db_text_dup(arena, s, 2),
            .title = db_text_dup(arena, s, 3),
            .url = db_text_dup(arena, s, 4),
            .date = db_text_dup(arena, s, 5),
            .language = db_text_dup(arena, s, 6),
            .bytes = db_int(s, 7),
            .duplicate_of = db_int(s, 8),
        };
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int corpus_record_named(struct db *db, int64_t corpus, struct str name, struct corpus_document_row *ret,
                        struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT id, file, hash, pass FROM corpus_document WHERE corpus = $1 AND name = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    db_bind_text(s, 2, name);
    *ret = (struct corpus_document_row){ 0 };
    r = db_step(s, e);
    if (r > 0) {
        ret->id = db_int(s, 0);
        ret->file = db_int(s, 1);
        hash_column(s, 2, &ret->hash);
        ret->pass = db_int(s, 3);
    }
    db_end(s);
    return r < 0 ? r : 0;
}

int corpus_record_with_text(struct db *db, int64_t corpus, struct hash text, int64_t *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT id FROM corpus_document WHERE corpus = $1 AND text_hash = $2 AND duplicate_of = 0",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    hash_bind(s, 2, &text);
    r = db_step(s, e);
    if (r >= 0)
        *ret = r > 0 ? db_int(s, 0) : 0;
    db_end(s);
    return r < 0 ? r : 0;
}

static int bury(struct db *db, const struct corpus_segment *segment, struct corpus_length *lengths, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT unit FROM corpus_dead WHERE corpus = $1 AND unit >= $2 AND unit < $3", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, segment->corpus);
    db_bind_int(s, 2, segment->first_unit);
    db_bind_int(s, 3, segment->first_unit + segment->units_n);
    while ((r = db_step(s, e)) > 0)
        lengths[db_int(s, 0) - segment->first_unit].alive = 0;
    db_end(s);
    return r;
}

int corpus_record_segments(struct db *db, int64_t corpus, struct arena *arena, struct corpus_segment **ret,
                           size_t *ret_n, struct error *e)
{
    struct corpus_segment *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = db_prepare(db,
                       "SELECT id, first_unit, units_n, body_words, title_words, lengths FROM corpus_segment"
                       " WHERE corpus = $1 ORDER BY first_unit",
                       &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    while ((r = db_step(s, e)) > 0) {
        struct str bytes = db_text(s, 5);

        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        rows[n] = (struct corpus_segment){
            .id = db_int(s, 0),
            .corpus = corpus,
            .first_unit = db_int(s, 1),
            .units_n = db_int(s, 2),
            .body_words = db_int(s, 3),
            .title_words = db_int(s, 4),
        };
        if (rows[n].units_n < 0 || bytes.len != (size_t) rows[n].units_n * sizeof(struct corpus_length)) {
            r = error_set(e, ERROR_STORE, "The index of the corpus is damaged. Remove the corpus and add it again.");
            break;
        }
        rows[n].lengths = arena_copy(arena, bytes.data, bytes.len);
        n++;
    }
    db_end(s);
    for (size_t i = 0; i < n && r >= 0; i++)
        r = bury(db, &rows[i], (struct corpus_length *) rows[i].lengths, e);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

int corpus_record_term(struct db *db, int64_t segment, struct str term, struct arena *arena, struct str *ret,
                       struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT list FROM corpus_term WHERE segment = $1 AND term = $2", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, segment);
    db_bind_text(s, 2, term);
    r = db_step(s, e);
    if (r >= 0)
        *ret = r > 0 ? db_text_dup(arena, s, 0) : str("");
    db_end(s);
    return r < 0 ? r : 0;
}

int corpus_record_pages(struct db *db, int64_t document, struct arena *arena, struct str *ret, struct error *e)
{
    struct statement *s;
    int r = db_prepare(db, "SELECT pages FROM corpus_document WHERE id = $1", &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, document);
    r = db_step(s, e);
    if (r >= 0)
        *ret = r > 0 ? db_text_dup(arena, s, 0) : str("");
    db_end(s);
    return r < 0 ? r : 0;
}

int corpus_record_unit(struct db *db, int64_t corpus, int64_t unit, struct arena *arena,
                       struct corpus_document_row *ret, size_t *ret_start, size_t *ret_end, struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        db,
        "SELECT u.document, u.start, u.finish, d.name, d.title, d.url, d.date, d.language, d.text_hash, d.bytes"
        " FROM corpus_unit u JOIN corpus_document d ON d.id = u.document"
        " WHERE u.corpus = $1 AND u.unit = $2",
        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, corpus);
    db_bind_int(s, 2, unit);
    r = db_step(s, e);
    if (r > 0) {
        *ret = (struct corpus_document_row){
            .id = db_int(s, 0),
            .name = db_text_dup(arena, s, 3),
            .title = db_text_dup(arena, s, 4),
            .url = db_text_dup(arena, s, 5),
            .date = db_text_dup(arena, s, 6),
            .language = db_text_dup(arena, s, 7),
            .bytes = db_int(s, 9),
        };
        hash_column(s, 8, &ret->text_hash);
        *ret_start = (size_t) db_int(s, 1);
        *ret_end = (size_t) db_int(s, 2);
    }
    db_end(s);
    return r > 0 ? 0 : r < 0 ? r : error_set(e, ERROR_NOT_FOUND, "The document is no longer in the corpus.");
}
