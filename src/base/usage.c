#include "base/usage.h"

const struct field usage_fields[] = {
    FIELD_INT(struct usage, calls, .help = "answers of models"),
    FIELD_INT(struct usage, searches, .help = "searches; of a single call, those that are billed"),
    TOKEN_FIELDS(struct usage),
    FIELD_AS("costNano", INT, struct usage, cost_nano, .help = "known cost in billionths of a dollar"),
    FIELD_AS("costUnknown", BOOL, struct usage, cost_unknown, .help = "some part has no known price"),
    FIELD_BOOL(struct usage, estimated, .help = "some tokens were estimated"),
    FIELD_END,
};

/* Counts come from services: a sum that does not fit stays at its limit. */
static void add(int64_t *sum, int64_t more)
{
    if (__builtin_add_overflow(*sum, more, sum))
        *sum = more > 0 ? INT64_MAX : INT64_MIN;
}

void usage_add(struct usage *sum, const struct usage *more)
{
    add(&sum->calls, more->calls);
    add(&sum->searches, more->searches);
    add(&sum->input_tokens, more->input_tokens);
    add(&sum->cached_tokens, more->cached_tokens);
    add(&sum->output_tokens, more->output_tokens);
    add(&sum->reasoning_tokens, more->reasoning_tokens);
    add(&sum->cost_nano, more->cost_nano);
    add(&sum->unpriced, more->unpriced ? more->unpriced : more->cost_unknown);
    sum->cost_unknown = sum->cost_unknown || more->cost_unknown;
    sum->estimated = sum->estimated || more->estimated;
}
