/* Standard output that remembers the first write that failed: stdio drops what it could not write, forgets why, and
 * reports success when it is asked again. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "doors/cli/cli.h"

static ssize_t write_some(void *cookie, const char *data, size_t n)
{
    struct cli *cli = cookie;
    size_t at = 0;

    while (at < n && !cli->out_failed) {
        ssize_t written = write(STDOUT_FILENO, data + at, n - at);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            cli->out_failed = errno;
        else
            at += (size_t) written;
    }
    if (at < n)
        errno = cli->out_failed;
    return (ssize_t) at;
}

void output_open(struct cli *cli)
{
    FILE *out = fopencookie(cli, "w", (cookie_io_functions_t){ .write = write_some });

    cli->out = out ? out : stdout;
    setvbuf(cli->out, NULL, cli->out_terminal ? _IOLBF : _IOFBF, 1 << 16);
}

void output_guard_descriptors(void)
{
    /* Opened the other way round, so that reading or writing them fails as it did while they were closed. */
    static const int modes[] = { O_WRONLY, O_RDONLY, O_WRONLY };

    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF)
            (void) !open("/dev/null", modes[fd]);
}

bool output_is_broken(const struct cli *cli) { return cli->out_failed || ferror(cli->out); }

int output_settle(struct cli *cli, int status)
{
    struct error e;

    errno = 0;
    if (fflush(cli->out) == 0 && !output_is_broken(cli))
        return status;
    if (!cli->out_failed)
        cli->out_failed = errno ? errno : EIO;
    /* Whoever closed the pipe has read enough. */
    if (cli->out_failed == EPIPE)
        return status;
    errno = cli->out_failed;
    error_errno(&e, "The result could not be written to standard output");
    cli_fail(cli, &e);
    return status == EXIT_DONE ? EXIT_FAILED : status;
}
