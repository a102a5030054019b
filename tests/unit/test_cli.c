#include "service_case.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "doors/cli/cli.h"
#include "service/research.h"
#include "text/json.h"
#include "text/utf8.h"
#include "workflows/workflows.h"

struct result {
    int status;
    char *out, *err;
    size_t out_len, err_len;
};

/* Runs a command line; the arguments end with NULL. */
static struct result run(const char *first, ...)
{
    struct result r = { 0 };
    char *argv[32] = { (char *) "fathom", (char *) first };
    struct cli cli = { .arena = arena_new() };
    int argc = first ? 2 : 1;
    va_list ap;

    va_start(ap, first);
    while (first && argc < 31 && (argv[argc] = va_arg(ap, char *)))
        argc++;
    va_end(ap);
    argv[argc] = NULL;
    cli.out = open_memstream(&r.out, &r.out_len);
    cli.err = open_memstream(&r.err, &r.err_len);
    r.status = cli_run(&cli, argc, argv);
    fclose(cli.out);
    fclose(cli.err);
    arena_free(cli.arena);
    return r;
}

static void drop(struct result *r)
{
    free(r->out);
    free(r->err);
}

#define EXPECT_USAGE(says, ...)                                                                                        \
    do {                                                                                                               \
        struct result r_ = run(__VA_ARGS__, NULL);                                                                     \
        if (r_.status != EXIT_USAGE || !strstr(r_.err, says) || r_.out_len)                                            \
            fail_msg("exit %d, \"%s\" does not say \"%s\"", r_.status, r_.err, says);                                  \
        drop(&r_);                                                                                                     \
    } while (0)

static void test_bad_usage_is_named_and_nothing_is_written(void **state)
{
    (void) state;
    struct home home = home_begin();

    EXPECT_USAGE("question is empty", "");
    EXPECT_USAGE("question is empty", "research", " \t ");
    EXPECT_USAGE("needs a question", "research");
    EXPECT_USAGE("did you mean \"deep\"", "why so?", "-d", "dep");
    EXPECT_USAGE("--max-sources is 0", "why so?", "--max-sources", "0");
    EXPECT_USAGE("must be a whole number", "why so?", "--max-sources=many");
    EXPECT_USAGE("did you mean --max-sources", "why so?", "--max-sorces", "3");
    EXPECT_USAGE("is not a flag", "why so?", "-Z");
    EXPECT_USAGE("needs a value", "why so?", "--depth");
    EXPECT_USAGE("needs a value", "why so?", "--depth", "--json");
    EXPECT_USAGE("needs a value", "why so?", "-d");
    EXPECT_USAGE("takes no value", "why so?", "--json=yes");
    EXPECT_USAGE("did you mean \"loop\"", "why so?", "-w", "lop");
    EXPECT_USAGE("OPENAI_API_KEY", "why so?", "-m", "openai/gpt-5.2");
    EXPECT_USAGE("no provider \"nobody\"", "why so?", "-m", "nobody/x");
    EXPECT_USAGE("SERPER_API_KEY", "why so?", "-s", "serper");
    EXPECT_USAGE("did you mean \"serper\"", "why so?", "-s", "serpr");
    EXPECT_USAGE("is not a date", "why so?", "--since", "yesterday");
    EXPECT_USAGE("is not a duration", "why so?", "--timeout", "soon");
    EXPECT_USAGE("there is no folder /nowhere", "why so?", "-o", "/nowhere/x.md");
    EXPECT_USAGE(".md, .html, .json, .pdf, .docx, .fathom or .jsonl", "why so?", "-o", "x.odt");
    EXPECT_USAGE("/nowhere/f", "why so?", "--context", "/nowhere/f");
    EXPECT_USAGE("did you mean \"deep_research\"", "why so?", "--mode", "deep-research");
    EXPECT_USAGE("maxIterations is 50; the workflow supervisor takes at most 10", "why so?", "-w", "supervisor",
                 "--max-iterations", "50");
    EXPECT_USAGE("maxSubQueries is 21; the workflow supervisor takes at most 20", "why so?", "-w", "supervisor",
                 "--max-sub-queries", "21");
    EXPECT_USAGE("loop has no modes", "why so?", "-w", "loop", "--mode", "simple");
    EXPECT_USAGE("did you mean \"natural\"", "why so?", "--citations", "natrual");
    EXPECT_USAGE("--research-mode \"odd\" is unknown", "why so?", "--research-mode", "odd");
    EXPECT_USAGE("--verify \"slow\" is unknown. Known: full, quick, off", "why so?", "--verify", "slow");
    EXPECT_USAGE("takes no value", "why so?", "--no-verify=yes");
    EXPECT_USAGE("exclude each other", "why so?", "--no-clarify", "--answers", "yes");
    EXPECT_USAGE("no run yet", "why so?", "--context", home.document.data, "--continue", "last");
    EXPECT_USAGE("needs ID TEXT", "answer", "run-1");
    EXPECT_USAGE("no run yet", "answer", "run-1", "yes");
    EXPECT_USAGE("did you mean \"list\"", "lits");
    EXPECT_USAGE("takes one ID", "show", "a", "b");
    EXPECT_USAGE("takes no argument", "models", "x");
    EXPECT_USAGE("no command \"nothing\"", "help", "nothing");
    EXPECT_USAGE("/nowhere.yaml", "--config", "/nowhere.yaml", "list");
    EXPECT_USAGE("/nowhere.env", "list", "--env-file=/nowhere.env");
    EXPECT_USAGE("no run yet", "report", "last");
    assert_false(file_exists(home.data.data));
    home_end(&home);
}

