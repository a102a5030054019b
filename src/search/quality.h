/* How far a source can be relied on, by its address alone: tables of domains for
 * each kind of research. An analyst may know better later. */
#ifndef FATHOM_SEARCH_QUALITY_H
#define FATHOM_SEARCH_QUALITY_H

#include "base/str.h"

enum domain_tier { TIER_DOMAIN_LOW, TIER_DOMAIN_MEDIUM, TIER_DOMAIN_HIGH };

/* `mode`: general (also when empty), academic or technical. What no pattern
 * matches is medium; the same of what is no web address. */
enum domain_tier domain_quality(struct str url, struct str mode);
/* The same in a word for readers: "low", "medium", "high"; empty for what is no web address. */
struct str domain_quality_word(struct str url, struct str mode);

/* What kind of place it is, as a reader would say: "official site", "scholarly work", "news" …; "" where the address
 * does not tell. */
const char *domain_kind(struct str url);

#endif
