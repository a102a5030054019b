/* Inside the MCP door: sessions, requests, what a method sees. */
#ifndef FATHOM_DOORS_MCP_INTERNAL_H
#define FATHOM_DOORS_MCP_INTERNAL_H

#include <pthread.h>
#include <stdatomic.h>

#include "doors/mcp/mcp.h"
#include "doors/mcp/rpc.h"
#include "run/pool.h"
#include "service/door.h"
#include "service/operation.h"

#define MCP_MODERN "2026-07-28"
#define MCP_LEGACY "2025-11-25"
#define META_VERSION "io.modelcontextprotocol/protocolVersion"
#define META_CAPABILITIES "io.modelcontextprotocol/clientCapabilities"
#define META_LOG_LEVEL "io.modelcontextprotocol/logLevel"
#define META_SERVER "io.modelcontextprotocol/serverInfo"
#define META_SUBSCRIPTION "io.modelcontextprotocol/subscriptionId"
#define EXTENSION_TASKS "io.modelcontextprotocol/tasks"

enum { MESSAGE_MAX = 8 << 20, REQUESTS_MAX = 512 };

extern const char *const mcp_versions[];   /* every revision, newest first */
extern const char *const mcp_log_levels[]; /* "debug" … "emergency" */
extern const struct door mcp_door;

struct mcp {
    struct service *service;
    struct pool *pool;
    struct hash_key {
        unsigned char bytes[32];
    } secret; /* of requestState */
    bool fixtures;
    struct mcp_http *http; /* the transport over HTTP; NULL: none; does not change while requests come */
};

/* Where the messages of one request go: its own stream, or the one that all share. */
struct mcp_channel {
    void (*send)(void *context, struct str message);
    /* The reply, the last message of the request; `status` is what HTTP calls it. */
    void (*reply)(void *context, struct str message, int status);
    void (*done)(void *context); /* the request is no more, replied to or cancelled; may be NULL */
    void *context;
};

enum mcp_era { ERA_LEGACY, ERA_MODERN };

/* A question to the client that waits for its answer (old era). */
struct mcp_question {
    int64_t id;
    json_t *answer; /* the whole message; NULL: not yet */
    struct mcp_question *next;
    /* A prompt for the client's model, whose answer nobody waits for in this door; of its own memory. */
    struct mcp_request *request; /* that it travels with; NULL: it is none */
    struct arena *arena;
    struct str run, key;
};

/* A client, from its first message to its end. In the new era it is only the connection. */
struct mcp_session {
    struct mcp *mcp;
    struct caller caller;
    struct mcp_channel channel; /* for what belongs to no request */

    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    bool initialized; /* the client has said hello in the old era */
    const char *version;
    json_t *capabilities; /* requests have copies: a value of jansson belongs to one thread */
    int log_level;        /* position in mcp_log_levels; -1: none */
    int64_t questions_n;
    struct mcp_question *questions;
    struct mcp_request *requests; /* being served */
    size_t requests_n;
    size_t unreplied;        /* requests whose reply is not handed over; they may be off the list already */
    struct watched *watched; /* subscriptions.c; in `arena` */
    size_t watched_n;
    struct arena *arena;
    bool watching; /* a thread looks after the subscriptions */
    bool ended;
};

struct mcp_request {
    struct mcp_session *session;
    struct mcp *mcp;
    struct arena *arena;
    struct rpc_message message; /* owned */
    json_t *params;             /* never NULL; borrowed from the message, or `empty` */
    json_t *empty;
    enum mcp_era era;
    const struct mcp_method *method;
    json_t *capabilities; /* of the client; owned */
    json_t *progress_token;
    double progress;
    int log_level;
    struct mcp_channel channel;
    atomic_bool cancelled;
    json_t *wanted; /* new era: what the client is asked for, by key; owned */
    json_t *state;  /* new era: what comes back with the answers; owned */
    size_t lent;    /* old era: prompts that the client has; under the session's lock */
    struct mcp_request *next;
};

