/* tsan */
/* Strangers' documents in children: limits hold, reasons are clear, nothing is left behind. */
#include "arena_case.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/child.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/thread.h"
#include "pages/document.h"
#include "pages/fence.h"
#include "tests/unit/documents.h"

static const char page[] =
    "<title>T</title><article><p>Pumped hydro has stored most of the world's electricity for decades, and still does.</p>"
    "<p>Batteries are catching up quickly, because their price fell by eighty percent in ten years.</p></article>";

static int read_bytes(struct str bytes, int64_t time_ms, struct document *ret, struct error *e)
{
    struct document_limits limits = { .time_ms = time_ms };

    *e = (struct error){ 0 };
    return document_read(arena, bytes, NULL, &limits, ret, e);
}

static void test_a_child_reads_what_we_would_read(void **state)
{
    (void) state;
    struct document here, there;
    struct error e;

    assert_int_equal(document_parse(arena, str(page), NULL, NULL, &here, &e), 0);
    assert_int_equal(read_bytes(str(page), 0, &there, &e), 0);
    assert_true(str_eq(here.text, there.text));
    assert_string_equal(str_z(arena, there.title), "T");
    assert_int_equal(read_bytes(documents_docx(), 0, &there, &e), 0);
    assert_int_equal(there.format, DOCUMENT_DOCX);
    assert_int_equal(read_bytes(documents_pdf(arena), 0, &there, &e), 0);
    assert_int_equal(there.pages_n, 2);
}

/* The seeds of the fuzz targets, one folder per format, whole files and broken ones: a child gives what we would. */
static void test_every_format_is_read_behind_the_fence(void **state)
{
    static const struct {
        const char *name, *file;
        int format;
    } readers[] = {
        { "html", "a.html", DOCUMENT_HTML },
        { "docx", "a.docx", DOCUMENT_DOCX },
        { "odt", "a.odt", DOCUMENT_ODT },
        { "pptx", "a.pptx", DOCUMENT_PPTX },
        { "xlsx", "a.xlsx", DOCUMENT_XLSX },
        { "epub", "a.epub", DOCUMENT_EPUB },
        { "rtf", "a.rtf", DOCUMENT_RTF },
        { "latex", "a.tex", DOCUMENT_LATEX },
        { "rst", "a.rst", DOCUMENT_RST },
        { "man", "a.1", DOCUMENT_MAN },
        { "csv", "a.csv", DOCUMENT_CSV },
        { "json", "a.json", DOCUMENT_JSON },
        { "asciidoc", "a.adoc", DOCUMENT_ASCIIDOC },
        { "mail", "a.eml", DOCUMENT_MAIL },
        { "feed", "a.xml", DOCUMENT_FEED },
        { "text", "a.txt", DOCUMENT_TEXT },
        { "notebook", "a.ipynb", DOCUMENT_NOTEBOOK },
        { "markdown", "a.md", DOCUMENT_MARKDOWN },
    };

    (void) state;
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        struct str folder = str_format(arena, "tests/fuzz/corpus/fuzz_extract_%s", readers[i].name);
        struct document_hints hints = { .name = str(readers[i].file) };
        DIR *seeds = opendir(folder.data);
        size_t whole = 0;

        assert_non_null(seeds);
        for (struct dirent *seed; (seed = readdir(seeds));) {
            struct document here, there;
            struct error e = { 0 };
            struct buf file;
            struct str bytes;

            if (seed->d_name[0] == '.')
                continue;
            buf_init(&file, 4 << 20);
            assert_int_equal(file_read(str_format(arena, "%.*s/%s", STR_ARG(folder), seed->d_name).data, &file, &e), 0);
            bytes = buf_take(&file, arena);
            int mine = document_parse(arena, bytes, &hints, NULL, &here, &e);
            if (document_read(arena, bytes, &hints, NULL, &there, &e) != mine)
                fail_msg("%s/%s: %s", readers[i].name, seed->d_name, e.message);
            if (mine == 0 && !str_eq(here.text, there.text))
                fail_msg("%s/%s is read otherwise by a child: \"%.*s\"", readers[i].name, seed->d_name,
                         STR_ARG(there.text));
            whole += mine == 0 && there.text.len > 0 && there.format == readers[i].format;
        }
        closedir(seeds);
        if (!whole)
            fail_msg("no seed is read as %s", readers[i].name);
    }
}

