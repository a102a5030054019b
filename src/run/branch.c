/* Branches: events, phases, warnings, and fan-out.
 *
 * A branch and everything in it belongs to one thread; only its place in the
 * run's list of branches is shared (under the run's lock). Events are numbered
 * per branch, so their identity does not depend on what other branches do. */
#include <assert.h>
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"
#include "run/internal.h"
#include "store/blob.h"
#include "text/utf8.h"

/* Events and facts on their way to the store; frees itself when they are written. */
struct event_batch {
    struct store_job job;
    struct run *run;
    struct arena *arena;
    struct journal_entry entry;
    struct effect_row *facts;
    size_t capacity, facts_capacity;
};

struct arena *branch_arena(struct branch *branch) { return branch->arena; }
const struct run_settings *branch_settings(const struct branch *branch) { return &branch->run->settings; }
int64_t branch_created_ms(const struct branch *branch) { return branch->run->row.created_ms; }
const struct run_tools *branch_tools(const struct branch *branch) { return &branch->run->tools; }
struct str branch_run_id(const struct branch *branch) { return branch->run->row.id; }
struct path branch_path(const struct branch *branch) { return branch->path; }
const struct usage *branch_usage(const struct branch *branch) { return &branch->usage; }
int64_t branch_searches(const struct branch *branch) { return branch->searches; }
bool branch_finishing(const struct branch *branch) { return branch->hurry; }

bool branch_asked_to_finish(const struct branch *branch) { return branch->hurry & SEEN_FINISH; }

const char *branch_hurry(const struct branch *branch)
{
    return branch->hurry & SEEN_FINISH ? "the run was asked to finish" : "its time was up";
}

int64_t branch_time_left(const struct branch *branch)
{
    int64_t left = branch->run->gather_deadline_ms - clock_monotonic_ms();

    return left > 0 ? left : 0;
}

int branch_stop_empty(struct branch *branch, struct error *e)
{
    bool asked = branch->hurry & SEEN_FINISH;
    int code = asked ? RUN_CANCELLED : RUN_TIMED_OUT;
    struct error why;

    error_set(&why, code,
              asked ? "it was asked to finish before it had found anything to write about"
                    : "its time was up before it had found anything to write about; a longer timeout gives it more");
    run_stop(branch->run, code, &why);
    if (e)
        *e = why;
    return -code;
}

int branch_cancel(struct branch *branch, const char *why, struct error *e)
{
    struct error said;

    error_set(&said, RUN_CANCELLED, "%s", why);
    run_stop(branch->run, RUN_CANCELLED, &said);
    if (e)
        *e = said;
    return -RUN_CANCELLED;
}

const struct str_list *branch_warnings(const struct branch *branch) { return &branch->warnings; }
const struct str_list *branch_skipped(const struct branch *branch) { return &branch->skipped; }

void branch_init(struct branch *branch, struct run *run, struct branch *parent, struct path path)
{
    *branch = (struct branch){ .run = run, .parent = parent, .path = path, .arena = arena_new() };
    branch->wait = net_wait_new(engine_net(run->engine));
    branch->past_ms = run->fresh ? -1 : 0;
    if (parent) {
        branch->past_ms = parent->past_ms;
        memcpy(branch->phase, parent->phase, sizeof branch->phase);
        branch->phase_limit_ms = parent->phase_limit_ms;
        branch->phase_deadline_ms = parent->phase_deadline_ms;
        branch->phase_hard = parent->phase_hard;
        branch->hurry = parent->hurry;
        branch->pressure = parent->pressure;
    }
    pthread_mutex_lock(&run->lock);
    branch->next = run->branches;
    run->branches = branch;
    pthread_mutex_unlock(&run->lock);
}

static void batch_free(struct event_batch *batch)
{
    if (!batch)
        return;
    arena_free(batch->arena);
    free(batch);
}

