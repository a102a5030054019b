#include "workflows/researcher_parts.h"

#include "extractive/extractive.h"
#include "net/url.h"
#include "pages/fetch.h"
#include "roles/role.h"
#include "roles/search_queries.h"
#include "run/events.h"
#include "text/utf8.h"
#include "workflows/gather.h"

enum {
    OBSERVED_CHARACTERS = 700, /* of a source, in an observation made by code */
    OBSERVED_SOURCES = 8,
};

static const struct role role_analyse = {
    .name = "analyse_step", .tier = TIER_ANALYTICAL, .temperature = 0.3, .max_tokens = 1500
};

/* --- what was found --- */

static ptrdiff_t hit_find(const struct step_result *r, struct str canonical)
{
    for (size_t i = 0; i < r->n; i++)
        if (str_eq(r->hits[i].hit.canonical_url, canonical))
            return (ptrdiff_t) i;
    return -1;
}

/* A page that an earlier step has read. */
static void take_known(const struct step_input *input, struct step_hit *h)
{
    for (size_t i = 0; input->sources && h->hit.text.len == 0 && i < input->sources->n; i++) {
        const struct source_row *source = &input->sources->items[i];

        if (source->text.len && str_eq(source->canonical_url, h->hit.canonical_url)) {
            h->hit.text = source->text;
            h->known = true;
        }
    }
}

size_t researcher_add_hits(struct branch *branch, struct step_result *r, const struct step_search *found,
                           struct step_shown *shown)
{
    const struct outcome *outcome = found->outcome;
    struct str query = found->query;
    struct arena *arena = branch_arena(branch);
    struct search_result result;
    size_t fresh = 0, rank = 0;

    r->searches++;
    shown->n = 0;
    if (outcome->failed || search_result_parse(arena, outcome->body, &result, NULL) < 0)
        return 0;
    str_list_add(arena, &r->asked, query);
    for (size_t i = 0; i < result.notes.n; i++)
        branch_warn(branch, "%.*s", STR_ARG(result.notes.items[i]));
    for (size_t i = 0; i < result.hits_n; i++) {
        struct str canonical = result.hits[i].canonical_url.len ? result.hits[i].canonical_url : result.hits[i].url;
        ptrdiff_t at = hit_find(r, canonical);
        /* What a person gave is the writer's anyway: it is no better result of the search than the best page. */
        bool given = found->input->sources && source_list_gave(found->input->sources, canonical);
        size_t own = given ? result.hits_n : rank;

        rank += !given;
        if (at < 0) {
            r->hits = arena_grow(arena, r->hits, &r->capacity, r->n + 1, sizeof *r->hits);
            r->hits[r->n] = (struct step_hit){ .hit = result.hits[i], .rank = own, .query = query };
            r->hits[r->n].hit.canonical_url = canonical;
            take_known(found->input, &r->hits[r->n]);
            at = (ptrdiff_t) r->n++;
            fresh++;
        }
        if (shown->n < sizeof shown->items / sizeof *shown->items)
            shown->items[shown->n++] = (size_t) at;
    }
    return fresh;
}

void researcher_tell_search(struct branch *branch, struct str query, const struct outcome *outcome, size_t fresh)
{
    branch_emit(branch, EVENT_SEARCH_COMPLETED,
                &(struct event_search_completed){ .ok = !outcome->failed,
                                                  .hits = (int64_t) fresh,
                                                  .query = query,
                                                  .engines = outcome->answered_by,
                                                  .error = str(outcome->failed ? outcome->error.message : "") });
}

bool researcher_may_read(const struct branch *branch, const struct step_hit *h)
{
    return branch_tools(branch)->pages && !h->hit.text.len && !h->read &&
           (str_starts_nocase(h->hit.url, "http://") || str_starts_nocase(h->hit.url, "https://"));
}

struct str researcher_excerpts(struct branch *branch, const struct step_result *r)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < r->n && i < OBSERVED_SOURCES; i++) {
        const struct search_hit *h = &r->hits[i].hit;
        struct str says = utf8_cut(h->text.len ? h->text : h->snippet, OBSERVED_CHARACTERS);

        buf_format(&text, "- %.*s: %.*s\n", STR_ARG(h->title), STR_ARG(says));
    }
    if (researcher_found_nothing(r))
        buf_format(&text, "Nothing was found for \"%.*s\".\n",
                   STR_ARG(str_join(branch_arena(branch), r->asked.items, r->asked.n, "\", \"")));
    else if (r->n == 0)
        buf_format(&text, "Nothing was searched%s%s.\n", r->why.code ? ": " : "", r->why.code ? r->why.message : "");
    return buf_take(&text, branch_arena(branch));
}

bool researcher_found_nothing(const struct step_result *r) { return r->asked.n > 0 && r->n == 0; }

static bool too_late(const struct outcome *outcome) { return outcome->failed && outcome->error.code == ERROR_TIMEOUT; }

/* --- classic --- */