static void test_legacy_charsets_work_behind_the_fence(void **state)
{
    (void) state;
    struct document d;
    struct error e;

    assert_int_equal(
        read_bytes(
            str("<meta charset=iso-8859-2><article><p>Za\xbf\xf3\xb3\xe6 g\xea\xb6l\xb1 ja\xbc\xf1, a potem co\xb6 jeszcze, bo tak.</p></article>"),
            0, &d, &e),
        0);
    assert_true(str_contains(d.text, "Zażółć gęślą jaźń"));
}

static void repeat(struct buf *buf, const char *z, int n)
{
    for (int i = 0; i < n; i++)
        buf_add_z(buf, z);
}

static void test_hostile_markup_is_skipped_with_a_reason(void **state)
{
    (void) state;
    struct document d;
    struct error e;
    struct buf html;

    buf_init(&html, 64 << 20);
    repeat(&html, "<div>", 100000);
    assert_int_equal(read_bytes(buf_str(&html), 0, &d, &e), -ERROR_LIMIT);
    assert_non_null(strstr(e.message, "deep"));
    buf_clear(&html);
    buf_add_z(&html, "<html><p");
    for (int i = 0; i < 50000; i++)
        buf_format(&html, " a%d", i);
    assert_int_equal(read_bytes(buf_str(&html), 0, &d, &e), -ERROR_LIMIT);
    assert_non_null(strstr(e.message, "attributes"));
    buf_clear(&html);
    repeat(&html, "<html>", 7 << 20);
    assert_int_equal(read_bytes(buf_str(&html), 0, &d, &e), -ERROR_LIMIT);
    assert_non_null(strstr(e.message, "bytes"));
    buf_free(&html);
}

static void test_time_is_up_and_the_child_is_gone(void **state)
{
    (void) state;
    struct document d;
    struct error e;
    struct buf html;
    int64_t start = clock_monotonic_ms();

    buf_init(&html, 64 << 20);
    buf_add_z(&html, "<html>");
    repeat(&html, "<p>some <b>words</b> and <i>more</i>, so that it takes a while.</p>", 300000);
    assert_int_equal(read_bytes(buf_str(&html), 50, &d, &e), -ERROR_TIMEOUT);
    assert_true(clock_monotonic_ms() - start < 5000);
    buf_free(&html);
}

#ifndef FATHOM_SANITIZED
static void test_memory_is_limited(void **state)
{
    (void) state;
    struct document_limits limits = { .memory_max = 48 << 20 };
    struct document d;
    struct error e;
    struct buf html;

    buf_init(&html, 64 << 20);
    buf_add_z(&html, "<html>");
    repeat(&html, "<p>some <b>words</b> and <i>more</i>.</p>", 300000);
    assert_int_equal(document_read(arena, buf_str(&html), NULL, &limits, &d, &e), -ERROR_LIMIT);
    assert_non_null(strstr(e.message, "memory"));
    buf_free(&html);
}
#endif

/* Deflate by hand: the letter "a", then copies of 258 bytes at distance 1. */
static struct str deflate_bomb(size_t copies)
{
    struct buf out;
    unsigned bits = 0, have = 0;

    buf_init(&out, copies * 2 + 64);
#define PUT(value, n)                                                                                                  \
    for (unsigned put_i = 0; put_i < (n); put_i++) {                                                                   \
        bits |= ((value) >> put_i & 1u) << have;                                                                       \
        if (++have == 8) {                                                                                             \
            buf_add_char(&out, (char) bits);                                                                           \
            bits = have = 0;                                                                                           \
        }                                                                                                              \
    }
    PUT(3u, 3)    /* last block, fixed codes */
    PUT(0x89u, 8) /* 'a': 10010001, first bit first */
    for (size_t i = 0; i < copies; i++) {
        PUT(0xa3u, 8) /* length 258: 11000101 */
        PUT(0u, 5)    /* distance 1 */
    }
    PUT(0u, 7)
    PUT(0u, 7)
#undef PUT
    return buf_take(&out, arena);
}

