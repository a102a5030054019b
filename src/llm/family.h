/* A wire family: how a request is said to a service and its answer is read.
 * One file per family; adding one: docs/internals/adding.md.
 *
 * A family fills an attempt through the attempt_…() functions, which bound
 * what a service can send, keep thinking out of the text and stream it. */
#ifndef FATHOM_LLM_FAMILY_H
#define FATHOM_LLM_FAMILY_H

#include <jansson.h>

#include "base/buf.h"
#include "llm/llm.h"
#include "llm/models.h"
#include "net/sse.h"

/* A provider known by name: a row of the table in providers.c. */
struct provider_row {
    const char *name;
    const struct llm_family *family;
    const struct llm_family *search_family; /* family used when the provider searches the web; NULL: the same one */
    const char *base_url;                   /* NULL: must be given */
    const char *key_variable, *key_variable2, *base_variable;
    bool needs_key;
    bool free; /* runs on the user's own machine: costs nothing */
    bool lent; /* a client's model: reached by llm/lender.h */
    double requests_per_minute, tokens_per_minute;
    int concurrent;
    unsigned quirks;       /* bits of enum provider_quirk */
    const char *abilities; /* of models the table does not know, comma separated */
};

enum provider_quirk {
    PROVIDER_COMPLETION_TOKENS = 1,   /* max_completion_tokens instead of max_tokens */
    PROVIDER_CACHE_KEY = 2,           /* prompt_cache_key */
    PROVIDER_DEVELOPER = 4,           /* "developer" instead of "system" for reasoning models */
    PROVIDER_OPENROUTER = 8,          /* its headers and plugins */
    PROVIDER_OPEN_INTERVAL = 16,      /* temperature and top_p strictly between 0 and 1 */
    PROVIDER_AUTO_TOOLS_ONLY = 32,    /* tool_choice may only be "auto" */
    PROVIDER_PRESETS = 64,            /* a model without a slash in its id is a preset (Perplexity) */
    PROVIDER_ZAI = 128,               /* its search tool and header */
    PROVIDER_NO_STREAM_OPTIONS = 256, /* tells the usage of a stream unasked, and refuses fields it does not know */
    PROVIDER_THINKING_SWITCH = 512,   /* thinks unless told not to (DeepSeek) */
};

struct llm_provider {
    struct str name, base_url, key; /* base_url without a slash at its end */
    struct str referer;
    const struct provider_row *row; /* never NULL: the user's own words get the row "compatible" */
    const struct llm_family *family;
    struct limiter *limiter;
    int64_t timeout_ms, stall_ms;
    const char *key_variable; /* "OPENAI_API_KEY", for messages; NULL: none */
    bool configured;          /* given in the settings */
    bool key_missing;         /* the settings take the key from a variable that is not set */
    bool usable;              /* has the key and the address it needs */
};

enum llm_left_out {
    LLM_NO_TEMPERATURE = 1,
    LLM_NO_MAX_TOKENS = 2,
    LLM_NO_SCHEMA = 4,
    LLM_NO_STREAM_OPTIONS = 8,
    LLM_OTHER_MAX_TOKENS = 16, /* the other spelling: max_completion_tokens for max_tokens and back */
    LLM_NO_JSON = 32,          /* no JSON mode either */
    LLM_NO_TOOL_CHOICE = 64,
    LLM_NO_REASONING = 128, /* no reasoning effort, no switch for thinking */
    LLM_NO_CACHE_KEY = 256,
    LLM_NO_TOOLS = 512, /* tools are told in words (llm/tool_words.h) */
};

/* One attempt at one model, in an arena of its own. */
struct llm_attempt {
    const struct llm_provider *provider;
    const struct model *model;
    const struct llm_request *request;
    struct arena *arena;
    const struct sink *stream; /* NULL: nobody reads along */
    int64_t max_tokens;        /* to send; 0: the model's own limit */
    struct sse sse;
    struct llm_answer answer;   /* filled by decode or as the stream goes */
    struct buf text, reasoning; /* what answer.text and .reasoning are made of */
    struct usage usage;
    bool usage_reported;
    bool usage_odd; /* it held counts that cannot be: it is estimated instead */
    int64_t cache_write_tokens;
    int64_t cost_reported_nano; /* what the service itself says; -1 if it does not */
    bool finished;              /* a finish reason came */
    bool ended;                 /* the stream's end marker came */
    struct str partial;         /* text of earlier answers that were cut at the length limit */
    const json_t *turn;         /* output of a paused turn to send back as it is, or NULL */
    json_t *paused;             /* the service paused: what to send back; freed with the attempt */
    unsigned left_out;          /* fields the model refused: bits of enum llm_left_out */
    struct str remote_id;       /* a background job at the service */
    bool working;               /* it is not done yet: poll again */
    void *state;                /* the family's own, for streams */
    struct buf *line;           /* of stream.c alone */
    size_t tool_calls_capacity, citations_capacity;

