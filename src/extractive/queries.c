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

struct str extract_keywords(struct arena *arena, struct str text)
{
    struct words words = { 0 };
    struct str_list parts = { 0 };

    content_words(arena, text, &words);
    for (size_t i = 0; i < words.n; i++)
        str_list_add(arena, &parts, words.items[i].text);
    return str_join(arena, parts.items, parts.n, " ");
}

struct str extract_combined(struct arena *arena, struct str query, struct str question)
{
    struct words have = { 0 }, asked = { 0 };
    struct str_list parts = { 0 };

    content_words(arena, query, &have);
    content_words(arena, question, &asked);
    for (size_t i = 0; i < have.n; i++)
        str_list_add(arena, &parts, have.items[i].text);
    for (size_t i = 0; i < asked.n; i++)
        if (!has_stem(&have, asked.items[i].stem))
            str_list_add(arena, &parts, asked.items[i].text);
    return str_join(arena, parts.items, parts.n, " ");
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
