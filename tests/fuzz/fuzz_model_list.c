/* Bytes of a server of one's own that was asked for its models: whatever they are, the rows made of them are a table that loads. */
#include <assert.h>

#include "llm/listing.h"
#include "text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const names[] = { "ollama", "llamacpp", "vllm", "mine" };

    if (size == 0)
        return 0;
    struct llm_provider_settings provider = { .name = str(names[data[0] % 4]),
                                              .base_url = str("http://127.0.0.1:1/v1") };
    struct arena *arena = arena_new();
    json_t *rows = json_array();
    struct error e;
    size_t n = llm_listing_rows(&provider, str_n((const char *) data + 1, size - 1), rows);

    assert(n == json_array_size(rows));
    struct llm_settings settings = { .providers = &provider, .providers_n = 1, .more_models = rows };
    struct llm *llm;
    if (llm_new(arena, &settings, &llm, &e) < 0)
        abort();
    assert(llm_available(llm) == (n > 0));
    json_decref(rows);
    arena_free(arena);
    return 0;
}