    /* Of attempt_text() alone. */
    int thinking;
    size_t sought; /* where the search for </think> goes on */
    size_t sent;   /* bytes of `text` the sink has */
    bool stripped; /* text was taken off the front */
};

struct llm_family {
    const char *name; /* "openai-chat" */
    /* Makes the HTTP request: method, url, headers, body; strings in the attempt's arena. */
    int (*build)(struct llm_attempt *attempt, struct net_request *ret, struct error *e);
    /* One JSON object that came: the whole answer of a request that is not streamed, or an event of a stream. Not called
     * once `ended` is set. */
    int (*read)(struct llm_attempt *attempt, const json_t *top, bool whole, struct error *e);
    bool lines; /* a stream is one JSON object per line, not SSE */
    bool done;  /* an event "[DONE]" ends a stream */
    /* No more comes: completes the answer. */
    int (*close)(struct llm_attempt *attempt, struct error *e);
    /* Optional: asks how the background job attempt->remote_id is getting on. */
    int (*poll)(struct llm_attempt *attempt, struct net_request *ret, struct error *e);
    /* Optional: stops the background job attempt->remote_id. */
    int (*cancel)(struct llm_attempt *attempt, struct net_request *ret, struct error *e);
};

/* A whole 2xx body that was not streamed (stream.c). */
int family_decode(const struct llm_family *family, struct llm_attempt *attempt, struct str body, struct error *e);
/* Bytes of a stream; with empty data at its end. */
int family_feed(const struct llm_family *family, struct llm_attempt *attempt, struct str data, struct error *e);

extern const struct llm_family family_openai_chat, family_openai_responses, family_anthropic, family_gemini,
    family_ollama, family_sampling;

/* --- the attempt, as families fill it (attempt.c) --- */
enum { ATTEMPT_TEXT_MAX = 8 << 20, ATTEMPT_TOOL_CALLS_MAX = 128, ATTEMPT_CITATIONS_MAX = 1000 };

struct llm_attempt *attempt_new(struct arena *arena); /* frees its buffers with the arena */
/* Text of the answer: appended, streamed. A leading <think>…</think> goes to the reasoning. */
void attempt_text(struct llm_attempt *attempt, struct str text);
void attempt_reasoning(struct llm_attempt *attempt, struct str text);
/* The tool call of that place, made when it is new; NULL beyond the maximum. */
struct llm_tool_call *attempt_tool_call(struct llm_attempt *attempt, size_t at);
struct str attempt_arguments(struct buf *buf); /* of a tool call that came in pieces, once it is whole */
/* What this model wants back with a call: `value` (consumed) as attempt_carried() gives it back to the same model, and to no
 * other. */
struct str attempt_carry(const struct llm_attempt *attempt, json_t *value);
json_t *attempt_carried(const struct llm_attempt *attempt, const struct llm_tool_call *call); /* owned; NULL: none */
/* Adds a citation; the same URL, place and text only once. */
void attempt_cite(struct llm_attempt *attempt, struct llm_citation citation);
/* No more text comes: releases what was held back, sets answer.text and .reasoning.
 * -ERROR_LIMIT if the service sent more than the maximum. */
int attempt_close(struct llm_attempt *attempt, struct error *e);
/* The same, where the finish reason of the service does not say that tools are called. */
int attempt_close_with_calls(struct llm_attempt *attempt, struct error *e);
/* The service paused: adds what must be sent back so that it goes on; consumes `turn`. */
void attempt_pause(struct llm_attempt *attempt, json_t *turn);
/* A count of the usage; one that is negative or beyond all measure is 0 and marks the usage as odd. */
/* The tokens read and written, by the names that a family has for them. */
void attempt_tokens(struct llm_attempt *attempt, const json_t *usage, const char *input, const char *output);
int64_t attempt_count(struct llm_attempt *attempt, const json_t *usage, const char *name, int64_t otherwise);
/* What the attempt used and cost: as the service told it, else by our estimate, of which `input` is that of the prompt. */
void attempt_usage(const struct llm_attempt *attempt, int64_t input, struct usage *ret);
/* Byte offset of a code point of `text`; its length when it is beyond. */
size_t attempt_byte_of(struct str text, int64_t code_point);
/* A buffer that is freed with the attempt's arena. */
struct buf *attempt_buf(struct llm_attempt *attempt, size_t max);

