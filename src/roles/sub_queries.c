#include "roles/sub_queries.h"

#include "roles/role.h"
#include "roles/topic.h"
#include "extractive/extractive.h"

static const struct field sub_query_fields[] = {
    FIELD_STR(struct sub_query, query, .required = true, .min = 3, .max = 300, .help = "the search query"),
    FIELD_STR(struct sub_query, rationale, .max = 600, .help = "what it adds to the answer"),
    FIELD_STRS(struct sub_query, rewordings, .max = 5, .help = "the same in the words of other sources"),
    FIELD_END,
};

static const struct field sub_queries_fields[] = {
    FIELD_AS("subQueries", LIST, struct sub_queries, items, .fields = sub_query_fields,
             .size = sizeof(struct sub_query), .count_offset = offsetof(struct sub_queries, n), .required = true,
             .min = 1, .max = 20, .help = "the queries, most important first"),
    FIELD_END,
};

static const struct role role = { "sub_queries", TIER_ANALYTICAL, sub_queries_fields, .temperature = 0.7,
                                  .max_tokens = 1000 };

/* With no model: the question itself, then one query for each aspect its words
 * ask for. */
static void extractive(struct branch *branch, struct str question, size_t count, const struct str_list *done,
                       struct sub_queries *ret)
{
    struct arena *arena = branch_arena(branch);
    struct extract_query queries[20];
    size_t n = extract_queries(arena, role_question(branch, arena, question), count < 20 ? count : 20, queries);

    ret->items = arena_calloc(arena, n, sizeof *ret->items);
    for (size_t i = 0; i < n; i++)
        if (!done || !str_list_has(done, queries[i].query))
            ret->items[ret->n++] = (struct sub_query){ .query = queries[i].query, .rationale = queries[i].why };
}

/* Those that search for something else than the queries and than each other, as many as were asked for. */
static void keep_rewordings(struct arena *arena, size_t most, struct sub_queries *ret)
{
    struct str_list known = { 0 };

    for (size_t i = 0; i < ret->n; i++)
        str_list_add(arena, &known, ret->items[i].query);
    for (size_t i = 0; i < ret->n; i++) {
        struct str_list given = ret->items[i].rewordings, kept = { 0 };

        for (size_t j = 0; j < given.n && kept.n < most; j++) {
            struct str one = str_trim(given.items[j]);

            if (one.len < 3 || extract_searched(arena, &known, one))
                continue;
            str_list_add(arena, &known, one);
            str_list_add(arena, &kept, one);
        }
        ret->items[i].rewordings = kept;
    }
}

int role_sub_queries(struct branch *branch, struct path path, const struct sub_queries_input *input,
                     struct sub_queries *ret, struct error *e)
{
    const struct str_list *done = input->done;
    struct arena *arena = branch_arena(branch);

    *ret = (struct sub_queries){ 0 };
    if (role_extractive(branch)) {
        extractive(branch, input->question, input->count, done, ret);
        return 0;
    }
    const struct template_value values[] = {
        INPUT(question),
        { "count", str_format(arena, "%zu", input->count) },
        { "done", done ? str_join(arena, done->items, done->n, "\n") : str("") },
        INPUT(guidance),
        INPUT(before),
        INPUT(note),
        INPUT(given),
        { "rewordings", input->rewordings ? str_format(arena, "%zu", input->rewordings) : str("") },
        { "history", branch_settings(branch)->history },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == 0 && ret->n > input->count)
        ret->n = input->count;
    if (r == 0)
        keep_rewordings(arena, input->rewordings, ret);
    return r;
}
