/* Whole runs of the supervisor workflow against a model and an engine that answer by dice: whatever they say, a run
 * goes from phase to phase by the table, loses nothing on the way, and ends. Looked at from outside: the events, and
 * every state that was stored. */
#include "wire_case.h"

#include "base/asset.h"
#include "base/file.h"
#include "records/journal.h"
#include "run/engine.h"
#include "workflows/budget.h"
#include "workflows/supervision.h"
#include "workflows/workflows.h"

enum { RUNS = 50, DOCUMENTS = 80, IDS = 128, EVENTS = 5000, PAUSES = 200 };

/* --- dice --- */

struct dice {
    uint64_t state;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    d->state = d->state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (d->state >> 33) % sides;
}

/* The same for the same run and the same question, in whatever order they come. */
static struct dice dice_for(uint64_t seed, struct str what)
{
    struct hash hash = hash_of(what);
    struct dice d = { seed };

    for (size_t i = 0; i < 8; i++)
        d.state = d.state * 257 + hash.bytes[i];
    roll(&d, 2);
    return d;
}

/* --- who answers --- */

static struct wire server;
static uint64_t seed;   /* of the run under way */
static bool plain;      /* everybody does his work well */
static bool long_texts; /* documents fill what an engine may give of them */

/* The ids of this kind that a prompt shows, each once. */
static size_t ids_in(struct str prompt, const char *prefix, struct str ret[IDS])
{
    size_t n = 0;

    for (ptrdiff_t at = 0; n < IDS && (at = str_find(prompt, str(prefix), (size_t) at)) >= 0; at++) {
        struct str id = str_sub(prompt, (size_t) at, (size_t) at + 16);
        bool known = id.len < 16;

        for (size_t i = 0; i < n && !known; i++)
            known = str_eq(ret[i], id);
        if (!known)
            ret[n++] = id;
    }
    return n;
}

static json_t *some_ids(struct dice *d, const struct str *ids, size_t n, uint32_t one_in)
{
    json_t *list = json_array();

    for (size_t i = 0; i < n; i++)
        if (roll(d, one_in) == 0)
            json_array_append_new(list, json_new_str(ids[i]));
    if (roll(d, 8) == 0)
        json_array_append_new(list, json_string("src-ffffffffffff"));
    return list;
}

static json_t *some_queries(struct dice *d, uint32_t most)
{
    json_t *list = json_array();

    for (uint32_t i = roll(d, most + 1); i > 0; i--)
        json_array_append_new(list, json_sprintf("efficiency of cells, side %u", roll(d, 30)));
    return list;
}

static json_t *say_plan(struct dice *d)
{
    json_t *list = json_array(), *query;
    json_t *queries = plain ? json_pack("[s,s,s,s,s,s,s,s]", "one", "two", "three", "four", "five", "six", "seven",
                                        "eight")
                            : some_queries(d, 8);
    size_t at;

    json_array_foreach (queries, at, query)
        json_array_append_new(list, json_pack("{s:O, s:s, s:i}", "query", query, "rationale", "a side", "priority",
                                              (int) roll(d, 5) + 1));
    json_decref(queries);
    return json_pack("{s:s, s:o}", "research_brief", roll(d, 4) ? "The cells from several sides." : "", "sub_queries",
                     list);
}

