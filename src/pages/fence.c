#include "pages/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void limit(int resource, rlim_t most)
{
    struct rlimit now;

    if (getrlimit(resource, &now) == 0 && now.rlim_max < most)
        most = now.rlim_max;
    setrlimit(resource, &(struct rlimit){ most, most });
}

static void limits(enum fence_profile profile, size_t memory_max, int64_t time_ms)
{
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, (rlim_t) (time_ms / 1000 + 2));
    limit(RLIMIT_NOFILE, profile == FENCE_PROGRAM ? 64 : 24);
#ifndef FATHOM_SANITIZED /* sanitizers map terabytes */
    limit(RLIMIT_AS, memory_max);
#else
    (void) memory_max;
#endif
}

/* --- files --- */

/* The header of the build may be older than the kernel. */
struct ruleset_attr {
    uint64_t handled_access_fs, handled_access_net, scoped;
};
enum { ABI_REFER = 2, ABI_TRUNCATE = 3, ABI_NET = 4, ABI_IOCTL = 5, ABI_SCOPE = 6 };

static int landlock_abi(void)
{
#ifdef FATHOM_HOOKS
    if (getenv("FATHOM_NO_LANDLOCK"))
        return -1;
#endif
    return (int) syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static int landlock; /* its version when the filters were made; < 1: none */
static bool weak, settled;

static void allow_path(int ruleset, const char *path, uint64_t access)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = access, .parent_fd = open(path, O_PATH | O_CLOEXEC) };

    if (rule.parent_fd < 0)
        return;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* Everything this kernel can forbid, but reading character set modules, libraries and (for a program) its data. Only
 * the programs themselves and the dynamic linker may be executed. */
static int files(enum fence_profile profile)
{
    const uint64_t read_file = LANDLOCK_ACCESS_FS_READ_FILE, read = read_file | LANDLOCK_ACCESS_FS_READ_DIR;
    const uint64_t run = read_file | LANDLOCK_ACCESS_FS_EXECUTE;
    struct ruleset_attr attr = {
        .handled_access_fs = (1u << (13 + (landlock >= ABI_REFER) + (landlock >= ABI_TRUNCATE))) - 1,
        .handled_access_net = 3, /* bind and connect */
        .scoped = 3,             /* abstract sockets and signals */
    };
    if (landlock >= ABI_IOCTL)
        attr.handled_access_fs |= 1u << 15;
    size_t size = landlock >= ABI_SCOPE ? 24 : landlock >= ABI_NET ? 16 : 8;
    int ruleset = (int) syscall(SYS_landlock_create_ruleset, &attr, size, 0);

    if (ruleset < 0)
        return -1;
    allow_path(ruleset, "/usr", read);
    allow_path(ruleset, "/lib", profile == FENCE_PROGRAM ? read | run : read);
    allow_path(ruleset, "/lib64", profile == FENCE_PROGRAM ? read | run : read);
    allow_path(ruleset, "/etc/ld.so.cache", read_file);
    allow_path(ruleset, "/dev/urandom", read_file);
    if (profile == FENCE_PROGRAM) {
        static const char *const programs[] = { "/usr/local/bin/pdftotext", "/usr/local/bin/pdfinfo",
                                                "/usr/bin/pdftotext", "/usr/bin/pdfinfo" };

        for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
            allow_path(ruleset, programs[i], run);
        allow_path(ruleset, "/etc/fonts", read);
        allow_path(ruleset, "/dev/null", read_file | LANDLOCK_ACCESS_FS_WRITE_FILE);
    }
    int r = (int) syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
    return r;
}

/* --- calls --- */