/* A member without a directory: what a stream of it would hold. */
static void add_member(struct buf *zip, const char *name, struct str packed, uint32_t size, bool deflated)
{
    uint32_t sizes[3] = { 0, (uint32_t) packed.len, size };
    unsigned short lengths[2] = { (unsigned short) strlen(name), 0 };

    if (!deflated)
        sizes[0] = documents_crc(packed);
    buf_add(zip, deflated ? "PK\3\4\24\0\0\0\10\0\0\0\0\0" : "PK\3\4\24\0\0\0\0\0\0\0\0\0", 14);
    buf_add(zip, sizes, sizeof sizes);
    buf_add(zip, lengths, sizeof lengths);
    buf_add_z(zip, name);
    buf_add_str(zip, packed);
}

static void test_bombs_are_refused_in_every_packed_format(void **state)
{
    static const struct {
        const char *first, *text, *member;
    } kinds[] = {
        { "x", "x", "word/document.xml" },
        { "mimetype", "application/vnd.oasis.opendocument.text", "content.xml" },
        { "mimetype", "application/epub+zip", "OEBPS/book.opf" },
        { "ppt/presentation.xml", "x", "ppt/slides/slide1.xml" },
        { "xl/workbook.xml", "x", "xl/worksheets/sheet1.xml" },
    };
    struct str packed = deflate_bomb(400000); /* unpacks to 100 MB */
    struct document d;
    struct error e;
    struct buf file;

    (void) state;
    buf_init(&file, 4 << 20);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        buf_clear(&file);
        add_member(&file, kinds[i].first, str(kinds[i].text), (uint32_t) strlen(kinds[i].text), false);
        add_member(&file, kinds[i].member, packed, 400000u * 258u + 1, true);
        assert_int_equal(read_bytes(buf_str(&file), 0, &d, &e), -ERROR_LIMIT);
        assert_non_null(strstr(e.message, "unpacks"));
    }
    buf_clear(&file);
    buf_add(&file, "\x1f\x8b\10\0\0\0\0\0\0\3", 10);
    buf_add_str(&file, packed);
    assert_int_equal(read_bytes(buf_str(&file), 0, &d, &e), -ERROR_LIMIT);
    assert_non_null(strstr(e.message, "unpacks"));
    buf_free(&file);
}

static void test_broken_pdf_is_named(void **state)
{
    (void) state;
    struct document d;
    struct error e;

    assert_int_equal(read_bytes(str("%PDF-1.4\ngarbage garbage garbage"), 0, &d, &e), -ERROR_PARSE);
    assert_non_null(strstr(e.message, "PDF"));
}

/* --- the fence --- */

static const char *const victim = "/tmp/fathom-fence-victim";

