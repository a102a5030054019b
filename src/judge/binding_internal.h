/* What binding.c, working.c and compare.c share. */
#ifndef FATHOM_JUDGE_BINDING_INTERNAL_H
#define FATHOM_JUDGE_BINDING_INTERNAL_H

#include "judge/binding.h"
#include "judge/derive.h"

enum {
    SMALL_COUNT = 12, /* up to here a count may be one of things that are listed */
    ABSENT_LEAST =
        600, /* thousandths of the words about a figure that a figure of the source must have, where the source does not
                           have the claim's value */
};

struct binding {
    struct clashes *out;
    struct arena *scratch;
    const struct binding_input *input;
    struct figures mine, theirs;
    struct term_set heading; /* the claim's words that the heading has */
    struct term_set light;   /* words that say how a figure was worked out, not what of */
};

/* --- binding.c --- */
void binding_add(struct binding *b, enum clash_kind kind, struct str claim, const struct figure *source,
                 struct str reason);
enum clash_kind binding_kind_of(const struct figure *f);
bool binding_is_listed_count(const struct figure *f);
/* May the two be about the same thing, by what they count? */
bool binding_count_alike(const struct binding *b, const struct figure *mine, const struct figure *theirs);
/* Thousandths of the words `about` the claim's figure that are said of the source's. */
int binding_named_of(const struct binding *b, struct term_set about, const struct term_set *words);

/* Does the source's figure carry the claim's? */
bool binding_is_same(const struct figure *mine, const struct figure *theirs);

/* … or nearly, or as one end of a range? */
bool binding_has_value(const struct figure *mine, const struct figure *theirs);
/* A capital letter inside a sentence, here or in the passage, makes a name. */
bool binding_is_name(const struct binding *b, const struct term *t);
/* Is the value one of the passage's? */
bool binding_is_given(const struct binding *b, const struct figure *mine);

/* --- what is looked for beside that, a file each --- */
void compare_clashes(struct binding *b); /* spans of time and comparisons ("higher than in 2018") */
void place_clashes(struct binding *b, const struct figure *mine); /* where a figure that is given stands */
void owner_clashes(struct binding *b);   /* figures of another name, of the whole, of the other group */
void rate_clashes(struct binding *b);    /* the same number, counted by something else */
void series_clashes(struct binding *b);  /* which of two came before */
void parts_clashes(struct binding *b);   /* all, where the source says it of a part */
void order_clashes(struct binding *b);   /* what came first */
void extreme_clashes(struct binding *b); /* which of several is the largest */
void cells_clashes(struct binding *b);   /* cells of another row or column */
void table_clashes(struct binding *b);   /* what is said of the years of a table */
/* Has a claim without figures something for them to compare? */
bool compare_is_needed(const struct terms *claim), owner_is_needed(const struct terms *claim),
    parts_is_needed(const struct terms *claim), extreme_is_needed(const struct terms *claim),
    order_is_needed(const struct terms *claim), cells_are_needed(const struct binding_input *input);

/* --- working.c --- */
/* Finds the words of the claim that say how a figure was worked out. */
void working_mark_words(struct binding *b);
/* How the figure is said to have been worked out. */
enum derivation working_of(const struct binding *b, const struct figure *mine);
bool working_may_hold(const struct binding *b, const struct figure *mine);
/* Is it a date that another one leads to: "two years later than planned", "the year before"? */
bool working_is_shifted(const struct binding *b, const struct figure *mine);
/* A span of years, which two dates may give. */
bool working_is_years(const struct figure *f);
/* A span of time of any length. */
bool working_is_time(const struct figure *f);
void working_find_wrong_sum(struct binding *b, const struct figure *mine);
/* Removes the clashes of numbers that follow from others, whatever an alignment of one sentence made of them. */
void working_drop_derived(struct binding *b);
/* Has the claim a ratio in words: "doubled", "nearly three times"? */
bool working_has_ratio(const struct terms *claim);
void working_find_ratios(struct binding *b);

#endif
