/* Flags from the tables: a flag is a row of a binding table or simply a field of
 * the operation's arguments under its kebab-case name. */
#include <string.h>

#include "base/file.h"
#include "doors/cli/cli.h"
#include "service/value.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

/* Thai and what stands behind it in Unicode is mostly written without spaces. */
enum { NAMES_MAX = 96, ANSWERS_SIZE = 1 << 20, FIRST_UNSPACED = 0x0e00 };

const struct command *command_named(struct str name)
{
    for (const struct command *c = commands; c->name; c++)
        if (str_is(name, c->name))
            return c;
    return NULL;
}

struct str command_group(const struct command *command)
{
    struct str name = str(command->name), word = name;

    str_next(&name, ' ', &word);
    return word;
}

bool group_named(struct str word)
{
    for (const struct command *c = commands; c->name; c++)
        if (strchr(c->name, ' ') && str_eq(command_group(c), word))
            return true;
    return false;
}

static const struct field *fields_of(const struct command *command)
{
    static const struct field none[] = { FIELD_END };

    return command->operation ? operation_in(command->operation) : none;
}

static const struct field *field_of(const struct command *command, const struct flag *flag)
{
    return flag->field ? field_named(fields_of(command), str(flag->field)) : NULL;
}

/* Is the field bound under another name, or filled by the words? */
static bool bound(const struct command *command, const struct field *field)
{
    if (command->argument && strcmp(command->argument, field->name) == 0)
        return true;
    if (command->rest && strcmp(command->rest, field->name) == 0)
        return true;
    for (const struct flag *f = command->flags; f && f->name; f++)
        if (f->field && strcmp(f->field, field->name) == 0)
            return true;
    return field->type == FIELD_TYPE_OBJECT || field->type == FIELD_TYPE_LIST || field->hidden;
}

void flag_each(const struct command *command, flag_fn *fn, void *context)
{
    struct arena *arena = arena_new();

    for (const struct flag *f = command->flags; f && f->name; f++)
        fn(context, f, field_of(command, f));
    for (const struct field *field = fields_of(command); field->type != FIELD_TYPE_END; field++)
        if (!bound(command, field)) {
            struct flag flag = { .name = name_kebab(arena, field->name).data, .field = field->name };

            fn(context, &flag, field);
        }
    for (const struct flag *f = general_flags; f->name; f++)
        fn(context, f, NULL);
    arena_free(arena);
}

struct finding {
    struct str name;
    char letter;
    struct flag *ret;
    bool found;
};

static void match(void *context, const struct flag *flag, const struct field *field)
{
    struct finding *finding = context;

    (void) field;
    if (finding->found || !(finding->letter ? flag->letter == finding->letter : str_is(finding->name, flag->name)))
        return;
    *finding->ret = *flag;
    finding->found = true;
}

bool flag_find(const struct command *command, struct str name, struct flag *ret)
{
    struct finding finding = { .name = name, .ret = ret };

    flag_each(command, match, &finding);
    return finding.found;
}

bool flag_of_letter(const struct command *command, char letter, struct flag *ret)
{
    struct finding finding = { .letter = letter, .ret = ret };

    flag_each(command, match, &finding);
    return finding.found;
}

bool flag_is_switch(const struct flag *flag, const struct field *field)
{
    return flag->value || (!flag->word && (!field || field->type == FIELD_TYPE_BOOL));
}

static struct str joined(struct arena *arena, const char *const *words, const char *between)
{
    struct buf out;

    buf_init(&out, 400);
    for (size_t i = 0; words[i]; i++)
        buf_format(&out, "%s%s", i ? between : "", words[i]);
    return buf_take(&out, arena);
}

/* Words that hold no comma: names of models, engines, domains. */
static bool splits(const struct field *field)
{
    return field->type == FIELD_TYPE_STRS &&
           (field->choices || field_is(field, kind_model) || field_is(field, kind_name) || field_is(field, kind_glob));
}

bool flag_splits(const struct flag *flag, const struct field *field) { return flag->split || (field && splits(field)); }

struct str workflow_words(struct arena *arena, const char *between)
{
    struct buf out;

    buf_init(&out, 400);
    for (size_t i = 0; workflows[i]; i++)
        buf_format(&out, "%s%s", i ? between : "", workflows[i]->name);
    return buf_take(&out, arena);
}

