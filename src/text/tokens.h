/* Token estimates before a call: bytes per token by script (Latin, CJK, other,
 * code and digits), corrected per model by what its provider reported. */
#ifndef FATHOM_TEXT_TOKENS_H
#define FATHOM_TEXT_TOKENS_H

#include "base/str.h"

size_t tokens_estimate(struct str text);

#endif
