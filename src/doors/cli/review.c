/* The plan of a run at a terminal: in the user's editor (VISUAL, EDITOR), else line by line; or as it comes through a
 * pipe. The answer is the plan as numbered lines, or nothing where it stays as it is; `plan` shows it and leaves the run
 * waiting. */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/file.h"
#include "doors/cli/cli.h"
#include "service/conversation.h"
#include "service/inventory.h"
#include "service/research.h"
#include "service/runs.h"
#include "text/utf8.h"
#include "workflows/plan_edit.h"
#include "workflows/review.h"
#include "workflows/workflows.h"

enum { PLAN_MAX_BYTES = 256 << 10 };

extern char **environ;

/* --- in an editor --- */

static const char *editor(void)
{
    const char *visual = getenv("VISUAL"), *plain = getenv("EDITOR");

    return visual && visual[0] ? visual : plain && plain[0] ? plain : NULL;
}

/* Runs it on the terminal and waits for its end. The shell parts its words: "code --wait" is an editor, too. */
static bool edit(struct cli *cli, const char *program, const char *path)
{
    const char *argv[] = { "sh", "-c", str_format(cli->arena, "%s \"$1\"", program).data, "sh", path, NULL };
    posix_spawnattr_t attributes;
    sigset_t none, interrupts;
    pid_t child;
    int status = -1;

    sigemptyset(&none);
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &interrupts);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failed = posix_spawn(&child, "/bin/sh", NULL, &attributes, (char *const *) argv, environ);
    posix_spawnattr_destroy(&attributes);
    if (failed)
        return false;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* "2. words": the words; NULL data: the line has no number. */
static struct str behind_number(struct str line)
{
    size_t digits = 0;

    while (digits < line.len && line.data[digits] >= '0' && line.data[digits] <= '9')
        digits++;
    return digits && digits < line.len && line.data[digits] == '.' ? str_trim(str_sub(line, digits + 1, line.len))
                                                                   : (struct str){ 0 };
}

/* Lines that were added without a number are lines of the plan where others have one; without any it is a note. */
static struct str renumber(struct cli *cli, struct str text)
{
    struct str_list lines = { 0 };
    struct str rest = text, line;
    bool any = false;

    while (str_next_line(&rest, &line)) {
        struct str words = behind_number(str_trim(line));

        any = any || words.data;
        if (str_trim(line).len)
            str_list_add(cli->arena, &lines, words.data ? words : str_trim(line));
    }
    return any ? review_lines(cli->arena, &lines) : text;
}

/* Comments are left out. */
static struct str without_comments(struct cli *cli, struct str text)
{
    struct buf kept;
    struct str line;

    buf_init(&kept, PLAN_MAX_BYTES + 1);
    while (str_next_line(&text, &line))
        if (!str_starts(line, "#"))
            buf_format(&kept, "%.*s\n", STR_ARG(line));
    return str_trim(buf_take(&kept, cli->arena));
}

static int read_plan(struct cli *cli, const char *path, struct str *ret, struct error *e)
{
    struct buf text;

    buf_init(&text, PLAN_MAX_BYTES);
    int r = file_read(path, &text, e);
    *ret = r == 0 ? without_comments(cli, buf_str(&text)) : str("");
    buf_free(&text);
    return r;
}

enum edited { EDIT_FAILED /* why was said */, EDIT_DONE, EDIT_EMPTIED };

static enum edited by_editor(struct cli *cli, const char *program, const struct str_list *plan, struct str *ret)
{
    struct str folder, text = review_lines(cli->arena, plan);
    struct error e;
    int r = file_temp_dir(cli->arena, "fathom-plan", &folder, &e);

    if (r < 0) {
        cli_warn(cli, "%s", e.message);
        return EDIT_FAILED;
    }
    struct str path = str_format(cli->arena, "%.*s/plan.txt", STR_ARG(folder));
    r = file_write_atomic(
        path.data,
        str_format(cli->arena,
                   "# The plan, one line each. Change, remove or add lines; what you save is searched. "
                   "Without any number\n# it is a note to the planner, who plans again. An empty file searches "
                   "nothing.\n%.*s\n",
                   STR_ARG(text)),
        0600, &e);
    if (r == 0 && !edit(cli, program, path.data))
        r = error_set(&e, ERROR_INTERNAL, "The editor (%s) failed; the plan is asked for here.", program);
    if (r == 0)
        r = read_plan(cli, path.data, ret, &e);
    file_remove_tree(folder.data, NULL);
    if (r < 0) {
        cli_warn(cli, "%s", e.message);
        return EDIT_FAILED;
    }
    if (str_empty(*ret))
        return EDIT_EMPTIED;
    *ret = renumber(cli, *ret);
    if (str_eq(*ret, text))
        *ret = str("");
    return EDIT_DONE;
}

/* --- line by line --- */

static void print_commands(struct cli *cli)
{
    cli_tell(cli, "  Enter           research by this plan");
    for (size_t i = 0; plan_commands[i][0]; i++)
        cli_tell(cli, "  %-14s  %s", plan_commands[i][0], plan_commands[i][1]);
    cli_tell(cli, "  Ctrl-D          search nothing; the plan is kept");
}

static void print_lines(struct cli *cli, const struct str_list *plan)
{
    cli_tell(cli, plan->n ? "The plan:" : "No line is left: add one, or search nothing with Ctrl-D.");
    ask_print(cli, plan);
}

/* One command, or several with semicolons between them, as an answer has them. */
static enum plan_edit edit_line(struct cli *cli, struct str_list *lines, struct str line, struct str *ret_said)
{
    struct str_list changed = *lines;
    struct review review;
    enum plan_edit edit = plan_edit(cli->arena, &changed, line, ret_said);

