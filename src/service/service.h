/* The service: configuration, store, network and engine of this process,
 * opened when they are first needed, so that what needs none of them starts in
 * no time. Operations (service/operation.h) work on it.
 *
 * Threads: any, once service_new() has returned. */
#ifndef FATHOM_SERVICE_SERVICE_H
#define FATHOM_SERVICE_SERVICE_H

#include "run/engine.h"
#include "service/config.h"

struct service;
struct tools;             /* service/tools.h */
struct delivery_settings; /* deliver/deliver.h */

struct service_options {
    const char *config_path; /* --config; NULL: the usual places */
    const char *env_file;    /* --env-file; NULL: none */
    bool will_call;          /* as service_will_call(), from the first moment */
    /* Text as it is written, for who watches; may be NULL. */
    void (*text)(void *context, struct str run, struct str path, int attempt, size_t offset, struct str text);
    void *context;
};

/* Another listener for text as it is written (NULL: none). When it returns, the old one is called no more. */
typedef void service_text_fn(void *context, struct str run, struct str path, int attempt, size_t offset,
                             struct str text);
void service_listen_text(struct service *service, service_text_fn *text, void *context);

/* Reads environment and configuration; opens nothing. */
int service_new(const struct service_options *options, struct service **ret, struct error *e);
void service_free(struct service *service); /* stops the engine; runs can be resumed; NULL is fine */

const struct config *service_config(const struct service *service);
const struct environment *service_environment(const struct service *service);
struct tools *service_tools(struct service *service);

/* Which addresses pages may be read from. */
struct guard;
int service_guard(struct service *service, const struct guard **ret, struct error *e);
/* Opened on first use; owned by the service. `create` makes folder and database
 * when they are not there; without it a missing database is -ERROR_NOT_FOUND. */
int service_store(struct service *service, bool create, struct store **ret, struct error *e);
/* Begins to read the database that is there; store_read_end() ends it. */
int service_read_begin(struct service *service, struct store **ret_store, struct db **ret, struct error *e);
/* Calls `find` with a reader's connection and returns what it returns; 0 when there is no store yet. */
int service_find(struct service *service, int (*find)(struct db *db, void *context, struct error *e), void *context,
                 struct error *e);
int service_net(struct service *service, struct net **ret, struct error *e);
/* Somebody is about to call the network: what that needs is loaded beside the caller's own preparation. */
void service_will_call(struct service *service);
int service_engine(struct service *service, struct engine **ret, struct error *e);
/* The file of the database. */
struct str service_database(const struct service *service, struct arena *arena);

/* Who is told of commits: service/feed.h. */
struct feeds;
struct feeds *service_feeds(struct service *service);
/* Webhooks of runs (service/notices.h); NULL before the engine was started. */
struct notices;
struct notices *service_notices(struct service *service);
/* Where prompts wait for clients that lend their model; a door that has such clients opens it. */
struct lender;
struct lender *service_lender(struct service *service);
/* A run that sleeps in this process goes on at once; false: it does not sleep. */
bool service_wake(struct service *service, struct str id);
/* Calls of a run of this process that are under way now. */
size_t service_calls(struct service *service, struct str id);
/* Exchanges with services that are under way now. */
int64_t service_in_flight(struct service *service);
/* Is the run queued, at work or asleep in this process? */
bool service_active(struct service *service, struct str id);
/* After a deletion: takes out of the store what nobody refers to any more. */
void service_care(struct service *service);
/* Why a run of this process is no longer at work though it has not ended: the
 * store or its lease was lost. 0 when there is no such reason. */
int service_result(struct service *service, struct str id, struct error *e);
/* Stops every run of this process: they can be resumed. */
void service_stop(struct service *service);

#endif
