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

/* The closing quote of the string that begins at `at`, or -1. */
static ptrdiff_t string_end(struct str event, size_t at)
{
    for (; at < event.len; at++) {
        if (event.data[at] == '"')
            return (ptrdiff_t) at;
        at += event.data[at] == '\\';
    }
    return -1;
}

/* The only place of `mark`, or -1. */
static ptrdiff_t only_place(struct str event, struct str mark)
{
    ptrdiff_t at = str_find(event, mark, 0);

    return at >= 0 && str_find(event, mark, (size_t) at + 1) < 0 ? at : -1;
}

void frame_learn(struct frame *frame, struct arena *arena, struct str event, const char *key, struct str text)
{
    char wanted[64], buffer[256];
    struct str mark = str_n(wanted, (size_t) snprintf(wanted, sizeof wanted, "\"%s\"", key)), said;
    ptrdiff_t at = event.len > FRAME_MAX ? -1 : only_place(event, mark);

    if (frame->learned >= LEARNED_MAX || at < 0)
        return;
    size_t start = (size_t) at + mark.len;
    struct str rest = str_sub(event, start, event.len);
    start += str_starts(rest, ":\"") ? 2 : str_starts(rest, ": \"") ? 3 : 0; /* some write a space */
    ptrdiff_t end = start > (size_t) at + mark.len ? string_end(event, start) : -1;
    if (end < 0 || !unescape(str_sub(event, start, (size_t) end), buffer, sizeof buffer, &said) || !str_eq(said, text))
        return;
    struct str before = str_sub(event, 0, start), after = str_sub(event, (size_t) end, event.len);
    if (str_find_char(before, '\\', 0) >= 0 || str_find_char(after, '\\', 0) >= 0)
        return; /* the key may be there once more, spelled otherwise */
    frame->learned++;
    frame->before = str_dup(arena, before);
    frame->after = str_dup(arena, after);
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
