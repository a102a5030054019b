/* The reflect workflow: understand the question, look around, plan steps, carry
 * them out one by one (or together, where the plan says so), think after each,
 * write with checked citations. */
#include <string.h>

#include "report/report.h"
#include "roles/coordinate.h"
#include "roles/plan_steps.h"
#include "roles/reflect_step.h"
#include "roles/role.h"
#include "roles/search_queries.h"
#include "text/utf8.h"
#include "workflows/gather.h"
#include "workflows/researcher.h"
#include "workflows/workflows.h"
#include "workflows/writing.h"

enum {
    STEPS_MAX = 40, ROUNDS_MAX = 3, PLAN_ITERATIONS = 3, BACKGROUND_QUERIES = 3, BACKGROUND_SHOWN = 5,
    WEB_SEARCH_MS = 15000, KNOWN_MAX = 24 * 1024,
};

struct reflect_depth {
    size_t least, most;             /* steps */
    struct step_limits step;
    struct writing_style style;
};

static const struct reflect_depth depths[] = {
    [DEPTH_LIGHT]    = { 1, 3, { false, 8, 2, 3 }, { "800 and 2000", 0.5, 3000 } },
    [DEPTH_MEDIUM]   = { 3, 6, { true, 12, 3, 5 }, { "1200 and 2000", 0.4, 4000 } },
    [DEPTH_EXTENDED] = { 5, 10, { true, 40, 4, 8 }, { "1500 and 3200", 0.3, 6000 } },
};

static const char *const step_status_words[] = { "pending", "in_progress", "completed", "skipped" };
enum step_status { STEP_PENDING, STEP_IN_PROGRESS, STEP_COMPLETED, STEP_SKIPPED };

struct step {
    struct str id;
    struct planned_step plan;
    enum step_status status;
    struct str observation;
};

struct reflect {
    struct branch *branch;
    struct str question;            /* with the answers to our questions */
    struct str history;
    enum depth depth;
    struct reflect_depth limits;
    struct str background;
    struct step steps[STEPS_MAX];
    size_t n, done;
    size_t plans;
    struct source_list sources;
    struct str_list queries;
    size_t searches;
    struct str why;                 /* the first search that failed */
    int why_code;
};

/* --- understanding --- */

static json_t *questions_json(const struct str_list *questions)
{
    json_t *list = json_array();

    for (size_t i = 0; i < questions->n; i++)
        json_array_append_new(list, json_new_str(questions->items[i]));
    return json_pack("{s:o}", "questions", list);
}

#define ASSUMED "The question can be read in several ways; the most likely reading was taken."

/* Asks back while it is unclear, at most three rounds; then, or when the answer
 * is empty, goes on and says what it assumed. */
static int understand(struct reflect *x, struct classification *ret, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    const struct run_settings *s = branch_settings(x->branch);

    for (size_t round = 0;; round++) {
        struct path path = path_at(path_root(), "coordinate", round);
        int r = role_coordinate(x->branch, path, x->question, x->history, ret, e);

        if (r < 0)
            return r;
        if (s->max_clarifying_questions && ret->clarifying_questions.n > (size_t) s->max_clarifying_questions)
            ret->clarifying_questions.n = (size_t) s->max_clarifying_questions;
        if (!ret->is_ambiguous || ret->clarifying_questions.n == 0)
            return 0;
        if (!s->clarify || round == ROUNDS_MAX) {
            branch_warn(x->branch, ASSUMED);
            return 0;
        }
        json_t *questions = questions_json(&ret->clarifying_questions);
        struct str asked = json_text(arena, questions), answer;
        json_decref(questions);
        r = effect_ask(x->branch, path_add(path, "person"), asked, &answer, e);
        if (r < 0)
            return r;
        if (str_empty(str_trim(answer))) {
            branch_warn(x->branch, ASSUMED);
            return 0;
        }
        x->question = str_format(arena, "%.*s\n\nAsked back: %.*s\nAnswered: %.*s", STR_ARG(x->question), STR_ARG(asked),
                                 STR_ARG(answer));
    }
}

