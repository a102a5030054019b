#include "text/charset.h"

#include <errno.h>
#include <iconv.h>
#include <pthread.h>
#include <stdlib.h>
#include <uchardet/uchardet.h>

#include "base/buf.h"
#include "base/library.h"
#include "base/log.h"
#include "text/utf8.h"

enum { META_SCAN = 4096, DETECT_BYTES = 64 * 1024, NAME_MAX_BYTES = 40 };

struct str charset_of_type(struct str type)
{
    for (size_t i = 0; i + 8 <= type.len; i++) {
        if (!str_eq_nocase(str_n(type.data + i, 7), str("charset")))
            continue;
        struct str rest = str_trim(str_sub(type, i + 7, type.len));
        if (!str_starts(rest, "="))
            continue;
        rest = str_trim(str_sub(rest, 1, rest.len));
        while (rest.len && (rest.data[0] == '"' || rest.data[0] == '\''))
            rest.data++, rest.len--;
        size_t n = 0;
        while (n < rest.len && n < NAME_MAX_BYTES && !strchr("\"'; \t\r\n>/", rest.data[n]))
            n++;
        return str_n(rest.data, n);
    }
    return (struct str){ 0 };
}

/* <meta charset=…> and <meta http-equiv content="…; charset=…"> alike. */
static struct str charset_of_meta(struct str bytes)
{
    struct str head = str_sub(bytes, 0, META_SCAN);

    for (ptrdiff_t at = 0; (at = str_find_char(head, '<', (size_t) at)) >= 0; at++) {
        struct str tag = str_sub(head, (size_t) at, head.len);
        if (!str_starts_nocase(tag, "<meta") && !str_starts(tag, "<?xml"))
            continue;
        ptrdiff_t end = str_find_char(tag, '>', 0);
        tag = str_sub(tag, 0, end < 0 ? tag.len : (size_t) end);
        struct str name = charset_of_type(tag);
        ptrdiff_t encoding = str_find(tag, str("encoding="), 0);
        if (!name.len && tag.data[1] == '?' && encoding >= 0 && (size_t) encoding + 10 < tag.len) {
            name = str_sub(tag, (size_t) encoding + 10, tag.len);
            size_t n = 0;
            while (n < name.len && n < NAME_MAX_BYTES && !strchr("\"' ?", name.data[n]))
                n++;
            name.len = n;
        }
        if (name.len)
            return name;
    }
    return (struct str){ 0 };
}

/* As in browsers, these names mean the Windows supersets. */
static const char *usual_name(struct arena *arena, struct str name)
{
    static const struct word_text others[] = {
        { "iso-8859-1", "windows-1252" },
        { "iso8859-1", "windows-1252" },
        { "latin1", "windows-1252" },
        { "latin-1", "windows-1252" },
        { "ascii", "windows-1252" },
        { "us-ascii", "windows-1252" },
        { "iso-8859-9", "windows-1254" },
        { "gb2312", "gb18030" },
        { "gbk", "gb18030" },
        { "x-gbk", "gb18030" },
        { "shift_jis", "cp932" },
        { "shift-jis", "cp932" },
        { "sjis", "cp932" },
        { "x-sjis", "cp932" },
        { "ks_c_5601-1987", "cp949" },
        { "euc-kr", "cp949" },
        { "big5", "big5-hkscs" },
        { "utf8", "utf-8" },
        { "unicode", "utf-16le" },
        { "utf-16", "utf-16le" },
        { "tis-620", "windows-874" },
        { "iso-8859-11", "windows-874" },
        { 0 },
    };

    name = str_lower_ascii(arena, str_trim(name));
    const char *other = word_text(others, name);
    return other ? other : str_z(arena, name);
}

static struct str convert(struct arena *arena, struct str bytes, const char *from, bool *ret_ok)
{
    iconv_t cd = iconv_open("UTF-8", from);

    *ret_ok = cd != (iconv_t) -1;
    if (!*ret_ok)
        return bytes;
    size_t room = bytes.len * 4 + 16, left_out = room, left_in = bytes.len;
    char *out = malloc(room), *to = out;
    char *in = (char *) (uintptr_t) bytes.data; /* iconv reads only */
    size_t bad = 0;
    while (out && left_in > 0 && left_out > 4) {
        if (iconv(cd, &in, &left_in, &to, &left_out) != (size_t) -1)
            break;
        if (errno == E2BIG)
            break;
        if (left_out < 4)
            break;
        memcpy(to, "\xef\xbf\xbd", 3);
        to += 3;
        left_out -= 3;
        in++;
        left_in--;
        bad++;
    }
    iconv_close(cd);
    struct str result = str_dup(arena, str_n(out, out ? room - left_out : 0));
    free(out);
    /* A wrong name shows in many bytes that fit nowhere, among those that could. */
    size_t high = 0;
    for (size_t i = 0; i < bytes.len && bad; i++)
        high += (unsigned char) bytes.data[i] >= 0x80;
    *ret_ok = bad * 50 <= bytes.len && bad * 8 <= high;
    return result;
}

