/* The value of a prompt that has the name of its field in `input`. */
#define INPUT(field)                                                                                                   \
    {                                                                                                                  \
#field, input->field                                                                                           \
    }

/* Roles: typed jobs for a model.
 *
 * Three forms side by side in one file: what the model is asked (a prompt in
 * prompts/), how its answer becomes a struct (a field table), and what is done
 * without a model. This header is what they share. */
#ifndef FATHOM_ROLES_ROLE_H
#define FATHOM_ROLES_ROLE_H

#include "run/effect.h"
#include "text/template.h"

struct role {
    const char *name; /* also the prompt's: prompts/NAME.md */
    enum tier tier;
    const struct field *answer; /* NULL: free text */
    double temperature;
    int64_t max_tokens;
    bool isolated;                 /* sees nothing but its prompt: not the run's own system prompt either */
    const struct str_list *models; /* who answers, in order; NULL: the tier's */
    int64_t each_ms;               /* longest time with one of them; 0: the call's */
    int64_t least_tokens;          /* of an answer that is of use where the budget is short; 0: a guess by max_tokens */
    bool once;                     /* a text that is cut at max_tokens is not continued */
    unsigned unfit;                /* of a free text: what it must not be, UNFIT_ bits of roles/unfit.h */
    bool alone;                    /* a free text that the chosen model writes, and no other of its tier */
};

/* The two messages of a role's prompt file, filled in: what stands before the line "---" is the system text, the rest
 * the question. Untrusted text only ever goes into the second. Texts are in `arena`. */
int role_fill(const struct prompts *prompts, struct arena *arena, const struct role *role,
              const struct template_value *values, struct llm_message ret[2], struct error *e);
/* What is recent, past or to come depends on it: the last line of every system prompt. */
void role_add_date(struct arena *arena, int64_t wall_ms, struct llm_message *system);
/* What is asked of a model in this role, but for the messages. `models` answer unless the role names its own. */
void role_request(struct arena *arena, const struct role *role, const struct str_list *models, struct llm_request *ret);

/* No model is to be used in this run: none is configured, or it was asked for. */
bool role_extractive(const struct branch *branch);

/* Asks the model and decodes its answer into `ret` (zeroed first). Unreadable
 * answers are repaired, then asked for once more with the error, then
 * -ERROR_PARSE: the caller falls back. So does one whose models refused or said
 * nothing: *e has ERROR_REFUSED then. Other negative codes: all models failed (*e says why), or the run is
 * stopped. `values` ends with a NULL name. */
int role_ask(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
             void *ret, struct error *e);

/* What became of an answer for which role_ask returned -ERROR_PARSE, behind its name in a sentence: "could not be read",
 * "is missing (openai/test refused to answer)". */
const char *role_unused(struct branch *branch, const struct error *why);

/* A question to a role, and what became of it. */
struct role_question {
    const struct template_value *values; /* end with a NULL name */
    void *ret;                           /* where the answer goes */
    int result;                          /* what role_ask would return */
    struct error error;                  /* why it failed */
};
struct role_questions {
    const struct role *role;
    struct role_question *items;
    size_t n;
    int options; /* of effects */
    bool alone;  /* one question, at path/ask itself */
};
/* At path/ask/0 … (and path/again/… for those whose answer could not be read). Negative only for what stops the run. */
int role_ask_all(struct branch *branch, struct path path, const struct role_questions *questions, struct error *e);

/* The same for free text, streamed to who watches; not cut short by finish. A text that is none of what was asked for
 * (role.unfit) is asked for once more at path/again, then of the other models at path/other; -ERROR_PARSE, with the reason
 * in *e, when all of that brings no other: *ret is the first such text then, and the caller falls back. The same when every
 * model refused, said nothing, or its service rejected the prompt: *ret is empty then. */
int role_write(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
               struct llm_answer *ret, struct error *e);

/* For conversations with tools: the role's two first messages (in `arena`) with the run's own language and context behind
 * the system text, and one turn. Every prompt of a run may name, beside its role's values: history (the conversation so
 * far), asked (its questions alone), manner (how the report is written, roles/manner.h), boundary. The answer lives in the branch's arena. */
int role_messages(struct branch *branch, struct arena *arena, const struct role *role,
                  const struct template_value *values, struct llm_message ret[2], struct error *e);
struct role_talk {
    struct llm_message *messages;
    size_t n;
    struct llm_tool *tools; /* NULL: none */
    size_t tools_n;
    struct str tool_choice; /* "auto", "none"; empty: the service's own */
};
/* A model that refused or said nothing: an answer without text and calls. */
int role_turn(struct branch *branch, struct path path, const struct role *role, const struct role_talk *talk,
              struct llm_answer *ret, struct error *e);

/* Passages as a prompt shows them, one per line; of a prompt that is too long the last ones go. */
struct str role_passages(struct arena *arena, const struct str *spans, size_t n, int percent);
/* "the language \"de\"", or "the language of the question" when the run has none of its own. */
struct str role_language(const struct branch *branch, struct arena *arena, const char *otherwise);

/* A prompt may be too long for whoever answers in the end. Calls ask(context, path/0,
 * 100, e); as long as that is -ERROR_CONTEXT, path/1 with less of the content, and so on, until it fits: as much as the
 * service's own figures leave room for beside what cannot be shortened, or without figures 90, 80, 70 percent and then half
 * each time. After eight
 * attempts the error says what to change. */
typedef int role_shrink_fn(void *context, struct path path, int percent, struct error *e);
int role_shrink(struct branch *branch, struct path path, role_shrink_fn *ask, void *context, struct error *e);

/* The models a tier has in this run, in order. */
const struct str_list *role_models(const struct branch *branch, enum tier tier);
/* The smallest context window among models: the user's figure, else the table's; 32,768 tokens for one nobody knows. */
int64_t role_window(const struct branch *branch, const struct str_list *models);

#endif
