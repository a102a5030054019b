/* summarize: long texts become short ones, each within its tokens.
 *
 * The models of the setting summarization_provider and behind it those of
 * summarization_providers are asked in this order, each for at most
 * summarization_timeout; with none set, those of the bulk tier. A text that is
 * too long for one call is summarised in parts. What was summarised before is
 * taken from the cache (summarization_cache_enabled). Without a model, after a
 * failure of all of them, or for texts beyond many calls, sentences are chosen
 * by code. What a model writes too long is cut behind a sentence. */
#ifndef FATHOM_ROLES_SUMMARIZE_H
#define FATHOM_ROLES_SUMMARIZE_H

#include "extractive/summary.h"
#include "roles/role.h"

struct summarize_input {
    struct str question;
    const struct summarize_item *items;
    size_t n;
};
/* All of them at once, at paths below `path`; ret[i] in the branch's arena.
 * Negative only for what stops the run. */
int role_summarize(struct branch *branch, struct path path, const struct summarize_input *input, struct summary ret[],
                   struct error *e);

#endif
