/* From the command line to an exit status. */
#include "doors/cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/json.h"
#include "text/utf8.h"

void cli_out(struct cli *cli, struct str text) { fwrite(text.data ? text.data : "", 1, text.len, cli->out); }

void cli_out_markdown(struct cli *cli, struct str text)
{
    struct buf styled;

    if (!cli->out_terminal) {
        cli_out(cli, text);
        return;
    }
    buf_init(&styled, 64 << 20);
    style_markdown(&styled, text, terminal_width(cli->out), cli->color);
    cli_out(cli, buf_str(&styled));
    buf_free(&styled);
}

/* What was written before goes out as what it is. */
static void write_as(struct cli *cli, bool json)
{
    if (cli->writes_json != json)
        fflush(cli->out);
    cli->writes_json = json;
}

void cli_out_value(struct cli *cli, struct str json)
{
    write_as(cli, true);
    cli_out(cli, json);
    cli_out(cli, str("\n"));
}

void cli_out_text(struct cli *cli) { write_as(cli, false); }

void cli_out_json(struct cli *cli, json_t *value)
{
    cli_out_value(cli, json_pretty(cli->arena, value));
    json_decref(value);
}

/* A line end in a name begins no message of its own: what follows is set in. */
static struct str one_message(struct arena *arena, struct str text)
{
    struct buf out;

    if (str_find_char(text, '\n', 0) < 0)
        return text;
    buf_init(&out, 3 * text.len + 1);
    for (size_t i = 0; i < text.len; i++) {
        buf_add_char(&out, text.data[i]);
        if (text.data[i] == '\n' && i + 1 < text.len && text.data[i + 1] != ' ')
            buf_add_z(&out, "  ");
    }
    return buf_take(&out, arena);
}

/* Names, questions and reasons are others' text: secrets and what would move the cursor stay out. */
static void say(struct cli *cli, const char *color, const char *before, struct str text)
{
    bool colored = color && cli->color && cli->err_terminal;
    struct str clean = one_message(cli->arena, utf8_clean(cli->arena, log_redacted(cli->arena, text)));
    struct str whole = str_format(cli->arena, "%s%s%s%s%s%s%.*s", colored ? "\x1b[" : "", colored ? color : "",
                                  colored ? "m" : "", before, colored ? "\x1b[0m" : "", before[0] ? " " : "",
                                  STR_ARG(clean)),
               line;
    struct buf out;

    buf_init(&out, 8 * whole.len + 1000);
    while (str_next_line(&whole, &line)) {
        wrap_line(&out, line, cli->err_terminal ? (size_t) terminal_width(cli->err) : SIZE_MAX);
        buf_add_char(&out, '\n');
    }
    fwrite(buf_str(&out).data, 1, out.len, cli->err);
    buf_free(&out);
}

static struct str formatted(struct cli *cli, const char *format, va_list ap)
{
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(NULL, 0, format, ap);
    char *text = arena_alloc(cli->arena, (size_t) (n < 0 ? 0 : n) + 1);
    vsnprintf(text, (size_t) (n < 0 ? 0 : n) + 1, format, again);
    va_end(again);
    return str(text);
}

void cli_say(struct cli *cli, const char *format, ...)
{
    va_list ap;

    if (cli->quiet)
        return;
    va_start(ap, format);
    say(cli, NULL, "", formatted(cli, format, ap));
    va_end(ap);
}

void cli_tell(struct cli *cli, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    say(cli, NULL, "", formatted(cli, format, ap));
    va_end(ap);
}

void cli_tell_lines(struct cli *cli, struct str text)
{
    struct str line;

    while (str_next_line(&text, &line))
        if (line.len)
            say(cli, NULL, "", line);
        else
            fputc('\n', cli->err);
}

void cli_warn(struct cli *cli, const char *format, ...)
{
    va_list ap;

    if (cli->quiet)
        return;
    va_start(ap, format);
    say(cli, "33", "warning:", formatted(cli, format, ap));
    va_end(ap);
}

static int status_of(int code)
{
    switch (code) {
    case ERROR_INVALID:
    case ERROR_NOT_FOUND:
    case ERROR_CONFLICT:
    case ERROR_MISCONFIGURED:
    case ERROR_FORBIDDEN:
    case ERROR_MODEL: return EXIT_USAGE;
    default: return EXIT_FAILED;
    }
}

