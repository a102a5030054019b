/* A ZIP file of a few parts, stored as they are: the container of a DOCX. */
#ifndef FATHOM_REPORT_ZIP_WRITE_H
#define FATHOM_REPORT_ZIP_WRITE_H

#include "base/buf.h"

struct zip_part {
    const char *name;
    struct str data;
};

/* The same parts give the same bytes: no file has a date (1980-01-01 stands for none). */
void zip_write(struct buf *out, const struct zip_part *parts, size_t n);

#endif
