/* The command line: commands bound to operations, flags to their fields.
 *
 * The door parses, calls, prints. What a command can take comes from the
 * operation's field tables and the small binding tables in commands.c; help,
 * manual and completions are made from the same. Messages go to `err`, `out`
 * carries only the result. */
#ifndef FATHOM_DOORS_CLI_CLI_H
#define FATHOM_DOORS_CLI_CLI_H

#include <stdio.h>

#include "service/door.h"
#include "service/service.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2, EXIT_WAITING = 3, EXIT_UNCHECKED = 3, EXIT_INTERRUPTED = 130 };

/* What the door itself does with a flag; 0: it sets a field of the operation. */
enum flag_own {
    FLAG_FIELD,
    FLAG_HELP,
    FLAG_CONFIG,
    FLAG_ENV_FILE,
    FLAG_QUIET,
    FLAG_VERBOSE,
    FLAG_JSON,
    FLAG_OUTPUT,
    FLAG_EVENTS,
    FLAG_FOLLOW,
    FLAG_CONTEXT,
    FLAG_SYSTEM_PROMPT,
    FLAG_BATCH,
    FLAG_CLARIFY,
    FLAG_NO_CLARIFY,
    FLAG_ANSWERS,
    FLAG_LISTEN,
    FLAG_PLAN,
    FLAG_FINDINGS,
    FLAG_DECISIONS,
    FLAG_SOURCES,
    FLAG_NO_PAGER,
};

struct flag {
    const char *name; /* long, without dashes */
    char letter;      /* short, 0: none */
    enum flag_own own;
    const char *field; /* FLAG_FIELD: which; the others may name one for their help */
    const char *word;  /* placeholder of the value; NULL: from the field, or a switch */
    bool split;        /* commas separate values */
    bool optional;     /* the value may be left out: only --flag=value gives one */
    const char *help;  /* NULL: the field's */
    const char *value; /* FLAG_FIELD: a switch that gives the field this value */
};

struct cli;

struct command {
    const char *name;                  /* one word, or a group and a word: "corpus add" */
    const struct operation *operation; /* NULL: of the door itself */
    const char *argument;              /* field that the words of the command line fill; NULL: none */
    const char *word;                  /* how help calls it: "QUESTION", "ID" */
    const struct flag *flags;          /* beside the fields: other names, letters, the door's own; ends with NULL */
    int (*run)(struct cli *cli, const void *in); /* exit status */
    const char *help, *about;                    /* instead of the operation's; needed when there is none */
    const char *rest;                            /* field for the words behind the first; NULL: all go to `argument` */
    bool paged;                                  /* at a terminal its result is shown page by page */
};

/* What `show` shows of a run instead of where it stands. */
enum { PART_PLAN = 1, PART_FINDINGS = 2, PART_DECISIONS = 4, PART_SOURCES = 8 };

struct cli {
    struct arena *arena;
    FILE *in, *out, *err; /* in: where answers are typed; NULL: nobody is there */
    int out_failed;       /* errno of the first write to `out` that failed */
    bool raw;             /* `out` carries bytes as they are, not text for people */
    bool writes_json;     /* what is written now is JSON: cli_out_value() */
    bool in_terminal, out_terminal, err_terminal, color;
    const struct command *command;
    struct service *service; /* NULL until it is needed */

    /* The door's own flags. */
    const char *config_path, *env_file, *output;
    const char *listen;           /* where serve listens */
    const char *batch;            /* file of many questions to one command */
    struct lone_record *verifier; /* of the lines of a batch of checks */
    bool json, events, quiet, verbose, follow, help, no_pager;
    bool paged;               /* the first byte of output starts the pager */
    int parts;                /* of show: PART_… */
    int clarify;              /* 1: --clarify, -1: --no-clarify, 0: neither */
    bool piped_plan;          /* a plan to review is answered by what stdin holds, until it ends */
    struct str_list contexts; /* --context files */
    struct str_list warned;   /* of runs of this sitting: each warning is told once */
    struct str_list words;    /* what is no flag */
    bool words_only;          /* after "--" */
};

