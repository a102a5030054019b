#include "records/questions.h"

#include "records/internal.h"

const char *const question_type_words[] = { "clarify", "pause", "confirm", "samples", "plan", NULL };

#define QUESTION_SELECT                                                                                                \
    "SELECT path, type, data, asked_ms, answered_ms, answered_by, answer FROM question WHERE run = $1"

static const struct column columns[] = {
    COLUMN(TEXT, struct question_row, path),
    COLUMN(WORD, struct question_row, type, .words = question_type_words),
    COLUMN(TEXT, struct question_row, data),
    COLUMNS(INT, struct question_row, asked_ms, answered_ms),
    COLUMNS(TEXT, struct question_row, answered_by, answer),
    COLUMN_END,
};
static const struct shape shape = { columns, sizeof(struct question_row), NULL };

int question_record_put(struct db *db, struct str run, const struct question_row *row, struct error *e)
{
    return query_run(QUERY(db,
                           "INSERT INTO question(run, path, type, data, asked_ms) VALUES($1, $2, $3, $4, $5)"
                           " ON CONFLICT(run, path) DO NOTHING",
                           RUN(run), TEXT(row->path), TEXT(str(question_type_words[row->type])), TEXT(row->data),
                           INT(row->asked_ms)),
                     e);
}

#define OLDEST_OPEN(run) "(SELECT id FROM question WHERE run = " run " AND answered_ms = 0 ORDER BY id LIMIT 1)"

int question_record_keep(struct db *db, struct str run, struct str answer, struct error *e)
{
    int r = query_run(
        QUERY(db, "UPDATE question SET answer = $1 WHERE id = " OLDEST_OPEN("$2"), TEXT(answer), RUN(run)), e);

    return r < 0 ? r : db_changes(db) > 0;
}

int question_record_answer(struct db *db, struct str run, const struct question_row *row, struct error *e)
{
    int r = query_run(QUERY(db,
                            "UPDATE question SET answered_ms = $1, answered_by = $2, answer = $3,"
                            " data = CASE WHEN $4 = '' THEN data ELSE $4 END WHERE id = " OLDEST_OPEN("$5"),
                            INT(row->answered_ms), TEXT(row->answered_by), TEXT(row->answer), TEXT(row->data),
                            RUN(run)),
                      e);

    return r < 0 ? r : db_changes(db) > 0;
}

int question_record_open(struct db *db, struct str run, struct arena *arena, struct question_row *ret, struct error *e)
{
    return query_one(QUERY(db, QUESTION_SELECT " AND answered_ms = 0 ORDER BY id LIMIT 1", RUN(run)), &shape, arena,
                     ret, e);
}

int question_record_list(struct db *db, struct str run, struct arena *arena, struct question_row **ret, size_t *ret_n,
                         struct error *e)
{
    return query_all(QUERY(db, QUESTION_SELECT " ORDER BY id", RUN(run)), &shape, arena, ret, ret_n, e);
}
