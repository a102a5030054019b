/* OpenAI's chat interface: any of its clients does a research.
 *
 * The messages are the conversation, the last one of the user is the question.
 * Progress comes as reasoning text, the report as content, a clarifying question
 * as an answer; the user's next message answers it. An answer ends with a line
 * that Markdown does not show, "[//]: # (run-…)": the next turn finds the run by
 * it, so nothing is kept between two requests. */
#ifndef FATHOM_DOORS_OPENAI_OPENAI_H
#define FATHOM_DOORS_OPENAI_OPENAI_H

#include <jansson.h>

#include "doors/http/route.h"

route_fn handle_chat, handle_chat_models, handle_chat_model;
json_t *chat_schema(void); /* of the body */

/* --- message.c: what is asked --- */

struct chat_asked {
    struct str model;           /* as it was named */
    struct str workflow, depth; /* empty: the configuration's */
    struct str question;        /* the last message of the user */
    struct str instructions;    /* of the system, and the turns before where no run is known */
    struct str run;             /* that the last answer came from; empty: none */
    bool stream, usage;         /* usage: the stream ends with it */
    bool stays;                 /* the run goes on when the client leaves; true unless it asks otherwise */
    const json_t *settings;     /* "fathom": further settings of the research; NULL: none. Of the body. */
};

/* -ERROR_INVALID with the member, -ERROR_MODEL for a model that is none of ours. Text lives in `arena`. */
int chat_parse(struct arena *arena, const json_t *body, struct chat_asked *ret, struct error *e);
/* "fathom", "fathom/loop", "fathom/loop-light": false for others. */
bool chat_model_parse(struct str model, struct str *ret_workflow, struct str *ret_depth);
/* The run in the last line of an answer; empty if there is none. */
struct str chat_run_of(struct str answer);
struct str chat_with_run(struct arena *arena, struct str answer, struct str run);

/* --- annotate.c --- */
/* [{"type":"url_citation","url_citation":{url,title,start_index,end_index}}]: each marker of the text, with places in
 * characters. `citations` is the list of the report. The caller owns it. */
json_t *chat_annotations(struct str text, const json_t *citations);

#endif
