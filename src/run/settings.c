#include "run/settings.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "base/buf.h"
#include "search/search.h"
#include "text/json.h"
#include "text/utf8.h"

/* TIMEOUT_MS: of a workflow that has no time of its own. */
enum { QUERY_MAX = 100000, NAME_MAX_BYTES = 100, TIMEOUT_MS = 900000 };

const char *const depth_words[] = { "auto", "light", "medium", "extended", NULL };
static const char *const depth_synonyms[] = { "auto", "basic", "standard", "deep", NULL };
const char *const verify_words[] = { "full", "quick", "off", NULL };

const char *const attachment_words[] = { "md", "html", "json", "pdf", "docx", NULL };
const char *const digest_words[] = { "auto", "off", "always", NULL };

bool runtime_overhead_named(struct str text, int64_t *ret)
{
    static const struct {
        const char *name;
        int64_t tokens;
    } environments[] = {
        { "claude-code", 60000 }, { "cursor", 40000 },     { "codex", 30000 },
        { "opencode", 30000 },    { "gemini-cli", 20000 }, { "direct-api", 10000 },
    };

    for (size_t i = 0; i < sizeof environments / sizeof *environments; i++)
        if (str_is(text, environments[i].name)) {
            *ret = environments[i].tokens;
            return true;
        }
    return str_to_int(text, ret) && *ret >= 0 && *ret <= 100000000;
}

int64_t context_override(const struct token_settings *tokens, struct str model)
{
    ptrdiff_t slash = str_find_char(model, '/', 0);
    struct str bare = str_sub(model, slash < 0 ? 0 : (size_t) slash + 1, model.len);

    for (size_t i = 0; i < tokens->context_overrides.n; i++) {
        struct str one = tokens->context_overrides.items[i];
        size_t equals = one.len;
        int64_t window;

        while (equals > 0 && one.data[equals - 1] != '=')
            equals--;
        if (equals == 0 || !str_to_int(str_trim(str_sub(one, equals, one.len)), &window) || window <= 0)
            continue;
        struct str name = str_trim(str_sub(one, 0, equals - 1));
        if (str_eq(name, model) || str_eq(name, bare))
            return window;
    }
    return 0;
}

/* --- the table --- */

static const char *const mode_words[] = { "simple", "web_search", "deep_research", NULL };
static const char *const research_mode_words[] = { "general", "academic", "technical", NULL };
static const char *const citations_words[] = { "strict", "natural", "classical", NULL };
static const char *const citation_keys_words[] = { "numbers", "names", NULL };
static const char *const length_words[] = { "short", "normal", "long", NULL };
static const char *const kind_words[] = { "brief", "report", "comparison", "timeline", NULL };
static const char *const think_pause_words[] = { "none", "person", "command", NULL };

static const char *const address_words[] = { "URL", NULL }; /* a document of a corpus has one of its own kind */

static const struct field context_fields[] = {
    FIELD_STR(struct context_file, name, .required = true),
    FIELD_STR(struct context_file, hash, .required = true),
    FIELD_STR(struct context_file, url),
    FIELD_STR(struct context_file, pages),
    FIELD_STR(struct context_file, title),
    FIELD_STR(struct context_file, date, .sparse = true),
    FIELD_BOOL(struct context_file, asked, .sparse = true),
    FIELD_STR(struct context_file, id, .sparse = true),
    FIELD_END,
};

#define SETTING(name, kind, member, ...) .field = FIELD_AS(name, kind, struct run_settings, member, __VA_ARGS__)
enum { ASKED = SETTING_REQUEST | SETTING_STORED, SET_UP = SETTING_CONFIG | SETTING_STORED, KEPT = SETTING_STORED };