static void announce_understanding(struct reflect *x, const struct classification *c, struct str mode)
{
    json_t *data = json_pack("{s:s, s:s, s:b, s:s}", "complexity", complexity_words[c->complexity], "followUpType",
                             follow_up_words[c->follow_up_type], "isAmbiguous", c->is_ambiguous, "depth", depth_words[x->depth]);

    json_object_set_new(data, "mode", json_new_str(mode));
    json_object_set_new(data, "reasoning", json_new_str(c->reasoning));
    branch_event(x->branch, "agent_completed", data);
}

/* What the user said beats the classifier. */
static void settle_depth(struct reflect *x, const struct classification *c)
{
    static const enum depth by_complexity[] = { DEPTH_LIGHT, DEPTH_MEDIUM, DEPTH_EXTENDED };
    const struct run_settings *s = branch_settings(x->branch);

    x->depth = s->depth != DEPTH_AUTO ? (enum depth) s->depth
               : c->recommended_depth != DEPTH_AUTO && role_extractive(x->branch) ? (enum depth) c->recommended_depth
               : by_complexity[c->complexity];
    x->limits = depths[x->depth];
    if (s->max_search_queries)
        x->limits.step.searches = (size_t) s->max_search_queries;
    if (s->max_urls_to_crawl)
        x->limits.step.crawls = (size_t) s->max_urls_to_crawl;
    if (s->no_min_steps)
        x->limits.least = 0;
}

/* --- looking around --- */

static void note_failure(struct reflect *x, const struct error *error)
{
    if (x->why.len)
        return;
    x->why = str_dup(branch_arena(x->branch), str(error->message));
    x->why_code = error->code;
}

static int look_around(struct reflect *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct str_list queries, forms[BACKGROUND_QUERIES] = { 0 };
    struct gathered found[BACKGROUND_QUERIES];
    struct buf text;
    int r = branch_phase(x->branch, "background", 0, e);

    if (r == 0)
        r = role_search_queries(x->branch, path_add(path_root(), "background"), x->question,
                                str("A first look around: the terms, the state of things, what is contested."),
                                BACKGROUND_QUERIES, NULL, &queries, e);
    if (r == -ERROR_FINISH)
        return 0;
    if (r < 0)
        return r;
    for (size_t i = 0; i < queries.n; i++) {
        str_list_add(arena, &forms[i], queries.items[i]);
        str_list_add(arena, &x->queries, queries.items[i]);
    }
    r = gather_searches(x->branch, path_add(path_root(), "look"), forms, queries.n, &x->sources, found, e);
    if (r < 0)
        return r;
    buf_init(&text, KNOWN_MAX);
    for (size_t i = 0; i < queries.n; i++) {
        x->searches += found[i].searches;
        if (found[i].failed)
            note_failure(x, &found[i].error);
        if (found[i].failed && found[i].error.code != ERROR_FINISH)
            branch_warn(x->branch, "The search for \"%.*s\" failed: %s", STR_ARG(found[i].query), found[i].error.message);
        for (size_t j = 0; j < found[i].n && j < BACKGROUND_SHOWN; j++) {
            const struct source_row *s = &x->sources.items[found[i].sources[j]];

            buf_format(&text, "- %.*s: %.*s\n", STR_ARG(s->title), STR_ARG(utf8_cut(s->snippet.len ? s->snippet : s->text, 300)));
        }
    }
    x->background = buf_take(&text, arena);
    return 0;
}

/* --- planning --- */

static struct str finished_text(struct reflect *x)
{
    struct buf text;

    buf_init(&text, KNOWN_MAX);
    for (size_t i = 0; i < x->n; i++)
        if (x->steps[i].status == STEP_COMPLETED)
            buf_format(&text, "Step: %.*s\n%.*s\n", STR_ARG(x->steps[i].plan.title),
                       STR_ARG(utf8_cut(x->steps[i].observation, 2000)));
    return buf_take(&text, branch_arena(x->branch));
}

