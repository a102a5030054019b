#include "roles/supervise.h"

#include "roles/role.h"

const char *const supervisor_action_words[] = { "proceed", "retry", "iterate", "complete", NULL };

static const struct field assessment_fields[] = {
    FIELD_DOUBLE(struct quality_assessment, score, .min = 1, .max = 10, .help = "1 to 10"),
    FIELD_STRS(struct quality_assessment, strengths, .max = 10, .help = "what is good"),
    FIELD_STRS(struct quality_assessment, weaknesses, .max = 10, .help = "what is not"), FIELD_END
};
const struct field supervisor_decision_fields[] = {
    FIELD_ENUM(struct supervisor_decision, action, supervisor_action_words, .required = true, .help = "how it goes on"),
    FIELD_STR(struct supervisor_decision, rationale, .max = 1500, .help = "why"),
    FIELD_OBJECT(struct supervisor_decision, quality_assessment, assessment_fields, .help = "how good the phase was"),
    FIELD_STR(struct supervisor_decision, guidance, .max = 2000, .help = "what the next phase should mind, or empty"),
    FIELD_END
};

static const struct role role = { "supervise", TIER_ANALYTICAL, supervisor_decision_fields, .temperature = 0.2,
                                  .max_tokens = 1000 };

void supervise_by_gate(const struct supervise_input *input, struct supervisor_decision *ret)
{
    *ret = (struct supervisor_decision){
        .action = input->gate_valid || !input->gate_mendable ? SUPERVISE_PROCEED : SUPERVISE_RETRY,
        .rationale = input->gate_valid ? str("the gate's rules are met") : input->issues,
        .quality_assessment = { .score = input->gate_score < 10 ? 1 : (double) input->gate_score / 10 },
    };
}

int role_supervise(struct branch *branch, struct path path, const struct supervise_input *input,
                   struct supervisor_decision *ret, struct error *e)
{
    supervise_by_gate(input, ret);
    if (role_extractive(branch))
        return 0;
    const struct template_value values[] = {
        INPUT(question), INPUT(phase),  INPUT(reflection),
        INPUT(state),    INPUT(issues), { "boundary", branch_boundary(branch) },
        { NULL },
    };
    struct supervisor_decision answer = { .quality_assessment = ret->quality_assessment };
    int r = role_ask(branch, path, &role, values, &answer, e);
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET || r == -ERROR_FINISH) {
        if (r == -ERROR_PARSE)
            branch_warn(branch, "A decision by the supervising model %s, so the gate's rules decided.",
                        role_unused(branch, e));
        else if (r == -ERROR_BUDGET)
            branch_skip(branch, "A phase was judged by rules alone: the budget did not allow the call.");
        return 0;
    }
    if (r == 0)
        *ret = answer;
    return r;
}
