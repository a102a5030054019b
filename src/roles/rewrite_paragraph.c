#include "roles/rewrite_paragraph.h"

#include "roles/role.h"

enum { PARAGRAPH_MAX = 8000 };

struct rewritten {
    struct str paragraph;
};

static const struct field answer_fields[] = {
    FIELD_STR(struct rewritten, paragraph, .required = true, .max = PARAGRAPH_MAX,
              .help = "the paragraph as it should read"),
    FIELD_END,
};

static const struct role role = {
    .name = "rewrite_paragraph",
    .tier = TIER_ANALYTICAL,
    .answer = answer_fields,
    .temperature = 0.2,
    .max_tokens = 2000,
    .isolated = true,
};

int role_rewrite_paragraphs(struct branch *branch, struct path path, const struct rewrite_question questions[],
                            size_t n, struct str ret[], struct error *e)
{
    struct arena *arena = branch_arena(branch), *scratch = arena_new();
    const struct template_value **values = arena_calloc(scratch, n + 1, sizeof *values);
    struct rewritten *answers = arena_calloc(scratch, n + 1, sizeof *answers);
    void **into = arena_calloc(scratch, n + 1, sizeof *into);
    int *results = arena_calloc(scratch, n + 1, sizeof *results);

    for (size_t i = 0; i < n; i++) {
        struct template_value *list = arena_calloc(scratch, 4, sizeof *list);

        list[0] = (struct template_value){ "paragraph", questions[i].paragraph };
        list[1] = (struct template_value){ "notes", questions[i].notes };
        list[2] = (struct template_value){ "boundary", branch_boundary(branch) };
        values[i] = list;
        into[i] = &answers[i];
    }
    int r = role_ask_all(branch, path, &(struct role_questions){ &role, 0, values, n, into, results, NULL }, e);
    for (size_t i = 0; i < n; i++) {
        bool good = r == 0 && results[i] == 0;

        ret[i] = good ? str_replace(arena, str_trim(answers[i].paragraph), str("\n"), str(" ")) : str("");
    }
    arena_free(scratch);
    return error_stops_run(r) || r == -ERROR_STORE ? r : 0;
}