static void announce_plan(struct reflect *x, const struct step_plan *plan)
{
    json_t *list = json_array();

    for (size_t i = 0; i < x->n; i++) {
        json_t *step = json_pack("{s:s, s:s, s:b}", "status", step_status_words[x->steps[i].status], "type",
                                 step_type_words[x->steps[i].plan.step_type], "needsSearch", x->steps[i].plan.needs_search);

        json_object_set_new(step, "id", json_new_str(x->steps[i].id));
        json_object_set_new(step, "title", json_new_str(x->steps[i].plan.title));
        json_array_append_new(list, step);
    }
    json_t *data = json_pack("{s:I, s:b, s:o}", "iteration", (json_int_t) x->plans, "hasEnoughContext",
                             plan->has_enough_context, "steps", list);
    json_object_set_new(data, "title", json_new_str(plan->title));
    json_object_set_new(data, "thought", json_new_str(plan->thought));
    branch_event(x->branch, "plan_created", data);
}

/* Finished steps stay; only new ones are asked for. *ret_enough: what is known will do. */
static int plan(struct reflect *x, struct str feedback, bool *ret_enough, struct error *e)
{
    size_t room = x->limits.most > x->done ? x->limits.most - x->done : 0;
    struct plan_input input = {
        .question = x->question, .history = x->history, .background = x->background, .finished = finished_text(x),
        .feedback = feedback, .most = room, .least = x->limits.least > x->done ? x->limits.least - x->done : room ? 1 : 0,
    };
    struct step_plan answer;
    int r = role_plan_steps(x->branch, path_at(path_root(), "plan", x->plans), &input, &answer, e);

    if (r < 0)
        return r;
    x->plans++;
    for (size_t i = 0; i < answer.n && i < room && x->n < STEPS_MAX; i++, x->n++)
        x->steps[x->n] = (struct step) {
            .id = effect_id(x->branch, path_add(path_root(), "step"), x->n, "step-"), .plan = answer.steps[i],
        };
    *ret_enough = answer.has_enough_context && x->done >= x->limits.least;
    announce_plan(x, &answer);
    return 0;
}

/* --- the steps --- */

struct errand {
    struct reflect *reflect;
    struct step *step;
    struct step_input input;
    struct step_result result;
};

static int carry_out(struct branch *branch, void *arg, struct error *e)
{
    struct errand *errand = arg;

    return researcher_run(branch, &errand->input, &errand->result, e);
}

static void announce_step(struct reflect *x, const char *type, const struct step *step, const struct step_result *result)
{
    json_t *data = json_pack("{s:s}", "status", step_status_words[step->status]);

    json_object_set_new(data, "id", json_new_str(step->id));
    json_object_set_new(data, "title", json_new_str(step->plan.title));
    if (result) {
        json_object_set_new(data, "sources", json_integer((json_int_t) result->n));
        json_object_set_new(data, "stopped", json_new_str(result->stopped));
    }
    branch_event(x->branch, type, data);
}

/* What a step found joins the run: sources are numbered here. */
static void join_step(struct reflect *x, struct errand *errand, int result, const struct error *error)
{
    struct step *step = errand->step;

    step->status = STEP_COMPLETED;
    x->done++;
    if (result < 0) {
        note_failure(x, error);
        branch_warn(x->branch, "The step \"%.*s\" failed: %s", STR_ARG(step->plan.title), error->message);
        step->observation = str_format(branch_arena(x->branch), "This step failed: %s", error->message);
    } else {
        step->observation = errand->result.observation;
    }
    x->searches += errand->result.searches;
    for (size_t i = 0; i < errand->result.n; i++) {
        const struct step_hit *h = &errand->result.hits[i];

        source_list_add(x->branch, &x->sources, &h->hit, h->rank, h->query);
        if (!str_list_has(&x->queries, h->query))
            str_list_add(branch_arena(x->branch), &x->queries, h->query);
    }
    announce_step(x, "step_completed", step, &errand->result);
    branch_set_sources(x->branch, x->sources.items, x->sources.n);
}

