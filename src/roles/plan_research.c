#include "roles/plan_research.h"

#include <stdlib.h>

#include "extractive/extractive.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "text/counts.h"

enum { QUERIES_MAX = 20 };

static const struct field query_fields[] = {
    FIELD_STR(struct planned_query, query, .required = true, .min = 2, .max = 300, .help = "what to search for"),
    FIELD_STR(struct planned_query, rationale, .max = 500, .help = "why it matters"),
    FIELD_INT(struct planned_query, priority, .min = 1, .max = 20, .help = "1 matters most"), FIELD_END
};
static const struct field plan_fields[] = { FIELD_STR(struct research_plan, research_brief, .max = 1500,
                                                      .help = "how it will be researched, in two or three sentences"),
                                            FIELD_LIST(struct research_plan, sub_queries, n, struct planned_query,
                                                       query_fields, .required = true, .max = QUERIES_MAX,
                                                       .help = "each about one side of the question"),
                                            FIELD_END };

static const struct role role = { "plan_research", TIER_ANALYTICAL, plan_fields, .temperature = 0.5,
                                  .max_tokens = 1500 };

static void extractive(struct branch *branch, struct str question, size_t most, struct research_plan *ret)
{
    struct arena *arena = branch_arena(branch);
    struct extract_query queries[QUERIES_MAX];
    size_t n = extract_queries(arena, role_question(branch, arena, question), most < QUERIES_MAX ? most : QUERIES_MAX,
                               queries);

    *ret = (struct research_plan){
        .research_brief = str_format(arena,
                                     "The question is searched as asked and by its aspects (%.*s); what the sources "
                                     "say about each is set side by side.",
                                     STR_ARG(text_counted(arena, (int64_t) n, "search", "searches"))),
        .sub_queries = arena_calloc(arena, n + 1, sizeof *ret->sub_queries),
        .by_code = true,
    };
    for (size_t i = 0; i < n; i++)
        ret->sub_queries[ret->n++] = (struct planned_query){ queries[i].query, queries[i].why, (int64_t) i + 1 };
}

static void only_the_question(struct branch *branch, struct str question, struct research_plan *ret)
{
    struct arena *arena = branch_arena(branch);

    *ret = (struct research_plan){ .sub_queries = arena_calloc(arena, 1, sizeof *ret->sub_queries),
                                   .n = 1,
                                   .by_code = true };
    ret->sub_queries[0] = (struct planned_query){ role_question(branch, arena, question), str("the question as asked"),
                                                  1 };
}

/* By priority, else as given. */
static void sort(struct research_plan *plan)
{
    for (size_t i = 1; i < plan->n; i++)
        for (size_t j = i; j > 0 && plan->sub_queries[j].priority < plan->sub_queries[j - 1].priority; j--) {
            struct planned_query later = plan->sub_queries[j];

            plan->sub_queries[j] = plan->sub_queries[j - 1];
            plan->sub_queries[j - 1] = later;
        }
}

int role_plan_research(struct branch *branch, struct path path, const struct plan_research_input *input,
                       struct research_plan *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    size_t most = input->most;

    if (role_extractive(branch)) {
        extractive(branch, input->question, most < 4 ? most : 4, ret);
        return 0;
    }
    const struct template_value values[] = {
        { "count",
          most < 2 ? str("exactly 1 sub-query") : str_format(arena, "at least 2 and at most %zu sub-queries", most) },
        INPUT(question),
        INPUT(history),
        INPUT(guidance),
        INPUT(before),
        INPUT(given),
        { NULL },
    };
    *ret = (struct research_plan){ 0 };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == -ERROR_PARSE) {
        branch_warn(branch, "The model's plan %s; the question itself was searched.", role_unused(branch, e));
        only_the_question(branch, input->question, ret);
        return 0;
    }
    if (error_hurries(r)) {
        branch_skip(branch,
                    input->before.len ? "The plan was not made again: %s."
                                      : "The question was broken up without a model: %s.",
                    r == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(branch));
        extractive(branch, input->question, most < 4 ? most : 4, ret);
        return 0;
    }
    if (r < 0)
        return r;
    sort(ret);
    ret->n = ret->n < most ? ret->n : most;
    if (ret->n == 0) {
        struct str brief = ret->research_brief;

        branch_warn(branch, "The model planned no searches; the question itself was searched.");
        only_the_question(branch, input->question, ret);
        ret->research_brief = brief;
    }
    return 0;
}
