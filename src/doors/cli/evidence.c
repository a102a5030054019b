/* Claims and bundles on the command line. */
#include "base/file.h"
#include "doors/cli/cli.h"
#include "report/claims.h"
#include "report/markup.h"
#include "service/evidence.h"
#include "service/refresh.h"
#include "service/restore.h"
#include "service/runs.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"

static void print_summary(struct cli *cli, const struct claim_summary *s)
{
    cli_out(cli, claims_figures(cli->arena, s, false));
    cli_out(cli, str("\n"));
}

static void print_span(struct cli *cli, const struct span_row *span, const char *before)
{
    fprintf(cli->out, "   %s[%lld] \"%.*s\" (", before, (long long) span->source,
            STR_ARG(text_one_line(cli->arena, utf8_clean(cli->arena, span->quote))));
    if (span->page)
        fprintf(cli->out, "page %lld, ", (long long) span->page);
    if (span->snippet)
        fputs("search snippet, ", cli->out);
    fprintf(cli->out, "bytes %lld to %lld)\n", (long long) span->start, (long long) span->end);
    if (span->lead.len)
        fprintf(cli->out, "       under \"%.*s\"\n",
                STR_ARG(text_one_line(cli->arena, utf8_clean(cli->arena, span->lead))));
}

/* Prints the numbers that the source writes in another form. */
static void print_numbers(struct cli *cli, const struct claim_row *c)
{
    for (size_t i = 0; i < c->numbers_n && c->spans_n; i++) {
        const struct number_row *n = &c->numbers[i];

        if (n->match == NUMBER_IS_SAME || !claim_shows_number(c, n))
            continue;
        struct str found = utf8_clean(cli->arena, n->derivation.len ? n->derivation : n->found);

        fprintf(cli->out, "   number %.*s: %s%s%.*s\n", STR_ARG(utf8_clean(cli->arena, n->text)),
                number_state_words[n->match], found.len ? ", " : "", STR_ARG(found));
    }
}

static bool several_sources(const struct claim_row *c)
{
    for (size_t i = 1; i < c->spans_n; i++)
        if (c->spans[i].source != c->spans[0].source)
            return true;
    return false;
}

/* A remark is not a claim, so only the sentence is shown; a summary restates claims, and says which where it is not checked. The numbers are those of JSON,
 * `provenance`, `refresh` and the addresses of claims; they also count headings and questions, which are not shown. */
static void print_claim(struct cli *cli, const struct claim_row *c)
{
    static const char *const colours[VERDICT_COUNT] = {
        [VERDICT_SUPPORTED] = "32",   [VERDICT_QUOTED] = "34",       [VERDICT_PARTIAL] = "33",
        [VERDICT_UNSUPPORTED] = "31", [VERDICT_CONTRADICTED] = "31", [VERDICT_UNCHECKED] = "2"
    };
    const struct claim_look *look = claim_look(c);
    bool color = cli->color && cli->out_terminal;
    struct str reason = utf8_clean(cli->arena, c->left_out && c->left_out_reason.len ? c->left_out_reason : c->reason);

    /* The cells of a row are three blanks apart. */
    struct str text = str_replace(cli->arena, utf8_clean(cli->arena, c->text), str("   "), str(" | "));
    fprintf(cli->out, "\n%lld. %.*s\n   ", (long long) c->number, STR_ARG(text));
    bool bare = c->kind != KIND_CLAIM && c->verdict == VERDICT_UNCHECKED && !(c->kind == KIND_SUMMARY && reason.len);
    if (c->kind != KIND_CLAIM)
        fprintf(cli->out, bare ? "%s\n" : "%s, ", claim_kind_words[c->kind]);
    if (bare)
        return;
    fprintf(cli->out, color ? "\x1b[%sm%s\x1b[0m" : "%.0s%s", colours[c->verdict], look->name);
    if (c->decided_by.len)
        fprintf(cli->out, ", %s by %s", c->verdict == VERDICT_QUOTED ? "found" : "checked",
                str_is(c->decided_by, "model") ? "a model" : "code");
    if (reason.len)
        fprintf(cli->out, ": %.*s", STR_ARG(reason));
    fputc('\n', cli->out);
    if (c->missing.len)
        fprintf(cli->out, "   not carried: %.*s\n", STR_ARG(utf8_clean(cli->arena, c->missing)));
    for (size_t i = 0; i < c->spans_n; i++)
        print_span(cli, &c->spans[i], "");
    for (size_t i = 0; i < c->alternates_n; i++)
        print_span(cli, &c->alternates[i], "also ");
    print_numbers(cli, c);
    struct str carried = c->independent > 1 || several_sources(c) ? claim_carried(cli->arena, c) : str("");
    if (carried.len)
        fprintf(cli->out, "   %.*s\n", STR_ARG(carried));
}

