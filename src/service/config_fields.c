/* Every key of the configuration: the settings of a research, and those of the program itself. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "service/config.h"
#include "service/value.h"

static const char *const log_level_words[] = { "error", "warn", "info", "debug", NULL };
static const char *const mail_tls_words[] = { "required", "none", NULL };
/* In the order of enum pages_scope. */
static const char *const scope_words[] = { "public", "corpus-only", "list", NULL };

static const struct field provider_fields[] = {
    FIELD_STR(struct config_provider, name, .hidden = true),
    FIELD_STR(struct config_provider, missing_key, .hidden = true),
    FIELD_STR(struct config_provider, family, .words = kind_name,
              .help = "wire format of a provider that fathom does not know: openai-chat"),
    FIELD_STR(struct config_provider, base_url, .words = kind_url, .help = "address; NAME_BASE_URL overrides it"),
    FIELD_STR(struct config_provider, key, .words = kind_secret,
              .help = "key; better given as ${VAR} or in NAME_API_KEY, which overrides it"),
    FIELD_DOUBLE(struct config_provider, requests_per_minute, .max = 1e6, .help = "rate limit"),
    FIELD_DOUBLE(struct config_provider, tokens_per_minute, .max = 1e9, .help = "rate limit"),
    FIELD_INT(struct config_provider, concurrent, .max = 10000, .help = "most calls at the same time"),
    FIELD_STR(struct config_provider, timeout, .words = kind_duration, .help = "longest attempt"),
    FIELD_STR(struct config_provider, stall_timeout, .words = kind_duration,
              .help = "longest time without data in a stream"),
    FIELD_STR(struct config_provider, referer, .words = kind_url,
              .help = "openrouter: site address for its statistics; not sent unless set"),
    FIELD_END,
};

static const struct field engine_fields[] = {
    FIELD_STR(struct config_engine, name, .hidden = true),
    FIELD_STR(struct config_engine, missing_key, .hidden = true),
    FIELD_STR(struct config_engine, base_url, .words = kind_server,
              .help = "address; NAME_BASE_URL overrides it; of the engines mcp to mcp4 also \"stdio:COMMAND\""),
    FIELD_STR(struct config_engine, key, .words = kind_secret,
              .help = "key; better given as ${VAR} or in NAME_API_KEY, which overrides it"),
    FIELD_DOUBLE(struct config_engine, requests_per_minute, .max = 1e6, .help = "rate limit"),
    FIELD_STR(struct config_engine, timeout, .words = kind_duration, .help = "longest attempt"),
    FIELD_END,
};

