/* JSON Schema of operations: what they take and what they give, for doors that publish it (MCP tools, OpenAPI). The schema for
 * models' answers, which strict modes restrict, is json_schema() in text/json.h. */
#ifndef FATHOM_SERVICE_SCHEMA_H
#define FATHOM_SERVICE_SCHEMA_H

#include <jansson.h>

#include "service/operation.h"

/* An object with what may be given: limits, presets as defaults, nothing beyond the table. The caller owns it. */
json_t *schema_arguments(const struct field *fields);
/* An object with what comes back: every member that is always written is required. The caller owns it. */
json_t *schema_result(const struct field *fields);

#endif
