/* Grammatical classes of English words: what a word does in a sentence, as far as the judge must know. */
#ifndef FATHOM_JUDGE_GRAMMAR_H
#define FATHOM_JUDGE_GRAMMAR_H

#include "base/str.h"

#define GRAMMAR_BIT(n) (UINT64_C(1) << (n))
/* by the word as written */
#define GRAMMAR_DETERMINER GRAMMAR_BIT(0)
#define GRAMMAR_ARTICLE GRAMMAR_BIT(1)
#define GRAMMAR_BE GRAMMAR_BIT(2)
#define GRAMMAR_AUXILIARY GRAMMAR_BIT(3)
#define GRAMMAR_MODAL GRAMMAR_BIT(4)
#define GRAMMAR_PREPOSITION GRAMMAR_BIT(5)
#define GRAMMAR_CONJUNCTION GRAMMAR_BIT(6)
#define GRAMMAR_RELATIVE GRAMMAR_BIT(7)
#define GRAMMAR_PRONOUN GRAMMAR_BIT(8)
#define GRAMMAR_SUBJECT_PRONOUN GRAMMAR_BIT(9)
#define GRAMMAR_NEGATION GRAMMAR_BIT(10)
#define GRAMMAR_HEDGE GRAMMAR_BIT(11) /* possibly, alleged, nearly */
#define GRAMMAR_HEDGE_PARTICIPLE                                                                                       \
    GRAMMAR_BIT(12)                           /* expected: a hedge in "was expected", "expected to", "the expected" */
#define GRAMMAR_CONDITION GRAMMAR_BIT(13)     /* if, unless, whether */
#define GRAMMAR_UNIVERSAL GRAMMAR_BIT(14)     /* all, only, first, largest: one exception refutes */
#define GRAMMAR_WEAK_QUANTITY GRAMMAR_BIT(15) /* few, half, nearly: dropping it says more */
#define GRAMMAR_PRIVATIVE GRAMMAR_BIT(16)     /* former, alleged, vice */
#define GRAMMAR_HARMLESS_ADVERB GRAMMAR_BIT(17)
#define GRAMMAR_COMPARATIVE GRAMMAR_BIT(18)
#define GRAMMAR_FUNCTION GRAMMAR_BIT(19)   /* no content of its own */
#define GRAMMAR_INSERTABLE GRAMMAR_BIT(20) /* a claim may have it where the source has nothing */
#define GRAMMAR_PARTICIPLE GRAMMAR_BIT(21) /* irregular: written, held */
#define GRAMMAR_RIGHT_EDGE GRAMMAR_BIT(22) /* a clause may end before it */
#define GRAMMAR_LEFT_EDGE GRAMMAR_BIT(23)  /* a clause may begin behind it */
#define GRAMMAR_BOUND GRAMMAR_BIT(24)      /* more, least, about: blurs or bounds a number */
#define GRAMMAR_SUPERLATIVE GRAMMAR_BIT(25)
#define GRAMMAR_IRREGULAR GRAMMAR_BIT(26)   /* an irregular form of another word: went, sold */
#define GRAMMAR_TIME_ADVERB GRAMMAR_BIT(27) /* now, currently, previously: says when it holds */
#define GRAMMAR_STRICT GRAMMAR_BIT(28)      /* all, only, first: nothing may be left out under it */
/* by the stem */
#define GRAMMAR_BELIEF GRAMMAR_BIT(32) /* say, hope, plan, test: what follows is not asserted */
#define GRAMMAR_STRONG_BELIEF GRAMMAR_BIT(33)
#define GRAMMAR_FACTIVE GRAMMAR_BIT(34) /* know, show, confirm: what follows holds */
#define GRAMMAR_ONCE GRAMMAR_BIT(36)    /* born, founded, opened: happens once to a thing */
#define GRAMMAR_DENIAL GRAMMAR_BIT(35)  /* fail, deny, prevent */

/* The classes of a folded word and of its stem. */
uint64_t grammar_of(struct str fold, struct str stem);

#endif