/* Words that were meant as a command start no paid research. */
static void test_a_command_word_is_never_a_question(void **state)
{
    (void) state;
    struct home home = home_begin();

    for (size_t i = 0; planned_commands[i]; i++) {
        EXPECT_USAGE("not available yet", planned_commands[i]);
        EXPECT_USAGE("not available yet", planned_commands[i], "last", "--listen", "127.0.0.1:1");
        EXPECT_USAGE("not available yet", "-q", planned_commands[i], "hello", "there");
        assert_null(command_named(str(planned_commands[i])));
    }
    EXPECT_USAGE("\"perovskite\" is not a command", "perovskite");
    EXPECT_USAGE("To research the word: fathom research perovskite", "-q", "perovskite", "-d", "light");
    EXPECT_USAGE("\"Größe\" is not a command", "Größe");
    EXPECT_USAGE("did you mean \"resume\"", "resum", "last");
    assert_false(file_exists(home.data.data));
    static const char *const questions[] = { "perovskite?", "钙钛矿电池的效率是多少", "draft a plan for solar cells" };
    for (size_t i = 0; i < 3; i++) {
        struct result r = run(questions[i], "--context", home.document.data, NULL);

        assert_null(strstr(r.err, "command"));
        assert_non_null(strstr(r.err, "run-"));
        drop(&r);
    }
    struct result r = run("research", "perovskite", "--context", home.document.data, NULL);
    assert_int_equal(r.status, 0);
    drop(&r);
    home_end(&home);
}

static void test_broken_configuration_names_line_and_column(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct str path = str_format(home.arena, "%.*s/c.yaml", STR_ARG(home.dir));

    assert_int_equal(file_write_atomic(path.data, str("depth: light\nsearch: [\n"), 0600, NULL), 0);
    EXPECT_USAGE("c.yaml:3:1: this is not YAML", "why so?", "--config", path.data);
    assert_int_equal(file_write_atomic(path.data, str("depht: light\n"), 0600, NULL), 0);
    EXPECT_USAGE("c.yaml:1:1: unknown key \"depht\"; did you mean \"depth\"?", "--config", path.data, "why so?");
    assert_int_equal(file_write_atomic(path.data, str("providers:\n  nobody: {key: abcdefgh}\n"), 0600, NULL), 0);
    EXPECT_USAGE("no provider \"nobody\"", "why so?", "--config", path.data);
    assert_false(file_exists(home.data.data));
    home_end(&home);
}

static void test_unwritable_home_is_a_usage_error(void **state)
{
    (void) state;
    struct home home = home_begin();

    setenv("FATHOM_HOME", "/dev/null/fathom", 1);
    EXPECT_USAGE("FATHOM_HOME", "why so?", "--context", home.document.data);
    home_end(&home);
}

static void test_version_and_help_need_nothing(void **state)
{
    (void) state;
    struct home home = home_begin();

    setenv("FATHOM_CONFIG", "/nowhere/at/all.yaml", 1);
    struct result r = run("version", NULL);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "fathom " FATHOM_VERSION "\n");
    assert_string_equal(r.err, "");
    drop(&r);
    r = run("--version", NULL);
    assert_string_equal(r.out, "fathom " FATHOM_VERSION "\n");
    drop(&r);
    r = run("version", "--json", NULL);
    assert_non_null(strstr(r.out, "\"version\": \"" FATHOM_VERSION "\""));
    drop(&r);
    for (const struct command *c = commands; c->name; c++) {
        r = run("help", c->name, NULL);
        assert_int_equal(r.status, 0);
        assert_non_null(strstr(r.out, c->name));
        struct result flag = run(c->name, "--help", NULL);
        assert_string_equal(r.out, flag.out);
        drop(&flag);
        drop(&r);
    }
    r = run(NULL);
    assert_int_equal(r.status, EXIT_USAGE);
    assert_non_null(strstr(r.err, "Commands:"));
    drop(&r);
    r = run("-h", NULL);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "Commands:"));
    drop(&r);
    home_end(&home);
}

/* What a shell offers behind the line. */
static struct result offered(const char *line) { return run("debug", "complete", line, NULL); }

static bool is_offered(const struct result *r, const char *word)
{
    struct str rest = str_n(r->out, r->out_len), line;

    while (str_next_line(&rest, &line)) {
        ptrdiff_t tab = str_find_char(line, '\t', 0);

        if (str_is(str_sub(line, 0, tab < 0 ? line.len : (size_t) tab), word))
            return true;
    }
    return false;
}

