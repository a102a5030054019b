/* `debug complete LINE`: what a shell offers behind what was typed, one word per line with a tab and what it is. A line
 * ":files" stands for the names of files. */
#include <string.h>

#include "doors/cli/cli.h"
#include "run/events.h"
#include "service/documents.h"
#include "service/inventory.h"
#include "service/runs.h"
#include "service/value.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

enum { RUNS_OFFERED = 50, ABOUT_MAX = 70 };

struct offers {
    struct cli *cli;
    struct str head;  /* what stands before the part that is completed: "--depth=", "openai/a," */
    struct str typed; /* of that part */
};

static void offer(struct offers *o, struct str word, struct str about)
{
    struct arena *arena = o->cli->arena;

    if (word.len < o->typed.len || !str_eq(str_sub(word, 0, o->typed.len), o->typed))
        return;
    about = str_replace(arena, utf8_clean(arena, about), str("\n"), str(" "));
    fprintf(o->cli->out, "%.*s%.*s%s%.*s\n", STR_ARG(o->head), STR_ARG(word), about.len ? "\t" : "",
            STR_ARG(utf8_cut_words(arena, about, ABOUT_MAX)));
}

static void offer_files(struct offers *o) { fputs(":files\n", o->cli->out); }

/* --- what only a running program knows; what cannot be read is not offered --- */

/* The newest; all that begin with what was typed, once that tells runs apart. An id may be typed without its "run-". */
static void offer_runs(struct offers *o)
{
    struct arena *arena = o->cli->arena;
    struct str all = str("run-");
    bool whole = str_starts(o->typed, "run-"), any = str_starts(all, str_z(arena, o->typed));
    struct list_in in = { .status = -1, .limit = any ? RUNS_OFFERED : LIST_MAX };
    struct list_out *out;

    if (!any)
        in.words = str_format(arena, "%s%.*s", whole ? "" : "run-", STR_ARG(o->typed));
    if (cli_call(o->cli, &operation_list, &in, (void **) &out, NULL) < 0)
        return;
    for (size_t i = 0; i < out->runs_n; i++)
        offer(o, any || whole ? out->runs[i].id : str_sub(out->runs[i].id, all.len, out->runs[i].id.len),
              str_format(arena, "%.*s: %.*s", STR_ARG(out->runs[i].status), STR_ARG(out->runs[i].query)));
    if (!any || out->runs_n)
        offer(o, str("last"), str("the newest run"));
}

static void offer_corpora(struct offers *o)
{
    struct corpus_list_out *out;

    if (cli_call(o->cli, &operation_corpus_list, NULL, (void **) &out, NULL) == 0)
        for (size_t i = 0; i < out->corpora_n; i++)
            offer(o, out->corpora[i].name, str(""));
}

static void offer_workflows(struct offers *o)
{
    for (size_t i = 0; workflows[i]; i++)
        offer(o, str(workflows[i]->name), str(workflows[i]->help));
}

/* Only models that have a key are of use. */
static void offer_models(struct offers *o)
{
    void *in = arena_alloc(o->cli->arena, operation_models.in.size + 1);
    struct models_out *out;

    fields_init(operation_in(&operation_models), in, operation_models.in.size);
    if (cli_call(o->cli, &operation_models, in, (void **) &out, NULL) == 0)
        for (size_t i = 0; i < out->models_n; i++)
            if (out->models[i].available)
                offer(o, out->models[i].name, str(""));
}

static void offer_engines(struct offers *o)
{
    struct providers_out *out;

    if (cli_call(o->cli, &operation_providers, NULL, (void **) &out, NULL) == 0)
        for (size_t i = 0; i < out->providers_n; i++)
            if (out->providers[i].ready && str_is(out->providers[i].kind, "search"))
                offer(o, out->providers[i].name, str(""));
}

static void offer_event_types(struct offers *o)
{
    for (int kind = 0; kind < EVENT_KINDS; kind++)
        if (kind == 0 || strcmp(event_types[kind].type, event_types[kind - 1].type) != 0)
            offer(o, str(event_types[kind].type), str(event_types[kind].help));
}

static void offer_commands(struct offers *o)
{
    for (const struct command *c = commands; c->name; c++) {
        struct str group = command_group(c);

        if (c == commands || !str_eq(group, command_group(c - 1)))
            offer(o, group, strchr(c->name, ' ') ? str("") : str(help_of(c)));
    }
}

/* --- values --- */

