/* Figures: the numbers and dates of a text, each with the words it is said of.
 *
 * "118 patients of the tirolimab group and 203 of the placebo group" has two figures. Words on one side of a boundary belong to
 * one of them alone; what stands before the first one ("exacerbations occurred in") is carried over to the next, and so is a noun
 * that is not said again. A cell of a table belongs to the first cell of its row and to the head of its column. */
#ifndef FATHOM_JUDGE_FIGURE_H
#define FATHOM_JUDGE_FIGURE_H

#include "judge/stretch.h"

/* A set of terms of the claim, a bit each. */
struct term_set {
    uint64_t bits[(TERMS_CLAIM_MAX + 63) / 64];
};
static inline void term_set_add(struct term_set *set, size_t at) { set->bits[at / 64] |= UINT64_C(1) << at % 64; }
static inline bool term_set_has(const struct term_set *set, size_t at) { return set->bits[at / 64] >> at % 64 & 1; }
struct term_set term_set_both(struct term_set a, struct term_set b);
struct term_set term_set_either(struct term_set a, struct term_set b);
struct term_set term_set_without(struct term_set a, struct term_set b);
size_t term_set_count(struct term_set set);

struct figure {
    const struct term *term;
    struct str text;       /* as it is written: "a third" */
    size_t terms;          /* of a name: its words */
    struct number number;  /* as a value of its own: one end of "from 310 to 720" */
    size_t sentence;       /* of the passage */
    struct term_set words; /* those of the claim that are said of it */
    struct str unit;       /* of a cell, as its head has it: "megawatt-hours" */
    struct str noun;       /* stem of what is counted, as far as it is written; empty: nothing is */
    struct str about;      /* where it stands, for the reader */
    bool cell;             /* of a table */
    size_t column;         /* … its column */
    bool planned;          /* said to be planned or expected */
    size_t clause;         /* how many clauses of the sentence end before it */
    bool whole;            /* "of the 4,000": nothing is said of it but that the others are part of it */
    bool part;             /* "of which six": a part of the one before */
    int over;              /* a difference, above 0: "9 more than …", below 0: "9 fewer than …" */
    bool multiple;         /* "half as many as": of the value that it leads to */
    bool times;            /* "twice as often": so many times a value that is given */
    bool bare;             /* nothing is said of it */
    int direction;         /* above 0: said to rise, below 0: to fall */
};

struct figures {
    struct figure *items;
    size_t n;
};

/* The figures of a claim: `words` are the claim's own words about it. `claim` has its marks. */
void figures_of_claim(struct arena *arena, const struct terms *claim, struct figures *ret);

/* "1,900 (megawatt-hours)": as it is written, with the unit of a cell. */
struct str figure_shown(struct arena *arena, const struct figure *figure);

/* The figures of a passage, at most FIGURES_MAX. */
enum { FIGURES_MAX = 128 };
void figures_of_passage(struct arena *arena, const struct terms *claim, const struct proof_context *passage,
                        struct figures *ret);
/* The same of names: `term` is the first of each, `number` means nothing. */
void figures_named_in_claim(struct arena *arena, const struct terms *claim, struct figures *ret);
void figures_named_in_passage(struct arena *arena, const struct terms *claim, const struct proof_context *passage,
                              struct figures *ret);
/* A row of a table, and the terms of its cell `column`: [*from, *to); false: it is empty or there is none. */
bool figures_is_row(const struct terms *s);
bool figures_cell(const struct terms *row, size_t column, size_t *from, size_t *to);
/* The value of a cell, if it has one number; NAN: it does not. */
double figures_cell_value(const struct terms *row, size_t column);
/* Says the text that something is planned, expected or hoped for, rather than so? */
bool figures_speak_of_plans(const struct term *items, size_t n);
/* Do both count one thing? What is not said again is that of the sentence before: "It runs 32 sensors. In 2019 it had only 12." */
bool figures_count_the_same(const struct figure *x, const struct figure *y);
/* The claim's words that the terms have. */
struct term_set figures_words_in(struct arena *arena, const struct terms *claim, const struct terms *text);

#endif
