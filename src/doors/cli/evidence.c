/* Claims and bundles on the command line. */
#include "base/file.h"
#include "doors/cli/cli.h"
#include "service/evidence.h"
#include "service/restore.h"
#include "service/runs.h"
#include "text/json.h"
#include "text/utf8.h"

static void print_summary(struct cli *cli, const struct claim_summary *s)
{
    fprintf(cli->out,
            "%lld claims: %lld supported, %lld partial, %lld unsupported, %lld contradicted, %lld unchecked\n",
            (long long) s->total, (long long) s->supported, (long long) s->partial, (long long) s->unsupported,
            (long long) s->contradicted, (long long) s->unchecked);
}

void print_claims(struct cli *cli, const void *result)
{
    const struct claims_out *out = result;

    print_summary(cli, &out->summary);
    for (size_t i = 0; i < out->claims_n; i++) {
        const struct claim_row *c = &out->claims[i];

        fprintf(cli->out, "\n%lld. %.*s\n   %s%s", (long long) c->number, STR_ARG(utf8_clean(cli->arena, c->text)),
                verdict_words[c->verdict], c->left_out ? ", taken out" : "");
        if (c->reason.len)
            fprintf(cli->out, ": %.*s", STR_ARG(utf8_clean(cli->arena, c->reason)));
        fputc('\n', cli->out);
        for (size_t k = 0; k < c->spans_n; k++)
            fprintf(cli->out, "   [%lld] \"%.*s\" (bytes %lld to %lld)\n", (long long) c->spans[k].source,
                    STR_ARG(utf8_clean(cli->arena, c->spans[k].quote)), (long long) c->spans[k].start,
                    (long long) c->spans[k].end);
    }
}

int command_verify(struct cli *cli, const void *in)
{
    struct verify_out *out;
    struct error e;

    /* What cannot be read is neither right nor wrong: 2, whatever the reason. */
    if (cli_call(cli, &operation_verify, in, (void **) &out, &e) < 0) {
        cli_fail(cli, &e);
        return EXIT_USAGE;
    }
    if (cli->json) {
        json_t *object = json_encode(operation_verify.out, out);

        cli_out(cli, json_pretty(cli->arena, object));
        cli_out(cli, str("\n"));
        json_decref(object);
        return out->good ? EXIT_DONE : EXIT_FAILED;
    }
    for (size_t i = 0; i < out->problems.n; i++)
        fprintf(cli->out, "%.*s\n", STR_ARG(utf8_clean(cli->arena, out->problems.items[i])));
    if (!out->good) {
        fprintf(cli->out, "%zu problem%s found.\n", out->problems.n, out->problems.n == 1 ? "" : "s");
        return EXIT_FAILED;
    }
    fprintf(cli->out, "Everything checks out: %.*s, %.*s, %.*s of the journal.\n", STR_ARG(out->id),
            STR_ARG(print_count(cli->arena, out->sources, "source", "sources")),
            STR_ARG(print_count(cli->arena, out->effects, "entry", "entries")));
    print_summary(cli, &out->summary);
    fprintf(cli->out, "sha256 %.*s\n", STR_ARG(out->digest));
    return EXIT_DONE;
}

int command_export(struct cli *cli, const void *in_)
{
    struct export_in in = *(const struct export_in *) in_;
    struct export_out *out;
    struct error e;
    int r = output_check(cli, &e);

    if (r == 0 && !cli->output)
        r = error_set(&e, ERROR_INVALID, "Say where to write it: fathom export %.*s -o FILE.fathom", STR_ARG(in.id));
    if (r == 0)
        r = in.format = output_format(cli->output, &e);
    if (r >= 0)
        r = cli_call(cli, &operation_export, &in, (void **) &out, &e);
    if (r == 0)
        r = file_write_atomic(cli->output, out->data, 0644, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    cli_say(cli, "%.*s is in %s.", STR_ARG(out->id), cli->output);
    if (out->digest.len)
        cli_say(cli, "sha256 %.*s", STR_ARG(out->digest));
    return EXIT_DONE;
}

/* The text as it was, byte for byte: to a file, or to stdout. */
int command_restore(struct cli *cli, const void *in)
{
    struct restore_out *out;
    struct error e;
    int r = cli_call(cli, &operation_restore, in, (void **) &out, &e);

    if (r == 0 && cli->output)
        r = file_write_atomic(cli->output, out->content, 0644, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    if (cli->output)
        cli_say(cli, "%.*s is in %s, from the %.*s.", STR_ARG(out->item_id.len ? out->item_id : out->hash), cli->output,
                STR_ARG(out->from));
    else if (!cli->json)
        cli_out(cli, out->content);
    if (cli->json) {
        json_t *object = json_encode(operation_restore.out, out);

        cli_out(cli, json_pretty(cli->arena, object));
        cli_out(cli, str("\n"));
        json_decref(object);
    }
    return EXIT_DONE;
}
