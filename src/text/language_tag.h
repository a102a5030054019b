/* Languages as people name them: "de", "pt-BR", "German", "Deutsch". */
#ifndef FATHOM_TEXT_LANGUAGE_TAG_H
#define FATHOM_TEXT_LANGUAGE_TAG_H

#include "base/arena.h"
#include "base/str.h"

/* The BCP 47 tag of a language that exists ("pt-br" and "pt_BR" give "pt-BR", "German" gives "de"); false: there is no
 * such language. */
bool language_tag(struct arena *arena, struct str given, struct str *ret);
/* The English name of a language that is spelled nearly like this; NULL: none. */
const char *language_tag_near(struct str given);

#endif