/* The next pending step, with those behind it that need nothing from one another. */
static size_t next_batch(struct reflect *x, struct step **ret)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++) {
        struct step *step = &x->steps[i];

        if (step->status != STEP_PENDING)
            continue;
        if (n > 0 && !step->plan.independent)
            break;
        ret[n++] = step;
        if (!step->plan.independent)
            break;
    }
    return n;
}

static int do_batch(struct reflect *x, struct step *const *steps, size_t n, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct errand *errands = arena_calloc(arena, n, sizeof *errands);
    void **args = arena_calloc(arena, n, sizeof *args);
    int *results = arena_calloc(arena, n, sizeof *results);
    struct error *errors = arena_calloc(arena, n, sizeof *errors);
    struct str known = finished_text(x);

    for (size_t i = 0; i < n; i++) {
        steps[i]->status = STEP_IN_PROGRESS;
        errands[i] = (struct errand) {
            .reflect = x, .step = steps[i],
            .input = { .question = x->question, .title = steps[i]->plan.title, .description = steps[i]->plan.description,
                       .known = known, .needs_search = steps[i]->plan.needs_search, .limits = x->limits.step },
        };
        args[i] = &errands[i];
        announce_step(x, "step_started", steps[i], NULL);
    }
    /* The first step's place names the batch: steps are never carried out twice. */
    size_t first = (size_t) (steps[0] - x->steps);
    int r = run_parallel(x->branch, path_at(path_root(), "step", first), carry_out, args, n, results, errors);
    if (r < 0)
        return error_set(e, -r, "the run was stopped (%s)", error_name(-r));
    for (size_t i = 0; i < n; i++)
        join_step(x, &errands[i], results[i], &errors[i]);
    return 0;
}

/* --- reflecting --- */

static struct str plan_text(struct reflect *x)
{
    struct buf text;

    buf_init(&text, KNOWN_MAX);
    for (size_t i = 0; i < x->n; i++)
        buf_format(&text, "%zu. %.*s (%s)\n", i + 1, STR_ARG(x->steps[i].plan.title), step_status_words[x->steps[i].status]);
    return buf_take(&text, branch_arena(x->branch));
}

static int reflect_on(struct reflect *x, struct reflection_result *ret, struct error *e)
{
    const struct reflect_input input = {
        .question = x->question, .plan = plan_text(x), .observations = finished_text(x), .sources = x->sources.n,
        .done = x->done, .least = x->limits.least,
    };
    int r = role_reflect_step(x->branch, path_at(path_root(), "reflect", x->done), &input, ret, e);

    if (r < 0)
        return r;
    /* Not before the least number of steps; no further plan past the limits. */
    size_t plans_max = branch_settings(x->branch)->max_plan_iterations ? (size_t) branch_settings(x->branch)->max_plan_iterations
                                                                       : PLAN_ITERATIONS;
    bool too_early = ret->decision == REFLECT_COMPLETE && x->done < x->limits.least;
    bool no_room = ret->decision == REFLECT_ADJUST && (x->plans >= plans_max || x->done >= x->limits.most);
    json_t *data = json_pack("{s:s}", "decision", reflection_words[ret->decision]);
    json_object_set_new(data, "reasoning", json_new_str(ret->reasoning));
    if (too_early || no_room)
        json_object_set_new(data, "instead", json_string("CONTINUE"));
    branch_event(x->branch, "reflection_decision", data);
    if (too_early || no_room)
        ret->decision = REFLECT_CONTINUE;
    return 0;
}

static void skip_pending(struct reflect *x)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->steps[i].status == STEP_PENDING) {
            x->steps[i].status = STEP_SKIPPED;
            announce_step(x, "step_completed", &x->steps[i], NULL);
        }
}

