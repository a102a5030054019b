/* libcurl's easy interface blocks, so each attempt has a thread of its own, which belongs to the call: the thread that
 * drives the call looks every few milliseconds whether it is done, and joins it. Both touch `stop` and `done` only; the rest
 * of the struct is the sending thread's until `done` is set. */
#include "net/smtp.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/thread.h"
#include "net/curl_api.h"
#include "net/url.h"
#include "text/utf8.h"

enum { LOOK_MS = 5, CONNECT_MS = 30000, ATTEMPT_MS = 120000, REPLY_MAX = 400, ADDRESS_MAX = 254, LOCAL_MAX = 64 };

struct sending {
    struct smtp_mail mail;
    pthread_t thread;
    atomic_bool stop, done;
    bool started; /* the thread is there, and not joined yet */
    int attempt;
    int64_t timeout_ms;
    size_t read;
    char reply[REPLY_MAX]; /* the server's last line */
    CURLcode result;
    long status;
    struct error error; /* of what came before the sending */
};

/* --- names --- */

static bool is_address_char(char c) { return c > 32 && c < 127 && !strchr("<>()[]\\,;:\"@", c); }

bool smtp_address(struct str text)
{
    ptrdiff_t at = str_find_char(text, '@', 0);

    if (at <= 0 || (size_t) at > LOCAL_MAX || (size_t) at + 1 >= text.len || text.len > ADDRESS_MAX)
        return false;
    for (size_t i = 0; i < text.len; i++)
        if (i != (size_t) at && !is_address_char(text.data[i]))
            return false;
    return text.data[0] != '-' && text.data[at + 1] != '.' && text.data[text.len - 1] != '.';
}

int smtp_url_check(struct str url, struct error *e)
{
    size_t start = str_starts(url, "smtp://") ? 7 : str_starts(url, "smtps://") ? 8 : 0;
    struct arena *arena = arena_new();
    struct url parsed;
    int r = 0;

    if (start == 0 ||
        url_parse(arena, str_format(arena, "http://%.*s", STR_ARG(str_sub(url, start, url.len))), &parsed, NULL) < 0 ||
        !str_is(parsed.path, "/") || parsed.has_query)
        r = error_set(e, ERROR_MISCONFIGURED,
                      "\"%.*s\" is not the address of a mail server. Write smtp://HOST:587 or smtps://HOST:465; user "
                      "and password are settings of their own.",
                      STR_ARG(url));
    arena_free(arena);
    return r;
}

/* --- the thread --- */

static size_t read_message(char *to, size_t size, size_t n, void *context)
{
    struct sending *s = context;
    size_t left = s->mail.message.len - s->read, take = size * n < left ? size * n : left;

    memcpy(to, s->mail.message.data + s->read, take);
    s->read += take;
    return take;
}

static bool is_refusal(const char *line) { return line[0] == '4' || line[0] == '5'; }

/* The server's lines; the last one says why, and a goodbye behind a refusal says nothing. */
static size_t take_reply(char *data, size_t size, size_t n, void *context)
{
    struct sending *s = context;
    struct str line = str_trim(str_n(data, size * n));

    if (line.len == 0 || (is_refusal(s->reply) && !is_refusal(line.data)))
        return size * n;
    struct arena *arena = arena_new();
    struct str clean = utf8_cut_bytes(utf8_clean(arena, line), REPLY_MAX - 1);
    snprintf(s->reply, sizeof s->reply, "%.*s", STR_ARG(clean));
    arena_free(arena);
    return size * n;
}

static int watch_stop(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    struct sending *s = context;

    (void) a, (void) b, (void) c, (void) d;
    return atomic_load(&s->stop);
}

static void set_text(CURL *easy, struct arena *arena, CURLoption option, struct str value)
{
    if (value.len)
        curl_easy_setopt(easy, option, str_z(arena, value));
}

static void set_options(struct sending *s, CURL *easy, struct arena *arena, struct curl_slist *to)
{
    const struct smtp_server *server = s->mail.server;
    bool implicit = str_starts(server->url, "smtps://");

    set_text(easy, arena, CURLOPT_URL, server->url);
    set_text(easy, arena, CURLOPT_USERNAME, server->user);
    set_text(easy, arena, CURLOPT_PASSWORD, server->password);
    set_text(easy, arena, CURLOPT_CAINFO, server->ca_file);
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(easy, CURLOPT_USE_SSL, (long) (implicit || !server->plain ? CURLUSESSL_ALL : CURLUSESSL_NONE));
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long) CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_MAIL_FROM, str_format(arena, "<%.*s>", STR_ARG(s->mail.from)).data);
    curl_easy_setopt(easy, CURLOPT_MAIL_RCPT, to);
    curl_easy_setopt(easy, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(easy, CURLOPT_READFUNCTION, read_message);
    curl_easy_setopt(easy, CURLOPT_READDATA, s);
    curl_easy_setopt(easy, CURLOPT_INFILESIZE_LARGE, (curl_off_t) s->mail.message.len);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, take_reply);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, s);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, watch_stop);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, s);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long) CONNECT_MS);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long) s->timeout_ms);
}

static void *send_thread(void *arg)
{
    struct sending *s = arg;
    struct arena *arena = arena_new();

    if (curl_api_load(&s->error) == 0) {
        CURL *easy = curl_easy_init();
        struct curl_slist *to = curl_slist_append(NULL, str_format(arena, "<%.*s>", STR_ARG(s->mail.to)).data);

        if (easy && to) {
            set_options(s, easy, arena, to);
            s->result = curl_easy_perform(easy);
            curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &s->status);
        } else {
            error_set(&s->error, ERROR_INTERNAL, "libcurl has no memory");
        }
        curl_slist_free_all(to);
        if (easy)
            curl_easy_cleanup(easy);
    }
    arena_free(arena);
    atomic_store(&s->done, true);
    return NULL;
}

