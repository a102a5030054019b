/* What the official conformance suite asks of a server: tools, prompts and resources that show every part of the protocol.
 * They are offered only when FATHOM_MCP_FIXTURES is set. Their texts are the suite's. */
#include <string.h>
#include <unistd.h>

#include "doors/mcp/internal.h"
#include "text/json.h"

/* A PNG of one red pixel, a WAV without a sample. */
#define PNG "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
#define WAV "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

typedef int fixture_fn(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e);

static json_t *text_item(const char *text) { return json_pack("{ss ss}", "type", "text", "text", text); }
static json_t *image_item(void)
{
    return json_pack("{ss ss ss}", "type", "image", "data", PNG, "mimeType", "image/png");
}
static json_t *resource_item(const char *uri, const char *type, const char *text)
{
    return json_pack("{ss s{ss ss ss}}", "type", "resource", "resource", "uri", uri, "mimeType", type, "text", text);
}
static json_t *content(json_t *item) { return json_pack("{s[o]}", "content", item); }

static json_t *simple_text(void) { return content(text_item("This is a simple text response for testing.")); }

static json_t *image_content(void) { return content(image_item()); }

static json_t *audio_content(void)
{
    return content(json_pack("{ss ss ss}", "type", "audio", "data", WAV, "mimeType", "audio/wav"));
}

static json_t *embedded_resource(void)
{
    return content(resource_item("test://embedded-resource", "text/plain", "This is an embedded resource content."));
}

static json_t *multiple_types(void)
{
    return json_pack(
        "{s[ooo]}", "content", text_item("Multiple content types test:"), image_item(),
        resource_item("test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}"));
}

static json_t *error_handling(void) { return tool_failure("This tool intentionally returns an error for testing"); }

static int with_progress(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    (void) arguments;
    (void) e;
    for (int i = 0; i <= 100; i += 50) {
        request_progress(request, i, 100, str(""));
        usleep(50000);
    }
    *ret = content(text_item("done"));
    return 0;
}

static int with_logging(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    static const char *const steps[] = { "Tool execution started", "Tool processing data", "Tool execution completed" };
    /* The suite sets no level before it calls in the old era, and waits for the messages. */
    int level = request->era == ERA_LEGACY ? 0 : request->log_level;

    (void) arguments;
    (void) e;
    request->log_level = level;
    for (size_t i = 0; i < 3; i++) {
        request_log(request, 1, str(steps[i]));
        usleep(50000);
    }
    *ret = content(text_item("done"));
    return 0;
}

/* --- asking --- */

static json_t *form(const char *message, const char *schema)
{
    json_t *value = NULL;

    json_parse(str(schema), &value, NULL);
    return json_pack("{ss ss so}", "mode", "form", "message", message, "requestedSchema", value);
}

static json_t *prompt_for_model(const char *text)
{
    return json_pack("{s[{ss s{ss ss}}] si}", "messages", "role", "user", "content", "type", "text", "text", text,
                     "maxTokens", 100);
}

#define NAME_FORM "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\"}},\"required\":[\"name\"]}"
#define OK_FORM "{\"type\":\"object\",\"properties\":{\"ok\":{\"type\":\"boolean\"}},\"required\":[\"ok\"]}"

static struct str sampled_text(const json_t *answer)
{
    const json_t *part = json_object_get(answer, "content");

    return json_get_str(json_is_array(part) ? json_array_get(part, 0) : part, "text");
}

static int ask_model(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer;
    struct str prompt = json_get_str(arguments, "prompt");
    int r = request_ask(request, "sampling", "sampling/createMessage",
                        prompt_for_model(str_empty(prompt) ? "Hello" : prompt.data), &answer, e);

    if (r <= 0)
        return r;
    *ret = content(text_item(str_format(request->arena, "LLM response: %.*s", STR_ARG(sampled_text(answer))).data));
    json_decref(answer);
    return 0;
}

static int ask_form(struct mcp_request *request, const char *message, const char *schema, json_t **ret,
                    struct rpc_error *e)
{
    json_t *answer;
    int r = request_ask(request, "form", "elicitation/create", form(message, schema), &answer, e);

