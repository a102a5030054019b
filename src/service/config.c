/* Reading the configuration; config_fields.c declares its keys. */
#include "service/config.h"

#include <stdio.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/log.h"
#include "service/value.h"
#include "service/yaml.h"

enum { PATH_SIZE = 128, PROVIDERS_MAX = 64 };

struct str config_variable(struct arena *arena, const char *path)
{
    struct buf out;

    if (str_is(str(path), "fetch.allow_networks"))
        return str("FATHOM_ALLOW_NETWORKS");
    buf_init(&out, PATH_SIZE + 8);
    buf_add_z(&out, "FATHOM_");
    for (const char *p = path; *p; p++)
        buf_add_char(&out, *p == '.' ? '_' : *p >= 'a' && *p <= 'z' ? (char) (*p - 32) : *p);
    return buf_take(&out, arena);
}

struct str config_variable_set(struct arena *arena, const struct environment *environment, const char *path)
{
    /* What other programs call the same. */
    static const struct {
        const char *path, *variable;
    } usual[] = { { "mail.url", "SMTP_URL" },
                  { "mail.user", "SMTP_USER" },
                  { "mail.password", "SMTP_PASSWORD" },
                  { "mail.from", "MAIL_FROM" } };
    struct str own = config_variable(arena, path);

    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (str_is(str(path), usual[i].path) && !str_empty(environment_get(environment, usual[i].variable)))
            return str(usual[i].variable);
    return str_empty(environment_get(environment, str_z(arena, own))) ? str("") : own;
}

static int set_from_environment(struct arena *arena, const struct environment *environment, struct config *config,
                                struct error *e)
{
    for (const struct field *f = config_fields(); f->type != FIELD_TYPE_END; f++) {
        const char *name = str_z(arena, config_variable_set(arena, environment, f->name));
        struct str value = environment_get(environment, name);

        if (!config_is_value(f) || str_empty(value))
            continue;
        if (f->type == FIELD_TYPE_STRS)
            *(struct str_list *) (void *) ((char *) config + f->offset) = (struct str_list){ 0 };
        if (value_set_each(arena, f, config, value, name, e) < 0) {
            if (e)
                e->code = ERROR_MISCONFIGURED;
            return -ERROR_MISCONFIGURED;
        }
    }
    return 0;
}

/* "$XDG_x_HOME/fathom" or "$HOME/fallback/fathom"; empty without a home. */
static struct str xdg(struct arena *arena, const struct environment *environment, const char *variable,
                      const char *fallback)
{
    struct str dir = environment_get(environment, variable), home = environment_get(environment, "HOME");

    /* The XDG standard: a relative path there is ignored. */
    if (!str_empty(dir) && dir.data[0] == '/')
        return str_format(arena, "%.*s/fathom", STR_ARG(dir));
    if (str_empty(home))
        return str("");
    return str_format(arena, "%.*s/%s/fathom", STR_ARG(home), fallback);
}

static struct str find_file(struct arena *arena, const struct config_options *options,
                            const struct environment *environment, bool *ret_named)
{
    struct str named = options->path ? str(options->path) : environment_get(environment, "FATHOM_CONFIG"), dir;

    *ret_named = !str_empty(named);
    if (*ret_named)
        return str_dup(arena, named);
    dir = xdg(arena, environment, "XDG_CONFIG_HOME", ".config");
    return str_empty(dir) ? dir : str_format(arena, "%.*s/config.yaml", STR_ARG(dir));
}

/* A name is relative to the file it stands in, "~/" to the user's home. */
static struct str absolute(struct arena *arena, const struct environment *environment, struct str file, struct str path)
{
    size_t slash = file.len;

    if (str_empty(path) || path.data[0] == '/')
        return path;
    if (str_starts(path, "~/"))
        return str_format(arena, "%.*s%.*s", STR_ARG(environment_get(environment, "HOME")),
                          STR_ARG(str_sub(path, 1, path.len)));
    while (slash > 0 && file.data[slash - 1] != '/')
        slash--;
    return str_format(arena, "%.*s%.*s", (int) slash, file.data, STR_ARG(path));
}

static int read_file(struct arena *arena, struct config *config, const struct environment *environment, bool named,
                     struct error *e)
{
    const char *path = str_z(arena, config->path);
    struct yaml_notes notes = { 0 };
    struct stat status;
    struct buf file;
    int r;

