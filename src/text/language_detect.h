/* Which language a text is in, by its script and its commonest words: what is
 * written on a document. language.h has the fewer ones whose words we know. */
#ifndef FATHOM_TEXT_LANGUAGE_DETECT_H
#define FATHOM_TEXT_LANGUAGE_DETECT_H

#include "base/str.h"

/* ISO 639-1 ("en", "de", "zh" …), or "" when the text does not tell: too short,
 * mixed, or a language it does not know. Static string. */
const char *language_detect(struct str text);

/* Is it a language that is told by its script ("ja", "ru")? That of a language which it does not know ("mr", "be") is taken for
 * another's. */
bool language_by_script(struct str code);

/* Can language_detect() tell of a text that it is in this language? */
bool language_is_detected(struct str code);

#endif
