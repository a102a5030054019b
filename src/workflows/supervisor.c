/* The supervisor workflow: planning, gathering, analysis, synthesis, and, while
 * gaps are open and iterations left, refinement and the next round. After each
 * phase a gate and a pause (supervisor_pause.c); the phases follow one another by
 * the table of supervision.c, never by what a model says. */
#include "workflows/supervisor.h"

#include <string.h>

#include "evidence/markers.h"
#include "roles/refine.h"
#include "roles/role.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "workflows/fit.h"
#include "workflows/workflows.h"

enum {
    NOTES_MAX = 256 * 1024,
    SPANS_LEAST = 300,
    DAY_MS = 86400000,
};

const struct writing_style supervisor_styles[] = {
    [DEPTH_AUTO] = { 1200, 2000, 0.4, 4000 },
    [DEPTH_LIGHT] = { 800, 2000, 0.5, 3000 },
    [DEPTH_MEDIUM] = { 1200, 2000, 0.4, 4000 },
    [DEPTH_EXTENDED] = { 1500, 3200, 0.3, 6000 },
};

struct path supervisor_path(const struct supervisor *x, const char *name)
{
    struct path path = path_at(path_root(), phase_words[x->s.phase], x->s.iteration);

    return path_add(path_index(path, x->try), name);
}

bool supervisor_hurried(struct supervisor *x, int r, struct error *e)
{
    if (error_stops_run(r) || (!error_hurries(r) && !branch_finishing(x->branch)))
        return false;
    if (!x->ends_early) {
        x->ends_early = true;
        branch_skip(x->branch, "The research ended early, in %s: %s.", phase_words[x->s.phase],
                    branch_finishing(x->branch) ? branch_hurry(x->branch) : e->message);
    }
    return true;
}

/* --- synthesis --- */

static void take_source(size_t source, bool *taken, size_t *ret, size_t *n)
{
    if (!taken[source])
        ret[(*n)++] = source;
    taken[source] = true;
}

/* Sources that findings rest on first, the firmest findings before; then both sides of what is contested, and the others
 * by quality. */
static size_t chosen_sources(struct supervisor *x, size_t *ret)
{
    const struct supervision *s = &x->s;
    bool *taken = arena_calloc(branch_arena(x->branch), s->sources.n + 1, sizeof *taken);
    const size_t *order = findings_by_firmness(branch_arena(x->branch), s);
    size_t n = 0;

    for (size_t i = 0; i < s->findings_n; i++)
        for (size_t k = 0; k < s->findings[order[i]].sources_n && n < SUPERVISOR_SOURCES_SHOWN; k++)
            take_source(s->findings[order[i]].sources[k], taken, ret, &n);
    for (size_t i = 0; i < s->contradictions_n && n + 1 < SUPERVISOR_SOURCES_SHOWN; i++) {
        take_source(s->contradictions[i].one[0], taken, ret, &n);
        take_source(s->contradictions[i].other[0], taken, ret, &n);
    }
    for (int quality = QUALITY_HIGH; quality >= QUALITY_LOW; quality--)
        for (size_t i = 0; i < s->judged && n < SUPERVISOR_SOURCES_SHOWN; i++)
            if (!s->copy[i] && s->quality[i] == quality)
                take_source(i, taken, ret, &n);
    return n;
}

static enum budget_kind kind_of(int confidence)
{
    return confidence == CONFIDENCE_SPECULATION                                  ? BUDGET_SPECULATION
           : confidence == CONFIDENCE_HIGH || confidence == CONFIDENCE_CONFIRMED ? BUDGET_CONFIDENT
                                                                                 : BUDGET_FINDING;
}

static const int64_t finding_weight[] = { [CONFIDENCE_LOW] = 300,
                                          [CONFIDENCE_MEDIUM] = 600,
                                          [CONFIDENCE_HIGH] = 900,
                                          [CONFIDENCE_CONFIRMED] = 1000,
                                          [CONFIDENCE_SPECULATION] = 100 };

/* The findings as far as half of the share takes them; the other half is for passages. A writer that cannot be given
 * all of them, not even a headline each, gets the firmest: a report is worth more than a run that ends here. */
