/* Plan, steps, reflection: the middle of the reflect workflow. */
#include "workflows/reflect.h"

#include <string.h>

#include "roles/reflect_step.h"
#include "roles/role.h"
#include "text/utf8.h"
#include "workflows/review.h"

enum { PLAN_ITERATIONS = 3 };

const char *const step_status_words[] = { "pending", "in_progress", "completed", "skipped" };

/* --- planning --- */

static void announce_plan(struct reflect *x, const struct step_plan *plan)
{
    struct event_planned_step *list = arena_calloc(branch_arena(x->branch), x->n + 1, sizeof *list);

    for (size_t i = 0; i < x->n; i++)
        list[i] = (struct event_planned_step){ .status = str(step_status_words[x->steps[i].status]),
                                               .type = str(step_type_words[x->steps[i].plan.step_type]),
                                               .needs_search = x->steps[i].plan.needs_search,
                                               .id = x->steps[i].id,
                                               .title = x->steps[i].plan.title,
                                               .description = x->steps[i].plan.description };
    x->plan_id = effect_id(x->branch, path_add(path_root(), "plan"), x->plan_ids++, "plan-");
    x->plan_title = plan->title;
    x->plan_thought = plan->thought;
    x->plan_enough = plan->has_enough_context;
    branch_emit(x->branch, EVENT_STEPS_PLANNED,
                &(struct event_steps_planned){ .iteration = (int64_t) x->plans,
                                               .has_enough_context = plan->has_enough_context,
                                               .steps = list,
                                               .steps_n = x->n,
                                               .title = plan->title,
                                               .thought = plan->thought,
                                               .id = x->plan_id });
    reflect_save(x);
}

/* What the planner was told, and what it is asked for. */
struct planning {
    struct reflect *reflect;
    struct str feedback;
    const struct review *said; /* by a person, of the plan before */
    size_t room;
    struct step_plan *answer;
};

static int ask_planner(void *context, struct path path, int percent, struct error *e)
{
    struct planning *planning = context;
    struct reflect *x = planning->reflect;
    struct plan_input input = {
        .question = x->question,
        .feedback = planning->feedback,
        .before = str_join(branch_arena(x->branch), planning->said->items.items, planning->said->items.n, "\n"),
        .note = planning->said->guidance,
        .due = x->done < x->limits.least,
        .most = planning->room,
        .least = planning->room ? 1 : 0,
    };

    if (x->limits.least > x->done)
        input.least = x->limits.least - x->done;
    reflect_planner_sees(x, percent, &input);
    return role_plan_steps(x->branch, path, &input, planning->answer, e);
}

static size_t steps_settled(const struct reflect *x)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++)
        n += x->steps[i].status == STEP_PENDING && x->steps[i].settled;
    return n;
}

static bool stands(const struct reflect *x, struct str title)
{
    for (size_t i = 0; i < x->n; i++)
        if (x->steps[i].status == STEP_PENDING && str_eq_nocase(str_trim(x->steps[i].plan.title), str_trim(title)))
            return true;
    return false;
}

static struct step *add_step(struct reflect *x, struct planned_step plan)
{
    x->steps[x->n] = (struct step){
        .id = effect_id(x->branch, path_add(path_root(), "step"), x->ids++, "step-"),
        .plan = plan,
    };
    return &x->steps[x->n++];
}

/* A step that a person wrote. */
static void settle_step(struct reflect *x, struct str line)
{
    add_step(x, (struct planned_step){ .title = line, .needs_search = true })->settled = true;
}

/* Finished steps stay, and those that a person settled; only new ones are asked for. */
static int plan_with(struct reflect *x, struct str feedback, const struct review *said, struct error *e)
{
    size_t stay = x->done + steps_settled(x), room = x->limits.most > stay ? x->limits.most - stay : 0;
    struct step_plan answer;
    int r = role_shrink(x->branch, path_at(path_root(), "plan", x->plans), ask_planner,
                        &(struct planning){ x, feedback, said, room, &answer }, e);

    if (r < 0)
        return r;
    x->plans++;
    for (size_t i = 0; i < answer.n && i < room && x->n < REFLECT_STEPS_MAX; i++)
        if (!stands(x, answer.steps[i].title))
            add_step(x, answer.steps[i]);
    x->enough = answer.has_enough_context && x->done >= x->limits.least;
    announce_plan(x, &answer);
    return 0;
}

static int plan(struct reflect *x, struct str feedback, struct error *e)
{
    return plan_with(x, feedback, &(struct review){ 0 }, e);
}

