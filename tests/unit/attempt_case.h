/* An attempt at a model with no network behind it: for tests of one family's
 * building and reading. */
#ifndef TESTS_UNIT_ATTEMPT_CASE_H
#define TESTS_UNIT_ATTEMPT_CASE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "llm/family.h"
#include "llm/internal.h"
#include "net/limiter.h"
#include "net/net.h"
#include "text/json.h"

struct attempt_case {
    struct arena *arena;
    struct llm *llm;
    struct llm_request request;
    struct llm_message messages[8];
    struct llm_attempt *attempt;
    const struct llm_family *family;
    struct buf streamed; /* what the sink got; "|" for a start anew */
    struct sink sink;
    struct error e;
};

static struct attempt_case the;

static void attempt_case_sink(void *context, struct str data)
{
    (void) context;
    if (data.len == 0)
        buf_add_char(&the.streamed, '|');
    buf_add_str(&the.streamed, data);
}

static int attempt_case_setup(void **state)
{
    (void) state;
    the = (struct attempt_case){ .arena = arena_new() };
    the.request = (struct llm_request){ .role = str("decide"),
                                        .temperature = NAN,
                                        .top_p = NAN,
                                        .frequency_penalty = NAN,
                                        .presence_penalty = NAN,
                                        .messages = the.messages,
                                        .messages_n = 2 };
    the.messages[0] = (struct llm_message){ .role = LLM_SYSTEM, .text = str("Be brief.") };
    the.messages[1] = (struct llm_message){ .role = LLM_USER, .text = str("Why is the sky blue?") };
    buf_init(&the.streamed, 1 << 20);
    the.sink = (struct sink){ attempt_case_sink, NULL };
    return 0;
}

static int attempt_case_teardown(void **state)
{
    (void) state;
    buf_free(&the.streamed);
    arena_free(the.arena);
    limiter_forget_all();
    return 0;
}

/* A fresh attempt at that model; its provider has the key "secret-key-1". */
static void attempt_case_model(const char *model)
{
    struct llm_settings settings = { 0 };
    struct llm_provider_settings own = { .key = str("secret-key-1"), .base_url = str("http://127.0.0.1:1/base/") };

    own.name = str_sub(str(model), 0, (size_t) str_find_char(str(model), '/', 0));
    settings.providers = &own;
    settings.providers_n = 1;
    if (llm_new(the.arena, &settings, &the.llm, &the.e) < 0)
        fail_msg("%s", the.e.message);
    the.attempt = attempt_new(the.arena);
    the.attempt->model = model_find(the.llm, the.arena, str(model), NULL);
    the.attempt->provider = provider_find(the.llm, the.attempt->model->provider);
    assert_non_null(the.attempt->provider);
    the.attempt->request = &the.request;
    the.attempt->stream = the.request.stream ? &the.sink : NULL;
    the.attempt->max_tokens = the.request.max_tokens;
    the.family = the.attempt->provider->family;
    if (!str_empty(the.attempt->model->family))
        the.family = family_named(the.attempt->model->family);
    else if (the.request.web_search && the.attempt->provider->row->search_family)
        the.family = the.attempt->provider->row->search_family;
    assert_non_null(the.family);
    buf_clear(&the.streamed);
}

/* The request it makes; the body as JSON, owned by the caller. */
static json_t *attempt_case_build(struct net_request *ret)
{
    json_t *body = NULL;

    if (the.family->build(the.attempt, ret, &the.e) < 0)
        fail_msg("%s", the.e.message);
    if (json_parse(ret->body, &body, &the.e) < 0)
        fail_msg("%s", the.e.message);
    return body;
}

static inline bool attempt_case_header(const struct net_request *request, const char *header)
{
    for (size_t i = 0; i < request->headers_n; i++)
        if (str_is(request->headers[i], header))
            return true;
    return false;
}

static inline const char *text_at(const json_t *value, const char *path)
{
    const json_t *found = json_at(value, path);

    return json_is_string(found) ? json_string_value(found) : "(absent)";
}

static int attempt_case_decode(const char *body) { return family_decode(the.family, the.attempt, str(body), &the.e); }

/* Feeds a stream in pieces of `piece` bytes and ends it. */
static int attempt_case_feed(const char *stream, size_t piece)
{
    size_t n = strlen(stream);

    for (size_t at = 0; at < n; at += piece) {
        int r = family_feed(the.family, the.attempt, str_n(stream + at, n - at < piece ? n - at : piece), &the.e);

        if (r < 0)
            return r;
    }
    return family_feed(the.family, the.attempt, str(""), &the.e);
}

static int attempt_case_failure(int status, const char *body)
{
    struct net_response response = { .status = status, .body = str(body) };

    return attempt_failure(the.attempt, &response, &the.e);
}

static inline void assert_text(struct str s, const char *want)
{
    if (!str_is(s, want))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARG(s), want);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, attempt_case_setup, attempt_case_teardown)

#endif