struct str flag_word(struct arena *arena, const struct flag *flag, const struct field *field)
{
    if (flag->word)
        return str(flag->word);
    if (!field)
        return str("");
    switch (field->type) {
    case FIELD_TYPE_INT: return str(field->words ? field->words[0] : "N");
    case FIELD_TYPE_DOUBLE: return str("X");
    case FIELD_TYPE_ENUM: return joined(arena, field->words, "|");
    default:
        if (field->choices)
            return joined(arena, field->choices, "|");
        if (splits(field))
            return str_format(arena, "%s[,%s...]", field->words[0], field->words[0]);
        if (field_is(field, kind_workflow))
            return workflow_words(arena, "|");
        return field->words ? str(field->words[0]) : str("TEXT");
    }
}

/* --- parsing --- */

struct parser {
    struct cli *cli;
    void *in;
    int argc, at;
    char *const *argv;
};

struct names {
    const char *items[NAMES_MAX + 1];
    size_t n;
    struct arena *arena;
};

static void add_name(void *context, const struct flag *flag, const struct field *field)
{
    struct names *names = context;

    (void) field;
    if (names->n < NAMES_MAX)
        names->items[names->n++] = str_z(names->arena, str(flag->name));
}

static int unknown_flag(struct parser *p, const char *text, struct str name, struct error *e)
{
    struct names names = { .arena = p->cli->arena };

    flag_each(p->cli->command, add_name, &names);
    const char *nearest = word_nearest(names.items, name);
    if (nearest)
        return error_set(e, ERROR_INVALID, "%s is not a flag of %s; did you mean --%s?", text, p->cli->command->name,
                         nearest);
    return error_set(e, ERROR_INVALID, "%s is not a flag of %s. See: fathom help %s", text, p->cli->command->name,
                     p->cli->command->name);
}

/* Flags of the door itself. */
static int set_own(struct cli *cli, const struct flag *flag, const char *value, struct error *e)
{
    int clarify = flag->own == FLAG_CLARIFY ? 1 : flag->own == FLAG_NO_CLARIFY ? -1 : 0;

    if (clarify && cli->clarify == -clarify)
        return error_set(e, ERROR_INVALID,
                         "--clarify and --no-clarify exclude each other: one lets fathom ask back, the other forbids "
                         "it.");
    switch (flag->own) {
    case FLAG_HELP: cli->help = true; break;
    case FLAG_CONFIG: cli->config_path = value; break;
    case FLAG_ENV_FILE: cli->env_file = value ? value : ".env"; break;
    case FLAG_QUIET: cli->quiet = true; break;
    case FLAG_VERBOSE: cli->verbose = true; break;
    case FLAG_JSON: cli->json = true; break;
    case FLAG_OUTPUT: cli->output = value; break;
    case FLAG_EVENTS: cli->events = true; break;
    case FLAG_FOLLOW: cli->follow = true; break;
    case FLAG_BATCH: cli->batch = value; break;
    case FLAG_CONTEXT: str_list_add(cli->arena, &cli->contexts, str(value)); break;
    case FLAG_CLARIFY:
    case FLAG_NO_CLARIFY: cli->clarify = clarify; break;
    case FLAG_LISTEN: cli->listen = value; break;
    case FLAG_PLAN: cli->parts |= PART_PLAN; break;
    case FLAG_FINDINGS: cli->parts |= PART_FINDINGS; break;
    case FLAG_DECISIONS: cli->parts |= PART_DECISIONS; break;
    case FLAG_SOURCES: cli->parts |= PART_SOURCES; break;
    case FLAG_NO_PAGER: cli->no_pager = true; break;
    case FLAG_SYSTEM_PROMPT:
    case FLAG_ANSWERS:
    case FLAG_FIELD: break;
    }
    return 0;
}

/* The text, or what is in the file of that name. */
static int text_or_file(struct cli *cli, const char *value, struct str *ret, struct error *e)
{
    struct buf file;

    *ret = str(value);
    if (strlen(value) > 255 || strchr(value, '\n') || !file_exists(value))
        return 0;
    buf_init(&file, 1 << 20);
    int r = file_read(value, &file, e);
    if (r == 0)
        *ret = buf_take(&file, cli->arena);
    buf_free(&file);
    return r;
}