static json_t *say_analysis(struct dice *d, struct str prompt)
{
    static const char *const qualities[] = { "low", "medium", "high" };
    struct str sources[IDS], gaps[IDS];
    size_t n = ids_in(prompt, "src-", sources), open = ids_in(prompt, "gap-", gaps);
    json_t *findings = json_array(), *found = json_array(), *clashes = json_array(), *updates = json_array();

    for (uint32_t i = roll(d, 5); i > 0; i--)
        json_array_append_new(findings, json_pack("{s:o, s:s, s:o, s:s}", "content",
                                                  json_sprintf("Finding number %u of cells.", roll(d, 60)),
                                                  "confidence", confidence_words[roll(d, 5)], "source_ids",
                                                  some_ids(d, sources, n, 3), "category", "figures"));
    for (uint32_t i = plain ? 0 : roll(d, 4); i > 0; i--)
        json_array_append_new(
            found, json_pack("{s:o, s:o, s:i}", "description", json_sprintf("Nobody tells of side %u.", roll(d, 12)),
                             "suggested_queries", some_queries(d, 2), "priority", (int) roll(d, 3) + 1));
    if (roll(d, 4) == 0)
        json_array_append_new(clashes,
                              json_pack("{s:o, s:o, s:o, s:s}", "description", json_sprintf("Clash %u.", roll(d, 9)),
                                        "sources_a", some_ids(d, sources, n, 3), "sources_b",
                                        some_ids(d, sources, n, 3), "severity", "minor"));
    for (size_t i = 0; i < n && !plain; i++)
        json_array_append_new(
            updates, json_pack("{s:o, s:s}", "source_id", json_new_str(sources[i]), "quality", qualities[roll(d, 3)]));
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "findings", findings, "gaps", found, "contradictions", clashes,
                     "quality_updates", updates, "addressed_gaps", some_ids(d, gaps, open, 3));
}

static json_t *say_refinement(struct dice *d, struct str prompt)
{
    static const char *const severities[] = { "minor", "moderate", "critical" };
    struct str gaps[IDS];
    size_t n = ids_in(prompt, "gap-", gaps), at;
    json_t *list = json_array(), *query;

    for (size_t i = 0; i < n; i++) {
        json_t *follow_up = json_array(), *queries = some_queries(d, 3);

        json_array_foreach (queries, at, query)
            json_array_append_new(follow_up,
                                  json_pack("{s:O, s:s}", "query", query, "expected_contribution", "figures"));
        json_decref(queries);
        json_array_append_new(list, json_pack("{s:o, s:s, s:b, s:o}", "gap_id", json_new_str(gaps[i]), "severity",
                                              severities[roll(d, 3)], "addressable", (int) roll(d, 5) > 0,
                                              "follow_up_queries", follow_up));
    }
    return json_pack("{s:o, s:{s:b, s:s, s:o}, s:[]}", "gap_analysis", list, "iteration_recommendation",
                     "should_iterate", (int) roll(d, 10) > 0, "rationale", "dice", "priority_gaps",
                     some_ids(d, gaps, n, 3), "report_improvements");
}

static json_t *say_judgement(struct dice *d)
{
    static const char *const actions[] = { "iterate", "iterate", "retry", "retry", "retry", "complete" };
    uint32_t at = roll(d, 30);

    return json_pack("{s:s, s:s, s:{s:i, s:[], s:[]}, s:s}", "action", plain || at >= 6 ? "proceed" : actions[at],
                     "rationale", "dice", "quality_assessment", "score", (int) roll(d, 10) + 1, "strengths",
                     "weaknesses", "guidance", roll(d, 3) ? "" : "Look closer.");
}

static struct str say_report(struct arena *arena, struct dice *d)
{
    struct buf text;

    buf_init(&text, 1 << 16);
    bool headed = roll(d, 6);
    uint32_t sentences = roll(d, 12);
    buf_add_z(&text, headed && sentences ? "## What is known\n\n" : "Short.\n\n"); /* a heading alone is no report */
    for (uint32_t i = sentences; i > 0; i--)
        buf_format(&text, "Cells of kind %u are measured in many places and told of by others [%u].\n\n", roll(d, 40),
                   roll(d, 12) + 1);
    return buf_take(&text, arena);
}

static struct str say(struct arena *arena, struct str role, struct str prompt, struct dice *d)
{
    json_t *value = str_is(role, "plan_research") ? say_plan(d)
                    : str_is(role, "analyze")     ? say_analysis(d, prompt)
                    : str_is(role, "refine")      ? say_refinement(d, prompt)
                    : str_is(role, "supervise")   ? say_judgement(d)
                                                  : NULL;

    if (!value)
        return say_report(arena, d);
    struct str text = !plain && roll(d, 15) == 0 ? str("I would rather not say.") : json_text(arena, value);
    json_decref(value);
    return text;
}

/* An answer of the model, streamed if it was asked for so. */
static struct str model_reply(struct arena *arena, struct str body)
{
    json_t *asked = NULL, *message, *answer;
    struct buf prompt;
    size_t at;

