/* Bytes of a model service: the first byte chooses whether they are a plain
 * body, a stream (and the size of its pieces) or a failure's body. FUZZ_MODEL
 * names a model of the family under test. */
#ifndef TESTS_FUZZ_FAMILY_H
#define TESTS_FUZZ_FAMILY_H

#include <assert.h>
#include <math.h>

#include "llm/family.h"
#include "llm/internal.h"
#include "text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct llm *llm;
    static struct arena *forever;
    struct llm_message message = { .role = LLM_USER, .text = str("Why?") };
    struct llm_request request = { .messages = &message,
                                   .messages_n = 1,
                                   .temperature = NAN,
                                   .top_p = NAN,
                                   .frequency_penalty = NAN,
                                   .presence_penalty = NAN,
                                   .stream = true };
    struct error e;

    if (size == 0)
        return 0;
    if (!llm) {
        struct llm_settings none = { 0 };

        forever = arena_new();
        if (llm_new(forever, &none, &llm, &e) < 0)
            abort();
    }
    struct arena *arena = arena_new();
    struct llm_attempt *attempt = attempt_new(arena);
    attempt->model = model_find(llm, arena, str(FUZZ_MODEL), NULL);
    attempt->provider = provider_find(llm, attempt->model->provider);
    attempt->request = &request;
    const struct llm_family *family = str_empty(attempt->model->family) ? attempt->provider->family
                                                                        : family_named(attempt->model->family);
    struct str text = str_n((const char *) data + 1, size - 1);
    int r = 0;
    if (data[0] == 0) {
        r = family_decode(family, attempt, text, &e);
    } else if (data[0] == 1) {
        struct net_response response = { .status = 400 + (int) (size % 130), .body = text };

        r = attempt_failure(attempt, &response, &e);
    } else {
        for (size_t at = 0; at < text.len && r == 0; at += data[0])
            r = family_feed(family, attempt, str_sub(text, at, at + data[0]), &e);
        if (r == 0)
            r = family_feed(family, attempt, str(""), &e);
    }
    if (r == 0 && data[0] != 1) {
        for (size_t i = 0; i < attempt->answer.citations_n; i++)
            assert(attempt->answer.citations[i].start <= attempt->answer.citations[i].end);
        json_t *value = json_encode(llm_answer_fields, &attempt->answer);
        struct llm_answer back;

        if (llm_answer_parse(arena, json_text(arena, value), &back, &e) < 0)
            abort();
        json_decref(value);
    } else if (r < 0) {
        assert(e.code == -r && strlen(e.message) < sizeof e.message);
    }
    arena_free(arena);
    return 0;
}

#endif
