/* The fence around a process that reads strangers' bytes: limits, landlock
 * (files of the system only, none to write), seccomp (a list of the calls that
 * reading needs, and no other). Cannot be taken down again.
 *
 * Both are needed: seccomp cannot tell one file from another. Where the kernel has no
 * landlock, a reader may open no file at all, and programs for PDF are not started,
 * unless FATHOM_WEAK_FENCE=1 in the environment says that seccomp shall do. */
#ifndef FATHOM_PAGES_FENCE_H
#define FATHOM_PAGES_FENCE_H

#include "base/error.h"

enum fence_profile {
    FENCE_READER,  /* parses in the process itself */
    FENCE_PROGRAM, /* becomes pdftotext or pdfinfo: one program, no further process */
};

enum fence_strength {
    FENCE_NONE,   /* no seccomp: nothing of strangers is read */
    FENCE_CLOSED, /* no landlock: no file can be opened, so no PDF, no zip (DOCX, EPUB), no rare character sets */
    FENCE_WEAK,   /* no landlock, and the environment allows it: files of the user can be read from inside */
    FENCE_FULL,
};

/* Asks the kernel and the environment what is allowed, once; fence_prepare() does it where it was not done. */
void fence_settle(void);
/* Makes the filters once, so that raising is quick in the processes forked later. */
void fence_prepare(void);
enum fence_strength fence_strength(void);
int fence_raise(enum fence_profile profile, size_t memory_max, int64_t time_ms, struct error *e);

#endif