enum { IN_LEGACY = 1, IN_MODERN = 2, IN_BOTH = 3 };
typedef int mcp_method_fn(struct mcp_request *request, json_t **ret, struct rpc_error *e);
struct mcp_method {
    const char *name;
    int eras;
    mcp_method_fn *run;
    bool waits;       /* on a thread of the pool */
    const char *list; /* the member of a list that may be cached; NULL: not one */
};
extern const struct mcp_method mcp_methods[];

/* --- session.c --- */
/* Keeps a copy of the caller's user; the rest of `caller` must outlive it. */
struct mcp_session *session_new(struct mcp *mcp, struct caller caller, struct mcp_channel channel);
/* What is being served comes to an end and is replied to: what follows a run leaves it alone, what is short goes on. Waits for
 * it until the deadline of clock_monotonic_ms() (-1: for ever). False: some of it did not end, and the session must not be
 * freed. */
bool session_end(struct mcp_session *session, int64_t deadline_ms);
void session_free(struct mcp_session *session);
void session_cancel(struct mcp_session *session); /* everything that is being served, and the runs behind it */
void session_close(struct mcp_session *session);  /* the same, but the runs are kept; does not wait */
bool session_speaks(struct mcp_session *session, const char *version); /* agreed on with initialize */
bool session_ended(struct mcp_session *session);                       /* closed, or being ended */
/* One message of the client, which is taken over; the reply goes to the channel. */
void session_take(struct mcp_session *session, struct rpc_message *message, struct mcp_channel channel);
/* A batch, which only the revision 2025-03-26 has: is the text one; how many replies it gets, each with its done(); it is
 * served, each message for itself and answered as soon as it can be. */
bool session_batch(struct mcp_session *session, struct str text, json_t **ret);
size_t session_batch_replies(const json_t *batch);
void session_take_batch(struct mcp_session *session, const json_t *batch, struct mcp_channel channel);
/* One message or a batch from text, which may be neither. */
void session_take_text(struct mcp_session *session, struct str text, struct mcp_channel channel);
void request_serve(struct mcp_request *request);

/* --- http.c --- */
void mcp_http_free(struct mcp_http *server); /* once the HTTP server has stopped; NULL is fine */

/* --- request.c --- */
bool request_cancelled(const struct mcp_request *request);
/* Cancelled, or the session ends: who waits for something waits no more. */
bool request_over(const struct mcp_request *request);
/* Does the client have it? A path of members: "elicitation", "extensions.io…". */
bool client_has(const struct mcp_request *request, const char *capability);
bool client_has_extension(const struct mcp_request *request, const char *extension);
/* Tells how far it is, to a client that gave a token. `total` < 0: unknown. */
void request_progress(struct mcp_request *request, double progress, double total, struct str message);
void request_log(struct mcp_request *request, int level, struct str text);
void request_notify(struct mcp_request *request, const char *method, json_t *params);
/* Asks the client for something ("elicitation/create" …; takes `params` over). 1: *ret is the result of the answer, for the
 * caller to release; 0: the answer comes with another request, and the method returns 0 at once, its reply is made from what
 * was asked. Negative: the client cannot, or said no by an error. */
int request_ask(struct mcp_request *request, const char *key, const char *method, json_t *params, json_t **ret,
                struct rpc_error *e);
/* New era: what stands in the requestState that came with the request, NULL if none came. Refuses one that is not ours, too
 * old, or of another request. */
int request_state(struct mcp_request *request, json_t **ret, struct rpc_error *e);
/* A JSON object to come back with the answers; taken over. */
void request_keep(struct mcp_request *request, json_t *state);
json_t *request_input_required(struct mcp_request *request);
struct str request_string(const struct mcp_request *request, const char *name); /* of the params */

/* --- methods --- */
mcp_method_fn method_tools_list, method_tools_call;
mcp_method_fn method_resources_list, method_resource_templates, method_resource_read, method_subscribe,
    method_unsubscribe;