static int fit_findings(struct supervisor *x, int64_t share, struct str *texts, struct error *e)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    const size_t *order = findings_by_firmness(arena, s);
    struct fit_item *items = arena_calloc(arena, s->findings_n + 1, sizeof *items);
    struct fit_input input = { .phase = BUDGET_SYNTHESIS,
                               .tier = TIER_COMPLEX,
                               .question = s->question,
                               .items = items,
                               .n = s->findings_n,
                               .reserved = share / 2 };
    struct fit_result fit = { 0 };
    int r = 0;

    for (size_t i = 0; i < s->findings_n; i++) {
        const struct research_finding *f = &s->findings[order[i]];

        items[i] = (struct fit_item){
            .id = f->id,
            .type = str("finding"),
            .text = f->content,
            .title = f->category,
            .kind = kind_of(f->confidence),
            .cited = true,
            .scores = { .relevance = finding_weight[f->confidence],
                        .recency = 500,
                        .quality = finding_weight[f->confidence] },
        };
    }
    for (size_t attempt = 0; input.n > 0; input.n /= 2, attempt++) {
        r = fit_run(x->branch, path_index(supervisor_path(x, "fit"), attempt), &input, &fit, e);
        if (r != -ERROR_LIMIT)
            break;
        r = 0;
    }
    if (r < 0)
        return r;
    for (size_t i = 0; i < input.n; i++)
        texts[order[i]] = fit.texts[i];
    if (input.n < s->findings_n)
        branch_skip(x->branch, "%zu of %zu findings were not shown to the writer: its context is too small for them.",
                    s->findings_n - input.n, s->findings_n);
    if (input.n)
        fidelity_merge(arena, &x->fidelity, &fit.fidelity);
    return 0;
}

/* The findings as the writer gets them: each brings the passage that carries it. `texts` are what the budget left. */
static void give_findings(struct supervisor *x, const struct str *texts)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    struct evidence_finding *all = arena_calloc(arena, s->findings_n + 2 * s->contradictions_n + 1, sizeof *all);
    size_t n = supervisor_give_sides(x, all);

    for (size_t i = 0; i < s->findings_n; i++)
        if (texts[i].len)
            all[n++] = (struct evidence_finding){ .text = texts[i],
                                                  .sources = s->findings[i].sources,
                                                  .n = s->findings[i].sources_n,
                                                  .note = str_format(arena, "confidence: %s",
                                                                     confidence_words[s->findings[i].confidence]) };
    x->writing.findings = all;
    x->writing.findings_n = n;
}

/* The notes that the writer gets beside the passages, within a number of tokens; the least important stand last. */
static struct str notes_of(struct supervisor *x, int64_t most)
{
    const struct supervision *s = &x->s;
    struct arena *arena = branch_arena(x->branch);
    struct buf text;

    buf_init(&text, NOTES_MAX);
    buf_format(&text, "%s%.*s%s", s->brief.len ? "The research: " : "", STR_ARG(s->brief), s->brief.len ? "\n" : "");
    buf_format(&text, "Iteration %zu of %zu; %zu sources examined, %zu of high quality.\n", s->iteration,
               s->max_iterations, s->sources.n, sources_of_quality(s, QUALITY_HIGH));
    supervisor_tell_sides(s, &text);
    for (size_t i = 0; i < s->gaps_n; i++)
        if (!s->gaps[i].addressed)
            buf_format(&text, "Not answered yet, say so: %.*s\n", STR_ARG(s->gaps[i].description));
    for (size_t i = 0; i < s->improvements.n; i++)
        buf_format(&text, "Better than last time: %.*s\n", STR_ARG(s->improvements.items[i]));
    struct str notes = buf_take(&text, arena);
    if ((int64_t) tokens_estimate(notes) > most)
        notes = summarize_cut(notes, most);
    return x->guidance.len
               ? str_format(arena, "%.*s\nMind this: %.*s\n", STR_ARG(str_trim(notes)), STR_ARG(x->guidance))
               : notes;
}

/* Where the passages are that carry the findings; they stand behind the sides, in the order of the findings. */
static void take_passages(struct supervisor *x, const struct str *texts)
{
    const struct evidence_pool *pool = &x->draft.pool;
    size_t at = 2 * x->s.contradictions_n;

    for (size_t i = 0; i < x->s.findings_n; i++) {
        if (texts[i].len == 0)
            continue;
        const struct evidence_finding *f = &x->writing.findings[at++];
        const struct evidence_span *span = f->passage ? &pool->spans[f->passage - 1] : NULL;

        x->s.findings[i].passage = span ? (struct research_passage){ span->source, span->at.start, span->at.end,
                                                                     span->quote }
                                        : (struct research_passage){ 0 };
    }
}

static int64_t span_source(void *context, int64_t number)
{
    const struct draft_report *draft = context;

    if (draft->synthesis.by_source)
        return number >= 1 && (size_t) number <= draft->pool.sources->n ? number : 0;
    if (number < 1 || (size_t) number > draft->pool.spans_n)
        return 0;
    return draft->pool.sources->items[draft->pool.spans[number - 1].source].number;
}

