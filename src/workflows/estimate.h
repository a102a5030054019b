/* What a research would take, told before it starts: ranges from the depth table of its workflow.
 *
 * The least is a research that goes quickly, the most one that uses every round. Each workflow fills it from its own
 * tables (run/run.h: struct workflow); nothing is called. */
#ifndef FATHOM_WORKFLOWS_ESTIMATE_H
#define FATHOM_WORKFLOWS_ESTIMATE_H

#include "run/run.h"
#include "workflows/writing.h"

struct range {
    int64_t least, most;
};

struct estimate {
    struct arena *arena; /* of the notes */
    struct range sub_queries, searches, pages, calls, input_tokens, output_tokens;
    struct str_list notes; /* what to know about these numbers */
};

/* Tokens that the roles several workflows share send and get, beside the question itself. Measured on the built-in
 * prompts. */
enum {
    ESTIMATE_QUERIES_IN = 250,
    ESTIMATE_QUERIES_OUT = 80,
    ESTIMATE_WRITE_IN = 600,
    ESTIMATE_SOURCE_LEAST = 80, /* of a source as the writer sees it */
    ESTIMATE_SOURCE_MOST = 900,
};

struct range exactly(int64_t n);
int64_t smaller(int64_t a, int64_t b);
/* The depth it is estimated for: auto counts as medium. */
enum depth estimate_depth(const struct run_settings *settings);
/* Tokens of what every role is told: the question, the conversation, the user's own prompt. */
int64_t estimate_question(const struct run_settings *settings);
void estimate_add(struct range *range, int64_t least, int64_t most);
/* Adds calls of a role, each with the given numbers of tokens to read and to write. */
void estimate_calls(struct estimate *estimate, struct range calls, struct range in, struct range out);
/* What a writer of this style writes. */
struct range estimate_writing(const struct writing_style *style);
/* The calls that check claims. */
void estimate_evidence(const struct run_settings *settings, struct estimate *estimate);

#endif
