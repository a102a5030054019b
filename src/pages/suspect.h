/* Text that reads like orders to a model: flagged, never obeyed. */
#ifndef FATHOM_PAGES_SUSPECT_H
#define FATHOM_PAGES_SUSPECT_H

#include "base/str.h"

/* The passage (a part of `text`, at most 200 bytes), or empty. */
struct str suspect_find(struct str text);

#endif
