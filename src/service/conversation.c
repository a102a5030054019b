/* A conversation is a chain of runs, each with its parent: questions and answers
 * are read from there, nothing is kept twice. */
#include "service/conversation.h"

#include "base/clock.h"
#include "records/journal.h"
#include "records/sources.h"
#include "report/report.h"
#include "run/engine.h"
#include "service/account.h"
#include "service/inventory.h"
#include "service/research.h"
#include "service/runs.h"
#include "service/value.h"
#include "store/blob.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/review.h"

enum {
    MESSAGES_MAX = 5,
    RUNS_MAX = (MESSAGES_MAX + 1) / 2,
    CHAIN_MAX = 500,   /* runs, as far as a conversation is followed back */
    EARLIER_SHOWN = 8, /* questions between the first one and the last messages */
    QUESTION_SHOWN = 2000,
    EARLIER_CHARACTERS = 300,
    ANSWERED_SHOWN = 500,
    ANSWER_SHOWN = 4000,
    OPENING_CHARACTERS = 400, /* of an earlier answer */
    OPENINGS_CHARACTERS = 4000,
    CONTEXTS_MAX = 100
};

struct past {
    struct run_row row;
    struct report report;
    struct str clarified; /* what the person was asked back and answered, in lines; or empty */
};

static void take_texts(struct arena *arena, const json_t *data, const char *name, struct str_list *ret)
{
    json_t *item;
    size_t i;

    json_array_foreach (json_object_get(data, name), i, item)
        if (json_is_string(item))
            str_list_add(arena, ret, str_dup(arena, str_n(json_string_value(item), json_string_length(item))));
}

static int load_clarified(struct db *db, struct arena *arena, struct past *past, struct error *e)
{
    struct question_row *rows;
    size_t n;
    int r = question_record_list(db, past->row.id, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++) {
        struct str_list texts = { 0 };
        json_t *data = NULL;

        if (rows[i].type != QUESTION_CLARIFY || str_empty(rows[i].answer) || json_parse(rows[i].data, &data, NULL) < 0)
            continue;
        take_texts(arena, data, "questions", &texts);
        json_decref(data);
        struct str asked = str_join(arena, texts.items, texts.n, " "),
                   answered = utf8_cut(rows[i].answer, ANSWERED_SHOWN);
        past->clarified = str_format(arena, "%.*s\n(asked back: %.*s; answered: %.*s)", STR_ARG(past->clarified),
                                     STR_ARG(asked), STR_ARG(answered));
    }
    return r;
}

/* A run of the conversation. */
static int load_past(const struct caller *caller, struct db *db, struct arena *arena, struct str id, struct past *ret,
                     struct error *e)
{
    int r = run_find(caller, db, id, arena, &ret->row, e);

    return r < 0 ? r : load_clarified(db, arena, ret, e);
}

/* What it answered. */
static int load_report(struct db *db, struct arena *arena, struct past *past, struct error *e)
{
    struct str text;

    if (!past->row.has_report)
        return 0;
    int r = blob_get(db, past->row.report, arena, &text, e);
    return r < 0 ? r : report_parse(arena, text, &past->report, e);
}

/* Runs whose report may be told: the last, and those between them and the first, which is one of them where it is near. */
static bool is_recent(size_t at) { return at < RUNS_MAX + EARLIER_SHOWN; }

/* --- messages --- */

static struct str message(struct arena *arena, const char *who, struct str text, size_t most)
{
    struct str shown = utf8_cut(str_trim(text), most);

    return str_format(arena, "%s: %.*s%s\n", who, STR_ARG(shown), shown.len < str_trim(text).len ? " …" : "");
}

static struct str question_message(struct arena *arena, const struct past *run, size_t most)
{
    return message(arena, "User", str_format(arena, "%.*s%.*s", STR_ARG(run->row.query), STR_ARG(run->clarified)),
                   most);
}

/* The first paragraph of an answer: by contract it answers the question. */
static struct str opening_of(struct str body)
{
    struct str rest = str_trim(body);