/* How a partial answer and its continuation join: bytes at the start of
 * `next` that repeat the end of `partial`. */
size_t attempt_overlap(struct str partial, struct str next);
extern const char attempt_go_on[]; /* what we say to have an answer continued */

/* --- requests (attempt.c) --- */
struct headers {
    struct str items[12];
    size_t n;
};
void headers_add(struct headers *headers, struct arena *arena, const char *name, struct str value);
/* "Authorization: Bearer KEY", where there is a key. */
void headers_add_key(struct headers *headers, struct arena *arena, struct str key);
/* POST of a JSON body to base_url + path; consumes `body`. */
int attempt_post(struct llm_attempt *attempt, const char *path, struct headers *headers, json_t *body,
                 struct net_request *ret, struct error *e);
/* How long the answer may be, where that is limited and the model takes the limit. */
void attempt_set_max_tokens(const struct llm_attempt *attempt, json_t *body, const char *name);
/* A number that may be unknown (NAN): then it is left out. */
void attempt_set_number(json_t *body, const char *name, double value);
/* The words that end an answer, the first `most` of them, as a list; nothing when there are none. */
void attempt_set_stop(const struct llm_attempt *attempt, json_t *body, const char *name, size_t most);
/* What is sent, in order: the messages of the request and what `flags` name. */
enum {
    MESSAGES_SYSTEM = 1,  /* system messages, too */
    MESSAGES_SCHEMA = 2,  /* what the schema says, in words of the user */
    MESSAGES_JOINED = 4,  /* these stand in the last message where that is the user's, not behind it */
    MESSAGES_PARTIAL = 8, /* an answer that was cut, and the wish to have it continued */
};
const struct llm_message *attempt_messages(struct llm_attempt *attempt, unsigned flags, size_t *ret_n);
/* Sets body.tools, if there are any; consumes `tools`. What the choice among them is to say; empty: nothing. */
struct str attempt_set_tools(const struct llm_attempt *attempt, json_t *body, json_t *tools);
/* All system messages as one text. */
struct str attempt_system_text(const struct llm_attempt *attempt);
/* Appends `part` to the list `member` of the last message if that has the same role, else of a new one. */
void messages_add_part(json_t *messages, const char *role, const char *member, json_t *part);
/* What a model without a schema mode is told about the form of its answer. */
struct str attempt_schema_text(struct llm_attempt *attempt);
struct str attempt_schema_name(struct llm_attempt *attempt); /* our role, as far as names allow */
json_t *attempt_schema(struct llm_attempt *attempt);         /* parsed; NULL when there is none or it is broken */
json_t *attempt_json(struct str text);                       /* parsed; an empty object when it is broken */

/* --- failures (failure.c) --- */
struct service_error {
    int status; /* of HTTP, or the code inside a 200 */
    struct str code, type, message, param;
    int64_t retry_after_ms;  /* -1: not given */
    struct str should_retry; /* header x-should-retry */
};
/* Out of a body in any of the shapes services use; strings in `arena`. */
void service_error_read(struct arena *arena, struct str body, int status, struct service_error *ret);
void service_error_headers(const struct net_response *response, struct service_error *ret);
/* Out of an "error" member; also its numeric code as status. */
void service_error_member(struct arena *arena, const json_t *error, int status, struct service_error *ret);
/* What it means for us: sets *e, returns its negative code. */
int service_error_classify(const struct llm_attempt *attempt, const struct service_error *error, struct error *e);
/* An "error" member inside of a 200. */
int attempt_error_inside(const struct llm_attempt *attempt, const json_t *error, struct error *e);
/* 400s that name a field: sets left_out and returns true when leaving it out is worth another try. */
bool service_error_leave_out(struct llm_attempt *attempt, const struct service_error *error);
/* An answer that is not 2xx: what it means. Sets code, retry, message; or attempt->left_out and returns 0 to have the
 * request built again without a field. */
int attempt_failure(struct llm_attempt *attempt, const struct net_response *response, struct error *e);
/* An answer that is not what the protocol says: retryable ERROR_UPSTREAM. */
int attempt_garbage(const struct llm_attempt *attempt, struct error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* An answer by the protocol in which the model says nothing: ERROR_REFUSED that is worth another try. */
int attempt_silent(const struct llm_attempt *attempt, struct error *e);
/* A JSON object out of an answer's body or event, owned by the caller; else garbage. */
int attempt_object(const struct llm_attempt *attempt, struct str text, json_t **ret, struct error *e);
/* Finished by a refusal or a safety block: ERROR_REFUSED. */
int attempt_refused(const struct llm_attempt *attempt, struct str why, struct error *e);

#endif
