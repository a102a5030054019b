#include "pages/fence.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <seccomp.h>
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
    limit(RLIMIT_NOFILE, profile == FENCE_PDF ? 64 : 24);
#ifndef FATHOM_SANITIZED /* sanitizers map terabytes */
    limit(RLIMIT_AS, memory_max);
#else
    (void) memory_max;
#endif
}

static void allow_path(int ruleset, const char *path, uint64_t access)
{
    struct landlock_path_beneath_attr rule = { .allowed_access = access, .parent_fd = open(path, O_PATH | O_CLOEXEC) };

    if (rule.parent_fd < 0)
        return;
    syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(rule.parent_fd);
}

/* Character set modules, libraries and (for PDF) the programs and their data.
 * Where the kernel has no landlock, seccomp alone must do. */
static void files(enum fence_profile profile)
{
    const uint64_t read = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_EXECUTE;
    struct landlock_ruleset_attr attr = {
        .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1, /* everything of the first version */
    };
    int ruleset = (int) syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);

    if (ruleset < 0)
        return;
    static const char *const folders[] = { "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", "/dev/urandom" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        allow_path(ruleset, folders[i],
                   i < 3    ? read
                   : i == 4 ? read & ~LANDLOCK_ACCESS_FS_EXECUTE
                            : LANDLOCK_ACCESS_FS_READ_FILE);
    if (profile == FENCE_PDF)
        allow_path(ruleset, "/dev/null", LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
    syscall(SYS_landlock_restrict_self, ruleset, 0);
    close(ruleset);
}

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
        SCMP_SYS(fcntl),
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
        SCMP_SYS(tgkill),
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
    /* Files only for reading. */
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, O_ACCMODE | O_CREAT | O_TRUNC, O_RDONLY));
}

/* A program of its own needs more; this is what it must not have. */
static int deny_outside(scmp_filter_ctx filter)
{
    static const int calls[] = {
        SCMP_SYS(socket),
        SCMP_SYS(socketpair),
        SCMP_SYS(connect),
        SCMP_SYS(bind),
        SCMP_SYS(listen),
        SCMP_SYS(accept),
        SCMP_SYS(accept4),
        SCMP_SYS(sendto),
        SCMP_SYS(sendmsg),
        SCMP_SYS(sendmmsg),
        SCMP_SYS(ptrace),
        SCMP_SYS(process_vm_readv),
        SCMP_SYS(process_vm_writev),
        SCMP_SYS(mount),
        SCMP_SYS(umount2),
        SCMP_SYS(pivot_root),
        SCMP_SYS(chroot),
        SCMP_SYS(unshare),
        SCMP_SYS(setns),
        SCMP_SYS(bpf),
        SCMP_SYS(perf_event_open),
        SCMP_SYS(keyctl),
        SCMP_SYS(add_key),
        SCMP_SYS(request_key),
        SCMP_SYS(userfaultfd),
        SCMP_SYS(kexec_load),
        SCMP_SYS(init_module),
        SCMP_SYS(finit_module),
        SCMP_SYS(delete_module),
        SCMP_SYS(io_uring_setup),
        SCMP_SYS(memfd_create),
        SCMP_SYS(mknod),
        SCMP_SYS(mknodat),
        SCMP_SYS(unlink),
        SCMP_SYS(unlinkat),
        SCMP_SYS(rename),
        SCMP_SYS(renameat),
        SCMP_SYS(renameat2),
        SCMP_SYS(mkdir),
        SCMP_SYS(mkdirat),
        SCMP_SYS(rmdir),
        SCMP_SYS(link),
        SCMP_SYS(linkat),
        SCMP_SYS(symlink),
        SCMP_SYS(symlinkat),
        SCMP_SYS(chmod),
        SCMP_SYS(fchmodat),
        SCMP_SYS(chown),
        SCMP_SYS(fchownat),
        SCMP_SYS(truncate),
        SCMP_SYS(creat),
        SCMP_SYS(reboot),
        SCMP_SYS(swapon),
    };

    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls[i], 0) < 0)
            return -1;
    return 0;
}

static scmp_filter_ctx prepared[2];

static scmp_filter_ctx make_filter(enum fence_profile profile)
{
    scmp_filter_ctx filter = seccomp_init(profile == FENCE_PDF ? SCMP_ACT_ALLOW : SCMP_ACT_ERRNO(EPERM));

    if (filter && (profile == FENCE_PDF ? deny_outside(filter) : allow_reading(filter)) < 0) {
        seccomp_release(filter);
        return NULL;
    }
    return filter;
}

void fence_prepare(void)
{
    for (int i = 0; i < 2; i++)
        if (!prepared[i])
            prepared[i] = make_filter((enum fence_profile) i);
}

int fence_raise(enum fence_profile profile, size_t memory_max, int64_t time_ms, struct error *e)
{
    fence_prepare();
    limits(profile, memory_max, time_ms);
    if (prepared[profile] && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        files(profile);
        if (seccomp_load(prepared[profile]) == 0)
            return 0;
    }
    return error_set(e, ERROR_IO, "the fence around the reader could not be raised; is seccomp available?");
}
