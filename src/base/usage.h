/* What was used: calls, searches, tokens and money. */
#ifndef FATHOM_BASE_USAGE_H
#define FATHOM_BASE_USAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/field.h"

/* Money is in billionths of a dollar, so sums are exact. */
struct usage {
    int64_t calls;        /* answers of models, failed attempts not counted */
    int64_t searches;     /* billable searches */
    int64_t input_tokens; /* cached ones included */
    int64_t cached_tokens;
    int64_t output_tokens; /* reasoning ones included */
    int64_t reasoning_tokens;
    int64_t cost_nano; /* sum of the known costs */
    bool cost_unknown; /* some part has no known price */
    bool estimated;    /* some tokens were not reported but estimated */
    int64_t unpriced; /* of a sum: how many parts have no known price, so that the cost of some of them can be told; not
                          stored */
};

/* The rows of the members above that count tokens, for each struct that has them. */
#define TOKEN_FIELDS(type_)                                                                                            \
    FIELD_AS("inputTokens", INT, type_, input_tokens, .help = "tokens read, cached ones included"),                    \
        FIELD_AS("cachedTokens", INT, type_, cached_tokens, .help = "of these, from the provider's cache"),            \
        FIELD_AS("outputTokens", INT, type_, output_tokens, .help = "tokens written, reasoning included"),             \
        FIELD_AS("reasoningTokens", INT, type_, reasoning_tokens, .help = "of these, reasoning")
extern const struct field usage_fields[];

void usage_add(struct usage *sum, const struct usage *more);

#endif