/* A blank line stands between the answers of two rounds; nothing at all is one empty answer. */
static int set_answers(struct parser *p, const struct field *field, struct str text, const char *shown, struct error *e)
{
    struct str rest = text, line;
    struct buf answer;
    bool more = true;
    int r = str_empty(str_trim(text)) ? value_set(p->cli->arena, field, p->in, str(""), shown, e) : 0;

    buf_init(&answer, ANSWERS_SIZE);
    while (r == 0 && more) {
        more = str_next_line(&rest, &line);
        if (more && !str_empty(str_trim(line))) {
            buf_format(&answer, "%s%.*s", answer.len ? "\n" : "", STR_ARG(str_trim(line)));
            continue;
        }
        if (answer.len)
            r = value_set(p->cli->arena, field, p->in, buf_str(&answer), shown, e);
        buf_clear(&answer);
    }
    buf_free(&answer);
    return r < 0 ? r : value_check_count(field, p->in, shown, e);
}

static int set_flag(struct parser *p, const struct flag *flag, const char *shown, const char *value, struct error *e)
{
    const struct field *field = field_of(p->cli->command, flag);
    struct str text = flag->value ? str(flag->value) : value ? str(value) : str("true");
    int r = 0;

    if (flag->own == FLAG_SYSTEM_PROMPT || flag->own == FLAG_ANSWERS)
        r = text_or_file(p->cli, value, &text, e);
    else if (flag->own != FLAG_FIELD)
        return set_own(p->cli, flag, value, e);
    if (r == 0 && flag->own == FLAG_ANSWERS)
        return set_answers(p, field, text, shown, e);
    if (r == 0)
        r = (flag_splits(flag, field) ? value_set_each : value_set)(p->cli->arena, field, p->in, text, shown, e);
    if (r == 0)
        operation_note_given(p->cli->arena, p->cli->command->operation, p->in, field->name);
    return r;
}

static int parse_long(struct parser *p, const char *text, struct error *e)
{
    struct str name = str(text + 2);
    ptrdiff_t equals = str_find_char(name, '=', 0);
    const char *value = equals >= 0 ? text + 2 + equals + 1 : NULL;
    const char *shown;
    struct flag flag;

    if (equals >= 0)
        name = str_sub(name, 0, (size_t) equals);
    shown = str_format(p->cli->arena, "--%.*s", STR_ARG(name)).data;
    if (!flag_find(p->cli->command, name, &flag)) {
        /* --no-x turns the switch --x off. */
        if (!value && str_starts(name, "no-") && flag_find(p->cli->command, str_sub(name, 3, name.len), &flag) &&
            flag.own == FLAG_FIELD && flag_is_switch(&flag, field_of(p->cli->command, &flag)))
            return set_flag(p, &flag, shown, "false", e);
        return unknown_flag(p, shown, name, e);
    }
    if (flag_is_switch(&flag, field_of(p->cli->command, &flag))) {
        if (value && (flag.own != FLAG_FIELD || flag.value))
            return error_set(e, ERROR_INVALID, "%s takes no value.", shown);
        return set_flag(p, &flag, shown, value, e);
    }
    if (!value && !flag.optional) {
        if (p->at >= p->argc || strncmp(p->argv[p->at], "--", 2) == 0)
            return error_set(e, ERROR_INVALID, "%s needs a value: %s %s.", shown, shown,
                             flag_word(p->cli->arena, &flag, field_of(p->cli->command, &flag)).data);
        value = p->argv[p->at++];
    }
    return set_flag(p, &flag, shown, value, e);
}

static int parse_short(struct parser *p, const char *text, struct error *e)
{
    for (const char *c = text + 1; *c; c++) {
        char shown[3] = { '-', *c, '\0' };
        struct flag flag;
        int r;

        if (!flag_of_letter(p->cli->command, *c, &flag))
            return unknown_flag(p, shown, str(shown), e);
        if (flag_is_switch(&flag, field_of(p->cli->command, &flag))) {
            if ((r = set_flag(p, &flag, shown, NULL, e)) < 0)
                return r;
            continue;
        }
        const char *value = c[1] == '=' ? c + 2 : c[1] ? c + 1 : p->at < p->argc ? p->argv[p->at++] : NULL;
        if (!value)
            return error_set(e, ERROR_INVALID, "%s needs a value.", shown);
        return set_flag(p, &flag, shown, value, e);
    }
    return 0;
}

