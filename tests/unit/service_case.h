/* A data folder of its own, no keys, no configuration but what a test sets. */
#ifndef FATHOM_TESTS_SERVICE_CASE_H
#define FATHOM_TESTS_SERVICE_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/file.h"
#include "llm/llm.h"
#include "search/search.h"

struct home {
    struct arena *arena;
    struct str dir, data, document;
};

static inline struct home home_begin(void)
{
    struct home home = { .arena = arena_new() };
    struct error e;

    if (file_temp_dir(home.arena, "home", &home.dir, &e) < 0)
        fail_msg("%s", e.message);
    home.data = str_format(home.arena, "%.*s/data", STR_ARG(home.dir));
    home.document = str_format(home.arena, "%.*s/cells.txt", STR_ARG(home.dir));
    assert_int_equal(
        file_write_atomic(home.document.data,
                          str("Perovskite solar cells reached an efficiency of 26.1 percent in 2024.\n\n"
                              "The efficiency of perovskite solar cells falls when moisture enters the layer.\n\n"
                              "Bananas are yellow.\n"),
                          0644, &e),
        0);
    setenv("FATHOM_HOME", home.data.data, 1);
    setenv("XDG_CONFIG_HOME", home.dir.data, 1);
    unsetenv("FATHOM_CONFIG");
    for (size_t i = 0; i < llm_provider_count(); i++) {
        struct llm_provider_info info;

        llm_provider_info(NULL, i, &info);
        if (info.key_variable)
            unsetenv(info.key_variable);
        if (info.base_variable)
            unsetenv(info.base_variable);
    }
    for (size_t i = 0; i < search_engine_count(); i++) {
        struct search_engine_info info;

        search_engine_info(NULL, i, &info);
        if (info.key_variable)
            unsetenv(info.key_variable);
        if (info.base_variable)
            unsetenv(info.base_variable);
    }
    return home;
}

static inline void home_end(struct home *home)
{
    file_remove_tree(home->dir.data, NULL);
    arena_free(home->arena);
}

#endif
