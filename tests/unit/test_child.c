/* tsan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"

#define SH(script) (const char *const[]) { "sh", "-c", script, NULL }

struct outcome { struct buf out, err; struct child_result result; struct error error; int r; };

static struct outcome run(struct child child, size_t max)
{
    struct outcome o = { .result = { 77, 77 } };

    buf_init(&o.out, max);
    buf_init(&o.err, max);
    o.r = child_run(&child, &o.out, &o.err, &o.result, &o.error);
    return o;
}

static void done(struct outcome *o)
{
    buf_free(&o->out);
    buf_free(&o->err);
    /* Whatever happened, nobody is left to be reaped. */
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static int count_descriptors(void)
{
    DIR *dir = opendir("/proc/self/fd");
    int n = 0;

    while (readdir(dir))
        n++;
    closedir(dir);
    return n;
}

static void test_output_and_status_come_back(void **state)
{
    struct outcome o = run((struct child) { .argv = SH("echo one; echo two >&2; exit 3") }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "one\n");
    assert_string_equal(o.err.data, "two\n");
    assert_int_equal(o.result.exit_status, 3);
    assert_int_equal(o.result.signal, 0);
    done(&o);
}

static void test_a_signal_is_told(void **state)
{
    struct outcome o = run((struct child) { .argv = SH("kill -TERM $$") }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_int_equal(o.result.exit_status, -1);
    assert_int_equal(o.result.signal, SIGTERM);
    done(&o);
}

static void test_large_input_and_output_do_not_block_each_other(void **state)
{
    enum { SIZE = 3000000 };
    char *text = malloc(SIZE);

    (void) state;
    memset(text, 'x', SIZE);
    struct outcome o = run((struct child) { .argv = (const char *const[]) { "cat", NULL },
                                            .input = str_n(text, SIZE) }, SIZE);
    assert_int_equal(o.r, 0);
    assert_int_equal(o.out.len, SIZE);
    assert_memory_equal(o.out.data, text, SIZE);
    done(&o);
    free(text);
}

static void test_a_child_that_does_not_read_is_no_harm(void **state)
{
    static char text[1000000];

    (void) state;
    struct outcome o = run((struct child) { .argv = SH("exec <&-; echo ok"), .input = str_n(text, sizeof text) }, 1000);
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "ok\n");
    assert_int_equal(o.result.exit_status, 0);
    done(&o);
    sigset_t pending;
    sigpending(&pending);
    assert_false(sigismember(&pending, SIGPIPE));
}

static void test_no_input_is_an_empty_one(void **state)
{
    struct outcome o = run((struct child) { .argv = SH("cat; echo end") }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "end\n");
    done(&o);
}

static void test_output_may_be_discarded(void **state)
{
    struct child_result result;
    struct error e;

    (void) state;
    assert_int_equal(child_run(&(struct child) { .argv = SH("echo a; echo b >&2") }, NULL, NULL, &result, &e), 0);
    assert_int_equal(result.exit_status, 0);
}

static void test_the_time_limit_kills_the_whole_group(void **state)
{
    int64_t start = clock_monotonic_ms();
    /* The grandchild holds the pipe open and would print later. */
    struct outcome o = run((struct child) { .argv = SH("(sleep 100; echo late) & echo $!; wait"), .timeout_ms = 200 }, 1000);
    int64_t grandchild, took = clock_monotonic_ms() - start;

    (void) state;
    assert_int_equal(o.r, -ERROR_TIMEOUT);
    assert_non_null(strstr(o.error.message, "200 ms"));
    assert_int_equal(o.result.exit_status, 77);
    assert_in_range(took, 150, 20000);
    assert_true(str_to_int(str_trim(buf_str(&o.out)), &grandchild));
    /* Killed: gone, or about to be collected by whoever inherits it. */
    char path[64], text[256] = "";
    snprintf(path, sizeof path, "/proc/%lld/stat", (long long) grandchild);
    int fd = open(path, O_RDONLY);
    if (fd >= 0) {
        (void) !read(fd, text, sizeof text - 1);
        close(fd);
        assert_true(!*text || strstr(text, ") Z ") || strstr(text, ") X ") || strstr(text, ") R ") || strstr(text, ") D "));
    }
    done(&o);
}

