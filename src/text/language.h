/* Languages we know words of: stop words, a stemmer, negation.
 *
 * Every text gets a language; what none of the known ones claims gets the
 * plain one (code ""), where words are compared as they are. */
#ifndef FATHOM_TEXT_LANGUAGE_H
#define FATHOM_TEXT_LANGUAGE_H

#include "base/str.h"

struct language;

/* By ISO 639-1 code; a region is ignored ("en-GB"). The plain one for unknown codes. Never NULL. */
const struct language *language_named(struct str code);
/* By the script of the first kilobytes, and by their stop words; a question also by the words that ask. Never NULL; short or
 * strange texts give the plain language, or English where the letters are plain ASCII. */
const struct language *language_guess(struct str text);
const char *language_code(const struct language *language);
bool language_is_english(const struct language *language);

/* The folded word carries no content of its own ("the", "of"). */
bool language_is_stop(const struct language *language, struct str fold);
/* The folded word negates ("not", "never", "kein", "sans"). */
bool language_is_negation(const struct language *language, struct str fold);
/* Turkish parts names and numbers from their endings by an apostrophe ("Oslo'da", "2015'te"): the word without them. */
struct str language_without_suffix(const struct language *language, struct str fold);
/* The stem of a folded word: words of one family share it. Marks are taken off
 * ("Noël" and "Noel" are one word). Lives in `arena` or is `fold` itself. */
struct str language_stem(const struct language *language, struct arena *arena, struct str fold);

#endif
