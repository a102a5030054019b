/* What a research can be asked with, and how it becomes the settings of a run. */
#ifndef FATHOM_SERVICE_RESEARCH_H
#define FATHOM_SERVICE_RESEARCH_H

#include "run/settings.h"
#include "service/operation.h"
#include "service/tools.h"

/* A text given by the user beside the question; the door has read the file. `pages`: where its pages start
 * (records/page_starts.h), or empty. */
enum { CONTEXT_ID_MAX = 64, CONTEXT_DATE_MAX = 40 };
struct research_context {
    struct str name, text, pages, title;
    struct str url;  /* a page that was asked for by its address, else empty */
    struct str id;   /* by which its client knows it; empty: one is made of its text */
    struct str date; /* of the page or document; empty: not known */
};

/* What is asked for this time. The names of the settings that were given stand in `given`: the others are the
 * configuration's. */
struct research_in {
    struct run_settings settings;
    struct str_list given;
    struct str_list tiers; /* "simple=P/M" */
    struct research_context *contexts;
    size_t contexts_n;
    struct str_list sources; /* addresses of pages to research, read by research_read_sources() */
    struct str_list answers; /* to clarifying questions, one per round; the next round is asked only if `clarify` */
};

struct run_ref_in {
    struct str id;
};
/* A run to go on with, and other models and ceilings for it; what is not given stays as it was. */
struct resume_in {
    struct str id;
    struct str_list models;
    struct str synthesis_model;
    double budget_usd;
    int64_t budget_tokens;
    struct str timeout;
};
struct run_ref_out {
    struct str id, status;
    struct str_list warnings;
};

/* The settings that may be asked for, and the rest of struct research_in. */
const struct field *research_fields(void);
extern const struct field run_ref_in_fields[], run_ref_out_fields[];

/* A research that could start: everything is checked, nothing is stored. */
struct prepared {
    struct run_settings settings;
    struct str tables;
    struct run_tools tools;
    struct str_list warnings;
    struct str_list folders; /* to be indexed before it starts, each into the corpus at the same place in … */
    struct str_list folder_corpora;
};

/* What is asked for over what is configured, checked as far as that needs no key. A draft is made of the result. */
struct search_document;
int research_settle(const struct caller *caller, struct arena *arena, const struct research_in *in,
                    struct run_settings *ret, struct error *e);
/* What is given of `in` over the settings of a draft, checked in the same way; its texts are not looked at. */
int research_change(const struct caller *caller, struct arena *arena, const struct research_in *in,
                    struct run_settings *s, struct error *e);
/* -ERROR_INVALID, about `field`, when two texts have the same id. */
int research_context_ids(const struct run_settings *s, const char *field, struct error *e);
/* Texts become the settings' contexts; `documents` has room for all of them. */
int research_contexts_settle(struct arena *arena, const struct research_in *in, struct run_settings *s,
                             struct search_document *documents, struct error *e);
/* The pages at in->sources, read now and put among its contexts. -ERROR_INVALID names one that cannot be read. */
int research_read_sources(const struct caller *caller, struct arena *arena, struct research_in *in, struct error *e);
/* Keeps the texts of the contexts; a write job. */
int research_contexts_put(struct db *db, void *in, struct error *e);
/* Stores a new run of the caller, and the texts it begins with, and puts it to work. */
struct research_begin {
    const struct run_settings *settings;
    struct str tables;               /* in force, from tools_tables() */
    const struct research_in *texts; /* its contexts are kept */
};
int research_start(const struct caller *caller, struct arena *arena, const struct research_begin *begin,
                   struct str *ret_id, struct error *e);

/* Flags over configuration over defaults; names of workflow, models and engines
 * checked, keys looked for. Each fault has a message that says what to do. */
int research_prepare(const struct caller *caller, struct arena *arena, const struct research_in *in,
                     struct prepared *ret, struct error *e);

/* A model that MCP clients lend answers only where such clients are: -ERROR_MISCONFIGURED says who can `what` ("resume",
 * "answer") the run. */
struct run_row;
int research_check_lent(const struct caller *caller, struct arena *arena, const struct run_row *row, const char *what,
                        struct error *e);

#endif
