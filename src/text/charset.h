/* Foreign bytes to UTF-8: byte order mark, what the sender said, what the
 * document says about itself, and detection, in that order. */
#ifndef FATHOM_TEXT_CHARSET_H
#define FATHOM_TEXT_CHARSET_H

#include "base/str.h"

/* `declared`: from a header ("text/html; charset=ISO-8859-2" or only the name),
 * may be empty. With `html`, <meta charset> in the first 4 KB counts too.
 * Bytes that fit no charset become U+FFFD: it never fails. *ret_name (may be
 * NULL) is the charset used, lower case. Text that is UTF-8 already is not
 * copied. */
struct str charset_decode(struct arena *arena, struct str bytes, struct str declared, bool html, struct str *ret_name);

/* The charset parameter of a content type, empty if there is none. */
struct str charset_of_type(struct str content_type);

#endif
