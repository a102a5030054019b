#include "doors/http/target.h"

#include <arpa/inet.h>
#include <ctype.h>

#include "text/utf8.h"

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* Percent-decoded text without control characters. */
static int decode(struct arena *arena, struct str raw, bool query, struct str *ret, struct error *e)
{
    char *out = arena_alloc(arena, raw.len + 1);
    size_t n = 0;

    for (size_t i = 0; i < raw.len; i++) {
        int high = raw.data[i] == '%' && i + 2 < raw.len ? hex_digit(raw.data[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(raw.data[i + 2]) : -1;
        unsigned char c = (unsigned char) raw.data[i];

        if (c == ' ')
            return error_set(e, ERROR_INVALID, "The address has a blank; it is written %%20.");
        if (c == '%' && low < 0)
            return error_set(e, ERROR_INVALID, "The address has a %% without two hexadecimal digits after it.");
        if (c == '%') {
            c = (unsigned char) (high << 4 | low);
            i += 2;
        } else if (c == '+' && query) {
            c = ' ';
        }
        if (c < ' ' || c == 0x7f)
            return error_set(e, ERROR_INVALID, "The address has a control character.");
        out[n++] = (char) c;
    }
    if (!utf8_valid(str_n(out, n)))
        return error_set(e, ERROR_INVALID, "The address is not UTF-8.");
    *ret = str_n(out, n);
    return 0;
}

static int parse_path(struct arena *arena, struct target *t, struct error *e)
{
    struct str rest = str_sub(t->path, 1, t->path.len), part;

    while (str_next(&rest, '/', &part)) {
        if (t->segments_n == TARGET_SEGMENTS)
            return error_set(e, ERROR_INVALID, "The path has more than %d parts.", TARGET_SEGMENTS);
        int r = decode(arena, part, false, &t->segments[t->segments_n++], e);
        if (r < 0)
            return r;
    }
    return 0;
}

static int parse_query(struct arena *arena, struct str query, struct target *t, struct error *e)
{
    struct str part;

    while (str_next(&query, '&', &part)) {
        ptrdiff_t equals = str_find_char(part, '=', 0);
        struct parameter p = { .value = str("") };
        int r;

        if (part.len == 0)
            continue;
        if (t->parameters_n == TARGET_PARAMETERS)
            return error_set(e, ERROR_INVALID, "The address has more than %d parameters.", TARGET_PARAMETERS);
        r = decode(arena, str_sub(part, 0, equals < 0 ? part.len : (size_t) equals), true, &p.name, e);
        if (r == 0 && equals >= 0)
            r = decode(arena, str_sub(part, (size_t) equals + 1, part.len), true, &p.value, e);
        if (r < 0)
            return r;
        t->parameters = arena_grow(arena, t->parameters, &t->parameters_capacity, t->parameters_n + 1, sizeof p);
        t->parameters[t->parameters_n++] = p;
    }
    return 0;
}

int target_parse(struct arena *arena, struct str raw, struct target *ret, struct error *e)
{
    ptrdiff_t mark = str_find_char(raw, '?', 0);
    struct target t = { 0 };
    int r;

    if (!str_starts(raw, "/"))
        return error_set(e, ERROR_INVALID, "The address must begin with \"/\".");
    t.path = str_sub(raw, 0, mark < 0 ? raw.len : (size_t) mark);
    r = parse_path(arena, &t, e);
    if (r == 0 && mark >= 0)
        r = parse_query(arena, str_sub(raw, (size_t) mark + 1, raw.len), &t, e);
    if (r == 0)
        *ret = t;
    return r;
}

bool target_get(const struct target *target, const char *name, struct str *ret)
{
    for (size_t i = 0; i < target->parameters_n; i++)
        if (str_is(target->parameters[i].name, name)) {
            *ret = target->parameters[i].value;
            return true;
        }
    return false;
}

bool target_matches(const struct target *target, const char *pattern, struct str *captured)
{
    struct str rest = str(pattern + 1), part;
    size_t at = 0, n = 0;

    while (str_next(&rest, '/', &part)) {
        if (at == target->segments_n)
            return false;
        struct str given = target->segments[at++];
        if (!str_starts(part, ":") && !str_eq(part, given))
            return false;
        if (str_starts(part, ":") && given.len == 0)
            return false;
        if (str_starts(part, ":"))
            captured[n++] = given;
    }
    return at == target->segments_n;
}

bool host_parse(struct arena *arena, struct str value, struct str *ret_host, int *ret_port)
{
    bool brackets = str_starts(value, "[");
    ptrdiff_t end = brackets ? str_find_char(value, ']', 0) : str_find_char(value, ':', 0);
    struct str host = brackets ? str_sub(value, 1, end < 0 ? 0 : (size_t) end)
                               : str_sub(value, 0, end < 0 ? value.len : (size_t) end);
    struct str port = end < 0 ? str("") : str_sub(value, (size_t) end + brackets, value.len);
    int64_t number = -1;

    if (brackets && end < 0)
        return false;
    if (port.len && (port.data[0] != ':' || !str_to_int(str_sub(port, 1, port.len), &number) || number < 0 ||
                     number > 65535 || !isdigit((unsigned char) port.data[1])))
        return false;
    for (size_t i = 0; i < host.len; i++)
        if (!isalnum((unsigned char) host.data[i]) && !strchr(brackets ? ":." : "-._", host.data[i]))
            return false;
    if (host.len == 0 || host.len > 255)
        return false;
    *ret_host = str_lower_ascii(arena, host);
    *ret_port = (int) number;
    return true;
}

/* 4, 6, or 0 when it is no address. */
static int address_of(struct str host, unsigned char bytes[16])
{
    char text[64];

    if (host.len == 0 || host.len >= sizeof text)
        return 0;
    memcpy(text, host.data, host.len);
    text[host.len] = '\0';
    return inet_pton(AF_INET, text, bytes) == 1 ? 4 : inet_pton(AF_INET6, text, bytes) == 1 ? 6 : 0;
}

bool host_is_address(struct str host)
{
    unsigned char bytes[16];

    return address_of(host, bytes) != 0;
}

bool host_is_loopback(struct str host)
{
    static const unsigned char one[16] = { [15] = 1 };
    unsigned char bytes[16];

    switch (address_of(host, bytes)) {
    case 4: return bytes[0] == 127;
    case 6: return memcmp(bytes, one, sizeof one) == 0;
    default: return str_eq_nocase(host, str("localhost"));
    }
}

bool sequence_parse(struct str value, int64_t *ret)
{
    int64_t number;

    if (value.len == 0 || value.len > 18 || !isdigit((unsigned char) value.data[0]) || !str_to_int(value, &number))
        return false;
    *ret = number;
    return true;
}

struct str media_type(struct arena *arena, struct str value)
{
    ptrdiff_t end = str_find_char(value, ';', 0);

    return str_lower_ascii(arena, str_trim(str_sub(value, 0, end < 0 ? value.len : (size_t) end)));
}

struct str bearer_token(struct str value)
{
    static const char scheme[] = "bearer ";

    if (!str_starts_nocase(value, scheme))
        return str("");
    return str_trim(str_sub(value, sizeof scheme - 1, value.len));
}

struct str cookie_value(struct str header, const char *name)
{
    struct str part;

    while (str_next(&header, ';', &part)) {
        ptrdiff_t equals = str_find_char(part, '=', 0);

        if (equals >= 0 && str_is(str_trim(str_sub(part, 0, (size_t) equals)), name))
            return str_trim(str_sub(part, (size_t) equals + 1, part.len));
    }
    return str("");
}
