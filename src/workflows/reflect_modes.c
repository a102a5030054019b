/* The quick modes of the reflect workflow, and its writing. */
#include "workflows/reflect.h"

#include "roles/role.h"
#include "roles/topic.h"
#include "roles/unfit.h"

enum { WEB_SEARCH_MS = 15000, WRITE_SOURCES = 30 };

/* --- writing --- */

/* What the writer sees: the best of each search and the pages that were asked
 * for; those that were read come first. */
static size_t best_sources(const struct reflect *x, size_t *ret)
{
    size_t n = 0;

    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < x->sources.n && n < WRITE_SOURCES + x->sources.given; i++)
            if (i < x->wanted_capacity && x->wanted[i] && (pass == 0) == (x->sources.items[i].text.len > 0))
                ret[n++] = i;
    return n;
}

/* Pages that the steps might have read and did not; of a plan that needed no step, those of one. */
static size_t pages_left(const struct reflect *x)
{
    size_t steps = 0, read = 0;

    for (size_t i = 0; i < x->n; i++) {
        const struct step_result *result = x->steps[i].result;

        steps += result && result->stopped.len && !str_is(result->stopped, "no search");
        read += result ? result->crawls : 0;
    }
    size_t most = x->limits.step.crawls * (steps ? steps : 1);
    return most > read ? most - read : 0;
}

/* Did a step ask for the page? Without its text it cannot be read, then. */
static bool was_asked_for(const struct reflect *x, const struct source_row *source)
{
    for (size_t i = 0; i < x->n; i++)
        for (size_t h = 0; x->steps[i].result && h < x->steps[i].result->n; h++)
            if (x->steps[i].result->hits[h].read &&
                str_eq(x->steps[i].result->hits[h].hit.canonical_url, source->canonical_url))
                return true;
    return false;
}

int reflect_read_unread(struct reflect *x, struct error *e)
{
    struct arena *arena = branch_arena(x->branch);
    size_t *unread = arena_calloc(arena, x->sources.n + 1, sizeof *unread), n = 0, left = pages_left(x);
    bool *named = reflect_named(x);

    for (int pass = 0; pass < 2 && !branch_finishing(x->branch); pass++)
        for (size_t i = x->sources.given; i < x->sources.n && n < left; i++)
            if (i < x->wanted_capacity && x->wanted[i] && named[i] == (pass == 0) &&
                x->sources.items[i].text.len == 0 && !was_asked_for(x, &x->sources.items[i]))
                unread[n++] = i;
    return gather_pages(x->branch, path_add(path_root(), "unread"), &x->sources, unread, n, e);
}

static int write_in(struct reflect *x, struct writing_style style, struct str notes, struct report *ret,
                    struct error *e)
{
    size_t findings_n = 0;
    struct evidence_finding *findings = role_extractive(x->branch) ? NULL : reflect_findings(x, &findings_n);
    struct arena *arena = branch_arena(x->branch);
    size_t *chosen = arena_calloc(arena, x->sources.n, sizeof *chosen);
    struct writing_tried *tried = arena_calloc(arena, x->queries.n, sizeof *tried);
    const struct writing writing = {
        .question = x->question,
        .sources = &x->sources,
        .chosen = chosen,
        .n = best_sources(x, chosen),
        .style = style,
        .notes = role_extractive(x->branch) ? str("") : notes,
        .findings = findings,
        .findings_n = findings_n,
        .contradictions = findings_n ? x->noted.contradictions : (struct contradictions){ 0 },
        .no_retrieval = str_is(x->mode, "simple"),
        .tried = tried,
        .tried_n = x->queries.n,
    };

    for (size_t i = 0; i < x->queries.n; i++)
        tried[i] = (struct writing_tried){ .query = x->queries.items[i], .why = x->why, .code = x->why_code };
    return writing_run(x->branch, &writing, ret, e);
}

int reflect_write(struct reflect *x, struct report *ret, struct error *e)
{
    return write_in(x, x->limits.style, str(""), ret, e);
}

/* --- a direct answer --- */

/* One search, with no model: of everything that can be searched. */
static int search_once(struct reflect *x, struct error *e)
{
    struct str_list forms = { 0 };
    struct gathered found;

    struct str words = role_question(x->branch, branch_arena(x->branch), x->question);

    str_list_add(branch_arena(x->branch), &forms, words);
    str_list_add(branch_arena(x->branch), &x->queries, words);
    int r = gather_searches(x->branch, path_add(path_root(), "simple"),
                            &(struct gathering){ .forms = &forms, .n = 1, .list = &x->sources }, &found, e);
    if (r < 0)
        return r;
    reflect_take_found(x, &found);
    return 0;
}

