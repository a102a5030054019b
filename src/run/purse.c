#include "run/purse.h"

struct purse purse_of(const struct batch *batch)
{
    const struct branch *b = batch->branch;
    bool essential = batch->options & EFFECT_ESSENTIAL;
    struct purse purse = { INT64_MAX, INT64_MAX };

    if (b->limit_nano)
        purse.nano = b->limit_nano - (essential ? 0 : b->kept_nano) - b->usage.cost_nano - b->lost_nano;
    if (b->limit_tokens)
        purse.tokens = b->limit_tokens - (essential ? 0 : b->kept_tokens) - b->usage.input_tokens -
                       b->usage.output_tokens - b->lost_tokens;
    return purse;
}

/* What a call needs to be worth starting, where a prompt may be longer than its estimate. */
static struct purse need_of(const struct branch *branch, const struct request *request)
{
    bool own = request->least_tokens > 0;
    int64_t more = branch_token_margin(branch) - 1000;
    struct purse need = { own ? request->least_nano : request->estimate_nano,
                          own ? request->least_tokens : request->estimate_tokens };

    need.nano += need.nano / 1000 * more;
    need.tokens += request->estimate_input * more / 1000;
    return need;
}

const char *purse_take(const struct branch *branch, const struct request *request, struct purse *purse)
{
    struct purse need = need_of(branch, request);

    if (need.nano && need.nano > purse->nano)
        return "money";
    if (need.tokens && need.tokens > purse->tokens)
        return "tokens";
    if (purse->nano < INT64_MAX)
        purse->nano -= need.nano;
    if (purse->tokens < INT64_MAX)
        purse->tokens -= need.tokens;
    return NULL;
}

void purse_share(struct batch *batch, const struct purse *left)
{
    int64_t n = 0;

    for (size_t i = 0; i < batch->n; i++)
        n += !batch->effects[i].finished;
    for (size_t i = 0; i < batch->n; i++) {
        struct pending_effect *pending = &batch->effects[i];
        struct purse need = need_of(batch->branch, pending->request);

        if (pending->finished)
            continue;
        pending->call.token_margin = branch_token_margin(batch->branch);
        if (left->tokens < INT64_MAX)
            pending->call.most_tokens = need.tokens + left->tokens / n;
        if (left->nano < INT64_MAX)
            pending->call.most_nano = need.nano + left->nano / n;
    }
}
