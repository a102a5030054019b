/* What a request asks for, read from its bytes: the target (path and query) and
 * a few headers. Pure functions: no socket, no server. */
#ifndef FATHOM_DOORS_HTTP_TARGET_H
#define FATHOM_DOORS_HTTP_TARGET_H

#include "base/error.h"
#include "base/str.h"

enum { TARGET_SEGMENTS = 8, TARGET_PARAMETERS = 64 };

struct parameter {
    struct str name, value;
};

struct target {
    struct str path; /* as it was sent, without the query */
    struct str segments[TARGET_SEGMENTS];
    size_t segments_n;
    struct parameter *parameters;
    size_t parameters_n, parameters_capacity;
};

/* "/research/run-1/events?since=3": segments and parameters percent-decoded, "+" is a space in the query. Refused
 * with -ERROR_INVALID: a bad escape, control characters, bytes that are not UTF-8, too many parts, another form than
 * origin form. */
int target_parse(struct arena *arena, struct str raw, struct target *ret, struct error *e);
/* The first parameter of that name; false if there is none. */
bool target_get(const struct target *target, const char *name, struct str *ret);

/* Does the path have this form? Segments that begin with ":" take any text; they are put into `captured` in order
 * (at most TARGET_SEGMENTS). */
bool target_matches(const struct target *target, const char *pattern, struct str *captured);

/* "127.0.0.1:7474", "[::1]:7474", "localhost": host in lower case without brackets, port or -1. False if it is none. */
bool host_parse(struct arena *arena, struct str value, struct str *ret_host, int *ret_port);
/* Is it an address in numbers, and is it one of the loopback? */
bool host_is_address(struct str host);
bool host_is_loopback(struct str host); /* "localhost" too */

/* The number of Last-Event-ID or ?since; false unless it is a whole number from 0 on. */
bool sequence_parse(struct str value, int64_t *ret);
/* The media type of a Content-Type header, lower case, without its parameters. */
struct str media_type(struct arena *arena, struct str value);
/* The token of "Bearer TOKEN"; empty if it is something else. */
struct str bearer_token(struct str value);
/* The value of a cookie in a Cookie header ("a=1; b=2"), the first of that name; empty if there is none. */
struct str cookie_value(struct str header, const char *name);

#endif
