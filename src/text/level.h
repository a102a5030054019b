/* How much of a text is left when it was shortened: levels from the whole to nothing, and what a share that is left is
 * called. workflows/budget.h chooses them. */
#ifndef FATHOM_TEXT_LEVEL_H
#define FATHOM_TEXT_LEVEL_H

#include <stdint.h>

/* How much of an item is left. */
enum level { LEVEL_FULL, LEVEL_CONDENSED, LEVEL_COMPRESSED, LEVEL_KEY_POINTS, LEVEL_HEADLINE, LEVEL_DROPPED, LEVELS };
extern const char *const level_words[]; /* "full" … "dropped"; NULL at the end */
int level_percent(enum level level);    /* 100, 70, 40, 20, 10, 0 */
/* The tokens an item of `original` tokens may have at this level; at least 1 unless it is dropped or empty. */
int64_t level_tokens(enum level level, int64_t original);

/* Score bands of a fidelity in thousandths: full from 900, condensed from 600, compressed from 300, minimal. */
enum fidelity_band { BAND_FULL, BAND_CONDENSED, BAND_COMPRESSED, BAND_MINIMAL };
extern const char *const band_words[];
enum fidelity_band fidelity_band(int64_t thousandths);
/* current / original in thousandths, rounded down so that no loss counts as none; 1000 when there was nothing. */
int64_t fidelity_of(int64_t current, int64_t original);

#endif
