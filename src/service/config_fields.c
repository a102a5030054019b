/* Every key of the configuration, once. */
#include <stdio.h>

#include "run/settings.h"
#include "service/config.h"
#include "service/value.h"

const char *const depth_choices[] = { "auto", "light", "medium", "extended", "basic", "standard", "deep", NULL };
const char *const think_pause_words[] = { "none", "person", "command", NULL };
const char *const research_mode_words[] = { "general", "academic", "technical", NULL };
const char *const citations_words[] = { "strict", "natural", "classical", NULL };
const char *const citation_keys_words[] = { "numbers", "names", NULL };
static const char *const log_level_words[] = { "error", "warn", "info", "debug", NULL };

int depth_choice(int at) { return at < 0 ? -1 : depth_named(str(depth_choices[at])); }

static const struct field tiers_fields[] = {
    FIELD_STRS(struct config_tiers, simple, .words = kind_model, .help = "models for small jobs"),
    FIELD_STRS(struct config_tiers, analytical, .words = kind_model, .help = "models for judging and extracting"),
    FIELD_STRS(struct config_tiers, complex, .words = kind_model, .help = "models for planning and writing"),
    FIELD_STRS(struct config_tiers, bulk, .words = kind_model, .help = "models for many small calls"),
    FIELD_END,
};

static const struct field search_fields[] = {
    FIELD_STRS(struct config_search, engines, .words = kind_name,
               .help = "engines to ask, in order; empty: those with a key, else the key-free ones"),
    FIELD_STR(struct config_search, timeout, .words = kind_duration, .preset = "30s",
              .help = "longest search, all engines together"),
    FIELD_STR(struct config_search, cache, .words = kind_duration, .preset = "1h",
              .help = "how long results are kept and used again; 0 for never"),
    FIELD_END,
};

/* In the order of enum pages_scope. */
static const char *const scope_words[] = { "public", "corpus-only", "list", NULL };

static const struct field fetch_fields[] = {
    FIELD_STRS(struct config_fetch, allow_networks, .words = kind_network,
               .help = "private networks pages may be read from, such as 127.0.0.0/8"),
    FIELD_ENUM(struct config_fetch, scope, scope_words, .preset = "public",
               .help = "which pages may be read: all of the web, none, or those of fetch.domains"),
    FIELD_STRS(struct config_fetch, domains, .words = kind_glob, .help = "the domains of scope list"),
    FIELD_BOOL(struct config_fetch, ignore_robots,
               .help = "read pages whose robots.txt forbids it; for your own sites"),
    FIELD_DOUBLE(struct config_fetch, requests_per_minute, .min = 0.1, .max = 1e6, .preset = "60",
                 .help = "most requests per minute and host"),
    FIELD_STR(struct config_fetch, timeout, .words = kind_duration, .preset = "30s",
              .help = "longest reading of a page"),
    FIELD_STR(struct config_fetch, cache, .words = kind_duration, .preset = "1h",
              .help = "how long a page is kept that says nothing about it; 0 for never"),
    FIELD_END,
};

static const struct field coordinator_fields[] = {
    FIELD_BOOL(struct config_coordinator, enable_clarification, .preset = "true",
               .help = "an unclear question is asked back on a terminal; --clarify and --no-clarify beat it"),
    FIELD_INT(struct config_coordinator, max_clarifying_questions, .min = 1, .max = 3, .preset = "3",
              .help = "most questions at once"),
    FIELD_END,
};
static const struct field planner_fields[] = {
    FIELD_INT(struct config_planner, max_plan_iterations, .min = 1, .max = 10, .preset = "3",
              .help = "most plans of one research"),
    FIELD_BOOL(struct config_planner, preserve_completed_steps, .preset = "true",
               .help = "finished steps stay when the plan is changed; nothing else is supported"),
    FIELD_END,
};
static const struct field researcher_fields[] = {
    FIELD_INT(struct config_researcher, max_search_queries, .min = 1, .max = 50,
              .help = "most searches of one step; default: by depth"),
    FIELD_INT(struct config_researcher, max_urls_to_crawl, .min = 1, .max = 50,
              .help = "most pages one step reads; default: by depth"),
    FIELD_END,
};
static const struct field reflector_fields[] = {
    FIELD_BOOL(struct config_reflector, enforce_min_steps, .preset = "true",
               .help = "no research is complete before the least number of steps of its depth"),
    FIELD_END,
};
static const struct field synthesizer_fields[] = {
    FIELD_BOOL(struct config_synthesizer, enable_citations, .preset = "true",
               .help = "cite by numbered markers with evidence; false is the same as citations: classical"),
    FIELD_END,
};
static const struct field agents_fields[] = {
    FIELD_OBJECT(struct config_agents, coordinator, coordinator_fields, .help = "who reads the question"),
    FIELD_OBJECT(struct config_agents, planner, planner_fields, .help = "who plans the steps"),
    FIELD_OBJECT(struct config_agents, researcher, researcher_fields, .help = "who carries them out"),
    FIELD_OBJECT(struct config_agents, reflector, reflector_fields, .help = "who judges after each step"),
    FIELD_OBJECT(struct config_agents, synthesizer, synthesizer_fields, .help = "who writes the report"),
    FIELD_END,
};

