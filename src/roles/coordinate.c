#include "roles/coordinate.h"

#include "roles/role.h"
#include "text/words.h"

const char *const complexity_words[] = { "simple", "moderate", "complex", NULL };
const char *const follow_up_words[] = { "new_topic", "clarification", "complex_follow_up", NULL };

static const struct field classification_fields[] = {
    FIELD_ENUM(struct classification, complexity, complexity_words, .required = true, .help = "how much work it needs"),
    FIELD_ENUM(struct classification, follow_up_type, follow_up_words, .help = "how it relates to the conversation"),
    FIELD_BOOL(struct classification, is_ambiguous, .help = "two readings would lead to different reports"),
    FIELD_STRS(struct classification, clarifying_questions, .max = CLARIFYING_QUESTIONS_MAX,
               .help = "short questions whose answers decide"),
    FIELD_ENUM(struct classification, recommended_depth, depth_words, .help = "how far to go"),
    FIELD_STR(struct classification, reasoning, .max = 1000, .help = "why"),
    FIELD_END
};

static const struct role role = { "coordinate", TIER_SIMPLE, classification_fields, .temperature = 0.2,
                                  .max_tokens = 600 };

/* With no model: long questions and comparisons take more work; a question of
 * one or two words of content could mean anything. */
static void extractive(struct branch *branch, struct str question, struct classification *ret)
{
    struct words words = { 0 };
    size_t content = 0;

    words_of(branch_arena(branch), question, language_guess(question), &words);
    for (size_t i = 0; i < words.n; i++)
        content += word_is_content(&words.items[i]);
    ret->complexity = content > 10 ? COMPLEXITY_COMPLEX : COMPLEXITY_MODERATE;
    ret->recommended_depth = DEPTH_MEDIUM;
    ret->is_ambiguous = content < 2;
    if (ret->is_ambiguous)
        str_list_add(branch_arena(branch), &ret->clarifying_questions,
                     str_format(branch_arena(branch), "What about \"%.*s\" do you want to know?", STR_ARG(question)));
    ret->reasoning = str("judged by its words, without a model");
}

int role_coordinate(struct branch *branch, struct path path, struct str question, struct str history,
                    struct classification *ret, struct error *e)
{
    const struct template_value values[] = {
        { "question", question }, { "history", history }, { "boundary", branch_boundary(branch) }, { NULL }
    };

    *ret = (struct classification){ .complexity = COMPLEXITY_MODERATE };
    if (role_extractive(branch)) {
        extractive(branch, question, ret);
        return 0;
    }
    int r = role_ask(branch, path, &role, values, ret, e);
    /* With nobody to say how much work it is, it is taken as most questions are. */
    if (r == -ERROR_PARSE || r == -ERROR_BUDGET || r == -ERROR_FINISH) {
        if (r == -ERROR_PARSE)
            branch_warn(branch, "The model's classification of the question %s, so medium depth was used.",
                        role_unused(branch, e));
        *ret = (struct classification){ .complexity = COMPLEXITY_MODERATE, .recommended_depth = DEPTH_MEDIUM };
        return 0;
    }
    return r;
}
