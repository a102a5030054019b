/* Results as people read them. --json prints the same structs by their tables. */
#include <math.h>
#include <string.h>

#include "doors/cli/cli.h"
#include "doors/cli/progress.h"
#include "doors/cli/table.h"
#include "service/delivery.h"
#include "service/inventory.h"
#include "service/panel.h"
#include "service/documents.h"
#include "service/evidence.h"
#include "service/research.h"
#include "service/marks.h"
#include "service/runs.h"
#include "service/users.h"
#include "text/counts.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

/* --- tables --- */

enum { ALL = 100000, TABLE_MAX = 64 << 20 };

/* Others' text, such as a question, begins no line of its own in what lists it. */
static struct str in_one_line(struct arena *arena, struct str text)
{
    return str_replace(arena, utf8_clean(arena, text), str("\n"), str(" "));
}

/* As wide as it comes in a pipe. */
static void table_print(struct cli *cli, struct table *t)
{
    struct buf out;

    for (size_t i = 0; i < t->rows * t->columns; i++)
        t->cells[i] = in_one_line(t->arena, t->cells[i]);
    t->color = cli->color && cli->out_terminal;
    buf_init(&out, TABLE_MAX);
    table_write(&out, t, cli->out_terminal ? (size_t) terminal_width(cli->out) : ALL);
    cli_out(cli, buf_str(&out));
    buf_free(&out);
}

#define ROW(t, ...) table_row(t, (const struct str[]){ __VA_ARGS__ })

/* --- pieces --- */

static struct str cost(struct arena *arena, struct str json, const struct usage *usage)
{
    double usd;

    if (usage && usage->calls == 0)
        return str("-");
    if (str_empty(json) || !str_to_double(json, &usd))
        return str("unknown");
    return usd >= 1 ? str_format(arena, "$%.2f", usd) : str_format(arena, "$%.4f", usd);
}

static struct str seconds(struct arena *arena, int64_t ms)
{
    return ms < 60000 ? str_format(arena, "%.1f s", (double) ms / 1000)
                      : str_format(arena, "%lld min %lld s", (long long) (ms / 60000), (long long) (ms / 1000 % 60));
}

/* "2026-11-15T03:21:54.123Z" -> "2026-11-15 03:21" */
static struct str minute(struct arena *arena, struct str iso)
{
    return iso.len < 16 ? iso : str_format(arena, "%.10s %.5s", iso.data, iso.data + 11);
}

static void line(struct cli *cli, const char *name, struct str value)
{
    value = in_one_line(cli->arena, value);
    if (!str_empty(value))
        fprintf(cli->out, "%-12s %.*s\n", name, STR_ARG(value));
}

/* --- results --- */

/* A run that was stopped still is "queued" or "running" to the store; the lease tells. */
static struct str status_of(struct arena *arena, struct str id, struct str status, bool interrupted)
{
    return interrupted ? str_format(arena, "interrupted; to go on: fathom resume %.*s", STR_ARG(id)) : status;
}

static void print_list(struct cli *cli, const void *result)
{
    const struct list_out *list = result;
    struct table t = { .columns = 5, .arena = cli->arena };

    if (list->runs_n == 0) {
        cli_say(cli, cli->words.n ? "No run has these words in its question or title."
                                  : "There are no runs yet. Start one: fathom \"QUESTION\"");
        return;
    }
    ROW(&t, str("ID"), str("STATUS"), str("CREATED"), str("COST"), str("QUESTION"));
    for (size_t i = 0; i < list->runs_n; i++) {
        const struct run_view *r = &list->runs[i];

        ROW(&t, r->id, r->interrupted ? str("interrupted") : r->status, minute(cli->arena, r->created),
            cost(cli->arena, r->cost, &r->usage), r->query);
    }
    table_print(cli, &t);
    if (list->total > (int64_t) list->runs_n)
        cli_say(cli, "%zu of %lld runs; fathom list -n %lld shows more.", list->runs_n, (long long) list->total,
                (long long) (list->total < LIST_MAX ? list->total : LIST_MAX));
    else if (!str_empty(list->next))
        cli_say(cli, "There are more runs; -n N shows more of them.");
    else if (cli->out_terminal)
        cli_say(cli, "%.*s.", STR_ARG(text_counted(cli->arena, (int64_t) list->runs_n, "run", "runs")));
}