/* --- what came of it --- */

static bool is_network_fault(CURLcode result)
{
    static const CURLcode codes[] = { CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_CONNECT,   CURLE_OPERATION_TIMEDOUT,
                                      CURLE_SEND_ERROR,           CURLE_RECV_ERROR,        CURLE_GOT_NOTHING,
                                      CURLE_PARTIAL_FILE,         CURLE_WEIRD_SERVER_REPLY };

    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i] == result)
            return true;
    return false;
}

static int refused(const struct sending *s, const char *host, struct error *e)
{
    int code = s->status == 535 || s->status == 530 || s->result == CURLE_LOGIN_DENIED ? ERROR_AUTH
               : s->status >= 500                                                      ? ERROR_REJECTED
                                                                                       : ERROR_UPSTREAM;

    error_set(e, code, "the mail server %s refused the message: %s%s", host, s->reply,
              code == ERROR_AUTH ? " (check SMTP_USER and SMTP_PASSWORD)" : "");
    e->retry = s->status < 500 && code != ERROR_AUTH;
    return -code;
}

/* Why it was not sent; 0 when it was. */
static int failure_of(const struct sending *s, struct error *e)
{
    const char *host = s->mail.server->url.data + (str_starts(s->mail.server->url, "smtps") ? 8 : 7);
    CURLcode result = s->result;

    if (s->error.code) {
        *e = s->error;
        return -e->code;
    }
    if (result == CURLE_OK)
        return 0;
    *e = (struct error){ .retry_after_ms = -1 };
    if (result == CURLE_USE_SSL_FAILED)
        return error_set(e, ERROR_REJECTED,
                         "the mail server %s offers no STARTTLS, so nothing was sent to it. Use smtps://, or set "
                         "mail.tls to none if the server is on this machine.",
                         host);
    if (result == CURLE_PEER_FAILED_VERIFICATION || result == CURLE_SSL_CACERT_BADFILE)
        return error_set(e, ERROR_REJECTED,
                         "the certificate of the mail server %s cannot be trusted (%s). Check the name in SMTP_URL; an "
                         "authority of your own goes into ca_file.",
                         host, curl_easy_strerror(result));
    /* The status is that of the last reply: a refusal, whatever libcurl makes of it; a good one after a lost connection. */
    if (s->status >= 400)
        return refused(s, host, e);
    int code = result == CURLE_OPERATION_TIMEDOUT ? ERROR_TIMEOUT : ERROR_NETWORK;
    error_set(e, code, "the mail server %s could not be reached, or closed the connection (%s)", host,
              curl_easy_strerror(result));
    e->retry = is_network_fault(result) || result == CURLE_SSL_CONNECT_ERROR;
    return -code;
}

/* --- the call --- */

static void start(struct call *call)
{
    struct sending *s = call->state;
    int64_t left = call->deadline_ms ? call->deadline_ms - clock_monotonic_ms() : ATTEMPT_MS;

    s->attempt++;
    s->read = 0;
    s->status = 0;
    s->reply[0] = '\0';
    s->timeout_ms = left < 1 ? 1 : left < ATTEMPT_MS ? left : ATTEMPT_MS;
    atomic_store(&s->done, false);
    struct error e;
    if (thread_start(&s->thread, "smtp", send_thread, s, &e) < 0) {
        call->state = NULL;
        call_fail(call, &e);
        return;
    }
    s->started = true;
    call_timer(call, clock_monotonic_ms() + LOOK_MS, 0);
}

static void smtp_begin(struct call *call, const void *argument)
{
    struct sending *s = arena_alloc(call->arena, sizeof *s);

    *s = (struct sending){ .mail = *(const struct smtp_mail *) argument, .done = true };
    call->state = s;
    start(call);
}

static void try_again_or_fail(struct call *call, const struct error *e)
{
    struct sending *s = call->state;
    int64_t now = clock_monotonic_ms();
    int64_t delay = retry_delay_ms(&s->mail.server->retry, s->attempt, e, call_random(call), now, call->deadline_ms);

    if (delay < 0) {
        call->state = NULL;
        call_fail(call, e);
        return;
    }
    call_note_retry(call, str("smtp"), s->attempt, delay, str(e->message));
    call_timer(call, now + delay, 0);
}

static void smtp_event(struct call *call, const struct net_event *event)
{
    struct sending *s = call->state;
    struct error e;
    (void) event;

    if (!s)
        return;
    if (!atomic_load(&s->done)) {
        call_timer(call, clock_monotonic_ms() + LOOK_MS, 0);
        return;
    }
    if (!s->started) { /* the pause before the next attempt is over */
        start(call);
        return;
    }
    pthread_join(s->thread, NULL);
    s->started = false;
    if (failure_of(s, &e) < 0) {
        try_again_or_fail(call, &e);
        return;
    }
    call->state = NULL;
    call_done(call, str_dup(call->arena, str(s->reply)), str("smtp"));
}

static void smtp_abort(struct call *call)
{
    struct sending *s = call->state;

    if (!s)
        return;
    call->state = NULL;
    atomic_store(&s->stop, true);
    if (s->started)
        pthread_join(s->thread, NULL);
}

const struct call_type smtp_call_type = {
    .name = "smtp", .begin = smtp_begin, .event = smtp_event, .abort = smtp_abort
};
