/* Keeping originals of what was shortened or dropped, as an effect: the folder is outside of the run. */
#ifndef FATHOM_RUN_ARCHIVE_H
#define FATHOM_RUN_ARCHIVE_H

#include "records/archive.h"
#include "run/effect.h"

struct archiving {
    const char *folder;
    int64_t ttl_ms; /* older records are removed */
    struct archive_record *records;
    size_t n;
};

/* 0 and ret->failed with the reason where the archive could not be written: a fact of the run. */
int effect_archive(struct branch *branch, struct path path, const struct archiving *archiving, struct outcome *ret,
                   struct error *e) __attribute__((warn_unused_result));

#endif
