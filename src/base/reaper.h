/* Reaper: a process of ours between us and a program, which gets whatever the
 * program leaves behind (PR_SET_CHILD_SUBREAPER) and kills it. A process group
 * would lose sight of who calls setsid().
 *
 * It is a fork of ours that does nothing but wait. It ends when nobody is left;
 * on SIGTERM, or when the thread that started it is gone, it kills everybody
 * first. Threads: any; the thread that starts it must wait for its end. */
#ifndef FATHOM_BASE_REAPER_H
#define FATHOM_BASE_REAPER_H

#include <sys/types.h>

/* Starts the program: 0 or an errno value. Runs in the reaper, behind a fork of a process with threads: no
 * memory may be asked for, no lock taken. */
typedef int reaper_spawn(void *context, pid_t *ret);

/* 0, the reaper, and where it tells how the program ended; or what fork() or `spawn` said. */
int reaper_start(reaper_spawn *spawn, void *context, pid_t *ret, int *ret_report);
/* The program's status as of waitpid(). -1: the reaper was killed and does not know. Closes `report`. */
int reaper_status(int report, int *ret);

#endif
