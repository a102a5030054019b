/* The main content of a page: which of its blocks are the text people came for.
 *
 * Two opinions are weighed: rules (rules.h) and the learned table (model.h). The table also says how good each choice
 * is expected to be, and the rules' choice is taken where it is about as good. */
#ifndef FATHOM_PAGES_CONTENT_H
#define FATHOM_PAGES_CONTENT_H

#include "pages/document.h"
#include "pages/feature.h"

struct content {
    struct feature_page page; /* what is known of it; `known_` fields stay empty */
    int keep;                 /* enum document_keep */
};

/* Sets `keep` and `figure` of the blocks. */
void content_choose(const struct content *content, struct blocks *blocks);

#endif
