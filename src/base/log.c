/* The listener is set once at start; the secrets are guarded by a lock. */
#include "base/log.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRETS_MAX = 256, SECRET_LEAST = 6, LINE_MAX_BYTES = 2048 }; /* four forms of each of 64 */

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static log_listener *the_listener;
static void *the_context;
static enum log_level the_most = LOG_WARN;
static struct str secrets[SECRETS_MAX];
static size_t secrets_n;

void log_listen(log_listener *listener, void *context, enum log_level most)
{
    pthread_rwlock_wrlock(&lock);
    the_listener = listener;
    the_context = context;
    the_most = most;
    pthread_rwlock_unlock(&lock);
}

bool log_wants(enum log_level level)
{
    pthread_rwlock_rdlock(&lock);
    bool wants = the_listener && level <= the_most;
    pthread_rwlock_unlock(&lock);
    return wants;
}

void log_line(enum log_level level, const char *format, ...)
{
    if (!log_wants(level))
        return;

    char line[LINE_MAX_BYTES];
    va_list ap;

    va_start(ap, format);
    vsnprintf(line, sizeof line, format, ap);
    va_end(ap);
    log_redact_z(line, sizeof line);
    pthread_rwlock_rdlock(&lock);
    log_listener *listener = the_listener;
    void *context = the_context;
    pthread_rwlock_unlock(&lock);
    if (listener)
        listener(context, level, line);
}

/* With the lock held. */
static void add_form(struct str secret)
{
    bool known = secret.len < SECRET_LEAST;

    for (size_t i = 0; i < secrets_n; i++)
        known = known || str_eq(secrets[i], secret);
    if (!known && secrets_n < SECRETS_MAX) {
        char *copy = memory_alloc(secret.len + 1);

        memcpy(copy, secret.data, secret.len);
        copy[secret.len] = '\0';
        secrets[secrets_n++] = str_n(copy, secret.len);
    }
}

static struct str header_form(struct str secret)
{
    for (size_t i = 0; i < secret.len; i++)
        if ((unsigned char) secret.data[i] < 0x20 || secret.data[i] == 0x7f)
            return str_n(secret.data, i);
    return secret;
}

static void url_form(struct str secret, struct buf *out)
{
    for (size_t i = 0; i < secret.len; i++) {
        unsigned char c = (unsigned char) secret.data[i];

        if ((c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z') || (c && strchr("-._~", c)))
            buf_add_char(out, (char) c);
        else
            buf_format(out, "%%%02X", c);
    }
}

static void json_form(struct str secret, struct buf *out)
{
    for (size_t i = 0; i < secret.len; i++) {
        if (secret.data[i] == '"' || secret.data[i] == '\\')
            buf_add_char(out, '\\');
        buf_add_char(out, secret.data[i]);
    }
}

struct str log_secret_trim(struct str secret)
{
    static const char around[] = " \t\r\n\v\f\"'`";

    while (secret.len && strchr(around, secret.data[0]))
        secret = str_sub(secret, 1, secret.len);
    if (str_starts(secret, "Bearer ")) /* pasted with the header's word */
        return log_secret_trim(str_sub(secret, 7, secret.len));
    while (secret.len && strchr(around, secret.data[secret.len - 1]))
        secret.len--;
    return secret;
}

void log_secret(struct str secret)
{
    struct str trimmed = log_secret_trim(secret);
    struct buf form;

    if (secret.len < SECRET_LEAST)
        return;
    buf_init(&form, 3 * secret.len + 1);
    pthread_rwlock_wrlock(&lock);
    /* A long form first: what it holds of a shorter one goes with it. */
    url_form(trimmed, &form);
    add_form(buf_str(&form));
    buf_clear(&form);
    json_form(trimmed, &form);
    add_form(buf_str(&form));
    add_form(trimmed);
    add_form(header_form(trimmed));
    pthread_rwlock_unlock(&lock);
    buf_free(&form);
}

bool log_has_secret(struct str text)
{
    bool has = false;

    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < secrets_n && !has; i++)
        has = str_find(text, secrets[i], 0) >= 0;
    pthread_rwlock_unlock(&lock);
    return has;
}

struct str log_redacted(struct arena *arena, struct str text)
{
    pthread_rwlock_rdlock(&lock);
    for (size_t i = 0; i < secrets_n; i++)
        text = str_replace(arena, text, secrets[i], str("[secret]"));
    pthread_rwlock_unlock(&lock);
    return text;
}

void log_redact_z(char *text, size_t size)
{
    if (!log_has_secret(str(text)))
        return;
    struct arena *arena = arena_new();
    struct str clean = log_redacted(arena, str(text));
    size_t n = clean.len < size - 1 ? clean.len : size - 1;
    memcpy(text, clean.data, n);
    text[n] = '\0';
    arena_free(arena);
}
