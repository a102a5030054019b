/* Strict where a request is made of it (url_parse), forgiving where only
 * equality matters (url_canonical). Parsing already removes what makes two
 * spellings of one address differ in the host, since the address guard and the
 * request must see the same one. */
#include "net/url.h"

#include <arpa/inet.h>
#include <idn2.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/buf.h"

enum { URL_MAX = 8192, HOST_MAX = 253, LABEL_MAX = 63 };

static inline char lower(char c) { return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c; }
static inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(char c) { return lower(c) >= 'a' && lower(c) <= 'z'; }
static inline bool is_unreserved(char c) { return is_letter(c) || is_digit(c) || (c && strchr("-._~", c)); }

static int hex_value(char c)
{
    return is_digit(c) ? c - '0' : lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
}

/* The byte an escape at `at` stands for, or -1. */
static int escape_at(struct str s, size_t at)
{
    if (at + 2 >= s.len || s.data[at] != '%')
        return -1;
    int high = hex_value(s.data[at + 1]), low = hex_value(s.data[at + 2]);
    return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static void add_escaped(struct buf *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[3] = { '%', digits[c >> 4], digits[c & 15] };

    buf_add(out, text, 3);
}

/* --- hosts --- */

/* One part of an IPv4 address in decimal, octal (0…) or hexadecimal (0x…). */
static bool ipv4_part(struct str part, uint64_t *ret)
{
    unsigned base = 10;
    uint64_t value = 0;

    if (part.len >= 2 && part.data[0] == '0' && lower(part.data[1]) == 'x') {
        base = 16;
        part = str_sub(part, 2, part.len);
    } else if (part.len >= 2 && part.data[0] == '0') {
        base = 8;
        part = str_sub(part, 1, part.len);
    } else if (part.len == 0) {
        return false;
    }
    for (size_t i = 0; i < part.len; i++) {
        int digit = hex_value(part.data[i]);

        if (digit < 0 || (unsigned) digit >= base)
            return false;
        value = value * base + (unsigned) digit;
        if (value > UINT32_MAX)
            return false;
    }
    *ret = value;
    return true;
}

/* Would a resolver take this name for an IPv4 address? Then it must be one. */
static bool looks_like_ipv4(struct str host)
{
    size_t start = host.len;

    while (start > 0 && host.data[start - 1] != '.')
        start--;
    struct str last = str_sub(host, start, host.len);
    bool hex = last.len >= 2 && last.data[0] == '0' && last.data[1] == 'x';
    for (size_t i = hex ? 2 : 0; i < last.len; i++)
        if (hex ? hex_value(last.data[i]) < 0 : !is_digit(last.data[i]))
            return false;
    return last.len > 0;
}

/* "127.1", "0x7f.1", "2130706433" -> "127.0.0.1" */
static bool ipv4_normal(struct arena *arena, struct str host, struct str *ret)
{
    uint64_t parts[4], address;
    size_t n = 0;
    struct str part;

    for (struct str rest = host; str_next(&rest, '.', &part);)
        if (n == 4 || !ipv4_part(part, &parts[n++]))
            return false;
    if (n == 0 || parts[n - 1] >= (uint64_t) 1 << 8 * (5 - n))
        return false;
    address = parts[n - 1];
    for (size_t i = 0; i + 1 < n; i++) {
        if (parts[i] > 255)
            return false;
        address |= parts[i] << 8 * (3 - i);
    }
    *ret = str_format(arena, "%u.%u.%u.%u", (unsigned) (address >> 24), (unsigned) (address >> 16 & 255),
                      (unsigned) (address >> 8 & 255), (unsigned) (address & 255));
    return true;
}

static int parse_ipv6(struct arena *arena, struct str inner, struct str *ret, struct error *e)
{
    struct in6_addr address;
    char text[INET6_ADDRSTRLEN];

    /* A zone ("%eth0") names an interface of this machine: never on the web. */
    if (inner.len >= sizeof text || inet_pton(AF_INET6, str_z(arena, inner), &address) != 1)
        return error_set(e, ERROR_INVALID, "the address has no valid IPv6 host");
    inet_ntop(AF_INET6, &address, text, sizeof text);
    *ret = str_format(arena, "[%s]", text);
    return 0;
}

static int to_ascii(struct arena *arena, struct str host, struct str *ret, struct error *e)
{
    bool ascii = true;
    char *converted = NULL;

    for (size_t i = 0; i < host.len; i++)
        ascii = ascii && (unsigned char) host.data[i] < 0x80;
    if (ascii) {
        *ret = str_lower_ascii(arena, host);
        return 0;
    }
    int r = idn2_to_ascii_8z(str_z(arena, host), &converted, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    if (r != IDN2_OK)
        return error_set(e, ERROR_INVALID, "the host name is not a valid international name");
    *ret = str_lower_ascii(arena, str(converted));
    idn2_free(converted);
    return 0;
}

static int check_labels(struct str host, struct error *e)
{
    struct str label;

    if (host.len == 0 || host.len > HOST_MAX)
        return error_set(e, ERROR_INVALID, "the address has no host name of 1 to %d letters", HOST_MAX);
    for (struct str rest = host; str_next(&rest, '.', &label);) {
        if (label.len == 0 || label.len > LABEL_MAX)
            return error_set(e, ERROR_INVALID, "the host name has an empty or too long part");
        for (size_t i = 0; i < label.len; i++)
            if (!is_letter(label.data[i]) && !is_digit(label.data[i]) && label.data[i] != '-' && label.data[i] != '_')
                return error_set(e, ERROR_INVALID, "the host name holds a character that no host name has");
    }
    return 0;
}

static int parse_host(struct arena *arena, struct str text, struct str *ret, struct error *e)
{
    struct str host = text;

    if (text.len >= 2 && text.data[0] == '[' && text.data[text.len - 1] == ']')
        return parse_ipv6(arena, str_sub(text, 1, text.len - 1), ret, e);
    if (str_find_char(text, '%', 0) >= 0) {
        char *decoded = arena_alloc(arena, text.len + 1);
        size_t n = 0;

        for (size_t i = 0; i < text.len; i++) {
            int c = escape_at(text, i);

            if (c == 0)
                return error_set(e, ERROR_INVALID, "the host name holds a character that no host name has");
            decoded[n++] = c < 0 ? text.data[i] : (char) c;
            i += c < 0 ? 0 : 2;
        }
        host = str_n(decoded, n);
    }
    int r = to_ascii(arena, host, &host, e);
    if (r < 0)
        return r;
    if (host.len > 1 && host.data[host.len - 1] == '.')
        host.len--;
    if (looks_like_ipv4(host)) {
        if (!ipv4_normal(arena, host, ret))
            return error_set(e, ERROR_INVALID, "the host is a number but no valid IPv4 address");
        return 0;
    }
    r = check_labels(host, e);
    if (r == 0)
        *ret = str_dup(arena, host);
    return r;
}

/* --- paths and queries --- */

/* Characters that need no escaping: visible ASCII but for "\"%<>\\^`{|}". */
static const bool stands_as_it_is[256] = {
    ['!'] = true,         ['#'] = true, ['$'] = true, ['&' ... ';'] = true, ['='] = true,
    ['?' ... '['] = true, [']'] = true, ['_'] = true, ['a' ... 'z'] = true, ['~'] = true,
};

/* Escapes what may not stand in a request line; with `normal` also decodes
 * escapes of unreserved characters, writes the others in capitals, and escapes
 * a "%" that begins none (it must not become one by what follows it). */
static struct str escape_part(struct arena *arena, struct str part, bool normal)
{
    struct buf out;
    size_t plain = 0;

    while (plain < part.len && stands_as_it_is[(unsigned char) part.data[plain]])
        plain++;
    if (plain == part.len)
        return str_dup(arena, part); /* as nearly all are */

    buf_init(&out, 3 * (part.len + 1));
    for (size_t i = 0; i < part.len; i++) {
        unsigned char c = (unsigned char) part.data[i];
        int escaped = escape_at(part, i);

        if (normal && escaped >= 0) {
            if (is_unreserved((char) escaped))
                buf_add_char(&out, (char) escaped);
            else
                add_escaped(&out, (unsigned char) escaped);
            i += 2;
        } else if (c <= 0x20 || c >= 0x7f || strchr("\"<>`{}|^\\", c) || (normal && c == '%')) {
            add_escaped(&out, c);
        } else {
            buf_add_char(&out, (char) c);
        }
    }
    return buf_take(&out, arena);
}

/* How many dots a segment is made of ("." "%2e" ".%2E" …), else 0. */
static int dots(struct str segment)
{
    int n = 0;

    for (size_t i = 0; i < segment.len; i++, n++) {
        if (segment.data[i] == '.')
            continue;
        if (escape_at(segment, i) != '.')
            return 0;
        i += 2;
    }
    return n <= 2 ? n : 0;
}

static struct str remove_dots(struct arena *arena, struct str path)
{
    char *out = arena_alloc(arena, path.len + 2);
    size_t n = 0;
    struct str segment, rest = str_sub(path, 1, path.len);

    out[n++] = '/';
    while (str_next(&rest, '/', &segment)) {
        bool last = rest.data == NULL;
        int up = dots(segment);

        if (up == 2 && n > 1) {
            n--;
            while (out[n - 1] != '/')
                n--;
        }
        if (up)
            continue;
        memcpy(out + n, segment.data, segment.len);
        n += segment.len;
        if (!last)
            out[n++] = '/';
    }
    return str_n(out, n);
}

/* --- parsing --- */

static int parse_port(struct str text, bool secure, int *ret, struct error *e)
{
    int64_t port;

    if (text.len == 0) {
        *ret = secure ? 443 : 80;
        return 0;
    }
    if (text.len > 8 || text.data[0] == '-' || !str_to_int(text, &port) || port < 1 || port > 65535)
        return error_set(e, ERROR_INVALID, "the port of the address is not a number from 1 to 65535");
    *ret = (int) port;
    return 0;
}

static int parse_authority(struct arena *arena, struct str authority, struct url *url, struct error *e)
{
    size_t colon = authority.len;

    if (str_find_char(authority, '@', 0) >= 0)
        return error_set(e, ERROR_INVALID, "the address holds a user name, which is not allowed");
    while (colon > 0 && is_digit(authority.data[colon - 1]))
        colon--;
    struct str host = authority, port = { 0 };
    if (colon > 0 && authority.data[colon - 1] == ':') {
        host = str_sub(authority, 0, colon - 1);
        port = str_sub(authority, colon, authority.len);
    }
    int r = parse_host(arena, host, &url->host, e);
    return r < 0 ? r : parse_port(port, str_is(url->scheme, "https"), &url->port, e);
}

static int check_bytes(struct str text, struct error *e)
{
    if (text.len > URL_MAX)
        return error_set(e, ERROR_LIMIT, "the address is longer than %d bytes", URL_MAX);
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char) text.data[i];

        if (c <= 0x20 || c == 0x7f || c == '\\')
            return error_set(e, ERROR_INVALID, "the address holds white space, a control character or a backslash");
    }
    return 0;
}

