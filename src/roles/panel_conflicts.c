#include "roles/panel_conflicts.h"

#include "roles/role.h"
#include "text/utf8.h"

enum { CONFLICTS_MAX = 12, SIDES_MAX = 8, EACH_MS = 120000 };

const char *const panel_goal_words[] = { "merge", "compare", "resolve_conflicts", "summarize", NULL };
const char *const panel_severity_words[] = { "minor", "major", NULL };

static const struct field side_fields[] = {
    FIELD_STR(struct panel_side, model, .required = true, .max = 120, .help = "who, exactly as it is given"),
    FIELD_STR(struct panel_side, says, .required = true, .max = 400, .help = "what it says, in one sentence"),
    FIELD_END,
};
static const struct field conflict_fields[] = {
    FIELD_STR(struct panel_conflict, topic, .required = true, .max = 200, .help = "what it is about"),
    FIELD_ENUM(struct panel_conflict, severity, panel_severity_words, .required = true, .help = "does it matter"),
    FIELD_LIST(struct panel_conflict, sides, sides_n, struct panel_side, side_fields, .required = true,
               .max = SIDES_MAX, .help = "who says what"),
    FIELD_END,
};
static const struct field conflicts_fields[] = {
    FIELD_AS("synthesis_goal", ENUM, struct panel_conflicts, goal, .words = panel_goal_words, .required = true,
             .help = "what the text has to achieve"),
    FIELD_AS("conflicts", LIST, struct panel_conflicts, items, .fields = conflict_fields,
             .size = sizeof(struct panel_conflict), .count_offset = offsetof(struct panel_conflicts, n),
             .required = true, .max = CONFLICTS_MAX, .help = "points where two answers cannot both be right"),
    FIELD_END,
};

static const struct role role = { "panel_conflicts",  TIER_ANALYTICAL,    conflicts_fields,
                                  .temperature = 0.2, .max_tokens = 2000, .each_ms = EACH_MS };

/* "gpt-5.2" also where it is called "openai/gpt-5.2". */
static bool is_model(struct str said, struct str name)
{
    said = str_trim(said);
    return str_eq_nocase(said, name) || (said.len > name.len && said.data[said.len - name.len - 1] == '/' &&
                                         str_eq_nocase(str_sub(said, said.len - name.len, said.len), name));
}

/* Sides of models that did not answer, and conflicts that lose a side by it, go. */
static void drop_strangers(struct arena *arena, const struct str_list *names, struct panel_conflicts *c)
{
    size_t kept = 0;

    for (size_t i = 0; i < c->n; i++) {
        struct panel_conflict one = c->items[i];
        size_t sides = 0;

        for (size_t k = 0; k < one.sides_n; k++)
            for (size_t m = 0; m < names->n; m++)
                if (is_model(one.sides[k].model, names->items[m]) && sides <= k) {
                    one.sides[sides++] = (struct panel_side){ names->items[m], utf8_clean(arena, one.sides[k].says) };
                    break;
                }
        one.sides_n = sides;
        one.topic = utf8_clean(arena, one.topic);
        if (sides > 1)
            c->items[kept++] = one;
    }
    c->n = kept;
}

int role_panel_conflicts(struct branch *branch, struct path path, struct str answers, const struct str_list *names,
                         struct panel_conflicts *ret, struct error *e)
{
    const struct template_value values[] = {
        { "question", branch_settings(branch)->query },
        { "answers", answers },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    struct error why = { .retry_after_ms = -1 };
    int r = role_ask(branch, path, &role, values, ret, &why);

    if (error_stops_run(r) || r == -ERROR_STORE) {
        if (e)
            *e = why;
        return r;
    }
    if (r < 0) {
        *ret = (struct panel_conflicts){ 0 };
        if (error_hurries(r))
            branch_skip(branch, "The answers were not compared before the writing: the budget or the time did not "
                                "allow it.");
        else
            branch_skip(branch, "The answers were not compared before the writing: the model's comparison %s.",
                        role_unused(branch, &why));
        return 0;
    }
    drop_strangers(branch_arena(branch), names, ret);
    return 0;
}

json_t *panel_conflicts_json(const struct panel_conflicts *c)
{
    json_t *list = json_array();

    for (size_t i = 0; i < c->n; i++)
        json_array_append_new(list, json_encode(conflict_fields, &c->items[i]));
    return json_pack("{s:s, s:o}", "synthesis_goal", panel_goal_words[c->goal], "detected_conflicts", list);
}