/* Everything a reader must not be able to do; the first that works is the exit status. */
static int try_things(enum fence_profile profile)
{
    struct error e;
    char *const argv[] = { (char *) "true", NULL };
    int step = 1;

    if (fence_raise(profile, 1u << 30, 5000, &e) < 0)
        return 128;
#define MUST_FAIL(call)                                                                                                \
    do {                                                                                                               \
        if ((call) >= 0)                                                                                               \
            return step;                                                                                               \
        step++;                                                                                                        \
    } while (0)
    MUST_FAIL(socket(AF_INET, SOCK_STREAM, 0));
    MUST_FAIL(socket(AF_UNIX, SOCK_STREAM, 0));
    MUST_FAIL(open("/tmp/fathom-fence-test", O_WRONLY | O_CREAT, 0600));
    MUST_FAIL(open(victim, O_RDONLY));
    MUST_FAIL(open(victim, O_RDONLY | O_TRUNC)); /* 5 */
    MUST_FAIL(open(victim, O_WRONLY));
    MUST_FAIL(truncate(victim, 0));
    MUST_FAIL(chmod(victim, 0777));
    MUST_FAIL(chown(victim, getuid(), getgid()));
    MUST_FAIL(lchown(victim, getuid(), getgid())); /* 10 */
    MUST_FAIL(setxattr(victim, "user.x", "1", 1, 0));
    MUST_FAIL(removexattr(victim, "user.x"));
    MUST_FAIL(utimensat(AT_FDCWD, victim, NULL, 0));
    MUST_FAIL(unlink(victim));
    MUST_FAIL(rename(victim, "/tmp/fathom-fence-test")); /* 15 */
    MUST_FAIL(link(victim, "/tmp/fathom-fence-test"));
    MUST_FAIL(symlink(victim, "/tmp/fathom-fence-test"));
    MUST_FAIL(mkdir("/tmp/fathom-fence-test", 0700));
    MUST_FAIL(kill(getppid(), 0));
    MUST_FAIL(kill(getpid(), 0)); /* 20 */
    MUST_FAIL(syscall(SYS_tgkill, getppid(), getppid(), 0));
    MUST_FAIL(fcntl(1, F_SETOWN, getppid()));
    MUST_FAIL(fork());
    MUST_FAIL(syscall(SYS_clone3, NULL, 0));
    MUST_FAIL(unshare(CLONE_NEWUSER)); /* 25 */
    MUST_FAIL(unshare(CLONE_NEWNS));
    MUST_FAIL(setsid());
    MUST_FAIL(setpgid(0, 0));
    MUST_FAIL(prctl(PR_SET_PDEATHSIG, 0));
    MUST_FAIL(syscall(SYS_ptrace, PTRACE_ATTACH, getppid(), 0, 0)); /* 30 */
    MUST_FAIL(syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0));
    MUST_FAIL(syscall(SYS_memfd_create, "x", 0));
    MUST_FAIL(syscall(SYS_io_uring_setup, 1, NULL));
    MUST_FAIL(setrlimit(RLIMIT_CPU, &(struct rlimit){ 1, 1 }));
    MUST_FAIL(open("/etc/passwd", O_RDONLY)); /* 35 */
    MUST_FAIL(open("/proc/self/environ", O_RDONLY));
    MUST_FAIL(open(str_format(arena, "/proc/%d/environ", (int) getppid()).data, O_RDONLY));
    MUST_FAIL(open("/root", O_RDONLY | O_DIRECTORY));
    MUST_FAIL(execve("/bin/true", argv, argv + 1));
#undef MUST_FAIL
    return 0;
}

static void test_fence_holds(void **state)
{
    (void) state;
    int fd = open(victim, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "kept", 4), 4);
    close(fd);
    for (int profile = FENCE_READER; profile <= FENCE_PROGRAM; profile++) {
        struct stat st;
        int status;
        pid_t pid = fork();
        if (pid == 0)
            _exit(try_things((enum fence_profile) profile));
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
        assert_int_equal(stat(victim, &st), 0);
        assert_int_equal(st.st_size, 4);
        assert_int_equal(st.st_mode & 0777, 0600);
    }
    unlink(victim);
}

/* The children of a process as the kernel lists them; how many. */
static size_t children_of(pid_t pid, pid_t *ret, size_t most)
{
    char text[4096];
    FILE *file = fopen(str_format(arena, "/proc/%d/task/%d/children", (int) pid, (int) pid).data, "re");
    size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0, found = 0;
    struct str rest = str_n(text, n), word;
    int64_t number;

    if (file)
        fclose(file);
    while (found < most && str_next(&rest, ' ', &word))
        if (str_to_int(word, &number))
            ret[found++] = (pid_t) number;
    return found;
}

static pid_t keeper_pid(void)
{
    pid_t pid;

    assert_int_equal(children_of(getpid(), &pid, 1), 1);
    return pid;
}