    if (str_find_char(line, ';', 0) < 0 || edit == PLAN_NOTED || edit == PLAN_AGREED) {
        *lines = changed;
        return edit;
    }
    review_read(cli->arena, lines, line, &review);
    if (review.answer == REVIEW_EDITED)
        *lines = review.items;
    *ret_said = review.wrong;
    return review.answer == REVIEW_EDITED ? PLAN_CHANGED : review.answer == REVIEW_WRONG ? PLAN_WRONG : PLAN_UNKNOWN;
}

/* A change is stored at once: whoever leaves without an answer finds it when the run is resumed. */
static void keep(struct cli *cli, struct str id, const struct str_list *lines)
{
    const struct answer_in in = { .id = id, .answer = review_lines(cli->arena, lines), .keep = true };
    struct error e;
    void *ret;

    if (lines->n && cli_call(cli, &operation_answer, &in, &ret, &e) < 0)
        cli_warn(cli, "%s", e.message);
}

static enum asked by_line(struct cli *cli, struct signals *signals, const struct plan_asked *asks, struct str *ret)
{
    struct str_list lines = asks->plan;
    struct str line, said;
    bool changed = false;

    print_lines(cli, &lines);
    cli_tell(cli, "Enter researches by it. Change it with: drop 2, 2: other words, add words. ? tells more.");
    for (;;) {
        enum asked asked = ask_line(cli, signals, str("plan> "), &line);

        if (asked != ASK_ANSWERED) {
            fputc('\n', cli->err);
            return asked;
        }
        switch (edit_line(cli, &lines, line, &said)) {
        case PLAN_AGREED:
            if (lines.n) {
                *ret = changed ? review_lines(cli->arena, &lines) : str("");
                return ASK_ANSWERED;
            }
            print_lines(cli, &lines); /* nothing is left: that is no agreement to the plan as it was */
            break;
        case PLAN_CHANGED:
            changed = true;
            plan_edit_settle(cli->arena, &lines);
            keep(cli, asks->run, &lines);
            print_lines(cli, &lines);
            break;
        case PLAN_NOTED: /* the changes are kept with the question */
            *ret = str_format(cli->arena, "note %.*s", STR_ARG(said));
            return ASK_ANSWERED;
        case PLAN_STOPPED: return ASK_ENDED;
        case PLAN_WRONG: cli_tell(cli, "%.*s", STR_ARG(said)); break;
        case PLAN_UNKNOWN:
            cli_tell(cli, "Not understood; the plan is as it was. These are understood:"); /* fall through */
        default: print_commands(cli);
        }
    }
}

enum asked ask_plan(struct cli *cli, struct signals *signals, const struct plan_asked *asks, struct str *ret)
{
    const char *program = editor();

    switch (program ? by_editor(cli, program, &asks->plan, ret) : EDIT_FAILED) {
    case EDIT_DONE: return ASK_ANSWERED;
    case EDIT_EMPTIED: return ASK_ENDED;
    default: return by_line(cli, signals, asks, ret);
    }
}

enum asked ask_plan_piped(struct cli *cli, struct signals *signals, const struct str_list *plan, struct str *ret)
{
    struct review review;
    struct str text;
    enum asked asked = ask_piped(cli, signals, &text);

    *ret = str("");
    if (asked != ASK_ANSWERED)
        return asked;
    *ret = without_comments(cli, text);
    review_read(cli->arena, plan, *ret, &review);
    if (review.answer == REVIEW_WRONG)
        cli_tell(cli, "%.*s Nothing was changed.", STR_ARG(review.wrong));
    return review.answer == REVIEW_WRONG ? ASK_ENDED : ASK_ANSWERED;
}

/* --- the command --- */

int command_plan(struct cli *cli, const void *in_)
{
    struct research_in in;
    struct plan_out *estimate;
    struct run_view *view = NULL;
    struct error e;
    int status = EXIT_DONE, r = research_contexts(cli, in_, &in, &e);

    in.settings.review_plan = false; /* the estimate first; the plan is made where its progress is seen */
    if (r == 0)
        r = cli_call(cli, &operation_plan, &in, (void **) &estimate, &e);
    if (r == 0 && plan_comes_first(workflow_named(estimate->workflow), in.settings.mode)) {
        operation_note_given(cli->arena, &operation_research, &in, "reviewPlan");
        in.settings.review_plan = true;
        status = research_until_asked(cli, &in, &view, &e);
        if (status < 0 && estimate->models.n == 0) { /* the estimate stands without it */
            cli_warn(cli, "%s", e.message);
            status = EXIT_DONE;
        } else if (status != EXIT_DONE) {
            return status < 0 ? cli_fail(cli, &e) : status;
        } else {
            estimate->plan = plan_items(cli->arena, view->asks);
            estimate->run = view->id;
        }
    }
    if (r < 0)
        return cli_fail(cli, &e);
    if (cli->json) {
        cli_out_json(cli, json_encode(operation_plan.out.fields, estimate));
        return status;
    }
    print_result(cli, &operation_plan, estimate);
    if (estimate->plan.n) {
        fprintf(cli->out, "\nplan\n%.*s\n", STR_ARG(review_lines(cli->arena, &estimate->plan)));
        fflush(cli->out);
        if (!cli->quiet)
            cli_tell_lines(
                cli, str_format(cli->arena, "\nNothing was searched yet.\n%.*s", STR_ARG(waiting_how(cli, view))));
    }
    return status;
}
