/* One table for the settings of a run: its JSON in the store, and the words
 * that help and schemas show. */
#include "run/settings.h"

#include "base/clock.h"
#include "text/json.h"
#include "text/utf8.h"

enum { QUERY_MAX = 100000 };

const char *const depth_words[] = { "auto", "light", "medium", "extended", NULL };

int depth_named(struct str word)
{
    static const char *const synonyms[] = { "auto", "basic", "standard", "deep", NULL };
    int at = word_index(depth_words, word);

    return at >= 0 ? at : word_index(synonyms, word);
}

const char *const verify_words[] = { "full", "quick", "off", NULL };

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

static const struct field token_fields[] = {
    FIELD_BOOL(struct token_settings, disabled, .help = "content goes in as it is"),
    FIELD_AS("token_safety_margin", DOUBLE, struct token_settings, safety_margin,
             .help = "part of the window that stays free"),
    FIELD_INT(struct token_settings, runtime_overhead, .help = "tokens the program around the model takes"),
    FIELD_AS("summarization_providers", STRS, struct token_settings, summarizers,
             .help = "models that summarise, in order"),
    FIELD_AS("summarization_timeout_ms", INT, struct token_settings, summarization_ms,
             .help = "longest time with each of them"),
    FIELD_BOOL(struct token_settings, no_summarization_cache, .help = "summaries are not used again"),
    FIELD_BOOL(struct token_settings, allow_content_dropping, .help = "the least important content may be left out"),
    FIELD_AS("content_archive_enabled", BOOL, struct token_settings, archive,
             .help = "originals of what was shortened are kept"),
    FIELD_AS("content_archive_ttl_ms", INT, struct token_settings, archive_ttl_ms, .help = "for how long"),
    FIELD_AS("research_archive_dir", STR, struct token_settings, archive_dir, .help = "where"),
    FIELD_AS("model_context_overrides", STRS, struct token_settings, context_overrides,
             .help = "windows of models, as P/M=TOKENS"),
    FIELD_AS("digest_policy", ENUM, struct token_settings, digest, .words = digest_words,
             .help = "when long sources are digested"),
    FIELD_END,
};

static const struct field context_fields[] = {
    FIELD_STR(struct context_file, name, .required = true),
    FIELD_STR(struct context_file, hash, .required = true),
    FIELD_STR(struct context_file, url),
    FIELD_STR(struct context_file, pages),
    FIELD_END,
};

