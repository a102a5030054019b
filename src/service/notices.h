/* The webhook of a run: its settings name an address, which is told when the run has ended or waits for a person.
 *
 * A few threads of their own send, so that a slow receiver holds up no run. A notice is sent at least once: what a process
 * that ended could not send is sent by the next one that serves (notices_take_up). Every try has the same webhook-id.
 *
 * Threads: any. */
#ifndef FATHOM_SERVICE_NOTICES_H
#define FATHOM_SERVICE_NOTICES_H

#include "base/error.h"
#include "base/str.h"

struct service;
struct notices;

struct notices *notices_new(struct service *service);
/* The run has come to rest. */
void notices_push(struct notices *notices, struct str run);
/* Looks for runs of the last day whose notice was not sent. */
int notices_take_up(struct service *service, struct error *e);
/* Sends what is queued, then ends. Before the network stops. NULL is fine. */
void notices_free(struct notices *notices);

#endif
