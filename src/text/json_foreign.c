/* JSON of services: one odd character must not discard a whole answer.
 *
 * What JSON or UTF-8 forbids inside of a string becomes U+FFFD, and the text is read again. A stream may cut a character
 * that is written as two escapes (\ud83d\ude00) between two of its events; such halves are kept as code points of the last
 * private plane, one for each of the 2,048 surrogates, until the other half comes (json_join_halves). */
#include <stdlib.h>

#include "text/json.h"
#include "text/utf8.h"

enum { HALVES = 0x10f800, HIGH = 0xd800, LOW = 0xdc00, LAST = 0xdfff, REPLACEMENT = 0xfffd };

/* The code of \uXXXX at `at`, or -1. */
static int32_t escape_at(struct str text, size_t at)
{
    int32_t code = 0;

    if (at + 6 > text.len || text.data[at] != '\\' || text.data[at + 1] != 'u')
        return -1;
    for (size_t i = at + 2; i < at + 6; i++) {
        char c = text.data[i], lower = (char) (c | 32);

        if (!(c >= '0' && c <= '9') && !(lower >= 'a' && lower <= 'f'))
            return -1;
        code = code << 4 | (c <= '9' ? c - '0' : lower - 'a' + 10);
    }
    return code;
}

static void add_code(struct buf *out, int32_t code)
{
    char bytes[4];

    buf_add(out, bytes, (size_t) utf8_encode(code, bytes));
}

/* A backslash inside a string; returns what is behind it. `first`: the string begins here. */
static size_t mend_escape(struct str text, size_t at, bool first, bool halves, struct buf *out)
{
    int32_t code = escape_at(text, at), next = escape_at(text, at + 6);
    bool high = code >= HIGH && code < LOW, low = code >= LOW && code <= LAST;

    if (high && next >= LOW && next <= LAST) {
        buf_add(out, text.data + at, 12);
        return at + 12;
    }
    if (high || low) {
        bool last = at + 6 < text.len && text.data[at + 6] == '"';

        add_code(out, halves && (high ? last : first) ? HALVES + code - HIGH : REPLACEMENT);
        return at + 6;
    }
    if (code == 0) {
        add_code(out, REPLACEMENT);
        return at + 6;
    }
    /* What JSON knows no escape for ("\\x41", "\\u12") loses its backslash. */
    if (at + 1 < text.len && (code < 0 && (text.data[at + 1] == 'u' || !strchr("\"\\/bfnrt", text.data[at + 1])))) {
        add_code(out, REPLACEMENT);
        return at + 1;
    }
    size_t n = at + 1 < text.len && (unsigned char) text.data[at + 1] >= 0x20 && text.data[at + 1] >= 0 ? 2 : 1;
    buf_add(out, text.data + at, n);
    return at + n;
}

static void mend_character(int32_t code, struct buf *out)
{
    static const char escapes[] = "\bb\ff\nn\rr\tt";

    if (code < 0 || code == 0 || code == 0x7f) {
        add_code(out, REPLACEMENT);
        return;
    }
    if (code >= 0x20) {
        add_code(out, code);
        return;
    }
    for (size_t i = 0; i + 1 < sizeof escapes; i += 2)
        if (escapes[i] == code) {
            buf_add_char(out, '\\');
            buf_add_char(out, escapes[i + 1]);
            return;
        }
    add_code(out, REPLACEMENT);
}

static void mend(struct str text, bool halves, struct buf *out)
{
    bool quoted = false;
    size_t start = 0; /* of the string's inside */

    for (size_t at = 0; at < text.len;) {
        size_t here = at;
        int32_t code = utf8_next(text, &at);

        if (code == '"') {
            quoted = !quoted;
            start = at;
            buf_add_char(out, '"');
        } else if (!quoted) {
            buf_add(out, text.data + here, at - here);
        } else if (code == '\\') {
            at = mend_escape(text, here, here == start, halves, out);
        } else {
            mend_character(code, out);
        }
    }
}

int json_parse_foreign(struct str text, bool halves, json_t **ret, struct error *e)
{
    int r = json_parse(text, ret, e);
    struct buf mended;

    if (r >= 0)
        return r;
    /* A byte becomes three at most; an error names a place of the text as it came. */
    buf_init(&mended, 3 * text.len + 16);
    mend(text, halves, &mended);
    int again = mended.over ? r : json_parse(buf_str(&mended), ret, NULL);
    buf_free(&mended);
    return again < 0 ? r : again;
}

/* The half at `at` of the bytes, or -1. */
static int32_t half_at(struct str text, size_t at)
{
    int32_t code = at + 4 <= text.len && (unsigned char) text.data[at] == 0xf4 ? utf8_next(text, &at) : -1;

    return code >= HALVES ? code - HALVES + HIGH : -1;
}

size_t json_half_at_end(struct str text)
{
    int32_t half = text.len < 4 ? -1 : half_at(text, text.len - 4);

    return half >= HIGH && half < LOW ? 4 : 0;
}

void json_join_halves(struct buf *buf, size_t from, bool last)
{
    size_t to;

    from -= from < 4 ? from : 4;
    while (from < buf->len && half_at(buf_str(buf), from) < 0)
        from++;
    for (to = from; from < buf->len;) {
        int32_t half = half_at(buf_str(buf), from), next = half_at(buf_str(buf), from + 4);
        char bytes[4];

        if (half < 0) {
            buf->data[to++] = buf->data[from++];
            continue;
        }
        if (half < LOW && from + 4 == buf->len && !last) {
            memmove(buf->data + to, buf->data + from, 4);
            to += 4;
            break;
        }
        bool pair = half < LOW && next >= LOW;
        int n = utf8_encode(pair ? 0x10000 + ((half - HIGH) << 10) + (next - LOW) : REPLACEMENT, bytes);
        memcpy(buf->data + to, bytes, (size_t) n);
        to += (size_t) n;
        from += pair ? 8 : 4;
    }
    if (buf->data) {
        buf->len = to;
        buf->data[to] = '\0';
    }
}
