/* The fence around a process that reads strangers' bytes: limits, landlock
 * (files of the system only, none to write), seccomp (no network, nothing but
 * what reading needs). Cannot be taken down again. */
#ifndef FATHOM_PAGES_FENCE_H
#define FATHOM_PAGES_FENCE_H

#include "base/error.h"

enum fence_profile {
    FENCE_READER, /* parses in the process itself */
    FENCE_PDF,    /* may start pdftotext, which inherits the fence */
};

/* Makes the filters once, so that raising is quick in the processes forked later. */
void fence_prepare(void);
int fence_raise(enum fence_profile profile, size_t memory_max, int64_t time_ms, struct error *e);

#endif
