/* The configuration of the program: file, then environment, each beating the
 * one before; flags of a single run beat both (service/research.c).
 *
 * One table declares every key with its type, limits, default and help: the
 * YAML reader, the environment (FATHOM_KEY), `fathom config`, and the check of
 * docs/configuration.md all read it. Keys of services are never in the table's
 * output and are registered with log_secret() as soon as they are read. */
#ifndef FATHOM_SERVICE_CONFIG_H
#define FATHOM_SERVICE_CONFIG_H

#include "base/buf.h"
#include "base/error.h"
#include "base/field.h"
#include "llm/llm.h"
#include "search/search.h"
#include "service/environment.h"

struct config_provider {
    struct str name, family, base_url, key;
    struct str missing_key; /* the variable `key` names that is not set */
    double requests_per_minute, tokens_per_minute;
    int64_t concurrent;
    struct str timeout, stall_timeout;
    struct str referer;
};

struct config_engine {
    struct str name, base_url, key;
    struct str missing_key;
    double requests_per_minute;
    struct str timeout;
};

struct config_tiers {
    struct str_list simple, analytical, complex, bulk;
};
struct config_search {
    struct str_list engines;
    struct str timeout, cache;
};
struct config_fetch {
    struct str_list allow_networks, domains;
    int scope; /* enum pages_scope; -1: not given */
    bool ignore_robots;
    double requests_per_minute; /* per host */
    struct str timeout, cache;
};

/* reflect's agents, by the names of their options. */
struct config_coordinator {
    bool enable_clarification;
    int64_t max_clarifying_questions;
};
struct config_planner {
    int64_t max_plan_iterations;
    bool preserve_completed_steps;
};
struct config_researcher {
    int64_t max_search_queries, max_urls_to_crawl;
}; /* 0: the depth's own */
struct config_reflector {
    bool enforce_min_steps;
};
struct config_synthesizer {
    bool enable_citations;
};
struct config_agents {
    struct config_coordinator coordinator;
    struct config_planner planner;
    struct config_researcher researcher;
    struct config_reflector reflector;
    struct config_synthesizer synthesizer;
};

struct config {
    struct str home; /* where the data is */
    struct str workflow;
    int depth; /* position in depth_choices, -1: not given */
    struct str_list models;
    struct config_tiers tiers;
    struct str synthesis_model;
    struct config_search search;
    int64_t max_sources, max_iterations, max_sub_queries;
    struct str_list include_domains, exclude_domains;
    double budget_usd;
    int64_t budget_tokens;
    struct str timeout, operation_timeout, phase_timeout, synthesis_timeout;
    int research_mode, citations, citation_keys, verify; /* -1: not given */
    struct str language, system_prompt;
    int64_t retries;
    bool keep_requests;
    struct str prompts, models_file, ca_file;
    struct config_fetch fetch;
    struct config_agents agents;
    int log_level;
    int64_t run_threads;
    bool token_management_enabled;
    double token_safety_margin;
    struct str runtime_overhead; /* tokens, or the name of an environment */
    struct str summarization_provider;
    struct str_list summarization_providers;
    struct str summarization_timeout;
    bool summarization_cache_enabled, allow_content_dropping, content_archive_enabled;
    int64_t content_archive_ttl_hours;
    struct str research_archive_dir;
    struct str_list model_context_overrides;
    int64_t deep_research_max_sources;
    struct str_list source_types;
    int64_t max_sources_per_query, max_concurrent;
    int think_pause; /* none, person, command; -1: not given */
    struct str_list think_pause_command, decision_command;
    struct str hook_timeout;
    struct str default_provider;
    int digest_policy;
    struct config_provider *providers;
    size_t providers_n;
    struct config_engine *engines;
    size_t engines_n;

    /* Not keys: what was read and what is worth saying about it. */
    struct str path; /* the file; empty if there is none */
    struct str_list warnings;
};

extern const struct field config_fields[];
extern const char *const depth_choices[]; /* with both spellings */
int depth_choice(int at);                 /* enum depth of a position, -1 for -1 */
extern const char *const research_mode_words[], *const citations_words[], *const citation_keys_words[],
                                                                              *const think_pause_words[];

struct config_options {
    const char *path; /* --config; NULL: FATHOM_CONFIG, else the usual place */
};

/* Reads file and environment; checks what can be checked without a store. All
 * strings live in `arena`. A missing file is an error only when it was named. */
int config_load(struct arena *arena, const struct config_options *options, const struct environment *environment,
                struct config *ret, struct error *e);

/* "search.timeout" -> "FATHOM_SEARCH_TIMEOUT" */
struct str config_variable(struct arena *arena, const char *path);
/* Calls fn for every key that holds one value or a list of words: its dotted
 * path, its field and the struct it is in (NULL base: the table only). */
void config_each(const void *config,
                 void (*fn)(void *context, const char *path, const struct field *field, const void *base),
                 void *context);

/* Services with what is set for them: the configuration's entries, completed
 * by the usual variables (OPENAI_API_KEY, OPENAI_BASE_URL …). */
/* Every NAME_BASE_URL that is set must be an address; the error names the variable. */
int config_check_addresses(struct arena *arena, const struct environment *environment, struct error *e);
void config_providers(struct arena *arena, const struct config *config, const struct environment *environment,
                      struct llm_provider_settings **ret, size_t *ret_n);
void config_engines(struct arena *arena, const struct config *config, const struct environment *environment,
                    struct search_engine_settings **ret, size_t *ret_n);

/* docs/configuration.md's table of keys, from the table. */
void config_write_reference(struct buf *out);

#endif