const struct setting run_settings_table[] = {
    { SETTING("query", STR, query, .required = true, .help = "the question"), .places = ASKED },
    { SETTING("workflow", STR, workflow, .words = kind_workflow, .preset = "reflect",
              .help = "the workflow that researches the question") },
    { SETTING("depth", ENUM, depth, .words = depth_words, .also = depth_synonyms, .preset = "auto",
              .help = "how many steps, searches and sources a research takes") },
    { SETTING("mode", STR, mode, .choices = mode_words,
              .help = "reflect: answer directly, after one search, or by full research; default: the question decides"),
      .places = ASKED },

    { SETTING("models", STRS, models, .words = kind_model,
              .help = "models for every role; the next one is asked when a model fails; extractive: no model") },
    { SETTING("tierSimple", STRS, tier_simple, .words = kind_model, .help = "models for small jobs"),
      .key = "tiers.simple", .places = SET_UP },
    { SETTING("tierAnalytical", STRS, tier_analytical, .words = kind_model,
              .help = "models for judging and extracting"),
      .key = "tiers.analytical", .places = SET_UP },
    { SETTING("tierComplex", STRS, tier_complex, .words = kind_model, .help = "models for planning and writing"),
      .key = "tiers.complex", .places = SET_UP },
    { SETTING("tierBulk", STRS, tier_bulk, .words = kind_model, .help = "models for many small calls"),
      .key = "tiers.bulk", .places = SET_UP },
    { SETTING("synthesisModel", STR, synthesis_model, .words = kind_model,
              .help = "the model that writes the report") },

    { SETTING("selectedModels", STRS, selected_models, .words = kind_model, .help = "panel: models that all answer"),
      .places = KEPT },
    { SETTING("skipSynthesis", BOOL, skip_synthesis,
              .help = "panel: print the answers one below the other and write no synthesis"),
      .places = ASKED },
    { SETTING("enhances", STR, enhances, .words = kind_id, .help = "panel: the run whose answers are used again"),
      .places = KEPT },
    { SETTING("reuses", STRS, reuses, .help = "panel: where these answers are in that run's journal"), .places = KEPT },

    { SETTING("search", STRS, search, .words = kind_name,
              .help = "search engines to ask, in order; default: those with a key, else those that need none"),
      .key = "search.engines" },
    { SETTING("corpora", STRS, corpora, .words = kind_corpus,
              .help = "research this corpus, or this folder, instead of the web (repeatable)"),
      .places = ASKED },
    { SETTING("contexts", LIST, contexts, .fields = context_fields, .size = sizeof(struct context_file),
              .count_offset = offsetof(struct run_settings, contexts_n), .help = "files given by the user"),
      .places = KEPT },
    { SETTING("includeDomains", STRS, include_domains, .words = kind_glob, .help = "only sources of these domains") },
    { SETTING("excludeDomains", STRS, exclude_domains, .words = kind_glob, .help = "no sources of these domains") },
    { SETTING("excludeUrls", STRS, exclude_urls, .words = address_words,
              .help = "do not use the sources at these addresses"),
      .places = ASKED },
    { SETTING("since", STR, since, .words = kind_date, .help = "no sources older than this"), .places = ASKED },
    { SETTING("sourceTypes", STRS, source_types, .choices = search_type_words,
              .help = "kinds of sources the supervisor gathers: web, news, academic"),
      .places = SET_UP },

    { SETTING("maxSources", INT, max_sources, .min = 1, .max = 1000, .help = "most sources to use") },
    { SETTING("maxIterations", INT, max_iterations, .min = 1, .max = 100,
              .help = "most rounds of searching and deciding") },
    { SETTING("maxSubQueries", INT, max_sub_queries, .min = 1, .max = 50, .help = "most sub-queries") },
    { SETTING("maxSourcesPerQuery", INT, max_sources_per_query, .min = 1, .max = 50,
              .help = "supervisor: most sources per sub-query; default 5"),
      .places = SET_UP },
    { SETTING("concurrentSearches", INT, concurrent_searches, .min = 1, .max = 10,
              .help = "supervisor: most searches at the same time; default 3"),
      .key = "max_concurrent", .places = SET_UP },
    { SETTING("deepResearchMaxSources", INT, deep_research_max_sources, .min = 1, .max = 1000,
              .help = "supervisor: most sources over all rounds"),
      .places = SET_UP },

    { SETTING("budgetUsd", DOUBLE, budget_usd, .min = 0.0001, .max = 1e6,
              .help = "ceiling in dollars; near it fathom does less and reports what it skipped") },
    { SETTING("budgetTokens", INT, budget_tokens, .min = 1, .max = 1e12, .help = "ceiling in tokens") },
    { SETTING("timeout", INT, timeout_ms, .words = kind_duration,
              .help = "time limit; when it is reached, the run writes the report from what it has; default: the "
                      "workflow's"),
      .stored = "timeoutMs" },
    { SETTING("operationTimeout", INT, operation_ms, .words = kind_duration, .preset = "6m",
              .help = "longest time of one call"),
      .stored = "operationMs", .places = SET_UP },
    { SETTING("phaseTimeout", INT, phase_ms, .words = kind_duration, .preset = "6m",
              .help = "longest time of one phase"),
      .stored = "phaseMs", .places = SET_UP },
    { SETTING("synthesisTimeout", INT, synthesis_ms, .words = kind_duration, .preset = "10m",
              .help = "longest time to write the report"),
      .stored = "synthesisMs", .places = SET_UP },

    { SETTING("continue", STR, continues, .words = kind_id,
              .help = "continue this run: its conversation is known, and its cited sources can be searched"),
      .stored = "continues", .places = ASKED },
    { SETTING("history", STR, history, .hidden = true, .help = "the conversation it continues"), .places = KEPT },
    { SETTING("researchMode", STR, research_mode, .choices = research_mode_words,
              .help = "kind of source that ranks as high quality") },
    { SETTING("systemPrompt", STR, system_prompt, .max = 100000,
              .help = "instructions for every role, in your words") },
    { SETTING("language", STR, language, .words = kind_language,
              .help = "language of the report, such as de, pt-BR or German; default: the question's") },
    { SETTING(
        "kind", STR, kind, .choices = kind_words,
        .help =
            "what is written: brief (the answer alone), report, comparison (a table first) or timeline (by date)") },
    { SETTING("length", STR, length, .choices = length_words,
              .help = "how much is written: short, normal or long; default: what there is to say") },
    { SETTING("tone", STR, tone, .max = 100, .help = "how the report sounds, such as plain, formal or friendly") },
    { SETTING("audience", STR, audience, .max = 300,
              .help = "who reads the report, such as \"engineers new to the field\"") },
    { SETTING("clarify", BOOL, clarify,
              .help = "the run may ask questions before it starts, and waits for the "
                      "answers"),
      .places = ASKED },
    { SETTING("reviewPlan", BOOL, review_plan,
              .help = "show the plan before any search is made, and wait until it is accepted or edited"),
      .places = ASKED },
    { SETTING("citations", STR, citations, .choices = citations_words,
              .help = "strict: every claim is cited or left out; natural: figures and findings are cited; classical: "
                      "links that are not checked") },
    { SETTING("citationKeys", STR, citation_keys, .choices = citation_keys_words,
              .help = "what markers show: numbers ([7]) or names ([Arxiv-2])") },
    { SETTING(
        "verify", ENUM, verify, .words = verify_words, .preset = "full",
        .help =
            "how claims are checked: by a verifier model, by code alone (quotations and what it can prove), or not") },
    { SETTING("skipStages", STRS, skip_stages, .words = kind_name,
              .help = "stages of the evidence to leave out: select, generate, route, verify, correct, numbers, "
                      "retrieve, finish"),
      .places = ASKED },
    { SETTING("keepRequests", BOOL, keep_requests,
              .help = "keep the requests to models in the journal, not only their answers"),
      .places = SET_UP },
    { SETTING("extractive", BOOL, extractive, .help = "no model"), .places = KEPT },
    { SETTING("deliver", STRS, deliver, .words = kind_target,
              .help = "send the report to email:ADDR, file:PATH or webhook:URL when it is complete (repeatable)"),
      .places = ASKED },
    { SETTING("attach", STRS, attach, .choices = attachment_words,
              .help = "formats to attach to the e-mail: md, html, json, pdf, docx"),
      .places = ASKED },
    { SETTING("webhook", STR, webhook, .words = kind_url,
              .help = "address that gets a signed POST when the run has ended or waits for an answer"),
      .places = ASKED },
    { SETTING("notices", STRS, notices, .help = "what to know about these settings"), .places = KEPT },

    { SETTING("maxClarifyingQuestions", INT, max_clarifying_questions, .min = 1, .max = 3, .preset = "3",
              .help = "most questions at once"),
      .key = "agents.coordinator.max_clarifying_questions", .places = SET_UP },
    { SETTING("maxPlanIterations", INT, max_plan_iterations, .min = 1, .max = 10, .preset = "3",
              .help = "most plans per research"),
      .key = "agents.planner.max_plan_iterations", .places = SET_UP },
    { SETTING("maxSearchQueries", INT, max_search_queries, .min = 1, .max = 50,
              .help = "most searches per step; default: by depth"),
      .key = "agents.researcher.max_search_queries", .places = SET_UP },
    { SETTING("maxUrlsToCrawl", INT, max_urls_to_crawl, .min = 1, .max = 50,
              .help = "most pages read per step; default: by depth"),
      .key = "agents.researcher.max_urls_to_crawl", .places = SET_UP },
    { SETTING("noMinSteps", BOOL, no_min_steps, .inverted = true, .preset = "true",
              .help = "a research is not complete before the minimum number of steps of its depth"),
      .key = "agents.reflector.enforce_min_steps", .places = SET_UP },

    { SETTING("thinkPause", STR, think_pause, .choices = think_pause_words,
              .help = "who is asked for guidance after each phase of the supervisor; default: nobody"),
      .places = SET_UP },
    { SETTING("thinkPauseCommand", STRS, think_pause_command,
              .help = "program and its arguments; it reads the state as JSON and prints guidance for the next phase"),
      .places = SET_UP },
    { SETTING("decisionCommand", STRS, decision_command,
              .help = "program and its arguments; it reads the state as JSON and prints a decision as JSON, which "
                      "replaces the model's"),
      .places = SET_UP },
    { SETTING("hookTimeout", INT, hook_ms, .words = kind_duration, .preset = "1m",
              .help = "longest time of these programs"),
      .stored = "hookMs", .places = SET_UP },

    { SETTING("tokenManagementEnabled", BOOL, tokens.disabled, .inverted = true, .preset = "true",
              .help = "shorten content so that it fits into a model's context; false: send it unchanged"),
      .stored = "tokens.disabled", .places = SET_UP },
    { SETTING("tokenSafetyMargin", DOUBLE, tokens.safety_margin, .max = 1, .preset = "0.15",
              .help = "share of a context that stays free, from 0 to 1"),
      .stored = "tokens.token_safety_margin", .places = SET_UP },
    { SETTING("runtimeOverhead", INT, tokens.runtime_overhead, .words = kind_overhead, .preset = "10000",
              .help = "tokens of the context that the program around the model uses: a number, or claude-code (60000), "
                      "cursor (40000), codex or opencode (30000), gemini-cli (20000), direct-api (10000)"),
      .stored = "tokens.runtime_overhead", .places = SET_UP },
    { SETTING("summarizationProviders", STRS, tokens.summarizers, .words = kind_model,
              .help = "models that summarise, in order; default: the bulk tier"),
      .stored = "tokens.summarization_providers", .places = SET_UP },
    { SETTING("summarizationTimeout", INT, tokens.summarization_ms, .words = kind_duration, .preset = "1m",
              .help = "longest time of a summary, per model"),
      .stored = "tokens.summarization_timeout_ms", .places = SET_UP },
    { SETTING("summarizationCacheEnabled", BOOL, tokens.no_summarization_cache, .inverted = true, .preset = "true",
              .help = "cache summaries"),
      .stored = "tokens.no_summarization_cache", .places = SET_UP },
    { SETTING("allowContentDropping", BOOL, tokens.allow_content_dropping,
              .help = "leave out the least important content when it does not fit otherwise"),
      .stored = "tokens.allow_content_dropping", .places = SET_UP },
    { SETTING("contentArchiveEnabled", BOOL, tokens.archive,
              .help = "keep the originals of texts that were shortened or left out; fathom restore prints them"),
      .stored = "tokens.content_archive_enabled", .places = SET_UP },
    { SETTING("contentArchiveTtlHours", INT, tokens.archive_ttl_ms, .min = 1, .max = 87600, .scale = 3600000,
              .preset = "168", .help = "how long these originals are kept"),
      .stored = "tokens.content_archive_ttl_ms", .places = SET_UP },
    { SETTING("researchArchiveDir", STR, tokens.archive_dir, .words = kind_dir,
              .help = "folder of these originals; default: archive in the data folder"),
      .stored = "tokens.research_archive_dir", .places = SET_UP },
    { SETTING("modelContextOverrides", STRS, tokens.context_overrides, .words = kind_window,
              .help = "context windows of models in tokens, as P/M: TOKENS or P/M=TOKENS; overrides the model table"),
      .stored = "tokens.model_context_overrides", .places = SET_UP },
    { SETTING(
          "digestPolicy", ENUM, tokens.digest, .words = digest_words, .preset = "auto",
          .help = "reduce sources over 10,000 characters to a summary, points and quoted passages: when they do not "
                  "fit whole, never, or always"),
      .stored = "tokens.digest_policy", .places = SET_UP },
    { .field = FIELD_END },
};