void branch_end(struct branch *branch)
{
    struct run *run = branch->run;

    pthread_mutex_lock(&run->lock);
    struct branch **at = &run->branches;
    while (*at && *at != branch)
        at = &(*at)->next;
    assert(*at == branch);
    *at = branch->next;
    pthread_mutex_unlock(&run->lock);
    net_wait_free(branch->wait);
    batch_free(branch->pending);
}

struct str branch_boundary(struct branch *branch)
{
    unsigned char bytes[8];
    char *hex = arena_alloc(branch->arena, 2 * sizeof bytes + 1);

    effect_random(branch, path_add(path_root(), "boundary"), 0, bytes, sizeof bytes);
    hex_encode(bytes, sizeof bytes, hex);
    return str_n(hex, 2 * sizeof bytes);
}

static struct event_batch *pending(struct branch *branch)
{
    if (!branch->pending) {
        struct event_batch *batch = memory_alloc(sizeof *batch);

        *batch = (struct event_batch){ .run = branch->run, .arena = arena_new() };
        branch->pending = batch;
    }
    return branch->pending;
}

static void add_event(struct branch *branch, struct str identity, int64_t ordinal, const char *type, struct str text)
{
    struct event_batch *batch = pending(branch);
    struct journal_entry *entry = &batch->entry;

    entry->events = arena_grow(batch->arena, entry->events, &batch->capacity, entry->events_n + 1,
                               sizeof *entry->events);
    entry->events[entry->events_n++] = (struct event_row){
        .time_ms = clock_wall_ms(),
        .path = str_dup(batch->arena, identity),
        .ordinal = ordinal,
        .type = str(type),
        .phase = str_dup(batch->arena, str(branch->phase)),
        .data = log_redacted(batch->arena, text),
    };
}

void branch_emit_at(struct branch *branch, struct str identity, int64_t ordinal, enum event_kind kind, const void *data)
{
    if (!branch->run->replay)
        add_event(branch, identity, ordinal, event_types[kind].type, event_text(pending(branch)->arena, kind, data));
}

static struct str own_identity(const struct branch *branch, char text[128])
{
    return str_n(text, (size_t) snprintf(text, 128, "b:%s", branch->path.text));
}

void branch_emit(struct branch *branch, enum event_kind kind, const void *data)
{
    char identity[128];

    if (!branch->run->stop)
        branch_emit_at(branch, own_identity(branch, identity), branch->ordinal++, kind, data);
}

void branch_set_state(struct branch *branch, struct str state)
{
    if (!branch->run->replay) {
        struct event_batch *batch = pending(branch);

        batch->entry.state = str_dup(batch->arena, log_redacted(batch->arena, state));
    }
}

void branch_fact(struct branch *branch, const struct effect_row *row)
{
    struct event_batch *batch = pending(branch);
    struct journal_entry *entry = &batch->entry;

    batch->facts = arena_grow(batch->arena, batch->facts, &batch->facts_capacity, entry->facts_n + 1,
                              sizeof *batch->facts);
    struct effect_row *mine = &batch->facts[entry->facts_n++];
    *mine = *row;
    mine->path = str_dup(batch->arena, row->path);
    mine->body = str_dup(batch->arena, row->body);
    mine->request = str_dup(batch->arena, row->request);
    mine->answered_by = str_dup(batch->arena, row->answered_by);
    entry->facts = batch->facts;
}

/* On the writer's thread, after the commit. */
static void batch_written(struct store_job *job)
{
    struct event_batch *batch = (struct event_batch *) job;

    if (job->result < 0)
        run_stop(batch->run, RUN_SHUTDOWN, &job->error);
    engine_committed(batch->run->engine, batch->run->row.id);
    batch_free(batch);
}

static int append_job(struct db *db, void *arg, struct error *e) { return journal_append(db, arg, e); }

static void take_pending(struct journal_entry *entry, const struct journal_entry *from)
{
    entry->facts = from->facts;
    entry->facts_n = from->facts_n;
    entry->events = from->events;
    entry->events_n = from->events_n;
    entry->state = from->state;
}