    while (str_starts(rest, "#")) { /* a title or a heading */
        ptrdiff_t line = str_find_char(rest, '\n', 0);

        rest = line < 0 ? str("") : str_trim(str_sub(rest, (size_t) line, rest.len));
    }
    ptrdiff_t blank = str_find(rest, str("\n\n"), 0);
    return blank < 0 ? rest : str_trim(str_sub(rest, 0, (size_t) blank));
}

/* Of the answers before those in full their openings, as long as they fit: that of the first, then the newest. */
static void choose_openings(struct arena *arena, const struct past *runs, size_t n, size_t full, struct str *ret)
{
    size_t left = OPENINGS_CHARACTERS;

    for (size_t k = full; k < n + 1 && full < n; k++) {
        size_t i = k == full ? n - 1 : k - 1;

        if (ret[i].len || runs[i].report.body.len == 0 || (i + 1 < n && !is_recent(i)))
            continue;
        struct str told = message(arena, "Answer", opening_of(runs[i].report.body), OPENING_CHARACTERS);
        size_t length = utf8_count(told);
        if (length > left)
            return;
        left -= length;
        ret[i] = told;
    }
}

/* `runs` newest first. The first question, which the others are about; those after it in short, the newest of them; the
 * openings of their answers; the last messages in full. */
static struct str history_of(struct arena *arena, const struct past *runs, size_t n)
{
    struct str_list messages = { 0 };
    size_t full = 0, count = 0; /* runs whose messages are told in full, and these messages */

    while (full < n && full < RUNS_MAX && count + 1 + runs[full].row.has_report <= MESSAGES_MAX)
        count += 1u + runs[full++].row.has_report;
    bool answer = full < n && full < RUNS_MAX && count < MESSAGES_MAX && runs[full].row.has_report;
    struct str *openings = arena_calloc(arena, n + 1, sizeof *openings);
    choose_openings(arena, runs, n, full + answer, openings);
    for (size_t i = n; i-- > 0;) {
        bool told = i < full || i + 1 == n, asked = told || i < full + EARLIER_SHOWN;

        if (asked)
            str_list_add(arena, &messages,
                         question_message(arena, &runs[i], told ? QUESTION_SHOWN : EARLIER_CHARACTERS));
        if (runs[i].row.has_report && (i < full || (i == full && answer)))
            str_list_add(arena, &messages, message(arena, "Answer", runs[i].report.body, ANSWER_SHOWN));
        else if (asked && openings[i].len)
            str_list_add(arena, &messages, openings[i]);
    }
    return str_join(arena, messages.items, messages.n, "\n");
}

/* --- documents --- */

/* A document once, by its bytes and by its address: the newest reading of a page counts. */
static int add_document(struct db *db, struct arena *arena, struct conversation *c, struct context_file file,
                        struct error *e)
{
    struct hash hash;
    struct search_document document = tools_document(arena, &file, str(""));
    for (size_t i = 0; i < c->n; i++)
        if (str_eq(c->contexts[i].hash, file.hash) || str_eq(c->documents[i].url, document.url))
            return 0;
    if (c->n == CONTEXTS_MAX || !hash_from_hex(file.hash, &hash))
        return 0;
    int r = blob_get(db, hash, arena, &document.text, e);
    if (r < 0 || str_empty(str_trim(document.text)))
        return r;
    c->contexts[c->n] = file;
    c->documents[c->n++] = document;
    return 0;
}

static int add_given(struct db *db, struct arena *arena, const struct past *past, struct conversation *c,
                     struct error *e)
{
    struct run_settings settings;
    int r = run_settings_parse(arena, past->row.settings, &settings, e);

    for (size_t i = 0; r == 0 && i < settings.contexts_n; i++)
        if (str_empty(settings.contexts[i].url))
            r = add_document(db, arena, c, settings.contexts[i], e);
    if (r == 0)
        c->corpora = settings.corpora;
    return r;
}