/* First the claims that the report has, then those that were taken out of it. */
void print_claims(struct cli *cli, const void *result)
{
    const struct claims_out *out = result;
    bool any = false, gaps = false;

    print_summary(cli, &out->summary);
    for (size_t i = 0; i < out->claims_n; i++) {
        bool shown = out->claims[i].kind != KIND_HEADING && out->claims[i].kind != KIND_QUESTION;

        gaps = gaps || !shown;
        if (!out->claims[i].left_out && shown)
            print_claim(cli, &out->claims[i]);
    }
    for (size_t i = 0; i < out->claims_n; i++) {
        if (!out->claims[i].left_out)
            continue;
        if (!any)
            cli_out(cli, str("\nLeft out of the text:\n"));
        any = true;
        print_claim(cli, &out->claims[i]);
    }
    if (gaps)
        cli_out(cli, str("\nThe missing numbers are those of headings and questions.\n"));
}

/* Calls an operation that judges a report. One that cannot be read is neither right nor wrong: the caller's status is
 * EXIT_USAGE then, whatever the reason. */
static bool judged(struct cli *cli, const struct operation *operation, const void *in, void **ret)
{
    struct error e;
    int r = cli_call(cli, operation, in, ret, &e);

    if (r < 0)
        cli_fail(cli, &e);
    return r == 0;
}

int command_verify(struct cli *cli, const void *in)
{
    struct verify_out *out;

    if (!judged(cli, &operation_verify, in, (void **) &out))
        return EXIT_USAGE;
    if (cli->json) {
        cli_out_json(cli, json_encode(operation_verify.out.fields, out));
        return out->good ? EXIT_DONE : EXIT_FAILED;
    }
    for (size_t i = 0; i < out->problems.n; i++)
        fprintf(cli->out, "%.*s\n", STR_ARG(utf8_clean(cli->arena, out->problems.items[i])));
    if (!out->good) {
        fprintf(cli->out, "%.*s found.\n",
                STR_ARG(text_counted(cli->arena, (int64_t) out->problems.n, "problem", "problems")));
        return EXIT_FAILED;
    }
    fprintf(cli->out, "Everything checks out: %.*s, %.*s, %.*s of the journal.\n", STR_ARG(out->id),
            STR_ARG(text_counted(cli->arena, out->sources, "source", "sources")),
            STR_ARG(text_counted(cli->arena, out->effects, "entry", "entries")));
    print_summary(cli, &out->summary);
    fprintf(cli->out, "sha256 %.*s\n", STR_ARG(out->digest));
    return EXIT_DONE;
}

/* The format of the file to export to, by its name. */
static int export_format(struct cli *cli, struct str id, struct error *e)
{
    int r = output_check(cli, e);

    if (r == 0 && !cli->output)
        r = error_set(e, ERROR_INVALID, "Name a file to write to: fathom export %.*s -o FILE.fathom", STR_ARG(id));
    return r < 0 ? r : output_format(cli->output, e);
}

int command_export(struct cli *cli, const void *in_)
{
    struct export_in in = *(const struct export_in *) in_;
    struct export_out *out;
    struct error e;
    int r = in.format = export_format(cli, in.id, &e);

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
    cli->raw = true;
    struct restore_out *out;
    struct error e;
    int r = cli_call(cli, &operation_restore, in, (void **) &out, &e);

    if (r == 0 && cli->output)
        r = file_write_atomic(cli->output, out->content, 0644, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    if (cli->output)
        cli_say(cli, "%.*s was written to %s; it comes from the %.*s.",
                STR_ARG(out->item_id.len ? out->item_id : out->hash), cli->output, STR_ARG(out->from));
    else if (!cli->json)
        cli_out(cli, out->content);
    if (cli->json)
        cli_out_json(cli, json_encode(operation_restore.out.fields, out));
    return EXIT_DONE;
}

static void print_refresh(struct cli *cli, const struct refresh_out *out)
{
    for (size_t i = 0; i < out->sources_n; i++) {
        const struct refresh_source *s = &out->sources[i];

        fprintf(cli->out, "[%lld] %-8s %.*s%s%.*s\n", (long long) s->number, refresh_state_words[s->state],
                STR_ARG(utf8_clean(cli->arena, str_empty(s->url) ? s->title : s->url)), s->error.len ? ": " : "",
                STR_ARG(utf8_clean(cli->arena, s->error)));
    }
    for (size_t i = 0; i < out->passages_n; i++)
        fprintf(cli->out, "gone from [%lld]: \"%.*s\"\n", (long long) out->passages[i].source,
                STR_ARG(utf8_clean(cli->arena, out->passages[i].quote)));
    for (size_t i = 0; i < out->lost_n; i++)
        fprintf(cli->out, "claim %lld has lost its support: %.*s\n", (long long) out->lost[i].number,
                STR_ARG(utf8_clean(cli->arena, out->lost[i].text)));
    if (out->lost_n == 0)
        fputs("Every claim still has its support.\n", cli->out);
}

int command_refresh(struct cli *cli, const void *in)
{
    struct refresh_out *out;

    if (!judged(cli, &operation_refresh, in, (void **) &out))
        return EXIT_USAGE;
    if (cli->json)
        cli_out_json(cli, json_encode(operation_refresh.out.fields, out));
    else
        print_refresh(cli, out);
    return out->lost_n ? EXIT_FAILED : EXIT_DONE;
}
