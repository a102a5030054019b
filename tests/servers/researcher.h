/* A good researcher: a model whose name ends in "researcher" plays fathom's roles as well as words alone allow, whatever the
 * wire and the workflow. It plans by the words and the kind of the question, reads what the prompt shows it, picks the
 * sentences that answer, notices where two pages disagree, writes from the passages with their markers, says what is
 * uncertain, and verifies by comparing. No answer to any question is stored in it: with other pages it says other things. */
#ifndef TESTD_RESEARCHER_H
#define TESTD_RESEARCHER_H

#include "model.h"

bool is_researcher(const struct model_asked *asked);
/* What it says in its role; empty: what every model of testd says. */
struct str researcher_says(const struct model_asked *asked, struct str role);
/* The tools it calls while it carries out a step; false: it says something instead. */
bool researcher_calls(const struct model_asked *asked, struct model_said *ret);

#endif
