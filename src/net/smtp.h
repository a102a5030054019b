/* One e-mail to one mail server, as a call (net/call.h).
 *
 * The server's address is the administrator's choice, like a provider's: no guard. smtps:// speaks TLS from the first
 * byte, smtp:// asks for STARTTLS and sends nothing, no password either, to a server that does not offer it, unless
 * `plain` allows that. Temporary faults (4xx replies, lost connections, timeouts) are tried again with the same message. */
#ifndef FATHOM_NET_SMTP_H
#define FATHOM_NET_SMTP_H

#include "net/call.h"
#include "net/retry.h"

struct smtp_server {
    struct str url; /* "smtp://mail.example.org:587" */
    struct str user, password;
    struct str ca_file; /* empty: the system's authorities */
    bool plain;         /* no TLS: for a server on this machine */
    struct retry_policy retry;
};

struct smtp_mail {
    const struct smtp_server *server; /* outlives the call */
    struct str from, to;              /* addresses alone; checked by smtp_address() */
    struct str message;               /* with CRLF line ends; lives as long as the call */
};

/* The type of the call; the argument is a struct smtp_mail. Its body is what the server said at the end. */
extern const struct call_type smtp_call_type;

/* Is it one address, "name@example.org", that needs no quoting and cannot end a line? */
bool smtp_address(struct str text);
/* Is it smtp://HOST[:PORT] or smtps://HOST[:PORT]? */
int smtp_url_check(struct str url, struct error *e);

#endif
