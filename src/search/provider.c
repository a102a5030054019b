/* The model's own search. It is asked by the call that search_request() makes of a query for this
 * engine alone; among others it cannot stand: they answer in seconds, it may take minutes. */
#include "search/engine.h"

static int provider_look(struct search_ask *ask, struct error *e)
{
    (void) ask;
    return error_set(e, ERROR_MISCONFIGURED, "it cannot be combined with other engines; name it alone (-s provider)");
}

const struct engine_wire wire_provider = { .look = provider_look };