/* Loaded on first use: linked, it brings the C++ library, whose symbols take a third of the time to start. */
static struct {
    __typeof__(uchardet_new) *new;
    __typeof__(uchardet_handle_data) *handle_data;
    __typeof__(uchardet_data_end) *data_end;
    __typeof__(uchardet_get_charset) *get_charset;
    __typeof__(uchardet_delete) *delete;
} uchardet;
static bool can_detect;

static void load_uchardet(void)
{
    static const struct library_symbol symbols[] = {
        { "uchardet_new", (void **) &uchardet.new },
        { "uchardet_handle_data", (void **) &uchardet.handle_data },
        { "uchardet_data_end", (void **) &uchardet.data_end },
        { "uchardet_get_charset", (void **) &uchardet.get_charset },
        { "uchardet_delete", (void **) &uchardet.delete },
    };
    struct error e = { 0 };

    can_detect = library_load("libuchardet.so.0", "libuchardet0", symbols, sizeof symbols / sizeof *symbols, &e) == 0;
    if (!can_detect)
        log_line(LOG_WARN, "texts in an unnamed character set are read as windows-1252: %s", e.message);
}

static const char *detect(struct arena *arena, struct str bytes)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;

    pthread_once(&once, load_uchardet);
    if (!can_detect)
        return "windows-1252";
    uchardet_t detector = uchardet.new();
    uchardet.handle_data(detector, bytes.data, bytes.len < DETECT_BYTES ? bytes.len : DETECT_BYTES);
    uchardet.data_end(detector);
    const char *name = usual_name(arena, str(uchardet.get_charset(detector)));
    uchardet.delete(detector);
    return *name ? name : "windows-1252";
}

static bool is_unicode(const char *name) { return strncmp(name, "utf-16", 6) == 0 || strncmp(name, "utf-32", 6) == 0; }

/* Is this the beginning of a character that goes on? */
static bool is_cut(struct str s)
{
    unsigned char lead = (unsigned char) s.data[0];
    size_t whole = lead >= 0xf0 && lead <= 0xf4   ? 4
                   : lead >= 0xe0 && lead <= 0xef ? 3
                   : lead >= 0xc2 && lead <= 0xdf ? 2
                                                  : 0;

    for (size_t i = 1; i < s.len; i++)
        if (((unsigned char) s.data[i] & 0xc0) != 0x80)
            return false;
    return s.len < whole;
}

/* A long text cut inside its last character counts as valid. */
static bool looks_utf8(struct str s)
{
    for (size_t at = 0; at < s.len;) {
        while (at + 8 <= s.len) {
            uint64_t eight;
            memcpy(&eight, s.data + at, 8);
            if (eight & 0x8080808080808080u)
                break;
            at += 8;
        }
        if (at < s.len && utf8_next(s, &at) < 0)
            return s.len > 1000 && is_cut(str_sub(s, at - 1, s.len));
    }
    return true;
}

struct str charset_decode(struct arena *arena, struct str bytes, struct str declared, bool html, struct str *ret_name)
{
    const char *name = "";
    struct str text;
    bool ok;

    if (str_starts(bytes, "\xef\xbb\xbf")) {
        bytes = str_sub(bytes, 3, bytes.len);
        name = "utf-8";
    } else if (str_starts(bytes, "\xff\xfe")) {
        bytes = str_sub(bytes, 2, bytes.len);
        name = "utf-16le";
    } else if (str_starts(bytes, "\xfe\xff")) {
        bytes = str_sub(bytes, 2, bytes.len);
        name = "utf-16be";
    }
    /* Valid UTF-8 beyond ASCII is never anything else by accident. */
    if (!is_unicode(name) && looks_utf8(bytes) &&
        !(bytes.len > 1 && memchr(bytes.data, 0, bytes.len < 64 ? bytes.len : 64)))
        name = "utf-8";
    if (!*name) {
        struct str said = declared.len ? charset_of_type(declared) : (struct str){ 0 };
        if (!said.len && declared.len && !memchr(declared.data, '/', declared.len))
            said = declared;
        if (!said.len && html)
            said = charset_of_meta(bytes);
        name = said.len ? usual_name(arena, said) : "";
        /* A page read as single bytes cannot call itself UTF-16. */
        if (html && is_unicode(name) && !(bytes.len > 1 && (bytes.data[0] == '\0' || bytes.data[1] == '\0')))
            name = "utf-8";
    }
    if (strcmp(name, "utf-8") == 0 && looks_utf8(bytes)) {
        if (ret_name)
            *ret_name = str("utf-8");
        return bytes;
    }
    ok = false;
    text = bytes;
    if (*name)
        text = convert(arena, bytes, name, &ok);
    if (!ok) {
        name = detect(arena, bytes);
        text = convert(arena, bytes, name, &ok);
        if (!ok)
            text = convert(arena, bytes, name = "windows-1252", &ok);
    }
    if (ret_name)
        *ret_name = str(name);
    return text;
}
