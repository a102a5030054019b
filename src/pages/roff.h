/* Lines of a manual page as its macros get them: definitions of macros and strings are taken in, conditions decided,
 * macros of the page's own and strings put in, comments and ends of lines with "\" gone. What is written twice, for
 * terminals and for print, is read in the form for print. Everything is bounded: a page that calls itself ends.
 * Threads: one page, one reader. */
#ifndef FATHOM_PAGES_ROFF_H
#define FATHOM_PAGES_ROFF_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/str.h"

enum { ROFF_ARGUMENTS = 16, ROFF_NESTED = 16 };

/* A definition: of a macro its lines, of a string its text. The newest of a name counts. */
struct roff_entry {
    struct str name, text;
    struct roff_entry *next;
};

/* Lines being read: the page, then bodies of macros with their arguments. */
struct roff_input {
    struct str rest, name;
    struct str arguments[ROFF_ARGUMENTS];
    size_t arguments_n;
};

struct roff {
    struct arena *arena;
    struct roff_entry *macros, *strings, *registers;
    struct roff_input inputs[ROFF_NESTED];
    size_t inputs_n;
    struct str pending; /* what stands behind a condition that holds */
    bool has_pending;
    bool otherwise[ROFF_NESTED]; /* of ".ie", innermost last: the next ".el" holds */
    size_t otherwise_n;
    size_t expanded, entries; /* bytes put in, definitions taken in */
    size_t expanded_most;
    bool (*known)(struct str macro); /* names that the caller reads itself: what a page defines for them is not used */
};

void roff_init(struct roff *r, struct arena *arena, struct str text, bool (*known)(struct str macro));
/* The next line; false at the end. Lines live in the arena. */
bool roff_next(struct roff *r, struct str *ret);

/* The words of a macro's line; "…" is one, and "" in it is a quotation mark. */
size_t roff_arguments(struct arena *arena, struct str rest, struct str ret[ROFF_ARGUMENTS]);

/* The name behind "(" (two characters), "[" (up to "]") or a single one; moves *at behind it. */
struct str roff_name(struct str s, size_t *at);
/* Text with its escapes put in: glyphs, fonts that show nothing. */
void roff_text(struct str s, struct buf *out);

#endif
