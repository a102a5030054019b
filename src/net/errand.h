/* An errand: what a call asks of somebody in this process instead of a service: a client that lends its model, a thread that
 * talks to a program. The answer comes on another thread and reaches the call as a NET_TIMER event of the errand's slot.
 *
 * The call and whoever does it hold the errand together; who does it asks now and then whether it is still wanted.
 *
 * Threads: any, but for call_errand() and errand_result(), which belong to the thread of the call. */
#ifndef FATHOM_NET_ERRAND_H
#define FATHOM_NET_ERRAND_H

#include "net/call.h"

struct errand;

/* For call types: an errand of this call at `slot`, with a hold for the caller to hand on (errand_drop). The call's own ends
 * with errand_result() or with the call. */
struct errand *call_errand(struct call *call, int slot);
/* 1: it is not done yet; 0 and *ret (in the call's arena), or negative and *e: it was answered or failed, and the slot is free. */
int errand_result(struct call *call, int slot, struct str *ret, struct error *e);
void call_errand_forget(struct call *call, int slot); /* its answer is not wanted any more; no errand is fine */

void call_errands_end(struct call *call); /* of call.c: those of all slots */

/* For who does it. The first answer or failure counts. */
bool errand_wanted(struct errand *errand);
void errand_answer(struct errand *errand, struct str body); /* is copied */
void errand_fail(struct errand *errand, const struct error *e);
void errand_drop(struct errand *errand); /* gives up the hold; NULL is fine */

#endif
