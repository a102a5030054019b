#include "llm/frame.h"

#include <stdio.h>

#include "text/utf8.h"

enum { FRAME_MAX = 4096, LEARNED_MAX = 4 };

/* The inside of a JSON string without its quotes. */
static bool unescape(struct str inside, char *buffer, size_t size, struct str *ret)
{
    static const char escapes[] = "nrt\"\\/", meant[] = "\n\r\t\"\\/";
    bool plain = true;
    size_t n = 0;

    for (size_t i = 0; i < inside.len; i++) {
        if ((unsigned char) inside.data[i] < 0x20 || inside.data[i] == '"')
            return false;
        if (inside.data[i] != '\\')
            continue;
        plain = false;
        if (++i == inside.len || !inside.data[i] || !strchr(escapes, inside.data[i]))
            return false;
    }
    if (!utf8_valid(inside) || (!plain && inside.len > size))
        return false;
    if (plain) {
        *ret = inside;
        return true;
    }
    for (size_t i = 0; i < inside.len; i++)
        buffer[n++] = inside.data[i] == '\\' ? meant[strchr(escapes, inside.data[++i]) - escapes] : inside.data[i];
    *ret = str_n(buffer, n);
    return true;
}

/* Behind the string that begins at `at`, or -1. */
static ptrdiff_t string_end(struct str event, size_t at)
{
    for (; at < event.len; at++) {
        if (event.data[at] == '"')
            return (ptrdiff_t) at;
        at += event.data[at] == '\\';
    }
    return -1;
}

void frame_learn(struct frame *frame, struct arena *arena, struct str event, const char *key, struct str text)
{
    char wanted[64], buffer[256];
    struct str mark = str_n(wanted, (size_t) snprintf(wanted, sizeof wanted, "\"%s\":\"", key)), said;
    ptrdiff_t at = str_find(event, mark, 0);

    if (at < 0) {                           /* some write a space */
        mark.len = (size_t) snprintf(wanted, sizeof wanted, "\"%s\": \"", key);
        at = str_find(event, mark, 0);
    }
    if (frame->learned >= LEARNED_MAX || event.len > FRAME_MAX || at < 0 || str_find(event, mark, (size_t) at + 1) >= 0)
        return;
    size_t start = (size_t) at + mark.len;
    ptrdiff_t end = string_end(event, start);
    if (end < 0 || !unescape(str_sub(event, start, (size_t) end), buffer, sizeof buffer, &said) || !str_eq(said, text))
        return;
    frame->learned++;
    frame->before = str_dup(arena, str_sub(event, 0, start));
    frame->after = str_dup(arena, str_sub(event, (size_t) end, event.len));
}

bool frame_read(struct frame *frame, struct str event, char *buffer, size_t size, struct str *ret)
{
    size_t around = frame->before.len + frame->after.len;

    if (!frame->before.len || event.len < around || memcmp(event.data, frame->before.data, frame->before.len) != 0 ||
        memcmp(event.data + event.len - frame->after.len, frame->after.data, frame->after.len) != 0)
        return false;
    frame->learned = 0;
    return unescape(str_sub(event, frame->before.len, event.len - frame->after.len), buffer, size, ret);
}
