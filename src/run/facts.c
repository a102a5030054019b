/* Facts of a run that need no network: the clock, randomness, how much of the
 * budget is used, what a person answered. All but the random source go through
 * the journal like any other effect. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "run/internal.h"

static struct str read_clock(const struct branch *branch)
{
    return str_format(branch->arena, "%lld", (long long) clock_wall_ms());
}

int effect_clock(struct branch *branch, struct path path, int64_t *ret_wall_ms, struct error *e)
{
    struct str said;
    int r = effect_fact(branch, path, &(struct effect_fact){ "{\"type\":\"clock\"}", "clock", read_clock }, &said, e);

    if (r < 0)
        return r;
    if (!str_to_int(said, ret_wall_ms))
        return error_set(e, ERROR_STORE, "the clock's entry at \"%s\" is damaged", path.text);
    return 0;
}

void effect_random(struct branch *branch, struct path path, uint64_t counter, void *ret, size_t n)
{
    char text[160];
    unsigned char *out = ret;

    for (unsigned block = 0; n > 0; block++) {
        int len = snprintf(text, sizeof text, "%s:%llu:%u", path.text, (unsigned long long) counter, block);
        struct hash h = hash_hmac(branch->run->row.seed, str_n(text, (size_t) len));
        size_t part = n < HASH_SIZE ? n : HASH_SIZE;

        memcpy(out, h.bytes, part);
        out += part;
        n -= part;
    }
}

struct str effect_id(struct branch *branch, struct path path, uint64_t counter, const char *prefix)
{
    unsigned char bytes[6];
    char hex[13];

    effect_random(branch, path, counter, bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, hex);
    return str_format(branch->arena, "%s%s", prefix, hex);
}

/* --- the budget's state, as a fact --- */

static int used_percent(int64_t used, int64_t limit)
{
    return limit <= 0 ? 0 : used >= limit ? 100 : (int) ((double) used * 100.0 / (double) limit);
}

static int64_t kept_of(int64_t limit, int64_t usual, int64_t shortest)
{
    int64_t least = limit / 100 * RESERVE_PERCENT + limit % 100 * RESERVE_PERCENT / 100, most = limit / 2;

    if (shortest > most && shortest <= limit)
        most = shortest;
    return usual < least ? least : usual > most ? most : usual;
}

void branch_reserve(struct branch *branch, const struct reserve *reserve)
{
    branch->kept_nano = kept_of(branch->limit_nano, reserve->nano, reserve->least_nano);
    branch->kept_tokens = kept_of(branch->limit_tokens, reserve->tokens, reserve->least_tokens);
}

/* The percentage of the ceiling at which writing must start. */
static int write_percent(int64_t limit, int64_t kept) { return used_percent(limit - kept, limit); }

static struct str read_pressure(const struct branch *b)
{
    const struct run_settings *s = &b->run->settings;
    int64_t tokens = b->usage.input_tokens + b->usage.output_tokens + b->lost_tokens;
    int money = used_percent(b->usage.cost_nano + b->lost_nano, b->limit_nano);
    int words = used_percent(tokens, b->limit_tokens);
    int time = used_percent(run_active_ms(b->run) - b->run->time_base_ms, s->timeout_ms);
    int most = money > words ? money : words;
    const char *which = time >= most ? "time" : money >= words ? "money" : "tokens";
    bool write = clock_monotonic_ms() >= b->run->gather_deadline_ms ||
                 (b->limit_nano && money >= write_percent(b->limit_nano, b->kept_nano)) ||
                 (b->limit_tokens && words >= write_percent(b->limit_tokens, b->kept_tokens));

    most = time > most ? time : most;
    return str_format(b->arena, "{\"level\":%d,\"percent\":%d,\"ceiling\":\"%s\"}",
                      write                    ? PRESSURE_WRITE
                      : most >= NARROW_PERCENT ? PRESSURE_NARROW
                                               : PRESSURE_NONE,
                      most, which);
}

bool branch_pressure_ended(struct str fact)
{
    struct arena *scratch = arena_new();
    struct event_budget_warning said = { 0 };
    bool ended = event_read(scratch, EVENT_BUDGET_WARNING, fact, &said, NULL) == 0 && said.level == PRESSURE_WRITE;

    arena_free(scratch);
    return ended;
}

int branch_pressure(struct branch *branch, struct path path, enum pressure *ret, struct error *e)
{
    struct str said;
    struct event_budget_warning warning = { 0 };
    int r = effect_fact(branch, path, &(struct effect_fact){ "{\"type\":\"pressure\"}", "budget", read_pressure },
                        &said, e);

    if (r < 0)
        return r;
    if (event_read(branch->arena, EVENT_BUDGET_WARNING, said, &warning, e) < 0)
        return error_set(e, ERROR_STORE, "the budget's entry at \"%s\" is damaged", path.text);
    enum pressure level = (enum pressure) warning.level;
    if (level > branch->pressure) {
        branch_emit(branch, EVENT_BUDGET_WARNING, &warning);
        branch->pressure = level;
    }
    *ret = level;
    return 0;
}

/* --- people --- */

struct answer {
    struct str body;
};

/* The body of an answer in the journal. */
struct answered {
    int64_t control;   /* id of the control that carried it */
    struct str answer; /* what the person said */
    struct str told;   /* what that means to the run; empty: the same */
    struct str_list plan;
};
static const struct field answered_fields[] = {
    FIELD_INT(struct answered, control),
    FIELD_STR(struct answered, answer),
    FIELD_STR(struct answered, told, .sparse = true),
    FIELD_STRS(struct answered, plan, .sparse = true),
    FIELD_END,
};

