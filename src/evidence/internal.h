/* What the stages share. */
#ifndef FATHOM_EVIDENCE_INTERNAL_H
#define FATHOM_EVIDENCE_INTERNAL_H

#include "evidence/evidence.h"
#include "run/effect.h"
#include "judge/reader.h"

enum {
    OVERLAP_LEAST = 200,    /* thousandths of a claim's content words a quote must have to be worth asking about */
    CORRECTION_LEAST = 600, /* no citation is replaced by anything below it */
    ALTERNATES_MAX = 2,
    CLAIM_SPANS_MAX = 8,   /* citations of one claim that are looked at */
    UNSUPPORTED_WARN = 20, /* percent of the claims */
};

/* One check of a body, from stage to stage. */
struct evidence_work {
    struct branch *branch;
    struct arena *arena; /* the branch's: what stays */
    struct path path;
    const struct evidence_input *input;
    struct evidence_pool *pool;
    enum citations citations;
    bool model;                      /* there is one to ask */
    struct str body;                 /* markers in one form */
    struct claims claims;            /* spans are positions in the pool */
    const struct language *language; /* of the body */
    struct prepared *prepared;       /* what lives as long as the check */
    struct reader *reader;           /* its reader, of claims and quotes */
    struct str unchecked_why;        /* why claims were left unchecked; the first reason */
    size_t softened, removed;
};

/* --- judge.c: what code can say about a claim and quotes --- */
/* The words of a text that carry meaning. */
void content_words(struct arena *arena, struct str text, struct words *ret);
/* Stems of a text, sorted, each once: for comparing many with many. */
struct stems {
    uint64_t *items;
    size_t n;
};
void stems_of(struct arena *arena, const struct words *words, bool content, struct stems *ret);
int stems_share(const struct stems *of, const struct stems *in); /* thousandths */
/* The sequences of three letters of a text, sorted, each once. */
struct spelling {
    uint32_t *items;
    size_t n;
};
void spelling_of(struct arena *arena, struct str text, struct spelling *ret);
/* 0.8 keyword (the overlap) + 0.2 likeness of the spelling, in thousandths. The
 * spellings are looked at only where they matter: where they could lift it over the threshold. */
bool spelling_matters(int overlap);
int citation_score(int overlap, const struct spelling *claim, const struct spelling *quote);
/* The deterministic verdict on a claim by these spans of the pool. */
void judge_claim(struct arena *arena, struct reader *reader, const struct evidence_pool *pool, struct str text,
                 const size_t *spans, size_t n, struct verdict_result *ret);
/* Does the quote hold the claim word for word? */
bool quote_holds(struct reader *reader, struct str claim, struct str quote);
/* evidence_overlap of a claim with several quotes together, and evidence_numbers, by what the reader remembers. */
int overlap_of(struct reader *reader, struct str claim, const struct str *quotes, size_t n);
void numbers_check(struct arena *arena, struct reader *reader, struct str claim, const struct str *quotes,
                   size_t quotes_n, struct number_row **ret, size_t *ret_n);

/* --- pool --- */
/* Adds a span, or finds it again; its position. */
size_t pool_add(struct arena *arena, struct evidence_pool *pool, const struct evidence_span *span);
/* Clusters of the pool's sources as they stand now. */
void pool_cluster(struct arena *arena, struct evidence_pool *pool);
/* Different clusters among the sources of these spans. */
size_t pool_independent(const struct evidence_pool *pool, const size_t *spans, size_t n);
/* A span of one source that begins and ends with whole words, at most as long as spans may be. */
struct span span_trim(struct str text, struct span at);

/* Position of the source of that number, or -1. */
ptrdiff_t source_at(const struct evidence_pool *pool, int64_t number);
/* One prepared text per source, made when it is first asked for. */
struct quote_indices {
    struct arena *arena;
    struct quote_index **items;
};
/* The span of a source that a sentence rests on; added to the pool if need be. */
size_t span_in_source(struct evidence_work *work, struct quote_indices *indices, size_t source, struct str text);

/* --- links.c --- */
/* The input's body without links but those to its sources, which become markers. */
struct str links_settle(struct arena *arena, const struct evidence_input *input, size_t *ret_removed);
/* A body in which nothing that is left of brackets and tags can be read as a link; its markers stay. */
struct str links_apart(struct arena *arena, struct str body);

/* What a check remembers of the texts it reads. */
struct prepared {
    struct arena *arena;
    struct reader *reader;
    struct ready *ready;
    const struct language *language; /* that the words of `ready` were read in */
};
/* correct.c: the spans of the pool made ready for being compared with many claims. The pool only grows. */
void ready_add(struct prepared *prepared, const struct evidence_pool *pool, bool spelling);

/* --- the stages --- */
void stage_attach(struct evidence_work *work); /* of 5, before 3: something to check for what cites nothing */
void stage_route(struct evidence_work *work);  /* 3 */
int stage_verify(struct evidence_work *work, struct error *e); /* 4 */
void stage_correct(struct evidence_work *work);                /* 5 */
void stage_numbers(struct evidence_work *work);                /* 6 */
void claim_check_numbers(struct evidence_work *work,
                         size_t claim);                          /* the same for one, when it rests on something new */
int stage_retrieve(struct evidence_work *work, struct error *e); /* 7 */
void stage_finish(struct evidence_work *work);                   /* 8: decides what is written instead */
/* The body as it is to be read, and the rows of its claims. */
void evidence_render(struct evidence_work *work, struct evidence_result *ret);

/* A claim and spans that are to be judged by the model form of stage 4. */
struct verify_item {
    struct str claim;
    const size_t *spans;
    size_t spans_n;
    int verdict;       /* out: enum verdict; VERDICT_UNCHECKED: nobody said anything */
    struct str reason; /* out */
    bool orders;       /* out: nobody was asked, because it reads like orders to a model */
    int error;         /* out: why nobody did: ERROR_BUDGET, ERROR_FINISH …; 0: the answer could not be read */
};
/* Asks for all of them, five to a call, the calls at once; verdicts known from
 * before are not asked for again. Negative only for what stops the run. */
int verify_ask(struct evidence_work *work, struct path path, struct verify_item *items, size_t n, struct error *e);

/* --- events --- */
void claim_event(struct evidence_work *work, const char *type, size_t claim, json_t *data);

#endif
