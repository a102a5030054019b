#include "base/str.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static inline char lower(char c) { return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c; }
static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool str_eq_nocase(struct str a, struct str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (lower(a.data[i]) != lower(b.data[i]))
            return false;
    return true;
}

int str_cmp(struct str a, struct str b)
{
    size_t n = a.len < b.len ? a.len : b.len;
    int r = n ? memcmp(a.data, b.data, n) : 0;

    return r ? r : (a.len > b.len) - (a.len < b.len);
}

bool str_starts_nocase(struct str s, const char *prefix)
{
    size_t n = strlen(prefix);

    return s.len >= n && str_eq_nocase(str_n(s.data, n), str_n(prefix, n));
}

ptrdiff_t str_find(struct str s, struct str what, size_t from)
{
    if (from > s.len || what.len > s.len - from)
        return -1;
    if (what.len == 0)
        return (ptrdiff_t) from;
    const char *p = memmem(s.data + from, s.len - from, what.data, what.len);
    return p ? p - s.data : -1;
}

ptrdiff_t str_find_char(struct str s, char c, size_t from)
{
    if (from >= s.len)
        return -1;
    const char *p = memchr(s.data + from, c, s.len - from);
    return p ? p - s.data : -1;
}

bool str_contains(struct str s, const char *what) { return str_find(s, str(what), 0) >= 0; }

bool str_contains_nocase(struct str s, const char *what)
{
    size_t n = strlen(what);

    /* Most places differ in the first letter. */
    for (size_t i = 0; i + n <= s.len; i++)
        if ((n == 0 || lower(s.data[i]) == lower(what[0])) && str_eq_nocase(str_n(s.data + i, n), str_n(what, n)))
            return true;
    return false;
}

bool str_is_any(struct str s, const char *const words[])
{
    while (*words && !str_is(s, *words))
        words++;
    return *words;
}

bool str_contains_any(struct str s, const char *const words[])
{
    while (*words && !str_contains_nocase(s, *words))
        words++;
    return *words;
}

struct str str_sub(struct str s, size_t start, size_t end)
{
    if (end > s.len)
        end = s.len;
    if (start > end)
        start = end;
    return str_n(s.data ? s.data + start : NULL, end - start);
}

struct str str_trim(struct str s)
{
    while (s.len && is_space(s.data[0]))
        s.data++, s.len--;
    while (s.len && is_space(s.data[s.len - 1]))
        s.len--;
    return s;
}

bool str_next(struct str *rest, char separator, struct str *ret)
{
    if (!rest->data)
        return false;
    ptrdiff_t at = str_find_char(*rest, separator, 0);
    if (at < 0) {
        *ret = *rest;
        *rest = (struct str){ 0 };
        return true;
    }
    *ret = str_n(rest->data, (size_t) at);
    *rest = str_n(rest->data + at + 1, rest->len - (size_t) at - 1);
    return true;
}

bool str_next_line(struct str *rest, struct str *ret)
{
    if (!rest->data || rest->len == 0)
        return false;
    if (!str_next(rest, '\n', ret))
        return false;
    if (ret->len && ret->data[ret->len - 1] == '\r')
        ret->len--;
    return true;
}

int word_number(const struct word_number table[], struct str word, int otherwise)
{
    for (; table->word; table++)
        if (str_is(word, table->word))
            return table->number;
    return otherwise;
}

const char *word_text(const struct word_text table[], struct str word)
{
    for (; table->word; table++)
        if (str_is(word, table->word))
            return table->text;
    return NULL;
}

struct str str_dup(struct arena *arena, struct str s)
{
    char *p = arena_alloc(arena, s.len + 1);

    if (s.len)
        memcpy(p, s.data, s.len);
    return str_n(p, s.len);
}

const char *str_z(struct arena *arena, struct str s) { return str_dup(arena, s).data; }

int format_into(char *(*room)(void *context, size_t n), void *context, const char *format, va_list ap)
{
    char most[256]; /* most texts fit: formatted once */
    va_list again;

    va_copy(again, ap);
    int n = vsnprintf(most, sizeof most, format, ap);
    char *out = n < 0 ? NULL : room(context, (size_t) n);
    if (out && (size_t) n < sizeof most)
        memcpy(out, most, (size_t) n + 1);
    else if (out)
        vsnprintf(out, (size_t) n + 1, format, again);
    va_end(again);
    return out ? n : -1;
}

struct arena_room {
    struct arena *arena;
    char *text;
};

static char *room_in_arena(void *context, size_t n)
{
    struct arena_room *room = context;

    return room->text = arena_alloc(room->arena, n + 1);
}

struct str str_format(struct arena *arena, const char *format, ...)
{
    struct arena_room room = { arena, NULL };
    va_list ap;

    va_start(ap, format);
    int n = format_into(room_in_arena, &room, format, ap);
    va_end(ap);
    return n < 0 ? str_dup(arena, str("")) : str_n(room.text, (size_t) n);
}