static void test_manual_and_completions_know_every_command_and_flag(void **state)
{
    (void) state;
    struct arena *arena = arena_new();
    struct result man = run("man", NULL), first = offered("fathom ");

    for (const struct command *c = commands; c->name; c++) {
        /* A hyphen of the manual stands behind a backslash. */
        assert_true(str_contains(str(man.out), str_z(arena, str_replace(arena, str(c->name), str("-"), str("\\-")))));
        /* Shells complete word by word. */
        assert_true(is_offered(&first, str_z(arena, command_group(c))));
        if (strchr(c->name, ' ')) {
            struct result second = offered(str_format(arena, "fathom %.*s ", STR_ARG(command_group(c))).data);

            assert_true(is_offered(&second, strchr(c->name, ' ') + 1));
            drop(&second);
        }
    }
    assert_non_null(strstr(man.out, "\\-\\-max\\-sources N"));
    struct result help = run("help", "research", NULL), plan = run("help", "plan", NULL), words = offered("fathom -w ");
    for (size_t i = 0; workflows[i]; i++) {
        const char *const where[] = { help.out, plan.out, man.out };

        assert_true(workflows[i]->help && workflows[i]->unit && workflows[i]->estimate);
        for (size_t k = 0; k < 3; k++)
            assert_non_null(strstr(where[k], workflows[i]->name));
        assert_non_null(strstr(help.out, workflows[i]->help));
        assert_true(is_offered(&words, workflows[i]->name));
    }
    assert_non_null(strstr(help.out, "--workflow reflect|loop|supervisor"));
    drop(&help), drop(&plan), drop(&words);
    drop(&man), drop(&first);
    arena_free(arena);
}

static void test_completions_know_where_the_word_stands(void **state)
{
    static const struct {
        const char *line, *has, *lacks;
    } rows[] = {
        { "fathom sh", "show", "list" },
        { "fathom show --f", "--findings", "--plan" },
        { "fathom \"why is it?\" --depth ex", "extended", "light" },
        { "fathom research it --depth=l", "--depth=light", "light" },
        { "fathom research --citations ", "strict", "research" },
        { "fathom -d light -w ", "loop", "research" },
        { "fathom -d light li", "list", "light" },
        { "fathom events last --type source_added,gap", "source_added,gap_found", "gap_found" },
        { "fathom confirm last pro", "proceed", "cancel" },
        { "fathom favourite last ", "off", ":files" },
        { "fathom help corp", "corpus", "show" },
        { "fathom completions ", "zsh", ":files" },
        { "fathom corpus s", "search", "add" },
        { "fathom report last -o ", ":files", "last" },
        { "fathom read a.pdf ", ":files", "research" },
        { "fathom research it --context ", ":files", "auto" },
        { "fathom show -- --f", "", "--findings" },
        { "A=b fathom sh", "show", "list" },
        { "fathom 'a question", "", "research" },
        { "fathom 'it\\'s sh", "", "show" },
        { "fathom nothing-known ", "", "show" },
        { "fathom corpus nothing ", "", "add" },
        { "fathom --no-such-flag=", "", "auto" },
        { "fathom", "", "research" },
        { "", "", "research" },
    };
    struct home home = home_begin();

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct result r = offered(rows[i].line);

        if (r.status != 0 || (rows[i].has[0] && !is_offered(&r, rows[i].has)) || is_offered(&r, rows[i].lacks))
            fail_msg("\"%s\": exit %d, %s%s", rows[i].line, r.status, r.out, r.err);
        drop(&r);
    }
    EXPECT_USAGE("needs what was typed", "debug", "complete");
    home_end(&home);
}

/* Not the newest alone: whatever begins with what was typed. */
static void test_completion_finds_every_run_by_its_beginning(void **state)
{
    struct home home = home_begin();
    char first[64] = "", line[128];

    (void) state;
    for (int i = 0; i < 52; i++) {
        struct result r = run("draft", "What limits grid batteries?", "-w", "loop", "-m", "extractive", NULL);

        assert_int_equal(r.status, 0);
        drop(&r);
        if (i == 0) {
            r = run("debug", "complete", "fathom show run-", NULL);
            snprintf(first, sizeof first, "%.*s", (int) strcspn(r.out, "\t"), r.out);
            drop(&r);
        }
    }
    struct result newest = offered("fathom show run-");
    assert_false(is_offered(&newest, first));
    drop(&newest);
    for (size_t skip = 0; skip <= 4; skip += 4) { /* with "run-" and without */
        snprintf(line, sizeof line, "fathom show %.*s", (int) (12 - skip), first + skip);
        struct result r = offered(line);

        assert_true(is_offered(&r, first + skip));
        drop(&r);
    }
    struct result last = offered("fathom show la");
    assert_true(is_offered(&last, "last"));
    drop(&last);
    home_end(&home);
}