/* "title: what to find out", as a person sees a step. */
static struct str step_line(struct reflect *x, const struct planned_step *step)
{
    struct str line = step->description.len ? str_format(branch_arena(x->branch), "%.*s: %.*s", STR_ARG(step->title),
                                                         STR_ARG(step->description))
                                            : step->title;
    return str_trim(str_replace(branch_arena(x->branch), line, str("\n"), str(" ")));
}

/* What a person made of the plan; lines that stay are the steps they were. */
static void take_edited(struct reflect *x, const struct str_list *lines, const struct str_list *items)
{
    struct arena *arena = branch_arena(x->branch);
    struct step *old = arena_copy(arena, x->steps, x->n * sizeof *old);
    size_t n = x->n;

    x->edited = true;
    x->n = 0;
    for (size_t i = 0; i < items->n && x->n < REFLECT_STEPS_MAX; i++) {
        size_t k = 0;

        while (k < n && !str_eq(str_trim(lines->items[k]), items->items[i]))
            k++;
        if (k == n) {
            settle_step(x, items->items[i]);
            continue;
        }
        x->steps[x->n] = old[k];
        x->steps[x->n++].settled = true;
    }
    x->limits.most = x->n > x->limits.most ? x->n : x->limits.most;
    x->limits.least = x->n < x->limits.least ? x->n : x->limits.least;
    announce_plan(x, &(struct step_plan){ .title = str("The plan as it was reviewed") });
}

/* Nothing of the plan was carried out: it is made anew, and the lines that are the person's stay. */
static int plan_again(struct reflect *x, const struct review *said, struct error *e)
{
    x->n = 0;
    for (size_t i = 0; i < said->own.n && i < REFLECT_STEPS_MAX / 2; i++)
        settle_step(x, said->own.items[i]);
    if (x->limits.most < x->n + x->limits.least)
        x->limits.most = x->n + x->limits.least;
    return plan_with(x, str(""), said, e);
}

