/* The address guard: which addresses pages may be read from.
 *
 * Private, loopback, link-local, multicast, metadata and mapped ranges are
 * refused unless a network is allowed by the user (fetch.allow_networks,
 * FATHOM_ALLOW_NETWORKS). Ports 80 and 443 unless the network is allowed. */
#ifndef FATHOM_NET_GUARD_H
#define FATHOM_NET_GUARD_H

#include <sys/socket.h>

#include "base/error.h"
#include "base/str.h"

struct guard;

/* `networks`: "127.0.0.0/8,::1/128,…", may be empty. Lives in `arena`. */
int guard_new(struct arena *arena, struct str networks, const struct guard **ret, struct error *e);
/* May we connect to this address and port? guard NULL: the default one. */
bool guard_address(const struct guard *guard, const struct sockaddr *address);
/* Names refused before DNS: localhost, *.local, *.internal, single labels …,
 * and literal addresses that guard_address refuses. */
int guard_url(const struct guard *guard, struct str url, struct error *e);

#endif
