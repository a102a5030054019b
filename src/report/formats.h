/* The formats of a report, and the ones that are made from the report alone. */
#ifndef FATHOM_REPORT_FORMATS_H
#define FATHOM_REPORT_FORMATS_H

#include "report/report.h"

/* A bundle and the audit log are made from the store (service/runs.h). */
enum report_format { REPORT_MD, REPORT_HTML, REPORT_JSON, REPORT_PDF, REPORT_DOCX, REPORT_FATHOM, REPORT_JSONL };
extern const char *const report_format_words[]; /* "md" …; file names end in them */
extern const char *const report_media_types[];

/* The format that a file name ends in, or -1. */
int report_format_of(struct str file_name);
/* "pdf", "docx" and "fathom" are bytes, which a caller that takes a text cannot have. */
bool report_format_is_bytes(struct str word);
/* A name for its file, made of the title: "what-limits-grid-batteries.pdf". */
struct str report_file_name(struct arena *arena, const struct report *report, enum report_format format);

/* The bytes of the report in a format that needs no store. `id` and `status` are for JSON. */
struct report_writing {
    const struct report *report;
    enum report_format format;
    struct str id, status;
};
int report_write(struct arena *arena, const struct report_writing *writing, struct str *ret, struct error *e);

#endif
