/* backup: a copy of the whole store, made while others read and write. */
#include <sys/stat.h>

#include "base/file.h"
#include "service/inventory.h"
#include "service/operation.h"
#include "service/service.h"
#include "store/store.h"

int do_backup(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct backup_in *in = in_;
    struct backup_out *ret = ret_;
    struct store *store;
    struct stat st;

    if (!caller->paths)
        return error_set(e, ERROR_FORBIDDEN, "Files of this machine cannot be named from here.");
    struct str path = str_dup(arena, in->file), folder = file_folder(arena, path.data);
    if (stat(folder.data, &st) < 0 || !S_ISDIR(st.st_mode))
        return error_set(e, ERROR_INVALID, "There is no folder %s. Make it first (mkdir -p), or name another file.",
                         folder.data);
    int r = service_store(caller->service, false, &store, e);
    if (r == 0)
        r = store_backup(store, path.data, e);
    if (r == 0 && stat(path.data, &st) < 0)
        r = error_errno(e, "cannot look at %s", path.data);
    if (r == 0)
        *ret = (struct backup_out){ path, st.st_size };
    return r;
}
