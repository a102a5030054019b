/* robots.txt (RFC 9309). Parsing is lenient, matching is exact. */
#ifndef FATHOM_NET_ROBOTS_H
#define FATHOM_NET_ROBOTS_H

#include "base/str.h"

/* May `agent` (a product token such as "fathom") fetch this URL? Only its path
 * and query count. */
bool robots_allowed(struct str robots, struct str agent, struct str url);
/* Crawl-delay of the group that applies, in milliseconds, -1 if none; capped at 30 s. */
int64_t robots_delay_ms(struct str robots, struct str agent);

#endif
