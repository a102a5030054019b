/* The agent of the manager workflow: turns of a model that calls tools.
 *
 * Calls of one turn are done in the order planning, searches (all at once), writing, hand-off, whatever the order in which
 * they were called; each gets its reply. What makes no sense is an error that the agent can mend. It is bounded by turns,
 * by searches, and by turns in a row that bring the research no further. */
#include "workflows/manager.h"

#include <stdio.h>

#include "roles/role.h"
#include "run/events.h"
#include "text/json.h"
#include "text/utf8.h"

enum {
    TURN_CALLS_MAX = 12,
    IDLE_MAX = 3, /* turns in a row that bring the research no further */
    QUERY_CHARACTERS = 300,
    GIVEN_CHARACTERS = 500, /* of each document that was given */
    GIVEN_MAX = 64 * 1024,
    SAID_CHARACTERS = 4000,    /* of a turn's text that the next turn sees */
    NAME_CHARACTERS = 100,     /* of a tool's name */
    ARGUMENTS_MAX = 16 * 1024, /* bytes; longer ones are refused, and the next turn does not see them */
    REPLY_MAX = 64 * 1024,
    RESULTS_NAMED_MAX = 100,
};

static const struct role role = { "manage", TIER_ANALYTICAL, .temperature = 0.2, .max_tokens = 1500 };

#define TEXT(s)                                                                                                        \
    {                                                                                                                  \
        s, sizeof s - 1                                                                                                \
    }

enum tool { TOOL_PLAN, TOOL_SEARCH, TOOL_WRITE, TOOL_DELIVER, TOOLS };