    if (r <= 0)
        return r;
    *ret = content(text_item(str_format(request->arena, "User response: %.*s, content: %.*s",
                                        STR_ARG(json_get_str(answer, "action")),
                                        STR_ARG(json_text(request->arena, json_object_get(answer, "content"))))
                                 .data));
    json_decref(answer);
    return 0;
}

static int elicitation(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    struct str message = json_get_str(arguments, "message");

    return ask_form(request, str_empty(message) ? "Who are you?" : message.data,
                    "{\"type\":\"object\",\"properties\":{\"username\":{\"type\":\"string\",\"description\":\"User's "
                    "response\"},\"email\":{\"type\":\"string\",\"description\":\"User's email address\"}},"
                    "\"required\":[\"username\",\"email\"]}",
                    ret, e);
}

static int elicit_defaults(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    (void) arguments;
    return ask_form(request, "Please review the defaults",
                    "{\"type\":\"object\",\"properties\":{\"name\":{\"type\":\"string\",\"default\":\"John Doe\"},"
                    "\"age\":{\"type\":\"integer\",\"default\":30},\"score\":{\"type\":\"number\",\"default\":95.5},"
                    "\"status\":{\"type\":\"string\",\"enum\":[\"active\",\"inactive\",\"pending\"],\"default\":"
                    "\"active\"},\"verified\":{\"type\":\"boolean\",\"default\":true}},\"required\":[]}",
                    ret, e);
}

static int elicit_enums(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
#define TITLED                                                                                                         \
    "[{\"const\":\"value1\",\"title\":\"First Option\"},{\"const\":\"value2\",\"title\":\"Second Option\"},{\"const\":\"value3\",\"title\":\"Third Option\"}]"
    (void) arguments;
    return ask_form(request, "Please choose",
                    "{\"type\":\"object\",\"properties\":{"
                    "\"untitledSingle\":{\"type\":\"string\",\"enum\":[\"option1\",\"option2\",\"option3\"]},"
                    "\"titledSingle\":{\"type\":\"string\",\"oneOf\":" TITLED "},"
                    "\"legacyEnum\":{\"type\":\"string\",\"enum\":[\"opt1\",\"opt2\",\"opt3\"],\"enumNames\":[\"Option "
                    "One\",\"Option Two\",\"Option Three\"]},"
                    "\"untitledMulti\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[\"option1\","
                    "\"option2\",\"option3\"]}},"
                    "\"titledMulti\":{\"type\":\"array\",\"items\":{\"anyOf\":" TITLED "}}},\"required\":[]}",
                    ret, e);
#undef TITLED
}

/* --- rounds of the new era --- */

static struct str form_text(const json_t *answer, const char *name)
{
    return json_get_str(json_object_get(answer, "content"), name);
}

static bool accepted(const json_t *answer) { return str_is(json_get_str(answer, "action"), "accept"); }

/* The result that ends a round: a text made from the answer of the client, which is freed. */
static int round_end(json_t *answer, struct str text, json_t **ret)
{
    *ret = content(text_item(text.data));
    json_decref(answer);
    return 0;
}

static int round_elicitation(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer;
    int r = request_ask(request, "user_name", "elicitation/create", form("What is your name?", NAME_FORM), &answer, e);

    (void) arguments;
    /* An answer that does not fit the form is asked for again. */
    if (r > 0 && accepted(answer) && str_empty(form_text(answer, "name"))) {
        json_decref(answer);
        json_object_del(request->params, "inputResponses");
        return round_elicitation(request, arguments, ret, e);
    }
    if (r <= 0)
        return r;
    return round_end(answer, str_format(request->arena, "Hello, %.*s!", STR_ARG(form_text(answer, "name"))), ret);
}

static int round_sampling(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer;
    int r = request_ask(request, "capital_question", "sampling/createMessage",
                        prompt_for_model("What is the capital of France?"), &answer, e);

    (void) arguments;
    if (r <= 0)
        return r;
    return round_end(answer, str_format(request->arena, "The model said: %.*s", STR_ARG(sampled_text(answer))), ret);
}

static int round_roots(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer;
    int r = request_ask(request, "client_roots", "roots/list", json_object(), &answer, e);

    (void) arguments;
    if (r <= 0)
        return r;
    size_t n = json_array_size(json_object_get(answer, "roots"));
    return round_end(answer, str_format(request->arena, "%zu roots", n), ret);
}

