/* The panel workflow: the same prompt to several providers' models at once, then one attributed synthesis.
 *
 * docs/internals/panel.md tells the whole. Each model's answer is a source of the run, cited by its own words; the pages
 * that providers cited are read, and only they carry claims. */
#ifndef FATHOM_WORKFLOWS_PANEL_H
#define FATHOM_WORKFLOWS_PANEL_H

#include "records/runs.h"
#include "report/report.h"
#include "roles/panel_answer.h"
#include "roles/panel_conflicts.h"
#include "run/effect.h"
#include "run/sources.h"

enum {
    PANEL_CONTEXTS_MAX = 5,
    PANEL_CONTEXT_CHARACTERS = 60000,
    PANEL_SHORT = 800,     /* characters: a shorter answer is of low quality */
    PANEL_PAGES_MAX = 20,  /* that are read */
    PANEL_RETRIES_MAX = 2, /* of failed models, by confirmation */
    PANEL_MODELS_MAX = 16,
};

/* --- panel_state.c: where a panel stands, in its own words --- */
enum panel_status {
    PANEL_DRAFT,
    PANEL_PENDING,
    PANEL_PROCESSING,
    PANEL_RETRYING,
    PANEL_SYNTHESIZING,
    PANEL_AWAITING_CONFIRMATION,
    PANEL_COMPLETED,
    PANEL_FAILED,
    PANEL_STATUSES,
};
extern const char *const panel_status_words[]; /* "draft", "pending" …, NULL at the end */
/* Is this change legal? */
bool panel_status_may(enum panel_status from, enum panel_status to);
/* The panel's word for a run of this status whose stored state says `word` (may be empty). */
enum panel_status panel_status_of(enum run_status status, struct str word);

/* --- what was asked and answered --- */
enum panel_result { PANEL_RESULT_PENDING, PANEL_RESULT_PROCESSING, PANEL_RESULT_COMPLETED, PANEL_RESULT_FAILED };
extern const char *const panel_result_words[];

struct panel_answer {
    struct str_list model; /* one: as it was asked for */
    struct str name;       /* "openai/gpt-5.2" */
    struct str label;      /* how the text calls it: "gpt-5.2" */
    enum panel_result status;
    struct str content; /* its text; markers name sources of the run */
    struct str plain;   /* the same without markers: the text of the source it is */
    struct error error; /* when failed */
    struct str answered_by, notice;
    struct usage usage;
    bool reused; /* by an earlier run: it cost nothing */
    bool low_quality;
    struct llm_citation *citations;
    size_t citations_n;
    int64_t *numbers; /* per citation: the source's; 0: it is none */
    size_t pages;     /* different ones it cites */
    size_t source;    /* position of the answer among the sources */
};

/* A text that came with the prompt. */
struct panel_given {
    struct str id, label, title, text;
    size_t source; /* its position among the sources; SIZE_MAX: none */
};

struct panel {
    struct branch *branch;
    struct panel_answer *answers;
    size_t n;
    struct panel_given given[PANEL_CONTEXTS_MAX];
    size_t given_n;
    struct search_hit *earlier; /* pages that the conversation has cited and that speak of the prompt, best first */
    size_t earlier_n;
    struct search_hit *documents; /* of the corpora that the person named: what speaks of the prompt, best first */
    size_t documents_n;
    struct panel_context context;
    bool has_context;
    struct panel_conflicts conflicts;
    bool compared; /* `conflicts` was asked for */
    struct source_list sources;
    enum panel_status status;
    size_t round, retries;
    struct usage synthesis;  /* what the writing took */
    size_t unattributed;     /* places of the text that do not say whose they are */
    struct str_list uncited; /* models of whose answers the text cites nothing */
    struct error error;      /* PARTIAL_FAILURE, SYNTHESIS_ERROR; code 0: none */
    struct str title;
};

size_t panel_count(const struct panel *p, enum panel_result status);
/* One of the table's changes; anything else is a fault of the program. Stored with the next commit, with the state. */
void panel_go(struct panel *p, enum panel_status to);
/* The research as JSON: what `show` and the report keep. `live`: with what only a live run has. */
json_t *panel_state_json(const struct panel *p, bool live);
void panel_save(struct panel *p); /* stores it */

/* "ctx-" and the start of the text's hash. */
struct str panel_given_id(struct arena *arena, const struct context_file *file);

/* --- panel_settle.c --- */
/* The models a panel asks and who writes, checked; struct workflow.settle. */
int panel_settle(struct arena *arena, const struct llm *llm, struct run_settings *settings, struct error *e);
/* The parts of settle that a draft must pass: no two models of one provider, none of an unknown one. */
int panel_check_models(struct arena *arena, const struct llm *llm, const struct str_list *models, struct error *e);
/* The effect's place of a model's answer: the model is part of it, and the round. */
struct path panel_answer_path(struct str model, size_t round);

/* --- panel_words.c --- */
/* The models that a message asks for in plain words, in its order; only those with a key, one of each provider. Notices
 * tell which of them were shut down. Never fails, asks nobody. */
void panel_words(struct arena *arena, const struct llm *llm, struct str message, struct str_list *ret_models,
                 struct str_list *ret_notices);

/* --- panel_ask.c --- */
/* The title of a panel that no model has given one yet. */
struct str panel_first_words(struct arena *arena, struct str prompt);
/* Everything up to the moment when somebody may write: answers, partial failures, decisions. */
int panel_ask(struct panel *p, struct error *e);

/* --- panel_marks.c --- */
struct panel_marks {
    struct str text;
    const struct llm_citation *citations;
    const int64_t *numbers; /* per citation; 0: the mark goes */
    size_t n;
};
/* The text with the provider's own citation marks brought to [n] of our sources, or taken out. Code is left alone. */
struct str panel_marks(struct arena *arena, const struct panel_marks *input);
/* Pages that the text links to and its citations do not name become citations; those of the answer grow. */
void panel_marks_links(struct arena *arena, struct panel_answer *answer);

/* --- panel_write.c --- */
/* Sources of the answers, pages read, the text written and checked. */
int panel_write(struct panel *p, struct report *ret, struct error *e);

#endif
