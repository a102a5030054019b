/* What was asked, how often and when: the counts and the log of the control paths. */
#ifndef TESTD_LEDGER_H
#define TESTD_LEDGER_H

#include "script.h"

/* Where a request is written down; good until the next ledger_reset(). */
struct ledger_ticket {
    size_t row;
    unsigned generation;
};

void ledger_reset(void);
/* Writes it down and sets its attempt and nth. */
struct ledger_ticket ledger_ask(struct asked *asked, int64_t arrived_us);
/* How it is answered, known before the first byte goes. */
void ledger_reply(struct ledger_ticket ticket, int status, const char *fault);
/* The last byte went out, or the connection ended. */
void ledger_end(struct ledger_ticket ticket, int64_t ended_us, size_t bytes, bool whole);

/* {"services":{"openai":{"asked","answered","keys","inFlight","mostInFlight","roles":{…}}},"keys":[…]} */
json_t *ledger_counts(void);
/* One JSON object per line, in the order of arrival. */
void ledger_log(struct buf *out);

#endif