void branch_send(struct branch *branch, struct str waiting_path, struct str waiting_for)
{
    struct run *run = branch->run;

    if (run->replay || run->stop)
        return;
    struct event_batch *batch = pending(branch);
    struct journal_entry entry;
    run_entry(run, &entry);
    take_pending(&entry, &batch->entry);
    entry.phase = str_dup(batch->arena, str(branch->phase));
    entry.waiting_path = str_dup(batch->arena, waiting_path);
    entry.waiting_for = str_dup(batch->arena, waiting_for);
    entry.active_ms = run_active_ms(run);
    batch->entry = entry;
    batch->job = (struct store_job){ .fn = append_job, .arg = &batch->entry, .done = batch_written };
    branch->pending = NULL;
    store_submit(engine_store(run->engine), &batch->job);
}

void branch_take_events(struct branch *branch, struct journal_entry *entry, struct arena *arena)
{
    struct event_batch *batch = branch->pending;

    if (!batch)
        return;
    take_pending(entry, &batch->entry);
    /* The events' memory now lives as long as the entry's. */
    arena_cleanup(arena, (void (*)(void *)) arena_free, batch->arena);
    free(batch);
    branch->pending = NULL;
}

int branch_flush(struct branch *branch, struct error *e)
{
    struct run *run = branch->run;

    if (run->replay || !branch->pending)
        return 0;
    struct arena *scratch = arena_new();
    struct journal_entry entry;
    run_entry(run, &entry);
    entry.phase = str(branch->phase);
    branch_take_events(branch, &entry, scratch);
    int r = store_write(engine_store(run->engine), append_job, &entry, e);
    arena_free(scratch);
    if (r == 0)
        engine_committed(run->engine, run->row.id);
    return r;
}

/* Active time of a phase that began before the run was interrupted: it began with
 * the last effect before it. What a timed out run had used does not count. */
static int64_t phase_spent_ms(const struct branch *branch)
{
    const struct run *run = branch->run;
    int64_t began = branch->past_ms > run->time_base_ms ? branch->past_ms : run->time_base_ms;
    int64_t spent = run_active_ms(run) - began;

    return branch->past_ms < 0 || spent < 0 ? 0 : spent;
}

void branch_phase_over(struct branch *branch)
{
    const struct usage *u = &branch->usage;

    branch_emit(branch, EVENT_PHASE_COMPLETED, &(struct event_phase){ str(branch->phase) });
    if (u->input_tokens + u->output_tokens + branch->billed == branch->cost_told)
        return;
    branch->cost_told = u->input_tokens + u->output_tokens + branch->billed;
    branch_emit(branch, EVENT_COST_UPDATED,
                &(struct event_cost_updated){ u->calls, branch->searches, u->input_tokens, u->output_tokens,
                                              u->cost_nano, u->cost_unknown });
}

void branch_phase_limit(struct branch *branch, int64_t limit_ms)
{
    branch->phase_limit_ms = limit_ms ? limit_ms : branch->run->settings.phase_ms;
    branch->phase_deadline_ms = clock_monotonic_ms() + branch->phase_limit_ms - phase_spent_ms(branch);
}

int branch_phase(struct branch *branch, const char *phase, int64_t limit_ms, struct error *e)
{
    struct run *run = branch->run;
    int stop = run_stopped(run);

    if (stop)
        return error_set(e, stop, "the run was stopped (%s)", error_name(stop));
    if (branch->phase[0])
        branch_phase_over(branch);
    snprintf(branch->phase, sizeof branch->phase, "%s", phase);
    branch_phase_limit(branch, limit_ms);
    branch->phase_hard = false;
    branch_emit(branch, EVENT_PHASE_STARTED, &(struct event_phase){ str(phase) });
    return 0;
}

int branch_phase_hard(struct branch *branch, const char *phase, int64_t limit_ms, struct error *e)
{
    int r = branch_phase(branch, phase, limit_ms, e);

    branch->phase_hard = r == 0;
    return r;
}

