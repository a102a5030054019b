/* The models that a call may be answered by, in the order in which they are asked. The list grows while the call is under
 * way: the successor of a model that is no longer served is asked next. */
#include "llm/internal.h"
#include "text/utf8.h"

static const struct llm_family *family_of(const struct llm_provider *provider, const struct model *model,
                                          const struct llm_request *request)
{
    const struct llm_family *family = str_empty(model->family) ? NULL : family_named(model->family);

    if (family)
        return family;
    if (request->web_search && provider->row->search_family && provider->family == provider->row->family)
        return provider->row->search_family;
    return provider->family;
}

bool candidates_add(struct llm_candidates *c, struct str name, struct str notice, struct error *e)
{
    const struct model *model = model_find(c->llm, c->arena, name, NULL);

    if (str_is(model->lifecycle, "retired") && !str_empty(model->successor)) {
        const struct model *successor = model_find(c->llm, c->arena, model->successor, NULL);

        notice = str_format(c->arena, "%.*s was shut down; %.*s answered", STR_ARG(model->id),
                            STR_ARG(successor->name));
        model = successor;
    }
    const struct llm_provider *provider = provider_find(c->llm, model->provider);
    if (!provider) {
        provider_unknown(c->llm, c->arena, model->provider, e);
        return false;
    }
    if (provider_check(provider, e) < 0 || c->n == CANDIDATES_MAX)
        return false;
    for (size_t i = 0; i < c->n; i++)
        if (str_eq(c->items[i].model->name, model->name))
            return true;
    c->items[c->n++] = (struct llm_candidate){
        .model = model, .provider = provider, .family = family_of(provider, model, c->request), .notice = notice
    };
    return true;
}

struct llm_candidate *candidates_current(struct llm_candidates *c) { return &c->items[c->at]; }

bool candidates_choose(struct llm_candidates *c, struct str name)
{
    for (size_t i = 0; i < c->n; i++)
        if (str_eq(c->items[i].model->name, name)) {
            c->at = i;
            return true;
        }
    return false;
}

/* The successor of the current one goes before the rest of the list. */
static void add_successor(struct llm_candidates *c)
{
    const struct model *model = candidates_current(c)->model;
    struct error ignored;
    size_t n = c->n, next = c->at + 1;

    if (!candidates_add(c, model->successor,
                        str_format(c->arena, "%.*s is no longer served; its successor answered", STR_ARG(model->name)),
                        &ignored) ||
        c->n == n)
        return;
    struct llm_candidate successor = c->items[n];
    memmove(&c->items[next + 1], &c->items[next], (n - next) * sizeof *c->items);
    c->items[next] = successor;
}

bool candidates_next(struct llm_candidates *c, const struct error *e)
{
    const struct llm_provider *provider = candidates_current(c)->provider;
    bool whole_provider = e->code == ERROR_AUTH || e->code == ERROR_QUOTA || e->code == ERROR_UNAVAILABLE ||
                          e->code == ERROR_MISCONFIGURED;

    if (e->code == ERROR_MODEL && !str_empty(candidates_current(c)->model->successor))
        add_successor(c);
    do
        c->at++;
    while (c->at < c->n && whole_provider && candidates_current(c)->provider == provider);
    return c->at < c->n;
}

bool candidates_elsewhere(const struct llm_candidates *c)
{
    for (size_t i = c->at + 1; i < c->n; i++)
        if (c->items[i].provider != c->items[c->at].provider)
            return true;
    return false;
}

void candidates_failed(struct llm_candidates *c, const struct error *e)
{
    candidates_current(c)->failure = arena_copy(c->arena, e, sizeof *e);
}

struct error candidates_failure(const struct llm_candidates *c, size_t last)
{
    const struct error *why = c->items[last].failure;
    struct error error = *why;

    error.retry = false;
    if (last == 0)
        return error;
    struct str text = str("");
    bool refused = false;
    for (size_t i = 0; i <= last; i++) {
        if (!c->items[i].failure)
            continue;
        refused = refused || c->items[i].failure->code == ERROR_REFUSED;
        struct str one = utf8_cut_bytes(str(c->items[i].failure->message), sizeof error.message / (last + 1));
        text = str_format(c->arena, "%.*s%s%.*s", STR_ARG(text), text.len ? "; " : "", STR_ARG(one));
    }
    error_set(&error, refused && why->code != ERROR_CONTEXT ? ERROR_REFUSED : why->code, "no model answered: %.*s",
              STR_ARG(text));
    error.status = why->status;
    return error;
}

_Atomic unsigned *candidates_refusals(struct llm_candidates *c)
{
    const struct model *model = candidates_current(c)->model;

    if (model < c->llm->models || model >= c->llm->models + c->llm->models_n)
        return NULL;
    return &c->llm->left_out[model - c->llm->models];
}