int url_parse(struct arena *arena, struct str text, struct url *ret, struct error *e)
{
    struct url url = { 0 };
    int r = check_bytes(text, e);

    if (r < 0)
        return r;
    bool secure = str_starts_nocase(text, "https://");
    if (!secure && !str_starts_nocase(text, "http://"))
        return error_set(e, ERROR_INVALID, "the address does not start with http:// or https://");
    url.scheme = str(secure ? "https" : "http");
    struct str rest = str_sub(text, secure ? 8 : 7, text.len);
    ptrdiff_t hash = str_find_char(rest, '#', 0);
    if (hash >= 0)
        rest.len = (size_t) hash;
    size_t end = 0;
    while (end < rest.len && rest.data[end] != '/' && rest.data[end] != '?')
        end++;
    r = parse_authority(arena, str_sub(rest, 0, end), &url, e);
    if (r < 0)
        return r;
    rest = str_sub(rest, end, rest.len);
    ptrdiff_t mark = str_find_char(rest, '?', 0);
    if (mark >= 0) {
        url.has_query = true;
        url.query = escape_part(arena, str_sub(rest, (size_t) mark + 1, rest.len), false);
        rest.len = (size_t) mark;
    }
    url.path = rest.len ? remove_dots(arena, escape_part(arena, rest, false)) : str("/");
    *ret = url;
    return 0;
}