const struct field run_settings_fields[] = {
    FIELD_STR(struct run_settings, query, .help = "the question"),
    FIELD_STR(struct run_settings, workflow, .help = "how it is researched"),
    FIELD_ENUM(struct run_settings, depth, depth_words, .help = "how far it goes"),
    FIELD_STR(struct run_settings, mode, .help = "simple, web_search or deep_research"),
    FIELD_STRS(struct run_settings, models, .help = "models for every role, in order"),
    FIELD_AS("tierSimple", STRS, struct run_settings, tier_simple, .help = "models of the simple tier"),
    FIELD_AS("tierAnalytical", STRS, struct run_settings, tier_analytical, .help = "models of the analytical tier"),
    FIELD_AS("tierComplex", STRS, struct run_settings, tier_complex, .help = "models of the complex tier"),
    FIELD_AS("tierBulk", STRS, struct run_settings, tier_bulk, .help = "models of the bulk tier"),
    FIELD_AS("synthesisModel", STR, struct run_settings, synthesis_model, .help = "the model that writes"),
    FIELD_STRS(struct run_settings, search, .help = "search engines, in order"),
    FIELD_STRS(struct run_settings, corpora, .help = "corpora to search"),
    FIELD_LIST(struct run_settings, contexts, contexts_n, struct context_file, context_fields,
               .help = "files given by the user"),
    FIELD_AS("includeDomains", STRS, struct run_settings, include_domains, .help = "only these domains"),
    FIELD_AS("excludeDomains", STRS, struct run_settings, exclude_domains, .help = "none of these domains"),
    FIELD_STR(struct run_settings, since, .help = "nothing older"),
    FIELD_AS("maxSources", INT, struct run_settings, max_sources, .help = "most sources to use"),
    FIELD_AS("maxIterations", INT, struct run_settings, max_iterations, .help = "most rounds"),
    FIELD_AS("maxSubQueries", INT, struct run_settings, max_sub_queries, .help = "most sub-queries"),
    FIELD_AS("budgetUsd", DOUBLE, struct run_settings, budget_usd, .help = "ceiling in dollars"),
    FIELD_AS("budgetTokens", INT, struct run_settings, budget_tokens, .help = "ceiling in tokens"),
    FIELD_AS("timeoutMs", INT, struct run_settings, timeout_ms, .help = "time after which it writes with what it has"),
    FIELD_AS("operationMs", INT, struct run_settings, operation_ms, .help = "longest single call"),
    FIELD_AS("phaseMs", INT, struct run_settings, phase_ms, .help = "longest phase"),
    FIELD_AS("synthesisMs", INT, struct run_settings, synthesis_ms, .help = "longest time to write"),
    FIELD_AS("continues", STR, struct run_settings, continues, .help = "the run it follows up"),
    FIELD_AS("researchMode", STR, struct run_settings, research_mode, .help = "general, academic or technical"),
    FIELD_AS("systemPrompt", STR, struct run_settings, system_prompt, .help = "said to every role"),
    FIELD_STR(struct run_settings, language, .help = "language of the report"),
    FIELD_BOOL(struct run_settings, clarify, .help = "may ask questions"),
    FIELD_STR(struct run_settings, citations, .help = "strict, natural or classical"),
    FIELD_AS("citationNames", BOOL, struct run_settings, citation_names,
             .help = "cite by name ([Arxiv-2]), not by number"),
    FIELD_STR(struct run_settings, history, .hidden = true, .help = "the conversation it continues"),
    FIELD_AS("maxClarifyingQuestions", INT, struct run_settings, max_clarifying_questions,
             .help = "most questions in one round"),
    FIELD_AS("maxPlanIterations", INT, struct run_settings, max_plan_iterations, .help = "most plans"),
    FIELD_AS("maxSearchQueries", INT, struct run_settings, max_search_queries, .help = "most searches per step"),
    FIELD_AS("maxUrlsToCrawl", INT, struct run_settings, max_urls_to_crawl, .help = "most pages per step"),
    FIELD_AS("noMinSteps", BOOL, struct run_settings, no_min_steps,
             .help = "may complete before the least number of steps"),
    FIELD_OBJECT(struct run_settings, tokens, token_fields, .help = "fitting content into contexts"),
    FIELD_AS("deepResearchMaxSources", INT, struct run_settings, deep_research_max_sources,
             .help = "most sources of a supervised research"),
    FIELD_AS("sourceTypes", STRS, struct run_settings, source_types, .help = "kinds of sources: web, news, academic"),
    FIELD_AS("maxSourcesPerQuery", INT, struct run_settings, max_sources_per_query,
             .help = "most sources of one sub-query"),
    FIELD_AS("concurrentSearches", INT, struct run_settings, concurrent_searches,
             .help = "searches under way together"),
    FIELD_AS("thinkPause", STR, struct run_settings, think_pause,
             .help = "who has a word after each phase: none, person, command"),
    FIELD_AS("thinkPauseCommand", STRS, struct run_settings, think_pause_command, .help = "program and arguments"),
    FIELD_AS("decisionCommand", STRS, struct run_settings, decision_command, .help = "program and arguments"),
    FIELD_AS("hookMs", INT, struct run_settings, hook_ms, .help = "longest time of a hook"),
    FIELD_ENUM(struct run_settings, verify, verify_words, .help = "how claims are checked"),
    FIELD_AS("skipStages", STRS, struct run_settings, skip_stages, .help = "stages of the evidence that are left out"),
    FIELD_AS("keepRequests", BOOL, struct run_settings, keep_requests, .help = "keep request bodies in the journal"),
    FIELD_BOOL(struct run_settings, extractive, .help = "no model"),
    FIELD_STRS(struct run_settings, deliver, .help = "where the report is sent"),
    FIELD_STRS(struct run_settings, notices, .help = "what to know about these settings"),
    FIELD_END,
};

