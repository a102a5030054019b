#include "records/sources.h"

#include "records/internal.h"

static int insert_source(struct db *db, int64_t run, struct source_row *row, struct error *e)
{
    struct statement *s;
    /* What spans refer to: where the page was not read, what the search showed of it. */
    int r = blob_put(db, row->text.len ? row->text : row->snippet, &row->hash, e);

    if (r < 0)
        return r;
    r = db_prepare(
        db,
        "INSERT INTO source(run, number, name, url, canonical_url, title, snippet, author, date, engine, query,"
        " text_hash, relevance, snippet_only, pages) VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        &s, e);
    if (r < 0)
        return r;
    const struct str texts[] = {
        row->id,     row->url,  row->canonical_url, row->title, row->snippet,
        row->author, row->date, row->engine,        row->query,
    };
    db_bind_int(s, 1, run);
    db_bind_int(s, 2, row->number);
    for (int i = 0; i < (int) (sizeof texts / sizeof *texts); i++)
        db_bind_text(s, 3 + i, texts[i]);
    hash_bind(s, 12, &row->hash);
    db_bind_double(s, 13, row->relevance);
    db_bind_int(s, 14, row->snippet_only);
    db_bind_text(s, 15, row->pages);
    r = db_step(s, e);
    db_end(s);
    return r;
}

int source_record_put(struct db *db, struct str run, struct source_row *rows, size_t n, struct error *e)
{
    int64_t number;
    int r;

    if ((r = run_number(db, run, &number, e)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM source WHERE run = $1", number)) < 0)
        return r;
    for (size_t i = 0; i < n; i++)
        if ((r = insert_source(db, number, &rows[i], e)) < 0)
            return r;
    return 0;
}

static int read_source(struct db *db, struct statement *s, bool texts, struct arena *arena, struct source_row *ret,
                       struct error *e)
{
    struct source_row row = {
        .number = db_int(s, 0),
        .id = db_text_dup(arena, s, 1),
        .url = db_text_dup(arena, s, 2),
        .canonical_url = db_text_dup(arena, s, 3),
        .title = db_text_dup(arena, s, 4),
        .snippet = db_text_dup(arena, s, 5),
        .author = db_text_dup(arena, s, 6),
        .date = db_text_dup(arena, s, 7),
        .engine = db_text_dup(arena, s, 8),
        .query = db_text_dup(arena, s, 9),
        .relevance = db_double(s, 11),
        .snippet_only = db_int(s, 12) != 0,
        .pages = db_text_dup(arena, s, 13),
    };

    hash_column(s, 10, &row.hash);
    if (texts) {
        int r = blob_get(db, row.hash, arena, &row.text, e);
        if (r < 0)
            return r;
    }
    *ret = row;
    return 0;
}

int source_record_list(struct db *db, struct str run, bool texts, struct arena *arena, struct source_row **ret,
                       size_t *ret_n, struct error *e)
{
    struct source_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = run_prepare(
        db, run,
        "SELECT number, name, url, canonical_url, title, snippet, author, date, engine, query, text_hash, relevance,"
        " snippet_only, pages FROM source WHERE run = $1 ORDER BY number",
        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        if ((r = read_source(db, s, texts, arena, &rows[n], e)) < 0)
            break;
        n++;
    }
    db_end(s);
    if (r < 0)
        return r;
    *ret = rows;
    *ret_n = n;
    return 0;
}
