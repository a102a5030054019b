#include "pages/canonical.h"
#include "pages/format.h"
#include "pages/metadata.h"
#include "text/charset.h"
#include "text/utf8.h"

enum { PARTS_MAX = 200, DEPTH_MAX = 8 };

struct headers {
    struct str subject, from, to, date, type, encoding, disposition;
};

struct mail {
    struct format_input *in;
    struct document *ret;
    size_t parts;
    struct str html; /* used when there is no plain text */
};

static int hex_value(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

static struct str decode_quoted(struct arena *arena, struct str s, bool word)
{
    char *out = arena_alloc(arena, s.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < s.len; i++) {
        if (word && s.data[i] == '_') {
            out[n++] = ' ';
        } else if (s.data[i] != '=') {
            out[n++] = s.data[i];
        } else if (i + 2 < s.len && hex_value(s.data[i + 1]) >= 0 && hex_value(s.data[i + 2]) >= 0) {
            out[n++] = (char) (hex_value(s.data[i + 1]) * 16 + hex_value(s.data[i + 2]));
            i += 2;
        } else {
            /* A soft line break; anything else is passed by. */
            while (i + 1 < s.len && (s.data[i + 1] == ' ' || s.data[i + 1] == '\t' || s.data[i + 1] == '\r'))
                i++;
            if (i + 1 < s.len && s.data[i + 1] == '\n')
                i++;
        }
    }
    return str_n(out, n);
}

static int base64_value(char c)
{
    return c >= 'A' && c <= 'Z'   ? c - 'A'
           : c >= 'a' && c <= 'z' ? c - 'a' + 26
           : c >= '0' && c <= '9' ? c - '0' + 52
           : c == '+'             ? 62
           : c == '/'             ? 63
                                  : -1;
}

static struct str decode_base64(struct arena *arena, struct str s)
{
    char *out = arena_alloc(arena, s.len + 1);
    size_t n = 0;
    unsigned bits = 0, have = 0;

    for (size_t i = 0; i < s.len && s.data[i] != '='; i++) {
        int value = base64_value(s.data[i]);
        if (value < 0)
            continue;
        bits = (bits << 6 | (unsigned) value) & 0xffffff;
        have += 6;
        if (have >= 8) {
            have -= 8;
            out[n++] = (char) (bits >> have & 0xff);
        }
    }
    return str_n(out, n);
}

/* "=?charset?B?…?=" words in a header (RFC 2047). */
static struct str decode_header(struct arena *arena, struct str s)
{
    struct buf out;
    bool after_word = false;

    buf_init(&out, s.len * 4 + 64);
    while (s.len) {
        ptrdiff_t start = str_find(s, str("=?"), 0);
        struct str rest = str_sub(s, start < 0 ? s.len : (size_t) start + 2, s.len);
        struct str charset, kind, text;
        ptrdiff_t end = -1;
        bool word = start >= 0 && str_next(&rest, '?', &charset) && str_next(&rest, '?', &kind) && kind.len == 1 &&
                    (end = str_find(rest, str("?="), 0)) >= 0;

        struct str before = str_sub(s, 0, word ? (size_t) start : s.len);
        if (!(word && after_word && str_trim(before).len == 0))
            buf_add_str(&out, before);
        if (!word)
            break;
        text = str_sub(rest, 0, (size_t) end);
        text = kind.data[0] == 'B' || kind.data[0] == 'b' ? decode_base64(arena, text)
                                                          : decode_quoted(arena, text, true);
        buf_add_str(&out, charset_decode(arena, text, charset, false, NULL));
        s = str_sub(rest, (size_t) end + 2, rest.len);
        after_word = true;
    }
    return canonical_line(arena, buf_take(&out, arena), 1000);
}

/* Takes the headers off *rest. Continued lines are joined. */
static void read_headers(struct arena *arena, struct str *rest, struct headers *ret)
{
    struct str line;

    *ret = (struct headers){ 0 };
    while (str_next_line(rest, &line)) {
        if (line.len == 0)
            return;
        ptrdiff_t colon = str_find_char(line, ':', 0);
        if (colon <= 0)
            continue;
        struct str name = str_sub(line, 0, (size_t) colon);
        const char *from = line.data + colon + 1, *to = line.data + line.len;
        while (rest->len && (rest->data[0] == ' ' || rest->data[0] == '\t') && str_next_line(rest, &line))
            to = line.data + line.len;
        struct str value = str_sub(str_trim(str_n(from, (size_t) (to - from))), 0, 8192);
        static const struct {
            const char *name;
            size_t offset;
        } known[] = {
            { "subject", offsetof(struct headers, subject) },
            { "from", offsetof(struct headers, from) },
            { "to", offsetof(struct headers, to) },
            { "date", offsetof(struct headers, date) },
            { "content-type", offsetof(struct headers, type) },
            { "content-transfer-encoding", offsetof(struct headers, encoding) },
            { "content-disposition", offsetof(struct headers, disposition) },
        };
        for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
            struct str *field = (struct str *) (void *) ((char *) ret + known[i].offset);
            if (str_eq_nocase(name, str(known[i].name)) && !field->len)
                *field = str_dup(arena, value);
        }
    }
}

