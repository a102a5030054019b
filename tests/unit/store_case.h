/* A store in a folder of its own, for the tests of store and records. */
#ifndef FATHOM_TESTS_STORE_CASE_H
#define FATHOM_TESTS_STORE_CASE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/file.h"
#include "store/store.h"

static struct arena *arena;
static struct str folder;
static const char *path;
static struct store *store;

#define assert_ok(call)                                                                                                \
    do {                                                                                                               \
        if ((call) < 0)                                                                                                \
            fail_msg("%s: %s", #call, e.message);                                                                      \
    } while (0)
#define assert_says(what)                                                                                              \
    do {                                                                                                               \
        if (!strstr(e.message, what))                                                                                  \
            fail_msg("\"%s\" is not in: %s", what, e.message);                                                         \
    } while (0)
#define assert_text(got, want)                                                                                         \
    do {                                                                                                               \
        struct str got_ = (got);                                                                                       \
        if (!str_is(got_, want))                                                                                       \
            fail_msg("got \"%.*s\", want \"%s\"", STR_ARG(got_), want);                                                \
    } while (0)

static inline int setup_folder(void **state)
{
    (void) state;
    arena = arena_new();
    if (file_temp_dir(arena, "fathom-store", &folder, NULL) < 0)
        return -1;
    path = str_format(arena, "%s/deep/er/fathom.db", folder.data).data;
    store = NULL;
    return 0;
}

static inline void reopen(void)
{
    struct error e;

    store_close(store);
    store = NULL;
    assert_ok(store_open(&(struct store_settings){ .path = path, .create = true }, &store, &e));
}

static inline int setup(void **state)
{
    if (setup_folder(state) < 0)
        return -1;
    reopen();
    return 0;
}

static inline int teardown(void **state)
{
    (void) state;
    store_close(store);
    store = NULL;
    file_remove_tree(folder.data, NULL);
    arena_free(arena);
    return 0;
}

static inline struct db *read_begin(void)
{
    struct db *db;
    struct error e;

    assert_ok(store_read_begin(store, &db, &e));
    return db;
}

/* One integer out of the database. */
static inline int64_t look(const char *sql)
{
    struct db *db = read_begin();
    struct statement *s;
    struct error e;

    assert_ok(db_prepare(db, sql, &s, &e));
    assert_int_equal(db_step(s, &e), 1);
    int64_t value = db_int(s, 0);
    db_end(s);
    store_read_end(store, db);
    return value;
}

static inline int exec_job(struct db *db, void *sql, struct error *e) { return db_exec(db, sql, e); }

static inline void change(const char *sql)
{
    struct error e;

    assert_ok(store_write(store, exec_job, (void *) sql, &e));
}

#endif
