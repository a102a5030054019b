/* Roles that answer with a free text: the report, a panel's synthesis, a turn of a conversation with tools. */
#include "roles/role.h"

#include "llm/models.h"
#include "roles/role_internal.h"
#include "roles/shrink.h"
#include "roles/unfit.h"
#include "run/events.h"
#include "text/ending.h"
#include "text/utf8.h"
#include "text/wrapping.h"

/* A call for a free text, and who answered it. */
struct text_call {
    struct branch *branch;
    struct path path;
    int options; /* of the effect */
    const struct llm_request *request;
    struct llm_answer *ret;
    struct str answered_by;
};

static int ask_text(struct text_call *call, struct error *e)
{
    struct branch *branch = call->branch;
    struct arena *scratch = arena_new();
    struct request effect;
    struct outcome outcome;

    llm_request(branch_tools(branch)->llm, scratch, call->request, &effect);
    effect.arena = scratch;
    int r = shrink_check(branch, call->request, effect.estimate_input, e);
    if (r == 0)
        r = effect_do(branch, call->path, EFFECT_PAID | call->options, &effect, &outcome, e);
    if (r == 0) {
        struct error error = { 0 };

        r = role_take_answer(branch, &outcome, call->ret, &error);
        shrink_learn(branch, call->request, effect.estimate_input, r, &error);
        if (r < 0 && e)
            *e = error;
        call->answered_by = str_dup(branch_arena(branch), outcome.answered_by);
    }
    arena_free(scratch);
    return r;
}

/* --- a text that is none --- */

/* Takes off what its writer has put around it first. */
static enum unfit look_at(struct branch *branch, struct llm_answer *answer, unsigned looked_for)
{
    if (looked_for)
        answer->text = text_unwrap(branch_arena(branch), answer->text);
    const struct run_settings *settings = branch_settings(branch);
    enum unfit unfit = text_unfit(answer->text, looked_for);

    if (!unfit && looked_for && text_in_other_language(answer->text, settings->language, settings->query))
        return UNFIT_LANGUAGE;
    return unfit;
}

enum { UNFIT_SHOWN = 600 }; /* characters of it that its writer sees again */

static void tell_unfit(struct text_call *call, enum unfit unfit, struct str to)
{
    branch_emit(call->branch, EVENT_DEGRADED,
                &(struct event_degraded){ .service = call->answered_by,
                                          .from = to.len ? call->answered_by : str(""),
                                          .to = to,
                                          .reason = str_format(branch_arena(call->branch),
                                                               "it wrote %s instead of the text that was asked for",
                                                               unfit_words(unfit)),
                                          .path = path_str(&call->path) });
}

/* The same model once more, with what it wrote and what is wrong with it. */
static int ask_again(const struct text_call *first, enum unfit unfit, struct text_call *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct llm_request request = *first->request;
    const struct str_list same = { (struct str[]){ first->answered_by }, 1, 1 };
    struct llm_message messages[4] = { request.messages[0], request.messages[1] };

    messages[2] = (struct llm_message){ .role = LLM_ASSISTANT, .text = utf8_cut(first->ret->text, UNFIT_SHOWN) };
    messages[3] = (struct llm_message){
        .role = LLM_USER,
        .text = unfit == UNFIT_LANGUAGE
                    ? str_format(scratch, "That is %s. Write the text that was asked for in %.*s.", unfit_words(unfit),
                                 STR_ARG(role_language(first->branch, scratch, "the language of the question")))
                    : str_format(
                          scratch,
                          "That is %s and cannot be used. Write the text that was asked for, in prose. What cannot be "
                          "answered is said in the first sentence, and then what can be said.",
                          unfit_words(unfit)),
    };
    request.messages = messages;
    request.messages_n = 4;
    if (first->answered_by.len)
        request.models = &same;
    ret->request = &request;
    int r = ask_text(ret, e);
    arena_free(scratch);
    return r;
}

/* Those that may answer, without the one that did. */
static struct str_list others(const struct text_call *call)
{
    const struct str_list *all = call->request->models && call->request->models->n
                                     ? call->request->models
                                     : role_models(call->branch, call->request->tier);
    struct arena *arena = branch_arena(call->branch);
    struct str_list list = { 0 };

    for (size_t i = 0; i < all->n && call->answered_by.len; i++)
        if (!str_eq(model_find(branch_tools(call->branch)->llm, arena, all->items[i], NULL)->name, call->answered_by))
            str_list_add(arena, &list, all->items[i]);
    return list;
}

static int ask_others(const struct text_call *first, const struct str_list *models, struct text_call *ret,
                      struct error *e)
{
    struct llm_request request = *first->request;

    request.models = models;
    ret->request = &request;
    return ask_text(ret, e);
}