static struct llm_tool tools[TOOLS] = {
    { .name = TEXT("plan_searches"),
      .description = TEXT("Plan the searches that answer the question. Comes first."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"description\":\"the "
                         "question, unchanged\"},\"clarifications\":{\"type\":\"string\",\"description\":\"what the "
                         "person answered when asked back, or empty\"}},\"required\":[\"query\",\"clarifications\"],"
                         "\"additionalProperties\":false}") },
    { .name = TEXT("search"),
      .description = TEXT("Make one search and read its best pages; brings a summary with numbered sources."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\"},\"reason\":{\"type\":"
                         "\"string\",\"description\":\"what it is to add\"}},\"required\":[\"query\",\"reason\"],"
                         "\"additionalProperties\":false}") },
    { .name = TEXT("write_report"),
      .description = TEXT("Write the report from everything that was found. Once, when the searches are done."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{\"query\":{\"type\":\"string\",\"description\":\"the "
                         "question, unchanged\"},\"results\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},"
                         "\"description\":\"numbers of sources that the writer must see; the best of each search are "
                         "shown anyway\"}},\"required\":[\"query\",\"results\"],\"additionalProperties\":false}") },
    { .name = TEXT("deliver"),
      .description = TEXT("Hand the written report off to where the person wants it."),
      .parameters = TEXT("{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}") },
};

struct agent {
    struct manager *m;
    struct arena *arena; /* of the conversation */
    struct path path;    /* of the round */
    struct llm_message *messages;
    size_t n, capacity;
    size_t tools_n;
    size_t idle;
    bool again; /* a person has answered: the round is over */
};

/* One call, and what is said back. */
struct job {
    struct llm_tool_call *call;
    enum tool tool;                /* TOOLS: it is refused */
    struct str query, reason;      /* of a search */
    struct manager_search *search; /* that is made for it */
    bool makes;                    /* it is the first call for this search */
    bool moves;                    /* it brought the research further */
    struct str reply;
};

static void add_message(struct agent *a, struct llm_message message)
{
    a->messages = arena_grow(a->arena, a->messages, &a->capacity, a->n + 1, sizeof *a->messages);
    a->messages[a->n++] = message;
}

/* --- reading a call --- */

static void refuse(struct agent *a, struct job *job, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void refuse(struct agent *a, struct job *job, const char *format, ...)
{
    char text[512];
    va_list ap;

    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    job->tool = TOOLS;
    job->reply = str_format(a->arena, "Error: %s", text);
}

static enum tool tool_named(const struct agent *a, struct str name)
{
    for (size_t i = 0; i < a->tools_n; i++)
        if (str_eq(str_trim(name), tools[i].name))
            return (enum tool) i;
    return TOOLS;
}

/* Numbers of sources that the writer must see, "[3,7]"; one that names none is an error. Anything else, a copied summary for
 * instance, names nothing: the writer has it anyway. */
static void read_results(struct agent *a, struct job *job, struct str list)
{
    struct manager *m = a->m;
    bool *wanted = arena_calloc(branch_arena(m->branch), m->sources.n + 1, sizeof *wanted);
    struct str item;

    if (!str_starts(list, "[") || !str_ends(list, "]"))
        return;
    list = str_sub(list, 1, list.len - 1);
    for (size_t i = 0; i < RESULTS_NAMED_MAX && str_next(&list, ',', &item); i++) {
        int64_t number;

        if (!str_to_int(item, &number))
            continue;
        if (number < 1 || (uint64_t) number > m->sources.n) {
            refuse(a, job, "there is no source %lld; name sources by the numbers that the searches brought.",
                   (long long) number);
            return;
        }
        wanted[number - 1] = true;
    }
    m->wanted = wanted;
    m->wanted_n = m->sources.n;
}

struct arguments {
    struct str query, reason;
    struct str results; /* JSON */
};
static const struct field arguments_fields[] = {
    FIELDS(STR, struct arguments, query, reason),
    FIELD_AS("results", JSON, struct arguments, results),
    FIELD_END,
};

static struct str kept(const struct agent *a, struct str text)
{
    return str_dup(branch_arena(a->m->branch), str_trim(utf8_cut(text, QUERY_CHARACTERS)));
}

/* The question and what the person meant are the run's own: what the agent says of them decides nothing. */
static void read_call(struct agent *a, struct job *job)
{
    struct str given = str_trim(job->call->arguments);
    struct arguments arguments = { 0 };
    struct error why;

    if (given.len > ARGUMENTS_MAX) {
        job->call->arguments = str("{}");
        refuse(a, job, "the arguments are too long.");
        return;
    }
    job->tool = tool_named(a, job->call->name);
    if (job->tool == TOOLS) {
        refuse(a, job, "there is no such tool; use plan_searches, search%s.",
               a->tools_n > TOOL_DELIVER ? ", write_report or deliver" : " or write_report");
        return;
    }
    if (given.len && json_decode_answer(given, arguments_fields, &arguments, a->arena, &why) < 0) {
        refuse(a, job, "the arguments could not be read (%s); they are a JSON object.", why.message);
    } else if (job->tool == TOOL_SEARCH) {
        job->query = kept(a, arguments.query);
        job->reason = kept(a, arguments.reason);
        if (job->query.len == 0)
            refuse(a, job, "search needs a query.");
    } else if (job->tool == TOOL_WRITE && !a->m->written) {
        read_results(a, job, arguments.results);
    }
}

/* --- what the calls do --- */

static struct str plan_text(const struct agent *a)
{
    const struct manager *m = a->m;
    struct buf text;

    buf_init(&text, REPLY_MAX);
    buf_add_z(&text, "The searches to make:\n");
    for (size_t i = 0; i < m->n; i++)
        buf_format(&text, "%zu. %.*s%s%.*s%s\n", i + 1, STR_ARG(m->searches[i]->query),
                   m->searches[i]->reason.len ? " (" : "", STR_ARG(m->searches[i]->reason),
                   m->searches[i]->reason.len ? ")" : "");
    return buf_take(&text, a->arena);
}

static int do_plan(struct agent *a, struct path path, struct job *job, struct error *e)
{
    if (a->m->planned) {
        job->reply = str_format(a->arena, "Already planned. %.*s", STR_ARG(plan_text(a)));
        return 0;
    }
    int r = manager_plan(a->m, path_add(path, "plan"), &a->again, e);
    if (r == 0 && !a->again) {
        job->reply = plan_text(a);
        job->moves = true;
    }
    return r;
}

/* What a search brought; it comes from pages, so it stands between fences. */
static struct str search_text(const struct agent *a, const struct manager_search *s)
{
    const struct manager *m = a->m;
    struct str boundary = branch_boundary(m->branch);
    struct buf text;

    if (s->status == MANAGER_SEARCH_FAILED)
        return str_format(a->arena, "Error: the search failed: %s", s->found.error.message);
    if (s->found.n == 0)
        return str("Nothing was found.");
    buf_init(&text, REPLY_MAX);
    buf_format(&text, "<<<%.*s\n%.*s\n\nSources:\n", STR_ARG(boundary), STR_ARG(s->summary));
    for (size_t i = 0; i < s->found.n && i < 10; i++) {
        const struct source_row *source = &m->sources.items[s->found.sources[i]];

        buf_format(&text, "(%lld) %.*s\n", (long long) source->number, STR_ARG(utf8_cut(source->title, 200)));
    }
    buf_format(&text, "%.*s>>>", STR_ARG(boundary));
    return buf_take(&text, a->arena);
}

/* Which search a call means; a query that is not planned is added. */
static void choose_search(struct agent *a, struct job *jobs, size_t at, size_t *left)
{
    struct manager *m = a->m;
    struct job *job = &jobs[at];

    if (!m->planned) {
        refuse(a, job, "call plan_searches first.");
        return;
    }
    if (m->written) {
        refuse(a, job, "the report is written.");
        return;
    }
    job->search = manager_find(m, job->query);
    for (size_t i = 0; i < at && job->search; i++)
        if (jobs[i].search == job->search)
            return; /* twice in one turn: made once, told twice */
    if (job->search && job->search->status != MANAGER_SEARCH_PENDING)
        return;
    if (*left == 0 || gather_full(&m->sources, m->sources.max)) {
        job->search = NULL;
        if (*left == 0)
            refuse(a, job, "no searches are left; call write_report.");
        else
            refuse(a, job, "%s; call write_report.", str_z(a->arena, gather_full_words(a->arena, m->sources.max)));
        return;
    }
    if (!job->search)
        job->search = manager_add(m, job->query, job->reason);
    if (!job->search) {
        refuse(a, job, "no searches are left; call write_report.");
        return;
    }
    --*left;
    job->makes = true;
}

static int do_searches(struct agent *a, struct path path, struct job *jobs, size_t n, struct error *e)
{
    struct manager *m = a->m;
    struct manager_search *searches[TURN_CALLS_MAX];
    size_t count = 0, left = m->made < m->depth.searches ? m->depth.searches - m->made : 0;

    for (size_t i = 0; i < n; i++) {
        if (jobs[i].tool == TOOL_SEARCH)
            choose_search(a, jobs, i, &left);
        if (jobs[i].makes)
            searches[count++] = jobs[i].search;
    }
    int r = count ? manager_search(m, path, searches, count, e) : 0;
    for (size_t i = 0; r == 0 && i < n; i++) {
        if (!jobs[i].search)
            continue;
        struct str found = search_text(a, jobs[i].search);
        jobs[i].moves = jobs[i].makes && jobs[i].search->found.n > 0;
        jobs[i].reply = jobs[i].makes ? found
                                      : str_format(a->arena, "This search was made already. %.*s", STR_ARG(found));
    }
    return r;
}

static int do_write(struct agent *a, struct job *job, struct error *e)
{
    struct manager *m = a->m;

    if (m->written)
        refuse(a, job, "the report is written already.");
    else if (!m->planned)
        refuse(a, job, "call plan_searches first, then search.");
    else if (m->made == 0)
        refuse(a, job, "nothing was searched yet; call search first.");
    else if (m->reviewed && manager_pending(m) && m->made < m->depth.searches && !branch_finishing(m->branch) &&
             !gather_full(&m->sources, m->sources.max))
        refuse(a, job, "the person has agreed to searches that were not made yet; call search for them first.");
    if (job->tool == TOOLS)
        return 0;
    int r = manager_write(m, e);
    job->moves = r == 0;
    job->reply = str("The report is written.");
    return r;
}

static void do_deliver(struct agent *a, struct job *job)
{
    if (!a->m->written) {
        refuse(a, job, "there is no report yet; call write_report first.");
        return;
    }
    a->m->handed_off = true;
    job->reply = str("The report is handed off.");
}

static int do_calls(struct agent *a, struct path path, struct job *jobs, size_t n, struct error *e)
{
    int r = 0;

    for (size_t i = 0; i < n; i++) {
        jobs[i].call->name = utf8_cut(jobs[i].call->name, NAME_CHARACTERS);
        branch_emit(a->m->branch, EVENT_TOOL_CALL,
                    &(struct event_tool_call){ jobs[i].call->name, utf8_cut(jobs[i].call->arguments, 300) });
        read_call(a, &jobs[i]);
    }
    for (size_t i = 0; r == 0 && !a->again && i < n; i++)
        if (jobs[i].tool == TOOL_PLAN)
            r = do_plan(a, path, &jobs[i], e);
    if (r < 0 || a->again)
        return r;
    r = do_searches(a, path, jobs, n, e);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (jobs[i].tool == TOOL_WRITE)
            r = do_write(a, &jobs[i], e);
    for (size_t i = 0; r == 0 && i < n; i++)
        if (jobs[i].tool == TOOL_DELIVER)
            do_deliver(a, &jobs[i]);
    for (size_t i = 0; r == 0 && i < n; i++)
        branch_emit(a->m->branch, EVENT_TOOL_RESULT,
                    &(struct event_tool_result){ !str_starts(jobs[i].reply, "Error"), jobs[i].call->name });
    return r;
}

/* --- turns --- */

/* Words instead of a call: the agent is told what is due. */
static void remind(struct agent *a, struct str said)
{
    const struct manager *m = a->m;

    add_message(a, (struct llm_message){ .role = LLM_ASSISTANT, .text = said });
    add_message(a, (struct llm_message){ .role = LLM_USER,
                                         .text = str(m->written     ? "Call deliver."
                                                     : !m->planned  ? "Call plan_searches."
                                                     : m->made == 0 ? "Call search for the planned searches."
                                                                    : "Call write_report.") });
}

static int turn(struct agent *a, size_t number, struct error *e)
{
    struct path path = path_at(a->path, "turn", number);
    struct job *jobs = arena_calloc(a->arena, TURN_CALLS_MAX, sizeof *jobs);
    struct llm_answer answer;
    bool moves = false;
    size_t n = 0;
    int r = role_turn(a->m->branch, path_add(path, "ask"), &role,
                      &(struct role_talk){ a->messages, a->n, tools, a->tools_n, str("auto") }, &answer, e);

    if (r < 0)
        return r;
    if (answer.tool_calls_n == 0) {
        a->idle = answer.text.len ? a->idle + 1 : IDLE_MAX; /* it refuses: asking on brings nothing */
        remind(a, utf8_cut(answer.text, SAID_CHARACTERS));
        return 0;
    }
    for (; n < answer.tool_calls_n && n < TURN_CALLS_MAX; n++)
        jobs[n] = (struct job){ .call = &answer.tool_calls[n] };
    a->m->tool_calls += n;
    r = do_calls(a, path, jobs, n, e);
    if (r < 0 || a->again)
        return r;
    add_message(a, (struct llm_message){ .role = LLM_ASSISTANT,
                                         .text = utf8_cut(answer.text, SAID_CHARACTERS),
                                         .tool_calls = answer.tool_calls,
                                         .tool_calls_n = n });
    for (size_t i = 0; i < n; i++) {
        moves = moves || jobs[i].moves;
        add_message(a, (struct llm_message){ .role = LLM_TOOL,
                                             .tool_call_id = jobs[i].call->id,
                                             .tool_name = jobs[i].call->name,
                                             .text = jobs[i].reply });
    }
    a->idle = moves ? 0 : a->idle + 1;
    return 0;
}

/* The documents that were given, with how they begin. */
static struct str given_text(struct agent *a)
{
    const struct source_list *list = &a->m->sources;
    struct buf text;

    buf_init(&text, GIVEN_MAX);
    for (size_t i = 0; i < list->given; i++)
        buf_format(&text, "%lld. %.*s: %.*s\n", (long long) list->items[i].number, STR_ARG(list->items[i].title),
                   STR_ARG(utf8_cut(list->items[i].text, GIVEN_CHARACTERS)));
    return buf_take(&text, a->arena);
}

static int begin(struct agent *a, struct error *e)
{
    const struct manager *m = a->m;
    const struct run_settings *s = branch_settings(m->branch);
    struct llm_message first[2];
    const struct template_value values[] = {
        { "question", s->query },
        { "history", s->history },
        { "clarified", manager_clarified(m, a->arena) },
        { "alone", str(s->clarify && !m->silent && m->rounds_n < MANAGER_ROUNDS_MAX ? "" : "yes") },
        { "deliver", str(a->tools_n > TOOL_DELIVER ? "yes" : "") },
        { "planned", m->planned ? plan_text(a) : str("") },
        { "given", given_text(a) },
        { "searches", str_format(a->arena, "%zu", m->depth.searches) },
        { "turns", str_format(a->arena, "%zu", m->depth.turns) },
        { "boundary", branch_boundary(m->branch) },
        { NULL },
    };
    int r = role_messages(m->branch, a->arena, &role, values, first, e);

    if (r == 0) {
        add_message(a, first[0]);
        add_message(a, first[1]);
    }
    return r;
}

/* Over when the report is there and handed off (or nobody wants it anywhere), or when nothing comes of further turns. */
static bool over(const struct agent *a)
{
    bool delivers = a->tools_n > TOOL_DELIVER;

    return a->again || (a->m->written && (!delivers || a->m->handed_off)) || a->idle >= IDLE_MAX ||
           (a->m->written && a->idle) || branch_finishing(a->m->branch);
}

static int turns(struct agent *a, struct error *e)
{
    struct manager *m = a->m;
    size_t i = 0;
    int r = 0;

    for (; r == 0 && i < m->depth.turns && !over(a); i++) {
        enum pressure pressure;

        r = branch_pressure(m->branch, path_add(path_at(a->path, "turn", i), "budget"), &pressure, e);
        if (r < 0)
            break;
        if (pressure == PRESSURE_WRITE && !m->written) {
            branch_skip(m->branch, "Searching ended early: the rest of the budget is kept for the writing.");
            break;
        }
        if (pressure != PRESSURE_NONE && !m->narrowed)
            branch_skip(m->branch, "From 80 %% of the budget on fewer pages were read, and no model summarised them.");
        m->narrowed = m->narrowed || pressure != PRESSURE_NONE;
        r = turn(a, i, e);
    }
    if (r == 0 && !m->written && !a->again && (a->idle >= IDLE_MAX || i == m->depth.turns))
        branch_warn(m->branch, "The model that leads the research %s; the rest was done without it.",
                    a->idle >= IDLE_MAX ? "brought it no further" : "did not have the report written in its last turn");
    return r;
}

int manager_agent(struct manager *m, bool *ret_again, struct error *e)
{
    struct arena *arena = arena_new();
    struct agent *a = arena_alloc(arena, sizeof *a);

    *a = (struct agent){ .m = m,
                         .arena = arena,
                         .path = path_at(path_root(), "round", m->rounds_n),
                         .tools_n = branch_settings(m->branch)->deliver.n ? TOOLS : TOOL_DELIVER };
    int r = begin(a, e);
    if (r == 0)
        r = turns(a, e);
    *ret_again = a->again;
    arena_free(arena);
    return r;
}