/* The draft as anybody can read it: markers name sources, those that name nothing are gone. */
static struct str readable(struct supervisor *x)
{
    struct arena *arena = branch_arena(x->branch);
    struct str rest = x->draft.synthesis.body, line;
    struct buf text;

    buf_init(&text, 4 << 20);
    while (str_next_line(&rest, &line)) {
        buf_add_str(&text, markers_rewrite_line(arena, line, span_source, &x->draft));
        buf_add_char(&text, '\n');
    }
    return buf_take(&text, arena);
}

/* Why nothing was found, for a report that has no source. */
static struct writing_tried *tried_of(struct supervisor *x)
{
    struct writing_tried *tried = arena_calloc(branch_arena(x->branch), x->s.queries_n + 1, sizeof *tried);

    for (size_t i = 0; i < x->s.queries_n; i++)
        tried[i] = (struct writing_tried){ .query = x->s.queries[i].query,
                                           .why = x->s.queries[i].error,
                                           .code = ERROR_UPSTREAM };
    return tried;
}

/* Did a model write it, and are its passages where they were? (A source may have got a longer text since.) */
static bool still_stands(const struct draft_report *draft)
{
    const struct evidence_pool *pool = &draft->pool;

    for (size_t i = 0; i < pool->spans_n; i++) {
        const struct evidence_span *span = &pool->spans[i];
        struct str text = source_text(&pool->sources->items[span->source]);

        if (span->at.end > text.len || !str_eq(str_sub(text, span->at.start, span->at.end), span->quote))
            return false;
    }
    return !draft->synthesis.extractive && !draft->synthesis.by_code;
}

static int synthesise(struct supervisor *x, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct arena *arena = branch_arena(x->branch);
    bool by_code = role_extractive(x->branch);
    int64_t window, share = by_code ? 0 : fit_budget(x->branch, BUDGET_SYNTHESIS, TIER_COMPLEX, &window);
    size_t *chosen = arena_calloc(arena, x->s.sources.n + 1, sizeof *chosen);
    struct str *findings = arena_calloc(arena, x->s.findings_n + 1, sizeof *findings);
    int r = by_code ? 0 : fit_findings(x, share, findings, e);

    if (r < 0)
        return r;
    x->writing = (struct writing){
        .question = x->s.question,
        .sources = &x->s.sources,
        .chosen = chosen,
        .n = chosen_sources(x, chosen),
        .style = supervisor_styles[settings->depth],
        .conclusion = true,
        .quality = x->s.quality,
        .tried = tried_of(x),
        .tried_n = x->s.queries_n,
    };
    if (!by_code && window > 0 && x->writing.style.max_tokens > window / 4)
        x->writing.style.max_tokens = window / 4; /* what is asked for must find room too */
    if (!by_code) {
        give_findings(x, findings);
        x->writing.notes = notes_of(x, share);
        int64_t left = share - (int64_t) tokens_estimate(x->writing.notes);
        for (size_t i = 0; i < x->writing.findings_n; i++)
            left -= (int64_t) tokens_estimate(x->writing.findings[i].text);
        x->writing.passage_tokens = left > SPANS_LEAST ? left : SPANS_LEAST;
    }
    x->guided = true;
    evidence_forget(&x->draft.pool);
    const struct draft_report before = x->draft;
    x->writing.by_model = x->drafted && still_stands(&before);
    r = writing_draft(x->branch, supervisor_path(x, "write"), &x->writing, &x->draft, e);
    if (error_hurries(r) && x->writing.by_model) {
        x->draft = before;
        x->ends_early = true;
        branch_skip(x->branch, "The report was not rewritten with the findings of the last round: %s.",
                    r == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(x->branch));
        return 0;
    }
    if (r == 0) {
        if (!by_code && x->s.sources.n) {
            supervisor_add_sides(x, x->writing.findings);
            take_passages(x, findings);
        }
        x->drafted = true;
        x->s.report = readable(x);
    }
    return r;
}

/* --- refinement --- */

static void fill_gaps(struct supervisor *x, struct refine_gap *ret, size_t *ret_n)
{
    struct arena *arena = branch_arena(x->branch);

    *ret_n = 0;
    for (size_t i = 0; i < x->s.gaps_n; i++) {
        const struct research_gap *g = &x->s.gaps[i];
        struct refine_gap *gap = &ret[*ret_n];

        if (g->addressed)
            continue;
        *gap = (struct refine_gap){
            .id = g->id, .description = g->description, .priority = g->priority, .queries = g->queries
        };
        for (size_t q = 0; q < g->queries.n; q++)
            if (!query_tried(&x->s, g->queries.items[q]))
                str_list_add(arena, &gap->untried, g->queries.items[q]);
        (*ret_n)++;
    }
}

