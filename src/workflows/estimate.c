#include "workflows/estimate.h"

#include "text/tokens.h"

/* Ten claims to a call, each with its passage: a long report takes ten calls, its doubtful claims as many again. */
enum { VERIFY_CALLS = 20, VERIFY_IN = 4000, VERIFY_OUT = 600 };

struct range exactly(int64_t n) { return (struct range){ n, n }; }

int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

enum depth estimate_depth(const struct run_settings *settings)
{
    return settings->depth == DEPTH_AUTO ? DEPTH_MEDIUM : (enum depth) settings->depth;
}

int64_t estimate_question(const struct run_settings *settings)
{
    return (int64_t) (tokens_estimate(settings->query) + tokens_estimate(settings->system_prompt) +
                      tokens_estimate(settings->history));
}

void estimate_add(struct range *range, int64_t least, int64_t most)
{
    range->least += least;
    range->most += most;
}

void estimate_calls(struct estimate *estimate, struct range calls, struct range in, struct range out)
{
    estimate_add(&estimate->calls, calls.least, calls.most);
    estimate_add(&estimate->input_tokens, calls.least * in.least, calls.most * in.most);
    estimate_add(&estimate->output_tokens, calls.least * out.least, calls.most * out.most);
}

struct range estimate_writing(const struct writing_style *style)
{
    return (struct range){ style->words_least * 4 / 3, style->max_tokens };
}

/* The verifier is asked about every cited claim; those it judged before are remembered. */
void estimate_evidence(const struct run_settings *settings, struct estimate *estimate)
{
    if (settings->verify == VERIFY_FULL && !str_is(settings->citations, "classical"))
        estimate_calls(estimate, (struct range){ 0, VERIFY_CALLS }, exactly(VERIFY_IN), exactly(VERIFY_OUT));
}