static int add_cited(struct db *db, struct arena *arena, const struct past *past, struct conversation *c,
                     struct error *e)
{
    struct source_row *rows;
    size_t n;
    int r = source_record_list(db, past->row.id, false, arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++) {
        const struct report_source *cited = report_source(&past->report, rows[i].number);
        char *hex = arena_alloc(arena, HASH_HEX_SIZE);

        if (!cited || !cited->cited)
            continue;
        hash_hex(rows[i].hash, hex);
        r = add_document(db, arena, c,
                         (struct context_file){ .name = rows[i].title,
                                                .hash = str(hex),
                                                .url = rows[i].url,
                                                .pages = rows[i].pages,
                                                .date = rows[i].date },
                         e);
    }
    return r;
}

static int check_ended(const struct run_row *row, struct error *e)
{
    switch (row->status) {
    case RUN_STATUS_COMPLETED:
    case RUN_STATUS_FAILED:
    case RUN_STATUS_CANCELLED:
    case RUN_STATUS_TIMED_OUT: return 0;
    case RUN_STATUS_WAITING:
        return error_set(e, ERROR_CONFLICT,
                         "%.*s waits for an answer, so it cannot be continued yet. Answer it: @{answer "
                         "%.*s TEXT}",
                         STR_ARG(row->id), STR_ARG(row->id));
    default:
        return error_set(e, ERROR_CONFLICT, "%.*s is %s: it can be continued when it has ended.", STR_ARG(row->id),
                         run_status_words[row->status]);
    }
}

/* The conversation that ends with the run c->id. */
static int load(const struct caller *caller, struct db *db, struct arena *arena, bool given, struct conversation *c,
                struct error *e)
{
    struct past *runs = arena_calloc(arena, CHAIN_MAX, sizeof *runs);
    size_t n = 0;
    int r = 0;

    for (struct str at = c->id; r == 0 && n < CHAIN_MAX && !str_empty(at); at = runs[n++].row.parent) {
        struct error lost;

        if (n == 0) {
            r = load_past(caller, db, arena, at, &runs[n], e);
            c->id = runs[n].row.id;
            if (r == 0)
                r = load_report(db, arena, &runs[n], e);
            if (r == 0)
                r = check_ended(&runs[n].row, e);
        } else if (load_past(caller, db, arena, at, &runs[n], &lost) < 0 ||
                   (is_recent(n) && load_report(db, arena, &runs[n], &lost) < 0)) {
            break; /* deleted since: the conversation starts after it */
        }
    }
    if (r < 0)
        return r;
    if (n && !is_recent(n - 1)) /* the first: what it answered is told, too, if it can be read */
        load_report(db, arena, &runs[n - 1], NULL);
    c->history = history_of(arena, runs, n);
    c->contexts = arena_calloc(arena, CONTEXTS_MAX, sizeof *c->contexts);
    c->documents = arena_calloc(arena, CONTEXTS_MAX, sizeof *c->documents);
    if (given)
        r = add_given(db, arena, &runs[0], c, e);
    for (size_t i = 0; r == 0 && i < n && i < RUNS_MAX; i++)
        r = add_cited(db, arena, &runs[i], c, e);
    return r;
}

int conversation_load(const struct caller *caller, struct arena *arena, struct str id, bool given,
                      struct conversation *ret, struct error *e)
{
    struct conversation c = { .id = str_trim(id) };
    struct store *store;
    struct db *db;
    int r = service_read_begin(caller->service, &store, &db, e);

    if (r < 0)
        return r;
    r = load(caller, db, arena, given, &c, e);
    store_read_end(store, db);
    if (r == 0)
        *ret = c;
    return r;
}

/* --- questions and answers --- */

static json_t *texts_json(const struct str_list *texts)
{
    json_t *array = json_array();

    for (size_t i = 0; i < texts->n; i++)
        json_array_append_new(array, json_new_str(texts->items[i]));
    return array;
}

/* The plan as a person has changed it so far. */
static bool show_kept(struct arena *arena, json_t *data, struct str kept)
{
    struct str_list plan = { 0 };
    struct review review;

    take_texts(arena, data, "plan", &plan);
    review_read(arena, &plan, kept, &review);
    if (review.answer != REVIEW_EDITED)
        return false;
    struct str words = str_format(arena, "The plan as it was changed. " REVIEW_HOW "\n\n%.*s",
                                  STR_ARG(review_lines(arena, &review.items)));
    json_object_set_new(data, "plan", texts_json(&review.items));
    json_object_set_new(data, "questions", texts_json(&(struct str_list){ &words, 1, 1 }));
    return true;
}

