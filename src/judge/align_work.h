/* What align.c finds and align_signals.c weighs. */
#ifndef FATHOM_JUDGE_ALIGN_WORK_H
#define FATHOM_JUDGE_ALIGN_WORK_H

#include "judge/align.h"
#include "text/lexicon.h"
#include "text/wordmap.h"
#include "text/words.h"

/* Strength of a match in hundredths. */
enum { MATCH_STEM = 100, MATCH_ALIKE = 80, MATCH_FAMILY = 75, MATCH_ACRONYM = 95 };

enum { NEAR_BYTES = 45, SCOPE_WORDS = 5, ACRONYMS_MAX = 64, ACRONYM_WORDS = 8 };

struct claim_word {
    const struct word *word;
    const struct lexicon_entry *entry;
    double weight;
    bool name, subject, negated;
    int arrow; /* lexicon_direction */
};

/* What a sentence is by itself, whatever claim is laid upon it. */
struct sentence_side {
    const struct language *language; /* that its words were read in */
    const struct words *words;
    bool *negated;         /* per word */
    size_t kind, kind_end; /* find_kind; kind 0: none */
    bool negation, hedge, exclusive, pronoun, by;
};

/* What one sentence does for each word of the claim. */
struct row {
    uint8_t match[ALIGN_CLAIM_WORDS];     /* hundredths */
    uint16_t opposite[ALIGN_CLAIM_WORDS]; /* 1 + the byte of the sentence where its opposite stands */
    uint16_t place[ALIGN_CLAIM_WORDS];    /* byte of the sentence that matched */
    uint8_t negated[ALIGN_CLAIM_WORDS];   /* the matching word stands under a negation */
    bool negation, hedge, exclusive, kind_same, pronoun, by;
    double kind_other; /* share of the claim's kind that the source's kind lacks */
    size_t words_n;
    double score; /* coverage for choosing, opposites count half */
};

struct acronym {
    struct str stem;
    struct str parts[ACRONYM_WORDS];
    size_t parts_n;
};

struct work {
    struct arena *arena;
    struct reader *reader;
    const struct language *language;
    bool english;
    struct str text; /* the claim */
    const struct str *evidence;
    size_t evidence_n;
    struct claim_word claim[ALIGN_CLAIM_WORDS];
    size_t claim_n;
    double total;
    size_t kind, kind_end; /* the words that say what the subject is; none if equal */
    bool claim_negated, claim_hedged, claim_exclusive, claim_by;
    const struct numbers *numbers;
    struct wordmap stems; /* stem → first claim word with it */
    struct row *rows;
    struct acronym *acronyms; /* ACRONYMS_MAX of them; NULL until there is one */
    size_t acronyms_n;
};

/* Of a sentence of the evidence; it is cut to ALIGN_SENTENCE_BYTES. */
const struct sentence_side *sentence_ready(struct reader *reader, struct str text, const struct language *language);
/* Fills the signals from the rows and the chosen sentences. */
void align_signals(const struct work *w, struct alignment *ret);

#endif
