#include "records/corpora.h"

#include "records/internal.h"

static const char list_sql[] = "SELECT c.id, c.name, c.owner, c.languages, c.created_ms, c.updated_ms,"
                               " (SELECT count(*) FROM corpus_document d WHERE d.corpus = c.id),"
                               " (SELECT coalesce(sum(bytes), 0) FROM corpus_document d WHERE d.corpus = c.id),"
                               " (SELECT count(*) FROM corpus_file f WHERE f.corpus = c.id),"
                               " (SELECT count(*) FROM corpus_document d WHERE d.corpus = c.id AND d.duplicate_of > 0),"
                               " (SELECT count(*) FROM corpus_segment s WHERE s.corpus = c.id) FROM corpus c"
                               " WHERE c.owner = $1 ORDER BY c.name";

#define FOUND_COLUMNS                                                                                                  \
    COLUMN(INT, struct corpus_row, id), COLUMNS(TEXT, struct corpus_row, name, owner, languages),                      \
        COLUMNS(INT, struct corpus_row, created_ms, updated_ms)

int corpus_record_list(struct db *db, struct str owner, struct arena *arena, struct corpus_row **ret, size_t *ret_n,
                       struct error *e)
{
    static const struct column columns[] = {
        FOUND_COLUMNS, COLUMNS(INT, struct corpus_row, documents, bytes, files, duplicates, segments), COLUMN_END
    };
    static const struct shape shape = { columns, sizeof(struct corpus_row), NULL };

    return query_all(QUERY(db, list_sql, TEXT(owner)), &shape, arena, ret, ret_n, e);
}

static int corpus_not_found(struct str key, struct error *e)
{
    struct str owner, name;

    corpus_key_split(key, &owner, &name);
    return error_set(e, ERROR_NOT_FOUND,
                     "There is no corpus \"%.*s\". @{corpus_list} shows those there are, "
                     "@{corpus_add %.*s PATH} makes it.",
                     STR_ARG(name), STR_ARG(name));
}

/* Without the counts: they walk through all documents. */
int corpus_record_find(struct db *db, struct str key, struct arena *arena, struct corpus_row *ret, struct error *e)
{
    static const struct column columns[] = { FOUND_COLUMNS, COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_row), NULL };
    int r = query_one(
        QUERY(db, "SELECT id, name, owner, languages, created_ms, updated_ms FROM corpus WHERE key = $1", TEXT(key)),
        &shape, arena, ret, e);

    return r > 0 ? 0 : r < 0 ? r : corpus_not_found(key, e);
}

int corpus_record_file(struct db *db, int64_t corpus, struct str path, struct corpus_file_row *ret, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct corpus_file_row, id, size, changed_ns, reader),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_file_row), NULL };
    int r = query_one(QUERY(db, "SELECT id, size, changed_ns, reader FROM corpus_file WHERE corpus = $1 AND path = $2",
                            INT(corpus), TEXT(path)),
                      &shape, NULL, ret, e);

    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "The corpus has no file %.*s.", STR_ARG(path));
    ret->path = path;
    return r < 0 ? r : 0;
}

int corpus_record_files(struct db *db, int64_t corpus, struct str below, struct arena *arena,
                        struct corpus_file_row **ret, size_t *ret_n, struct error *e)
{
    static const struct column columns[] = { COLUMN(INT, struct corpus_file_row, id),
                                             COLUMN(TEXT, struct corpus_file_row, path),
                                             COLUMNS(INT, struct corpus_file_row, size, changed_ns),
                                             COLUMN(TEXT, struct corpus_file_row, note), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_file_row), NULL };

    return query_all(QUERY(db,
                           "SELECT id, path, size, changed_ns, note FROM corpus_file WHERE corpus = $1"
                           " AND ($2 = '' OR path = $2 OR substr(path, 1, length($2) + 1) = $2 || '/') ORDER BY path",
                           INT(corpus), TEXT(below)),
                     &shape, arena, ret, ret_n, e);
}

#define DESCRIBING_COLUMNS COLUMNS(TEXT, struct corpus_document_row, name, title, url, date, language)

int corpus_record_documents(struct db *db, int64_t corpus, struct arena *arena, struct corpus_document_row **ret,
                            size_t *ret_n, struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct corpus_document_row, id, file), DESCRIBING_COLUMNS,
                                             COLUMNS(INT, struct corpus_document_row, bytes, duplicate_of),
                                             COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_document_row), NULL };

    return query_all(QUERY(db,
                           "SELECT id, file, name, title, url, date, language, bytes, duplicate_of FROM corpus_document"
                           " WHERE corpus = $1 ORDER BY name",
                           INT(corpus)),
                     &shape, arena, ret, ret_n, e);
}

int corpus_record_named(struct db *db, int64_t corpus, struct str name, struct corpus_document_row *ret,
                        struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct corpus_document_row, id, file),
                                             COLUMN(HASH, struct corpus_document_row, hash),
                                             COLUMN(INT, struct corpus_document_row, pass), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_document_row), NULL };

    *ret = (struct corpus_document_row){ 0 };
    int r = query_one(QUERY(db, "SELECT id, file, hash, pass FROM corpus_document WHERE corpus = $1 AND name = $2",
                            INT(corpus), TEXT(name)),
                      &shape, NULL, ret, e);
    return r < 0 ? r : 0;
}