/* Waits until there is a zygote that is not `old`. */
static pid_t zygote_pid(pid_t old)
{
    pid_t pid = 0;

    for (int64_t deadline = clock_monotonic_ms() + 20000; clock_monotonic_ms() < deadline; sched_yield())
        if (children_of(keeper_pid(), &pid, 1) == 1 && pid != old)
            return pid;
    fail_msg("there is no zygote");
    return 0;
}

static void test_a_killed_zygote_is_followed_by_another(void **state)
{
    (void) state;
    struct document d;
    struct error e;
    pid_t first = zygote_pid(0);

    assert_int_equal(kill(first, SIGKILL), 0);
    assert_int_equal(read_bytes(str(page), 0, &d, &e), 0);
    assert_true(str_contains(d.text, "Pumped hydro"));
    assert_true(zygote_pid(first) != first);
    assert_int_equal(read_bytes(documents_pdf(arena), 0, &d, &e), 0);
}

/* Waits until `parent` has a child; its id. */
static pid_t wait_for_child(pid_t parent)
{
    pid_t pid = 0;

    for (int64_t deadline = clock_monotonic_ms() + 20000; clock_monotonic_ms() < deadline; sched_yield())
        if (children_of(parent, &pid, 1) == 1)
            return pid;
    fail_msg("process %d has no child", (int) parent);
    return 0;
}

static void test_a_killed_keeper_is_replaced_by_the_zygote(void **state)
{
    (void) state;
    struct document d;
    struct error e;
    pid_t keeper = zygote_pid(0);

    assert_int_equal(kill(keeper_pid(), SIGKILL), 0);
    assert_int_equal(read_bytes(str(page), 0, &d, &e), 0);
    /* The zygote is the keeper now; killed again and again, there is always another. */
    for (int i = 0; i < 3; i++) {
        pid_t zygote = wait_for_child(keeper);
        assert_int_equal(kill(zygote, SIGKILL), 0);
        assert_int_equal(read_bytes(documents_pdf(arena), 0, &d, &e), 0);
        zygote = wait_for_child(keeper);
        assert_int_equal(kill(keeper, SIGKILL), 0);
        assert_int_equal(read_bytes(str(page), 0, &d, &e), 0);
        keeper = zygote;
    }
    pages_zygote_stop();
    /* main() made us the parent of orphans: all of them end with the socket. */
    while (waitpid(-1, NULL, 0) > 0)
        ;
    assert_int_equal(pages_zygote_start(&e), 0);
}

static void test_without_keeper_and_zygote_a_document_is_not_called_unreadable(void **state)
{
    (void) state;
    struct document d;
    struct error e;
    pid_t zygote = zygote_pid(0), keeper = keeper_pid();

    assert_int_equal(kill(zygote, SIGSTOP), 0); /* so that it cannot take over */
    assert_int_equal(kill(keeper, SIGKILL), 0);
    assert_int_equal(kill(zygote, SIGKILL), 0);
    assert_int_equal(read_bytes(str(page), 0, &d, &e), -ERROR_UNAVAILABLE);
    assert_true(e.retry);
    assert_true(str_contains(str(e.message), "the reader of documents is gone"));
    pages_zygote_stop();
    while (waitpid(-1, NULL, 0) > 0)
        ;
    assert_int_equal(pages_zygote_start(&e), 0);
    assert_int_equal(read_bytes(str(page), 0, &d, &e), 0);
}

/* Does the memory that the kernel calls `what` hold the key? */
static bool memory_holds(pid_t pid, const char *what, struct str key)
{
    FILE *maps = fopen(str_format(arena, "/proc/%d/maps", (int) pid).data, "re");
    int memory = open(str_format(arena, "/proc/%d/mem", (int) pid).data, O_RDONLY | O_CLOEXEC);
    char line[512];
    bool held = false;

    while (maps && memory >= 0 && fgets(line, sizeof line, maps)) {
        unsigned long from, to;

        if (!strstr(line, what) || sscanf(line, "%lx-%lx", &from, &to) != 2)
            continue;
        struct str bytes = str_n(arena_alloc(arena, to - from), to - from);
        ssize_t n = pread(memory, (char *) bytes.data, bytes.len, (off_t) from);
        held = held || (n > 0 && str_find(str_n(bytes.data, (size_t) n), key, 0) >= 0);
    }
    if (maps)
        fclose(maps);
    if (memory >= 0)
        close(memory);
    return held;
}

