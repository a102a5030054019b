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

/* Is the value one of the passage's? */
bool binding_is_given(const struct binding *b, const struct figure *mine);

/* --- compare.c: spans of time and comparisons ("higher than in 2018") --- */
void compare_clashes(struct binding *b);
/* Has the claim a comparison? */
bool compare_is_needed(const struct terms *claim);

/* --- owner.c: figures of another name, of the whole, of the other group --- */
void owner_clashes(struct binding *b);
/* Does a claim without figures say "most" or "few"? */
bool owner_is_needed(const struct terms *claim);

/* --- table.c: what is said of the years of a table --- */
void table_clashes(struct binding *b);

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
