/* Delivery as an operation, and what a research may ask for of it. */
#ifndef FATHOM_SERVICE_DELIVERY_H
#define FATHOM_SERVICE_DELIVERY_H

#include "deliver/deliver.h"
#include "service/config.h"
#include "service/operation.h"

struct deliver_in {
    struct str id, target;
    struct str_list attach;
    bool overwrite;
};
struct deliver_out {
    struct str id, target, delivery;
    struct str before;    /* what became of the last try of the same delivery: a status; empty: there was none */
    struct str before_at; /* ISO 8601 */
};

/* How reports are sent, by configuration and environment. */
int delivery_settings_make(const struct config *config, const struct guard *guard, struct delivery_settings *ret,
                           struct error *e);
/* How this process sends reports: configuration and environment. Lives as long as the service. */
int service_delivery(struct service *service, const struct delivery_settings **ret, struct error *e);

/* Notes a delivery among the events of a run that is at rest; `path` and a number are the identity of the event. */
#define DELIVERY_NOTICE "notice:"
struct event_delivered;
void delivery_tell(struct service *service, struct str run, const char *path, const struct event_delivered *delivered);

/* What is known of the deliveries of a run's report, oldest first, one for each id. Notices are none. */
struct db;
struct delivery_view;
int delivery_list(struct db *db, struct str run, struct arena *arena, struct delivery_view **ret, size_t *ret_n,
                  struct error *e);

/* Checks the targets that a research names before anything is spent: their form, whether the caller may name them, and
 * whether they could be reached. A file's name becomes absolute. */
int delivery_settle(const struct caller *caller, struct arena *arena, struct run_settings *settings, struct error *e);

#endif
