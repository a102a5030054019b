#include "records/claims.h"

#include "records/internal.h"
#include "text/json.h"

const char *const correction_words[] = { "none", "keep", "replace", "remove", "add_alternate", NULL };
const char *const claim_kind_words[] = { "claim", "summary", "remark", "heading", "question", NULL };
const char *const number_state_words[] = { "same", "close", "different", "missing", "derived", NULL };

static const struct field number_fields[] = {
    FIELD_STR(struct number_row, text, .help = "as the claim writes it"),
    FIELD_STR(struct number_row, found, .nullable = true, .help = "as the quote writes it"),
    FIELD_ENUM(struct number_row, match, number_state_words, .help = "how the two agree"),
    FIELD_STR(struct number_row, derivation, .nullable = true, .help = "how it follows from numbers of the quotes"),
    FIELD_END,
};

/* A table with one list: the text of the column is that list. */
struct numbers {
    struct number_row *numbers;
    size_t numbers_n;
};
static const struct field numbers_fields[] = {
    FIELD_LIST(struct numbers, numbers, numbers_n, struct number_row, number_fields),
    FIELD_END,
};

static const struct field span_fields[] = {
    FIELD_INT(struct span_row, source, .required = true, .help = "number of the source"),
    FIELD_INT(struct span_row, start, .required = true, .help = "first byte of its text"),
    FIELD_INT(struct span_row, end, .required = true, .help = "the byte after the last"),
    FIELD_STR(struct span_row, quote, .help = "what these bytes say"),
    FIELD_INT(struct span_row, page, .help = "page of a PDF; 0: none"),
    FIELD_BOOL(struct span_row, snippet, .help = "it is a search snippet; the page was not read"),
    FIELD_STR(struct span_row, lead, .sparse = true, .help = "what its list stands behind, or the header of its table"),
    FIELD_END,
};

const struct field claim_row_fields[] = {
    FIELD_INT(struct claim_row, number, .required = true, .help = "its number in the report"),
    FIELD_ENUM(struct claim_row, kind, claim_kind_words, .help = "what the sentence does"),
    FIELD_STR(struct claim_row, text, .help = "the sentence"),
    FIELD_INT(struct claim_row, start, .help = "its first byte in the report's body"),
    FIELD_INT(struct claim_row, end, .help = "the byte after its last"),
    FIELD_ENUM(struct claim_row, verdict, verdict_words, .help = "verdict: whether what it cites supports it"),
    FIELD_INT(struct claim_row, confidence, .help = "confidence of the verdict, in thousandths"),
    FIELD_STR(struct claim_row, reason, .was = "reasoning", .nullable = true, .help = "why, in one sentence"),
    FIELD_STR(struct claim_row, missing, .nullable = true, .help = "the part that its citations do not support"),
    FIELD_AS("decidedBy", STR, struct claim_row, decided_by, .was = "checkedBy", .nullable = true,
             .help = "code or model"),
    FIELD_ENUM(struct claim_row, correction, correction_words, .help = "what became of its citation"),
    FIELD_BOOL(struct claim_row, marked, .help = "the writer cited something"),
    FIELD_AS("leftOut", BOOL, struct claim_row, left_out, .was = "removed", .help = "it was left out of the report"),
    FIELD_AS("leftOutReason", STR, struct claim_row, left_out_reason, .nullable = true, .help = "why"),
    FIELD_INT(struct claim_row, independent, .help = "independent sources that support it"),
    FIELD_LIST(struct claim_row, spans, spans_n, struct span_row, span_fields, .help = "the spans it rests on"),
    FIELD_LIST(struct claim_row, alternates, alternates_n, struct span_row, span_fields,
               .help = "other spans that say the same"),
    FIELD_LIST(struct claim_row, numbers, numbers_n, struct number_row, number_fields, .help = "its numbers"),
    FIELD_END,
};

const struct field claim_row_first_fields[] = {
    FIELD_INT(struct claim_row, number),
    FIELD_STR(struct claim_row, text),
    FIELDS(INT, struct claim_row, start, end),
    FIELD_ENUM(struct claim_row, verdict, verdict_words),
    FIELD_INT(struct claim_row, confidence),
    FIELD_AS("reasoning", STR, struct claim_row, reason, .nullable = true),
    FIELD_AS("checkedBy", STR, struct claim_row, decided_by, .nullable = true),
    FIELD_ENUM(struct claim_row, correction, correction_words),
    FIELD_BOOL(struct claim_row, marked),
    FIELD_AS("removed", BOOL, struct claim_row, left_out),
    FIELD_INT(struct claim_row, independent),
    FIELD_LIST(struct claim_row, spans, spans_n, struct span_row, span_fields),
    FIELD_LIST(struct claim_row, alternates, alternates_n, struct span_row, span_fields),
    FIELD_LIST(struct claim_row, numbers, numbers_n, struct number_row, number_fields),
    FIELD_END,
};