/* Replaces a text that is none by one of the same model, or of another. A call that fails leaves the text unfit. */
static int mend_text(struct text_call *first, enum unfit unfit, unsigned looked_for, struct error *e)
{
    struct llm_answer answer;
    struct text_call call = { first->branch, path_add(first->path, "again"), first->options, NULL, &answer, str("") };
    struct error why = { 0 };
    enum unfit now = unfit;

    tell_unfit(first, unfit, str(""));
    int r = ask_again(first, unfit, &call, &why);
    if (r == 0)
        now = look_at(first->branch, &answer, looked_for);
    struct str_list rest = others(first);
    bool other = (r < 0 || now) && rest.n && !error_stops_run(r) && r != -ERROR_STORE;
    if (other) {
        tell_unfit(first, now ? now : unfit, str_join(branch_arena(first->branch), rest.items, rest.n, ", "));
        call.path = path_add(first->path, "other");
        r = ask_others(first, &rest, &call, &why);
        now = r == 0 ? look_at(first->branch, &answer, looked_for) : unfit;
    }
    if (error_stops_run(r) || r == -ERROR_STORE)
        return e ? (*e = why, r) : r;
    if (unfit == UNFIT_LANGUAGE && (r < 0 || now)) { /* it says what the reader wants to know all the same */
        branch_warn(first->branch, "The report is not in %.*s: %.*s did not keep to it, also when asked again.",
                    STR_ARG(role_language(first->branch, branch_arena(first->branch), "the language of the question")),
                    STR_ARG(first->answered_by.len ? first->answered_by : first->ret->model));
        return 0;
    }
    if (r < 0 || (now && now != UNFIT_LANGUAGE))
        return error_set(e, ERROR_PARSE, "%.*s wrote %s, also when asked again",
                         STR_ARG(first->answered_by.len ? first->answered_by : first->ret->model), unfit_words(unfit));
    if (other)
        branch_warn(first->branch, "%.*s wrote %s instead of the report, also when asked again; %.*s wrote it.",
                    STR_ARG(first->answered_by), unfit_words(unfit), STR_ARG(call.answered_by));
    *first->ret = answer;
    return 0;
}

/* A text that its model never ended: the sentence it was cut off in says something else, or nothing. */
static int end_text(struct branch *branch, const struct role *role, struct llm_answer *ret, struct error *e)
{
    ret->text = text_finished(branch_arena(branch), ret->text);
    if (role->once)
        return 0;
    if (str_empty(ret->text))
        return error_set(e, ERROR_PARSE, "%.*s reached its limit of length before a sentence ended",
                         STR_ARG(ret->model));
    branch_warn(branch, "The text is cut off: the model reached its limit of length again and again.");
    return 0;
}

/* Who may write: the model that was chosen for it, then those of the tier. */
static struct str_list writers(const struct branch *branch, struct arena *arena, const struct role *role)
{
    struct str chosen = branch_settings(branch)->synthesis_model;
    const struct str_list *tier = role->alone ? NULL : role_models_named(branch, role->tier);
    struct str_list list = { 0 };

    if (chosen.len)
        str_list_add(arena, &list, chosen);
    for (size_t i = 0; tier && i < tier->n; i++)
        if (!str_eq(tier->items[i], chosen))
            str_list_add(arena, &list, tier->items[i]);
    return list;
}

/* The reader is told that not the first choice wrote; a model in the place of one that was shut down has its own notice. */
static void tell_replaced(const struct text_call *call)
{
    const struct str_list *asked = call->request->models && call->request->models->n
                                       ? call->request->models
                                       : role_models(call->branch, call->request->tier);
    struct arena *arena = branch_arena(call->branch);

    if (asked->n == 0 || call->answered_by.len == 0 || call->ret->notice.len)
        return;
    struct str first = model_find(branch_tools(call->branch)->llm, arena, asked->items[0], NULL)->name;
    if (!str_eq(first, call->answered_by))
        branch_warn(call->branch, "%.*s did not write the report; %.*s wrote it.", STR_ARG(first),
                    STR_ARG(call->answered_by));
}

int role_write(struct branch *branch, struct path path, const struct role *role, const struct template_value *values,
               struct llm_answer *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    const struct str_list models = writers(branch, scratch, role);
    struct llm_message messages[2];
    struct llm_request request;
    struct text_call call = { branch, path, EFFECT_ESSENTIAL, &request, ret, str("") };

    role_tell_started(branch, role);
    int r = role_messages(branch, scratch, role, values, messages, e);
    if (r == 0) {
        role_request(scratch, role, models.n ? &models : NULL, &request);
        request.messages = messages;
        request.messages_n = 2;
        request.stream = true;
        *ret = (struct llm_answer){ 0 };
        r = ask_text(&call, e);
    }
    enum unfit unfit = r == 0 ? look_at(branch, ret, role->unfit) : UNFIT_NONE;
    if (r == 0 && !unfit)
        tell_replaced(&call);
    if (unfit)
        r = mend_text(&call, unfit, role->unfit, e);
    if (r == -ERROR_REFUSED || r == -ERROR_REJECTED) /* every model that may write said no to this prompt */
        r = e ? -(e->code = ERROR_PARSE) : -ERROR_PARSE;
    if (r == 0 && ret->finish == LLM_LENGTH)
        r = end_text(branch, role, ret, e);
    role_tell_completed(branch, role, r);
    arena_free(scratch);
    return r;
}

int role_turn(struct branch *branch, struct path path, const struct role *role, const struct role_talk *talk,
              struct llm_answer *ret, struct error *e)
{
    struct arena *scratch = arena_new();
    struct llm_request request;

    role_request(scratch, role, role_models_named(branch, role->tier), &request);
    request.messages = talk->messages;
    request.messages_n = talk->n;
    request.tools = talk->tools;
    request.tools_n = talk->tools_n;
    request.tool_choice = talk->tool_choice;
    struct text_call call = { branch, path, 0, &request, ret, str("") };
    struct error why = { .retry_after_ms = -1 };
    int r = ask_text(&call, &why);
    arena_free(scratch);
    if (role_without_answer(branch, r, &why) == -ERROR_PARSE) {
        *ret = (struct llm_answer){ 0 };
        return 0;
    }
    if (r < 0 && e)
        *e = why;
    return r;
}
