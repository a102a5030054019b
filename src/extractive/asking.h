/* How questions are asked, in the languages we know: which words only ask, and what kind of answer they ask for. Tables, and
 * nothing that depends on what is asked about. */
#ifndef FATHOM_EXTRACTIVE_ASKING_H
#define FATHOM_EXTRACTIVE_ASKING_H

#include "text/words.h"

/* The kind of answer (enum question_kind) that words ask for; -1: none of the tables knows. `asked`: it is a question by
 * its mark. */
int asking_kind(const struct language *language, const struct words *words, struct str text, bool asked);

/* Words of a question that say nothing of what is asked about, beyond the language's stop words. */
bool asking_is_empty(const struct language *language, struct str fold);
/* Words that say of what kind the answer is ("what is the name of …", "which year") more than where it stands: how much
 * they count, 0 to 1. */
double asking_weight(const struct language *language, struct str fold);
/* The question with the asking words of languages that do not part words replaced by blanks. */
struct str asking_without(struct arena *arena, struct str question);

#endif
