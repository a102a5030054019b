/* Drafts of a research, and what a panel is told on its way: approve, confirm, retry, enhance. */
#ifndef FATHOM_SERVICE_PANEL_H
#define FATHOM_SERVICE_PANEL_H

#include "service/research.h"
#include "service/runs.h"

/* `research` comes first: the fields of a research are those of a draft. */
struct draft_in {
    struct research_in research;
    struct str original_message;
};
struct edit_in {
    struct research_in research;
    struct str id;
    struct str_list remove_context_ids;
};
struct draft_out {
    struct str id, status;
    struct str_list selected_models, warnings;
};
const struct field *draft_fields(void);
const struct field *edit_fields(void);

struct confirm_in {
    struct str id;
    int action;
};
struct confirm_out {
    struct str id, status, action, message;
};
extern const char *const confirm_words[]; /* "proceed", "retry", "cancel" */

struct retry_out {
    struct str id, status, action;
    struct str_list retried_models;
};

struct enhance_in {
    struct str id;
    struct str_list additional_models, remove_context_ids;
    struct research_context *additional_contexts;
    size_t additional_contexts_n;
    struct str synthesis_model;
};

struct validate_input_in {
    struct str prompt;
    bool include_improvement;
};
struct validate_input_out {
    int64_t quality;
    struct str reason, improved_prompt;
};
struct improve_input_in {
    struct str prompt;
};
struct improve_input_out {
    struct str improved_prompt;
};

/* A result that a worker outside brings. */
struct llm_result_source {
    struct str url, title, text;
};
struct llm_result_in {
    struct str id, model;
    int status;
    struct str content, error;
    struct {
        int64_t input, output;
    } token_usage;
    struct llm_result_source *sources;
    size_t sources_n;
};
struct llm_result_out {
    struct str id;
    bool accepted; /* false: the model had its result already, from here */
};
extern const char *const llm_result_words[]; /* "completed", "failed" */

/* What a panel keeps of where it stands, as far as operations need it. */
struct panel_standing {
    enum run_status run;
    int status; /* enum panel_status */
    int64_t retries;
    bool asked; /* its last word is that it waits for a confirmation, whatever became of the run since */
    struct str error_code;
    struct str_list completed, open; /* models */
};
/* -ERROR_CONFLICT when the run is no panel. */
int panel_standing(struct reading *reading, struct arena *arena, struct panel_standing *ret, struct error *e);

/* Where a panel stands that last said `word`. */
enum panel_status panel_stands(struct reading *reading, struct arena *arena, struct str word);

/* The status of a run as its clients know it: a panel's own word, else the uniform one. */
struct str run_word(struct reading *reading, struct arena *arena);

/* A panel as its clients know it (seed names, JSON object); empty for runs of other workflows. */
int panel_research(struct reading *reading, struct arena *arena, struct str *ret, struct error *e);
/* The same for a list: without the texts. */
int panel_summary(struct reading *reading, struct arena *arena, struct str *ret, struct error *e);

#endif