static struct str delivery_words_of(struct arena *arena, const struct delivery_view *d)
{
    struct str at = minute(arena, d->at);

    if (str_is(d->status, "sent"))
        return str_format(arena, "%.*s: sent at %.*s", STR_ARG(d->target), STR_ARG(at));
    if (str_is(d->status, "failed"))
        return str_format(arena, "%.*s: failed at %.*s: %.*s", STR_ARG(d->target), STR_ARG(at), STR_ARG(d->error));
    return str_format(arena,
                      "%.*s: begun at %.*s, not known whether it was sent (fathom deliver sends it again, with the "
                      "same id)",
                      STR_ARG(d->target), STR_ARG(at));
}

/* A panel has no depth. */
static struct str with_depth(struct arena *arena, struct str name, struct str depth)
{
    const struct workflow *workflow = workflow_named(name);

    return workflow && workflow->asks_all ? name : str_format(arena, "%.*s, %.*s depth", STR_ARG(name), STR_ARG(depth));
}

static void print_run(struct cli *cli, const void *result)
{
    const struct run_view *r = result;
    json_t *error = NULL;

    line(cli, "id", r->id);
    line(cli, "question", r->query);
    line(cli, "status", status_of(cli->arena, r->id, r->status, r->interrupted));
    line(cli, "phase", phase_in_words(cli->arena, r->phase));
    line(cli, "workflow", with_depth(cli->arena, r->workflow, r->depth));
    line(cli, "created", minute(cli->arena, r->created));
    line(cli, "finished", minute(cli->arena, r->finished));
    line(cli, "worked", seconds(cli->arena, r->active_ms));
    if (r->usage.calls)
        line(cli, "used",
             str_format(cli->arena, "%.*s, %.*s tokens read (%.*s cached), %.*s written, cost %.*s",
                        STR_ARG(text_counted(cli->arena, r->usage.calls, "call", "calls")),
                        STR_ARG(text_grouped(cli->arena, r->usage.input_tokens)),
                        STR_ARG(text_grouped(cli->arena, r->usage.cached_tokens)),
                        STR_ARG(text_grouped(cli->arena, r->usage.output_tokens)),
                        STR_ARG(cost(cli->arena, r->cost, &r->usage))));
    line(cli, "events", str_format(cli->arena, "%lld", (long long) r->events));
    if (r->last_event.len && str_empty(r->finished))
        line(cli, "last",
             str_format(cli->arena, "%.*s, %.*s ago",
                        STR_ARG(str_replace(cli->arena, r->last_event, str("_"), str(" "))),
                        STR_ARG(seconds(cli->arena, r->last_event_age_ms))));
    if (r->time_left_ms >= 0 && str_empty(r->finished))
        line(cli, "time left", seconds(cli->arena, r->time_left_ms));
    for (size_t i = 0; i < r->standing_n; i++)
        line(cli, str_z(cli->arena, r->standing[i].name), r->standing[i].value);
    if (!str_empty(r->error) && json_parse(r->error, &error, NULL) == 0)
        line(cli, "error", str_dup(cli->arena, json_get_str(error, "message")));
    json_decref(error);
    for (size_t i = 0; i < r->deliveries_n; i++)
        line(cli, i ? "" : "delivery", delivery_words_of(cli->arena, &r->deliveries[i]));
    if (r->has_report)
        line(cli, "report", str_format(cli->arena, "fathom report %.*s", STR_ARG(r->id)));
    if (cli->out_terminal && r->events > 1)
        line(cli, "more",
             str_format(cli->arena, "fathom show %.*s --plan, --findings, --decisions, --sources", STR_ARG(r->id)));
    struct str waiting = waiting_text(cli, r);
    if (waiting.len)
        fprintf(cli->out, "\n%.*s", STR_ARG(waiting));
}

