/* `open ID`: the HTML report in a browser. */
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "doors/cli/cli.h"
#include "service/research.h"
#include "service/runs.h"

extern char **environ;

static bool is_set(const char *name)
{
    const char *value = getenv(name);

    return value && value[0];
}

/* The program that shows a page; NULL where there is none, or no screen to show it on. */
static const char *browser(void)
{
    if (is_set("BROWSER"))
        return getenv("BROWSER");
#ifdef __APPLE__
    return "open";
#else
    return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") ? "xdg-open" : NULL;
#endif
}

/* It goes on by itself: its output is not ours, and nobody waits for it. */
static bool show(struct cli *cli, const char *program, struct str path)
{
    char *const argv[] = { (char *) program, (char *) str_z(cli->arena, path), NULL };
    posix_spawn_file_actions_t files;
    pid_t child;

    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int failed = posix_spawnp(&child, program, &files, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&files);
    return failed == 0;
}

int command_open(struct cli *cli, const void *in_)
{
    struct report_in in = { .id = ((const struct run_ref_in *) in_)->id, .format = REPORT_HTML };
    struct report_out *report;
    struct error e;
    int r = cli_call(cli, &operation_report, &in, (void **) &report, &e);

    if (r < 0)
        return cli_fail(cli, &e);
    struct str folder = str_format(cli->arena, "%.*s/open", STR_ARG(service_config(cli->service)->home));
    struct str path = str_format(cli->arena, "%.*s/%.*s.html", STR_ARG(folder), STR_ARG(report->id));
    if (mkdir(folder.data, 0700) < 0 && errno != EEXIST)
        r = error_errno(&e, "%s", folder.data);
    if (r == 0)
        r = file_write_atomic(path.data, report->text, 0600, &e);
    if (r < 0)
        return cli_fail(cli, &e);
    const char *program = browser();
    if (program && show(cli, program, path))
        cli_say(cli, "Opened with %s: %.*s", program, STR_ARG(path));
    else {
        cli_say(cli,
                program ? "%s could not be started. The report is in this file:"
                        : "There is no screen to show it on%s. The report is in this file:",
                program ? program : ", and BROWSER names no program");
        fprintf(cli->out, "%.*s\n", STR_ARG(path));
    }
    return EXIT_DONE;
}
