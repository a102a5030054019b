#include "text/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

enum { REPLACEMENT = 0xfffd };

static bool is_tail(unsigned char c) { return (c & 0xc0) == 0x80; }

int32_t utf8_next_wide(struct str s, size_t *at)
{
    const unsigned char *p = (const unsigned char *) s.data + *at;
    size_t left = s.len - *at;

    if (p[0] >= 0xc2 && p[0] <= 0xdf && left >= 2 && is_tail(p[1])) {
        *at += 2;
        return (p[0] & 0x1f) << 6 | (p[1] & 0x3f);
    }
    if (p[0] >= 0xe0 && p[0] <= 0xef && left >= 3 && is_tail(p[1]) && is_tail(p[2])) {
        int32_t c = (p[0] & 0x0f) << 12 | (p[1] & 0x3f) << 6 | (p[2] & 0x3f);

        if (c >= 0x800 && (c < 0xd800 || c > 0xdfff)) {
            *at += 3;
            return c;
        }
    }
    if (p[0] >= 0xf0 && p[0] <= 0xf4 && left >= 4 && is_tail(p[1]) && is_tail(p[2]) && is_tail(p[3])) {
        int32_t c = (p[0] & 0x07) << 18 | (p[1] & 0x3f) << 12 | (p[2] & 0x3f) << 6 | (p[3] & 0x3f);

        if (c >= 0x10000 && c <= 0x10ffff) {
            *at += 4;
            return c;
        }
    }
    *at += 1;
    return -1;
}

int utf8_encode(int32_t c, char ret[4])
{
    if (c < 0 || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
        return 0;
    if (c < 0x80) {
        ret[0] = (char) c;
        return 1;
    }
    if (c < 0x800) {
        ret[0] = (char) (0xc0 | c >> 6);
        ret[1] = (char) (0x80 | (c & 0x3f));
        return 2;
    }
    if (c < 0x10000) {
        ret[0] = (char) (0xe0 | c >> 12);
        ret[1] = (char) (0x80 | (c >> 6 & 0x3f));
        ret[2] = (char) (0x80 | (c & 0x3f));
        return 3;
    }
    ret[0] = (char) (0xf0 | c >> 18);
    ret[1] = (char) (0x80 | (c >> 12 & 0x3f));
    ret[2] = (char) (0x80 | (c >> 6 & 0x3f));
    ret[3] = (char) (0x80 | (c & 0x3f));
    return 4;
}

/* Where the ASCII that begins at `at` ends; eight bytes at a time. */
static size_t ascii_end(struct str s, size_t at)
{
    for (; s.len - at >= 8; at += 8) {
        uint64_t word;

        memcpy(&word, s.data + at, sizeof word);
        if (word & 0x8080808080808080u)
            break;
    }
    while (at < s.len && (unsigned char) s.data[at] < 0x80)
        at++;
    return at;
}

bool utf8_valid(struct str s)
{
    for (size_t at = ascii_end(s, 0); at < s.len; at = ascii_end(s, at))
        if (utf8_next(s, &at) < 0)
            return false;
    return true;
}

size_t utf8_count(struct str s)
{
    size_t n = 0;

    for (size_t at = 0; at < s.len; n++) {
        size_t plain = ascii_end(s, at);

        n += plain - at;
        at = plain;
        if (at == s.len)
            break;
        utf8_next_wide(s, &at);
    }
    return n;
}

/* Marks that belong to the character before them. */
static bool is_joined(int32_t c)
{
    if (c < 0x300)
        return false;
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return true;
    default: return c == 0x200d;
    }
}

struct str utf8_cut(struct str s, size_t n)
{
    size_t at = 0, base = 0;

    for (size_t i = 0; i < n; i++) {
        if (at == s.len)
            return s;
        size_t here = at;
        if (!is_joined(utf8_next(s, &at)))
            base = here;
    }
    if (at == s.len)
        return s;
    size_t peek = at;
    /* The next mark belongs to a base we would keep: leave the base out too. */
    if (base > 0 && is_joined(utf8_next(s, &peek)))
        at = base;
    return str_n(s.data, at);
}

struct str utf8_cut_words(struct arena *arena, struct str s, size_t n)
{
    struct str cut = utf8_cut(s, n);

    if (cut.len == s.len || n == 0)
        return cut;
    cut = utf8_cut(s, n - 1);
    size_t end = cut.len;
    while (end > cut.len / 2 && s.data[end] != ' ')
        end--;
    if (end > cut.len / 2)
        cut.len = end;
    while (cut.len && strchr(" ,;:-(", cut.data[cut.len - 1]))
        cut.len--;
    return str_format(arena, "%.*s\u2026", STR_ARG(cut));
}

struct str utf8_cut_bytes(struct str s, size_t n)
{
    if (n >= s.len)
        return s;
    size_t start = n;
    while (start > 0 && n - start < 3 && is_tail((unsigned char) s.data[start]))
        start--;
    size_t next = start;
    /* Only step back if these bytes are one code point that the cut would split. */
    if (start < n && (utf8_next(s, &next) < 0 || next <= n))
        start = n;
    return str_n(s.data, start);
}