static void print_sources(struct cli *cli, const void *result)
{
    const struct sources_out *sources = result;
    for (size_t i = 0; i < sources->sources_n; i++) {
        const struct source_view *s = &sources->sources[i];

        fprintf(cli->out, "[%lld] %.*s%s\n    %.*s%s%.*s\n", (long long) s->number,
                STR_ARG(utf8_clean(cli->arena, s->title)), s->cited ? "" : "  (not cited)",
                STR_ARG(utf8_clean(cli->arena, s->url)), str_empty(s->date) ? "" : "  ", STR_ARG(s->date));
        if (!str_empty(s->suspect))
            fprintf(cli->out, "    reads like instructions to a model: %.*s\n",
                    STR_ARG(utf8_clean(cli->arena, s->suspect)));
    }
    if (sources->sources_n == 0)
        cli_say(cli, "The run has no sources.");
}

static void print_corpora(struct cli *cli, const void *result)
{
    const struct corpus_list_out *out = result;
    struct table t = { .columns = 5, .arena = cli->arena };

    if (out->corpora_n == 0) {
        cli_say(cli, "There is no corpus yet. Create one: fathom corpus add NAME FOLDER");
        return;
    }
    ROW(&t, str("NAME"), str("DOCUMENTS"), str("TEXT"), str("UPDATED"), str("LANGUAGES"));
    for (size_t i = 0; i < out->corpora_n; i++) {
        const struct corpus_view *c = &out->corpora[i];

        ROW(&t, c->name, str_format(cli->arena, "%lld", (long long) c->documents),
            str_format(cli->arena, "%.1f MB", (double) c->bytes / 1e6), minute(cli->arena, c->updated),
            str_join(cli->arena, c->languages.items, c->languages.n, " "));
    }
    table_print(cli, &t);
}

static struct str size_of(struct arena *arena, int64_t bytes)
{
    return bytes < 1000 ? str_format(arena, "%lld B", (long long) bytes)
                        : str_format(arena, "%.1f KB", (double) bytes / 1e3);
}

/* The folder that all documents are in, with its stroke; at a terminal it is named once. */
static struct str common_folder(const struct corpus_show_out *out)
{
    struct str folder = out->documents_n > 1 ? out->documents[0].name : str("");

    for (size_t i = 1; i < out->documents_n; i++) {
        struct str name = out->documents[i].name;
        size_t n = 0;

        while (n < folder.len && n < name.len && folder.data[n] == name.data[n])
            n++;
        folder.len = n;
    }
    while (folder.len && folder.data[folder.len - 1] != '/')
        folder.len--;
    return folder;
}

static void print_corpus(struct cli *cli, const void *result)
{
    const struct corpus_show_out *out = result;
    struct table t = { .columns = 5, .arena = cli->arena };
    struct str folder = cli->out_terminal ? common_folder(out) : str("");

    if (folder.len)
        fprintf(cli->out, "%.*s\n\n", STR_ARG(utf8_clean(cli->arena, folder)));
    ROW(&t, str("DOCUMENT"), str("TEXT"), str("DATE"), str("LANGUAGE"), str("TITLE"));
    for (size_t i = 0; i < out->documents_n; i++) {
        const struct corpus_show_document *d = &out->documents[i];
        struct str copy = str_empty(d->copy_of) ? utf8_clean(cli->arena, d->title)
                                                : str_format(cli->arena, "same text as %.*s",
                                                             STR_ARG(utf8_clean(cli->arena, d->copy_of)));

        ROW(&t, utf8_clean(cli->arena, str_sub(d->name, folder.len, d->name.len)), size_of(cli->arena, d->bytes),
            d->date, d->language, copy);
    }
    table_print(cli, &t);
}

static void print_why(struct cli *cli, const void *result)
{
    const struct why_out *why = result;
    line(cli, "id", why->id);
    line(cli, "status", status_of(cli->arena, why->id, why->status, why->interrupted));
    line(cli, "phase", phase_in_words(cli->arena, why->phase));
    if (why->waiting_ms >= 0) {
        const char *words = awaited_words(why->waiting_for);

        line(cli, "waits for", words ? str(words) : why->waiting_for);
        line(cli, "at", why->path);
        line(cli, "for", seconds(cli->arena, why->waiting_ms));
    }
    line(cli, "worked", seconds(cli->arena, why->active_ms));
    line(cli, "worker", why->worker);
}