/* Is there time and money for another step? */
static int may_go_on(struct reflect *x, bool *ret, struct error *e)
{
    enum pressure pressure;

    *ret = false;
    if (branch_finishing(x->branch)) {
        branch_skip(x->branch, "Research ended early: the run was asked to finish.");
        return 0;
    }
    int r = branch_pressure(x->branch, path_at(path_root(), "budget", x->done), &pressure, e);
    if (r < 0)
        return r;
    if (pressure == PRESSURE_WRITE) {
        branch_skip(x->branch, "Research ended early: the rest of the budget is kept for the writing.");
        return 0;
    }
    if (pressure == PRESSURE_NARROW && x->limits.step.searches > 1) {
        x->limits.step = (struct step_limits) { false, 2, 1, 2 };
        branch_skip(x->branch, "From 80 %% of the budget on each step made one search and read two pages.");
    }
    *ret = true;
    return 0;
}

/* Plans and carries out until there is enough. */
static int research(struct reflect *x, struct error *e)
{
    struct step *batch[STEPS_MAX];
    bool enough = false, going = true;
    int r = branch_phase(x->branch, "research", 0, e);

    if (r == 0)
        r = plan(x, str(""), &enough, e);
    while (r == 0 && !enough) {
        struct reflection_result decision = { .decision = REFLECT_CONTINUE };
        size_t n = next_batch(x, batch);

        if (n == 0)
            break;
        r = may_go_on(x, &going, e);
        if (r < 0 || !going)
            break;
        r = do_batch(x, batch, n, e);
        if (r == 0)
            r = reflect_on(x, &decision, e);
        if (r < 0 || decision.decision == REFLECT_COMPLETE)
            break;
        if (decision.decision == REFLECT_ADJUST) {
            struct str feedback = str_join(branch_arena(x->branch), decision.suggested_changes.items,
                                           decision.suggested_changes.n, "\n");

            skip_pending(x);
            r = plan(x, feedback.len ? feedback : decision.reasoning, &enough, e);
        }
    }
    skip_pending(x);
    if (r == -ERROR_FINISH || r == -ERROR_BUDGET) {
        branch_skip(x->branch, "Research ended early: %s", e->message);
        return 0;
    }
    return r;
}

/* --- writing --- */

static size_t best_sources(struct reflect *x, size_t *ret)
{
    size_t n = 0;

    /* Pages that were read first; then what only the engines showed. */
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < x->sources.n && n < 30; i++)
            if ((pass == 0) == (x->sources.items[i].text.len > 0))
                ret[n++] = i;
    return n;
}

static void fill_report(struct reflect *x, struct str mode, struct report *ret)
{
    struct arena *arena = branch_arena(x->branch);

    ret->workflow = str("reflect");
    ret->mode = mode;
    ret->depth = str(depth_words[x->depth]);
    ret->searches_performed = (int64_t) x->searches;
    ret->sub_queries_generated = (int64_t) x->n;
    ret->queries = arena_calloc(arena, x->n, sizeof *ret->queries);
    for (size_t i = 0; i < x->n; i++) {
        ret->queries[ret->queries_n++] = (struct report_query) {
            .query = x->steps[i].plan.title, .rationale = x->steps[i].plan.description,
            .status = str(step_status_words[x->steps[i].status]),
        };
        ret->sub_queries_completed += x->steps[i].status == STEP_COMPLETED;
    }
}

static int write_from_sources(struct reflect *x, struct report *ret, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    size_t *chosen = arena_calloc(arena, x->sources.n, sizeof *chosen);
    struct writing_tried *tried = arena_calloc(arena, x->queries.n, sizeof *tried);
    const struct writing writing = {
        .question = x->question, .sources = &x->sources, .chosen = chosen, .n = best_sources(x, chosen),
        .style = x->limits.style, .notes = role_extractive(x->branch) ? str("") : finished_text(x),
        .tried = tried, .tried_n = x->queries.n,
    };

    for (size_t i = 0; i < x->queries.n; i++)
        tried[i] = (struct writing_tried) { .query = x->queries.items[i], .why = x->why, .code = x->why_code };
    return writing_run(x->branch, &writing, ret, e);
}

