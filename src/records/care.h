/* Keeping the store small: expired cache rows, blobs nothing refers to, free pages. */
#ifndef FATHOM_RECORDS_CARE_H
#define FATHOM_RECORDS_CARE_H

#include "store/store.h"

struct cared {
    int64_t cache_rows, blobs; /* deleted */
    bool all;                  /* the time sufficed for everything */
};

/* Deletes what nobody needs and gives its room back to the disk, for at most `limit_ms`; what is left waits for the next
 * time. Writers wait for short pieces of it only. */
int store_care(struct store *store, int64_t limit_ms, struct cared *ret, struct error *e);
/* The same once a day, in a store that is a day old; *ret as it was if it is not due. */
int store_care_daily(struct store *store, int64_t limit_ms, struct cared *ret, struct error *e);

#endif
