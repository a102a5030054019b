#include "deliver/message.h"

#include <time.h>

#include "base/buf.h"
#include "base/hash.h"
#include "text/utf8.h"

enum { MESSAGE_MAX = 64 << 20, LINE_MAX_BYTES = 76, WORD_BYTES = 42 };

static const char hex_digits[] = "0123456789ABCDEF";

/* --- header values --- */

static bool is_plain(struct str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (text.data[i] < 32 || text.data[i] > 126)
            return false;
    return !str_contains(text, "=?");
}

/* Control characters as spaces, valid UTF-8. */
static struct str one_line(struct arena *arena, struct str text)
{
    struct str clean = utf8_clean(arena, text);
    char *out = arena_alloc(arena, clean.len + 1);

    for (size_t i = 0; i < clean.len; i++)
        out[i] = (unsigned char) clean.data[i] < 32 || clean.data[i] == 127 ? ' ' : clean.data[i];
    return str_trim(str_n(out, clean.len));
}

/* "=?UTF-8?B?…?=" in parts of at most 75 bytes, folded. */
static void add_encoded_words(struct arena *arena, struct buf *out, struct str text)
{
    for (size_t at = 0; at < text.len;) {
        struct str part = utf8_cut_bytes(str_sub(text, at, text.len), WORD_BYTES);

        if (part.len == 0)
            break;
        buf_format(out, "%s=?UTF-8?B?%.*s?=", at ? "\r\n " : "", STR_ARG(base64_encode(arena, part)));
        at += part.len;
    }
}

/* A header whose value is plain is folded at blanks; a word that is longer than a line makes the value an encoded one. */
static bool folds(struct str text, size_t first)
{
    size_t word = first;

    for (size_t i = 0; i < text.len; i++) {
        word = text.data[i] == ' ' ? 1 : word + 1;
        if (word > LINE_MAX_BYTES - 2)
            return false;
    }
    return true;
}

static void add_folded(struct buf *out, struct str text, size_t column)
{
    struct str rest = text, word;

    for (bool first = true; str_next(&rest, ' ', &word); first = false) {
        if (!first && column + 1 + word.len > LINE_MAX_BYTES && word.len) {
            buf_add_z(out, "\r\n");
            column = 0;
        }
        if (!first) {
            buf_add_char(out, ' ');
            column++;
        }
        buf_add_str(out, word);
        column += word.len;
    }
}

static void add_text_header(struct arena *arena, struct buf *out, const char *name, struct str value)
{
    struct str text = one_line(arena, value);
    size_t column = strlen(name) + 2;

    buf_format(out, "%s: ", name);
    if (is_plain(text) && folds(text, column))
        add_folded(out, text, column);
    else
        add_encoded_words(arena, out, text);
    buf_add_z(out, "\r\n");
}

/* "Name <address>"; the name as a quoted string or encoded words. */
static void add_from(struct arena *arena, struct buf *out, const struct message *m)
{
    struct str name = one_line(arena, m->from_name);

    buf_add_z(out, "From: ");
    if (name.len && is_plain(name) && name.len < LINE_MAX_BYTES / 2 && !str_contains(name, "\"") &&
        !str_contains(name, "\\")) {
        buf_format(out, "\"%.*s\"\r\n ", STR_ARG(name));
    } else if (name.len) {
        add_encoded_words(arena, out, name);
        buf_add_z(out, "\r\n ");
    }
    buf_format(out, "<%.*s>\r\n", STR_ARG(m->from));
}

static void add_date(struct buf *out, int64_t ms)
{
    static const char *const days[] = { "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat" };
    static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    time_t seconds = (time_t) (ms / 1000);
    struct tm t;

    gmtime_r(&seconds, &t);
    buf_format(out, "Date: %s, %02d %s %d %02d:%02d:%02d +0000\r\n", days[t.tm_wday], t.tm_mday, months[t.tm_mon],
               t.tm_year + 1900, t.tm_hour, t.tm_min, t.tm_sec);
}

/* --- bodies --- */

static bool stands_as_it_is(unsigned char c) { return (c >= 33 && c <= 126 && c != '=') || c == ' ' || c == '\t'; }

/* A line of quoted-printable, broken softly; blanks at its end are encoded. */
static void add_quoted_line(struct buf *out, struct str line)
{
    size_t column = 0;

    for (size_t i = 0; i < line.len; i++) {
        unsigned char c = (unsigned char) line.data[i];
        bool last = i + 1 == line.len;
        bool plain = stands_as_it_is(c) && !(last && (c == ' ' || c == '\t'));
        size_t width = plain ? 1 : 3;

        if (column + width > LINE_MAX_BYTES - (last ? 0 : 1)) {
            buf_add_z(out, "=\r\n");
            column = 0;
        }
        if (plain)
            buf_add_char(out, (char) c);
        else
            buf_format(out, "=%c%c", hex_digits[c >> 4], hex_digits[c & 15]);
        column += width;
    }
    buf_add_z(out, "\r\n");
}

