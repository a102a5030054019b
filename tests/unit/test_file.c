#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

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

static struct arena *arena;
static struct str folder;

static int setup(void **state)
{
    (void) state;
    arena = arena_new();
    return file_temp_dir(arena, "fathom-file", &folder, NULL);
}

static int teardown(void **state)
{
    (void) state;
    file_remove_tree(folder.data, NULL);
    arena_free(arena);
    return 0;
}

static const char *in(const char *name) { return str_format(arena, "%s/%s", folder.data, name).data; }

static void assert_content(const char *path, const char *want)
{
    struct error e;
    struct buf got;

    buf_init(&got, 1 << 20);
    assert_ok(file_read(path, &got, &e));
    assert_string_equal(got.data ? got.data : "", want);
    buf_free(&got);
}

static int count_entries(void)
{
    DIR *dir = opendir(folder.data);
    int n = -2;

    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

static void test_a_written_file_reads_back(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(file_write_atomic(in("a"), str("one"), 0600, &e));
    assert_content(in("a"), "one");
    assert_ok(file_write_atomic(in("a"), str(""), 0600, &e));
    assert_content(in("a"), "");
    assert_int_equal(stat(in("a"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(count_entries(), 1);
}

static void test_reading_stops_at_the_limit(void **state)
{
    struct error e;
    struct buf got;

    (void) state;
    assert_ok(file_write_atomic(in("a"), str("12345"), 0600, &e));
    buf_init(&got, 5);
    assert_ok(file_read(in("a"), &got, &e));
    buf_free(&got);
    buf_init(&got, 4);
    assert_int_equal(file_read(in("a"), &got, &e), -ERROR_LIMIT);
    assert_says("larger than the limit of 4 bytes");
    buf_free(&got);
}

static void test_what_cannot_be_read_is_said(void **state)
{
    struct error e;
    struct buf got;

    (void) state;
    buf_init(&got, 100);
    assert_int_equal(file_read(in("none"), &got, &e), -ERROR_NOT_FOUND);
    assert_int_equal(e.code, ERROR_NOT_FOUND);
    assert_says("none");
    assert_int_equal(file_read(folder.data, &got, &e), -ERROR_IO);
    assert_int_equal(file_read_fd(-1, &got, &e), -ERROR_IO);
    buf_free(&got);
}

static void test_a_pipe_is_read_to_its_end(void **state)
{
    struct error e;
    struct buf got;
    int ends[2];

    (void) state;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "abc", 3), 3);
    close(ends[1]);
    buf_init(&got, 100);
    assert_ok(file_read_fd(ends[0], &got, &e));
    assert_string_equal(got.data, "abc");
    buf_free(&got);
    close(ends[0]);
}

static void test_a_failed_write_leaves_the_old_file(void **state)
{
    struct rlimit old, small = { 1000, RLIM_INFINITY };
    static char large[5000];
    struct error e;

    (void) state;
    assert_ok(file_write_atomic(in("a"), str("old"), 0600, &e));
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small.rlim_max = old.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    memset(large, 'x', sizeof large);
    int r = file_write_atomic(in("a"), str_n(large, sizeof large), 0600, &e);
    setrlimit(RLIMIT_FSIZE, &old);
    assert_int_equal(r, -ERROR_IO);
    assert_says("cannot write");
    assert_content(in("a"), "old");
    assert_int_equal(count_entries(), 1);
}

static void test_writing_where_one_cannot_is_said(void **state)
{
    struct error e;

    (void) state;
    assert_int_equal(file_write_atomic(in("no/such/folder"), str("x"), 0600, &e), -ERROR_IO);
    assert_int_equal(file_write_atomic(folder.data, str("x"), 0600, &e), -ERROR_IO);
    assert_says("it is a folder");
    char *name = arena_alloc(arena, 5000);
    memset(name, 'n', 4999);
    assert_true(file_write_atomic(in(name), str("x"), 0600, &e) < 0);
}

static void test_a_link_stays_one(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(file_write_atomic(in("target"), str("old"), 0600, &e));
    assert_int_equal(symlink("target", in("link")), 0);
    assert_ok(file_write_atomic(in("link"), str("new"), 0600, &e));
    assert_content(in("target"), "new");
    assert_int_equal(lstat(in("link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
}

static void test_a_device_is_written_through(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(file_write_atomic("/dev/null", str("x"), 0600, &e));
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
}

static void test_folders_are_made_private(void **state)
{
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(file_make_dirs(in("x/y//z/"), &e));
    assert_int_equal(stat(in("x/y"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_ok(file_make_dirs(in("x/y/z"), &e));
    assert_ok(file_write_atomic(in("x/file"), str(""), 0600, &e));
    assert_int_equal(file_make_dirs(in("x/file"), &e), -ERROR_IO);
    assert_int_equal(file_make_dirs(in("x/file/below"), &e), -ERROR_IO);
    assert_int_equal(file_make_dirs("", &e), -ERROR_INVALID);
    assert_true(file_exists(in("x/y/z")));
    assert_false(file_exists(in("x/y/none")));
}

static void test_a_tree_is_removed_without_following_links(void **state)
{
    struct error e;

    (void) state;
    assert_ok(file_make_dirs(in("keep"), &e));
    assert_ok(file_write_atomic(in("keep/file"), str("x"), 0600, &e));
    assert_ok(file_make_dirs(in("tree/a/b"), &e));
    assert_int_equal(symlink(in("keep"), in("tree/a/link")), 0);
    assert_ok(file_remove_tree(in("tree"), &e));
    assert_false(file_exists(in("tree")));
    assert_content(in("keep/file"), "x");
    assert_ok(file_remove_tree(in("tree"), &e));
}

static void test_temporary_folders_are_private_and_differ(void **state)
{
    struct str other;
    struct error e;
    struct stat st;

    (void) state;
    assert_ok(file_temp_dir(arena, "fathom-file", &other, &e));
    assert_false(str_eq(folder, other));
    assert_int_equal(stat(other.data, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    assert_ok(file_remove_tree(other.data, &e));
}

static void test_the_name_of_a_file_is_behind_the_last_slash(void **state)
{
    static const char *const rows[][2] = {
        { "/a/b.pdf", "b.pdf" }, { "b.pdf", "b.pdf" }, { "/a/", "" }, { "/", "" }, { "", "" }
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_true(str_is(file_name(str(rows[i][0])), rows[i][1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_written_file_reads_back, setup, teardown),
        cmocka_unit_test_setup_teardown(test_reading_stops_at_the_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_what_cannot_be_read_is_said, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_pipe_is_read_to_its_end, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_failed_write_leaves_the_old_file, setup, teardown),
        cmocka_unit_test_setup_teardown(test_writing_where_one_cannot_is_said, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_link_stays_one, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_device_is_written_through, setup, teardown),
        cmocka_unit_test_setup_teardown(test_folders_are_made_private, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_tree_is_removed_without_following_links, setup, teardown),
        cmocka_unit_test_setup_teardown(test_temporary_folders_are_private_and_differ, setup, teardown),
        cmocka_unit_test(test_the_name_of_a_file_is_behind_the_last_slash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
