/* What decides a run: asked for by the user, completed by the configuration,
 * kept with the run as JSON. No secrets in here.
 *
 * One table declares each setting once: name, type, limits, default, help, and
 * where it may stand. The configuration file, FATHOM_* variables, flags, help,
 * the manual, completions, requests in JSON and the stored run are made from
 * it: to add a setting, add a member and a row. */
#ifndef FATHOM_RUN_SETTINGS_H
#define FATHOM_RUN_SETTINGS_H

#include "base/error.h"
#include "base/field.h"

enum depth { DEPTH_AUTO, DEPTH_LIGHT, DEPTH_MEDIUM, DEPTH_EXTENDED };
extern const char *const depth_words[]; /* "auto", "light" …; "basic", "standard", "deep" are synonyms */

/* How much of the checking of claims is done (evidence/evidence.h). */
enum verify { VERIFY_FULL, VERIFY_QUICK, VERIFY_OFF };
extern const char *const verify_words[]; /* "full", "quick", "off" */

/* A document to search beside or instead of the web; its text is a blob of the
 * store. `url` is empty for a file given with --context, else it is a source
 * of an earlier run of the conversation. `pages`: where its pages start (records/page_starts.h). */
struct context_file {
    struct str name, hash, url, pages;
    struct str title; /* empty: its name */
    struct str date;  /* of a page; empty: not known */
    bool asked;       /* `url` is one that the user named: like a file it stands in place of the web */
    struct str id;    /* that its client gave it; empty: made of its hash */
};

/* How content is fitted into models' contexts (workflows/fit.h). Zero is zero here:
 * the table's defaults are the configuration's to fill in. */
enum digest_policy { DIGEST_AUTO, DIGEST_OFF, DIGEST_ALWAYS };
extern const char *const digest_words[]; /* "auto", "off", "always" */

struct token_settings {
    bool disabled;               /* token_management_enabled: false */
    double safety_margin;        /* 0 … 1 */
    int64_t runtime_overhead;    /* tokens */
    struct str_list summarizers; /* summarization_provider and behind it summarization_providers */
    int64_t summarization_ms;    /* with each of them */
    bool no_summarization_cache;
    bool allow_content_dropping;
    bool archive; /* content_archive_enabled */
    int64_t archive_ttl_ms;
    struct str archive_dir;
    struct str_list context_overrides; /* model_context_overrides: "provider/model=tokens" */
    int digest;                        /* enum digest_policy */
};

/* What a program around the model takes of its window, by the program's name ("claude-code", "cursor",
 * "codex", "opencode", "gemini-cli", "direct-api"), or as a number of tokens. */
bool runtime_overhead_named(struct str text, int64_t *ret);
/* The window a user gave for this model ("provider/model" or the model alone), or 0. */
int64_t context_override(const struct token_settings *tokens, struct str model);

/* Formats that go with an e-mail, in the order of enum report_format (report/formats.h). */
extern const char *const attachment_words[];

