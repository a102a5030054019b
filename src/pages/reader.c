#include "pages/document.h"

/* The Makefile sets it to a checksum of this folder's files, so that it cannot be forgotten when a reader changes. */
#ifndef FATHOM_READER
#define FATHOM_READER 0
#endif

uint32_t document_reader(void) { return FATHOM_READER; }
