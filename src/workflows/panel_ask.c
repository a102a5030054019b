/* The first half of a panel: what came with the prompt, what it asks for, every model's answer, and what happens when
 * some of them give none. */
#include <string.h>

#include "base/buf.h"
#include "llm/models.h"
#include "report/markup.h"
#include "roles/topic.h"
#include "roles/unfit.h"
#include "run/events.h"
#include "text/counts.h"
#include "text/ending.h"
#include "text/utf8.h"
#include "text/wrapping.h"
#include "workflows/gather.h"
#include "workflows/panel.h"

enum { GIVEN_MAX = 2 << 20, PROCESSING_MS = 45 * 60 * 1000, ROUNDS_MAX = 100, REASON_MAX = 200, UNFIT_SHOWN = 80 };
enum { EARLIER_MAX = 5, DOCUMENTS_MAX = 10, PART_CHARACTERS = 3000 };

/* --- before the first call --- */

static int load_given(struct panel *p, struct error *e)
{
    const struct run_settings *s = branch_settings(p->branch);
    struct arena *arena = branch_arena(p->branch);

    for (size_t i = 0; i < s->contexts_n && p->given_n < PANEL_CONTEXTS_MAX; i++) {
        if (s->contexts[i].url.len && !s->contexts[i].asked) /* of the conversation: its text is told in the history */
            continue;
        struct panel_given *given = &p->given[p->given_n++];
        int r = branch_given(p->branch, &s->contexts[i], &given->text, e);

        if (r < 0)
            return error_wrap(e, "%.*s", STR_ARG(s->contexts[i].name));
        given->id = panel_given_id(arena, &s->contexts[i]);
        given->title = s->contexts[i].title;
        given->label = s->contexts[i].name.len ? s->contexts[i].name : str_format(arena, "Context %zu", i + 1);
    }
    return 0;
}

/* What earlier answers of the conversation cite is looked through like in the other workflows. An answer of a model that
 * they cite is no page; it is told in the history. */
static int load_earlier(struct panel *p, struct error *e)
{
    const struct run_settings *s = branch_settings(p->branch);
    struct arena *arena = branch_arena(p->branch);
    struct search_result found;
    size_t pages = 0;

    for (size_t i = 0; i < s->contexts_n; i++)
        pages += !s->contexts[i].asked && url_is_web(s->contexts[i].url);
    if (pages == 0)
        return 0;
    int r = gather_local(p->branch, path_add(path_root(), "earlier"), "context",
                         role_question(p->branch, arena, s->query), &found, e);
    if (r < 0)
        return r;
    p->earlier = arena_calloc(arena, EARLIER_MAX + 1, sizeof *p->earlier);
    for (size_t i = 0; i < found.hits_n && p->earlier_n < EARLIER_MAX; i++)
        if (url_is_web(found.hits[i].url))
            p->earlier[p->earlier_n++] = found.hits[i];
    return 0;
}

/* What the corpora of the person say of the prompt. No model of a panel can search them, so every one of them gets the same
 * passages, like a text that was given. */
static int load_documents(struct panel *p, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    struct search_result found;
    int r = gather_local(p->branch, path_add(path_root(), "corpus"), "corpus",
                         role_question(p->branch, arena, branch_settings(p->branch)->query), &found, e);

    if (r < 0)
        return r;
    p->documents = found.hits;
    p->documents_n = found.hits_n < DOCUMENTS_MAX ? found.hits_n : DOCUMENTS_MAX;
    p->sources.documents = found.documents;
    if (branch_settings(p->branch)->corpora.n && found.hits_n == 0)
        branch_warn(p->branch, "The corpora have nothing on the question; the models answered without them.");
    return 0;
}

/* The part of a text that speaks of the prompt. */
static struct str part_of(const struct search_hit *hit)
{
    ptrdiff_t at = str_find(hit->text, hit->snippet, 0);

    return utf8_cut(at < 0 ? hit->snippet : str_sub(hit->text, (size_t) at, hit->text.len), PART_CHARACTERS);
}

