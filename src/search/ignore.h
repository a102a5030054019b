/* What a folder holds that is no document: what its ignore files name, what tools put there, what holds no text. */
#ifndef FATHOM_SEARCH_IGNORE_H
#define FATHOM_SEARCH_IGNORE_H

#include "base/str.h"

struct ignore; /* the rules of a folder's .gitignore and .fathomignore, and of those above it */

/* The rules for what stands in `folder`; `above` (may be NULL) if it has none of its own. */
const struct ignore *ignore_read(struct arena *arena, struct str folder, const struct ignore *above);
/* Do the ignore files name `path`? The last matching rule decides; rules of inner folders go first. */
bool ignore_names(const struct ignore *ignore, struct str path, bool folder);

enum ignore_kind { IGNORE_NOTHING, IGNORE_IMAGE, IGNORE_FILE };
/* By the file's name: pictures, style sheets, scripts, fonts, sound, archives, programs. */
enum ignore_kind ignore_kind(struct str name);
/* A folder that tools fill: node_modules, __pycache__; build, dist, target, out beside a file that builds into them. */
bool ignore_folder(struct arena *arena, struct str path);

/* Does `name` fit the pattern of an ignore file? "*" and "?" do not cross "/", "**" does. */
bool ignore_fits(struct str pattern, struct str name);

#endif
