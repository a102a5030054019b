#include "roles/synthesize.h"

#include <math.h>

#include "extractive/extractive.h"
#include "roles/manner.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "roles/unfit.h"
#include "run/events.h"
#include "text/counts.h"
#include "text/tokens.h"
#include "text/utf8.h"

/* What one source may fill of the prompt, and all of them together. */
enum { SOURCE_MAX_CHARACTERS = 4000, PROMPT_MAX_BYTES = 4 << 20 };
/* Words that a text of 100 tokens has at least. */
enum { WORDS_PERCENT = 55 };

static const struct role role = { "synthesize",       TIER_COMPLEX,       NULL,
                                  .temperature = 0.5, .max_tokens = 2000, .unfit = UNFIT_ANY };

/* The numbered sources as the prompt shows them, `percent` of their text each. */
static struct str sources_text(struct arena *arena, const struct synthesis_input *input, int percent)
{
    struct buf text;

    buf_init(&text, PROMPT_MAX_BYTES);
    for (size_t i = 0; i < input->sources_n; i++) {
        const struct source_row *s = input->sources[i];
        size_t characters = (size_t) SOURCE_MAX_CHARACTERS * (size_t) percent / 100;

        if (buf_format(&text, "[%lld] %.*s\n%s%.*s\n%.*s%s%.*s\n\n", (long long) s->number, STR_ARG(s->title),
                       s->date.len ? "Date: " : "", STR_ARG(s->date), STR_ARG(s->url), s->url.len ? "\n" : "",
                       STR_ARG(utf8_cut(source_text(s), characters))) < 0)
            break;
    }
    return buf_take(&text, arena);
}

struct writing_down {
    struct branch *branch;
    const struct synthesis_input *input;
    int passages, length; /* percent of them; less where the budget does not allow all */
    struct llm_answer *ret;
};

static int write_with_model(void *context, struct path path, int percent, struct error *e)
{
    const struct writing_down *w = context;
    const struct synthesis_input *input = w->input;
    const struct run_settings *settings = branch_settings(w->branch);
    struct arena *scratch = arena_new();
    int64_t tokens = manner_tokens(settings, input->max_tokens ? input->max_tokens : role.max_tokens) * w->length / 100;
    percent = percent * w->passages / 100;
    struct str sources = input->spans_n ? role_passages(scratch, input->spans, input->spans_n, percent)
                                        : sources_text(scratch, input, percent);
    int words = manner_words(settings, input->words_least, input->words_most, (int64_t) tokens_estimate(sources));
    if (w->length < 100 && words > tokens * WORDS_PERCENT / 100)
        words = (int) (tokens * WORDS_PERCENT / 100);
    const struct template_value values[] = {
        INPUT(question),
        { "sources", sources },
        INPUT(aims),
        { "conclusion", str(input->conclusion && !manner_is(settings, "brief") ? "yes" : "") },
        { "sections", str(manner_is(settings, "brief") ? "" : "yes") },
        { "passages", str(input->spans_n ? "yes" : "") },
        { "whole", str(input->spans_n ? "" : "yes") },
        { "strict", str(input->strict ? "yes" : "") },
        { "natural", str(input->strict ? "" : "yes") },
        INPUT(notes),
        INPUT(guidance),
        INPUT(draft),
        INPUT(findings),
        INPUT(clashes),
        { "words", str_format(scratch, "%d", words) },
        { "language", role_language(w->branch, scratch, "the language of the question") },
        { NULL },
    };
    struct role own = role;
    if (!isnan(input->temperature))
        own.temperature = input->temperature;
    own.max_tokens = tokens;
    own.least_tokens = words * 100 / WORDS_PERCENT; /* a report that ends */
    own.once = w->length < 100;
    int r = role_write(w->branch, path, &own, values, w->ret, e);

    arena_free(scratch);
    return r;
}

/* Documents of the user that do not answer make a report that says so. The web is an error: other words find other
 * pages. A passage that reads like instructions to a model is never quoted, whatever else it says. */
static int nothing_to_quote(struct branch *branch, const struct synthesis_input *input, struct synthesis *ret,
                            struct error *e)
{
    size_t suspects = 0, n = input->sources_n;