int cli_fail_text(struct cli *cli, int code, struct str text)
{
    say(cli, "31", "fathom:", text);
    return status_of(code);
}

int cli_fail(struct cli *cli, const struct error *e) { return cli_fail_text(cli, e->code, str(e->message)); }

/* --- the service --- */

static void log_to_err(void *context, enum log_level level, const char *line)
{
    struct cli *cli = context;

    (void) level;
    struct arena *arena = arena_new();
    fprintf(cli->err, "fathom: %.*s\n", STR_ARG(one_message(arena, utf8_clean(arena, str(line)))));
    arena_free(arena);
}

int cli_service(struct cli *cli, struct error *e)
{
    static const enum log_level levels[] = { LOG_ERROR, LOG_WARN, LOG_INFO, LOG_DEBUG };

    if (cli->service)
        return 0;
    struct service_options options = { .config_path = cli->config_path,
                                       .env_file = cli->env_file,
                                       .will_call = cli->command && cli->command->operation == &operation_research };
    int r = service_new(&options, &cli->service, e);
    if (r < 0) {
        /* Every error here comes from a setting of the user. */
        if (status_of(-r) != EXIT_USAGE)
            e->code = ERROR_MISCONFIGURED;
        return r;
    }
    const struct config *config = service_config(cli->service);
    enum log_level most = cli->verbose ? LOG_DEBUG
                          : cli->quiet ? LOG_ERROR
                                       : levels[config->log_level < 0 ? 1 : config->log_level];
    log_listen(log_to_err, cli, most);
    for (size_t i = 0; i < config->warnings.n; i++)
        cli_warn(cli, "%.*s", STR_ARG(config->warnings.items[i]));
    return 0;
}

int cli_run_operation(struct cli *cli, const struct operation *operation, struct arena *arena, const void *in,
                      void *ret, struct error *e)
{
    const struct caller caller = caller_local(cli->service, &cli_door);

    return operation_run(operation, &caller, arena, in, ret, e);
}

int cli_call(struct cli *cli, const struct operation *operation, const void *in, void **ret, struct error *e)
{
    void *out = arena_alloc(cli->arena, operation->out.size);
    int r = operation->bare ? 0 : cli_service(cli, e);

    if (r == 0)
        r = cli_run_operation(cli, operation, cli->arena, in, out, e);
    if (r == 0)
        *ret = out;
    return r;
}

int command_print(struct cli *cli, const void *in)
{
    const struct operation *operation = cli->command->operation;
    struct research_in filled;
    struct error e;
    void *result;

    if (operation->in_fields == research_fields) {
        if (research_contexts(cli, in, &filled, &e) < 0)
            return cli_fail(cli, &e);
        in = &filled;
    }
    if (cli_call(cli, operation, in, &result, &e) < 0)
        return cli_fail(cli, &e);
    if (cli->json) {
        cli_out_json(cli, json_encode(operation->out.fields, result));
        return print_status(operation, result);
    }
    return print_result(cli, operation, result);
}

/* --- where results go --- */

int output_format(const char *path, struct error *e)
{
    int format = report_format_of(str(path));

    return format >= 0
               ? format
               : error_set(e, ERROR_INVALID,
                           "-o %s: the file must end in .md, .html, .json, .pdf, .docx, .fathom or .jsonl.", path);
}

/* Nothing is worse than a finished research that cannot be written down. */
int output_check(struct cli *cli, struct error *e)
{
    struct stat status;
    int r;

    if (!cli->output)
        return 0;
    if ((r = output_format(cli->output, e)) < 0)
        return r;
    struct str folder = file_folder(cli->arena, cli->output);
    if (stat(folder.data, &status) < 0 || !S_ISDIR(status.st_mode))
        return error_set(e, ERROR_INVALID, "-o %s: there is no folder %s.", cli->output, folder.data);
    if (access(folder.data, W_OK) < 0)
        return error_set(e, ERROR_INVALID, "-o %s: the folder %s cannot be written.", cli->output, folder.data);
    if (stat(cli->output, &status) == 0 && S_ISDIR(status.st_mode))
        return error_set(e, ERROR_INVALID, "-o %s is a folder.", cli->output);
    return 0;
}

static int report_as(struct cli *cli, const struct report_in *in, struct report_out **ret, struct error *e)
{
    int r = cli_call(cli, &operation_report, in, (void **) ret, e);

    if (r == 0 && in->format == REPORT_MD)
        (*ret)->text = utf8_clean(cli->arena, (*ret)->text);
    return r;
}