struct asked {
    struct str type, question;
};
static const struct field asked_fields[] = {
    FIELD_STR(struct asked, type),
    FIELD_STR(struct asked, question),
    FIELD_END,
};

static void answer_begin(struct call *call, const void *argument)
{
    call_done(call, ((const struct answer *) argument)->body, str("person"));
}

static const struct call_type answer_type = { .name = "ask", .begin = answer_begin };

static const struct field agreed_fields[] = {
    FIELD_AS("agreed", STRS, struct answered, plan),
    FIELD_END,
};

/* What the person said, in whose words the run is told something else: a change of a plan, and the plan by it. An answer that was
 * given before anything was asked has no question. */
static int take_words(struct branch *branch, struct db *db, struct path path, struct answered *answered,
                      struct error *e)
{
    struct question_row *rows;
    size_t n;
    int r = question_record_list(db, branch->run->row.id, branch->arena, &rows, &n, e);

    for (size_t i = 0; r == 0 && i < n; i++) {
        if (!str_eq(rows[i].path, path_str(&path)) || rows[i].answered_ms == 0)
            continue;
        r = json_decode_text(rows[i].data, agreed_fields, answered, DECODE_LENIENT, branch->arena, e);
        if (!str_eq(rows[i].answer, answered->answer)) {
            answered->told = answered->answer;
            answered->answer = rows[i].answer;
        }
    }
    return r;
}

/* The next answer that was left for this run and not yet taken; 1 if there is one. */
static int next_answer(struct branch *branch, struct path path, struct str *ret, struct error *e)
{
    struct run *run = branch->run;
    struct store *store = engine_store(run->engine);
    struct control_row *rows;
    size_t n;
    struct db *db;
    int r = store_read_begin(store, &db, e);

    if (r < 0)
        return r;
    r = control_list(db, run->row.id, run->answers_used, branch->arena, &rows, &n, e);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (str_is(rows[i].type, "answer")) {
            struct answered answered = { rows[i].id, rows[i].data, { 0 }, { 0 } };

            r = take_words(branch, db, path, &answered, e);
            if (r == 0) {
                *ret = json_encode_text(branch->arena, answered_fields, &answered);
                r = 1;
            }
        }
    store_read_end(store, db);
    return r;
}

/* Stored with the commit by which the run waits: whoever sees it wait sees what it asks. */
static void keep_question(struct branch *branch, struct path path, const struct effect_question *question)
{
    struct run *run = branch->run;
    struct str data = event_text(branch->arena, (enum event_kind) question->event, question->data);

    pthread_mutex_lock(&run->lock);
    struct asked_question *asked = arena_alloc(run->used_arena, sizeof *asked);
    *asked = (struct asked_question){ .next = run->asked,
                                      .row = { .path = str_dup(run->used_arena, path_str(&path)),
                                               .type = question->type,
                                               .data = str_dup(run->used_arena, data),
                                               .asked_ms = clock_wall_ms() } };
    run->asked = asked;
    pthread_mutex_unlock(&run->lock);
}

static int suspend_for_person(struct branch *branch, struct path path, const struct effect_question *question,
                              struct error *e)
{
    struct str identity = str_format(branch->arena, "q:%s", path.text);

    /* The root's events are stored by the commit by which the run waits: who answers as soon as the question is told finds a
     * run that waits for it. */
    branch_emit_at(branch, identity, 0, (enum event_kind) question->event, question->data);
    int r = branch->parent ? branch_flush(branch, e) : 0;
    if (r < 0)
        return r;
    keep_question(branch, path, question);
    branch->run->wake_at_ms = 0;
    run_stop(branch->run, RUN_SUSPENDED, NULL);
    return error_set(e, RUN_SUSPENDED, "the run waits for an answer");
}

int effect_ask(struct branch *branch, struct path path, const struct effect_question *question, struct str *ret_answer,
               struct error *e)
{
    struct arena *arena = branch->arena;
    const struct asked asked = { str("ask"), event_text(arena, (enum event_kind) question->event, question->data) };
    struct answer answer = { 0 };
    struct answered answered = { 0 };
    struct outcome outcome;
    int r = 1;

    const struct request request = {
        .canonical = json_encode_canonical(arena, asked_fields, &asked),
        .type = &answer_type,
        .argument = &answer,
        /* What is asked for is settled by what came before, and that was not done again: another
                                      * version may put the question in other words, and the person has answered it. */
        .rewords = true
    };
    if (!branch->run->replay) {
        r = effect_recorded(branch, path, e);
        if (r == 0)
            r = next_answer(branch, path, &answer.body, e);
        if (r == 0)
            return suspend_for_person(branch, path, question, e);
    }
    if (r < 0)
        return r;
    r = effect_do(branch, path, EFFECT_PURE | EFFECT_LOCAL, &request, &outcome, e);
    if (r < 0)
        return r;
    if (outcome.failed || json_decode_text(outcome.body, answered_fields, &answered, DECODE_LENIENT, arena, e) < 0)
        return error_set(e, ERROR_STORE, "the answer's entry at \"%s\" is damaged", path.text);
    branch->run->answers_used = answered.control;
    *ret_answer = answered.told.len ? answered.told : answered.answer;
    branch_emit(branch, EVENT_ANSWERS_RECEIVED, &(struct event_answers_received){ answered.answer, answered.plan });
    return 0;
}
