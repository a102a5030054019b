/* Text of a source for a reader: rows of a table as a table, the rest as it is, with what is quoted marked. */
#ifndef FATHOM_REPORT_QUOTED_H
#define FATHOM_REPORT_QUOTED_H

#include "base/buf.h"
#include "base/str.h"
#include "text/sentence.h"

/* Has it a row of a table? */
bool quoted_has_rows(struct str text);
/* `lead` stands before the text; its row is the header of the table. */
void quoted_write(struct buf *out, struct str lead, struct str text, struct span mark);

#endif