static int round_state(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer, *state = NULL;

    (void) arguments;
    if (request_state(request, &state, e) < 0)
        return -1;
    request_keep(request, json_pack("{ss}", "step", "confirm"));
    int r = request_ask(request, "confirm", "elicitation/create", form("Go on?", OK_FORM), &answer, e);
    if (r > 0) {
        *ret = content(text_item(state ? "state-ok" : "the state is missing"));
        json_decref(answer);
    }
    json_decref(state);
    return r < 0 ? r : 0;
}

static int round_several(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *name = NULL, *greeting = NULL, *roots = NULL, *state = NULL;

    (void) arguments;
    if (request_state(request, &state, e) < 0)
        return -1;
    json_decref(state);
    request_keep(request, json_pack("{ss}", "step", "several"));
    int a = request_ask(request, "user_name", "elicitation/create", form("What is your name?", NAME_FORM), &name, e);
    int b = a < 0 ? a
                  : request_ask(request, "greeting", "sampling/createMessage", prompt_for_model("Greet the user."),
                                &greeting, e);
    int c = b < 0 ? b : request_ask(request, "client_roots", "roots/list", json_object(), &roots, e);
    if (a > 0 && b > 0 && c > 0)
        *ret = content(text_item("All inputs were received."));
    json_decref(name);
    json_decref(greeting);
    json_decref(roots);
    return c < 0 ? c : 0;
}

static int round_two(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *state = NULL, *answer = NULL;
    int r;

    (void) arguments;
    if (request_state(request, &state, e) < 0)
        return -1;
    bool second = str_is(json_get_str(state, "step"), "two");
    json_decref(state);
    if (!second) {
        request_keep(request, json_pack("{ss}", "step", "one"));
        r = request_ask(request, "step1", "elicitation/create", form("Step 1: your name?", NAME_FORM), &answer, e);
        json_decref(answer);
        if (r <= 0)
            return r;
    }
    answer = NULL;
    request_keep(request, json_pack("{ss}", "step", "two"));
    r = request_ask(request, "step2", "elicitation/create", form("Step 2: your colour?", NAME_FORM), &answer, e);
    json_decref(answer);
    if (r > 0)
        *ret = content(text_item("Both steps are done."));
    return r < 0 ? r : 0;
}

/* Asks for whatever the client declared. */
static int round_capabilities(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    json_t *answer = NULL;
    int r = 1;

    (void) arguments;
    if (client_has(request, "elicitation"))
        r = request_ask(request, "user_name", "elicitation/create", form("What is your name?", NAME_FORM), &answer, e);
    else if (client_has(request, "sampling"))
        r = request_ask(request, "sample", "sampling/createMessage", prompt_for_model("Hello"), &answer, e);
    json_decref(answer);
    if (r > 0)
        *ret = content(text_item("done"));
    return r < 0 ? r : 0;
}