struct run_settings {
    struct str query;
    struct str workflow;
    int depth;              /* enum depth */
    struct str mode;        /* simple, web_search, deep_research or empty */
    struct str_list models; /* -m: for every role, in order */
    struct str_list tier_simple, tier_analytical, tier_complex, tier_bulk;
    struct str synthesis_model;
    struct str_list selected_models; /* panel: those that answer, all of them, as they were asked for */
    bool skip_synthesis;             /* panel: the answers stand side by side */
    struct str enhances;             /* panel: the run whose answers are used again … */
    struct str_list reuses;          /* … at these paths of its journal */
    struct str_list search;          /* engines */
    struct str_list corpora;
    struct context_file *contexts;
    size_t contexts_n;
    struct str_list include_domains, exclude_domains;
    struct str_list exclude_urls; /* addresses of sources that are not to be used */
    struct str since;
    int64_t max_sources; /* 0: the workflow's own */
    int64_t max_iterations, max_sub_queries;
    double budget_usd; /* 0: none */
    int64_t budget_tokens;
    int64_t timeout_ms; /* soft: degrades */
    int64_t operation_ms, phase_ms, synthesis_ms;
    struct str continues;     /* run it follows up */
    struct str research_mode; /* general, academic, technical */
    struct str system_prompt;
    struct str language;
    struct str kind, length, tone, audience; /* how the report is written (roles/manner.h); empty: nobody said */
    bool clarify;
    bool review_plan;            /* a person sees the plan before it is carried out */
    struct str citations;        /* strict, natural, classical */
    struct str citation_keys;    /* numbers ([7]), names ([Arxiv-2]) or empty: numbers */
    int verify;                  /* enum verify */
    struct str_list skip_stages; /* of the evidence, by name (evidence/evidence.h) */
    bool keep_requests;          /* journal request bodies too */
    bool extractive;             /* -m extractive: no model */
    struct str_list deliver;     /* targets of the report (deliver/deliver.h) */
    struct str_list attach;      /* formats of what goes with an e-mail */
    struct str webhook;          /* is told how the run ended */
    struct str_list notices;     /* what the reader of the report must know about these settings */
    struct str history;          /* the conversation it continues: messages as text, oldest first */
    /* The options of reflect's agents; 0: the depth's own. */
    int64_t max_clarifying_questions, max_plan_iterations, max_search_queries, max_urls_to_crawl;
    bool no_min_steps; /* reflector.enforce_min_steps: false */
    struct token_settings tokens;
    /* The supervisor's; 0 or empty: its own. */
    struct str_list source_types; /* web, news, academic */
    int64_t max_sources_per_query, concurrent_searches;
    struct str think_pause;                                /* none, person, command */
    struct str_list think_pause_command, decision_command; /* program and arguments */
    int64_t hook_ms;
    int64_t deep_research_max_sources; /* of the supervisor, all iterations together; 0: its own */
};

/* Where a setting may stand. */
enum setting_place {
    SETTING_CONFIG = 1,  /* configuration file and FATHOM_ variable */
    SETTING_REQUEST = 2, /* flag, or argument in JSON */
    SETTING_STORED = 4,  /* kept with the run */
};

struct setting {
    struct field field; /* its name in requests, its member of struct run_settings, limits, default, help */
    const char *key;    /* its name in the configuration, with dots; NULL: the name in snake_case */
    const char *stored; /* its name in the stored run, with at most one dot; NULL: the name */
    unsigned places;    /* enum setting_place; 0: all */
};

extern const struct setting run_settings_table[]; /* ends with FIELD_TYPE_END */

/* The fields of one place, by their names there, of a struct that holds the settings at `offset`. Returns how many;
 * `ret` has room for RUN_SETTINGS_MAX, no end is written. Names live for ever. */
enum { RUN_SETTINGS_MAX = 96, SETTINGS_OWN_MAX = 64 };
size_t run_settings_fields(enum setting_place place, size_t offset, struct field ret[RUN_SETTINGS_MAX]);

/* The settings of one place and the fields that the struct has beside them, as one table that ends with FIELD_END. */
struct settings_table {
    enum setting_place place;
    size_t offset;           /* of the settings in the struct */
    const struct field *own; /* at most SETTINGS_OWN_MAX */
    bool made;
    struct field fields[RUN_SETTINGS_MAX + SETTINGS_OWN_MAX + 1];
};
const struct field *settings_table_fields(struct settings_table *table); /* made by the first call; any thread */

/* Set over unset: takes the members of `from` whose names in requests are in `given`. */
void run_settings_take(struct run_settings *to, const struct run_settings *from, const struct str_list *given);
/* Fills in the default where a time limit is 0, as in runs made before it was kept. */
void run_settings_complete(struct run_settings *settings);

/* Checks what the table alone cannot: an empty question, a command that is missing. Each fault has its own message.
 * Values are checked as they are set (service/value.h), names of models and engines where they are known. */
int run_settings_check(const struct run_settings *settings, struct error *e);

/* JSON text in the arena, and back. Equal settings give equal text. */
struct str run_settings_text(struct arena *arena, const struct run_settings *settings);
int run_settings_parse(struct arena *arena, struct str text, struct run_settings *ret, struct error *e);

#endif
