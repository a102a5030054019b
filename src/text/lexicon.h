/* A small lexicon of general English: which words point up or down, and which prefixes deny. Words that mean alike or
 * exclude each other are in judge/relation.h. */
#ifndef FATHOM_TEXT_LEXICON_H
#define FATHOM_TEXT_LEXICON_H

#include "base/str.h"

/* The way a stem points: 1 for more or for furthering ("increase", "promote",
 * "higher"), -1 for less or for hindering ("reduce", "inhibit", "loss"), else 0. */
int lexicon_direction(struct str stem);

/* One is the other with a denying prefix: "able" and "unable", "associated" and "disassociated". */
bool lexicon_prefix_opposite(struct str a, struct str b);

#endif