static void list_add_once(struct branch *branch, struct str_list *list, const char *format, va_list ap)
{
    char text[512];

    vsnprintf(text, sizeof text, format, ap);
    log_redact_z(text, sizeof text);
    size_t n = strlen(text);
    if (n > 2 && strcmp(text + n - 2, "..") == 0 && text[n - 3] != '.') /* a service's sentence at the end of ours */
        text[n - 1] = '\0';
    if (!str_list_has(list, str(text)))
        str_list_add(branch->arena, list, str_dup(branch->arena, str(text)));
}

void branch_warn(struct branch *branch, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    list_add_once(branch, &branch->warnings, format, ap);
    va_end(ap);
}

void branch_skip(struct branch *branch, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    list_add_once(branch, &branch->skipped, format, ap);
    va_end(ap);
}

void branch_set_title(struct branch *branch, struct str title) { branch->run->title = title; }

enum { SAID_CHARACTERS = 4000 };

void branch_add_said(struct branch *branch, struct str text)
{
    assert(!branch->parent);
    text = str_trim(utf8_cut(str_trim(text), SAID_CHARACTERS));
    if (text.len && !str_list_has(&branch->run->said, text))
        str_list_add(branch->arena, &branch->run->said, str_dup(branch->arena, text));
}

const struct str_list *branch_said(const struct branch *branch) { return &branch->run->said; }

int branch_given(struct branch *branch, const struct context_file *file, struct str *ret, struct error *e)
{
    struct store *store = engine_store(branch->run->engine);
    struct hash hash;
    struct db *db;
    int r = hash_from_hex(file->hash, &hash)
                ? store_read_begin(store, &db, e)
                : error_set(e, ERROR_STORE, "the hash of %.*s is damaged", STR_ARG(file->name));

    if (r < 0)
        return r;
    r = blob_get(db, hash, branch->arena, ret, e);
    store_read_end(store, db);
    return r;
}

void branch_set_sources(struct branch *branch, struct source_row *rows, size_t n)
{
    branch->run->sources = rows;
    branch->run->sources_n = n;
}

void branch_set_claims(struct branch *branch, const struct claim_row *rows, size_t n)
{
    branch->run->claims = rows;
    branch->run->claims_n = n;
}

/* --- tokens --- */

enum { MEASURED_LEAST = 200, RATIO_MIN = 500, RATIO_MAX = 3000, MARGIN_LEAST = 1150 };
#define ALIKE 0.02

static struct measured *measured_of(struct branch *branch, struct str model)
{
    size_t i = 0;

    while (i < branch->measured_n && !str_eq(branch->measured[i].model, model))
        i++;
    if (i == branch->measured_n) {
        branch->measured = arena_grow(branch->arena, branch->measured, &branch->measured_capacity, i + 1,
                                      sizeof *branch->measured);
        branch->measured[branch->measured_n++] = (struct measured){ .model = str_dup(branch->arena, model) };
    }
    return &branch->measured[i];
}

static int64_t larger(int64_t a, int64_t b) { return a > b ? a : b; }

static void fitted_add(struct fitted *sum, const struct fitted *more)
{
    sum->words_words += more->words_words;
    sum->words_shape += more->words_shape;
    sum->shape_shape += more->shape_shape;
    sum->words_counted += more->words_counted;
    sum->shape_counted += more->shape_counted;
}

/* Sums, and the largest of all: what comes first makes no difference. */
void branch_measure(struct branch *branch, struct str model, const struct request *request, int64_t reported)
{
    struct measured *measured = measured_of(branch, model);
    int64_t estimated = request->estimate_input, shape = request->estimate_shape, words = estimated - shape;

    fitted_add(&measured->fitted,
               &(struct fitted){ words * words, words * shape, shape * shape, words * reported, shape * reported });
    if (estimated >= MEASURED_LEAST)
        measured->worst = larger(measured->worst, reported * 1000 / estimated);
    measured->estimated += estimated;
    measured->reported += reported;
}

static struct branch_room smaller_room(struct branch_room a, struct branch_room b)
{
    return a.estimate == 0 || (b.estimate && b.estimate < a.estimate) ? b : a;
}

