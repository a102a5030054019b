#include "roles/atomic_facts.h"

#include "roles/role.h"
#include "text/words.h"

enum { CLAUSE_WORDS = 4 };

/* Share of content words: a fact is made of the claim's words, and all of them together say the claim. */
static const double fact_in_claim = 0.7, claim_in_facts = 0.7;

struct facts {
    struct str_list facts;
};

static const struct field answer_fields[] = {
    FIELD_STRS(struct facts, facts, .required = true, .max = FACTS_MAX, .help = "full sentences, each one fact"),
    FIELD_END,
};

static const struct role role = { "atomic_facts", TIER_SIMPLE, answer_fields, .max_tokens = 500, .isolated = true };

static size_t count_words(struct str text)
{
    struct arena *scratch = arena_new();
    struct words words = { 0 };

    words_of(scratch, text, language_guess(text), &words);
    size_t n = words.n;
    arena_free(scratch);
    return n;
}

/* A model that states other facts than the claim's would have us find support for those. */
static bool faithful(struct str claim, const struct str_list *facts)
{
    struct arena *scratch = arena_new();
    const struct language *language = language_guess(claim);
    struct words mine = { 0 }, all = { 0 };
    bool good = facts->n > 0;

    content_words_of(scratch, claim, language, &mine);
    for (size_t i = 0; i < facts->n; i++) {
        struct words one = { 0 };

        content_words_of(scratch, facts->items[i], language, &one);
        content_words_of(scratch, facts->items[i], language, &all);
        good = good && words_overlap(&one, &mine) >= fact_in_claim;
    }
    good = good && words_overlap(&mine, &all) >= claim_in_facts;
    arena_free(scratch);
    return good;
}

/* Clauses that can stand alone: each with a few words of its own. */
static void split_clauses(struct arena *arena, struct str claim, struct str_list *ret)
{
    static const char *const joints[] = { "; ", ", and ", ", but ", ", while ", ", whereas ", NULL };
    struct str rest = claim;

    while (ret->n + 1 < FACTS_MAX) {
        size_t at = rest.len, length = 0;

        for (size_t j = 0; joints[j]; j++) {
            ptrdiff_t found = str_find(rest, str(joints[j]), 0);

            if (found >= 0 && (size_t) found < at && count_words(str_sub(rest, 0, (size_t) found)) >= CLAUSE_WORDS &&
                count_words(str_sub(rest, (size_t) found + strlen(joints[j]), rest.len)) >= CLAUSE_WORDS) {
                at = (size_t) found;
                length = strlen(joints[j]);
            }
        }
        if (length == 0)
            break;
        str_list_add(arena, ret, str_trim(str_sub(rest, 0, at)));
        rest = str_sub(rest, at + length, rest.len);
    }
    str_list_add(arena, ret, str_trim(rest));
}

int role_atomic_facts(struct branch *branch, struct path path, const struct str claims[], size_t n,
                      struct str_list ret[], struct error *e)
{
    struct arena *arena = branch_arena(branch), *scratch = arena_new();
    struct role_question *questions = arena_calloc(scratch, n + 1, sizeof *questions);
    struct facts *answers = arena_calloc(scratch, n + 1, sizeof *answers);
    int r = 0;

    for (size_t i = 0; i < n; i++) {
        struct template_value *list = arena_calloc(scratch, 3, sizeof *list);

        list[0] = (struct template_value){ "claim", claims[i] };
        list[1] = (struct template_value){ "boundary", branch_boundary(branch) };
        questions[i] = (struct role_question){ .values = list, .ret = &answers[i], .result = -ERROR_PARSE };
    }
    if (!role_extractive(branch))
        r = role_ask_all(branch, path, &(struct role_questions){ .role = &role, .items = questions, .n = n }, e);
    for (size_t i = 0; i < n; i++) {
        ret[i] = (struct str_list){ 0 };
        for (size_t k = 0; r == 0 && questions[i].result == 0 && k < answers[i].facts.n; k++)
            if (str_trim(answers[i].facts.items[k]).len)
                str_list_add(arena, &ret[i], str_trim(answers[i].facts.items[k]));
        if (!faithful(claims[i], &ret[i])) {
            ret[i] = (struct str_list){ 0 };
            split_clauses(arena, claims[i], &ret[i]);
        }
    }
    arena_free(scratch);
    return error_stops_run(r) || r == -ERROR_STORE ? r : 0;
}