static const struct field own_fields[] = {
    FIELD_STR(struct config, home, .words = kind_dir, .help = "data folder; default $XDG_DATA_HOME/fathom"),
    FIELD_AS("search.timeout", STR, struct config, search.timeout, .words = kind_duration, .preset = "30s",
             .help = "longest time of a search, over all engines"),
    FIELD_AS("search.cache", STR, struct config, search.cache, .words = kind_duration, .preset = "1h",
             .help = "how long search results are cached; 0: never"),
    FIELD_AS("fetch.allow_networks", STRS, struct config, fetch.allow_networks, .words = kind_network,
             .help = "private networks from which pages may be read, such as 127.0.0.0/8"),
    FIELD_AS("fetch.scope", ENUM, struct config, fetch.scope, .words = scope_words, .preset = "public",
             .help = "which pages may be read: the whole web, none, or those of fetch.domains"),
    FIELD_AS("fetch.domains", STRS, struct config, fetch.domains, .words = kind_glob,
             .help = "the domains for the scope list"),
    FIELD_AS("fetch.ignore_robots", BOOL, struct config, fetch.ignore_robots,
             .help = "read pages whose robots.txt forbids it; for your own sites"),
    FIELD_AS("fetch.requests_per_minute", DOUBLE, struct config, fetch.requests_per_minute, .min = 0.1, .max = 1e6,
             .preset = "60", .help = "most requests per minute and host"),
    FIELD_AS("fetch.timeout", STR, struct config, fetch.timeout, .words = kind_duration, .preset = "30s",
             .help = "longest time to read a page"),
    FIELD_AS("fetch.cache", STR, struct config, fetch.cache, .words = kind_duration, .preset = "1h",
             .help = "how long a page is cached when its server names no time; 0: never"),
    FIELD_AS("server.listen", STR, struct config, server.listen, .preset = "127.0.0.1:7474",
             .help = "where fathom serve listens: ADDRESS:PORT"),
    FIELD_AS("server.idle_timeout", STR, struct config, server.idle_timeout, .words = kind_duration, .preset = "30s",
             .help = "idle time after which a connection is closed"),
    FIELD_AS("server.request_timeout", STR, struct config, server.request_timeout, .words = kind_duration,
             .preset = "60s", .help = "longest time to receive the head of a request, and the same again for its body"),
    FIELD_AS("server.limits.concurrent_runs", INT, struct config, server.limits.concurrent_runs, .max = 1e6,
             .preset = "10", .help = "runs of a user at work at once, the others wait; 0: no limit"),
    FIELD_AS("server.limits.runs_per_day", INT, struct config, server.limits.runs_per_day, .max = 1e9,
             .help = "runs that a user may begin on a day (UTC); 0: no limit"),
    FIELD_AS("server.limits.tokens_per_day", INT, struct config, server.limits.tokens_per_day, .max = 1e15,
             .help = "tokens that a user may spend on a day; 0: no limit"),
    FIELD_AS("server.limits.usd_per_day", DOUBLE, struct config, server.usd_per_day, .max = 1e6,
             .help = "dollars that a user may spend on a day; 0: no limit"),
    FIELD_AS("server.limits.requests_per_minute", INT, struct config, server.limits.requests_per_minute, .max = 1e9,
             .preset = "600", .help = "requests of a user in a minute; 0: no limit"),
    FIELD_AS("server.hosts", STRS, struct config, server.hosts,
             .help = "host names that the server answers to, beside its addresses"),
    FIELD_AS("server.origins", STRS, struct config, server.origins,
             .help = "origins whose pages may call the server, such as https://example.org"),
    FIELD_AS("mail.url", STR, struct config, mail.url,
             .help = "mail server: smtp://HOST:587 (STARTTLS) or smtps://HOST:465; SMTP_URL overrides it"),
    FIELD_AS("mail.user", STR, struct config, mail.user, .help = "user at the mail server; SMTP_USER overrides it"),
    FIELD_AS("mail.password", STR, struct config, mail.password, .words = kind_secret,
             .help = "password; better given as ${VAR} or in SMTP_PASSWORD, which overrides it"),
    FIELD_AS("mail.from", STR, struct config, mail.from,
             .help = "sender of reports: an address, or Name <address>; MAIL_FROM overrides it"),
    FIELD_AS("mail.tls", ENUM, struct config, mail.tls, .words = mail_tls_words, .preset = "required",
             .help = "whether mail may go out unencrypted: required: never; none: for a server on this machine"),
    FIELD_AS("webhook.secret", STR, struct config, webhook.secret, .words = kind_secret,
             .help = "secret that webhooks are signed with: whsec_BASE64, or any text"),
    FIELD_STR(struct config, default_provider, .words = kind_name,
              .help = "model service to prefer where no model is named"),
    FIELD_STR(struct config, summarization_provider, .words = kind_model,
              .help = "the model that summarises; when it fails, summarization_providers are asked"),
    FIELD_AS("agents.coordinator.enable_clarification", BOOL, struct config, enable_clarification, .preset = "true",
             .help = "on a terminal, ask back when the question is unclear; --clarify and --no-clarify override it"),
    FIELD_AS("agents.planner.preserve_completed_steps", BOOL, struct config, preserve_completed_steps, .preset = "true",
             .help = "keep finished steps when the plan changes; false is not supported"),
    FIELD_AS("agents.synthesizer.enable_citations", BOOL, struct config, enable_citations, .preset = "true",
             .help = "cite by numbered markers with evidence; false is the same as citations: classical"),
    FIELD_INT(struct config, retries, .max = 20, .preset = "3", .help = "number of retries after a temporary failure"),
    FIELD_STR(struct config, prompts, .words = kind_dir,
              .help = "folder with your own prompts, named like the built-in ones"),
    FIELD_STR(struct config, models_file, .words = kind_file,
              .help = "JSON file with models to add to or change in the table"),
    FIELD_STR(struct config, ca_file, .words = kind_file,
              .help = "PEM file of certificate authorities to trust; default: the system's"),
    FIELD_ENUM(struct config, log_level, log_level_words, .preset = "warn", .help = "what is logged to standard error"),
    FIELD_INT(struct config, run_threads, .min = 1, .max = 1000, .preset = "1000",
              .help = "most runs at work at the same time in one process"),
    FIELD_LIST(struct config, providers, providers_n, struct config_provider, provider_fields,
               .help = "model services by name"),
    FIELD_LIST(struct config, engines, engines_n, struct config_engine, engine_fields,
               .help = "search services by name"),
    FIELD_END,
};

