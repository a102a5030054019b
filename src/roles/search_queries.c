#include "roles/search_queries.h"

#include "roles/extract.h"
#include "roles/role.h"

struct queries { struct str_list queries; };

static const struct field queries_fields[] = {
    FIELD_STRS(struct queries, queries, .required = true, .min = 1, .max = 8, .help = "search queries"),
    FIELD_END
};

static const struct role role = {
    .name = "search_queries", .tier = TIER_SIMPLE, .answer = queries_fields, .temperature = 0.5, .max_tokens = 400,
};

/* With no model: the task's own words, then with the question's. */
static void extractive(struct arena *arena, struct str question, struct str task, size_t count,
                       const struct str_list *done, struct str_list *ret)
{
    struct str forms[3] = { task, extract_keywords(arena, task), extract_combined(arena, task, question) };

    for (size_t i = 0; i < 3 && ret->n < count; i++)
        if (forms[i].len && !str_list_has(ret, forms[i]) && !(done && str_list_has(done, forms[i])))
            str_list_add(arena, ret, forms[i]);
}

int role_search_queries(struct branch *branch, struct path path, struct str question, struct str task, size_t count,
                        const struct str_list *done, struct str_list *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    struct queries answer = { 0 };

    *ret = (struct str_list) { 0 };
    if (role_extractive(branch)) {
        extractive(arena, question, task, count, done, ret);
        return 0;
    }
    const struct template_value values[] = {
        { "question", question }, { "task", task }, { "count", str_format(arena, "%zu", count) },
        { "done", done ? str_join(arena, done->items, done->n, "\n") : str("") }, { NULL },
    };
    int r = role_ask(branch, path, &role, values, &answer, e);
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET) {
        extractive(arena, question, task, 1, done, ret);
        return 0;
    }
    for (size_t i = 0; r == 0 && i < answer.queries.n && ret->n < count; i++) {
        struct str query = str_trim(answer.queries.items[i]);

        if (query.len && !str_list_has(ret, query) && !(done && str_list_has(done, query)))
            str_list_add(arena, ret, query);
    }
    return r;
}
