/* Queries without a model. */
#include "extractive/extractive.h"

#include "extractive/question.h"

enum { QUERIES_MAX = 20 };

static void content_words(struct arena *arena, struct str text, struct words *ret)
{
    content_words_of(arena, text, language_guess(text), ret);
}

static bool has_stem(const struct words *words, struct str stem)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_eq(words->items[i].stem, stem))
            return true;
    return false;
}

/* Pairs of Chinese, Japanese or Korean characters are no words to search for. */
static bool has_pairs(const struct words *words)
{
    for (size_t i = 0; i < words->n; i++)
        if (words->items[i].flags & WORD_CJK)
            return true;
    return false;
}

struct str extract_keywords(struct arena *arena, struct str text)
{
    struct words words = { 0 };
    struct str_list parts = { 0 };

    content_words(arena, text, &words);
    for (size_t i = 0; i < words.n && !has_pairs(&words); i++)
        str_list_add(arena, &parts, words.items[i].text);
    return parts.n ? str_join(arena, parts.items, parts.n, " ") : str_trim(text);
}

bool extract_names(struct arena *arena, struct str query, struct str question)
{
    struct words have = { 0 }, asked = { 0 };
    bool any = false;

    content_words(arena, query, &have);
    content_words(arena, question, &asked);
    for (size_t i = 0; i < have.n && !any; i++)
        any = has_stem(&asked, have.items[i].stem);
    return any;
}

bool extract_same_words(struct arena *arena, struct str query, struct str question)
{
    struct words mine = { 0 }, asked = { 0 };

    content_words(arena, query, &mine);
    content_words(arena, question, &asked);
    for (size_t i = 0; i < mine.n; i++)
        if (!has_stem(&asked, mine.items[i].stem))
            return false;
    for (size_t i = 0; i < asked.n; i++)
        if (!has_stem(&mine, asked.items[i].stem))
            return false;
    return mine.n > 0;
}

/* Small words that turn what is asked for: "arguments for" and "arguments against" are two searches. */
static const char *const turning[] = { "against", "before", "after", "until",  "since",   "more",  "less",
                                       "under",   "over",   "above", "below",  "between", "gegen", "vor",
                                       "nach",    "contre", "avant", "contra", "contro",  "tegen", NULL };
static const char *const asking[] = { "why",   "when", "where",       "who",      "how",   "warum", "wer",
                                      "wo",    "wie",  "wann",        "pourquoi", "quand", "qui",   "cuando",
                                      "donde", "como", "perch\u00e9", "quando",   "dove",  "chi",   NULL };

static bool is_one_of(struct str word, const char *const *list)
{
    for (; *list; list++)
        if (str_is(word, *list))
            return true;
    return false;
}

static bool turns(const struct word *word) { return word->flags & WORD_NEGATION || is_one_of(word->fold, turning); }

static bool has_word(const struct words *words, struct str fold)
{
    for (size_t i = 0; i < words->n; i++)
        if (str_eq(words->items[i].fold, fold))
            return true;
    return false;
}

/* Has `b` every word of `a` that turns the meaning, and does it ask for nothing else? */
static bool turned_alike(const struct words *a, const struct words *b)
{
    bool asks = false, alike = false;

    for (size_t i = 0; i < a->n; i++)
        if (turns(&a->items[i]) && !has_word(b, a->items[i].fold))
            return false;
    for (size_t i = 0; i < b->n; i++) {
        bool one = is_one_of(b->items[i].fold, asking);

        asks = asks || one;
        alike = alike || (one && has_word(a, b->items[i].fold));
    }
    for (size_t i = 0; i < a->n && asks && !alike; i++)
        if (is_one_of(a->items[i].fold, asking))
            return false;
    return true;
}

bool extract_same_search(struct arena *arena, struct str one, struct str other)
{
    struct words mine = { 0 }, theirs = { 0 };

    if (str_eq_nocase(str_trim(one), str_trim(other)))
        return true;
    if (!extract_same_words(arena, one, other))
        return false;
    words_of(arena, one, language_guess(one), &mine);
    words_of(arena, other, language_guess(other), &theirs);
    return turned_alike(&mine, &theirs) && turned_alike(&theirs, &mine);
}

bool extract_searched(struct arena *arena, const struct str_list *searched, struct str query)
{
    for (size_t i = 0; i < searched->n; i++)
        if (extract_same_search(arena, query, searched->items[i]))
            return true;
    return false;
}

size_t extract_queries(struct arena *arena, struct str text, size_t max, struct extract_query ret[])
{
    struct question_query queries[QUERIES_MAX];
    struct question question;

    question_read(arena, text, &question);
    size_t n = question_queries(arena, &question, QUERIES_MAX, queries), count = 0;
    /* The question, what it names one by one, then what it may mean beside that. */
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < n && count < max; i++) {
            bool part = str_starts(queries[i].why, "one ");

            if (pass == (i == 0 ? 0 : part ? 1 : 2) && (i == 0 || !extract_same_words(arena, queries[i].query, text)))
                ret[count++] = (struct extract_query){ queries[i].query, queries[i].why };
        }
    return count;
}
