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

#define SH(script)                                                                                                     \
    (const char *const[]) { "sh", "-c", script, NULL }

struct outcome {
    struct buf out, err;
    struct child_result result;
    struct error error;
    int r;
};

static bool contained; /* every test is done with and without a reaper */

static struct outcome run(struct child child, size_t max)
{
    struct outcome o = { .result = { 77, 77 } };

    child.contained = contained;
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
    struct outcome o = run((struct child){ .argv = SH("echo one; echo two >&2; exit 3") }, 1000);

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
    struct outcome o = run((struct child){ .argv = SH("kill -TERM $$") }, 1000);

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
    struct outcome o = run((struct child){ .argv = (const char *const[]){ "cat", NULL }, .input = str_n(text, SIZE) },
                           SIZE);
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
    struct outcome o = run((struct child){ .argv = SH("exec <&-; echo ok"), .input = str_n(text, sizeof text) }, 1000);
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
    struct outcome o = run((struct child){ .argv = SH("cat; echo end") }, 1000);

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
    assert_int_equal(
        child_run(&(struct child){ .argv = SH("echo a; echo b >&2"), .contained = contained }, NULL, NULL, &result, &e),
        0);
    assert_int_equal(result.exit_status, 0);
}

static void test_the_time_limit_kills_the_whole_group(void **state)
{
    int64_t start = clock_monotonic_ms();
    /* The grandchild holds the pipe open and would print later. */
    struct outcome o = run((struct child){ .argv = SH("(sleep 100; echo late) & echo $!; wait"), .timeout_ms = 200 },
                           1000);
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
        assert_true(!*text || strstr(text, ") Z ") || strstr(text, ") X ") || strstr(text, ") R ") ||
                    strstr(text, ") D "));
    }
    done(&o);
}

static void test_a_child_that_ends_takes_its_stragglers_along(void **state)
{
    int64_t start = clock_monotonic_ms();
    struct outcome o = run((struct child){ .argv = SH("sleep 100 & echo gone") }, 1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "gone\n");
    assert_in_range(clock_monotonic_ms() - start, 0, 20000);
    done(&o);
}

static void test_too_much_output_is_a_limit_error(void **state)
{
    struct outcome o = run((struct child){ .argv = (const char *const[]){ "yes", NULL } }, 100000);

    (void) state;
    assert_int_equal(o.r, -ERROR_LIMIT);
    assert_non_null(strstr(o.error.message, "yes printed more than the limit of 100000 bytes"));
    done(&o);
    o = run((struct child){ .argv = SH("yes >&2") }, 100000);
    assert_int_equal(o.r, -ERROR_LIMIT);
    done(&o);
}

static void test_what_cannot_be_run_is_said(void **state)
{
    struct outcome o = run((struct child){ .argv = (const char *const[]){ "no-such-program-here", NULL } }, 1000);

    (void) state;
    assert_int_equal(o.r, -ERROR_NOT_FOUND);
    assert_non_null(strstr(o.error.message, "no-such-program-here"));
    done(&o);
    o = run((struct child){ .argv = (const char *const[]){ "/etc/hostname", NULL } }, 1000);
    assert_int_equal(o.r, -ERROR_IO);
    done(&o);
    o = run((struct child){ .argv = SH("true"), .directory = "/no/such/folder" }, 1000);
    assert_int_equal(o.r, -ERROR_IO);
    assert_non_null(strstr(o.error.message, "/no/such/folder"));
    done(&o);
}

static void test_folder_and_environment_are_the_given_ones(void **state)
{
    struct outcome o = run((struct child){ .argv = SH("pwd; echo $A$HOME"),
                                           .directory = "/usr",
                                           .environment = (const char *const[]){ "A=b", "PATH=/usr/bin:/bin", NULL } },
                           1000);

    (void) state;
    assert_int_equal(o.r, 0);
    assert_string_equal(o.out.data, "/usr\nb\n");
    done(&o);
}

