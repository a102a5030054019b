#include "roles/search_queries.h"

#include "extractive/extractive.h"
#include "roles/role.h"

struct queries {
    struct str_list queries;
};

static const struct field queries_fields[] = {
    FIELD_STRS(struct queries, queries, .required = true, .min = 1, .max = 8, .help = "search queries"), FIELD_END
};

static const struct role role = { "search_queries", TIER_SIMPLE, queries_fields, .temperature = 0.5,
                                  .max_tokens = 400 };

static bool is_new(struct arena *arena, const struct queries_input *input, const struct str_list *list,
                   struct str query)
{
    return query.len && !extract_searched(arena, list, query) &&
           !(input->done && extract_searched(arena, input->done, query));
}

int role_search_queries(struct branch *branch, struct path path, const struct queries_input *input,
                        struct str_list *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    struct queries answer = { 0 };

    *ret = (struct str_list){ 0 };
    if (role_extractive(branch)) {
        if (is_new(arena, input, ret, input->task)) /* code has no other words for it than its own */
            str_list_add(arena, ret, input->task);
        return 0;
    }
    const struct template_value values[] = {
        INPUT(question),
        INPUT(history),
        INPUT(task),
        { "count", str_format(arena, "%zu", input->count) },
        { "done", input->done ? str_join(arena, input->done->items, input->done->n, "\n") : str("") },
        { "thin", str(input->thin ? "yes" : "") },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    int r = role_ask(branch, path, &role, values, &answer, e);
    struct str own = input->otherwise.len ? input->otherwise : input->task;
    if (r == -ERROR_PARSE)
        branch_warn(branch, "The model's list of search queries %s; this was searched: %.*s", role_unused(branch, e),
                    STR_ARG(own));
    else if (r == -ERROR_BUDGET)
        branch_skip(branch, "The budget did not allow to ask for search queries; this was searched: %.*s",
                    STR_ARG(own));
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET) {
        str_list_add(arena, ret, own);
        return 0;
    }
    for (size_t i = 0; r == 0 && i < answer.queries.n && ret->n < input->count; i++) {
        struct str query = str_trim(answer.queries.items[i]);

        if (is_new(arena, input, ret, query))
            str_list_add(arena, ret, query);
    }
    if (r == 0 && ret->n == 0) /* it repeats what was searched: the task's own words find what there is for the task */
        str_list_add(arena, ret, own);
    return r;
}
