/* How the researcher (researcher.h) reads: the texts that a prompt shows become passages, these become sentences, and the
 * sentences are weighed by the words of the question and by what kind of question it is. Nothing is known beforehand. */
#ifndef TESTD_READING_H
#define TESTD_READING_H

#include "model.h"
#include "text/words.h"

enum asking {
    ASKING_DEFINITION,
    ASKING_HOW_TO,
    ASKING_COMPARISON,
    ASKING_WHY,
    ASKING_TIMELINE,
    ASKING_FIGURE,
    ASKING_YES_NO,
    ASKING_LIST,
    ASKING_CONTROVERSY,
    ASKING_RECENT,
    ASKING_ADVICE,
    ASKING_OPEN,
};
enum asking asking_of(struct str question);
/* A word that says what is asked for, not about what. */
bool is_form_word(struct str fold);

struct passage {
    struct str key;   /* "3", "src-0123": how it is cited */
    struct str title; /* of its page */
    struct str date, section, url, text;
    bool answer; /* what a model said, not a page */
};

struct stated {
    struct str text; /* one sentence */
    size_t passage;
    struct words words;
    int64_t score;
    bool clings; /* it begins with "It", "This", "However" …: not to be told alone */
};

enum { READ_PASSAGES = 400, READ_SENTENCES = 1500 };

struct reading {
    struct arena *arena;
    struct str question;
    enum asking asking;
    struct words words; /* of the question, those that carry meaning */
    struct passage *passages;
    size_t passages_n;
    struct words *around;  /* per passage: the words of its title and its headings */
    struct stated *stated; /* best first, once weighed */
    size_t n;
};

void reading_begin(struct arena *arena, struct str question, struct reading *ret);
void reading_add(struct reading *r, const struct passage *passage);
/* Cuts what was added into sentences, the best first. */
void reading_weigh(struct reading *r);

/* Passages as prompts show them: "[3] Title (date)" with lines below (of the writer); "Source 2 (ID: src-…" (of the
 * analyst); "(3) Title, date" (of who sums up a search); "7. Title, date" (results of a tool). */
void reading_add_numbered(struct reading *r, struct str prompt);
void reading_add_sources(struct reading *r, struct str prompt);
void reading_add_results(struct reading *r, struct str text, bool brackets);

/* At most `most` sentences that speak of the question and do not repeat one another; positions in r->stated. */
size_t reading_pick(const struct reading *r, size_t most, size_t *ret);
/* Do two sentences say nearly the same? */
bool stated_alike(const struct stated *a, const struct stated *b);

/* Two sentences of different pages that cannot both be true: another figure for the same thing, or yes against no. */
struct disagreement {
    size_t a, b; /* positions in r->stated */
    struct str about;
};
size_t reading_disagreements(const struct reading *r, struct disagreement *ret, size_t most);
bool stated_disagree(const struct reading *r, const struct stated *a, const struct stated *b);

/* A year in it, 0 if there is none. */
int stated_year(const struct stated *s);
bool stated_has_figure(const struct stated *s); /* a number that is no year */
/* How much of the words of `a` is in `b`, in percent; figures are not counted. */
int words_shared(const struct words *a, const struct words *b);
bool words_negated(const struct words *words);

#endif
