/* Text into members of a struct by their field tables: flags, environment
 * variables and YAML scalars all come through here, so that each is checked
 * the same way and says the same about a fault. */
#ifndef FATHOM_SERVICE_VALUE_H
#define FATHOM_SERVICE_VALUE_H

#include "base/error.h"
#include "base/field.h"

/* Zeroes the struct, then sets what the table presets; enums without a preset
 * are -1 (not given). */
void fields_init(const struct field *fields, void *base, size_t size);

/* Sets one member; the text is appended to a list. `name` is how the user wrote it
 * ("--depth", "FATHOM_DEPTH", "depth"), for the message. */
typedef int value_fn(struct arena *arena, const struct field *field, void *base, struct str text, const char *name,
                     struct error *e);
value_fn value_set;
value_fn value_set_each; /* the same, but the text for a list is split at commas */
/* The limits of a string or list field, once it is complete. */
int value_check_count(const struct field *field, const void *base, const char *name, struct error *e);

/* The kinds of all text members that are set, for what came in by JSON. */
int fields_check(const struct field *fields, const void *base, struct error *e);

/* A member as text: "" when it is not set. Lists are joined by commas. */
struct str value_text(struct arena *arena, const struct field *field, const void *base);

/* "maxSources" -> "max-sources", "max_sources" -> "max-sources" */
struct str name_kebab(struct arena *arena, const char *name);

/* "90s", "6m", "168h": the shortest that says it. */
struct str duration_text(struct arena *arena, int64_t ms);
/* A checked duration in milliseconds; `otherwise` when it is empty. */
int64_t duration_ms(struct str text, int64_t otherwise);

#endif
