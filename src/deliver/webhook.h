/* A signed POST of a JSON body to an address of the user's, as a call (net/call.h).
 *
 * Headers as in the Standard Webhooks specification: webhook-id (the same for every try of one delivery),
 * webhook-timestamp (seconds, of this try) and webhook-signature: "v1," and the base64 of the HMAC-SHA-256 over
 * "id.timestamp.body". The connection passes the address guard; redirects are not followed. */
#ifndef FATHOM_DELIVER_WEBHOOK_H
#define FATHOM_DELIVER_WEBHOOK_H

#include "net/call.h"
#include "net/guard.h"
#include "net/retry.h"

struct webhook {
    struct str url, id, body;
    struct str secret;         /* "whsec_" and base64, or any text */
    const struct guard *guard; /* NULL: the default one */
    struct retry_policy retry;
};

/* The argument is a struct webhook whose strings live as long as the call. */
extern const struct call_type webhook_call_type;

/* Is it an address that may be called? http and https, not a private one unless allowed. */
int webhook_check(const struct guard *guard, struct str url, struct error *e);
/* Something to sign with: a text, or "whsec_" with the base64 of a key behind it. */
bool webhook_secret_is_usable(struct str secret);
/* The value of webhook-signature. */
struct str webhook_sign(struct arena *arena, struct str secret, struct str id, int64_t seconds, struct str body);

#endif
