/* Which words of a sentence are said of which of its figures.
 *
 * A boundary ("and", "while", a semicolon, a comma) parts the stretches of two figures. What the second stretch does not say again is
 * carried over from the first: all but the phrases, nouns and numbers that it has its own of. */
#ifndef FATHOM_JUDGE_STRETCH_H
#define FATHOM_JUDGE_STRETCH_H

#include "judge/proof.h"

enum { WORDS_MAX = TERMS_SENTENCE_MAX };
_Static_assert(WORDS_MAX <= UINT8_MAX, "places of terms are kept in a byte");
enum { SHARE_NONE, SHARE_VALUE, SHARE_FIRST };

/* A sentence whose figures are read. */
struct stretches {
    const struct term *t;
    size_t n;
    bool names;                            /* names are read, not numbers */
    const struct number *value[WORDS_MAX]; /* of the numbers: with the unit that is not said again */
    /* "a third", "two in three": the term that has its value, and the first number of the two */
    uint8_t share[WORDS_MAX];                 /* SHARE_… */
    uint8_t begin[WORDS_MAX], end[WORDS_MAX]; /* the first and last term of a figure */
    bool belongs[WORDS_MAX];                  /* the terms that are said of the figure at hand */
};

/* `names`: the figures are names, else numbers and dates. */
void stretch_read(struct arena *arena, const struct terms *terms, bool names, struct stretches *ret);
/* "Half as many as", "twice as much as": shares that only a source is asked for. */
void stretch_read_multiples(struct arena *arena, struct stretches *r);
/* The figure as it is written: "a third", "6 minutes 41 seconds". */
struct str stretch_text(const struct stretches *r, size_t at);
bool stretch_has_figure(const struct stretches *r, size_t at);
/* Where the figure's own words begin and end: [*from, *to). */
void stretch_own(const struct stretches *r, size_t at, size_t *from, size_t *to);
/* Sets `belongs`: own words and carried ones. */
void stretch_bind(struct stretches *r, size_t at);
/* The stem of what is counted; empty: nothing is. */
struct str stretch_noun(const struct stretches *r, size_t at);
/* "Ahead with 455 ms against 480 ms": what the second is said of is not written. */
bool stretch_is_compared(const struct stretches *r, size_t at);
/* "2,900 of the 4,000": the second is the whole, of which nothing else is said. */
bool stretch_is_whole(const struct stretches *r, size_t at);
/* Does [from, to) have the label with another number: "Kiln 3.2" for "Kiln 4.0"? */
bool stretch_has_rival_label(const struct stretches *r, const struct term *head, const struct term *label, size_t from,
                             size_t to);

/* "Kiln 4.0", "Line 5": the number is part of a name. */
bool term_is_label(const struct term *t, size_t n, size_t at);
bool term_is_name(const struct term *t);
/* Numbers that may be compared: of one kind and unit. */
bool figures_alike(const struct number *a, const struct number *b);
/* How strongly a term parts two figures, of which the second stands at `second`; 0: not at all, 3 and more: clauses. */
int term_parts(const struct term *t, size_t at, size_t second);

#endif
