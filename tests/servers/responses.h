/* The responses wire, which OpenAI and Perplexity share: plain, streamed, and
 * in the background with polling. A service forwards the paths it has. */
#ifndef TESTD_RESPONSES_H
#define TESTD_RESPONSES_H

#include "service.h"

/* Is it POST …/responses (or /v1/agent), GET …/responses/ID, POST …/responses/ID/cancel? */
bool responses_path(const struct asked *asked);
void responses_read(struct asked *asked);
/* The key was checked; refusals are worded by the service's failure(). */
void responses_answer(const struct asked *asked, const struct reply *reply, struct said *ret);

#endif
