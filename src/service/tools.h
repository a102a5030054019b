/* What runs work with: models, searches and prompts, built from stored settings
 * and tables (service/tables.h) with today's keys, and shared by all runs that ask
 * for the same.
 *
 * Threads: any. What is handed out lives until it is given back; of what nobody
 * uses, a few dozen of each are kept for the next. */
#ifndef FATHOM_SERVICE_TOOLS_H
#define FATHOM_SERVICE_TOOLS_H

#include "run/run.h"
#include "service/service.h"

struct tools;

struct tools *tools_new(struct service *service);
void tools_free(struct tools *tools); /* NULL is fine */

/* The text of the tables in force now. */
int tools_tables(struct tools *tools, struct arena *arena, struct str *ret, struct error *e);

/* Asks the user's own servers for their models, so that tools_tables() knows them. Takes two seconds at most, nothing
 * where there are none; not needed when the models are named. */
void tools_find_models(struct tools *tools);
/* Why there is no model although a server is set up, and what to do; empty when that is not so. */
struct str tools_no_model(struct tools *tools, struct arena *arena);

/* What decides which tools a run works with. */
struct tools_choice {
    const struct run_settings *settings;
    struct str tables; /* of tools_tables(); a stored run has its own */
    const struct search_document *documents;
    size_t documents_n;
};
/* For settings that are not stored yet; held as long as the arena. */
int tools_for_settings(struct tools *tools, struct arena *arena, const struct tools_choice *choice,
                       struct run_tools *ret, struct error *e);
/* A text that a run was given, as it is searched. */
struct search_document tools_document(struct arena *arena, const struct context_file *file, struct str text);
/* For a stored run; its tables and documents come from the store. */
int tools_for_run(struct tools *tools, const struct run_row *row, const struct run_settings *settings,
                  struct run_tools *ret, struct error *e);
/* With everything configured and nothing chosen: for models, providers and doctor. */
int tools_default(struct tools *tools, struct arena *arena, struct run_tools *ret, struct error *e);
/* Ends the use of run_tools.held; NULL is fine, and so is a service that is gone. */
void tools_give_back(void *held);
/* How many choices of engines and documents are kept, used or not. */
size_t tools_kept(struct tools *tools);
/* How many sets of models and of engines were built since the start. */
size_t tools_built(struct tools *tools);

#endif