static void test_a_child_that_ends_takes_its_stragglers_along(void **state)
{
    int64_t start = clock_monotonic_ms();
    struct outcome o = run((struct child) { .argv = SH("sleep 100 & echo gone") }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "gone\n");
    assert_in_range(clock_monotonic_ms() - start, 0, 20000);
    done(&o);
}

static void test_too_much_output_is_a_limit_error(void **state)
{
    struct outcome o = run((struct child) { .argv = (const char *const[]) { "yes", NULL } }, 100000);

    (void) state;
    assert_int_equal(o.r, -ERROR_LIMIT);
    assert_non_null(strstr(o.error.message, "yes printed more than the 100000 bytes"));
    done(&o);
    o = run((struct child) { .argv = SH("yes >&2") }, 100000);
    assert_int_equal(o.r, -ERROR_LIMIT);
    done(&o);
}

static void test_what_cannot_be_run_is_said(void **state)
{
    struct outcome o = run((struct child) { .argv = (const char *const[]) { "no-such-program-here", NULL } }, 1000);

    (void) state;
    assert_int_equal(o.r, -ERROR_NOT_FOUND);
    assert_non_null(strstr(o.error.message, "no-such-program-here"));
    done(&o);
    o = run((struct child) { .argv = (const char *const[]) { "/etc/hostname", NULL } }, 1000);
    assert_int_equal(o.r, -ERROR_IO);
    done(&o);
    o = run((struct child) { .argv = SH("true"), .directory = "/no/such/folder" }, 1000);
    assert_int_equal(o.r, -ERROR_IO);
    assert_non_null(strstr(o.error.message, "/no/such/folder"));
    done(&o);
}

static void test_folder_and_environment_are_the_given_ones(void **state)
{
    struct outcome o = run((struct child) { .argv = SH("pwd; echo $A$HOME"), .directory = "/usr",
                           .environment = (const char *const[]) { "A=b", "PATH=/usr/bin:/bin", NULL } }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "/usr\nb\n");
    done(&o);
}

static void test_nothing_of_ours_is_inherited(void **state)
{
    int before = count_descriptors(), leak = open("/etc/hostname", O_RDONLY);     /* without close-on-exec */

    (void) state;
    sigset_t set, old;
    sigfillset(&set);
    pthread_sigmask(SIG_SETMASK, &set, &old);
    struct outcome o = run((struct child) { .argv = SH("ls /proc/self/fd; grep SigBlk /proc/self/status") }, 1000);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
    assert_int_equal(o.r, 0);
    /* 3 is the folder that ls reads. */
    assert_string_equal(o.out.data, "0\n1\n2\n3\nSigBlk:\t0000000000000000\n");
    done(&o);
    close(leak);
    assert_int_equal(count_descriptors(), before);
}

static void *run_some(void *arg)
{
    (void) arg;
    for (int i = 0; i < 5; i++) {
        struct outcome o = run((struct child) { .argv = SH("cat; exit 7"), .input = str("hello") }, 100);
        bool fine = o.r == 0 && o.result.exit_status == 7 && str_is(buf_str(&o.out), "hello");
        buf_free(&o.out);
        buf_free(&o.err);
        if (!fine)
            return (void *) "wrong";
    }
    return NULL;
}

static void test_threads_run_children_side_by_side(void **state)
{
    pthread_t threads[4];
    void *trouble;
    int before = count_descriptors();

    (void) state;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_some, NULL), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], &trouble);
        assert_null(trouble);
    }
    assert_int_equal(count_descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_output_and_status_come_back),
        cmocka_unit_test(test_a_signal_is_told),
        cmocka_unit_test(test_large_input_and_output_do_not_block_each_other),
        cmocka_unit_test(test_a_child_that_does_not_read_is_no_harm),
        cmocka_unit_test(test_no_input_is_an_empty_one),
        cmocka_unit_test(test_output_may_be_discarded),
        cmocka_unit_test(test_the_time_limit_kills_the_whole_group),
        cmocka_unit_test(test_a_child_that_ends_takes_its_stragglers_along),
        cmocka_unit_test(test_too_much_output_is_a_limit_error),
        cmocka_unit_test(test_what_cannot_be_run_is_said),
        cmocka_unit_test(test_folder_and_environment_are_the_given_ones),
        cmocka_unit_test(test_nothing_of_ours_is_inherited),
        cmocka_unit_test(test_threads_run_children_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
