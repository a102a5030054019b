/* The sources of a report: how one is named, and the lists of them. */
#ifndef FATHOM_REPORT_SOURCES_H
#define FATHOM_REPORT_SOURCES_H

#include "base/buf.h"
#include "report/report.h"

/* What it is called: its title, else its address. */
struct str source_title(const struct report_source *source);
/* Where a source is: the domain of a web page, or the name of a file without its folder, which is private. */
struct str source_place(struct arena *arena, const struct report_source *source);
/* "gridlab.example.org, A. Author, 2025-01-02": all that is known besides the title. */
struct str source_about(struct arena *arena, const struct report_source *source);
/* HTML: a letter in place of the icon that would have to be fetched. */
void source_letter(struct buf *out, const struct report_source *source);

void sources_markdown(struct arena *arena, struct buf *out, const struct report *report);
void sources_html(struct arena *arena, struct buf *out, const struct report *report);

#endif