int question_pending(struct db *db, const struct run_row *run, struct arena *arena, struct pending_question *ret,
                     struct error *e)
{
    struct question_row row;
    json_t *data = NULL;
    int r = run->status == RUN_STATUS_WAITING ? question_record_open(db, run->id, arena, &row, e) : 0;

    if (r <= 0)
        return r;
    if ((r = json_parse(row.data, &data, e)) < 0)
        return r;
    struct pending_question question = { .type = row.type, .data = row.data };
    question.changed = row.type == QUESTION_PLAN && row.answer.len && show_kept(arena, data, row.answer);
    take_texts(arena, data, "questions", &question.texts);
    take_texts(arena, data, "options", &question.options);
    json_object_set_new(data, "type", json_string(question_type_words[row.type]));
    json_object_set_new(data, "askedAt", json_new_str(clock_iso_text(arena, row.asked_ms)));
    question.json = str_dup(arena, json_text(arena, data));
    json_decref(data);
    *ret = question;
    return 1;
}

/* The plan that was reviewed and what came of it; an older store holds the answer alone. */
static void take_plan(struct arena *arena, const json_t *data, struct answer_view *view)
{
    struct review review;

    take_texts(arena, data, "plan", &view->reviewed);
    take_texts(arena, data, "agreed", &view->plan);
    if (view->reviewed.n == 0 || json_object_get(data, "agreed"))
        return;
    review_read(arena, &view->reviewed, view->answer, &review);
    if (review.answer == REVIEW_ACCEPTED || review.answer == REVIEW_EDITED)
        view->plan = review.answer == REVIEW_EDITED ? review.items : view->reviewed;
}

int answers_given(struct db *db, struct str run, struct arena *arena, struct answer_view **ret, size_t *ret_n,
                  struct error *e)
{
    struct question_row *rows;
    size_t n, count = 0;
    int r = question_record_list(db, run, arena, &rows, &n, e);

    if (r < 0)
        return r;
    struct answer_view *views = arena_calloc(arena, n + 1, sizeof *views);
    for (size_t i = 0; r == 0 && i < n; i++) {
        struct answer_view *view = &views[count];
        json_t *data = NULL;

        if (rows[i].answered_ms == 0 || rows[i].type == QUESTION_SAMPLES)
            continue;
        if ((r = json_parse(rows[i].data, &data, e)) < 0)
            break;
        *view = (struct answer_view){ .type = str(question_type_words[rows[i].type]),
                                      .answer = rows[i].answer,
                                      .by = rows[i].answered_by,
                                      .asked = clock_iso_text(arena, rows[i].asked_ms),
                                      .at = clock_iso_text(arena, rows[i].answered_ms) };
        take_texts(arena, data, "questions", &view->questions);
        take_plan(arena, data, view);
        json_decref(data);
        count++;
    }
    if (r == 0) {
        *ret = views;
        *ret_n = count;
    }
    return r;
}

/* The question's data with the plan that was agreed to. */
static struct str with_agreed(struct arena *arena, struct str data, const struct str_list *plan)
{
    json_t *value;

    if (json_parse(data, &value, NULL) < 0)
        return data;
    json_object_set_new(value, "agreed", texts_json(plan));
    struct str text = str_dup(arena, json_text(arena, value));
    json_decref(value);
    return text;
}

/* What the run is told of the plan as it stands now: the run itself knows only the plan that it made. A command that cannot be
 * carried out changes nothing, and the run still waits. */
