/* How questions are asked, in the languages we know: which words only ask, what kind of answer they ask for, and which
 * words an answer of that kind has. Tables, and nothing that depends on what is asked about. */
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

/* "seven" as "7"; empty for what is no number word. */
struct str asking_digits(const struct language *language, struct str fold);
bool asking_is_month(struct str fold);

/* Does a sentence give a reason, or draw a conclusion, by its words? */
bool asking_gives_reason(const struct language *language, const struct words *words);
bool asking_concludes(const struct words *words);
/* Does it weigh or advise ("may", "should"), say what a study is for, count, or tell how it was done? */
bool asking_weighs(const struct words *words);
bool asking_states_aim(const struct words *words);
bool asking_counts(const struct words *words, struct str sentence);
bool asking_tells_method(const struct words *words);
/* Does it open by pointing back ("This", "They", "Therefore")? */
bool asking_points_back(const struct language *language, const struct words *words);

#endif
