/* One HTTP exchange: from the request line to the last byte, or to the fault. */
#ifndef TESTD_EXCHANGE_H
#define TESTD_EXCHANGE_H

#include "ledger.h"

/* What all exchanges share; set once by main. */
struct testd {
    struct script *script;
    const char *folder; /* of the files a script names */
    const char *pages;  /* of a case's own sites, looked into before `folder`; may be NULL */
    int epoll;          /* where connections that wait are watched for their client's end */
    int64_t start_us;
    bool closing; /* a connection was broken off: the server must run again to close it */
};
extern struct testd testd;

int64_t testd_now_us(void); /* since the start */
/* The address of a site: "site", "site2" … ("site" for other names). */
const char *testd_site(struct str name);

/* Callbacks of libmicrohttpd. The context of exchange_begin() is the name of the site whose host was asked ("site2"), or
 * NULL where the first part of the path names the service. */
void *exchange_begin(void *context, const char *uri, struct MHD_Connection *connection);
enum MHD_Result exchange_handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                                const char *version, const char *data, size_t *size, void **state);
void exchange_end(void *context, struct MHD_Connection *connection, void **state, enum MHD_RequestTerminationCode code);

/* Ends every exchange that waits. */
void exchange_end_all(void);

/* The client of a watched connection has gone; `data` is the epoll event's. */
void exchange_gone(void *data);

#endif
