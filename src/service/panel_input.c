/* Before a research: is the prompt good enough, and how would it be better? One call of a model, no run. */
#include "roles/prompt_input.h"
#include "service/account.h"
#include "service/panel.h"
#include "service/tools.h"

enum { INPUT_MS = 60000 };

static int ready(const struct caller *caller, struct arena *arena, struct run_tools *tools, struct alone *ret,
                 struct error *e)
{
    *ret = (struct alone){ .tools = tools, .arena = arena, .timeout_ms = INPUT_MS };
    int r = caller_may_spend(caller, e);

    if (r == 0)
        r = tools_default(service_tools(caller->service), arena, tools, e);

    if (r == 0 && !llm_available(tools->llm))
        r = error_set(e, ERROR_MISCONFIGURED,
                      "A model judges and improves prompts, and none is configured. Set the key of a provider: "
                      "@{providers} lists them.");
    return r < 0 ? r : service_net(caller->service, &ret->net, e);
}

int do_validate_input(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct validate_input_in *in = in_;
    struct validate_input_out *ret = ret_;
    struct prompt_quality quality;
    struct run_tools tools;
    struct alone alone;
    struct str prompt = str_trim(in->prompt);

    if (str_empty(prompt)) {
        *ret = (struct validate_input_out){ .reason = str("The prompt is empty.") };
        return 0;
    }
    int r = ready(caller, arena, &tools, &alone, e);
    if (r < 0)
        return r;
    r = role_validate_input(&alone, prompt, in->include_improvement, &quality, e);
    caller_spent(caller, &alone.usage);
    if (r == 0)
        *ret = (struct validate_input_out){ quality.quality, quality.reason, quality.improved_prompt };
    return r;
}

int do_improve_input(const struct caller *caller, struct arena *arena, const void *in_, void *ret_, struct error *e)
{
    const struct improve_input_in *in = in_;
    struct improve_input_out *ret = ret_;
    struct run_tools tools;
    struct alone alone;
    struct str prompt = str_trim(in->prompt);

    if (str_empty(prompt))
        return error_set(e, ERROR_INVALID, "The prompt is empty."), error_about(e, "prompt");
    int r = ready(caller, arena, &tools, &alone, e);
    if (r < 0)
        return r;
    r = role_improve_input(&alone, prompt, &ret->improved_prompt, e);
    caller_spent(caller, &alone.usage);
    return r;
}