/* The first line that a command of bash prints. */
static void ask_bash(const char *command, char *line, size_t size)
{
    int ends[2], status;

    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        execlp("bash", "bash", "-c", command, NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *out = fdopen(ends[0], "r");
    assert_non_null(fgets(line, (int) size, out));
    fclose(out);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

/* A real bash shows what the program offers; this one knows two runs and writes down what it was asked. */
static void test_bash_hands_over_what_was_typed_and_shows_what_it_gets(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct arena *arena = arena_new();
    struct str script = str_format(arena, "%s/completions", home.dir.data),
               fake = str_format(arena, "%s/fathom", home.dir.data);
    struct result r = run("completions", "bash", NULL);
    static const char *const tries[][2] = {
        { "fathom show ", "run-abc run-def last\n" }, /* words without what they are */
        { "fathom x --depth=li", "light\n" },         /* bash parts the word at the sign */
        { "fathom read ", "\n" },                     /* files are left to the shell */
    };

    assert_int_equal(file_write_atomic(script.data, str_n(r.out, r.out_len), 0644, NULL), 0);
    assert_int_equal(
        file_write_atomic(fake.data,
                          str("#!/bin/sh\ncase $1,$2,$3 in\n"
                              "'debug,complete,fathom show ') printf 'run-abc\\tone\\nrun-def\\ttwo\\nlast\\n' ;;\n"
                              "'debug,complete,fathom x --depth=li') echo --depth=light ;;\n"
                              "*read*) echo :files ;;\nesac\n"),
                          0755, NULL),
        0);
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        char line[200] = { 0 };

        ask_bash(str_format(arena,
                            ". %s; COMP_LINE='%s'; COMP_POINT=${#COMP_LINE}; _fathom %s; echo \"${COMPREPLY[*]}\"",
                            script.data, tries[i][0], fake.data)
                     .data,
                 line, sizeof line);
        assert_string_equal(line, tries[i][1]);
    }
    drop(&r);
    arena_free(arena);
    home_end(&home);
}

static void test_a_line_end_in_a_name_forges_no_message(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct result r = run("read", "/nowhere/a\nfathom: all is well\n\x1b[2J.txt", NULL);

    assert_int_not_equal(r.status, EXIT_DONE);
    assert_non_null(strstr(r.err, "fathom: /nowhere/a"));
    assert_null(strstr(r.err, "\nfathom: all is well"));
    assert_null(strchr(r.err, '\x1b'));
    drop(&r);
    home_end(&home);
}

/* A value that this setting takes and that is not its default. */
static const char *sample_of(const struct field *f)
{
    if (f->choices)
        return f->choices[1];
    if (f->type == FIELD_TYPE_BOOL)
        return f->preset ? "false" : "true";
    if (f->type == FIELD_TYPE_ENUM)
        return f->words[1];
    return field_is(f, kind_duration)     ? "90s"
           : field_is(f, kind_workflow)   ? "loop"
           : field_is(f, kind_language)   ? "German"
           : field_is(f, kind_date)       ? "2026-01"
           : field_is(f, kind_window)     ? "a/b=1000"
           : field_is(f, kind_overhead)   ? "cursor"
           : field_is(f, kind_url)        ? "https://example.org/hook"
           : f->type == FIELD_TYPE_INT    ? "2"
           : f->type == FIELD_TYPE_DOUBLE ? "0.5"
                                          : "sample";
}

/* The member as JSON, whatever its name. */
static struct str member_of(struct arena *arena, const struct setting *s, const struct run_settings *settings)
{
    struct field one[] = { s->field, FIELD_END };
    json_t *object = json_encode(one, settings);
    struct str text = json_text(arena, object);

    json_decref(object);
    return text;
}

/* In the configuration file and as a variable; both leave the same in the settings, and the run keeps it. */
static void check_configured(struct arena *arena, const struct setting *s, const struct field *f)
{
    struct environment *none = environment_new(arena, false), *set = environment_new(arena, false);
    struct str text = str(sample_of(f)), rest = str(f->name), part, path;
    struct run_settings back;
    struct config file, variable, defaults;
    struct error e;
    struct buf yaml;
    int depth = 0;

    buf_init(&yaml, 4096);
    while (str_next(&rest, '.', &part))
        buf_format(&yaml, "%s%*s%.*s:", depth ? "\n" : "", depth * 2, "", STR_ARG(part)), depth++;
    buf_format(&yaml, " %.*s\n", STR_ARG(text));
    path = str_format(arena, "/tmp/fathom-setting-%d.yaml", (int) getpid());
    assert_int_equal(file_write_atomic(path.data, buf_str(&yaml), 0600, NULL), 0);
    environment_set(none, str("HOME"), str("/nowhere"));
    environment_set(set, str("HOME"), str("/nowhere"));
    environment_set(set, config_variable(arena, f->name), text);
    if (config_load(arena, &(struct config_options){ path.data }, none, &file, &e) < 0)
        fail_msg("%s in a file: %s", f->name, e.message);
    assert_int_equal(config_load(arena, &(struct config_options){ 0 }, set, &variable, &e), 0);
    assert_int_equal(config_load(arena, &(struct config_options){ 0 }, none, &defaults, &e), 0);
    struct str got = member_of(arena, s, &file.research);
    assert_false(str_eq(got, member_of(arena, s, &defaults.research)));
    if (f->words != kind_dir) /* a folder in a file is relative to it */
        assert_true(str_eq(got, member_of(arena, s, &variable.research)));
    struct str stored = run_settings_text(arena, &file.research);
    assert_int_equal(run_settings_parse(arena, stored, &back, &e), 0);
    assert_true(str_eq(got, member_of(arena, s, &back)));
    unlink(path.data);
    buf_free(&yaml);
}

/* As a flag with its value; the arguments have it, and what is given reaches the settings. */
static void check_flag(struct arena *arena, const struct setting *s, const struct flag *flag, const struct field *f)
{
    const char *word = str_format(arena, "--%s", flag->name).data;
    char *const with[] = { (char *) "fathom",
                           (char *) "plan",
                           (char *) "why so?",
                           (char *) word,
                           (char *) (flag_is_switch(flag, f) ? "" : sample_of(f)),
                           NULL };
    struct cli cli = { .arena = arena };
    struct run_settings settings = { 0 }, before = { 0 };
    struct error e;
    void *in;

    if (flags_parse(&cli, flag_is_switch(flag, f) ? 4 : 5, with, &in, &e) < 0)
        fail_msg("%s: %s", word, e.message);
    const struct research_in *asked = in;
    run_settings_take(&settings, &asked->settings, &asked->given);
    assert_true(str_list_has(&asked->given, str(s->field.name)));
    assert_false(str_eq(member_of(arena, s, &settings), member_of(arena, s, &before)));
}

struct flag_search {
    const char *field;
    struct flag found;
    char name[64];
};

static void find_flag(void *context, const struct flag *flag, const struct field *field)
{
    struct flag_search *search = context;

    if (search->found.name || flag->own != FLAG_FIELD || !field || strcmp(field->name, search->field) != 0)
        return;
    snprintf(search->name, sizeof search->name, "%s", flag->name);
    search->found = *flag;
    search->found.name = search->name;
}

/* To add a setting is to add a row: whatever stands in the table stands everywhere. */
static void test_every_setting_is_a_key_a_variable_a_flag_in_help_manual_and_completions_and_stored(void **state)
{
    (void) state;
    struct result help = run("help", "plan", NULL), man = run("man", NULL), words = offered("fathom plan --");
    static struct field keys[RUN_SETTINGS_MAX];
    struct arena *arena = arena_new();
    struct home home = home_begin();
    size_t flags = 0, key = 0;

    run_settings_fields(SETTING_CONFIG, 0, keys);
    for (const struct setting *s = run_settings_table; s->field.type != FIELD_TYPE_END; s++) {
        struct flag_search search = { .field = s->field.name };

        if (s->places == 0 || (s->places & SETTING_CONFIG)) {
            assert_non_null(strstr(man.out, str_format(arena, ".B %s (FATHOM_", keys[key].name).data));
            check_configured(arena, s, &keys[key++]);
        }
        flag_each(command_named(str("plan")), find_flag, &search);
        if (!search.found.name)
            continue; /* the door reads it in a way of its own, or it may not be asked for */
        const struct field *f = field_named(research_fields(), str(s->field.name));
        const char *dashed = str_format(arena, "--%s", search.name).data;
        check_flag(arena, s, &search.found, f);
        assert_non_null(strstr(help.out, dashed));
        assert_non_null(strstr(help.out, s->field.help));
        assert_non_null(strstr(man.out, str_replace(arena, str(dashed), str("-"), str("\\-")).data));
        assert_true(is_offered(&words, dashed));
        flags++;
    }
    assert_true(flags > 20 && key > 40);
    drop(&help), drop(&man), drop(&words);
    home_end(&home);
    arena_free(arena);
}

static void test_commands_of_two_words(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct result r = run("corpus", NULL);

    assert_int_equal(r.status, EXIT_USAGE);
    assert_non_null(strstr(r.err, "add, list, show, search, remove"));
    drop(&r);
    r = run("corpus", "serch", "x", NULL);
    assert_int_equal(r.status, EXIT_USAGE);
    assert_non_null(strstr(r.err, "\"serch\" is none"));
    drop(&r);
    r = run("corpus", "add", "name", NULL);
    assert_int_equal(r.status, EXIT_USAGE);
    assert_non_null(strstr(r.err, "needs NAME PATH"));
    drop(&r);
    r = run("corpus", "list", NULL);
    assert_int_equal(r.status, 0);
    drop(&r);
    assert_false(file_exists(home.data.data));
    r = run("help", "corpus", NULL);
    assert_int_equal(r.status, 0);
    assert_non_null(strstr(r.out, "fathom corpus remove NAME"));
    drop(&r);
    home_end(&home);
}

static void test_documentation_holds_the_reference(void **state)
{
    (void) state;
    struct buf reference, page;

    buf_init(&reference, 1 << 20);
    buf_init(&page, 1 << 20);
    help_write_reference(&reference);
    assert_int_equal(file_read("docs/cli.md", &page, NULL), 0);
    bool same = str_find(buf_str(&page), buf_str(&reference), 0) >= 0;
    buf_free(&reference);
    buf_free(&page);
    if (!same)
        fail_msg("docs/cli.md does not hold the reference as the tables give it: run ./dev docs");
}

static void test_research_over_a_file_prints_the_report_alone(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct result r = run("How efficient are perovskite solar cells?", "--context", home.document.data, NULL);

    if (r.status)
        fail_msg("%s", r.err);
    assert_true(str_starts(str(r.out), "# How efficient are perovskite solar cells?\n"));
    assert_non_null(strstr(r.out, "26.1 percent"));
    assert_non_null(strstr(r.out, "## Sources"));
    assert_null(strstr(r.out, "\x1b"));
    assert_non_null(strstr(r.err, "No model has a key"));
    assert_non_null(strstr(r.err, "Done: run-"));
    assert_non_null(strstr(r.err, "(1 source)"));
    assert_null(strstr(r.err, "1 sources"));
    assert_null(strstr(r.out, "1 sources"));
    assert_non_null(strstr(r.out, "1 independent source."));
    struct result shown = run("show", "last", NULL), json = run("show", "last", "--json", NULL);
    assert_null(strstr(shown.out, "\nphase"));
    assert_null(strstr(shown.out, "time left"));
    assert_null(strstr(shown.out, "auto depth"));
    assert_non_null(strstr(shown.out, "reflect, medium depth"));
    assert_non_null(strstr(json.out, "\"phase\": null"));
    assert_non_null(strstr(json.out, "\"timeLeftMs\": null"));
    drop(&shown), drop(&json);
    shown = run("why", "last", NULL);
    assert_null(strstr(shown.out, "\nphase"));
    drop(&shown);
    struct result again = run("report", "last", NULL), replay = run("replay", "last", NULL);
    assert_string_equal(again.out, r.out);
    assert_string_equal(replay.out, r.out);
    drop(&r), drop(&again), drop(&replay);

    /* Words without quotes, flags before the question, quiet. */
    r = run("-q", "-d", "light", "--context", home.document.data, "how", "efficient", "are", "perovskite", "cells",
            NULL);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.err, "");
    drop(&r);
    r = run("list", "--json", NULL);
    assert_non_null(strstr(r.out, "how efficient are perovskite cells"));
    assert_non_null(strstr(r.out, "\"depth\": \"light\""));
    drop(&r);
    home_end(&home);
}