void branch_learn_room(struct branch *branch, struct str model, struct branch_room room)
{
    struct measured *measured = measured_of(branch, model);

    measured->room = smaller_room(measured->room, room);
}

struct branch_room branch_room(const struct branch *branch, struct str model)
{
    struct branch_room room = { 0 };

    for (; branch; branch = branch->parent) /* as below */
        for (size_t i = 0; i < branch->measured_n; i++)
            if (str_eq(branch->measured[i].model, model))
                room = smaller_room(room, branch->measured[i].room);
    return room;
}

int64_t branch_token_ratio(const struct branch *branch, struct str model)
{
    int64_t estimated = 0, reported = 0;

    for (; branch; branch = branch->parent) /* they rest while their branches work */
        for (size_t i = 0; i < branch->measured_n; i++)
            if (str_eq(branch->measured[i].model, model)) {
                estimated += branch->measured[i].estimated;
                reported += branch->measured[i].reported;
            }
    if (estimated < MEASURED_LEAST)
        return 1000;
    int64_t ratio = reported * 1000 / estimated;
    return ratio < RATIO_MIN ? RATIO_MIN : ratio > RATIO_MAX ? RATIO_MAX : ratio;
}

/* What a prompt of words alone would be counted as, in thousandths, by least squares: counted = a words + b shape, neither
 * negative. 0: the prompts so far are too much alike to tell the two apart. */
static int64_t words_ratio(const struct fitted *f)
{
    double ww = (double) f->words_words, ws = (double) f->words_shape, ss = (double) f->shape_shape;
    double apart = ww * ss - ws * ws, shape = (double) f->shape_counted * ww - (double) f->words_counted * ws;

    if (ww <= 0 || (ss > 0 && apart < ww * ss * ALIKE))
        return 0;
    if (ss <= 0 || shape < 0)
        return (int64_t) ((double) f->words_counted * 1000 / ww);
    return (int64_t) (((double) f->words_counted * ss - (double) f->shape_counted * ws) * 1000 / apart);
}

/* The same over a branch and those above it, which rest while it works. */
static int64_t words_ratio_of(const struct branch *branch, struct str model)
{
    struct fitted sum = { 0 };

    for (; branch; branch = branch->parent)
        for (size_t i = 0; i < branch->measured_n; i++)
            if (str_eq(branch->measured[i].model, model))
                fitted_add(&sum, &branch->measured[i].fitted);
    return words_ratio(&sum);
}

int64_t branch_token_margin(const struct branch *branch)
{
    const struct branch *all = branch;
    int64_t most = MARGIN_LEAST;

    for (; branch; branch = branch->parent)
        for (size_t i = 0; i < branch->measured_n; i++)
            most = larger(most, larger(branch->measured[i].worst, words_ratio_of(all, branch->measured[i].model)));
    return most > RATIO_MAX ? RATIO_MAX : most;
}

/* --- fan-out --- */

struct fan {
    struct branch *parent;
    struct branch *children;
    const struct fan_out *out;
    atomic_size_t next; /* the branch to be taken up next */
    atomic_int helpers; /* threads besides the caller's that have not left */
    pthread_mutex_t lock;
    pthread_cond_t left;
};

/* Takes up branches until none is left. */
static void fan_work(struct fan *fan)
{
    for (;;) {
        size_t i = atomic_fetch_add(&fan->next, 1);
        struct error error = { .retry_after_ms = -1 };

        if (i >= fan->out->n)
            return;
        fan->out->results[i] = fan->out->fn(&fan->children[i], fan->out->args[i], &error);
        if (fan->out->errors)
            fan->out->errors[i] = error;
    }
}

static void fan_helper(void *arg)
{
    struct fan *fan = arg;

    fan_work(fan);
    run_thread_left(fan->parent->run);
    pthread_mutex_lock(&fan->lock);
    if (atomic_fetch_sub(&fan->helpers, 1) == 1)
        pthread_cond_signal(&fan->left);
    pthread_mutex_unlock(&fan->lock);
}

