/* What a workflow without an analyst has noted: sentences of its summaries, or of the pages it read, told as findings. */
#ifndef FATHOM_WORKFLOWS_NOTED_H
#define FATHOM_WORKFLOWS_NOTED_H

#include "base/buf.h"
#include "evidence/evidence.h"
#include "run/sources.h"
#include "text/words.h"
#include "workflows/contradiction.h"

struct noted {
    struct str_list told; /* each is told once */
    struct words *words;  /* of each */
    size_t capacity;
    struct contradictions contradictions; /* that sentences told */
};

/* Tells a finding and the sources it comes from (positions in the list). What was told before, in these or in other words, is not told again. */
void noted_tell(struct branch *branch, struct noted *noted, struct str content, const struct source_list *list,
                const size_t *sources, size_t n);

/* Is a sentence with the numbers of sources no finding? One that tells a contradiction is none: that is told, unless it is known.
 * Nor is one that names no source and only says what could not be found. */
bool noted_no_finding(struct branch *branch, struct noted *noted, struct str sentence, said_source *source_of,
                      const void *context, const struct source_list *list);

/* The findings for the writer, with the sides of the contradictions before them. */
struct evidence_finding *noted_give(struct arena *arena, const struct noted *noted,
                                    const struct evidence_finding *findings, size_t n, size_t *ret_n);

/* What a page says about the query that found it, word for word; of one that was not read what the engine showed. */
void noted_excerpt(struct buf *text, const struct source_row *source, struct str query, int64_t tokens);

/* Tells what the best of the pages that a query found say about it. */
void noted_pages(struct branch *branch, struct noted *noted, struct str query, const struct source_list *list,
                 const size_t *sources, size_t n);

#endif