static void test_a_line_end_in_a_question_begins_no_line_of_a_list(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct result r = run("How efficient are perovskite cells?\nrun-000000000000  failed", "--context",
                          home.document.data, NULL);

    assert_int_equal(r.status, EXIT_DONE);
    drop(&r);
    const char *const views[][2] = { { "list", NULL }, { "show", "last" } };
    for (size_t i = 0; i < 2; i++) {
        r = run(views[i][0], views[i][1], NULL);
        assert_int_equal(r.status, EXIT_DONE);
        assert_non_null(strstr(r.out, "How efficient are perovskite cells? run-000000000000"));
        assert_null(strstr(r.out, "\nrun-000000000000"));
        drop(&r);
    }
    home_end(&home);
}

static void test_json_events_and_files(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct str html = str_format(home.arena, "%.*s/r.html", STR_ARG(home.dir));
    struct result r = run("perovskite efficiency?", "--json", "-q", "--context", home.document.data, NULL);
    json_t *object = NULL;

    assert_int_equal(r.status, 0);
    assert_int_equal(json_parse(str(r.out), &object, NULL), 0);
    assert_true(str_is(json_get_str(object, "status"), "completed"));
    assert_true(json_get_int(json_object_get(object, "claims"), "quoted", 0) > 0);
    json_decref(object);
    drop(&r);

    r = run("perovskite efficiency?", "--events", "-q", "--context", home.document.data, "-o", html.data, NULL);
    assert_int_equal(r.status, 0);
    struct str rest = str(r.out), line;
    int64_t seq = 0;
    while (str_next_line(&rest, &line)) {
        assert_int_equal(json_parse(line, &object, NULL), 0);
        assert_int_equal(json_get_int(object, "seq", 0), ++seq);
        json_decref(object);
    }
    assert_true(seq > 3);
    assert_true(file_exists(html.data));
    struct result events = run("events", "last", "--follow", NULL);
    assert_string_equal(events.out, r.out);
    drop(&events), drop(&r);

    r = run("report", "last", "-o", str_format(home.arena, "%.*s/r.json", STR_ARG(home.dir)).data, NULL);
    assert_int_equal(r.status, 0);
    assert_string_equal(r.out, "");
    drop(&r);
    home_end(&home);
}

