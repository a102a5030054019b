#include "roles/topic.h"

#include "extractive/extractive.h"
#include "run/run.h"
#include "text/utf8.h"
#include "text/words.h"

/* A question with more words of its own than this says what it is about; one with fewer than two does not. */
enum { OWN_WORDS = 3, TOPIC_CHARACTERS = 300 };

/* How a follow-up begins, and the words that point back; folded. */
static const char *const joining[] = { "and", "but",  "or", "so", "then", "und", "aber", "oder", "et",   "mais", "ou",
                                       "y",   "pero", "e",  "ma", "и",    "а",   "но",   "ve",   "peki", "و",    NULL };
static const char *const pointing[] = { "it",    "its",   "they",   "them",   "their", "theirs", "he",    "she",
                                        "him",   "her",   "his",    "this",   "these", "those",  "there", "that",
                                        "one",   "ones",  "er",     "sie",    "es",    "ihn",    "ihm",   "ihr",
                                        "ihre",  "diese", "dieser", "dieses", "dort",  "il",     "elle",  "ils",
                                        "elles", "lui",   "leur",   "leurs",  "cela",  "ello",   "ella",  "ellos",
                                        "ellas", "su",    "sus",    "eso",    "esto",  "он",     "она",   "они",
                                        "их",    "его",   "её",     "это",    "bu",    "onlar",  NULL };

/* Does the question need an earlier one to be understood? */
static bool follows(struct arena *arena, struct str question)
{
    struct words words = { 0 };
    size_t own = 0;
    bool points = false, pairs = false;

    words_of(arena, question, language_guess(question), &words);
    for (size_t i = 0; i < words.n; i++) {
        bool back = str_is_any(words.items[i].fold, pointing) || (i == 0 && str_is_any(words.items[i].fold, joining));

        points = points || back;
        pairs = pairs || words.items[i].flags & WORD_CJK;
        own += !back && word_is_content(&words.items[i]);
    }
    if (pairs) /* nothing parts their words */
        return str_starts(question, "那") || str_starts(question, "还有") ||
               str_contains_any(question, (const char *const[]){ "它", "他们", NULL });
    return own < 2 || (points && own <= OWN_WORDS);
}

struct str follow_up_topic(struct arena *arena, struct str question, struct str history)
{
    struct str line, topic = { 0 }, first = { 0 };

    if (history.len == 0 || !follows(arena, question))
        return str("");
    while (str_next_line(&history, &line)) {
        if (!str_starts(line, "User: "))
            continue;
        struct str asked = utf8_cut(str_trim(str_sub(line, strlen("User: "), line.len)), TOPIC_CHARACTERS);

        first = first.len ? first : asked;
        topic = follows(arena, asked) ? topic : asked;
    }
    return topic.len ? topic : first;
}

struct str role_topic(const struct branch *branch, struct arena *arena)
{
    const struct run_settings *s = branch_settings(branch);

    return follow_up_topic(arena, s->query, s->history);
}

struct str role_question(const struct branch *branch, struct arena *arena, struct str question)
{
    struct str topic = role_topic(branch, arena);

    if (topic.len == 0)
        return question;
    struct str asked = str_trim(question);
    while (asked.len && (asked.data[asked.len - 1] == '?' || asked.data[asked.len - 1] == '.'))
        asked.len--;
    return str_format(arena, "%.*s %.*s?", STR_ARG(asked), STR_ARG(extract_keywords(arena, topic)));
}
