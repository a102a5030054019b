#include "text/level.h"

#include <assert.h>
#include <stddef.h>

const char *const level_words[] = { "full", "condensed", "compressed", "key_points", "headline", "dropped", NULL };
const char *const band_words[] = { "full", "condensed", "compressed", "minimal", NULL };

static const int percents[LEVELS] = { 100, 70, 40, 20, 10, 0 };

int level_percent(enum level level) { return percents[level]; }

int64_t level_tokens(enum level level, int64_t original)
{
    if (level == LEVEL_DROPPED || original <= 0)
        return 0;
    int64_t tokens = original / 100 * percents[level] + original % 100 * percents[level] / 100;
    return tokens > 0 ? tokens : 1;
}

enum fidelity_band fidelity_band(int64_t thousandths)
{
    return thousandths >= 900   ? BAND_FULL
           : thousandths >= 600 ? BAND_CONDENSED
           : thousandths >= 300 ? BAND_COMPRESSED
                                : BAND_MINIMAL;
}

int64_t fidelity_of(int64_t current, int64_t original)
{
    if (original <= 0 || current >= original)
        return 1000;
    assert(original < INT64_MAX / 1000);
    return current <= 0 ? 0 : current * 1000 / original;
}