static struct str price(struct arena *arena, double usd)
{
    return isnan(usd) ? str("?") : str_format(arena, "%.4g", usd);
}

static struct str thousands(struct arena *arena, int64_t n)
{
    return n == 0         ? str("?")
           : n >= 1000000 ? str_format(arena, "%.2gM", (double) n / 1e6)
                          : str_format(arena, "%lldK", (long long) n / 1000);
}

static void print_models(struct cli *cli, const void *result)
{
    const struct models_out *out = result;
    struct table t = { .columns = 8, .arena = cli->arena };
    const struct str_list *tiers[] = { &out->simple, &out->analytical, &out->complex, &out->bulk };

    ROW(&t, str("MODEL"), str("KEY"), str("WINDOW"), str("IN $/M"), str("CACHE"), str("OUT $/M"), str("SEARCH $"),
        str("FIT FOR"));
    for (size_t i = 0; i < out->models_n; i++) {
        const struct model_view *m = &out->models[i];
        struct str fits = str_join(cli->arena, m->tiers.items, m->tiers.n, ", ");

        if (!str_is(m->lifecycle, "active"))
            fits = str_format(cli->arena, "%.*s%s%.*s%s%.*s", STR_ARG(m->lifecycle), str_empty(m->retires) ? "" : " ",
                              STR_ARG(m->retires), str_empty(m->successor) ? "" : ", use ", STR_ARG(m->successor));
        ROW(&t, m->name, str(m->available ? "yes" : "no"), thousands(cli->arena, m->context),
            price(cli->arena, m->input), price(cli->arena, m->cached), price(cli->arena, m->output),
            isnan(m->search) ? str("-") : price(cli->arena, m->search), fits);
    }
    table_print(cli, &t);
    fputs("\n", cli->out);
    for (size_t i = 0; i < 4; i++)
        fprintf(cli->out, "%-12s %.*s\n", tier_words[i],
                STR_ARG(tiers[i]->n ? str_join(cli->arena, tiers[i]->items, tiers[i]->n, ", ")
                                    : str("none: set a key, or name models (-m, tiers)")));
}

static void print_providers(struct cli *cli, const void *result)
{
    const struct providers_out *out = result;
    struct table t = { .columns = 8, .arena = cli->arena };

    ROW(&t, str("SERVICE"), str("KIND"), str("READY"), str("KEY"), str("LIMIT"), str("BREAKER"), str("SPENT"),
        str("ADDRESS"));
    for (size_t i = 0; i < out->providers_n; i++) {
        const struct provider_view *p = &out->providers[i];
        struct str key = str_empty(p->key_variable) ? str("none")
                         : p->needs_key             ? p->key_variable
                                        : str_format(cli->arena, "%.*s (optional)", STR_ARG(p->key_variable));

        struct str limit = p->requests_per_minute > 0 ? str_format(cli->arena, "%g/min, %lld at once",
                                                                   p->requests_per_minute, (long long) p->concurrent)
                           : p->concurrent > 0 ? str_format(cli->arena, "%lld at once", (long long) p->concurrent)
                                               : str("none");
        struct str spent = p->calls > 0 ? cost(cli->arena, p->spent_usd, NULL) : str("-");

        ROW(&t, p->name, p->kind, str(p->ready ? "yes" : "no"), key, limit, p->breaker, spent,
            str_empty(p->base_url) ? str_format(cli->arena, "set %.*s", STR_ARG(p->base_variable)) : p->base_url);
    }
    table_print(cli, &t);
}

static void print_doctor(struct cli *cli, const void *result)
{
    const struct doctor_out *out = result;
    bool color = cli->color && cli->out_terminal;

    for (size_t i = 0; i < out->checks_n; i++) {
        const struct check *c = &out->checks[i];
        const char *mark = str_is(c->status, "ok") ? "ok     " : str_is(c->status, "warning") ? "warning" : "FAILED ";
        const char *code = str_is(c->status, "ok") ? "32" : str_is(c->status, "warning") ? "33" : "31";

        fprintf(cli->out, "%s%s%s%s%s  %.*s: %.*s\n", color ? "\x1b[" : "", color ? code : "", color ? "m" : "", mark,
                color ? "\x1b[0m" : "", STR_ARG(c->name), STR_ARG(c->detail));
        if (!str_empty(c->fix))
            fprintf(cli->out, "         %.*s\n", STR_ARG(c->fix));
    }
}

