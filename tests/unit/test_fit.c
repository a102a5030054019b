/* Content fitted into contexts: two megabytes into small windows, summaries by models that fail, hang and remember,
 * originals that come back. */
#include "wire_case.h"

#include <stdatomic.h>

#include "base/asset.h"
#include "base/file.h"
#include "llm/context.h"
#include "records/archive.h"
#include "roles/role.h"
#include "run/engine.h"
#include "text/tokens.h"
#include "text/utf8.h"
#include "workflows/fit.h"

enum { SOURCES = 20, SOURCE_BYTES = 100 * 1024 };

#define JSON_TYPE "Content-Type: application/json\r\n"
#define SAYS(text)                                                                                                     \
    "{\"model\":\"m\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{\"content\":\"" text                       \
    "\"}}],\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":2}}"
#define SUMMARY(text) SAYS("{\\\"summary\\\": \\\"" text "\\\", \\\"keyPoints\\\": []}")
#define POINTS                                                                                                         \
    SAYS(                                                                                                              \
        "{\\\"summary\\\": \\\"About cells.\\\", \\\"keyPoints\\\": [\\\"They reach 26.1 percent.\\\", \\\"They age.\\\"]}")
#define NO_KEY "{\"error\":{\"message\":\"no\",\"code\":\"invalid_api_key\"}}"

/* --- a house: store, network, engine, two model servers --- */

static struct arena *arena;
static struct str folder, archive;
static struct store *store;
static struct net *net;
static struct engine *engine;
static struct wire one, two;
static struct llm *llm;
static struct prompts prompts;
static struct run_settings settings;

/* What the workflow below does, and what it got. */
static int (*body)(struct branch *branch, struct error *e);
static struct arena *kept; /* of what it leaves behind */
static struct buf said;    /* becomes the report */

static int fit_workflow(struct branch *branch, struct str *ret, struct error *e)
{
    buf_clear(&said);
    int r = body(branch, e);

    if (r == 0)
        *ret = str_dup(branch_arena(branch), buf_str(&said));
    return r;
}

static const struct workflow workflow_fit = { .name = "fit", .version = "1", .run = fit_workflow };
static const struct workflow *const test_workflows[] = { &workflow_fit, NULL };

static int tools(void *context, const struct run_row *row, const struct run_settings *s, struct run_tools *ret,
                 struct error *e)
{
    (void) context, (void) row, (void) s, (void) e;
    *ret = (struct run_tools){ .llm = llm, .prompts = &prompts };
    return 0;
}

static int set_up(void **state)
{
    static struct prompt both[2];
    struct error e;

    (void) state;
    arena = arena_new();
    kept = arena_new();
    buf_init(&said, 1 << 20);
    wire_start(&one);
    wire_start(&two);
    struct llm_provider_settings providers[] = {
        { .name = str("openai"), .base_url = str(one.url), .key = str("key-one"), .timeout_ms = 20000 },
        { .name = str("openrouter"), .base_url = str(two.url), .key = str("key-two"), .timeout_ms = 20000 },
    };
    struct llm_settings all = { .providers = providers, .providers_n = 2 };
    for (int t = 0; t < TIER_N; t++)
        str_list_add(arena, &all.tiers[t], str("openai/test"));
    if (llm_new(arena, &all, &llm, &e) < 0 || file_temp_dir(arena, "fit", &folder, &e) < 0)
        fail_msg("%s", e.message);
    both[0].name = str("summarize");
    assert_true(asset_find("prompts/summarize.md", &both[0].text));
    both[1] = (struct prompt){ str("long"), str("You read it.\n---\n{{text}}") };
    prompts = (struct prompts){ both, 2 };
    archive = str_format(arena, "%s/archive", folder.data);
    struct store_settings file = { .path = str_format(arena, "%s/fathom.db", folder.data).data, .create = true };
    assert_int_equal(store_open(&file, &store, &e), 0);
    assert_int_equal(net_start(&(struct net_settings){ 0 }, &net, &e), 0);
    struct engine_settings es = {
        .store = store, .net = net, .workflows = test_workflows, .tools = tools, .run_threads = 2, .helper_threads = 2
    };
    assert_int_equal(engine_start(&es, &engine, &e), 0);
    settings = (struct run_settings){ .query = str("How efficient are solar cells?"),
                                      .workflow = str("fit"),
                                      .tokens = {
                                          .safety_margin = 0.15, .runtime_overhead = 10000, .archive_dir = archive } };
    return 0;
}

static int tear_down(void **state)
{
    (void) state;
    engine_stop(engine);
    net_stop(net);
    store_close(store);
    wire_stop(&one);
    wire_stop(&two);
    file_remove_tree(folder.data, NULL);
    buf_free(&said);
    arena_free(kept);
    arena_free(arena);
    limiter_forget_all();
    return 0;
}

static struct run_row row_of(struct str id)
{
    struct run_row row;
    struct db *db;
    struct error e;

    assert_int_equal(store_read_begin(store, &db, &e), 0);
    assert_int_equal(run_record_get(db, id, arena, &row, &e), 0);
    store_read_end(store, db);
    return row;
}

static struct str run_to(int (*fn)(struct branch *, struct error *), enum run_status status)
{
    struct error e;
    struct str id;

