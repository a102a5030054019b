/* What a model puts around a text that was asked of it: a code fence around the whole, an announcement in front ("Here is the
 * report:"), an offer behind ("Let me know …"), a second title. Plain rules; a text that has none of it stays as it is. */
#ifndef FATHOM_TEXT_WRAPPING_H
#define FATHOM_TEXT_WRAPPING_H

#include "base/sink.h"
#include "base/str.h"
#include "text/untag.h"

/* "[3]", "[Passage 3]", "[Title](address)" stands in it. */
bool text_cites(struct str text);

/* The text alone, without tags of HTML (text/untag.h) and with one title at most: where a heading "# …" stands behind the first
 * line, all headings go down a level. */
struct str text_unwrap(struct arena *arena, struct str text);

/* Lines at the end of a text that is being written: they may be an offer behind it. */
struct parting {
    char held[2048];
    size_t n;    /* bytes held back */
    size_t line; /* where the line at hand begins in them */
    int offers;  /* lines of them that offer */
    bool any;    /* something went out */
    bool mid;    /* of the line at hand, too */
};

/* The same for a text that is still being written, as far as that can be told: what is in front of the text, its outer fence,
 * tags and what is offered behind it never reach `out`. The first line is held back until it has ended, and so is every line that
 * may be an offer: short, without a citation. */
struct unwrapping {
    char held[1024]; /* lines that may yet be no part of the text */
    size_t held_n;
    bool begun;  /* the text has */
    bool fenced; /* by the line in front of it */
    bool mid;    /* the beginning of the line at hand is out */
    bool inner;  /* inside a code block of a fenced text */
    bool ended;  /* its fence is closed */
    struct parting parting;
    struct untag_stream tags;
};
/* A zeroed one begins. */
void unwrapping_write(struct unwrapping *u, struct str data, const struct sink *out);
/* The text has ended: what is held back and belongs to it. */
void unwrapping_end(struct unwrapping *u, const struct sink *out);

#endif
