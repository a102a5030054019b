/* "It was opened in 1931", "a loss in this season": what a sentence speaks of may stand before it. Whoever takes it out of its place
 * may make it speak of something else. English, German, French, Spanish, Italian. */
#include "judge/judge.h"

#include "text/words.h"

enum { OPENING_WORDS = 6 };

static const char subjects[] = " it he she they er sie es il elle ils elles él ella ellos ellas lui lei loro ";
static const char pointing[] =
    " this these those its his her their such dieser diese dieses diesem diesen dessen deren sein seine seiner ihr ihre ihrer ce cet "
    "cette ces cela ceci son sa ses leur leurs este esta estos estas esto ese esa eso su sus questo questa questi queste ciò suo sua ";
static const char prepositions[] =
    " in on at by for with from of during after before since until under over within through in an auf bei seit zu von nach vor "
    "mit für während dans à de en pour avec depuis pendant sous desde para con por durante nel nella a da di per ";
static const char demonstratives[] =
    " this that these those dieser diese dieses diesem diesen ce cet cette ces este esta estos estas ese esa questo questa ";

/* "It is known that", "it took hours to", "es gibt", "il y a": it stands for nothing that was named. */
static bool is_empty_subject(const struct words *w, size_t at)
{
    struct str word = w->items[at].fold, next = at + 1 < w->n ? w->items[at + 1].fold : str("");

    if (str_is(word, "es"))
        return str_in_words(" gibt gab wird wurde wurden handelt ", next);
    if (str_is(word, "il"))
        return str_in_words(" y faut fallait est existe s'agit ", next);
    for (size_t i = at + 2; str_is(word, "it") && i < w->n && i < at + OPENING_WORDS; i++)
        if (str_in_words(" that to ", w->items[i].fold))
            return true;
    return false;
}

/* A word that was named in the same sentence before. */
static bool is_named_before(const struct words *w, size_t at)
{
    for (size_t i = 0; i + 1 < at && at < w->n; i++)
        if (str_eq(w->items[i].stem, w->items[at].stem))
            return true;
    return false;
}

struct str judge_reference(struct str claim)
{
    struct arena *scratch = arena_new();
    struct words w = { 0 };
    struct str found = str("");

    words_of(scratch, claim, language_guess(claim), &w);
    bool phrase = w.n && str_in_words(prepositions, w.items[0].fold);
    for (size_t i = 0; i < w.n && !found.len; i++) {
        struct str word = w.items[i].fold, before = i ? w.items[i - 1].fold : str("");
        bool subject = str_in_words(subjects, word) && !is_empty_subject(&w, i);

        if (subject && (i == 0 || (phrase && i < OPENING_WORDS)))
            found = w.items[i].text;
        else if (i == 0 && str_in_words(pointing, word))
            found = w.items[i].text;
        else if (i && str_in_words(demonstratives, word) && str_in_words(prepositions, before) && i + 1 < w.n &&
                 !is_named_before(&w, i + 1))
            found = w.items[i].text;
    }
    arena_free(scratch);
    return found;
}