    body = fn;
    assert_int_equal(
        engine_create(engine, &(struct run_creation){ .settings = &settings, .tables = str("{}") }, arena, &id, &e), 0);
    assert_int_equal(engine_submit(engine, id, &e), 0);
    assert_int_equal(engine_wait(engine, id, clock_monotonic_ms() + 60000, &e), 0);
    struct run_row row = row_of(id);
    if (row.status != status)
        fail_msg("status %d: %.*s", (int) row.status, STR_ARG(row.error));
    return id;
}

static void assert_replays(struct str id)
{
    struct str before = str_dup(arena, buf_str(&said)), again;
    struct error e;

    if (engine_replay(engine, id, arena, &again, &e) < 0)
        fail_msg("%s", e.message);
    assert_true(before.len && str_eq(before, again));
}

/* --- two megabytes --- */

/* Sentences that differ, some of them about the question. */
static struct str source(size_t number)
{
    static const char *const subjects[] = { "The agency", "A laboratory", "One plant",
                                            "The report", "An engineer",  "The survey" };
    static const char *const verbs[] = { "measured", "counted", "described", "compared", "rejected", "confirmed" };
    static const char *const objects[] = { "solar cells with an efficiency of %zu percent",
                                           "pumps of %zu litres",
                                           "%zu old contracts",
                                           "roofs of %zu square metres",
                                           "a price of %zu euros",
                                           "%zu visitors" };
    struct buf text;

    buf_init(&text, SOURCE_BYTES + 1000);
    for (size_t i = number * 7; text.len < SOURCE_BYTES; i++) {
        buf_format(&text, "%s %s ", subjects[i % 6], verbs[i / 6 % 6]);
        buf_format(&text, objects[(i / 5 + number) % 6], i % 97 + 1);
        buf_format(&text, " in case %zu of series %zu.%s", i, number, i % 9 == 0 ? "\n\n" : " ");
    }
    return buf_take(&text, arena);
}

static struct fit_item items[SOURCES];
static struct fit_input input;
static struct fit_result result;
static int expected;

/* Fits, keeps a copy of what came out, and says it all in the report. */
static int fit_all(struct branch *branch, struct error *e)
{
    int r = fit_run(branch, path_add(path_root(), "fit"), &input, &result, e);

    if (r < 0)
        return r == -expected ? (buf_format(&said, "%s", e->message), 0) : r;
    enum level *levels = arena_calloc(kept, input.n + 1, sizeof *levels);
    struct str *texts = arena_calloc(kept, input.n + 1, sizeof *texts);
    struct fit_part *parts = arena_calloc(kept, result.parts_n + 1, sizeof *parts);
    for (size_t i = 0; i < input.n; i++) {
        levels[i] = result.levels[i];
        texts[i] = str_dup(kept, result.texts[i]);
        buf_format(&said, "%s %zu\n", level_words[levels[i]], texts[i].len);
    }
    for (size_t i = 0; i < result.parts_n; i++) {
        parts[i] = result.parts[i];
        parts[i].text = str_dup(kept, parts[i].text);
    }
    json_t *records = fidelity_json(&result.fidelity);
    buf_add_str(&said, json_text(branch_arena(branch), records));
    json_decref(records);
    struct fidelity copy = { 0 };
    for (size_t i = 0; i < result.fidelity.items_n; i++) {
        struct fidelity_item item = result.fidelity.items[i];

        item.id = str_dup(kept, item.id);
        item.archive_hash = str_dup(kept, item.archive_hash);
        fidelity_put(kept, &copy, &item);
    }
    copy.allocation = result.fidelity.allocation;
    result.fidelity = copy;
    result.by_code = arena_copy(kept, result.by_code, (input.n + 1) * sizeof *result.by_code);
    result.levels = levels;
    result.texts = texts;
    result.parts = parts;
    result.summaries = arena_copy(kept, result.summaries, input.n * sizeof *result.summaries);
    return 0;
}

static void two_megabytes(void)
{
    for (size_t i = 0; i < SOURCES; i++)
        items[i] = (struct fit_item){
            .id = str_format(arena, "src-%012zu", i),
            .type = str("source"),
            .text = source(i),
            .title = str("A title"),
            .url = str("https://example.com/a"),
            .kind = BUDGET_SOURCE,
            .scores = { .relevance = (int64_t) (i * 389 % 1000), .recency = 500, .quality = 600 },
            .keep = i == 3
        };
    input = (struct fit_input){
        .phase = BUDGET_ANALYSIS, .tier = TIER_ANALYTICAL, .question = settings.query, .items = items, .n = SOURCES
    };
    fit_top(items, SOURCES);
}

static int64_t tokens_of(struct str text) { return (int64_t) tokens_estimate(text); }