/* What parsing needs: memory, its own descriptors, files of the system for reading. */
static int allow_reading(scmp_filter_ctx filter)
{
    static const int calls[] = {
        SCMP_SYS(read),
        SCMP_SYS(readv),
        SCMP_SYS(pread64),
        SCMP_SYS(write),
        SCMP_SYS(writev),
        SCMP_SYS(close),
        SCMP_SYS(lseek),
        SCMP_SYS(fstat),
        SCMP_SYS(stat),
        SCMP_SYS(lstat),
        SCMP_SYS(newfstatat),
        SCMP_SYS(statx),
        SCMP_SYS(access),
        SCMP_SYS(faccessat),
        SCMP_SYS(faccessat2),
        SCMP_SYS(readlink),
        SCMP_SYS(readlinkat),
        SCMP_SYS(getcwd),
        SCMP_SYS(getdents64),
        SCMP_SYS(mmap),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(mprotect),
        SCMP_SYS(madvise),
        SCMP_SYS(brk),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
        SCMP_SYS(rt_sigaction),
        SCMP_SYS(rt_sigprocmask),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(sigaltstack),
        SCMP_SYS(getpid),
        SCMP_SYS(gettid),
        SCMP_SYS(futex),
        SCMP_SYS(sched_yield),
        SCMP_SYS(sched_getaffinity),
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(nanosleep),
        SCMP_SYS(clock_nanosleep),
        SCMP_SYS(getrandom),
        SCMP_SYS(getrusage),
        SCMP_SYS(uname),
        SCMP_SYS(sysinfo),
        SCMP_SYS(restart_syscall),
        SCMP_SYS(set_robust_list),
        SCMP_SYS(rseq),
        SCMP_SYS(arch_prctl),
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) < 0)
            return -1;
    return 0;
}

/* Calls that are harmless with some arguments only. */
static int allow_partly(scmp_filter_ctx filter)
{
    /* Not F_SETOWN and its like, which send signals to others. */
    static const unsigned commands[] = { F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD, F_DUPFD_CLOEXEC };

    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(fcntl), 1, SCMP_A1(SCMP_CMP_EQ, commands[i])) < 0)
            return -1;
    /* Asking for limits, not setting them. */
    if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A2(SCMP_CMP_EQ, 0)) < 0)
        return -1;
    /* Files only for reading; O_TRUNC cuts even one that is opened for reading. */
    if (landlock < 1 && !weak)
        return 0;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY));
}

/* What a program needs beyond that to begin. It can become another program, but never two. */
static int allow_program(scmp_filter_ctx filter)
{
    static const int calls[] = {
        SCMP_SYS(execve), SCMP_SYS(set_tid_address), SCMP_SYS(getuid), SCMP_SYS(geteuid),
        SCMP_SYS(getgid), SCMP_SYS(getegid),         SCMP_SYS(dup),    SCMP_SYS(fadvise64),
        SCMP_SYS(statfs), SCMP_SYS(fstatfs),         SCMP_SYS(poll),   SCMP_SYS(getppid),
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) < 0)
            return -1;
    return 0;
}

static scmp_filter_ctx prepared[2];

static scmp_filter_ctx make_filter(enum fence_profile profile)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));

    if (filter && (allow_reading(filter) < 0 || allow_partly(filter) < 0 ||
                   (profile == FENCE_PROGRAM && allow_program(filter) < 0))) {
        seccomp_release(filter);
        return NULL;
    }
    return filter;
}

void fence_settle(void)
{
    const char *allowed = getenv("FATHOM_WEAK_FENCE");

    if (settled)
        return;
    landlock = landlock_abi();
    weak = allowed && strcmp(allowed, "1") == 0;
    settled = true;
}

void fence_prepare(void)
{
    if (prepared[FENCE_READER])
        return;
    fence_settle();
    for (int i = 0; i < 2; i++)
        prepared[i] = make_filter((enum fence_profile) i);
}

enum fence_strength fence_strength(void)
{
    fence_prepare();
    if (!prepared[FENCE_READER] || prctl(PR_GET_SECCOMP, 0, 0, 0, 0) < 0)
        return FENCE_NONE;
    return landlock >= 1 ? FENCE_FULL : weak ? FENCE_WEAK : FENCE_CLOSED;
}

int fence_raise(enum fence_profile profile, size_t memory_max, int64_t time_ms, struct error *e)
{
    fence_prepare();
    if (profile == FENCE_PROGRAM && landlock < 1 && !weak)
        return error_set(
            e, ERROR_MISCONFIGURED,
            "PDF is not read: the kernel has no landlock, so the program that reads it could read your files too. "
            "FATHOM_WEAK_FENCE=1 allows it anyway");
    limits(profile, memory_max, time_ms);
    /* A process may abort itself and signal nobody else. */
    if (!prepared[profile] ||
        seccomp_rule_add(prepared[profile], SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                         SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t) getpid())) < 0 ||
        prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || (landlock >= 1 && files(profile) < 0) ||
        seccomp_load(prepared[profile]) < 0)
        return error_set(e, ERROR_MISCONFIGURED,
                         "the sandbox of the reader could not be set up; is seccomp available?");
    return 0;
}
