#include "records/documents.h"

#include "records/internal.h"

int document_record_get(struct db *db, struct str run, struct str name, struct arena *arena, struct document_row *ret,
                        struct error *e)
{
    static const struct column columns[] = { COLUMN(TEXT, struct document_row, document),
                                             COLUMNS(INT, struct document_row, version, time_ms), COLUMN_END };
    static const struct shape shape = { columns, sizeof(struct document_row), NULL };

    *ret = (struct document_row){ .document = str("") };
    return query_one(QUERY(db, "SELECT document, version, time_ms FROM run_document WHERE run = $1 AND name = $2",
                           RUN(run), TEXT(name)),
                     &shape, arena, ret, e);
}

int document_record_put(struct db *db, struct str run, struct str name, int64_t version, struct str document,
                        int64_t now_ms, struct error *e)
{
    int r = version == 0 ? query_run(QUERY(db,
                                           "INSERT INTO run_document(run, name, version, time_ms, document)"
                                           " VALUES($1, $2, 1, $3, $4) ON CONFLICT DO NOTHING",
                                           RUN(run), TEXT(name), INT(now_ms), TEXT(document)),
                                     e)
                         : query_run(QUERY(db,
                                           "UPDATE run_document SET version = version + 1, time_ms = $1, document = $2"
                                           " WHERE run = $3 AND name = $4 AND version = $5",
                                           INT(now_ms), TEXT(document), RUN(run), TEXT(name), INT(version)),
                                     e);

    if (r == 0 && db_changes(db) == 0)
        return error_set(e, ERROR_CONFLICT, "%.*s was changed by somebody else this moment; look at it again",
                         STR_ARG(run));
    return r;
}
