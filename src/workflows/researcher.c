#include "workflows/researcher.h"

#include "net/url.h"
#include "pages/fetch.h"
#include "roles/role.h"
#include "roles/search_queries.h"
#include "run/events.h"
#include "text/utf8.h"
#include "workflows/gather.h"

enum {
    SHOWN_CHARACTERS = 3000,   /* of a page, to the model */
    OBSERVED_CHARACTERS = 700, /* of a source, in an observation made by code */
    OBSERVED_SOURCES = 8,
    LITTLE_NEW = 3, /* turns in a row that brought nothing new */
    TURN_CALLS_MAX = 8,
    MESSAGES_MAX = 160,
};

static const struct role role_react = {
    .name = "research_step", .tier = TIER_ANALYTICAL, .temperature = 0.3, .max_tokens = 1500
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

/* Positions of the first hits of a search. */
struct shown {
    size_t items[10], n;
};

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

/* One of the researcher's searches and what came of it. */
struct found {
    const struct step_input *input;
    struct str query;
    const struct outcome *outcome;
};

/* Adds the hits of one search; how many were new. */
static size_t add_hits(struct branch *branch, struct step_result *r, const struct found *found, struct shown *shown)
{
    const struct outcome *outcome = found->outcome;
    struct str query = found->query;
    struct arena *arena = branch_arena(branch);
    struct search_result result;
    size_t fresh = 0;

    r->searches++;
    shown->n = 0;
    if (outcome->failed || search_result_parse(arena, outcome->body, &result, NULL) < 0)
        return 0;
    for (size_t i = 0; i < result.notes.n; i++)
        branch_warn(branch, "%.*s", STR_ARG(result.notes.items[i]));
    for (size_t i = 0; i < result.hits_n; i++) {
        struct str canonical = result.hits[i].canonical_url.len ? result.hits[i].canonical_url : result.hits[i].url;
        ptrdiff_t at = hit_find(r, canonical);

        if (at < 0) {
            r->hits = arena_grow(arena, r->hits, &r->capacity, r->n + 1, sizeof *r->hits);
            r->hits[r->n] = (struct step_hit){ .hit = result.hits[i], .rank = i, .query = query };
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

static void announce_search(struct branch *branch, struct str query, const struct outcome *outcome, size_t fresh)
{
    branch_emit(branch, EVENT_SEARCH_COMPLETED,
                &(struct event_search_completed){ .ok = !outcome->failed,
                                                  .hits = (int64_t) fresh,
                                                  .query = query,
                                                  .engines = outcome->answered_by,
                                                  .error = str(outcome->failed ? outcome->error.message : "") });
}

static bool readable(const struct branch *branch, const struct step_hit *h)
{
    return branch_tools(branch)->pages && !h->hit.text.len && !h->read &&
           (str_starts_nocase(h->hit.url, "http://") || str_starts_nocase(h->hit.url, "https://"));
}

/* By code: the best of what was found, as the other roles see it. */
static struct str observation_of(struct branch *branch, const struct step_result *r)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < r->n && i < OBSERVED_SOURCES; i++) {
        const struct search_hit *h = &r->hits[i].hit;
        struct str says = utf8_cut(h->text.len ? h->text : h->snippet, OBSERVED_CHARACTERS);

        buf_format(&text, "- %.*s: %.*s\n", STR_ARG(h->title), STR_ARG(says));
    }
    if (r->n == 0)
        buf_add_z(&text, "Nothing was found.\n");
    return buf_take(&text, branch_arena(branch));
}

static bool too_late(const struct outcome *outcome) { return outcome->failed && outcome->error.code == ERROR_TIMEOUT; }

/* --- classic --- */

static int search_all(struct branch *branch, const struct step_input *input, const struct str_list *queries,
                      struct step_result *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct request *requests = arena_calloc(scratch, queries->n, sizeof *requests);
    struct search_query *asked = arena_calloc(scratch, queries->n, sizeof *asked);
    struct outcome *outcomes = arena_calloc(scratch, queries->n, sizeof *outcomes);
    struct shown shown;
    const struct outcome *failed = NULL;

    for (size_t i = 0; i < queries->n; i++) {
        gather_query(branch, queries->items[i], &asked[i]);
        search_request(branch_tools(branch)->search, scratch, &asked[i], &requests[i]);
        requests[i].arena = scratch;
    }
    int r = queries->n == 0 ? 0
                            : effect_do_all(branch, path_add(branch_path(branch), "search"), EFFECT_PURE,
                                            &(struct effects){ .requests = requests, .n = queries->n }, outcomes, e);
    for (size_t i = 0; r == 0 && i < queries->n; i++) {
        size_t fresh = add_hits(branch, ret, &(struct found){ input, queries->items[i], &outcomes[i] }, &shown);

        announce_search(branch, queries->items[i], &outcomes[i], fresh);
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
                                                         .count = input->limits.searches,
                                                         .done = role_extractive(branch) ? NULL : input->done },
                                &queries, e);

    if (r == 0)
        r = search_all(branch, input, &queries, ret, e);
    ret->classic = true;
    ret->pages_due = input->limits.crawls;
    return r;
}

/* Pages of a batch of steps. */
struct reading {
    struct branch *branch;
    struct step_hit **hits; /* of each page, that of the step which reads it */
    size_t n;
};

static bool taken(const struct reading *reading, const struct step_hit *h)
{
    for (size_t i = 0; i < reading->n; i++)
        if (str_eq(reading->hits[i]->hit.canonical_url, h->hit.canonical_url))
            return true;
    return false;
}

/* The step's best page that nobody reads yet. */
static void claim(struct reading *reading, struct step_result *step)
{
    for (size_t i = 0; i < step->n; i++)
        if (readable(reading->branch, &step->hits[i]) && !taken(reading, &step->hits[i])) {
            reading->hits[reading->n++] = &step->hits[i];
            step->hits[i].read = true;
            step->crawls++;
            return;
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

int researcher_read(struct branch *branch, struct path path, struct step_result *const *steps, size_t n,
                    struct error *e)
{
    struct reading reading = { .branch = branch };
    size_t most = 0, due = 0;

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
    for (size_t i = 0; r == 0 && i < n; i++)
        if (steps[i]->classic) {
            share_texts(&reading, steps[i]);
            steps[i]->observation = observation_of(branch, steps[i]);
        }
    return r;
}

/* --- ReAct --- */

struct react {
    struct branch *branch;
    const struct step_input *input;
    struct step_result *result;
    struct arena *arena; /* of the conversation: ends with the step */
    struct llm_message messages[MESSAGES_MAX];
    size_t n;
    size_t dry; /* turns in a row that brought nothing new */
};

#define TEXT(s)                                                                                                        \
    {                                                                                                                  \
        s, sizeof s - 1                                                                                                \
    }

static struct llm_tool tools[] = {
    { .name = TEXT("web_search"),
      .description = TEXT("Find pages."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"}},"
                         "\"required\":[\"query\"],\"additionalProperties\":false}") },
    { .name = TEXT("web_crawl"),
      .description = TEXT("Read the page with this index."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{\"index\":{\"type\":\"integer\"}},"
                         "\"required\":[\"index\"],\"additionalProperties\":false}") },
};

/* One tool call: what it asks for, and what is said back. */
struct tool_job {
    const struct llm_tool_call *call;
    bool search, crawl; /* what it asks for, once it is allowed */
    bool fetches;       /* the page is not here yet */
    struct str query;
    size_t index;
    struct search_query asked;
    struct str reply;
    bool brings, fails; /* something new; nothing, through no fault of who asked */
};

static void refuse_call(struct tool_job *job, struct arena *arena, const char *why)
{
    job->search = job->crawl = false;
    job->reply = str_format(arena, "Error: %s", why);
}

/* What the tools take. */
struct tool_arguments {
    struct str query;
    int64_t index;
};
static const struct field tool_arguments_fields[] = {
    FIELD_STR(struct tool_arguments, query),
    FIELD_INT(struct tool_arguments, index),
    FIELD_END,
};

/* Checks a call against its tool and the step's limits; errors go back to the model. */
static void check_call(struct react *x, struct tool_job *job, size_t *searches, size_t *crawls)
{
    const struct step_limits *limits = &x->input->limits;
    struct tool_arguments arguments = { 0 };

    if (json_decode_answer(job->call->arguments, tool_arguments_fields, &arguments, x->arena, NULL) < 0) {
        refuse_call(job, x->arena, "the arguments are no JSON object.");
    } else if (str_is(job->call->name, "web_search")) {
        job->query = str_dup(branch_arena(x->branch), str_trim(utf8_cut(arguments.query, 300)));
        job->search = true;
        if (job->query.len == 0)
            refuse_call(job, x->arena, "web_search needs a query.");
        else if (*searches >= limits->searches)
            refuse_call(job, x->arena, "no searches are left for this step; read pages or answer.");
        *searches += job->search;
    } else if (str_is(job->call->name, "web_crawl")) {
        int64_t index = arguments.index;

        job->crawl = true;
        job->index = (size_t) index - 1;
        bool here = index >= 1 && (size_t) index <= x->result->n && x->result->hits[job->index].known;
        if (index < 1 || (size_t) index > x->result->n)
            refuse_call(job, x->arena,
                        x->result->n ? "there is no result with that index."
                                     : "search first: there are no results yet.");
        else if (*crawls >= limits->crawls && !here)
            refuse_call(job, x->arena, "no pages are left for this step; answer with what you have.");
        *crawls += job->crawl && !here;
    } else {
        refuse_call(job, x->arena, "there is no such tool; use web_search or web_crawl.");
    }
}

static struct str fenced(struct react *x, struct str text)
{
    struct str boundary = branch_boundary(x->branch);

    return str_format(x->arena, "<<<%.*s\n%.*s\n%.*s>>>", STR_ARG(boundary), STR_ARG(text), STR_ARG(boundary));
}

static struct str results_reply(struct react *x, const size_t *shown, size_t n)
{
    struct buf text;

    if (n == 0)
        return str("Nothing was found.");
    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < n; i++) {
        const struct search_hit *h = &x->result->hits[shown[i]].hit;

        struct str site = url_domain(h->url);

        buf_format(&text, "%zu. %.*s%s%.*s%s%.*s%s\n%.*s\n", shown[i] + 1, STR_ARG(h->title), site.len ? ", " : "",
                   STR_ARG(site), h->date.len ? ", " : "", STR_ARG(h->date),
                   x->result->hits[shown[i]].known ? " (read by an earlier step)" : "",
                   STR_ARG(utf8_cut(h->snippet.len ? h->snippet : h->text, 400)));
    }
    return fenced(x, buf_take(&text, x->arena));
}

static void take_search(struct react *x, struct tool_job *job, const struct outcome *outcome)
{
    struct shown shown;
    size_t fresh = add_hits(x->branch, x->result, &(struct found){ x->input, job->query, outcome }, &shown);

    announce_search(x->branch, job->query, outcome, fresh);
    job->brings = fresh > 0;
    job->fails = outcome->failed;
    job->reply = outcome->failed ? str_format(x->arena, "Error: the search failed: %s", outcome->error.message)
                                 : results_reply(x, shown.items, shown.n);
}

static void take_crawl(struct react *x, struct tool_job *job, const struct outcome *outcome)
{
    struct step_hit *h = &x->result->hits[job->index];
    struct str why = { 0 };
    bool good = h->hit.text.len > 0;

    if (outcome)
        good = gather_take_page(branch_arena(x->branch), outcome, &h->hit, &why);
    x->result->crawls += !h->known;
    job->brings = good && (outcome || (h->known && !h->read));
    h->read = true;
    job->fails = !good && outcome; /* asking for it once more is no failure of the page */
    if (job->fails)
        gather_page_failed(x->branch, 0, h->hit.url, why);
    job->reply = good ? fenced(x, utf8_cut(h->hit.text, SHOWN_CHARACTERS))
                      : str_format(
                            x->arena,
                            "Error: the page could not be read (%.*s); its few words in the results are all there is.",
                            STR_ARG(why));
}

/* A turn that brought something starts the count again. What only failed (a dead page, a search that broke) says nothing
 * of how much there is to find; what was known already, and calls that made no sense, do. */
static void count_dry(struct react *x, const struct tool_job *jobs, size_t n)
{
    bool brings = false, dry = false;

    for (size_t i = 0; i < n; i++) {
        brings = brings || jobs[i].brings;
        dry = dry || !jobs[i].fails;
    }
    x->dry = brings ? 0 : x->dry + dry;
}

/* All calls of one turn together; replies in their order. */
static int do_calls(struct react *x, struct path path, struct tool_job *jobs, size_t n, struct error *e)
{
    struct request requests[TURN_CALLS_MAX];
    struct outcome *outcomes = arena_calloc(x->arena, TURN_CALLS_MAX, sizeof *outcomes);
    size_t count = 0, at = 0;

    for (size_t i = 0; i < n; i++) {
        branch_emit(x->branch, EVENT_TOOL_CALL,
                    &(struct event_tool_call){ jobs[i].call->name, utf8_cut(jobs[i].call->arguments, 300) });
        if (jobs[i].search) {
            gather_query(x->branch, jobs[i].query, &jobs[i].asked);
            search_request(branch_tools(x->branch)->search, x->arena, &jobs[i].asked, &requests[count]);
        } else if (jobs[i].crawl && readable(x->branch, &x->result->hits[jobs[i].index])) {
            jobs[i].fetches = true;
            x->result->hits[jobs[i].index].read = true;
            gather_page_request(x->branch, x->arena, x->result->hits[jobs[i].index].hit.url, &requests[count]);
        } else {
            continue;
        }
        requests[count++].arena = x->arena;
    }
    int r = count ? effect_do_all(x->branch, path, EFFECT_PURE, &(struct effects){ .requests = requests, .n = count },
                                  outcomes, e)
                  : 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        if (jobs[i].search)
            take_search(x, &jobs[i], &outcomes[at++]);
        else if (jobs[i].crawl)
            take_crawl(x, &jobs[i], jobs[i].fetches ? &outcomes[at++] : NULL);
        branch_emit(x->branch, EVENT_TOOL_RESULT,
                    &(struct event_tool_result){ !str_starts(jobs[i].reply, "Error"), jobs[i].call->name });
    }
    if (r == 0)
        count_dry(x, jobs, n);
    return r;
}

/* One turn of the model; *ret_over when the step is answered or must be. */
static int turn(struct react *x, size_t number, bool last, bool *ret_over, struct error *e)
{
    struct path path = path_at(branch_path(x->branch), "turn", number);
    struct tool_job *jobs = arena_calloc(x->arena, TURN_CALLS_MAX, sizeof *jobs);
    struct llm_answer answer;
    size_t searches = x->result->searches, crawls = x->result->crawls, n = 0;
    int r = role_turn(x->branch, path_add(path, "ask"), &role_react,
                      &(struct role_talk){ x->messages, x->n, tools, 2, str(last ? "none" : "auto") }, &answer, e);

    if (r < 0)
        return r;
    *ret_over = last || answer.tool_calls_n == 0;
    if (*ret_over) {
        x->result->observation = str_trim(answer.text);
        return 0;
    }
    for (; n < answer.tool_calls_n && n < TURN_CALLS_MAX && x->result->calls < x->input->limits.calls; n++) {
        jobs[n] = (struct tool_job){ .call = &answer.tool_calls[n] };
        check_call(x, &jobs[n], &searches, &crawls);
        x->result->calls++;
    }
    r = do_calls(x, path_add(path, "tools"), jobs, n, e);
    if (r < 0)
        return r;
    x->messages[x->n++] = (struct llm_message){
        .role = LLM_ASSISTANT, .text = answer.text, .tool_calls = answer.tool_calls, .tool_calls_n = n
    };
    for (size_t i = 0; i < n; i++)
        x->messages[x->n++] = (struct llm_message){
            .role = LLM_TOOL, .tool_call_id = jobs[i].call->id, .tool_name = jobs[i].call->name, .text = jobs[i].reply
        };
    return 0;
}

static int react(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct react *x = arena_alloc(arena, sizeof *x);
    bool over = false;
    const struct template_value values[] = {
        INPUT(question),
        INPUT(title),
        INPUT(description),
        INPUT(known),
        { "sources", input->sources_text },
        { "calls", str_format(arena, "%zu", input->limits.calls) },
        { "searches", str_format(arena, "%zu", input->limits.searches) },
        { "crawls", str_format(arena, "%zu", input->limits.crawls) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };

    *x = (struct react){ .branch = branch, .input = input, .result = ret, .arena = arena };
    int r = role_messages(branch, arena, &role_react, values, x->messages, e);
    x->n = 2;
    ret->stopped = str("done");
    for (size_t i = 0; r == 0 && !over; i++) {
        bool spent = ret->calls >= input->limits.calls || branch_finishing(branch) ||
                     x->n + TURN_CALLS_MAX + 1 >= MESSAGES_MAX;
        bool dry = x->dry >= LITTLE_NEW;

        if (spent || dry)
            ret->stopped = str(spent ? "budget" : "little new");
        r = turn(x, i, spent || dry, &over, e);
    }
    /* Finish cuts the model's last words short; what was found stands. */
    if (r == -ERROR_FINISH || r == -ERROR_BUDGET || r == -ERROR_TIMEOUT)
        r = ret->n ? 0 : r;
    if (r == 0 && ret->observation.len == 0)
        ret->observation = observation_of(branch, ret);
    arena_free(arena);
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
    if (!input->needs_search)
        return analyse(branch, input, ret, e);
    if (!input->limits.react || role_extractive(branch))
        return classic(branch, input, ret, e);
    int r = react(branch, input, ret, e);
    /* A model that calls no tool (it cannot, or thinks it knows) has looked nothing up. */
    if (r == 0 && ret->searches == 0)
        r = classic(branch, input, ret, e);
    return r;
}
