/* A door as the service sees it: its name, and how it calls operations and
 * arguments. Messages of the service name both neutrally, "@{resume run-1}" for
 * an operation with what it is called with and "@{.corpora}" for an argument;
 * each door says them in its own language: "fathom resume run-1" and "--corpus",
 * or "POST /research/run-1/resume" and "corpora". */
#ifndef FATHOM_SERVICE_DOOR_H
#define FATHOM_SERVICE_DOOR_H

#include "base/buf.h"
#include "service/operation.h"

struct door {
    const char *name; /* "cli", "http" …; in the audit log */
    /* Each writes how it is called here. `arguments` is what stands behind the operation's name; it may be empty.
     * `field` is the argument's name in the tables. NULL: the neutral name. */
    void (*operation)(struct buf *out, const struct operation *operation, struct str arguments);
    void (*field)(struct buf *out, const char *field);
};

/* The text with its references in the words of the door (NULL: by their own names); itself when it has none. What is no
 * reference to a known operation or to an argument stays as it is. */
struct str door_words(const struct door *door, struct arena *arena, struct str text);
/* The same for the message of an error, in place. */
void door_words_error(const struct door *door, struct error *e);

#endif
