/* Users, tokens, the audit log, and the timeline of a run, for a person to read. */
#include "doors/cli/cli.h"
#include "service/effects.h"
#include "service/history.h"
#include "service/marks.h"
#include "service/rewrite.h"
#include "service/source.h"
#include "service/users.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

static struct str of_limit(struct cli *cli, double used, double limit)
{
    return limit > 0 ? str_format(cli->arena, "%.4g of %.4g", used, limit) : str_format(cli->arena, "%.4g", used);
}

void print_users(struct cli *cli, const void *result)
{
    const struct users_out *out = result;

    if (out->users_n == 0)
        cli_say(cli, "There are no users: the server is open to this machine alone. Add one: fathom users add NAME");
    for (size_t i = 0; i < out->users_n; i++) {
        const struct user_view *u = &out->users[i];

        fprintf(cli->out, "%-16.*s %-6.*s %.*s; today: runs %.*s, tokens %.*s, dollars %.*s\n", STR_ARG(u->name),
                STR_ARG(u->role), STR_ARG(text_counted(cli->arena, u->tokens, "token", "tokens")),
                STR_ARG(of_limit(cli, (double) u->runs_today, (double) u->runs_per_day)),
                STR_ARG(of_limit(cli, (double) u->tokens_today, (double) u->tokens_per_day)),
                STR_ARG(of_limit(cli, u->usd_today, u->usd_per_day)));
    }
}

void print_user_token(struct cli *cli, const void *result)
{
    const struct token_out *out = result;

    if (!str_empty(out->token)) {
        fprintf(cli->out, "%.*s\n", STR_ARG(out->token));
        cli_say(cli, "This token opens for %.*s. It is not stored and not shown again.", STR_ARG(out->name));
        return;
    }
    cli_say(cli, "The token is taken back; %.*s has %.*s.", STR_ARG(out->name),
            STR_ARG(text_counted(cli->arena, (int64_t) out->tokens_n, "token", "tokens")));
}

void print_audit(struct cli *cli, const void *result)
{
    const struct audit_out *out = result;

    for (size_t i = 0; i < out->entries_n; i++) {
        const struct audit_view *a = &out->entries[i];

        fprintf(cli->out, "%.*s  %-12.*s %-8.*s %-14.*s %-18.*s %.*s\n", STR_ARG(a->time),
                STR_ARG(str_empty(a->user) ? str("(local)") : a->user), STR_ARG(a->door), STR_ARG(a->operation),
                STR_ARG(utf8_clean(cli->arena, a->target)), STR_ARG(a->outcome));
    }
}

void print_effects(struct cli *cli, const void *result)
{
    const struct effects_out *out = result;

    for (size_t i = 0; i < out->effects_n; i++) {
        const struct effect_view *v = &out->effects[i];
        struct str took = v->duration_ms == INT64_MIN
                              ? str("")
                              : str_format(cli->arena, "%.2f s", (double) v->duration_ms / 1000);

        fprintf(cli->out, "%-24.*s %9.*s  %-9.*s %-24.*s %.*s%s%.*s\n", STR_ARG(v->started), STR_ARG(took),
                STR_ARG(v->state), STR_ARG(v->answered_by), STR_ARG(v->path), str_empty(v->error) ? "" : ": ",
                STR_ARG(utf8_clean(cli->arena, v->error)));
    }
}

static void print_part(struct cli *cli, const char *name, struct str text, int64_t bytes)
{
    fprintf(cli->out, "%s\n", name);
    if (str_starts(text, "{") || str_starts(text, "["))
        cli_out_value(cli, text);
    else
        fprintf(cli->out, "%.*s\n", STR_ARG(text));
    cli_out_text(cli);
    if (bytes > (int64_t) text.len)
        cli_say(cli, "%lld of %lld bytes are shown; --whole shows all.", (long long) text.len, (long long) bytes);
}

void print_effect(struct cli *cli, const void *result)
{
    const struct effect_out *out = result;

    print_part(cli, "Asked:", out->request.len ? out->request : out->no_request, out->request_bytes);
    fputs("\n", cli->out);
    print_part(cli, "Answered:", out->error.len ? out->error : out->response, out->response_bytes);
}

void print_source(struct cli *cli, const void *result)
{
    const struct source_out *out = result;

    cli_out(cli, utf8_clean(cli->arena, out->text));
    fputs("\n", cli->out);
    for (size_t i = 0; i < out->passages_n; i++) {
        const struct source_passage *p = &out->passages[i];

        cli_say(cli, "bytes %lld to %lld: claim %lld, %s%s", (long long) p->start, (long long) p->end,
                (long long) p->claim, verdict_words[p->verdict], p->alternate ? " (says the same)" : "");
    }
}

void print_history(struct cli *cli, const void *result)
{
    const struct history_out *out = result;

    for (size_t i = 0; i < out->runs_n; i++) {
        const struct history_row *row = &out->runs[i];
        struct str query = str_replace(cli->arena, utf8_clean(cli->arena, row->query), str("\n"), str(" "));

        fprintf(cli->out,
                out_is_narrow(cli) ? "%.*s\n  %.10s %.5s  %.*s\n  %s%.*s\n" : "%.*s  %.10s %.5s  %-9.*s  %s%.*s\n",
                STR_ARG(row->id), row->created.data, row->created.data + 11, STR_ARG(row->status),
                row->anew ? "(written anew) " : "", STR_ARG(query));
    }
}

void print_settings(struct cli *cli, const void *result)
{
    const struct settings_out *out = result;
    json_t *value = NULL;

    if (json_parse(out->settings, &value, NULL) == 0)
        cli_out_json(cli, value);
}
