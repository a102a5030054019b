#include "roles/panel_synthesis.h"

#include "base/buf.h"
#include "roles/role.h"

enum { PROMPT_MAX_BYTES = 4 << 20 };

static const struct role role = { "panel_synthesis", TIER_COMPLEX, NULL, .temperature = 0.4, .max_tokens = 6000 };

struct synthesising {
    struct branch *branch;
    const struct panel_synthesis_input *input;
    struct llm_answer *ret;
};

/* Of a prompt that is too long the last passages go. */
static struct str spans_text(struct arena *arena, const struct panel_synthesis_input *input, int percent)
{
    size_t n = (input->spans_n * (size_t) percent + 99) / 100;
    struct buf text;

    buf_init(&text, PROMPT_MAX_BYTES);
    for (size_t i = 0; i < n; i++)
        if (buf_format(&text, "%.*s\n", STR_ARG(input->spans[i])) < 0)
            break;
    return buf_take(&text, arena);
}

static int write_it(void *context, struct path path, int percent, struct error *e)
{
    const struct synthesising *s = context;
    const struct panel_synthesis_input *input = s->input;
    struct arena *scratch = arena_new();
    struct str language = branch_settings(s->branch)->language;
    const struct template_value values[] = {
        { "question", branch_settings(s->branch)->query },
        { "models", str_join(scratch, input->names->items, input->names->n, ", ") },
        { "weak", input->weak->n ? str_join(scratch, input->weak->items, input->weak->n, ", ") : str("") },
        { "given", str(input->given ? "yes" : "") },
        { "sources", spans_text(scratch, input, percent) },
        { "conflicts", input->conflicts },
        { "draft", input->draft },
        { "first", str(input->draft.len ? "" : "yes") },
        { "faults", input->faults },
        { "language", language.len ? str_format(scratch, "the language \"%.*s\"", STR_ARG(language))
                                   : str("the language of the prompt") },
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