/* Everything that must hold for a fitting, counted anew from its texts. */
static void check(int64_t budget)
{
    struct budget_item all[SOURCES];
    int64_t original = 0, current = 0, by_code = 0, *used = arena_calloc(arena, 4096, sizeof *used), dropped = 0,
            shortened = 0;
    const struct allocation *a = &result.fidelity.allocation;

    for (size_t i = 0; i < input.n; i++)
        all[i] = (struct budget_item){ .tokens = tokens_of(items[i].text),
                                       .priority = budget_priority(&items[i].scores),
                                       .kind = items[i].kind };
    budget_top(all, input.n);
    assert_int_equal(result.budget, budget);
    for (size_t i = 0; i < input.n; i++) {
        const struct fidelity_item *f = &result.fidelity.items[i];
        int64_t now = tokens_of(result.texts[i]);

        original += all[i].tokens;
        current += now;
        dropped += result.levels[i] == LEVEL_DROPPED;
        shortened += result.levels[i] != LEVEL_DROPPED && result.levels[i] != LEVEL_FULL;
        assert_true(str_eq(f->id, items[i].id));
        assert_int_equal(f->original_tokens, all[i].tokens);
        assert_int_equal(f->current_tokens, now);
        assert_int_equal(f->current_level, (int) result.levels[i]);
        assert_true(now <= level_tokens(result.levels[i], all[i].tokens));
        assert_true(result.levels[i] == LEVEL_DROPPED ? now == 0 : now > 0);
        if (all[i].top)
            assert_true(result.levels[i] <= LEVEL_COMPRESSED && now * 10 >= all[i].tokens * 3);
        if (items[i].keep)
            assert_true(result.levels[i] <= LEVEL_HEADLINE);
        if (!settings.tokens.allow_content_dropping)
            assert_true(result.levels[i] != LEVEL_DROPPED);
    }
    /* The parts are the texts: all of them, in order, none twice, no call too full. Of what code reads they are excerpts. */
    size_t at[SOURCES] = { 0 };
    int64_t shown[SOURCES] = { 0 };
    for (size_t i = 0; i < result.parts_n; i++) {
        const struct fit_part *part = &result.parts[i];

        assert_true(part->call < result.calls && (i == 0 || part->call >= part[-1].call));
        assert_int_equal(part->tokens, tokens_of(part->text));
        used[part->call] += part->tokens;
        shown[part->item] += part->tokens;
        if (result.by_code[part->item])
            continue;
        assert_memory_equal(part->text.data, result.texts[part->item].data + at[part->item], part->text.len);
        at[part->item] += part->text.len;
    }
    for (size_t i = 0; i < input.n; i++) {
        const struct fidelity_item *f = &result.fidelity.items[i];

        assert_true(result.by_code[i] || at[i] == result.texts[i].len);
        assert_int_equal(f->code_tokens, result.by_code[i] ? f->current_tokens - shown[i] : 0);
        assert_true(f->code_tokens >= 0);
        by_code += f->code_tokens;
    }
    for (size_t c = 0; c < result.calls; c++)
        assert_true(used[c] > 0 && used[c] <= budget);
    assert_int_equal((int64_t) (a->fidelity * 1000 + 0.5), fidelity_of(current, original));
    assert_int_equal(a->tokens_used, current - by_code);
    assert_int_equal(a->code_tokens, by_code);
    assert_int_equal(a->tokens_available, budget * (int64_t) result.calls);
    assert_true(a->tokens_used <= a->tokens_available);
    assert_int_equal(a->items_dropped, dropped);
    assert_int_equal(a->items_summarized, shortened);
}

static void check_archive(void)
{
    struct archive_record record;
    struct error e;
    struct hash hash;
    size_t n = 0, removed;

    for (size_t i = 0; i < input.n; i++) {
        struct str hex = result.fidelity.items[i].archive_hash;

        assert_int_equal(hex.len > 0, result.levels[i] != LEVEL_FULL);
        if (hex.len == 0)
            continue;
        n++;
        assert_true(hash_from_hex(hex, &hash));
        if (archive_get(archive.data, hash, arena, &record, &e) < 0)
            fail_msg("%s", e.message);
        assert_true(str_eq(record.content, items[i].text) && str_eq(record.item_id, items[i].id));
        assert_true(str_is(record.reason, level_words[result.levels[i]]));
    }
    assert_int_equal(
        archive_expire(archive.data, INT64_C(168) * 3600000, clock_wall_ms() + INT64_C(167) * 3600000, &removed, &e),
        0);
    assert_int_equal(removed, 0);
    assert_int_equal(
        archive_expire(archive.data, INT64_C(168) * 3600000, clock_wall_ms() + INT64_C(168) * 3600000, &removed, &e),
        0);
    assert_int_equal(removed, n);
    for (size_t i = 0; i < input.n; i++)
        if (hash_from_hex(result.fidelity.items[i].archive_hash, &hash))
            assert_int_equal(archive_get(archive.data, hash, arena, &record, &e), -ERROR_NOT_FOUND);
}

static void window(const char *text)
{
    settings.tokens.context_overrides = (struct str_list){ 0 };
    str_list_add(arena, &settings.tokens.context_overrides, str_format(arena, "openai/test=%s", text));
}

static void test_two_megabytes_fit_windows_of_any_size(void **state)
{
    static const struct {
        const char *window;
        int64_t budget, calls;
    } windows[] = {
        { "8000", 800, 400 },
        { "32000", 7480, 40 },
        { "200000", 64600, 4 },
    };

    (void) state;
    two_megabytes();
    settings.extractive = settings.tokens.archive = true;
    for (size_t i = 0; i < 3; i++) {
        window(windows[i].window);
        input.calls = windows[i].calls;
        struct str id = run_to(fit_all, RUN_STATUS_COMPLETED);
        check(windows[i].budget);
        assert_true(result.calls > 1);
        check_archive();
        if (i == 0) { /* a replay writes nothing: the archive stays as it is */
            assert_int_equal(file_remove_tree(archive.data, NULL), 0);
            assert_replays(id);
            assert_false(file_exists(archive.data));
        }
    }
}

