/* Texts that are not what was asked for: plain rules that tell a refusal, JSON in the place of prose, a sentence that
 * is written again and again, and headings with nothing under them. */
#ifndef FATHOM_ROLES_UNFIT_H
#define FATHOM_ROLES_UNFIT_H

#include "base/str.h"

enum unfit {
    UNFIT_NONE = 0,
    UNFIT_REFUSAL = 1,   /* short, cites nothing, and begins with an apology or with what the writer cannot do */
    UNFIT_JSON = 2,      /* all of it, whether it can be read or not */
    UNFIT_REPEATS = 4,   /* one sentence is most of it, or stands there many times */
    UNFIT_HEADINGS = 8,  /* no line of it is anything but a heading */
    UNFIT_LANGUAGE = 16, /* in another language than was asked for: text_in_other_language() */
    UNFIT_ANY = UNFIT_REFUSAL | UNFIT_JSON | UNFIT_REPEATS | UNFIT_HEADINGS,
};

/* Which of the kinds in `looked_for` (UNFIT_ bits) the text is; UNFIT_NONE: it may be used. */
enum unfit text_unfit(struct str text, unsigned looked_for);
/* Is it in another language than `wanted`, a tag; where that is empty, in another script than the question, which does not name the
 * language either? Only what is certain: near relatives and short texts are not told apart. */
bool text_in_other_language(struct str text, struct str wanted, struct str question);
/* "a refusal", for messages. */
const char *unfit_words(enum unfit unfit);

#endif