static void add_text_part(struct buf *out, const char *type, struct str text)
{
    struct str rest = text, line;

    buf_format(out, "Content-Type: %s; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n", type);
    while (str_next_line(&rest, &line))
        add_quoted_line(out, line);
}

/* filename="ascii" and, where that is not the name, filename*=UTF-8''percent (RFC 2231). */
static void add_file_name(struct arena *arena, struct buf *out, struct str given)
{
    struct str name = one_line(arena, given);
    bool changed = false;

    buf_add_z(out, "Content-Disposition: attachment;\r\n filename=\"");
    for (size_t i = 0, n = 0; i < name.len && n < 60; i++, n++) {
        unsigned char c = (unsigned char) name.data[i];
        bool plain = c >= 32 && c < 127 && c != '"' && c != '\\' && c != '/';

        buf_add_char(out, plain ? (char) c : '_');
        changed = changed || !plain || n == 59;
    }
    buf_add_z(out, "\"");
    /* In parts of its own lines: filename*0*=, filename*1*= … */
    for (size_t at = 0, part = 0; changed && at < name.len; part++) {
        buf_format(out, ";\r\n filename*%zu*=%s", part, part ? "" : "UTF-8''");
        for (size_t n = 0; n < 16 && at < name.len; n++, at++)
            buf_format(out, "%%%c%c", hex_digits[(unsigned char) name.data[at] >> 4],
                       hex_digits[(unsigned char) name.data[at] & 15]);
    }
    buf_add_z(out, "\r\n\r\n");
}

static void add_attachment(struct arena *arena, struct buf *out, const struct attachment *a)
{
    struct str text = base64_encode(arena, a->data);

    buf_format(out, "Content-Type:\r\n %s\r\nContent-Transfer-Encoding: base64\r\n", a->type);
    add_file_name(arena, out, a->name);
    for (size_t at = 0; at < text.len; at += LINE_MAX_BYTES) {
        buf_add_str(out, str_sub(text, at, at + LINE_MAX_BYTES));
        buf_add_z(out, "\r\n");
    }
}

/* No line of quoted-printable or base64 has "=_" in it. */
static void add_boundary(struct buf *out, const struct message *m, char level, const char *end)
{
    buf_format(out, "--=_%c_%.*s%s\r\n", level, STR_ARG(m->id), end);
}

static void add_multipart(struct buf *out, const struct message *m, char level, const char *type)
{
    buf_format(out, "Content-Type: multipart/%s;\r\n boundary=\"=_%c_%.*s\"\r\n\r\n", type, level, STR_ARG(m->id));
}

static void add_alternatives(struct buf *out, const struct message *m)
{
    add_multipart(out, m, 'a', "alternative");
    add_boundary(out, m, 'a', "");
    add_text_part(out, "text/plain", m->text);
    add_boundary(out, m, 'a', "");
    add_text_part(out, "text/html", m->html);
    add_boundary(out, m, 'a', "--");
}

struct str message_write(struct arena *arena, const struct message *m)
{
    ptrdiff_t at = str_find_char(m->from, '@', 0);
    struct buf out;

    buf_init(&out, MESSAGE_MAX);
    add_from(arena, &out, m);
    buf_format(&out, "To: <%.*s>\r\n", STR_ARG(m->to));
    add_text_header(arena, &out, "Subject", m->subject);
    add_date(&out, m->date_ms);
    buf_format(&out, "Message-ID: <%.*s@%.*s>\r\nMIME-Version: 1.0\r\nAuto-Submitted: auto-generated\r\n",
               STR_ARG(m->id), STR_ARG(str_sub(m->from, (size_t) at + 1, m->from.len)));
    if (m->attachments_n)
        add_multipart(&out, m, 'm', "mixed"), add_boundary(&out, m, 'm', "");
    add_alternatives(&out, m);
    for (size_t i = 0; i < m->attachments_n; i++) {
        add_boundary(&out, m, 'm', "");
        add_attachment(arena, &out, &m->attachments[i]);
    }
    if (m->attachments_n)
        add_boundary(&out, m, 'm', "--");
    return out.over ? (buf_free(&out), str("")) : buf_take(&out, arena);
}