/* Settles one branch into its parent; called in path order. */
static void join(struct branch *parent, struct branch *child)
{
    usage_add(&parent->usage, &child->usage);
    if (child->past_ms < 0 || parent->past_ms < 0)
        parent->past_ms = -1;
    else if (child->past_ms > parent->past_ms)
        parent->past_ms = child->past_ms;
    parent->searches += child->searches;
    parent->billed += child->billed;
    parent->lost_nano += child->lost_nano;
    parent->lost_tokens += child->lost_tokens;
    for (size_t i = 0; i < child->measured_n; i++) {
        const struct measured *m = &child->measured[i];
        struct measured *all = measured_of(parent, m->model);

        all->estimated += m->estimated;
        all->reported += m->reported;
        all->worst = larger(all->worst, m->worst);
        fitted_add(&all->fitted, &m->fitted);
        branch_learn_room(parent, m->model, m->room);
    }
    parent->hurry |= child->hurry;
    if (child->pressure > parent->pressure)
        parent->pressure = child->pressure;
    for (size_t i = 0; i < child->warnings.n; i++)
        branch_warn(parent, "%.*s", STR_ARG(child->warnings.items[i]));
    for (size_t i = 0; i < child->skipped.n; i++)
        branch_skip(parent, "%.*s", STR_ARG(child->skipped.items[i]));
    branch_send(child, str(""), str(""));
    branch_end(child);
    arena_cleanup(parent->arena, (void (*)(void *)) arena_free, child->arena);
}

/* What is left of the parent's budget, and what of it is kept, in equal parts. */
static void allot(struct branch *parent, struct branch *child, size_t n)
{
    child->kept_nano = parent->kept_nano / (int64_t) n;
    child->kept_tokens = parent->kept_tokens / (int64_t) n;
    if (parent->limit_nano) {
        int64_t left = parent->limit_nano - parent->usage.cost_nano - parent->lost_nano;
        child->limit_nano = left > (int64_t) n ? left / (int64_t) n : 1;
    }
    if (parent->limit_tokens) {
        int64_t left = parent->limit_tokens - parent->usage.input_tokens - parent->usage.output_tokens -
                       parent->lost_tokens;
        child->limit_tokens = left > (int64_t) n ? left / (int64_t) n : 1;
    }
}

int run_parallel(struct branch *parent, struct path path, const struct fan_out *out)
{
    struct run *run = parent->run;
    struct fan fan = { .parent = parent, .out = out };
    size_t n = out->n;

    if (n == 0)
        return 0;
    /* The branches depend on the parent's facts, so these are stored first. */
    if (parent->pending)
        branch_send(parent, str(""), str(""));
    fan.children = arena_calloc(parent->arena, n, sizeof *fan.children);
    for (size_t i = 0; i < n; i++) {
        branch_init(&fan.children[i], run, parent, path_index(path, i));
        allot(parent, &fan.children[i], n);
    }
    pthread_mutex_init(&fan.lock, NULL);
    thread_cond_init(&fan.left);
    for (size_t i = 1; i < n; i++) {
        atomic_fetch_add(&fan.helpers, 1);
        run_thread_came(run);
        if (!pool_try(engine_helpers(run->engine), fan_helper, &fan)) {
            atomic_fetch_sub(&fan.helpers, 1);
            run_thread_left(run);
            break;
        }
    }
    fan_work(&fan);
    run_thread_left(run); /* it waits for the others and does nothing */
    pthread_mutex_lock(&fan.lock);
    while (atomic_load(&fan.helpers) > 0)
        thread_cond_wait(&fan.left, &fan.lock, -1);
    pthread_mutex_unlock(&fan.lock);
    run_thread_came(run);
    pthread_cond_destroy(&fan.left);
    pthread_mutex_destroy(&fan.lock);
    for (size_t i = 0; i < n; i++)
        join(parent, &fan.children[i]);
    int stop = run_stopped(run);
    return stop ? -stop : 0;
}
