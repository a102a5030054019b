#include "roles/plan_searches.h"

#include <string.h>

#include "extractive/extractive.h"
#include "roles/role.h"
#include "roles/topic.h"
#include "text/utf8.h"
#include "text/words.h"

enum { SEARCHES_MAX = 20, CLEAR_WORDS = 2, QUESTION_CHARACTERS = 500 };

static const struct field search_fields[] = {
    FIELD_STR(struct planned_search, query, .required = true, .min = 2, .max = 300, .help = "what to search for"),
    FIELD_STR(struct planned_search, reason, .max = 500, .help = "what it adds to the answer"), FIELD_END
};
static const struct field plan_fields[] = {
    FIELD_STRS(struct search_plan, questions, .max = PLAN_QUESTIONS_MAX,
               .help = "to the person; empty if the question is clear"),
    FIELD_LIST(struct search_plan, searches, searches_n, struct planned_search, search_fields, .max = SEARCHES_MAX,
               .help = "each finds something else; empty if the question is unclear"),
    FIELD_STRS(struct search_plan, assumptions, .max = 5, .help = "what was taken for granted"), FIELD_END
};

static const struct role role = { "plan_searches", TIER_ANALYTICAL, plan_fields, .temperature = 0.4,
                                  .max_tokens = 1500 };

/* Words that name no subject. */
static bool vague(struct str fold)
{
    static const char *const words[] = { "stuff",       "thing",  "things", "something", "anything",
                                         "everything",  "info",   "topic",  "topics",    "etc",
                                         "information", "issues", "misc",   "various",   NULL };

    return str_is_any(fold, words);
}

/* With no model: a question of one word of content, vague ones aside, could mean anything. */
static bool unclear(struct arena *arena, const struct plan_searches_input *input)
{
    struct str text = str_format(arena, "%.*s %.*s", STR_ARG(input->question), STR_ARG(input->answers));
    struct words words = { 0 };
    size_t content = 0;

    content_words_of(arena, text, language_guess(text), &words);
    for (size_t i = 0; i < words.n; i++)
        content += !vague(words.items[i].fold);
    return content < CLEAR_WORDS;
}

/* "AI stuff?" and "in hospitals": "AI stuff in hospitals". */
static struct str with_answers(struct arena *arena, struct str question, struct str answers)
{
    while (question.len && strchr("?!. ", question.data[question.len - 1]))
        question.len--;
    return str_format(arena, "%.*s %.*s", STR_ARG(question), STR_ARG(answers));
}

static void plan_by_code(struct branch *branch, const struct plan_searches_input *input, size_t most,
                         struct search_plan *ret)
{
    struct arena *arena = branch_arena(branch);
    struct str asked = role_question(branch, arena, input->question);
    struct str question = input->answers.len ? with_answers(arena, asked, input->answers) : asked;
    struct extract_query queries[SEARCHES_MAX];
    size_t n = extract_queries(arena, question, most < SEARCHES_MAX ? most : SEARCHES_MAX, queries);

    *ret = (struct search_plan){ .searches = arena_calloc(arena, n + 1, sizeof *ret->searches) };
    for (size_t i = 0; i < n; i++)
        ret->searches[ret->searches_n++] = (struct planned_search){ queries[i].query, queries[i].why };
    if (n == 0)
        ret->searches[ret->searches_n++] = (struct planned_search){ asked, str("the question as asked") };
}

static void extractive(struct branch *branch, const struct plan_searches_input *input, struct search_plan *ret)
{
    struct arena *arena = branch_arena(branch);
    bool open = unclear(arena, input), asked = input->clarified.len > 0;

    /* There is one question to ask; who has answered it in whatever words is not asked again. */
    *ret = (struct search_plan){ 0 };
    if (open && input->questions && !asked) {
        str_list_add(arena, &ret->questions,
                     str_format(arena, "What about \"%.*s\" do you want to know?", STR_ARG(input->question)));
        return;
    }
    plan_by_code(branch, input, input->most < 4 ? input->most : 4, ret);
    if (open)
        str_list_add(arena, &ret->assumptions,
                     str(input->answers.len
                             ? "The words of the question and of the answer are all that was searched for."
                             : "The words of the question are all that was searched for."));
}

/* The texts that say something, none of them endless, none twice. */
static struct str_list told(struct arena *arena, const struct str_list *texts, size_t most)
{
    struct str_list ret = { 0 };

