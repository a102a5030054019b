#include "roles/rewrite_paragraph.h"

#include "roles/role.h"
#include "text/untag.h"

enum { PARAGRAPH_MAX = 8000 };

struct rewritten {
    struct str paragraph;
};

static const struct field answer_fields[] = {
    FIELD_STR(struct rewritten, paragraph, .required = true, .max = PARAGRAPH_MAX,
              .help = "the paragraph as it should read"),
    FIELD_END,
};

static const struct role role = { "rewrite_paragraph", TIER_ANALYTICAL,    answer_fields,
                                  .temperature = 0.2,  .max_tokens = 2000, .isolated = true };

/* A paragraph is one line without tags, as the text of the writer is. */
static struct str one_line(struct arena *arena, struct str paragraph)
{
    struct str text = text_untag(arena, str_trim(paragraph));

    return str_replace(arena, str_replace(arena, text, str("\n\n"), str("\n")), str("\n"), str(" "));
}

int role_rewrite_paragraphs(struct branch *branch, struct path path, const struct rewrite_question questions[],
                            size_t n, struct str ret[], struct error *e)
{
    struct arena *arena = branch_arena(branch), *scratch = arena_new();
    struct role_question *asked = arena_calloc(scratch, n + 1, sizeof *asked);
    struct rewritten *answers = arena_calloc(scratch, n + 1, sizeof *answers);

    for (size_t i = 0; i < n; i++) {
        struct template_value *list = arena_calloc(scratch, 4, sizeof *list);

        list[0] = (struct template_value){ "paragraph", questions[i].paragraph };
        list[1] = (struct template_value){ "notes", questions[i].notes };
        list[2] = (struct template_value){ "boundary", branch_boundary(branch) };
        asked[i] = (struct role_question){ .values = list, .ret = &answers[i] };
    }
    int r = role_ask_all(branch, path, &(struct role_questions){ .role = &role, .items = asked, .n = n }, e);
    for (size_t i = 0; i < n; i++) {
        bool good = r == 0 && asked[i].result == 0;

        ret[i] = good ? one_line(arena, answers[i].paragraph) : str("");
    }
    arena_free(scratch);
    return error_stops_run(r) || r == -ERROR_STORE ? r : 0;
}
