#include "roles/reflect_step.h"

#include "roles/role.h"

const char *const reflection_words[] = { "CONTINUE", "ADJUST", "COMPLETE", NULL };

static const struct field reflection_fields[] = {
    FIELD_ENUM(struct reflection_result, decision, reflection_words, .required = true, .help = "how it goes on"),
    FIELD_STR(struct reflection_result, reasoning, .max = 1000, .help = "why"),
    FIELD_STRS(struct reflection_result, suggested_changes, .max = 10, .help = "what to look at instead, for ADJUST"),
    FIELD_END
};

static const struct role role = { "reflect_step", TIER_SIMPLE, reflection_fields, .temperature = 0.2,
                                  .max_tokens = 600 };

int role_reflect_step(struct branch *branch, struct path path, const struct reflect_input *input,
                      struct reflection_result *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);

    *ret = (struct reflection_result){ .decision = REFLECT_CONTINUE };
    /* With no model the plan is carried out as it stands. */
    if (role_extractive(branch)) {
        ret->reasoning = str("the plan is carried out as it stands");
        return 0;
    }
    const struct template_value values[] = {
        INPUT(question),
        INPUT(plan),
        INPUT(observations),
        INPUT(sources),
        { "count", str_format(arena, "%zu", input->sources_n) },
        { "done", str_format(arena, "%zu", input->done) },
        { "least", str_format(arena, "%zu", input->least) },
        { "fixed", str(input->fixed ? "yes" : "") },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == -ERROR_PARSE) {
        branch_warn(branch, "A decision by the model %s, so the plan went on.", role_unused(branch, e));
        *ret = (struct reflection_result){ .decision = REFLECT_CONTINUE,
                                           .reasoning = str_format(arena, "the model's decision %s",
                                                                   role_unused(branch, e)) };
        return 0;
    }
    return r;
}
