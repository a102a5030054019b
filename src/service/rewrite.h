/* A run asked again: what it was asked with, and its report written anew from other sources. */
#ifndef FATHOM_SERVICE_REWRITE_H
#define FATHOM_SERVICE_REWRITE_H

#include "service/research.h"

struct settings_out {
    struct str id;
    struct str settings; /* JSON object: the arguments of a research */
};
struct rewrite_in {
    struct str id;
    struct str_list add;     /* addresses of pages */
    struct str_list exclude; /* numbers of sources */
};

#endif