/* Nobody answers the search: the run fails with a reason and says how to go on. */
static void test_a_failed_run_exits_1_and_says_how_to_resume(void **state)
{
    (void) state;
    struct home home = home_begin();

    setenv("WIKIPEDIA_BASE_URL", "http://127.0.0.1:9", 1);
    struct result r = run("Which quantum error correction codes exist?", "-s", "wikipedia", NULL);
    assert_int_equal(r.status, EXIT_FAILED);
    assert_string_equal(r.out, "");
    assert_non_null(strstr(r.err, "To go on: fathom resume run-"));
    drop(&r);
    r = run("Which quantum error correction codes exist?", "-s", "wikipedia", "--json", "-q", NULL);
    assert_int_equal(r.status, EXIT_FAILED);
    assert_non_null(strstr(r.out, "\"status\": \"failed\""));
    drop(&r);
    r = run("report", "last", NULL);
    assert_int_equal(r.status, EXIT_USAGE);
    assert_non_null(strstr(r.err, "has no report"));
    drop(&r);
    unsetenv("WIKIPEDIA_BASE_URL");
    home_end(&home);
}

/* Documents were given and searched: that they say nothing about it is an answer. */
static void test_documents_without_an_answer_are_no_failure(void **state)
{
    (void) state;
    struct home home = home_begin();
    struct str path = str_format(home.arena, "%.*s/none.txt", STR_ARG(home.dir));

    assert_int_equal(file_write_atomic(path.data, str("Zzz.\n"), 0644, NULL), 0);
    struct result r = run("Which quantum error correction codes exist?", "--context", path.data, NULL);
    assert_int_equal(r.status, EXIT_DONE);
    assert_non_null(strstr(r.out, "Nothing in this document answers this."));
    drop(&r);
    home_end(&home);
}

