/* What the files of the transport over HTTP share. One lock, the server's, guards all of it. */
#ifndef FATHOM_DOORS_MCP_HTTP_INTERNAL_H
#define FATHOM_DOORS_MCP_HTTP_INTERNAL_H

#include <pthread.h>

#include "doors/http/server.h"
#include "doors/mcp/http.h"
#include "doors/mcp/internal.h"
#include "doors/mcp/replay.h"

enum { SESSION_ID_SIZE = 33 };

/* A client's GET that hears what belongs to no request; its session is held for it. */
struct listener {
    struct http_session *session;
    struct outbox *outbox;
};

/* A session of the old era. Held by the table, by its stream and by every request at work in it. */
struct http_session {
    struct mcp_http *server;
    char id[SESSION_ID_SIZE];
    int refs;
    bool listed;
    int64_t used_ms;
    struct mcp_session *session;
    struct listener *listening; /* NULL: none */
    struct replay replay;
    int64_t streams; /* numbers given to streams; 0 is the one of the listener */
    int64_t told;    /* events of stream 0 */
    bool listened;   /* there was a listener, which may come back */
    struct http_session *next;
};

/* One POST and its answer. Held by who serves it and by the connection. */
struct exchange {
    struct mcp_http *server;
    struct http_request *http; /* until it is answered */
    struct outbox *outbox;     /* once it is a stream */
    struct http_session *holder;
    struct mcp_session *session;
    int64_t stream, told; /* old era: the number of its stream, once it is one, and how many events it has sent */
    bool alone;           /* the session is this exchange's: new era */
    bool answered;
    size_t replies; /* that are still to come: those of a batch are several */
    bool batch;     /* always a stream */
    int64_t touched_ms;
    int refs;
    struct exchange *previous, *next;
};

struct mcp_http {
    struct mcp *mcp;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t ticker;
    bool ticking, stopping;
    struct http_session *sessions;
    size_t sessions_n, held; /* listed; those that somebody still holds */
    struct exchange *exchanges;
    size_t replays; /* bytes that sessions keep for clients that come back */
};

/* --- http.c --- */
static inline struct mcp_http *mcp_http_of(struct http_request *http) { return http->http->settings.mcp->http; }

/* --- http_session.c --- */
/* Held by the table and by the caller; NULL: there are too many, or the server is stopping. */
struct http_session *http_session_begin(struct mcp_http *server, struct caller caller);
void http_session_release(struct http_session *session);
/* A GET of the session's client, whose hold is taken over; `resumes` is its Last-Event-ID, empty: it opens a new stream. False:
 * nothing is taken over, and *e says why. */
bool http_session_listen(struct http_request *http, struct http_session *session, struct str resumes,
                         struct rpc_error *e);
/* Ends the stream that belongs to no request. */
void http_session_deafen(struct http_session *session);
/* With the lock held. */
struct http_session *http_session_find(struct mcp_http *server, struct str id);
void http_session_unlist(struct mcp_http *server, struct http_session *session);
/* A session that nobody has used for long, taken from the table; NULL: there is none. */
struct http_session *http_session_take_idle(struct mcp_http *server, int64_t now);
/* The caller destroys what it returns, without the lock; NULL: somebody still holds it. */
struct http_session *http_session_drop(struct http_session *session);
void http_session_destroy(struct http_session *session); /* without the lock; NULL is fine */

/* --- exchange.c --- */
/* Takes over the hold on `holder`; without one the session is the exchange's own. False: the server is stopping, and nothing
 * is taken over. */
bool exchange_begin(struct http_request *http, struct http_session *holder, struct mcp_session *session,
                    struct exchange **ret);
void exchange_expect(struct exchange *x, size_t replies); /* of a batch, before it is served */
struct mcp_channel exchange_channel(struct exchange *x);
/* With the lock held: the answer becomes a stream. */
void exchange_open_stream(struct exchange *x);
/* With the lock held: the request of the session that has this stream and is being served; NULL: there is none. */
struct exchange *exchange_find(struct http_session *session, int64_t stream);
/* With the lock held: another connection of the client is the stream's from now on. The caller gives the old one, which is
 * returned, to exchange_leave() without the lock. */
struct outbox *exchange_move(struct exchange *x, struct http_request *http);
void exchange_leave(struct exchange *x, struct outbox *old);
/* A message as an event of a stream, with the id by which the client can come back. */
struct str exchange_event(struct arena *arena, int64_t stream, int64_t number, struct str message);

#endif
