/* UTF-8 and the code points in it. */
#ifndef FATHOM_TEXT_UTF8_H
#define FATHOM_TEXT_UTF8_H

#include "base/buf.h"

bool utf8_valid(struct str s);
/* Decodes the code point at *at and moves behind it; -1 for a broken byte
 * (moves one byte). Call only with *at < s.len. */
int32_t utf8_next_wide(struct str s, size_t *at); /* the part that is not ASCII; use utf8_next */
static inline int32_t utf8_next(struct str s, size_t *at)
{
    unsigned char c = (unsigned char) s.data[*at];

    if (c >= 0x80)
        return utf8_next_wide(s, at);
    *at += 1;
    return c;
}
int utf8_encode(int32_t code_point, char ret[4]); /* bytes written, 0 if it is none */
size_t utf8_count(struct str s);                  /* code points; a broken byte counts as one */
/* At most n code points, never cutting one (nor a base from its combining mark). */
struct str utf8_cut(struct str s, size_t n);
/* At most n code points for people: a longer text ends with a whole word and "…". Words of a script without blanks, and
 * one that takes more than half of the room, are cut where they are. */
struct str utf8_cut_words(struct arena *arena, struct str s, size_t n);
/* At most n bytes, cut at a code point boundary. */
struct str utf8_cut_bytes(struct str s, size_t n);
/* Copy with broken bytes as U+FFFD, a lone CR as LF, and other control
 * characters (but \t \n) and overrides of the writing direction removed. */
struct str utf8_clean(struct arena *arena, struct str s);
/* NFC; NFKC + case fold for comparing. Input that is not UTF-8 is cleaned first. */
struct str utf8_nfc(struct arena *arena, struct str s);
struct str utf8_fold(struct arena *arena, struct str s);
/* Columns on a terminal (wide characters count two, combining ones none). */
size_t utf8_width(struct str s);
/* Letters and digits of any script, and the marks that are part of words. */
bool utf8_is_word(int32_t code_point);
bool utf8_is_upper(int32_t code_point);
bool utf8_is_space(int32_t code_point);
bool utf8_is_cjk(int32_t code_point);

#endif
