/* What a report says, begins with or does not say; a failure shows it. */
#ifndef FATHOM_TESTS_REPORT_TEXT_H
#define FATHOM_TESTS_REPORT_TEXT_H

#include "arena_case.h"
#include "base/str.h"

static void has(struct str text, const char *part)
{
    if (!str_contains(text, part))
        fail_msg("\"%s\" is not in:\n%.*s", part, STR_ARG(text));
}

static void lacks(struct str text, const char *part)
{
    if (str_contains(text, part))
        fail_msg("\"%s\" is in:\n%.*s", part, STR_ARG(text));
}

static void begins(struct str text, const char *part)
{
    if (!str_starts(text, part))
        fail_msg("does not begin with \"%s\":\n%.*s", part, STR_ARG(text));
}

#endif