struct str url_text(struct arena *arena, const struct url *url)
{
    bool preset = url->port == (str_is(url->scheme, "https") ? 443 : 80);
    char port[16] = "";

    if (!preset)
        snprintf(port, sizeof port, ":%d", url->port);
    return str_format(arena, "%.*s://%.*s%s%.*s%s%.*s", STR_ARG(url->scheme), STR_ARG(url->host), port,
                      STR_ARG(url->path), url->has_query ? "?" : "", STR_ARG(url->query));
}

static bool has_scheme(struct str reference)
{
    if (reference.len == 0 || !is_letter(reference.data[0]))
        return false;
    for (size_t i = 0; i < reference.len; i++) {
        char c = reference.data[i];

        if (c == ':')
            return true;
        if (!is_letter(c) && !is_digit(c) && !strchr("+-.", c))
            return false;
    }
    return false;
}

/* References stand in pages, where people leave blanks and line breaks in them:
 * browsers drop the latter and escape the former. */
static struct str tidy_reference(struct arena *arena, struct str reference)
{
    struct buf out;

    reference = str_trim(reference);
    buf_init(&out, 3 * (reference.len + 1));
    for (size_t i = 0; i < reference.len; i++) {
        char c = reference.data[i];

        if (c == ' ')
            buf_add_z(&out, "%20");
        else if (c != '\t' && c != '\n' && c != '\r')
            buf_add_char(&out, c);
    }
    return buf_take(&out, arena);
}

