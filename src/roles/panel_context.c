#include "roles/panel_context.h"

#include "roles/role.h"
#include "text/utf8.h"

enum { TITLE_MAX = 60, EACH_MS = 60000 };

static const char *const domain_words[] = { "technical", "business", "academic", "creative", "general", NULL };
static const char *const mode_words[] = { "deep_dive", "quick_answer", "comparison", "standard", NULL };
static const char *const style_words[] = { "brief", "balanced", "detailed", NULL };
static const char *const time_words[] = { "any", "recent", "range", NULL };
static const char *const locale_words[] = { "global", "country", NULL };

static const struct field context_fields[] = {
    FIELD_STR(struct panel_context, title, .required = true, .min = 1, .max = 100,
              .help = "the subject, in a few words"),
    FIELD_STR(struct panel_context, language, .required = true, .min = 2, .max = 20, .help = "code of the language"),
    FIELD_ENUM(struct panel_context, domain, domain_words, .required = true, .help = "what field it belongs to"),
    FIELD_ENUM(struct panel_context, mode, mode_words, .required = true, .help = "what kind of answer is wanted"),
    FIELD_STR(struct panel_context, intent_summary, .required = true, .max = 500, .help = "what is to be found out"),
    FIELD_ENUM(struct panel_context, answer_style, style_words, .required = true, .help = "how much is wanted"),
    FIELD_ENUM(struct panel_context, time_scope, time_words, .required = true, .help = "which time it is about"),
    FIELD_STR(struct panel_context, time_from, .max = 30, .help = "where the range begins, or empty"),
    FIELD_STR(struct panel_context, time_to, .max = 30, .help = "where the range ends, or empty"),
    FIELD_ENUM(struct panel_context, locale_scope, locale_words, .required = true, .help = "which place it is about"),
    FIELD_STR(struct panel_context, country, .max = 60, .help = "the country, or empty"),
    FIELD_STRS(struct panel_context, research_plan, .max = 8, .help = "aspects that a good answer covers"),
    FIELD_END,
};

static const struct role role = { "panel_context",    TIER_SIMPLE,       context_fields,
                                  .temperature = 0.2, .max_tokens = 800, .each_ms = EACH_MS };

/* What the fields cannot say: a range has an end, a country a name, a title one line. */
static void tidy(struct arena *arena, struct panel_context *c)
{
    struct str line, rest = str_trim(c->title);

    if (c->time_scope == PANEL_RANGE && str_empty(str_trim(c->time_from)) && str_empty(str_trim(c->time_to)))
        c->time_scope = PANEL_ANY_TIME;
    if (c->locale_scope && str_empty(str_trim(c->country)))
        c->locale_scope = 0;
    str_next_line(&rest, &line);
    while (line.len > 1 && strchr("\"'#* ", line.data[0]))
        line = str_sub(line, 1, line.len);
    while (line.len > 1 && strchr("\"'* .", line.data[line.len - 1]))
        line.len--;
    c->title = utf8_cut_words(arena, str_trim(utf8_clean(arena, line)), TITLE_MAX);
}

int role_panel_context(struct branch *branch, struct path path, struct str contexts, struct panel_context *ret,
                       bool *ret_known, struct error *e)
{
    const struct template_value values[] = {
        { "question", branch_settings(branch)->query },
        { "contexts", contexts },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };
    struct role_question one = { .values = values, .ret = ret };
    /* A failure stands when the run is retried: what the models were told must stay the same. */
    const struct role_questions questions = { .role = &role, .items = &one, .n = 1, .options = EFFECT_SETTLED };

    *ret = (struct panel_context){ .mode = PANEL_STANDARD, .answer_style = PANEL_BALANCED };
    *ret_known = false;
    int r = role_ask_all(branch, path, &questions, e);
    if (r < 0)
        return r;
    if (one.result < 0) {
        *ret = (struct panel_context){ .mode = PANEL_STANDARD, .answer_style = PANEL_BALANCED };
        if (error_hurries(one.result))
            branch_skip(branch, "The models got the prompt without a description of it: the budget or the time did not "
                                "allow it.");
        else
            branch_skip(branch, "The models got the prompt without a description of it: the model's description %s.",
                        role_unused(branch, &one.error));
        return 0;
    }
    tidy(branch_arena(branch), ret);
    *ret_known = true;
    return 0;
}

json_t *panel_context_json(const struct panel_context *c)
{
    json_t *value = json_pack("{s:o, s:s, s:s, s:o, s:[s]}", "language", json_new_str(c->language), "domain",
                              domain_words[c->domain], "mode", mode_words[c->mode], "intent_summary",
                              json_new_str(c->intent_summary), "answer_style", style_words[c->answer_style]);

    json_object_set_new(value, "time_scope",
                        c->time_scope == PANEL_RANGE ? json_pack("{s:o, s:o}", "from", json_new_str(c->time_from), "to",
                                                                 json_new_str(c->time_to))
                                                     : json_string(time_words[c->time_scope]));
    json_object_set_new(value, "locale_scope",
                        c->locale_scope ? json_pack("{s:o}", "country", json_new_str(c->country))
                                        : json_string("global"));
    json_object_set_new(value, "research_plan", json_new_strs(&c->research_plan));
    return value;
}
