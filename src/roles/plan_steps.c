#include "roles/plan_steps.h"

#include "extractive/extractive.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "text/plain.h"

const char *const step_type_words[] = { "research", "analysis", NULL };

static const struct field step_fields[] = {
    FIELD_STR(struct planned_step, title, .required = true, .min = 2, .max = 200, .help = "short name"),
    FIELD_STR(struct planned_step, description, .max = 1000, .help = "what to find out"),
    FIELD_ENUM(struct planned_step, step_type, step_type_words, .help = "look up, or think over"),
    FIELD_BOOL(struct planned_step, needs_search, .help = "whether to search"),
    FIELD_BOOL(struct planned_step, independent, .help = "needs nothing from earlier steps"),
    FIELD_END
};

static const struct field plan_fields[] = {
    FIELD_STR(struct step_plan, title, .max = 200, .help = "what the plan is about"),
    FIELD_STR(struct step_plan, thought, .max = 2000, .help = "why this plan"),
    FIELD_BOOL(struct step_plan, has_enough_context, .help = "what is known answers the question"),
    FIELD_LIST(struct step_plan, steps, n, struct planned_step, step_fields, .max = 20, .help = "new steps, in order"),
    FIELD_END
};

static const struct role role = { "plan_steps", TIER_ANALYTICAL, plan_fields, .temperature = 0.4, .max_tokens = 2000 };

/* With no model: the question, then its aspects; all independent of one another. */
static void extractive(struct branch *branch, const struct plan_input *input, size_t most, struct step_plan *ret)
{
    struct arena *arena = branch_arena(branch);
    struct extract_query queries[20];
    size_t n = extract_queries(arena, role_question(branch, arena, input->question), most < 20 ? most : 20, queries);

    *ret = (struct step_plan){ .title = input->question, .thought = str("one step for each aspect of the question") };
    ret->steps = arena_calloc(arena, n, sizeof *ret->steps);
    for (size_t i = 0; i < n; i++)
        ret->steps[ret->n++] = (struct planned_step){
            .title = queries[i].query,
            .description = queries[i].why,
            .needs_search = true,
            .independent = true,
        };
}

/* Do the titles count on from that of the first step: "1. Costs", "2. Risks"? One alone may be a name ("1. FC Köln"). */
static bool titles_count(const struct step_plan *plan)
{
    size_t first = 0, number;

    for (size_t i = 0; i < plan->n; i++) {
        text_behind_number(plan->steps[i].title, &number);
        first = i ? first : number;
        if (number == 0 || number != first + i)
            return false;
    }
    return plan->n > 1;
}

/* Titles are searched for and shown: without Markdown, and without what only counts the steps. */
static void make_plain(struct arena *arena, struct step_plan *plan)
{
    plan->title = text_plain(arena, plan->title);
    plan->thought = text_plain(arena, plan->thought);
    for (size_t i = 0; i < plan->n; i++) {
        struct planned_step *step = &plan->steps[i];
        struct str title = text_plain(arena, step->title);

        step->title = title.len ? title : step->title;
        step->description = text_plain(arena, step->description);
    }
    for (size_t i = 0, number, counted = titles_count(plan); i < plan->n; i++)
        if (counted || str_starts_nocase(plan->steps[i].title, "step "))
            plan->steps[i].title = text_behind_number(plan->steps[i].title, &number);
}

int role_plan_steps(struct branch *branch, struct path path, const struct plan_input *input, struct step_plan *ret,
                    struct error *e)
{
    struct arena *arena = branch_arena(branch);

    if (role_extractive(branch)) {
        extractive(branch, input, input->least > 1 ? input->least : input->most < 3 ? input->most : 3, ret);
        return 0;
    }
    const struct template_value values[] = {
        { "least", str_format(arena, "%zu", input->least) },
        { "most", str_format(arena, "%zu", input->most) },
        INPUT(question),
        INPUT(history),
        INPUT(background),
        INPUT(finished),
        INPUT(feedback),
        INPUT(before),
        INPUT(note),
        { NULL },
    };
    *ret = (struct step_plan){ 0 };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == 0)
        make_plain(arena, ret);
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET) {
        branch_warn(branch, "The model's plan %s; the question itself became the plan.",
                    r == -ERROR_PARSE ? role_unused(branch, e) : "could not be paid for");
        extractive(branch, input, 1, ret);
        for (size_t i = 0; i < ret->n; i++)
            ret->steps[i].unplanned = true;
        return 0;
    }
    if (r == 0 && ret->n > input->most)
        ret->n = input->most;
    if (r == 0 && ret->n == 0 && input->due) {
        struct step_plan own;

        branch_warn(branch, "The model planned no steps; they were planned without it.");
        extractive(branch, input, input->most, &own);
        ret->steps = own.steps;
        for (size_t i = 0; i < own.n && ret->n < input->least; i++)
            if (!str_contains_nocase(input->finished, str_z(arena, own.steps[i].title)))
                ret->steps[ret->n++] = own.steps[i];
    }
    for (size_t i = 0; r == 0 && i < ret->n; i++)
        if (ret->steps[i].step_type == STEP_RESEARCH)
            ret->steps[i].needs_search = true;
    return r;
}