/* --- what is made of it --- */

/* "maxSources" -> "max_sources" */
static const char *snake_case(struct arena *arena, const char *name)
{
    struct buf out;

    buf_init(&out, NAME_MAX_BYTES);
    for (const char *p = name; *p; p++) {
        if (*p >= 'A' && *p <= 'Z')
            buf_add_char(&out, '_');
        buf_add_char(&out, *p >= 'A' && *p <= 'Z' ? (char) (*p | 0x20) : *p);
    }
    return buf_take(&out, arena).data;
}

/* Names that were made live as long as the program. */
static const char *name_in(const struct setting *setting, enum setting_place place)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *keys[RUN_SETTINGS_MAX];
    static struct arena *arena;
    size_t at = (size_t) (setting - run_settings_table);

    if (place == SETTING_STORED)
        return setting->stored ? setting->stored : setting->field.name;
    if (place == SETTING_REQUEST || setting->key)
        return place == SETTING_REQUEST ? setting->field.name : setting->key;
    pthread_mutex_lock(&lock);
    if (!arena)
        arena = arena_new();
    if (!keys[at])
        keys[at] = snake_case(arena, setting->field.name);
    pthread_mutex_unlock(&lock);
    return keys[at];
}

static bool stands_in(const struct setting *setting, enum setting_place place)
{
    return setting->places == 0 || (setting->places & place);
}

