/* Files: whole reads with a limit, atomic writes, folders. */
#ifndef FATHOM_BASE_FILE_H
#define FATHOM_BASE_FILE_H

#include "base/buf.h"
#include "base/error.h"

/* Appends the file to `ret` (whose maximum is the limit). */
int file_read(const char *path, struct buf *ret, struct error *e);
/* Reads an open descriptor to its end (a pipe, standard input). */
int file_read_fd(int fd, struct buf *ret, struct error *e);
/* Writes beside the target, fsync, rename: the file is old or new, never half. */
int file_write_atomic(const char *path, struct str data, unsigned mode, struct error *e);
/* The same, but never over what is there: -ERROR_CONFLICT. */
int file_write_new(const char *path, struct str data, unsigned mode, struct error *e);
/* mkdir -p with mode 0700 for what is made. */
int file_make_dirs(const char *path, struct error *e);
/* A private folder in the system's temporary place; remove with file_remove_tree. */
int file_temp_dir(struct arena *arena, const char *prefix, struct str *ret, struct error *e);
int file_remove_tree(const char *path, struct error *e);
bool file_exists(const char *path);
struct str file_name(struct str path); /* the part behind the last slash */
/* What stands before it, zero-terminated: "a/b" of "a/b/c", "." of "c", "/" of "/c". */
struct str file_folder(struct arena *arena, const char *path);

#endif
