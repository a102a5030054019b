/* Who calls through a door that others reach: users by their tokens, and how often they may ask. */
#ifndef FATHOM_SERVICE_IDENTITY_H
#define FATHOM_SERVICE_IDENTITY_H

#include "service/operation.h"

/* How many users there are; 0 while there is no database. */
int identity_users(struct service *service, int64_t *ret, struct error *e);
/* Fills user and role of the caller. -ERROR_TOKEN: the text is no token of a user. -ERROR_THROTTLED: the user asks more
 * often than its limit allows; retry_after_ms says when to ask again. The name lives in `arena`. */
int identity_of(struct service *service, struct str token, struct arena *arena, struct caller *caller, struct error *e);

#endif
