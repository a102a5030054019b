/* The configuration of the program: file, then environment, each beating the
 * one before; flags of a single run beat both (service/research.c).
 *
 * The settings of a research are declared in run/settings.h, the keys of the
 * program itself in config_fields.c. The YAML reader, the environment
 * (FATHOM_KEY), `fathom config`, and the check of docs/configuration.md read
 * the table made of both. Keys of services are never in the table's
 * output and are registered with log_secret() as soon as they are read. */
#ifndef FATHOM_SERVICE_CONFIG_H
#define FATHOM_SERVICE_CONFIG_H

#include "base/buf.h"
#include "base/error.h"
#include "base/field.h"
#include "llm/llm.h"
#include "records/users.h"
#include "run/settings.h"
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

struct config_search {
    struct str timeout, cache;
};
struct config_server {
    struct str listen;       /* "127.0.0.1:7474" */
    struct str_list hosts;   /* names that Host may have beside addresses */
    struct str_list origins; /* whose pages may call */
    struct str idle_timeout, request_timeout;
    struct user_limits limits; /* of users who have none of their own; money is in usd_per_day */
    double usd_per_day;
};
struct config_fetch {
    struct str_list allow_networks, domains;
    int scope; /* enum pages_scope; -1: not given */
    bool ignore_robots;
    double requests_per_minute; /* per host */
    struct str timeout, cache;
};

enum mail_tls { MAIL_TLS_REQUIRED, MAIL_TLS_NONE };
struct config_mail {
    struct str url, user, password, from;
    int tls; /* enum mail_tls */
};
struct config_webhook {
    struct str secret;
};

struct config {
    struct run_settings research; /* of every research that does not ask for others; its defaults filled in */
    struct str home;              /* where the data is */
    struct config_search search;
    struct config_fetch fetch;
    struct config_server server;
    struct config_mail mail;
    struct config_webhook webhook;
    struct str default_provider;
    struct str summarization_provider; /* the first of research.tokens.summarizers */
    bool enable_clarification, preserve_completed_steps, enable_citations;
    int64_t retries;
    struct str prompts, models_file, ca_file;
    int log_level;
    int64_t run_threads;
    struct config_provider *providers;
    size_t providers_n;
    struct config_engine *engines;
    size_t engines_n;

    /* Not keys: what was read and what is worth saying about it. */
    struct str path; /* the file; empty if there is none */
    struct str_list warnings;
};

/* Every key, by its dotted path: the settings of a research (run/settings.h), then the program's own. */
const struct field *config_fields(void);

struct config_options {
    const char *path; /* --config; NULL: FATHOM_CONFIG, else the usual place */
};

/* Reads file and environment; checks what can be checked without a store. All
 * strings live in `arena`. A missing file is an error only when it was named. */
int config_load(struct arena *arena, const struct config_options *options, const struct environment *environment,
                struct config *ret, struct error *e);

/* Where originals of what was shortened are kept: as configured, else in the folder of the data. */
struct str config_archive_dir(struct arena *arena, const struct config *config);

/* "search.timeout" -> "FATHOM_SEARCH_TIMEOUT" */
struct str config_variable(struct arena *arena, const char *path);
/* The variable that gives the key its value: that one, or SMTP_URL and its like before it; empty: none is set. */
struct str config_variable_set(struct arena *arena, const struct environment *environment, const char *path);
/* Does the key hold one value or a list of words? Those have a variable each. */
bool config_is_value(const struct field *key);

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