/* Follow-up queries become the sub-queries of the next round: what matters most first. */
static void follow_up(struct supervisor *x, const struct refinement *refinement)
{
    struct arena *arena = branch_arena(x->branch);
    const struct str_list *first = &refinement->iteration_recommendation.priority_gaps;
    size_t most = x->s.max_sub_queries;

    x->first_query = x->s.queries_n;
    x->s.iteration++; /* they belong to the round that comes */
    for (int pass = 0; pass < 4; pass++)
        for (size_t i = 0; i < refinement->n; i++) {
            const struct gap_review *review = &refinement->gap_analysis[i];
            struct research_gap *gap = supervision_gap(&x->s, review->gap_id);
            int rank = str_list_has(first, review->gap_id) ? 0 : GAP_CRITICAL - review->severity + 1;

            if (!gap || rank != pass)
                continue;
            gap->severity = review->severity;
            for (size_t q = 0; review->addressable && q < review->n && x->s.queries_n - x->first_query < most; q++) {
                struct str query = review->follow_up_queries[q].query;

                if (supervision_add_query(arena, &x->s, supervisor_query_id(x), query,
                                          review->follow_up_queries[q].expected_contribution, gap->priority) &&
                    !str_list_has(&gap->queries, query))
                    str_list_add(arena, &gap->queries, query);
            }
        }
    x->s.iteration--;
}

static int refine(struct supervisor *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    struct refine_gap *gaps = arena_calloc(arena, x->s.gaps_n + 1, sizeof *gaps);
    struct str_list searched = { 0 };
    struct refine_input input = {
        .share = role_extractive(x->branch) ? 0 : fit_budget(x->branch, BUDGET_REFINEMENT, TIER_ANALYTICAL, NULL),
        .question = x->s.question,
        .report = x->s.report,
        .guidance = x->guidance,
        .gaps = gaps,
        .searched = &searched,
        .iteration = x->s.iteration,
        .max_iterations = x->s.max_iterations,
        .sources = x->s.sources.n,
        .findings = x->s.findings_n,
        .confident = findings_confident(&x->s),
    };
    struct refinement answer;

    fill_gaps(x, gaps, &input.gaps_n);
    for (size_t i = 0; i < x->s.queries_n; i++)
        str_list_add(arena, &searched, x->s.queries[i].query);
    x->guided = true;
    int r = role_refine(x->branch, supervisor_path(x, "refine"), &input, &answer, e);
    if (r < 0)
        return supervisor_hurried(x, r, e) ? 0 : r;
    x->s.improvements = answer.report_improvements;
    x->advice = arena_copy(arena, &answer, sizeof answer);
    follow_up(x, &answer);
    if (!answer.iteration_recommendation.should_iterate)
        x->ends_early = true;
    if (x->s.queries_n > x->first_query && !x->ends_early)
        supervisor_announce_plan(x);
    return 0;
}

/* --- the whole --- */

static int work(struct supervisor *x, struct error *e)
{
    switch (x->s.phase) {
    case PHASE_PLANNING: return supervisor_plan(x, e);
    case PHASE_GATHERING: return supervisor_gather(x, e);
    case PHASE_ANALYSIS: return supervisor_analyse(x, e);
    case PHASE_SYNTHESIS: return synthesise(x, e);
    case PHASE_REFINEMENT: return refine(x, e);
    default: return 0;
    }
}

/* A phase, once or twice, with its pauses. */
static int do_phase(struct supervisor *x, struct error *e)
{
    const struct run_settings *settings = branch_settings(x->branch);
    bool again = true;
    int64_t limit = x->s.phase == PHASE_SYNTHESIS ? settings->synthesis_ms : 0;
    int r = branch_phase_hard(x->branch, phase_words[x->s.phase], limit, e);

    for (x->try = 0; r == 0 && again; x->try++) {
        supervisor_dispatch(x);
        r = work(x, e);
        if (r == 0) {
            supervisor_hand_back(x);
            r = supervisor_pause(x, &again, e);
        }
    }
    return r;
}

