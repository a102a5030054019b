/* Time. Runs never call these: they ask the journal (run/effect.h). */
#ifndef FATHOM_BASE_CLOCK_H
#define FATHOM_BASE_CLOCK_H

#include <stdint.h>

#include "base/str.h"

int64_t clock_monotonic_ms(void);
int64_t clock_monotonic_us(void);
int64_t clock_cpu_ms(void);  /* used by this thread: for limits on work, not on waiting */
int64_t clock_wall_ms(void); /* since 1970, UTC */

/* "2026-11-15T03:21:54.123Z" */
enum { CLOCK_ISO_SIZE = 25 };
void clock_iso(int64_t wall_ms, char ret[CLOCK_ISO_SIZE]);
struct str clock_iso_text(struct arena *arena, int64_t wall_ms); /* empty for 0: never */
/* "2026-11-15", "2026-11", "2026" or a full ISO 8601 time: milliseconds since
 * 1970 UTC of its first moment. False if it is none of these. */
bool clock_parse_date(struct str text, int64_t *ret_ms);
/* RFC 9110 HTTP-date in its three forms: milliseconds since 1970. */
bool clock_parse_http_date(struct str text, int64_t *ret_ms);
int64_t clock_days_from_civil(int64_t year, unsigned month, unsigned day);

#endif
