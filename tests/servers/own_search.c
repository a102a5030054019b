/* The search that some chat completions services do by themselves: OpenRouter's web plugin tells what it found in
 * annotations, Z.ai's tool in a list beside the choices. */
#include "own_search.h"

#include "wire.h"

enum { FOUND = 3 };

static bool plugged_in(const json_t *body)
{
    const json_t *plugin;
    size_t i;

    json_array_foreach (json_object_get(body, "plugins"), i, plugin)
        if (str_is(wire_text(json_object_get(plugin, "id")), "web"))
            return true;
    return false;
}

static bool has_tool(const json_t *body)
{
    const json_t *tool;
    size_t i;

    json_array_foreach (json_object_get(body, "tools"), i, tool)
        if (str_is(wire_text(json_object_get(tool, "type")), "web_search") &&
            json_is_true(json_object_get(json_object_get(tool, "web_search"), "enable")))
            return true;
    return false;
}

void own_search(const struct asked *asked, json_t *answer)
{
    json_t *choice = json_array_get(json_object_get(answer, "choices"), 0),
           *message = json_object_get(choice, "message");
    bool plugin = plugged_in(asked->json), tool = has_tool(asked->json);
    json_t *annotations = json_array(), *results = json_array();

    for (size_t i = 0; i < FOUND && (plugin || tool); i++) {
        struct document d;

        document_find(asked->arena, asked->query, asked->service->name, i, &d);
        json_array_append_new(annotations,
                              json_pack("{s:s, s:{s:o, s:o, s:o, s:i, s:i}}", "type", "url_citation", "url_citation",
                                        "url", wire_json(d.url), "title", wire_json(d.title), "content",
                                        wire_json(d.snippet), "start_index", 0, "end_index", 5));
        json_array_append_new(results, json_pack("{s:o, s:o, s:o, s:s, s:o}", "title", wire_json(d.title), "link",
                                                 wire_json(d.url), "content", wire_json(d.snippet), "media", "Example",
                                                 "publish_date", wire_json(d.date)));
    }
    if (plugin)
        json_object_set(message, "annotations", annotations);
    if (tool)
        json_object_set(answer, "web_search", results);
    json_decref(annotations);
    json_decref(results);
}