size_t run_settings_fields(enum setting_place place, size_t offset, struct field ret[RUN_SETTINGS_MAX])
{
    size_t n = 0;

    for (const struct setting *s = run_settings_table; s->field.type != FIELD_TYPE_END; s++) {
        if (!stands_in(s, place))
            continue;
        ret[n] = s->field;
        ret[n].name = name_in(s, place);
        ret[n].offset += offset;
        ret[n].count_offset += offset;
        n++;
    }
    return n;
}

const struct field *settings_table_fields(struct settings_table *table)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

    pthread_mutex_lock(&lock);
    if (!table->made) {
        size_t n = run_settings_fields(table->place, table->offset, table->fields), own = 0;

        while (table->own[own].type != FIELD_TYPE_END)
            own++;
        assert(own <= SETTINGS_OWN_MAX);
        memcpy(table->fields + n, table->own, (own + 1) * sizeof *table->own);
        table->made = true;
    }
    pthread_mutex_unlock(&lock);
    return table->fields;
}

static size_t size_of(enum field_type type)
{
    switch (type) {
    case FIELD_TYPE_STR: return sizeof(struct str);
    case FIELD_TYPE_INT: return sizeof(int64_t);
    case FIELD_TYPE_DOUBLE: return sizeof(double);
    case FIELD_TYPE_BOOL: return sizeof(bool);
    case FIELD_TYPE_ENUM: return sizeof(int);
    case FIELD_TYPE_STRS: return sizeof(struct str_list);
    default: break;
    }
    assert(!"a setting of this type cannot be merged");
    return 0;
}

