/* What fathom knows of itself and its services. */
#ifndef FATHOM_SERVICE_INVENTORY_H
#define FATHOM_SERVICE_INVENTORY_H

#include "service/operation.h"
#include "workflows/estimate.h"

struct nothing {
    char none;
}; /* arguments of an operation that has none */
extern const struct field nothing_fields[];

struct model_view {
    struct str name;
    bool available;                            /* its provider has what it needs */
    int64_t context, output_limit;             /* 0: unknown */
    double input, cached, cache_write, output; /* USD per million tokens, NAN: unknown */
    double search;                             /* USD each */
    int64_t above_tokens;                      /* longer prompts cost above_…; 0: all cost the same */
    double above_input, above_output;
    struct str lifecycle, retires, successor;
    struct str_list tiers, abilities;
};
struct models_in {
    struct str provider;
    bool all;
};
struct models_out {
    struct model_view *models;
    size_t models_n;
    struct str_list simple, analytical, complex, bulk;
};

struct provider_view {
    struct str name, kind; /* "model" or "search" */
    struct str key_variable, base_variable, base_url;
    bool needs_key, ready;
    double requests_per_minute; /* 0: no limit */
    int64_t concurrent;         /* 0: no limit */
    struct str breaker;         /* "closed", "open", "half-open", in this process */
    int64_t calls;              /* answered, over all runs kept */
    struct str spent_usd;       /* JSON number; empty: unknown */
};
struct providers_out {
    struct provider_view *providers;
    size_t providers_n;
};

struct config_row {
    struct str key, value, from;
};
struct config_out {
    struct str path, home;
    struct config_row *settings;
    size_t settings_n;
    struct str_list warnings;
};

struct version_out {
    struct str version, language;
};

struct backup_in {
    struct str file;
};
struct backup_out {
    struct str file;
    int64_t bytes;
};

struct check {
    struct str name, status, detail, fix;
}; /* status: "ok", "warning", "failed" */
struct doctor_in {
    bool offline;
};
struct doctor_out {
    bool good;
    struct check *checks;
    size_t checks_n, checks_capacity;
};

struct plan_out {
    struct str query, workflow, depth, unit;
    struct str_list models, engines;
    struct estimate work;
    struct str least_usd, most_usd; /* JSON numbers, empty: unknown */
    struct str_list notes;
    struct str_list plan; /* the sub-queries or steps, where one was asked for */
    struct str run;       /* the run that waits with it; empty: none */
};
/* Does a research in this mode make a plan before it searches? */
struct workflow;
bool plan_comes_first(const struct workflow *workflow, struct str mode);
/* The items of a plan that a run waits with: `asks` as `show` gives it. */
struct str_list plan_items(struct arena *arena, struct str asks);

#endif
