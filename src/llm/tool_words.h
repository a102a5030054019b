/* Tools for models that know none: they are told in words, and a call is a JSON object in the text.
 *
 * The request of the run stays as it is; only what one attempt sends is another. So a conversation may begin with a model
 * that calls tools by itself and go on with one that does not. */
#ifndef FATHOM_LLM_TOOL_WORDS_H
#define FATHOM_LLM_TOOL_WORDS_H

#include "llm/llm.h"

/* The same request without tools: they are described behind the system text, earlier calls and their results are text.
 * In `arena`; other strings are those of `request`. */
const struct llm_request *tool_words_request(struct arena *arena, const struct llm_request *request);

/* Looks for calls in the answer's text; those found become tool calls, and the text goes. `told`: the tools were described
 * in words, so any name counts; else only calls of tools of the request do, and only where the text is nothing else (some
 * models that know tools write a call as text now and then). Broken JSON is repaired. */
void tool_words_read(struct arena *arena, const struct llm_request *request, bool told, struct llm_answer *answer);

#endif