static void test_planted_keys_never_come_out(void **state)
{
    (void) state;
    struct home home = home_begin();
    static const char *const shown[][3] = { { "config" },
                                            { "providers" },
                                            { "models" },
                                            { "config", "--json" },
                                            { "providers", "--json" },
                                            { "doctor", "--offline" },
                                            { "plan", "q" },
                                            { "why so?", "-s", "planted-serper-777777" } };

    setenv("OPENAI_API_KEY", "sk-planted-openai-888888", 1);
    setenv("SERPER_API_KEY", "planted-serper-777777", 1);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++) {
        struct result r = run(shown[i][0], shown[i][1], shown[i][2], NULL);

        assert_null(strstr(r.out, "planted-"));
        assert_null(strstr(r.err, "planted-"));
        drop(&r);
    }
    home_end(&home);
}

static void wraps(const char *line, size_t width, const char *expected)
{
    struct buf out;

    buf_init(&out, 10000);
    wrap_line(&out, str(line), width);
    assert_string_equal(buf_str(&out).data, expected);
    buf_free(&out);
}

static void test_lines_are_broken_between_words_below_their_column(void **state)
{
    (void) state;
    wraps("short", 20, "short");
    wraps("", 20, "");
    wraps("one two three four five", 12, "one two\nthree four\nfive");
    wraps("name     one two three four five", 24, "name     one two three\n         four five");
    wraps("  id  date  a question of words", 20, "  id  date  a\n            question\n            of words");
    wraps("  set in by two blanks here", 14, "  set in by\n  two blanks\n  here");
    wraps("  1. the first line of a list", 16, "  1. the first\n     line of a\n     list");
    wraps("  - a finding of the run", 14, "  - a finding\n    of the run");
    wraps("  \u2713 a step of the plan", 14, "  \u2713 a step of\n    the plan");
    wraps("[12] a source with a title", 14, "[12] a source\n     with a\n     title");
    wraps("- x", 1, "-\nx");
    wraps("awordthatislongerthanthescreen and more", 10, "awordthatislongerthanthescreen\nand more");
    wraps("name          one two http://a.example/b", 24,
          "name          one two\n    http://a.example/b");                  /* is kept whole */
    wraps("\x1b[1mone two\x1b[0m three", 8, "\x1b[1mone two\x1b[0m\nthree"); /* colours take no room */
    wraps("\u6c34\u6c34\u6c34 \u6c34\u6c34\u6c34", 8, "\u6c34\u6c34\u6c34\n\u6c34\u6c34\u6c34");
}

static void test_terminal_style_wraps_and_marks(void **state)
{
    (void) state;
    struct buf out;
    struct str rest, line;

    buf_init(&out, 1 << 20);
    style_markdown(
        &out,
        str("# Title\n\nA **bold** word and `code` with a [1] marker that is long enough to be wrapped here.\n\n"
            "- [2] [Name \\[x\\]](https://e.example/)\n```\nraw **x**\n```\n| a | b |\n> quote\n1. one\n"),
        40, false);
    assert_null(strchr(out.data, 0x1b));
    assert_null(strstr(out.data, "**bold**"));
    assert_non_null(strstr(out.data, "A bold word and code"));
    assert_non_null(strstr(out.data, "\u2022 [2] Name [x] https://e.example/"));
    assert_non_null(strstr(out.data, "raw **x**"));
    rest = buf_str(&out);
    while (str_next_line(&rest, &line))
        assert_true(utf8_width(line) <= 40);
    buf_clear(&out);
    style_markdown(&out, str("- partial: Cells *(the figure is \\*not\\* there)* and *more* of 2 * 3 * 4, **b** *c\n"),
                   100, false);
    assert_string_equal(out.data, "\u2022 partial: Cells (the figure is *not* there) and more of 2 * 3 * 4, b *c\n");
    buf_clear(&out);
    style_markdown(&out, str("The council voted for it in February 2024 [3]. So it was."), 42, false);
    assert_string_equal(out.data,
                        "The council voted for it in February\n2024 [3]. So it was.\n"); /* no line begins with "[3]" */
    buf_clear(&out);
    style_markdown(&out, str("*(why)* x"), 40, true);
    assert_non_null(strstr(out.data, "\x1b[3m(why)\x1b[0m x"));
    buf_clear(&out);
    style_markdown(&out, str("# Title\ntext [1]"), 40, true);
    assert_non_null(strstr(out.data, "\x1b[1;4mTitle\x1b[0m"));
    assert_non_null(strstr(out.data, "\x1b[36m[1]\x1b[0m"));
    buf_free(&out);
}

static void expect_styled(const char *markdown, int width, bool color, const char *expected)
{
    struct buf out;

    buf_init(&out, 1 << 20);
    style_markdown(&out, str(markdown), width, color);
    assert_string_equal(out.data, expected);
    buf_free(&out);
}

