/* Terms: a sentence as the judge reads it. Words with stem and grammatical classes, numbers and dates as one term each, and
 * punctuation, which bounds clauses. Contractions are written out ("didn't" is "did not"), a currency sign belongs to its number. */
#ifndef FATHOM_JUDGE_TERMS_H
#define FATHOM_JUDGE_TERMS_H

#include "judge/grammar.h"
#include "judge/relation.h"
#include "text/numbers.h"

enum { TERMS_SENTENCE_MAX = 160, TERMS_CLAIM_MAX = 96 };

enum term_kind { TERM_WORD, TERM_NUMBER, TERM_MARK };

struct term {
    enum term_kind kind;
    char mark;                       /* TERM_MARK: the ASCII sign it stands for */
    bool capital;                    /* begins with a capital letter */
    bool glued;                      /* no blank before it */
    struct str text;                 /* as written */
    struct str fold;                 /* small letters; "not" for "n't" */
    struct str spelt;                /* the same as Americans spell it */
    struct str stem;                 /* words */
    uint32_t hash;                   /* of the stem */
    const struct relation *relation; /* words */
    uint64_t class;                  /* enum grammar bits */
    struct number *number;           /* TERM_NUMBER */
    bool uncertain;                  /* a number that may be two or half of one: "12, 500" */
    size_t start, end;               /* bytes of the text */
};

struct terms {
    struct term *items;
    size_t n, capacity;
};

/* At most `most` terms of the text; the rest is not looked at. */
void terms_of(struct arena *arena, struct str text, size_t most, struct terms *ret);

static inline bool term_in(const struct term *t, uint64_t classes) { return t->class & classes; }
static inline bool term_is_word(const struct term *t) { return t->kind != TERM_MARK; }
/* A word with content of its own, or a number. */
static inline bool term_is_content(const struct term *t)
{
    return t->kind == TERM_NUMBER || (t->kind == TERM_WORD && !(t->class & GRAMMAR_FUNCTION));
}
static inline bool term_is(const struct term *t, const char *fold) { return str_is(t->fold, fold); }
bool term_is_one_of(const struct term *t, const char *list); /* separated by blanks */
bool term_has_stem(const struct term *t, const char *list);
/* Is the word, in any of its forms, among these? */
bool term_is_among(const struct term *t, size_t n, const struct term *word);
static inline bool terms_have_word(const struct terms *t, const struct term *word)
{
    return term_is_among(t->items, t->n, word);
}

/* The ASCII mark that the usual quotation marks and dashes stand for; 0: it is none of them. */
char term_ascii_mark(int32_t code);

#endif
