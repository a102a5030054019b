/* A proof by edits: does the claim come from one sentence of the source by edits that keep it true?
 *
 * The claim's words are laid upon the sentence in order (lay_claim). Then every difference must have a licence: each stretch of
 * the sentence that was left out, each word that the claim adds, both edges of the cut, and what stands around it (conditions,
 * beliefs, negation, hedges). A difference without a licence is a flaw; a proof has none. */
#ifndef FATHOM_JUDGE_PROOF_H
#define FATHOM_JUDGE_PROOF_H

#include "judge/terms.h"

/* What the claim is laid upon, and the words of the passage around it. */
struct proof_context {
    const struct terms *sentences; /* of the passage; names in them count as named */
    size_t n;
};

struct pair {
    const struct term *c; /* the claim: words and numbers only */
    size_t cn;
    const struct term *e; /* the sentence */
    size_t en;
    const struct proof_context *context; /* NULL: nothing stands around it */
};

/* Has any sentence of the passage the word? */
bool term_is_named(const struct pair *pair, const struct term *t);

/* A word of the claim upon a word of the sentence. */
struct match {
    uint16_t claim, source;
    uint8_t grade;
};

struct lay {
    struct match *items; /* ascending in both */
    size_t n;
    int score;
};

/* Which terms may lie upon each other though they differ (GRADE_RIVAL). */
typedef enum rival (*lay_rivals)(const struct term *claim, const struct term *source);
/* The best monotone alignment. `rivals`: relation_rival, relation_names, or NULL for none. */
void lay_claim(struct arena *arena, const struct pair *pair, lay_rivals rivals, struct lay *ret);

enum flaw {
    FLAW_NO_MATCH = 1 << 0,
    FLAW_ADDED = 1 << 1,       /* the claim has a word more */
    FLAW_REPLACED = 1 << 2,    /* … in place of another */
    FLAW_GAP = 1 << 3,         /* words left out that may matter */
    FLAW_PREPOSITION = 1 << 4, /* "in" for "from" */
    FLAW_VOICE = 1 << 5,       /* "shot" and "was shot" */
    FLAW_LEFT = 1 << 6,        /* cut where no clause begins */
    FLAW_RIGHT = 1 << 7,       /* cut where no clause ends */
    FLAW_CONDITION = 1 << 8,
    FLAW_BELIEF = 1 << 9, /* somebody says, hopes or tests it */
    FLAW_HEDGE = 1 << 10,
    FLAW_MODAL = 1 << 11,
    FLAW_NEGATION = 1 << 12,
    FLAW_DENIAL = 1 << 13,     /* "failed to" */
    FLAW_QUANTIFIER = 1 << 14, /* "all" of fewer things */
    FLAW_DOWNWARD = 1 << 15,   /* words left out under "not" or "all" */
    FLAW_WEAK = 1 << 16,       /* "few", "nearly" left out */
    FLAW_COMPARISON = 1 << 17,
    FLAW_NUMBER = 1 << 18, /* a number of the claim is not found */
    FLAW_QUESTION = 1 << 19,
    FLAW_SHORT = 1 << 20,     /* too few words to be a statement */
    FLAW_PRONOUN = 1 << 21,   /* the sentence says "it" where the claim has a name */
    FLAW_LIMIT = 1 << 22,     /* words behind the cut may say how far it is true; two that clash do so nevertheless */
    FLAW_OPENING = 1 << 23,   /* so may words before it; the same holds for them */
    FLAW_TENSE = 1 << 24,     /* "loses" for "lost" */
    FLAW_EXCEPTION = 1 << 25, /* "all but" left out */
    FLAW_MODIFIER = 1 << 26,  /* a word before a noun left out: "the [youth] cup"; two that clash do so nevertheless */
};