const struct field *config_fields(void)
{
    static struct settings_table table = { .place = SETTING_CONFIG,
                                           .offset = offsetof(struct config, research),
                                           .own = own_fields };

    return settings_table_fields(&table);
}

bool config_is_value(const struct field *key) { return key->type != FIELD_TYPE_LIST; }

static const char *type_word(const struct field *f)
{
    switch (f->type) {
    case FIELD_TYPE_INT: return field_is(f, kind_duration) ? "duration" : "whole number";
    case FIELD_TYPE_DOUBLE: return "number";
    case FIELD_TYPE_BOOL: return "true or false";
    case FIELD_TYPE_STRS: return "list";
    case FIELD_TYPE_ENUM: return "word";
    default:
        return f->choices                                          ? "word"
               : field_is(f, kind_duration)                        ? "duration"
               : field_is(f, kind_url) || field_is(f, kind_server) ? "address"
               : field_is(f, kind_file)                            ? "file"
               : field_is(f, kind_dir)                             ? "folder"
               : field_is(f, kind_model)                           ? "model"
                                                                   : "text";
    }
}

static void write_row(struct buf *out, const char *path, const struct field *f, bool variable)
{
    struct arena *arena = arena_new();

    buf_format(out, "| `%s` | %s", path, type_word(f));
    const char *const *words = f->type == FIELD_TYPE_ENUM ? f->words : f->choices;
    for (size_t i = 0; words && words[i]; i++)
        buf_format(out, "%s %s", i ? "," : ":", words[i]);
    for (size_t i = 0; f->also && f->also[i]; i++)
        if (strcmp(f->also[i], words[i]) != 0)
            buf_format(out, ", %s", f->also[i]);
    buf_format(out, " | %s%s%s | ", f->preset ? "`" : "", f->preset ? f->preset : "", f->preset ? "`" : "");
    if (variable)
        buf_format(out, "`%s`", str_z(arena, config_variable(arena, path)));
    buf_format(out, " | %s |\n", f->help ? f->help : "");
    arena_free(arena);
}

void config_write_reference(struct buf *out)
{
    const struct field *fields = config_fields();

    buf_add_z(out, "| key | value | default | variable | meaning |\n|---|---|---|---|---|\n");
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (config_is_value(f))
            write_row(out, f->name, f, true);
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        for (const struct field *g = f->type == FIELD_TYPE_LIST ? f->fields : NULL; g && g->type != FIELD_TYPE_END; g++)
            if (!g->hidden) {
                char path[128];

                snprintf(path, sizeof path, "%s.NAME.%s", f->name, g->name);
                write_row(out, path, g, false);
            }
}
