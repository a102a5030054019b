/* Commands of drafts and panels: what they print, and which of them follow a run. */
#include "doors/cli/cli.h"
#include "service/panel.h"

void print_draft(struct cli *cli, const struct draft_out *out)
{
    for (size_t i = 0; i < out->warnings.n; i++)
        cli_warn(cli, "%.*s", STR_ARG(out->warnings.items[i]));
    fprintf(cli->out, "%.*s  draft  %.*s\n", STR_ARG(out->id),
            STR_ARG(out->selected_models.n
                        ? str_join(cli->arena, out->selected_models.items, out->selected_models.n, ", ")
                        : str("no models yet")));
    cli_say(cli, "To start it: fathom approve %.*s", STR_ARG(out->id));
}

void print_quality(struct cli *cli, const struct validate_input_out *out)
{
    static const char *const words[] = { "invalid", "weak", "good" };

    fprintf(cli->out, "%s: %.*s\n", words[out->quality], STR_ARG(out->reason));
    if (out->improved_prompt.len)
        fprintf(cli->out, "\n%.*s\n", STR_ARG(out->improved_prompt));
}

int command_draft(struct cli *cli, const void *in_)
{
    struct draft_in in = *(const struct draft_in *) in_;
    struct error e;

    if (research_contexts(cli, &in.research, &in.research, &e) < 0)
        return cli_fail(cli, &e);
    /* On the command line the prompt is the user's own text, so it may name the models. */
    if (str_empty(in.original_message))
        in.original_message = in.research.settings.query;
    return command_print(cli, &in);
}

int command_edit(struct cli *cli, const void *in_)
{
    struct edit_in in = *(const struct edit_in *) in_;
    struct error e;

    if (research_contexts(cli, &in.research, &in.research, &e) < 0)
        return cli_fail(cli, &e);
    return command_print(cli, &in);
}

int command_approve(struct cli *cli, const void *in)
{
    return follow_after(cli, &operation_approve, ((const struct run_ref_in *) in)->id, in);
}

int command_confirm(struct cli *cli, const void *in)
{
    return follow_after(cli, &operation_confirm, ((const struct confirm_in *) in)->id, in);
}

int command_retry(struct cli *cli, const void *in)
{
    return follow_after(cli, &operation_retry, ((const struct run_ref_in *) in)->id, in);
}

int command_enhance(struct cli *cli, const void *in_)
{
    struct enhance_in in = *(const struct enhance_in *) in_;
    struct research_in with = { 0 };
    struct error e;

    if (research_contexts(cli, &with, &with, &e) < 0)
        return cli_fail(cli, &e);
    in.additional_contexts = with.contexts;
    in.additional_contexts_n = with.contexts_n;
    return follow_after(cli, &operation_enhance, str(""), &in);
}

int command_rewrite(struct cli *cli, const void *in) { return follow_after(cli, &operation_rewrite, str(""), in); }
