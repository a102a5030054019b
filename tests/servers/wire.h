/* What the services share in reading requests and wording answers. */
#ifndef TESTD_WIRE_H
#define TESTD_WIRE_H

#include "script.h"
#include "words.h"

/* Text of a JSON string, empty for anything else; and back: null without data. */
struct str wire_text(const json_t *value);
json_t *wire_json(struct str text);
struct str wire_dump(struct arena *arena, const json_t *value);

/* An argument of the address, or of a form in the body. */
struct str wire_argument(const struct asked *asked, const char *name);
/* How many results are wanted, from the JSON body or the arguments; 0 when the reply is to be empty. */
size_t wire_count(const struct asked *asked, const struct reply *reply, const char *name, size_t preset, size_t most);
/* Is there a header with a value? */
bool wire_has_header(const struct asked *asked, const char *name);
/* The status of a refusal: services differ in how they say that a key or the quota is the reason. */
int wire_status(const struct reply *reply, int key, int quota);
/* What to say about a status when the service has no words of its own. */
const char *wire_reason(int status);

void wire_say(const struct asked *asked, struct said *ret, int status, const char *type, struct str text);
/* "event: name\ndata: {…}\n\n"; takes over `value`. */
void wire_event(const struct asked *asked, struct said *ret, const char *name, json_t *value);
/* What a stream that is wrong ends with: in the middle, `error` (taken over) as its last event, or without its last
 * `ending` events. `name` is that of the event, empty for SSE without names, NULL for lines of JSON. */
void wire_twist_stream(const struct asked *asked, const struct reply *reply, struct said *ret, size_t ending,
                       const char *name, json_t *error);
/* Text for XML or HTML. */
struct str wire_escape(struct arena *arena, struct str text);
/* Cuts a few characters from the front, never inside one. */
struct str wire_piece(struct str *rest, struct dice *dice);

#endif