/* With its address, by which a model may cite it. */
static struct str earlier_text(const struct panel *p)
{
    struct buf text;

    buf_init(&text, GIVEN_MAX);
    for (size_t i = 0; i < p->earlier_n; i++)
        buf_format(&text, "### %.*s\n%.*s\n\n%.*s\n\n", STR_ARG(p->earlier[i].title), STR_ARG(p->earlier[i].url),
                   STR_ARG(part_of(&p->earlier[i])));
    return buf_take(&text, branch_arena(p->branch));
}

/* Texts with their labels, as the models get them; `labels`: these alone. */
static struct str given_text(const struct panel *p, bool labels)
{
    struct buf text;

    buf_init(&text, GIVEN_MAX);
    for (size_t i = 0; i < p->given_n; i++)
        if (labels)
            buf_format(&text, "%s%.*s", i ? "; " : "", STR_ARG(p->given[i].label));
        else
            buf_format(&text, "### %.*s\n\n%.*s\n\n", STR_ARG(p->given[i].label), STR_ARG(p->given[i].text));
    for (size_t i = 0; i < p->documents_n; i++)
        if (labels)
            buf_format(&text, "%s%.*s", text.len ? "; " : "", STR_ARG(p->documents[i].title));
        else
            buf_format(&text, "### %.*s\n\n%.*s\n\n", STR_ARG(p->documents[i].title),
                       STR_ARG(part_of(&p->documents[i])));
    return buf_take(&text, branch_arena(p->branch));
}

/* The models, and how the text calls them: without the provider, unless that leaves two of one name. */
static void list_models(struct panel *p)
{
    const struct run_settings *s = branch_settings(p->branch);
    struct arena *arena = branch_arena(p->branch);

    p->answers = arena_calloc(arena, s->selected_models.n + 1, sizeof *p->answers);
    for (size_t i = 0; i < s->selected_models.n; i++) {
        struct panel_answer *a = &p->answers[p->n++];

        str_list_add(arena, &a->model, s->selected_models.items[i]);
        a->name = model_find(branch_tools(p->branch)->llm, arena, a->model.items[0], NULL)->name;
        ptrdiff_t slash = str_find_char(a->name, '/', 0);
        a->label = str_sub(a->name, (size_t) (slash + 1), a->name.len);
        if (!strpbrk(str_z(arena, a->label), "0123456789")) /* "medium" may stand in any sentence */
            a->label = a->name;
    }
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->n; k++)
            if (i != k && str_eq_nocase(p->answers[i].label, p->answers[k].label))
                p->answers[i].label = p->answers[i].name, p->answers[k].label = p->answers[k].name;
}

struct str panel_first_words(struct arena *arena, struct str prompt)
{
    return utf8_cut_words(arena, str_trim(str_replace(arena, prompt, str("\n"), str(" "))), 60);
}

static int prepare(struct panel *p, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    int r = load_given(p, e);

    list_models(p);
    if (r == 0)
        r = branch_phase(p->branch, "processing", PROCESSING_MS, e);
    if (r == 0)
        r = load_earlier(p, e);
    if (r == 0)
        r = load_documents(p, e);
    if (r == 0)
        r = role_panel_context(p->branch, path_add(path_root(), "context"), given_text(p, true), &p->context,
                               &p->has_context, e);
    p->title = p->has_context && p->context.title.len ? p->context.title
                                                      : panel_first_words(arena, branch_settings(p->branch)->query);
    branch_set_title(p->branch, p->title);
    return r;
}

/* --- answers --- */

static void tell(struct panel *p, enum event_kind kind, const struct panel_answer *a)
{
    bool good = a->status == PANEL_RESULT_COMPLETED;

    branch_emit(p->branch, kind,
                &(struct event_model){ .model = a->model.items[0],
                                       .status = str(panel_result_words[a->status]),
                                       .round = (int64_t) p->round,
                                       .answered_by = a->answered_by,
                                       .characters = good ? (int64_t) utf8_count(str_trim(a->plain)) : EVENT_NONE,
                                       .sources = good ? (int64_t) a->pages : EVENT_NONE,
                                       .reused = a->reused,
                                       .error = a->status == PANEL_RESULT_FAILED ? str(a->error.message) : str("") });
}

