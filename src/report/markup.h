/* Writing text into HTML and Markdown so that it stays text. The only escapers
 * of the project: what comes from pages, models and people goes through them. */
#ifndef FATHOM_REPORT_MARKUP_H
#define FATHOM_REPORT_MARKUP_H

#include "base/buf.h"

/* For element content and double-quoted attributes. */
void html_escape(struct buf *out, struct str text);
/* A verdict's sign: one of the symbols that html_signs() defines ("check", "quote", "half", "slash", "cross", "open"). */
void html_sign(struct buf *out, const char *sign);
void html_signs(struct buf *out);
/* As a link target: http and https (and file:) only, else "#". Escaped for an attribute. */
void html_escape_url(struct buf *out, struct str url);
/* "#:~:text=first words,last words": what makes a browser show the quote on its page. Nothing for tables. */
void html_quote_fragment(struct buf *out, struct str url, struct str quote);

/* One line of Markdown that reads as `text`: special characters behind a
 * backslash, runs of white space as one space. */
void markdown_escape(struct buf *out, struct str text);
/* The same line without escapes, for titles in plain text. */
struct str text_one_line(struct arena *arena, struct str text);
/* A capital at its start and a stop at its end. */
struct str text_sentence(struct arena *arena, struct str text);
/* A web address as a Markdown link target; characters that would end it are percent-encoded. */
void markdown_url(struct buf *out, struct str url);
bool url_is_web(struct str url);

#endif
