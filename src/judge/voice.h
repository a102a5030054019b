/* The same sentence in another form. The other voice: "the plant was built by Norgrid" says what "Norgrid built the plant" says. */
#ifndef FATHOM_JUDGE_VOICE_H
#define FATHOM_JUDGE_VOICE_H

#include "judge/terms.h"

/* "A was V-ed by B" as "B V-ed A": the terms in active voice, how many there are, 0 when the sentence is no plain passive. The
 * first passive of the sentence is turned; `ret` has room for n terms. */
size_t voice_active(const struct term *items, size_t n, struct term *ret);

/* "In 2022 sales rose" as "sales rose in 2022", and the other way round; 0 when no date stands at an end. */
size_t voice_date_moved(const struct term *items, size_t n, struct term *ret);

#endif