int run_settings_check(const struct run_settings *settings, struct error *e)
{
    static const char *const citations[] = { "strict", "natural", "classical", NULL };
    static const char *const modes[] = { "simple", "web_search", "deep_research", NULL };
    static const char *const research[] = { "general", "academic", "technical", NULL };
    static const char *const types[] = { "web", "news", "academic", NULL };
    int64_t ms;

    if (str_empty(str_trim(settings->query)))
        return error_set(e, ERROR_INVALID, "The question is empty. Give one: fathom \"QUESTION\".");
    if (!utf8_valid(settings->query))
        return error_set(e, ERROR_INVALID, "The question is not valid UTF-8.");
    if (utf8_count(settings->query) > QUERY_MAX)
        return error_set(e, ERROR_INVALID,
                         "The question is longer than %d characters. Give long material with --context.", QUERY_MAX);
    if (settings->depth < DEPTH_AUTO || settings->depth > DEPTH_EXTENDED)
        return error_set(e, ERROR_INVALID, "The depth is unknown. Use auto, light, medium or extended.");
    if (settings->max_sources < 0)
        return error_set(e, ERROR_INVALID, "maxSources must be at least 1.");
    if (settings->max_iterations < 0)
        return error_set(e, ERROR_INVALID, "maxIterations must be at least 1.");
    if (settings->max_sub_queries < 0)
        return error_set(e, ERROR_INVALID, "maxSubQueries must be at least 1.");
    if (!(settings->budget_usd >= 0) || settings->budget_usd > 1e6)
        return error_set(e, ERROR_INVALID, "The budget in dollars must be from 0 to 1000000.");
    if (settings->budget_tokens < 0)
        return error_set(e, ERROR_INVALID, "The budget in tokens must not be negative.");
    if (settings->timeout_ms < 0 || settings->operation_ms < 0 || settings->phase_ms < 0 || settings->synthesis_ms < 0)
        return error_set(e, ERROR_INVALID, "A time limit must not be negative.");
    if (!str_empty(settings->since) && !clock_parse_date(settings->since, &ms))
        return error_set(e, ERROR_INVALID, "since \"%.*s\" is not a date. Write 2026-01-31, 2026-01 or 2026.",
                         STR_ARG(settings->since));
    if (!str_empty(settings->mode) && word_index(modes, settings->mode) < 0)
        return error_set(e, ERROR_INVALID, "The mode \"%.*s\" is unknown. Use simple, web_search or deep_research.",
                         STR_ARG(settings->mode));
    if (!str_empty(settings->research_mode) && word_index(research, settings->research_mode) < 0)
        return error_set(e, ERROR_INVALID, "The research mode \"%.*s\" is unknown. Use general, academic or technical.",
                         STR_ARG(settings->research_mode));
    if (!str_empty(settings->citations) && word_index(citations, settings->citations) < 0)
        return error_set(e, ERROR_INVALID, "citations \"%.*s\" is unknown. Use strict, natural or classical.",
                         STR_ARG(settings->citations));
    for (size_t i = 0; i < settings->source_types.n; i++)
        if (word_index(types, settings->source_types.items[i]) < 0)
            return error_set(e, ERROR_INVALID, "The source type \"%.*s\" is unknown. Use web, news or academic.",
                             STR_ARG(settings->source_types.items[i]));
    if (str_is(settings->think_pause, "command") && settings->think_pause_command.n == 0)
        return error_set(e, ERROR_INVALID, "think_pause is command, but think_pause_command names no program.");
    return 0;
}

struct str run_settings_text(struct arena *arena, const struct run_settings *settings)
{
    json_t *object = json_encode(run_settings_fields, settings);
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
        r = json_decode(value, run_settings_fields, &settings, DECODE_LENIENT, arena, e);
    /* Runs made before there were three levels kept a switch. */
    if (r == 0 && json_get_bool(value, "noVerify", false))
        settings.verify = VERIFY_OFF;
    json_decref(value);
    if (r < 0)
        return error_wrap(e, "the stored settings cannot be read");
    *ret = settings;
    return 0;
}