static void print_config(struct cli *cli, const void *result)
{
    const struct config_out *out = result;
    struct table t = { .columns = 3, .arena = cli->arena };

    fprintf(cli->out, "file  %.*s\ndata  %.*s\n\n", STR_ARG(str_empty(out->path) ? str("none") : out->path),
            STR_ARG(out->home));
    ROW(&t, str("KEY"), str("VALUE"), str("FROM"));
    for (size_t i = 0; i < out->settings_n; i++)
        ROW(&t, out->settings[i].key, str_empty(out->settings[i].value) ? str("-") : out->settings[i].value,
            cli->out_terminal && str_is(out->settings[i].from, "default") ? str("") : out->settings[i].from);
    table_print(cli, &t);
}

static void print_range(struct cli *cli, const char *name, struct range range)
{
    fprintf(cli->out, range.least == range.most ? "%-12s %.*s\n" : "%-12s %.*s to %.*s\n", name,
            STR_ARG(text_grouped(cli->arena, range.least)), STR_ARG(text_grouped(cli->arena, range.most)));
}

static void print_plan(struct cli *cli, const void *result)
{
    const struct plan_out *p = result;
    line(cli, "question", p->query);
    line(cli, "workflow", with_depth(cli->arena, p->workflow, p->depth));
    line(cli, "models", p->models.n ? str_join(cli->arena, p->models.items, p->models.n, ", ") : str("none"));
    line(cli, "engines", str_join(cli->arena, p->engines.items, p->engines.n, ", "));
    if (!str_is(p->unit, "models")) /* they are named above */
        print_range(cli, str_z(cli->arena, p->unit), p->work.sub_queries);
    print_range(cli, "searches", p->work.searches);
    print_range(cli, "pages", p->work.pages);
    print_range(cli, "model calls", p->work.calls);
    print_range(cli, "tokens in", p->work.input_tokens);
    print_range(cli, "tokens out", p->work.output_tokens);
    if (str_empty(p->least_usd))
        line(cli, "cost", str("unknown"));
    else
        line(cli, "cost",
             str_format(cli->arena, "%.*s to %.*s", STR_ARG(cost(cli->arena, p->least_usd, NULL)),
                        STR_ARG(cost(cli->arena, p->most_usd, NULL))));
    for (size_t i = 0; i < p->notes.n; i++)
        fprintf(cli->out, "%s%.*s\n", i ? "" : "\n", STR_ARG(p->notes.items[i]));
}

int print_status(const struct operation *operation, const void *result)
{
    if (operation == &operation_doctor)
        return ((const struct doctor_out *) result)->good ? EXIT_DONE : EXIT_FAILED;
    if (operation == &operation_check) {
        struct str verdict = ((const struct check_out *) result)->verdict;

        return str_is(verdict, "supported") ? EXIT_DONE : str_is(verdict, "unchecked") ? EXIT_UNCHECKED : EXIT_FAILED;
    }
    return EXIT_DONE;
}

static void print_delivered(struct cli *cli, const void *result)
{
    const struct deliver_out *d = result;
    struct str at = minute(cli->arena, d->before_at);

    cli_say(cli, "The report of %.*s was sent to %.*s.", STR_ARG(d->id), STR_ARG(d->target));
    if (str_is(d->before, "sent"))
        cli_say(cli, "It was sent there before, at %.*s; both have the same id.", STR_ARG(at));
    else if (str_is(d->before, "unknown"))
        cli_say(
            cli,
            "The try before, begun at %.*s, never told its end, so it may have arrived, too; both have the same id.",
            STR_ARG(at));
}

