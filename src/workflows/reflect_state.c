/* Where a research by steps stands, as JSON: the plan, its steps with what they observed, and what was decided after them. */
#include "text/json.h"
#include "workflows/reflect.h"

struct plan_view {
    struct str id, title, thought;
    bool has_enough_context;
    int64_t iteration;
};
static const struct field plan_view_fields[] = {
    FIELDS(STR, struct plan_view, id, title, thought),
    FIELD_BOOL(struct plan_view, has_enough_context),
    FIELD_INT(struct plan_view, iteration),
    FIELD_END,
};

struct step_view {
    struct str id, title, description, step_type, status, observation;
    bool needs_search;
    struct str_list source_ids;
};
static const struct field step_view_fields[] = {
    FIELDS(STR, struct step_view, id, title, description, step_type, status),
    FIELD_BOOL(struct step_view, needs_search),
    FIELD_STR(struct step_view, observation, .nullable = true),
    FIELD_STRS(struct step_view, source_ids),
    FIELD_END,
};

static const struct field reflection_fields[] = {
    FIELDS(STR, struct reflect_decision, decision, reasoning),
    FIELD_STRS(struct reflect_decision, suggested_changes),
    FIELD_STR(struct reflect_decision, instead, .sparse = true),
    FIELD_INT(struct reflect_decision, after_steps),
    FIELD_END,
};

struct view {
    struct str query, mode, depth, status;
    struct plan_view plan;
    struct step_view *steps;
    size_t steps_n;
    struct reflect_decision *reflections;
    size_t reflections_n;
    int64_t source_count;
};
static const struct field view_fields[] = {
    FIELDS(STR, struct view, query, mode, depth, status),
    FIELD_OBJECT(struct view, plan, plan_view_fields),
    FIELD_LIST(struct view, steps, steps_n, struct step_view, step_view_fields),
    FIELD_LIST(struct view, reflections, reflections_n, struct reflect_decision, reflection_fields),
    FIELD_INT(struct view, source_count),
    FIELD_END,
};

static struct step_view step_view(const struct reflect *x, struct arena *arena, const struct step *step)
{
    struct step_view view = {
        .id = step->id,
        .title = step->plan.title,
        .description = step->plan.description,
        .step_type = str(step_type_words[step->plan.step_type]),
        .status = str(step_status_words[step->status]),
        .needs_search = step->plan.needs_search,
        .observation = step->observation,
    };

    for (size_t i = 0; i < step->sources_n; i++)
        str_list_add(arena, &view.source_ids, x->sources.items[step->sources[i]].id);
    return view;
}

struct str reflect_state_text(const struct reflect *x, struct arena *arena, const char *status)
{
    struct view view = {
        .query = branch_settings(x->branch)->query,
        .mode = x->mode,
        .depth = str(depth_words[x->depth]),
        .status = str(status),
        .plan = { x->plan_id, x->plan_title, x->plan_thought, x->plan_enough, (int64_t) x->plans },
        .steps = arena_calloc(arena, x->n + 1, sizeof *view.steps),
        .steps_n = x->n,
        .reflections = (struct reflect_decision *) x->decisions,
        .reflections_n = x->decisions_n,
        .source_count = (int64_t) x->sources.n,
    };

    for (size_t i = 0; i < x->n; i++)
        view.steps[i] = step_view(x, arena, &x->steps[i]);
    return json_encode_text(arena, view_fields, &view);
}

void reflect_save(struct reflect *x)
{
    struct arena *scratch = arena_new();

    branch_set_state(x->branch, reflect_state_text(x, scratch, "in_progress"));
    arena_free(scratch);
}
