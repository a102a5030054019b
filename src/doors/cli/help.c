/* Help, manual page and completions, all from the same tables. */
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "doors/cli/cli.h"
#include "service/door.h"
#include "service/value.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

const char *help_of(const struct command *c) { return c->help ? c->help : c->operation->help; }
/* Empty: there is no more to say. */
static struct str about_of(struct arena *arena, const struct command *c)
{
    const char *about = c->help ? c->about : c->operation->about;

    return door_words(&cli_door, arena, str(about ? about : ""));
}
static const char *flag_help(const struct flag *flag, const struct field *field)
{
    return flag->help ? flag->help : field && field->help ? field->help : "";
}

/* A switch has none that is worth telling. */
static const char *default_of(const struct flag *flag, const struct field *field)
{
    return field && !flag_is_switch(flag, field) ? field->preset : NULL;
}

struct writer {
    FILE *out;
    struct buf *buf;
    struct arena *arena;
    bool narrow; /* what a flag does stands below it */
};

/* "-d, --depth auto|light" */
static struct str flag_usage(struct arena *arena, const struct flag *flag, const struct field *field)
{
    struct str word = flag_is_switch(flag, field) ? str("") : flag_word(arena, flag, field);
    char letter[8] = "    ";

    if (flag->letter)
        snprintf(letter, sizeof letter, "-%c, ", flag->letter);
    if (flag->optional)
        return str_format(arena, "%s--%s[=%.*s]", letter, flag->name, STR_ARG(word));
    return str_format(arena, "%s--%s%s%.*s", letter, flag->name, str_empty(word) ? "" : " ", STR_ARG(word));
}

static void write_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct writer *w = context;
    struct str usage = flag_usage(w->arena, flag, field);
    const char *preset = default_of(flag, field);

    if (w->narrow)
        fprintf(w->out, "  %.*s\n      ", STR_ARG(str_trim(usage)));
    else if (usage.len > 30)
        fprintf(w->out, "  %.*s\n  %-30s ", STR_ARG(usage), "");
    else
        fprintf(w->out, "  %-30.*s ", STR_ARG(usage));
    fprintf(w->out, "%s%s%s%s\n", flag_help(flag, field), preset ? " (default " : "", preset ? preset : "",
            preset ? ")" : "");
}

static struct str usage_line(struct arena *arena, const struct command *c)
{
    bool research = c == commands;

    return str_format(arena, "fathom %s%s%s [flags]", research ? "[research]" : c->name, c->word ? " " : "",
                      !c->word   ? ""
                      : research ? "\"QUESTION\""
                                 : c->word);
}

enum { NAME_COLUMNS = 31, NARROW = 70 };

/* A command and what it does, broken between words where a terminal ends. A narrow one has the text below the command. */
static void write_entry(FILE *out, struct str name, const char *help, size_t width)
{
    size_t indent = width < NARROW ? 4 : NAME_COLUMNS, at = name.len + 2;
    struct str rest = str(help), word;

    fprintf(out, "  %.*s", STR_ARG(name));
    for (bool first = true; str_next(&rest, ' ', &word); first = false) {
        if (first ? at + 1 > indent : at + 1 + word.len > width) {
            fputc('\n', out);
            at = 0;
        }
        at += (size_t) fprintf(out, "%*s%.*s", at < indent ? (int) (indent - at) : 1, "", STR_ARG(word));
    }
    fputc('\n', out);
}

static void write_overview(FILE *out, size_t width)
{
    struct arena *arena = arena_new();

    fputs("fathom answers a research question with a report in which every cited sentence can be checked.\n\n", out);
    write_entry(out, str("fathom \"QUESTION\""), "research it and print the report", width);
    fputs("\nCommands:\n", out);
    for (const struct command *c = commands; c->name; c++)
        write_entry(out, str_format(arena, "%s%s%s", c->name, c->word ? " " : "", c->word ? c->word : ""), help_of(c),
                    width);
    fputs("\nID is the id of a run, a unique prefix of it, or last. fathom help COMMAND explains a command.\nExit "
          "status: 0 done, 1 the run failed, 2 bad usage or configuration, 3 waiting for an answer, 130 interrupted.\n",
          out);
    arena_free(arena);
}

/* Does the command start a research, so that its help tells the workflows apart? */
static bool takes_workflow(const struct command *command)
{
    const struct field *f = command->operation ? operation_in(command->operation) : NULL;

    while (f && f->type != FIELD_TYPE_END && !field_is(f, kind_workflow))
        f++;
    return f && f->type != FIELD_TYPE_END;
}

void help_write(struct cli *cli, FILE *out, const struct command *command)
{
    bool terminal = out == cli->err ? cli->err_terminal : cli->out_terminal;
    size_t width = terminal ? (size_t) terminal_width(out) : SIZE_MAX / 2;
    struct writer w = { .out = out, .narrow = width < NARROW };

    if (!command) {
        write_overview(out, width);
        return;
    }
    w.arena = arena_new();
    fprintf(out, "%.*s\n\n%s\n", STR_ARG(usage_line(w.arena, command)), help_of(command));
    struct str about = about_of(w.arena, command);
    if (about.len)
        fprintf(out, "%.*s\n", STR_ARG(about));
    fputs("\nFlags:\n", out);
    flag_each(command, write_flag, &w);
    if (takes_workflow(command))
        fputs("\nWorkflows:\n", out);
    for (size_t i = 0; workflows[i] && takes_workflow(command); i++)
        fprintf(out, "  %-12s %s%s\n", workflows[i]->name, workflows[i]->help, i ? "" : " (the default)");
    arena_free(w.arena);
}

