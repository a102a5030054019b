/* Comments of office documents. A comment is no part of the sentence that it stands at: it is a paragraph of its own behind
 * the paragraph, list or table, so that both can be quoted:
 *
 *   [Comment by Jo Miller on “is old”: Measured in May.] */
#ifndef FATHOM_PAGES_COMMENT_H
#define FATHOM_PAGES_COMMENT_H

#include "pages/outline.h"
#include "text/wordmap.h"

struct comment {
    struct str id, author;
    struct str on; /* the words or the cell that it is about, may be empty */
    struct str text;
};

enum { COMMENT_RANGES = 16 }; /* open at one place; more have no `on` */

struct comments {
    struct arena *arena;
    struct comment *items; /* known ones */
    size_t n, capacity;
    struct wordmap by_id;
    size_t *waiting; /* those that stand in what is being read */
    size_t waiting_n, waiting_capacity;
    size_t before; /* of them, in paragraphs that have ended */
    struct {
        struct str id;
        size_t start;
    } ranges[COMMENT_RANGES];
    size_t ranges_n;
};

void comments_init(struct comments *c, struct arena *arena);
/* Known from now on; returns it for the caller to fill. NULL: too many. */
struct comment *comments_add(struct comments *c, struct str id);
/* Of word/comments.xml. */
void comments_read_docx(struct comments *c, struct str xml);

/* The words that comment `id` is about start or end here, at the end of `line`. */
void comments_range(struct comments *c, struct str id, struct str line, bool start);
/* Comment `id` stands here. */
void comments_here(struct comments *c, struct str id);
/* Those that wait since there were `from` of them, and are about no words, are about this cell. */
void comments_about(struct comments *c, size_t from, struct str cell);
/* A paragraph ends: what is about the words of more than one is about none. */
void comments_paragraph(struct comments *c);
/* Writes those of paragraphs that have ended, unless the list or table that they stand in goes on (`more`). */
void comments_write(struct comments *c, struct outline *outline, bool more);

#endif