    for (size_t i = 0; i < texts->n && ret.n < most; i++) {
        struct str text = str_trim(utf8_cut(str_trim(texts->items[i]), QUESTION_CHARACTERS));

        if (text.len && !str_list_has(&ret, text))
            str_list_add(arena, &ret, text);
    }
    return ret;
}

/* Blank texts go, repeated queries too; what is left is questions or searches. */
static void settle(struct branch *branch, const struct plan_searches_input *input, struct search_plan *plan)
{
    struct arena *arena = branch_arena(branch);
    size_t n = 0;

    plan->questions = told(arena, &plan->questions, input->questions);
    plan->assumptions = told(arena, &plan->assumptions, PLAN_QUESTIONS_MAX);
    if (plan->questions.n) {
        plan->searches_n = 0;
        return;
    }
    for (size_t i = 0; i < plan->searches_n && n < input->most; i++) {
        struct planned_search one = { str_trim(plan->searches[i].query), str_trim(plan->searches[i].reason) };
        bool known = one.query.len == 0;

        for (size_t k = 0; k < n; k++)
            known = known || str_eq_nocase(plan->searches[k].query, one.query);
        if (!known)
            plan->searches[n++] = one;
    }
    plan->searches_n = n;
}

/* Questions that were answered are not asked again: the person has no other answer to them. */
static struct str_list unanswered(struct arena *arena, const struct plan_searches_input *input,
                                  const struct str_list *questions)
{
    struct str answered = str_format(arena, "%.*s\n", STR_ARG(input->clarified));
    struct str_list ret = { 0 };

    for (size_t i = 0; i < questions->n; i++)
        if (str_find(answered, str_format(arena, PLAN_ASKED, STR_ARG(str_trim(questions->items[i]))), 0) < 0)
            str_list_add(arena, &ret, questions->items[i]);
    return ret;
}

/* The model has questions in the place of searches, and nobody is asked. */
static void plan_unasked(struct branch *branch, const struct plan_searches_input *input, struct search_plan *ret)
{
    struct arena *arena = branch_arena(branch);
    struct str_list questions = told(arena, &ret->questions, PLAN_QUESTIONS_MAX), assumptions = ret->assumptions;

    branch_warn(branch, "The model planned no searches; they were planned without it.");
    plan_by_code(branch, input, 4, ret);
    ret->assumptions = assumptions;
    if (questions.n)
        str_list_add(arena, &ret->assumptions,
                     str_format(arena, "what the words of the question say. The model would have asked: %.*s",
                                STR_ARG(str_join(arena, questions.items, questions.n, " "))));
}

int role_plan_searches(struct branch *branch, struct path path, const struct plan_searches_input *input,
                       struct search_plan *ret, struct error *e)
{
    struct arena *arena = branch_arena(branch);
    const struct template_value values[] = {
        INPUT(question),
        INPUT(clarified),
        INPUT(guidance),
        INPUT(given),
        INPUT(before),
        { "history", branch_settings(branch)->history },
        { "ask", str(input->questions ? "yes" : "") },
        { "alone", str(input->questions ? "" : "yes") },
        { "questions", str_format(arena, "%zu", input->questions) },
        { "count", str_format(arena, "%zu", input->most) },
        { "boundary", branch_boundary(branch) },
        { NULL },
    };

    if (role_extractive(branch)) {
        extractive(branch, input, ret);
        return 0;
    }
    *ret = (struct search_plan){ 0 };
    int r = role_ask(branch, path, &role, values, ret, e);
    if (r == -ERROR_PARSE) {
        branch_warn(branch, "The model's plan %s; the searches were planned without it.", role_unused(branch, e));
        plan_by_code(branch, input, 4, ret);
        return 0;
    }
    if (error_hurries(r)) {
        branch_skip(branch, "The searches were planned without a model: %s.",
                    r == -ERROR_BUDGET ? "the budget did not allow the call" : branch_hurry(branch));
        plan_by_code(branch, input, 4, ret);
        return 0;
    }
    if (r < 0)
        return r;
    struct str_list questions = ret->questions, open = unanswered(arena, input, &questions);
    if (input->questions && questions.n && open.n == 0 && ret->searches_n == 0) {
        struct plan_searches_input alone = *input;

        alone.questions = 0;
        return role_plan_searches(branch, path_add(path, "alone"), &alone, ret, e);
    }
    ret->questions = open;
    settle(branch, input, ret);
    if (ret->questions.n == 0 && ret->searches_n == 0) {
        ret->questions = questions;
        plan_unasked(branch, input, ret);
    }
    ret->alone = input->questions == 0;
    return 0;
}