/* Does this flag take the next word as its value? Flags before the command are
 * general ones or those of the default command. */
static bool takes_next(const char *text)
{
    struct flag flag;
    bool known = text[1] == '-' ? flag_find(commands, str(text + 2), &flag)
                                : !text[2] && flag_of_letter(commands, text[1], &flag);

    return known && !flag.optional && !flag_is_switch(&flag, field_of(commands, &flag));
}

/* "- words" is text: a list that is pasted begins so, and no flag does. */
static bool is_flag(const char *text) { return text[0] == '-' && text[1] && !strchr(" \t\r\n", text[1]); }

/* The first word that is neither flag nor value names the command (a group needs the next word too), or is the
 * question. */
static const struct command *find_command(struct arena *arena, int argc, char *const argv[], int *ret_at,
                                          int *ret_words)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_flag(argv[i])) {
            i += takes_next(argv[i]);
            continue;
        }
        *ret_at = i;
        *ret_words = 1;
        if (i + 1 < argc && group_named(str(argv[i]))) {
            *ret_words = 2;
            return command_named(str_format(arena, "%s %s", argv[i], argv[i + 1]));
        }
        return command_named(str(argv[i]));
    }
    return NULL;
}

/* One word in a script that puts spaces between words; with a question mark it is a question. */
static bool is_lone_word(struct str text)
{
    size_t at = 0;

    while (at < text.len) {
        int32_t c = utf8_next(text, &at);

        if (utf8_is_space(c) || c >= FIRST_UNSPACED)
            return false;
    }
    return text.len > 0 && !str_ends(text, "?");
}

/* The user typed a word in place of a command that is none: one that is nearly a command, or a single word. */
static int check_word(struct cli *cli, struct error *e)
{
    const char *names[64] = { NULL };
    size_t n = 0;

    for (const struct command *c = commands; c->name && n < 63; c++)
        names[n++] = str_z(cli->arena, command_group(c));
    if (cli->words.n == 0 || cli->words.n > 2 || cli->words_only || !is_lone_word(cli->words.items[0]))
        return 0;
    struct str word = cli->words.items[0];
    const char *nearest = word.len >= 3 ? word_nearest(names, word) : NULL;
    size_t slack = word.len > 5 ? 2 : 1;
    if (nearest && strlen(nearest) + slack >= word.len && word.len + slack >= strlen(nearest))
        return error_set(e, ERROR_INVALID,
                         "\"%.*s\" is not a command; did you mean \"%s\"? To research the word: fathom research %.*s",
                         STR_ARG(word), nearest, STR_ARG(word));
    if (cli->words.n > 1)
        return 0;
    return error_set(e, ERROR_INVALID,
                     "\"%.*s\" is not a command (fathom help lists them). To research the word: fathom research %.*s",
                     STR_ARG(word), STR_ARG(word));
}

/* A name that is reserved for a command to come: its words are no question. */
static int check_planned(const char *word, struct error *e)
{
    if (word_index(planned_commands, str(word)) < 0)
        return 0;
    return error_set(e, ERROR_INVALID,
                     "The command \"%s\" is not available yet. To research a question that begins with this word: "
                     "fathom research \"%s ...\"",
                     word, word);
}

/* "corpus" alone, or with a word it does not know. */
static int unknown_in_group(struct cli *cli, struct str group, const char *word, struct error *e)
{
    struct str_list known = { 0 };

    for (const struct command *c = commands; c->name; c++)
        if (strchr(c->name, ' ') && str_eq(command_group(c), group))
            str_list_add(cli->arena, &known, str(strchr(c->name, ' ') + 1));
    return error_set(e, ERROR_INVALID, "%.*s needs one of: %.*s%s%s%s. See: fathom help %.*s", STR_ARG(group),
                     STR_ARG(str_join(cli->arena, known.items, known.n, ", ")), word ? "; \"" : "", word ? word : "",
                     word ? "\" is none" : "", STR_ARG(group));
}

static bool takes_many(const struct command *command, const struct field *field)
{
    static const char *const many[] = { "QUESTION", "[QUESTION]", "[WORDS]", NULL };

    return field->type == FIELD_TYPE_STRS || word_index(many, str(command->word)) >= 0;
}