static bool environment_holds(pid_t pid, struct str key)
{
    struct buf bytes;

    buf_init(&bytes, 1 << 20);
    file_read(str_format(arena, "/proc/%d/environ", (int) pid).data, &bytes, NULL);
    bool held = str_find(buf_str(&bytes), key, 0) >= 0;
    buf_free(&bytes);
    return held;
}

static void test_readers_do_not_have_the_environment(void **state)
{
    (void) state;
    struct str key = str(getenv("FATHOM_PLANTED_KEY"));
    const pid_t pids[] = { keeper_pid(), zygote_pid(0) };

    assert_true(environment_holds(getpid(), key));
    for (size_t i = 0; i < 2; i++) {
        assert_false(environment_holds(pids[i], key));
        assert_false(memory_holds(pids[i], "[stack]", key));
        assert_false(memory_holds(pids[i], "[heap]", key));
    }
}

#ifdef FATHOM_HOOKS
static void restart_with(const char *name, const char *value)
{
    struct error e;

    pages_zygote_stop();
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
    assert_int_equal(pages_zygote_start(&e), 0);
}

static void test_without_landlock_pdf_is_refused_unless_allowed(void **state)
{
    (void) state;
    struct document d;
    struct error e;

    restart_with("FATHOM_NO_LANDLOCK", "1");
    assert_int_equal(read_bytes(documents_pdf(arena), 0, &d, &e), -ERROR_MISCONFIGURED);
    assert_non_null(strstr(e.message, "FATHOM_WEAK_FENCE=1"));
    assert_int_equal(read_bytes(str(page), 0, &d, &e), 0);
    restart_with("FATHOM_WEAK_FENCE", "1");
    assert_int_equal(read_bytes(documents_pdf(arena), 0, &d, &e), 0);
    restart_with("FATHOM_WEAK_FENCE", NULL);
    restart_with("FATHOM_NO_LANDLOCK", NULL);
    assert_int_equal(read_bytes(documents_pdf(arena), 0, &d, &e), 0);
}

#endif

static void *reads_many(void *arg)
{
    struct arena *own = arena_new();
    struct error e = { 0 };
    size_t *good = arg;

    for (int i = 0; i < 10; i++) {
        struct document d;
        struct str html = str_format(own, "<title>%d</title>%s", i, page);
        if (document_read(own, html, NULL, NULL, &d, &e) == 0 && str_contains(d.text, "Pumped hydro"))
            ++*good;
    }
    arena_free(own);
    return NULL;
}

