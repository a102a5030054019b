/* XML as a stream of pieces: enough for feeds and office documents, safe for
 * strangers' bytes. No entities but the five of XML and numbers, no DTD, no
 * recursion, linear. Broken markup ends the stream, it never fails. */
#ifndef FATHOM_PAGES_XML_H
#define FATHOM_PAGES_XML_H

#include "base/buf.h"
#include "base/str.h"

enum xml_type { XML_END_OF_FILE, XML_START, XML_END, XML_TEXT };

struct xml {
    struct str rest;
    /* the piece: */
    struct str name;       /* START, END: without its prefix ("w:p" is "p") */
    struct str attributes; /* START: raw */
    struct str text;       /* TEXT: raw, or CDATA as it is */
    bool cdata;
    bool empty; /* START: "<a/>"; an XML_END follows */
    bool pending_end;
};

void xml_open(struct xml *xml, struct str text);
enum xml_type xml_next(struct xml *xml);
/* Value of an attribute of the START piece, by local name, or with its prefix where `name` has one; entities decoded. */
struct str xml_attribute(struct arena *arena, const struct xml *xml, const char *name);
/* Appends the TEXT piece with its entities decoded. */
void xml_add_text(const struct xml *xml, struct buf *ret);

#endif