int corpus_record_with_text(struct db *db, int64_t corpus, struct hash text, int64_t *ret, struct error *e)
{
    int64_t found = 0;
    int r = query_int(QUERY(db,
                            "SELECT id FROM corpus_document WHERE corpus = $1 AND text_hash = $2 AND duplicate_of = 0",
                            INT(corpus), HASH(&text)),
                      &found, e);

    if (r < 0)
        return r;
    *ret = found;
    return 0;
}

static int bury(struct db *db, const struct corpus_segment *segment, struct corpus_length *lengths, struct error *e)
{
    struct statement *s;
    int r = query_begin(QUERY(db, "SELECT unit FROM corpus_dead WHERE corpus = $1 AND unit >= $2 AND unit < $3",
                              INT(segment->corpus), INT(segment->first_unit),
                              INT(segment->first_unit + segment->units_n)),
                        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) > 0)
        lengths[db_int(s, 0) - segment->first_unit].alive = 0;
    db_end(s);
    return r;
}

static const struct column segment_columns[] = {
    COLUMNS(INT, struct corpus_segment, id, corpus, first_unit, units_n, body_words, title_words), COLUMN_END
};
enum { LENGTHS_AT = sizeof segment_columns / sizeof *segment_columns - 1 };

static int read_lengths(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct corpus_segment *segment = row;
    struct str bytes = db_text(s, LENGTHS_AT);

    (void) db;
    if (segment->units_n < 0 || bytes.len != (size_t) segment->units_n * sizeof(struct corpus_length))
        return error_set(e, ERROR_STORE, "The index of the corpus is damaged. Remove the corpus and add it again.");
    segment->lengths = arena_copy(arena, bytes.data, bytes.len);
    return 0;
}

int corpus_record_segments(struct db *db, int64_t corpus, struct arena *arena, struct corpus_segment **ret,
                           size_t *ret_n, struct error *e)
{
    static const struct shape shape = { segment_columns, sizeof(struct corpus_segment), read_lengths };
    struct corpus_segment *rows;
    size_t n = 0;
    int r = query_all(QUERY(db,
                            "SELECT id, corpus, first_unit, units_n, body_words, title_words, lengths"
                            " FROM corpus_segment WHERE corpus = $1 ORDER BY first_unit",
                            INT(corpus)),
                      &shape, arena, &rows, &n, e);

    for (size_t i = 0; i < n && r >= 0; i++)
        r = bury(db, &rows[i], (struct corpus_length *) rows[i].lengths, e);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}

static int text_or_empty(const struct query *query, struct arena *arena, struct str *ret, struct error *e)
{
    struct str text = str("");
    int r = query_text(query, arena, &text, e);

    if (r < 0)
        return r;
    *ret = text;
    return 0;
}

int corpus_record_term(struct db *db, int64_t segment, struct str term, struct arena *arena, struct str *ret,
                       struct error *e)
{
    return text_or_empty(
        QUERY(db, "SELECT list FROM corpus_term WHERE segment = $1 AND term = $2", INT(segment), TEXT(term)), arena,
        ret, e);
}

int corpus_record_terms(struct db *db, int64_t segment, struct str from, struct str until, struct arena *arena,
                        struct corpus_term_row **ret, size_t *ret_n, struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct corpus_term_row, term),
                                             COLUMN(INT, struct corpus_term_row, bytes), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_term_row), NULL };

    return query_all(QUERY(db,
                           "SELECT term, length(list) FROM corpus_term WHERE segment = $1 AND term >= $2 AND term < $3"
                           " ORDER BY term",
                           INT(segment), TEXT(from), TEXT(until)),
                     &shape, arena, ret, ret_n, e);
}

int corpus_record_pages(struct db *db, int64_t document, struct arena *arena, struct str *ret, struct error *e)
{
    return text_or_empty(QUERY(db, "SELECT pages FROM corpus_document WHERE id = $1", INT(document)), arena, ret, e);
}

int corpus_record_unit(struct db *db, int64_t corpus, int64_t unit, struct arena *arena, struct corpus_unit_row *ret,
                       struct error *e)
{
    static const struct column columns[] = { COLUMNS(INT, struct corpus_unit_row, start, end, document.id),
                                             COLUMNS(TEXT, struct corpus_unit_row, document.name, document.title,
                                                     document.url, document.date, document.language),
                                             COLUMN(HASH, struct corpus_unit_row, document.text_hash),
                                             COLUMN(INT, struct corpus_unit_row, document.bytes), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct corpus_unit_row), NULL };
    int r = query_one(
        QUERY(db,
              "SELECT u.start, u.finish, u.document, d.name, d.title, d.url, d.date, d.language, d.text_hash, d.bytes"
              " FROM corpus_unit u JOIN corpus_document d ON d.id = u.document"
              " WHERE u.corpus = $1 AND u.unit = $2",
              INT(corpus), INT(unit)),
        &shape, arena, ret, e);

    if (r == 0)
        return error_set(e, ERROR_NOT_FOUND, "The document is no longer in the corpus.");
    return r < 0 ? r : 0;
}
