/* A step that a model carries out itself: it calls web_search and web_crawl as it sees fit, within the step's limits. */
#include "extractive/extractive.h"
#include "net/url.h"
#include "roles/role.h"
#include "run/events.h"
#include "text/utf8.h"
#include "workflows/gather.h"
#include "workflows/researcher_parts.h"

enum {
    SHOWN_CHARACTERS = 3000, /* of a page, to the model */
    LITTLE_NEW = 3,          /* turns in a row that brought nothing new */
    TURN_CALLS_MAX = 8,
    MESSAGES_MAX = 160,
};

static const struct role role_react = {
    .name = "research_step", .tier = TIER_ANALYTICAL, .temperature = 0.3, .max_tokens = 1500
};

struct react {
    struct branch *branch;
    const struct step_input *input;
    struct step_result *result;
    struct arena *arena; /* of the conversation: ends with the step */
    struct llm_message messages[MESSAGES_MAX];
    struct str pages[MESSAGES_MAX]; /* of a tool's reply, what came from pages; empty: nothing */
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
    struct str page;    /* what of it came from pages, without its fence */
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

/* The words in which an earlier step made a search for the same: its results are here, and no engine is asked again. */
static struct str earlier_words(const struct react *x, struct str query)
{
    for (size_t i = 0; x->input->done && i < x->input->done->n; i++)
        if (extract_same_search(x->arena, query, x->input->done->items[i]))
            return x->input->done->items[i];
    return query;
}

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
        else if (extract_searched(x->arena, &x->result->asked, job->query))
            refuse_call(job, x->arena, "a search for the same was made in this step; its results are above.");
        else if (*searches >= limits->searches)
            refuse_call(job, x->arena, "no searches are left for this step; read pages or answer.");
        job->query = earlier_words(x, job->query);
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

static struct str results_text(struct react *x, const size_t *shown, size_t n)
{
    struct buf text;

    buf_init(&text, 64 * 1024);
    for (size_t i = 0; i < n; i++) {
        const struct search_hit *h = &x->result->hits[shown[i]].hit;

        struct str site = url_domain(h->url);

        buf_format(&text, "%zu. %.*s%s%.*s%s%.*s%s\n%.*s\n", shown[i] + 1, STR_ARG(h->title), site.len ? ", " : "",
                   STR_ARG(site), h->date.len ? ", " : "", STR_ARG(h->date),
                   x->result->hits[shown[i]].known ? " (read by an earlier step)" : "",
                   STR_ARG(utf8_cut(h->snippet.len ? h->snippet : h->text, 400)));
    }
    return buf_take(&text, x->arena);
}

/* The reply is what came from pages, fenced. */
static void reply_with(struct react *x, struct tool_job *job, struct str page)
{
    job->page = page;
    job->reply = fenced(x, page);
}

static void take_search(struct react *x, struct tool_job *job, const struct outcome *outcome)
{
    struct step_shown shown;
    size_t fresh = researcher_add_hits(x->branch, x->result, &(struct step_search){ x->input, job->query, outcome },
                                       &shown);

    researcher_tell_search(x->branch, job->query, outcome, fresh);
    job->brings = fresh > 0;
    job->fails = outcome->failed;
    if (outcome->failed)
        job->reply = str_format(x->arena, "Error: the search failed: %s", outcome->error.message);
    else if (shown.n == 0)
        job->reply = str("Nothing was found.");
    else
        reply_with(x, job, results_text(x, shown.items, shown.n));
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
    if (good)
        reply_with(x, job, utf8_cut(h->hit.text, SHOWN_CHARACTERS));
    else
        job->reply = str_format(
            x->arena, "Error: the page could not be read (%.*s); its few words in the results are all there is.",
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
        } else if (jobs[i].crawl && researcher_may_read(x->branch, &x->result->hits[jobs[i].index])) {
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

struct asking {
    struct react *x;
    bool last; /* no further tools */
    struct llm_answer *answer;
};

/* A conversation that has grown too long: what came from pages is cut to its part, the fences stay. */
static int ask_turn(void *context, struct path path, int percent, struct error *e)
{
    struct asking *asking = context;
    struct react *x = asking->x;
    struct llm_message *messages = arena_copy(x->arena, x->messages, x->n * sizeof *messages);

    for (size_t i = 0; percent < 100 && i < x->n; i++)
        if (x->pages[i].len)
            messages[i].text = fenced(x, utf8_cut(x->pages[i], utf8_count(x->pages[i]) * (size_t) percent / 100));
    return role_turn(x->branch, path, &role_react,
                     &(struct role_talk){ messages, x->n, tools, 2, str(asking->last ? "none" : "auto") },
                     asking->answer, e);
}

/* One turn of the model; *ret_over when the step is answered or must be. */
static int turn(struct react *x, size_t number, bool last, bool *ret_over, struct error *e)
{
    struct path path = path_at(branch_path(x->branch), "turn", number);
    struct tool_job *jobs = arena_calloc(x->arena, TURN_CALLS_MAX, sizeof *jobs);
    struct llm_answer answer;
    size_t searches = x->result->searches, crawls = x->result->crawls, n = 0;
    int r = role_shrink(x->branch, path_add(path, "ask"), ask_turn, &(struct asking){ x, last, &answer }, e);

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
    for (size_t i = 0; i < n; i++) {
        x->pages[x->n] = jobs[i].page;
        x->messages[x->n++] = (struct llm_message){
            .role = LLM_TOOL, .tool_call_id = jobs[i].call->id, .tool_name = jobs[i].call->name, .text = jobs[i].reply
        };
    }
    return 0;
}

int researcher_react(struct branch *branch, const struct step_input *input, struct step_result *ret, struct error *e)
{
    struct arena *arena = arena_new();
    struct react *x = arena_alloc(arena, sizeof *x);
    bool over = false;
    const struct template_value values[] = {
        INPUT(question),
        INPUT(title),
        INPUT(description),
        INPUT(beside),
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
        ret->observation = researcher_excerpts(branch, ret);
    arena_free(arena);
    return r;
}