#define NO_ARGUMENTS "{\"type\":\"object\",\"additionalProperties\":false}"
static const struct fixture {
    const char *name;
    fixture_fn *run;
    const char *schema;
    json_t *(*make)(void); /* instead of `run`: the same answer to every call */
} fixtures[] = {
    { "test_simple_text", .make = simple_text, .schema = NO_ARGUMENTS },
    { "test_image_content", .make = image_content, .schema = NO_ARGUMENTS },
    { "test_audio_content", .make = audio_content, .schema = NO_ARGUMENTS },
    { "test_embedded_resource", .make = embedded_resource, .schema = NO_ARGUMENTS },
    { "test_multiple_content_types", .make = multiple_types, .schema = NO_ARGUMENTS },
    { "test_error_handling", .make = error_handling, .schema = NO_ARGUMENTS },
    { "test_tool_with_progress", with_progress, NO_ARGUMENTS },
    { "test_tool_with_logging", with_logging, NO_ARGUMENTS },
    { "test_logging_tool", with_logging, NO_ARGUMENTS },
    { "test_sampling", ask_model,
      "{\"type\":\"object\",\"properties\":{\"prompt\":{\"type\":\"string\"}},\"required\":[\"prompt\"]}" },
    { "test_elicitation", elicitation,
      "{\"type\":\"object\",\"properties\":{\"message\":{\"type\":\"string\"}},\"required\":[\"message\"]}" },
    { "test_elicitation_sep1034_defaults", elicit_defaults, NO_ARGUMENTS },
    { "test_elicitation_sep1330_enums", elicit_enums, NO_ARGUMENTS },
    { "test_missing_capability", ask_model, NO_ARGUMENTS },
    { "test_streaming_elicitation", round_elicitation, NO_ARGUMENTS },
    { "test_input_required_result_elicitation", round_elicitation, NO_ARGUMENTS },
    { "test_input_required_result_sampling", round_sampling, NO_ARGUMENTS },
    { "test_input_required_result_list_roots", round_roots, NO_ARGUMENTS },
    { "test_input_required_result_request_state", round_state, NO_ARGUMENTS },
    { "test_input_required_result_multiple_inputs", round_several, NO_ARGUMENTS },
    { "test_input_required_result_multi_round", round_two, NO_ARGUMENTS },
    { "test_input_required_result_tampered_state", round_state, NO_ARGUMENTS },
    { "test_input_required_result_capabilities", round_capabilities, NO_ARGUMENTS },
    { "json_schema_2020_12_tool", .make = simple_text,
      .schema =
          "{\"$schema\":\"https://json-schema.org/draft/2020-12/"
          "schema\",\"type\":\"object\",\"$defs\":{\"address\":{\"$anchor\":\"addressDef\",\"type\":\"object\","
          "\"properties\":{\"street\":{\"type\":\"string\"},\"city\":{\"type\":\"string\"}}}},"
          "\"properties\":{\"name\":{\"type\":\"string\"},\"address\":{\"$ref\":\"#/$defs/address\"},"
          "\"contactMethod\":{\"type\":\"string\",\"enum\":[\"phone\",\"email\"]},\"phone\":{\"type\":\"string\"},"
          "\"email\":{\"type\":\"string\"}},\"allOf\":[{\"anyOf\":[{\"required\":[\"phone\"]},{\"required\":[\"email\"]}]}],"
          "\"if\":{\"properties\":{\"contactMethod\":{\"const\":\"phone\"}},\"required\":[\"contactMethod\"]},"
          "\"then\":{\"required\":[\"phone\"]},\"else\":{\"required\":[\"email\"]},\"additionalProperties\":false}" },
};

void fixture_tools(json_t *tools)
{
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++) {
        json_t *schema = NULL;

        json_parse(str(fixtures[i].schema), &schema, NULL);
        json_array_append_new(tools, json_pack("{ss ss so}", "name", fixtures[i].name, "description",
                                               "A part of the conformance suite.", "inputSchema", schema));
    }
}

int fixture_call(struct mcp_request *request, const json_t *arguments, json_t **ret, struct rpc_error *e)
{
    for (size_t i = 0; i < sizeof fixtures / sizeof *fixtures; i++)
        if (str_is(request_string(request, "name"), fixtures[i].name)) {
            if (fixtures[i].make)
                *ret = fixtures[i].make();
            else if (fixtures[i].run(request, arguments, ret, e) < 0)
                return -1;
            return 1;
        }
    return 0;
}

/* --- prompts --- */

static json_t *prompt_entry(const char *name, const char *const *arguments)
{
    json_t *list = json_array();

    for (; arguments && *arguments; arguments++)
        json_array_append_new(list,
                              json_pack("{ss ss sb}", "name", *arguments, "description", *arguments, "required", 1));
    return json_pack("{ss ss so}", "name", name, "description", "A part of the conformance suite.", "arguments", list);
}

void fixture_prompts(json_t *prompts)
{
    static const char *const two[] = { "arg1", "arg2", NULL }, *const uri[] = { "resourceUri", NULL };

    json_array_append_new(prompts, prompt_entry("test_simple_prompt", NULL));
    json_array_append_new(prompts, prompt_entry("test_prompt_with_arguments", two));
    json_array_append_new(prompts, prompt_entry("test_prompt_with_embedded_resource", uri));
    json_array_append_new(prompts, prompt_entry("test_prompt_with_image", NULL));
    json_array_append_new(prompts, prompt_entry("test_input_required_result_prompt", NULL));
}

