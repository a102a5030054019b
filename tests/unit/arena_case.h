/* An arena for each test of the file: cmocka_unit_test_setup_teardown(test, setup, teardown). */
#ifndef FATHOM_TESTS_ARENA_CASE_H
#define FATHOM_TESTS_ARENA_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/arena.h"

static struct arena *arena;

static inline int setup(void **state)
{
    (void) state;
    arena = arena_new();
    return 0;
}

static inline int teardown(void **state)
{
    (void) state;
    arena_free(arena);
    return 0;
}

#endif