/* "ID on|off": the words of the second placeholder; a placeholder in capitals is none. */
static bool offer_choices(struct offers *o, const char *placeholders, size_t at)
{
    struct str rest = str(placeholders ? placeholders : ""), one = str(""), word;
    bool any = false;

    for (size_t i = 0; i <= at; i++)
        if (!str_next(&rest, ' ', &one))
            return false;
    if (!memchr(one.data, '|', one.len) || (one.data[0] >= 'A' && one.data[0] <= 'Z'))
        return false;
    for (; str_next(&one, '|', &word); any = true)
        offer(o, word, str(""));
    return any;
}

/* The name behind "corpus show": any text to its operation. */
static bool names_corpus(const struct command *command, const struct field *field)
{
    return str_is(command_group(command), "corpus") && strcmp(field->name, command->argument) == 0;
}

static void offer_field(struct offers *o, const struct command *command, const struct field *field)
{
    const char *const *words = field->type == FIELD_TYPE_ENUM ? field->words : field->choices;

    for (size_t i = 0; words && words[i]; i++)
        offer(o, str(words[i]), str(""));
    if (field_is(field, kind_id))
        offer_runs(o);
    else if (field_is(field, kind_workflow))
        offer_workflows(o);
    else if (field_is(field, kind_model))
        offer_models(o);
    else if (field_is(field, kind_corpus) || names_corpus(command, field))
        offer_corpora(o);
    else if (strcmp(field->name, "search") == 0)
        offer_engines(o);
    else if (command->operation == &operation_events && strcmp(field->name, "type") == 0)
        offer_event_types(o);
    if (field_is(field, kind_file) || field_is(field, kind_dir) || field_is(field, kind_corpus))
        offer_files(o);
}

static void offer_value(struct offers *o, const struct command *command, const struct flag *flag,
                        const struct field *field)
{
    ptrdiff_t comma = -1;

    for (size_t i = 0; flag_splits(flag, field) && i < o->typed.len; i++)
        comma = o->typed.data[i] == ',' ? (ptrdiff_t) i : comma;
    if (comma >= 0) {
        o->head = str_format(o->cli->arena, "%.*s%.*s", STR_ARG(o->head),
                             STR_ARG(str_sub(o->typed, 0, (size_t) comma + 1)));
        o->typed = str_sub(o->typed, (size_t) comma + 1, o->typed.len);
    }
    if (flag->word && strstr(flag->word, "FILE"))
        offer_files(o);
    else if (field)
        offer_field(o, command, field);
}

/* The words of the command itself, flags left out: the at-th. */
static void offer_argument(struct offers *o, const struct command *command, size_t at)
{
    const struct field *fields = command->operation ? operation_in(command->operation) : NULL;
    const char *name = at == 0 || !command->rest ? command->argument : command->rest;
    const struct field *field = fields && name ? field_named(fields, str(name)) : NULL;
    const char *word = command->word ? command->word : "";

    if (command->run == command_help)
        offer_commands(o);
    else if (!offer_choices(o, word, at) && field && (at == 0 || command->rest))
        offer_field(o, command, field);
    /* "FILE|URL...", "NAME PATH..." */
    bool file = strstr(word, "FILE") && (at == 0 || strstr(word, "...")), path = at > 0 && strstr(word, "PATH...");
    if ((file || path) && !(field && field_is(field, kind_file)))
        offer_files(o);
}

/* --- the command line --- */

struct seeking {
    struct str name;
    char letter;
    struct flag flag;
    const struct field *field;
    bool found;
};

static void seek(void *context, const struct flag *flag, const struct field *field)
{
    struct seeking *s = context;

    if (s->found || !(s->letter ? flag->letter == s->letter : str_is(s->name, flag->name)))
        return;
    s->flag = *flag; /* its name may not outlive the call */
    s->field = field;
    s->found = true;
}

/* The flag that the word is, "--name", "--name=value" or "-n"; false: it is none that takes a value. */
static bool takes_value(const struct command *command, struct str word, struct seeking *ret)
{
    ptrdiff_t equals = str_find_char(word, '=', 0);

    *ret = (struct seeking){ 0 };
    if (str_starts(word, "--"))
        ret->name = str_sub(word, 2, equals < 0 ? word.len : (size_t) equals);
    else if (word.len == 2)
        ret->letter = word.data[1];
    else
        return false;
    flag_each(command, seek, ret);
    return ret->found && !flag_is_switch(&ret->flag, ret->field) && !ret->flag.optional;
}

static void offer_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct offers *o = context;

    offer(o, str_format(o->cli->arena, "--%s", flag->name),
          str(flag->help             ? flag->help
              : field && field->help ? field->help
                                     : ""));
}

