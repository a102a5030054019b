#include "text/counts.h"

#include <stdio.h>

#include "base/buf.h"

struct str text_grouped(struct arena *arena, int64_t n)
{
    char digits[24];
    struct buf out;
    int len = snprintf(digits, sizeof digits, "%lld", (long long) n);

    buf_init(&out, 40);
    for (int i = 0; i < len; i++) {
        buf_add_char(&out, digits[i]);
        if (i + 1 < len && (len - 1 - i) % 3 == 0 && digits[i] != '-')
            buf_add_char(&out, ',');
    }
    return buf_take(&out, arena);
}

struct str text_counted(struct arena *arena, int64_t n, const char *one, const char *many)
{
    return str_format(arena, "%.*s %s", STR_ARG(text_grouped(arena, n)), n == 1 ? one : many);
}

struct str text_part(struct arena *arena, int64_t n, struct str whole, const char *was, const char *were)
{
    return str_format(arena, "%.*s of %.*s %s", STR_ARG(text_grouped(arena, n)), STR_ARG(whole), n == 1 ? was : were);
}
