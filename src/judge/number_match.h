/* Whether two numbers agree: what the source says carries what the claim says. */
#ifndef FATHOM_JUDGE_NUMBER_MATCH_H
#define FATHOM_JUDGE_NUMBER_MATCH_H

#include "text/numbers.h"

enum number_match {
    NUMBER_UNRELATED, /* kinds or units that cannot be compared */
    NUMBER_SAME,  /* equal, a rounding of the source at the precision written, inside the bound, about it within 5 % */
    NUMBER_CLOSE, /* neither carried nor refuted: the source is less exact, bounded or rounded otherwise */
    NUMBER_DIFFERENT,
};

/* Does what the source says carry what the claim says? */
enum number_match number_match(const struct number *claim, const struct number *source);

/* The value as text in base units, for messages: "3000 m", "12 %", "2018-09". Lives in `arena`. */
struct str number_text(struct arena *arena, const struct number *number);

/* The number as it is written, without unit and multiplier: 24 of "$24 million". NAN: it has no digits. */
double number_written(struct str text);

#endif
