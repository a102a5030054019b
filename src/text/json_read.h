/* The quick way to read JSON; json.h is what others use. */
#ifndef FATHOM_TEXT_JSON_READ_H
#define FATHOM_TEXT_JSON_READ_H

#include <jansson.h>

#include "base/str.h"

/* The value, as jansson would give it, or NULL for anything that is not plain
 * JSON: broken text, NUL, invalid UTF-8, nesting over JSON_DEPTH_MAX, numbers out
 * of range. It says no reason: json_parse() then goes the slow way, which does.
 * Of objects at any depth only the members named in `only` (NULL-terminated; NULL:
 * all) are kept; the rest is checked and left out. */
json_t *json_read(struct str text, const char *const *only);

#endif
