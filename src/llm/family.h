/* A wire family: how a request is said to a service and its answer is read.
 * One file per family; adding one: docs/internals/adding.md. */
#ifndef FATHOM_LLM_FAMILY_H
#define FATHOM_LLM_FAMILY_H

#include "llm/llm.h"
#include "llm/models.h"
#include "net/sse.h"

struct llm_provider {
    struct str name, base_url, key;
    const struct llm_family *family;
    struct limiter *limiter;
    int64_t timeout_ms, stall_ms;
    const char *key_variable;       /* "OPENAI_API_KEY", for messages */
};

/* One attempt at one model, in an arena of its own. */
struct llm_attempt {
    const struct llm_provider *provider;
    const struct model *model;
    const struct llm_request *request;
    struct arena *arena;
    const struct sink *stream;
    struct sse sse;
    struct llm_answer answer;       /* filled by decode or as the stream goes */
    struct usage usage;
    bool usage_reported;
    int64_t cache_write_tokens;
    int64_t cost_reported_nano;     /* what the service itself says; -1 if it does not */
    bool ended;                     /* the stream's end marker came */
    struct str partial;             /* text of earlier answers that were cut at the length limit */
    unsigned left_out;              /* fields the model refused: bits of enum llm_left_out */
    void *state;                    /* the family's own, for streams */
};

enum llm_left_out { LLM_NO_TEMPERATURE = 1, LLM_NO_MAX_TOKENS = 2, LLM_NO_SCHEMA = 4, LLM_NO_STREAM_OPTIONS = 8 };

struct llm_family {
    const char *name;               /* "openai-chat" */
    /* Makes the HTTP request: method, url, headers, body; strings in the attempt's arena. */
    int (*build)(struct llm_attempt *attempt, struct net_request *ret, struct error *e);
    /* A whole 2xx body that was not streamed. */
    int (*decode)(struct llm_attempt *attempt, struct str body, struct error *e);
    /* Bytes of a stream; called with empty data at its end. */
    int (*feed)(struct llm_attempt *attempt, struct str data, struct error *e);
    /* An answer that is not 2xx: what it means. Sets code, retry, message; may set
     * attempt->left_out and return 0 to have the request built again without a field. */
    int (*failure)(struct llm_attempt *attempt, const struct net_response *response, struct error *e);
};

extern const struct llm_family family_openai_chat;

#endif