    if (json_parse(body, &asked, NULL) < 0)
        return str("{}");
    buf_init(&prompt, 4 << 20);
    json_array_foreach (json_object_get(asked, "messages"), at, message)
        buf_add_str(&prompt, json_get_str(message, "content"));
    struct str role = str_dup(
        arena, json_get_str(json_object_get(json_object_get(asked, "response_format"), "json_schema"), "name"));
    /* Ids are other ones each time, but of one length. */
    struct dice d = dice_for(seed, str_format(arena, "%.*s %zu", STR_ARG(role), prompt.len));
    struct str text = say(arena, role, buf_str(&prompt), &d);
    bool streamed = json_get_bool(asked, "stream", false);
    answer = json_pack("{s:s, s:[{s:i, s:s, s:{s:s, s:o}}], s:{s:i, s:i}}", "model", "m", "choices", "index", 0,
                       "finish_reason", "stop", streamed ? "delta" : "message", "role", "assistant", "content",
                       json_new_str(text), "usage", "prompt_tokens", 10, "completion_tokens", 10);
    struct str reply = json_text(arena, answer);
    json_decref(answer);
    json_decref(asked);
    buf_free(&prompt);
    return streamed ? str_format(arena, "data: %.*s\n\ndata: [DONE]\n\n", STR_ARG(reply)) : reply;
}

static struct str document(struct arena *arena, uint32_t n)
{
    struct dice d = dice_for(n, str("document"));
    struct buf text;

    buf_init(&text, 1 << 16);
    buf_format(&text, "Solar cells of maker %u are %u percent efficient, as laboratory %u measures.", n, n % 30 + 5,
               n * 7 + 1);
    for (size_t i = 0; long_texts && i < 40; i++)
        buf_format(&text, " House %u has %u kinds of cells on %u roofs near %u.", roll(&d, 999), roll(&d, 999),
                   roll(&d, 999), roll(&d, 9999));
    return buf_take(&text, arena);
}

static struct str search_reply(struct arena *arena, struct str query)
{
    struct dice d = dice_for(seed, query);
    json_t *list = json_array();

    for (uint32_t i = plain ? 6 : roll(&d, 6); i > 0; i--) {
        uint32_t n = plain ? (uint32_t) (hash_of(query).bytes[0] % 9 * 6 + i) : roll(&d, DOCUMENTS);

        json_array_append_new(list, json_pack("{s:o, s:o, s:o}", "title", json_sprintf("Document %u of cells", n),
                                              "url", json_sprintf("https://site-%u.example/cells", n), "content",
                                              json_new_str(document(arena, n))));
    }
    json_t *all = json_pack("{s:o}", "results", list);
    struct str reply = json_text(arena, all);
    json_decref(all);
    return reply;
}

static void serve_one(int fd)
{
    struct arena *arena = arena_new();
    char *request = wire_read_request(fd);
    char *body = strstr(request, "\r\n\r\n"), *query = strstr(request, "q="), head[256];
    bool searches = strncmp(request, "GET ", 4) == 0;
    struct str reply = searches ? search_reply(arena, str_sub(str(query ? query : ""), 0, 60))
                                : model_reply(arena, str(body ? body + 4 : ""));
    struct dice d = dice_for(seed + 1, str_sub(str(query ? query : ""), 0, 60));
    bool refused = searches && !plain && roll(&d, 12) == 0;
    int n = snprintf(head, sizeof head,
                     "HTTP/1.1 %s\r\nConnection: close\r\nContent-Length: %zu\r\nContent-Type: %s\r\n\r\n",
                     refused ? "403 No" : "200 OK", reply.len,
                     str_starts(reply, "data:") ? "text/event-stream" : "application/json");

    wire_send_all(fd, head, (size_t) n);
    wire_send_all(fd, reply.data, reply.len);
    shutdown(fd, SHUT_WR);
    while (recv(fd, head, sizeof head, 0) > 0)
        ;
    free(request);
    arena_free(arena);
}

static void *serve(void *context)
{
    (void) context;
    for (int fd; (fd = accept(server.fd, NULL, NULL)) >= 0; close(fd))
        serve_one(fd);
    return NULL;
}

