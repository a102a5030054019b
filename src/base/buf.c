#include "base/buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"

void buf_init(struct buf *buf, size_t max)
{
    assert(max > 0 && max < (size_t) -1 / 2);
    *buf = (struct buf){ .max = max };
}

void buf_free(struct buf *buf)
{
    free(buf->data);
    *buf = (struct buf){ .max = buf->max };
}

void buf_clear(struct buf *buf)
{
    buf->len = 0;
    buf->over = false;
    if (buf->data)
        buf->data[0] = '\0';
}

static void grow(struct buf *buf, size_t more)
{
    size_t cap = buf->capacity ? buf->capacity : 64;

    while (cap < buf->len + more + 1)
        cap *= 2;
    if (cap > buf->max + 1)
        cap = buf->max + 1;
    buf->data = memory_realloc(buf->data, cap);
    buf->capacity = cap;
}

static inline int reserve(struct buf *buf, size_t more)
{
    assert(buf->max > 0 && "buf_init was not called");
    if (buf->over || more > buf->max - buf->len) {
        buf->over = true;
        return -ERROR_LIMIT;
    }
    if (buf->len + more + 1 > buf->capacity)
        grow(buf, more);
    return 0;
}

int buf_add(struct buf *buf, const void *data, size_t len)
{
    int r = reserve(buf, len);

    if (r < 0)
        return r;
    if (len)
        memcpy(buf->data + buf->len, data, len);
    buf->len += len;
    buf->data[buf->len] = '\0';
    return 0;
}

int buf_add_str(struct buf *buf, struct str s) { return buf_add(buf, s.data, s.len); }
int buf_add_z(struct buf *buf, const char *z) { return buf_add(buf, z, strlen(z)); }

int buf_add_char(struct buf *buf, char c)
{
    int r = reserve(buf, 1);

    if (r < 0)
        return r;
    buf->data[buf->len++] = c;
    buf->data[buf->len] = '\0';
    return 0;
}

static char *room_at_end(void *context, size_t n)
{
    struct buf *buf = context;

    return reserve(buf, n) == 0 ? buf->data + buf->len : NULL;
}

int buf_format(struct buf *buf, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    int n = format_into(room_at_end, buf, format, ap);
    va_end(ap);
    if (n < 0)
        return buf->over ? -ERROR_LIMIT : -ERROR_INTERNAL;
    buf->len += (size_t) n;
    return 0;
}

void buf_remove_front(struct buf *buf, size_t n)
{
    assert(n <= buf->len);
    if (n == 0)
        return;
    memmove(buf->data, buf->data + n, buf->len - n + 1);
    buf->len -= n;
}

struct str buf_take(struct buf *buf, struct arena *arena)
{
    struct str s = str_dup(arena, buf_str(buf));

    buf_free(buf);
    return s;
}
