/* Answers of all families: bytes become JSON objects, these go to the family, the end closes the answer. */
#include "llm/family.h"

#include "text/json.h"

enum { LINE_MAX_BYTES = 8 << 20 };

static int take_event(const struct llm_family *family, struct llm_attempt *attempt, struct str data, struct error *e)
{
    json_t *top;
    int r = 0;

    if (attempt->ended)
        return 0;
    if (!family->lines && str_is(str_trim(data), "[DONE]")) {
        attempt->ended = family->done;
        return 0;
    }
    if (json_parse_foreign(data, true, &top, NULL) < 0)
        return attempt_garbage(attempt, e, "an event of the stream is not JSON");
    if (json_is_object(top))
        r = family->read(attempt, top, false, e);
    json_decref(top);
    return r == 0 && (attempt->text.over || attempt->reasoning.over) ? attempt_close(attempt, e) : r;
}

static int take_line(const struct llm_family *family, struct llm_attempt *attempt, struct error *e)
{
    struct str line = buf_str(attempt->line);
    int r = str_empty(str_trim(line)) ? 0 : take_event(family, attempt, line, e);

    buf_clear(attempt->line);
    return r;
}

static int feed_lines(const struct llm_family *family, struct llm_attempt *attempt, struct str data, struct error *e)
{
    if (!attempt->line)
        attempt->line = attempt_buf(attempt, LINE_MAX_BYTES);
    while (data.len > 0) {
        ptrdiff_t end = str_find_char(data, '\n', 0);
        int r;

        if (buf_add_str(attempt->line, str_sub(data, 0, end < 0 ? data.len : (size_t) end)) < 0)
            return error_set(e, ERROR_LIMIT, "%.*s sent a line over the limit", STR_ARG(attempt->provider->name));
        if (end < 0)
            return 0;
        if ((r = take_line(family, attempt, e)) < 0)
            return r;
        data = str_sub(data, (size_t) end + 1, data.len);
    }
    return 0;
}

static int feed_events(const struct llm_family *family, struct llm_attempt *attempt, struct str data, struct error *e)
{
    struct sse_event event;
    int r;

    while ((r = sse_next(&attempt->sse, &data, &event)) > 0)
        if ((r = take_event(family, attempt, event.data, e)) < 0)
            return r;
    return r < 0 ? error_set(e, -r, "%.*s sent an event over the limit", STR_ARG(attempt->provider->name)) : 0;
}

int family_decode(const struct llm_family *family, struct llm_attempt *attempt, struct str body, struct error *e)
{
    json_t *top;
    int r = attempt_object(attempt, body, &top, e);

    if (r < 0)
        return r;
    attempt->working = false;
    r = family->read(attempt, top, true, e);
    json_decref(top);
    if (r < 0 || attempt->working)
        return r;
    attempt->ended = true;
    return family->close(attempt, e);
}

int family_feed(const struct llm_family *family, struct llm_attempt *attempt, struct str data, struct error *e)
{
    if (data.len > 0)
        return (family->lines ? feed_lines : feed_events)(family, attempt, data, e);
    int r = attempt->line ? take_line(family, attempt, e) : 0;
    if (r == 0 && !attempt->finished && !attempt->ended)
        r = attempt_garbage(attempt, e, "the stream ended in the middle of the answer");
    return r < 0 ? r : family->close(attempt, e);
}
