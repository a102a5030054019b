#include "roles/panel_synthesis.h"

#include "roles/role.h"
#include "roles/unfit.h"

static const struct role role = { "panel_synthesis",  TIER_COMPLEX,       NULL,         .temperature = 0.4,
                                  .max_tokens = 6000, .unfit = UNFIT_ANY, .alone = true };

struct synthesising {
    struct branch *branch;
    const struct panel_synthesis_input *input;
    struct llm_answer *ret;
};

static int write_it(void *context, struct path path, int percent, struct error *e)
{
    const struct synthesising *s = context;
    const struct panel_synthesis_input *input = s->input;
    struct arena *scratch = arena_new();
    const struct template_value values[] = {
        { "question", branch_settings(s->branch)->query },
        { "models", str_join(scratch, input->names->items, input->names->n, ", ") },
        { "weak", input->weak->n ? str_join(scratch, input->weak->items, input->weak->n, ", ") : str("") },
        { "given", str(input->given ? "yes" : "") },
        { "earlier", str(input->earlier ? "yes" : "") },
        { "sources", role_passages(scratch, input->spans, input->spans_n, percent) },
        INPUT(conflicts),
        INPUT(clashes),
        INPUT(draft),
        { "first", str(input->draft.len ? "" : "yes") },
        INPUT(faults),
        { "language", role_language(s->branch, scratch, "the language of the prompt") },
        { "boundary", branch_boundary(s->branch) },
        { NULL },
    };
    int r = role_write(s->branch, path, &role, values, s->ret, e);

    arena_free(scratch);
    return r;
}

int role_panel_synthesis(struct branch *branch, struct path path, const struct panel_synthesis_input *input,
                         struct llm_answer *ret, struct error *e)
{
    int r = role_shrink(branch, path, write_it, &(struct synthesising){ branch, input, ret }, e);

    if (r == 0 && str_empty(str_trim(ret->text)))
        return error_set(e, ERROR_UPSTREAM, "the model wrote an empty synthesis");
    return r;
}
