/* Terms: what the ranker compares. Words by their stem, numbers by their value ("1,200" and "1200", "seven" and "7",
 * "1970s" and "1970"), characters and pairs of them where nothing parts words, identifiers as they stand ("--delete",
 * "default_value").
 *
 * A vocabulary numbers the terms of the texts; a question's terms are then matched softly with all of it: inflection
 * that no stemmer knows, parts of compounds, misspellings. Deterministic; lives in one arena. */
#ifndef FATHOM_EXTRACTIVE_TERMS_H
#define FATHOM_EXTRACTIVE_TERMS_H

#include "extractive/alike.h"
#include "text/wordmap.h"
#include "text/words.h"

enum { TERMS_ASKED = 32, TERM_LANGUAGES = 4 };

struct vocabulary {
    struct arena *arena;
    struct wordmap map;
    struct str *terms;
    size_t n, capacity;
    struct str noun; /* a stop word that is a term all the same: the question uses it as a noun */
};

struct term_list {
    uint32_t *items;
    size_t n, capacity;
};

void vocabulary_init(struct vocabulary *v, struct arena *arena, size_t expected);
/* Appends the terms of a text, stop words left out. `words` may be NULL; else it gets the words they came from. */
void vocabulary_read(struct vocabulary *v, struct str text, const struct language *language, struct term_list *ret,
                     struct words *words);
/* "NOT NULL", "WITHOUT ROWID", "the US": a stop word in capitals is a name or a keyword, so it is a term too. */
bool term_is_said(const struct word *word);
/* The term of one word; an empty string for what is none. */
struct str term_of_word(struct arena *arena, const struct language *language, const struct word *word);

/* --- the question's side --- */
struct asked_term {
    struct str forms[TERM_LANGUAGES]; /* its stem in each language of the texts, each once */
    size_t forms_n;
    struct str text;              /* as written */
    struct str alike[ALIKE_MOST]; /* stems of other words that may stand for it */
    size_t alike_n;
    struct str joined[2]; /* with the word before and behind it written as one: "swapfile" */
    double weight;        /* 1; less for a single CJK character and for words that name the kind of answer */
    bool name;            /* a name or a number */
    bool number;
};

struct asked_terms {
    struct asked_term items[TERMS_ASKED];
    size_t n;
};

/* The content terms of a question, each once. `languages`: the question's own first, then those of the texts. */
void asked_terms_of(struct arena *arena, struct str question, const struct language *const languages[], size_t n,
                    struct asked_terms *ret);

/* How well a term of the texts stands for one of the question: 1 for the same, 0 for nothing in common. */
double term_likeness(struct str asked, struct str term, bool compounds);

/* The question's terms in the vocabulary: for term number t, matches [from[t], from[t + 1]). */
struct term_match {
    uint32_t asked;
    float likeness;
};
struct term_matches {
    struct term_match *items;
    uint32_t *from;
    double best[TERMS_ASKED]; /* of each term of the question, over the vocabulary */
};
void term_matches_of(struct arena *arena, const struct vocabulary *v, const struct asked_terms *asked, bool compounds,
                     struct term_matches *ret);

#endif
