/* The reflect workflow: understand the question, look around, plan steps, carry
 * them out one by one (or together, where the plan says so), think after each,
 * write with checked citations. */
#include "workflows/reflect.h"

#include "roles/coordinate.h"
#include "roles/role.h"
#include "roles/search_queries.h"
#include "roles/topic.h"
#include "text/utf8.h"
#include "workflows/outline.h"
#include "workflows/review.h"
#include "workflows/workflows.h"

enum { ROUNDS_MAX = 3, DEEP_RESEARCH_MS = 300000 };

const struct reflect_depth reflect_depths[] = {
    [DEPTH_LIGHT] = { 1, 3, { false, 8, 2, 3 }, { 800, 2000, 0.5, 3000 } },
    [DEPTH_MEDIUM] = { 3, 6, { true, 12, 3, 5 }, { 1200, 2000, 0.4, 4000 } },
    [DEPTH_EXTENDED] = { 5, 10, { true, 40, 4, 8 }, { 1500, 3200, 0.3, 6000 } },
};

/* --- understanding --- */

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
        const struct event_clarification_needed question = { .questions = ret->clarifying_questions };
        struct str answer;

        r = effect_ask(x->branch, path_add(path, "person"),
                       &(struct effect_question){ QUESTION_CLARIFY, EVENT_CLARIFICATION_NEEDED, &question }, &answer,
                       e);
        if (r < 0)
            return r;
        if (str_empty(str_trim(answer))) {
            branch_warn(x->branch, ASSUMED);
            return 0;
        }
        x->question = str_format(arena, "%.*s\n\nAsked back: %.*s\nAnswered: %.*s", STR_ARG(x->question),
                                 STR_ARG(str_join(arena, question.questions.items, question.questions.n, " ")),
                                 STR_ARG(str_trim(answer)));
    }
}

static void announce_understanding(struct reflect *x, const struct classification *c)
{
    branch_emit(x->branch, EVENT_QUESTION_UNDERSTOOD,
                &(struct event_question_understood){ .complexity = str(complexity_words[c->complexity]),
                                                     .follow_up_type = str(follow_up_words[c->follow_up_type]),
                                                     .is_ambiguous = c->is_ambiguous,
                                                     .depth = (int) x->depth,
                                                     .mode = x->mode,
                                                     .reasoning = c->reasoning });
}

/* The user's choice takes precedence over the classifier's. */
static void settle_depth(struct reflect *x, const struct classification *c)
{
    static const enum depth by_complexity[] = { DEPTH_LIGHT, DEPTH_MEDIUM, DEPTH_EXTENDED };
    const struct run_settings *s = branch_settings(x->branch);

    x->depth = s->depth != DEPTH_AUTO                                             ? (enum depth) s->depth
               : c->recommended_depth != DEPTH_AUTO && role_extractive(x->branch) ? (enum depth) c->recommended_depth
                                                                                  : by_complexity[c->complexity];
    x->limits = reflect_depths[x->depth];
    if (s->max_search_queries)
        x->limits.step.searches = (size_t) s->max_search_queries;
    if (s->max_urls_to_crawl)
        x->limits.step.crawls = (size_t) s->max_urls_to_crawl;
    if (s->no_min_steps)
        x->limits.least = 0;
}

/* --- looking around --- */

void reflect_note_failure(struct reflect *x, const struct error *error)
{
    if (x->why.len)
        return;
    x->why = str_dup(branch_arena(x->branch), str(error->message));
    x->why_code = error->code;
}

void reflect_want(struct reflect *x, ptrdiff_t position)
{
    if (position < 0)
        return;
    x->wanted = arena_grow(branch_arena(x->branch), x->wanted, &x->wanted_capacity, (size_t) position + 1,
                           sizeof *x->wanted);
    x->wanted[position] = true;
}

void reflect_take_found(struct reflect *x, const struct gathered *found)
{
    if (found->failed)
        reflect_note_failure(x, &found->error);
    if (found->failed && found->error.code != ERROR_FINISH)
        branch_warn(x->branch, "The search for \"%.*s\" failed: %s", STR_ARG(found->query), found->error.message);
    /* Without a model the writer reads all of them. */
    for (size_t i = 0; i < found->n && (i < REFLECT_BEST || role_extractive(x->branch)); i++)
        reflect_want(x, (ptrdiff_t) found->sources[i]);
}

/* What a person gave: the writer gets all of it, and the planner knows what it is about. */
static int take_contexts(struct reflect *x, struct error *e)
{
    int r = gather_contexts(x->branch, &x->sources, e);

    if (r < 0 || x->sources.given == 0)
        return r;
    for (size_t i = 0; i < x->sources.given; i++)
        reflect_want(x, (ptrdiff_t) i);
    x->background = str_format(branch_arena(x->branch), "Documents of the person who asks:\n%.*s",
                               STR_ARG(outline_given(x->branch, &x->sources)));
    return 0;
}

