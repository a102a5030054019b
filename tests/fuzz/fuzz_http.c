/* What the HTTP door parses by hand: targets, Host, Last-Event-ID, media types, tokens, and bodies of chats. The first line
 * is a target, the second a header's value, the rest a body. */
#include <assert.h>

#include "doors/http/route.h"
#include "doors/http/target.h"
#include "doors/openai/openai.h"
#include "text/json.h"
#include "text/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct str rest = str_n((const char *) data, size), target = { 0 }, value = { 0 };
    struct arena *arena = arena_new();
    struct str host, captured[TARGET_SEGMENTS];
    struct chat_asked asked;
    struct target t;
    unsigned methods;
    int64_t number;
    int port;
    json_t *body;

    str_next(&rest, '\n', &target);
    str_next(&rest, '\n', &value);
    if (target_parse(arena, target, &t, NULL) == 0) {
        assert(t.segments_n <= TARGET_SEGMENTS && t.parameters_n <= TARGET_PARAMETERS);
        for (size_t i = 0; i < t.parameters_n; i++)
            assert(utf8_valid(t.parameters[i].name) && utf8_valid(t.parameters[i].value));
        for (int m = 0; method_words[m]; m++)
            route_find(&t, (enum method) m, captured, &methods);
    }
    if (host_parse(arena, value, &host, &port)) {
        assert(host.len && port >= -1 && port <= 65535);
        host_is_loopback(host);
    }
    if (sequence_parse(value, &number))
        assert(number >= 0);
    media_type(arena, value);
    bearer_token(value);
    assert(cookie_value(value, "a").len <= value.len);
    struct str run = chat_run_of(rest);
    assert(run.len == 0 || run.len == 16);
    json_decref(chat_annotations(rest, NULL));
    if (json_parse(rest, &body, NULL) == 0) {
        if (json_is_object(body) && chat_parse(arena, body, &asked, NULL) == 0)
            assert(asked.question.len > 0);
        json_decref(body);
    }
    arena_free(arena);
    return 0;
}