int url_resolve(struct arena *arena, const struct url *base, struct str reference, struct url *ret, struct error *e)
{
    if (reference.len > URL_MAX)
        return error_set(e, ERROR_LIMIT, "the address is longer than %d bytes", URL_MAX);
    reference = tidy_reference(arena, reference);
    if (has_scheme(reference))
        return url_parse(arena, reference, ret, e);
    if (str_starts(reference, "//"))
        return url_parse(arena, str_format(arena, "%.*s:%.*s", STR_ARG(base->scheme), STR_ARG(reference)), ret, e);
    if (reference.len == 0 || reference.data[0] == '#') {
        *ret = *base;
        return 0;
    }
    struct url root = *base;
    root.path = str("");
    root.query = (struct str){ 0 };
    root.has_query = false;
    struct str folder = { 0 };
    if (reference.data[0] == '?') {
        folder = base->path;
    } else if (reference.data[0] != '/') {
        folder = base->path;
        while (folder.len && folder.data[folder.len - 1] != '/')
            folder.len--;
    }
    return url_parse(
        arena, str_format(arena, "%.*s%.*s%.*s", STR_ARG(url_text(arena, &root)), STR_ARG(folder), STR_ARG(reference)),
        ret, e);
}

/* --- the canonical form --- */

/* Parameters that say where a reader came from, not what the page is. */
static bool is_tracking(struct str name)
{
    static const char *const names[] = {
        "gclid",         "gclsrc",
        "dclid",         "gbraid",
        "wbraid",        "gad_source",
        "srsltid",       "fbclid",
        "fb_action_ids", "fb_action_types",
        "fb_source",     "fb_ref",
        "msclkid",       "yclid",
        "ymclid",        "ysclid",
        "_openstat",     "twclid",
        "ttclid",        "li_fat_id",
        "igshid",        "igsh",
        "epik",          "rdt_cid",
        "mc_cid",        "mc_eid",
        "mkt_tok",       "_hsenc",
        "_hsmi",         "__hstc",
        "__hssc",        "__hsfp",
        "hsctatracking", "oly_anon_id",
        "oly_enc_id",    "vero_id",
        "vero_conv",     "s_cid",
        "s_kwcid",       "ef_id",
        "wickedid",      "rb_clickid",
        "ml_subscriber", "ml_subscriber_hash",
        "__s",           "_ga",
        "_gl",           "ref_src",
        "ref_url",       "guccounter",
        "guce_referrer", "guce_referrer_sig",
        "cmpid",         "ncid",
    };

    if (str_starts_nocase(name, "utm_"))
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_eq_nocase(name, str(names[i])))
            return true;
    return false;
}

static struct str without_tracking(struct arena *arena, struct str query)
{
    struct buf out;
    struct str parameter;

    buf_init(&out, query.len + 1);
    for (struct str rest = query; str_next(&rest, '&', &parameter);) {
        ptrdiff_t equals = str_find_char(parameter, '=', 0);
        struct str name = equals < 0 ? parameter : str_sub(parameter, 0, (size_t) equals);

        if (parameter.len == 0 || is_tracking(name))
            continue;
        if (out.len)
            buf_add_char(&out, '&');
        buf_add_str(&out, parameter);
    }
    return buf_take(&out, arena);
}

struct str url_canonical(struct arena *arena, struct str text)
{
    struct url url;

    text = str_trim(text);
    if (url_parse(arena, text, &url, NULL) < 0)
        return str_dup(arena, text);
    url.path = remove_dots(arena, escape_part(arena, url.path, true));
    url.query = without_tracking(arena, escape_part(arena, url.query, true));
    url.has_query = url.query.len > 0;
    return url_text(arena, &url);
}

/* --- domains --- */

struct str url_trim_slash(struct str text)
{
    while (text.len > 0 && text.data[text.len - 1] == '/')
        text.len--;
    return text;
}