/* ASCII with no control character but \n: what most texts are. Eight at a time. */
static bool is_clean_ascii(struct str s)
{
    const uint64_t ones = 0x0101010101010101u, high = 0x8080808080808080u;
    size_t at = 0;

    for (; s.len - at >= 8; at += 8) {
        uint64_t word;

        memcpy(&word, s.data + at, sizeof word);
        uint64_t del = word ^ ones * 0x7f;
        if ((word | ((word - ones * 0x20) & ~word) | ((del - ones) & ~del)) & high)
            break;
    }
    while (at < s.len && (unsigned char) s.data[at] < 0x7f &&
           ((unsigned char) s.data[at] >= 0x20 || s.data[at] == '\n'))
        at++;
    return at == s.len;
}

/* Controls, and the marks that turn the direction of what follows them: they can make a line say something else. */
static bool is_control(int32_t c)
{
    return (c >= 0 && c < 0x20 && c != '\t' && c != '\n') || (c >= 0x7f && c <= 0x9f) || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

struct str utf8_clean(struct arena *arena, struct str s)
{
    if (is_clean_ascii(s))
        return str_dup(arena, s);

    /* A broken byte grows to the three bytes of U+FFFD. */
    size_t broken = 0;
    for (size_t at = ascii_end(s, 0); at < s.len; at = ascii_end(s, at))
        broken += utf8_next(s, &at) < 0;
    char *p = arena_alloc(arena, s.len + 2 * broken + 1);
    size_t n = 0;

    for (size_t at = 0; at < s.len;) {
        size_t start = at;
        int32_t c = utf8_next(s, &at);

        if (c == '\r' && (at == s.len || s.data[at] != '\n'))
            c = '\n';
        else if (is_control(c))
            continue;
        else if (c >= 0) {
            for (; start < at; start++) /* one to four */
                p[n++] = s.data[start];
            continue;
        }
        n += (size_t) utf8_encode(c < 0 ? REPLACEMENT : c, p + n);
    }
    p[n] = '\0';
    return str_n(p, n);
}

/* The end of a piece of `s` that normalises on its own. utf8proc sorts the
 * marks of one character in quadratic time, so a run of marks longer than any
 * writing system needs is cut; otherwise pieces end before an ASCII byte,
 * which never joins with what stands before it. */
static size_t piece_end(struct str s, size_t start)
{
    enum { PIECE = 4096, MARKS_MAX = 64 };
    size_t at = start, marks = 0;

    while (at < s.len) {
        if (at - start >= PIECE && (unsigned char) s.data[at] < 0x80)
            return at;
        int32_t c = utf8_next(s, &at);
        marks = c >= 0x300 && utf8proc_get_property(c)->combining_class ? marks + 1 : 0;
        if (marks == MARKS_MAX)
            return at;
    }
    return at;
}

static struct str normalise(struct arena *arena, struct str s, utf8proc_option_t options)
{
    struct buf out;

    if (!utf8_valid(s))
        s = utf8_clean(arena, s);
    buf_init(&out, (size_t) -1 / 4); /* grows by a small factor only */
    for (size_t at = 0; at < s.len;) {
        size_t end = piece_end(s, at);
        utf8proc_uint8_t *mapped = NULL;
        utf8proc_ssize_t n = utf8proc_map((const utf8proc_uint8_t *) s.data + at, (utf8proc_ssize_t) (end - at),
                                          &mapped, options);

        if (n < 0)
            buf_add(&out, s.data + at, end - at);
        else
            buf_add(&out, mapped, (size_t) n);
        free(mapped);
        at = end;
    }
    return buf_take(&out, arena);
}

static bool is_ascii(struct str s) { return ascii_end(s, 0) == s.len; }

struct str utf8_nfc(struct arena *arena, struct str s)
{
    if (is_ascii(s))
        return str_dup(arena, s);
    return normalise(arena, s, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

struct str utf8_fold(struct arena *arena, struct str s)
{
    if (is_ascii(s))
        return str_lower_ascii(arena, s);
    return normalise(arena, s,
                     UTF8PROC_STABLE | UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);
}

size_t utf8_width(struct str s)
{
    size_t n = 0;

    for (size_t at = 0; at < s.len;) {
        int32_t c = utf8_next(s, &at);
        int width = c < 0 ? 1 : utf8proc_charwidth(c);

        n += width > 0 ? (size_t) width : 0;
    }
    return n;
}

bool utf8_is_word(int32_t c)
{
    if (c < 0x80)
        return (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return true;
    default: return false;
    }
}

bool utf8_is_upper(int32_t c)
{
    if (c < 0x80)
        return c >= 'A' && c <= 'Z';
    utf8proc_category_t category = utf8proc_category(c);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

bool utf8_is_space(int32_t c)
{
    return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0xa0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 || c == 0x202f || c == 0x205f || c == 0x3000;
}

bool utf8_is_cjk(int32_t c)
{
    static const struct {
        int32_t first, last;
    } ranges[] = {
        { 0x1100, 0x11ff }, { 0x2e80, 0x2fdf },   { 0x3005, 0x3007 },   { 0x3040, 0x30ff }, { 0x3100, 0x31ff },
        { 0x3400, 0x4dbf }, { 0x4e00, 0x9fff },   { 0xa960, 0xa97f },   { 0xac00, 0xd7ff }, { 0xf900, 0xfaff },
        { 0xff66, 0xff9f }, { 0x1b000, 0x1b16f }, { 0x20000, 0x3ffff },
    };

    if (c < 0x1100)
        return false;
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}