int command_help(struct cli *cli, const void *in)
{
    struct str name = str_join(cli->arena, cli->words.items, cli->words.n, " ");
    const struct command *command = cli->words.n ? command_named(name) : NULL;
    struct error e;
    size_t n = 0;

    (void) in;
    if (cli->words.n && group_named(name)) {
        for (const struct command *c = commands; c->name; c++)
            if (str_eq(command_group(c), name)) {
                fputs(n++ ? "\n" : "", cli->out);
                help_write(cli, cli->out, c);
            }
        return EXIT_DONE;
    }
    if (cli->words.n && !command) {
        error_set(&e, ERROR_INVALID, "There is no command \"%.*s\". fathom help lists them.",
                  STR_ARG(cli->words.items[0]));
        return cli_fail(cli, &e);
    }
    help_write(cli, cli->out, command);
    return EXIT_DONE;
}

/* --- docs/cli.md --- */

static void reference_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct writer *w = context;
    struct str usage = str_trim(flag_usage(w->arena, flag, field));
    const char *preset = default_of(flag, field);

    for (const struct flag *g = general_flags; g->name; g++)
        if (strcmp(g->name, flag->name) == 0)
            return; /* told once, at the top */
    usage = str_replace(w->arena, usage, str("|"), str("\\|"));
    buf_format(w->buf, "| `%.*s` | %s%s%s%s |\n", STR_ARG(usage), flag_help(flag, field), preset ? " (default `" : "",
               preset ? preset : "", preset ? "`)" : "");
}

static void reference_workflows(struct buf *out)
{
    buf_add_z(out, "| workflow | how it researches |\n|---|---|\n");
    for (size_t i = 0; workflows[i]; i++)
        buf_format(out, "| `%s`%s | %s |\n", workflows[i]->name, i ? "" : " (the default)", workflows[i]->help);
    buf_add_char(out, '\n');
}

void help_write_reference(struct buf *out)
{
    struct writer w = { .buf = out, .arena = arena_new() };

    for (const struct command *c = commands; c->name; c++) {
        size_t before;

        buf_format(out, "### %s\n\n`%.*s`\n\n%s", c->name, STR_ARG(usage_line(w.arena, c)), help_of(c));
        struct str about = about_of(w.arena, c);
        if (about.len)
            buf_format(out, " %.*s", STR_ARG(about));
        buf_add_z(out, "\n\n");
        before = out->len;
        buf_add_z(out, "| flag | meaning |\n|---|---|\n");
        size_t head = out->len;
        flag_each(c, reference_flag, &w);
        if (out->len == head)
            out->len = before;
        else
            buf_add_char(out, '\n');
        if (takes_workflow(c))
            reference_workflows(out);
        out->data[out->len] = '\0';
    }
    arena_free(w.arena);
}

/* --- the manual page --- */

/* Text for troff: a dot or quote at the start of a line and backslashes are commands there. */
static void man_text(FILE *out, struct str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.data[i];

        if (i == 0 && (c == '.' || c == '\''))
            fputs("\\&", out);
        if (c == '\\')
            fputs("\\e", out);
        else if (c == '-')
            fputs("\\-", out);
        else
            fputc(c, out);
    }
}

static void man_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct writer *w = context;

    fputs(".TP\n.B ", w->out);
    man_text(w->out, str_trim(flag_usage(w->arena, flag, field)));
    fputc('\n', w->out);
    man_text(w->out, str(flag_help(flag, field)));
    fputs(".\n", w->out);
}

static void man_command(struct cli *cli, const struct command *c)
{
    struct str about = about_of(cli->arena, c);
    struct writer w = { .out = cli->out, .arena = cli->arena };

    fputs(".SS ", cli->out);
    man_text(cli->out, usage_line(cli->arena, c));
    fputc('\n', cli->out);
    man_text(cli->out, str(help_of(c)));
    fputc('\n', cli->out);
    if (about.len) {
        man_text(cli->out, about);
        fputc('\n', cli->out);
    }
    flag_each(c, man_flag, &w);
}

