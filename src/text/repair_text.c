#include <string.h>

#include "text/repair.h"
#include "text/utf8.h"

bool repair_is_digit(int c) { return c >= '0' && c <= '9'; }

bool repair_is_name_start(int c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$'; }

bool repair_is_name(int c) { return repair_is_name_start(c) || repair_is_digit(c); }

bool repair_is_delimiter(int c) { return c > 0 && strchr(",:[]{}()+/\n", c) != NULL; }

static bool is_hex(int c) { return repair_is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/* White space of any kind, and the invisible characters that come with copied text. */
size_t repair_blank_size(const struct repair *r, size_t at)
{
    int c = repair_at(r, at);

    if (c < 0)
        return 0;
    if (c < 0x80)
        return c == ' ' || (c >= '\t' && c <= '\r');
    size_t next = at;
    int32_t code = utf8_next(r->in, &next);
    bool blank = utf8_is_space(code) || code == 0x180e || code == 0x200b || code == 0x2060 || code == 0xfeff;
    return blank ? next - at : 0;
}

enum quote repair_quote(const struct repair *r, size_t at, size_t *ret_size)
{
    int c = repair_at(r, at);

    *ret_size = 1;
    if (c == '"')
        return QUOTE_DOUBLE;
    if (c == '\'')
        return QUOTE_SINGLE;
    if (c == '`')
        return QUOTE_SINGLE_LIKE;
    if (c < 0x80)
        return QUOTE_NONE;
    size_t next = at;
    int32_t code = utf8_next(r->in, &next);
    *ret_size = next - at;
    switch (code) {
    case 0x201c:
    case 0x201d:
    case 0x201e: return QUOTE_DOUBLE_LIKE;
    case 0x2018:
    case 0x2019:
    case 0xb4: return QUOTE_SINGLE_LIKE;
    default: return QUOTE_NONE;
    }
}

/* Plain quotes are closed by themselves only; typographic and half-typographic
 * ones by any of their kind. */
static bool closes(enum quote open, enum quote c)
{
    if (open == QUOTE_DOUBLE_LIKE)
        return c == QUOTE_DOUBLE_LIKE || c == QUOTE_DOUBLE;
    if (open == QUOTE_SINGLE_LIKE)
        return c == QUOTE_SINGLE_LIKE || c == QUOTE_SINGLE;
    return c == open;
}

static size_t find_line_end(struct repair *r, size_t at)
{
    if (at < r->line_end.from || at > r->line_end.found) {
        ptrdiff_t found = str_find_char(r->in, '\n', at);

        r->line_end.from = at;
        r->line_end.found = found < 0 ? r->in.len : (size_t) found;
    }
    return r->line_end.found;
}

static size_t find_comment_end(struct repair *r, size_t at)
{
    if (at < r->comment_end.from || at > r->comment_end.found) {
        ptrdiff_t found = str_find(r->in, str("*/"), at);

        r->comment_end.from = at;
        r->comment_end.found = found < 0 ? r->in.len : (size_t) found;
    }
    return r->comment_end.found;
}

size_t repair_after_blanks(struct repair *r, size_t at, bool lines)
{
    while (r->budget > 0) {
        size_t n = repair_blank_size(r, at);

        r->budget--;
        if (n && (lines || repair_at(r, at) != '\n'))
            at += n;
        else if (repair_at(r, at) == '/' && repair_at(r, at + 1) == '*') {
            at = find_comment_end(r, at + 2);
            at = at < r->in.len ? at + 2 : at;
        } else if ((repair_at(r, at) == '/' && repair_at(r, at + 1) == '/') ||
                   (repair_at(r, at) == '#' && repair_at(r, at + 1) == ' '))
            at = find_line_end(r, at);
        else
            break;
    }
    return at;
}

void repair_skip_blanks(struct repair *r)
{
    size_t start = r->at;

    /* Moving on is not looking ahead: it costs nothing from the budget. */
    r->budget += 16;
    for (size_t next; (next = repair_after_blanks(r, r->at, true)) > r->at; r->at = next)
        r->budget += next - r->at + 16;
    r->newline = r->at > start && memchr(r->in.data + start, '\n', r->at - start);
}

bool repair_skip(struct repair *r, char c)
{
    if (repair_peek(r) != c)
        return false;
    r->at++;
    return true;
}

static unsigned hex_value(const struct repair *r, size_t at, size_t n)
{
    unsigned value = 0;

    for (size_t i = at; i < at + n; i++) {
        int c = repair_at(r, i);

        value = value << 4 | (unsigned) (repair_is_digit(c) ? c - '0' : (c | 32) - 'a' + 10);
    }
    return value;
}

static size_t hex_count(const struct repair *r, size_t at, size_t end, size_t most)
{
    size_t n = 0;

    while (n < most && at + n < end && is_hex(repair_at(r, at + n)))
        n++;
    return n;
}

/* An escape \uXXXX at `at`; returns the position behind it. */
static size_t write_unicode(struct repair *r, size_t at, size_t end)
{
    static const char unknown[] = "\xef\xbf\xbd";
    size_t digits = hex_count(r, at + 2, end, 4);

    if (digits < 4) {
        if (at + 2 + digits == r->in.len)
            return end;              /* cut off by the end of the text */
        buf_add_z(&r->out, "\\\\u"); /* a path such as C:\users */
        return at + 2;
    }
    unsigned code = hex_value(r, at + 2, 4);
    if (code == 0 || (code >= 0xdc00 && code <= 0xdfff)) {
        buf_add_z(&r->out, unknown);
        return at + 6;
    }
    if (code >= 0xd800 && code <= 0xdbff) {
        bool pair = repair_at(r, at + 6) == '\\' && repair_at(r, at + 7) == 'u' && hex_count(r, at + 8, end, 4) == 4 &&
                    (hex_value(r, at + 8, 4) & 0xfc00) == 0xdc00;

        if (!pair && hex_count(r, at + 8, r->in.len, 4) + at + 8 >= r->in.len)
            return at + 6; /* its second half was cut off */
        if (!pair)
            buf_add_z(&r->out, unknown);
        else
            buf_add(&r->out, r->in.data + at, 12);
        return at + (pair ? 12 : 6);
    }
    buf_add(&r->out, r->in.data + at, 6);
    return at + 6;
}

static size_t write_escape(struct repair *r, size_t at, size_t end)
{
    int c = at + 1 < end ? repair_at(r, at + 1) : -1;

    if (c < 0)
        return end;
    if (c > 0 && strchr("\"\\/bfnrt", c)) {
        buf_add(&r->out, r->in.data + at, 2);
        return at + 2;
    }
    if (c == 'u')
        return write_unicode(r, at, end);
    if (c == 'x' && hex_count(r, at + 2, end, 2) == 2 && hex_value(r, at + 2, 2) != 0) {
        buf_format(&r->out, "\\u%04x", hex_value(r, at + 2, 2));
        return at + 4;
    }
    if (c == '\r' && repair_at(r, at + 2) == '\n')
        return at + 2; /* the line break follows */
    return at + 1;     /* an escape that means nothing */
}

/* One character that has no special meaning, made fit for JSON. */
static size_t write_character(struct repair *r, size_t at, size_t end)
{
    static const char shorts[] = "btn\0fr"; /* 8 to 13; 11 has none */
    unsigned char c = (unsigned char) r->in.data[at];
    size_t next = at;

    if (c == '"' || c == '\\')
        buf_format(&r->out, "\\%c", c);
    else if (c >= 8 && c <= 13 && c != 11)
        buf_format(&r->out, "\\%c", shorts[c - 8]);
    else if (c != 0 && c < 0x20)
        buf_format(&r->out, "\\u%04x", c);
    else if (utf8_next(r->in, &next) > 0 && next <= end) {
        buf_add(&r->out, r->in.data + at, next - at);
        return next;
    } else if (c < 0xc2 || r->in.len - at > 3) /* not a character cut off by the end */
        buf_add_z(&r->out, "\xef\xbf\xbd");
    return at + 1;
}

void repair_write(struct repair *r, size_t start, size_t end, bool raw)
{
    buf_add_char(&r->out, '"');
    for (size_t at = start; at < end;)
        at = !raw && r->in.data[at] == '\\' ? write_escape(r, at, end) : write_character(r, at, end);
    buf_add_char(&r->out, '"');
}

/* Where the content of a string ends and where reading goes on. */
struct extent {
    size_t end, next;
};

static size_t before_blanks(const struct repair *r, size_t at, size_t start)
{
    while (at > start && strchr(" \t\r\n", r->in.data[at - 1]) && r->in.data[at - 1])
        at--;
    return at;
}

/* Leaves out an escape that the end of the text cut off: \ or \u26 */
static size_t before_cut_escape(const struct repair *r, size_t start, size_t end)
{
    size_t at = end, slashes = 0;

    while (at > start && end - at < 3 && is_hex(repair_at(r, at - 1)))
        at--;
    at -= at > start && repair_at(r, at - 1) == 'u';
    if (repair_at(r, at) != 'u')
        at = end;
    while (at - slashes > start && repair_at(r, at - slashes - 1) == '\\')
        slashes++;
    return slashes % 2 ? at - 1 : end;
}

/* A missing quote is put before the blanks that end the content. */
static struct extent unclosed(const struct repair *r, size_t start, size_t end)
{
    struct extent x = { end == r->in.len ? before_cut_escape(r, start, end) : end, end };

    while (x.end > start && r->in.data[x.end - 1] == ' ')
        x.end--;
    return x;
}

static bool is_url_char(int c) { return repair_is_name(c) || (c > 0 && strchr("-.~:/?#@!&'()*+;=%", c)); }

/* The string has no closing quote that fits: it ends at the first delimiter,
 * or at any quote of its kind. */
static struct extent until_delimiter(struct repair *r, size_t start, enum quote open)
{
    for (size_t at = start; at < r->in.len;) {
        size_t size;
        int c = repair_at(r, at);

        if (closes(open, repair_quote(r, at, &size)))
            return (struct extent){ at, at + size };
        if (c == '\\') {
            at = at + 2 < r->in.len ? at + 2 : r->in.len;
            continue;
        }
        if (c == '/' && at > start && repair_at(r, at - 1) == ':' && repair_at(r, at + 1) == '/') {
            while (is_url_char(repair_at(r, at)))
                at++;
            return unclosed(r, start, at);
        }
        if (c > 0 && strchr(",[]/{}\n+", c))
            return unclosed(r, start, at);
        at += size;
    }
    return unclosed(r, start, r->in.len);
}

static const char *const value_words[] = { "true", "false", "null", "True", "False", "None" };

/* Does a value begin here that cannot be a part of prose? */
static bool is_keyword(const struct repair *r, size_t at)
{
    for (size_t i = 0; i < sizeof value_words / sizeof *value_words; i++) {
        size_t n = strlen(value_words[i]);
        int after = repair_at(r, at + n);

        if (r->in.len - at >= n && memcmp(r->in.data + at, value_words[i], n) == 0)
            return after < 0 || after == ',' || after == '}' || after == ']' || after == '\n';
    }
    return false;
}

enum { LOOK = 80 }; /* keys are short: how far to look for the end of one */

/* Does the quote at `at` open a key, or does it stand in a sentence? A key is
 * followed by a colon, or by a value if the colon was forgotten. */
static bool key_begins(struct repair *r, size_t at)
{
    size_t size, end = at + LOOK < r->in.len ? at + LOOK : r->in.len;
    enum quote open = repair_quote(r, at, &size);

    for (at += size; at < end && r->budget > 0; at += size, r->budget--) {
        if (!closes(open, repair_quote(r, at, &size)))
            continue;
        size_t next = repair_after_blanks(r, at + size, false);
        int c = repair_at(r, next);
        return c < 0 || c == ':' || c == '{' || c == '[' || c == '}' || c == '\n' || c == '=' || repair_is_digit(c) ||
               is_keyword(r, next) || (next > at + size && repair_quote(r, next, &size) != QUOTE_NONE);
    }
    return true;
}

/* Behind a quote and a comma in an object: does a member begin, or does the
 * sentence go on? */
static bool member_follows(struct repair *r, size_t at)
{
    size_t size, start = repair_after_blanks(r, at, false);
    size_t end = start + LOOK < r->in.len ? start + LOOK : r->in.len;

    if (repair_quote(r, start, &size) != QUOTE_NONE)
        return key_begins(r, start);
    for (size_t i = start; i < end && r->budget > 0; i += size, r->budget--) {
        int c = repair_at(r, i);

        if (repair_quote(r, i, &size) != QUOTE_NONE)
            return repair_at(r, repair_after_blanks(r, i + size, false)) == ':';
        if (c > 0 && strchr(":={}[]\n.", c))
            return true;
        if (c == ',')
            return i == start;
    }
    return end == r->in.len;
}

/* Brackets opened and not closed inside a string, and where the last one that
 * was closed stands. */
struct brackets {
    int round, square, curly;
    size_t closed;
};

static void count_bracket(struct brackets *b, int c, size_t at)
{
    if ((c == ')' && b->round) || (c == ']' && b->square) || (c == '}' && b->curly))
        b->closed = at;
    b->round += (c == '(') - (c == ')' && b->round > 0);
    b->square += (c == '[') - (c == ']' && b->square > 0);
    b->curly += (c == '{') - (c == '}' && b->curly > 0);
}

/* A quote before a bracket that closes one of the string's own, as in
 * "six feet (72") tall", belongs to the text. */
static bool inside_brackets(struct repair *r, const struct brackets *b, size_t at)
{
    int c = repair_at(r, at);

    if (!((c == ')' && b->round) || (c == ']' && b->square) || (c == '}' && b->curly)))
        return false;
    while (c == ')' || c == ']' || c == '}' || c == ' ') {
        if (r->budget == 0)
            return false;
        r->budget--;
        c = repair_at(r, ++at);
    }
    return c >= 0 && !(c == ',' || c == ':' || c == ';' || c == '\n' || c == '\r');
}

/* A string whose end is sought: where it stands, the quote that opened it, its first byte, the brackets in it so far. */
struct opened {
    enum place place;
    enum quote quote;
    size_t start;
    struct brackets brackets;
};

/* May the quote at [at, behind) be the closing one? */
static bool may_close(struct repair *r, const struct opened *o, size_t at, size_t behind)
{
    size_t size, next = repair_after_blanks(r, behind, false);
    int c = repair_at(r, next);

    if (r->budget == 0 || c < 0)
        return true;
    if (inside_brackets(r, &o->brackets, behind))
        return false;
    if (c == ',' && o->place == PLACE_MEMBER && !member_follows(r, next + 1))
        return false;
    if (repair_is_delimiter(c) || (repair_is_digit(c) && o->place != PLACE_MEMBER))
        return true;
    enum quote follower = repair_quote(r, next, &size);
    if (follower == QUOTE_NONE)
        return is_keyword(r, next);
    /* Two quotes, and the second one closes: 72"" */
    if (closes(o->quote, follower) && next == behind && at > o->start) {
        int after = repair_at(r, repair_after_blanks(r, next + size, false));

        return !(after < 0 || repair_is_delimiter(after));
    }
    return o->place != PLACE_MEMBER || key_begins(r, next);
}

/* A delimiter that belongs to the sentence: (a) and C++ */
static bool is_of_text(const struct repair *r, const struct brackets *b, size_t start, size_t at)
{
    return at == b->closed || (repair_at(r, at) == '+' && at > start && repair_at(r, at - 1) == '+');
}

static struct extent find_end(struct repair *r, enum place place, enum quote open, size_t start)
{
    struct opened opened = { .place = place, .quote = open, .start = start };
    size_t size, at = start;

    if (start >= r->open[open].from && start < r->open[open].upto)
        return until_delimiter(r, start, open);
    for (; at < r->in.len; at += size) {
        enum quote quote = repair_quote(r, at, &size);

        if (repair_at(r, at) == '\\') {
            size = at + 1 < r->in.len ? 2 : 1;
            continue;
        }
        if (!closes(open, quote)) {
            count_bracket(&opened.brackets, repair_at(r, at), at);
            continue;
        }
        if (may_close(r, &opened, at, at + size))
            return (struct extent){ at, at + size };
        size_t before = before_blanks(r, at, start);
        int c = before > start ? repair_at(r, before - 1) : -1;
        /* "b,c,"d": it opens the next string. */
        if (c == ',' && (place != PLACE_MEMBER || key_begins(r, at)))
            return unclosed(r, start, before - 1);
        if (c != ',' && repair_is_delimiter(c) && !is_of_text(r, &opened.brackets, start, before - 1))
            break;
    }
    size_t last = before_blanks(r, r->in.len, start);
    if (at >= r->in.len && !(last > start && repair_is_delimiter(repair_at(r, last - 1))))
        return unclosed(r, start, r->in.len);
    r->open[open].from = start;
    r->open[open].upto = at >= r->in.len ? r->in.len + 1 : at;
    return until_delimiter(r, start, open);
}

/* Python's """text""". */
static bool triple_extent(struct repair *r, struct extent *ret)
{
    if (!str_starts(str_sub(r->in, r->at, r->at + 3), "\"\"\""))
        return false;
    int after = repair_at(r, r->at + 3);
    if (after < 0 || repair_is_delimiter(after) || r->budget == 0)
        return false;
    ptrdiff_t end = str_find(r->in, str("\"\"\""), r->at + 3);
    r->budget = end < 0 ? r->budget / 2 : r->budget; /* a search in vain is paid for */
    if (end < 0)
        return false;
    *ret = (struct extent){ (size_t) end, (size_t) end + 3 };
    return true;
}

static bool one_string(struct repair *r, enum place place)
{
    size_t size;
    enum quote open = repair_quote(r, r->at, &size);
    struct extent x;

    if (open == QUOTE_NONE)
        return false;
    if (triple_extent(r, &x))
        size = 3;
    else
        x = find_end(r, place, open, r->at + size);
    repair_write(r, r->at + size, x.end, false);
    r->at = x.next;
    return true;
}

bool repair_string(struct repair *r, enum place place)
{
    if (!one_string(r, place))
        return false;
    for (;;) {
        size_t start = r->at, end = r->out.len;

        repair_skip_blanks(r);
        if (!repair_skip(r, '+')) {
            r->at = start;
            return true;
        }
        repair_skip_blanks(r);
        if (one_string(r, place) && !r->out.over) {
            /* "a""b": drop the two quotes in the middle. */
            memmove(r->out.data + end - 1, r->out.data + end + 1, r->out.len - end - 1);
            r->out.len -= 2;
        }
    }
}
