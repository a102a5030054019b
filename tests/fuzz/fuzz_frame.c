/* Events of a streamed chat answer, one a line: read with the help of frames they say what they say without. The
 * second reader is kept from using any: before its events stand ever more spaces, which JSON ignores. */
#include <assert.h>
#include <math.h>

#include "base/buf.h"
#include "llm/family.h"
#include "llm/private.h"
#include "text/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { EVENTS_MOST = 40 };

static struct llm_attempt *attempt_of(struct arena *arena, const struct llm_request *request)
{
    static struct llm *llm;
    static struct arena *forever;

    if (!llm) {
        struct llm_settings none = { 0 };

        forever = arena_new();
        if (llm_new(forever, &none, &llm, NULL) < 0)
            abort();
    }
    struct llm_attempt *attempt = attempt_new(arena);
    attempt->model = model_find(llm, arena, str("openai/gpt-5.2"), NULL);
    attempt->provider = provider_find(llm, attempt->model->provider);
    attempt->request = request;
    return attempt;
}

/* What became of the events: the result, the text, the answer. */
static struct str read_all(struct arena *arena, const struct llm_request *request, struct str lines, bool apart)
{
    struct llm_attempt *attempt = attempt_of(arena, request);
    const struct llm_family *family = family_named(str("openai-chat"));
    struct error e = { 0 };
    struct str line;
    int r = 0;

    for (int n = 0; n < EVENTS_MOST && r == 0 && str_next(&lines, '\n', &line); n++) {
        struct buf event;

        if (str_find_char(line, '\r', 0) >= 0 || str_starts(line, "\xef\xbb\xbf"))
            continue; /* ends lines; counts only where a text begins */
        buf_init(&event, (size_t) 1 << 20);
        buf_add_str(&event, str("data: "));
        for (int i = 0; apart && i <= n; i++)
            buf_add_char(&event, ' ');
        buf_add_str(&event, line);
        buf_add_str(&event, str("\n\n"));
        r = family->feed(attempt, buf_str(&event), &e);
        buf_free(&event);
    }
    if (r == 0)
        r = family->feed(attempt, str(""), &e);
    json_t *answer = json_encode(llm_answer_fields, &attempt->answer);
    struct str text = buf_str(&attempt->text), json = json_text(arena, answer);
    json_decref(answer);
    return str_format(arena, "%d %s\n%.*s\n%.*s", r, r < 0 ? e.message : "", STR_ARG(json), STR_ARG(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct llm_message message = { .role = LLM_USER, .text = str("Why?") };
    const struct llm_request request = { .messages = &message,
                                         .messages_n = 1,
                                         .temperature = NAN,
                                         .top_p = NAN,
                                         .frequency_penalty = NAN,
                                         .presence_penalty = NAN,
                                         .stream = true };
    struct str lines = str_n((const char *) data, size);
    struct arena *arena = arena_new();

    assert(str_eq(read_all(arena, &request, lines, false), read_all(arena, &request, lines, true)));
    arena_free(arena);
    return 0;
}