/* A direct answer: no research. With no model: the best passages of what is given. */
static int answer_directly(struct reflect *x, struct report *ret, struct error *e)
{
    static const struct role role = { .name = "answer", .tier = TIER_SIMPLE, .temperature = 0.4, .max_tokens = 1200 };
    struct llm_answer answer;
    const struct template_value values[] = { { "question", x->question }, { "history", x->history }, { NULL } };
    int r = branch_phase(x->branch, "answering", 0, e);

    if (r < 0)
        return r;
    if (role_extractive(x->branch)) {
        struct str_list forms = { 0 };
        struct gathered found;

        str_list_add(branch_arena(x->branch), &forms, x->question);
        str_list_add(branch_arena(x->branch), &x->queries, x->question);
        r = gather_searches(x->branch, path_add(path_root(), "simple"), &forms, 1, &x->sources, &found, e);
        if (r == 0) {
            x->searches += found.searches;
            if (found.failed)
                note_failure(x, &found.error);
            r = write_from_sources(x, ret, e);
        }
        return r;
    }
    r = role_write(x->branch, path_add(path_root(), "answer"), &role, 0.4, 1200, values, &answer, e);
    if (r < 0)
        return r;
    branch_warn(x->branch, "This is a direct answer: no source was consulted. --mode deep_research researches it.");
    return writing_direct(x->branch, str_trim(answer.text), answer.model, ret, e);
}

/* One step, light, within 15 s; else a direct answer that says so. */
static int web_search(struct reflect *x, struct report *ret, struct error *e)
{
    struct step *step = &x->steps[0];
    int r = branch_phase(x->branch, "web_search", WEB_SEARCH_MS, e);

    if (r < 0)
        return r;
    x->depth = DEPTH_LIGHT;
    x->limits = depths[DEPTH_LIGHT];
    *step = (struct step) { .id = effect_id(x->branch, path_add(path_root(), "step"), 0, "step-"),
                            .plan = { .title = x->question, .needs_search = true } };
    x->n = 1;
    r = do_batch(x, &step, 1, e);
    if (r < 0)
        return r;
    if (x->sources.n == 0 && !role_extractive(x->branch)) {
        branch_warn(x->branch, "The search brought nothing within %d s; this is a direct answer instead.", WEB_SEARCH_MS / 1000);
        branch_event(x->branch, "degraded", json_pack("{s:s, s:s}", "from", "web_search", "to", "simple"));
        return answer_directly(x, ret, e);
    }
    return write_from_sources(x, ret, e);
}

static int deep_research(struct reflect *x, struct report *ret, struct error *e)
{
    int r = look_around(x, e);

    if (r == 0)
        r = research(x, e);
    if (error_stops_run(r) || (r < 0 && x->sources.n == 0))
        return r;
    if (r < 0)
        branch_warn(x->branch, "Research ended early: %s", e->message);
    return write_from_sources(x, ret, e);
}

static int reflect_run(struct branch *root, struct str *ret_report, struct error *e)
{
    const struct run_settings *s = branch_settings(root);
    struct reflect *x = arena_alloc(branch_arena(root), sizeof *x);
    struct classification classification;
    struct report report = { 0 };

    x->branch = root;
    x->question = s->query;
    x->history = s->history;
    x->sources.max = (size_t) s->max_sources;
    int r = branch_phase(root, "understanding", 0, e);
    if (r == 0)
        r = understand(x, &classification, e);
    if (r < 0)
        return r;
    struct str mode = s->mode.len ? s->mode
                      : str(classification.complexity == COMPLEXITY_SIMPLE ? "simple" : "deep_research");
    settle_depth(x, &classification);
    announce_understanding(x, &classification, mode);
    if (str_is(mode, "simple"))
        r = answer_directly(x, &report, e);
    else if (str_is(mode, "web_search"))
        r = web_search(x, &report, e);
    else
        r = deep_research(x, &report, e);
    if (r < 0)
        return r;
    fill_report(x, mode, &report);
    *ret_report = report_json(branch_arena(root), &report);
    return 0;
}

const struct workflow workflow_reflect = { .name = "reflect", .version = "1", .run = reflect_run };
