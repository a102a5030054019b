#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

enum { CHUNK = 64 * 1024, REMOVE_DESCRIPTORS = 16 };

static int read_all(int fd, const char *name, struct buf *ret, struct error *e)
{
    char *chunk = memory_alloc(CHUNK);
    int r = 0;

    for (;;) {
        ssize_t n = read(fd, chunk, CHUNK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            r = error_errno(e, "cannot read %s", name);
            break;
        }
        if (n == 0)
            break;
        if (buf_add(ret, chunk, (size_t) n) < 0) {
            r = error_set(e, ERROR_LIMIT, "%s is larger than the limit of %zu bytes", name, ret->max);
            break;
        }
    }
    free(chunk);
    return r;
}

int file_read_fd(int fd, struct buf *ret, struct error *e)
{
    return read_all(fd, fd == STDIN_FILENO ? "standard input" : "the input", ret, e);
}

int file_read(const char *path, struct buf *ret, struct error *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);

    if (fd < 0) {
        bool missing = errno == ENOENT;
        int r = error_errno(e, "cannot open %s", path);

        if (!missing)
            return r;
        if (e)
            e->code = ERROR_NOT_FOUND;
        return -ERROR_NOT_FOUND;
    }
    int r = read_all(fd, path, ret, e);
    close(fd);
    return r;
}

static int write_all(int fd, struct str data)
{
    while (data.len) {
        ssize_t n = write(fd, data.data, data.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -1;
        data = str_sub(data, (size_t) n, data.len);
    }
    return 0;
}

/* A pipe or a device has no old content to protect, and must not be renamed over. */
static int write_through(const char *path, struct str data, struct error *e)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);

    if (fd < 0)
        return error_errno(e, "cannot open %s", path);
    bool failed = write_all(fd, data) < 0;
    int number = errno;

    if (close(fd) < 0 && !failed) {
        failed = true;
        number = errno;
    }
    errno = number;
    return failed ? error_errno(e, "cannot write %s", path) : 0;
}

/* The new name is on disk only when its folder is. Not every file system can
 * sync a folder; there is nothing more to do then. */
static void sync_folder_of(const char *path)
{
    char *copy = strdup(path);
    int fd = copy ? open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    free(copy);
    if (fd < 0)
        return;
    (void) !fsync(fd);
    close(fd);
}

/* `fresh`: only where nothing is there. */
static int put_in_place(const char *temporary, const char *path, bool fresh)
{
    if (!fresh)
        return rename(temporary, path);
    int r = link(temporary, path);
    if (r == 0)
        unlink(temporary);
    return r;
}

static int write_beside(const char *path, struct str data, unsigned mode, bool fresh, struct error *e)
{
    char temporary[PATH_MAX], tag[17];
    unsigned char random[8];

    random_bytes(random, sizeof random);
    hex_encode(random, sizeof random, tag);
    int n = snprintf(temporary, sizeof temporary, "%s.%s", path, tag);
    if (n < 0 || (size_t) n >= sizeof temporary)
        return error_set(e, ERROR_INVALID, "the file name %.80s… is too long", path);
    int fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t) mode);
    if (fd < 0)
        return error_errno(e, "cannot write %s", path);

    bool failed = write_all(fd, data) < 0 || fsync(fd) < 0;
    int number = errno;
    if (close(fd) < 0 && !failed) {
        failed = true;
        number = errno;
    }
    if (!failed && put_in_place(temporary, path, fresh) < 0) {
        failed = true;
        number = errno;
    }
    if (failed) {
        unlink(temporary);
        if (fresh && number == EEXIST)
            return error_set(e, ERROR_CONFLICT, "%s is already there", path);
        errno = number;
        return error_errno(e, "cannot write %s", path);
    }
    sync_folder_of(path);
    return 0;
}

int file_write_atomic(const char *path, struct str data, unsigned mode, struct error *e)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return write_beside(path, data, mode, false, e);
    if (S_ISDIR(st.st_mode))
        return error_set(e, ERROR_IO, "cannot write %s: it is a folder", path);
    if (!S_ISREG(st.st_mode))
        return write_through(path, data, e);
    /* A link stays one: what it points to is replaced. */
    char *target = realpath(path, NULL);
    if (!target)
        return error_errno(e, "cannot write %s", path);
    int r = write_beside(target, data, mode, false, e);
    free(target);
    return r;
}

int file_write_new(const char *path, struct str data, unsigned mode, struct error *e)
{
    return write_beside(path, data, mode, true, e);
}

int file_make_dirs(const char *path, struct error *e)
{
    char at[PATH_MAX];
    size_t n = strlen(path);
    struct stat st;

    if (n == 0 || n >= sizeof at)
        return error_set(e, ERROR_INVALID, "\"%.80s\" is not a folder name", path);
    memcpy(at, path, n + 1);
    for (size_t i = 1; i <= n; i++) {
        if (at[i] != '/' && at[i] != '\0')
            continue;
        char c = at[i];
        at[i] = '\0';
        /* EEXIST may also be a file in the way, or a race that another maker won. */
        if (stat(at, &st) < 0 && mkdir(at, 0700) < 0 && errno != EEXIST)
            return error_errno(e, "cannot make the folder %s", at);
        at[i] = c;
    }
    if (stat(path, &st) < 0)
        return error_errno(e, "cannot make the folder %s", path);
    if (!S_ISDIR(st.st_mode)) {
        errno = ENOTDIR;
        return error_errno(e, "cannot make the folder %s", path);
    }
    return 0;
}

int file_temp_dir(struct arena *arena, const char *prefix, struct str *ret, struct error *e)
{
    const char *place = getenv("TMPDIR");

    if (!place || place[0] != '/')
        place = "/tmp";
    struct str name = str_format(arena, "%s/%s-XXXXXX", place, prefix);
    char *path = arena_copy(arena, name.data, name.len + 1);
    if (!mkdtemp(path))
        return error_errno(e, "cannot make a folder in %s", place);
    *ret = str_n(path, name.len);
    return 0;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *position)
{
    (void) st;
    (void) type;
    (void) position;
    return remove(path) < 0 && errno != ENOENT ? -1 : 0;
}

int file_remove_tree(const char *path, struct error *e)
{
    if (nftw(path, remove_one, REMOVE_DESCRIPTORS, FTW_DEPTH | FTW_PHYS) < 0 && errno != ENOENT)
        return error_errno(e, "cannot remove %s", path);
    return 0;
}

bool file_exists(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0;
}

struct str file_name(struct str path)
{
    size_t at = path.len;

    while (at > 0 && path.data[at - 1] != '/')
        at--;
    return str_sub(path, at, path.len);
}

struct str file_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');

    return !slash ? str(".") : slash == path ? str("/") : str_dup(arena, str_n(path, (size_t) (slash - path)));
}