static struct str parameter(struct str header, const char *name)
{
    size_t n = strlen(name);

    for (size_t i = 0; i + n < header.len; i++) {
        if (!str_eq_nocase(str_n(header.data + i, n), str(name)) || header.data[i + n] != '=')
            continue;
        struct str value = str_sub(header, i + n + 1, header.len);
        if (str_starts(value, "\"")) {
            ptrdiff_t end = str_find_char(value, '"', 1);
            return str_sub(value, 1, end < 0 ? value.len : (size_t) end);
        }
        size_t len = 0;
        while (len < value.len && value.data[len] != ';' && value.data[len] != ' ' && value.data[len] != '\r' &&
               value.data[len] != '\n')
            len++;
        return str_n(value.data, len);
    }
    return (struct str){ 0 };
}

static struct str decode_body(struct arena *arena, struct str body, struct str encoding)
{
    if (str_eq_nocase(encoding, str("base64")))
        return decode_base64(arena, body);
    if (str_eq_nocase(encoding, str("quoted-printable")))
        return decode_quoted(arena, body, false);
    return body;
}

static void read_part(struct mail *m, const struct headers *h, struct str body, int depth);

/* Recursion is bounded by DEPTH_MAX. */
static void read_multipart(struct mail *m, struct str body, struct str boundary, int depth)
{
    struct arena *arena = m->in->arena;
    struct str mark = str_format(arena, "--%.*s", STR_ARG(str_sub(boundary, 0, 200)));
    ptrdiff_t at = str_find(body, mark, 0);

    while (at >= 0 && m->parts < PARTS_MAX) {
        struct str rest = str_sub(body, (size_t) at + mark.len, body.len), line;
        if (str_starts(rest, "--"))
            return;
        str_next_line(&rest, &line);
        ptrdiff_t end = str_find(rest, mark, 0);
        struct str part = end < 0 ? rest : str_sub(rest, 0, (size_t) end);
        struct headers h;
        read_headers(arena, &part, &h);
        m->parts++;
        read_part(m, &h, part, depth + 1);
        if (end < 0)
            return;
        at = rest.data + end - body.data;
    }
}

static void read_part(struct mail *m, const struct headers *h, struct str body, int depth)
{
    struct arena *arena = m->in->arena;
    struct str type = h->type.len ? h->type : str("text/plain");

    if (depth > DEPTH_MAX) {
        document_warn(arena, m->ret, "parts nested more than %d deep were left out", DEPTH_MAX);
        return;
    }
    if (str_starts_nocase(type, "multipart/")) {
        struct str boundary = parameter(type, "boundary");
        if (boundary.len)
            read_multipart(m, body, boundary, depth);
        return;
    }
    if (str_starts_nocase(h->disposition, "attachment") || !str_starts_nocase(type, "text/")) {
        struct str name = parameter(h->disposition, "filename");
        if (!name.len)
            name = parameter(type, "name");
        name = decode_header(arena, name.len ? name : str_sub(type, 0, 60));
        document_warn(arena, m->ret, "attachment not read: %.*s", STR_ARG(utf8_cut_bytes(name, 200)));
        return;
    }
    struct str text = charset_decode(arena, decode_body(arena, body, h->encoding), type, false, NULL);
    if (str_starts_nocase(type, "text/html")) {
        if (!m->html.len)
            m->html = text;
        return;
    }
    buf_add_str(m->in->text, str_sub(text, 0, m->in->text->max));
    buf_add_z(m->in->text, "\n\n");
}

int format_mail(struct format_input *in, struct document *ret, struct error *e)
{
    struct mail m = { .in = in, .ret = ret };
    struct str rest = in->bytes, line, peek = in->bytes;
    struct headers h;

    (void) e;
    if (str_starts(rest, "From ") && str_next_line(&peek, &line))
        rest = peek; /* the envelope line of a mailbox */
    read_headers(in->arena, &rest, &h);
    ret->title = decode_header(in->arena, h.subject);
    ret->author = decode_header(in->arena, h.from);
    ret->date = metadata_date(in->arena, h.date);
    read_part(&m, &h, rest, 0);
    if (in->text->len == 0 && m.html.len)
        html_fragment(in->arena, m.html, in->text);
    return 0;
}
