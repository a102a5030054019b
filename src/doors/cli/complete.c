/* `debug complete`: the words that completions of a shell offer, one per line. */
#include "doors/cli/cli.h"
#include "llm/models.h"
#include "service/documents.h"
#include "service/inventory.h"
#include "service/runs.h"
#include "service/value.h"
#include "workflows/workflows.h"

enum { RUNS_OFFERED = 50 };

static int offer_runs(struct cli *cli, struct error *e)
{
    struct list_in in = { .status = -1, .limit = RUNS_OFFERED };
    struct list_out *out;
    int r = cli_call(cli, &operation_list, &in, (void **) &out, e);

    for (size_t i = 0; r == 0 && i < out->runs_n; i++)
        fprintf(cli->out, "%.*s\n", STR_ARG(out->runs[i].id));
    if (r == 0 && out->runs_n)
        fputs("last\n", cli->out);
    return r;
}

static int offer_corpora(struct cli *cli, struct error *e)
{
    struct corpus_list_out *out;
    int r = cli_call(cli, &operation_corpus_list, NULL, (void **) &out, e);

    for (size_t i = 0; r == 0 && i < out->corpora_n; i++)
        fprintf(cli->out, "%.*s\n", STR_ARG(out->corpora[i].name));
    return r;
}

static int offer_workflows(struct cli *cli, struct error *e)
{
    (void) e;
    for (size_t i = 0; workflows[i]; i++)
        fprintf(cli->out, "%s\n", workflows[i]->name);
    return 0;
}

/* Only models that have a key are of use. */
static int offer_models(struct cli *cli, struct error *e)
{
    void *in = arena_alloc(cli->arena, operation_models.in.size + 1);
    struct models_out *out;

    fields_init(operation_in(&operation_models), in, operation_models.in.size);
    int r = cli_call(cli, &operation_models, in, (void **) &out, e);
    for (size_t i = 0; r == 0 && i < out->models_n; i++)
        if (out->models[i].available)
            fprintf(cli->out, "%.*s\n", STR_ARG(out->models[i].name));
    return r;
}

const char *complete_kind(const struct command *command, const struct field *field)
{
    if (!field)
        return NULL;
    return field_is(field, kind_id)                                                                ? "runs"
           : field_is(field, kind_workflow)                                                        ? "workflows"
           : field_is(field, kind_model)                                                           ? "models"
           : field_is(field, kind_corpus) || (command && str_is(command_group(command), "corpus")) ? "corpora"
                                                                                                   : NULL;
}

int debug_complete(struct cli *cli)
{
    static const struct {
        const char *name;
        int (*offer)(struct cli *cli, struct error *e);
    } kinds[] = {
        { "runs", offer_runs },
        { "corpora", offer_corpora },
        { "workflows", offer_workflows },
        { "models", offer_models },
    };
    struct str kind = cli->words.n > 1 ? cli->words.items[1] : str("");
    struct error e;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (str_is(kind, kinds[i].name))
            return kinds[i].offer(cli, &e) < 0 ? cli_fail(cli, &e) : EXIT_DONE;
    error_set(&e, ERROR_INVALID, "debug complete needs one of: runs, corpora, workflows, models");
    return cli_fail(cli, &e);
}