static void count_pages(struct panel_answer *a)
{
    for (size_t i = 0; i < a->citations_n; i++) {
        bool known = false;

        for (size_t k = 0; k < i; k++)
            known = known || str_eq(a->citations[k].url, a->citations[i].url);
        a->pages += !known;
    }
}

/* "openai/a: cannot connect": who tells of it names the model. */
static void unname(struct error *e, struct str name)
{
    struct str message = str(e->message);

    if (str_starts(message, name.data) && str_starts(str_sub(message, name.len, message.len), ": "))
        memmove(e->message, e->message + name.len + 2, message.len - name.len - 1);
}

/* Without what is around it, and without a last sentence that was cut off. */
static struct str text_alone(struct arena *arena, const struct llm_answer *answer)
{
    struct str text = text_unwrap(arena, answer->text);

    return answer->finish == LLM_LENGTH ? text_finished(arena, text) : text;
}

/* What a model gave, good or not. */
static void take(struct panel *p, struct panel_answer *a, const struct outcome *outcome)
{
    struct arena *arena = branch_arena(p->branch);
    struct llm_answer answer = { 0 };
    struct error error = outcome->error;
    bool good = !outcome->failed && llm_answer_parse(arena, outcome->body, &answer, &error) == 0;

    a->usage = outcome->usage;
    if (good && answer.citations_n == 0) /* they point into the text */
        answer.text = text_alone(arena, &answer);
    if (good && str_empty(str_trim(answer.text))) {
        error_set(&error, ERROR_UPSTREAM, "%.*s answered with nothing", STR_ARG(a->name));
        good = false;
    }
    enum unfit unfit = good && answer.citations_n == 0 ? text_unfit(answer.text, UNFIT_ANY) : UNFIT_NONE;
    if (unfit) {
        error_set(&error, ERROR_REFUSED, "%.*s answered with %s: %.*s", STR_ARG(a->name), unfit_words(unfit),
                  STR_ARG(utf8_cut(str_trim(answer.text), UNFIT_SHOWN)));
        good = false;
    }
    a->status = good ? PANEL_RESULT_COMPLETED : PANEL_RESULT_FAILED;
    if (!good) {
        a->error = error;
        unname(&a->error, str_dup(arena, a->name));
        return;
    }
    a->content = answer.text;
    a->answered_by = str_dup(arena, outcome->answered_by);
    a->citations = answer.citations;
    a->citations_n = answer.citations_n;
    a->low_quality = utf8_count(str_trim(answer.text)) < PANEL_SHORT;
    if (answer.notice.len)
        branch_warn(p->branch, "%.*s", STR_ARG(answer.notice));
    panel_marks_links(arena, a);
    count_pages(a);
    a->numbers = arena_calloc(arena, a->citations_n + 1, sizeof *a->numbers);
    a->plain = panel_marks(arena, &(struct panel_marks){ a->content, a->citations, a->numbers, a->citations_n });
}

/* Answers that the run it enhances has paid for. */
static int reuse(struct panel *p, struct error *e)
{
    const struct run_settings *s = branch_settings(p->branch);

    for (size_t i = 0; i < p->n && s->enhances.len; i++) {
        struct panel_answer *a = &p->answers[i];

        for (size_t round = 0; round < ROUNDS_MAX; round++) {
            struct path there = panel_answer_path(a->model.items[0], round);
            struct outcome outcome;

            if (!str_list_has(&s->reuses, path_str(&there)))
                continue;
            int r = effect_adopt(p->branch, panel_answer_path(a->model.items[0], 0), s->enhances, there, &outcome, e);
            if (r < 0)
                return r;
            take(p, a, &outcome);
            a->reused = true;
            tell(p, EVENT_MODEL_COMPLETED, a);
            break;
        }
    }
    return 0;
}