static int search_all(struct branch *branch, struct path path, const struct step_input *input,
                      const struct str_list *queries, struct step_result *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct request *requests = arena_calloc(scratch, queries->n, sizeof *requests);
    struct search_query *asked = arena_calloc(scratch, queries->n, sizeof *asked);
    struct outcome *outcomes = arena_calloc(scratch, queries->n, sizeof *outcomes);
    struct step_shown shown;
    const struct outcome *failed = NULL;

    for (size_t i = 0; i < queries->n; i++) {
        gather_query(branch, queries->items[i], &asked[i]);
        search_request(branch_tools(branch)->search, scratch, &asked[i], &requests[i]);
        requests[i].arena = scratch;
    }
    int r = queries->n == 0 ? 0
                            : effect_do_all(branch, path, EFFECT_PURE,
                                            &(struct effects){ .requests = requests, .n = queries->n }, outcomes, e);
    for (size_t i = 0; r == 0 && i < queries->n; i++) {
        size_t fresh = researcher_add_hits(branch, ret, &(struct step_search){ input, queries->items[i], &outcomes[i] },
                                           &shown);

        researcher_tell_search(branch, queries->items[i], &outcomes[i], fresh);
        ret->late = ret->late || too_late(&outcomes[i]);
        if (outcomes[i].failed)
            failed = &outcomes[i];
    }
    if (failed && failed->error.code != ERROR_FINISH) {
        ret->why = failed->error;
        if (r == 0 && ret->n == 0)
            branch_warn(branch, "A search failed: %s", failed->error.message);
    }
    arena_free(scratch);
    return r;
}

/* Whatever a model asks for, the question of a step without a plan is searched as it stands. */
static void question_first(struct arena *arena, const struct step_input *input, struct str_list *queries)
{
    struct str_list all = { 0 };

    if (!input->unplanned)
        return;
    str_list_add(arena, &all, input->title);
    for (size_t i = 0; i < queries->n && all.n < input->limits.searches; i++)
        if (!extract_same_words(arena, queries->items[i], input->title))
            str_list_add(arena, &all, queries->items[i]);
    *queries = all;
}

/* What is searched for a step when a model names nothing: its title as it stands. One that names nothing of the question
 * ("Costs") would find anything, so the question stands behind it. */
static struct str plain_words(struct arena *arena, const struct step_input *input)
{
    if (input->unplanned || extract_names(arena, input->title, input->question))
        return input->title;
    return str_format(arena, "%.*s: %.*s", STR_ARG(input->title), STR_ARG(input->question));
}

static int classic(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    struct str task = input->description.len
                          ? str_format(arena, "%.*s: %.*s", STR_ARG(input->title), STR_ARG(input->description))
                          : input->title;
    struct str_list queries;
    int r = role_search_queries(branch, path_add(branch_path(branch), "queries"),
                                &(struct queries_input){ .question = input->question,
                                                         .history = input->history,
                                                         .task = role_extractive(branch) ? input->title : task,
                                                         .otherwise = plain_words(arena, input),
                                                         .count = input->limits.searches,
                                                         .done = role_extractive(branch) ? NULL : input->done },
                                &queries, e);

    question_first(arena, input, &queries);
    if (r == 0)
        r = search_all(branch, path_add(branch_path(branch), "search"), input, &queries, ret, e);
    ret->classic = true;
    ret->pages_due = input->limits.crawls;
    return r;
}

/* Pages of a batch of steps. */
struct reading {
    struct branch *branch;
    struct step_result *const *steps;
    size_t steps_n;
    struct step_hit **hits; /* of each page, that of the step which reads it */
    size_t n;
};

static bool has_read(const struct step_result *step, const struct step_hit *h)
{
    for (size_t i = 0; i < step->n; i++)
        if (step->hits[i].read && str_eq(step->hits[i].hit.canonical_url, h->hit.canonical_url))
            return true;
    return false;
}

static bool taken(const struct reading *reading, const struct step_hit *h)
{
    for (size_t i = 0; i < reading->steps_n; i++)
        if (has_read(reading->steps[i], h))
            return true;
    return false;
}

/* The step's best page that nobody reads yet. */
static void claim(struct reading *reading, struct step_result *step)
{
    for (size_t i = 0; i < step->n; i++)
        if (researcher_may_read(reading->branch, &step->hits[i]) && !taken(reading, &step->hits[i])) {
            reading->hits[reading->n++] = &step->hits[i];
            step->hits[i].read = true;
            step->crawls++;
            return;
        }
}

/* A model chose its pages without knowing what the steps beside it read: for each that an earlier step of the batch has
 * read as well, the step has one due. */
static void count_twice(struct step_result *const *steps, size_t n)
{
    for (size_t i = 1; i < n; i++)
        for (size_t h = 0; !steps[i]->classic && h < steps[i]->n; h++) {
            const struct step_hit *hit = &steps[i]->hits[h];
            bool twice = false;

            for (size_t k = 0; k < i && hit->read && !hit->known && !twice; k++)
                twice = has_read(steps[k], hit);
            steps[i]->pages_due += twice;
        }
}