static const struct field provider_fields[] = {
    FIELD_STR(struct config_provider, name, .hidden = true),
    FIELD_STR(struct config_provider, missing_key, .hidden = true),
    FIELD_STR(struct config_provider, family, .words = kind_name,
              .help = "wire format of a provider fathom does not know: openai-chat"),
    FIELD_STR(struct config_provider, base_url, .words = kind_url, .help = "address; NAME_BASE_URL beats it"),
    FIELD_STR(struct config_provider, key, .words = kind_secret,
              .help = "key; better as ${VAR}, or in NAME_API_KEY, which beats it"),
    FIELD_DOUBLE(struct config_provider, requests_per_minute, .max = 1e6, .help = "rate limit"),
    FIELD_DOUBLE(struct config_provider, tokens_per_minute, .max = 1e9, .help = "rate limit"),
    FIELD_INT(struct config_provider, concurrent, .max = 10000, .help = "calls at once"),
    FIELD_STR(struct config_provider, timeout, .words = kind_duration, .help = "longest attempt"),
    FIELD_STR(struct config_provider, stall_timeout, .words = kind_duration, .help = "longest silence of a stream"),
    FIELD_STR(struct config_provider, referer, .words = kind_url,
              .help = "openrouter: the address its statistics name; not sent unless set"),
    FIELD_END,
};

static const struct field engine_fields[] = {
    FIELD_STR(struct config_engine, name, .hidden = true),
    FIELD_STR(struct config_engine, missing_key, .hidden = true),
    FIELD_STR(struct config_engine, base_url, .words = kind_url, .help = "address; NAME_BASE_URL beats it"),
    FIELD_STR(struct config_engine, key, .words = kind_secret,
              .help = "key; better as ${VAR}, or in NAME_API_KEY, which beats it"),
    FIELD_DOUBLE(struct config_engine, requests_per_minute, .max = 1e6, .help = "rate limit"),
    FIELD_STR(struct config_engine, timeout, .words = kind_duration, .help = "longest attempt"),
    FIELD_END,
};