struct str url_domain(struct str text)
{
    ptrdiff_t scheme = str_find(text, str("://"), 0);
    struct str host = scheme < 0 ? text : str_sub(text, (size_t) scheme + 3, text.len);
    size_t end = 0;

    while (end < host.len && !strchr("/?#\\", host.data[end]))
        end++;
    host.len = end;
    ptrdiff_t user = str_find_char(host, '@', 0);
    if (user >= 0)
        host = str_sub(host, (size_t) user + 1, host.len);
    if (host.len && host.data[0] == '[') {
        ptrdiff_t close = str_find_char(host, ']', 0);

        return close < 0 ? host : str_sub(host, 0, (size_t) close + 1);
    }
    ptrdiff_t colon = str_find_char(host, ':', 0);
    if (colon >= 0)
        host.len = (size_t) colon;
    if (host.len && host.data[host.len - 1] == '.')
        host.len--;
    return str_starts_nocase(host, "www.") ? str_sub(host, 4, host.len) : host;
}

/* `*` stands for any run of characters; the last one met is the only place to go back to. */
static bool glob_matches(struct str text, struct str glob)
{
    size_t t = 0, g = 0, star = SIZE_MAX, from = 0;

    while (t < text.len) {
        if (g < glob.len && glob.data[g] == '*') {
            star = g++;
            from = t;
        } else if (g < glob.len && lower(glob.data[g]) == lower(text.data[t])) {
            g++;
            t++;
        } else if (star != SIZE_MAX) {
            g = star + 1;
            t = ++from;
        } else {
            return false;
        }
    }
    while (g < glob.len && glob.data[g] == '*')
        g++;
    return g == glob.len;
}

bool url_domain_matches(struct str host, struct str glob)
{
    glob = str_trim(glob);
    if (glob.len == 0 || host.len == 0)
        return false;
    if (str_find_char(glob, '*', 0) >= 0)
        return glob_matches(host, glob);
    if (str_eq_nocase(host, glob))
        return true;
    return host.len > glob.len && host.data[host.len - glob.len - 1] == '.' &&
           str_eq_nocase(str_sub(host, host.len - glob.len, host.len), glob);
}

/* --- escapes --- */

struct str url_escape(struct arena *arena, struct str value)
{
    struct buf out;

    buf_init(&out, 3 * (value.len + 1));
    for (size_t i = 0; i < value.len; i++) {
        if (is_unreserved(value.data[i]))
            buf_add_char(&out, value.data[i]);
        else
            add_escaped(&out, (unsigned char) value.data[i]);
    }
    return buf_take(&out, arena);
}

struct str url_unescape(struct arena *arena, struct str value)
{
    char *out = arena_alloc(arena, value.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < value.len; i++) {
        int c = escape_at(value, i);

        out[n++] = c >= 0 ? (char) c : value.data[i] == '+' ? ' ' : value.data[i];
        i += c >= 0 ? 2 : 0;
    }
    return str_n(out, n);
}

static bool is_secret_name(struct str name)
{
    static const char *const parts[] = {
        "key", "token", "secret", "password", "passwd", "auth", "signature", "credential", "session",
    };

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (str_contains_nocase(name, parts[i]))
            return true;
    return str_eq_nocase(name, str("sig")) || str_eq_nocase(name, str("code")) || str_eq_nocase(name, str("pwd"));
}

void url_mask(struct buf *out, struct str url)
{
    ptrdiff_t mark = str_find_char(url, '?', 0), scheme = str_find(url, str("://"), 0);
    struct str head = mark < 0 ? url : str_sub(url, 0, (size_t) mark + 1), parameter;
    size_t start = scheme < 0 ? 0 : (size_t) scheme + 3, end = start;

    while (end < head.len && !strchr("/?#", head.data[end]))
        end++;
    for (size_t at = end; at > start; at--)
        if (head.data[at - 1] == '@') {
            buf_add(out, head.data, start);
            buf_add_z(out, "***@");
            head = str_sub(head, at, head.len);
            break;
        }
    buf_add_str(out, head);
    if (mark < 0)
        return;
    bool first = true;
    for (struct str rest = str_sub(url, (size_t) mark + 1, url.len); str_next(&rest, '&', &parameter); first = false) {
        ptrdiff_t equals = str_find_char(parameter, '=', 0);

        if (!first)
            buf_add_char(out, '&');
        if (equals >= 0 && is_secret_name(str_sub(parameter, 0, (size_t) equals))) {
            buf_add(out, parameter.data, (size_t) equals + 1);
            buf_add_z(out, "***");
        } else {
            buf_add_str(out, parameter);
        }
    }
}
