/* Markers of a report as annotations of OpenAI's chat. */
#include "doors/openai/openai.h"
#include "evidence/markers.h"
#include "text/json.h"
#include "text/utf8.h"

static const json_t *citation_of(const json_t *citations, int64_t number)
{
    const json_t *citation;
    size_t i;

    json_array_foreach (citations, i, citation)
        if (json_get_int(citation, "number", -1) == number)
            return citation;
    return NULL;
}

/* The list of sources at the end has the same form; it is no citation. */
static size_t sources_at(struct str text)
{
    ptrdiff_t at = -1, next = str_find(text, str("\n## Sources\n"), 0);

    for (; next >= 0; next = str_find(text, str("\n## Sources\n"), (size_t) next + 1))
        at = next;
    return at < 0 ? text.len : (size_t) at;
}

json_t *chat_annotations(struct str text, const json_t *citations)
{
    json_t *list = json_array();
    size_t end = sources_at(text), counted = 0, characters = 0;
    struct marker marker;

    for (size_t at = 0; at < end; at++) {
        if (text.data[at] == '`') {
            at = marker_code_end(str_sub(text, 0, end), at) - 1;
            continue;
        }
        if (text.data[at] != '[' || !marker_read(text, at, &marker))
            continue;
        characters += utf8_count(str_sub(text, counted, at));
        size_t length = utf8_count(str_sub(text, at, marker.end));
        for (size_t i = 0; i < marker.n; i++) {
            const json_t *citation = citation_of(citations, marker.items[i]);

            if (citation)
                json_array_append_new(
                    list, json_pack("{s:s, s:{s:o, s:o, s:I, s:I}}", "type", "url_citation", "url_citation", "url",
                                    json_new_str(json_get_str(citation, "url")), "title",
                                    json_new_str(json_get_str(citation, "title")), "start_index",
                                    (json_int_t) characters, "end_index", (json_int_t) (characters + length)));
        }
        counted = marker.end;
        characters += length;
        at = marker.end - 1;
    }
    return list;
}
