/* A small lexicon of general English: which words stand for each other, which
 * exclude each other, which deny, restrict or hedge.
 *
 * The lexicon is made of sets; a set has poles. Words of one pole can stand for
 * each other ("rise", "grow"); words of different poles of one set cannot both
 * hold of the same thing ("rise" and "fall", "film" and "painting"). Words are
 * looked up by their English stem. */
#ifndef FATHOM_TEXT_LEXICON_H
#define FATHOM_TEXT_LEXICON_H

#include "base/str.h"

struct lexicon_entry {
    uint16_t set, pole;
    uint32_t next; /* the next entry of the same stem, 0 at the end */
};

/* The first entry of a stem, NULL if it is unknown; walk with lexicon_next. */
const struct lexicon_entry *lexicon_find(struct str stem);
const struct lexicon_entry *lexicon_next(const struct lexicon_entry *entry);

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
