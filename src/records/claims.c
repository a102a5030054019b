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
    FIELD_INT(struct span_row, end, .required = true, .help = "the byte behind the last"),
    FIELD_STR(struct span_row, quote, .help = "what these bytes say"),
    FIELD_INT(struct span_row, page, .help = "page of a PDF; 0: none"),
    FIELD_BOOL(struct span_row, snippet, .help = "a search engine's words: the page was not read"),
    FIELD_END,
};

const struct field claim_row_fields[] = {
    FIELD_INT(struct claim_row, number, .required = true, .help = "its number in the report"),
    FIELD_ENUM(struct claim_row, kind, claim_kind_words, .help = "what the sentence does"),
    FIELD_STR(struct claim_row, text, .help = "the sentence"),
    FIELD_INT(struct claim_row, start, .help = "its first byte in the report's body"),
    FIELD_INT(struct claim_row, end, .help = "the byte behind its last"),
    FIELD_ENUM(struct claim_row, verdict, verdict_words, .help = "does what it cites say so"),
    FIELD_INT(struct claim_row, confidence, .help = "of the verdict, in thousandths"),
    FIELD_STR(struct claim_row, reason, .was = "reasoning", .nullable = true, .help = "why, in one sentence"),
    FIELD_STR(struct claim_row, missing, .nullable = true, .help = "the part that what it cites does not carry"),
    FIELD_AS("decidedBy", STR, struct claim_row, decided_by, .was = "checkedBy", .nullable = true,
             .help = "code or model"),
    FIELD_ENUM(struct claim_row, correction, correction_words, .help = "what became of its citation"),
    FIELD_BOOL(struct claim_row, marked, .help = "the writer cited something"),
    FIELD_AS("leftOut", BOOL, struct claim_row, left_out, .was = "removed", .help = "it was taken out of the report"),
    FIELD_AS("leftOutReason", STR, struct claim_row, left_out_reason, .nullable = true, .help = "why"),
    FIELD_INT(struct claim_row, independent, .help = "independent sources that support it"),
    FIELD_LIST(struct claim_row, spans, spans_n, struct span_row, span_fields, .help = "what it rests on"),
    FIELD_LIST(struct claim_row, alternates, alternates_n, struct span_row, span_fields,
               .help = "others that say the same"),
    FIELD_LIST(struct claim_row, numbers, numbers_n, struct number_row, number_fields, .help = "its numbers"),
    FIELD_END,
};

const struct field claim_row_first_fields[] = {
    FIELD_INT(struct claim_row, number),
    FIELD_STR(struct claim_row, text),
    FIELD_INT(struct claim_row, start),
    FIELD_INT(struct claim_row, end),
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
    FIELD_INT(struct claim_summary, quoted, .help = "the source has the sentence word for word"),
    FIELD_INT(struct claim_summary, supported, .help = "what is cited says so"),
    FIELD_INT(struct claim_summary, partial, .help = "it says so in part"),
    FIELD_INT(struct claim_summary, unsupported, .help = "it does not say so"),
    FIELD_INT(struct claim_summary, contradicted, .help = "it says otherwise"),
    FIELD_INT(struct claim_summary, unchecked, .help = "nobody looked"),
    FIELD_AS("leftOut", INT, struct claim_summary, left_out, .help = "claims taken out of the text, counted apart"),
    FIELD_AS("byModel", INT, struct claim_summary, by_model, .help = "of those checked, decided by a model"),
    FIELD_AS("uncheckedWhy", STR, struct claim_summary, unchecked_why, .nullable = true, .help = "why not"),
    FIELD_INT(struct claim_summary, corrected, .help = "citations replaced, removed or added"),
    FIELD_INT(struct claim_summary, independent, .help = "independent sources that support something"),
    FIELD_INT(struct claim_summary, sentences, .help = "sentences of the report"),
    FIELD_INT(struct claim_summary, cited, .help = "of these, with a citation that was checked"),
    FIELD_END,
};

