#include "pages/canonical.h"

#include "text/utf8.h"

enum { INDENT_MAX = 32, CODE_INDENT_MAX = 200, CODE_BREAKS_MAX = 4 };

/* Characters that show nothing: they hide text from people, not from models. */
static bool is_invisible(int32_t c)
{
    return c == 0xad || c == 0x34f || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f) ||
           (c >= 0x202a && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff ||
           (c >= 0xfff0 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe0fff) || (c >= 0xfe00 && c <= 0xfe0f);
}

/* Joiners shape letters in some scripts and emoji: they stay between other characters. */
static bool is_joiner(int32_t c) { return c == 0x200c || c == 0x200d || c == 0xfe0f || c == 0xfe0e; }

static bool is_blank(int32_t c)
{
    return c == ' ' || c == '\t' || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x202f ||
           c == 0x205f || c == 0x3000;
}

static bool is_break(int32_t c)
{
    return c == '\n' || c == '\r' || c == '\f' || c == '\v' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

static bool is_ascii(struct str s)
{
    for (size_t i = 0; i < s.len; i++)
        if ((unsigned char) s.data[i] >= 0x80)
            return false;
    return true;
}

struct folder {
    char *out;
    size_t n, spaces, breaks;
    bool line_start;
    bool indent; /* white space at line starts is kept, and all of it between fences */
    bool code;   /* between fences */
};

/* One space in front of "#" stays: it tells a remark from a heading (text/blocks.h). */
static void put_spaces(struct folder *f, char next)
{
    size_t most = f->code ? CODE_INDENT_MAX : !f->line_start || next == '#' ? 1 : 0;

    if (f->line_start && f->indent && !f->code)
        most = INDENT_MAX;

    for (size_t i = 0; i < f->spaces && i < most; i++)
        f->out[f->n++] = ' ';
    f->spaces = 0;
}

/* `rest` begins with the character of `n` bytes to put. */
static void put(struct folder *f, struct str rest, size_t n)
{
    if (f->n == 0)
        f->breaks = 0;
    if (f->breaks || f->n == 0)
        f->line_start = true;
    bool fence = f->indent && f->line_start && str_starts(rest, "```");
    size_t most = !f->code ? 2 : fence ? 1 : CODE_BREAKS_MAX;
    for (size_t i = 0; i < f->breaks && i < most; i++)
        f->out[f->n++] = '\n';
    f->breaks = 0;
    put_spaces(f, rest.data[0]);
    f->line_start = false;
    f->code ^= fence;
    memcpy(f->out + f->n, rest.data, n);
    f->n += n;
}

struct str canonical_text(struct arena *arena, struct str text, int flags, size_t *ret_invisible)
{
    bool indent = flags & CANONICAL_INDENT;
    size_t invisible = 0;

    if (!is_ascii(text))
        text = utf8_nfc(arena, text);
    /* Tabs grow to four columns in an indent and in code; everything else shrinks. */
    struct folder f = { .out = arena_alloc(arena, text.len * (indent ? 4 : 1) + 4),
                        .line_start = true,
                        .indent = indent };
    int32_t last = 0;
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        int32_t c = utf8_next(text, &at);

        if (c == '\r' && at < text.len && text.data[at] == '\n')
            continue;
        if (is_break(c)) {
            f.breaks++;
            f.spaces = 0;
        } else if (is_blank(c)) {
            f.spaces += c == '\t' ? 4 : 1;
        } else if (c < 0) {
            put(&f, str("\xef\xbf\xbd"), 3);
        } else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
            /* A control character. */
        } else if (is_invisible(c) && !(is_joiner(c) && last >= 0x80)) {
            invisible += !is_joiner(c) && c != 0xad && c != 0xfeff && c != 0x200b;
        } else {
            put(&f, str_sub(text, start, text.len), at - start);
        }
        last = c;
    }
    if (ret_invisible)
        *ret_invisible = invisible;
    return str_n(f.out, f.n);
}

struct str canonical_line(struct arena *arena, struct str text, size_t max)
{
    struct str folded = canonical_text(arena, utf8_cut_bytes(text, 4 * max), CANONICAL_LINES, NULL);
    char *line = arena_copy(arena, folded.data, folded.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < folded.len; i++)
        if (line[i] != '\n')
            line[n++] = line[i];
        else if (n && line[n - 1] != ' ')
            line[n++] = ' ';
    return str_trim(utf8_cut_bytes(str_n(line, n), max));
}