static int settle_review(struct arena *arena, struct str id, const struct pending_question *question,
                         const struct answer_in *in, struct run_answer *ret, struct error *e)
{
    const struct str_list plan = plan_items(arena, question->json);
    bool changed = question->changed;
    struct review review;

    review_read(arena, &plan, in->answer, &review);
    if (in->keep && review.answer == REVIEW_GUIDANCE)
        review = (struct review){ REVIEW_WRONG, .wrong = str("Only a change of the plan can be kept.") };
    if (review.answer == REVIEW_WRONG)
        return error_set(e, ERROR_INVALID,
                         "%.*s The plan is as it was, and %.*s still waits. To end it: @{cancel %.*s}",
                         STR_ARG(review.wrong), STR_ARG(id), STR_ARG(id)),
               error_about(e, "answer"), -ERROR_INVALID;
    const struct str_list *agreed = review.answer == REVIEW_EDITED ? &review.items : &plan;
    if (review.answer == REVIEW_GUIDANCE) {
        if (changed)
            ret->text = review_note(arena, &review.items, review.guidance);
        return 0;
    }
    if (review.answer == REVIEW_EDITED || changed || in->keep)
        ret->text = review_lines(arena, agreed);
    ret->data = with_agreed(arena, question->data, agreed);
    return 0;
}

/* The run, and what it is told: sets text, words and data. */
static int check_asks(const struct caller *caller, struct arena *arena, const struct answer_in *in, struct str *ret,
                      struct run_answer *ret_answer, struct error *e)
{
    struct pending_question question;
    struct reading reading;
    int r = reading_begin(caller, arena, in->id, &reading, e);

    if (r < 0)
        return r;
    r = question_pending(reading.db, &reading.row, arena, &question, e);
    reading_end(&reading);
    if (r < 0)
        return r;
    if (r == 0)
        return error_set(e, ERROR_CONFLICT, "%.*s has no open question: it is %s.", STR_ARG(reading.row.id),
                         run_status_words[reading.row.status]);
    if ((r = research_check_lent(caller, arena, &reading.row, "answer", e)) < 0)
        return r;
    if (question.options.n && !str_list_has(&question.options, str_trim(in->answer))) {
        struct str options = str_join(arena, question.options.items, question.options.n, ", ");

        error_set(e, ERROR_INVALID, "%.*s waits for a decision: answer with one of %.*s.", STR_ARG(reading.row.id),
                  STR_ARG(options));
        error_about(e, "answer");
        return -ERROR_INVALID;
    }
    *ret = reading.row.id;
    ret_answer->text = ret_answer->words = str_trim(in->answer);
    if (question.type == QUESTION_PLAN)
        return settle_review(arena, reading.row.id, &question, in, ret_answer, e);
    if (!in->keep)
        return 0;
    return error_set(e, ERROR_INVALID, "%.*s waits with no plan, so there is no change to keep.",
                     STR_ARG(reading.row.id)),
           error_about(e, "keep");
}

struct kept {
    struct str run, text;
};

static int keep_job(struct db *db, void *arg, struct error *e)
{
    const struct kept *kept = arg;
    int r = question_record_keep(db, kept->run, kept->text, e);

    if (r == 0)
        return error_set(e, ERROR_CONFLICT, "%.*s has no open question.", STR_ARG(kept->run));
    return r < 0 ? r : 0;
}

int do_answer(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct answer_in *in = in_;
    struct run_ref_out *ret = ret_;
    struct engine *engine;
    struct store *store;
    struct run_answer answer = { .by = caller->user, .type = -1 };
    struct str run;

    if (!utf8_valid(in->answer))
        return error_set(e, ERROR_INVALID, "The answer is not valid UTF-8.");
    int r = check_asks(caller, arena, in, &run, &answer, e);
    if (r == 0 && in->keep) {
        *ret = (struct run_ref_out){ .id = run, .status = str(run_status_words[RUN_STATUS_WAITING]) };
        r = service_store(caller->service, true, &store, e);
        return r < 0 ? r : store_write(store, keep_job, &(struct kept){ run, answer.text }, e);
    }
    if (r == 0)
        r = service_engine(caller->service, &engine, e);
    if (r < 0)
        return r;
    const struct run_ref_out out = { .id = run, .status = str("queued") };
    answer.receipt = caller_receipt(caller, arena, &out);
    r = engine_answer(engine, run, &answer, e);
    if (r == 0)
        *ret = out;
    return r;
}