void claim_recount(const struct claim_row *rows, size_t n, int64_t version, struct claim_summary *ret)
{
    struct claim_summary sum = { .independent = ret->independent,
                                 .sentences = ret->sentences,
                                 .unchecked_why = ret->unchecked_why };
    int64_t *const counts[VERDICT_COUNT] = { [VERDICT_QUOTED] = &sum.quoted,
                                             [VERDICT_SUPPORTED] = &sum.supported,
                                             [VERDICT_PARTIAL] = &sum.partial,
                                             [VERDICT_UNSUPPORTED] = &sum.unsupported,
                                             [VERDICT_CONTRADICTED] = &sum.contradicted,
                                             [VERDICT_UNCHECKED] = &sum.unchecked };

    for (size_t i = 0; i < n; i++) {
        const struct claim_row *row = &rows[i];

        if (row->kind != KIND_CLAIM)
            continue;
        if (row->left_out && version > 1) {
            sum.left_out++;
            continue;
        }
        sum.total++;
        ++*counts[row->verdict];
        sum.by_model += version > 1 && str_is(row->decided_by, "model");
        sum.corrected += row->correction > CORRECTION_KEEP;
        sum.cited += row->verdict != VERDICT_UNCHECKED && !row->left_out && row->spans_n > 0;
    }
    sum.checked = sum.total - sum.unchecked;
    *ret = sum;
}

/* --- rows --- */

static int insert_span(struct db *db, int64_t claim, bool alternate, size_t ordinal, const struct span_row *row,
                       struct error *e)
{
    struct statement *s;
    int r = db_prepare(
        db,
        "INSERT INTO claim_span(claim, alternate, ordinal, source, start_at, end_at, quote, page, snippet)"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, claim);
    db_bind_int(s, 2, alternate);
    db_bind_int(s, 3, (int64_t) ordinal);
    db_bind_int(s, 4, row->source);
    db_bind_int(s, 5, row->start);
    db_bind_int(s, 6, row->end);
    db_bind_text(s, 7, row->quote);
    db_bind_int(s, 8, row->page);
    db_bind_int(s, 9, row->snippet);
    r = db_step(s, e);
    db_end(s);
    return r;
}

static int insert_claim(struct db *db, int64_t run, const struct claim_row *row, struct error *e)
{
    struct arena *arena = arena_new();
    const struct numbers numbers = { row->numbers, row->numbers_n };
    struct statement *s;
    int r = db_prepare(
        db,
        "INSERT INTO claim(run, number, text, start_at, end_at, verdict, confidence, reason, decided_by, correction, marked,"
        " left_out, independent, numbers, kind, missing, left_out_reason)"
        " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)",
        &s, e);

    if (r == 0) {
        db_bind_int(s, 1, run);
        db_bind_int(s, 2, row->number);
        db_bind_text(s, 3, row->text);
        db_bind_int(s, 4, row->start);
        db_bind_int(s, 5, row->end);
        db_bind_text(s, 6, str(verdict_words[row->verdict]));
        db_bind_int(s, 7, row->confidence);
        db_bind_text(s, 8, row->reason);
        db_bind_text(s, 9, row->decided_by);
        db_bind_text(s, 10, str(correction_words[row->correction]));
        db_bind_int(s, 11, row->marked);
        db_bind_int(s, 12, row->left_out);
        db_bind_int(s, 13, row->independent);
        db_bind_text(s, 14, json_encode_text(arena, numbers_fields, &numbers));
        db_bind_text(s, 15, str(claim_kind_words[row->kind]));
        db_bind_text(s, 16, row->missing);
        db_bind_text(s, 17, row->left_out_reason);
        r = db_step(s, e);
        db_end(s);
    }
    int64_t id = db_last_id(db);
    for (size_t i = 0; r == 0 && i < row->spans_n; i++)
        r = insert_span(db, id, false, i, &row->spans[i], e);
    for (size_t i = 0; r == 0 && i < row->alternates_n; i++)
        r = insert_span(db, id, true, i, &row->alternates[i], e);
    arena_free(arena);
    return r;
}

int claim_record_put(struct db *db, struct str run, const struct claim_row *rows, size_t n, struct error *e)
{
    int64_t number;
    int r;

    if ((r = run_number(db, run, &number, e)) < 0 ||
        (r = RUN_SQL(db, e, "DELETE FROM claim WHERE run = $1", number)) < 0)
        return r;
    for (size_t i = 0; i < n; i++)
        if ((r = insert_claim(db, number, &rows[i], e)) < 0)
            return r;
    return 0;
}