static int missing(struct cli *cli, const struct field *field, struct error *e)
{
    if (!field->required || cli->help || cli->batch || cli->command->word[0] == '[')
        return 0;
    return error_set(e, ERROR_INVALID, "%s needs %s. See: fathom help %s", cli->command->name,
                     strcmp(cli->command->word, "QUESTION") == 0 ? "a question" : cli->command->word,
                     cli->command->name);
}

/* Words into a field: a list takes each by `set`, text takes them joined. */
static int fill_field(struct cli *cli, const struct field *field, void *in, struct str_list words, value_fn *set,
                      struct error *e)
{
    /* Of "ID on|off" each part is named by its own field. */
    const char *word = cli->command->rest ? field->name : cli->command->word;
    int r = 0;

    if (words.n == 0 && strcmp(word, "[ID]") == 0)
        return value_set(cli->arena, field, in, str("last"), word, e);
    if (words.n == 0)
        return missing(cli, field, e);
    operation_note_given(cli->arena, cli->command->operation, in, field->name);
    if (field->type != FIELD_TYPE_STRS)
        return value_set(cli->arena, field, in, str_join(cli->arena, words.items, words.n, " "), word, e);
    for (size_t i = 0; i < words.n && r == 0; i++)
        r = set(cli->arena, field, in, words.items[i], word, e);
    return r;
}

static int fill_argument(struct cli *cli, void *in, struct error *e)
{
    const struct command *command = cli->command;
    const struct field *fields = fields_of(command);
    const struct field *field = command->argument ? field_named(fields, str(command->argument)) : NULL;
    size_t n = cli->words.n;
    int r;

    if (!field)
        return command->word || n == 0 ? 0
                                       : error_set(e, ERROR_INVALID, "%s takes no argument; \"%.*s\" is one too many.",
                                                   command->name, STR_ARG(cli->words.items[0]));
    if (command->rest) {
        size_t first = n ? 1 : 0;

        r = fill_field(cli, field, in, (struct str_list){ cli->words.items, first, 0 }, value_set_each, e);
        return r < 0 ? r
                     : fill_field(cli, field_named(fields, str(command->rest)), in,
                                  (struct str_list){ cli->words.items + first, n - first, 0 }, value_set, e);
    }
    /* A question and words to look for may stand without quotes; an id is one word. */
    if (n > 1 && !takes_many(command, field))
        return error_set(e, ERROR_INVALID, "%s takes one %s; \"%.*s\" is one too many.", command->name, command->word,
                         STR_ARG(cli->words.items[1]));
    return fill_field(cli, field, in, cli->words, value_set, e);
}

int flags_parse(struct cli *cli, int argc, char *const argv[], void **ret_in, struct error *e)
{
    struct parser p = { .cli = cli, .argc = argc, .argv = argv, .at = 1 };
    int skip = 0, skip_n = 0, r = 0;
    const struct command *named = find_command(cli->arena, argc, argv, &skip, &skip_n);

    if (!named && skip_n && group_named(str(argv[skip])))
        return unknown_in_group(cli, str(argv[skip]), skip_n > 1 ? argv[skip + 1] : NULL, e);
    if (!named && skip_n && check_planned(argv[skip], e) < 0)
        return -ERROR_INVALID;
    cli->command = named ? named : commands;
    const struct operation *operation = cli->command->operation;
    if (operation) {
        p.in = arena_alloc(cli->arena, operation->in.size);
        fields_init(operation_in(operation), p.in, operation->in.size);
    }
    while (r == 0 && p.at < argc) {
        const char *text = argv[p.at++];

        if (named && p.at - 1 >= skip && p.at - 1 < skip + skip_n)
            continue;
        if (cli->words_only || !is_flag(text))
            str_list_add(cli->arena, &cli->words, str(text));
        else if (strcmp(text, "--") == 0)
            cli->words_only = true;
        else
            r = text[1] == '-' ? parse_long(&p, text, e) : parse_short(&p, text, e);
    }
    if (r == 0 && !named && !cli->help)
        r = check_word(cli, e);
    if (r == 0 && !cli->help)
        r = fill_argument(cli, p.in, e);
    if (r == 0)
        *ret_in = p.in;
    return r;
}