static void test_what_the_calls_do_not_hold_is_left_to_code_and_keeps_its_rails(void **state)
{
    static const struct {
        const char *window;
        int64_t budget, calls;
    } windows[] = {
        { "8000", 800, 64 },
        { "8000", 800, 1 },
        { "2000", 200, 5 },
        { "200000", 64600, 1 },
    };

    (void) state;
    two_megabytes();
    items[7].text = str(
        "Solar cells are sold in 40 countries. They last 25 years. Their efficiency is 24 percent on a good roof.");
    settings.extractive = settings.tokens.archive = input.overflows = true;
    for (size_t i = 0; i < 4; i++) {
        window(windows[i].window);
        input.calls = windows[i].calls;
        struct str id = run_to(fit_all, RUN_STATUS_COMPLETED);
        check(windows[i].budget);
        assert_true(result.calls <= (size_t) windows[i].calls);
        assert_true(result.fidelity.allocation.utilization > 0.4);
        assert_true(result.fidelity.allocation.code_tokens > 0);
        assert_false(result.by_code[7]); /* the short one has its room */
        check_archive();
        if (i == 0)
            assert_replays(id);
    }
    /* The best sources have the most room. */
    int64_t best = 0, other = 0;
    for (size_t p = 0; p < result.parts_n; p++) {
        best += items[result.parts[p].item].top ? result.parts[p].tokens : 0;
        other += !items[result.parts[p].item].top ? result.parts[p].tokens : 0;
    }
    assert_true(best > other);
    /* Where all of it has room nothing is left to code. */
    input.calls = 400;
    window("8000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    check(800);
    assert_int_equal(result.fidelity.allocation.code_tokens, 0);
}

static struct str repeated(const char *text, size_t bytes)
{
    struct buf out;

    buf_init(&out, bytes + 100);
    while (out.len < bytes)
        buf_add_z(&out, text);
    return buf_take(&out, arena);
}

static void test_pages_of_half_a_megabyte_overflow_whatever_they_are_made_of(void **state)
{
    static const char *const pieces[] = { "a",    "\xe5\xa4\xaa\xe9\x99\xbd", "A. ",
                                          "\n\n", "Solar cells: efficient? ", "|x|y|\n" };
    int64_t used[16] = { 0 };

    (void) state;
    two_megabytes();
    for (size_t i = 0; i < 6; i++)
        items[i].text = repeated(pieces[i], 512 * 1024);
    input.n = 6;
    fit_top(items, input.n);
    settings.extractive = input.overflows = true;
    input.calls = 16;
    window("8000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    assert_true(result.calls <= 16);
    for (size_t i = 0; i < result.parts_n; i++)
        used[result.parts[i].call] += result.parts[i].tokens;
    for (size_t c = 0; c < 16; c++)
        assert_true(used[c] <= 800);
    for (size_t i = 0; i < 6; i++)
        assert_true(result.levels[i] <= (items[i].top ? LEVEL_COMPRESSED : LEVEL_HEADLINE));
    assert_true(result.fidelity.allocation.tokens_used <= 16 * 800);
    assert_true(result.fidelity.allocation.code_tokens > 0);
}

static void test_dropping_needs_leave_and_spares_the_rails(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = true;
    window("200000");
    expected = ERROR_LIMIT;
    run_to(fit_all, RUN_STATUS_COMPLETED);
    assert_true(str_contains(buf_str(&said), "allow_content_dropping") &&
                str_contains(buf_str(&said), "--max-sources"));
    settings.tokens.allow_content_dropping = settings.tokens.archive = true;
    run_to(fit_all, RUN_STATUS_COMPLETED);
    check(64600);
    assert_int_equal(result.calls, 1);
    assert_true(result.fidelity.allocation.items_dropped > 0);
    assert_true(str_contains(buf_str(&said), "\"dropped_content_ids\":[\"src-"));
    assert_true(str_contains(buf_str(&said), "\"fidelity_level\":\"minimal\""));
    check_archive();
}

static void test_what_fits_is_not_touched(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = settings.tokens.archive = true;
    settings.tokens.digest = DIGEST_OFF;
    window("4000000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    check(1356600);
    for (size_t i = 0; i < SOURCES; i++)
        assert_true(str_eq(result.texts[i], items[i].text));
    assert_true(result.fidelity.allocation.fidelity == 1.0);
    assert_false(file_exists(archive.data));
}

static void test_without_management_everything_goes_in_as_it_is(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = settings.tokens.disabled = true;
    window("8000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    assert_int_equal(result.calls, 1);
    assert_int_equal(result.parts_n, SOURCES);
    for (size_t i = 0; i < SOURCES; i++)
        assert_true(str_eq(result.texts[i], items[i].text) && result.levels[i] == LEVEL_FULL);
}

static void test_an_archive_that_cannot_be_written_costs_a_warning(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = settings.tokens.archive = true;
    settings.tokens.archive_dir = str("/proc/no-archive");
    input.n = 3;
    fit_top(items, input.n);
    window("40000");
    input.calls = 10;
    run_to(fit_all, RUN_STATUS_COMPLETED);
    check(10200);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(result.fidelity.items[i].archive_hash.len, 0);
}

/* --- digests --- */

static void test_long_sources_become_digests_with_exact_passages(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = true;
    input.n = 3;
    input.calls = 20;
    window("40000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    for (size_t i = 0; i < 3; i++) {
        const struct summary *s = &result.summaries[i];

        assert_true(s->spans_n > 0 && s->spans_n <= DIGEST_SPANS);
    }
    /* The passages say where they stand, and stand there. */
    struct str rest = result.texts[0];
    ptrdiff_t at = str_find(rest, str("\" (bytes "), 0);
    assert_true(at > 0);
    size_t from = 0, to = 0, open = (size_t) at;
    assert_int_equal(sscanf(str_z(arena, str_sub(rest, (size_t) at + 9, (size_t) at + 60)), "%zu-%zu", &from, &to), 2);
    while (open > 0 && rest.data[open - 1] != '"')
        open--;
    assert_true(str_eq(str_sub(rest, open, (size_t) at), str_sub(items[0].text, from, to)));
    assert_true(utf8_count(str_sub(items[0].text, from, to)) <= DIGEST_SPAN_CHARACTERS);
    settings.tokens.digest = DIGEST_OFF;
    run_to(fit_all, RUN_STATUS_COMPLETED);
    assert_false(str_contains(result.texts[0], "(bytes "));
}

static void test_the_policy_always_digests_what_would_fit(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = true;
    settings.tokens.digest = DIGEST_ALWAYS;
    items[1].text = str("Short texts stay as they are.");
    window("4000000");
    run_to(fit_all, RUN_STATUS_COMPLETED);
    check(1356600);
    assert_int_equal(result.levels[0], LEVEL_COMPRESSED);
    assert_true(str_contains(result.texts[0], "(bytes "));
    assert_int_equal(result.levels[1], LEVEL_FULL);
}

/* --- models --- */

static struct summarize_item short_item;
static struct summary summary;

static int summarize_one(struct branch *branch, struct error *e)
{
    struct summary got;
    int r = role_summarize(branch, path_add(path_root(), "sum"),
                           &(struct summarize_input){ branch_settings(branch)->query, &short_item, 1 }, &got, e);

    if (r < 0)
        return r;
    summary = got;
    summary.text = str_dup(kept, got.text);
    buf_add_str(&said, got.text);
    buf_format(&said, " %d", got.cached);
    return 0;
}

static void one_text(enum level level, int64_t tokens)
{
    short_item = (struct summarize_item){
        .text = str(
            "Perovskite solar cells reached an efficiency of 26.1 percent in 2024. Bananas are yellow. The weather was fine on the "
            "day of the visit. Moisture shortens the life of solar cells. Many people came to see the fair and its cakes."),
        .level = level,
        .tokens = tokens
    };
}

static void summarizers(void)
{
    settings.tokens.summarizers = (struct str_list){ 0 };
    str_list_add(arena, &settings.tokens.summarizers, str("openai/small"));
    str_list_add(arena, &settings.tokens.summarizers, str("openrouter/a/b"));
}

static void test_models_are_asked_in_their_order_and_remembered(void **state)
{
    (void) state;
    one_text(LEVEL_CONDENSED, 40);
    summarizers();
    wire_reply(&one, 401, JSON_TYPE, NO_KEY);
    wire_reply(&two, 200, JSON_TYPE, SUMMARY("Cells reach 26.1 percent."));
    struct str id = run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(str_is(summary.text, "Cells reach 26.1 percent."));
    assert_int_equal(one.asked, 1);
    assert_int_equal(two.asked, 1);
    json_t *asked = wire_json(&one, 0);
    assert_true(str_is(json_get_str(asked, "model"), "small"));
    json_decref(asked);
    assert_non_null(strstr(two.requests[0], "Bananas are yellow"));
    assert_replays(id);
    assert_int_equal(two.asked, 1);
    /* The same text at the same level is not asked for again, in another run either. */
    id = run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(summary.cached && str_is(summary.text, "Cells reach 26.1 percent."));
    assert_int_equal(one.asked + two.asked, 2);
    assert_replays(id);
    short_item.level = LEVEL_COMPRESSED;
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_int_equal(one.asked, 2);
    settings.tokens.no_summarization_cache = true;
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_int_equal(one.asked, 3);
}

/* What the cache said is the journal's: a replay needs no cache. */
static int forget(struct db *db, void *arg, struct error *e)
{
    (void) arg;
    return db_exec(db, "DELETE FROM cache", e);
}

static void test_a_cache_hit_is_a_fact_of_the_run(void **state)
{
    (void) state;
    one_text(LEVEL_CONDENSED, 40);
    wire_reply(&one, 200, JSON_TYPE, SUMMARY("Cells reach 26.1 percent."));
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    struct str id = run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(summary.cached);
    assert_int_equal(store_write(store, forget, NULL, NULL), 0);
    assert_replays(id);
    assert_true(summary.cached);
    assert_int_equal(one.asked, 1);
}

/* Takes connections and says nothing. */
static int silent_socket(char url[64])
{
    struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    assert_int_equal(bind(fd, (struct sockaddr *) &address, sizeof address), 0);
    assert_int_equal(listen(fd, 16), 0);
    assert_int_equal(getsockname(fd, (struct sockaddr *) &address, &size), 0);
    snprintf(url, 64, "http://127.0.0.1:%d", ntohs(address.sin_port));
    return fd;
}

static void test_a_model_that_is_silent_has_its_time_and_no_more(void **state)
{
    (void) state;
    char url[64];
    int fd = silent_socket(url);
    struct llm_provider_settings providers[] = {
        { .name = str("openai"), .base_url = str(url), .key = str("key-one"), .timeout_ms = 20000 },
        { .name = str("openrouter"), .base_url = str(two.url), .key = str("key-two"), .timeout_ms = 20000 },
    };
    struct llm_settings all = { .providers = providers, .providers_n = 2 };
    struct error e;

    for (int t = 0; t < TIER_N; t++)
        str_list_add(arena, &all.tiers[t], str("openai/test"));
    assert_int_equal(llm_new(arena, &all, &llm, &e), 0);
    one_text(LEVEL_CONDENSED, 40);
    summarizers();
    settings.tokens.summarization_ms = 200;
    wire_reply(&two, 200, JSON_TYPE, SUMMARY("Cells reach 26.1 percent."));
    int64_t start = clock_monotonic_ms();
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    int64_t took = clock_monotonic_ms() - start;
    assert_true(str_is(summary.text, "Cells reach 26.1 percent."));
    assert_true(took >= 150);
    close(fd);
}

static void test_when_every_model_fails_sentences_are_chosen(void **state)
{
    (void) state;
    one_text(LEVEL_COMPRESSED, 30);
    summarizers();
    wire_reply(&one, 401, JSON_TYPE, NO_KEY);
    wire_reply(&two, 401, JSON_TYPE, NO_KEY);
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(summary.extractive);
    assert_true(str_contains(summary.text, "26.1 percent in 2024."));
    assert_true(tokens_of(summary.text) <= 30);
    assert_int_equal(one.asked + two.asked, 2);
}

static void test_what_a_model_writes_too_long_is_cut_behind_a_sentence(void **state)
{
    (void) state;
    one_text(LEVEL_COMPRESSED, 20);
    wire_reply(&one, 200, JSON_TYPE,
               SUMMARY("Cells reach 26.1 percent. They age in moist air and lose much of what they had. Then there is "
                       "much more to say about them and their fate in the rain."));
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(tokens_of(summary.text) <= 20);
    assert_true(str_is(summary.text, "Cells reach 26.1 percent."));
}

static void test_a_few_words_are_not_worth_a_call(void **state)
{
    (void) state;
    one_text(LEVEL_COMPRESSED, 8);
    short_item.text = str("Perovskite solar cells reached an efficiency of 26.1 percent in 2024, a record.");
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_int_equal(one.asked, 0);
    assert_true(summary.extractive && summary.text.len > 0 && tokens_of(summary.text) <= 8);
}

static void test_key_points_are_points(void **state)
{
    (void) state;
    one_text(LEVEL_KEY_POINTS, 60);
    wire_reply(&one, 200, JSON_TYPE, POINTS);
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(str_is(summary.text, "- They reach 26.1 percent.\n- They age."));
}

static void test_a_long_text_is_summarised_in_parts(void **state)
{
    (void) state;
    short_item = (struct summarize_item){ .text = source(1), .level = LEVEL_HEADLINE };
    int64_t original = tokens_of(short_item.text);

    short_item.tokens = original / 10;
    window("12000");
    wire_reply(&one, 200, JSON_TYPE, SUMMARY("A part of it."));
    run_to(summarize_one, RUN_STATUS_COMPLETED);
    assert_true(one.asked >= 3 && one.asked <= 8);
    assert_true(str_starts(summary.text, "A part of it.\nA part of it."));
}

/* --- what providers count --- */

static int64_t ratio_before, ratio_after, ratio_of_child;

static int look(struct branch *branch, void *arg, struct error *e)
{
    (void) arg, (void) e;
    ratio_of_child = branch_token_ratio(branch, str("openai/test"));
    return 0;
}

static int learn(struct branch *branch, struct error *e)
{
    void *args[1] = { NULL };
    int results[1];

    ratio_before = branch_token_ratio(branch, str("openai/test"));
    int r = summarize_one(branch, e);
    ratio_after = branch_token_ratio(branch, str("openai/test"));
    if (r == 0)
        r = run_parallel(branch, path_add(path_root(), "look"), &(struct fan_out){ look, args, 1, results, NULL });
    if (r == 0)
        r = fit_all(branch, e);
    buf_format(&said, " %lld %lld %lld", (long long) ratio_before, (long long) ratio_after, (long long) ratio_of_child);
    return r;
}

static void test_what_the_provider_counts_corrects_the_estimate(void **state)
{
    (void) state;
    struct str reply = str_replace(arena, str(SUMMARY("Cells reach 26.1 percent.")), str("\"prompt_tokens\":10,"),
                                   str("\"prompt_tokens\":1000,"));

    two_megabytes();
    input.n = 2;
    window("4000000");
    one_text(LEVEL_CONDENSED, 40);
    wire_reply(&one, 200, JSON_TYPE, reply.data);
    struct str id = run_to(learn, RUN_STATUS_COMPLETED);
    assert_int_equal(one.asked, 1);
    assert_int_equal(ratio_before, 1000);
    assert_true(ratio_after > 1100 && ratio_after < 3000);
    assert_int_equal(ratio_of_child, ratio_after);
    int64_t estimate = tokens_of(items[0].text);
    assert_int_equal(result.fidelity.items[0].original_tokens, (estimate * ratio_after + 999) / 1000);
    assert_replays(id);
}

/* --- a context that was too small after all --- */

static int percents[8], asks;
static const char *too_long = "too long";
static int64_t held[8];

static int ask_shrinking(void *context, struct path path, int percent, struct error *e)
{
    struct branch *branch = context;

    input.percent = percent;
    percents[asks] = percent;
    int r = fit_run(branch, path_add(path, "fit"), &input, &result, e);
    if (r < 0)
        return r;
    for (size_t i = 0; i < result.parts_n; i++)
        held[asks] += result.parts[i].call == 0 ? result.parts[i].tokens : 0;
    return ++asks < expected ? error_set(e, ERROR_CONTEXT, "%s", too_long) : 0;
}

static int shrink(struct branch *branch, struct error *e)
{
    asks = 0;
    memset(held, 0, sizeof held);
    int r = role_shrink(branch, path_add(path_root(), "ask"), ask_shrinking, branch, e);

    buf_format(&said, "%d %s", asks, r < 0 ? e->message : "answered");
    for (size_t i = 0; i < branch_warnings(branch)->n; i++)
        buf_add_str(&said, branch_warnings(branch)->items[i]);
    return r == -ERROR_CONTEXT ? 0 : r;
}

static void test_an_exceeded_context_shrinks_the_content_until_it_fits(void **state)
{
    (void) state;
    two_megabytes();
    settings.extractive = true;
    input.n = 8;
    input.calls = 100;
    window("1000000");
    expected = 3;
    run_to(shrink, RUN_STATUS_COMPLETED);
    assert_int_equal(asks, 3);
    assert_int_equal(percents[1], 90);
    assert_int_equal(percents[2], 80);
    assert_true(held[1] <= held[0] * 9 / 10 && held[2] <= held[0] * 8 / 10 && held[2] > 0);
    assert_true(str_contains(buf_str(&said), "shortened to fit"));
    expected = 99;
    run_to(shrink, RUN_STATUS_COMPLETED);
    assert_int_equal(asks, 7);
    assert_int_equal(percents[3], 70);
    assert_int_equal(percents[4], 35);
    assert_int_equal(percents[6], 8);
    assert_true(str_contains(buf_str(&said), "--max-sources") && str_contains(buf_str(&said), "larger context"));
}

static void test_the_end_of_a_conversation_is_what_fits(void **state)
{
    struct buf text;

    (void) state;
    buf_init(&text, 1 << 20);
    for (int i = 0; i < 1000; i++)
        buf_format(&text, "Line %d of a long conversation.\n", i);
    struct str all = buf_take(&text, arena), tail = fit_tail(all, 500);
    assert_true(tokens_of(tail) <= 500 && tokens_of(tail) > 400);
    assert_true(str_starts(tail, "Line ") && str_ends(tail, "Line 999 of a long conversation.\n"));
    assert_true(str_eq(fit_tail(all, 100000), all));
    assert_int_equal(fit_tail(str("one endless line"), 0).len, 0);

    /* Of a conversation its first question stays. */
    struct str talk = str_format(arena, "User: What is it?\n%.*s", STR_ARG(all)),
               fitting = fit_history(arena, talk, 500);
    assert_true(str_starts(fitting, "User: What is it?\n") && tokens_estimate(fitting) <= 500 && fitting.len > 400);
    assert_true(str_eq(str_sub(fitting, fitting.len - 100, fitting.len), str_sub(talk, talk.len - 100, talk.len)));
    assert_true(str_eq(fit_history(arena, talk, 100000), talk));
    assert_int_equal(fit_history(arena, talk, 0).len, 0);
}

static void test_the_limit_that_a_service_names_is_kept_to(void **state)
{
    static const struct {
        const char *said;
        int64_t limit, asked;
    } rows[] = {
        { "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.", 8192,
          9000 },
        { "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4200 in the messages, "
          "800 in the completion).",
          4096, 5000 },
        { "prompt is too long: 210,480 tokens > 200,000 maximum", 200000, 210480 },
        { "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).", 1048575, 1200000 },
        { "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it", 8192, 9000 },
        { "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
          32768, 40000 },
        { "too long", 0, 0 },
        { "the prompt has 9000 tokens", 0, 0 },
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct context_figures f;

        if (context_figures(str(rows[i].said), 0, &f) != (rows[i].limit > 0))
            fail_msg("%s", rows[i].said);
        if (rows[i].limit) {
            assert_int_equal(f.limit, rows[i].limit);
            assert_int_equal(f.asked, rows[i].asked);
        }
    }
    two_megabytes();
    settings.extractive = true;
    input.n = 8;
    input.calls = 100;
    window("1000000");
    expected = 2;
    too_long = "maximum context length is 8000 tokens, you sent 16000";
    run_to(shrink, RUN_STATUS_COMPLETED);
    too_long = "too long";
    assert_int_equal(asks, 2);
    assert_int_equal(percents[1], 47);
}

/* A prompt of which most does not shrink with the content. */
static int ask_mostly_fixed(void *context, struct path path, int percent, struct error *e)
{
    int tokens = 1000 + 750 * percent / 100;

    (void) context;
    (void) path;
    percents[asks++] = percent;
    return tokens <= 1200 ? 0 : error_set(e, ERROR_CONTEXT, "its limit is 1200 tokens, it has %d", tokens);
}

static int shrink_mostly_fixed(struct branch *branch, struct error *e)
{
    asks = 0;
    return role_shrink(branch, path_add(path_root(), "ask"), ask_mostly_fixed, NULL, e);
}

static void test_what_does_not_shrink_is_reckoned_with(void **state)
{
    (void) state;
    run_to(shrink_mostly_fixed, RUN_STATUS_COMPLETED);
    assert_int_equal(asks, 3); /* 1,750 and one more figure, then it fits */
    assert_in_range(percents[2], 20, 27);
}

/* --- a limit that was named once --- */

enum { LONG_BYTES = 36000 };
#define REFUSES(words) "{\"error\":{\"message\":\"" words "\",\"code\":\"context_length_exceeded\"}}"
#define BOTH_FIGURES REFUSES("maximum context length is 4500 tokens. However, your messages resulted in 9000 tokens.")
#define LIMIT_ALONE REFUSES("This model's maximum context length is 4500 tokens.")

/* Asks with that part of a long text. */
static int ask_long(void *context, struct path path, int percent, struct error *e)
{
    static const struct role role = { .name = "long", .tier = TIER_COMPLEX, .max_tokens = 100 };
    struct branch *branch = context;
    struct str text = str_sub(source(1), 0, (size_t) (LONG_BYTES * percent / 100));
    const struct template_value values[] = { { "text", text }, { NULL } };
    struct llm_message messages[2];
    struct llm_answer answer;

    percents[asks++] = percent;
    int r = role_messages(branch, branch_arena(branch), &role, values, messages, e);
    if (r == 0)
        r = role_turn(branch, path, &role, &(struct role_talk){ .messages = messages, .n = 2 }, &answer, e);
    return r;
}

static int shrink_on_a_branch(struct branch *branch, void *arg, struct error *e)
{
    (void) arg;
    return role_shrink(branch, branch_path(branch), ask_long, branch, e);
}

/* On a branch that ends, then beside it: what the first learned the second knows. */
static int ask_twice(struct branch *branch, struct error *e)
{
    void *args[1] = { NULL };
    int results[1];
    struct error errors[1];

    asks = 0;
    int r = run_parallel(branch, path_add(path_root(), "first"),
                         &(struct fan_out){ shrink_on_a_branch, args, 1, results, errors });
    if (r == 0 && results[0] < 0) {
        *e = errors[0];
        r = results[0];
    }
    if (r == 0)
        r = role_shrink(branch, path_add(path_root(), "second"), ask_long, branch, e);
    for (int i = 0; i < asks; i++)
        buf_format(&said, "%d ", percents[i]);
    return r;
}

static void test_a_limit_that_was_named_once_is_not_tried_again(void **state)
{
    static const struct {
        const char *refusal;
        size_t asked; /* of the service: the refusal, and the two that fit */
    } rows[] = { { BOTH_FIGURES, 3 }, { LIMIT_ALONE, 3 } };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t before = one.asked;

        one.replies_n = before;
        wire_reply(&one, 400, JSON_TYPE, rows[i].refusal);
        wire_reply(&one, 200, JSON_TYPE, SAYS("Read."));
        wire_reply(&one, 200, JSON_TYPE, SAYS("Read again."));
        struct str id = run_to(ask_twice, RUN_STATUS_COMPLETED);
        assert_int_equal(one.asked - before, rows[i].asked);
        /* The last one was made shorter before it was sent, and is no shorter than it must be. */
        assert_int_equal(percents[0], 100);
        assert_true(percents[asks - 1] < 60 && percents[asks - 1] > 35);
        assert_replays(id);
        assert_int_equal(one.asked - before, rows[i].asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_two_megabytes_fit_windows_of_any_size, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_the_calls_do_not_hold_is_left_to_code_and_keeps_its_rails, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_pages_of_half_a_megabyte_overflow_whatever_they_are_made_of, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(test_dropping_needs_leave_and_spares_the_rails, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_fits_is_not_touched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_without_management_everything_goes_in_as_it_is, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_archive_that_cannot_be_written_costs_a_warning, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_sources_become_digests_with_exact_passages, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_policy_always_digests_what_would_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_models_are_asked_in_their_order_and_remembered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_cache_hit_is_a_fact_of_the_run, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_model_that_is_silent_has_its_time_and_no_more, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_when_every_model_fails_sentences_are_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_a_model_writes_too_long_is_cut_behind_a_sentence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_few_words_are_not_worth_a_call, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_key_points_are_points, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_long_text_is_summarised_in_parts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_the_provider_counts_corrects_the_estimate, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_end_of_a_conversation_is_what_fits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_limit_that_a_service_names_is_kept_to, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_what_does_not_shrink_is_reckoned_with, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_limit_that_was_named_once_is_not_tried_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_an_exceeded_context_shrinks_the_content_until_it_fits, set_up, tear_down),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
