/* Reads what is embedded and what the user has put in its place. */
#include "service/tables.h"

#include "base/asset.h"
#include "base/file.h"
#include "llm/models.h"
#include "text/json.h"

enum { PROMPT_BYTES = 1 << 20, MODELS_BYTES = 8 << 20 };

static struct str prompt_name(struct str path)
{
    size_t start = path.len, end = path.len;

    while (start > 0 && path.data[start - 1] != '/')
        start--;
    if (str_ends(path, ".md"))
        end -= 3;
    return str_sub(path, start, end);
}

/* A file of the user's own beats the embedded one. */
static int read_prompt(struct arena *arena, struct str dir, const char *asset, struct str name, struct str *ret,
                       struct error *e)
{
    struct buf file;
    struct str path = str_format(arena, "%.*s/%.*s.md", STR_ARG(dir), STR_ARG(name));
    int r;

    if (str_empty(dir) || !file_exists(path.data)) {
        asset_find(asset, ret);
        return 0;
    }
    buf_init(&file, PROMPT_BYTES);
    r = file_read(path.data, &file, e);
    if (r == 0)
        *ret = buf_take(&file, arena);
    buf_free(&file);
    return r;
}

static int add_prompts(const struct config *config, struct arena *arena, json_t *prompts, struct error *e)
{
    struct str dir = config->prompts;

    if (!str_empty(dir) && !file_exists(str_z(arena, dir)))
        return error_set(e, ERROR_MISCONFIGURED, "prompts: there is no folder %.*s.", STR_ARG(dir));
    for (size_t i = 0; i < asset_count(); i++) {
        struct str path = str(asset_path(i)), text;

        if (!str_starts(path, "prompts/"))
            continue;
        int r = read_prompt(arena, dir, asset_path(i), prompt_name(path), &text, e);
        if (r < 0)
            return r;
        json_object_set_new(prompts, str_z(arena, prompt_name(path)), json_new_str(text));
    }
    return 0;
}

/* The user's own models go behind the others: later ones win. */
static int add_own(const char *path, json_t *rows, struct error *e)
{
    json_t *own = NULL;
    struct buf file;

    buf_init(&file, MODELS_BYTES);
    int r = file_read(path, &file, e);
    if (r == 0)
        r = json_parse(buf_str(&file), &own, e);
    buf_free(&file);
    if (r == 0 && !json_is_array(json_object_get(own, "models")))
        r = error_set(e, ERROR_MISCONFIGURED, "it must be an object with a list \"models\"");
    if (r == 0)
        json_array_extend(rows, json_object_get(own, "models"));
    json_decref(own);
    if (r < 0 && e)
        e->code = ERROR_MISCONFIGURED;
    return r < 0 ? error_wrap(e, "models_file %s", path) : 0;
}

/* The rows of the embedded table are shared, the list of them is this tree's. */
static int add_models(const struct config *config, struct servers *servers, struct arena *arena, json_t *tables,
                      struct error *e)
{
    const char *path = str_z(arena, config->models_file);
    json_t *models = json_copy((json_t *) models_embedded());
    json_t *rows = json_copy(json_object_get(models, "models"));
    int r = path[0] ? add_own(path, rows, e) : 0;

    if (r == 0)
        servers_add(servers, rows);
    json_object_set_new(models, "models", rows);
    json_object_set_new(tables, "models", models);
    return r;
}

int tables_now(const struct config *config, struct servers *servers, struct arena *arena, json_t **ret, struct error *e)
{
    json_t *tables = json_object(), *prompts = json_object();
    int r = add_models(config, servers, arena, tables, e);

    json_object_set_new(tables, "prompts", prompts);
    if (r == 0)
        r = add_prompts(config, arena, prompts, e);
    if (r < 0)
        json_decref(tables);
    else
        *ret = tables;
    return r;
}

const struct prompts *tables_prompts(struct arena *arena, const json_t *tables)
{
    json_t *prompts = json_object_get(tables, "prompts"), *item;
    struct prompts *all = arena_alloc(arena, sizeof *all);
    struct prompt *items = arena_calloc(arena, json_object_size(prompts) + 1, sizeof *items);
    const char *name;

    json_object_foreach (prompts, name, item)
        items[all->n++] = (struct prompt){ str_dup(arena, str(name)),
                                           str_dup(arena, str_n(json_string_value(item), json_string_length(item))) };
    all->items = items;
    return all;
}
