#include "doors/http/access.h"

#include <ctype.h>
#include <stdint.h>

#include "doors/http/mhd.h"

size_t access_body_max(const struct route *route)
{
    return route->flags & ROUTE_UPLOAD ? UPLOAD_MAX : route->flags & ROUTE_MCP ? MESSAGE_BODY_MAX : BODY_MAX;
}

/* --- framing --- */

static bool is_token(struct str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!isalnum((unsigned char) name.data[i]) && !strchr("!#$%&'*+-.^_`|~", name.data[i]))
            return false;
    return name.len > 0;
}

static bool is_value(struct str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (((unsigned char) value.data[i] < ' ' && value.data[i] != '\t') || value.data[i] == 0x7f)
            return false;
    return true;
}

static bool is_number(struct str value)
{
    for (size_t i = 0; i < value.len; i++)
        if (!isdigit((unsigned char) value.data[i]))
            return false;
    return value.len > 0 && value.len < 19;
}

static int bad_framing(struct http_request *request, const char *why)
{
    request->unread = true;
    return reply_problem(request, 400, "INVALID_REQUEST", NULL, "%s", why);
}

/* libmicrohttpd hands out C strings that stand in its buffer as the client sent them, each separator overwritten by NUL. So
 * a NUL of the client's shows as a text that ends before the next one begins. `end` is the end of a text, `next` the
 * begin of the following one. */
static bool follows(const char *end, const char *next, ptrdiff_t most)
{
    ptrdiff_t n = (ptrdiff_t) ((uintptr_t) next - (uintptr_t) end);

    if (n < 1 || n > most)
        return false;
    for (const char *at = end; at < next; at++)
        if (*at)
            return false;
    return true;
}

/* Bytes that belong to neither text stand between them. Texts that do not stand in one buffer tell nothing: a library that
 * copies them must not make every request a bad one. */
static bool is_apart(const char *end, const char *next)
{
    enum { BUFFER_MOST = 64 << 10 };
    ptrdiff_t n = (ptrdiff_t) ((uintptr_t) next - (uintptr_t) end);

    return n > 1 && n < BUFFER_MOST;
}

/* From version 0.9.76 on the library refuses a NUL in a header itself, and trims values. */
static bool headers_whole(const struct http_request *request, const char *end)
{
#if MHD_VERSION < 0x00097600
    for (size_t i = 0; i < request->request_headers_n; i++) {
        const struct header *h = &request->request_headers[i];

        if (!follows(end, h->name.data, 2)) /* a line that goes on in the next one stands elsewhere */
            return false;
        end = h->value.data + h->value.len;
    }
    return request->request_headers_n == 0 || follows(end, end + 2, 2); /* the empty line */
#else
    (void) request;
    (void) end;
    return true;
#endif
}

int access_line(struct http_request *request, const char *method, const char *version)
{
    const char *target = request->target_at, *end = target + request->raw.len;

    if (is_apart(method + strlen(method), target) || is_apart(end, version))
        return bad_framing(request, "The request line must be METHOD, blank, target, blank, HTTP/1.1, without a NUL.");
    if (!headers_whole(request, version + strlen(version)))
        return bad_framing(request, "A header is malformed: it has a NUL, or goes on in a second line.");
    return 0;
}

/* A proxy in front of us must see the same end of the request as we do. */
int access_framing(struct http_request *request)
{
    size_t lengths = 0, encodings = 0, hosts = 0;

    for (size_t i = 0; i < request->request_headers_n; i++) {
        const struct header *h = &request->request_headers[i];

        if (!is_token(h->name) || !is_value(h->value))
            return bad_framing(request, "A header is malformed.");
        hosts += str_eq_nocase(h->name, str("host"));
        if (str_eq_nocase(h->name, str("content-length"))) {
            lengths++;
            if (!is_number(h->value))
                return bad_framing(request, "Content-Length is not a number.");
        }
        if (str_eq_nocase(h->name, str("transfer-encoding"))) {
            encodings++;
            if (!str_eq_nocase(h->value, str("chunked")))
                return bad_framing(request, "The only Transfer-Encoding is chunked.");
        }
    }
    if (lengths > 1 || encodings > 1 || (lengths && encodings))
        return bad_framing(request, "Content-Length or Transfer-Encoding must be given, once.");
    if (hosts != 1)
        return bad_framing(request, "Host must be given, once.");
    return 0;
}

/* --- Host, Origin --- */

static bool host_allowed(const struct access_rules *rules, struct str host)
{
    for (size_t i = 0; i < rules->hosts->n; i++)
        if (str_eq_nocase(rules->hosts->items[i], host))
            return true;
    return rules->loopback ? host_is_loopback(host) : host_is_address(host);
}

/* A page of another site may have its name point at this machine: then Host is that name. */
int access_host(struct http_request *request, const struct access_rules *rules)
{
    struct str host;
    int port;

    if (host_parse(request->arena, request_header(request, "host"), &host, &port) && host_allowed(rules, host))
        return 0;
    return reply_problem(request, 403, "FORBIDDEN", "Host",
                         "This server does not answer to that Host. The setting server.hosts names the hosts it "
                         "answers to.");
}

static bool same_origin(struct http_request *request, struct str origin)
{
    struct str host = request_header(request, "host");

    return (str_starts(origin, "http://") && str_eq_nocase(str_sub(origin, 7, origin.len), host)) ||
           (str_starts(origin, "https://") && str_eq_nocase(str_sub(origin, 8, origin.len), host));
}

int access_origin(struct http_request *request, const struct access_rules *rules)
{
    struct str origin = request_header(request, "origin"), site = request_header(request, "sec-fetch-site");
    bool listed = str_list_has(rules->origins, origin);

    if (listed)
        request->origin = origin;
    if (listed || (origin.len && same_origin(request, origin)))
        return 0;
    if (origin.len || (str_is(site, "cross-site") && request->method != METHOD_GET))
        return reply_problem(request, 403, "FORBIDDEN", "Origin",
                             "Pages of that origin may not call this server. The setting server.origins names the "
                             "origins that may.");
    return 0;
}

/* --- body --- */

bool access_has_body(const struct http_request *request)
{
    int64_t bytes = 0;

    str_to_int(request_header(request, "content-length"), &bytes);
    return bytes > 0 || request_header(request, "transfer-encoding").len > 0;
}

int access_body(struct http_request *request)
{
    struct str length = request_header(request, "content-length"), type = request_header(request, "content-type");
    struct str media = media_type(request->arena, type);
    int64_t bytes = 0;

    str_to_int(length, &bytes);
    /* A form of another site can be sent without asking, JSON cannot. */
    if (request->method != METHOD_GET && (access_has_body(request) || type.len) && !str_is(media, "application/json"))
        return reply_problem(request, 415, "UNSUPPORTED_MEDIA_TYPE", "Content-Type",
                             "The body must be JSON: send Content-Type: application/json.");
    if (bytes > (int64_t) access_body_max(request->route))
        return reply_problem(request, 413, "TOO_LARGE", "body", "The body has %lld bytes; the limit is %zu.",
                             (long long) bytes, access_body_max(request->route));
    return 0;
}
