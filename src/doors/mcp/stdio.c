/* The transport over two descriptors: a message per line, nothing else on the output.
 *
 * Threads: the caller's reads and serves what is short; the writer's writes. A client that reads nothing is served no further,
 * but the end of its messages is always seen. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "doors/mcp/internal.h"
#include "doors/mcp/writer.h"

enum { READ_SIZE = 65536, SLICE_MS = 100, END_MS = 2000 }; /* clients wait that long before they end the process */

/* The client's two ends. */
struct pipes {
    struct line_writer writer;
    pthread_t reader;
};

/* Who reads the client's messages must go on doing so, if only to see that there will be no more. */
static void send_line(void *context, struct str message)
{
    struct pipes *pipes = context;

    line_writer_send(&pipes->writer, message, !pthread_equal(pthread_self(), pipes->reader));
}

static void reply_line(void *context, struct str message, int status)
{
    (void) status;
    send_line(context, message);
}

static void refuse_long(struct mcp_channel channel)
{
    struct arena *arena = arena_new();
    struct rpc_error e;

    rpc_fail(&e, RPC_INVALID_REQUEST, "a message of more than %d bytes is not read", MESSAGE_MAX);
    channel.send(channel.context, rpc_error_reply(arena, NULL, &e));
    arena_free(arena);
}

struct line_reader {
    int in;
    struct pipes *pipes;
    struct mcp_session *session;
    struct buf line;
    bool skipping; /* until the end of a line that is too long */
};

/* Before another message is served, the client reads what it was told; false: it has closed its end and reads nothing. */
static bool wait_for_room(struct line_reader *reader)
{
    while (!line_writer_has_room(&reader->pipes->writer, clock_monotonic_ms() + SLICE_MS))
        if (poll(&(struct pollfd){ .fd = reader->in, .events = POLLRDHUP }, 1, 0) > 0 &&
            line_writer_stalled(&reader->pipes->writer))
            return false;
    return true;
}

static bool end_line(struct line_reader *reader)
{
    struct str line = str_trim(buf_str(&reader->line));
    bool wanted = !reader->skipping && !str_empty(line), fine = !wanted || wait_for_room(reader);

    if (wanted && fine)
        session_take_text(reader->session, line, reader->session->channel);
    reader->skipping = false;
    buf_free(&reader->line);
    return fine;
}

/* False: the client is gone. */
static bool take_bytes(struct line_reader *reader, struct str bytes)
{
    while (bytes.len > 0) {
        ptrdiff_t end = str_find_char(bytes, '\n', 0);
        struct str part = str_sub(bytes, 0, end < 0 ? bytes.len : (size_t) end);

        if (!reader->skipping && buf_add_str(&reader->line, part) < 0) {
            reader->skipping = true;
            refuse_long(reader->session->channel);
        }
        if (end < 0)
            return true;
        if (!end_line(reader))
            return false;
        bytes = str_sub(bytes, (size_t) end + 1, bytes.len);
    }
    return true;
}

/* Until the input ends; what stands behind its last line end is a message too. */
static int read_lines(struct line_reader *reader, struct error *e)
{
    char *bytes = memory_alloc(READ_SIZE);
    bool there = true;
    ssize_t n;

    buf_init(&reader->line, MESSAGE_MAX);
    do {
        n = read(reader->in, bytes, READ_SIZE);
        if (n > 0)
            there = take_bytes(reader, str_n(bytes, (size_t) n));
    } while (there && (n > 0 || (n < 0 && errno == EINTR)));
    int r = n < 0 ? error_errno(e, "reading the client's messages") : 0;
    if (there)
        end_line(reader);
    buf_free(&reader->line);
    free(bytes);
    return r;
}

int mcp_serve_stdio(struct mcp *mcp, int in, int out, bool *ret_idle, struct error *e)
{
    static struct pipes pipes; /* outlive who could not be ended */
    struct caller caller = caller_local(mcp->service, &mcp_door);
    struct line_reader reader = { .in = in, .pipes = &pipes };

    pipes.reader = pthread_self();
    int r = line_writer_start(&pipes.writer, out, e);
    if (r < 0)
        return r;
    caller.paths = false; /* a model chooses the arguments */
    reader.session = session_new(mcp, caller,
                                 (struct mcp_channel){ .send = send_line, .reply = reply_line, .context = &pipes });
    r = read_lines(&reader, e);
    line_writer_close(&pipes.writer);
    *ret_idle = session_end(reader.session, clock_monotonic_ms() + END_MS);
    line_writer_end(&pipes.writer);
    if (*ret_idle)
        session_free(reader.session);
    return r;
}