static int read_spans(struct db *db, int64_t claim, bool alternate, struct arena *arena, struct span_row **ret,
                      size_t *ret_n, struct error *e)
{
    size_t capacity = 0;
    struct statement *s;
    int r = db_prepare(
        db,
        "SELECT source, start_at, end_at, quote, page, snippet FROM claim_span WHERE claim = $1 AND alternate = $2"
        " ORDER BY ordinal",
        &s, e);

    if (r < 0)
        return r;
    db_bind_int(s, 1, claim);
    db_bind_int(s, 2, alternate);
    while ((r = db_step(s, e)) == 1) {
        *ret = arena_grow(arena, *ret, &capacity, *ret_n + 1, sizeof **ret);
        (*ret)[(*ret_n)++] = (struct span_row){
            .source = db_int(s, 0),
            .start = db_int(s, 1),
            .end = db_int(s, 2),
            .quote = db_text_dup(arena, s, 3),
            .page = db_int(s, 4),
            .snippet = db_int(s, 5) != 0,
        };
    }
    db_end(s);
    return r;
}

static int word_column(struct statement *s, int column, const char *const *words, int *ret, struct error *e)
{
    int at = word_index(words, db_text(s, column));

    if (at < 0)
        return error_set(e, ERROR_STORE, "a claim has the unknown word \"%.*s\"", STR_ARG(db_text(s, column)));
    *ret = at;
    return 0;
}

static int read_numbers(struct str text, struct arena *arena, struct claim_row *row, struct error *e)
{
    struct numbers numbers = { 0 };
    json_t *list = NULL;
    int r = json_parse(text, &list, e);

    if (r == 0)
        r = json_decode(list, numbers_fields, &numbers, DECODE_LENIENT, arena, e);
    json_decref(list);
    row->numbers = numbers.numbers;
    row->numbers_n = numbers.numbers_n;
    return r;
}

static int read_claim(struct db *db, struct statement *s, struct arena *arena, struct claim_row *ret, struct error *e)
{
    int64_t id = db_int(s, 0);
    struct claim_row row = {
        .number = db_int(s, 1),
        .text = db_text_dup(arena, s, 2),
        .start = db_int(s, 3),
        .end = db_int(s, 4),
        .confidence = db_int(s, 6),
        .reason = db_text_dup(arena, s, 7),
        .decided_by = db_text_dup(arena, s, 8),
        .marked = db_int(s, 10) != 0,
        .left_out = db_int(s, 11) != 0,
        .independent = db_int(s, 12),
        .missing = db_text_dup(arena, s, 15),
        .left_out_reason = db_text_dup(arena, s, 16),
    };
    int r;

    if ((r = word_column(s, 5, verdict_words, &row.verdict, e)) < 0 ||
        (r = word_column(s, 9, correction_words, &row.correction, e)) < 0 ||
        (r = word_column(s, 14, claim_kind_words, &row.kind, e)) < 0 ||
        (r = read_numbers(db_text_dup(arena, s, 13), arena, &row, e)) < 0 ||
        (r = read_spans(db, id, false, arena, &row.spans, &row.spans_n, e)) < 0 ||
        (r = read_spans(db, id, true, arena, &row.alternates, &row.alternates_n, e)) < 0)
        return r;
    *ret = row;
    return 0;
}

int claim_record_list(struct db *db, struct str run, int verdict, struct arena *arena, struct claim_row **ret,
                      size_t *ret_n, struct error *e)
{
    struct claim_row *rows = NULL;
    size_t n = 0, capacity = 0;
    struct statement *s;
    int r = run_prepare(
        db, run,
        "SELECT id, number, text, start_at, end_at, verdict, confidence, reason, decided_by, correction, marked, left_out,"
        " independent, numbers, kind, missing, left_out_reason FROM claim WHERE run = $1 AND ($2 = '' OR verdict = $2) ORDER BY number",
        &s, e);

    if (r < 0)
        return r;
    db_bind_text(s, 2, str(verdict < 0 ? "" : verdict_words[verdict]));
    while ((r = db_step(s, e)) == 1) {
        rows = arena_grow(arena, rows, &capacity, n + 1, sizeof *rows);
        if ((r = read_claim(db, s, arena, &rows[n], e)) < 0)
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
