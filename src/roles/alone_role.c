#include "roles/alone_role.h"

#include <string.h>

#include "base/clock.h"
#include "text/json.h"

struct str alone_boundary(struct arena *arena, struct str text)
{
    char hex[HASH_HEX_SIZE];

    hash_hex(hash_of(text), hex);
    return str_dup(arena, str_n(hex, 16));
}

static int call_model(struct alone *alone, const struct llm_request *request, struct llm_answer *ret, struct error *e)
{
    struct request how;
    struct str body;

    llm_request(alone->tools->llm, alone->arena, request, &how);
    int r = call_alone(alone->net, &how, alone->timeout_ms, alone->arena, &alone->usage, &body, e);
    return r < 0 ? r : llm_answer_parse(alone->arena, body, ret, e);
}

/* The role's two messages and what is asked with them; there is room for two more. */
static int prepare(struct alone *alone, const struct role *role, const struct template_value *values,
                   struct llm_message messages[4], struct llm_request *ret, struct error *e)
{
    role_request(alone->arena, role, alone->models, ret);
    ret->messages = messages;
    ret->messages_n = 2;
    int r = role_fill(alone->tools->prompts, alone->arena, role, values, messages, e);
    if (r == 0)
        role_add_date(alone->arena, clock_wall_ms(), &messages[0]);
    return r;
}

int alone_write(struct alone *alone, const struct role *role, const struct template_value *values, struct str *ret,
                struct error *e)
{
    struct llm_message messages[4];
    struct llm_answer answer;
    struct llm_request request;
    int r = prepare(alone, role, values, messages, &request, e);

    if (r == 0)
        r = call_model(alone, &request, &answer, e);
    if (r == 0)
        *ret = answer.text;
    return r;
}

int alone_ask(struct alone *alone, const struct role *role, size_t size, const struct template_value *values, void *ret,
              struct error *e)
{
    struct llm_message messages[4];
    struct llm_request request;
    struct llm_answer answer;
    struct error why;
    int r = prepare(alone, role, values, messages, &request, e);

    for (int round = 0; r == 0 && round < 2; round++) {
        r = call_model(alone, &request, &answer, e);
        if (r < 0)
            return r;
        memset(ret, 0, size);
        if (json_decode_answer(answer.text, role->answer, ret, alone->arena, &why) == 0)
            return 0;
        messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = answer.text };
        messages[3] = (struct llm_message){
            .role = LLM_USER,
            .text = str_format(alone->arena,
                               "That could not be read: %s. Answer again with nothing but the JSON object that was "
                               "described.",
                               why.message),
        };
        request.messages_n = 4;
    }
    return r < 0 ? r : error_set(e, ERROR_PARSE, "the model's answer could not be read: %s", why.message);
}
