#include "roles/decide.h"

#include "roles/role.h"

const char *const decide_words[] = { "search", "generate_subqueries", "research_complete", NULL };

static const struct field decision_fields[] = {
    FIELD_ENUM(struct decision, action, decide_words, .required = true, .help = "what happens next"),
    FIELD_STR(struct decision, query, .max = 300, .help = "the exact query when the action is search"),
    FIELD_STR(struct decision, rationale, .max = 1000, .help = "why"), FIELD_END
};

static const struct role role = { "decide", TIER_ANALYTICAL, decision_fields, .temperature = 0.2, .max_tokens = 500 };

int role_decide(struct branch *branch, struct path path, const struct decide_input *input, struct decision *ret,
                struct error *e)
{
    struct arena *arena = branch_arena(branch);

    *ret = (struct decision){ 0 };
    /* With no model there is nothing to gain by asking again: the extractive
     * queries already cover every aspect of the question. */
    if (role_extractive(branch)) {
        *ret = (struct decision){ .action = DECIDE_COMPLETE,
                                  .rationale = str("every aspect of the question was searched") };
        return 0;
    }
    const struct template_value values[] = {
        INPUT(question),
        { "history", branch_settings(branch)->history },
        { "done", str_join(arena, input->done->items, input->done->n, "\n") },
        { "results", input->results.len ? input->results : str("Nothing was found yet.") },
        INPUT(repeated),
        { "rounds", str_format(arena, "%zu", input->rounds_left) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == 0 && ret->action == DECIDE_SEARCH && str_trim(ret->query).len == 0)
        r = error_set(e, ERROR_PARSE, "the action search came without a query");
    return r;
}
