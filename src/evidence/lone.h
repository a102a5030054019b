/* A sentence that belongs to no report, for check: a model decides whether texts carry it, by the rules that hold for the claims of a
 * report. Code points at differences and has the model look again; control questions tell whether its word is taken. */
#ifndef FATHOM_EVIDENCE_LONE_H
#define FATHOM_EVIDENCE_LONE_H

#include "judge/judge.h"
#include "records/sources.h"
#include "roles/verify_claims.h"
#include "text/sentence.h"

/* The answers of one verifier to control questions. Of those who check many sentences in a row all hold one: then the questions are
 * asked once. Starts zeroed. Belongs to one thread at a time. */
enum { LONE_CONTROLS = 5 };
struct lone_record {
    int verdicts[LONE_CONTROLS]; /* enum verdict; VERDICT_UNCHECKED: it gave no answer */
    size_t n;
};

struct lone_place {
    size_t source;
    struct span at; /* bytes of its text */
};

struct lone_question {
    struct str claim;
    struct source_row *sources; /* title, url and text are read */
    size_t sources_n;
    const struct lone_place *places; /* where they speak of it, the best first */
    size_t places_n;                 /* at least one */
    const struct clash *clash;       /* a difference that is known from elsewhere; NULL: none */
    const struct verify_alone *verifier;
    struct lone_record *record; /* NULL: of this sentence alone */
};

struct lone_answer {
    enum verdict verdict;
    struct str by;     /* "model"; "code": the model insists on what code points at; empty: its word was not taken */
    struct str reason; /* one line for the reader */
    const struct clash *clashes; /* the differences that code points at */
    size_t clashes_n;
};

/* Negative: no model answered for the sentence, or none that could be read. What it gives lives in `arena`. */
int evidence_check_alone(struct arena *arena, const struct lone_question *question, struct lone_answer *ret,
                         struct error *e);

#endif