extern const struct door cli_door;           /* says operations as commands and arguments as flags */
extern const struct command commands[];      /* ends with a NULL name; the first is the default */
extern const char *const planned_commands[]; /* words of commands to come; NULL-terminated */
extern const struct flag general_flags[];    /* every command has them */
/* Operations no command stands for, with the reason; ends with a NULL operation. */
struct left_out {
    const struct operation *operation;
    const char *reason;
};
extern const struct left_out cli_left_out[];

/* The whole program: parses, runs, prints; returns the exit status. */
int cli_run(struct cli *cli, int argc, char *const argv[]);

/* --- flags.c --- */
const struct command *command_named(struct str name);
/* The first word of a command's name, and is there a group of that name? */
struct str command_group(const struct command *command);
bool group_named(struct str word);
/* A flag of the command by its long name: bound in its table, or a field's own. */
bool flag_find(const struct command *command, struct str name, struct flag *ret);
bool flag_of_letter(const struct command *command, char letter, struct flag *ret);
/* Every flag of a command, in the order help shows them. */
typedef void flag_fn(void *context, const struct flag *flag, const struct field *field);
void flag_each(const struct command *command, flag_fn *fn, void *context);
bool flag_is_switch(const struct flag *flag, const struct field *field);
bool flag_splits(const struct flag *flag, const struct field *field); /* commas separate its values */
/* The names of all workflows, in the arena. */
struct str workflow_words(struct arena *arena, const char *between);
/* The value's placeholder ("N", "FILE", "a|b"), in the arena. */
struct str flag_word(struct arena *arena, const struct flag *flag, const struct field *field);
/* Picks the command and fills `in` (of the operation's size, from the arena). */
int flags_parse(struct cli *cli, int argc, char *const argv[], void **ret_in, struct error *e);

/* --- help.c --- */
/* To cli->out or cli->err; NULL: the overview. */
void help_write(struct cli *cli, FILE *out, const struct command *command);
const char *help_of(const struct command *command); /* one sentence */
void help_write_reference(struct buf *out);         /* docs/cli.md's part */
int command_help(struct cli *cli, const void *in);
int command_man(struct cli *cli, const void *in);
int command_completions(struct cli *cli, const void *in);

/* --- complete.c --- */
int debug_complete(struct cli *cli);

/* --- commands --- */
int command_research(struct cli *cli, const void *in);
int command_chat(struct cli *cli, const void *in);
int command_resume(struct cli *cli, const void *in);
int command_answer(struct cli *cli, const void *in);
int command_draft(struct cli *cli, const void *in);
int command_edit(struct cli *cli, const void *in);
int command_approve(struct cli *cli, const void *in);
int command_confirm(struct cli *cli, const void *in);
int command_retry(struct cli *cli, const void *in);
int command_enhance(struct cli *cli, const void *in);
int command_rewrite(struct cli *cli, const void *in);
int command_events(struct cli *cli, const void *in);
int command_report(struct cli *cli, const void *in);
int command_show(struct cli *cli, const void *in);
int command_open(struct cli *cli, const void *in);
int command_replay(struct cli *cli, const void *in);
int command_print(struct cli *cli, const void *in); /* calls the operation, prints its result */
int command_plan(struct cli *cli, const void *in);

int command_debug(struct cli *cli, const void *in);
int command_verify(struct cli *cli, const void *in);
int command_refresh(struct cli *cli, const void *in);
int command_export(struct cli *cli, const void *in);
int command_restore(struct cli *cli, const void *in);
void print_claims(struct cli *cli, const void *result);
int command_read(struct cli *cli, const void *in);
int command_check(struct cli *cli, const void *in);
int command_corpus_add(struct cli *cli, const void *in);
int command_corpus_search(struct cli *cli, const void *in);
int command_serve(struct cli *cli, const void *in);
int command_mcp(struct cli *cli, const void *in);