const struct field config_fields[] = {
    FIELD_STR(struct config, home, .words = kind_dir, .help = "folder of the data; default $XDG_DATA_HOME/fathom"),
    FIELD_STR(struct config, workflow, .words = kind_workflow, .preset = "reflect",
              .help = "how a question is researched"),
    FIELD_ENUM(struct config, depth, depth_choices, .preset = "auto", .help = "how far a research goes"),
    FIELD_STRS(struct config, models, .words = kind_model,
               .help = "models for every role, the next when one fails; \"extractive\" for none"),
    FIELD_OBJECT(struct config, tiers, tiers_fields, .help = "models by the weight of the job"),
    FIELD_STR(struct config, synthesis_model, .words = kind_model, .help = "the model that writes the report"),
    FIELD_OBJECT(struct config, search, search_fields, .help = "searching"),
    FIELD_INT(struct config, max_sources, .min = 1, .max = 1000, .help = "most sources a report uses"),
    FIELD_INT(struct config, max_iterations, .min = 1, .max = 100, .help = "most rounds of a workflow"),
    FIELD_INT(struct config, max_sub_queries, .min = 1, .max = 50, .help = "most sub-queries"),
    FIELD_STRS(struct config, include_domains, .words = kind_glob, .help = "search only these domains"),
    FIELD_STRS(struct config, exclude_domains, .words = kind_glob, .help = "never use these domains"),
    FIELD_DOUBLE(struct config, budget_usd, .max = 1e6,
                 .help = "ceiling per research in dollars; near it fathom does less and says what"),
    FIELD_INT(struct config, budget_tokens, .max = 1e12, .help = "ceiling per research in tokens"),
    FIELD_STR(struct config, timeout, .words = kind_duration,
              .help = "time after which a research writes with what it has; default: 5m for reflect, 15m for others"),
    FIELD_STR(struct config, operation_timeout, .words = kind_duration, .preset = "6m", .help = "longest single call"),
    FIELD_STR(struct config, phase_timeout, .words = kind_duration, .preset = "6m", .help = "longest phase"),
    FIELD_STR(struct config, synthesis_timeout, .words = kind_duration, .preset = "10m",
              .help = "longest time to write the report"),
    FIELD_ENUM(struct config, research_mode, research_mode_words, .help = "which kind of source counts as good"),
    FIELD_STRS(struct config, source_types, .words = kind_name,
               .help = "kinds of sources the supervisor gathers: web, news, academic"),
    FIELD_INT(struct config, max_sources_per_query, .min = 1, .max = 50,
              .help = "most sources of one of the supervisor's sub-queries; default 5"),
    FIELD_INT(struct config, max_concurrent, .min = 1, .max = 10,
              .help = "searches the supervisor has under way together; default 3"),
    FIELD_STR(struct config, default_provider, .words = kind_name,
              .help = "model service to prefer where no model is named"),
    FIELD_ENUM(struct config, think_pause, think_pause_words, .preset = "none",
               .help = "who has a word after each phase of the supervisor"),
    FIELD_STRS(struct config, think_pause_command,
               .help = "program and arguments: gets the state as JSON, prints guidance for the next phase"),
    FIELD_STRS(
        struct config, decision_command,
        .help = "program and arguments: gets the state as JSON, prints a decision as JSON instead of the model's"),
    FIELD_STR(struct config, hook_timeout, .words = kind_duration, .preset = "60s",
              .help = "longest time of such a program"),
    FIELD_ENUM(struct config, citations, citations_words, .help = "how citations are written"),
    FIELD_ENUM(struct config, citation_keys, citation_keys_words, .help = "what stands in a marker: [7] or [Arxiv-2]"),
    FIELD_ENUM(struct config, verify, verify_words, .preset = "full",
               .help = "how claims are checked: with verdicts, with fewer questions to models, or not at all"),
    FIELD_STR(struct config, language, .help = "language of the report, such as en; default: the question's"),
    FIELD_STR(struct config, system_prompt, .help = "said to every role, in your words"),
    FIELD_INT(struct config, retries, .max = 20, .preset = "3", .help = "tries again after a failure that may pass"),
    FIELD_BOOL(struct config, keep_requests,
               .help = "keep what was sent to models in the journal, not only what came back"),
    FIELD_STR(struct config, prompts, .words = kind_dir,
              .help = "folder with prompts of your own, by the names of the built-in ones"),
    FIELD_STR(struct config, models_file, .words = kind_file,
              .help = "JSON file with models to add to or change in the table"),
    FIELD_STR(struct config, ca_file, .words = kind_file,
              .help = "PEM file of certificate authorities to trust; default: the system's"),
    FIELD_OBJECT(struct config, fetch, fetch_fields, .help = "reading pages"),
    FIELD_OBJECT(struct config, agents, agents_fields, .help = "the agents of the workflow reflect"),
    FIELD_ENUM(struct config, log_level, log_level_words, .preset = "warn", .help = "what is told on standard error"),
    FIELD_INT(struct config, run_threads, .min = 1, .max = 1000, .preset = "1000",
              .help = "researches worked on at once in one process"),
    FIELD_BOOL(struct config, token_management_enabled, .preset = "true",
               .help = "content is fitted into the models' contexts; false: it goes in as it is"),
    FIELD_DOUBLE(struct config, token_safety_margin, .max = 1, .preset = "0.15",
                 .help = "part of a context that stays free, from 0 to 1"),
    FIELD_STR(
        struct config, runtime_overhead, .words = kind_overhead, .preset = "10000",
        .help =
            "tokens that the program around the model takes of its context: a number, or claude-code (60000), cursor (40000), "
            "codex or opencode (30000), gemini-cli (20000), direct-api (10000)"),
    FIELD_STR(struct config, summarization_provider, .words = kind_model,
              .help = "the model that summarises; default: the bulk tier"),
    FIELD_STRS(struct config, summarization_providers, .words = kind_model,
               .help = "models that summarise when it fails, in order"),
    FIELD_STR(struct config, summarization_timeout, .words = kind_duration, .preset = "60s",
              .help = "longest summary, for each of these models"),
    FIELD_BOOL(struct config, summarization_cache_enabled, .preset = "true",
               .help = "summaries are kept and used again"),
    FIELD_BOOL(struct config, allow_content_dropping,
               .help = "the least important content may be left out when nothing else helps"),
    FIELD_BOOL(struct config, content_archive_enabled,
               .help = "keep the originals of what was shortened or left out; fathom restore brings them back"),
    FIELD_INT(struct config, content_archive_ttl_hours, .min = 1, .max = 87600, .preset = "168",
              .help = "for how long they are kept"),
    FIELD_STR(struct config, research_archive_dir, .words = kind_dir,
              .help = "where they are kept; default: archive in the folder of the data"),
    FIELD_STRS(struct config, model_context_overrides, .words = kind_window,
               .help = "context windows of models in tokens, as P/M: TOKENS or P/M=TOKENS; beats the model table"),
    FIELD_INT(struct config, deep_research_max_sources, .min = 1, .max = 1000,
              .help = "most sources of a supervised research, all rounds together"),
    FIELD_ENUM(
        struct config, digest_policy, digest_words, .preset = "auto",
        .help =
            "sources over 10,000 characters become a summary, points and quoted passages: when they do not go in whole, never, or always"),
    FIELD_LIST(struct config, providers, providers_n, struct config_provider, provider_fields,
               .help = "model services by name"),
    FIELD_LIST(struct config, engines, engines_n, struct config_engine, engine_fields,
               .help = "search services by name"),
    FIELD_END,
};

