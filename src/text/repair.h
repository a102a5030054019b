/* Inside of json_repair(): a reader that takes almost-JSON and writes JSON.
 *
 * repair_text.c   characters, blanks and comments, quoted strings
 * repair_word.c   numbers, keywords, bare words, calls, regular expressions
 * json_repair.c   objects, lists, what stands around them
 *
 * Every function reads at `at`, writes to `out` and says whether it took
 * something. Nothing is read twice without bound: looking ahead is paid from
 * `budget`, and where a string has no end is remembered in `open`. */
#ifndef FATHOM_TEXT_REPAIR_H
#define FATHOM_TEXT_REPAIR_H

#include "base/buf.h"

/* A list may be put around everything in the end. */
enum { REPAIR_DEPTH_MAX = 63 };

/* The place of a string decides what may follow its closing quote. */
enum place { PLACE_TOP, PLACE_KEY, PLACE_MEMBER, PLACE_ITEM };

enum quote { QUOTE_NONE, QUOTE_DOUBLE, QUOTE_SINGLE, QUOTE_DOUBLE_LIKE, QUOTE_SINGLE_LIKE, QUOTE_N };

struct repair {
    struct str in;
    size_t at;
    struct buf out;
    unsigned depth, calls; /* open objects, lists and calls; open calls */
    bool newline;          /* the last blanks held a line break */
    bool bare;             /* the last value was a bare word */
    bool escaped;          /* the text itself is an escaped string: \"a\" */
    bool too_deep;
    unsigned peeled; /* how often it was unescaped already */
    size_t budget;
    /* Strings that begin in [from, upto) have no closing quote that fits. */
    struct {
        size_t from, upto;
    } open[QUOTE_N];
    /* The next line break and the next end of a block comment at or after `from`. */
    struct {
        size_t from, found;
    } line_end, comment_end;
};

static inline int repair_peek(const struct repair *r)
{
    return r->at < r->in.len ? (unsigned char) r->in.data[r->at] : -1;
}
static inline int repair_at(const struct repair *r, size_t at)
{
    return at < r->in.len ? (unsigned char) r->in.data[at] : -1;
}
static inline bool repair_stops(const struct repair *r) { return r->escaped || r->too_deep || r->out.over; }

/* One level deeper, if there is one left; leave by depth--. */
static inline bool repair_enter(struct repair *r)
{
    r->too_deep = r->too_deep || r->depth == REPAIR_DEPTH_MAX;
    r->depth += !r->too_deep;
    return !r->too_deep;
}

/* --- repair_text.c --- */
bool repair_is_digit(int c);
bool repair_is_name_start(int c);
bool repair_is_name(int c);
/* What ends a value in JSON, or separates two: , : [ ] { } ( ) + / line break. */
bool repair_is_delimiter(int c);
/* Bytes of the blank character at `at`, 0 if there is none. */
size_t repair_blank_size(const struct repair *r, size_t at);
/* Kind of the quote at `at` and its bytes. */
enum quote repair_quote(const struct repair *r, size_t at, size_t *ret_size);
/* Position behind blanks and comments; without `lines` it stops at a line break. */
size_t repair_after_blanks(struct repair *r, size_t at, bool lines);
void repair_skip_blanks(struct repair *r);
bool repair_skip(struct repair *r, char c);
/* A quoted string at `at`, with those joined to it by +. */
bool repair_string(struct repair *r, enum place place);
/* Writes [start, end) as a JSON string. `raw`: backslashes mean themselves;
 * else they escape, and a broken escape at the end of the text is dropped. */
void repair_write(struct repair *r, size_t start, size_t end, bool raw);

/* --- repair_word.c --- */
bool repair_number(struct repair *r);
/* Keyword, call, regular expression or bare word. */
bool repair_word(struct repair *r, enum place place);

/* --- json_repair.c --- */
bool repair_value(struct repair *r, enum place place);

#endif