static void print_report(struct cli *cli, struct str text, bool markdown)
{
    cli->raw = !markdown;
    if (markdown)
        cli_out_markdown(cli, text);
    else
        cli_out(cli, text);
    if (!str_ends(text, "\n") && !(markdown && cli->out_terminal))
        cli_out(cli, str("\n"));
}

int output_report(struct cli *cli, struct str id, struct error *e)
{
    struct report_out *report;
    int r;

    if (cli->output) {
        r = report_as(cli, &(struct report_in){ .id = id, .format = output_format(cli->output, NULL) }, &report, e);
        if (r == 0)
            r = file_write_atomic(cli->output, report->text, 0644, e);
        if (r < 0)
            return r;
        cli_say(cli, "The report was written to %s.", cli->output);
        if (!cli->json)
            return 0;
    }
    if (cli->events)
        return 0; /* out carries the events */
    r = report_as(
        cli, &(struct report_in){ .id = id, .format = cli->json ? REPORT_JSON : REPORT_MD, .brief = !cli->verbose },
        &report, e);
    if (r == 0)
        print_report(cli, report->text, !cli->json);
    return r;
}

int command_report(struct cli *cli, const void *in_)
{
    struct report_in in = *(const struct report_in *) in_;
    struct report_out *report;
    struct error e;
    int r = output_check(cli, &e);

    if (r == 0 && cli->json)
        in.format = REPORT_JSON;
    if (r == 0 && cli->output)
        in.format = output_format(cli->output, &e);
    in.brief = in.brief || (!cli->output && !cli->verbose);
    if (r == 0)
        r = report_as(cli, &in, &report, &e);
    if (r == 0 && cli->output)
        r = file_write_atomic(cli->output, report->text, 0644, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    if (cli->output)
        cli_say(cli, "The report was written to %s.", cli->output);
    else
        print_report(cli, report->text, in.format == REPORT_MD);
    return EXIT_DONE;
}

static int replay_to_file(struct cli *cli, const struct replay_in *in)
{
    struct replay_out *replay;
    struct error e;
    int r = output_check(cli, &e);

    if (r == 0 && output_format(cli->output, &e) != REPORT_MD)
        r = error_set(&e, ERROR_INVALID, "-o %s: a replay is written as .md.", cli->output);
    if (r == 0)
        r = cli_call(cli, &operation_replay, in, (void **) &replay, &e);
    if (r == 0)
        r = file_write_atomic(cli->output, utf8_clean(cli->arena, replay->text), 0644, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    cli_say(cli, "The replay of %.*s gave the same report, byte for byte. It was written to %s.", STR_ARG(replay->id),
            cli->output);
    return EXIT_DONE;
}

int command_replay(struct cli *cli, const void *in_)
{
    struct replay_in in = *(const struct replay_in *) in_;

    in.brief = in.brief || (!cli->output && !cli->json && !cli->verbose);
    return cli->output ? replay_to_file(cli, &in) : command_print(cli, &in);
}

static int run_command(struct cli *cli, int argc, char *const argv[])
{
    struct error e;
    void *in = NULL;

    if (argc < 2) {
        help_write(cli, cli->err, NULL);
        return EXIT_USAGE;
    }
    if (str_is(str(argv[1]), "--version") && argc == 2) {
        char *const version[] = { argv[0], (char *) "version", NULL };

        return run_command(cli, 2, version);
    }
    if (flags_parse(cli, argc, argv, &in, &e) < 0)
        return cli_fail(cli, &e);
    cli->paged = (cli->help || cli->command->paged) && cli->out_terminal && !cli->no_pager && !cli->follow;
    if (cli->help) {
        /* "fathom --help" is the overview, "fathom list --help" the command's. */
        help_write(cli, cli->out,
                   cli->command == commands && cli->words.n == 0 && !str_is(str(argv[1]), "research") ? NULL
                                                                                                      : cli->command);
        return EXIT_DONE;
    }
    return cli->command->run(cli, in);
}

int cli_run(struct cli *cli, int argc, char *const argv[])
{
    int status = output_settle(cli, run_command(cli, argc, argv));

    service_free(cli->service);
    cli->service = NULL;
    log_listen(NULL, NULL, LOG_ERROR);
    return status;
}
