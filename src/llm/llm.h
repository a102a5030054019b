/* Models: one interface over every wire family.
 *
 * A request names a tier or a list of models; the call tries them in order
 * (retries, limits and breakers below), and the answer says who gave it. The
 * table of models is data (llm/models.h); a family is one file that turns a
 * request into HTTP and HTTP into an answer (llm/family.h).
 *
 * `struct llm` is built once from the settings and serves any thread.
 *
 * The call's sink gets the text as it is written. Data of length zero means
 * "start again": what came before is void, because the attempt that wrote it
 * failed and another one begins. */
#ifndef FATHOM_LLM_LLM_H
#define FATHOM_LLM_LLM_H

#include <jansson.h>

#include "base/field.h"
#include "net/call.h"

struct llm;
struct lender;

enum tier { TIER_SIMPLE, TIER_ANALYTICAL, TIER_COMPLEX, TIER_BULK, TIER_N };
extern const char *const tier_words[];

enum llm_role { LLM_SYSTEM, LLM_USER, LLM_ASSISTANT, LLM_TOOL };
extern const char *const llm_role_words[];

struct llm_tool_call {
    struct str id, name;
    struct str arguments; /* JSON text as the model wrote it */
    struct str carry;     /* what the service wants back with it (signed thoughts), for its own family; usually empty */
};

struct llm_message {
    int role; /* enum llm_role */
    struct str text;
    struct llm_tool_call *tool_calls; /* assistant */
    size_t tool_calls_n;
    struct str tool_call_id, tool_name; /* tool */
};

struct llm_tool {
    struct str name, description;
    struct str parameters; /* JSON schema text */
};

struct llm_request {
    struct str role; /* which role of ours asks: "decide", "synthesize" … */
    int tier;        /* enum tier */
    struct llm_message *messages;
    size_t messages_n;
    struct llm_tool *tools;
    size_t tools_n;
    struct str tool_choice; /* "", "auto", "none", "required" or a tool's name */
    struct str schema;      /* JSON schema text of the answer, or empty */
    double temperature, top_p, frequency_penalty, presence_penalty; /* NAN: not sent */
    int64_t max_tokens;                                             /* 0: the model's own limit */
    struct str_list stop;
    bool web_search; /* let the provider search, where it can */
    bool stream;     /* a reader waits: text goes to the call's sink */
    /* Not part of the canonical form: who may answer, and how. */
    const struct str_list *models; /* "provider/model", in order; NULL: the tier's list */
    struct retry_policy *retry;    /* NULL: the default */
    int64_t each_ms;               /* longest time with one of them, waiting for our turn not counted; 0: the call's */
    int64_t least_tokens; /* of an answer that is of use, where the budget does not allow max_tokens; 0: a guess */
    bool once;            /* an answer that its length limit cut is not continued: nothing pays for that */
};

/* What the provider's own search found. start and end are bytes of the answer's
 * text that rest on it, both -1 where the provider does not say; `text` is
 * the passage it quotes or its snippet. */
struct llm_citation {
    struct str url, title, text;
    int64_t start, end;
};

/* Of a request that leaves the sampling to the service. */
#define LLM_USUAL_SAMPLING .temperature = NAN, .top_p = NAN, .frequency_penalty = NAN, .presence_penalty = NAN

enum llm_finish { LLM_STOP, LLM_LENGTH, LLM_TOOL_CALLS, LLM_FILTER, LLM_REFUSAL, LLM_OTHER };
extern const char *const llm_finish_words[];

struct llm_answer {
    struct str text;
    struct str reasoning; /* where the provider shows it */
    struct llm_tool_call *tool_calls;
    size_t tool_calls_n;
    struct llm_citation *citations;
    size_t citations_n;
    int finish;        /* enum llm_finish; truncation was mended before */
    struct str model;  /* as the service named it */
    struct str notice; /* "o3-deep-research was shut down; gpt-5.2 answered", or empty */
};

/* The journal's view: canonical JSON (role, tier, messages, tools, schema,
 * parameters), how to do it, and an estimate. `request` must outlive the call. */
void llm_request(const struct llm *llm, struct arena *arena, const struct llm_request *request, struct request *ret);
/* The answer out of an outcome's body. */
int llm_answer_parse(struct arena *arena, struct str body, struct llm_answer *ret, struct error *e);
/* The same backwards, for an answer that came in another way. */
struct str llm_answer_text(struct arena *arena, const struct llm_answer *answer);

/* Stops a job in the background, as call.remote_id names it, at its service; false: that cannot be done there. */
bool llm_cancel_request(const struct llm *llm, struct arena *arena, struct str job, struct request *ret);

/* --- settings --- */
struct llm_provider_settings {
    struct str name;          /* "openai", "openrouter", or the user's own word */
    struct str family;        /* "openai-chat" …; empty: known for a known name */
    struct str base_url, key; /* empty: default / none */
    struct str missing_key;   /* the variable that should have held the key and is not set; empty: none */
    double requests_per_minute, tokens_per_minute;
    int64_t concurrent;
    int64_t timeout_ms, stall_ms; /* 0: defaults */
    struct str referer;           /* OpenRouter: the address its statistics name; empty: not sent */
};

struct llm_settings {
    const struct llm_provider_settings *providers; /* those with a key or address */
    size_t providers_n;
    struct str_list tiers[TIER_N]; /* empty: `models` */
    struct str_list models;        /* for tiers that name none; empty: chosen from the keys at hand */
    struct str prefer;             /* provider that comes first where tiers are chosen; empty: the table's order */
    const json_t *more_models;     /* a table over the embedded one; NULL: none */
    int64_t timeout_ms;            /* per call, all attempts; 0: 360 s */
    int retries;                   /* 0: 3 */
    struct lender *lender;         /* llm/lender.h; NULL: none */
};

/* Unknown provider, bad table: an error that names it. Lives in `arena`. */
int llm_new(struct arena *arena, const struct llm_settings *settings, struct llm **ret, struct error *e);
bool llm_available(const struct llm *llm); /* is any model configured? */
/* "provider/model" or a bare known name -> known? Warnings (unknown to the table,
 * retired with successor) go to *ret_notice. Unknown provider or missing key: an error that names the variable. */
int llm_check_model(const struct llm *llm, struct arena *arena, struct str model, struct str *ret_notice,
                    struct error *e);
const struct str_list *llm_tier_models(const struct llm *llm, enum tier tier);

/* The providers known by name: what the settings read, what `providers` and `doctor` show. */
struct llm_provider_info {
    const char *name, *family;
    const char *key_variable;  /* NULL: it has none */
    const char *key_variable2; /* read when the first is not set; NULL: none */
    const char *base_variable; /* "OPENAI_BASE_URL" */
    const char *default_base_url;
    bool needs_key;      /* false: a server of one's own */
    bool configured;     /* given in the settings of `llm` */
    struct str base_url; /* the one in use */
};
size_t llm_provider_count(void);
bool llm_provider_known(struct str name); /* not a name of the user's own */
void llm_provider_info(const struct llm *llm, size_t at, struct llm_provider_info *ret); /* llm may be NULL */

#endif