static struct circumstances circumstances_of(const struct supervisor *x, int r)
{
    return (struct circumstances){
        .starts = x->s.phase == PHASE_IDLE,
        .finished = r == 0,
        .nothing_new = x->s.phase == PHASE_GATHERING && x->drafted && sources_fresh(&x->s) == 0,
        .aborted = r < 0,
        .gaps = gaps_open(&x->s),
        .untried = x->s.queries_n - x->first_query,
        .iteration = x->s.iteration,
        .max_iterations = x->s.max_iterations,
        .ends_early = x->ends_early,
    };
}

/* From phase to phase, by the table, until the report stands or something stops it. */
static int go(struct supervisor *x, struct error *e)
{
    int r = 0;

    while (x->s.phase != PHASE_COMPLETED) {
        if (x->s.phase == PHASE_DECISION)
            r = supervisor_decide_iteration(x, e);
        else if (x->s.phase != PHASE_IDLE)
            r = do_phase(x, e);
        const struct circumstances c = circumstances_of(x, r);
        enum phase next = phase_next(x->s.phase, &c);

        if (next == PHASE_ABORTED)
            return r;
        if (x->s.phase == PHASE_REFINEMENT && next == PHASE_GATHERING)
            x->s.iteration++;
        x->s.phase = next;
        x->try = 0;
    }
    return r;
}

static int64_t at_most(int64_t given, int64_t preset, int64_t most)
{
    return !given ? preset : given < most ? given : most;
}

static void begin(struct supervisor *x, struct branch *root)
{
    const struct run_settings *settings = branch_settings(root);

    *x = (struct supervisor){ .branch = root };
    x->s = (struct supervision){
        .question = settings->query,
        .iteration = 1,
        .max_iterations = (size_t) at_most(settings->max_iterations, SUPERVISOR_ITERATIONS, SUPERVISOR_ITERATIONS_MAX),
        .max_sub_queries = (size_t) at_most(settings->max_sub_queries, SUPERVISOR_QUERIES, SUPERVISOR_QUERIES_MAX),
    };
    x->most_sources = (size_t) (settings->max_sources ? settings->max_sources : settings->deep_research_max_sources);
    x->s.sources.per_query = (size_t) at_most(settings->max_sources_per_query, SUPERVISOR_PER_QUERY,
                                              SUPERVISOR_PER_QUERY_MAX);
    x->s.sources.by_title = true;
    branch_reserve(root, 0, supervisor_styles[settings->depth].max_tokens + 6000);
}

static void fill_report(struct supervisor *x, struct report *ret)
{
    const struct run_settings *settings = branch_settings(x->branch);
    struct arena *arena = branch_arena(x->branch);

    ret->workflow = str("supervisor");
    ret->depth = str(depth_words[settings->depth == DEPTH_AUTO ? DEPTH_MEDIUM : settings->depth]);
    ret->sub_queries_generated = (int64_t) x->s.queries_n;
    ret->sub_queries_completed = (int64_t) queries_done(&x->s);
    ret->searches_performed = branch_searches(x->branch);
    ret->queries = arena_calloc(arena, x->s.queries_n + 1, sizeof *ret->queries);
    for (size_t i = 0; i < x->s.queries_n; i++)
        ret->queries[ret->queries_n++] = (struct report_query){ x->s.queries[i].query, x->s.queries[i].rationale,
                                                                str(query_status_words[x->s.queries[i].status]) };
    ret->state = supervisor_printed_state(x, ret->body);
    ret->fidelity = x->fidelity;
}

static int supervisor_run(struct branch *root, struct str *ret_report, struct error *e)
{
    struct supervisor *x = arena_alloc(branch_arena(root), sizeof *x);
    struct report report;

    begin(x, root);
    int r = effect_clock(root, path_add(path_root(), "clock"), &x->today_ms, e);
    x->today_ms = x->today_ms / DAY_MS * DAY_MS;
    if (r == 0)
        r = go(x, e);
    if (r == 0)
        r = writing_check(root, &x->writing, &x->draft, &report, e);
    if (r < 0) {
        if (r != -RUN_SUSPENDED && r != -RUN_SHUTDOWN)
            supervisor_save(x, r);
        return r;
    }
    supervisor_save(x, 0);
    fill_report(x, &report);
    return writing_end(root, &report, ret_report, e);
}

const struct workflow workflow_supervisor = {
    .name = "supervisor",
    .version = "2",
    .help = "plan, gather, analyse, write and refine; each phase is judged before the next begins",
    .unit = "sub-queries",
    .plans = true,
    .most_iterations = SUPERVISOR_ITERATIONS_MAX,
    .most_sub_queries = SUPERVISOR_QUERIES_MAX,
    .estimate = supervisor_estimate,
    .describe = supervisor_describe,
    .run = supervisor_run,
};