/* Asks all that have no answer yet, together; the model is part of the effect's place. */
static int ask_round(struct panel *p, struct panel_prompt *prompt, struct error *e)
{
    struct arena *scratch = arena_new();
    struct request *requests = arena_calloc(scratch, p->n + 1, sizeof *requests);
    struct outcome *outcomes = arena_calloc(scratch, p->n + 1, sizeof *outcomes);
    struct path *paths = arena_calloc(scratch, p->n + 1, sizeof *paths);
    struct panel_answer **asked = arena_calloc(scratch, p->n + 1, sizeof *asked);
    size_t n = 0;

    for (size_t i = 0; i < p->n; i++) {
        struct panel_answer *a = &p->answers[i];

        if (a->status == PANEL_RESULT_COMPLETED)
            continue;
        a->status = PANEL_RESULT_PROCESSING;
        role_panel_request(p->branch, scratch, prompt, &a->model, &requests[n]);
        requests[n].arena = scratch;
        paths[n] = panel_answer_path(a->model.items[0], p->round);
        asked[n++] = a;
        tell(p, EVENT_MODEL_STARTED, a);
    }
    panel_save(p);
    int r = effect_do_all(p->branch, path_root(), EFFECT_PAID | EFFECT_SETTLED,
                          &(struct effects){ .requests = requests, .n = n, .paths = paths }, outcomes, e);
    for (size_t i = 0; r == 0 && i < n; i++) {
        take(p, asked[i], &outcomes[i]);
        tell(p, EVENT_MODEL_COMPLETED, asked[i]);
    }
    arena_free(scratch);
    return r;
}

/* --- when some gave none --- */

static struct str failures(const struct panel *p)
{
    struct buf text;

    buf_init(&text, 8192);
    for (size_t i = 0; i < p->n; i++) {
        struct str model = p->answers[i].model.items[0];
        struct str why = str_trim(utf8_cut(str(p->answers[i].error.message), REASON_MAX));
        bool named = why.len > model.len && str_eq(str_sub(why, 0, model.len), model);

        while (str_ends(why, "."))
            why.len--;
        if (p->answers[i].status == PANEL_RESULT_FAILED)
            buf_format(&text, "%s%.*s%s%.*s", text.len ? "; " : "", STR_ARG(named ? str("") : model), named ? "" : ": ",
                       STR_ARG(why));
    }
    return buf_take(&text, branch_arena(p->branch));
}

/* Nobody answered: the run fails, unless somebody asked for another try since. */
static int all_failed(struct panel *p, struct error *e)
{
    bool again;
    int r = effect_again(p->branch, path_at(path_root(), "failed", p->round), &again, e);

    if (r < 0)
        return r;
    struct str none = p->n == 1 ? str("The model did not answer")
                                : str_format(branch_arena(p->branch), "None of the %zu models answered", p->n);
    error_set(&p->error, ERROR_PARTIAL, "%.*s. %.*s", STR_ARG(none), STR_ARG(failures(p)));
    panel_go(p, PANEL_FAILED);
    if (again) {
        panel_go(p, PANEL_RETRYING);
        return 0;
    }
    if (e)
        *e = p->error;
    return -ERROR_PARTIAL;
}

static void fill_question(struct panel *p, struct event_waiting_for_confirmation *ret)
{
    struct arena *arena = branch_arena(p->branch);
    bool retry = p->retries < PANEL_RETRIES_MAX;

    *ret = (struct event_waiting_for_confirmation){ .round = (int64_t) p->round };
    for (size_t i = 0; i < p->n; i++)
        if (p->answers[i].status == PANEL_RESULT_FAILED)
            str_list_add(arena, &ret->failed_models, p->answers[i].model.items[0]);
    str_list_add(arena, &ret->questions,
                 str_format(arena, "%zu of %.*s answered. %.*s. What now: proceed with what there is,%s or cancel?",
                            p->n - ret->failed_models.n,
                            STR_ARG(text_counted(arena, (int64_t) p->n, "model", "models")), STR_ARG(failures(p)),
                            retry ? " retry those that failed," : ""));
    str_list_add(arena, &ret->options, str("proceed"));
    if (retry)
        str_list_add(arena, &ret->options, str("retry"));
    str_list_add(arena, &ret->options, str("cancel"));
}