static void test_tables_stand_in_columns_where_the_screen_is_wide_enough(void **state)
{
    const char *table = "| | Lithium |\n|---|--:|\n| Cost of a kWh | 13.8 cents [1] |\n| b \\| c | \u00e9 |";

    (void) state;
    expect_styled(table, 80, false,
                  "                      Lithium\n"
                  "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500  "
                  "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\n"
                  "Cost of a kWh  13.8 cents [1]\n"
                  "b | c                       \u00e9\n");
    expect_styled(table, 20, false, "Cost of a kWh\n  Lithium: 13.8\n    cents [1]\n\nb | c\n  Lithium: \u00e9\n");
    expect_styled("|\n||\n|x\ntext\n|", 20, false, "|\n||\n|x\ntext\n|\n");
    expect_styled("| a |\n|---|\n| b | lost |\n|\n", 20, false, "a\n\u2500\nb\n\n");
}

static void test_cells_are_wrapped_in_their_column_with_their_colours(void **state)
{
    const char *table =
        "| What | Words |\n|--|--|\n| A | some **words that are bold** [1] |\n| B | aaaabbbbccccddddeeeeffff |\n";

    (void) state;
    expect_styled(table, 26, false,
                  "What  Words\n"
                  "\u2500\u2500\u2500\u2500  \u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500"
                  "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\n"
                  "A     some words that are\n      bold [1]\n\n"
                  "B     aaaabbbbccccddddeeee\n      ffff\n");
    /* A marker stays behind its word. */
    expect_styled(
        "| a | b |\n|--|--|\n| one two **three** [1] | ten twelve forty [2][3] |\n", 36, false,
        "a                  b\n"
        "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500  "
        "\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\n"
        "one two three [1]  ten twelve\n"
        "                   forty [2][3]\n");
    expect_styled("| a | b |\n|--|--|\n| **one two three four** | x |\n", 20, true,
                  "\x1b[1ma                  b\x1b[0m\n"
                  "\x1b[2m\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500\u2500"
                  "\u2500\u2500  \u2500\x1b[0m\n"
                  "\x1b[1mone two three\x1b[0m      x\n\x1b[1mfour\x1b[0m\n");
}

/* Whatever the table, no line is wider than the screen, and no word of it is lost. */
static void test_no_table_is_wider_than_the_screen(void **state)
{
    struct str rest, line;
    struct buf table, out;

    (void) state;
    buf_init(&table, 1 << 20);
    buf_init(&out, 1 << 20);
    for (int columns = 1; columns <= 40; columns++) {
        buf_clear(&table);
        for (int row = 0; row < 3; row++)
            for (int c = 0; c <= columns; c++)
                buf_format(&table,
                           c == columns ? "|\n"
                           : row == 1   ? "|---"
                                        : "| w%dx%d and more \u6c34\u6c34 ",
                           row, c);
        for (int width = 20; width <= 100; width += 20) {
            buf_clear(&out);
            style_markdown(&out, buf_str(&table), width, false);
            rest = buf_str(&out);
            while (str_next_line(&rest, &line))
                if (utf8_width(line) > (size_t) width)
                    fail_msg("%d columns, %d wide: \"%.*s\"", columns, width, STR_ARG(line));
            for (int c = 0; c < columns; c++) {
                char word[20];

                snprintf(word, sizeof word, "w2x%d", c);
                assert_non_null(strstr(out.data, word));
            }
        }
    }
    buf_free(&table);
    buf_free(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_usage_is_named_and_nothing_is_written),
        cmocka_unit_test(test_a_command_word_is_never_a_question),
        cmocka_unit_test(test_broken_configuration_names_line_and_column),
        cmocka_unit_test(test_unwritable_home_is_a_usage_error),
        cmocka_unit_test(test_version_and_help_need_nothing),
        cmocka_unit_test(test_manual_and_completions_know_every_command_and_flag),
        cmocka_unit_test(test_completion_finds_every_run_by_its_beginning),
        cmocka_unit_test(test_every_setting_is_a_key_a_variable_a_flag_in_help_manual_and_completions_and_stored),
        cmocka_unit_test(test_commands_of_two_words),
        cmocka_unit_test(test_completions_know_where_the_word_stands),
        cmocka_unit_test(test_bash_hands_over_what_was_typed_and_shows_what_it_gets),
        cmocka_unit_test(test_a_line_end_in_a_name_forges_no_message),
        cmocka_unit_test(test_documentation_holds_the_reference),
        cmocka_unit_test(test_research_over_a_file_prints_the_report_alone),
        cmocka_unit_test(test_a_line_end_in_a_question_begins_no_line_of_a_list),
        cmocka_unit_test(test_json_events_and_files),
        cmocka_unit_test(test_a_failed_run_exits_1_and_says_how_to_resume),
        cmocka_unit_test(test_documents_without_an_answer_are_no_failure),
        cmocka_unit_test(test_planted_keys_never_come_out),
        cmocka_unit_test(test_lines_are_broken_between_words_below_their_column),
        cmocka_unit_test(test_terminal_style_wraps_and_marks),
        cmocka_unit_test(test_tables_stand_in_columns_where_the_screen_is_wide_enough),
        cmocka_unit_test(test_cells_are_wrapped_in_their_column_with_their_colours),
        cmocka_unit_test(test_no_table_is_wider_than_the_screen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