void run_settings_take(struct run_settings *to, const struct run_settings *from, const struct str_list *given)
{
    for (const struct setting *s = run_settings_table; s->field.type != FIELD_TYPE_END; s++)
        if (stands_in(s, SETTING_REQUEST) && str_list_has(given, str(s->field.name)))
            memcpy((char *) to + s->field.offset, (const char *) from + s->field.offset, size_of(s->field.type));
}

void run_settings_complete(struct run_settings *settings)
{
    for (const struct setting *s = run_settings_table; s->field.type != FIELD_TYPE_END; s++) {
        const struct field *f = &s->field;
        int64_t *member = (int64_t *) (void *) ((char *) settings + f->offset);

        if (f->type != FIELD_TYPE_INT || !f->preset || *member)
            continue;
        if (field_is(f, kind_duration))
            str_to_duration_ms(str(f->preset), member);
        else if (f->scale > 0 && str_to_int(str(f->preset), member))
            *member *= (int64_t) f->scale;
    }
    if (settings->timeout_ms == 0)
        settings->timeout_ms = TIMEOUT_MS;
}

int run_settings_check(const struct run_settings *settings, struct error *e)
{
    if (str_empty(str_trim(settings->query)))
        return error_set(e, ERROR_INVALID, "The question is empty. Give one: @{research \"QUESTION\"}."),
               error_about(e, "query");
    if (!utf8_valid(settings->query))
        return error_set(e, ERROR_INVALID, "The question is not valid UTF-8."), error_about(e, "query");
    if (utf8_count(settings->query) > QUERY_MAX)
        return error_set(e, ERROR_INVALID,
                         "The question is longer than %d characters. Give long material with @{.contexts}.", QUERY_MAX),
               error_about(e, "query");
    if (str_is(settings->think_pause, "command") && settings->think_pause_command.n == 0)
        return error_set(e, ERROR_INVALID, "think_pause is command, but think_pause_command names no program.");
    return 0;
}