mcp_method_fn method_listen;
/* Is it the address of something of a run? */
bool resource_run(struct str uri, struct str *ret_id);
int resource_missing(struct mcp_request *request, struct str uri, struct rpc_error *e); /* returns -1 */
mcp_method_fn method_prompts_list, method_prompts_get, method_complete;

/* --- tools --- */
struct tool;
typedef int tool_fn(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret,
                    struct rpc_error *e);
struct tool {
    const char *name, *title, *help;
    const struct operation *operation;
    tool_fn *run;
    const char *const *only; /* arguments that are offered; NULL: all */
    const struct field *out; /* NULL: the operation\'s */
    bool reads;              /* changes nothing */
    bool destroys;           /* takes something away */
    bool closed;             /* does not leave this machine */
    bool task;               /* may be a task */
};
extern const struct tool mcp_tools[];
const struct tool *tool_named(struct str name);
/* Results. */
json_t *tool_text(struct str text);                                                   /* content of one text */
json_t *tool_failure(const char *message);                                            /* isError */
json_t *tool_structured(struct mcp_request *request, json_t *value, struct str text); /* text empty: the value's JSON */
tool_fn tool_deep_research, tool_report, tool_status, tool_operation;
extern const struct field research_result_fields[];

/* --- research.c, for tasks --- */
struct run_view;
int research_begin(struct mcp_request *request, const struct tool *tool, json_t *arguments, struct str *ret_id,
                   struct error *e);
/* Has the client's model answer for the run, as long as the client of the old era is patient; true: something waits for a
 * client of the new one. */
bool research_lend(struct mcp_request *request, struct str id);
int research_end(struct mcp_request *request, struct str id, json_t **ret, struct error *e); /* what there is by now */
json_t *research_inputs(struct mcp_request *request, const struct run_view *view);           /* its questions, by key */
/* 1: answered; 0: what came answers nothing that is asked. */
int research_take_inputs(struct mcp_request *request, const struct run_view *view, const json_t *replies,
                         struct error *e);

/* --- sampling.c: the client's model --- */
bool sampling_offered(const struct mcp_request *request);
/* The caller of an operation: a research may use the model that the client lends. */
struct caller request_caller(const struct mcp_request *request, const struct operation *operation);
/* Wakes a run that sleeps over prompts that this client has not been asked; false: it is none. */
bool sampling_wake(struct mcp_request *request, struct str run);
size_t sampling_waiting(struct mcp_request *request, struct str run); /* prompts of the run; new era */
/* New era: hands in the answers among `replies` (which may be NULL); what waits, by key, NULL if nothing does. */
void sampling_take(struct mcp_request *request, struct str run, const json_t *replies);
json_t *sampling_inputs(struct mcp_request *request, struct str run);
/* Old era: sends the client what waits, and counts what it has; what it has not answered when its request ends goes back. */
void sampling_lend(struct mcp_request *request, struct str run);
size_t sampling_under_way(struct mcp_request *request);
void sampling_end(struct mcp_request *request);
/* The answer to such a question, which is off the list and freed. */
void sampling_answered(struct mcp_session *session, struct mcp_question *question, const json_t *message);
void question_free(struct mcp_question *question);

/* --- tasks.c --- */
bool task_wanted(const struct mcp_request *request);
int task_start(struct mcp_request *request, const struct tool *tool, json_t *arguments, json_t **ret);
json_t *task_now(struct mcp_request *request, struct str id); /* new era: all of the task; NULL: there is none */
mcp_method_fn method_task_get, method_task_update, method_task_cancel, method_task_list, method_task_result;

/* --- fixtures.c: what the conformance suite asks for, when mcp->fixtures --- */
void fixture_tools(json_t *tools);
void fixture_prompts(json_t *prompts);
void fixture_resources(json_t *resources);
void fixture_templates(json_t *templates);
/* 1: it was one of them (*ret is NULL where the client is asked first); 0: it was not; negative: it failed. */
int fixture_call(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e);
int fixture_prompt(struct mcp_request *request, json_t **ret, struct rpc_error *e);
bool fixture_resource(struct mcp_request *request, struct str uri, json_t **ret);

#endif