static int look_around(struct reflect *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct str_list queries, forms[REFLECT_LOOKS] = { 0 };
    struct gathered *found = arena_calloc(arena, REFLECT_LOOKS, sizeof *found);
    struct str words = role_question(x->branch, arena, x->question);
    struct str task = role_extractive(x->branch)
                          ? words
                          : str("A first look around: the terms, the state of things, what is contested.");
    struct buf text;
    int r = branch_phase(x->branch, "background", 0, e);

    if (r == 0)
        r = role_search_queries(x->branch, path_add(path_root(), "background"),
                                &(struct queries_input){ .question = x->question,
                                                         .history = x->history,
                                                         .task = task,
                                                         .otherwise = words,
                                                         .count = REFLECT_LOOKS },
                                &queries, e);
    if (error_hurries(r))
        return 0;
    if (r < 0)
        return r;
    for (size_t i = 0; i < queries.n; i++) {
        str_list_add(arena, &forms[i], queries.items[i]);
        str_list_add(arena, &x->queries, queries.items[i]);
    }
    /* The first look takes at most half of the sources, so that the steps can find others. */
    x->sources.max = (x->most_sources + 1) / 2;
    r = gather_searches(x->branch, path_add(path_root(), "look"),
                        &(struct gathering){ .forms = forms, .n = queries.n, .list = &x->sources }, found, e);
    x->sources.max = x->most_sources;
    if (r < 0)
        return r;
    buf_init(&text, REFLECT_SEEN_MAX);
    bool *told = arena_calloc(arena, x->sources.n + 1, sizeof *told);
    for (size_t i = 0; i < queries.n; i++) {
        x->look[x->looks++] = &found[i];
        reflect_take_found(x, &found[i]);
        for (size_t j = 0; j < found[i].n && j < REFLECT_BEST; j++)
            if (!told[found[i].sources[j]]) { /* the searches share their best results */
                const struct source_row *s = &x->sources.items[found[i].sources[j]];

                told[found[i].sources[j]] = true;
                outline_source(x->branch, &text, s, utf8_cut(s->snippet.len ? s->snippet : s->text, OUTLINE_CHARACTERS),
                               false);
            }
    }
    struct str seen = buf_take(&text, arena);
    x->background = str_format(arena, "%.*s%s%.*s", STR_ARG(x->background),
                               x->background.len && seen.len ? "Found by searching:\n" : "", STR_ARG(seen));
    return 0;
}

/* --- the way through --- */

/* The report is wanted and nothing was found yet: what the user gave is searched by the question as it stands. */
static int search_given(struct reflect *x, struct error *e)
{
    struct gathered found;
    struct str words = role_question(x->branch, branch_arena(x->branch), x->question);
    int r = gather_given(x->branch, path_add(path_root(), "late"), words, &x->sources, &found, e);

    if (r < 0 || found.n == 0)
        return r;
    str_list_add(branch_arena(x->branch), &x->queries, words);
    reflect_take_found(x, &found);
    branch_set_sources(x->branch, x->sources.items, x->sources.n);
    return 0;
}

static int deep_research(struct reflect *x, struct report *ret, struct error *e)
{
    int r = review_wanted(x->branch) ? reflect_review(x, e) : 0;

    if (r == 0 && x->plans == 0) /* the look is for the planner: past a review the steps are what is searched */
        r = look_around(x, e);
    if (r == 0)
        r = reflect_research(x, e);
    if (error_stops_run(r) || (r < 0 && x->sources.n == 0))
        return r;
    if (r < 0)
        branch_warn(x->branch, "Research ended early: %s", e->message);
    if (x->sources.n == 0 && branch_finishing(x->branch))
        r = search_given(x, e);
    else
        r = reflect_use_the_rest(x, e);
    return r < 0 ? r : reflect_write(x, ret, e);
}

static void fill_report(struct reflect *x, struct report *ret)
{
    struct arena *arena = branch_arena(x->branch);

    ret->workflow = str("reflect");
    ret->state = reflect_state_text(x, arena, "complete");
    branch_set_state(x->branch, ret->state);
    ret->mode = x->mode;
    ret->depth = str(depth_words[x->depth]);
    ret->searches_performed = branch_searches(x->branch);
    ret->sub_queries_generated = (int64_t) x->n;
    ret->queries = arena_calloc(arena, x->n, sizeof *ret->queries);
    for (size_t i = 0; i < x->n; i++) {
        ret->queries[ret->queries_n++] = (struct report_query){
            .query = x->steps[i].plan.title,
            .rationale = x->steps[i].plan.description,
            .status = str(step_status_words[x->steps[i].status]),
        };
        ret->sub_queries_completed += x->steps[i].status == STEP_COMPLETED && !reflect_step_empty(&x->steps[i]);
    }
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
    x->most_sources = x->sources.max = (size_t) s->max_sources;
    int r = branch_phase(root, "understanding", 0, e);
    if (r == 0)
        r = take_contexts(x, e);
    if (r == 0)
        r = understand(x, &classification, e);
    if (r < 0)
        return r;
    /* A user who names a depth wants research, however simple the question looks. */
    bool simple = classification.complexity == COMPLEXITY_SIMPLE && s->depth == DEPTH_AUTO;
    x->mode = s->mode.len ? s->mode : str(simple ? "simple" : "deep_research");
    settle_depth(x, &classification);
    if (!simple)
        writing_reserve(root, &x->limits.style);
    announce_understanding(x, &classification);
    if (str_is(x->mode, "simple"))
        r = reflect_answer(x, &report, e);
    else if (str_is(x->mode, "web_search"))
        r = reflect_web_search(x, &report, e);
    else
        r = deep_research(x, &report, e);
    if (r < 0)
        return r;
    fill_report(x, &report);
    return writing_end(root, &report, ret_report, e);
}

const struct workflow workflow_reflect = {
    .name = "reflect",
    .version = "5",
    .help = "plan the question in steps, and review the plan after each step",
    .unit = "steps",
    .plans = true,
    .has_modes = true,
    .timeout_ms = DEEP_RESEARCH_MS,
    .estimate = reflect_estimate,
    .run = reflect_run,
};
