/* A small lexicon of general English: which words deny, restrict or hedge, and which point up or down. Words that mean alike or
 * exclude each other are in judge/relation.h. */
#ifndef FATHOM_TEXT_LEXICON_H
#define FATHOM_TEXT_LEXICON_H

#include "base/str.h"

enum lexicon_class {
    LEXICON_LIGHT = 1,     /* frequent words that say little: "use", "year", "show" */
    LEXICON_DENIAL = 2,    /* deny without "not": "fail", "lack", "refuse" */
    LEXICON_EXCLUSIVE = 4, /* "only", "solely", "all", "every", "never": one exception refutes */
    LEXICON_HEDGE = 8,     /* "may", "possibly", "suggest" */
    LEXICON_PRONOUN = 16,  /* stands for something named elsewhere: "he", "it", "this" */
};
/* Classes of a folded word (0: none). */
unsigned lexicon_class(struct str fold);

/* The way a stem points: 1 for more or for furthering ("increase", "promote",
 * "higher"), -1 for less or for hindering ("reduce", "inhibit", "loss"), else 0. */
int lexicon_direction(struct str stem);

/* One is the other with a denying prefix: "able" and "unable", "associated" and "disassociated". */
bool lexicon_prefix_opposite(struct str a, struct str b);

#endif
