/* A test of what is read from a document of the user's own. */
#ifndef FATHOM_TESTS_DOCUMENT_CASE_H
#define FATHOM_TESTS_DOCUMENT_CASE_H

#include "arena_case.h"

#include "pages/document.h"

static struct document read_as(struct str bytes, const char *name)
{
    struct document d;
    struct error e = { 0 };
    struct document_hints hints = { .name = str(name) };
    struct document_limits limits = { .keep = KEEP_MORE };

    if (document_parse(arena, bytes, &hints, &limits, &d, &e) < 0)
        fail_msg("%s: %s", name, e.message);
    return d;
}

#endif
