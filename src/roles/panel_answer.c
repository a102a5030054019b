#include "roles/panel_answer.h"

#include <math.h>

#include "llm/models.h"
#include "roles/role.h"

enum { ANSWER_TOKENS = 8000, ANSWER_LEAST = 1000, BACKGROUND_MS = 30 * 60 * 1000 };

static const struct role role = { "panel_answer", TIER_COMPLEX, NULL };

static struct str yes(bool holds) { return str(holds ? "yes" : ""); }

int role_panel_prompt(struct branch *branch, struct arena *arena, const struct panel_answer_input *input,
                      struct panel_prompt *ret, struct error *e)
{
    static const struct panel_context unknown = { .mode = PANEL_STANDARD, .answer_style = PANEL_BALANCED };
    const struct panel_context *c = input->context ? input->context : &unknown;
    bool range = c->time_scope == PANEL_RANGE;
    const struct template_value values[] = {
        { "question", branch_settings(branch)->query },
        { "history", branch_settings(branch)->history },
        INPUT(contexts),
        INPUT(earlier),
        { "language", branch_settings(branch)->language.len ? str("") : c->language },
        { "quick", yes(c->mode == PANEL_QUICK_ANSWER || c->answer_style == PANEL_BRIEF) },
        { "detailed", yes(c->mode == PANEL_DEEP_DIVE || c->answer_style == PANEL_DETAILED) },
        { "recent", yes(c->time_scope == PANEL_RECENT) },
        { "range", range ? str_format(arena, "%.*s to %.*s", STR_ARG(c->time_from), STR_ARG(c->time_to)) : str("") },
        { "country", c->locale_scope ? c->country : str("") },
        { "plan", c->research_plan.n ? str_join(arena, c->research_plan.items, c->research_plan.n, "; ") : str("") },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };

    return role_messages(branch, arena, &role, values, ret->messages, e);
}

void role_panel_request(struct branch *branch, struct arena *arena, struct panel_prompt *prompt,
                        const struct str_list *model, struct request *ret)
{
    const struct llm *llm = branch_tools(branch)->llm;
    const struct model *known = model_find(llm, arena, model->items[0], NULL);
    struct llm_request *request = arena_alloc(arena, sizeof *request);

    if (str_is(known->lifecycle, "retired") && !str_empty(known->successor))
        known = model_find(llm, arena, known->successor, NULL);
    *request = (struct llm_request){ .role = str(role.name),
                                     .tier = role.tier,
                                     .messages = prompt->messages,
                                     .messages_n = 2,
                                     .temperature = NAN,
                                     .top_p = NAN,
                                     .frequency_penalty = NAN,
                                     .presence_penalty = NAN,
                                     .max_tokens = ANSWER_TOKENS,
                                     .least_tokens = ANSWER_LEAST,
                                     .web_search = model_can(known, "web_search"),
                                     .models = model };
    llm_request(llm, arena, request, ret);
    if (model_can(known, "background"))
        ret->timeout_ms = BACKGROUND_MS;
}