/* --- stored --- */

/* The fields of a stored run: those with a dot stand in an object of their own. Limits are left out, so that a run
 * made when they were wider can still be read. */
static struct field stored_fields[RUN_SETTINGS_MAX + 1], stored_token_fields[RUN_SETTINGS_MAX + 1];

static void make_stored_fields(void)
{
    static const char prefix[] = "tokens.";
    static struct field all[RUN_SETTINGS_MAX];
    size_t n = run_settings_fields(SETTING_STORED, 0, all), plain = 0, tokens = 0;

    for (size_t i = 0; i < n; i++) {
        bool inside = strncmp(all[i].name, prefix, sizeof prefix - 1) == 0;

        all[i].min = all[i].max = 0;
        all[i].required = false;
        if (inside)
            all[i].name += sizeof prefix - 1;
        *(inside ? &stored_token_fields[tokens++] : &stored_fields[plain++]) = all[i];
    }
    stored_fields[plain] = (struct field){ .name = "tokens", .type = FIELD_TYPE_OBJECT, .fields = stored_token_fields };
}

static const struct field *stored(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, make_stored_fields);
    return stored_fields;
}

struct str run_settings_text(struct arena *arena, const struct run_settings *settings)
{
    json_t *object = json_encode(stored(), settings);
    struct str text = json_canonical(arena, object);

    json_decref(object);
    return text;
}

int run_settings_parse(struct arena *arena, struct str text, struct run_settings *ret, struct error *e)
{
    struct run_settings settings = { 0 };
    json_t *value = NULL;
    int r = json_parse(text, &value, e);

    if (r == 0)
        r = json_decode(value, stored(), &settings, DECODE_LENIENT, arena, e);
    /* Switches that older runs kept in place of a choice. */
    if (r == 0 && json_get_bool(value, "noVerify", false))
        settings.verify = VERIFY_OFF;
    if (r == 0 && json_get_bool(value, "citationNames", false))
        settings.citation_keys = str("names");
    json_decref(value);
    if (r < 0)
        return error_wrap(e, "the stored settings cannot be read");
    *ret = settings;
    return 0;
}
