/* The transport over two descriptors: a message per line, nothing else on the output.
 *
 * Threads: the caller's reads; whoever has a message writes it, one at a time. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "doors/mcp/internal.h"

enum { READ_SIZE = 65536, END_MS = 1000 };

struct pipe_out {
    int fd;
    pthread_mutex_t lock;
    bool broken;
};

static bool write_all(int fd, struct str text)
{
    while (text.len > 0) {
        ssize_t n = write(fd, text.data, text.len);

        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno == EAGAIN) {
            poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
            continue;
        }
        if (n <= 0)
            return false;
        text = str_sub(text, (size_t) n, text.len);
    }
    return true;
}

static void send_line(void *context, struct str message)
{
    struct pipe_out *out = context;

    pthread_mutex_lock(&out->lock);
    if (!out->broken && (!write_all(out->fd, message) || !write_all(out->fd, str("\n")))) {
        out->broken = true;
        log_line(LOG_WARN, "the client reads no more");
    }
    pthread_mutex_unlock(&out->lock);
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
    struct buf line;
    bool skipping; /* until the end of a line that is too long */
};

static void take_bytes(struct line_reader *reader, struct mcp_session *session, struct str bytes)
{
    while (bytes.len > 0) {
        ptrdiff_t end = str_find_char(bytes, '\n', 0);
        struct str part = str_sub(bytes, 0, end < 0 ? bytes.len : (size_t) end);

        if (!reader->skipping && buf_add_str(&reader->line, part) < 0) {
            reader->skipping = true;
            refuse_long(session->channel);
        }
        if (end < 0)
            return;
        struct str line = str_trim(buf_str(&reader->line));
        if (!reader->skipping && !str_empty(line))
            session_take_text(session, line, session->channel);
        reader->skipping = false;
        buf_free(&reader->line);
        bytes = str_sub(bytes, (size_t) end + 1, bytes.len);
    }
}

int mcp_serve_stdio(struct mcp *mcp, int in, int out, bool *ret_idle, struct error *e)
{
    static struct pipe_out writer = { .lock = PTHREAD_MUTEX_INITIALIZER }; /* outlives who could not be ended */
    struct caller caller = caller_local(mcp->service, &mcp_door);
    struct mcp_session *session;
    struct line_reader reader = { 0 };
    char *bytes = memory_alloc(READ_SIZE);
    ssize_t n;

    writer.fd = out;
    caller.paths = false; /* a model chooses the arguments */
    session = session_new(mcp, caller,
                          (struct mcp_channel){ .send = send_line, .reply = reply_line, .context = &writer });
    buf_init(&reader.line, MESSAGE_MAX);
    do {
        n = read(in, bytes, READ_SIZE);
        if (n > 0)
            take_bytes(&reader, session, str_n(bytes, (size_t) n));
    } while (n > 0 || (n < 0 && errno == EINTR));
    buf_free(&reader.line);
    *ret_idle = session_end(session, clock_monotonic_ms() + END_MS);
    if (*ret_idle)
        session_free(session);
    free(bytes);
    return n < 0 ? error_errno(e, "reading the client's messages") : 0;
}
