/* Does a full stop end a sentence, or only shorten a word? What sentences_of()
 * asks about every stop that is followed by blanks and something other than a
 * small letter. English first, with the common cases of German and French. */
#ifndef FATHOM_TEXT_ABBREVIATION_H
#define FATHOM_TEXT_ABBREVIATION_H

#include "base/str.h"

/* `token`: the word before the stop, without it ("Dr", "U.S", "42").
 * `before`: the word before that, for "et al". `next`: the word behind.
 * `first`: the token opens its sentence, so that "1." is a list number. */
bool abbreviation_here(struct str token, struct str before, struct str next, bool first);

#endif
