#include "roles/refine.h"

#include "extractive/extractive.h"
#include "extractive/summary.h"
#include "roles/role.h"
#include "text/tokens.h"

enum { REPORT_LEAST = 500 /* tokens */, LIST_MAX = 64 * 1024 };

const char *const gap_severity_words[] = { "minor", "moderate", "critical", NULL };

static const struct field follow_up_fields[] = {
    FIELD_STR(struct follow_up, query, .required = true, .min = 2, .max = 300, .help = "what to search for"),
    FIELD_STR(struct follow_up, expected_contribution, .max = 500, .help = "what it should bring"), FIELD_END
};
static const struct field review_fields[] = {
    FIELD_STR(struct gap_review, gap_id, .required = true, .max = 40, .help = "the gap"),
    FIELD_ENUM(struct gap_review, severity, gap_severity_words, .help = "what it costs the answer"),
    FIELD_BOOL(struct gap_review, addressable, .help = "can searching close it?"),
    FIELD_LIST(struct gap_review, follow_up_queries, n, struct follow_up, follow_up_fields, .max = 5,
               .help = "searches for it"),
    FIELD_END
};
static const struct field advice_fields[] = {
    FIELD_BOOL(struct iteration_advice, should_iterate, .required = true, .help = "is another round worth it?"),
    FIELD_STR(struct iteration_advice, rationale, .max = 1000, .help = "why"),
    FIELD_STRS(struct iteration_advice, priority_gaps, .max = 20, .help = "ids of those to close first"), FIELD_END
};
const struct field refinement_fields[] = {
    FIELD_LIST(struct refinement, gap_analysis, n, struct gap_review, review_fields, .required = true, .max = 30,
               .help = "each gap"),
    FIELD_OBJECT(struct refinement, iteration_recommendation, advice_fields, .required = true, .help = "go on or stop"),
    FIELD_STRS(struct refinement, report_improvements, .max = 10, .help = "what the next report should do better"),
    FIELD_END
};

static const struct role role = { "refine", TIER_ANALYTICAL, refinement_fields, .temperature = 0.4,
                                  .max_tokens = 2000 };

/* The suggested searches that were not made yet; a gap that has none left is searched by its own words. */
static void extractive(struct branch *branch, const struct refine_input *input, struct refinement *ret)
{
    struct arena *arena = branch_arena(branch);
    size_t with_queries = 0;

    *ret = (struct refinement){ .gap_analysis = arena_calloc(arena, input->gaps_n + 1, sizeof *ret->gap_analysis) };
    for (size_t i = 0; i < input->gaps_n; i++) {
        const struct refine_gap *gap = &input->gaps[i];
        struct gap_review *review = &ret->gap_analysis[ret->n++];

        *review = (struct gap_review){ .gap_id = gap->id,
                                       .severity = gap->priority <= 1 ? GAP_CRITICAL : GAP_MODERATE,
                                       .addressable = gap->untried.n > 0 };
        review->follow_up_queries = arena_calloc(arena, gap->untried.n + 1, sizeof *review->follow_up_queries);
        for (size_t q = 0; q < gap->untried.n; q++)
            review->follow_up_queries[review->n++] = (struct follow_up){ gap->untried.items[q], gap->description };
        with_queries += gap->untried.n > 0;
    }
    ret->iteration_recommendation = (struct iteration_advice){
        .should_iterate = with_queries > 0,
        .rationale = str(with_queries ? "some gaps have searches that were not made yet"
                                      : "every search for the gaps was made"),
    };
}

static struct str gaps_text(struct arena *arena, const struct refine_input *input)
{
    struct buf text;

    buf_init(&text, LIST_MAX);
    for (size_t i = 0; i < input->gaps_n; i++) {
        const struct refine_gap *gap = &input->gaps[i];

        buf_format(&text, "Gap %zu (ID: %.*s, priority: %lld): %.*s\n", i + 1, STR_ARG(gap->id),
                   (long long) gap->priority, STR_ARG(gap->description));
        for (size_t q = 0; q < gap->queries.n; q++)
            buf_format(&text, "  suggested: %.*s\n", STR_ARG(gap->queries.items[q]));
    }
    return buf_take(&text, arena);
}

int role_refine(struct branch *branch, struct path path, const struct refine_input *input, struct refinement *ret,
                struct error *e)
{
    struct arena *arena = branch_arena(branch);

    if (role_extractive(branch)) {
        extractive(branch, input, ret);
        return 0;
    }
    struct str gaps = gaps_text(arena, input),
               searched = str_join(arena, input->searched->items, input->searched->n, "\n");
    int64_t left = input->share - (int64_t) tokens_estimate(gaps) - (int64_t) tokens_estimate(searched);
    const struct template_value values[] = {
        INPUT(question),
        { "report", summarize_cut(input->report, left > REPORT_LEAST ? left : REPORT_LEAST) },
        INPUT(guidance),
        { "gaps", gaps },
        { "searched", searched },
        { "iteration", str_format(arena, "%zu of %zu", input->iteration, input->max_iterations) },
        { "sources", str_format(arena, "%zu", input->sources) },
        { "findings", str_format(arena, "%zu", input->findings) },
        { "confident", str_format(arena, "%zu", input->confident) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    *ret = (struct refinement){ 0 };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET) {
        if (r == -ERROR_PARSE)
            branch_warn(branch, "The model's refinement %s, so the searches suggested before were used.",
                        role_unused(branch, e));
        else
            branch_skip(branch, "The gaps were reviewed without a model: the budget did not allow the call.");
        extractive(branch, input, ret);
        return 0;
    }
    return r;
}