/* Calls the command's operation; the result is in the cli's arena. */
int cli_call(struct cli *cli, const struct operation *operation, const void *in, void **ret, struct error *e);
/* The same into a place of the caller's, with the service at hand; what is returned lives in `arena`. */
int cli_run_operation(struct cli *cli, const struct operation *operation, struct arena *arena, const void *in,
                      void *ret, struct error *e);
int cli_service(struct cli *cli, struct error *e);
/* Prints "fathom: message" (secrets taken out) and returns the status that fits the error. */
int cli_fail(struct cli *cli, const struct error *e);
int cli_fail_text(struct cli *cli, int code, struct str text); /* the same with a text of any length */
void cli_say(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));  /* not when quiet */
void cli_tell(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3))); /* even when quiet */
/* The same for a text that is laid out in lines: empty ones stay, and none is set in. */
void cli_tell_lines(struct cli *cli, struct str text);
void cli_warn(struct cli *cli, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cli_out(struct cli *cli, struct str text);
void cli_out_markdown(struct cli *cli, struct str text); /* styled at a terminal, as it is in a pipe */
void cli_out_json(struct cli *cli, json_t *value);       /* over several lines; takes the reference */
/* JSON as it is, and a line end: never wrapped. All that follows is JSON, until cli_out_text(). */
void cli_out_value(struct cli *cli, struct str json);
void cli_out_text(struct cli *cli); /* text for people follows */
/* Writes the result of a run to -o FILE or to out; checks -o before a run starts. */
int output_check(struct cli *cli, struct error *e);
int output_format(const char *path, struct error *e); /* by its ending: enum report_format */
int output_report(struct cli *cli, struct str id, struct error *e);

/* Arguments of a research with the --context files read. */
struct research_in;
int research_contexts(struct cli *cli, const struct research_in *in, struct research_in *ret, struct error *e);
/* Begins the research and follows it until it asks something; then EXIT_DONE and the run. Another status: it did not come to that,
 * which was said. Negative: the research could not begin, nothing was said. */
struct run_view;
int research_until_asked(struct cli *cli, const struct research_in *in, struct run_view **ret, struct error *e);
/* Whether the run may ask: the flags decide; without a flag, whether there is a terminal to answer at. */
int research_clarify(struct cli *cli, struct research_in *in, struct error *e);

/* --- follow.c --- */
struct signals;
/* Starts a research and follows it to its end; *ret_id is the run, once there is one. An exit status. */
int follow_research(struct cli *cli, struct signals *signals, const struct research_in *in, struct str *ret_id);
/* Calls an operation that makes a run go on, or another one (`id` empty), and follows it. Its result begins with the id. */
int follow_after(struct cli *cli, const struct operation *operation, struct str id, const void *in);
/* Ctrl-C and its like as a count, taken by a thread: 1 for the first Ctrl-C, more to stop at once. */
/* Makes standard output cli->out, with what goes wrong there kept in cli->out_failed. */
void output_open(struct cli *cli);
/* Descriptors 0 to 2 that are closed are taken, so that no file of ours gets their number and what is printed ends in it. */
void output_guard_descriptors(void);
bool output_is_broken(const struct cli *cli); /* a write to `out` failed: there is no use in going on writing */
/* Writes what is held; the exit status when it, or an earlier write, failed, else `status`. */
int output_settle(struct cli *cli, int status);

struct signals *signals_open(struct arena *arena);
int signals_taken(struct signals *signals);
void signals_forget(struct signals *signals); /* the next one counts as the first */
/* Called on the thread that takes signals, after each; NULL: nobody. */
void signals_wake(struct signals *signals, void (*wake)(void *context), void *context);
void signals_close(struct signals *signals);

/* --- ask.c --- */
enum asked { ASK_ANSWERED, ASK_ENDED, ASK_INTERRUPTED };
/* Is there a person to ask? */
bool cli_may_ask(const struct cli *cli);
/* Prints questions, numbered. */
void ask_print(struct cli *cli, const struct str_list *questions);
/* Asks one after the other. *ret is the answer to all of them, in the cli's
 * arena; empty if none was answered. ASK_ENDED: the input ended before the last. */
struct run_view;
enum asked ask_person(struct cli *cli, struct signals *signals, const struct run_view *view, struct str *ret);

/* One line of the person at the terminal, behind a prompt, or of a pipe; ASK_ENDED: it may be the last part of the input. */
enum asked ask_line(struct cli *cli, struct signals *signals, struct str prompt, struct str *ret);

/* All that a pipe holds until it ends; ASK_ENDED: nothing, or more than an answer can be. */
enum asked ask_piped(struct cli *cli, struct signals *signals, struct str *ret);

/* --- waiting.c --- */
/* What a run waits with, in lines, and the commands that answer; empty: it waits for nobody. */
struct str waiting_text(struct cli *cli, const struct run_view *view);
/* The commands alone. */
struct str waiting_how(struct cli *cli, const struct run_view *view);
/* enum question_type of run_view.asks, or -1. */
int waiting_type(struct str asks);

/* --- review.c --- */
/* Lets the person edit it. *ret is the answer: numbered lines, or empty when nothing was changed. */
struct plan_asked {
    struct str run; /* whose plan it is */
    struct str_list plan;
};
enum asked ask_plan(struct cli *cli, struct signals *signals, const struct plan_asked *asks, struct str *ret);
/* The same from a pipe. ASK_ENDED: it holds nothing, so nobody has agreed. */
enum asked ask_plan_piped(struct cli *cli, struct signals *signals, const struct str_list *plan, struct str *ret);

/* --- panel.c --- */
struct draft_out;
struct validate_input_out;
void print_draft(struct cli *cli, const struct draft_out *out);
void print_quality(struct cli *cli, const struct validate_input_out *out);

/* --- print.c --- */
int print_result(struct cli *cli, const struct operation *operation, const void *result); /* exit status */
int print_status(const struct operation *operation, const void *result);

/* --- print_users.c --- */
void print_users(struct cli *cli, const void *result);
void print_user_token(struct cli *cli, const void *result);
void print_audit(struct cli *cli, const void *result);
void print_effects(struct cli *cli, const void *result);
void print_source(struct cli *cli, const void *result);
void print_history(struct cli *cli, const void *result);
void print_settings(struct cli *cli, const void *result);
void print_effect(struct cli *cli, const void *result);

/* --- pager.c --- */
void pager_open(struct cli *cli);  /* starts one, if there is one; what is written goes to it */
void pager_close(struct cli *cli); /* waits until the user has read enough */
int output_screen(void);           /* descriptor of the terminal that the output is shown on */

/* --- wrap.c --- */
/* Has the screen behind `out` (or `err`) too few columns for text beside text? */
bool out_is_narrow(const struct cli *cli);
bool err_is_narrow(const struct cli *cli);
/* A line, without its end, in lines of at most so many columns. */
void wrap_line(struct buf *out, struct str line, size_t width);
/* Columns that the text takes; colours take none. */
size_t wrap_width(struct str text);
/* Of the markers ("[1]") that a text begins with, and the blanks before them: they stay on the line of the word before. */
size_t wrap_markers(struct str rest);
/* Text in lines of at most so many columns, each with its own colours; words that are longer are broken. Adds to *ret, at
 * least one line. */
void wrap_text(struct arena *arena, struct str text, size_t width, struct str_list *ret);

/* --- style.c --- */
int terminal_width(FILE *stream);
/* Markdown for a terminal: headings bold, markers and code set off, wrapped. */
void style_markdown(struct buf *out, struct str markdown, int width, bool color);

#endif