/* Cancelled: `failed` in the panel's words, and a later retry asks those that failed. */
static int cancelled(struct panel *p, struct error *e)
{
    bool again;
    int r = effect_again(p->branch, path_at(path_root(), "cancelled", p->round), &again, e);

    if (r < 0)
        return r;
    error_set(&p->error, RUN_CANCELLED, "Cancelled by user");
    panel_go(p, PANEL_FAILED);
    if (!again)
        return branch_cancel(p->branch, "Cancelled by user", e);
    panel_go(p, PANEL_RETRYING);
    return 0;
}

/* Some answered, some did not: a person decides. *ret_again: those that failed are to be asked again. */
static int confirm(struct panel *p, bool *ret_again, struct error *e)
{
    struct event_waiting_for_confirmation question;
    struct str answer;

    error_set(&p->error, ERROR_PARTIAL, "%.*s", STR_ARG(failures(p)));
    panel_go(p, PANEL_AWAITING_CONFIRMATION);
    fill_question(p, &question);
    int r = effect_ask(p->branch, path_at(path_root(), "confirm", p->round),
                       &(struct effect_question){ QUESTION_CONFIRM, EVENT_WAITING_FOR_CONFIRMATION, &question },
                       &answer, e);
    if (r < 0)
        return r;
    answer = str_trim(answer);
    if (str_starts_nocase(answer, "cancel")) {
        *ret_again = true;
        return cancelled(p, e);
    }
    if (str_starts_nocase(answer, "retry") && p->retries < PANEL_RETRIES_MAX) {
        p->retries++;
        *ret_again = true;
        panel_go(p, PANEL_RETRYING);
        return 0;
    }
    branch_warn(p->branch, "%zu of %.*s gave no answer: %.*s", panel_count(p, PANEL_RESULT_FAILED),
                STR_ARG(text_counted(branch_arena(p->branch), (int64_t) p->n, "model", "models")),
                STR_ARG(failures(p)));
    return 0;
}

/* After a round: 0 and *ret_again whether there is another. */
static int decide(struct panel *p, bool *ret_again, struct error *e)
{
    size_t failed = panel_count(p, PANEL_RESULT_FAILED), completed = panel_count(p, PANEL_RESULT_COMPLETED);

    *ret_again = false;
    if (failed == 0)
        return 0;
    if (branch_finishing(p->branch) && completed == 0 && p->given_n == 0)
        return branch_stop_empty(p->branch, e);
    if (branch_finishing(p->branch)) { /* whoever wants the report now wants no question */
        branch_skip(p->branch, "The run did not wait for all models: %s.", branch_hurry(p->branch));
        return 0;
    }
    if (completed == 0 && p->given_n == 0) {
        *ret_again = true;
        return all_failed(p, e);
    }
    return confirm(p, ret_again, e);
}

int panel_ask(struct panel *p, struct error *e)
{
    struct arena *arena = branch_arena(p->branch);
    struct panel_prompt prompt;
    bool again = true;
    int r = prepare(p, e);

    if (r < 0 || p->n == 0)
        return r;
    const struct panel_answer_input input = { p->has_context ? &p->context : NULL, given_text(p, false),
                                              earlier_text(p) };
    r = role_panel_prompt(p->branch, arena, &input, &prompt, e);
    if (r == 0)
        r = reuse(p, e);
    for (; r == 0 && again; p->round++) {
        panel_go(p, PANEL_PROCESSING);
        p->error = (struct error){ .retry_after_ms = -1 };
        r = ask_round(p, &prompt, e);
        if (r == 0)
            r = decide(p, &again, e);
    }
    return r;
}
