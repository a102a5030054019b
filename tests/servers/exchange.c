/* DESIGN. A request is read whole, the script chooses a reply, the service words
 * it, and then it is delivered: perhaps later, in pieces, not to the end, or not
 * at all. While nothing is to be sent the connection is suspended, with a timer
 * and a watch for a client that leaves, so thousands can wait at no cost. */
#include "exchange.h"

#include <sys/epoll.h>
#include <sys/socket.h>

#include "base/clock.h"
#include "timers.h"
#include "words.h"

enum { BODY_MAX = 32 << 20, BLOCK = 4096, GARBAGE = 700, RESET_DELAY_US = 10000 };

struct exchange {
    struct timer timer;            /* first: the timer's callback finds us by it */
    struct exchange *next, **link; /* all that are under way */
    struct asked asked;
    struct reply reply;
    struct said said;
    struct buf body;
    struct ledger_ticket ticket;
    int64_t arrived_us;
    int socket;
    bool control, counted, decided, suspended, gone;
    /* delivery */
    size_t total, stop_at; /* bytes of all pieces; where it ends */
    size_t piece, offset;  /* the next byte */
    size_t sent;
    bool gap_over; /* the wait before the next piece is behind us */
};

static struct exchange *exchanges;

int64_t testd_now_us(void) { return clock_monotonic_us() - testd.start_us; }

static void resume(struct exchange *x)
{
    if (!x->suspended)
        return;
    x->suspended = false;
    timer_clear(&x->timer);
    epoll_ctl(testd.epoll, EPOLL_CTL_DEL, x->socket, NULL);
    MHD_resume_connection(x->asked.connection);
}

/* libmicrohttpd 0.9.75 forgets to close a chunked response that ends with an
 * error unless the connection is on the list it visits every time: that of the
 * connections with a timeout of their own. */
static void will_break(struct exchange *x)
{
    MHD_set_connection_option(x->asked.connection, MHD_CONNECTION_OPTION_TIMEOUT, 3600u);
}

static void timer_due(struct timer *timer) { resume((struct exchange *) timer); }

void exchange_gone(void *data)
{
    struct exchange *x = data;

    x->gone = true;
    will_break(x);
    resume(x);
}

void exchange_end_all(void)
{
    for (struct exchange *x = exchanges; x; x = x->next)
        exchange_gone(x);
}

/* Suspends until a moment; for ever (until the client leaves) if it is negative. */
static void wait_until(struct exchange *x, int64_t due_us)
{
    struct epoll_event watch = { .events = EPOLLRDHUP, .data.ptr = x };

    x->suspended = true;
    MHD_suspend_connection(x->asked.connection);
    epoll_ctl(testd.epoll, EPOLL_CTL_ADD, x->socket, &watch);
    if (due_us >= 0)
        timer_set(&x->timer, due_us);
}

/* Closing now sends RST instead of FIN. */
static void arm_reset(struct exchange *x)
{
    struct linger linger = { .l_onoff = 1, .l_linger = 0 };

    setsockopt(x->socket, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
}

void *exchange_begin(void *context, const char *uri, struct MHD_Connection *connection)
{
    struct arena *arena = arena_new();
    struct exchange *x = arena_alloc(arena, sizeof *x);
    struct str rest = str_dup(arena, str(uri)), name;
    ptrdiff_t mark = str_find_char(rest, '?', 0);

    x->timer.fn = timer_due;
    x->next = exchanges;
    x->link = &exchanges;
    if (exchanges)
        exchanges->link = &x->next;
    exchanges = x;
    x->arrived_us = testd_now_us();
    x->socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD)->connect_fd;
    buf_init(&x->body, BODY_MAX);
    x->asked = (struct asked){ .arena = arena, .connection = connection };
    if (mark >= 0) {
        x->asked.arguments = str_sub(rest, (size_t) mark + 1, rest.len);
        rest = str_sub(rest, 0, (size_t) mark);
    }
    if (context) {
        x->asked.service = service_find(str("site"));
        x->asked.place = str(context);
        x->asked.path = rest;
        return x;
    }
    x->control = str_starts(rest, "/_control/");
    if (str_starts(rest, "/"))
        rest = str_sub(rest, 1, rest.len);
    str_next(&rest, '/', &name);
    x->asked.service = service_find(name);
    x->asked.place = name;
    x->asked.path = str_format(arena, "/%.*s", STR_ARG(rest));
    return x;
}

