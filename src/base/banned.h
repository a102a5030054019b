/* Functions that have hurt too many programs: calling one is a compile error.
 * The Makefile includes this before every file of the project (-include). The
 * headers that declare them come first, so that only calls are caught. */
#ifndef FATHOM_BASE_BANNED_H
#define FATHOM_BASE_BANNED_H

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BANNED(name) sorry_##name##_is_banned_see_base_banned_h

#undef strcpy
#define strcpy(a, b) BANNED(strcpy)
#undef strcat
#define strcat(a, b) BANNED(strcat)
#undef strncpy
#define strncpy(a, b, n) BANNED(strncpy)
#undef strncat
#define strncat(a, b, n) BANNED(strncat)
#undef sprintf
#define sprintf(...) BANNED(sprintf)
#undef vsprintf
#define vsprintf(...) BANNED(vsprintf)
#undef strtok
#define strtok(a, b) BANNED(strtok)
#undef atoi
#define atoi(a) BANNED(atoi)
#undef atol
#define atol(a) BANNED(atol)
#undef atof
#define atof(a) BANNED(atof)
#undef gmtime
#define gmtime(a) BANNED(gmtime)
#undef localtime
#define localtime(a) BANNED(localtime)
#undef ctime
#define ctime(a) BANNED(ctime)
#undef asctime
#define asctime(a) BANNED(asctime)
#undef system
#define system(a) BANNED(system)
#undef popen
#define popen(a, b) BANNED(popen)
#undef tmpnam
#define tmpnam(a) BANNED(tmpnam)
#undef mktemp
#define mktemp(a) BANNED(mktemp)

#endif
