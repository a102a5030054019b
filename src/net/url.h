/* URLs: strict parsing, resolution, and the canonical form that makes two
 * spellings of one page equal (protocols: crawling). */
#ifndef FATHOM_NET_URL_H
#define FATHOM_NET_URL_H

#include "base/buf.h"
#include "base/error.h"

struct url {
    struct str scheme; /* lower case */
    struct str host;   /* lower case, IDNA as ASCII, IPv6 in brackets */
    int port;          /* always set */
    struct str path;   /* starts with "/" */
    struct str query;  /* without "?", empty if none */
    bool has_query;
};

/* http and https only, no userinfo, no white space, control characters or
 * backslash, at most 8,192 bytes. Odd IPv4 spellings (decimal, octal, hex,
 * short) are converted to dotted form. */
int url_parse(struct arena *arena, struct str text, struct url *ret, struct error *e);
/* Resolves a reference against a base, as in RFC 3986. */
int url_resolve(struct arena *arena, const struct url *base, struct str reference, struct url *ret, struct error *e);
struct str url_text(struct arena *arena, const struct url *url);

/* The canonical form: normalised, fragment and tracking parameters gone. Text
 * that is no web URL comes back trimmed and as it is. */
struct str url_canonical(struct arena *arena, struct str text);
/* The name without "www.": for domain filters and display. */
struct str url_domain(struct str text);
struct str url_trim_slash(struct str text); /* without slashes at its end */
/* Does a domain glob ("example.com", "*.edu", "docs.*") match this host?
 * A plain name also matches its subdomains. */
bool url_domain_matches(struct str host, struct str glob);
struct str url_escape(struct arena *arena, struct str value); /* for a query parameter */
struct str url_unescape(struct arena *arena, struct str value);
/* Appends the URL for a log: user information and the values of parameters that
 * may be keys ("key", "token" …) as "***". */
void url_mask(struct buf *out, struct str url);

#endif