/* What one of the steps has read, the others that found it know too. */
static void share_texts(const struct reading *reading, struct step_result *step)
{
    for (size_t i = 0; i < step->n; i++)
        for (size_t k = 0; k < reading->n && step->hits[i].hit.text.len == 0; k++)
            if (str_eq(reading->hits[k]->hit.canonical_url, step->hits[i].hit.canonical_url))
                step->hits[i].hit.text = reading->hits[k]->hit.text;
}

static int fetch(struct reading *reading, struct path path, struct step_result *const *steps, size_t n, struct error *e)
{
    struct branch *branch = reading->branch;
    struct arena *scratch = arena_new();
    struct request *requests = arena_calloc(scratch, reading->n + 1, sizeof *requests);
    struct outcome *outcomes = arena_calloc(scratch, reading->n + 1, sizeof *outcomes);
    struct str *urls = arena_calloc(scratch, reading->n + 1, sizeof *urls);

    for (size_t i = 0; i < reading->n; i++) {
        urls[i] = reading->hits[i]->hit.url;
        gather_page_request(branch, scratch, urls[i], &requests[i]);
        requests[i].arena = scratch;
    }
    int r = reading->n ? effect_do_all(branch, path, EFFECT_PURE,
                                       &(struct effects){ .requests = requests, .n = reading->n }, outcomes, e)
                       : 0;
    for (size_t i = 0; r == 0 && i < reading->n; i++) {
        struct str why;

        for (size_t k = 0; k < n && too_late(&outcomes[i]); k++)
            steps[k]->late = true;
        if (!gather_take_page(branch_arena(branch), &outcomes[i], &reading->hits[i]->hit, &why))
            gather_page_failed(branch, 0, urls[i], why);
    }
    if (r == 0)
        gather_note_hosts(branch, urls, outcomes, reading->n);
    arena_free(scratch);
    return r;
}

/* What a step read beside what its model chose. */
static struct str also_read(const struct reading *reading, const struct step_result *step)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < reading->n; i++) {
        const struct search_hit *h = &reading->hits[i]->hit;

        if (h->text.len && reading->hits[i] >= step->hits && reading->hits[i] < step->hits + step->n)
            buf_format(&text, "- %.*s: %.*s\n", STR_ARG(h->title), STR_ARG(utf8_cut(h->text, OBSERVED_CHARACTERS)));
    }
    return buf_take(&text, branch_arena(reading->branch));
}

int researcher_read(struct branch *branch, struct path path, struct step_result *const *steps, size_t n,
                    struct error *e)
{
    struct reading reading = { .branch = branch, .steps = steps, .steps_n = n };
    size_t most = 0, due = 0;

    count_twice(steps, n);
    for (size_t i = 0; i < n; i++) {
        due += steps[i]->pages_due;
        most = steps[i]->pages_due > most ? steps[i]->pages_due : most;
    }
    reading.hits = arena_calloc(branch_arena(branch), due + 1, sizeof *reading.hits);
    for (size_t turn = 0; turn < most; turn++)
        for (size_t i = 0; i < n; i++)
            if (turn < steps[i]->pages_due)
                claim(&reading, steps[i]);
    int r = fetch(&reading, path, steps, n, e);
    for (size_t i = 0; r == 0 && i < n; i++) {
        share_texts(&reading, steps[i]);
        if (steps[i]->classic)
            steps[i]->observation = researcher_excerpts(branch, steps[i]);
        else
            steps[i]->also = also_read(&reading, steps[i]);
    }
    return r;
}

static int analyse(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e)
{
    struct llm_message messages[2];
    struct llm_answer answer;
    const struct template_value values[] = {
        INPUT(question), INPUT(title), INPUT(description), INPUT(known), { "boundary", branch_boundary(branch) },
        { NULL },
    };

    if (role_extractive(branch)) {
        ret->observation = str("Left to the report: there is no model to think it over.");
        return 0;
    }
    int r = role_messages(branch, branch_arena(branch), &role_analyse, values, messages, e);
    if (r == 0)
        r = role_turn(branch, path_add(branch_path(branch), "think"), &role_analyse,
                      &(struct role_talk){ .messages = messages, .n = 2 }, &answer, e);
    if (r == 0)
        ret->observation = str_trim(answer.text);
    return r;
}

int researcher_run(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e)
{
    *ret = (struct step_result){ 0 };
    if (!input->needs_search) {
        ret->stopped = str("no search");
        return analyse(branch, input, ret, e);
    }
    if (!input->limits.react || role_extractive(branch))
        return classic(branch, input, ret, e);
    int r = researcher_react(branch, input, ret, e);
    /* A model that calls no tool (it cannot, or thinks it knows) has looked nothing up. */
    if (r == 0 && ret->searches == 0) {
        branch_warn(branch, "The model was to search by itself and made no search; it was asked for search queries.");
        return classic(branch, input, ret, e);
    }
    if (r == 0 && input->unplanned && !str_list_has(&ret->asked, input->title)) {
        struct str_list question = { 0 };

        str_list_add(branch_arena(branch), &question, input->title);
        r = search_all(branch, path_add(branch_path(branch), "question"), input, &question, ret, e);
    }
    return r;
}