/* --- a house --- */

static struct arena *arena;
static struct str folder;
static struct store *store;
static struct net *net;
static struct engine *engine;
static struct llm *llm;
static struct search *search;
static struct prompts prompts;
static const struct workflow *const test_workflows[] = { &workflow_supervisor, NULL };

static int tools(void *context, const struct run_row *row, const struct run_settings *s, struct run_tools *ret,
                 struct error *e)
{
    (void) context, (void) row, (void) s, (void) e;
    *ret = (struct run_tools){ .llm = llm, .search = search, .prompts = &prompts };
    return 0;
}

/* Each state that is stored stays on record. */
static int keep_states(struct db *db, void *arg, struct error *e)
{
    static const char *const statements[] = {
        "CREATE TABLE stored(id INTEGER PRIMARY KEY, run INTEGER, state TEXT)",
        "CREATE TRIGGER stored_first AFTER INSERT ON workflow_state BEGIN"
        " INSERT INTO stored(run, state) VALUES(new.run, new.state); END",
        "CREATE TRIGGER stored_again AFTER UPDATE ON workflow_state BEGIN"
        " INSERT INTO stored(run, state) VALUES(new.run, new.state); END",
    };
    int r = 0;

    (void) arg;
    for (size_t i = 0; r == 0 && i < sizeof statements / sizeof *statements; i++)
        r = db_exec(db, statements[i], e);
    return r;
}

static void load_prompts(void)
{
    struct prompt *items = arena_calloc(arena, asset_count() + 1, sizeof *items);

    prompts = (struct prompts){ items, 0 };
    for (size_t i = 0; i < asset_count(); i++) {
        struct str path = str(asset_path(i));

        if (!str_starts(path, "prompts/") || !asset_find(asset_path(i), &items[prompts.n].text))
            continue;
        items[prompts.n++].name = str_sub(path, 8, path.len - 3);
    }
}

static void make_services(void)
{
    const struct llm_provider_settings provider = { .name = str("openai"),
                                                    .base_url = str(server.url),
                                                    .key = str("key"),
                                                    .requests_per_minute = 1e6,
                                                    .tokens_per_minute = 1e9,
                                                    .timeout_ms = 20000 };
    const struct search_engine_settings own = { .name = str("searxng"),
                                                .base_url = str(server.url),
                                                .requests_per_minute = 1e6 };
    struct llm_settings models = { .providers = &provider, .providers_n = 1 };
    struct search_settings engines = { .engines = &own, .engines_n = 1, .cache_ms = -1 };
    struct error e;

    for (int t = 0; t < TIER_N; t++)
        str_list_add(arena, &models.tiers[t], str("openai/test"));
    str_list_add(arena, &engines.order, str("searxng"));
    if (llm_new(arena, &models, &llm, &e) < 0 || search_new(arena, &engines, &search, &e) < 0)
        fail_msg("%s", e.message);
}

static int set_up(void **state)
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    struct error e;

    (void) state;
    arena = arena_new();
    plain = long_texts = false;
    server = (struct wire){ .fd = socket(AF_INET, SOCK_STREAM, 0) };
    assert_int_equal(bind(server.fd, (struct sockaddr *) &address, sizeof address), 0);
    assert_int_equal(listen(server.fd, 64), 0);
    assert_int_equal(getsockname(server.fd, (struct sockaddr *) &address, &size), 0);
    snprintf(server.url, sizeof server.url, "http://127.0.0.1:%d", ntohs(address.sin_port));
    assert_int_equal(pthread_create(&server.thread, NULL, serve, NULL), 0);
    load_prompts();
    make_services();
    assert_int_equal(file_temp_dir(arena, "supervised", &folder, &e), 0);
    struct store_settings file = { .path = str_format(arena, "%s/fathom.db", folder.data).data, .create = true };
    assert_int_equal(store_open(&file, &store, &e), 0);
    assert_int_equal(store_write(store, keep_states, NULL, &e), 0);
    assert_int_equal(net_start(&(struct net_settings){ 0 }, &net, &e), 0);
    struct engine_settings es = {
        .store = store, .net = net, .workflows = test_workflows, .tools = tools, .run_threads = 2, .helper_threads = 8
    };
    assert_int_equal(engine_start(&es, &engine, &e), 0);
    return 0;
}