void exchange_end(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code)
{
    struct exchange *x = *state;

    (void) context;
    (void) connection;
    if (!x)
        return;
    *x->link = x->next;
    if (x->next)
        x->next->link = x->link;
    timer_clear(&x->timer);
    testd.closing = testd.closing || code != MHD_REQUEST_TERMINATED_COMPLETED_OK;
    if (x->counted)
        ledger_end(x->ticket, testd_now_us(), x->sent, code == MHD_REQUEST_TERMINATED_COMPLETED_OK && !x->gone);
    json_decref(x->asked.json);
    buf_free(&x->body);
    arena_free(x->asked.arena);
    *state = NULL;
}

static void control(struct exchange *x)
{
    struct asked *asked = &x->asked;
    struct script *script = NULL;
    struct error e;
    struct buf out;

    if (str_is(asked->path, "/counts")) {
        said_json(asked, &x->said, 200, ledger_counts());
    } else if (str_is(asked->path, "/log")) {
        buf_init(&out, 1 << 30);
        ledger_log(&out);
        x->said.status = 200;
        x->said.type = "application/x-ndjson";
        said_piece(asked, &x->said, buf_take(&out, asked->arena));
    } else if (str_is(asked->path, "/faults")) {
        json_t *names = json_array();

        for (size_t i = 0; i < fault_count(); i++)
            json_array_append_new(names, json_string(fault_name(i)));
        said_json(asked, &x->said, 200, names);
    } else if (str_is(asked->path, "/reset") && str_is(asked->method, "POST")) {
        ledger_reset();
        said_json(asked, &x->said, 200, json_object());
    } else if (str_is(asked->path, "/script") && str_is(asked->method, "POST")) {
        if (script_parse(asked->body, testd.folder, &script, &e) < 0) {
            said_json(asked, &x->said, 400, json_pack("{s:s}", "error", e.message));
            return;
        }
        script_free(testd.script);
        testd.script = script;
        said_json(asked, &x->said, 200, json_object());
    } else {
        said_json(asked, &x->said, 404, json_pack("{s:s}", "error", "counts, log, faults, reset or script"));
    }
}

static void replace_pieces(struct exchange *x, struct str with)
{
    x->said.pieces = (struct str_list){ 0 };
    said_piece(&x->asked, &x->said, with);
}

static struct str garbage(struct exchange *x)
{
    struct dice dice = dice_of(x->asked.hash, "garbage");
    char *bytes = arena_alloc(x->asked.arena, GARBAGE);

    for (size_t i = 0; i < GARBAGE; i++)
        bytes[i] = (char) dice_roll(&dice, 256);
    return str_n(bytes, GARBAGE);
}

