/* JSON at the edges: parse with limits, decode into structs by field tables,
 * write from them, make schemas, canonical form, repair of what models say.
 *
 * Values are jansson's. It reads the text after a linear scan that refuses nesting
 * over 64, because it recurses; NUL bytes and invalid UTF-8 are errors. Text is
 * written by json_write.c alone. */
#ifndef FATHOM_TEXT_JSON_H
#define FATHOM_TEXT_JSON_H

#include <jansson.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/field.h"

enum { JSON_DEPTH_MAX = 64 };

/* Parses one value; the error names line and column. The caller owns *ret
 * (json_decref) and bounds the size of the text. Any value is accepted at the
 * top, not only objects; a byte order mark is skipped; integers over 64 bits
 * become reals, reals over their range the largest one. */
int json_parse(struct str text, json_t **ret, struct error *e);
/* The same, and an object must not have two members of one name. */
int json_parse_unique(struct str text, json_t **ret, struct error *e);
/* The same for what a service answered: characters that JSON or UTF-8 forbids in a string (NUL, controls, half a surrogate
 * pair, stray bytes) become U+FFFD. With `halves`, a half at the edge of a string is kept for json_join_halves(). */
int json_parse_foreign(struct str text, bool halves, json_t **ret, struct error *e);
/* Joins halves that met in the bytes from `from` on (which were added last); one that stayed alone becomes U+FFFD. A half at
 * the very end stays unless it is the `last` that comes. */
void json_join_halves(struct buf *buf, size_t from, bool last);
size_t json_half_at_end(struct str text); /* bytes of a half at the end, that a reader must not see yet */

/* Compact text with sorted keys: the canonical form that is hashed. */
struct str json_canonical(struct arena *arena, const json_t *value);
/* Compact text in the order of insertion; real numbers in their shortest form. */
struct str json_text(struct arena *arena, const json_t *value);
/* The same, indented by two. */
struct str json_pretty(struct arena *arena, const json_t *value);

/* Members of an object with a fallback; never fail. Strings live as long as `object`. */
struct str json_get_str(const json_t *object, const char *name);
int64_t json_get_int(const json_t *object, const char *name, int64_t otherwise);
double json_get_double(const json_t *object, const char *name, double otherwise);
bool json_get_bool(const json_t *object, const char *name, bool otherwise);
/* A path of member names and array indices: "choices.0.message.content". NULL if absent. */
json_t *json_at(const json_t *value, const char *path);
json_t *json_new_strs(const struct str_list *list); /* an array of strings */
json_t *json_new_str(struct str s);                 /* broken UTF-8 and NUL become U+FFFD, so it parses again */

/* Fills the struct at `ret` from an object. Strings and lists are copied into
 * `arena`. Unknown members are ignored (or an error with DECODE_STRICT), numbers
 * given as strings, single values where a list is wanted, words in another
 * case and a bare list for a table with one list are accepted unless strict.
 * The error names the member ("subQueries[2].query is missing"). Limits are
 * checked (a maximum below the minimum: none); with DECODE_CLAMP, text over its
 * maximum is cut, a list over its maximum is cut and numbers are clamped instead.
 * With DECODE_TEXTS a number or a boolean is not taken for a text, and nothing else for a boolean.
 * An optional member that is absent or null becomes its null value if it is
 * nullable, else it keeps what the struct held (list items start zeroed). */
enum decode_flags { DECODE_LENIENT = 0, DECODE_STRICT = 1, DECODE_CLAMP = 2, DECODE_TEXTS = 4 };
int json_decode(const json_t *value, const struct field *fields, void *ret, int flags, struct arena *arena,
                struct error *e);
/* The same from text, which is parsed first. */
int json_decode_text(struct str text, const struct field *fields, void *ret, int flags, struct arena *arena,
                     struct error *e);
/* Object from a struct; the caller owns it. */
json_t *json_encode(const struct field *fields, const void *from);
/* json_text() of the same. */
struct str json_encode_text(struct arena *arena, const struct field *fields, const void *from);
/* json_canonical() of the same. */
struct str json_encode_canonical(struct arena *arena, const struct field *fields, const void *from);
/* JSON Schema of a table: type object, every property required,
 * additionalProperties false, optional as a union with null, help and limits
 * as description (fit for strict mode). The caller owns it. */
json_t *json_schema(const struct field *fields);

/* Repair: makes valid JSON of what is almost JSON (fences, prose around it,
 * missing quotes, commas and brackets, comments, Python literals, truncation,
 * concatenated strings, JSONP, NDJSON …). Appends the repaired text to `ret`.
 * Never crashes, linear in its input up to the limit; -ERROR_PARSE when there
 * is nothing to repair. */
int json_repair(struct str text, struct buf *ret, struct error *e);

/* The value in a model's answer: strips fences and prose, takes the first
 * object or array that parses, else repairs. The caller owns *ret. */
int json_from_answer(struct str answer, json_t **ret, bool *ret_repaired, struct error *e);
/* The same into a struct, with DECODE_CLAMP. */
int json_decode_answer(struct str answer, const struct field *fields, void *ret, struct arena *arena, struct error *e);

#endif
