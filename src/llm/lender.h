/* Models that clients lend: prompts of runs wait here until a door's client has answered them.
 *
 * A call of the provider "mcp" leaves its prompt (in the form that family_sampling.c writes, the params of
 * sampling/createMessage) and waits. A door looks what waits for a run, has its client answer, and hands the answer in. Which
 * client that is does not matter: one that comes later may answer what another one left.
 *
 * A run that sleeps meanwhile leaves no call behind; an answer that comes then is kept for it until it asks again under the
 * same key.
 *
 * Threads: any. */
#ifndef FATHOM_LLM_LENDER_H
#define FATHOM_LLM_LENDER_H

#include "net/errand.h"

struct lender;

#define LENT_MODEL "mcp/client"

/* `changed` is told whose prompts changed; it only notes that and wakes somebody. */
struct lender *lender_new(void (*changed)(void *context, struct str run), void *context);
void lender_free(struct lender *lender); /* no call may wait any more; NULL is fine */
/* A door that has clients was opened: only then can the provider be used. */
void lender_open(struct lender *lender);
bool lender_is_open(struct lender *lender); /* NULL: no */

/* --- for the call --- */
enum { LENT_KEY_SIZE = 33 };
/* Leaves a prompt under `key`, which is made if it is empty; takes over the hold on the errand. */
void lender_ask(struct lender *lender, struct str run, struct str prompt, char key[LENT_KEY_SIZE],
                struct errand *errand);

/* --- for the door, which has made sure that its client may see the run --- */
struct lent {
    struct str key, prompt;
};
/* What waits for a run, oldest first, at most `most`, in `arena`. */
size_t lender_waiting(struct lender *lender, struct str run, size_t most, struct arena *arena, struct lent **ret);
/* The same, but only what no client has been asked yet; it is marked as asked until it is answered or put back. */
size_t lender_take(struct lender *lender, struct str run, size_t most, struct arena *arena, struct lent **ret);
void lender_put_back(struct lender *lender, struct str run, struct str key);
/* Prompts whose call has left without an answer: a run that sleeps asks again when it wakes. One that has ended does not. */
size_t lender_left(struct lender *lender, struct str run);
/* The result of the client (JSON text), or why there is none. False: nothing of that name waits for the run. */
bool lender_answer(struct lender *lender, struct str run, struct str key, struct str result);
bool lender_refuse(struct lender *lender, struct str run, struct str key, struct str why);

#endif