    if (str_empty(config->path) || (!named && stat(path, &status) < 0)) {
        config->path = str("");
        return 0;
    }
    if ((r = settings_file_read(path, "the configuration", &file, e)) < 0)
        return r;
    r = yaml_decode(arena, &(struct yaml_source){ buf_str(&file), path, environment }, config_fields(), config, &notes,
                    e);
    buf_free(&file);
    if (r == 0 && notes.has_secret && stat(path, &status) == 0 && (status.st_mode & 077))
        str_list_add(arena, &config->warnings,
                     str_format(arena, "%s holds keys and others can read it. Run: chmod 600 %s", path, path));
    if (r == 0) {
        config->prompts = absolute(arena, environment, config->path, config->prompts);
        config->models_file = absolute(arena, environment, config->path, config->models_file);
        config->ca_file = absolute(arena, environment, config->path, config->ca_file);
        config->research.tokens.archive_dir = absolute(arena, environment, config->path,
                                                       config->research.tokens.archive_dir);
        config->home = absolute(arena, environment, config->path, config->home);
    }
    return r;
}

/* One that fathom knows, or that the configuration describes. */
static int check_default_provider(const struct config *config, struct error *e)
{
    struct str name = config->default_provider;
    const char *names[PROVIDERS_MAX + 1] = { NULL };
    size_t known = llm_provider_count();

    if (str_empty(name) || llm_provider_known(name))
        return 0;
    for (size_t i = 0; i < config->providers_n; i++)
        if (str_eq(config->providers[i].name, name))
            return 0;
    for (size_t i = 0; i < known && i < PROVIDERS_MAX; i++) {
        struct llm_provider_info info;

        llm_provider_info(NULL, i, &info);
        names[i] = info.name;
    }
    const char *nearest = word_nearest(names, name);
    return error_set(e, ERROR_MISCONFIGURED,
                     "default_provider \"%.*s\" is unknown%s%s%s. fathom providers lists them; others need an entry "
                     "in providers.",
                     STR_ARG(name), nearest ? "; did you mean \"" : "", nearest ? nearest : "", nearest ? "\"?" : "");
}

static int check(const struct config *config, struct error *e)
{
    for (size_t i = 0; i < config->providers_n; i++)
        if (str_find_char(config->providers[i].name, '/', 0) >= 0)
            return error_set(e, ERROR_MISCONFIGURED, "The provider's name \"%.*s\" must not hold a slash.",
                             STR_ARG(config->providers[i].name));
    if (!config->preserve_completed_steps)
        return error_set(e, ERROR_MISCONFIGURED,
                         "agents.planner.preserve_completed_steps: false is not supported; finished "
                         "steps are always kept. Leave the key out.");
    if (str_empty(config->home))
        return error_set(e, ERROR_MISCONFIGURED, "There is no folder for the data. Set FATHOM_HOME or HOME.");
    return check_default_provider(config, e);
}

struct str config_archive_dir(struct arena *arena, const struct config *config)
{
    struct str dir = config->research.tokens.archive_dir;

    return str_empty(dir) ? str_format(arena, "%.*s/archive", STR_ARG(config->home)) : dir;
}

/* Keys that are another way to say a setting. */
static void complete_research(struct arena *arena, struct config *config)
{
    struct run_settings *s = &config->research;
    struct str_list summarizers = { 0 };

    if (!config->enable_citations && str_empty(s->citations))
        s->citations = str("classical");
    if (str_empty(config->summarization_provider))
        return;
    str_list_add(arena, &summarizers, config->summarization_provider);
    for (size_t i = 0; i < s->tokens.summarizers.n; i++)
        if (!str_list_has(&summarizers, s->tokens.summarizers.items[i]))
            str_list_add(arena, &summarizers, s->tokens.summarizers.items[i]);
    s->tokens.summarizers = summarizers;
}

int config_load(struct arena *arena, const struct config_options *options, const struct environment *environment,
                struct config *ret, struct error *e)
{
    struct config config;
    bool named;
    int r;

    fields_init(config_fields(), &config, sizeof config);
    config.path = find_file(arena, options, environment, &named);
    if ((r = read_file(arena, &config, environment, named, e)) < 0)
        return r;
    for (size_t i = 0; i < config.providers_n; i++)
        log_secret(config.providers[i].key);
    for (size_t i = 0; i < config.engines_n; i++)
        log_secret(config.engines[i].key);
    log_secret(config.mail.password);
    log_secret(config.webhook.secret);
    if ((r = set_from_environment(arena, environment, &config, e)) < 0)
        return r;
    if (str_empty(config.home))
        config.home = xdg(arena, environment, "XDG_DATA_HOME", ".local/share");
    complete_research(arena, &config);
    if ((r = check(&config, e)) < 0)
        return r;
    *ret = config;
    return 0;
}