const struct field claim_summary_fields[] = {
    FIELD_INT(struct claim_summary, total, .help = "claims of the report"),
    FIELD_INT(struct claim_summary, checked, .help = "of these, with a verdict"),
    CLAIM_VERDICT_FIELDS,
    FIELD_AS("leftOut", INT, struct claim_summary, left_out,
             .help = "sentences left out of the report, counted separately"),
    FIELD_AS("byModel", INT, struct claim_summary, by_model, .help = "of those checked, decided by a model"),
    FIELD_AS("uncheckedWhy", STR, struct claim_summary, unchecked_why, .nullable = true, .help = "why not"),
    FIELD_INT(struct claim_summary, corrected, .help = "citations replaced, removed or added"),
    FIELD_INT(struct claim_summary, independent, .help = "independent sources that support something"),
    FIELD_INT(struct claim_summary, sentences, .help = "sentences of the report"),
    FIELD_INT(struct claim_summary, cited, .help = "of these, with a citation that was checked"),
    FIELD_END,
};

static int64_t *count_of(struct claim_summary *sum, int verdict)
{
    int64_t *const counts[VERDICT_COUNT] = { [VERDICT_QUOTED] = &sum->quoted,
                                             [VERDICT_SUPPORTED] = &sum->supported,
                                             [VERDICT_PARTIAL] = &sum->partial,
                                             [VERDICT_UNSUPPORTED] = &sum->unsupported,
                                             [VERDICT_CONTRADICTED] = &sum->contradicted,
                                             [VERDICT_UNCHECKED] = &sum->unchecked };

    return counts[verdict];
}

void claim_recount(const struct claim_row *rows, size_t n, int64_t version, struct claim_summary *ret)
{
    struct claim_summary sum = { .independent = ret->independent,
                                 .sentences = ret->sentences,
                                 .unchecked_why = ret->unchecked_why };

    for (size_t i = 0; i < n; i++) {
        const struct claim_row *row = &rows[i];

        if (row->left_out && version > 1) {
            sum.left_out++;
            continue;
        }
        if (row->kind != KIND_CLAIM)
            continue;
        sum.total++;
        ++*count_of(&sum, row->verdict);
        sum.by_model += version > 1 && str_is(row->decided_by, "model");
        sum.corrected += row->correction > CORRECTION_KEEP;
        sum.cited += row->verdict != VERDICT_UNCHECKED && !row->left_out && row->spans_n > 0;
    }
    sum.checked = sum.total - sum.unchecked;
    *ret = sum;
}

/* --- rows --- */

static const struct column span_columns[] = { COLUMNS(INT, struct span_row, source, start, end),
                                              COLUMN(TEXT, struct span_row, quote), COLUMN(INT, struct span_row, page),
                                              COLUMN(BOOL, struct span_row, snippet), COLUMN_END };
static const struct shape span_shape = { span_columns, sizeof(struct span_row), NULL };

/* Its numbers stand behind these, as JSON; then, when it is read, its id. */
static const struct column claim_columns[] = {
    COLUMN(INT, struct claim_row, number),
    COLUMN(TEXT, struct claim_row, text),
    COLUMNS(INT, struct claim_row, start, end),
    COLUMN(WORD, struct claim_row, verdict, .words = verdict_words),
    COLUMN(INT, struct claim_row, confidence),
    COLUMNS(TEXT, struct claim_row, reason, decided_by),
    COLUMN(WORD, struct claim_row, correction, .words = correction_words),
    COLUMNS(BOOL, struct claim_row, marked, left_out),
    COLUMN(INT, struct claim_row, independent),
    COLUMN(WORD, struct claim_row, kind, .words = claim_kind_words),
    COLUMNS(TEXT, struct claim_row, missing, left_out_reason),
    COLUMN_END,
};
enum { NUMBERS_AT = sizeof claim_columns / sizeof *claim_columns - 1, ID_AT };
#define CLAIM_COLUMNS                                                                                                  \
    "number, text, start_at, end_at, verdict, confidence, reason, decided_by, correction, marked, left_out,"           \
    " independent, kind, missing, left_out_reason, numbers"