    for (size_t i = 0; i < n; i++)
        suspects += input->sources[i]->suspect.len > 0;
    if (suspects)
        return error_set(e, ERROR_NOT_FOUND,
                         "nothing about the question can be quoted: %zu of %.*s %s a passage that reads like "
                         "instructions to a model, which is left out; read the source%s yourself, or try other "
                         "documents",
                         suspects, STR_ARG(text_counted(branch_arena(branch), (int64_t) n, "source", "sources")),
                         suspects == 1 ? "has" : "have", suspects == 1 ? "" : "s");
    if (input->documents) {
        *ret = (struct synthesis){ .body = extract_nothing(branch_arena(branch), input->question, input->documents),
                                   .by_code = true,
                                   .extractive = true };
        return 0;
    }
    return error_set(e, ERROR_NOT_FOUND,
                     n == 1
                         ? "the one source has no sentence about the question; try other words, other documents or a "
                           "model"
                         : "none of the %zu sources has a sentence about the question; try other words, other "
                           "documents or a model",
                     n);
}

int role_synthesize_extractive(struct branch *branch, const struct synthesis_input *input, struct synthesis *ret,
                               struct error *e)
{
    struct extract_input extract = { .question = role_question(branch, branch_arena(branch), input->question),
                                     .sources = input->sources,
                                     .sources_n = input->sources_n,
                                     .documents = input->documents };
    struct extract_result result;

    extract_report(branch, &extract, &result);
    if (result.body.len == 0)
        return nothing_to_quote(branch, input, ret, e);
    if (branch_settings(branch)->language.len)
        branch_warn(branch, "Without a model the sentences stay in the language of their sources.");
    manner_warn(branch, result.compared);
    *ret = (struct synthesis){ .body = result.body,
                               .answered_by = str("extractive"),
                               .extractive = true,
                               .answered = result.answered,
                               .by_source = true };
    return 0;
}

/* The report comes before everything else that the budget may pay: where it does not allow the whole, a shorter one is asked
 * for, in the end from fewer passages. A draft that stands is not replaced by a shorter one. */
static int write_in_budget(struct branch *branch, struct path path, const struct synthesis_input *input,
                           struct llm_answer *ret, struct error *e)
{
    static const int parts[][2] = {
        { 100, 100 }, { 100, 50 }, { 100, 25 }, { 70, 15 }, { 40, 12 }, { 20, 8 }, { 8, 8 }
    };
    int r = 0;

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct writing_down w = { branch, input, parts[i][0], parts[i][1], ret };

        r = role_shrink(branch, i ? path_index(path_add(path, "shorter"), i) : path, write_with_model, &w, e);
        if (r == 0 && i && str_empty(str_trim(ret->text))) /* thinking used up all there was */
            return error_set(e, ERROR_BUDGET, "the budget did not allow a whole sentence");
        if (r == 0 && i)
            branch_skip(branch, "The report is shorter than planned: the budget did not allow more.");
        if (r != -ERROR_BUDGET || branch_finishing(branch) || input->by_model)
            break;
    }
    return r;
}

static void tell_extractive(struct branch *branch, struct path path, const struct error *why)
{
    branch_emit(branch, EVENT_DEGRADED,
                &(struct event_degraded){ .from = str("the model"),
                                          .to = str("extractive"),
                                          .reason = str_dup(branch_arena(branch), str(why->message)),
                                          .path = path_str(&path) });
}

int role_synthesize(struct branch *branch, struct path path, const struct synthesis_input *input, struct synthesis *ret,
                    struct error *e)
{
    struct llm_answer answer;
    struct error local;

    if (!e)
        e = &local;
    *ret = (struct synthesis){ 0 };
    if (role_extractive(branch))
        return role_synthesize_extractive(branch, input, ret, e);
    int r = write_in_budget(branch, path, input, &answer, e);
    if (error_hurries(r) && !input->by_model) {
        branch_skip(branch, "The report was written without a model: %s.",
                    r == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(branch));
        return role_synthesize_extractive(branch, input, ret, e);
    }
    if (r == -ERROR_PARSE && !input->by_model) {
        branch_warn(branch, "The report was written without a model: %s.", e->message);
        tell_extractive(branch, path, e);
        return role_synthesize_extractive(branch, input, ret, e);
    }
    if (r < 0)
        return r;
    *ret = (struct synthesis){ .body = str_trim(answer.text),
                               .answered_by = answer.model,
                               .by_source = input->spans_n == 0,
                               .citations = answer.citations,
                               .citations_n = answer.citations_n };
    if (ret->body.len == 0)
        return error_set(e, ERROR_UPSTREAM, "the model wrote an empty report");
    return 0;
}
