#include "roles/search_summary.h"

#include "extractive/summary.h"
#include "roles/role.h"
#include "text/counts.h"
#include "text/tokens.h"

enum {
    SOURCES_SHOWN = 6,
    SOURCE_TOKENS = 600, /* of each, to the model */
    EXCERPT_TOKENS = 90, /* of each, without one */
    RESULTS_MAX = 128 * 1024,
};

struct answer {
    struct str summary;
};
static const struct field answer_fields[] = { FIELD_STR(struct answer, summary, .required = true, .min = 1, .max = 4000,
                                                        .help = "what was found, with numbers"),
                                              FIELD_END };

static const struct role role = { "search_summary", TIER_SIMPLE, answer_fields, .temperature = 0.2, .max_tokens = 800 };

/* The sentences of a source that speak of the query; all of them if they fit. */
static struct str excerpt(struct arena *arena, struct str query, const struct source_row *source, int64_t tokens)
{
    const struct summarize_item item = { .text = source_text(source), .level = LEVEL_KEY_POINTS, .tokens = tokens };
    struct summary summary;

    if ((int64_t) tokens_estimate(item.text) <= tokens)
        return str_trim(item.text);
    summarize_extractive(arena, query, &item, &summary);
    return str_trim(summary.text);
}

static struct str results(struct arena *arena, const struct search_summary_input *item, struct str mode, int64_t tokens)
{
    struct buf text;

    buf_init(&text, RESULTS_MAX);
    for (size_t i = 0; i < item->n && i < SOURCES_SHOWN; i++) {
        const struct source_row *s = item->sources[i];

        buf_format(&text, "(%lld) %.*s%.*s\n%.*s\n", (long long) s->number, STR_ARG(s->title),
                   STR_ARG(source_note(arena, s, mode)), STR_ARG(excerpt(arena, item->query, s, tokens)));
    }
    return buf_take(&text, arena);
}

/* The reader is told that a model did not do its part. A ceiling is told where it is met. */
static void tell_missing(struct branch *branch, const struct role_question *questions, size_t n)
{
    size_t missing = 0, last = 0;

    for (size_t i = 0; i < n; i++)
        if (questions[i].result == -ERROR_PARSE) {
            missing++;
            last = i;
        }
    if (missing)
        branch_warn(branch, "The model's summary of %.*s %s; excerpts of the pages took its place.",
                    STR_ARG(text_counted(branch_arena(branch), (int64_t) missing, "search", "searches")),
                    role_unused(branch, &questions[last].error));
}

static int ask(struct branch *branch, struct path path, const struct search_summaries *input,
               struct search_summary ret[], struct error *e)
{
    struct arena *scratch = arena_new();
    struct role_question *questions = arena_calloc(scratch, input->n + 1, sizeof *questions);
    struct answer *answers = arena_calloc(scratch, input->n + 1, sizeof *answers);
    struct template_value(*values)[6] = arena_calloc(scratch, input->n + 1, sizeof *values);

    for (size_t i = 0; i < input->n; i++) {
        const struct search_summary_input *item = &input->items[i];
        const struct template_value own[6] = {
            { "question", input->question },
            { "query", item->query },
            { "reason", item->reason },
            { "results", results(scratch, item, branch_settings(branch)->research_mode, SOURCE_TOKENS) },
            { "boundary", branch_boundary(branch) },
            { NULL },
        };

        memcpy(values[i], own, sizeof own);
        questions[i] = (struct role_question){ .values = values[i], .ret = &answers[i] };
    }
    int r = role_ask_all(branch, path, &(struct role_questions){ .role = &role, .items = questions, .n = input->n }, e);
    for (size_t i = 0; r == 0 && i < input->n; i++)
        if (questions[i].result == 0)
            ret[i].text = str_dup(branch_arena(branch), str_trim(answers[i].summary));
    if (r == 0)
        tell_missing(branch, questions, input->n);
    arena_free(scratch);
    return r;
}

int role_search_summaries(struct branch *branch, struct path path, const struct search_summaries *input,
                          struct search_summary ret[], struct error *e)
{
    int r = 0;

    for (size_t i = 0; i < input->n; i++)
        ret[i] = (struct search_summary){ 0 };
    if (!input->by_code && !role_extractive(branch))
        r = ask(branch, path, input, ret, e);
    for (size_t i = 0; r == 0 && i < input->n; i++)
        if (ret[i].text.len == 0)
            ret[i] = (struct search_summary){ str_trim(results(branch_arena(branch), &input->items[i],
                                                               branch_settings(branch)->research_mode, EXCERPT_TOKENS)),
                                              true };
    return r;
}