/* Licences of the stretches left out. */
enum gap {
    GAP_NONE = 0, /* no licence */
    GAP_MARKS = 1 << 0,
    GAP_LIGHT = 1 << 1,   /* articles, auxiliaries, harmless adverbs */
    GAP_BRACKET = 1 << 2, /* between commas, dashes, parentheses */
    GAP_RELATIVE = 1 << 3,
    GAP_MODIFIER = 1 << 4, /* adjectives before a noun */
    GAP_NAME = 1 << 5,     /* middle names; a longer name that stands elsewhere */
    GAP_REDUCED = 1 << 6,  /* "is a film directed by" for "is directed by" */
    GAP_PHRASE = 1 << 7,   /* a prepositional phrase behind a noun */
    GAP_LIST = 1 << 8,     /* "and X", "X and" */
    GAP_VERB = 1 << 9,     /* a coordinated verb phrase */
    GAP_APPOSITION = 1 << 10,
    GAP_LIMITING = 1 << 11, /* words before a noun that may single it out: no licence for a proof */
};

struct proof {
    unsigned flaws;    /* enum flaw bits; 0: proved */
    unsigned gaps;     /* enum gap bits used */
    bool exact;        /* word for word, nothing left out between the edges */
    size_t start, end; /* terms of the sentence: first and last that matched */
    struct lay lay;
};

/* Checks the alignment in ret->lay. */
void proof_check(const struct pair *pair, struct proof *ret);

/* The terms of the sentence, e[*ret_from, *ret_to), that the claim leaves out and that may say how far it is true, where nothing else
 * keeps it from being proved. */
bool proof_leaves_out(const struct pair *pair, const struct proof *proof, size_t *ret_from, size_t *ret_to);

/* The licence of leaving out e[a, b); `before`: the claim's terms up to there. */
enum gap gap_licence(const struct pair *pair, size_t a, size_t b, size_t before);

/* Flaws of the two edges and of what stands around. */
unsigned edges_check(const struct pair *pair, struct proof *proof);

/* opening.c: what the sentence begins with before its subject, where the claim leaves it out. */
unsigned opening_check(const struct pair *pair, const struct proof *proof);

/* tense.c */
enum tense { TENSE_PRESENT, TENSE_PAST };
/* Of the claim's verbs; what cannot be told is the present. */
enum tense tense_of(const struct term *items, size_t n);
unsigned tense_check(const struct pair *pair, const struct proof *proof);

/* except.c: does the term open an exception ("but" behind "all", "except", "apart from")? */
bool term_excepts(const struct term *items, size_t n, size_t at);
unsigned exceptions_check(const struct pair *pair, const struct proof *proof);

/* Is this term a hedge where it stands? "Expected" is one in "was expected to". */
bool term_hedges(const struct term *items, size_t n, size_t at);
size_t terms_hedges(const struct term *items, size_t from, size_t to, size_t n);
size_t terms_count(const struct term *items, size_t n, uint64_t classes);
bool terms_any(const struct term *items, size_t n, uint64_t classes);
/* An adjective that praises or feels, and singles out nobody. */
bool term_praises(const struct term *t);
/* That, or a size, an age, a colour, a nation: a thing that is so is such a thing. "Youth", "draft" and "stone" need not be. */
bool term_describes(const struct term *t);
/* "Pending", "barring", "subject to": a form of a verb that says under what condition. */
bool term_limits(const struct term *t);
/* "The opposition demands", "police suspect", "his lawyer argued", "runs the rumour" between marks: a few words with a verb at one
 * end name who says so; so may two or three bare words, which are no apposition ("weather permitting"). */
bool phrase_names_speaker(const struct term *items, size_t n);
bool term_is_weekday(const struct term *t);
/* "Mondays": what is so on these is not so on every day. */
bool term_is_weekly(const struct term *t);
/* "walked", "written". */
bool term_is_participle(const struct term *t);
/* An auxiliary, an irregular form or one that looks like a participle. */
bool term_looks_like_verb(const struct term *t);
bool terms_have_verb(const struct term *items, size_t n);
/* Is there a number, dates and ordinals aside, that several may share? "They employ 500 people" */
bool terms_have_amount(const struct term *items, size_t n);

#endif
