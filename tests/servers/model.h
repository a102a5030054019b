/* What a model says, whatever the wire: derived from the hash of what it was
 * asked, so that the same question gets the same words.
 *
 * It plays the roles of fathom: it recognises them by the name of the schema
 * that is asked for (or, without one, by the words of the prompt) and answers so
 * that a whole research runs: sub-queries, decisions, a report whose markers
 * name the numbered sources of the prompt. Any other schema gets an instance of
 * itself. An assistant's turn at the end of the prompt is continued. */
#ifndef TESTD_MODEL_H
#define TESTD_MODEL_H

#include "script.h"

struct model_tool {
    struct str name;
    json_t *parameters;
};

/* A wire family fills this from its own request. */
struct model_asked {
    struct arena *arena;
    struct str model;
    struct str schema_name; /* empty if none */
    json_t *schema;         /* NULL if none */
    struct str prompt;      /* system and user text before the first assistant turn */
    struct str begun;       /* the assistant's text so far, to be continued; empty if none */
    struct str rest;        /* user text and tool results after that turn */
    bool has_results;       /* of tools */
    struct model_tool *tools;
    size_t tools_n;
    bool must_call;         /* tool_choice required or named */
    struct str tool_choice; /* a tool's name, or empty */
    bool json;              /* any JSON will do */
    int64_t max_tokens;     /* 0: no limit */
    size_t prompt_bytes;    /* of everything, for usage */
};

struct model_call {
    struct str id, name, arguments;
};

struct model_said {
    struct str text, reasoning, refusal;
    struct model_call *calls;
    size_t calls_n;
    bool cut;        /* at the length limit */
    bool researched; /* it names its pages itself: the service adds no results of its own (researcher.h) */
    bool filtered;
    int64_t input, cached, output, reasoned; /* tokens */
};

/* Which of fathom's roles asks: "sub_queries", "decide", "synthesize", the name
 * of another schema ("schema" if it has none), or "tools". */
struct str model_role(const struct model_asked *asked);
/* Sets what a script's `window` is compared with. */
void model_measure(const struct model_asked *asked, struct asked *ret);
/* `reply` may override the text or twist the answer. */
void model_answer(const struct model_asked *asked, const struct reply *reply, struct model_said *ret);
/* An instance of a JSON schema, decided by a hash; never NULL. */
json_t *schema_instance(const json_t *schema, struct hash hash);
/* The question in a prompt: after "Question:" or the like, else its first line that asks. */
struct str prompt_question(struct str prompt);

#endif