/* The words of a line as a shell parts them; the last one may be empty. */
static void part(struct arena *arena, struct str line, struct str_list *ret)
{
    struct buf word;
    bool begun = false;
    char quote = 0;

    buf_init(&word, line.len + 1);
    for (size_t i = 0; i < line.len; i++) {
        char c = line.data[i];

        if (quote ? c == quote : c == '\'' || c == '"') {
            quote = quote ? 0 : c;
            begun = true;
        } else if (c == '\\' && quote != '\'' && i + 1 < line.len) {
            buf_add_char(&word, line.data[++i]);
            begun = true;
        } else if (quote || (c != ' ' && c != '\t' && c != '\n')) {
            buf_add_char(&word, c);
            begun = true;
        } else if (begun) {
            str_list_add(arena, ret, str_dup(arena, buf_str(&word)));
            buf_clear(&word);
            begun = false;
        }
    }
    str_list_add(arena, ret, buf_take(&word, arena));
}

/* Where the last word of the line stands. */
struct place {
    const struct command *command; /* NULL: it would name one */
    struct str group;              /* of a command of two words, of which the second is not there yet */
    size_t arguments;              /* words of the command before it */
    bool words_only;               /* behind "--" */
    bool is_value;                 /* of this flag */
    struct seeking flag;
};

static struct place find_place(struct arena *arena, const struct str *words, size_t n)
{
    struct place p = { 0 };

    for (size_t i = 0; i + 1 < n; i++) {
        const struct command *flags_of = p.command ? p.command : commands;

        if (!p.words_only && str_is(words[i], "--"))
            p.words_only = true;
        else if (!p.words_only && words[i].len > 1 && words[i].data[0] == '-') {
            if (takes_value(flags_of, words[i], &p.flag) && str_find_char(words[i], '=', 0) < 0)
                p.is_value = ++i + 1 == n;
        } else if (p.group.len && !p.command) {
            p.command = command_named(str_format(arena, "%.*s %.*s", STR_ARG(p.group), STR_ARG(words[i])));
            p.command = p.command ? p.command : commands;
        } else if (!p.command && group_named(words[i]))
            p.group = words[i];
        else if (!p.command) { /* a command, or the first word of a question */
            p.command = command_named(words[i]);
            p.arguments = !p.command;
            p.command = p.command ? p.command : commands;
        } else
            p.arguments++;
    }
    return p;
}

static void offer_at(struct offers *o, struct place *p)
{
    const struct command *command = p->command ? p->command : commands;
    ptrdiff_t equals = str_find_char(o->typed, '=', 0);
    struct str word = o->typed;

    if (p->is_value) {
        offer_value(o, command, &p->flag.flag, p->flag.field);
    } else if (!p->words_only && str_starts(word, "--") && equals > 0) {
        o->head = str_sub(word, 0, (size_t) equals + 1);
        o->typed = str_sub(word, (size_t) equals + 1, word.len);
        if (takes_value(command, word, &p->flag) || p->flag.found)
            offer_value(o, command, &p->flag.flag, p->flag.field);
    } else if (!p->words_only && str_starts(word, "-")) {
        flag_each(command, offer_flag, o);
    } else if (p->group.len && !p->command) {
        for (const struct command *c = commands; c->name; c++)
            if (strchr(c->name, ' ') && str_eq(command_group(c), p->group))
                offer(o, str(strchr(c->name, ' ') + 1), str(help_of(c)));
    } else if (!p->command)
        offer_commands(o);
    else
        offer_argument(o, p->command, p->arguments);
}

static bool is_assignment(struct str word)
{
    return str_find_char(word, '=', 0) > 0 && word.data[0] != '-' && word.data[0] != '/' && word.data[0] != '.';
}

int debug_complete(struct cli *cli)
{
    struct offers o = { .cli = cli };
    struct str_list words = { 0 };
    size_t at = 0;
    struct error e;

    if (cli->words.n != 2) {
        error_set(&e, ERROR_INVALID, "debug complete needs what was typed, as one argument: \"fathom show \".");
        return cli_fail(cli, &e);
    }
    part(cli->arena, cli->words.items[1], &words);
    while (at + 2 < words.n && is_assignment(words.items[at])) /* VARIABLE=value fathom … */
        at++;
    if (at + 1 >= words.n)
        return EXIT_DONE;
    o.typed = words.items[words.n - 1];
    struct place place = find_place(cli->arena, words.items + at + 1, words.n - at - 1);
    offer_at(&o, &place);
    return EXIT_DONE;
}
