/* How the report is written, by the settings of the run: what kind of text, how long, for whom, in which tone. Whoever
 * writes for the reader is told; what a report without a model cannot do is said. */
#ifndef FATHOM_ROLES_MANNER_H
#define FATHOM_ROLES_MANNER_H

#include "run/run.h"

/* Lines for a prompt, "- …" each; empty when nobody asked for anything. */
struct str manner_lines(struct arena *arena, const struct run_settings *settings);
bool manner_is(const struct run_settings *settings, const char *kind);

/* The most words of a text that would have between `least` and `most` if there were enough to say, when `tokens` is the
 * size of what it is written from. */
int manner_words(const struct run_settings *settings, int least, int most, int64_t tokens);
/* The most tokens the writer may use, where `tokens` is enough for a normal report. */
int64_t manner_tokens(const struct run_settings *settings, int64_t tokens);

/* Says which of these settings have no effect without a model. `compared`: there is a comparison. */
void manner_warn(struct branch *branch, bool compared);

#endif
