/* What a panel needs before it is made: models of different providers, each with its key, and somebody who writes. */
#include <stdio.h>

#include "base/hash.h"
#include "llm/models.h"
#include "workflows/panel.h"

enum { PATH_NAME_MAX = 56 };

/* The model as the table has it, its successor where it was shut down. */
static const struct model *served(const struct llm *llm, struct arena *arena, struct str name)
{
    const struct model *model = model_find(llm, arena, name, NULL);

    if (str_is(model->lifecycle, "retired") && !str_empty(model->successor))
        model = model_find(llm, arena, model->successor, NULL);
    return model;
}

int panel_check_models(struct arena *arena, const struct llm *llm, const struct str_list *models, struct error *e)
{
    if (models->n > PANEL_MODELS_MAX)
        return error_set(e, ERROR_INVALID, "A panel has at most %d models.", PANEL_MODELS_MAX),
               error_about(e, "models");
    for (size_t i = 0; i < models->n; i++) {
        const struct model *model = served(llm, arena, models->items[i]);

        if (str_empty(model->provider))
            return error_set(e, ERROR_INVALID, "There is no model \"%.*s\"; write provider/model.",
                             STR_ARG(models->items[i])),
                   error_about(e, "models");
        for (size_t k = 0; k < i; k++)
            if (str_eq(model->provider, served(llm, arena, models->items[k])->provider))
                return error_set(e, ERROR_INVALID,
                                 "%.*s and %.*s are both of %.*s: a panel has one model of each provider.",
                                 STR_ARG(models->items[k]), STR_ARG(models->items[i]), STR_ARG(model->provider)),
                       error_about(e, "models");
    }
    return 0;
}

/* The first model that could write of each provider with a key, for a message. */
static struct str suggestion(struct arena *arena, const struct llm *llm)
{
    const struct str_list *models = llm_tier_models(llm, TIER_COMPLEX);
    struct str_list seen = { 0 }, names = { 0 };

    for (size_t i = 0; i < models->n; i++) {
        const struct model *model = model_find(llm, arena, models->items[i], NULL);

        if (str_list_has(&seen, model->provider))
            continue;
        str_list_add(arena, &seen, model->provider);
        str_list_add(arena, &names, model->name);
    }
    return names.n ? str_join(arena, names.items, names.n, ",") : str("openai/gpt-5.2,anthropic/claude-opus-5-5");
}

/* `field` is the argument that names it. */
static int check_one(struct arena *arena, const struct llm *llm, struct str model, const char *field,
                     struct run_settings *s, struct error *e)
{
    struct str notice = { 0 };
    int r = llm_check_model(llm, arena, model, &notice, e);

    if (r == 0 && !str_empty(notice) && !str_list_has(&s->notices, notice))
        str_list_add(arena, &s->notices, notice);
    if (r < 0)
        error_about(e, field);
    return r;
}

int panel_settle(struct arena *arena, const struct llm *llm, struct run_settings *s, struct error *e)
{
    if (s->selected_models.n == 0)
        s->selected_models = s->models;
    if (s->extractive || !llm_available(llm))
        return error_set(e, ERROR_MISCONFIGURED,
                         "The workflow panel asks models, and none is configured. Set the key of a provider "
                         "(OPENAI_API_KEY, ANTHROPIC_API_KEY, GEMINI_API_KEY …) and name models of several providers.");
    if (s->selected_models.n == 0 && s->contexts_n == 0)
        return error_set(e, ERROR_INVALID,
                         "A panel needs at least one model or one text. Name the models that should answer: %.*s",
                         STR_ARG(suggestion(arena, llm))),
               error_about(e, "models");
    int r = panel_check_models(arena, llm, &s->selected_models, e);
    for (size_t i = 0; r == 0 && i < s->selected_models.n; i++)
        r = check_one(arena, llm, s->selected_models.items[i], "models", s, e);
    if (r == 0 && str_empty(s->synthesis_model)) {
        const struct str_list *complex = llm_tier_models(llm, TIER_COMPLEX);

        s->synthesis_model = s->selected_models.n ? s->selected_models.items[0] : complex->items[0];
    }
    if (r == 0)
        r = check_one(arena, llm, s->synthesis_model, "synthesisModel", s, e);
    if (r < 0)
        return r;
    /* Whoever writes also does the small jobs around it. */
    s->models = (struct str_list){ 0 };
    str_list_add(arena, &s->models, s->synthesis_model);
    return 0;
}

struct path panel_answer_path(struct str model, size_t round)
{
    char name[PATH_NAME_MAX + 16], hex[HASH_HEX_SIZE];
    size_t n = 0;

    for (; n < model.len && n < PATH_NAME_MAX; n++)
        name[n] = model.data[n] == '/' || model.data[n] == '@' ? ':' : model.data[n];
    name[n] = '\0';
    if (model.len > PATH_NAME_MAX) {
        hash_hex(hash_of(model), hex);
        snprintf(name + n, sizeof name - n, "~%.12s", hex);
    }
    return path_index(path_add(path_add(path_root(), "answer"), name), round);
}

struct str panel_given_id(struct arena *arena, const struct context_file *file)
{
    return file->id.len ? file->id : str_format(arena, "ctx-%.12s", str_z(arena, file->hash));
}
