#include "records/sources.h"

#include "records/internal.h"

static const struct column columns[] = { SOURCE_HEAD_COLUMNS,
                                         COLUMN(HASH, struct source_row, hash),
                                         COLUMN(REAL, struct source_row, relevance),
                                         COLUMN(BOOL, struct source_row, snippet_only),
                                         COLUMN(TEXT, struct source_row, pages),
                                         COLUMN_END };
#define SOURCE_COLUMNS SOURCE_HEAD ", text_hash, relevance, snippet_only, pages"

static int insert_source(struct db *db, int64_t run, void *row_, struct error *e)
{
    struct source_row *row = row_;
    /* The text that spans refer to; if the page was not read, the search snippet. */
    int r = blob_put(db, row->text.len ? row->text : row->snippet, &row->hash, e);

    return r < 0 ? r
                 : query_run(QUERY(db,
                                   "INSERT INTO source(run, " SOURCE_COLUMNS
                                   ") VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9,"
                                   " $10, $11, $12, $13, $14, $15)",
                                   INT(run), ROW(columns, row)),
                             e);
}

int source_record_put(struct db *db, struct str run, struct source_row *rows, size_t n, struct error *e)
{
    struct new_rows all = { "DELETE FROM source WHERE run = $1", rows, n, sizeof *rows, insert_source };

    return run_replace_rows(db, run, &all, e);
}

static int read_text(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct source_row *source = row;

    (void) s;
    return blob_get(db, source->hash, arena, &source->text, e);
}

int source_record_list(struct db *db, struct str run, bool texts, struct arena *arena, struct source_row **ret,
                       size_t *ret_n, struct error *e)
{
    static const struct shape plain = { columns, sizeof(struct source_row), NULL },
                              with_text = { columns, sizeof(struct source_row), read_text };

    return query_all(QUERY(db, "SELECT " SOURCE_COLUMNS " FROM source WHERE run = $1 ORDER BY number", RUN(run)),
                     texts ? &with_text : &plain, arena, ret, ret_n, e);
}