static void mangle(struct exchange *x)
{
    struct str_list *pieces = &x->said.pieces;

    if (x->reply.mangle == MANGLE_GARBAGE) {
        replace_pieces(x, garbage(x));
    } else if (x->reply.mangle == MANGLE_EMPTY) {
        replace_pieces(x, str(""));
    } else if (x->reply.mangle == MANGLE_BROKEN && x->said.stream) {
        pieces->items[pieces->n / 2] = str(
            "data: {\"id\":\"x\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"half\n\n");
    } else if (x->reply.mangle == MANGLE_BROKEN && pieces->n) {
        pieces->items[0] = str_sub(pieces->items[0], 0, pieces->items[0].len * 2 / 3);
    }
}

static void add_reply_headers(struct exchange *x)
{
    const struct reply *reply = &x->reply;

    for (size_t i = 0; i < reply->headers_n; i++)
        said_header(&x->said, reply->headers[i].name, reply->headers[i].value);
    if (reply->retry_date_s) {
        time_t at = (time_t) (clock_wall_ms() / 1000 + reply->retry_date_s);
        char *text = arena_alloc(x->asked.arena, 40);
        struct tm tm;

        strftime(text, 40, "%a, %d %b %Y %H:%M:%S GMT", gmtime_r(&at, &tm));
        said_header(&x->said, "retry-after", text);
    }
    if (reply->type)
        x->said.type = reply->type;
}

/* Pieces of a given size instead of the service's own. */
static void cut_pieces(struct exchange *x)
{
    struct str_list whole = x->said.pieces;
    struct str joined = str_join(x->asked.arena, whole.items, whole.n, "");

    x->said.pieces = (struct str_list){ 0 };
    for (size_t at = 0; at < joined.len; at += x->reply.piece)
        said_piece(&x->asked, &x->said, str_sub(joined, at, at + x->reply.piece));
}

static void plan_delivery(struct exchange *x)
{
    struct reply *reply = &x->reply;

    if (reply->piece)
        cut_pieces(x);
    for (size_t i = 0; i < x->said.pieces.n; i++)
        x->total += x->said.pieces.items[i].len;
    x->stop_at = reply->cut == CUT_HEADERS ? 0 : reply->cut == CUT_MIDDLE ? x->total / 2 : x->total;
    if (reply->cut == CUT_END && !x->said.stream && x->total > 0)
        x->stop_at = x->total - 1;
    if (reply->ending == END_NEVER) {
        x->said.stream = true;
        x->stop_at = x->total / 2;
    }
}

/* Reads the request, writes it down and chooses the reply. */
static void decide(struct exchange *x)
{
    struct asked *asked = &x->asked;

    asked->body = buf_str(&x->body);
    if (x->control)
        return;
    asked->json = json_loadb(asked->body.data, asked->body.len, JSON_ALLOW_NUL, NULL);
    asked->service->read(asked);
    asked_identify(asked);
    x->ticket = ledger_ask(asked, x->arrived_us);
    x->counted = true;
    x->reply = script_select(testd.script, asked);
}

static void say_raw(struct exchange *x, struct str body)
{
    x->said.status = 200;
    x->said.type = x->asked.service->type ? x->asked.service->type : "application/json";
    said_piece(&x->asked, &x->said, body);
}

/* Words the reply, before the latency: a call lasts as long as it says, however long the wording takes. */
static void word(struct exchange *x)
{
    struct asked *asked = &x->asked;
    struct reply *reply = &x->reply;

    if (x->control)
        control(x);
    else if (reply->body.data)
        say_raw(x, reply->body);
    else if (reply->failure)
        asked->service->failure(asked, reply, &x->said);
    else if (reply->text.data && !asked->service->model)
        say_raw(x, reply->text);
    else
        asked->service->answer(asked, reply, &x->said);
    if (reply->status && (!reply->failure || reply->body.data))
        x->said.status = reply->status;
    mangle(x);
    add_reply_headers(x);
    plan_delivery(x);
    if (x->counted)
        ledger_reply(x->ticket, x->said.status, reply->fault);
}

/* The end of what is sent. */
static ssize_t finish(struct exchange *x, char *data, size_t max)
{
    static const char spaces[] = "                ";

    switch (x->reply.ending) {
    case END_WHOLE: return MHD_CONTENT_READER_END_OF_STREAM;
    case END_RESET:
        /* A moment later, so that the client has read what was sent. */
        if (!x->gap_over) {
            x->gap_over = true;
            wait_until(x, testd_now_us() + RESET_DELAY_US);
            return 0;
        }
        arm_reset(x);
        return MHD_CONTENT_READER_END_WITH_ERROR;
    case END_CLOSE: return MHD_CONTENT_READER_END_WITH_ERROR;
    case END_STALL: wait_until(x, -1); return 0;
    case END_NEVER: break;
    }
    if (!x->gap_over) {
        wait_until(x, testd_now_us() + x->reply.gap_us);
        x->gap_over = true;
        return 0;
    }
    x->gap_over = false;
    {
        struct str_list *pieces = &x->said.pieces;
        struct str again = pieces->n > 3 ? pieces->items[pieces->n / 2] : str(spaces);
        size_t n = again.len < max ? again.len : max;

        memcpy(data, again.data, n);
        x->sent += n;
        return (ssize_t) n;
    }
}

static ssize_t deliver(void *context, uint64_t position, char *data, size_t max)
{
    struct exchange *x = context;
    size_t given = 0;

    (void) position;
    if (x->gone)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    while (given < max && x->sent < x->stop_at && x->piece < x->said.pieces.n) {
        struct str piece = x->said.pieces.items[x->piece];
        size_t n = piece.len - x->offset;

        if (x->reply.gap_us > 0 && x->piece > 0 && x->offset == 0 && !x->gap_over) {
            if (given == 0) {
                wait_until(x, testd_now_us() + x->reply.gap_us);
                x->gap_over = true;
            }
            return (ssize_t) given;
        }
        n = n < max - given ? n : max - given;
        n = n < x->stop_at - x->sent ? n : x->stop_at - x->sent;
        memcpy(data + given, piece.data + x->offset, n);
        given += n;
        x->sent += n;
        x->offset += n;
        x->gap_over = false;
        if (x->offset == piece.len) {
            x->piece++;
            x->offset = 0;
        }
    }
    return given ? (ssize_t) given : finish(x, data, max);
}

static enum MHD_Result respond(struct exchange *x)
{
    uint64_t length = x->said.stream ? MHD_SIZE_UNKNOWN : x->total;
    struct MHD_Response *response = MHD_create_response_from_callback(length, BLOCK, deliver, x, NULL);
    enum MHD_Result queued;

    if (!response)
        return MHD_NO;
    if (x->reply.ending == END_RESET || x->reply.ending == END_CLOSE)
        will_break(x);
    MHD_add_response_header(response, "content-type", x->said.type);
    for (size_t i = 0; i < x->said.headers_n; i++)
        MHD_add_response_header(response, x->said.headers[i].name, x->said.headers[i].value);
    queued = MHD_queue_response(x->asked.connection, (unsigned) x->said.status, response);
    MHD_destroy_response(response);
    return queued;
}

/* Faults that happen before any header. */
static bool breaks_off(const struct exchange *x)
{
    return x->reply.cut == CUT_START || x->reply.mangle == MANGLE_NOT_HTTP;
}

static enum MHD_Result break_off(struct exchange *x)
{
    struct str bytes;

    ledger_reply(x->ticket, 0, x->reply.fault);
    if (x->reply.mangle == MANGLE_NOT_HTTP) {
        bytes = garbage(x);
        if (send(x->socket, bytes.data, bytes.len, MSG_NOSIGNAL | MSG_DONTWAIT) < 0)
            x->gone = true;
        return MHD_NO;
    }
    if (x->reply.ending == END_STALL) {
        wait_until(x, -1);
        return MHD_YES;
    }
    if (x->reply.ending == END_RESET)
        arm_reset(x);
    return MHD_NO;
}

static void prepare(struct exchange *x)
{
    x->decided = true;
    decide(x);
    if (!breaks_off(x))
        word(x);
}

static void prepare_due(struct timer *timer)
{
    struct exchange *x = (struct exchange *) timer;

    prepare(x);
    x->timer.fn = timer_due;
    if (x->reply.latency_us > 0)
        timer_set(&x->timer, x->arrived_us + x->reply.latency_us);
    else
        resume(x);
}

enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *size, void **state)
{
    struct exchange *x = *state;

    (void) context;
    (void) connection;
    (void) url;
    (void) version;
    if (str_empty(x->asked.method)) {
        x->asked.method = str_dup(x->asked.arena, str(method));
        return MHD_YES;
    }
    if (*size > 0) {
        buf_add(&x->body, data, *size);
        *size = 0;
        return MHD_YES;
    }
    if (x->gone)
        return MHD_NO;
    if (!x->asked.service && !x->control) {
        x->control = true;
        x->asked.path = str("/unknown");
    }
    /* With a latency there is time: those that come together are all received before the first is worded. */
    if (!x->decided && !x->control && script_latency(testd.script) > 0) {
        x->timer.fn = prepare_due;
        wait_until(x, testd_now_us());
        return MHD_YES;
    }
    if (!x->decided) {
        prepare(x);
        if (x->reply.latency_us > 0) {
            wait_until(x, x->arrived_us + x->reply.latency_us);
            return MHD_YES;
        }
    }
    return breaks_off(x) ? break_off(x) : respond(x);
}