int command_man(struct cli *cli, const void *in)
{
    (void) in;
    fputs(".TH FATHOM 1 \"\" \"fathom " FATHOM_VERSION
          "\"\n.SH NAME\nfathom \\- research a question and write a report that can be checked\n"
          ".SH SYNOPSIS\n",
          cli->out);
    for (const struct command *c = commands; c->name; c++) {
        fputs(c == commands ? ".B " : ".br\n.B ", cli->out);
        man_text(cli->out, usage_line(cli->arena, c));
        fputc('\n', cli->out);
    }
    fputs(
        ".SH DESCRIPTION\nfathom searches, reads sources, asks models and writes a report. It stores the result of "
        "every call in a journal before the run goes on, so a run that was killed loses nothing that was paid for and "
        "goes on with\n.BR \"fathom resume\" .\nID is the id of a run, a unique prefix of it, or\n.BR last .\n.SH "
        "COMMANDS\n",
        cli->out);
    for (const struct command *c = commands; c->name; c++)
        man_command(cli, c);
    fputs(".SH WORKFLOWS\n", cli->out);
    for (size_t i = 0; workflows[i]; i++) {
        fprintf(cli->out, ".TP\n.B %s\n", workflows[i]->name);
        man_text(cli->out, str(workflows[i]->help));
        fputs(i ? ".\n" : " (the default).\n", cli->out);
    }
    fputs(".SH CONFIGURATION\nKeys of the configuration file, each with its environment variable. A flag overrides "
          "the variable, and the variable overrides the file.\n",
          cli->out);
    for (const struct field *f = config_fields(); f->type != FIELD_TYPE_END; f++) {
        fputs(".TP\n.B ", cli->out);
        man_text(cli->out, str(f->name));
        if (config_is_value(f))
            fprintf(cli->out, " (%.*s)", STR_ARG(config_variable(cli->arena, f->name)));
        fputc('\n', cli->out);
        man_text(cli->out, str(f->help));
        fputs(".\n", cli->out);
    }
    fputs(
        ".SH EXIT STATUS\n0 done, 1 the run failed, 2 bad usage or configuration, 3 waiting for a person, 130 interrupted "
        "(the run can be resumed).\n.SH ENVIRONMENT\n"
        ".TP\n.B FATHOM_HOME\nfolder of the data\n.TP\n.B FATHOM_CONFIG\nconfiguration file\n"
        ".TP\n.B NO_COLOR\nno colours\n.PP\nEvery key of the configuration has a variable (fathom config), every service its own "
        "(fathom providers).\n.SH FILES\n.TP\n.B $XDG_CONFIG_HOME/fathom/config.yaml\nthe configuration\n"
        ".TP\n.B $XDG_DATA_HOME/fathom/fathom.db\nruns, journals, sources and reports\n",
        cli->out);
    return EXIT_DONE;
}

/* --- completions --- */

/* The shells only hand over what was typed and show what they get: `debug complete` (complete.c) knows the rest. */

static const char bash_script[] =
    "_fathom() {\n"
    "    local typed=${COMP_LINE:0:COMP_POINT} found\n"
    "    local word=${typed##*[[:space:]]}\n"
    "    COMPREPLY=()\n"
    "    while IFS= read -r found; do\n"
    "        [[ $found == :files ]] || COMPREPLY+=(\"${found%%$'\\t'*}\")\n"
    "    done < <(\"${1/#\\~/$HOME}\" debug complete \"$typed\" 2>/dev/null)\n"
    "    # bash parts words at these signs, too, and replaces only what stands behind the last one\n"
    "    if [[ $word == *[=:]* ]]; then COMPREPLY=(\"${COMPREPLY[@]#\"${word%\"${word##*[=:]}\"}\"}\"); fi\n"
    "}\n"
    "complete -o default -F _fathom fathom\n";

static const char zsh_script[] =
    "#compdef fathom\n"
    "_fathom() {\n"
    "    local found typed=\"${(j: :)words[1,CURRENT-1]} $PREFIX\"\n"
    "    local -a offered shown\n"
    "    local files=\n"
    "    while IFS= read -r found; do\n"
    "        if [[ $found == :files ]]; then files=1; continue; fi\n"
    "        offered+=(\"${found%%$'\\t'*}\")\n"
    "        shown+=(\"${found/$'\\t'/  }\")\n"
    "    done < <(fathom debug complete \"$typed\" 2>/dev/null)\n"
    "    (($#offered)) && compadd -l -d shown -a offered\n"
    "    [[ $files ]] && _files\n"
    "}\n"
    "if [[ $funcstack[1] == _fathom ]]; then _fathom \"$@\"; else compdef _fathom fathom; fi\n";

static const char fish_script[] = "function __fathom_complete\n"
                                  "    for found in (fathom debug complete (commandline -cp) 2>/dev/null)\n"
                                  "        if test $found = :files\n"
                                  "            __fish_complete_path (commandline -ct)\n"
                                  "        else\n"
                                  "            echo $found\n"
                                  "        end\n"
                                  "    end\n"
                                  "end\n"
                                  "complete -c fathom -f -k -a '(__fathom_complete)'\n";

int command_completions(struct cli *cli, const void *in)
{
    struct str shell = cli->words.n ? cli->words.items[0] : str("");
    struct error e;

    (void) in;
    if (!str_is(shell, "bash") && !str_is(shell, "zsh") && !str_is(shell, "fish")) {
        error_set(&e, ERROR_INVALID, "completions needs a shell: bash, zsh or fish.");
        return cli_fail(cli, &e);
    }
    cli_out(cli, str(str_is(shell, "bash") ? bash_script : str_is(shell, "zsh") ? zsh_script : fish_script));
    return EXIT_DONE;
}