/* Only the documents of the conversation and the user are used; no engine is asked. */
static int look_at_given(struct reflect *x, struct error *e)
{
    struct str words = role_question(x->branch, branch_arena(x->branch), x->question);
    struct search_result found;
    int r = gather_local(x->branch, path_add(path_root(), "given"), "context", words, &found, e);

    for (size_t i = 0; r == 0 && i < found.hits_n && i < REFLECT_BEST; i++)
        reflect_want(x, source_list_add(x->branch, &x->sources, &found.hits[i], i, x->question));
    return r;
}

/* No source: what the model knows, which makes claims that nobody can check here. */
static int answer_from_memory(struct reflect *x, struct report *ret, struct error *e)
{
    static const struct role role = {
        .name = "answer", .tier = TIER_SIMPLE, .temperature = 0.4, .max_tokens = 1200, .unfit = UNFIT_ANY
    };
    const struct template_value values[] = {
        { "question", x->question },
        { "history", x->history },
        { "boundary", branch_boundary(x->branch) },
        { NULL },
    };
    struct llm_answer answer;
    int r = role_write(x->branch, path_add(path_root(), "answer"), &role, values, &answer, e);

    if (r == -ERROR_FINISH)
        return branch_stop_empty(x->branch, e);
    if (r < 0 && r != -ERROR_PARSE)
        return r;
    if (r < 0)
        branch_warn(x->branch, "The model did not answer the question: %s.", e->message);
    if (r < 0 && answer.text.len == 0) { /* what can be found is all there is to write from */
        r = search_once(x, e);
        return r < 0 ? r : reflect_write(x, ret, e);
    }
    branch_warn(x->branch, "This is a direct answer: no source was consulted. The mode deep_research researches it.");
    return writing_direct(x->branch, str_trim(answer.text), answer.model, ret, e);
}

int reflect_answer(struct reflect *x, struct report *ret, struct error *e)
{
    const struct writing_style brief = { 60, 400, 0.4, 1200 };
    bool extractive = role_extractive(x->branch);
    int r = branch_phase(x->branch, "answering", 0, e);

    if (r == 0)
        r = extractive ? search_once(x, e) : look_at_given(x, e);
    if (r < 0)
        return r;
    if (extractive)
        return reflect_write(x, ret, e);
    return x->sources.n ? write_in(x, brief, str(""), ret, e) : answer_from_memory(x, ret, e);
}

/* --- one search --- */

/* Falls back, and says so. What was found in time still serves the answer. */
static int fall_back(struct reflect *x, int64_t limit_ms, struct report *ret, struct error *e)
{
    branch_warn(x->branch, "The web search %s within %.0f s; this is a direct answer instead.",
                x->sources.n ? "was not done" : "brought nothing", (double) limit_ms / 1000);
    branch_emit(x->branch, EVENT_DEGRADED, &(struct event_degraded){ .from = str("web_search"), .to = str("simple") });
    x->mode = str("simple");
    return reflect_answer(x, ret, e);
}

int reflect_web_search(struct reflect *x, struct report *ret, struct error *e)
{
    const struct run_settings *s = branch_settings(x->branch);
    int64_t limit_ms = s->phase_ms && s->phase_ms < WEB_SEARCH_MS ? s->phase_ms : WEB_SEARCH_MS;
    struct step *step = &x->steps[0];
    int r = branch_phase(x->branch, "web_search", limit_ms, e);

    if (r < 0)
        return r;
    x->depth = DEPTH_LIGHT;
    x->limits = reflect_depths[DEPTH_LIGHT];
    *step = (struct step){ .id = effect_id(x->branch, path_add(path_root(), "step"), 0, "step-"),
                           .plan = { .title = role_question(x->branch, branch_arena(x->branch), x->question),
                                     .needs_search = true } };
    x->n = 1;
    r = reflect_carry_out(x, &step, 1, e);
    if (r < 0)
        return r;
    if ((x->sources.n == 0 || x->late) && !role_extractive(x->branch))
        return fall_back(x, limit_ms, ret, e);
    return reflect_write(x, ret, e);
}