struct str str_lower_ascii(struct arena *arena, struct str s)
{
    char *p = arena_alloc(arena, s.len + 1);

    for (size_t i = 0; i < s.len; i++)
        p[i] = lower(s.data[i]);
    return str_n(p, s.len);
}

struct str str_join(struct arena *arena, const struct str *parts, size_t n, const char *between)
{
    size_t gap = strlen(between), total = 0;

    for (size_t i = 0; i < n; i++)
        total += parts[i].len + (i ? gap : 0);
    char *p = arena_alloc(arena, total + 1), *at = p;
    for (size_t i = 0; i < n; i++) {
        if (i) {
            memcpy(at, between, gap);
            at += gap;
        }
        if (parts[i].len)
            memcpy(at, parts[i].data, parts[i].len);
        at += parts[i].len;
    }
    return str_n(p, total);
}

struct str str_replace(struct arena *arena, struct str s, struct str what, struct str with)
{
    if (what.len == 0)
        return s;

    size_t count = 0;
    for (ptrdiff_t at = 0; (at = str_find(s, what, (size_t) at)) >= 0; at += (ptrdiff_t) what.len)
        count++;
    if (count == 0)
        return s;
    size_t total = s.len - count * what.len + count * with.len;
    char *p = arena_alloc(arena, total + 1), *out = p;
    size_t from = 0;
    for (ptrdiff_t at; (at = str_find(s, what, from)) >= 0; from = (size_t) at + what.len) {
        memcpy(out, s.data + from, (size_t) at - from);
        out += (size_t) at - from;
        if (with.len)
            memcpy(out, with.data, with.len);
        out += with.len;
    }
    memcpy(out, s.data + from, s.len - from);
    return str_n(p, total);
}

bool str_to_int(struct str s, int64_t *ret)
{
    bool negative = s.len && s.data[0] == '-';
    size_t i = negative;
    int64_t value = 0;

    if (i == s.len)
        return false;
    for (; i < s.len; i++) {
        if (s.data[i] < '0' || s.data[i] > '9')
            return false;
        if (__builtin_mul_overflow(value, 10, &value))
            return false;
        int digit = s.data[i] - '0';
        if (__builtin_sub_overflow(value, digit, &value))
            return false;
    }
    /* Counted downwards, so that INT64_MIN fits. */
    if (!negative && value == INT64_MIN)
        return false;
    *ret = negative ? value : -value;
    return true;
}

/* strtod follows the locale; the program never calls setlocale, so it is "C". */
bool str_to_double(struct str s, double *ret)
{
    char text[64], *end;

    if (s.len == 0 || s.len >= sizeof text || is_space(s.data[0]))
        return false;
    for (size_t i = 0; i < s.len; i++)
        if (!strchr("0123456789+-.eE", s.data[i]) || s.data[i] == '\0')
            return false;
    memcpy(text, s.data, s.len);
    text[s.len] = '\0';
    double value = strtod(text, &end);
    if (end != text + s.len || !isfinite(value))
        return false;
    *ret = value;
    return true;
}

bool str_to_duration_ms(struct str s, int64_t *ret)
{
    static const struct {
        const char *unit;
        double ms;
    } units[] = {
        { "ms", 1 }, { "s", 1000 }, { "m", 60e3 }, { "h", 3600e3 }, { "d", 86400e3 }, { "", 1000 },
    };
    size_t n = s.len;

    while (n > 0 && ((s.data[n - 1] >= 'a' && s.data[n - 1] <= 'z')))
        n--;
    struct str unit = str_sub(s, n, s.len);
    double value;
    if (!str_to_double(str_n(s.data, n), &value) || value < 0)
        return false;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (str_is(unit, units[i].unit)) {
            double ms = value * units[i].ms;
            if (ms > 1e15)
                return false;
            *ret = (int64_t) ms;
            return true;
        }
    return false;
}

uint64_t str_hash(struct str s)
{
    uint64_t h = 0xcbf29ce484222325u;

    for (size_t i = 0; i < s.len; i++)
        h = (h ^ (unsigned char) s.data[i]) * 0x100000001b3u;
    return h;
}

bool str_has_digit(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if (s.data[i] >= '0' && s.data[i] <= '9')
            return true;
    return false;
}

bool str_in_words(const char *list, struct str word)
{
    struct str rest = str(list), item;

    while (str_next(&rest, ' ', &item))
        if (item.len && str_eq(item, word))
            return true;
    return false;
}

void str_list_add(struct arena *arena, struct str_list *list, struct str s)
{
    list->items = arena_grow(arena, list->items, &list->capacity, list->n + 1, sizeof *list->items);
    list->items[list->n++] = s;
}

bool str_list_has(const struct str_list *list, struct str s)
{
    for (size_t i = 0; i < list->n; i++)
        if (str_eq(list->items[i], s))
            return true;
    return false;
}
