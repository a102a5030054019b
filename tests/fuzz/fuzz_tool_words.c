/* Calls of tools in the text of a model: bounded, named, with arguments; and what was read can be told again and read again. */
#include <stdlib.h>

#include "llm/family.h"
#include "llm/tool_words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(struct arena *arena, const struct llm_request *request, struct str text, bool told)
{
    struct llm_answer answer = { .text = text };

    tool_words_read(arena, request, told, &answer);
    if (answer.tool_calls_n > ATTEMPT_TOOL_CALLS_MAX || (answer.tool_calls_n && answer.text.len))
        abort();
    for (size_t i = 0; i < answer.tool_calls_n; i++)
        if (answer.tool_calls[i].name.len == 0 || answer.tool_calls[i].id.len == 0)
            abort();
    if (!answer.tool_calls_n)
        return;
    /* Said in words, the same calls are read. */
    struct llm_message said = { .role = LLM_ASSISTANT,
                                .tool_calls = answer.tool_calls,
                                .tool_calls_n = answer.tool_calls_n };
    const struct llm_request next = {
        .messages = &said, .messages_n = 1, .tools = request->tools, .tools_n = request->tools_n
    };
    const struct llm_request *words = tool_words_request(arena, &next);
    struct llm_answer again = { .text = words->messages[words->messages_n - 1].text };

    tool_words_read(arena, request, true, &again);
    if (again.tool_calls_n != answer.tool_calls_n)
        abort();
    for (size_t i = 0; i < again.tool_calls_n; i++)
        if (!str_eq(again.tool_calls[i].name, answer.tool_calls[i].name))
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct llm_tool tools[] = { { str("search"), str("finds"), str("{}") },
                                { str("write_report"), str("w"), str("{}") } };
    const struct llm_request request = { .tools = tools, .tools_n = 2 };
    struct str text = str_n((const char *) data, size);

    check(arena, &request, text, true);
    check(arena, &request, text, false);
    arena_free(arena);
    return 0;
}
