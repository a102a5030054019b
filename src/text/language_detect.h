/* Which language a text is in, by its script and its commonest words: what is
 * written on a document. language.h has the fewer ones whose words we know. */
#ifndef FATHOM_TEXT_LANGUAGE_DETECT_H
#define FATHOM_TEXT_LANGUAGE_DETECT_H

#include "base/str.h"

/* ISO 639-1 ("en", "de", "zh" …), or "" when the text does not tell: too short,
 * mixed, or a language it does not know. Static string. */
const char *language_detect(struct str text);

#endif
