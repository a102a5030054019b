/* The faults by name: each is a preset of a reply. */
#include "script.h"

struct fault {
    const char *name;
    bool passing; /* in the mix: asked again, the service may do better */
    struct reply is;
};

enum { DRIP_PIECE = 16, DRIP_GAP_US = 10000, ENDLESS_GAP_US = 5000 };

static const struct fault faults[] = {
    /* Refusals that pass. */
    { "rate",
      true,
      { .status = 429, .failure = FAILURE_STATUS, .headers = { { "retry-after", "1" } }, .headers_n = 1 } },
    { "rate-ms",
      true,
      { .status = 429, .failure = FAILURE_STATUS, .headers = { { "retry-after-ms", "300" } }, .headers_n = 1 } },
    { "rate-date", true, { .status = 429, .failure = FAILURE_STATUS, .retry_date_s = 2 } },
    { "rate-bare", true, { .status = 429, .failure = FAILURE_STATUS } },
    { "timeout", true, { .status = 408, .failure = FAILURE_STATUS } },
    { "conflict", true, { .status = 409, .failure = FAILURE_STATUS } },
    { "server-error", true, { .status = 500, .failure = FAILURE_STATUS } },
    { "bad-gateway", true, { .status = 502, .failure = FAILURE_STATUS } },
    { "unavailable", true, { .status = 503, .failure = FAILURE_STATUS } },
    { "overloaded", true, { .status = 529, .failure = FAILURE_STATUS } },
    /* Refusals for good. */
    { "bad-key", false, { .failure = FAILURE_KEY, .status = 401 } },
    { "quota", false, { .failure = FAILURE_QUOTA, .status = 429 } },
    { "no-model", false, { .failure = FAILURE_MODEL, .status = 404 } },
    { "context", false, { .failure = FAILURE_CONTEXT, .status = 400 } },
    { "bad-request", false, { .failure = FAILURE_STATUS, .status = 400 } },
    { "forbidden", false, { .failure = FAILURE_STATUS, .status = 403 } },
    { "no-retry",
      false,
      { .failure = FAILURE_STATUS, .status = 500, .headers = { { "x-should-retry", "false" } }, .headers_n = 1 } },
    { "no-temperature", false, { .failure = FAILURE_PARAMETER, .status = 400, .parameter = "temperature" } },
    { "no-max-tokens", false, { .failure = FAILURE_PARAMETER, .status = 400, .parameter = "max_tokens" } },
    { "no-schema", false, { .failure = FAILURE_PARAMETER, .status = 400, .parameter = "response_format" } },
    { "no-stream-options", false, { .failure = FAILURE_PARAMETER, .status = 400, .parameter = "stream_options" } },
    /* Connections that break. */
    { "reset", true, { .cut = CUT_START, .ending = END_RESET } },
    { "reset-mid", true, { .cut = CUT_MIDDLE, .ending = END_RESET } },
    { "close", true, { .cut = CUT_START, .ending = END_CLOSE } },
    { "truncate", true, { .cut = CUT_MIDDLE, .ending = END_CLOSE } },
    { "stall", true, { .cut = CUT_START, .ending = END_STALL } },
    { "stall-headers", true, { .cut = CUT_HEADERS, .ending = END_STALL } },
    { "stall-mid", true, { .cut = CUT_MIDDLE, .ending = END_STALL } },
    { "stall-end", true, { .cut = CUT_END, .ending = END_STALL } },
    { "endless", false, { .ending = END_NEVER, .gap_us = ENDLESS_GAP_US } },
    { "drip", false, { .piece = DRIP_PIECE, .gap_us = DRIP_GAP_US } },
    /* Bytes that are wrong. */
    { "garbage", true, { .mangle = MANGLE_GARBAGE } },
    { "broken-json", true, { .mangle = MANGLE_BROKEN } },
    { "empty", true, { .mangle = MANGLE_EMPTY } },
    { "not-http", true, { .mangle = MANGLE_NOT_HTTP } },
    { "wrong-type",
      true,
      { .type = "text/html; charset=utf-8", .body = { "<!doctype html>\n<title>Welcome</title>\n", 39 } } },
    { "proxy-page",
      true,
      { .status = 502, .type = "text/html", .body = { "<html><h1>502 Bad Gateway</h1></html>\n", 38 } } },
    /* Answers that are not what was hoped for. */
    { "error-in-stream", true, { .twist = TWIST_ERROR } },
    { "unended", true, { .twist = TWIST_UNENDED } },
    { "length", false, { .twist = TWIST_LENGTH } },
    { "filter", false, { .twist = TWIST_FILTER } },
    { "refusal", false, { .twist = TWIST_REFUSAL } },
    { "no-text", false, { .twist = TWIST_NO_TEXT } },
    { "no-usage", false, { .twist = TWIST_NO_USAGE } },
};

static const size_t faults_n = sizeof faults / sizeof *faults;

size_t fault_count(void) { return faults_n; }

const char *fault_name(size_t at) { return faults[at].name; }

const char *fault_pick(uint32_t draw)
{
    size_t n = 0;

    for (size_t i = 0; i < faults_n; i++)
        n += faults[i].passing;
    draw %= (uint32_t) n;
    for (size_t i = 0; i < faults_n; i++)
        if (faults[i].passing && draw-- == 0)
            return faults[i].name;
    return faults[0].name;
}

bool fault_apply(struct str name, struct reply *reply)
{
    for (size_t i = 0; i < faults_n; i++) {
        const struct reply *is = &faults[i].is;
        struct reply before = *reply;

        if (!str_is(name, faults[i].name))
            continue;
        *reply = *is;
        reply->fault = faults[i].name;
        reply->latency_us = before.latency_us;
        reply->gap_us = before.gap_us > 0 ? before.gap_us : is->gap_us;
        reply->piece = before.piece ? before.piece : is->piece;
        reply->text = before.text;
        if (before.headers_n) {
            memcpy(reply->headers, before.headers, sizeof before.headers);
            reply->headers_n = before.headers_n;
            reply->retry_date_s = before.retry_date_s;
        }
        return true;
    }
    return false;
}

/* A field of the request is refused only where it was sent. */
bool fault_fits(const struct reply *reply, const struct asked *asked)
{
    return reply->failure != FAILURE_PARAMETER || json_object_get(asked->json, reply->parameter);
}