/* What users do and say of runs. */
static void print_people(struct cli *cli, const struct operation *operation, const void *result)
{
    const struct run_ref_out *ref = result;
    const struct run_view *view = result;
    const struct share_out *share = result;

    if (operation == &operation_undelete)
        cli_say(cli, "%.*s is back.", STR_ARG(ref->id));
    else if (operation == &operation_favourite)
        cli_say(cli, "%.*s is %s.", STR_ARG(view->id), view->favourite ? "a favourite" : "no favourite");
    else if (operation == &operation_title)
        cli_say(cli, "%.*s is called \"%.*s\".", STR_ARG(view->id), STR_ARG(view->title));
    else if (operation == &operation_share)
        fprintf(cli->out, "/share/%.*s\n", STR_ARG(share->token));
    else if (operation == &operation_unshare)
        cli_say(cli, "The link to %.*s is closed.", STR_ARG(ref->id));
    else if (operation == &operation_users_add || operation == &operation_users_set)
        print_users(cli, &(struct users_out){ (struct user_view *) result, 1 });
    else if (operation == &operation_users_remove)
        cli_say(cli, "The user %.*s is removed.", STR_ARG(((const struct user_ref_in *) result)->name));
}

/* Those that have more than a line to say. */
static const struct {
    const struct operation *operation;
    void (*print)(struct cli *cli, const void *result);
} printers[] = {
    { &operation_list, print_list },           { &operation_show, print_run },
    { &operation_sources, print_sources },     { &operation_source, print_source },
    { &operation_settings, print_settings },   { &operation_history, print_history },
    { &operation_claims, print_claims },       { &operation_why, print_why },
    { &operation_corpus_list, print_corpora }, { &operation_corpus_show, print_corpus },
    { &operation_models, print_models },       { &operation_providers, print_providers },
    { &operation_doctor, print_doctor },       { &operation_config, print_config },
    { &operation_plan, print_plan },           { &operation_deliver, print_delivered },
    { &operation_effects, print_effects },     { &operation_effect, print_effect },
    { &operation_users_list, print_users },    { &operation_users_token, print_user_token },
    { &operation_audit, print_audit },
};

int print_result(struct cli *cli, const struct operation *operation, const void *result)
{
    const struct run_ref_out *ref = result;
    const struct replay_out *replay = result;

    for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
        if (printers[i].operation == operation) {
            printers[i].print(cli, result);
            return print_status(operation, result);
        }
    if (operation == &operation_provenance)
        cli_out_markdown(cli, ((const struct provenance_out *) result)->text);
    else if (operation == &operation_import)
        cli_say(cli, "%.*s is here.", STR_ARG(((const struct import_out *) result)->id));
    else if (operation == &operation_backup)
        cli_say(cli, "The store was copied to %.*s.", STR_ARG(((const struct backup_out *) result)->file));
    else if (operation == &operation_corpus_remove)
        cli_say(cli, "The corpus %.*s was removed. The original files are unchanged.",
                STR_ARG(((const struct corpus_ref *) result)->name));
    else if (operation == &operation_draft || operation == &operation_edit)
        print_draft(cli, result);
    else if (operation == &operation_validate_input)
        print_quality(cli, result);
    else if (operation == &operation_improve_input)
        fprintf(cli->out, "%.*s\n", STR_ARG(((const struct improve_input_out *) result)->improved_prompt));
    else if (operation == &operation_version)
        fprintf(cli->out, "fathom %.*s\n", STR_ARG(((const struct version_out *) result)->version));
    else if (operation == &operation_replay) {
        cli_out(cli, utf8_clean(cli->arena, replay->text));
        cli_say(cli, "The replay of %.*s gave the same report, byte for byte.", STR_ARG(replay->id));
    } else if (operation == &operation_finish && str_is(ref->status, "waiting"))
        cli_say(cli, "%.*s waits for a person and writes its report as soon as it is answered: fathom answer %.*s \"\"",
                STR_ARG(ref->id), STR_ARG(ref->id));
    else if (operation == &operation_finish)
        cli_say(cli, "%.*s was asked to finish.", STR_ARG(ref->id));
    else if (operation == &operation_cancel)
        cli_say(cli, str_is(ref->status, "cancelled") ? "%.*s is cancelled." : "%.*s was asked to stop.",
                STR_ARG(ref->id));
    else if (operation == &operation_delete)
        cli_say(cli, "%.*s is deleted. For a day it can be brought back: fathom undelete %.*s", STR_ARG(ref->id),
                STR_ARG(ref->id));
    else
        print_people(cli, operation, result);
    return print_status(operation, result);
}
