/* Strings: a pointer and a length, never owned. Bytes are UTF-8 by convention,
 * not by guarantee. What makes new text takes the arena it lives in and puts a
 * NUL behind it, so such a `data` also serves C functions. */
#ifndef FATHOM_BASE_STR_H
#define FATHOM_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

struct str {
    const char *data;
    size_t len;
};

/* For printf: "%.*s", STR_ARG(s). */
#define STR_ARG(s) (int) (s).len, (s).data ? (s).data : ""

static inline struct str str_n(const char *data, size_t len) { return (struct str){ data, len }; }
static inline struct str str(const char *z) { return (struct str){ z, z ? strlen(z) : 0 }; }
static inline bool str_empty(struct str s) { return s.len == 0; }

/* In the header, so that the length of a literal costs nothing. */
static inline bool str_eq(struct str a, struct str b)
{
    return a.len == b.len && (a.len == 0 || memcmp(a.data, b.data, a.len) == 0);
}
static inline bool str_is(struct str a, const char *z) { return str_eq(a, str(z)); }
static inline bool str_starts(struct str s, const char *prefix)
{
    size_t n = strlen(prefix);

    return s.len >= n && (n == 0 || memcmp(s.data, prefix, n) == 0);
}
static inline bool str_ends(struct str s, const char *suffix)
{
    size_t n = strlen(suffix);

    return s.len >= n && (n == 0 || memcmp(s.data + s.len - n, suffix, n) == 0);
}
bool str_eq_nocase(struct str a, struct str b); /* ASCII letters only */
int str_cmp(struct str a, struct str b);        /* by bytes, then length: a total order */
bool str_starts_nocase(struct str s, const char *prefix);
/* Position of the first `what` at or after `from`, or -1. */
ptrdiff_t str_find(struct str s, struct str what, size_t from);
ptrdiff_t str_find_char(struct str s, char c, size_t from);
bool str_contains(struct str s, const char *what);
bool str_contains_nocase(struct str s, const char *what);
/* Is it one of these words, does it hold one of them in either case? The list ends with NULL. */
bool str_is_any(struct str s, const char *const words[]);
bool str_contains_any(struct str s, const char *const words[]);
bool str_has_digit(struct str s);
struct str str_sub(struct str s, size_t start, size_t end); /* clamped [start, end) */
struct str str_trim(struct str s);                          /* ASCII white space at both ends */
/* Takes the part up to `separator` off *rest; false at the end. */
bool str_next(struct str *rest, char separator, struct str *ret);
/* The next line without its ending (LF, CRLF); false at the end. */
bool str_next_line(struct str *rest, struct str *ret);

/* A word and the number it stands for; a table of them ends with { 0 }. */
struct word_number {
    const char *word;
    int number;
};
int word_number(const struct word_number table[], struct str word, int otherwise);
/* The same for a text; NULL if the table does not have the word. */
struct word_text {
    const char *word, *text;
};
const char *word_text(const struct word_text table[], struct str word);

struct str str_dup(struct arena *arena, struct str s);
/* Formats into the n + 1 bytes that room() gives; n, or -1 when it gives NULL. */
int format_into(char *(*room)(void *context, size_t n), void *context, const char *format, va_list ap)
    __attribute__((format(printf, 3, 0)));
struct str str_format(struct arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
struct str str_lower_ascii(struct arena *arena, struct str s);
struct str str_join(struct arena *arena, const struct str *parts, size_t n, const char *between);
struct str str_replace(struct arena *arena, struct str s, struct str what, struct str with);
const char *str_z(struct arena *arena, struct str s); /* NUL-terminated copy */

/* Whole string as a number, no white space, no locale. False if it is not one. */
bool str_to_int(struct str s, int64_t *ret);
bool str_to_double(struct str s, double *ret);
/* "90", "90s", "15m", "2h", "500ms": milliseconds. A bare number is seconds. */
bool str_to_duration_ms(struct str s, int64_t *ret);

/* Is `word` one of a list of words with blanks between them? */
bool str_in_words(const char *list, struct str word);
uint64_t str_hash(struct str s); /* not for strangers' keys: FNV-1a */

/* A growing list of strings in an arena. */
struct str_list {
    struct str *items;
    size_t n, capacity;
};
void str_list_add(struct arena *arena, struct str_list *list, struct str s);
bool str_list_has(const struct str_list *list, struct str s);

#endif