static json_t *user_message(json_t *item) { return json_pack("{ss so}", "role", "user", "content", item); }

static int asking_prompt(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    json_t *answer;
    int r = request_ask(request, "user_context", "elicitation/create",
                        form("What is it about?",
                             "{\"type\":\"object\",\"properties\":{\"context\":{\"type\":\"string\"}},\"required\":"
                             "[\"context\"]}"),
                        &answer, e);

    if (r <= 0)
        return r < 0 ? -1 : 1;
    *ret = json_pack("{s[o]}", "messages",
                     user_message(text_item(
                         str_format(request->arena, "Context: %.*s", STR_ARG(form_text(answer, "context"))).data)));
    json_decref(answer);
    return 1;
}

int fixture_prompt(struct mcp_request *request, json_t **ret, struct rpc_error *e)
{
    struct str name = request_string(request, "name");
    const json_t *given = json_object_get(request->params, "arguments");
    struct arena *arena = request->arena;

    if (str_is(name, "test_simple_prompt"))
        *ret = json_pack("{s[o]}", "messages", user_message(text_item("This is a simple prompt for testing.")));
    else if (str_is(name, "test_prompt_with_arguments"))
        *ret = json_pack("{s[o]}", "messages",
                         user_message(text_item(str_format(arena, "Prompt with arguments: arg1='%.*s', arg2='%.*s'",
                                                           STR_ARG(json_get_str(given, "arg1")),
                                                           STR_ARG(json_get_str(given, "arg2")))
                                                    .data)));
    else if (str_is(name, "test_prompt_with_embedded_resource"))
        *ret = json_pack("{s[oo]}", "messages",
                         user_message(resource_item(json_get_str(given, "resourceUri").data, "text/plain",
                                                    "Embedded resource content for testing.")),
                         user_message(text_item("Please process the embedded resource above.")));
    else if (str_is(name, "test_prompt_with_image"))
        *ret = json_pack("{s[oo]}", "messages", user_message(image_item()),
                         user_message(text_item("Please analyze the image above.")));
    else if (str_is(name, "test_input_required_result_prompt"))
        return asking_prompt(request, ret, e);
    else
        return 0;
    return 1;
}

/* --- resources --- */

void fixture_resources(json_t *resources)
{
    json_array_append_new(resources, json_pack("{ss ss ss ss}", "uri", "test://static-text", "name", "static-text",
                                               "description", "A text.", "mimeType", "text/plain"));
    json_array_append_new(resources, json_pack("{ss ss ss ss}", "uri", "test://static-binary", "name", "static-binary",
                                               "description", "A picture.", "mimeType", "image/png"));
    json_array_append_new(resources,
                          json_pack("{ss ss ss ss}", "uri", "test://watched-resource", "name", "watched-resource",
                                    "description", "A text that can be watched.", "mimeType", "text/plain"));
}

void fixture_templates(json_t *templates)
{
    json_array_append_new(templates,
                          json_pack("{ss ss ss ss}", "uriTemplate", "test://template/{id}/data", "name", "template",
                                    "description", "Data by its id.", "mimeType", "application/json"));
}

bool fixture_resource(struct mcp_request *request, struct str uri, json_t **ret)
{
    struct arena *arena = request->arena;

    if (str_is(uri, "test://static-text") || str_is(uri, "test://watched-resource"))
        *ret = json_pack("{s[{so ss ss}]}", "contents", "uri", json_new_str(uri), "mimeType", "text/plain", "text",
                         "This is the content of the static text resource.");
    else if (str_is(uri, "test://static-binary"))
        *ret = json_pack("{s[{so ss ss}]}", "contents", "uri", json_new_str(uri), "mimeType", "image/png", "blob", PNG);
    else if (str_starts(uri, "test://template/") && str_ends(uri, "/data")) {
        struct str id = str_sub(uri, strlen("test://template/"), uri.len - strlen("/data"));

        *ret = json_pack(
            "{s[{so ss so}]}", "contents", "uri", json_new_str(uri), "mimeType", "application/json", "text",
            json_new_str(str_format(arena, "{\"id\":\"%.*s\",\"templateTest\":true,\"data\":\"Data for ID: %.*s\"}",
                                    STR_ARG(id), STR_ARG(id))));
    } else
        return false;
    return true;
}
