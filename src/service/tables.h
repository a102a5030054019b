/* The tables a run is made with: the model table and the prompts, embedded ones with the user's files over them. They
 * are kept with the run as one text, {"models": {…}, "prompts": {"decide": "…"}}; a file changed later changes new
 * runs only.
 *
 * Threads: any. */
#ifndef FATHOM_SERVICE_TABLES_H
#define FATHOM_SERVICE_TABLES_H

#include <jansson.h>

#include "run/run.h"
#include "service/config.h"
#include "service/servers.h"

/* The tables in force now, the models of the user's own servers among them. The caller owns the tree. */
int tables_now(const struct config *config, struct servers *servers, struct arena *arena, json_t **ret,
               struct error *e);
/* The prompts of a tree, copied. */
const struct prompts *tables_prompts(struct arena *arena, const json_t *tables);

#endif