static int insert_spans(struct db *db, int64_t claim, bool alternate, const struct span_row *rows, size_t n,
                        struct error *e)
{
    int r = 0;

    for (size_t i = 0; i < n && r == 0; i++)
        r = query_run(
            QUERY(db,
                  "INSERT INTO claim_span(claim, alternate, ordinal, source, start_at, end_at, quote, page, snippet)"
                  " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                  INT(claim), INT(alternate), INT(i), ROW(span_columns, &rows[i])),
            e);
    return r;
}

static int insert_claim(struct db *db, int64_t run, void *row_, struct error *e)
{
    const struct claim_row *row = row_;
    struct arena *arena = arena_new();
    const struct numbers numbers = { row->numbers, row->numbers_n };
    int r = query_run(QUERY(db,
                            "INSERT INTO claim(run, " CLAIM_COLUMNS ") VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"
                            " $11, $12, $13, $14, $15, $16, $17)",
                            INT(run), ROW(claim_columns, row), TEXT(json_encode_text(arena, numbers_fields, &numbers))),
                      e);
    int64_t id = db_last_id(db);

    arena_free(arena);
    if (r < 0 || (r = insert_spans(db, id, false, row->spans, row->spans_n, e)) < 0)
        return r;
    return insert_spans(db, id, true, row->alternates, row->alternates_n, e);
}

int claim_record_put(struct db *db, struct str run, const struct claim_row *rows, size_t n, struct error *e)
{
    struct new_rows all = { "DELETE FROM claim WHERE run = $1", (void *) rows, n, sizeof *rows, insert_claim };

    return run_replace_rows(db, run, &all, e);
}

static int read_spans(struct db *db, int64_t id, bool alternate, struct arena *arena, struct claim_row *claim,
                      struct error *e)
{
    return query_all(QUERY(db,
                           "SELECT source, start_at, end_at, quote, page, snippet FROM claim_span"
                           " WHERE claim = $1 AND alternate = $2 ORDER BY ordinal",
                           INT(id), INT(alternate)),
                     &span_shape, arena, alternate ? &claim->alternates : &claim->spans,
                     alternate ? &claim->alternates_n : &claim->spans_n, e);
}

static int read_numbers(struct str text, struct arena *arena, struct claim_row *row, struct error *e)
{
    struct numbers numbers = { 0 };
    int r = json_decode_text(text, numbers_fields, &numbers, DECODE_LENIENT, arena, e);

    row->numbers = numbers.numbers;
    row->numbers_n = numbers.numbers_n;
    return r;
}

/* The numbers and the spans of a claim. */
static int finish_claim(struct db *db, struct statement *s, struct arena *arena, void *row, struct error *e)
{
    struct claim_row *claim = row;
    int64_t id = db_int(s, ID_AT);
    int r;

    if ((r = read_numbers(db_text_dup(arena, s, NUMBERS_AT), arena, claim, e)) < 0 ||
        (r = read_spans(db, id, false, arena, claim, e)) < 0)
        return r;
    return read_spans(db, id, true, arena, claim, e);
}

int claim_record_list(struct db *db, struct str run, int verdict, struct arena *arena, struct claim_row **ret,
                      size_t *ret_n, struct error *e)
{
    static const struct shape shape = { claim_columns, sizeof(struct claim_row), finish_claim };

    return query_all(QUERY(db,
                           "SELECT " CLAIM_COLUMNS ", id FROM claim WHERE run = $1 AND ($2 = '' OR verdict = $2)"
                           " ORDER BY number",
                           RUN(run), TEXT(str(verdict < 0 ? "" : verdict_words[verdict]))),
                     &shape, arena, ret, ret_n, e);
}

int claim_record_count(struct db *db, struct str run, struct claim_summary *ret, struct error *e)
{
    struct statement *s;
    int r = query_begin(QUERY(db,
                              "SELECT verdict, count(*) FROM claim WHERE run = $1 AND kind = 'claim' AND left_out = 0"
                              " GROUP BY verdict",
                              RUN(run)),
                        &s, e);

    if (r < 0)
        return r;
    while ((r = db_step(s, e)) == 1) {
        int verdict = word_index(verdict_words, db_text(s, 0));

        if (verdict >= 0)
            *count_of(ret, verdict) = db_int(s, 1);
    }
    db_end(s);
    ret->checked = ret->quoted + ret->supported + ret->partial + ret->unsupported + ret->contradicted;
    ret->total = ret->checked + ret->unchecked;
    return r;
}
