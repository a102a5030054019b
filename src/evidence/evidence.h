/* Evidence: claims of a report and the stored bytes they rest on.
 *
 * The pipeline of docs/internals/evidence.md: spans are picked from the sources
 * (1), the writer cites them by number (2), the claims of what it wrote are
 * found, routed (3), verified in isolation (4), their citations corrected (5),
 * their numbers checked (6), what lacks support is looked for again (7), and
 * the text is mended (8). Every stage has a form that needs no model. */
#ifndef FATHOM_EVIDENCE_EVIDENCE_H
#define FATHOM_EVIDENCE_EVIDENCE_H

#include "run/sources.h"
#include "text/sentence.h"
#include "text/verdict.h"

/* A passage of a source: [start, end) of its text, and what those bytes say. */
struct evidence_span {
    size_t source;                  /* position in the run's list of sources */
    struct span at;                 /* bytes of source_text() */
    struct str quote;               /* exactly those bytes */
    int relevance;                  /* thousandths */
    bool snippet;                   /* the page could not be read: a search engine's words */
    int64_t page;                   /* of a PDF, from 1; 0: none */
};

/* What may be cited. Spans are numbered from 1 in this order. */
struct evidence_pool {
    const struct source_row *sources;
    size_t sources_n;
    struct evidence_span *spans;
    size_t spans_n, spans_capacity;
    size_t *cluster;                /* per source: sources that are copies of one another share it */
};

enum correction { CORRECTION_NONE, CORRECTION_KEEP, CORRECTION_REPLACE, CORRECTION_REMOVE, CORRECTION_ALTERNATE };
extern const char *const correction_words[];

struct claim_number {
    struct str text;                /* as the claim writes it */
    struct str found;               /* as the quote writes it, or empty */
    struct str verdict;             /* "same", "close", "different", "missing", "derived" */
    struct str derivation;          /* "42 / 20 = 2.1", inputs shown, or empty */
};

struct claim {
    struct str text;                /* the sentence without its markers */
    struct span at;                 /* bytes of the report's body, markers included */
    size_t *spans;                  /* positions in the pool, best first */
    size_t spans_n;
    size_t *alternates;             /* at most two more */
    size_t alternates_n;
    bool marked;                    /* the writer cited something */
    int verdict;                    /* enum verdict */
    int confidence;                 /* thousandths, of stage 3 and then of the verdict */
    struct str reasoning;           /* one line, or why it is unchecked */
    int correction;                 /* enum correction */
    size_t independent;             /* clusters of sources that support it */
    struct claim_number *numbers;
    size_t numbers_n;
};

struct claims {
    struct claim *items;
    size_t n, capacity;
};

/* The summary on page one: counts that anybody can recount from the claims. */
struct evidence_summary {
    int64_t total, checked, supported, partial, unsupported, contradicted, unchecked;
    int64_t corrected, independent, sentences, cited_sentences;
    struct str unchecked_why;
};

/* Stage 1. Deterministic; the spans live in the branch's arena. */
void evidence_select(struct branch *branch, struct str question, const struct source_row *sources, size_t n,
                     struct evidence_pool *ret);

/* The claims of a Markdown body whose markers [n] name numbers up to `most`:
 * sentences that state something, with where they stand and what they cite
 * (as numbers in ret->items[i].spans: the caller resolves them). Headings, code,
 * questions and remarks about the report itself are no claims. */
void claims_parse(struct arena *arena, struct str body, size_t most, struct claims *ret);

void evidence_summarise(const struct claims *claims, const struct evidence_pool *pool, struct evidence_summary *ret);

#endif
