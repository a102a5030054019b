/* Files embedded in the binary: prompts, the model table, the tables of a new store, the web page. */
#ifndef FATHOM_BASE_ASSET_H
#define FATHOM_BASE_ASSET_H

#include "base/str.h"

/* By its path in the project ("prompts/decide.md"); false if there is none. A zero byte follows the text. */
bool asset_find(const char *path, struct str *ret);
size_t asset_count(void);
const char *asset_path(size_t at);

#endif