static void test_nothing_of_ours_is_inherited(void **state)
{
    int before = count_descriptors(), leak = open("/etc/hostname", O_RDONLY); /* without close-on-exec */

    (void) state;
    sigset_t set, old;
    sigfillset(&set);
    pthread_sigmask(SIG_SETMASK, &set, &old);
    struct outcome o = run((struct child){ .argv = SH("ls /proc/self/fd; grep SigBlk /proc/self/status") }, 1000);
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
        struct outcome o = run((struct child){ .argv = SH("cat; exit 7"), .input = str("hello") }, 100);
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

/* --- what left the group --- */

/* Its number, printed first, names nobody any more: it was killed and reaped. */
static void assert_gone(const struct outcome *o)
{
    int64_t pid;

    assert_true(str_to_int(str_trim(buf_str(&o->out)), &pid) && pid > 1);
    assert_int_equal(kill((pid_t) pid, 0), -1);
    assert_int_equal(errno, ESRCH);
}

static void test_a_contained_child_that_ends_takes_sessions_of_others_along(void **state)
{
    static const char *const scripts[] = {
        "echo $(setsid sh -c 'echo $$; exec sleep 100 >/dev/null' &)",
        /* A daemon's double fork: its father is gone before it starts to work. */
        "echo $(setsid sh -c '(echo $(exec sh -c \"echo \\$PPID\"); exec sleep 100 >/dev/null) & exit' &)",
    };

    (void) state;
    for (size_t i = 0; i < 2; i++) {
        int64_t start = clock_monotonic_ms();
        struct outcome o = run((struct child){ .argv = SH(scripts[i]) }, 1000);

        assert_int_equal(o.r, 0);
        assert_int_equal(o.result.exit_status, 0);
        assert_gone(&o);
        assert_in_range(clock_monotonic_ms() - start, 0, 20000);
        done(&o);
    }
}

static void test_the_time_limit_of_a_contained_child_reaches_other_sessions(void **state)
{
    struct outcome o = run(
        (struct child){ .argv = SH("setsid sh -c 'echo $$; exec sleep 100' & wait"), .timeout_ms = 500 }, 1000);

    (void) state;
    assert_int_equal(o.r, -ERROR_TIMEOUT);
    assert_gone(&o);
    done(&o);
}

/* Who starts new ones as fast as he can is caught all the same. */
static void test_many_sessions_are_killed_with_a_contained_child(void **state)
{
    char script[200], length[32];

    (void) state;
    snprintf(length, sizeof length, "100.%d", (int) getpid()); /* nobody else sleeps so long */
    snprintf(script, sizeof script,
             "for i in 1 2 3 4 5 6 7 8 9 10; do setsid sh -c 'setsid sleep %s & sleep %s' & done", length, length);
    struct outcome o = run((struct child){ .argv = SH(script) }, 1000);
    assert_int_equal(o.r, 0);
    done(&o);
    DIR *dir = opendir("/proc");
    size_t sleeping = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[300], text[64] = "";
        snprintf(path, sizeof path, "/proc/%s/cmdline", entry->d_name);
        int fd = entry->d_name[0] >= '0' && entry->d_name[0] <= '9' ? open(path, O_RDONLY) : -1;
        if (fd >= 0) {
            (void) !read(fd, text, sizeof text - 1);
            close(fd);
        }
        sleeping += strcmp(text, "sleep") == 0 && strcmp(text + 6, length) == 0;
    }
    closedir(dir);
    assert_int_equal(sleeping, 0);
}

static void test_a_reaper_that_is_killed_is_an_error(void **state)
{
    struct outcome o = run((struct child){ .argv = SH("kill -9 $PPID; exec sleep 0.01") }, 1000);

    (void) state;
    assert_int_equal(o.r, -ERROR_IO);
    done(&o);
}

static int bare(void **state) { return (void) state, contained = false, 0; }
static int reaped(void **state) { return (void) state, contained = true, 0; }

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
    const struct CMUnitTest sessions[] = {
        cmocka_unit_test(test_a_contained_child_that_ends_takes_sessions_of_others_along),
        cmocka_unit_test(test_the_time_limit_of_a_contained_child_reaches_other_sessions),
        cmocka_unit_test(test_many_sessions_are_killed_with_a_contained_child),
        cmocka_unit_test(test_a_reaper_that_is_killed_is_an_error),
    };

    return cmocka_run_group_tests_name("without a reaper", tests, bare, NULL) +
           cmocka_run_group_tests_name("with a reaper", tests, reaped, NULL) +
           cmocka_run_group_tests_name("sessions", sessions, reaped, NULL);
}
