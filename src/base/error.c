#include "base/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 80 }; /* bytes of a word at the end of a message that may be lost */

static const struct {
    int code;
    const char *name;
} names[] = {
    { ERROR_NONE, "none" },
    { ERROR_INVALID, "invalid" },
    { ERROR_NOT_FOUND, "not_found" },
    { ERROR_CONFLICT, "conflict" },
    { ERROR_MISCONFIGURED, "misconfigured" },
    { ERROR_FORBIDDEN, "forbidden" },
    { ERROR_LIMIT, "limit" },
    { ERROR_PARSE, "parse" },
    { ERROR_IO, "io" },
    { ERROR_STORE, "store" },
    { ERROR_NETWORK, "network" },
    { ERROR_TIMEOUT, "timeout" },
    { ERROR_AUTH, "auth" },
    { ERROR_RATE, "rate" },
    { ERROR_QUOTA, "quota" },
    { ERROR_UPSTREAM, "upstream" },
    { ERROR_REJECTED, "rejected" },
    { ERROR_MODEL, "model" },
    { ERROR_CONTEXT, "context" },
    { ERROR_REFUSED, "refused" },
    { ERROR_UNAVAILABLE, "unavailable" },
    { ERROR_BUDGET, "budget" },
    { ERROR_FINISH, "finish" },
    { ERROR_INTERNAL, "internal" },
    { ERROR_TOKEN, "token" },
    { ERROR_PARTIAL, "partial_failure" },
    { ERROR_SYNTHESIS, "synthesis_error" },
    { ERROR_THROTTLED, "throttled" },
    { RUN_CANCELLED, "cancelled" },
    { RUN_SUSPENDED, "suspended" },
    { RUN_SHUTDOWN, "shutdown" },
    { RUN_DIVERGED, "diverged" },
    { RUN_TIMED_OUT, "timed_out" },
};

/* A message that fills its place was cut: it ends with a whole word and "…", or at least with a whole character. */
static void end_cut(char *text, size_t size)
{
    static const char more[] = " \u2026";
    size_t n = strlen(text), blank = n;

    if (n + 1 < size)
        return;
    while (blank > 0 && n - blank < WORD_MAX && (text[blank] != ' ' || n - blank < sizeof more))
        blank--;
    if (text[blank] == ' ') {
        memcpy(text + blank, more, sizeof more);
        return;
    }
    size_t start = n;
    while (start > 0 && n - start < 4 && ((unsigned char) text[start - 1] & 0xc0) == 0x80)
        start--;
    if (start == 0)
        return;
    unsigned char lead = (unsigned char) text[start - 1];
    size_t want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
    if (n - (start - 1) < want)
        text[start - 1] = '\0';
}

int error_set(struct error *e, int code, const char *format, ...)
{
    if (e) {
        va_list ap;

        *e = (struct error){ .code = code, .retry_after_ms = -1 };
        va_start(ap, format);
        vsnprintf(e->message, sizeof e->message, format, ap);
        va_end(ap);
        end_cut(e->message, sizeof e->message);
    }
    return -code;
}

int error_wrap(struct error *e, const char *format, ...)
{
    if (!e)
        return -ERROR_INTERNAL;

    char old[sizeof e->message], context[sizeof e->message / 2];
    va_list ap;

    memcpy(old, e->message, sizeof old);
    va_start(ap, format);
    vsnprintf(context, sizeof context, format, ap);
    va_end(ap);
    end_cut(context, sizeof context);
    size_t n = strlen(context);
    memcpy(e->message, context, n);
    snprintf(e->message + n, sizeof e->message - n, ": %.*s", (int) (sizeof e->message - n), old);
    end_cut(e->message, sizeof e->message);
    return -e->code;
}

int error_about(struct error *e, const char *field)
{
    if (!e)
        return -ERROR_INTERNAL;
    snprintf(e->field, sizeof e->field, "%s", field);
    return -e->code;
}

int error_detail(struct error *e, const char *json)
{
    if (!e)
        return -ERROR_INTERNAL;
    if (strlen(json) < sizeof e->details)
        memcpy(e->details, json, strlen(json) + 1);
    return -e->code;
}

int error_errno(struct error *e, const char *format, ...)
{
    int number = errno;

    if (e) {
        va_list ap;
        char reason[128];

        *e = (struct error){ .code = ERROR_IO, .retry_after_ms = -1 };
        va_start(ap, format);
        vsnprintf(e->message, sizeof e->message / 2, format, ap);
        va_end(ap);
        size_t n = strlen(e->message);
        snprintf(e->message + n, sizeof e->message - n, ": %s%s", strerror_r(number, reason, sizeof reason),
                 number == EMFILE || number == ENFILE ? "; raise ulimit -n" : "");
    }
    errno = number;
    return -ERROR_IO;
}

void error_clear(struct error *e)
{
    if (e)
        *e = (struct error){ .retry_after_ms = -1 };
}

const char *error_name(int code)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].code == code)
            return names[i].name;
    return "internal";
}

int error_code_named(const char *name)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, name) == 0)
            return names[i].code;
    return ERROR_INTERNAL;
}
