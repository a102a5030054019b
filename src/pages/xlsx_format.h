/* What a cell of a sheet shows: its number in the format that its style names. */
#ifndef FATHOM_PAGES_XLSX_FORMAT_H
#define FATHOM_PAGES_XLSX_FORMAT_H

#include "base/str.h"

enum xlsx_show { SHOW_GENERAL, SHOW_NUMBER, SHOW_DATE, SHOW_TIME, SHOW_ELAPSED };

struct xlsx_format {
    int show;                  /* enum xlsx_show */
    struct str before, behind; /* signs and units around a number: "$", " kg", "%" */
    int decimals;
    bool thousands, percent, scientific;
    bool clock; /* of dates: the time of day, too */
};

/* Of a format code, "#,##0.00 \"kg\"". Its first section counts; a minus stands before all else. */
void xlsx_format_read(struct arena *arena, struct str code, struct xlsx_format *ret);
/* Of one of the formats that have a number only. */
void xlsx_format_known(int64_t id, struct xlsx_format *ret);
/* Days are written as 2023-07-16, times as 13:45: what a format makes of them may be read in two ways. `first` is the day
 * that counting begins at: 25569 days before 1970, or 24107. */
struct str xlsx_show(struct arena *arena, const struct xlsx_format *format, struct str value, int first);

#endif