static int tear_down(void **state)
{
    (void) state;
    engine_stop(engine);
    net_stop(net);
    store_close(store);
    shutdown(server.fd, SHUT_RDWR);
    close(server.fd);
    pthread_join(server.thread, NULL);
    file_remove_tree(folder.data, NULL);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

/* Without a model and without a source there is no report, and the run says so. */
static struct str run(const struct run_settings *settings, bool *ret_failed)
{
    struct run_row row;
    struct error e;
    struct db *db;
    struct str id;

    assert_int_equal(
        engine_create(engine, &(struct run_creation){ .settings = settings, .tables = str("{}") }, arena, &id, &e), 0);
    assert_int_equal(engine_submit(engine, id, &e), 0);
    assert_int_equal(engine_wait(engine, id, clock_monotonic_ms() + 30000, &e), 0);
    assert_int_equal(store_read_begin(store, &db, &e), 0);
    assert_int_equal(run_record_get(db, id, arena, &row, &e), 0);
    store_read_end(store, db);
    *ret_failed = row.status == RUN_STATUS_FAILED && settings->extractive;
    if (row.status != RUN_STATUS_COMPLETED && !*ret_failed)
        fail_msg("seed %llu: status %d: %.*s", (unsigned long long) seed, (int) row.status, STR_ARG(row.error));
    return id;
}

/* --- what is looked at --- */

struct record {
    json_t *states[PAUSES];
    size_t states_n;
    struct event_row *events;
    size_t events_n;
};

static void read_record(struct str run, struct record *ret)
{
    struct statement *s;
    struct error e;
    struct db *db;

    ret->states_n = 0;
    assert_int_equal(store_read_begin(store, &db, &e), 0);
    assert_int_equal(
        db_prepare(db, "SELECT state FROM stored WHERE run = (SELECT id FROM run WHERE name = $1) ORDER BY id", &s, &e),
        0);
    db_bind_text(s, 1, run);
    while (db_step(s, &e) == 1) {
        assert_true(ret->states_n < PAUSES);
        assert_int_equal(json_parse(db_text(s, 0), &ret->states[ret->states_n++], NULL), 0);
    }
    db_end(s);
    assert_int_equal(event_list(db, run, 0, EVENTS, arena, &ret->events, &ret->events_n, &e), 0);
    store_read_end(store, db);
}

static void forget_record(struct record *record)
{
    for (size_t i = 0; i < record->states_n; i++)
        json_decref(record->states[i]);
}

/* What was there is there, in its place; more may have come. */
static void assert_grew(const json_t *before, const json_t *now, const char *list)
{
    const json_t *old = json_object_get(before, list), *all = json_object_get(now, list);

    assert_true(json_is_array(all) && json_array_size(all) >= json_array_size(old));
    for (size_t i = 0; i < json_array_size(old); i++)
        assert_true(str_eq(json_get_str(json_array_get(old, i), "id"), json_get_str(json_array_get(all, i), "id")));
}

static void check_states(const struct record *record, int64_t max_iterations, bool failed)
{
    static const char *const lists[] = { "sub_queries", "sources", "findings", "gaps", "contradictions" };

    assert_true(record->states_n > 0);
    for (size_t i = 0; i < record->states_n; i++) {
        const json_t *now = record->states[i], *before = i ? record->states[i - 1] : NULL;
        int64_t iteration = json_get_int(now, "iteration", 0), last = i ? json_get_int(before, "iteration", 0) : 1;

        assert_true(iteration == last || iteration == last + 1);
        assert_true(iteration <= max_iterations);
        assert_int_equal(json_get_int(now, "max_iterations", 0), max_iterations);
        for (size_t l = 0; before && l < sizeof lists / sizeof *lists; l++)
            if (l > 0 || !str_is(json_get_str(before, "phase"), "planning")) /* a second plan replaces the first */
                assert_grew(before, now, lists[l]);
        assert_int_equal(json_get_int(now, "source_count", -1), json_array_size(json_object_get(now, "sources")));
        assert_int_equal(json_get_int(now, "finding_count", -1), json_array_size(json_object_get(now, "findings")));
    }
    assert_true(failed || str_is(json_get_str(record->states[record->states_n - 1], "phase"), "completed"));
}

/* What the events have told so far. */
struct walk {
    enum phase at;
    size_t iteration, max_iterations;
    size_t gaps;    /* open ones, by the last decision */
    size_t planned; /* sub-queries since the phase began */
    size_t tries;   /* of the phase */
    size_t fresh;   /* sources since the phase began */
    bool guided;    /* somebody said something since the last report */
};

/* Is it in the table, with what was known at that moment? */
static void check_step(const struct walk *w, enum phase to)
{
    struct circumstances c = { .starts = w->at == PHASE_IDLE,
                               .finished = true,
                               .nothing_new = w->at == PHASE_GATHERING && to == PHASE_DECISION && w->iteration > 1,
                               .iteration = w->iteration,
                               .max_iterations = w->max_iterations,
                               .aborted = to == PHASE_ABORTED,
                               .gaps = w->gaps,
                               .untried = w->planned,
                               .unwritten = to == PHASE_SYNTHESIS && w->guided,
                               .revised = w->at == PHASE_SYNTHESIS && to == PHASE_COMPLETED };
    bool may = phase_may(w->at, to, &c);

    c.ends_early = true; /* which no event tells */
    if (!may && !phase_may(w->at, to, &c))
        fail_msg("seed %llu: from %s to %s in iteration %zu of %zu with %zu gaps, %zu queries",
                 (unsigned long long) seed, phase_words[w->at], phase_words[to], w->iteration, w->max_iterations,
                 w->gaps, w->planned);
}

static enum phase phase_named(struct str word)
{
    for (int p = 0; p < PHASES; p++)
        if (str_is(word, phase_words[p]))
            return (enum phase) p;
    return PHASES;
}

/* The phase an event begins, or PHASES; takes what it tells. */
static enum phase begun_by(const struct event_row *event, const json_t *data, struct walk *w)
{
    const json_t *inputs = json_object_get(data, "inputs");

    if (str_is(event->type, "run_completed"))
        return PHASE_COMPLETED;
    if (str_is(event->type, "run_failed"))
        return PHASE_ABORTED;
    if (str_is(event->type, "phase_started"))
        return phase_named(json_get_str(data, "phase")); /* verification is no phase of the table */
    if (str_is(event->type, "plan_created"))
        w->planned = json_array_size(json_object_get(data, "subQueries"));
    w->tries += str_is(event->type, "think_pause");
    w->fresh += str_is(event->type, "source_added");
    w->guided = w->guided || json_get_str(json_object_get(data, "outputs"), "guidance").len;
    if (!str_is(event->type, "supervisor_decision") || !str_is(json_get_str(data, "action"), "decide_iteration"))
        return PHASES;
    w->gaps = (size_t) json_get_int(inputs, "gap_count", 0);
    assert_int_equal(json_get_int(inputs, "iteration", 0), w->iteration);
    return PHASE_DECISION;
}

/* Walks the events; counts the steps it saw. */
static void check_walk(const struct record *record, size_t max_iterations, bool failed, size_t seen[PHASES][PHASES])
{
    struct walk w = { .at = PHASE_IDLE, .iteration = 1, .max_iterations = max_iterations };

    for (size_t i = 0; i < record->events_n; i++) {
        json_t *data = NULL;

        assert_int_equal(json_parse(record->events[i].data, &data, NULL), 0);
        enum phase to = begun_by(&record->events[i], data, &w);
        json_decref(data);
        assert_true(w.tries <= 2);
        if (to == PHASES)
            continue;
        check_step(&w, to);
        /* A round without a new source is not analysed, and its report not written again. */
        assert_false(w.at == PHASE_GATHERING && w.iteration > 1 && w.fresh == 0 && to == PHASE_ANALYSIS);
        seen[w.at][to]++;
        w.iteration += w.at == PHASE_REFINEMENT && to == PHASE_GATHERING;
        assert_true(w.iteration <= max_iterations);
        w.guided = w.guided && to != PHASE_SYNTHESIS;
        w.at = to;
        w.tries = w.planned = w.fresh = 0;
    }
    assert_int_equal(w.at, failed ? PHASE_ABORTED : PHASE_COMPLETED);
}

/* --- */

static struct run_settings some_settings(struct dice *d)
{
    return (struct run_settings){
        .query = str("How efficient are solar cells, and who measures it?"),
        .workflow = str("supervisor"),
        .verify = VERIFY_OFF,
        .max_iterations = 1 + roll(d, 6),
        .max_sub_queries = 1 + roll(d, 6),
        .max_sources_per_query = 1 + roll(d, 5),
        .concurrent_searches = 1 + roll(d, 3),
        .extractive = roll(d, 6) == 0,
        .tokens = { .safety_margin = 0.15, .runtime_overhead = 10000 },
    };
}

static void test_whatever_is_answered_a_run_keeps_to_the_table_and_loses_nothing(void **state)
{
    static struct record record;
    size_t seen[PHASES][PHASES] = { 0 }, states = 0, rounds = 0, failures = 0;
    bool failed;

    (void) state;
    for (seed = 1; seed <= RUNS; seed++) {
        struct dice d = { seed };
        const struct run_settings settings = some_settings(&d);

        read_record(run(&settings, &failed), &record);
        check_states(&record, settings.max_iterations, failed);
        check_walk(&record, (size_t) settings.max_iterations, failed, seen);
        failures += failed;
        states += record.states_n;
        rounds += json_get_int(record.states[record.states_n - 1], "iteration", 0) > 1;
        forget_record(&record);
    }
    /* The dice reached every step that can be taken without an abort, and many second rounds. */
    static const enum phase steps[][2] = {
        { PHASE_IDLE, PHASE_PLANNING },        { PHASE_PLANNING, PHASE_GATHERING },
        { PHASE_GATHERING, PHASE_ANALYSIS },   { PHASE_ANALYSIS, PHASE_SYNTHESIS },
        { PHASE_SYNTHESIS, PHASE_DECISION },   { PHASE_DECISION, PHASE_REFINEMENT },
        { PHASE_DECISION, PHASE_COMPLETED },   { PHASE_REFINEMENT, PHASE_GATHERING },
        { PHASE_REFINEMENT, PHASE_COMPLETED }, { PHASE_DECISION, PHASE_SYNTHESIS },
        { PHASE_SYNTHESIS, PHASE_COMPLETED },
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (seen[steps[i][0]][steps[i][1]] == 0)
            fail_msg("no run went from %s to %s", phase_words[steps[i][0]], phase_words[steps[i][1]]);
    assert_true(states > RUNS * 5 && rounds >= RUNS / 4 && failures <= RUNS / 10);
}

/* --- the best five --- */

static void test_the_best_five_sources_are_those_of_the_phase_not_of_each_batch(void **state)
{
    static struct record record;
    const char *id;
    json_t *item;
    size_t sources = 0, spared = 0;
    bool failed;

    (void) state;
    plain = long_texts = true;
    seed = 7;
    struct run_settings settings = {
        .query = str("How efficient are solar cells?"),
        .workflow = str("supervisor"),
        .verify = VERIFY_OFF,
        .max_iterations = 1,
        .max_sub_queries = 8,
        .max_sources_per_query = 6,
        .tokens = { .safety_margin = 0.15, .runtime_overhead = 10000 },
    };
    str_list_add(arena, &settings.tokens.context_overrides, str("openai/test=1500"));
    read_record(run(&settings, &failed), &record);
    assert_true(record.states_n > 0);
    json_object_foreach (json_object_get(record.states[record.states_n - 1], "content_fidelity"), id, item) {
        if (strncmp(id, "src-", 4) != 0)
            continue;
        sources++;
        spared += str_is(json_get_str(item, "current_level"), "compressed");
        assert_false(str_is(json_get_str(item, "current_level"), "full"));
    }
    forget_record(&record);
    assert_true(sources > 20); /* more than one batch */
    assert_int_equal(spared, BUDGET_TOP_SOURCES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_whatever_is_answered_a_run_keeps_to_the_table_and_loses_nothing, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_the_best_five_sources_are_those_of_the_phase_not_of_each_batch, set_up,
                                        tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