int reflect_review(struct reflect *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct review said = { 0 };
    int r = branch_phase(x->branch, "planning", 0, e);

    if (r == 0)
        r = plan(x, str(""), e);
    for (size_t round = 0; r == 0 && round < REVIEW_ROUNDS && review_wanted(x->branch); round++) {
        struct str_list lines = { 0 };

        for (size_t i = 0; i < x->n; i++)
            str_list_add(arena, &lines, step_line(x, &x->steps[i].plan));
        r = review_plan(x->branch, path_at(path_root(), "review", round), lines.n == 1 ? "step" : "steps", &lines,
                        &said, e);
        if (r < 0 || said.answer == REVIEW_ACCEPTED)
            return r;
        if (said.answer == REVIEW_EDITED) {
            take_edited(x, &lines, &said.items);
            return 0;
        }
        r = plan_again(x, &said, e);
    }
    return error_hurries(r) ? 0 : r;
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

static void announce_step(struct reflect *x, enum event_kind kind, const struct step *step,
                          const struct step_result *result)
{
    struct event_step data = { str(step_status_words[step->status]), step->id, step->plan.title, 0, { 0 } };

    if (result) {
        data.sources = (int64_t) step->sources_n; /* that the run has: a limit may keep out some that it found */
        data.stopped = result->stopped;
        data.observation = utf8_cut(step->observation, REFLECT_OBSERVATION);
    }
    branch_emit(x->branch, kind, &data);
}

/* The step led to the source: its passages are chosen by the step, too. */
static void note_source(struct reflect *x, struct step *step, size_t source)
{
    struct arena *arena = branch_arena(x->branch);

    for (size_t i = 0; i < step->sources_n; i++)
        if (step->sources[i] == source)
            return;
    step->sources = arena_grow(arena, step->sources, &step->sources_capacity, step->sources_n + 1,
                               sizeof *step->sources);
    step->sources[step->sources_n++] = source;
    source_found_by(x->branch, &x->sources.items[source], step->plan.title);
}

/* The results of a step join the sources: all of them, or those of that rank in their search. Pages that were read
 * come with the best. */
static void add_sources(struct reflect *x, struct step *step, size_t rank)
{
    for (size_t i = 0; i < step->result->n; i++) {
        const struct step_hit *h = &step->result->hits[i];

        if (rank != SIZE_MAX && (h->read ? 0 : h->rank) != rank)
            continue;
        ptrdiff_t at = source_list_add(x->branch, &x->sources, &h->hit, h->rank, h->query);
        if (at >= 0)
            note_source(x, step, (size_t) at);
        if (h->rank < REFLECT_BEST || h->read || role_extractive(x->branch))
            reflect_want(x, at);
        if (!str_list_has(&x->queries, h->query))
            str_list_add(branch_arena(x->branch), &x->queries, h->query);
    }
}

/* A limit of sources is shared by the searches of all steps: the best of each, then the second best, and so on. */
static void share_sources(struct reflect *x, struct step *const *steps, size_t n)
{
    size_t last = 0;

    for (size_t i = 0; i < n; i++)
        for (size_t h = 0; h < steps[i]->result->n; h++)
            last = steps[i]->result->hits[h].rank > last ? steps[i]->result->hits[h].rank : last;
    for (size_t rank = 0; rank <= last; rank++)
        for (size_t i = 0; i < n; i++)
            add_sources(x, steps[i], rank);
}

static size_t steps_pending(const struct reflect *x)
{
    size_t n = 0;

    for (size_t i = 0; i < x->n; i++)
        n += x->steps[i].status == STEP_PENDING && x->steps[i].plan.needs_search;
    return n;
}

static bool may_plan_again(const struct reflect *x)
{
    int64_t own = branch_settings(x->branch)->max_plan_iterations;

    return !x->edited && x->plans < (own ? (size_t) own : PLAN_ITERATIONS) && x->done < x->limits.most;
}

/* What a batch of n steps may take of the limit of sources: its part among the steps that are still to be carried out,
 * and the last of a plan leaves something to the next plan. */
static void limit_sources(struct reflect *x, size_t n)
{
    size_t counted = source_list_counted(&x->sources), later = steps_pending(x);
    size_t left = x->most_sources > counted ? x->most_sources - counted : 0;
    bool more = later == 0 && x->plans > 0 && may_plan_again(x) && !role_extractive(x->branch);

    if (x->most_sources)
        x->sources.max = counted + (more ? gather_share(left) : (left * n + n + later - 1) / (n + later));
}

int reflect_use_the_rest(struct reflect *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct step *done[REFLECT_STEPS_MAX];
    size_t n = 0, before = x->sources.n;

    x->sources.max = x->most_sources;
    if (!x->most_sources || source_list_counted(&x->sources) >= x->most_sources)
        return reflect_read_unread(x, e);
    for (size_t i = 0; i < x->n; i++)
        if (x->steps[i].result)
            done[n++] = &x->steps[i];
    share_sources(x, done, n);
    gather_fill(x->branch, &x->sources, x->look, x->looks);
    size_t *fresh = arena_calloc(arena, x->sources.n + 1, sizeof *fresh), fresh_n = 0;
    for (size_t i = before; i < x->sources.n; i++) {
        fresh[fresh_n++] = i;
        reflect_want(x, (ptrdiff_t) i);
    }
    branch_set_sources(x->branch, x->sources.items, x->sources.n);
    int r = gather_pages(x->branch, path_add(path_root(), "rest"), &x->sources, fresh, fresh_n, e);
    return r < 0 ? r : reflect_read_unread(x, e);
}

/* The plan may be wrong, or the words of its queries: the reader is told which. A run without any source lists what was
 * tried in its report. */
static void found_nothing(struct reflect *x, const struct step *step, struct step_result *result)
{
    result->stopped = str("nothing found");
    for (size_t i = 0; i < result->asked.n; i++)
        if (!str_list_has(&x->queries, result->asked.items[i]))
            str_list_add(branch_arena(x->branch), &x->queries, result->asked.items[i]);
    if (x->sources.n && !role_extractive(x->branch))
        branch_warn(x->branch, "Nothing was found for the step \"%.*s\" (searched: %.*s).", STR_ARG(step->plan.title),
                    STR_ARG(str_join(branch_arena(x->branch), result->asked.items, result->asked.n, "; ")));
}

/* The results of a step join the run's sources, which get their numbers here. */
static void join_step(struct reflect *x, struct errand *errand, int result, const struct error *error)
{
    struct step *step = errand->step;

    step->status = STEP_COMPLETED;
    x->done++;
    if (error_hurries(result)) {
        branch_skip(x->branch, "The step \"%.*s\" was cut short: %s.", STR_ARG(step->plan.title),
                    result == -ERROR_BUDGET ? "the budget did not allow a call of it" : branch_hurry(x->branch));
        step->observation = str("This step was cut short.");
        errand->result.stopped = str("cut short");
    } else if (result < 0) {
        reflect_note_failure(x, error);
        branch_warn(x->branch, "The step \"%.*s\" failed: %s", STR_ARG(step->plan.title), error->message);
        step->observation = str_format(branch_arena(x->branch), "This step failed: %s", error->message);
        errand->result.stopped = str("failed");
    } else {
        if (errand->result.why.code)
            reflect_note_failure(x, &errand->result.why);
        if (researcher_found_nothing(&errand->result))
            found_nothing(x, step, &errand->result);
    }
    x->late = x->late || errand->result.late || (result < 0 && error->code == ERROR_TIMEOUT);
    if (!x->most_sources)
        add_sources(x, step, SIZE_MAX);
    if (result >= 0)
        step->observation = reflect_observed(x, &errand->result);
    announce_step(x, EVENT_STEP_COMPLETED, step, &errand->result);
    if (result >= 0 && !researcher_found_nothing(&errand->result))
        reflect_tell_findings(x, step);
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

/* The pages of steps that were carried out the classic way, and those that take the place of pages read twice. */
static int read_pages(struct reflect *x, struct path path, struct errand *errands, const int *results, size_t n,
                      struct error *e)
{
    struct step_result **due = arena_calloc(branch_arena(x->branch), n + 1, sizeof(struct step_result *));
    size_t count = 0;

    for (size_t i = 0; i < n; i++)
        if (results[i] == 0)
            due[count++] = &errands[i].result;
    return researcher_read(x->branch, path, due, count, e);
}

/* The titles of the others of a batch. */
static struct str beside(const struct reflect *x, struct step *const *steps, size_t n, size_t but)
{
    struct str_list titles = { 0 };

    for (size_t i = 0; i < n; i++)
        if (i != but)
            str_list_add(branch_arena(x->branch), &titles, steps[i]->plan.title);
    return str_join(branch_arena(x->branch), titles.items, titles.n, "; ");
}

int reflect_carry_out(struct reflect *x, struct step *const *steps, size_t n, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct errand *errands = arena_calloc(arena, n, sizeof *errands);
    void **args = arena_calloc(arena, n, sizeof *args);
    int *results = arena_calloc(arena, n, sizeof *results);
    struct error *errors = arena_calloc(arena, n, sizeof *errors);
    struct str known = reflect_researcher_sees(x), sources = reflect_sources_text(x);

    for (size_t i = 0; i < n; i++) {
        steps[i]->status = STEP_IN_PROGRESS;
        errands[i] = (struct errand){
            .reflect = x,
            .step = steps[i],
            .input = { .question = x->question,
                       .history = x->history,
                       .title = steps[i]->plan.title,
                       .description = steps[i]->plan.description,
                       .beside = beside(x, steps, n, i),
                       .known = known,
                       .sources = &x->sources,
                       .sources_text = sources,
                       .done = &x->queries,
                       .needs_search = steps[i]->plan.needs_search,
                       .unplanned = steps[i]->plan.unplanned,
                       .limits = x->limits.step },
        };
        args[i] = &errands[i];
        announce_step(x, EVENT_STEP_STARTED, steps[i], NULL);
    }
    /* The first step's place names the batch: steps are never carried out twice. */
    size_t first = (size_t) (steps[0] - x->steps);
    int r = run_parallel(x->branch, path_at(path_root(), "step", first),
                         &(struct fan_out){ carry_out, args, n, results, errors });
    if (r < 0)
        return error_set(e, -r, "the run was stopped (%s)", error_name(-r));
    r = read_pages(x, path_add(path_at(path_root(), "step", first), "read"), errands, results, n, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < n; i++)
        steps[i]->result = &errands[i].result;
    if (x->most_sources) {
        limit_sources(x, n);
        share_sources(x, steps, n);
    }
    for (size_t i = 0; i < n; i++)
        join_step(x, &errands[i], results[i], &errors[i]);
    return 0;
}

/* --- reflecting --- */

struct reflecting {
    struct reflect *reflect;
    struct reflection_result *answer;
};

static int ask_reflector(void *context, struct path path, int percent, struct error *e)
{
    struct reflecting *reflecting = context;
    struct reflect *x = reflecting->reflect;
    struct reflect_input input = { .question = x->question,
                                   .sources_n = x->sources.n,
                                   .done = x->done,
                                   .least = x->limits.least,
                                   .fixed = !may_plan_again(x) };

    reflect_reflector_sees(x, percent, &input);
    return role_reflect_step(x->branch, path, &input, reflecting->answer, e);
}

static int reflect_on(struct reflect *x, struct reflection_result *ret, struct error *e)
{
    int r = role_shrink(x->branch, path_at(path_root(), "reflect", x->done), ask_reflector,
                        &(struct reflecting){ x, ret }, e);

    if (r < 0)
        return r;
    /* Not before the least number of steps; no further plan past the limits. */
    bool too_early = ret->decision == REFLECT_COMPLETE && x->done < x->limits.least;
    bool no_room = ret->decision == REFLECT_ADJUST && !may_plan_again(x);
    struct reflect_decision decided = { .decision = str(reflection_words[ret->decision]),
                                        .reasoning = ret->reasoning,
                                        .instead = str(too_early || no_room ? "CONTINUE" : ""),
                                        .suggested_changes = ret->suggested_changes,
                                        .after_steps = (int64_t) x->done };
    x->decisions = arena_grow(branch_arena(x->branch), x->decisions, &x->decisions_capacity, x->decisions_n + 1,
                              sizeof *x->decisions);
    x->decisions[x->decisions_n++] = decided;
    branch_emit(x->branch, EVENT_REFLECTION_DECISION,
                &(struct event_reflection_decision){ decided.decision, decided.reasoning, decided.instead,
                                                     decided.suggested_changes, decided.after_steps });
    reflect_save(x);
    if (too_early || no_room)
        ret->decision = REFLECT_CONTINUE;
    return 0;
}

/* Only what ends the research leaves out steps that a person settled, and the report says which. */
static void skip_pending(struct reflect *x, bool settled)
{
    for (size_t i = 0; i < x->n; i++) {
        struct step *step = &x->steps[i];

        if (step->status != STEP_PENDING || (step->settled && !settled))
            continue;
        step->status = STEP_SKIPPED;
        announce_step(x, EVENT_STEP_SKIPPED, step, NULL);
        if (step->settled)
            branch_skip(x->branch, "The step \"%.*s\" of the reviewed plan was not carried out.",
                        STR_ARG(step->plan.title));
    }
}

/* Is there time and money for another step? */
static int may_go_on(struct reflect *x, bool *ret, struct error *e)
{
    enum pressure pressure;

    *ret = false;
    if (branch_finishing(x->branch)) {
        branch_skip(x->branch, "Research ended early: %s.", branch_hurry(x->branch));
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
        x->limits.step = (struct step_limits){ false, 2, 1, 2 };
        branch_skip(x->branch, "After 80 %% of the budget, each step made only one search and read two pages.");
    }
    *ret = true;
    return 0;
}

/* The next steps would search, and no further source may be read. */
static bool sources_used_up(struct reflect *x, struct step *const *batch, size_t n)
{
    bool search = false;

    for (size_t i = 0; i < n; i++)
        search = search || batch[i]->plan.needs_search;
    if (!search || !gather_full(&x->sources, x->most_sources) || role_extractive(x->branch))
        return false;
    branch_skip(x->branch, "Research ended: %.*s.",
                STR_ARG(gather_full_words(branch_arena(x->branch), x->most_sources)));
    return true;
}

/* Plans and carries out until there is enough. */
int reflect_research(struct reflect *x, struct error *e)
{
    struct step *batch[REFLECT_STEPS_MAX];
    bool going = true;
    int r = branch_phase(x->branch, "research", 0, e);

    if (r == 0 && x->plans == 0)
        r = plan(x, str(""), e);
    while (r == 0 && !x->enough) {
        struct reflection_result decision = { .decision = REFLECT_CONTINUE };
        size_t n = next_batch(x, batch);

        /* A plan that ends before the least number of steps is asked to go on. */
        if (n == 0 && x->done < x->limits.least && may_plan_again(x)) {
            r = plan(x, str("The plan ended too early; further steps are needed."), e);
            continue;
        }
        if (n == 0 || sources_used_up(x, batch, n))
            break;
        r = may_go_on(x, &going, e);
        if (r < 0 || !going)
            break;
        r = reflect_carry_out(x, batch, n, e);
        /* With nothing left to do and no further plan allowed there is nothing to decide; nor where a person decided. */
        n = next_batch(x, batch);
        if (r == 0 && !may_plan_again(x) && (n == 0 || sources_used_up(x, batch, n)))
            break;
        if (r == 0 && !x->edited)
            r = reflect_on(x, &decision, e);
        if (r < 0)
            break;
        if (decision.decision != REFLECT_CONTINUE)
            skip_pending(x, false);
        if (decision.decision == REFLECT_ADJUST) {
            struct str feedback = str_join(branch_arena(x->branch), decision.suggested_changes.items,
                                           decision.suggested_changes.n, "\n");

            r = plan(x, feedback.len ? feedback : decision.reasoning, e);
        }
    }
    skip_pending(x, true);
    if (error_hurries(r)) {
        branch_skip(x->branch, "Research ended early: %s.",
                    r == -ERROR_BUDGET ? "the budget did not allow a further call" : branch_hurry(x->branch));
        return 0;
    }
    return r;
}
