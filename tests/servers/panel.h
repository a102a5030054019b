/* What the test model says in the roles of the panel workflow. */
#ifndef TESTD_PANEL_H
#define TESTD_PANEL_H

#include "model.h"

/* Which of these roles a prompt belongs to; empty: none. */
struct str panel_role(struct str prompt);
/* Empty when it is none of them. */
struct str say_panel(const struct model_asked *asked, struct str role, struct hash hash);

#endif