static const char *type_word(const struct field *f)
{
    switch (f->type) {
    case FIELD_TYPE_INT: return "whole number";
    case FIELD_TYPE_DOUBLE: return "number";
    case FIELD_TYPE_BOOL: return "true or false";
    case FIELD_TYPE_STRS: return "list";
    case FIELD_TYPE_ENUM: return "word";
    default:
        return field_is(f, kind_duration) ? "duration"
               : field_is(f, kind_url)    ? "address"
               : field_is(f, kind_file)   ? "file"
               : field_is(f, kind_dir)    ? "folder"
               : field_is(f, kind_model)  ? "model"
                                          : "text";
    }
}

static void write_row(struct buf *out, const char *path, const struct field *f, bool variable)
{
    struct arena *arena = arena_new();

    buf_format(out, "| `%s` | %s", path, type_word(f));
    for (size_t i = 0; f->type == FIELD_TYPE_ENUM && f->words[i]; i++)
        buf_format(out, "%s %s", i ? "," : ":", f->words[i]);
    buf_format(out, " | %s%s%s | ", f->preset ? "`" : "", f->preset ? f->preset : "", f->preset ? "`" : "");
    if (variable)
        buf_format(out, "`%s`", str_z(arena, config_variable(arena, path)));
    buf_format(out, " | %s |\n", f->help ? f->help : "");
    arena_free(arena);
}

static void write_key(void *context, const char *path, const struct field *f, const void *base)
{
    (void) base;
    write_row(context, path, f, true);
}

void config_write_reference(struct buf *out)
{
    buf_add_z(out, "| key | value | default | variable | meaning |\n|---|---|---|---|---|\n");
    config_each(NULL, write_key, out);
    for (const struct field *f = config_fields; f->type != FIELD_TYPE_END; f++)
        for (const struct field *g = f->type == FIELD_TYPE_LIST ? f->fields : NULL; g && g->type != FIELD_TYPE_END; g++)
            if (!g->hidden) {
                char path[128];

                snprintf(path, sizeof path, "%s.NAME.%s", f->name, g->name);
                write_row(out, path, g, false);
            }
}