static void test_any_thread_may_read(void **state)
{
    (void) state;
    enum { THREADS = 20 }; /* more than children may run */
    pthread_t threads[THREADS];
    size_t good[THREADS] = { 0 };

    for (int i = 0; i < THREADS; i++)
        assert_int_equal(thread_start(&threads[i], "reader", reads_many, &good[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(good[i], 10);
    }
}

/* Orphans of the zygote come to us (we are the subreaper): reap until there is none. */
static bool all_gone(void)
{
    int64_t deadline = clock_monotonic_ms() + 5000;

    for (;;) {
        pid_t pid = waitpid(-1, NULL, WNOHANG);
        if (pid < 0 && errno == ECHILD)
            return true;
        if (clock_monotonic_ms() > deadline)
            return false;
        if (pid == 0)
            sched_yield();
    }
}

static void test_nothing_is_left_behind(void **state)
{
    (void) state;
    struct document d;
    struct error e;

    pages_zygote_stop();
    assert_int_equal(read_bytes(str(page), 0, &d, &e), -ERROR_MISCONFIGURED);
    assert_true(all_gone());
}

/* A process that is killed while a child of its zygote reads. */
static _Noreturn void read_until_killed(int ready)
{
    struct document d;
    struct error e;
    struct buf html;

    if (pages_zygote_start(&e) < 0)
        _exit(1);
    arena = arena_new();
    buf_init(&html, 64 << 20);
    buf_add_z(&html, "<html>");
    repeat(&html, "<p>some <b>words</b> and <i>more</i>, so that it takes a while.</p>", 300000);
    if (write(ready, "r", 1) != 1)
        _exit(1);
    for (;;)
        read_bytes(buf_str(&html), 0, &d, &e);
}

static void test_killing_us_ends_the_zygote_and_its_children(void **state)
{
    (void) state;
    int ready[2], status;
    char c;

    assert_int_equal(pipe(ready), 0);
    pid_t pid = fork();
    if (pid == 0)
        read_until_killed(ready[1]);
    assert_int_equal(read(ready[0], &c, 1), 1);
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(all_gone());
    close(ready[0]);
    close(ready[1]);
}

static int nothing(void *context)
{
    (void) context;
    return 0;
}

/* Waits until that process has become `name`. */
static bool becomes(pid_t pid, const char *name)
{
    for (int64_t deadline = clock_monotonic_ms() + 20000; clock_monotonic_ms() < deadline; sched_yield()) {
        struct buf comm;

        buf_init(&comm, 100);
        file_read(str_format(arena, "/proc/%d/comm", (int) pid).data, &comm, NULL);
        bool is = str_is(str_trim(buf_str(&comm)), name);
        buf_free(&comm);
        if (is)
            return true;
    }
    return false;
}

static void test_a_program_dies_with_who_started_it(void **state)
{
    (void) state;
    static const char *const argv[] = { "sleep", "1000", NULL };
    struct child child = { .argv = argv, .prepare = nothing };
    pid_t program, pid = fork();

    if (pid == 0) {
        struct child_result result;

        child_run(&child, NULL, NULL, &result, NULL);
        _exit(0);
    }
    while (children_of(pid, &program, 1) == 0)
        sched_yield();
    assert_true(becomes(program, "sleep"));
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    assert_true(all_gone());
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_child_reads_what_we_would_read, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_format_is_read_behind_the_fence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_legacy_charsets_work_behind_the_fence, setup, teardown),
        cmocka_unit_test_setup_teardown(test_hostile_markup_is_skipped_with_a_reason, setup, teardown),
        cmocka_unit_test_setup_teardown(test_time_is_up_and_the_child_is_gone, setup, teardown),
#ifndef FATHOM_SANITIZED
        cmocka_unit_test_setup_teardown(test_memory_is_limited, setup, teardown),
#endif
        cmocka_unit_test_setup_teardown(test_bombs_are_refused_in_every_packed_format, setup, teardown),
        cmocka_unit_test_setup_teardown(test_broken_pdf_is_named, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fence_holds, setup, teardown),
        cmocka_unit_test_setup_teardown(test_readers_do_not_have_the_environment, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_killed_zygote_is_followed_by_another, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_killed_keeper_is_replaced_by_the_zygote, setup, teardown),
        cmocka_unit_test_setup_teardown(test_without_keeper_and_zygote_a_document_is_not_called_unreadable, setup,
                                        teardown),
#ifdef FATHOM_HOOKS
        cmocka_unit_test_setup_teardown(test_without_landlock_pdf_is_refused_unless_allowed, setup, teardown),
#endif
        cmocka_unit_test_setup_teardown(test_any_thread_may_read, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nothing_is_left_behind, setup, teardown),
        cmocka_unit_test_setup_teardown(test_killing_us_ends_the_zygote_and_its_children, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_program_dies_with_who_started_it, setup, teardown),
    };
    struct error e;

    /* Such as a program is started with: in the memory that /proc shows. */
    (void) argc;
    if (!getenv("FATHOM_PLANTED_KEY")) {
        setenv("FATHOM_PLANTED_KEY", "sk-planted-5ecre7-in-the-environment", 1);
        execv("/proc/self/exe", argv);
        return 1;
    }
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    if (pages_zygote_start(&e) < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
