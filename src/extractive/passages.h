/* The passages of sources: a block, or a few blocks that belong together (a paragraph with the list, table or code it
 * announces), under one heading path, and the sentences in them. Spans point into the source's text. */
#ifndef FATHOM_EXTRACTIVE_PASSAGES_H
#define FATHOM_EXTRACTIVE_PASSAGES_H

#include "run/sources.h"
#include "text/blocks.h"
#include "text/language.h"
#include "text/sentence.h"

enum { PASSAGE_SENTENCES = 30000 }; /* of all sources together; long ones give way to the others */

struct passage_source {
    const struct source_row *row;
    struct str text;
    const struct language *language;
    struct text_blocks blocks;
    size_t first_passage, passages_n;
};

struct passage {
    size_t source;
    size_t first, last; /* blocks */
    struct span at;
    int heading;        /* block of its heading, -1: none */
    unsigned char kind; /* enum text_block_kind of its first block that is no announcement */
    size_t first_sentence, sentences_n;
};

struct passage_sentence {
    size_t passage;
    struct span at;
    size_t block;
    unsigned char kind; /* of its block: TEXT_ROW, TEXT_CODE, TEXT_ITEM … */
    bool header;        /* names columns */
};

struct passages {
    struct passage_source *sources;
    size_t sources_n;
    struct passage *items;
    size_t n, capacity;
    struct passage_sentence *sentences;
    size_t sentences_n, sentences_capacity;
};

/* Passages that read like orders to a model are left out. */
void passages_read(struct arena *arena, const struct source_row *const *rows, size_t n, struct passages *ret);

/* The language most of the sources are in. Never NULL. */
const struct language *passages_language(const struct passages *all);

/* Sources that are not independent share a number: near copies of one text, pages of one site or one work. By source, in `arena`. */
size_t *passages_clusters(struct arena *arena, const struct passages *all);

struct str passage_text(const struct passages *all, size_t at);
struct str passage_sentence_text(const struct passages *all, size_t at);
/* "Document › Section › Subsection"; the title once. */
struct str passage_path(struct arena *arena, const struct passages *all, size_t at);
/* The headings above it without the title; empty if there are none. */
struct str passage_headings(struct arena *arena, const struct passages *all, size_t at);
/* The last of them: the heading right above it. */
struct str passage_heading(struct arena *arena, const struct passages *all, size_t at);
/* Is it the first under its heading, or does nothing but scraps stand before it ("Available languages: en fr")? */
bool passage_opens_section(const struct passages *all, size_t at);
/* A line at the top of a text that repeats its title, or says who wrote it and when. */
bool passage_sentence_is_byline(struct arena *arena, const struct passages *all, size_t sentence);
/* The title of an item that is a section of its own ("2. Maximum Number Of Columns", then paragraphs); empty: none. */
struct str passage_item_title(const struct passages *all, size_t at);
/* The title of a source without what its site adds behind a dash or bar: "5. Signing — Manual 9.1". */
struct str passage_title(const struct passages *all, size_t source);
size_t passage_line(const struct passages *all, size_t at); /* from 1 */

#endif
