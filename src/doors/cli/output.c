/* Standard output that remembers the first write that failed: stdio drops what it could not write, forgets why, and
 * reports success when it is asked again. Control characters of others' text stay out of it. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "doors/cli/cli.h"

static bool write_out(struct cli *cli, const char *data, size_t n)
{
    for (size_t at = 0; at < n && !cli->out_failed;) {
        ssize_t written = write(STDOUT_FILENO, data + at, n - at);

        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            cli->out_failed = errno;
        else
            at += (size_t) written;
    }
    return !cli->out_failed;
}

/* --- what may reach a terminal --- */

/* Text of models, pages, names and bundles must not move a cursor, set a title or answer in our name. Of all control
 * characters only tab and line end pass, and colours where we write them. State lasts over several writes. */
struct filter {
    char held[24]; /* an escape, or the first byte of a two-byte character, that is not whole yet */
    size_t held_n;
    bool colors;
    bool json; /* control characters are escaped: the value stays the same */
};
static struct filter filter;

static size_t take_escape(char c, char *to)
{
    size_t n = 0;

    if (filter.held_n + 1 < sizeof filter.held &&
        (filter.held_n == 1 ? c == '[' : (c >= '0' && c <= '9') || c == ';')) {
        filter.held[filter.held_n++] = c;
        return 0;
    }
    if (c == 'm' && filter.held_n > 1) {
        memcpy(to, filter.held, filter.held_n);
        n = filter.held_n;
        to[n++] = c;
    }
    filter.held_n = 0;
    return n;
}

/* A control character that JSON lets stand as it is: DEL or one of the second set (U+0080 to U+009F). */
static size_t pass_control(unsigned char byte, char *to)
{
    return filter.json ? (size_t) snprintf(to, 7, "\\u%04x", byte) : 0;
}

/* At most sizeof filter.held bytes. */
static size_t pass(char c, char *to)
{
    unsigned char byte = (unsigned char) c;
    size_t n = 0;

    if (filter.held_n && filter.held[0] == '\x1b')
        return take_escape(c, to);
    if (filter.held_n) {
        filter.held_n = 0;
        if (byte >= 0x80 && byte <= 0x9f)
            return pass_control(byte, to);
        to[n++] = '\xc2';
    }
    if (byte == 0xc2 || (byte == 0x1b && filter.colors)) {
        filter.held[filter.held_n++] = c;
        return n;
    }
    if (byte == 0x7f)
        return n + pass_control(byte, to + n);
    if (byte >= 0x20 || byte == '\t' || byte == '\n')
        to[n++] = c;
    return n;
}

/* --- lines of a terminal --- */

enum { LINE_MAX_BYTES = 64 << 10 };

/* The line that is not whole yet. */
static struct {
    char data[LINE_MAX_BYTES];
    size_t len;
} held;

static bool put_line(struct cli *cli, bool end)
{
    struct buf out;

    buf_init(&out, 4 * LINE_MAX_BYTES);
    wrap_line(&out, str_n(held.data, held.len), (size_t) terminal_width(cli->out));
    if (end)
        buf_add_char(&out, '\n');
    held.len = 0;
    bool written = write_out(cli, buf_str(&out).data, out.len);
    buf_free(&out);
    return written;
}

/* Text for people is wrapped to the width of the screen, line by line; one that is too long to hold goes out in parts. */
static bool write_lines(struct cli *cli, const char *data, size_t n)
{
    bool written = true;

    if (!cli->out_terminal || filter.json || cli->raw)
        return write_out(cli, data, n);
    for (size_t i = 0; i < n && written; i++) {
        if (data[i] == '\n' || held.len == sizeof held.data)
            written = put_line(cli, data[i] == '\n');
        if (data[i] != '\n')
            held.data[held.len++] = data[i];
    }
    return written;
}

static ssize_t write_some(void *cookie, const char *data, size_t n)
{
    struct cli *cli = cookie;
    char clean[4096];
    size_t kept = 0;

    if (cli->paged) {
        cli->paged = false;
        pager_open(cli);
    }
    filter.json = cli->json || cli->events || cli->writes_json;
    if (cli->raw && !filter.json && !cli->out_terminal)
        return write_out(cli, data, n) ? (ssize_t) n : 0;
    filter.colors = cli->color && cli->out_terminal;
    for (size_t i = 0; i < n; i++) {
        kept += pass(data[i], clean + kept);
        if (kept + sizeof filter.held + 1 > sizeof clean || i + 1 == n) {
            if (!write_lines(cli, clean, kept)) {
                errno = cli->out_failed;
                return 0;
            }
            kept = 0;
        }
    }
    return (ssize_t) n;
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
    bool flushed = fflush(cli->out) == 0;
    if (held.len)
        put_line(cli, false);
    pager_close(cli);
    if (flushed && !output_is_broken(cli))
        return status;
    if (!cli->out_failed)
        cli->out_failed = errno ? errno : EIO;
    /* A closed pipe is no error: its reader has read enough. */
    if (cli->out_failed == EPIPE)
        return status;
    errno = cli->out_failed;
    error_errno(&e, "The result could not be written to standard output");
    cli_fail(cli, &e);
    return status == EXIT_DONE ? EXIT_FAILED : status;
}
