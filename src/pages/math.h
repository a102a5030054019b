/* Formulas as one line: "E=mc^2", "(a+b)/c", "∫_0^1 x^2". The elements of MathML (web pages, books, OpenDocument) and of
 * Office MathML come one by one, in their order; nothing recurses. What is nested too deep is written in a row. */
#ifndef FATHOM_PAGES_MATH_H
#define FATHOM_PAGES_MATH_H

#include "base/buf.h"
#include "pages/xml.h"

enum { MATH_DEPTH = 48, MATH_PARTS = 4, MATH_BYTES = 64 * 1024 };

struct math_frame {
    int kind;
    size_t start;             /* of its text */
    size_t parts[MATH_PARTS]; /* where its children start; those beyond belong to the last */
    unsigned n;
    struct str open, close; /* around it */
};

struct math {
    struct arena *arena;
    struct buf text;
    struct math_frame frames[MATH_DEPTH];
    int depth, deeper; /* open frames; elements inside of the last one that have none */
    int skip;          /* elements inside of one that is left out */
};

void math_begin(struct math *m, struct arena *arena);
void math_start(struct math *m, struct str name);                  /* without its prefix */
void math_sign(struct math *m, struct str name, struct str value); /* "chr", "begChr", "endChr" of Office MathML */
void math_text(struct math *m, struct str text);
void math_end(struct math *m);
/* The formula, in the arena; `m` is empty then. */
struct str math_take(struct math *m);

/* Everything up to the end of the element whose start was just read. */
struct str math_read(struct arena *arena, struct xml *xml);

#endif
