/* HTML that a model writes into a Markdown text. */
#ifndef FATHOM_TEXT_UNTAG_H
#define FATHOM_TEXT_UNTAG_H

#include "base/sink.h"
#include "base/str.h"

/* The text without tags of HTML: a script, a style sheet or a drawing goes with what it holds, of all others the words stay,
 * with a break where a block begins or ends. What is in code stays ("`<p>`"), and what only looks like a tag ("a < b",
 * "List<String>", "<https://…>"). Links and images on one line are left to who knows the sources. A break within a cell of a
 * table stays: Markdown has no other way to write it. `text` itself if it has no tag. */
struct str text_untag(struct arena *arena, struct str text);
/* The same without those of links and images, for eyes that see the text before the sources are known. */
struct str text_untag_all(struct arena *arena, struct str text);
/* Does a tag of HTML begin at this "<", as far as the text goes? Negative: that cannot be told yet. */
int text_tag_begins(struct str text, size_t at);

/* The same for a text that is still being written: from a tag on, its paragraph is held back until it has ended. */
struct untag_stream {
    char held[4096];
    size_t held_n;
    char first[4]; /* what the line at hand begins with, behind blanks */
    size_t first_n;
    size_t ticks, run; /* signs that have opened code on this line; those just read */
    bool fenced, escaped;
};
/* A zeroed one begins. */
void untag_stream_write(struct untag_stream *u, struct str data, const struct sink *out);
void untag_stream_end(struct untag_stream *u, const struct sink *out);

#endif
